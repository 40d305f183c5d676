import { sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { statusLabel } from '../../../domain/kinds/statuses.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import type { QueryOf } from '../../../domain/kit/endpoint.ts';
import { keysOf } from '../../../domain/kit/look-up.ts';
import { SDGS } from '../../../domain/sections/goals.ts';
import { formatList } from '../../../domain/text/format.ts';
import { visibleCalls } from '../../calls/queries.ts';
import { all, type Condition } from '../../project-record/visibility/queries.ts';
import type { printDashboard } from '../contract.ts';
import { nameIn } from '../rows/queries.ts';

type Query = QueryOf<typeof printDashboard>;

/** A filter in words. */
interface Described {
  readonly label: string;
  readonly text: string;
}

/** Filters whose value the database names. */
const LABELS = {
  kind: 'Tipo',
  school: 'Escuela',
  faculty: 'Facultad',
  region: 'Región',
  comuna: 'Comuna',
  theme: 'Tema',
  partner: 'Socio',
  lead: 'Responsable',
  call: 'Convocatoria',
} as const satisfies Partial<Record<keyof Query, string>>;
type Named = keyof typeof LABELS;

/** A name of what may be gone; of a call no more than its list tells the reader. */
function nameOf(named: Named, id: string, actor: Actor): Condition {
  switch (named) {
    case 'theme':
      return sql`(select n.name from themes n where n.id = ${id})`;
    case 'partner':
      return sql`(select n.name from organisations n where n.id = ${id})`;
    case 'lead':
      return sql`(select n.name from users n where n.id = ${id})`;
    case 'call':
      return sql`(select c.name from calls c where ${all([sql`c.id = ${id}`, ...visibleCalls(actor)])})`;
    default:
      return nameIn(named, sql`${id}`);
  }
}

export type NameFor = (named: Named, id: string) => string;

/** Names of all that is filtered by or compared with. */
export async function readNames(db: Database | Transaction, actor: Actor, query: Query): Promise<NameFor> {
  const { otherSchool, otherFaculty, otherKind } = query;
  const others = { school: otherSchool, faculty: otherFaculty, kind: otherKind };
  const asked = [query, others].flatMap((given: { readonly [N in Named]?: string | string[] | undefined }) =>
    keysOf(LABELS).flatMap(named => [given[named] ?? []].flat().map(id => ({ named, id }))),
  );
  if (asked.length === 0) return () => '';
  const names = sql.join(asked.map(({ named, id }) => nameOf(named, id, actor)));
  const { rows } = await sql<{
    names: (string | null)[];
  }>`select json_build_array(${names}) as names`.execute(db);
  return (named, id) => {
    const at = asked.findIndex(each => each.named === named && each.id === id);
    return rows[0]?.names[at] ?? `${LABELS[named]} que ya no existe`;
  };
}

/** What narrows the figures, as on the list of projects. */
export function filtersOf(query: Query, names: NameFor): readonly Described[] {
  const fact = (label: string, text: string | undefined) => (text ? [{ label, text }] : []);
  const { status, period, goal, overdue, historic } = query;
  const yesOrNo = (value: boolean | undefined, yes: string, no: string) =>
    value === undefined ? undefined : value ? yes : no;
  return [
    ...fact('Estado', formatList((status ?? []).map(statusLabel))),
    ...fact('Período', period),
    ...keysOf(LABELS).flatMap(named =>
      fact(LABELS[named], formatList([query[named] ?? []].flat().map(id => names(named, id)))),
    ),
    ...fact('ODS', SDGS.find(({ number }) => number === goal)?.label),
    ...fact('Plazo', yesOrNo(overdue, 'Solo vencidos', 'Sin vencidos')),
    ...fact('Históricos', yesOrNo(historic, 'Solo históricos', 'Sin históricos')),
  ];
}

/** Filters in words, names as they are now. */
export const describeFilters = async (
  db: Database | Transaction,
  actor: Actor,
  query: Query,
): Promise<readonly Described[]> => filtersOf(query, await readNames(db, actor, query));
