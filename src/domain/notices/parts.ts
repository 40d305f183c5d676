import type { Part } from './events.ts';

/** People named in a Ficha. */
export interface Named {
  readonly leadId?: string | null;
  readonly alternateId?: string | null;
  readonly memberIds?: readonly string[];
}

const PARTS: readonly Part[] = ['lead', 'alternate', 'member'];

function listIn(part: Part, { leadId, alternateId, memberIds = [] }: Named): string[] {
  const ids = { lead: [leadId], alternate: [alternateId], member: memberIds }[part];
  return ids.filter(id => typeof id === 'string');
}

/** Parts that somebody has after and had not before, with who that is. */
export const listNewParts = (before: Named, after: Named): { part: Part; to: string[] }[] =>
  PARTS.map(part => {
    const known = listIn(part, before);
    return { part, to: listIn(part, after).filter(id => !known.includes(id)) };
  }).filter(({ to }) => to.length > 0);

/** Who had a part before and has none after. */
export function listLeavers(before: Named, after: Named): string[] {
  const listAll = (named: Named) => PARTS.flatMap(part => listIn(part, named));
  const staying = listAll(after);
  return [...new Set(listAll(before).filter(id => !staying.includes(id)))];
}
