import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { dashboardDocument, type PrintedDashboard } from '../../../domain/figures/document.ts';
import { figureOf, isOfTopic, TOPICS } from '../../../domain/figures/figures.ts';
import type { Sides } from '../../../domain/figures/values.ts';
import type { PrintedDocument } from '../../../domain/kinds/print/print.ts';
import { statusLabel } from '../../../domain/kinds/statuses.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import type { ParamsOf, QueryOf } from '../../../domain/kit/endpoint.ts';
import { keysOf } from '../../../domain/kit/look-up.ts';
import { invalid, notFound } from '../../../domain/kit/problem.ts';
import { SDGS } from '../../../domain/sections/goals.ts';
import { formatList } from '../../../domain/text/format.ts';
import { visibleCalls } from '../../calls/queries.ts';
import { all, type Condition } from '../../project-record/visibility/queries.ts';
import type { printDashboard } from '../contract.ts';
import { readDashboard } from '../queries.ts';
import { nameIn } from '../rows/queries.ts';

type Params = ParamsOf<typeof printDashboard>;
type Query = QueryOf<typeof printDashboard>;

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

type NameFor = (named: Named, id: string) => string;

/** Names of all that is filtered by or compared with. */
async function readNames(db: Database, actor: Actor, query: Query): Promise<NameFor> {
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
function filtersOf(query: Query, names: NameFor): PrintedDashboard['filters'] {
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

/** What the two sides are called: the same filter, once as it is and once as another. */
function sidesOf(query: Query, names: NameFor): Sides {
  const { otherPeriod, otherSchool, otherFaculty, otherKind, school, faculty, kind } = query;
  const unit = (school && names('school', school)) ?? (faculty && names('faculty', faculty));
  if (otherPeriod) return [query.period ?? 'Todos los períodos', otherPeriod];
  if (otherSchool) return [unit ?? 'Todas las escuelas', names('school', otherSchool)];
  if (otherFaculty) return [unit ?? 'Todas las facultades', names('faculty', otherFaculty)];
  if (!otherKind) return null;
  return [
    kind ? formatList(kind.map(slug => names('kind', slug))) : 'Todos los tipos',
    names('kind', otherKind),
  ];
}

async function readComunas(db: Database) {
  const rows = await db.selectFrom('comunas').select(['code', 'name', 'latitude', 'longitude']).execute();
  return new Map(rows.map(row => [row.code, row]));
}

interface Printing {
  readonly institution: string;
  readonly product: string;
  readonly now: Date;
}

/** Figures of a topic, or one of them, as the screen has them, ready for paper. */
export async function layOutDashboard(
  db: Database,
  actor: Actor,
  { topic }: Params,
  query: Query,
  { institution, product, now }: Printing,
): Promise<PrintedDocument> {
  const { figure } = query;
  if (figure && !isOfTopic(figureOf(figure), topic))
    throw invalid('figure', `Elige un gráfico de «${TOPICS[topic]}».`);
  const { at, scope, projects, otherProjects, figures, formula } = await readDashboard(
    db,
    actor,
    { topic },
    query,
  );
  if (figures.length === 0) throw notFound();
  const names = await readNames(db, actor, query);
  const hasMap = figures.some(({ name }) => figureOf(name).drawing === 'map');
  return dashboardDocument(
    {
      topic,
      scope,
      at: new Date(at),
      projects,
      otherProjects,
      figures,
      filters: filtersOf(query, names),
      sides: sidesOf(query, names),
      formula,
      comunas: hasMap ? await readComunas(db) : new Map(),
    },
    { institution, product, reader: actor.name, now },
  );
}
