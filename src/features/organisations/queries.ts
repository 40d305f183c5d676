import { cleanRut, formatRut, RutFormat } from '@fdograph/rut-utilities';
import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import type { OutputOf } from '../../domain/endpoint.ts';
import type { findSimilarOrganisations } from './contract.ts';

export type SimilarOrganisation = OutputOf<typeof findSimilarOrganisations>[number];

// Trigram similarity above which two names look like one: "Municipalidad de Tomé" and "Ilustre Municipalidad de Tomé".
const ALIKE = 0.55;

/** Same RUT first, then by likeness of name; inactive ones too, because they would be duplicates all the same. */
export async function similarOrganisations(
  db: Database,
  { name = '', rut = '' }: { name?: string | undefined; rut?: string | undefined },
): Promise<SimilarOrganisation[]> {
  const known = cleanRut(rut).length >= 2 ? formatRut(rut, RutFormat.DASH) : '';
  if (name.length < 3 && known === '') return [];
  const { rows } = await sql<SimilarOrganisation>`
    select o.id, o.name as label, concat_ws(' · ', o.rut, c.name) as hint
    from organisations o left join comunas c on c.code = o.comuna_code
    where o.rut = ${known}
      or (length(${name}) >= 3 and similarity(plain(o.name), plain(${name})) >= ${ALIKE})
    order by (o.rut = ${known}) desc nulls last, similarity(plain(o.name), plain(${name})) desc, o.id limit 5
  `.execute(db);
  return rows;
}

export async function organisationOption(db: Database, id: string): Promise<SimilarOrganisation> {
  const { rows } = await sql<SimilarOrganisation>`
    select o.id, o.name as label, concat_ws(' · ', o.rut, c.name) as hint
    from organisations o left join comunas c on c.code = o.comuna_code where o.id = ${id}
  `.execute(db);
  const row = rows[0];
  if (!row) throw new Error(`organisation ${id} is gone`);
  return row;
}
