import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Client, clientOf } from '../../../test/client.ts';
import { organisationIdOf, PEOPLE, schoolIdOf, userIdOf } from '../../../test/demo.ts';
import { proposalInEvaluation } from '../../../test/evaluation.ts';
import {
  act,
  completePacs,
  detailOf,
  done,
  fillSections,
  pacsSections,
  startDraft,
} from '../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../test/university.ts';
import { mayRead } from '../../domain/access/visibility.ts';
import { KIND_SLUGS } from '../../domain/kinds/slugs.ts';
import { STATUSES, type Status } from '../../domain/kinds/statuses.ts';
import { createSessions } from '../../server/sign-in/session.ts';
import type { ProjectRow } from '../project-record/contract.ts';

interface Page {
  rows: ProjectRow[];
  total: number;
}

openUniversity();

const list = async (client: Client, query = ''): Promise<Page> =>
  done(await client.get<Page>(`/projects?size=200&${query}`));
const titles = async (client: Client, query: string) => (await list(client, query)).rows.map(r => r.title);

describe('starting a project', () => {
  it.each(KIND_SLUGS)('of kind %s gives a code of its own', async kind => {
    const year = new Date().getFullYear();
    const first = await startDraft(clients.academic, kind, { title: `Uno ${kind}` });
    const second = await startDraft(clients.academic, kind, { title: `Dos ${kind}` });
    const [prefix, y, n] = first.code.split('-');
    expect([prefix, y]).toEqual([kind.slice(0, 3).toUpperCase(), String(year)]);
    expect(second.code).toBe(`${prefix}-${y}-${String(Number(n) + 1).padStart(4, '0')}`);
    const detail = await detailOf(clients.academic, first);
    const { rows: open } = await sql<{ due: string }>`
      select closes_at as due from calls where kind = ${kind} and state = 'open'`.execute(server.db);
    // With one call open, a kind that needs one takes it and is due when it closes.
    const due = kind === 'fexs' && open[0] ? new Date(open[0].due).toISOString() : null;
    expect(detail).toMatchObject({ status: 'draft', title: `Uno ${kind}`, turn: { mine: true, due } });
    expect(detail.school?.id).toBe(schoolIdOf('ENF'));
    expect(detail.sections[0]).toMatchObject({ slug: 'identification', version: 1, mayEdit: true });
    expect(detail.history).toMatchObject([{ action: 'create', to: 'draft', label: 'Creado' }]);
  });

  it('twice with the same form makes one, ten times at once too', async () => {
    const form = { id: randomUUID(), kind: 'pacs', title: 'Doble clic' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => clients.academic.post<{ code: string }>('/projects', form)),
    );
    expect(answers.map(a => a.status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(a => a.body.code)).size).toBe(1);
    expect(await titles(clients.academic, 'q=Doble clic')).toEqual(['Doble clic']);
    const foreign = await clients.colleague.post('/projects', form);
    expect(foreign.status).toBe(409);
  });

  it('many at once never gives the same number twice', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => startDraft(clients.colleague, 'cons')));
    expect(new Set(made.map(p => p.code)).size).toBe(12);
  });

  it('is refused without session, without role, for others, and with wrong data', async () => {
    const form = { id: randomUUID(), kind: 'pacs', title: 'Ajeno' };
    expect((await clientOf(server.url, '').post('/projects', form)).status).toBe(401);
    expect(await clients.reviewer.post('/projects', form)).toMatchObject({
      status: 403,
      body: { detail: 'No tienes permiso para crear proyectos.' },
    });
    const forAnother = { ...form, leadId: userIdOf(PEOPLE.colleague) };
    expect((await clients.academic.post('/projects', forAnother)).status).toBe(403);
    const wrong = await clients.academic.post('/projects', {
      id: 'x',
      kind: 'nada',
      title: ' ',
      schoolId: 1,
    });
    expect(wrong.status).toBe(400);
    expect(wrong.body.errors?.map(e => e.path).sort()).toEqual(['id', 'kind', 'schoolId', 'title']);
    const unknown = await clients.academic.post('/projects', { ...form, schoolId: randomUUID() });
    expect(unknown.body.errors).toEqual([{ path: 'schoolId', message: 'Elige una escuela activa.' }]);
  });

  it('by the office for somebody else says so in the history', async () => {
    const project = await startDraft(clients.admin, 'exts', { leadId: refs.leadId, title: 'Por encargo' });
    const { lead, history } = await detailOf(clients.academic, project);
    expect(lead.id).toBe(refs.leadId);
    expect(history[0]).toMatchObject({ actor: { name: 'Beatriz Navarrete Olea' }, onBehalfOf: lead });
  });
});

describe('one project', () => {
  it('is 404 with another’s id, a wrong kind or a malformed id', async () => {
    const project = await startDraft(clients.academic);
    for (const path of [
      `/projects/exts/${project.id}`,
      `/projects/nada/${project.id}`,
      `/projects/pacs/${randomUUID()}`,
      '/projects/pacs/1',
      '/projects/pacs/%00',
    ])
      expect((await clients.academic.get(path)).status, path).toBe(404);
    const own = `/projects/pacs/${project.id}`;
    expect((await clients.academic.get(own)).status).toBe(200);
    for (const who of ['stranger', 'director', 'dean', 'reviewer'] as const)
      expect((await clients[who].get(own)).status, who).toBe(404);
    expect((await clientOf(server.url, '').get(own)).status).toBe(401);
  });

  it('shows a reader of the university no money, no personal data, no reasons', async () => {
    const project = await completePacs(clients.academic, refs, 'Público y aprobado');
    done(await act(clients.academic, project, 'submit'));
    done(await act(clients.director, project, 'endorse', { comment: 'Reservado' }));
    done(await act(clients.dean, project, 'endorse'));
    const open = await detailOf(clients.stranger, project);
    const slugs = open.sections.map(s => s.slug);
    expect(slugs).toContain('objectives');
    expect(slugs).not.toContain('budget');
    expect(slugs).not.toContain('attachments');
    expect(JSON.stringify(open)).not.toMatch(/Ramón Gatica|contacto\.example|Reservado|25000/);
    expect(open.actions).toEqual([]);
    expect((await detailOf(clients.academic, project)).sections.map(s => s.slug)).toContain('budget');
  });
});

describe('who sees what', () => {
  it('is the same in lists and by the domain’s rule, for every status and relation', async () => {
    const me = userIdOf(PEOPLE.academic);
    const other = userIdOf(PEOPLE.stranger);
    type Relation = 'none' | 'lead' | 'alternate' | 'member' | 'holder';
    const made: { id: string; status: Status; school: string; submitted: boolean; as: Relation }[] = [];
    for (const status of STATUSES)
      for (const school of ['ENF', 'ARQ', 'TSO'])
        for (const submitted of [true, false])
          made.push({ id: randomUUID(), status, school, submitted, as: 'none' });
    for (const as of ['lead', 'alternate', 'member', 'holder'] as const)
      for (const status of ['draft', 'director_review', 'approved', 'rejected'] as const)
        made.push({ id: randomUUID(), status, school: 'INF', submitted: status !== 'draft', as });
    await server.db
      .insertInto('projects')
      .values(
        made.map((m, n) => ({
          id: m.id,
          code: `MAT-2026-${String(n).padStart(4, '0')}`,
          kind: 'pacs',
          kind_version: 1,
          status: m.status,
          title: `Matriz ${n}`,
          lead_id: m.as === 'lead' ? me : other,
          alternate_id: m.as === 'alternate' ? me : null,
          school_id: schoolIdOf(m.school),
          submitted_at: m.submitted ? new Date() : null,
          created_by: other,
        })),
      )
      .execute();
    const ids = (as: Relation) => made.filter(m => m.as === as).map(m => ({ project_id: m.id, user_id: me }));
    await server.db.insertInto('project_members').values(ids('member')).execute();
    await server.db
      .insertInto('project_holders')
      .values(ids('holder').map(row => ({ ...row, via: 'head' })))
      .execute();

    const sessions = createSessions(server.db);
    for (const [who, client] of Object.entries(clients)) {
      const actor = (await sessions.read(client.token))?.actor;
      if (!actor) throw new Error(`no session for ${who}`);
      const expected = made.filter(m =>
        mayRead(actor, {
          status: m.status,
          leadId: m.as === 'lead' ? me : other,
          alternateId: m.as === 'alternate' ? me : null,
          memberIds: m.as === 'member' ? [me] : [],
          schoolId: schoolIdOf(m.school),
          holderIds: m.as === 'holder' ? [me] : [],
          reviewerIds: [],
          invitedIds: [],
          blindIds: [],
          submittedAt: m.submitted ? new Date() : null,
        }),
      );
      const { rows, total } = await list(client, 'q=MAT-2026-');
      expect(rows.map(r => r.id).sort(), who).toEqual(expected.map(m => m.id).sort());
      expect(total, who).toBe(expected.length);
      for (const status of STATUSES) {
        const some = await list(client, `q=MAT-2026-&status=${status}`);
        expect(some.total, `${who} ${status}`).toBe(expected.filter(m => m.status === status).length);
      }
      for (const m of made.filter((_, n) => n % 7 === 0)) {
        const { status } = await client.get(`/projects/pacs/${m.id}`);
        expect(status, `${who} ${JSON.stringify(m)}`).toBe(expected.includes(m) ? 200 : 404);
      }
    }
  });
});

describe('totals', () => {
  it('are exact after every change, asked again and again', async () => {
    const { academic, director, admin } = clients;
    const total = async (client: Client, query: string) => (await list(client, query)).total;
    const review = 'status=director_review&kind=pacs';
    const member = userIdOf(PEOPLE.colleague);
    const before = {
      admin: await total(admin, review),
      director: await total(director, review),
      member: await total(clients.colleague, review),
      turn: await total(director, 'myTurn=true'),
      all: await total(admin, ''),
    };
    for (let n = 1; n <= 3; n += 1) {
      const project = await completePacs(academic, { ...refs, memberId: member });
      expect(await total(admin, ''), `created ${n}`).toBe(before.all + n);
      done(await act(academic, project, 'submit'));
      expect(await total(admin, review), `submitted ${n}`).toBe(before.admin + n);
      expect(await total(director, review)).toBe(before.director + n);
      expect(await total(clients.colleague, review)).toBe(before.member + n);
      expect(await total(director, 'myTurn=true')).toBe(before.turn + n);
    }
  });

  it('are each reader’s own, whoever asked before them', async () => {
    const QUERIES = [
      '',
      'q=patrimonio',
      'status=approved',
      'kind=incs&status=evaluation',
      'mine=true',
      'historic=false',
    ];
    const { academic, director, admin, otherAdmin } = clients;
    const approve = async ({ id, version }: { id: string; version: number }) => {
      const change = { batch: randomUUID(), to: 'approved', reason: 'Lo aprobó el consejo.', notify: false };
      done(await admin.post('/change-status', { ...change, projects: [{ kind: 'pacs', id, version }] }));
    };
    const read = await completePacs(academic, refs, 'Patrimonio que todos leen');
    await approve(await detailOf(academic, read));
    await completePacs(academic, refs, 'Patrimonio en borrador');
    const blind = await proposalInEvaluation(academic, director, refs, 'Patrimonio a ciegas');
    await sql`insert into reviews (project_id, user_id, blind)
      values (${blind.id}, ${userIdOf(PEOPLE.otherAdmin)}, true)`.execute(server.db);
    const seen = new Map<string, number>();
    for (const order of [Object.entries(clients), Object.entries(clients).reverse()])
      for (const [who, client] of order)
        for (const query of QUERIES) {
          const { rows, total } = await list(client, query);
          expect(total, `${who} ${query}`).toBe(rows.length);
          seen.set(`${who} ${query}`, total);
        }
    expect(seen.get('otherAdmin ')).toBe((seen.get('admin ') ?? 0) - 1);
    expect(seen.get('stranger q=patrimonio')).toBe((seen.get('academic q=patrimonio') ?? 0) - 2);
    expect((await list(otherAdmin, 'q=ciegas')).total).toBe(0);
  });
});

describe('search, filters, order', () => {
  it('finds by stem, without accents, by the beginning of the last word, by code and by the lead’s name', async () => {
    const title = 'Educación ambiental en liceos técnicos';
    const project = await startDraft(clients.colleague, 'exts', { title });
    for (const q of [
      'educacion',
      'EDUCACIÓN',
      'liceo',
      'tecnico',
      'ambient',
      'educación amb',
      'sepulveda ambiental',
    ])
      expect(await titles(clients.colleague, `q=${encodeURIComponent(q)}`), q).toContain(title);
    for (const q of ['xilófono', 'ambiental -liceos', '"liceos ambiental"'])
      expect(await titles(clients.colleague, `q=${encodeURIComponent(q)}`), q).not.toContain(title);
    expect(await titles(clients.colleague, `q=${project.code.toLowerCase()}`)).toEqual([title]);
    for (const q of ['%', "'", '"', '&|!', '()', ':*', '\\', '-', '🙂', 'a'.repeat(200)])
      expect((await clients.colleague.get(`/projects?q=${encodeURIComponent(q)}`)).status, q).toBe(200);
    expect((await clients.colleague.get('/projects?q=%00')).status).toBe(400);
  });

  it('narrows by every filter, and counts exactly what it shows', async () => {
    const { colleague } = clients;
    const project = await startDraft(colleague, 'pacs', { title: 'Con todos los filtros' });
    const leadId = userIdOf(PEOPLE.colleague);
    await fillSections(colleague, project, pacsSections({ ...refs, leadId }, 'Con todos los filtros'));
    const hits = [
      'kind=pacs',
      'kind=pacs&kind=exts',
      'status=draft',
      'status=draft&status=returned',
      `school=${refs.schoolId}`,
      `faculty=${(await detailOf(colleague, project)).faculty?.id}`,
      'period=2026-2',
      'region=08',
      'comuna=08110',
      'goal=3',
      `partner=${organisationIdOf('65000014-5')}`,
      `lead=${leadId}`,
      'overdue=false',
      'mine=true',
      'myTurn=true',
    ];
    for (const query of [...hits, hits.slice(4).join('&')])
      expect(await titles(colleague, query), query).toContain('Con todos los filtros');
    const misses = [
      'kind=exts',
      'status=approved',
      `school=${schoolIdOf('ARQ')}`,
      `faculty=${randomUUID()}`,
      'period=2025-1',
      'region=01',
      'comuna=01101',
      'goal=17',
      `partner=${organisationIdOf('69000001-6')}`,
      `lead=${refs.leadId}`,
      'overdue=true',
    ];
    for (const query of misses)
      expect(await titles(colleague, query), query).not.toContain('Con todos los filtros');
  });

  it('refuses filters that make no sense, all at once', async () => {
    const answer = await clients.academic.get('/projects?page=0&size=1000&sort=nada&kind=x&goal=18&school=1');
    expect(answer.status).toBe(400);
    expect(answer.body.errors?.map(e => e.path).sort()).toEqual([
      'goal',
      'kind',
      'page',
      'school',
      'size',
      'sort',
    ]);
    expect((await clientOf(server.url, '').get('/projects')).status).toBe(401);
  });

  it.each(['updated', 'code', 'title', 'status', 'since', 'due'])(
    'orders by %s both ways, page by page',
    async by => {
      const all = await list(clients.admin, `sort=${by}`);
      const down = await list(clients.admin, `sort=-${by}`);
      expect(all.total).toBeGreaterThan(100);
      expect(down.total).toBe(all.total);
      const pages: string[] = [];
      for (let page = 1; page <= Math.ceil(all.total / 40); page += 1) {
        const { rows } = done(await clients.admin.get<Page>(`/projects?sort=${by}&size=40&page=${page}`));
        pages.push(...rows.map(r => r.id));
      }
      expect(pages).toHaveLength(all.total);
      expect(new Set(pages).size).toBe(all.total);
      expect(pages.slice(0, all.rows.length)).toEqual(all.rows.map(r => r.id));
      const none = done(await clients.admin.get<Page>(`/projects?sort=${by}&page=9999`));
      expect(none).toEqual({ rows: [], total: all.total });
    },
  );
});
