import { beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../../../../test/client.ts';
import { PEOPLE, schoolIdOf, userIdOf } from '../../../../test/demo.ts';
import {
  act,
  type Created,
  completePacs,
  detailOf,
  done,
  submittedPacs,
} from '../../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../../test/university.ts';
import {
  addDays,
  endOfDay,
  isWorkingDay,
  localDay,
  nearestWorkingDay,
} from '../../../domain/kit/calendar.ts';
import { formatDay } from '../../../domain/text/format.ts';

let holidays: Set<string>;

openUniversity();
beforeAll(async () => {
  const days = await server.db.selectFrom('holidays').select('day').execute();
  holidays = new Set(days.map(d => d.day));
});

const REASON = 'La directora está con licencia.';
const submitted = () => submittedPacs(clients.academic, refs);

/** A working day at least three weeks after what is due now. */
async function laterThan(project: Created): Promise<string> {
  const { turn } = await detailOf(clients.admin, project);
  return nearestWorkingDay(addDays(localDay(new Date(turn.due ?? 0)), 20), 1, holidays);
}

async function extend(who: keyof typeof PEOPLE, project: Created, given: Record<string, unknown> = {}) {
  const { version } = await detailOf(clients.admin, project);
  const body = { version, day: await laterThan(project), reason: REASON, ...given };
  return clients[who].put<{ due: string; version: number; detail: string; errors: { path: string }[] }>(
    `/projects/${project.kind}/${project.id}/due`,
    body,
  );
}

describe('more time', () => {
  it('for a step: the line of whose turn says it, the history why, the holder gets a notice', async () => {
    const project = await submitted();
    const before = await detailOf(clients.director, project);
    const day = await laterThan(project);
    expect(done(await extend('admin', project)).due).toBe(endOfDay(day).toISOString());
    const after = await detailOf(clients.director, project);
    expect(after.turn).toEqual({ ...before.turn, due: endOfDay(day).toISOString() });
    expect(after.version).toBe(before.version + 1);
    expect(after.history[0]).toMatchObject({
      action: 'extend',
      label: 'Plazo extendido',
      actor: { name: 'Beatriz Navarrete Olea' },
      reason: REASON,
      from: 'director_review',
      to: 'director_review',
    });
    const told = await server.db
      .selectFrom('notifications')
      .select(['type', 'title', 'text'])
      .where('project_id', '=', project.id)
      .where('user_id', '=', userIdOf(PEOPLE.director))
      .execute();
    expect(told).toContainEqual({
      type: 'reminder',
      title: 'Hay más plazo',
      text: `Beatriz Navarrete Olea extendió el plazo hasta el ${formatDay(day)}.`,
    });
    expect((await act(clients.director, project, 'endorse')).status).toBe(200);
  });

  it('to correct: the new date survives edits and a change of unit in review', async () => {
    const project = await submitted();
    const observations = [{ section: 'identification', text: 'Revisa las fechas.' }];
    done(await act(clients.director, project, 'return', { observations }));
    const { due } = done(await extend('admin', project));
    const { sections } = await detailOf(clients.academic, project);
    const { version, data } = sections.find(s => s.slug === 'identification') ?? { version: 0, data: {} };
    const path = `/projects/pacs/${project.id}/sections/identification`;
    done(await clients.academic.put(path, { version, data: { ...data, endDate: '2026-12-30' } }));
    expect((await detailOf(clients.academic, project)).turn.due).toBe(due);

    const waiting = await submitted();
    const extended = done(await extend('admin', waiting));
    const stored = (await detailOf(clients.admin, waiting)).sections[0];
    done(
      await clients.admin.put(`/projects/pacs/${waiting.id}/sections/identification`, {
        version: stored?.version,
        data: { ...stored?.data, schoolId: schoolIdOf('ARQ') },
      }),
    );
    const { turn } = await detailOf(clients.admin, waiting);
    expect([turn.people.map(p => p.name), turn.due]).toEqual([['Hernán Bustos Aguilera'], extended.due]);
    const called = server.db.selectFrom('notifications').select(['type', 'title', 'text']);
    expect(await called.where('user_id', '=', userIdOf(PEOPLE.otherDirector)).execute()).toEqual([
      { type: 'turn', title: 'Te toca revisar', text: 'El proyecto cambió de unidad.' },
    ]);
  });
});

describe('refused', () => {
  it('to everybody but the office, who are not offered it', async () => {
    const project = await submitted();
    for (const who of ['academic', 'director', 'dean', 'stranger', 'reviewer'] as const)
      expect((await extend(who, project)).status, who).toBe(403);
    expect((await detailOf(clients.director, project)).extendDue).toBeNull();
    expect((await detailOf(clients.admin, project)).extendDue).toEqual({ reason: null });
    expect((await clientOf(server.url, '').put(`/projects/pacs/${project.id}/due`, {})).status).toBe(401);
    expect((await extend('admin', { ...project, kind: 'exts' }).catch(() => ({ status: 404 }))).status).toBe(
      404,
    );
  });

  it('without a reason, a later day, a working day; with a stale version', async () => {
    const project = await submitted();
    const { turn } = await detailOf(clients.admin, project);
    const due = localDay(new Date(turn.due ?? 0));
    expect((await extend('admin', project, { reason: 'Corto' })).status).toBe(400);
    expect((await extend('admin', project, { day: '31-12-2026' })).status).toBe(400);
    let free = addDays(due, 1);
    while (isWorkingDay(free, holidays)) free = addDays(free, 1);
    for (const day of [due, '2020-01-02', free]) {
      const answer = await extend('admin', project, { day });
      expect([answer.status, answer.body.errors.map(e => e.path)], day).toEqual([422, ['day']]);
    }
    const stale = await extend('admin', project, { version: 1 });
    expect([stale.status, stale.body.detail]).toEqual([
      409,
      'Camila Rojas Fuentes ya actuó sobre este proyecto. Revisa cómo quedó antes de seguir.',
    ]);
    expect((await detailOf(clients.admin, project)).turn).toEqual(turn);
  });

  it('where nothing is due, and where the project has ended', async () => {
    const draft = await completePacs(clients.academic, refs);
    const refused = await extend('admin', draft, { day: localDay(new Date()) });
    expect([refused.status, refused.body.detail]).toEqual([422, 'Este paso no tiene plazo.']);
    expect((await detailOf(clients.admin, draft)).extendDue).toEqual({ reason: 'Este paso no tiene plazo.' });
    const gone = await submitted();
    done(await act(clients.academic, gone, 'withdraw', { reason: 'Sin socio.' }));
    expect((await detailOf(clients.admin, gone)).extendDue).toBeNull();
  });
});
