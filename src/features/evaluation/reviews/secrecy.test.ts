import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, clientAs } from '../../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { draftOf, type OwnReview, proposalInEvaluation, reviewOf } from '../../../../test/evaluation.ts';
import { act, done } from '../../../../test/factories.ts';
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

openUniversity({ rateLimit: 0 });

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
  await answer(first.client, { answer: 'accept' });
  const { id } = await reviewOf(first.client, project);
  const draft = { ...draftOf(4), officeComment: `${COMMENT}.` };
  const { version } = done(await first.client.put<OwnReview>(`/reviews/${id}`, { version: 1, draft }));
  done(await first.client.post(`/reviews/${id}/confirm`, { version }));
  await writeDigests(server.db, new Date(Date.now() + 2 * 86_400_000));
  return { project, reviewers: people.map(({ client: _, ...who }) => who as Reviewer) };
}

type Evaluated = Awaited<ReturnType<typeof evaluated>>;

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
async function addresses({ project, reviewers }: Evaluated): Promise<string[]> {
  const { paths } = (await server.app.inject({ url: '/api/docs/json' })).json() as {
    paths: Record<string, Record<string, object>>;
  };
  const idsOf = async (query: ReturnType<typeof sql>) =>
    (await query.execute(server.db)).rows.map(row => String((row as { id: unknown }).id));
  const of: Record<string, readonly string[]> = {
    users: [...reviewers.map(r => r.id), userIdOf(PEOPLE.admin), userIdOf(PEOPLE.academic)],
    mails: await idsOf(sql`select id from mails`),
    entries: await idsOf(sql`select id from project_history where project_id = ${project.id}`),
    reviews: await idsOf(sql`select id from reviews where project_id = ${project.id}`),
  };
  const fill = (path: string): string[] => {
    const [, name] = /\{(\w+)\}/.exec(path) ?? [];
    if (!name) return [path];
    const values: Record<string, readonly string[]> = {
      kind: ['incs'],
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
