import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { organisationIdOf } from '../../../../test/demo.ts';
import { approvedPacs, setStatus } from '../../../../test/execution.ts';
import { type Created, detailOf, done, pacsSections, startDraft } from '../../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../../test/university.ts';
import { budgetTotal } from '../../../domain/sections/budget.ts';
import type { SectionData } from '../../../domain/sections/index.ts';
import type { ProjectRow } from '../contract.ts';

openUniversity({ rateLimit: 0 });

let approved: Created;
let all: Created[];
const CLIENT = organisationIdOf('65000014-5');

beforeAll(async () => {
  approved = await approvedPacs(server, clients.academic, refs);
  const draft = await startDraft(clients.academic, 'pacs', { title: 'Un borrador' });
  const contracted = await startDraft(clients.academic, 'cons', { title: 'Con contrato' });
  all = [approved, draft, contracted];
  const { rows } = await sql<{ id: string }>`
    insert into organisations (name, type) values ('La que contrata', 'empresa') returning id`.execute(
    server.db,
  );
  const [{ id: client } = { id: '' }] = rows;
  const { partners } = pacsSections(refs, 'x');
  for (const [section, data] of Object.entries({ contract: { clientId: client }, partners }))
    await sql`insert into project_sections (project_id, section, data)
      values (${contracted.id}, ${section}, ${JSON.stringify(data)})`.execute(server.db);
  await sql`insert into project_partners (project_id, organisation_id)
    values (${contracted.id}, ${client}), (${contracted.id}, ${CLIENT})`.execute(server.db);
  await setStatus(server, contracted, 'running');
  for (const { id } of all)
    await sql`update projects set amount_requested = 100, amount_awarded = 90, submitted_at = now() where id = ${id}`.execute(
      server.db,
    );
  await sql`update project_facts set spent_unit = 40, spent_fund = 2, actual_direct = 61 where project_id = any(${all.map(
    p => p.id,
  )}::uuid[])`.execute(server.db);
});

const rowsOf = async (client: Client, query = 'details=true') =>
  done(await client.get<{ rows: ProjectRow[] }>(`/projects?size=200&sort=code&${query}`)).rows;
const detailsOf = async (client: Client, { id }: Created) =>
  (await rowsOf(client)).find(row => row.id === id)?.details;

it('tells of each row what its columns need', async () => {
  expect(await detailsOf(clients.academic, approved)).toEqual({
    ...{ theme: null, call: null, regions: ['Biobío'], comunas: ['Talcahuano'], goals: [3, 10] },
    ...{
      partners: ['Junta de Vecinos N.º 14 Los Cóndores'],
      asked: 100,
      awarded: 90,
      budget: 200_000,
      spent: 42,
    },
    ...{ expectedPeople: 60, actualPeople: 61, indicators: 1, indicatorsReached: 0 },
  });
});

it('and of nothing where it was not asked, the rows the same', async () => {
  const without = await rowsOf(clients.academic, '');
  const rows = await rowsOf(clients.academic);
  expect(rows.map(({ details: _, ...row }) => row)).toEqual(without);
  expect(rows.every(row => row.details)).toBe(true);
});

it.each([
  ...([
    'admin',
    'academic',
    'colleague',
    'director',
    'dean',
    'stranger',
    'otherDirector',
    'otherDean',
  ] as const),
])('the %s gets the money that the page tells them', async who => {
  const client = clients[who];
  const rows = await rowsOf(client);
  expect(rows.some(row => row.id === approved.id)).toBe(true);
  for (const row of rows) {
    const page = await detailOf(client, row);
    const budget = page.sections.find(s => s.slug === 'budget')?.data as SectionData['budget'] | undefined;
    expect(row.details, row.title).toMatchObject({
      asked: page.amountAsked,
      awarded: page.amountAwarded,
      budget: budget ? budgetTotal(budget) : null,
      spent: page.readsSpending ? 42 : null,
    });
  }
});

it('who signed the contract is told as the contract is', async () => {
  const own = await detailsOf(clients.academic, all[2] as Created);
  expect(own?.partners).toEqual(['Junta de Vecinos N.º 14 Los Cóndores', 'La que contrata']);
  const open = await detailsOf(clients.stranger, all[2] as Created);
  expect(open?.partners).toEqual(['Junta de Vecinos N.º 14 Los Cóndores']);
});

it('what was done is told of what was awarded', async () => {
  expect((await detailsOf(clients.academic, all[1] as Created))?.actualPeople).toBeNull();
});
