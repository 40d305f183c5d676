import { sql } from 'kysely';
import type { z } from 'zod';
import type { Transaction } from '../../db/pool.ts';
import { AppError } from '../../domain/kit/problem.ts';
import { isAskedOf } from '../../domain/sections/indicators.ts';
import { catalogueCommands } from '../../server/commands/catalogue.ts';
import type { InstitutionalIndicator, indicatorFields } from './contract.ts';
import { findInstitutional } from './queries.ts';

type Fields = z.output<typeof indicatorFields>;
type Measured = Pick<Fields, 'kind' | 'accumulates'>;

/** What values of projects were measured by stays while any project names it. */
async function refuseMeasuredOtherwise(tx: Transaction, id: string, fields: Fields, before: Measured) {
  const changed = (['kind', 'accumulates'] as const).filter(key => fields[key] !== before[key]);
  if (changed.length === 0) return;
  const { rows } = await sql`select from project_indicators where indicator_id = ${id} limit 1`.execute(tx);
  if (rows.length === 0) return;
  const message = 'Ya hay proyectos que lo usan: no se puede cambiar. Crea otro y desactiva este.';
  throw new AppError('rule', message, { errors: changed.map(path => ({ path, message })) });
}

export const institutionalCommands = catalogueCommands<
  Fields,
  InstitutionalIndicator,
  Measured & { readonly id: string }
>({
  table: 'institutional_indicators',
  object: 'institutionalIndicator',
  manage: 'catalogues.manage',
  duplicate: { path: 'name', message: 'Ya existe un indicador institucional con ese nombre.' },
  references: [{ table: 'project_indicators', column: 'indicator_id', one: 'proyecto', many: 'proyectos' }],
  columns: ({ name, description, kind, unit, direction, accumulates, scope, level, rollUp }) => ({
    ...{ name, description, kind, accumulates, scope, level },
    unit: isAskedOf(kind, 'unit') ? unit : '',
    direction: isAskedOf(kind, 'direction') ? direction : 'up',
    roll_up: rollUp,
  }),
  async check({ tx }, fields, before) {
    if (before) await refuseMeasuredOtherwise(tx, before.id, fields, before);
  },
  find: findInstitutional,
});
