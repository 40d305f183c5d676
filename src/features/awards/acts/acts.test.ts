import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openCall, proposal } from '../../../../test/calls.ts';
import { PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { passAppeals } from '../../../../test/evaluation.ts';
import { act, type Created, detailOf, done } from '../../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../../test/university.ts';
import type { ActFacts } from '../../../domain/calls/act.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { Problem } from '../../../domain/kit/problem.ts';
import type { getProgress } from '../../calls/progress/contract.ts';
import { runDue } from '../../workflow/transitions/jobs.ts';
import type { getRanking } from '../contract.ts';
import { awardEffects } from '../effects.ts';

openUniversity({ rateLimit: 0 });

const [A, B] = [randomUUID(), randomUUID()] as const;
const member = (name: string, email: string, more: object = {}) => ({
  ...{ id: randomUUID(), userId: null, name, email, role: 'Integrante' },
  ...more,
});
const MEMBERS = [
  member('Pilar Soto', 'pilar@fuera.example', { role: 'Presidencia' }),
  member('Marcela Figueroa', '', { userId: userIdOf(PEOPLE.dean) }),
  member('Camila por correo', PEOPLE.academic.toUpperCase()),
  member('Camila por cuenta', '', { userId: userIdOf(PEOPLE.academic) }),
];
const [president, dean, insider, account] = MEMBERS.map(m => m.id) as [string, string, string, string];
const REASON = 'Falta el compromiso del socio, que las bases exigen.';

let call: string;
let projects: Created[];
const at = (n: number): Created => {
  const found = projects[n];
  if (!found) throw new Error(`no proposal ${n}`);
  return found;
};

/** Confirmed reviews of this score, as many as the call asks for. */
async function score(project: Created, given: number): Promise<void> {
  for (const reviewer of [PEOPLE.colleague, PEOPLE.stranger].map(userIdOf))
    await sql`insert into reviews (project_id, user_id, state, blind, score, confirmed_at, answered_at)
      values (${project.id}, ${reviewer}, 'confirmed', false, ${given}, now(), now())
      on conflict (project_id, user_id) do update set score = excluded.score`.execute(server.db);
}

/** Money for one in each of two lines: three that ask for the first one, one found inadmissible and one below. */
beforeAll(async () => {
  const lines = [
    { id: A, name: 'Primera', cap: 2_000_000, budget: 2_000_000 },
    { id: B, name: 'Segunda', cap: 2_500_000, budget: 2_500_000 },
  ];
  const committee = { members: MEMBERS, quorum: 2 };
  ({ id: call } = await openCall(clients.admin, { lines, committee, proposalsPerLead: 10, appealDays: 5 }));
  projects = [];
  for (let n = 0; n < 4; n += 1) {
    const project = await proposal(clients.academic, refs, { id: call, lineId: A });
    done(await act(clients.academic, project, 'submit'));
    done(await act(clients.director, project, 'endorse'));
    done(await act(clients.dean, project, 'endorse'));
    projects.push(project);
  }
  for (const [n, given] of [80, 70, 40].entries()) {
    await score(at(n), given);
    await sql`update projects set status = 'resolution' where id = ${at(n).id}`.execute(server.db);
  }
  await sql`update calls set closes_at = now() - interval '1 minute', state = 'evaluation'
    where id = ${call}`.execute(server.db);
});

const ranking = async () =>
  done(await clients.admin.get<OutputOf<typeof getRanking>>(`/calls/${call}/ranking`));
const progress = async () =>
  done(await clients.admin.get<OutputOf<typeof getProgress>>(`/calls/${call}/progress`));
const factsOf = async (number: number) => {
  const { rows } = await sql<{ facts: ActFacts; actor: string | null }>`
    select facts, actor_id as actor from call_acts where call_id = ${call} and number = ${number}`.execute(
    server.db,
  );
  if (!rows[0]) throw new Error(`no act ${number}`);
  return rows[0];
};
const appealPath = ({ kind, id }: Created) => `/projects/${kind}/${id}/appeal`;
const appeal = (p: Created) =>
  clients.academic.post<Problem>(appealPath(p), { text: 'El compromiso del socio estaba en los anexos.' });
const answer = async (p: Created, upheld: boolean) => {
  const { version } = await detailOf(clients.admin, p);
  return clients.admin.post<Problem>(`${appealPath(p)}/answer`, {
    version,
    upheld,
    answer: 'Se revisó otra vez.',
  });
};
const sessionOf = (...present: string[]) => ({ day: '2026-11-20', place: 'Sala 3', present, notes: '' });
async function resolve(session?: object, more: Record<string, object> = {}) {
  const decisions = (await ranking()).rows.flatMap(({ id, version, proposed, proposedLineId }) =>
    proposed
      ? [{ id, version, result: proposed, ...(proposedLineId && { lineId: proposedLineId }), ...more[id] }]
      : [],
  );
  return clients.admin.post<Problem>(`/calls/${call}/resolution`, { decisions, ...(session && { session }) });
}
const wrongs = ({ body }: { body: Problem }) => body.errors?.map(e => `${e.path}: ${e.message}`);

describe('before the act', () => {
  it('at admissibility the office dismisses, which can be appealed; it does not reject', async () => {
    const refused = await act<Problem>(clients.admin, at(3), 'reject', { reason: REASON });
    expect(refused.status).toBe(422);
    done(await act(clients.admin, at(3), 'dismiss', { reason: REASON }));
    done(await appeal(at(3)));
    expect((await resolve(sessionOf(president, dean))).body.detail).toBe(
      'Antes responde la apelación pendiente.',
    );
    expect(await progress()).toMatchObject({
      ...{ next: 'provisional', total: 1 },
      holds: [{ code: at(3).code, appeal: { due: expect.any(String) } }],
    });
    done(await answer(at(3), false));
    expect(await progress()).toMatchObject({ next: 'provisional', total: 0 });
  });

  it('the committee sits in quorum, with nobody who takes part in a proposal', async () => {
    expect(wrongs(await resolve())).toEqual(['session: Falta la sesión de la comisión.']);
    expect(wrongs(await resolve(sessionOf(president)))).toEqual([
      'session.present: La comisión resuelve con al menos 2 integrantes presentes, y se marcó 1.',
    ]);
    const takesPart = (n: number, name: string) =>
      `session.present.${n}: ${name} participa en una propuesta de esta convocatoria: no puede sesionar.`;
    expect(wrongs(await resolve(sessionOf(president, insider, account)))).toEqual([
      takesPart(1, 'Camila por correo'),
      takesPart(2, 'Camila por cuenta'),
    ]);
    expect(wrongs(await resolve(sessionOf(president, dean, randomUUID())))).toEqual([
      'session.present.2: Elige a quienes integran la comisión.',
    ]);
    expect((await resolve({ ...sessionOf(president, dean), day: '2026-02-30' })).status).toBe(400);
    expect((await ranking()).acts).toEqual([]);
  });
});

describe('the provisional result', () => {
  it('says who sat, what the bases were, who was inadmissible, the cut-off, and until when to appeal', async () => {
    done(await resolve(sessionOf(president, dean)));
    const { facts } = await factsOf(1);
    expect(facts).toMatchObject({
      cause: 'resolution',
      session: {
        ...{ day: '2026-11-20', place: 'Sala 3', quorum: 2 },
        present: [{ name: 'Pilar Soto', role: 'Presidencia' }, { name: 'Marcela Figueroa' }],
        absent: [{ name: 'Camila por correo' }, { name: 'Camila por cuenta' }],
      },
      inadmissible: [{ code: at(3).code, reason: REASON }],
      lines: [
        { name: 'Primera', awarded: 2_000_000, cutoff: 80 },
        { name: 'Segunda', awarded: 0, cutoff: null },
      ],
      appealsUntil: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect(facts.rows.map(r => [r.rank, r.code, r.result])).toEqual([
      [1, at(0).code, 'award'],
      [2, at(1).code, 'waitlist'],
      [3, at(2).code, 'not_award'],
    ]);
    expect(await progress()).toMatchObject({ next: 'resolved', total: 0, appealsUntil: expect.any(String) });
  });

  it('starts nothing, closes nothing, and its committee stands', async () => {
    expect((await act<Problem>(clients.academic, at(0), 'start')).body.detail).toContain(
      'el resultado de la convocatoria',
    );
    const { version } = done(await clients.admin.get<{ version: number }>(`/calls/${call}`));
    for (const to of ['resolved', 'execution', 'closed'])
      expect((await clients.admin.post(`/calls/${call}/state`, { version, to })).status).toBe(422);
  });

  it('upholds nothing without an appeal, and no appeal but by its answer', async () => {
    const upheld = () => act<Problem>(clients.admin, at(2), 'uphold_appeal', { reason: REASON });
    expect((await upheld()).body.detail).toBe('Se acoge al responder la apelación del proyecto.');
    done(await appeal(at(2)));
    expect((await upheld()).body.detail).toBe('Se acoge al responder la apelación del proyecto.');
    expect((await detailOf(clients.admin, at(2))).status).toBe('not_awarded');
    expect((await appeal(at(1))).body.detail).toContain('no adjudicada o declarada inadmisible');
  });

  it('waits for open appeals and for what they bring back, however many days pass', async () => {
    await passAppeals(server);
    expect((await ranking()).state).toBe('provisional');
    done(await answer(at(2), true));
    expect(await progress()).toMatchObject({ total: 1, holds: [{ status: 'resolution', appeal: null }] });
    await passAppeals(server);
    expect((await ranking()).state).toBe('provisional');
    const { actions } = await detailOf(clients.admin, at(2));
    expect(actions.map(a => a.action)).toContain('reopen_evaluation');
  });

  it('the minimum holds for an upheld one; reached, it has money left in any line', async () => {
    const low = await resolve(sessionOf(president, dean), {
      [at(2).id]: { result: 'award', lineId: B, reason: 'La apelación se acogió.' },
    });
    expect(wrongs(low)?.join()).toContain('Está bajo el puntaje mínimo.');
    await score(at(2), 75);
    const [row] = (await ranking()).rows.filter(r => r.proposed);
    expect(row).toMatchObject({ upheld: true, proposed: 'award', lineId: A, proposedLineId: B });
    const unknown = await resolve(sessionOf(president, dean), { [at(2).id]: { lineId: randomUUID() } });
    expect(wrongs(unknown)).toContain('decisions.0.lineId: Elige una línea de la convocatoria.');
    done(await resolve(sessionOf(president, dean)));
    const { facts } = await factsOf(2);
    expect(facts).toMatchObject({ cause: 'appeal', appealsUntil: null, inadmissible: [] });
    expect(facts.rows).toMatchObject([{ code: at(2).code, rank: 2, line: 'Segunda', upheld: true }]);
    expect((await ranking()).lines.map(l => l.awarded)).toEqual([2_000_000, 2_000_000]);
  });

  it('by hand nobody is awarded from another line', async () => {
    const refused = await act<Problem>(clients.admin, at(1), 'award', { lineId: B });
    expect([refused.status, refused.body.detail]).toEqual([422, 'Se adjudica en su línea.']);
  });

  it('what the waitlist changes has an act of its own, by nobody', async () => {
    done(await act(clients.academic, at(0), 'renounce', { reason: 'El socio no puede este año.' }));
    const { facts, actor } = await factsOf(3);
    expect([facts.cause, facts.by, actor, facts.session]).toEqual(['waitlist', null, null, null]);
    expect(facts.rows).toMatchObject([{ code: at(1).code, result: 'award', fromWaitlist: true }]);
    expect((await ranking()).acts.map(a => a.by)).toEqual([
      'Beatriz Navarrete Olea',
      'Beatriz Navarrete Olea',
      null,
    ]);
  });
});

describe('the final result', () => {
  it('comes by itself once nothing is open; the first start puts the call in execution', async () => {
    await passAppeals(server);
    expect((await ranking()).state).toBe('resolved');
    done(await act(clients.academic, at(1), 'start'));
    await passAppeals(server);
    expect((await ranking()).state).toBe('execution');
  });

  it('is closed only when none of its projects is open or waits', async () => {
    const close = async () => {
      const { version } = done(await clients.admin.get<{ version: number }>(`/calls/${call}`));
      return clients.admin.post<Problem>(`/calls/${call}/state`, { version, to: 'closed' });
    };
    expect((await close()).body.detail).toBe('Quedan 2 propuestas o apelaciones sin terminar.');
    for (const n of [1, 2]) done(await act(clients.admin, at(n), 'cancel', { reason: REASON }));
    await sql`update projects set status = 'waitlisted', due_at = now() + interval '1 day'
      where id in (${at(0).id}, ${at(3).id})`.execute(server.db);
    expect((await close()).body.detail).toBe('Quedan 2 propuestas o apelaciones sin terminar.');
  });

  it('the end of the waitlist is one act for all of the call, and can be appealed by nobody', async () => {
    const numbers = async () => (await ranking()).acts.map(a => a.number);
    expect(await numbers()).toEqual([1, 2, 3]);
    await runDue({ db: server.db, effects: [awardEffects] }, new Date(Date.now() + 2 * 86_400_000));
    expect(await numbers()).toEqual([1, 2, 3, 4]);
    const { facts } = await factsOf(4);
    expect(facts.rows.map(r => [r.code, r.result])).toEqual([
      [at(0).code, 'not_award'],
      [at(3).code, 'not_award'],
    ]);
    expect((await appeal(at(0))).body.detail).toContain('Solo se apela una propuesta no adjudicada');
    const { version } = done(await clients.admin.get<{ version: number }>(`/calls/${call}`));
    done(await clients.admin.post(`/calls/${call}/state`, { version, to: 'closed' }));
  });
});
