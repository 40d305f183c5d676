import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import type { Answer, Client } from '../../../../test/client.ts';
import { type Clients, everybody, nursing, PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { onlyReviewersOf, proposalInEvaluation } from '../../../../test/evaluation.ts';
import { type Created, done, type References } from '../../../../test/factories.ts';
import type { Preference } from '../../../domain/calls/assigning/preferences.ts';
import { addDays, localDay } from '../../../domain/kit/calendar.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { getHome } from '../../home/contract.ts';
import type { listCandidates, proposeReviewers } from '../reviews/contract.ts';
import type { askPreferences, OwnPreferences, OwnRound, Round } from './contract.ts';

let server: TestApp;
let refs: References;
let clients: Clients;
let reviewers: Awaited<ReturnType<typeof onlyReviewersOf>>;
let call: string;
let first: Created;
let second: Created;
/** Entries of the audit before the test. */
let before: number;

const DAY_MS = 86_400_000;
const dayIn = (days: number) => addDays(localDay(new Date()), days);
const TITLE = 'Huerta de Camila Rojas';

async function newCall(): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into calls (name, year, kind, state, opens_at, closes_at, evaluation_until, blind, rubric)
    select 'Fondo de prueba', 2026, 'incs', 'evaluation', '2026-01-02', '2026-03-02',
      ${new Date(Date.now() + 20 * DAY_MS)}, true, '{"criteria": []}' returning id`.execute(server.db);
  return rows[0]?.id ?? '';
}
const apply = (project: Created, to: string | null = call) =>
  sql`update projects set call_id = ${to} where id = ${project.id}`.execute(server.db);

beforeAll(async () => {
  server = await startApp();
  clients = await everybody(server);
  refs = { ...(await nursing(clients.academic)), memberId: userIdOf(PEOPLE.colleague) };
  reviewers = await onlyReviewersOf(server);
  // Nobody knows more of it than the others.
  await sql`update users set expertise = '{}'`.execute(server.db);
  first = await proposalInEvaluation(clients.academic, clients.director, refs, TITLE);
  second = await proposalInEvaluation(clients.academic, clients.director, refs, 'Banco de semillas');
  await sql`update project_sections set data = data || '{"summary": "La idea es de Camila Rojas, de la Escuela de Enfermería."}'
    where project_id = ${first.id} and section = 'identification'`.execute(server.db);
});
afterAll(() => server.close());

beforeEach(async () => {
  await sql`delete from reviews`.execute(server.db);
  await sql`delete from review_preferences`.execute(server.db);
  await sql`delete from notifications`.execute(server.db);
  await sql`delete from mails`.execute(server.db);
  const { rows } = await sql<{ id: number }>`select max(id) as id from audit`.execute(server.db);
  before = rows[0]?.id ?? 0;
  call = await newCall();
  await apply(first);
  await apply(second);
});

const ask = (until: string, who: Client = clients.admin) =>
  who.post<OutputOf<typeof askPreferences> & { detail: string; errors: { path: string; message: string }[] }>(
    `/calls/${call}/preferences`,
    { until },
  );
const end = (who: Client = clients.admin) =>
  who.post<{ detail: string }>(`/calls/${call}/preferences/end`, {});
const roundFor = async (who: Client = clients.admin) =>
  done(await who.get<Round>(`/calls/${call}/preferences`));
const seenBy = (who: Client) => who.get<OwnPreferences>(`/reviews/preferences/${call}`);
const say = (who: Client, { id }: Pick<Created, 'id'>, preference: Preference) =>
  who.put<{ detail: string }>(`/reviews/preferences/${call}/${id}`, { preference });
const roundsOf = async (who: Client) => done(await who.get<OwnRound[]>('/reviews/preferences'));
const statusOf = async (answer: Promise<Answer<unknown>>) => (await answer).status;
const stored = async () =>
  (
    await sql<{ id: string; user: string; preference: string }>`
      select project_id as id, user_id as user, preference from review_preferences`.execute(server.db)
  ).rows;
const audited = async (like: string) =>
  (
    await sql<{ action: string; changes: unknown }>`
      select action, changes from audit where action like ${like} and id > ${before}
        and object_id in (${call}, ${first.id}, ${second.id}) order by id`.execute(server.db)
  ).rows;
const told = async (who: Client) =>
  done(await who.get<{ rows: { title: string; text: string }[] }>('/notifications?type=review')).rows;

/** Some time later, as if the last day had passed. */
const passEnd = () =>
  sql`update preference_rounds set until = now() - interval '1 minute' where call_id = ${call}`.execute(
    server.db,
  );

describe('a round', () => {
  it('is opened for a day, of which each reviewer is told once, and given more time without telling', async () => {
    const asked = await roundFor();
    expect(asked).toMatchObject({ round: null, refusal: null, barred: null, last: dayIn(20) });
    expect(asked.people).toEqual({ asked: 3, all: 0, some: 0 });
    const opened = done(await ask(dayIn(3)));
    expect(opened.told).toBe(3);
    expect(localDay(new Date(opened.until))).toBe(dayIn(3));
    expect(localDay(new Date(Date.parse(opened.until) + 1))).toBe(dayIn(4));
    const [notice, ...more] = await told(reviewers.first.client);
    expect(more).toEqual([]);
    expect(notice?.title).toBe('Di qué propuestas quieres evaluar');
    expect(notice?.text).toMatch(
      /para 2 propuestas de Fondo de prueba\. Responde hasta el \d\d-\d\d-\d{4}\.$/,
    );
    const { rows: mails } = await sql<{ user: string }>`
      select user_id as user from mails where type = 'review'`.execute(server.db);
    expect(mails.map(m => m.user).sort()).toEqual(
      Object.values(reviewers)
        .map(r => r.id)
        .sort(),
    );
    // The same again, as by a second click, and more time.
    expect(done(await ask(dayIn(3)))).toEqual({ ...opened, told: 0 });
    expect(done(await ask(dayIn(5))).told).toBe(0);
    expect(await told(reviewers.first.client)).toHaveLength(1);
    expect((await audited('call.preferences%')).map(a => a.action)).toEqual([
      'call.preferences_asked',
      'call.preferences_extended',
    ]);
  });

  it('has a last day that is to come, not before the one there is, nor after the evaluation', async () => {
    const errorOf = async (day: string) => {
      const { status, body } = await ask(day);
      return [status, body.errors?.[0]?.path, body.errors?.[0]?.message];
    };
    expect(await errorOf(dayIn(-1))).toEqual([400, 'until', 'Elige hoy o un día posterior.']);
    expect(await errorOf(dayIn(21))).toEqual([
      400,
      'until',
      expect.stringMatching(/^Elige a más tardar el .*: ese día termina la evaluación\.$/),
    ]);
    done(await ask(dayIn(20)));
    const { rows } = await sql<{ same: boolean }>`
      select r.until = c.evaluation_until as same from preference_rounds r join calls c on c.id = r.call_id
      where c.id = ${call}`.execute(server.db);
    expect(rows).toEqual([{ same: true }]);
    expect(await errorOf(dayIn(4))).toEqual([
      400,
      'until',
      'Elige un día posterior al plazo actual, o termina ahora.',
    ]);
  });

  it('is ended early, after which nothing is saved, and opened again for who has not answered', async () => {
    expect((await end()).body.detail).toBe('No hay preferencias por responder.');
    done(await ask(dayIn(3)));
    for (const project of [first, second]) done(await say(reviewers.first.client, project, 'want'));
    done(await say(reviewers.second.client, first, 'can'));
    expect((await roundFor()).people).toEqual({ asked: 3, all: 1, some: 1 });
    done(await end());
    expect((await roundFor()).round?.isOpen).toBe(false);
    const late = await say(reviewers.second.client, second, 'want');
    expect([late.status, late.body.detail]).toEqual([
      422,
      expect.stringMatching(/^El plazo para responder terminó el .*: tu respuesta no se guardó\.$/),
    ]);
    // What was answered stays to be read.
    expect(done(await seenBy(reviewers.second.client))).toMatchObject({ isOpen: false });
    expect(await roundsOf(reviewers.second.client)).toEqual([]);
    expect(done(await ask(dayIn(3))).told).toBe(2);
    expect(await told(reviewers.first.client)).toHaveLength(1);
    expect((await told(reviewers.second.client))[0]?.text).toContain('para 1 propuesta de');
  });

  it('has nothing to ask where the call is resolved, or has no proposal', async () => {
    await apply(first, null);
    await apply(second, null);
    const none = 'Ninguna propuesta de la convocatoria está en admisibilidad o en evaluación.';
    expect((await ask(dayIn(3))).body.detail).toBe(none);
    expect((await roundFor()).refusal).toBe(none);
    await sql`update calls set state = 'resolved' where id = ${call}`.execute(server.db);
    expect((await ask(dayIn(3))).body.detail).toBe('La convocatoria ya se resolvió.');
    expect(await statusOf(ask(dayIn(3), reviewers.first.client))).toBe(403);
    expect(await statusOf(clients.admin.get(`/calls/${first.id}/preferences`))).toBe(404);
  });
});

describe('a reviewer', () => {
  it('reads titles and summaries that name nobody, with what they answered and nothing else', async () => {
    done(await ask(dayIn(3)));
    done(await say(reviewers.first.client, second, 'no'));
    const { proposals, ...rest } = done(await seenBy(reviewers.first.client));
    expect(rest).toMatchObject({ call: { id: call, name: 'Fondo de prueba' }, isOpen: true });
    const [a, b] = [first, second].sort((x, y) => (x.code < y.code ? -1 : 1));
    expect(proposals.map(p => p.code)).toEqual([a?.code, b?.code]);
    const hidden = proposals.find(p => p.id === first.id);
    expect(Object.keys(hidden ?? {}).sort()).toEqual(['code', 'id', 'preference', 'summary', 'title']);
    expect(hidden?.title).toBe('Huerta de [nombre oculto]');
    expect(hidden?.summary).toBe('La idea es de [nombre oculto], de la [unidad oculta].');
    expect(JSON.stringify(proposals)).not.toMatch(/Camila|Rojas|Enfermería/);
    expect(proposals.find(p => p.id === second.id)?.preference).toBe('no');
    expect(done(await seenBy(reviewers.second.client)).proposals.map(p => p.preference)).toEqual([
      null,
      null,
    ]);
    await sql`update calls set blind = false where id = ${call}`.execute(server.db);
    expect(done(await seenBy(reviewers.first.client)).proposals.map(p => p.title)).toContain(TITLE);
  });

  it('is asked of nothing where a conflict shows by itself, or an invitation was sent', async () => {
    done(await ask(dayIn(3)));
    const codes = async (who: Client) => done(await seenBy(who)).proposals.map(p => p.id);
    const { id, client } = reviewers.second;
    const home = await sql<{
      school: string;
    }>`select home_school_id as school from users where id = ${id}`.execute(server.db);
    await sql`update users set home_school_id = ${refs.schoolId} where id = ${id}`.execute(server.db);
    expect(await codes(client)).toEqual([]);
    expect(await roundsOf(client)).toEqual([]);
    expect(await statusOf(say(client, first, 'want'))).toBe(404);
    await sql`update users set home_school_id = ${home.rows[0]?.school} where id = ${id}`.execute(server.db);
    const pairs = [{ projectId: first.id, userId: reviewers.first.id }];
    done(await clients.admin.post('/admin/reviews', { pairs }));
    expect(await codes(reviewers.first.client)).toEqual([second.id]);
    expect(await statusOf(say(reviewers.first.client, first, 'want'))).toBe(404);
  });

  it('sees no round of a call that they take part in, nor without the role, nor as the office where it is blind', async () => {
    done(await ask(dayIn(3)));
    const { id, client } = reviewers.third;
    const closedTo = async (who: Client) => {
      const statuses = await Promise.all([statusOf(seenBy(who)), statusOf(say(who, second, 'want'))]);
      return [...statuses, (await roundsOf(who)).length];
    };
    const nothing = [404, 404, 0];
    await sql`update projects set alternate_id = ${id} where id = ${first.id}`.execute(server.db);
    expect(await closedTo(client)).toEqual(nothing);
    await sql`update projects set alternate_id = null where id = ${first.id}`.execute(server.db);
    await sql`delete from project_parts where user_id = ${id}`.execute(server.db);
    expect(await closedTo(client)).toEqual([200, 200, 1]);
    expect(await closedTo(clients.colleague)).toEqual(nothing);
    const roles = (list: string) =>
      sql`update users set roles = ${list}::text[] where id = ${userIdOf(PEOPLE.otherAdmin)}`.execute(
        server.db,
      );
    await roles('{Admin,Reviewer}');
    expect(await closedTo(clients.otherAdmin)).toEqual(nothing);
    await sql`update calls set blind = false where id = ${call}`.execute(server.db);
    expect(await closedTo(clients.otherAdmin)).toEqual([200, 200, 1]);
    await roles('{Admin}');
    // A proposal of another call is none of this one.
    await apply(first, null);
    expect(await statusOf(say(client, first, 'want'))).toBe(404);
  });

  it('answers as often as they like, and at the same moment; the audit keeps what changed', async () => {
    done(await ask(dayIn(3)));
    const { id, client } = reviewers.first;
    const answers = await Promise.all(Array.from({ length: 6 }, () => say(client, first, 'want')));
    expect(answers.map(a => a.status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await stored()).toEqual([{ id: first.id, user: id, preference: 'want' }]);
    expect(await audited('review.%')).toEqual([
      { action: 'review.preference', changes: { preference: [null, 'want'] } },
    ]);
    done(await say(client, first, 'conflict'));
    done(await say(client, first, 'can'));
    expect((await audited('review.%')).slice(1)).toEqual([
      { action: 'review.conflict', changes: { preference: ['want', 'conflict'] } },
      { action: 'review.preference', changes: { preference: ['conflict', 'can'] } },
    ]);
    await Promise.all((['want', 'can', 'no'] as const).map(p => say(client, second, p)));
    expect(await stored()).toHaveLength(2);
    expect(
      await statusOf(client.put(`/reviews/preferences/${call}/${first.id}`, { preference: 'maybe' })),
    ).toBe(400);
  });

  it('is reminded at home until they have answered, or it is over', async () => {
    const waits = async (who: Client) => done(await who.get<OutputOf<typeof getHome>>('/home')).rounds;
    const { client } = reviewers.first;
    expect(await waits(client)).toEqual([]);
    const { until } = done(await ask(dayIn(3)));
    expect(await waits(client)).toEqual([
      expect.objectContaining({ call: { id: call, name: 'Fondo de prueba' }, until, total: 2, answered: 0 }),
    ]);
    expect(await waits(clients.academic)).toEqual([]);
    done(await say(client, first, 'want'));
    expect(await waits(client)).toMatchObject([{ total: 2, answered: 1 }]);
    done(await say(client, second, 'conflict'));
    expect(await waits(client)).toEqual([]);
    expect(await roundsOf(client)).toMatchObject([{ total: 2, answered: 2 }]);
    expect(await waits(reviewers.second.client)).toHaveLength(1);
    await passEnd();
    expect(await waits(reviewers.second.client)).toEqual([]);
  });
});

describe('what was answered', () => {
  const propose = async (who: Client = clients.admin) =>
    done(
      await who.post<OutputOf<typeof proposeReviewers>>('/admin/reviews/proposal', {
        projectIds: [first.id],
      }),
    );
  const candidates = async () =>
    done(await clients.admin.get<OutputOf<typeof listCandidates>>(`/admin/reviews/${first.id}/candidates`));

  it('decides who is proposed, and says so; who would rather not comes last', async () => {
    done(await ask(dayIn(3)));
    const { first: a, second: b, third: c } = reviewers;
    done(await say(a.client, first, 'no'));
    done(await say(b.client, first, 'can'));
    done(await say(c.client, first, 'want'));
    const { pairs } = await propose();
    expect(new Map(pairs.map(p => [p.userId, p.preference]))).toEqual(
      new Map([
        [c.id, 'want'],
        [b.id, 'can'],
      ]),
    );
    expect((await candidates()).map(p => [p.id, p.preference]).slice(0, 3)).toEqual([
      [c.id, 'want'],
      [b.id, 'can'],
      [a.id, 'no'],
    ]);
    // Nobody else is left: a place goes before what somebody would rather not.
    done(await say(b.client, first, 'conflict'));
    expect(new Set((await propose()).pairs.map(p => p.userId))).toEqual(new Set([a.id, c.id]));
  });

  it('a declared conflict is proposed by nothing and invited by nobody', async () => {
    done(await ask(dayIn(3)));
    for (const { client } of Object.values(reviewers)) done(await say(client, first, 'conflict'));
    const { pairs, gaps } = await propose();
    expect(pairs).toEqual([]);
    expect(gaps[0]?.reasons).toEqual([{ reason: 'Declaró un conflicto de interés.', count: 3 }]);
    const { id, client } = reviewers.first;
    const invite = () =>
      clients.admin.post<{ detail: string }>('/admin/reviews', {
        pairs: [{ projectId: first.id, userId: id }],
      });
    const refused = await invite();
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      expect.stringMatching(/: Declaró un conflicto de interés\.$/),
    ]);
    expect((await candidates()).find(p => p.id === id)?.refused).toBe('Declaró un conflicto de interés.');
    done(await say(client, first, 'can'));
    done(await invite());
  });

  it('who declines is followed by whoever wants to', async () => {
    done(await ask(dayIn(3)));
    const { first: a, second: b, third: c } = reviewers;
    done(await say(b.client, first, 'no'));
    done(await say(c.client, first, 'want'));
    done(await clients.admin.post('/admin/reviews', { pairs: [{ projectId: first.id, userId: a.id }] }));
    const { rows } = await sql<{ id: string }>`select id from reviews where project_id = ${first.id}`.execute(
      server.db,
    );
    done(
      await a.client.post(`/reviews/${rows[0]?.id}/answer`, {
        answer: 'decline',
        reason: 'Viajo todo el mes.',
      }),
    );
    const { rows: invited } = await sql<{ user: string }>`
      select user_id as user from reviews where project_id = ${first.id} and state = 'invited'`.execute(
      server.db,
    );
    expect(invited).toEqual([{ user: c.id }]);
  });

  it('whoever of the office takes part in the call asks nobody, and learns nothing of it', async () => {
    done(await ask(dayIn(3)));
    done(await say(reviewers.first.client, second, 'conflict'));
    const me = userIdOf(PEOPLE.otherAdmin);
    await sql`update projects set alternate_id = ${me} where id = ${first.id}`.execute(server.db);
    const seen = await roundFor(clients.otherAdmin);
    expect(seen.people).toBeNull();
    expect(seen.barred?.reason).toMatch(/^Participas en /);
    expect(await statusOf(ask(dayIn(6), clients.otherAdmin))).toBe(403);
    expect(await statusOf(end(clients.otherAdmin))).toBe(403);
    const rows = async (who: Client) =>
      done(
        await who.get<{ rows: { action: string }[] }>(`/audit?object=project&objectId=${second.id}&size=100`),
      ).rows.map(r => r.action);
    const tells = (action: string) => action.startsWith('review.');
    expect(await rows(clients.admin)).toContain('review.conflict');
    expect((await rows(clients.otherAdmin)).filter(tells)).toEqual([]);
    await sql`update projects set alternate_id = null where id = ${first.id}`.execute(server.db);
    await sql`delete from project_parts where user_id = ${me}`.execute(server.db);
  });
});
