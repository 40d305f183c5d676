import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { callSettings } from '../../../test/calls.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { PEOPLE } from '../../../test/demo.ts';
import { resolvingServer } from '../../../test/evaluation.ts';
import { act, type Created, detailOf, done } from '../../../test/factories.ts';
import { pdfPages } from '../../../test/pdf.ts';
import { FIRST_KINDS } from '../../domain/kinds/index.ts';
import { addDays, endOfDay, localDay } from '../../domain/kit/calendar.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { CallDetail } from '../calls/contract.ts';
import type { getRanking } from './contract.ts';

/** When the execution starts: to come, for the waitlist ends by then. */
const START = addDays(localDay(new Date()), 90);

let server: TestApp;
let admin: Client;
let academic: Client;
let call: string;
let projects: Created[];

/** Money for one of three proposals, which score 60, 80 and 40. */
beforeAll(async () => {
  ({ server, admin, academic, call, projects } = await resolvingServer([3, 4, 2]));
});
afterAll(() => server.close());

type Ranking = OutputOf<typeof getRanking>;
const ranking = async () => done(await admin.get<Ranking>(`/calls/${call}/ranking`));
const resolve = (decisions: object[]) =>
  admin.post<{ id: string; detail: string; errors: { path: string }[] }>(`/calls/${call}/resolution`, {
    decisions,
  });
const statuses = () => Promise.all(projects.map(async p => (await detailOf(admin, p)).status));
const file = (path: string) =>
  fetch(`${server.url}/api${path}`, { headers: { authorization: `Bearer ${admin.token}` } });

it('ranks by final score and proposes what the budget allows', async () => {
  const { rows, minimum } = await ranking();
  expect(minimum).toBe(60);
  expect(rows.map(r => [r.title, r.score, r.rank, r.proposed])).toEqual([
    ['Propuesta 1', 80, 1, 'award'],
    ['Propuesta 0', 60, 2, 'waitlist'],
    ['Propuesta 2', 40, 3, 'not_award'],
  ]);
  expect(rows[0]).toMatchObject({
    ...{ amount: 900_000, spread: 0, scores: [80, 80] },
    criteria: { innovation: { mean: 4, spread: 0 } },
  });
});

it('is the office’s alone', async () => {
  for (const who of [academic, await clientAs(server, PEOPLE.reviewer)]) {
    expect((await who.get(`/calls/${call}/ranking`)).status).toBe(403);
    expect((await who.post(`/calls/${call}/resolution`, { decisions: [] })).status).toBe(403);
    for (const path of ['acts/0190f000-0000-7000-8000-000000000001', 'ranking/export?format=csv'])
      expect((await who.get(`/calls/${call}/${path}`)).status).toBe(403);
    for (const list of ['scores', 'loads'])
      expect((await who.get(`/calls/${call}/${list}/export?format=csv`)).status).toBe(403);
  }
  expect((await admin.get('/calls/0190f000-0000-7000-8000-000000000001/ranking')).status).toBe(404);
});

it('what leaves somebody out, breaks the budget or departs without a reason changes nothing', async () => {
  const { rows } = await ranking();
  const proposed = rows.map(({ id, version, proposed: result }) => ({ id, version, result }));
  expect((await resolve(proposed.slice(1))).body.detail).toContain('Falta resolver');
  const both = proposed.map((d, n) => (n === 1 ? { ...d, result: 'award', reason: 'Es muy necesaria.' } : d));
  expect((await resolve(both)).body.errors).toMatchObject([{ path: 'decisions.1.result' }]);
  const silent = proposed.map((d, n) => (n === 0 ? { ...d, result: 'waitlist' } : d));
  expect((await resolve(silent)).body.errors).toMatchObject([{ path: 'decisions.0.reason' }]);
  const stale = proposed.map((d, n) => (n === 2 ? { ...d, version: d.version + 1 } : d));
  expect((await resolve(stale)).status).toBe(409);
  for (const p of projects) expect((await detailOf(admin, p)).status).toBe('resolution');
});

it('nobody gets a result alone before the act', async () => {
  for (const p of projects) {
    const { actions } = await detailOf(admin, p);
    expect(actions.map(a => a.action)).toEqual(['reopen_evaluation', 'withdraw']);
    for (const action of ['award', 'waitlist', 'not_award']) {
      const { status, body } = await act<{ detail: string }>(admin, p, action);
      expect([status, body.detail]).toEqual([
        422,
        'Se resuelve junto con las demás propuestas de su convocatoria, en un solo acto.',
      ]);
    }
  }
});

it('waits for proposals that are still on their way, and for the closing', async () => {
  const decisions = (await ranking()).rows.map(({ id, version, proposed }) => ({
    id,
    version,
    result: proposed,
  }));
  const [first] = projects;
  await sql`update projects set status = 'evaluation' where id = ${first?.id}`.execute(server.db);
  expect((await ranking()).refusal).toContain('1 «En evaluación»');
  expect((await resolve(decisions)).body.detail).toContain('1 «En evaluación»');
  await sql`update projects set status = 'resolution' where id = ${first?.id}`.execute(server.db);
  await sql`update calls set closes_at = now() + interval '1 hour' where id = ${call}`.execute(server.db);
  expect((await resolve(decisions)).body.detail).toBe('La convocatoria todavía recibe propuestas.');
  await sql`update calls set closes_at = '2026-03-02' where id = ${call}`.execute(server.db);
});

it('one act resolves all, ends the evaluation of the call, and each author learns of it', async () => {
  const { rows } = await ranking();
  const decisions = rows.map(({ id, version, proposed, title }) =>
    title === 'Propuesta 2'
      ? { id, version, result: 'waitlist', reason: 'Puede mejorar antes de que se libere un cupo.' }
      : { id, version, result: proposed },
  );
  expect(done(await resolve(decisions))).toMatchObject({ awarded: 1, waitlisted: 2, notAwarded: 0 });
  expect(await statuses()).toEqual(['waitlisted', 'approved', 'waitlisted']);
  const after = await ranking();
  expect(after).toMatchObject({ state: 'provisional', lines: [{ awarded: 900_000 }], acts: [{ number: 1 }] });
  expect(after.rows.map(r => [r.title, r.status, r.proposed])).toEqual([
    ['Propuesta 1', 'approved', null],
    ['Propuesta 0', 'waitlisted', null],
    ['Propuesta 2', 'waitlisted', null],
  ]);
  const { rows: notices } = done(
    await academic.get<{ rows: { title: string }[] }>('/notifications?type=decision&size=50'),
  );
  expect(notices.map(n => n.title)).toContain('Adjudicado');
});

it('the act keeps ranking, scores, money and adjustments on paper, the same bytes each time', async () => {
  const [act] = (await ranking()).acts;
  const answers = [
    await file(`/calls/${call}/acts/${act?.id}`),
    await file(`/calls/${call}/acts/${act?.id}`),
  ];
  const [first, second] = await Promise.all(answers.map(async a => Buffer.from(await a.arrayBuffer())));
  expect(answers[0]?.headers.get('content-type')).toBe('application/pdf');
  expect(first?.equals(second ?? Buffer.alloc(0))).toBe(true);
  const text = pdfPages(first ?? Buffer.alloc(0))
    .join(' ')
    .replaceAll(/\s+/g, ' ');
  for (const words of [
    'Acta de resolución',
    'Fondo de prueba',
    'Beatriz Navarrete Olea',
    projects[1]?.code ?? '',
    'Camila Rojas Fuentes',
    'Puede mejorar antes',
    '$900.000',
    '$600.000',
  ])
    expect(text).toContain(words);
});

it('scores, comments, load and times leave as files', async () => {
  const read = async (list: string) => {
    const answer = await file(`/calls/${call}/${list}/export?format=csv`);
    expect(answer.status).toBe(200);
    const [names = '', ...lines] = (await answer.text()).trimEnd().split('\r\n');
    return { names: names.replace('\uFEFF', '').split(';'), lines };
  };
  const scores = await read('scores');
  expect(scores.lines).toHaveLength(3 * 2 * (FIRST_KINDS.incs.rubric?.criteria.length ?? 0));
  expect(scores.lines[0]).toContain('Justifica Innovación.');
  expect(scores.lines[0]).toContain('Comentario reservado, 3.');
  const loads = await read('loads');
  expect(loads.lines).toHaveLength(2);
  expect(loads.names).toContain('dias_promedio_hasta_confirmar');
  const list = await read('ranking');
  expect(list.lines.map(l => l.split(';')[2])).toEqual(['Propuesta 1', 'Propuesta 0', 'Propuesta 2']);
});

describe('the waitlist', () => {
  const renounce = async (project: Created | undefined) => {
    if (!project) throw new Error('no such proposal');
    done(await act(academic, project, 'renounce', { reason: 'El socio no puede este año.' }));
  };

  it('does not pass over the budget by hand', async () => {
    const [first] = projects;
    if (!first) throw new Error('no proposal');
    const { version } = await detailOf(admin, first);
    const refused = await admin.post<{ detail: string }>(`/projects/incs/${first.id}/actions/award`, {
      version,
    });
    expect(refused.status).toBe(422);
    expect(refused.body.detail).toBe('No alcanza el presupuesto de su línea.');
  });

  it('lasts until the day its call says, wherever that is moved, or else the start of the execution', async () => {
    const first = projects[0] as Created;
    for (const days of [
      { waitlistUntil: addDays(START, 120) },
      { waitlistUntil: addDays(START, 300) },
      { waitlistUntil: null, executionFrom: START },
    ]) {
      const stored = done(await admin.get<CallDetail>(`/calls/${call}`));
      const settings = callSettings(stored, days);
      done(await admin.put(`/calls/${call}`, { version: stored.version, settings }));
      const { due } = (await detailOf(admin, first)).turn;
      expect(due && new Date(due)).toEqual(endOfDay(days.waitlistUntil ?? START));
    }
  });

  it('moves up by itself when an award is renounced, and its people and the office are told', async () => {
    await renounce(projects[1]);
    expect(await statuses()).toEqual(['approved', 'withdrawn', 'waitlisted']);
    const [first] = projects;
    const detail = await detailOf(academic, first as Created);
    expect(detail.history[0]).toMatchObject({ action: 'award', actor: null });
    const textsOf = async (who: Client) =>
      done(await who.get<{ rows: { title: string; text: string }[] }>('/notifications?size=20')).rows;
    expect((await textsOf(academic))[0]?.text).toContain('subió desde la lista de espera');
    expect(await textsOf(admin)).toContainEqual(
      expect.objectContaining({
        type: 'decision',
        title: 'Subió desde la lista de espera',
        text: `${projects[1]?.code} dejó libre su cupo y ${first?.code} quedó adjudicado.`,
      }),
    );
  });

  it('leaves out who is below the minimum', async () => {
    await renounce(projects[0]);
    expect(await statuses()).toEqual(['withdrawn', 'withdrawn', 'waitlisted']);
  });
});
