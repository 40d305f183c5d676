import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import type { Client } from '../../../test/client.ts';
import { PEOPLE } from '../../../test/demo.ts';
import { resolvingServer, reviewersOf, reviewWith } from '../../../test/evaluation.ts';
import { act, type Created, detailOf, done } from '../../../test/factories.ts';
import type { ActFacts } from '../../domain/calls/act.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { getRanking } from './contract.ts';
import type { getHarshness } from './harshness/contract.ts';

let server: TestApp;
let admin: Client;
let academic: Client;
let call: string;
let projects: Created[];

/** Money for one of five: two of them are in evaluation, one of those without a review. */
beforeAll(async () => {
  ({ server, admin, academic, call, projects } = await resolvingServer([3, [5], [], 4, 2]));
});
afterAll(() => server.close());

interface Refused {
  detail: string;
  errors?: { path: string; message: string }[];
}
const at = (n: number): Created => {
  const project = projects[n];
  if (!project) throw new Error(`no proposal ${n}`);
  return project;
};
const ranking = async () => done(await admin.get<OutputOf<typeof getRanking>>(`/calls/${call}/ranking`));
const waitingIn = (rows: Awaited<ReturnType<typeof ranking>>['rows']) =>
  rows.flatMap(({ id, version, proposed }) => (proposed ? [{ id, version, result: proposed }] : []));
const resolve = (decisions: object[]) => admin.post<Refused>(`/calls/${call}/resolution`, { decisions });
const proposedFor = async () =>
  Object.fromEntries((await ranking()).rows.map(r => [r.title.slice(-1), r.proposed]));

describe('while reviews are pending', () => {
  it('who is in evaluation stands by the score so far, and last without any', async () => {
    const { rows, reviews, quotas } = await ranking();
    expect([reviews, quotas]).toEqual([2, []]);
    expect(rows.map(r => [r.title, r.rank, r.score, r.status, r.scores.length, r.reviewsNeeded])).toEqual([
      ['Propuesta 1', 1, 100, 'evaluation', 1, 2],
      ['Propuesta 3', 2, 80, 'resolution', 2, null],
      ['Propuesta 0', 3, 60, 'resolution', 2, null],
      ['Propuesta 4', 4, 40, 'resolution', 2, null],
      ['Propuesta 2', null, null, 'evaluation', 0, 2],
    ]);
  });

  it('what waits is proposed what is left beside them, and they are proposed nothing', async () => {
    expect(await proposedFor()).toEqual({ 0: 'waitlist', 1: null, 2: null, 3: 'waitlist', 4: 'not_award' });
  });

  it('nothing is resolved', async () => {
    const { rows, refusal } = await ranking();
    expect(refusal).toBe('Todavía hay propuestas que no llegan a la resolución: 2 «En evaluación».');
    const [pending] = rows;
    for (const decisions of [
      waitingIn(rows),
      [...waitingIn(rows), { id: pending?.id, version: pending?.version, result: 'award' }],
    ]) {
      const refused = await resolve(decisions);
      expect([refused.status, refused.body.detail]).toEqual([422, refusal]);
    }
    expect(await Promise.all(projects.map(async p => (await detailOf(admin, p)).status))).toEqual([
      ...['resolution', 'evaluation', 'evaluation', 'resolution', 'resolution'],
    ]);
  });

  it('the file has them too, marked by their status, under the names of before', async () => {
    const answer = await fetch(`${server.url}/api/calls/${call}/ranking/export?format=csv`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const [names = '', ...lines] = (await answer.text()).replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(names.split(';')).toEqual([
      ...['lugar', 'codigo', 'titulo', 'estado', 'escuela', 'facultad', 'linea', 'monto_solicitado'],
      ...['monto_adjudicado', 'puntaje_final', 'diferencia', 'puntajes', 'promedios_por_criterio'],
      ...['propuesta_de_resultado', 'motivo', 'evaluaciones_confirmadas', 'evaluaciones_necesarias'],
    ]);
    const cells = lines.map(l => l.split(';'));
    const of = (name: string) => cells.map(c => c[names.split(';').indexOf(name)]);
    expect(of('lugar')).toEqual(['1', '2', '3', '4', '']);
    expect(of('estado')).toEqual([
      ...['En evaluación', 'En resolución', 'En resolución', 'En resolución', 'En evaluación'],
    ]);
    expect(of('evaluaciones_confirmadas')).toEqual(['1', '2', '2', '2', '0']);
    expect(of('evaluaciones_necesarias')).toEqual(['2', '', '', '', '2']);
    expect(of('promedios_por_criterio')[4]).toBe('');
  });
});

it('the last of the office to be free of the call learns nothing of their own', async () => {
  const parts = [
    [at(1), PEOPLE.admin],
    [at(0), PEOPLE.otherAdmin],
  ] as const;
  for (const [{ id }, email] of parts)
    await sql`insert into project_parts (project_id, part, user_id)
      select ${id}, 'member', id from users where email = ${email}`.execute(server.db);
  const { rows } = await ranking();
  expect(rows.map(r => [r.title, r.rank])).toEqual([
    ['Propuesta 3', 1],
    ['Propuesta 0', 2],
    ['Propuesta 4', 3],
    ['Propuesta 2', null],
  ]);
  // Who scored it, not later either.
  for (const status of ['evaluation', 'resolution']) {
    await sql`update projects set status = ${status} where id = ${at(1).id}`.execute(server.db);
    const told = done(await admin.get<OutputOf<typeof getHarshness>>(`/calls/${call}/harshness`));
    expect(told.proposals.map(p => p.title)).not.toContain('Propuesta 1');
    expect(told.reviewers.map(r => r.reviews)).toEqual([3, 3]);
  }
  await sql`update projects set status = 'evaluation' where id = ${at(1).id}`.execute(server.db);
  for (const [{ id }, email] of parts)
    await sql`delete from project_parts where project_id = ${id} and part = 'member'
      and user_id = (select id from users where email = ${email})`.execute(server.db);
});

it('once every review is in, the act follows what was projected', async () => {
  const before = await proposedFor();
  const { first, second } = await reviewersOf(server);
  await reviewWith(second.client, at(1), 5);
  await reviewWith(first.client, at(2), 2);
  await reviewWith(second.client, at(2), 2);
  expect(await proposedFor()).toEqual({ ...before, 1: 'award', 2: 'not_award' });
  const { rows, refusal } = await ranking();
  expect(refusal).toBeNull();
  expect(rows.every(r => r.reviewsNeeded === null && r.rank !== null)).toBe(true);
  expect(done(await resolve(waitingIn(rows)))).toMatchObject({ awarded: 1, waitlisted: 2, notAwarded: 2 });
});

describe('after the act', () => {
  const uphold = async (project: Created) => {
    const path = `/projects/${project.kind}/${project.id}/appeal`;
    done(await academic.post(path, { text: 'El compromiso del socio estaba en los anexos.' }));
    const { version } = await detailOf(admin, project);
    done(await admin.post(`${path}/answer`, { version, upheld: true, answer: 'Se revisó otra vez.' }));
  };

  it('one that is evaluated again is no part of the next, and keeps nobody from it', async () => {
    for (const n of [2, 4]) await uphold(at(n));
    done(await act(admin, at(2), 'reopen_evaluation', { reason: 'Se evalúa otra vez con el anexo.' }));
    const { rows, refusal } = await ranking();
    expect(refusal).toBeNull();
    const again = rows.find(r => r.id === at(2).id);
    expect(again).toMatchObject({ proposed: null, score: 40, reviewsNeeded: 2 });
    const decisions = waitingIn(rows);
    expect(decisions.map(d => d.id)).toEqual([at(4).id]);
    const refused = await resolve([
      ...decisions,
      { id: again?.id, version: again?.version, result: 'award' },
    ]);
    expect([refused.status, refused.body.errors?.[0]]).toEqual([
      422,
      {
        path: 'decisions.1.id',
        message: 'Esa propuesta no espera la resolución de esta convocatoria.',
      },
    ]);
    done(await resolve(decisions));
    expect((await detailOf(admin, at(2))).status).toBe('evaluation');
    const { rows: acts } = await sql<{ facts: ActFacts }>`
      select facts from call_acts where call_id = ${call} order by number desc limit 1`.execute(server.db);
    expect(acts[0]?.facts.rows.map(r => r.code)).toEqual([at(4).code]);
  });
});
