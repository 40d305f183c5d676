import { sql } from 'kysely';
import type { z } from 'zod';
import type { Criterion } from '../../domain/accreditation/matrix.ts';
import type { BodyOf, QueryOf } from '../../domain/kit/endpoint.ts';
import { catalogueCommands, lockRow } from '../../server/commands/catalogue.ts';
import { command } from '../../server/commands/command.ts';
import type { Jobs } from '../../server/jobs.ts';
import { askDownload } from '../downloads/commands.ts';
import type { Matrix, matrixFields, StoredCriteria } from './contract.ts';
import type { PackRequest, askPack as packEndpoint } from './making/contract.ts';
import { findCriteria, findMatrix, packFilters, packUnit } from './queries.ts';

export const matrixCommands = catalogueCommands<z.output<typeof matrixFields>, Matrix>({
  table: 'accreditation_matrices',
  object: 'accreditationMatrix',
  manage: 'accreditation.manage',
  codes: ['name'],
  duplicate: { path: 'name', message: 'Ya hay una matriz con ese nombre.' },
  references: [],
  columns: ({ name, origin }) => ({ name, origin }),
  find: findMatrix,
});

const statementsIn = (criteria: readonly Criterion[]) =>
  criteria.reduce((sum, { statements }) => sum + statements.length, 0);

/** All criteria at once, in their order. */
export const saveCriteria = command(
  'accreditation.manage',
  async (
    c,
    { id, criteria, updatedAt }: { id: string; criteria: readonly Criterion[]; updatedAt: string },
  ): Promise<StoredCriteria> => {
    await lockRow(c, { table: 'accreditation_matrices', find: findCriteria }, id, updatedAt);
    const { criteria: before } = await findCriteria(c.tx, c.actor, id);
    const written = JSON.stringify(criteria);
    const { numAffectedRows } = await sql`
      update accreditation_matrices set criteria = ${written}::jsonb, updated_at = now(), updated_by = ${c.actor.id}
      where id = ${id} and criteria <> ${written}::jsonb`.execute(c.tx);
    if (numAffectedRows)
      c.record({
        action: 'accreditationMatrix.criteria',
        objectType: 'accreditationMatrix',
        objectId: id,
        changes: {
          criteria: [before.length, criteria.length],
          statements: [statementsIn(before), statementsIn(criteria)],
        },
      });
    return findCriteria(c.tx, c.actor, id);
  },
);

interface Asked {
  readonly jobs: Jobs;
  readonly matrix: string;
  readonly query: QueryOf<typeof packEndpoint>;
  readonly given: BodyOf<typeof packEndpoint>;
}

export const askPack = command(
  'accreditation.read',
  async (context, { jobs, matrix, query, given }: Asked) => {
    const { tx, actor } = context;
    const request: PackRequest = { ...query, matrix };
    const { name } = await findMatrix(tx, actor, matrix);
    const title = `${name} · ${await packUnit(tx, actor, request)} · ${packFilters(request).period}`;
    return askDownload(jobs, context, {
      id: given.id,
      maker: 'accreditation_pack',
      request: { ...request },
      title,
    });
  },
);
