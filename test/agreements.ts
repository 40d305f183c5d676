import { sql } from 'kysely';
import type { z } from 'zod';
import type { agreementFields } from '../src/domain/catalogues/agreements.ts';
import type { Agreement } from '../src/features/agreements/contract.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';
import { done } from './factories.ts';

type Db = Pick<TestApp, 'db'>;
let made = 0;

/** An organisation that nobody has anything to do with. */
export async function anOrganisation({ db }: Db, name = `Junta de Vecinos ${++made}`): Promise<string> {
  const { id } = await db
    .insertInto('organisations')
    .values({ name, type: 'organizacion_social' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** As the office does it: the row stays and points to the one that is kept. */
export const mergeInto = ({ db }: Db, merged: string, kept: string) =>
  sql`update organisations set merged_into = ${kept}, kept_id = ${kept} where id = ${merged}`.execute(db);

export async function anAgreement(
  server: Db,
  office: Client,
  given: Partial<z.input<typeof agreementFields>> = {},
): Promise<Agreement> {
  const organisationId = given.organisationId ?? (await anOrganisation(server));
  const fields = { number: `Dto. ${++made}/2026`, kind: 'framework', ...given, organisationId };
  return done(await office.post<Agreement>('/agreements', fields));
}

/** What an agreement is sent back with once it was read. */
export const fieldsOf = ({
  organisation,
  school,
  state: _state,
  lacks: _lacks,
  files: _files,
  updatedBy: _updatedBy,
  ...fields
}: Agreement) => ({ ...fields, organisationId: organisation.id, schoolId: school?.id ?? null });
