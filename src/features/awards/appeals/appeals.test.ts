import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { resolvingServer, reviewersOf } from '../../../../test/evaluation.ts';
import { type Created, detailOf, done } from '../../../../test/factories.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { getHome } from '../../home/contract.ts';
import type { getRanking } from '../contract.ts';
import type { getAppeal } from './contract.ts';

let server: TestApp;
let admin: Client;
let academic: Client;
let call: string;
let projects: Created[];

beforeAll(async () => {
  ({ server, admin, academic, call, projects } = await resolvingServer([2, 4, 2, 2]));
  await resolveAll();
});
afterAll(() => server.close());

const ranking = async () => done(await admin.get<OutputOf<typeof getRanking>>(`/calls/${call}/ranking`));
async function resolveAll() {
  const decisions = (await ranking()).rows.flatMap(({ id, version, proposed }) =>
    proposed ? [{ id, version, result: proposed }] : [],
  );
  return done(await admin.post<{ id: string }>(`/calls/${call}/resolution`, { decisions }));
}
const project = (n: number): Created => {
  const found = projects[n];
  if (!found) throw new Error(`no proposal ${n}`);
  return found;
};
const pathOf = ({ kind, id }: Created) => `/projects/${kind}/${id}/appeal`;
const TEXT = 'La evaluación no consideró la carta del socio.';
const appeal = (who: Client, p: Created, text = TEXT) => who.post<{ detail: string }>(pathOf(p), { text });
const shown = async (who: Client, p: Created) => done(await who.get<OutputOf<typeof getAppeal>>(pathOf(p)));
const answer = async (who: Client, p: Created, upheld: boolean) =>
  who.post<{ detail: string }>(`${pathOf(p)}/answer`, {
    version: (await detailOf(admin, p)).version,
    ...{ upheld, answer: 'Revisamos la carta y la pauta otra vez.' },
  });
const noticesOf = async (who: Client) =>
  done(await who.get<{ rows: { title: string; text: string }[] }>('/notifications?size=50')).rows;

describe('appealing', () => {
  it('is for the proposal’s own people, with words, where there is something to appeal', async () => {
    expect(await shown(academic, project(0))).toMatchObject({ appeal: null, refusal: null, own: true });
    expect((await appeal(academic, project(0), 'Corta.')).status).toBe(400);
    expect((await appeal(admin, project(0))).status).toBe(403);
    expect((await appeal(await clientAs(server, PEOPLE.otherDirector), project(0))).status).toBe(404);
    expect((await appeal(academic, project(1))).body.detail).toContain(
      'no adjudicada o declarada inadmisible',
    );
    expect((await fetch(`${server.url}/api${pathOf(project(0))}`, { method: 'POST' })).status).toBe(401);
  });

  it('late it is refused with the rule', async () => {
    const at = sql`update project_history set at = at - interval '20 days' where project_id = ${project(0).id}`;
    await at.execute(server.db);
    const refused = await appeal(academic, project(0));
    expect(refused.status).toBe(422);
    expect(refused.body.detail).toMatch(/^El plazo para apelar venció el .* las bases dan 5 días hábiles/);
    expect((await shown(academic, project(0))).refusal).toBe(refused.body.detail);
    await sql`update project_history set at = at + interval '20 days' where project_id = ${project(0).id}`.execute(
      server.db,
    );
  });

  it('one a proposal, and the office learns of it', async () => {
    done(await appeal(academic, project(0)));
    expect((await appeal(academic, project(0))).body.detail).toContain('una sola vez');
    expect((await noticesOf(admin))[0]).toMatchObject({
      type: 'turn',
      title: 'Te toca responder una apelación',
      text: expect.stringMatching(
        new RegExp(
          `^Camila Rojas Fuentes apeló el resultado de ${project(0).code}\\. Vence el \\d\\d-\\d\\d-\\d{4}\\.$`,
        ),
      ),
    });
    expect((await ranking()).appeals).toMatchObject([{ code: project(0).code, upheld: null }]);
    expect(await shown(admin, project(0))).toMatchObject({ mayAnswer: true, appeal: { text: TEXT } });
    // Who reviewed it may read the project now, not what its author says of their work.
    const { second } = await reviewersOf(server);
    expect(await shown(second.client, project(0))).toMatchObject({ appeal: null, mayAnswer: false });
  });
});

describe('what waits for the office', () => {
  const waiting = async (who: Client) => done(await who.get<OutputOf<typeof getHome>>('/home')).appeals;
  const setDue = (days: number) =>
    sql`update appeals set due_at = now() + ${days} * interval '1 day' where project_id = ${project(0).id}`.execute(
      server.db,
    );

  it('is an open appeal with its due date, for whoever may answer it', async () => {
    const { due, overdue } = (await shown(admin, project(0))).appeal ?? {};
    expect(overdue).toBe(false);
    const { id, kind, code } = project(0);
    expect(await waiting(admin)).toMatchObject([{ project: { id, kind, code }, due, overdue: false }]);
    expect(await waiting(academic)).toEqual([]);
    // Nobody answers what they take part in, nor what competes with it.
    const office = await clientAs(server, PEOPLE.otherAdmin);
    expect(await waiting(office)).toHaveLength(1);
    const member = userIdOf(PEOPLE.otherAdmin);
    for (const part of [project(0), project(1)]) {
      await sql`insert into project_parts (project_id, part, user_id)
        values (${part.id}, 'member', ${member})`.execute(server.db);
      expect(await waiting(office)).toEqual([]);
      await sql`delete from project_parts where project_id = ${part.id} and user_id = ${member}`.execute(
        server.db,
      );
    }
    expect(await waiting(office)).toHaveLength(1);
  });

  it('is late once its due date has passed, everywhere', async () => {
    await setDue(-1);
    expect((await waiting(admin)).map(a => a.overdue)).toEqual([true]);
    expect((await shown(admin, project(0))).appeal?.overdue).toBe(true);
    expect((await ranking()).appeals.map(a => a.overdue)).toEqual([true]);
    await setDue(3);
    expect((await waiting(admin)).map(a => a.overdue)).toEqual([false]);
  });

  it('the oldest due first', async () => {
    done(await appeal(academic, project(2)));
    const codes = async () => (await waiting(admin)).map(a => a.project.code);
    expect(await codes()).toEqual([project(0).code, project(2).code]);
    await setDue(90);
    expect(await codes()).toEqual([project(2).code, project(0).code]);
    expect((await ranking()).appeals.map(a => a.code)).toEqual([project(2).code, project(0).code]);
    await sql`delete from appeals where project_id = ${project(2).id}`.execute(server.db);
  });
});

describe('answering', () => {
  it('is the office’s; rejected, the result stands and the author reads why', async () => {
    expect((await answer(academic, project(0), true)).status).toBe(403);
    expect((await answer(admin, project(2), true)).body.detail).toBe('Nadie ha apelado este resultado.');
    const member = userIdOf(PEOPLE.otherAdmin);
    await sql`insert into project_parts (project_id, part, user_id)
      values (${project(0).id}, 'member', ${member})`.execute(server.db);
    const teammate = await clientAs(server, PEOPLE.otherAdmin);
    expect((await shown(teammate, project(0))).mayAnswer).toBe(false);
    expect((await answer(teammate, project(0), false)).status).toBe(403);
    await sql`update appeals set due_at = now() - interval '1 day'`.execute(server.db);
    done(await answer(admin, project(0), false));
    expect(done(await admin.get<OutputOf<typeof getHome>>('/home')).appeals).toEqual([]);
    // What was answered is late no more.
    expect((await ranking()).appeals).toMatchObject([{ upheld: false, overdue: false }]);
    expect((await answer(admin, project(0), true)).body.detail).toMatch(/^La apelación se respondió el /);
    expect((await detailOf(academic, project(0))).status).toBe('not_awarded');
    const { appeal: told } = await shown(academic, project(0));
    expect(told).toMatchObject({ upheld: false, answer: 'Revisamos la carta y la pauta otra vez.' });
    expect((await noticesOf(academic))[0]).toMatchObject({
      type: 'decision',
      title: 'Apelación rechazada',
      text: '«Fondo de prueba» respondió tu apelación: el resultado se mantiene.',
    });
  });

  it('upheld, it waits for a resolution of its own beside what is awarded', async () => {
    done(await appeal(academic, project(2)));
    done(await answer(admin, project(2), true));
    expect((await detailOf(academic, project(2))).status).toBe('resolution');
    expect(await shown(academic, project(2))).toMatchObject({ appeal: { upheld: true } });
    const { rows, refusal } = await ranking();
    expect(refusal).toBeNull();
    expect(rows.filter(r => r.proposed).map(r => [r.code, r.proposed])).toEqual([
      [project(2).code, 'not_award'],
    ]);
    await resolveAll();
    expect((await ranking()).acts.map(a => a.number)).toEqual([1, 2]);
  });

  it('the office’s own word on the proposal settles what was still open', async () => {
    done(await appeal(academic, project(3)));
    const { version } = await detailOf(admin, project(3));
    const reason = 'La comisión lo revisa de nuevo.';
    const projects = [{ id: project(3).id, kind: project(3).kind, version }];
    const body = { batch: randomUUID(), to: 'resolution', reason, projects };
    done(await admin.post('/change-status', body));
    expect((await shown(academic, project(3))).appeal).toMatchObject({ upheld: true, answer: reason });
  });
});
