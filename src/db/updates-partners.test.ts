import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ALL, versionBefore } from '../../test/versions.ts';
import type { Actor } from '../domain/kit/actor.ts';
import { findOrganisation, similarOrganisations } from '../features/organisations/queries.ts';
import { findPartner, partnerList } from '../features/partners/queries.ts';
import { migrate } from './migrate.ts';
import type { Database } from './pool.ts';

const NAMES = ['Ilustre Municipalidad de Tomé', 'Municipalidad de Tomé', 'La Ilustre', '🎉 & Cía.'];
const ADMIN: Actor = {
  ...{ id: '0190a000-0000-7000-8000-000000000009', name: 'Ana', email: 'ana@uni.example' },
  ...{ roles: ['Admin'], state: 'active', homeSchoolId: null },
  ...{ directs: [], heads: [], headsSchools: [], fillsIn: true },
};

/** Organisations with contacts, in an ended project whose actual people were typed, and in a meeting. */
async function fill(db: Database): Promise<string[]> {
  await sql`insert into users (id, name, email, state, roles)
    values (${ADMIN.id}, 'Ana', 'ana@uni.example', 'active', '{Admin}')`.execute(db);
  const { rows } = await sql<{ id: string }>`
    insert into organisations (name, rut, type, comuna_code, contact_name, contact_email, active)
    select n, case when i = 1 then '69010400-K' end, 'sector_publico', case when i < 3 then '08111' end,
      'Rosa', 'rosa@tome.example', i <> 3
    from unnest(${NAMES}::text[]) with ordinality x (n, i) returning id`.execute(db);
  const ids = rows.map(row => row.id);
  const { rows: projects } = await sql<{ id: string }>`
    insert into projects (code, kind, kind_version, title, lead_id, created_by, status, submitted_at, start_date)
    values ('PAC-2024-0001', 'pacs', 1, 'Huerta', ${ADMIN.id}, ${ADMIN.id}, 'closed', now(), '2024-03-01')
    returning id`.execute(db);
  const project = projects[0]?.id;
  const partners = [{ id: 'p', organisationId: ids[1], role: 'codesign', contactName: 'Luis' }];
  await sql`insert into project_sections (project_id, section, data, updated_by) values
    (${project}, 'partners', ${JSON.stringify({ partners })}::jsonb, ${ADMIN.id}),
    (${project}, 'participants', '{"reach": {"direct": {"expected": 60, "actual": 61}}}', ${ADMIN.id})`.execute(
    db,
  );
  await sql`insert into project_partners (project_id, organisation_id) values (${project}, ${ids[1]})`.execute(
    db,
  );
  await sql`insert into meetings (id, project_id, organisation_id, day, author_id, updated_by)
    values (gen_random_uuid(), ${project}, ${ids[1]}, '2024-05-01', ${ADMIN.id}, ${ADMIN.id})`.execute(db);
  return ids;
}

test('0048: organisations of before are partners with what they had, each its own', async () => {
  const db = await versionBefore('0048');
  await sql`insert into kinds (slug, current_version) values ('pacs', 1)`.execute(db);
  await sql`insert into kind_versions (slug, version, definition) values ('pacs', 1, '{}')`.execute(db);
  const ids = await fill(db);
  await migrate(db, ALL);
  const { rows } = await sql<{ name: string; core: string; isOwn: boolean; isOpen: boolean }>`
    select name, core, canonical_id = id as "isOwn", compared is null as "isOpen"
    from organisations order by name`.execute(db);
  expect(rows.every(row => row.isOwn && row.isOpen)).toBe(true);
  expect(Object.fromEntries(rows.map(row => [row.name, row.core]))).toEqual({
    'Ilustre Municipalidad de Tomé': 'municipalidad tome',
    'Municipalidad de Tomé': 'municipalidad tome',
    // Nothing would be left of it.
    'La Ilustre': 'la ilustre',
    '🎉 & Cía.': 'cia',
  });
  const list = await partnerList.page(db, ADMIN, { page: 1, size: 10, sort: 'name', q: '69010400' });
  expect(list.rows).toMatchObject([
    { name: 'Ilustre Municipalidad de Tomé', rut: '69010400-K', projects: 0 },
  ]);
  expect(await findPartner(db, ADMIN, ids[1] ?? '')).toMatchObject({
    ...{ projects: 1, since: 2024, until: 2024, contact: { name: 'Rosa', email: 'rosa@tome.example' } },
    contacts: [{ name: 'Luis', project: { code: 'PAC-2024-0001' } }],
    items: [{ people: 61, roles: ['codesign'] }],
  });
  expect(await findOrganisation(db, ADMIN, ids[2] ?? '')).toMatchObject({ active: false, point: null });
  expect(
    (await similarOrganisations(db, ADMIN, { name: 'I. Municipalidad Tomé' })).map(o => o.label),
  ).toContain('Municipalidad de Tomé');
});
