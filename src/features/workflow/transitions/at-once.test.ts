import { describe, expect, it } from 'vitest';
import { type Answer, type Client, clientAs, clientOf } from '../../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../../test/demo.ts';
import {
  act,
  type Created,
  completePacs,
  detailOf,
  done,
  submittedPacs,
} from '../../../../test/factories.ts';
import { clients, copy, openSecondCopy, openUniversity, refs, server } from '../../../../test/university.ts';
import { addDays, localDay, nearestWorkingDay } from '../../../domain/kit/calendar.ts';

openUniversity();
openSecondCopy();

const REASON = 'Una razón de más de veinte letras.';
const ROUNDS = [1, 2, 3, 4, 5];
const submitted = () => submittedPacs(clients.academic, refs);
/** The same person at the other copy of the server. */
const elsewhere = ({ token }: Client) => clientOf(copy.url, token);
const step = (client: Client, { kind, id }: Created, action: string, version: number, given = {}) =>
  client.post<Problem>(`/projects/${kind}/${id}/actions/${action}`, { version, reason: REASON, ...given });

interface Problem {
  detail: string;
  extra: { status: string; version: number; action: string; by: { name: string } | null };
}

/** One went through; every other one is told by whom, and where the project stands now. */
async function expectOneWinner(project: Created, version: number, answers: Answer<Problem>[]): Promise<void> {
  const losers = answers.filter(a => a.status !== 200);
  expect(answers.map(a => a.status).sort()).toEqual([200, ...losers.map(() => 409)]);
  const { status, history, version: now } = await detailOf(clients.admin, project);
  expect(now).toBe(version + 1);
  const [last] = history;
  for (const { body } of losers) {
    expect(body.detail).toBe(
      `${last?.actor?.name} ya actuó sobre este proyecto. Revisa cómo quedó antes de seguir.`,
    );
    expect(body.extra).toMatchObject({ status, version: now, action: last?.action, by: last?.actor });
  }
}

describe('of two at the same moment, at two copies of the server, exactly one wins', () => {
  it.each(ROUNDS)('a double click on sending (%i)', async () => {
    const project = await completePacs(clients.academic, refs);
    const { version } = await detailOf(clients.academic, project);
    const answers = await Promise.all([
      step(clients.academic, project, 'submit', version),
      step(elsewhere(clients.academic), project, 'submit', version),
      step(clients.academic, project, 'submit', version),
    ]);
    await expectOneWinner(project, version, answers);
    const { history } = await detailOf(clients.academic, project);
    expect(history.map(h => h.action)).toEqual(['submit', 'create']);
  });

  it.each(ROUNDS)('a decision, and the author who withdraws (%i)', async () => {
    const project = await submitted();
    const { version } = await detailOf(clients.director, project);
    await expectOneWinner(
      project,
      version,
      await Promise.all([
        step(clients.director, project, 'endorse', version),
        step(elsewhere(clients.academic), project, 'withdraw', version),
      ]),
    );
  });

  it.each(ROUNDS)('a decision, and the author who takes the sending back (%i)', async () => {
    const project = await submitted();
    const { version } = await detailOf(clients.director, project);
    await expectOneWinner(
      project,
      version,
      await Promise.all([
        step(clients.academic, project, 'undo', version),
        step(elsewhere(clients.director), project, 'endorse', version),
      ]),
    );
  });

  it.each(ROUNDS)('a decision, and the office that gives more time (%i)', async () => {
    const project = await submitted();
    const { version, turn } = await detailOf(clients.director, project);
    const day = await workingDayAfter(localDay(new Date(turn.due ?? 0)));
    await expectOneWinner(
      project,
      version,
      await Promise.all([
        clients.admin.put<Problem>(`/projects/pacs/${project.id}/due`, { version, day, reason: REASON }),
        step(elsewhere(clients.director), project, 'endorse', version),
      ]),
    );
  });

  it.each(ROUNDS)('the deputy who decides, and the head who is back (%i)', async () => {
    const project = await submitted();
    const today = localDay(new Date());
    const body = {
      principalId: userIdOf(PEOPLE.director),
      deputyId: userIdOf(PEOPLE.colleague),
      firstDay: today,
      lastDay: addDays(today, 5),
    };
    const deputation = done(await clients.director.post<{ id: string }>('/deputations', body));
    const deputy = await clientAs(copy, PEOPLE.colleague);
    const { version } = await detailOf(deputy, project);
    const [ended, decided] = await Promise.all([
      clients.director.put(`/deputations/${deputation.id}/ended`, { ended: true }),
      step(deputy, project, 'endorse', version),
    ]);
    expect(ended.status).toBe(200);
    const { history, status, turn } = await detailOf(clients.admin, project);
    if (decided.status === 200) {
      expect([status, history[0]?.action]).toEqual(['dean_review', 'endorse']);
      expect(history[0]?.deputyOf?.name).toBe('Patricia Contreras Vidal');
      return;
    }
    expect(decided).toMatchObject({
      status: 409,
      body: { extra: { action: 'handover', version: version + 1 } },
    });
    expect([status, turn.people.map(p => p.name)]).toEqual(['director_review', ['Patricia Contreras Vidal']]);
    expect((await act(clients.director, project, 'endorse')).status).toBe(200);
  });
});

it('a decision prepared before the step changed hands tells who has it now', async () => {
  const project = await submitted();
  const { version } = await detailOf(clients.director, project);
  const school = await server.db
    .selectFrom('school_heads')
    .selectAll()
    .where('user_id', '=', userIdOf(PEOPLE.director))
    .execute();
  const ids = school.map(s => s.school_id);
  const user = done(await clients.admin.get<Record<string, unknown>>(`/users/${userIdOf(PEOPLE.director)}`));
  expect(ids).toHaveLength(1);
  const save = (schoolIds: string[], updatedAt: unknown) =>
    clients.admin.put<{ updatedAt: string }>(`/users/${userIdOf(PEOPLE.director)}`, {
      ...{ name: user.name, email: user.email, roles: [], schoolIds, facultyIds: [] },
      ...{ homeSchoolId: null, expertise: [], state: 'active', updatedAt },
    });
  const removed = done(await save([], user.updatedAt));
  // The unit has no head any more: the dean decides.
  const vacant = await detailOf(clients.admin, project);
  expect(vacant.turn.people.map(p => p.name)).toEqual(['Marcela Figueroa Ponce']);
  expect(vacant.history[0]?.note).toContain('La Dirección no tiene titular: decide el Decanato.');
  expect(vacant.version).toBe(version + 1);
  done(await save(ids, removed.updatedAt));
  const late = await step(clients.dean, project, 'endorse', vacant.version);
  expect(late.status).toBe(409);
  expect(late.body.extra).toMatchObject({ action: 'handover', by: { name: 'Beatriz Navarrete Olea' } });
  const back = await detailOf(clients.admin, project);
  expect(back.turn.people.map(p => p.name)).toEqual(['Patricia Contreras Vidal']);
});

it('a unit without any head is the office’s to decide, and listed as such', async () => {
  await server.db
    .updateTable('users')
    .set({ state: 'blocked' })
    .where('id', '=', userIdOf(PEOPLE.dean))
    .execute();
  const project = await submitted();
  const user = done(await clients.admin.get<{ updatedAt: string }>(`/users/${userIdOf(PEOPLE.director)}`));
  const setState = (state: string, updatedAt: string) =>
    clients.admin.put<{ updatedAt: string }>(`/users/${userIdOf(PEOPLE.director)}/state`, {
      state,
      updatedAt,
    });
  const blocked = done(await setState('blocked', user.updatedAt));
  const vacant = async () =>
    done(await clients.admin.get<{ rows: { id: string }[] }>('/projects?vacant=true&size=200')).rows.map(
      r => r.id,
    );
  expect(await vacant()).toContain(project.id);
  done(await setState('active', blocked.updatedAt));
  expect(await vacant()).not.toContain(project.id);
});

async function workingDayAfter(day: string): Promise<string> {
  const rows = await server.db.selectFrom('holidays').select('day').execute();
  return nearestWorkingDay(addDays(day, 6), 1, new Set(rows.map(r => r.day)));
}
