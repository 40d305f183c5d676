import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { publishFirstKinds } from '../../db/first-rows.ts';
import type { ReadSubject } from '../../domain/access/subject.ts';
import { mayRead } from '../../domain/access/visibility.ts';
import { STATUSES } from '../../domain/kinds/statuses.ts';
import type { Actor, Role } from '../../domain/kit/actor.ts';
import { HITS, MOST_COUNTED } from './contract.ts';
import { find } from './queries.ts';

let test: TestDatabase;
let people: string[];
let schools: string[];
let subjects: Map<string, ReadSubject & { readonly words: string; readonly code: string }>;

/** More than are looked at one by one, all with one word in their titles, a few with another. */
const PROJECTS = 2300;

/** In every status, submitted or not, of either school or none, and whatever they are to the first person. */
beforeAll(async () => {
  test = await createTestDatabase();
  await publishFirstKinds(test.db);
  const ids = async (rows: ReturnType<typeof sql<{ id: string }>>) =>
    (await rows.execute(test.db)).rows.map(({ id }) => id);
  people = await ids(
    sql`insert into users (name, email, state, roles)
      select 'Persona ' || n, 'p' || n || '@universidad.cl', 'active', '{Academic}' from generate_series(0, 2) n returning id`,
  );
  schools = await ids(
    sql`with f as (insert into faculties (code, name) values ('F', 'Facultad') returning id)
      insert into schools (code, name, faculty_id) select 'S' || n, 'Escuela ' || n, f.id from f, generate_series(0, 1) n returning id`,
  );
  const [me, other] = people;
  await sql`
    insert into projects (code, kind, kind_version, status, title, summary, search_text, lead_id, alternate_id, school_id,
      submitted_at, created_by)
    select 'PAC-2026-' || n, 'pacs', 1, (${sql.val([...STATUSES])}::text[])[1 + n % ${STATUSES.length}::int], t.title, '',
      t.title || case when n % 3 = 0 then ' acequia' else '' end,
      case n % 41 when 0 then ${me}::uuid else ${other}::uuid end, case when n % 37 = 1 and n % 41 > 0 then ${me}::uuid end,
      (${sql.val(schools)}::uuid[])[1 + n % 3], case when n % 5 > 1 then now() end, ${other}
    from generate_series(0, ${PROJECTS - 1}::int) n, lateral (
      select 'Mural ' || case when n % 29 = 0 then 'acuarela ' else '' end || n as title) t`.execute(test.db);
  const some = (every: number, from: number) =>
    sql`projects where split_part(code, '-', 3)::int % ${every}::int = ${from}::int and lead_id <> ${me}
      and alternate_id is distinct from ${me}`;
  await sql`insert into project_members select id, ${me} from ${some(43, 2)}`.execute(test.db);
  await sql`insert into project_holders (project_id, user_id, via) select id, ${me}, 'head' from ${some(47, 3)}`.execute(
    test.db,
  );
  await sql`insert into reviews (project_id, user_id, state, blind)
    select id, ${me}, case split_part(code, '-', 3)::int % 2 when 0 then 'invited' else 'accepted' end,
      split_part(code, '-', 3)::int % 5 = 0 from ${some(11, 4)}`.execute(test.db);
  const { rows } = await sql<ReadSubject & { id: string; words: string; code: string }>`
    select p.id, p.code, p.search_text as words, p.status, p.lead_id as "leadId", p.alternate_id as "alternateId", p.school_id as "schoolId",
      p.submitted_at as "submittedAt",
      array(select user_id from project_members m where m.project_id = p.id) as "memberIds",
      array(select user_id from project_holders h where h.project_id = p.id) as "holderIds",
      array(select user_id from reviews r where r.project_id = p.id) as "reviewerIds",
      array(select user_id from reviews r where r.project_id = p.id and r.state = 'invited') as "invitedIds",
      array(select user_id from reviews r where r.project_id = p.id and r.blind) as "blindIds"
    from projects p`.execute(test.db);
  subjects = new Map(rows.map(row => [row.id, row]));
  await sql`analyze`.execute(test.db);
});
afterAll(() => test.drop());

const actor = (roles: Role[], more: Partial<Actor> = {}): Actor => ({
  ...{ id: people[0] ?? '', name: 'Persona', email: 'p@universidad.cl', roles, state: 'active' },
  ...{ homeSchoolId: null, directs: [], heads: [], headsSchools: [], fillsIn: false },
  ...more,
});
const someone = (roles: Role[], more: Partial<Actor> = {}) =>
  actor(roles, { id: '0190f000-0000-7000-8000-000000000001', ...more });

const READERS: Record<string, () => Actor> = {
  'somebody of the university': () => someone(['Academic']),
  'a reviewer alone': () => someone(['Reviewer']),
  'a person without a role': () => someone([]),
  'an Admin': () => someone(['Admin']),
  'an Admin who reviews blindly': () => actor(['Admin']),
  'a director': () => someone(['Director'], { directs: schools.slice(0, 1) }),
  'a deputy without the role': () => someone([], { directs: schools.slice(0, 1) }),
  'a dean': () => someone(['Dean'], { headsSchools: schools }),
  'a person with projects': () => actor(['Academic']),
  'a person with projects and no role': () => actor([]),
  'a director with projects': () => actor(['Academic', 'Director'], { directs: schools.slice(0, 1) }),
};

/** In all titles, in few of them, in a third of what is said besides; and by code. */
const TYPED: Record<string, (words: string, code: string) => boolean> = {
  mural: () => true,
  acuarela: words => words.includes('acuarela'),
  acequia: words => words.includes('acequia'),
  'acequias murales': words => words.includes('acequia'),
  'mural pac': () => false,
  'PAC-2026-1': (_words, code) => code.startsWith('PAC-2026-1'),
};

describe('projects', () => {
  const cases = Object.keys(READERS).flatMap(who => Object.keys(TYPED).map(typed => [who, typed] as const));
  it.each(cases)('%s finds by «%s» what may be opened, and all of it is counted', async (who, typed) => {
    const reader = READERS[who]?.() ?? someone([]);
    const has = TYPED[typed] ?? (() => false);
    const allowed = [...subjects]
      .filter(([, s]) => has(s.words, s.code) && mayRead(reader, s))
      .map(([id]) => id);
    const { groups, refused } = await find(test.db, reader, typed);
    expect(refused).toBeNull();
    const group = groups.find(g => g.object === 'project');
    expect([group?.total ?? 0, group?.hasMore ?? false]).toEqual([
      Math.min(allowed.length, MOST_COUNTED),
      allowed.length > MOST_COUNTED,
    ]);
    const hits = group?.hits.map(hit => hit.id) ?? [];
    expect(hits).toHaveLength(Math.min(allowed.length, HITS));
    expect(hits.filter(id => !allowed.includes(id))).toEqual([]);
  });

  it('whose titles say it come before those that say it elsewhere', async () => {
    await sql`update projects set search_text = search_text || ' acuarela' where code like 'PAC-2026-1%'`.execute(
      test.db,
    );
    const { groups } = await find(test.db, READERS['an Admin']?.() ?? someone([]), 'acuarela');
    const titles = groups[0]?.hits.map(hit => hit.title) ?? [];
    expect([titles.length, titles.filter(title => !title.includes('acuarela'))]).toEqual([HITS, []]);
  });
});
