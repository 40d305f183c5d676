import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, clientAs } from '../../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../../test/demo.ts';
import {
  callToResolve,
  draftOf,
  type OwnReview,
  proposalInEvaluation,
  reviewOf,
} from '../../../../test/evaluation.ts';
import { act, type Created, detailOf, done, startDraft } from '../../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../../test/university.ts';
import { writeDigests } from '../../mail/jobs.ts';

const TITLE = 'Huerta de las secretas';
/** Words that reviewers wrote for the office alone. */
const SAID = ['Reservado-Zarzaparrilla', 'Rechazo-Quiltro', 'Reemplazo-Tiuque', 'Traspaso-Pudú'] as const;
const [COMMENT, DECLINED, REPLACED, HANDED] = SAID;

interface Reviewer {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}
/** Those of every proposal; each stays out of it in another way. */
const NAMES = ['Zoraida Confirmante', 'Wenceslao Rechazante', 'Yolanda Reemplazada', 'Xerxes Traspasado'];
const LATER = ['Quintiliana Reemplazo', 'Hermógenes Traspaso', 'Eufrasia Pendiente'];

openUniversity({ rateLimit: 0, mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'Oficina <o@biosur.example>' } });

let serial = 0;
async function hire(name: string, role = 'Reviewer'): Promise<Reviewer & { client: Client }> {
  serial += 1;
  const email = `evalua${serial}@biosur.example`;
  const { id } = done(
    await clients.admin.post<Reviewer>('/users', { name: `${name} ${serial}`, email, roles: [role] }),
  );
  return { id, email, name: `${name} ${serial}`, client: await clientAs(server, email) };
}

/** A proposal with a review in every state, told by mail at once, by the summary of the day, and by both to the office. */
async function evaluated(more: Parameters<typeof proposalInEvaluation>[4], leadId?: string) {
  const [lead, director] = [clients.academic, clients.director];
  const project = await proposalInEvaluation(lead, director, refs, TITLE, more);
  if (leadId) await sql`update projects set lead_id = ${leadId} where id = ${project.id}`.execute(server.db);
  const people = [];
  for (const name of [...NAMES, ...LATER]) people.push(await hire(name));
  const [first, second, third, fourth, fifth, sixth, last] = people;
  if (!(first && second && third && fourth && fifth && sixth && last)) throw new Error('nobody to review');
  const pairsOf = (...of: Reviewer[]) => of.map(({ id: userId }) => ({ projectId: project.id, userId }));
  const daily = (type: string) => [{ type, inApp: true, mail: 'daily' }];
  done(await last.client.put('/notifications/preferences', daily('review')));
  const { client: free } = await hire('Oficina Libre', 'Admin');
  done(await free.put('/notifications/preferences', daily('turn')));
  done(await clients.admin.post('/admin/reviews', { pairs: pairsOf(first, second, third, fourth, last) }));
  const other = await proposalInEvaluation(lead, director, refs, 'Otra huerta');
  const both = [project, other].map(({ id: projectId }) => ({ projectId, userId: sixth.id }));
  const answer = async (who: Client, given: object) =>
    done(await who.post(`/reviews/${(await reviewOf(who, project)).id}/answer`, given));
  await answer(second.client, { answer: 'decline', reason: `${DECLINED} por viaje.` });
  const { id: replaced } = await reviewOf(third.client, project);
  const instead = { userId: fifth.id, reason: `${REPLACED} por demora.` };
  done(await clients.admin.post(`/admin/reviews/${replaced}/replacement`, instead));
  const moves = [{ holding: 'step', id: project.id, to: second.id }];
  const handed = { from: fourth.id, moves, reason: `${HANDED} por licencia.` };
  done(await clients.admin.post('/reassign', handed));
  done(await clients.admin.post('/admin/reviews', { pairs: both }));
  await answer(first.client, { answer: 'accept', declares: true });
  const { id } = await reviewOf(first.client, project);
  done(await first.client.post(`/reviews/${id}/question`, { question: '¿Quién riega?' }));
  const draft = { ...draftOf(4), officeComment: `${COMMENT}.` };
  const { version } = done(await first.client.put<OwnReview>(`/reviews/${id}`, { version: 1, draft }));
  done(await first.client.post(`/reviews/${id}/confirm`, { version }));
  await writeDigests(server.db, new Date(Date.now() + 2 * 86_400_000));
  return { project, reviewers: people.map(({ client: _, ...who }) => who as Reviewer) };
}

interface Evaluated {
  readonly project: Created;
  readonly reviewers: readonly Reviewer[];
  readonly call?: string;
}

/** Whatever stands for itself in an answer: a row of a list with what is said of all of them; else the whole. */
function piecesOf(body: unknown): object[] {
  if (Array.isArray(body)) return body.flatMap(piecesOf);
  if (body === null || typeof body !== 'object') return [{ body }];
  const lists = Object.entries(body).filter(([key, value]) => LISTS.includes(key) && Array.isArray(value));
  if (lists.length === 0) return [body];
  const rest = Object.fromEntries(Object.entries(body).filter(([key]) => !lists.some(([of]) => of === key)));
  return [rest, ...lists.flatMap(([, value]) => piecesOf(value).map(row => ({ rest, row })))];
}
const LISTS = ['rows', 'groups', 'projects'];

const read = (text: string): (object | string)[] => {
  try {
    return piecesOf(JSON.parse(text));
  } catch {
    return text.split('\n');
  }
};

/** Every address that somebody may read, with every id that an answer about this proposal might be under. */
async function addresses({ project, reviewers, call = project.id }: Evaluated): Promise<string[]> {
  const { paths } = (await server.app.inject({ url: '/api/docs/json' })).json() as {
    paths: Record<string, Record<string, object>>;
  };
  const idsOf = async (query: ReturnType<typeof sql>) =>
    (await query.execute(server.db)).rows.map(row => String((row as { id: unknown }).id));
  const of: Record<string, readonly string[]> = {
    users: [...reviewers.map(r => r.id), userIdOf(PEOPLE.admin), userIdOf(PEOPLE.academic)],
    mails: await idsOf(sql`select id from mails where text like ${`%${project.code}%`}`),
    entries: await idsOf(sql`select id from project_history where project_id = ${project.id}`),
    reviews: await idsOf(sql`select id from reviews where project_id = ${project.id}`),
  };
  const fill = (path: string): string[] => {
    const [, name] = /\{(\w+)\}/.exec(path) ?? [];
    if (!name) return [path];
    const values: Record<string, readonly string[]> = {
      kind: ['incs'],
      call: [call],
      noun: ['user', 'project'],
      project: [project.id],
      person: of.users ?? [],
      entry: of.entries ?? [],
      review: of.reviews ?? [],
      id: path.includes('/users/')
        ? (of.users ?? [])
        : path.includes('/mails/')
          ? (of.mails ?? [])
          : [project.id],
    };
    return (values[name] ?? [project.id]).flatMap(value => fill(path.replace(`{${name}}`, value)));
  };
  const got = Object.entries(paths).flatMap(([path, methods]) => ('get' in methods ? fill(path) : []));
  return got.filter(path => path !== '/api/auth/logout');
}

/** Where whoever asks finds a reviewer beside the proposal, or what a reviewer said; by address without ids. */
async function findings(who: Client, told: Evaluated): Promise<string[]> {
  const { project, reviewers } = told;
  const named = reviewers.flatMap(({ id, name, email }) => [id, name, email]);
  const about = [project.code, project.id, TITLE];
  const holds = (text: string, words: readonly string[]) => words.some(word => text.includes(word));
  const tells = (piece: unknown) => {
    const text = JSON.stringify(piece) ?? '';
    return holds(text, SAID) || (holds(text, named) && holds(text, about));
  };
  const found = new Set<string>();
  const ask = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${who.token}` };
    const answer = await server.app.inject({ method, url, headers, ...(payload && { payload }) });
    if (answer.statusCode === 200 && read(answer.body).some(tells))
      found.add(`${method} ${url.replace(/\?.*/, '').replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '#')}`);
  };
  for (const url of await addresses(told)) {
    const isFile = url.endsWith('/export');
    await ask('GET', isFile ? `${url}?format=csv` : url);
    if (!isFile) await ask('GET', `${url}?size=200`);
  }
  for (const { id } of [...reviewers, { id: userIdOf(PEOPLE.admin) }, { id: userIdOf(PEOPLE.academic) }])
    await ask('POST', `/api/users/${id}/personal-data/export`, {});
  await ask('POST', '/api/personal-data/export', {});
  await ask('POST', '/api/change-status/projects', { ids: [project.id] });
  await ask('POST', '/api/change-status/preview', {
    to: 'withdrawn',
    projects: [{ kind: project.kind, id: project.id }],
  });
  return [...found].sort();
}

const MEMBER = { id: 'm1', name: 'Tomás', email: PEOPLE.otherAdmin, role: 'academic' } as const;
const PARTS = {
  'a member of its team, by mail alone': {
    begin: () => evaluated({ team: { members: [MEMBER] } }),
    lead: () => clients.academic,
  },
  'its lead': {
    begin: () => evaluated({}, userIdOf(PEOPLE.otherAdmin)),
    lead: () => clients.otherAdmin,
  },
};
const WITHDRAWN = { reason: 'Postula con otra propuesta el próximo año.' };

describe.each(Object.entries(PARTS))('an administrator who is %s', (_part, { begin, lead }) => {
  let told: Evaluated;
  beforeAll(async () => {
    told = await begin();
  });

  it('reads nowhere who reviews it, nor what they said', async () => {
    expect(await findings(clients.otherAdmin, told)).toEqual([]);
  });

  it('nor does its author', async () => {
    expect(await findings(clients.academic, told)).toEqual([]);
  });

  it('while one who is free reads it where it is kept, though in no list of projects', async () => {
    expect(await findings(clients.admin, told)).toEqual([
      ...['GET /api/admin/reviews', 'GET /api/audit', 'GET /api/audit/export', 'GET /api/mails'],
      ...['GET /api/mails/#', 'GET /api/mails/export', 'GET /api/notifications'],
      ...['GET /api/notifications/export', 'GET /api/projects/incs/#', 'GET /api/projects/incs/#/evaluation'],
      ...['GET /api/reassign/#', 'POST /api/change-status/preview', 'POST /api/personal-data/export'],
      'POST /api/users/#/personal-data/export',
    ]);
  });

  it('nor afterwards', async () => {
    done(await act(lead(), told.project, 'withdraw', WITHDRAWN));
    expect(await findings(clients.otherAdmin, told)).toEqual([]);
    expect(await findings(clients.academic, told)).toEqual([]);
  });
});

/** A mark that its holder takes part, as the team's section leaves it. */
const joins = (project: Created, userId: string) =>
  sql`insert into project_parts (project_id, part, user_id) values (${project.id}, 'member', ${userId})`.execute(
    server.db,
  );

describe('an administrator who takes part in a proposal of a call', () => {
  let call: string;
  let own: Created;
  let rival: Created;
  const told = (project: Created): Evaluated => {
    const people = [PEOPLE.reviewer, PEOPLE.stranger] as const;
    const names = ['Soledad Cifuentes', 'Diego Huenchulaf'];
    return {
      project,
      call,
      reviewers: people.map((email, n) => ({ id: userIdOf(email), email, name: `${names[n]}` })),
    };
  };
  beforeAll(async () => {
    const people = { admin: clients.admin, lead: clients.academic, director: clients.director };
    const made = await callToResolve(server, people, refs, [4, 3]);
    const [first, second] = made.projects;
    if (!(first && second)) throw new Error('no call');
    [call, own, rival] = [made.call, first, second];
    await joins(own, userIdOf(PEOPLE.otherAdmin));
  });

  it('reads who reviews neither that one nor what competes with it', async () => {
    for (const project of [own, rival]) expect(await findings(clients.otherAdmin, told(project))).toEqual([]);
  });

  it('is not told by whom a draft of the same call may not be taken over', async () => {
    const lead = userIdOf(PEOPLE.otherAdmin);
    const draft = await startDraft(clients.otherAdmin, 'incs', { title: 'Un borrador propio', leadId: lead });
    await sql`update projects set call_id = ${call} where id = ${draft.id}`.execute(server.db);
    const moves = [{ holding: 'lead', id: draft.id, to: userIdOf(PEOPLE.stranger) }];
    const { rows } = done(
      await clients.otherAdmin.post<{ rows: object[] }>('/reassign/check', { from: lead, moves }),
    );
    expect(rows).toMatchObject([{ refused: null }]);
  });

  it('while one who is free reads the scores with names', async () => {
    const found = await findings(clients.admin, told(rival));
    expect(found).toEqual(expect.arrayContaining(['GET /api/calls/#/scores/export', 'GET /api/audit']));
  });

  it('once the call is closed, their own alone stays secret', async () => {
    await sql`update calls set state = 'closed' where id = ${call}`.execute(server.db);
    expect(await findings(clients.otherAdmin, told(own))).toEqual([]);
    expect(await findings(clients.otherAdmin, told(rival))).toContain('GET /api/calls/#/scores/export');
  });
});

describe('what is counted', () => {
  it('is how much a reviewer has, but for what the reader may not know', async () => {
    const { reviewers } = await evaluated({ team: { members: [MEMBER] } });
    const loadsFor = async (who: Client) => {
      const matrix = done(await who.get<{ reviewers: { id: string; load: number }[] }>('/admin/reviews'));
      return reviewers.map(({ id }) => matrix.reviewers.find(r => r.id === id)?.load);
    };
    // The first has confirmed, the third was replaced, the fourth handed it on; the sixth reviews another one, too.
    expect(await loadsFor(clients.admin)).toEqual([0, 1, 0, 0, 1, 2, 1]);
    expect(await loadsFor(clients.otherAdmin)).toEqual([0, 0, 0, 0, 0, 1, 0]);
  });

  it('and so what they would have with what is proposed', async () => {
    const { reviewers } = await evaluated({ team: { members: [MEMBER] } });
    // Only those are free of whom the reader may not know everything: the second, the fifth and the last.
    const busy = [1, 4, 6].flatMap(n => reviewers[n]?.id ?? []);
    const { rows: idle } = await sql<{ id: string }>`update users set roles = array_remove(roles, 'Reviewer')
      where 'Reviewer' = any(roles) and id <> all(${busy}::uuid[]) returning id`.execute(server.db);
    const who = clients.otherAdmin;
    const matrix = done(await who.get<{ reviewers: { id: string; load: number }[] }>('/admin/reviews'));
    const { pairs } = done(
      await who.post<{ pairs: { userId: string; load: number }[] }>('/admin/reviews/proposal', {}),
    );
    await sql`update users set roles = roles || '{Reviewer}' where id = any(${idle.map(u => u.id)}::uuid[])`.execute(
      server.db,
    );
    expect(pairs.length).toBeGreaterThan(0);
    for (const { userId, load } of pairs) {
      const known = matrix.reviewers.find(r => r.id === userId)?.load ?? 0;
      expect(load).toBe(known + pairs.filter(p => p.userId === userId).length);
    }
  });
});

describe('what is refused', () => {
  it('is to send a mail again that is not theirs to read, as one that is not there', async () => {
    const { project, reviewers } = await evaluated({ team: { members: [MEMBER] } });
    const { rows } = await sql<{ id: string }>`
      select id from mails where type = 'review' and text like ${`%${project.code}%`}
        and user_id = any(${reviewers.map(r => r.id)}::uuid[])`.execute(server.db);
    const ids = rows.map(row => row.id);
    const resentBy = async (who: Client) =>
      done(await who.post<{ queued: string[] }>('/mails/resend', { ids })).queued.length;
    expect(ids.length).toBeGreaterThan(2);
    expect([await resentBy(clients.otherAdmin), await resentBy(clients.admin)]).toEqual([0, ids.length]);
  });

  it('is refused in the same words of whoever reviews and whoever does not', async () => {
    const { project, reviewers } = await evaluated({ team: { members: [MEMBER] } });
    const reviewer = reviewers.find(r => r.name.startsWith('Quintiliana'));
    const idle = await hire('Nadie Evalúa');
    if (!reviewer) throw new Error('nobody reviews');
    const answers = async ({ id, name, email }: Reviewer) => {
      const who = clients.otherAdmin;
      const { updatedAt } = done(await who.get<{ updatedAt: string }>(`/users/${id}`));
      const draft = await startDraft(who, 'incs', { title: 'Otra', leadId: userIdOf(PEOPLE.otherAdmin) });
      const from = userIdOf(PEOPLE.otherAdmin);
      const all = [
        await who.post('/reassign/check', {
          from: id,
          moves: [{ holding: 'step', id: project.id, to: from }],
        }),
        await who.post('/reassign/check', { from, moves: [{ holding: 'lead', id: project.id, to: id }] }),
        await who.post('/reassign/check', { from, moves: [{ holding: 'lead', id: draft.id, to: id }] }),
        await who.get(`/reassign/${id}`),
        await who.get(`/users/${id}/merge?into=${userIdOf(PEOPLE.academic)}`),
        await who.post(`/users/${id}/anonymise`, { confirmation: email, updatedAt }),
        await who.delete(`/users/${id}`),
        await who.post('/admin/reviews', { pairs: [{ projectId: project.id, userId: id }] }),
      ];
      done(await who.post(`/projects/incs/${draft.id}/actions/delete`, { version: 1, confirmed: true }));
      const text = JSON.stringify(all).replaceAll(id, '#').replaceAll(name, 'N').replaceAll(email, 'E');
      return text.replaceAll(draft.id, 'D').replaceAll(/\d{4}-\d\d-\d\dT[\d:.+Z]+/g, 'T');
    };
    expect(await answers(reviewer)).toBe(await answers(idle));
  });
});

describe('who is called where a review is lacking', () => {
  const isCalled = async (who: Client, { code }: Created) =>
    done(await who.get<{ rows: { type: string; text: string }[] }>('/notifications?size=200')).rows.some(
      n => n.type === 'turn' && n.text.includes(code),
    );
  const declined = async (reviewer: Awaited<ReturnType<typeof hire>>) => {
    const more = { team: { members: [MEMBER] } };
    const project = await proposalInEvaluation(clients.academic, clients.director, refs, TITLE, more);
    const invited = [{ project_id: project.id, user_id: reviewer.id, blind: true, due_at: new Date() }];
    await server.db.insertInto('reviews').values(invited).execute();
    const { id } = await reviewOf(reviewer.client, project);
    done(await reviewer.client.post(`/reviews/${id}/answer`, { answer: 'decline', reason: 'Por viaje.' }));
    return project;
  };

  it('is the office, without those who take part by mail alone', async () => {
    const project = await declined(await hire('Gumersinda'));
    expect(await isCalled(clients.admin, project)).toBe(true);
    expect(await isCalled(clients.otherAdmin, project)).toBe(false);
  });

  it('and the last of it where nobody is free, who reads it all', async () => {
    const last = userIdOf(PEOPLE.otherAdmin);
    // By the office as it still is: a session may remember a role for some seconds, or not.
    const reviewer = await hire('Gumersinda');
    await sql`update users set roles = array_remove(roles, 'Admin') where id <> ${last}`.execute(server.db);
    const project = await declined(reviewer);
    expect(await isCalled(clients.otherAdmin, project)).toBe(true);
    const read = await clients.otherAdmin.get<{ reviews: { reason: string | null }[] }>(
      `/projects/incs/${project.id}/evaluation`,
    );
    // The next who may review it was asked by itself.
    expect(done(read).reviews.map(r => r.reason)).toEqual(['Por viaje.', null]);
    expect((await detailOf(clients.otherAdmin, project)).status).toBe('evaluation');
  });
});
