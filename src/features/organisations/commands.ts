import type { BodyOf } from '../../domain/kit/endpoint.ts';
import { AppError, invalid } from '../../domain/kit/problem.ts';
import { type Command, changesBetween, command } from '../../server/commands/command.ts';
import type { createOrganisation } from './contract.ts';
import { organisationOption, type SimilarOrganisation, similarOrganisations } from './queries.ts';

type Input = BodyOf<typeof createOrganisation>;

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

export const addOrganisation = command(
  'organisations.create',
  async (c, input: Input): Promise<SimilarOrganisation> => {
    await requireComuna(c, input.comunaCode);
    await refuseDuplicates(c, input);
    const columns = {
      name: input.name,
      rut: input.rut || null,
      type: input.type,
      comuna_code: input.comunaCode,
      contact_name: input.contactName || null,
      contact_email: input.contactEmail || null,
      contact_phone: input.contactPhone || null,
      latitude: input.point?.latitude ?? null,
      longitude: input.point?.longitude ?? null,
    };
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
