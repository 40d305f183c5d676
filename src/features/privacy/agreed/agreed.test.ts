import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { auditOf } from '../../../../test/audit.ts';
import { type Client, clientAs, clientOf } from '../../../../test/client.ts';
import { nursing, PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { approvedPacs } from '../../../../test/execution.ts';
import { type Created, done } from '../../../../test/factories.ts';
import { linkOf, sendForm, sentWave } from '../../../../test/surveys.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import type { Problem } from '../../../domain/kit/problem.ts';
import type { AgreedKind } from '../../../domain/privacy/agreed.ts';
import { FORGOTTEN_NAME } from '../../../domain/privacy/forgotten.ts';
import type { Agreed } from './contract.ts';

let server: TestApp;
let lead: Client;
let office: Client;
let reviewer: Client;
let project: Created;
let title: string;

beforeAll(async () => {
  server = await startApp();
  [lead, office, reviewer] = await Promise.all([
    clientAs(server, PEOPLE.academic),
    clientAs(server, PEOPLE.admin),
    clientAs(server, PEOPLE.reviewer),
  ]);
});
afterAll(() => server.close());
beforeEach(async () => {
  await sql`delete from attendances`.execute(server.db);
  await sql`delete from publications`.execute(server.db);
  project = await approvedPacs(server, lead, await nursing(lead));
  title = done(await lead.get<{ title: string }>(at())).title;
});

const AGREED = '/personal-data/agreed';
const at = () => `/projects/${project.kind}/${project.id}`;
const rowsOf = async (who: Client, kind: AgreedKind) =>
  done(await who.get<Agreed>(AGREED)).groups.find(g => g.kind === kind)?.rows ?? [];
const withdraw = (who: Client, kind: string, id: string) =>
  who.post<Agreed & Problem>(`${AGREED}/withdrawals`, { kind, id });
const refused = (answer: { status: number; body: Problem }) => [answer.status, answer.body.detail];
const GONE = [404, 'No está entre lo que autorizaste: quizás ya lo retiraste.'];

const MINE = {
  name: 'Solo Mía',
  identifierKind: 'email',
  identifier: PEOPLE.reviewer.toUpperCase(),
  group: 'academics',
};
const OTHER = { ...MINE, name: 'Otra', identifier: 'otra@correo.cl' };
async function attended(...rows: object[]): Promise<string> {
  const id = randomUUID();
  done(await lead.post(`${at()}/activities`, { id, name: 'Taller abierto', day: localDay(new Date()) }));
  done(await lead.post(`${at()}/activities/${id}/attendance`, { rows, noticeVersion: 1 }));
  return `${at()}/activities/${id}/attendance`;
}

describe('what somebody agreed to', () => {
  it('is nothing at first, and asked by whoever is signed in alone', async () => {
    expect(done(await reviewer.get<Agreed>(AGREED))).toEqual({ groups: [] });
    const nobody = clientOf(server.url, '');
    expect([
      (await nobody.get(AGREED)).status,
      (await withdraw(nobody, 'survey', randomUUID())).status,
    ]).toEqual([401, 401]);
    for (const [kind, id, path] of [
      ['calendar', randomUUID(), 'kind'],
      ['all', randomUUID(), 'kind'],
      ['survey', 'x', 'id'],
    ] as const) {
      const { status, body } = await withdraw(reviewer, kind, id);
      expect([status, body.errors?.map(e => e.path)]).toEqual([400, [path]]);
    }
    for (const kind of ['public_name', 'attendance', 'survey'])
      expect(refused(await withdraw(reviewer, kind, randomUUID()))).toEqual(GONE);
  });

  it('tells the address of their calendar, which is ended where it is made', async () => {
    done(await lead.post('/calendar-feed'));
    expect(await rowsOf(lead, 'calendar')).toEqual([
      expect.objectContaining({ id: userIdOf(PEOPLE.academic), where: null, withdrawal: null }),
    ]);
    done(await lead.delete('/calendar-feed'));
    expect(await rowsOf(lead, 'calendar')).toEqual([]);
  });
});

describe('a name on a public page', () => {
  const name = (shown: boolean, who = lead) => who.put(`${at()}/publication/name`, { shown });
  const stored = async () =>
    (
      await sql<{ named: string | null; version: number; by: string; results: boolean }>`
        select named_id as named, version, updated_by as by, shows_results as results from publications
        where project_id = ${project.id}`.execute(server.db)
    ).rows[0];
  const stamp = async () =>
    (await sql<{ n: string }>`select sum(n)::text as n from project_changes`.execute(server.db)).rows[0]?.n;

  it('is theirs to withdraw, once', async () => {
    expect(await rowsOf(lead, 'public_name')).toEqual([]);
    done(await name(true));
    const [row] = await rowsOf(lead, 'public_name');
    expect(row).toMatchObject({
      ...{ id: project.id, withdrawal: 'now', noticeVersion: null },
      where: { title, project: { id: project.id, kind: project.kind, code: project.code } },
    });
    expect(await rowsOf(office, 'public_name')).toEqual([]);
    expect(refused(await withdraw(office, 'public_name', project.id))).toEqual(GONE);
    const [before, remembered] = [await stored(), await stamp()];

    expect(done(await withdraw(lead, 'public_name', project.id))).toEqual({ groups: [] });
    expect(await stored()).toEqual({
      ...{ ...before, named: null },
      ...{ version: Number(before?.version) + 1, by: userIdOf(PEOPLE.academic) },
    });
    // Pages remembered with the name are not served again.
    expect(await stamp()).not.toBe(remembered);
    expect(refused(await withdraw(lead, 'public_name', project.id))).toEqual(GONE);
    const entries = await auditOf(server, project.id, 'user.withdraw_consent');
    expect(entries.map(e => [e.actor_id, e.changes])).toEqual([
      [userIdOf(PEOPLE.academic), { namedId: [userIdOf(PEOPLE.academic), null] }],
    ]);
  });

  it('of a project that others lead by now is shown nowhere and listed no more', async () => {
    done(await name(true));
    await sql`update projects set lead_id = ${userIdOf(PEOPLE.colleague)} where id = ${project.id}`.execute(
      server.db,
    );
    expect(await rowsOf(lead, 'public_name')).toEqual([]);
    await sql`update projects set lead_id = ${userIdOf(PEOPLE.academic)} where id = ${project.id}`.execute(
      server.db,
    );
  });
});

describe('names on lists of who came', () => {
  const countsOf = async (...lists: string[]) => ({
    people: done(await lead.get<{ people: object }>(`${at()}/execution`)).people,
    tallies: await Promise.all(lists.map(async list => done(await lead.get<{ tally: object }>(list)).tally)),
  });

  it('are forgotten all over their project, and counted as before', async () => {
    const lists = [await attended(MINE, OTHER), await attended(MINE)];
    const first = project;
    project = await approvedPacs(server, lead, await nursing(lead));
    await attended(MINE);
    const elsewhere = project.id;
    await sql`update projects set title = 'En otra parte' where id = ${elsewhere}`.execute(server.db);
    project = first;
    const counts = await countsOf(...lists);

    const rows = await rowsOf(reviewer, 'attendance');
    const here = rows.filter(r => r.where?.title === title);
    expect(rows).toHaveLength(3);
    expect(here[0]).toMatchObject({ noticeVersion: 1, withdrawal: 'now' });
    expect(here[0]?.what).toBe(`Taller abierto (${localDay(new Date()).split('-').reverse().join('-')})`);
    expect(await rowsOf(lead, 'attendance')).toEqual([]);
    const id = here[0]?.id ?? '';
    expect(refused(await withdraw(lead, 'attendance', id))).toEqual(GONE);

    const left = done(await withdraw(reviewer, 'attendance', id)).groups.flatMap(g => g.rows);
    expect(left.map(r => r.id)).toEqual(rows.filter(r => !here.includes(r)).map(r => r.id));
    expect(await countsOf(...lists)).toEqual(counts);
    const { rows: kept } = await sql<{ name: string; kind: string; project: string }>`
      select name, identifier_kind as kind, project_id as project from attendances`.execute(server.db);
    expect(kept.filter(r => r.name === FORGOTTEN_NAME && r.kind === 'forgotten')).toHaveLength(2);
    expect(kept.filter(r => r.name === MINE.name).map(r => r.project)).toEqual([elsewhere]);
    for (const row of here) expect(refused(await withdraw(reviewer, 'attendance', row.id))).toEqual(GONE);
    const entries = await auditOf(server, userIdOf(PEOPLE.reviewer), 'user.withdraw_consent');
    expect(entries.map(e => e.changes)).toEqual([{ kind: ['attendance', null], attendances: [2, 0] }]);
  });

  it('give only the title of a project that they may not open', async () => {
    await attended(MINE);
    expect((await rowsOf(reviewer, 'attendance'))[0]?.where).toEqual({ title, project: null });
  });

  it('under another kind of identifier are not told by what they look like', async () => {
    await attended({ ...MINE, identifierKind: 'none', identifier: '' }, OTHER);
    expect(await rowsOf(reviewer, 'attendance')).toEqual([]);
  });

  it('are found under the addresses of records that became theirs', async () => {
    await attended(OTHER);
    await sql`insert into users (name, email, state, merged_into)
      values ('Otra', 'OTRA@correo.cl', 'blocked', ${userIdOf(PEOPLE.reviewer)})`.execute(server.db);
    expect(await rowsOf(reviewer, 'attendance')).toHaveLength(1);
    await sql`delete from users where email = 'OTRA@correo.cl'`.execute(server.db);
  });
});

describe('a survey that waits for somebody', () => {
  const asked = async () => {
    const wave = await sentWave(server, office, { invited: 1 });
    await sql`update wave_invitations set email = ${PEOPLE.reviewer} where wave_id = ${wave.id}`.execute(
      server.db,
    );
    return wave;
  };
  const stateOf = async (wave: string) =>
    (
      await sql<{ state: string }>`select state from wave_invitations where wave_id = ${wave}`.execute(
        server.db,
      )
    ).rows[0]?.state;

  it('is declined as by its link, which is used up', async () => {
    const wave = await asked();
    const link = await linkOf(server, wave.id, PEOPLE.reviewer);
    const [row] = await rowsOf(reviewer, 'survey');
    expect(row).toMatchObject({ what: wave.title, where: null, noticeVersion: null, withdrawal: 'now' });
    const id = row?.id ?? '';
    expect(refused(await withdraw(lead, 'survey', id))).toEqual(GONE);
    expect(await stateOf(wave.id)).toBe('waiting');

    const answers = await Promise.all([withdraw(reviewer, 'survey', id), withdraw(reviewer, 'survey', id)]);
    expect(answers.map(a => a.status).sort()).toEqual([200, 404]);
    expect(await stateOf(wave.id)).toBe('declined');
    expect(await rowsOf(reviewer, 'survey')).toEqual([]);
    expect((await sendForm(server, link, {})).status).toBe(404);
    const entries = await auditOf(server, userIdOf(PEOPLE.reviewer), 'user.withdraw_consent');
    expect(entries.at(-1)?.changes).toEqual({ kind: ['survey', null] });
    expect(JSON.stringify(entries)).not.toContain(wave.id);
  });

  it('is told no more once it is over', async () => {
    const wave = await asked();
    const [row] = await rowsOf(reviewer, 'survey');
    await sql`update waves set closes_at = now() where id = ${wave.id}`.execute(server.db);
    expect(await rowsOf(reviewer, 'survey')).toEqual([]);
    expect(refused(await withdraw(reviewer, 'survey', row?.id ?? ''))).toEqual(GONE);
  });
});
