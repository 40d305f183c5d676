import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditOf } from '../../../test/audit.ts';
import { type Client, clientOf } from '../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import { act, type Created, completePacs, detailOf, done } from '../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../test/university.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import type { ChangeRequest } from '../project-record/detail/contract.ts';

let project: Created;

openUniversity();
beforeEach(async () => {
  project = await approved();
});

/** An approved project of the school of nursing with its colleague in the team. */
async function approved(memberId = userIdOf(PEOPLE.colleague)): Promise<Created> {
  const made = await completePacs(clients.academic, { ...refs, memberId });
  done(await act(clients.academic, made, 'submit'));
  const directs = memberId === userIdOf(PEOPLE.director) ? clients.dean : clients.director;
  done(await act(directs, made, 'endorse', { comment: 'Adelante.' }));
  const { turn } = await detailOf(clients.admin, made);
  done(await act(turn.office ? clients.admin : clients.dean, made, 'endorse', {}));
  return made;
}

const member = (id: string, email: string) => ({
  id,
  userId: userIdOf(email),
  name: '',
  email: '',
  organisation: '',
  role: 'academic',
  hoursPerWeek: 2,
  from: null,
  to: null,
});
const line = (unitCost: number) => ({
  id: 'b1',
  category: 'operation',
  description: 'Materiales',
  quantity: 8,
  unitCost,
  source: 'unit',
});
const TEAM = { members: [member('m1', PEOPLE.colleague), member('m2', PEOPLE.stranger)] };
const DATES = { startDate: '2026-08-03', endDate: '2027-01-29' };
const BUDGET = { lines: [line(30_000)] };

type Section = ChangeRequest['section'];
const pathOf = (p: Created, rest = '') => `/projects/${p.kind}/${p.id}/changes${rest}`;

/** Sends a request as the form would; the answer's id is the request's. */
async function ask(who: Client, section: Section, data: object, more: object = {}) {
  const { sections } = await detailOf(clients.admin, project);
  const version = sections.find(s => s.slug === section)?.version;
  const body = { id: randomUUID(), section, version, data, reason: 'Cambió el calendario.', ...more };
  return who.post<{ id: string } & Problem>(pathOf(project), body);
}
const asked = async (who: Client, section: Section, data: object) => done(await ask(who, section, data)).id;

const seen = async (who: Client, id: string): Promise<ChangeRequest> => {
  const found = (await detailOf(who, project)).changes.find(c => c.id === id);
  if (!found) throw new Error('the request is not shown');
  return found;
};
/** Decides on what the person sees now. */
async function decide(who: Client, id: string, given: object) {
  const { changes } = await detailOf(clients.admin, project);
  const version = changes.find(c => c.id === id)?.version;
  return who.post<{ id: string } & Problem>(pathOf(project, `/${id}/decision`), { version, ...given });
}
const sectionOf = async (slug: Section) => {
  const section = (await detailOf(clients.admin, project)).sections.find(s => s.slug === slug);
  if (!section) throw new Error('no such section');
  return section;
};

describe('from the request to the Ficha', () => {
  it('a team change goes to the school’s director, who sees before and after, and accepts it', async () => {
    const id = await asked(clients.academic, 'team', TEAM);
    const change = await seen(clients.director, id);
    expect(change).toMatchObject({
      section: 'team',
      state: 'open',
      reason: 'Cambió el calendario.',
      author: { name: 'Camila Rojas Fuentes' },
      before: { members: [{ userId: userIdOf(PEOPLE.colleague) }] },
      after: { members: [{ userId: userIdOf(PEOPLE.colleague) }, { userId: userIdOf(PEOPLE.stranger) }] },
      mayDecide: true,
      mayWithdraw: false,
      stale: false,
      turn: { office: false, mine: true, overdue: false },
    });
    expect(change.turn?.people.map(p => p.id)).toEqual([userIdOf(PEOPLE.director)]);
    expect(Object.keys(change.names)).toContain(userIdOf(PEOPLE.stranger));
    expect(await seen(clients.academic, id)).toMatchObject({ mayDecide: false, mayWithdraw: true });

    done(await decide(clients.director, id, { accept: true }));
    expect((await sectionOf('team')).data).toMatchObject(TEAM);
    const told = server.db
      .selectFrom('notifications')
      .select(['title', 'text'])
      .where('type', '=', 'decision');
    expect(await told.where('project_id', '=', project.id).orderBy('id', 'desc').execute()).toContainEqual({
      title: 'Cambio aceptado',
      text: 'Patricia Contreras Vidal aceptó cambiar el equipo.',
    });
    // The new member reads the project with its budget from now on.
    const detail = await detailOf(clients.stranger, project);
    expect(detail.sections.map(s => s.slug)).toContain('budget');
    expect(detail.changes[0]).toMatchObject({ state: 'accepted', turn: null, mayDecide: false });
    expect(detail.history.slice(0, 2).map(h => [h.label, h.comment, h.actor?.name])).toEqual([
      ['Cambio aceptado', 'Equipo.', detail.changes[0]?.decidedBy?.name],
      ['Cambio solicitado', 'Equipo.', 'Camila Rojas Fuentes'],
    ]);
    const audit = await auditOf(server, project.id);
    expect(audit.slice(-3).map(a => a.action)).toEqual([
      'project.request_change',
      'project.save.team',
      'project.accept_change',
    ]);
  });

  it('new dates move the deadline; nothing else of the section changes', async () => {
    const before = await detailOf(clients.academic, project);
    const id = await asked(clients.academic, 'identification', { ...DATES, title: 'Otro título cualquiera' });
    done(await decide(clients.director, id, { accept: true, reason: 'De acuerdo.' }));
    const after = await detailOf(clients.academic, project);
    expect(after).toMatchObject({ endDate: '2027-01-29', title: before.title });
    expect(after.changes[0]?.answer).toBe('De acuerdo.');
    done(await act(clients.academic, project, 'start'));
    const running = await detailOf(clients.academic, project);
    expect(running.turn.due?.slice(0, 7)).toBe('2027-03');
  });

  it('money is for the office alone', async () => {
    const id = await asked(clients.academic, 'budget', BUDGET);
    expect(await seen(clients.director, id)).toMatchObject({ mayDecide: false, turn: { office: true } });
    expect(await decide(clients.director, id, { accept: true })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    done(await decide(clients.admin, id, { accept: true }));
    expect((await sectionOf('budget')).data).toMatchObject(BUDGET);
  });

  it('a refusal needs a reason and leaves everything as it was', async () => {
    const id = await asked(clients.academic, 'team', TEAM);
    const bare = await decide(clients.director, id, { accept: false });
    expect(bare).toMatchObject({ status: 400, body: { errors: [{ path: 'reason' }] } });
    done(await decide(clients.director, id, { accept: false, reason: 'Falta el currículo.' }));
    expect((await sectionOf('team')).data).toMatchObject({ members: [{ id: 'm1' }] });
    expect(await seen(clients.academic, id)).toMatchObject({
      state: 'refused',
      answer: 'Falta el currículo.',
    });
    await asked(clients.academic, 'team', TEAM);
  });

  it('the author takes it back; nobody else does', async () => {
    const id = await asked(clients.academic, 'team', TEAM);
    const path = pathOf(project, `/${id}/withdrawal`);
    expect((await clients.director.post(path)).status).toBe(403);
    done(await clients.academic.post(path));
    const late = await decide(clients.director, id, { accept: true });
    expect(late).toMatchObject({ status: 409, body: { extra: { state: 'withdrawn' } } });
    expect(late.body.detail).toMatch(/ya retiró esta solicitud/);
  });
});

describe('who decides', () => {
  const holds = async (id: string) => {
    const { turn, note } = await seen(clients.admin, id);
    return { people: turn?.people.map(p => p.id), office: turn?.office, note };
  };

  it('a director who belongs to the team leaves it to the dean', async () => {
    project = await approved(userIdOf(PEOPLE.director));
    const id = await asked(clients.academic, 'identification', DATES);
    expect(await holds(id)).toEqual({
      people: [userIdOf(PEOPLE.dean)],
      office: false,
      note: 'La Dirección participa en el proyecto: decide el Decanato.',
    });
    expect((await decide(clients.director, id, { accept: true })).status).toBe(403);
    done(await decide(clients.dean, id, { accept: true }));
  });

  it('a school without heads leaves it to the dean, a faculty without one to the office', async () => {
    const id = await asked(clients.academic, 'identification', DATES);
    const heads = await server.db.deleteFrom('school_heads').returningAll().execute();
    expect(await holds(id)).toMatchObject({ people: [userIdOf(PEOPLE.dean)], office: false });
    const deans = await server.db.deleteFrom('faculty_heads').returningAll().execute();
    expect(await holds(id)).toMatchObject({ people: [], office: true });
    done(await decide(clients.admin, id, { accept: true }));
    await server.db.insertInto('school_heads').values(heads).execute();
    await server.db.insertInto('faculty_heads').values(deans).execute();
  });

  it('an administrator who asked on the lead’s behalf leaves it to another one', async () => {
    const id = await asked(clients.admin, 'budget', BUDGET);
    expect(await seen(clients.admin, id)).toMatchObject({
      onBehalfOf: { id: refs.leadId },
      mayDecide: false,
      refusal: 'Tú pediste este cambio: decide otra persona.',
    });
    expect((await decide(clients.admin, id, { accept: true })).status).toBe(403);
    done(await decide(clients.otherAdmin, id, { accept: true }));
  });

  it('the last administrator decides with a reason, which the audit flags', async () => {
    const id = await asked(clients.admin, 'budget', BUDGET);
    const others = await server.db
      .updateTable('users')
      .set({ state: 'blocked' })
      .where('email', '=', PEOPLE.otherAdmin)
      .returning('id')
      .execute();
    expect((await seen(clients.admin, id)).lastResort).toBe(true);
    expect(await decide(clients.admin, id, { accept: true })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'reason' }] },
    });
    done(await decide(clients.admin, id, { accept: true, reason: 'No hay nadie más en la oficina.' }));
    const [flagged] = await auditOf(server, project.id, 'project.accept_change');
    expect(flagged?.changes).toMatchObject({ lastResort: [false, true] });
    for (const { id: user } of others)
      await server.db.updateTable('users').set({ state: 'active' }).where('id', '=', user).execute();
  });
});

describe('refusals', () => {
  it('only lead, alternate and office ask', async () => {
    for (const who of ['colleague', 'director', 'dean', 'stranger'] as const) {
      expect((await ask(clients[who], 'team', TEAM)).status).toBe(403);
      expect((await detailOf(clients[who], project)).requestChange).toBeNull();
    }
    expect((await detailOf(clients.academic, project)).requestChange).toEqual({
      allowed: true,
      reason: null,
    });
    expect((await ask(clientOf(server.url, ''), 'team', TEAM)).status).toBe(401);
    expect((await ask(clients.reviewer, 'team', TEAM)).status).toBe(404);
  });

  it('who reads only what is open sees no request', async () => {
    await asked(clients.academic, 'budget', BUDGET);
    const { changes, history } = await detailOf(clients.stranger, project);
    expect(changes).toEqual([]);
    expect(history[0]).toMatchObject({ label: 'Cambio solicitado', reason: null, comment: null });
  });

  it('not before approval, and not while suspended', async () => {
    const early = await completePacs(clients.academic, refs);
    expect((await detailOf(clients.academic, early)).requestChange).toBeNull();
    done(await act(clients.academic, project, 'start'));
    const id = await asked(clients.academic, 'team', TEAM);
    done(await act(clients.admin, project, 'suspend', { reason: 'Se aclara un reclamo.' }));
    expect((await detailOf(clients.academic, project)).requestChange?.reason).toMatch(
      /aprobado o en ejecución/,
    );
    expect((await ask(clients.academic, 'budget', BUDGET)).status).toBe(403);
    expect((await seen(clients.director, id)).refusal).toMatch(/aprobado o en ejecución/);
    expect((await decide(clients.director, id, { accept: true })).status).toBe(403);
  });

  it('says what is wrong with the asked values, all at once', async () => {
    const wrong = await ask(clients.academic, 'team', {
      members: [{ ...member('m2', PEOPLE.stranger), role: null }, { ...member('m3', PEOPLE.stranger) }],
    });
    expect(wrong.status).toBe(400);
    const gone = await ask(clients.academic, 'team', {
      members: [{ ...member('m2', PEOPLE.stranger), role: null, userId: randomUUID() }],
    });
    expect(gone.body.errors?.map(e => e.path).sort()).toEqual(['members.0.role', 'members.0.userId']);
    const backwards = await ask(clients.academic, 'identification', {
      startDate: '2027-01-01',
      endDate: '2026-08-03',
    });
    expect(backwards.body.errors?.map(e => e.path)).toEqual(['endDate']);
    const empty = await ask(clients.academic, 'identification', { startDate: null, endDate: null });
    expect(empty.body.errors?.map(e => e.path)).toEqual(['startDate', 'endDate']);
    const same = await ask(clients.academic, 'budget', { lines: [line(25_000)] });
    expect(same.body.errors?.[0]?.message).toBe('Cambia algo antes de enviar la solicitud.');
    const mute = await ask(clients.academic, 'budget', BUDGET, { reason: ' ' });
    expect(mute.body.errors?.map(e => e.path)).toEqual(['reason']);
  });

  it('one open request a section; the same one sent twice is one', async () => {
    const id = randomUUID();
    done(await ask(clients.academic, 'team', TEAM, { id }));
    done(await ask(clients.academic, 'team', TEAM, { id }));
    expect((await ask(clients.academic, 'team', TEAM)).body.detail).toMatch(
      /Ya hay un cambio pedido en «Equipo»/,
    );
    done(await ask(clients.academic, 'budget', BUDGET));
    expect((await detailOf(clients.academic, project)).changes).toHaveLength(2);
  });

  it('an unknown request, or one of another project, is not found', async () => {
    const id = await asked(clients.academic, 'team', TEAM);
    const given = { accept: true, version: 1 };
    expect((await clients.director.post(pathOf(project, `/${randomUUID()}/decision`), given)).status).toBe(
      404,
    );
    const other = await approved();
    expect((await clients.director.post(pathOf(other, `/${id}/decision`), given)).status).toBe(404);
    expect((await clients.reviewer.post(pathOf(project, `/${id}/decision`), given)).status).toBe(404);
  });
});

describe('several at once', () => {
  /** The office may always write; that is what makes a request stale. */
  async function meanwhile() {
    const { version, data } = await sectionOf('budget');
    const lines = [...(data.lines as object[]), { ...line(1000), id: 'b2', description: 'Afiches' }];
    done(
      await clients.otherAdmin.put(`/projects/${project.kind}/${project.id}/sections/budget`, {
        version,
        data: { lines },
      }),
    );
    return version;
  }

  it('a section that changed meanwhile is shown, and accepted only by who has seen it', async () => {
    const id = await asked(clients.academic, 'budget', BUDGET);
    const version = await meanwhile();
    expect(await seen(clients.admin, id)).toMatchObject({
      stale: true,
      before: { lines: [{ id: 'b1' }, { id: 'b2' }] },
    });
    const path = pathOf(project, `/${id}/decision`);
    const blind = await clients.admin.post(path, { accept: true, version });
    expect(blind).toMatchObject({
      status: 409,
      body: { extra: { version: version + 1, data: { lines: [{}, {}] } } },
    });
    done(await decide(clients.admin, id, { accept: true }));
    expect((await sectionOf('budget')).data).toMatchObject(BUDGET);
    expect((await seen(clients.admin, id)).before).toMatchObject({ lines: [{ id: 'b1' }, { id: 'b2' }] });
  });

  it('a request from an old form is refused with what is stored', async () => {
    const version = await meanwhile();
    expect(await ask(clients.academic, 'budget', BUDGET, { version })).toMatchObject({
      status: 409,
      body: { extra: { version: version + 1 } },
    });
  });

  it('accepting, refusing and taking back in parallel: exactly one wins, ten times', async () => {
    for (let n = 0; n < 10; n += 1) {
      const id = await asked(clients.academic, 'budget', { lines: [line(26_000 + n)] });
      const { version } = await seen(clients.admin, id);
      const answers = await Promise.all([
        clients.admin.post(pathOf(project, `/${id}/decision`), { accept: true, version }),
        clients.otherAdmin.post(pathOf(project, `/${id}/decision`), {
          accept: false,
          version,
          reason: 'No alcanza.',
        }),
        clients.academic.post(pathOf(project, `/${id}/withdrawal`)),
      ]);
      expect(answers.map(a => a.status).sort()).toEqual([200, 409, 409]);
      const { state } = await seen(clients.admin, id);
      const winner = ['accepted', 'refused', 'withdrawn'][answers.findIndex(a => a.status === 200)];
      expect(state).toBe(winner);
    }
  });

  it('two forms sent at once make one request', async () => {
    const answers = await Promise.all([1, 2].map(() => ask(clients.academic, 'team', TEAM)));
    expect(answers.map(a => a.status).sort()).toEqual([200, 422]);
  });
});
