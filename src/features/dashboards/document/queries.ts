import type { Database } from '../../../db/pool.ts';
import { dashboardDocument } from '../../../domain/figures/document.ts';
import { figureOf, isOfTopic, TOPICS } from '../../../domain/figures/figures.ts';
import type { Sides } from '../../../domain/figures/values.ts';
import type { PrintedDocument } from '../../../domain/kinds/print/print.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import type { ParamsOf, QueryOf } from '../../../domain/kit/endpoint.ts';
import { invalid, notFound } from '../../../domain/kit/problem.ts';
import { formatList } from '../../../domain/text/format.ts';
import type { printDashboard } from '../contract.ts';
import { filtersOf, type NameFor, readNames } from '../filters/queries.ts';
import { readDashboard } from '../queries.ts';

type Params = ParamsOf<typeof printDashboard>;
type Query = QueryOf<typeof printDashboard>;

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

export async function readComunas(db: Database) {
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
