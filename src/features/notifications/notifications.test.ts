import { beforeEach, describe, expect, it } from 'vitest';
import { type Client, clientAs, clientOf } from '../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import {
  act,
  completePacs,
  detailOf,
  done,
  fillSections,
  startDraft,
  submittedPacs,
} from '../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../test/university.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { SECTIONS } from '../../domain/sections/index.ts';
import { remind } from '../../server/notices/announce.ts';
import type { countUnread, getPreferences, listNotifications, markNotifications } from './contract.ts';

type Page = OutputOf<typeof listNotifications>;
type Marked = OutputOf<typeof markNotifications>;

openUniversity();
beforeEach(async () => {
  await server.db.deleteFrom('notifications').execute();
  await server.db.deleteFrom('mails').execute();
  await server.db.deleteFrom('notice_preferences').execute();
});

const listOf = async (client: Client, query = '') => done(await client.get<Page>(`/notifications${query}`));
const titles = async (client: Client) => (await listOf(client)).rows.map(n => n.title);
const unreadOf = async (client: Client) =>
  done(await client.get<OutputOf<typeof countUnread>>('/notifications/unread')).unread;
const mailed = async () =>
  (await server.db.selectFrom('mails').select(['address', 'type']).orderBy('address').execute()).map(
    m => `${m.address.split('@')[0]} ${m.type}`,
  );

describe('a step', () => {
  it('is told to those concerned and to nobody else, with project, person and a sentence', async () => {
    const withTeam = { ...refs, memberId: userIdOf(PEOPLE.colleague) };
    const project = await submittedPacs(clients.academic, withTeam);
    expect(await listOf(clients.director)).toEqual({
      rows: [
        {
          id: expect.any(String),
          type: 'turn',
          at: expect.any(String),
          read: false,
          project: { id: project.id, kind: 'pacs', code: project.code, title: 'Autocuidado en Los Cóndores' },
          page: null,
          title: 'Te toca revisar',
          text: 'Camila Rojas Fuentes envió el proyecto a Dirección.',
          by: { id: userIdOf(PEOPLE.academic), name: 'Camila Rojas Fuentes' },
        },
      ],
      total: 1,
      unread: 1,
    });
    expect(await titles(clients.colleague)).toEqual(['En revisión de Dirección', 'Eres parte del equipo']);
    for (const who of ['academic', 'dean', 'admin', 'stranger', 'otherDirector'] as const)
      expect(await titles(clients[who]), who).toEqual([]);
    // Who sent it has the receipt by mail alone: the application has told them.
    expect(await mailed()).toEqual(['camila.rojas decision', 'patricia.contreras turn']);
  });

  it('taken by two at once is told once', async () => {
    const project = await submittedPacs(clients.academic, refs);
    const { version } = await detailOf(clients.director, project);
    const path = `/projects/pacs/${project.id}/actions/endorse`;
    const answers = await Promise.all([1, 2].map(() => clients.director.post(path, { version })));
    expect(answers.map(a => a.status).toSorted()).toEqual([200, 409]);
    expect(await titles(clients.dean)).toEqual(['Te toca revisar']);
    expect(await titles(clients.academic)).toEqual(['En revisión de Decanato']);
  });

  it('refused tells nobody', async () => {
    const project = await completePacs(clients.academic, refs);
    expect((await act(clients.admin, project, 'endorse')).status).toBe(422);
    expect(await titles(clients.academic)).toEqual([]);
    expect(await mailed()).toEqual([]);
  });

  it('passes the turn on: whoever had it is not called any more', async () => {
    const project = await submittedPacs(clients.academic, refs);
    done(
      await act(clients.admin, project, 'override', {
        to: 'dean_review',
        reason: 'La directora está de viaje.',
      }),
    );
    const { rows, unread } = await listOf(clients.director);
    expect([rows.map(n => [n.title, n.read]), unread]).toEqual([
      [
        ['Ya no te toca', false],
        ['Te toca revisar', true],
      ],
      1,
    ]);
    expect(await mailed()).toEqual([
      'camila.rojas decision',
      'camila.rojas decision',
      'marcela.figueroa turn',
      'patricia.contreras decision',
    ]);
  });

  it('in the office’s hands calls every administrator', async () => {
    const project = await startDraft(clients.academic, 'fexs');
    done(
      await act(clients.admin, project, 'override', { to: 'admissibility', reason: 'Se recibió en papel.' }),
    );
    expect(await titles(clients.otherAdmin)).toEqual(['Te toca revisar la admisibilidad']);
    expect(await titles(clients.admin)).toEqual([]);
  });

  it('undone leaves nothing unread; whoever read of it learns that it was undone', async () => {
    const project = await submittedPacs(clients.academic, refs);
    done(await act(clients.academic, project, 'undo', { reason: 'Me apuré.' }));
    expect(await titles(clients.director)).toEqual([]);
    done(await act(clients.academic, project, 'submit'));
    done(await clients.director.put('/notifications/read', { read: true }));
    done(await act(clients.academic, project, 'undo', { reason: 'Me apuré.' }));
    expect(await titles(clients.director)).toEqual(['Se deshizo el último paso', 'Te toca revisar']);
  });

  it('undone calls those again whom it had stopped calling, by mail only where none had left', async () => {
    const project = await submittedPacs(clients.academic, refs);
    const backAndForth = async () => {
      done(await act(clients.academic, project, 'withdraw', { reason: 'Sin socio.' }));
      expect((await mailed()).filter(m => m === 'patricia.contreras turn')).toEqual(before);
      done(await act(clients.academic, project, 'undo', { reason: 'Me equivoqué.' }));
      expect(await unreadOf(clients.director)).toBe(1);
      expect(await mailed()).toEqual(['camila.rojas decision', 'patricia.contreras turn']);
    };
    let before: string[] = [];
    await backAndForth();
    const sent = { state: 'sent', next_attempt_at: null, attempts: 1, sent_at: new Date() } as const;
    await server.db.updateTable('mails').set(sent).execute();
    before = ['patricia.contreras turn'];
    await backAndForth();
  });
});

describe('observations', () => {
  it('answers are one piece of news for who asked; resolving is told to the lead', async () => {
    const project = await submittedPacs(clients.academic, refs);
    const observations = [
      { section: 'budget', text: 'Detalla los materiales.' },
      { section: 'plan', text: 'Faltan fechas.' },
    ];
    done(await act(clients.director, project, 'return', { observations }));
    expect(await titles(clients.academic)).toEqual(['Te toca responder las observaciones']);
    const { observations: made } = await detailOf(clients.academic, project);
    for (const { id } of made)
      done(
        await clients.academic.post(`/projects/pacs/${project.id}/observations/${id}/answers`, {
          text: 'Listo.',
        }),
      );
    expect(await titles(clients.director)).toEqual(['Respondieron tu observación', 'Te toca revisar']);
    expect((await mailed()).filter(m => m.endsWith('observation'))).toEqual([
      'patricia.contreras observation',
    ]);
    done(
      await clients.director.put(`/projects/pacs/${project.id}/observations/${made[0]?.id}/resolved`, {
        resolved: true,
      }),
    );
    expect((await titles(clients.academic))[0]).toBe('Observación resuelta');
  });
});

describe('a reassignment', () => {
  const REASON = 'Cambio de jefatura de la escuela.';
  const move = async (count: number, more: object = {}) => {
    const projects = await Promise.all(
      Array.from({ length: count }, () => submittedPacs(clients.academic, refs)),
    );
    const from = userIdOf(PEOPLE.director);
    const moves = projects.map(({ id }) => ({ holding: 'step', id, to: userIdOf(PEOPLE.otherDirector) }));
    done(await clients.admin.post('/reassign', { from, moves, reason: REASON, ...more }));
    return projects;
  };

  it('is told once to each side, then nothing more to the old one', async () => {
    const [project] = await move(3);
    expect(await mailed()).toEqual([
      ...Array(3).fill('camila.rojas decision'),
      ...['hernan.bustos reassignment', 'patricia.contreras reassignment'],
    ]);
    expect(await titles(clients.otherDirector)).toEqual(['Recibiste algo a tu cargo']);
    expect(await unreadOf(clients.director)).toBe(1);
    if (project) done(await act(clients.otherDirector, project, 'endorse'));
    expect((await mailed()).filter(m => m.startsWith('patricia'))).toEqual([
      'patricia.contreras reassignment',
    ]);
    expect(await unreadOf(clients.director)).toBe(1);
  });

  it('of one project leads to it; without notice it is silent', async () => {
    const [project] = await move(1);
    const [[theirs], [former]] = [await listOf(clients.otherDirector), await listOf(clients.director)].map(
      page => page.rows,
    ) as [Page['rows'], Page['rows']];
    const what = `${project?.code} (paso «En revisión de Dirección»).`;
    expect(theirs).toMatchObject({
      text: `Beatriz Navarrete Olea te traspasó lo que tenía Patricia Contreras Vidal: ${what}`,
    });
    expect(former).toMatchObject({
      text: `Beatriz Navarrete Olea traspasó a Hernán Bustos Aguilera: ${what}`,
    });
    expect(theirs?.project?.code).toBe(project?.code);
    await server.db.deleteFrom('mails').execute();
    await move(1, { notify: false });
    expect(await mailed()).toEqual(['camila.rojas decision']);
  });
});

describe('a part in a project', () => {
  it('is told to who gets it; taken out again at once, to nobody', async () => {
    const project = await completePacs(clients.academic, refs);
    const member = { id: 'm1', userId: userIdOf(PEOPLE.colleague), name: '', email: '', organisation: '' };
    const full = { ...member, role: 'academic' as const, hoursPerWeek: 4, from: null, to: null };
    await fillSections(clients.academic, project, { team: { members: [full] } });
    expect((await listOf(clients.colleague)).rows).toMatchObject([
      { title: 'Eres parte del equipo', text: 'Camila Rojas Fuentes te sumó al equipo.', type: 'team' },
    ]);
    await fillSections(clients.academic, project, { team: { members: [] } });
    expect(await unreadOf(clients.colleague)).toBe(0);

    const { sections } = await detailOf(clients.academic, project);
    const identification = sections.find(s => s.slug === 'identification')?.data;
    const alternateId = userIdOf(PEOPLE.colleague);
    await fillSections(clients.academic, project, {
      identification: { ...SECTIONS.identification.empty, ...identification, alternateId },
    });
    expect((await listOf(clients.colleague)).rows[0]).toMatchObject({
      title: 'Eres responsable alterno',
      text: 'Camila Rojas Fuentes te dejó como responsable alterno.',
    });
    expect(await titles(clients.academic)).toEqual([]);
    expect(await mailed()).toEqual(['matias.sepulveda reassignment']);
    await fillSections(clients.admin, project, {
      identification: {
        ...SECTIONS.identification.empty,
        ...identification,
        leadId: alternateId,
        alternateId: null,
      },
    });
    expect((await listOf(clients.colleague)).rows[0]).toMatchObject({
      ...{ type: 'reassignment', title: 'Eres responsable' },
      text: 'Beatriz Navarrete Olea te dejó como responsable.',
    });
  });

  it('a project started by the office in somebody’s name waits for them', async () => {
    await startDraft(clients.admin, 'pacs', { leadId: refs.leadId, schoolId: refs.schoolId });
    expect((await listOf(clients.academic)).rows).toMatchObject([
      {
        title: 'Te toca completar el borrador',
        text: 'Beatriz Navarrete Olea creó el proyecto a tu nombre.',
      },
    ]);
    expect(await mailed()).toEqual(['camila.rojas turn']);
  });
});

it('a reminder calls who holds the project', async () => {
  const project = await submittedPacs(clients.academic, refs);
  await server.db.transaction().execute(tx =>
    remind(
      { tx, now: new Date() },
      'today',
      {
        project: { ...project, title: 'Autocuidado' },
        status: 'director_review',
        holders: [userIdOf(PEOPLE.director)],
        office: false,
        due: new Date(),
      },
      { left: 0 },
    ),
  );
  expect((await listOf(clients.director, '?type=reminder')).rows).toMatchObject([
    { title: 'El plazo vence hoy', text: 'El plazo vence hoy. Te toca revisar.', by: null },
  ]);
});

describe('reading', () => {
  it('counts, filters, pages, marks and takes the mark back; only one’s own', async () => {
    for (let n = 0; n < 3; n++) await submittedPacs(clients.academic, refs);
    const mine = await listOf(clients.director, '?size=2');
    expect([mine.rows.length, mine.total, mine.unread]).toEqual([2, 3, 3]);
    expect((await listOf(clients.director, '?size=2&page=2')).rows).toHaveLength(1);
    const ids = mine.rows.map(n => n.id);

    // Somebody else's ids are passed over.
    expect(done(await clients.dean.put<Marked>('/notifications/read', { read: true, ids }))).toEqual({
      changed: [],
      unread: 0,
    });
    expect(await unreadOf(clients.director)).toBe(3);
    done(await clients.director.put('/notifications/read', { read: true, ids: ids.slice(0, 1) }));
    expect((await listOf(clients.director, '?unread=true')).total).toBe(2);
    const all = done(await clients.director.put<Marked>('/notifications/read', { read: true }));
    expect([all.changed.length, all.unread]).toEqual([2, 0]);
    const back = done(
      await clients.director.put<Marked>('/notifications/read', { read: false, ids: all.changed }),
    );
    expect([back.changed.toSorted(), back.unread]).toEqual([all.changed.toSorted(), 2]);
  });

  it('asks for a session, an enabled account and valid input', async () => {
    for (const path of ['/notifications', '/notifications/unread', '/notifications/preferences'])
      expect((await clientOf(server.url, '').get(path)).status).toBe(401);
    const pending = server.db.updateTable('users').where('id', '=', userIdOf(PEOPLE.stranger));
    await pending.set({ state: 'pending' }).execute();
    const fresh = await clientAs(server, PEOPLE.stranger);
    expect((await fresh.get('/notifications')).status).toBe(403);
    await pending.set({ state: 'active' }).execute();
    for (const query of ['?page=0', '?type=x', '?unread=maybe'])
      expect((await clients.dean.get(`/notifications${query}`)).status).toBe(400);
    expect((await clients.dean.put('/notifications/read', { ids: ['x'], read: true })).status).toBe(400);
  });
});

describe('preferences', () => {
  const put = (client: Client, ...preferences: object[]) =>
    client.put('/notifications/preferences', preferences);

  it('are each person’s, by type, and hold from then on', async () => {
    const first = done(await clients.dean.get<OutputOf<typeof getPreferences>>('/notifications/preferences'));
    expect(first.find(p => p.type === 'team')).toEqual({ type: 'team', inApp: true, mail: 'off' });
    done(await put(clients.director, { type: 'turn', inApp: false, mail: 'now' }));
    done(
      await put(
        clients.director,
        { type: 'turn', inApp: true, mail: 'off' },
        { type: 'team', inApp: false, mail: 'off' },
      ),
    );
    await submittedPacs(clients.academic, refs);
    expect(await titles(clients.director)).toEqual(['Te toca revisar']);
    expect(await mailed()).toEqual(['camila.rojas decision']);
    done(await put(clients.director, { type: 'turn', inApp: false, mail: 'daily' }));
    await submittedPacs(clients.academic, refs);
    expect((await listOf(clients.director)).total).toBe(1);
    expect(await mailed()).toEqual(Array(2).fill('camila.rojas decision'));
    expect(done(await clients.dean.get('/notifications/preferences'))).toEqual(first);
  });

  it('refuses what is no type or no timing', async () => {
    expect((await put(clients.dean, { type: 'weather', inApp: true, mail: 'now' })).status).toBe(400);
    expect((await put(clients.dean, { type: 'turn', inApp: true, mail: 'hourly' })).status).toBe(400);
    expect((await put(clients.dean)).status).toBe(400);
  });
});
