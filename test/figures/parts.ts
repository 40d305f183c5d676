import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { COUNTED } from '../../src/domain/execution/people.ts';
import { STARTED } from '../../src/domain/kinds/statuses.ts';
import { addDays, localDay } from '../../src/domain/kit/calendar.ts';
import { BUDGET_SOURCES } from '../../src/domain/sections/budget.ts';
import { organisationIdOf, PEOPLE, userIdOf } from '../demo.ts';
import { merge } from '../merged.ts';
import { spent } from '../payments.ts';
import { server } from '../university.ts';
import { type Made, pick } from './projects.ts';

// What the projects of a university plan, record, spend and reach.

const TODAY = localDay(new Date());
const PARTNERS = ['65000014-5', '61000027-4', '60000038-1', '69000001-6', '65000052-8', '76000063-9'];
const COMUNAS = ['08110', '08101', '13101', '05101'];
const GROUPS = COUNTED.flatMap(({ field, groups }) => groups.map(g => ({ field, group: g.value })));

/** Expected people of most groups, none of some and nobody of others; a few were typed as they came. */
function peopleOf(n: number) {
  const of = (k: number) => ({
    expected: (n + k) % 5 === 0 ? null : ((n + k) % 4) * (k + 1),
    actual: (n + k) % 7 === 0 ? n + k : null,
  });
  const entries = GROUPS.map(({ field, group }, k) => ({ field, group, count: of(k) }));
  return Object.fromEntries(
    COUNTED.map(({ field }) => [
      field,
      Object.fromEntries(entries.filter(e => e.field === field).map(e => [e.group, e.count])),
    ]),
  );
}

const linesOf = (n: number) =>
  Array.from({ length: n % 6 }, (_, k) => ({
    ...{ id: `b${k}`, category: 'operation', description: 'Ítem' },
    ...{ quantity: k === 3 ? null : 1.25 * (k + 1), unitCost: 333 * (n + 1) },
    source: k === 4 ? null : pick(BUDGET_SOURCES, n + k).value,
  }));

const indicatorsOf = (n: number) =>
  Array.from({ length: n % 4 }, (_, k) => ({
    ...{ id: `i${k}`, name: `Indicador ${k}`, objectiveId: 'o1', baseline: k === 1 ? null : 10 },
    kind: pick(['number', 'number', 'milestone', 'qualitative'], n + k),
    direction: pick(['up', 'down', 'keep'], n + k),
    target: (n + k) % 9 === 0 ? null : 20,
    accumulates: pick(['last', 'sum', 'max', 'average'], n),
  }));

async function writeSections({ id, n }: Made): Promise<void> {
  const members =
    n % 10 === 4 ? [{ id: 'm', userId: null, name: 'T', email: PEOPLE.otherAdmin, role: 'academic' }] : [];
  const sections = {
    participants: peopleOf(n),
    ...(n % 7 > 0 && { budget: { lines: linesOf(n) } }),
    ...(n % 5 > 0 && { indicators: { indicators: indicatorsOf(n) } }),
    team: { members },
  };
  for (const [section, data] of Object.entries(sections))
    await sql`insert into project_sections (project_id, section, data)
      values (${id}, ${section}, ${JSON.stringify(data)})`.execute(server.db);
}

async function writeReferences({ id, n }: Made): Promise<void> {
  const rows = <T>(values: readonly T[], count: number) => [
    ...new Set(Array.from({ length: count }, (_, k) => pick(values, n + k * 3))),
  ];
  for (const rut of rows(PARTNERS, n % 4))
    await sql`insert into project_partners values (${id}, ${organisationIdOf(rut)})`.execute(server.db);
  for (const code of rows(COMUNAS, n % 3))
    await sql`insert into project_comunas values (${id}, ${code})`.execute(server.db);
  for (const goal of rows([1, 3, 4, 11, 17], n % 4))
    await sql`insert into project_goals values (${id}, ${goal})`.execute(server.db);
  if (n % 6 === 2)
    await sql`insert into project_members values (${id}, ${userIdOf(PEOPLE.stranger)})`.execute(server.db);
}

/** Activities with counts and lists; somebody comes to both, and some cannot be told apart. */
async function writeActivities({ id, n }: Made): Promise<void> {
  const author = userIdOf(PEOPLE.academic);
  for (let k = 0; k < n % 3; k += 1) {
    const activity = randomUUID();
    const counts = { direct: 3 + n, women: n % 5, students: k, ...(k === 1 && { rural: 2 }) };
    await sql`insert into activities (id, project_id, name, day, counts, author_id, updated_by)
      values (${activity}, ${id}, 'Taller', ${TODAY}, ${JSON.stringify(counts)}, ${author}, ${author})`.execute(
      server.db,
    );
    const came = [
      ['A', 'students'],
      ['B', 'external'],
      [`C${k}`, 'alumni'],
      ['', 'external'],
    ] as const;
    for (const [key, group] of n % 4 ? came : [])
      await sql`insert into attendances (project_id, activity_id, name, identifier_kind, identifier, people_group, source,
          notice_version, consented_at, person_key)
        values (${id}, ${activity}, 'Alguien', ${key ? 'foreign' : 'none'}, ${key}, ${group}, 'list', 1, now(),
          case when ${key} <> '' then sha256(convert_to(${key} || ${n}::text, 'UTF8')) end)`.execute(
        server.db,
      );
  }
}

async function writeMeasurements({ id, n }: Made): Promise<void> {
  const author = userIdOf(PEOPLE.academic);
  const states = ['accepted', 'accepted', 'submitted', 'returned'] as const;
  for (const [k, state] of states.entries())
    await sql`insert into measurements (id, project_id, indicator_id, day, value, state, reason, decided_by, decided_at, author_id, updated_by)
      values (new_id(), ${id}, ${`i${k % 3}`}, ${addDays(TODAY, -k)}, ${(n % 5) * 7}, ${state}, 'Falta', ${author}, now(), ${author}, ${author})`.execute(
      server.db,
    );
}

/** Expenses in every state and of every source, payments, and refunds accepted or not. */
async function writeMoney(project: Made): Promise<void> {
  const { id, n } = project;
  const created = { ...project, kind: project.kind as 'fexs' };
  await spent(created, 10_000 + n, { state: 'approved', source: pick(BUDGET_SOURCES, n).value });
  await spent(created, 20_000 + n, { state: pick(['recorded', 'refused', 'observed'], n) });
  if (project.awarded === null) return;
  const author = userIdOf(PEOPLE.admin);
  for (let k = 0; k <= n % 3; k += 1)
    await sql`insert into payments (id, project_id, day, amount, reference, author_id, updated_by)
      values (new_id(), ${id}, ${TODAY}, ${100_000 * (k + 1)}, 'T', ${author}, ${author})`.execute(server.db);
  for (const state of n % 2 ? ['accepted', 'submitted', 'returned'] : ['accepted']) {
    const file = randomUUID();
    await sql`with f as (insert into files (id, project_id, document_type, name, size, content_type, sha256, storage_key, uploaded_by)
        values (${file}, ${id}, 'evidence', 'f.pdf', 1, 'application/pdf', ${randomBytes(32)}, ${`files/${file}`}, ${author}) returning id)
      insert into refunds (id, project_id, day, amount, reference, version_id, state, reason, decided_at, due_at, author_id, updated_by)
      select new_id(), ${id}, ${TODAY}, ${1000 + n}, 'D', id, ${state}, 'Falta', now(), now(), ${author}, ${author} from f`.execute(
      server.db,
    );
  }
}

/** What the final report says instead of the lists. */
async function correctPeople({ id, n }: Made): Promise<void> {
  const author = userIdOf(PEOPLE.academic);
  await server.db
    .insertInto('reports')
    .values({
      ...{ project_id: id, number: null, state: null, author_id: author, updated_by: author },
      ...{
        people: JSON.stringify({ direct: 500 + n, women: 7 }),
        people_reason: 'Faltaban personas en la lista.',
      },
    })
    .execute();
}

export async function writeParts(made: readonly Made[]): Promise<void> {
  for (const project of made) {
    await writeSections(project);
    await writeReferences(project);
    await writeMeasurements(project);
    if (!STARTED.includes(project.status) && project.status !== 'cancelled') continue;
    await writeActivities(project);
    await writeMoney(project);
    if (project.n % 2) await correctPeople(project);
  }
  const [kept = '', first = '', second = ''] = PARTNERS.map(organisationIdOf);
  await merge(server.db, first, kept);
  await merge(server.db, second, first);
}
