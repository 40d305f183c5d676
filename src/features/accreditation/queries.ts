import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { evidenceOf, type Found } from '../../domain/accreditation/matrix.ts';
import { ANNUAL_SCOPES } from '../../domain/annual-reports/asking.ts';
import { SCOPES, type Scope, scopesOf } from '../../domain/figures/scopes.ts';
import { AWARDED } from '../../domain/kinds/statuses.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { OutputOf, QueryOf } from '../../domain/kit/endpoint.ts';
import { yearSpan } from '../../domain/kit/periods.ts';
import { forbidden } from '../../domain/kit/problem.ts';
import { REGISTER_NAMES } from '../../domain/registers/names.ts';
import { registerOf } from '../../domain/registers/registers.ts';
import {
  activeIs,
  findRow,
  type List,
  lastChangeOf,
  listOf,
  matching,
  type View,
} from '../../server/tables/list.ts';
import { type Columns, instant } from '../../server/tables/table-file.ts';
import { readNames } from '../dashboards/filters/queries.ts';
import { populationOf } from '../dashboards/population/queries.ts';
import type { Condition } from '../project-record/visibility/queries.ts';
import { countRegisterRows } from '../registers/making/queries.ts';
import type { Matrix, matrices, StoredCriteria } from './contract.ts';
import { countFound } from './evidence/queries.ts';
import type { countEvidence, PackRequest } from './making/contract.ts';

type Query = QueryOf<typeof matrices.list>;

const VIEW: View<Query> = {
  from: sql`accreditation_matrices m`,
  select: sql`m.id, m.name, m.origin, m.active, jsonb_array_length(m.criteria) as criteria,
    (select coalesce(sum(jsonb_array_length(c -> 'statements')), 0)::int from jsonb_array_elements(m.criteria) c)
      as statements, ${lastChangeOf('m')}`,
  sorts: { name: sql`plain(m.name)`, updatedAt: sql`m.updated_at` },
  key: sql`m.id`,
};

export const matrixList: List<Query, Matrix> = listOf<Query, Matrix>(VIEW, (_actor, { q, state }) => [
  ...matching('m.search', q),
  ...activeIs('m.active', state),
]);

export const MATRIX_COLUMNS: Columns<Matrix> = {
  nombre: row => row.name,
  origen: row => row.origin,
  criterios: row => row.criteria,
  enunciados: row => row.statements,
  activa: row => row.active,
  actualizada: row => instant(row.updatedAt),
  actualizada_por: row => row.updatedBy,
};

export const findMatrix = (db: Database | Transaction, _actor: Actor, id: string): Promise<Matrix> =>
  findRow(db, VIEW, [sql`m.id = ${id}`]);

export const findCriteria = (
  db: Database | Transaction,
  _actor: Actor,
  id: string,
): Promise<StoredCriteria> =>
  findRow(
    db,
    {
      from: sql`accreditation_matrices m`,
      select: sql`m.criteria, ${lastChangeOf('m')}`,
      key: sql`m.id`,
    },
    [sql`m.id = ${id}`],
  );

type Units = Omit<PackRequest, 'matrix'>;

/** Of the university for the office, of their units for heads; throws where somebody has none. */
export function requirePacks(actor: Actor): Scope {
  const scope = scopesOf(actor).find(each => ANNUAL_SCOPES.includes(each));
  if (!scope) throw forbidden('preparar paquetes de acreditación');
  return scope;
}

/** As filters of the dashboards, so that every figure is theirs. */
export const packFilters = ({ from, to, faculty, school }: Units) => ({
  ...{ period: yearSpan(from, to), faculty, school, status: [...AWARDED] },
});

export const packPopulation = (actor: Actor, units: Units): Condition =>
  populationOf(actor, requirePacks(actor), packFilters(units));

/** Of whom it is, in words. */
export async function packUnit(db: Database | Transaction, actor: Actor, { faculty, school }: Units) {
  const names = await readNames(db, actor, { faculty, school });
  if (school) return names('school', school);
  return faculty ? names('faculty', faculty) : SCOPES[requirePacks(actor)];
}

/** How much of what a matrix asks for there is. */
export async function countEvidenceOf(
  db: Database,
  actor: Actor,
  matrix: string,
  units: Units,
): Promise<OutputOf<typeof countEvidence>> {
  const scope = requirePacks(actor);
  const asked = new Set(evidenceOf((await findCriteria(db, actor, matrix)).criteria));
  const population = packPopulation(actor, units);
  const registers = REGISTER_NAMES.filter(
    name => asked.has(`register_${name}`) && registerOf(name).scopes.includes(scope),
  );
  const [{ projects, found }, ...rows] = await Promise.all([
    countFound(db, population),
    ...registers.map(name => countRegisterRows(db, { actor, scope, name, population })),
  ]);
  const counted: Found = Object.fromEntries(registers.map((name, n) => [`register_${name}`, rows[n] ?? 0]));
  const all: Found = { ...found, ...counted };
  return { scope, projects, found: Object.fromEntries([...asked].map(name => [name, all[name] ?? 0])) };
}
