import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { auditOf } from '../../../test/audit.ts';
import { type Client, clientOf } from '../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import {
  act,
  type Created,
  completePacs,
  detailOf,
  done,
  type References,
  startDraft,
} from '../../../test/factories.ts';
import { clients, copy, openSecondCopy, openUniversity, refs, server } from '../../../test/university.ts';
import { byItself } from '../../server/commands/command.ts';
import { issueParts } from '../certificates/issuing/commands.ts';
import type { ProjectRow } from '../project-record/contract.ts';
import { type Batch, CHUNK, type Effect, type Result } from './contract.ts';

openUniversity({ rateLimit: 0 });
openSecondCopy({ rateLimit: 0 });

const REASON = 'Acuerdo del comité del 12 de noviembre.';
const addressOf = ({ kind, id }: { kind: string; id: string }) => ({ kind, id });

const preview = async (projects: readonly Created[], to: string, client = clients.admin) =>
  done(
    await client.post<Effect[]>('/change-status/preview', { to, projects: projects.map(p => addressOf(p)) }),
  );
/** What the screen sends once its preview has been read: the versions shown there go back. */
async function asked(projects: readonly Created[], to: string, client = clients.admin) {
  const versions = new Map((await preview(projects, to, client)).map(e => [e.id, e.version || 1]));
  const chosen = projects.map(p => ({ ...addressOf(p), version: versions.get(p.id) }));
  return { batch: randomUUID(), to, reason: REASON, projects: chosen };
}
async function change(projects: readonly Created[], to: string, client = clients.admin) {
  const body = await asked(projects, to, client);
  const results = done(await client.post<Result[]>('/change-status', body));
  return { batch: body.batch, body, results };
}
const undo = (batch: string, projects: readonly Created[], client = clients.admin) =>
  client.post<Result[]>(`/change-status/batches/${batch}/undo`, {
    reason: 'Me equivoqué de lista.',
    projects: projects.map(p => addressOf(p)),
  });
async function submitted(more: Partial<References> = {}): Promise<Created> {
  const project = await completePacs(clients.academic, { ...refs, ...more });
  done(await act(clients.academic, project, 'submit'));
  return project;
}
const standing = async (project: Created) => {
  const { status, turn } = await detailOf(clients.admin, project);
  return { status, holds: turn.office ? 'oficina' : turn.people.map(p => p.name).join(', ') };
};

describe('preview', () => {
  it('says from which status to which, who holds it now and then, and until when', async () => {
    const project = await submitted();
    const [effect] = await preview([project], 'dean_review');
    expect(effect).toMatchObject({
      id: project.id,
      from: 'director_review',
      refused: null,
      before: { people: [{ name: 'Patricia Contreras Vidal' }], office: false },
      after: { people: [{ name: 'Marcela Figueroa Ponce' }], office: false },
      note: null,
    });
    expect(effect?.after?.due).toMatch(/^\d{4}-\d\d-\d\dT/);
    const { version, status, history } = await detailOf(clients.admin, project);
    expect([version, status, history[0]?.action]).toEqual([effect?.version, 'director_review', 'submit']);
  });

  it('shows why a step would go to somebody else than its unit', async () => {
    const project = await completePacs(clients.academic, { ...refs, memberId: userIdOf(PEOPLE.director) });
    const [effect] = await preview([project], 'director_review');
    expect(effect?.after?.people.map(p => p.name)).toEqual(['Marcela Figueroa Ponce']);
    expect(effect?.note).toBe('La Dirección participa en el proyecto: decide el Decanato.');
  });

  it('says how many certificates are suspended by leaving closed, and valid again by coming back', async () => {
    const project = await submitted();
    await change([project], 'closed');
    const issuing = await byItself(server.db, new Date(), run =>
      issueParts(run, { projectId: project.id, notify: false }),
    );
    const told = async (to: string) => {
      const [effect] = await preview([project], to);
      return [effect?.suspends, effect?.reinstates];
    };
    expect(issuing).toBeGreaterThan(0);
    expect(await told('running')).toEqual([issuing, 0]);
    await change([project], 'running');
    expect(await told('closed')).toEqual([0, issuing]);
    expect(await told('approved')).toEqual([0, 0]);
    await change([project], 'closed');
    expect(await told('running')).toEqual([issuing, 0]);
  });

  it('says what would be refused and why', async () => {
    const [pac, ext] = [await submitted(), await startDraft(clients.academic, 'exts')];
    const own = await startDraft(clients.otherAdmin, 'pacs');
    const gone = { ...ext, id: randomUUID() };
    const refusals = async (to: string, client?: Client) =>
      (await preview([pac, ext, own, gone], to, client)).map(e => e.refused);
    const foreign = 'Elige un estado de este tipo de proyecto.';
    const unknown = 'No encontramos lo que buscas, o no tienes acceso.';
    expect(await refusals('dean_review')).toEqual([null, foreign, null, unknown]);
    expect(await refusals('director_review')).toEqual([
      'El proyecto ya está en ese estado.',
      null,
      null,
      unknown,
    ]);
    expect((await refusals('director_review', clients.otherAdmin))[2]).toContain('No puedes decidir');
  });
});

describe('change', () => {
  it('moves each project by the workflow’s own step, with history, audit and a result for each', async () => {
    const [pac, ext] = [await submitted(), await startDraft(clients.academic, 'exts')];
    const gone = { ...ext, id: randomUUID() };
    const { batch, results } = await change([pac, ext, gone], 'dean_review');
    const foreign = 'Elige un estado de este tipo de proyecto.';
    const unknown = 'No encontramos lo que buscas, o no tienes acceso.';
    const errors = [{ path: 'to', message: foreign }];
    expect(results).toEqual([
      { id: pac.id, done: true, status: 'dean_review', code: null, message: null, errors: [] },
      { id: ext.id, done: false, status: null, code: 'invalid', message: foreign, errors },
      { id: gone.id, done: false, status: null, code: 'not_found', message: unknown, errors: [] },
    ]);
    expect(await standing(pac)).toEqual({ status: 'dean_review', holds: 'Marcela Figueroa Ponce' });
    expect((await standing(ext)).status).toBe('draft');
    const { history } = await detailOf(clients.admin, pac);
    expect(history[0]).toMatchObject({
      action: 'override',
      from: 'director_review',
      to: 'dean_review',
      reason: REASON,
      actor: { name: 'Beatriz Navarrete Olea' },
    });
    const audit = await auditOf(server, pac.id, 'project.override');
    expect(audit.map(a => a.changes)).toEqual([{ status: ['director_review', 'dean_review'] }]);
    const batches = done(await clients.otherAdmin.get<Batch[]>('/change-status/batches'));
    expect(batches[0]).toMatchObject({ id: batch, to: 'dean_review', reason: REASON, changed: 1, undone: 0 });
  });

  it('sent twice repeats nothing', async () => {
    const project = await submitted();
    const { body } = await change([project], 'approved');
    const again = done(await clients.admin.post<Result[]>('/change-status', body));
    expect(again).toMatchObject([{ id: project.id, done: true, status: 'approved' }]);
    const { history } = await detailOf(clients.admin, project);
    expect(history.filter(h => h.action === 'override')).toHaveLength(1);
  });

  it('a decision at the same moment: exactly one wins and the other reads what happened', async () => {
    const director = clientOf(copy.url, clients.director.token);
    for (let round = 0; round < 6; round += 1) {
      const projects = [await submitted(), await submitted(), await submitted()];
      const middle = projects[1] as Created;
      const { version } = await detailOf(director, middle);
      const body = await asked(projects, 'returned');
      const [answer, endorsed] = await Promise.all([
        clients.admin.post<Result[]>('/change-status', body),
        director.post(`/projects/pacs/${middle.id}/actions/endorse`, { version }),
      ]);
      const results = done(answer);
      expect([results[0]?.done, results[2]?.done]).toEqual([true, true]);
      const row = results[1] as Result;
      expect([row.done, endorsed.status === 200].filter(Boolean), `round ${round}`).toHaveLength(1);
      const { status, history } = await detailOf(clients.admin, middle);
      expect(history).toHaveLength(3);
      if (row.done) {
        expect(endorsed.body.extra).toMatchObject({ status: 'returned', action: 'override' });
      } else {
        expect(row).toMatchObject({ code: 'conflict', status });
        expect(row.message).toContain('Patricia Contreras Vidal ya actuó');
      }
    }
  });

  it('a stale preview is refused for that project alone', async () => {
    const [one, two] = [await submitted(), await submitted()];
    const projects = [
      { ...addressOf(one), version: 2 },
      { ...addressOf(two), version: 1 },
    ];
    const body = { batch: randomUUID(), to: 'cancelled', reason: REASON, projects };
    const results = done(await clients.admin.post<Result[]>('/change-status', body));
    expect(results.map(r => [r.done, r.code])).toEqual([
      [true, null],
      [false, 'conflict'],
    ]);
  });
});

describe('who is told', () => {
  /** Who got a mail about the last step. */
  const told = async ({ id }: Created) =>
    (
      await sql<{ name: string }>`select name from mails where history_id =
        (select max(id) from project_history where project_id = ${id}) order by name`.execute(server.db)
    ).rows.map(m => m.name);

  it('the preview names who gets a mail, and they get it', async () => {
    const project = await submitted();
    const [effect] = await preview([project], 'dean_review');
    const names = effect?.mailed.map(p => p.name).sort();
    expect(names).toEqual(['Camila Rojas Fuentes', 'Marcela Figueroa Ponce', 'Patricia Contreras Vidal']);
    await change([project], 'dean_review');
    expect(await told(project)).toEqual(names);
  });

  it('nobody when the office says so, and the old call to act goes all the same', async () => {
    const project = await submitted();
    const turns = async () =>
      done(
        await clients.director.get<{ rows: { project: { id: string } | null }[] }>(
          '/notifications?unread=true&type=turn&size=200',
        ),
      ).rows.filter(n => n.project?.id === project.id).length;
    expect(await turns()).toBe(1);
    const body = { ...(await asked([project], 'dean_review')), notify: false };
    done(await clients.admin.post<Result[]>('/change-status', body));
    expect(await told(project)).toEqual([]);
    const { rows } = done(
      await clients.dean.get<{ rows: { project: { id: string } | null }[] }>('/notifications?size=200'),
    );
    expect(rows.filter(n => n.project?.id === project.id)).toEqual([]);
    expect(await turns()).toBe(0);
  });
});

describe('undo', () => {
  it('puts every project back where nothing happened after, and says who acted on the others', async () => {
    const projects = [await submitted(), await submitted(), await startDraft(clients.academic, 'pacs')];
    const before = await Promise.all(projects.map(p => detailOf(clients.admin, p)));
    const { batch } = await change(projects, 'director_review', clients.otherAdmin);
    // Two were there already: only the draft moved. The next change takes all three on.
    expect((await findBatch(batch)).changed).toBe(1);
    const second = await change(projects, 'dean_review');
    done(await act(clients.dean, projects[1] as Created, 'endorse'));
    const shown = await findBatch(second.batch);
    expect(shown.projects.map(p => p.locked).filter(Boolean)).toEqual([
      'Marcela Figueroa Ponce ya actuó después del cambio.',
    ]);
    const results = done(await undo(second.batch, projects));
    expect(results.map(r => [r.done, r.status])).toEqual([
      [true, 'director_review'],
      [false, 'approved'],
      [true, 'director_review'],
    ]);
    expect(results[1]?.message).toBe('Marcela Figueroa Ponce ya actuó después del cambio.');
    const after = await detailOf(clients.admin, projects[0] as Created);
    expect(after.turn).toEqual(before[0]?.turn);
    expect(after.history[0]).toMatchObject({ action: 'undo', reason: 'Me equivoqué de lista.' });
    const again = done(await undo(second.batch, projects.slice(0, 1)));
    expect(again).toMatchObject([{ done: true, status: 'director_review' }]);
    expect((await findBatch(second.batch)).undone).toBe(2);
  });

  it('is for who did it', async () => {
    const project = await submitted();
    const { batch } = await change([project], 'suspended');
    const shown = await findBatch(batch, clients.otherAdmin);
    expect(shown.projects[0]?.locked).toContain('Beatriz Navarrete Olea');
    const [result] = done(await undo(batch, [project], clients.otherAdmin));
    expect(result).toMatchObject({ done: false, code: 'forbidden' });
    expect((await standing(project)).status).toBe('suspended');
  });
});

const findBatch = async (batch: string, client = clients.admin) =>
  done(await client.get<Batch>(`/change-status/batches/${batch}`));

describe('who and what', () => {
  const paths = () => {
    const batch = randomUUID();
    const project = { kind: 'pacs', id: randomUUID() };
    return [
      ['post', '/change-status/projects', { ids: [project.id] }],
      ['post', '/change-status/preview', { to: 'approved', projects: [project] }],
      [
        'post',
        '/change-status',
        { batch, to: 'approved', reason: REASON, projects: [{ ...project, version: 1 }] },
      ],
      ['get', '/change-status/batches'],
      ['get', `/change-status/batches/${batch}`],
      ['post', `/change-status/batches/${batch}/undo`, { reason: REASON, projects: [project] }],
    ] as const;
  };
  const send = (client: Client, [method, path, body]: ReturnType<typeof paths>[number]) =>
    method === 'get' ? client.get(path) : client.post(path, body);

  it('only the office, and only signed in', async () => {
    for (const who of ['academic', 'director', 'dean', 'reviewer'] as const)
      for (const path of paths()) {
        const { status, body } = await send(clients[who], path);
        expect(status, `${who} ${path[1]}`).toBe(403);
        expect(body.detail).toBe('No tienes permiso para cambiar estados ni reasignar.');
      }
    for (const path of paths()) expect((await send(clientOf(server.url, ''), path)).status).toBe(401);
  });

  it('rows of a selection, without what is gone', async () => {
    const [one, two] = [await submitted(), await startDraft(clients.academic, 'exts')];
    const ids = [two.id, randomUUID(), one.id];
    const rows = done(await clients.admin.post<ProjectRow[]>('/change-status/projects', { ids }));
    const page = done(await clients.admin.get<{ rows: ProjectRow[] }>(`/projects?q=${one.code}`));
    expect(rows.map(r => r.id).sort()).toEqual([one.id, two.id].sort());
    expect(rows.find(r => r.id === one.id)).toEqual(page.rows[0]);
    const none = await clients.admin.post('/change-status/projects', { ids: [] });
    expect([none.status, none.body.errors?.[0]?.path]).toEqual([400, 'ids']);
  });

  it('a known batch', async () => {
    expect((await clients.admin.get(`/change-status/batches/${randomUUID()}`)).status).toBe(404);
    const [result] = done(await undo(randomUUID(), [await submitted()]));
    expect(result).toMatchObject({ done: false, code: 'not_found' });
  });

  it('all that is wrong with a request, at its fields', async () => {
    const one = { kind: 'pacs', id: randomUUID(), version: 1 };
    const good = { batch: randomUUID(), to: 'approved', reason: REASON, projects: [one] };
    for (const [wrong, path] of [
      [{ reason: 'Corto.' }, 'reason'],
      [{ reason: undefined }, 'reason'],
      [{ to: 'nada' }, 'to'],
      [{ batch: 'x' }, 'batch'],
      [{ projects: [] }, 'projects'],
      [{ projects: Array.from({ length: CHUNK + 1 }, () => one) }, 'projects'],
      [{ projects: [{ ...one, version: 0 }] }, 'projects.0.version'],
    ] as const) {
      const { status, body } = await clients.admin.post('/change-status', { ...good, ...wrong });
      expect([status, body.errors?.[0]?.path], path).toEqual([400, path]);
    }
  });
});

describe('500 projects', () => {
  it('in chunks, each counted, while others go on deciding; then all of it back', async () => {
    const template = await submitted();
    const { rows } = await sql<Created>`
      with p as (
        insert into projects (code, kind, kind_version, status, status_since, title, lead_id, school_id, submitted_at,
          version, created_by)
        select 'PAC-2020-' || lpad(n::text, 4, '0'), kind, kind_version, status, status_since, title, lead_id,
          school_id, submitted_at, version, created_by
        from projects, generate_series(1, 500) n where id = ${template.id} returning id, kind, code
      ), h as (
        insert into project_holders (project_id, user_id, via) select id, ${userIdOf(PEOPLE.director)}, 'head' from p
      ) select * from p order by code`.execute(server.db);
    const [batch, body] = [randomUUID(), { to: 'dean_review', reason: REASON }];
    const chunks = Array.from({ length: 500 / CHUNK }, (_, n) => rows.slice(n * CHUNK, (n + 1) * CHUNK));
    let changed = 0;
    const all = (async () => {
      for (const chunk of chunks) {
        const projects = chunk.map(p => ({ ...addressOf(p), version: 2 }));
        const results = done(
          await clients.admin.post<Result[]>('/change-status', { ...body, batch, projects }),
        );
        changed += results.filter(r => r.done).length;
      }
    })();
    // Meanwhile the director decides elsewhere, without waiting for the batch to end.
    done(await act(clientOf(copy.url, clients.director.token), template, 'endorse'));
    expect(changed).toBeLessThan(500);
    await all;
    expect(changed).toBe(500);
    const shown = await findBatch(batch);
    expect([shown.changed, shown.projects.length, shown.undone]).toEqual([500, 500, 0]);
    let undone = 0;
    for (const chunk of chunks) undone += done(await undo(batch, chunk)).filter(r => r.done).length;
    expect(undone).toBe(500);
    const { count } = await server.db
      .selectFrom('projects')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('code', 'like', 'PAC-2020-%')
      .where('status', '=', 'director_review')
      .executeTakeFirstOrThrow();
    expect(count).toBe(500);
  }, 120_000);
});
