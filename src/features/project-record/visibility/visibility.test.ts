import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { publishFirstKinds } from '../../../db/first-rows.ts';
import { hasSpending, mayReadSpending } from '../../../domain/access/spending.ts';
import type { ReadSubject } from '../../../domain/access/subject.ts';
import { isOwn, mayRead, mayReadPrivate } from '../../../domain/access/visibility.ts';
import { STATUSES, type Status } from '../../../domain/kinds/statuses.ts';
import type { Actor, Role } from '../../../domain/kit/actor.ts';
import { STAMP } from '../counts/queries.ts';
import { type Condition, heldBy, ledBy, readableSpending, readableWhole, visible } from './queries.ts';

let test: TestDatabase;
let people: string[];
let schools: string[];
let projects: Map<string, ReadSubject>;

const made = async (count: number, row: (n: number) => ReturnType<typeof sql<{ id: string }>>) => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await row(n).execute(test.db)).rows[0]?.id ?? '');
  return ids;
};

/** A project in every status, submitted or not, in every relation to the first person and the first school. */
beforeAll(async () => {
  test = await createTestDatabase();
  await publishFirstKinds(test.db);
  people = await made(
    3,
    n => sql`insert into users (name, email, state, roles)
    values (${`Persona ${n}`}, ${`p${n}@universidad.cl`}, 'active', '{Academic}') returning id`,
  );
  const [faculty] = await made(
    1,
    () => sql`insert into faculties (code, name) values ('F', 'Facultad') returning id`,
  );
  schools = await made(
    2,
    n => sql`insert into schools (code, name, faculty_id)
    values (${`S${n}`}, ${`Escuela ${n}`}, ${faculty}) returning id`,
  );
  projects = new Map();
  const [me = '', other = '', third = ''] = people;
  const relations: Partial<ReadSubject>[] = [
    {},
    { leadId: me },
    { alternateId: me },
    { memberIds: [me, third] },
    { holderIds: [me] },
    { leadId: me, holderIds: [me], memberIds: [me] },
    { reviewerIds: [me], holderIds: [me] },
    { reviewerIds: [me], invitedIds: [me], holderIds: [me] },
    { reviewerIds: [me], invitedIds: [me], blindIds: [me], holderIds: [me] },
    { alternateId: me, reviewerIds: [me], invitedIds: [me] },
    { reviewerIds: [me], blindIds: [me], holderIds: [me] },
    { alternateId: me, reviewerIds: [me], blindIds: [me] },
  ];
  for (const status of STATUSES)
    for (const submittedAt of [null, new Date()])
      for (const schoolId of [null, ...schools])
        for (const relation of relations)
          await insert({ status, submittedAt, schoolId, leadId: other, alternateId: null, ...relation });
});
afterAll(() => test.drop());

async function insert(given: Partial<ReadSubject> & { status: Status; leadId: string }) {
  const subject: ReadSubject = {
    alternateId: null,
    memberIds: [],
    schoolId: null,
    holderIds: [],
    reviewerIds: [],
    invitedIds: [],
    blindIds: [],
    submittedAt: null,
    ...given,
  };
  const [id = ''] = await made(
    1,
    () => sql`
    insert into projects (code, kind, kind_version, status, title, lead_id, alternate_id, school_id, submitted_at, created_by)
    values (${`PAC-2026-${projects.size}`}, 'pacs', 1, ${subject.status}, 'Título', ${subject.leadId},
      ${subject.alternateId}, ${subject.schoolId}, ${subject.submittedAt}, ${subject.leadId}) returning id`,
  );
  for (const user of subject.memberIds)
    await sql`insert into project_members (project_id, user_id) values (${id}, ${user})`.execute(test.db);
  for (const user of subject.holderIds)
    await sql`insert into project_holders (project_id, user_id, via) values (${id}, ${user}, 'head')`.execute(
      test.db,
    );
  for (const user of subject.reviewerIds)
    await sql`insert into reviews (project_id, user_id, state, blind)
      values (${id}, ${user}, ${subject.invitedIds.includes(user) ? 'invited' : 'accepted'},
        ${subject.blindIds.includes(user)})`.execute(test.db);
  projects.set(id, subject);
}

const actor = (roles: Role[], more: Partial<Actor> = {}): Actor => ({
  id: people[0] ?? '',
  name: 'Persona',
  email: 'p@universidad.cl',
  roles,
  state: 'active',
  homeSchoolId: null,
  directs: [],
  heads: [],
  headsSchools: [],
  fillsIn: false,
  ...more,
});
const someone = (roles: Role[], more: Partial<Actor> = {}) =>
  actor(roles, { id: '0190f000-0000-7000-8000-000000000001', ...more });

/** Every kind of reader; a function, because the ids exist only once the rows do. */
const READERS: Record<string, () => Actor> = {
  'somebody of the university': () => someone(['Academic']),
  'a reviewer alone': () => someone(['Reviewer']),
  'a person without a role': () => someone([]),
  'an Admin': () => someone(['Admin']),
  'an Admin not enabled': () => someone(['Admin'], { state: 'pending' }),
  'a director': () => someone(['Director'], { directs: schools.slice(0, 1) }),
  'a deputy without the role': () => someone(['Academic'], { directs: schools.slice(0, 1) }),
  'a deputy who is a reviewer': () => someone(['Reviewer'], { directs: schools.slice(0, 1) }),
  'a dean': () => someone(['Dean'], { headsSchools: schools }),
  'director of one and dean of both': () =>
    someone(['Director', 'Dean'], { directs: schools.slice(1), headsSchools: schools }),
  'a person with projects': () => actor(['Academic']),
  'a person with projects and no role': () => actor([]),
  'a director with projects': () => actor(['Academic', 'Director'], { directs: schools.slice(0, 1) }),
  'a dean with projects, a reviewer too': () =>
    actor(['Dean', 'Reviewer'], { headsSchools: schools.slice(0, 1) }),
  'a member not enabled': () => actor(['Academic'], { state: 'pending' }),
};

const FILTERS: (Status[] | undefined)[] = [
  undefined,
  ['draft'],
  ['running', 'closed'],
  ['director_review', 'approved', 'withdrawn'],
];

/** What the parts of a list have, as lists, not sets: parts that shared a project would count it twice. */
async function listedBy(parts: ReturnType<typeof visible>, condition: Condition) {
  const found = await Promise.all(
    parts.map(({ where }) =>
      sql<{ id: string }>`select p.id from projects p where ${where} and ${condition}`.execute(test.db),
    ),
  );
  return found.flatMap(part => part.rows.map(row => row.id)).sort();
}
const allowed = (reader: Actor, which: (subject: ReadSubject) => boolean) =>
  [...projects]
    .filter(([, subject]) => mayRead(reader, subject) && which(subject))
    .map(([id]) => id)
    .sort();

it.each(Object.keys(READERS))('%s is listed exactly what the domain lets them read', async name => {
  const reader = READERS[name]?.() ?? someone([]);
  for (const statuses of FILTERS) {
    const readable = allowed(reader, ({ status }) => !statuses || statuses.includes(status));
    expect(await listedBy(visible(reader, statuses), sql`true`)).toEqual(readable);
    expect(await listedBy(visible(reader, statuses, { latest: true }), sql`true`)).toEqual(readable);
  }
});

it.each(Object.keys(READERS))('%s is told the whole, and what is spent, as the domain says', async name => {
  const reader = READERS[name]?.() ?? someone([]);
  const found = async (condition: Condition) =>
    (await sql<{ id: string }>`select p.id from projects p where ${condition}`.execute(test.db)).rows
      .map(({ id }) => id)
      .sort();
  expect(await found(readableWhole(reader))).toEqual(allowed(reader, s => mayReadPrivate(reader, s)));
  expect(await found(readableSpending(reader))).toEqual(
    allowed(reader, s => hasSpending(s) && mayReadSpending(reader, s)),
  );
});

it.each(Object.keys(READERS))(
  '%s finds what they lead and hold in one part, and no more than in all',
  async name => {
    const reader = READERS[name]?.() ?? someone([]);
    const { id } = reader;
    for (const statuses of FILTERS) {
      const inStatus = ({ status }: ReadSubject) => !statuses || statuses.includes(status);
      const parts = visible(reader, statuses, { own: true });
      expect(parts.length).toBe(reader.state === 'active' ? 1 : 0);
      expect(await listedBy(parts, ledBy(id))).toEqual(allowed(reader, s => inStatus(s) && isOwn(reader, s)));
      expect(await listedBy(parts, heldBy(id, false))).toEqual(
        allowed(reader, s => inStatus(s) && s.holderIds.includes(id) && !s.invitedIds.includes(id)),
      );
    }
  },
);

it('what each school submitted is read from its index, latest change first, whatever the statuses', async () => {
  const director = someone(['Director'], { directs: schools });
  for (const statuses of FILTERS.filter(some => some?.includes('draft') !== false)) {
    const parts = visible(director, statuses, { latest: true }).filter(part => part.walked && !part.shared);
    expect(parts).toHaveLength(schools.length);
    const plans = await test.db.transaction().execute(async tx => {
      await sql`set local enable_sort = off; set local enable_seqscan = off; set local enable_bitmapscan = off`.execute(
        tx,
      );
      return Promise.all(
        parts.map(({ where }) =>
          sql`explain select p.id from projects p where ${where} order by p.updated_at desc, p.id limit 5`.execute(
            tx,
          ),
        ),
      );
    });
    for (const plan of plans) {
      expect(JSON.stringify(plan.rows)).toContain('using projects_unit_updated');
      expect(JSON.stringify(plan.rows)).not.toContain('Sort');
    }
  }
});

it('whose review a project is moves the stamp that remembered ids are kept under, what the review says does not', async () => {
  const stamp = async () =>
    (await sql<{ stamp: string }>`select ${STAMP} as stamp`.execute(test.db)).rows[0]?.stamp;
  const isMovedBy = async (change: RawBuilder<unknown>) => {
    const before = await stamp();
    await change.execute(test.db);
    return (await stamp()) !== before;
  };
  const [project = ''] = projects.keys();
  expect(
    await isMovedBy(sql`insert into reviews (project_id, user_id, state, blind)
    values (${project}, ${people[2]}, 'accepted', true)`),
  ).toBe(true);
  const own = sql`where project_id = ${project} and user_id = ${people[2]}`;
  expect(await isMovedBy(sql`update reviews set saved_at = now() ${own}`)).toBe(false);
  expect(await isMovedBy(sql`update reviews set state = 'replaced' ${own}`)).toBe(true);
  expect(await isMovedBy(sql`delete from reviews ${own}`)).toBe(true);
});
