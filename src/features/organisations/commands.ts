import type { z } from 'zod';
import type { organisationFields } from '../../domain/catalogues/organisations.ts';
import type { BodyOf } from '../../domain/kit/endpoint.ts';
import { AppError, invalid } from '../../domain/kit/problem.ts';
import { catalogueCommands } from '../../server/commands/catalogue.ts';
import { type Command, changesBetween, command } from '../../server/commands/command.ts';
import type { createOrganisation } from './contract.ts';
import {
  findOrganisation,
  type Organisation,
  organisationOption,
  type SimilarOrganisation,
  similarOrganisations,
} from './queries.ts';

type Input = BodyOf<typeof createOrganisation>;
type OrganisationFields = z.output<typeof organisationFields>;

async function refuseDuplicates({ tx, actor }: Command, { rut, name, confirmed }: Input): Promise<void> {
  const same =
    rut && (await tx.selectFrom('organisations').select('id').where('rut', '=', rut).executeTakeFirst());
  if (!same && confirmed) return;
  const similar = await similarOrganisations(tx, actor, { name, rut });
  if (similar.length === 0) return;
  const message = same
    ? 'Ya hay una organización con ese RUT.'
    : 'Puede que esta organización ya exista: revisa las parecidas.';
  throw new AppError('rule', message, {
    errors: [{ path: same ? 'rut' : 'name', message }],
    extra: { similar },
  });
}

async function requireComuna({ tx }: Command, code: string | null): Promise<void> {
  if (code === null) return;
  const found = await tx.selectFrom('comunas').select('code').where('code', '=', code).executeTakeFirst();
  if (!found) throw invalid('comunaCode', 'Elige una comuna de la lista.');
}

const columnsOf = (fields: OrganisationFields) => ({
  name: fields.name,
  rut: fields.rut || null,
  type: fields.type,
  comuna_code: fields.comunaCode,
  contact_name: fields.contactName || null,
  contact_email: fields.contactEmail || null,
  contact_phone: fields.contactPhone || null,
  latitude: fields.point?.latitude ?? null,
  longitude: fields.point?.longitude ?? null,
});

export const organisationCommands = catalogueCommands<OrganisationFields, Organisation>({
  table: 'organisations',
  object: 'organisation',
  manage: 'partners.manage',
  duplicate: { path: 'rut', message: 'Ya hay una organización con ese RUT.' },
  references: [
    { table: 'project_partners', column: 'organisation_id', one: 'proyecto', many: 'proyectos' },
    { table: 'meetings', column: 'organisation_id', one: 'reunión', many: 'reuniones' },
    { table: 'agreements', column: 'organisation_id', one: 'convenio', many: 'convenios' },
    { table: 'wave_organisations', column: 'organisation_id', one: 'encuesta', many: 'encuestas' },
    {
      table: 'organisations',
      column: 'merged_into',
      one: 'organización unida',
      many: 'organizaciones unidas',
    },
  ],
  personal: ['contact_name', 'contact_email', 'contact_phone'],
  columns: columnsOf,
  check: (run, { comunaCode }, before) =>
    comunaCode === before?.comuna_code ? Promise.resolve() : requireComuna(run, comunaCode),
  // One that was merged is forgotten with its merge alone: what refers to it is shown as of the kept one.
  checkRemoval: async (run, id) => void (await findOrganisation(run.tx, run.actor, id)),
  find: findOrganisation,
});

export const addOrganisation = command(
  'organisations.create',
  async (c, input: Input): Promise<SimilarOrganisation> => {
    await requireComuna(c, input.comunaCode);
    await refuseDuplicates(c, input);
    const columns = columnsOf(input);
    const { id } = await c.tx
      .insertInto('organisations')
      .values({ ...columns, created_by: c.actor.id, updated_by: c.actor.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    // Contact persons are personal data: the audit keeps that there is one, not who.
    const { contact_name, contact_email, contact_phone, ...open } = columns;
    const changes = changesBetween(
      {},
      { ...open, contact: Boolean(contact_name || contact_email || contact_phone) },
    );
    c.record({ action: 'organisation.created', objectType: 'organisation', objectId: id, changes });
    return organisationOption(c.tx, c.actor, id);
  },
);
