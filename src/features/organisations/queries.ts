import { cleanRut } from '@fdograph/rut-utilities';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../db/pool.ts';
import { precompile } from '../../db/precompile.ts';
import { ORGANISATION_TYPES, plainRut } from '../../domain/catalogues/organisations.ts';
import { type Actor, isAdmin } from '../../domain/kit/actor.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { findRow, lastChangeOf } from '../../server/tables/list.ts';
import type { findSimilarOrganisations, organisationRow } from './contract.ts';

export type SimilarOrganisation = OutputOf<typeof findSimilarOrganisations>[number];

const types = sql.lit(JSON.stringify(Object.fromEntries(ORGANISATION_TYPES.map(t => [t.value, t.label]))));
const known = precompile(sql`concat_ws(' · ', ${types}::jsonb ->> o.type, c.name)`);
const withRut = precompile(sql`concat_ws(' · ', o.rut, ${known})`);
/** What is told of organisation `o` in comuna `c` besides its name. A RUT may be a person's: administrators alone read it. */
export const organisationHint = (actor: Actor): RawBuilder<unknown> => (isAdmin(actor) ? withRut : known);

// Trigram similarity above which two names look like one: "Municipalidad de Tomé" and "Ilustre Municipalidad de Tomé".
const ALIKE = 0.55;

/** Same RUT first, then by likeness of name; inactive ones too, because they would be duplicates all the same. */
export async function similarOrganisations(
  db: Database,
  actor: Actor,
  { name = '', rut = '' }: { name?: string | undefined; rut?: string | undefined },
): Promise<SimilarOrganisation[]> {
  const typed = cleanRut(rut).length >= 2 ? plainRut(rut) : '';
  if (name.length < 3 && typed === '') return [];
  const { rows } = await sql<SimilarOrganisation>`
    select o.id, o.name as label, ${organisationHint(actor)} as hint
    from organisations o left join comunas c on c.code = o.comuna_code
    where o.rut = ${typed}
      or (length(${name}) >= 3 and similarity(plain(o.name), plain(${name})) >= ${ALIKE})
    order by (o.rut = ${typed}) desc nulls last, similarity(plain(o.name), plain(${name})) desc, o.id limit 5
  `.execute(db);
  return rows;
}

export async function organisationOption(
  db: Database,
  actor: Actor,
  id: string,
): Promise<SimilarOrganisation> {
  const { rows } = await sql<SimilarOrganisation>`
    select o.id, o.name as label, ${organisationHint(actor)} as hint
    from organisations o left join comunas c on c.code = o.comuna_code where o.id = ${id}
  `.execute(db);
  const row = rows[0];
  if (!row) throw new Error(`organisation ${id} is gone`);
  return row;
}

export type Organisation = z.output<typeof organisationRow>;

/** As it is edited; a merged one is not. */
export const findOrganisation = (db: Database, _actor: Actor, id: string): Promise<Organisation> =>
  findRow(
    db,
    {
      from: sql`organisations o`,
      select: sql`o.id, o.name, coalesce(o.rut, '') as rut, o.type, o.comuna_code as "comunaCode",
        case when o.latitude is not null
          then json_build_object('latitude', o.latitude, 'longitude', o.longitude) end as point,
        coalesce(o.contact_name, '') as "contactName", coalesce(o.contact_email, '') as "contactEmail",
        coalesce(o.contact_phone, '') as "contactPhone", o.active, ${lastChangeOf('o')}`,
      key: sql`o.id`,
    },
    [sql`o.id = ${id}`, sql`o.merged_into is null`],
  );
