import { formatList } from '../../../../domain/format.ts';
import { formatDay } from '../../../../web/dates.ts';
import type { Effect, Place } from '../contract.ts';

const OFFICE = 'la Oficina de Vinculación';

const holders = ({ people, office }: Place) => [...people.map(p => p.name), ...(office ? [OFFICE] : [])];

/** Who holds the project then and until when, and who no longer does. */
export function effectWords({ before, after, note }: Effect): string {
  if (!after) return '';
  const [was, will] = [before ? holders(before) : [], holders(after)];
  const leaving = was.filter(name => !will.includes(name));
  const due = after.due ? `, hasta el ${formatDay(after.due)}` : '';
  return [
    will.length === 0 ? 'Nadie lo tendrá pendiente.' : `Lo tendrá ${formatList(will)}${due}.`,
    leaving.length > 0 ? `Deja de tenerlo ${formatList(leaving)}.` : '',
    note ?? '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** `1 proyecto`, `12 proyectos`. */
export const projectsWords = (n: number): string => (n === 1 ? '1 proyecto' : `${n} proyectos`);
