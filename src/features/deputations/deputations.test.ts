import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { clientAs, clientOf } from '../../../test/client.ts';
import { PEOPLE, schoolIdOf, userIdOf } from '../../../test/demo.ts';
import { act, detailOf, done, type References, standingOf, submittedPacs } from '../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../test/university.ts';
import { addDays, localDay } from '../../domain/kit/calendar.ts';
import { runDue } from '../workflow/transitions/jobs.ts';
import type { Deputation } from './contract.ts';

type Who = keyof typeof PEOPLE;

openUniversity();
beforeEach(async () => {
  await server.db.deleteFrom('deputations').execute();
  await runDue(server);
});

const today = () => localDay(new Date());
const inDays = (n: number) => addDays(today(), n);
const idOf = (who: Who) => userIdOf(PEOPLE[who]);
const asked = (principal: Who, deputy: Who, firstDay = today(), lastDay = inDays(7)) => ({
  principalId: idOf(principal),
  deputyId: idOf(deputy),
  firstDay,
  lastDay,
  reason: 'Feriado legal',
});
const named = async (...args: Parameters<typeof asked>) =>
  done(await clients.admin.post<Deputation>('/deputations', asked(...args)));
const end = (by: Who, { id }: { id: string }, ended = true) =>
  clients[by].put<Deputation & { detail?: string }>(`/deputations/${id}/ended`, { ended });
const submitted = (more: Partial<References> = {}) => submittedPacs(clients.academic, { ...refs, ...more });
const standing = (project: Parameters<typeof standingOf>[1]) => standingOf(clients.admin, project);

const DIRECTOR = { status: 'director_review', holds: 'Patricia Contreras Vidal' };
const DEPUTY = { status: 'director_review', holds: 'Matías Sepúlveda Araya' };

describe('naming a deputy', () => {
  it('a head does it for themselves, the office for anybody; both people see it', async () => {
    const own = done(await clients.director.post<Deputation>('/deputations', asked('director', 'colleague')));
    expect(own).toMatchObject({
      principal: { name: 'Patricia Contreras Vidal' },
      deputy: { name: 'Matías Sepúlveda Araya' },
      state: 'current',
      mayEnd: true,
    });
    await named('dean', 'otherDean', inDays(3), inDays(5));
    const list = async (who: Who, query = '') =>
      done(await clients[who].get<{ heads: boolean; rows: Deputation[] }>(`/deputations${query}`));
    expect(await list('director')).toMatchObject({ heads: true, rows: [{ id: own.id }] });
    expect(await list('colleague')).toMatchObject({ heads: false, rows: [{ id: own.id, mayEnd: false }] });
    expect((await list('stranger', `?person=${idOf('director')}`)).rows).toEqual([]);
    expect((await list('admin')).rows.map(r => r.state)).toEqual(['current', 'coming']);
    expect(await list('admin', `?person=${idOf('dean')}`)).toMatchObject({
      heads: true,
      rows: [{ principal: { id: idOf('dean') } }],
    });
  });

  it.each<[string, ReturnType<typeof asked>, string]>([
    ['the past', asked('director', 'colleague', inDays(-1)), 'firstDay'],
    ['days the wrong way round', asked('director', 'colleague', inDays(3), inDays(2)), 'lastDay'],
    ['oneself', asked('director', 'director'), 'deputyId'],
    ['somebody who heads nothing', asked('colleague', 'stranger'), 'principalId'],
    ['two at once', asked('dean', 'stranger', inDays(7), inDays(9)), 'firstDay'],
    ['a deputy who is away', asked('director', 'dean', inDays(1), inDays(2)), 'deputyId'],
    ['a head who is a deputy then', asked('otherDean', 'stranger', inDays(1), inDays(2)), 'firstDay'],
  ])('not %s', async (_, body, path) => {
    await named('dean', 'otherDean');
    const answer = await clients.admin.post<{ errors: { path: string; message: string }[] }>(
      '/deputations',
      body,
    );
    expect([answer.status, answer.body.errors.map(e => e.path)]).toEqual([422, [path]]);
    expect(answer.body.errors[0]?.message).toMatch(/\.$/);
  });

  it('not a blocked deputy, not for another head, not without a session, not with a broken date', async () => {
    const setState = (state: 'active' | 'blocked') =>
      server.db.updateTable('users').set({ state }).where('id', '=', idOf('reviewer')).execute();
    await setState('blocked');
    expect((await clients.admin.post('/deputations', asked('director', 'reviewer'))).status).toBe(422);
    await setState('active');
    expect((await clients.otherDirector.post('/deputations', asked('director', 'colleague'))).status).toBe(
      403,
    );
    expect((await clientOf(server.url, '').post('/deputations', asked('director', 'colleague'))).status).toBe(
      401,
    );
    expect(
      (await clients.director.post('/deputations', { ...asked('director', 'colleague'), lastDay: '31-12' }))
        .status,
    ).toBe(400);
  });

  it('of two named at the same moment one is refused', async () => {
    const answers = await Promise.all(
      (['colleague', 'stranger', 'otherDirector'] as const).map(deputy =>
        clients.admin.post('/deputations', asked('director', deputy)),
      ),
    );
    expect(answers.map(a => a.status).sort()).toEqual([200, 422, 422]);
  });
});

describe('meanwhile', () => {
  it('the deputy holds what waits and what comes, sees the school, and gives it back', async () => {
    const waiting = await submitted();
    const deputation = await named('director', 'colleague');
    const coming = await submitted();
    expect([await standing(waiting), await standing(coming)]).toEqual([DEPUTY, DEPUTY]);
    const { history } = await detailOf(clients.admin, waiting);
    expect(history[0]).toMatchObject({
      action: 'handover',
      label: 'Cambio de quien revisa',
      actor: { id: idOf('admin') },
      note: 'Ahora lo tiene Matías Sepúlveda Araya, por subrogancia de Patricia Contreras Vidal.',
    });
    // A session opened before notices within seconds; one opened now at once.
    const deputy = await clientAs(server, PEOPLE.colleague);
    done(await act(deputy, waiting, 'return', { observations: [{ section: 'budget', text: 'Detalla.' }] }));
    expect((await detailOf(deputy, waiting)).status).toBe('returned');
    expect((await act(clients.director, coming, 'endorse')).status).toBe(403);

    done(await end('director', deputation));
    expect(await standing(coming)).toEqual(DIRECTOR);
    const later = await clientAs(server, PEOPLE.colleague);
    expect((await later.get(`/projects/pacs/${waiting.id}`)).status).toBe(404);

    done(await end('director', deputation, false));
    expect(await standing(coming)).toEqual(DEPUTY);
  });

  it('the deputy is called once, however much it is, and the head no longer', async () => {
    const project = await submitted();
    const unread = (who: Who) =>
      server.db
        .selectFrom('notifications')
        .select(['id', 'project_id', 'title', 'text'])
        .where('user_id', '=', idOf(who))
        .where('read_at', 'is', null)
        .execute();
    expect((await unread('director')).map(n => n.project_id)).toContain(project.id);
    const before = await unread('colleague');
    await named('director', 'colleague');
    expect((await unread('director')).map(n => n.project_id)).not.toContain(project.id);
    const news = (await unread('colleague')).filter(n => !before.some(b => b.id === n.id));
    expect(news).toEqual([
      {
        id: expect.anything(),
        project_id: null,
        title: expect.stringMatching(/^Te tocan \d+ proyectos$/),
        text: expect.stringMatching(
          /^Cambió quien revisa: ahora tienes (PAC-[\d-]+, )*PAC-[\d-]+ y (PAC-[\d-]+|\d+ más)\.$/,
        ),
      },
    ]);
  });

  it('the history of a step says in whose place it was taken, and undo gives it back', async () => {
    await named('director', 'colleague');
    const project = await submitted();
    const deputy = await clientAs(server, PEOPLE.colleague);
    done(await act(deputy, project, 'endorse'));
    const { history } = await detailOf(clients.admin, project);
    expect(history[0]).toMatchObject({
      action: 'endorse',
      actor: { id: idOf('colleague') },
      deputyOf: { id: idOf('director'), name: 'Patricia Contreras Vidal' },
      onBehalfOf: null,
    });
    done(await act(deputy, project, 'undo', { reason: 'Era otro proyecto.' }));
    expect(await standing(project)).toEqual(DEPUTY);
  });

  it('undoing after the end gives it to the head', async () => {
    const deputation = await named('director', 'colleague');
    const project = await submitted();
    const deputy = await clientAs(server, PEOPLE.colleague);
    done(await act(deputy, project, 'endorse'));
    done(await end('admin', deputation));
    done(await act(deputy, project, 'undo', { reason: 'Era otro proyecto.' }));
    expect(await standing(project)).toEqual(DIRECTOR);
  });

  it('a conflict of either counts: the dean decides', async () => {
    await named('director', 'colleague');
    const byHead = await submitted({ memberId: idOf('director') });
    const byDeputy = await submitted({ memberId: idOf('colleague') });
    const dean = { status: 'director_review', holds: 'Marcela Figueroa Ponce' };
    expect([await standing(byHead), await standing(byDeputy)]).toEqual([dean, dean]);
  });

  it('whoever’s deputy endorsed as director does not endorse as dean, nor does their deputy', async () => {
    const dean = { faculty_id: (await facultyOf('ENF')) ?? '', user_id: idOf('director') };
    await server.db.insertInto('faculty_heads').values(dean).execute();
    await named('director', 'colleague');
    const project = await submitted();
    const deputy = await clientAs(server, PEOPLE.colleague);
    done(await act(deputy, project, 'endorse'));
    expect(await standing(project)).toEqual({ status: 'dean_review', holds: 'Marcela Figueroa Ponce' });
    await server.db.deleteFrom('faculty_heads').where('user_id', '=', idOf('director')).execute();
  });

  it('what the office assigned to a head goes to their deputy and back', async () => {
    const project = await submitted();
    const moves = [{ holding: 'step', id: project.id, to: idOf('otherDirector') }];
    const body = { from: idOf('director'), moves, reason: 'La directora está de viaje.', notify: false };
    done(await clients.admin.post('/reassign', body));
    const deputation = await named('otherDirector', 'stranger');
    expect((await standing(project)).holds).toBe('Diego Huenchulaf Soto');
    const called = server.db.selectFrom('notifications').select(['type', 'title', 'text']);
    expect(
      await called.where('project_id', '=', project.id).where('user_id', '=', idOf('stranger')).execute(),
    ).toEqual([
      {
        type: 'turn',
        title: 'Te toca revisar',
        text: 'Ahora lo tiene Diego Huenchulaf Soto, por subrogancia de Hernán Bustos Aguilera.',
      },
    ]);
    done(await end('otherDirector', deputation));
    expect((await standing(project)).holds).toBe('Hernán Bustos Aguilera');
  });

  it('a deputy who is blocked stands in for nobody', async () => {
    await named('director', 'colleague');
    const project = await submitted();
    expect(await standing(project)).toEqual(DEPUTY);
    const user = done(await clients.admin.get<{ updatedAt: string }>(`/users/${idOf('colleague')}`));
    const block = (state: string, updatedAt: string) =>
      clients.admin.put<{ updatedAt: string }>(`/users/${idOf('colleague')}/state`, { state, updatedAt });
    const { updatedAt } = done(await block('blocked', user.updatedAt));
    expect(await standing(project)).toEqual(DIRECTOR);
    done(await block('active', updatedAt));
    expect(await standing(project)).toEqual(DEPUTY);
    clients.colleague = await clientAs(server, PEOPLE.colleague);
  });
});

describe('as days pass', () => {
  const shift = (days: number) =>
    sql`update deputations set first_day = first_day + ${days}::int, last_day = last_day + ${days}::int`.execute(
      server.db,
    );

  it('steps change hands when it begins and when it ends, once, whichever copy does it', async () => {
    const project = await submitted();
    await named('director', 'colleague', inDays(1), inDays(2));
    await runDue(server);
    expect(await standing(project)).toEqual(DIRECTOR);
    await shift(-1);
    await Promise.all([runDue(server), runDue(server), runDue(server)]);
    expect(await standing(project)).toEqual(DEPUTY);
    await shift(-2);
    await Promise.all([runDue(server), runDue(server)]);
    expect(await standing(project)).toEqual(DIRECTOR);
    const { history } = await detailOf(clients.admin, project);
    expect(history.map(h => [h.action, h.actor])).toEqual([
      ['handover', null],
      ['handover', null],
      ['submit', expect.anything()],
      ['create', expect.anything()],
    ]);
  });

  it('one that is over is neither ended nor taken back', async () => {
    const deputation = await named('director', 'colleague');
    await shift(-20);
    expect((await end('director', deputation)).status).toBe(422);
  });

  it('only the head and the office end it; for others it is not there', async () => {
    const deputation = await named('director', 'colleague');
    expect((await end('colleague', deputation)).status).toBe(403);
    expect((await end('stranger', deputation)).status).toBe(404);
    expect((await end('admin', { id: idOf('admin') })).status).toBe(404);
    done(await end('director', deputation));
    await named('director', 'stranger');
    const back = await end('director', deputation, false);
    expect([back.status, back.body.detail]).toEqual([
      422,
      'En esas fechas ya subroga Diego Huenchulaf Soto.',
    ]);
  });
});

const facultyOf = async (code: string) =>
  (
    await server.db
      .selectFrom('schools')
      .select('faculty_id')
      .where('id', '=', schoolIdOf(code))
      .executeTakeFirst()
  )?.faculty_id;
