import { sql } from 'kysely';
import type { z } from 'zod';
import { type agreementFields, CLAUSES } from '../../domain/catalogues/agreements.ts';
import { AppError, type FieldError } from '../../domain/kit/problem.ts';
import { catalogueCommands } from '../../server/commands/catalogue.ts';
import type { Command, CommandContext } from '../../server/commands/command.ts';
import { dropSmallFiles } from '../../server/files/small-files.ts';
import type { FileStore } from '../../server/files/store.ts';
import { canonicalOf } from '../organisations/queries.ts';
import type { Agreement } from './contract.ts';
import { fileKeys, findAgreement } from './queries.ts';

type Fields = z.output<typeof agreementFields>;
interface Stored {
  readonly organisation_id: string;
  readonly school_id: string | null;
}

/** What is newly chosen must be in use; what was chosen before may have been taken out of use since. */
async function refuseUnused({ tx }: Command, fields: Fields, before?: Stored): Promise<void> {
  const { organisationId, schoolId } = fields;
  const { rows } = await sql<{ organisation: boolean; school: boolean }>`
    select exists (select from organisations where id = ${organisationId} and active and merged_into is null)
        as organisation,
      exists (select from schools where id = ${schoolId} and active) as school`.execute(tx);
  const errors: FieldError[] = [];
  if (organisationId !== before?.organisation_id && !rows[0]?.organisation)
    errors.push({ path: 'organisationId', message: 'Elige una organización activa.' });
  if (schoolId !== null && schoolId !== before?.school_id && !rows[0]?.school)
    errors.push({ path: 'schoolId', message: 'Elige una escuela activa.' });
  if (errors.length > 0) throw new AppError('rule', errors[0]?.message, { errors });
}

/**
 * Of a merged organisation the kept one is shown and sent back: that chooses nothing else, so that undoing the merge
 * still takes the agreement along.
 */
async function keepMerged({ tx }: Command, fields: Fields, before: Stored): Promise<Fields> {
  const { rows } = await sql<{ same: boolean }>`
    select ${canonicalOf(before.organisation_id)} = ${fields.organisationId} as same`.execute(tx);
  return rows[0]?.same ? { ...fields, organisationId: before.organisation_id } : fields;
}

export const agreementCommands = catalogueCommands<Fields, Agreement, Stored>({
  table: 'agreements',
  object: 'agreement',
  manage: 'partners.manage',
  codes: ['number'],
  duplicate: { path: 'number', message: 'Ya hay un convenio con ese número.' },
  references: [],
  columns: fields => ({
    organisation_id: fields.organisationId,
    number: fields.number,
    kind: fields.kind,
    subject: fields.subject,
    school_id: fields.schoolId,
    signed_on: fields.signedOn,
    starts_on: fields.startsOn,
    ends_on: fields.endsOn,
    // Each once, in one order: the same ones are no change.
    clauses: CLAUSES.map(c => c.value).filter(clause => fields.clauses.includes(clause)),
    note: fields.note,
  }),
  settle: keepMerged,
  check: refuseUnused,
  find: findAgreement,
});

/** The row goes first, its files' rows with it. */
export async function removeAgreement(
  context: CommandContext,
  files: FileStore,
  id: string,
): Promise<{ id: string }> {
  const keys = await fileKeys(context.db, id);
  const removed = await agreementCommands.remove(context, id);
  await dropSmallFiles(files, keys);
  return removed;
}
