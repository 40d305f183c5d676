import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { auditOf } from '../../../test/audit.ts';
import { type Answer, type Client, clientOf } from '../../../test/client.ts';
import { PEOPLE, schoolIdOf, userIdOf } from '../../../test/demo.ts';
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
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { Holding } from '../../domain/workflow/reassignment.ts';
import type { Holdings } from '../holdings/contract.ts';
import type { checkReassign, Handover, reassign } from './contract.ts';

openUniversity();
openSecondCopy();

type Moved = OutputOf<typeof reassign>;
type Checked = OutputOf<typeof checkReassign>;
const REASON = 'Deja la universidad en diciembre.';
const idOf = (who: keyof typeof PEOPLE) => userIdOf(PEOPLE[who]);

const holdings = async (who: keyof typeof PEOPLE) =>
  done(await clients.admin.get<Holdings>(`/reassign/${idOf(who)}`)).rows;
const move = (holding: Holding, id: string, to: keyof typeof PEOPLE): Handover => ({
  holding,
  id,
  to: idOf(to),
});
const send = <T = Moved>(from: keyof typeof PEOPLE, moves: Handover[], reason = REASON): Promise<Answer<T>> =>
  clients.admin.post<T>('/reassign', { from: idOf(from), moves, reason });
const refusals = async (from: keyof typeof PEOPLE, moves: Handover[]) =>
  done(await clients.admin.post<Checked>('/reassign/check', { from: idOf(from), moves })).rows.map(
    r => r.refused,
  );

async function submitted(more: Partial<References> = {}): Promise<Created> {
  const project = await completePacs(clients.academic, { ...refs, ...more });
  done(await act(clients.academic, project, 'submit'));
  return project;
}
const people = async (project: Created) => {
  const { lead, alternate, turn } = await detailOf(clients.admin, project);
  return { lead: lead.name, alternate: alternate?.name ?? null, holds: turn.people.map(p => p.name) };
};
async function setAlternate(project: Created, who: keyof typeof PEOPLE) {
  const { sections } = await detailOf(clients.admin, project);
  const stored = sections.find(s => s.slug === 'identification');
  const data = { ...stored?.data, alternateId: idOf(who) };
  const path = `/projects/${project.kind}/${project.id}/sections/identification`;
  done(await clients.admin.put(path, { version: stored?.version, data }));
}

describe('what somebody holds', () => {
  it('in groups, without what has ended', async () => {
    const [draft, ended, seat] = [
      await startDraft(clients.colleague, 'exts'),
      await startDraft(clients.colleague, 'exts'),
      await startDraft(clients.academic, 'exts'),
    ];
    await setAlternate(seat, 'colleague');
    done(await act(clients.admin, ended, 'override', { to: 'cancelled', reason: REASON }));
    const rows = await holdings('colleague');
    expect(rows.map(r => [r.holding, r.code, r.status])).toEqual([
      ['lead', draft.code, 'draft'],
      ['alternate', seat.code, 'draft'],
    ]);
    const step = await submitted();
    expect(await holdings('director')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ holding: 'step', id: step.id, status: 'director_review' }),
        expect.objectContaining({
          holding: 'school',
          code: 'ENF',
          name: 'Escuela de Enfermería',
          status: null,
        }),
      ]),
    );
    expect((await holdings('dean')).map(r => r.holding)).toContain('faculty');
  });
});

describe('handing over', () => {
  it('a draft goes with all that is in it, and a second reassignment brings it back', async () => {
    const project = await completePacs(clients.academic, refs);
    const before = await detailOf(clients.admin, project);
    const { moved, leftOut } = done(await send('academic', [move('lead', project.id, 'colleague')]));
    expect([moved, leftOut]).toEqual([[{ holding: 'lead', id: project.id }], []]);
    const after = await detailOf(clients.colleague, project);
    expect(await people(project)).toMatchObject({
      lead: 'Matías Sepúlveda Araya',
      holds: ['Matías Sepúlveda Araya'],
    });
    const data = (detail: typeof before) =>
      detail.sections.map(s => (s.slug === 'identification' ? { ...s.data, leadId: '' } : s.data));
    expect(data(after)).toEqual(data(before));
    expect(after.history[0]).toMatchObject({
      action: 'reassign',
      label: 'Reasignado',
      reason: REASON,
      note: 'Responsable: de Camila Rojas Fuentes a Matías Sepúlveda Araya.',
      actor: { name: 'Beatriz Navarrete Olea' },
      from: 'draft',
      to: 'draft',
    });
    // The old lead has nothing to do with it any more; the new one finds it and sends it.
    expect((await clients.academic.get(`/projects/pacs/${project.id}`)).status).toBe(404);
    const found = done(await clients.colleague.get<{ total: number }>(`/projects?q=Sepúlveda&mine=true`));
    expect(found.total).toBeGreaterThan(0);
    const audit = await auditOf(server, project.id, 'project.reassign');
    expect(audit.map(a => a.changes)).toEqual([{ lead: [idOf('academic'), idOf('colleague')] }]);
    done(await send('colleague', [move('lead', project.id, 'academic')]));
    expect((await detailOf(clients.academic, project)).lead.name).toBe('Camila Rojas Fuentes');
    done(await act(clients.academic, project, 'submit'));
  });

  it('the alternate moves up and leaves that seat empty', async () => {
    const project = await startDraft(clients.academic, 'exts');
    await setAlternate(project, 'colleague');
    done(await send('academic', [move('lead', project.id, 'colleague')]));
    expect(await people(project)).toMatchObject({ lead: 'Matías Sepúlveda Araya', alternate: null });
  });

  it('a step under review: the new holder decides, the old one no longer', async () => {
    const project = await submitted();
    done(await send('director', [move('step', project.id, 'otherDirector')]));
    expect((await people(project)).holds).toEqual(['Hernán Bustos Aguilera']);
    expect((await act(clients.director, project, 'endorse')).status).toBe(403);
    done(await act(clients.otherDirector, project, 'endorse'));
    expect((await people(project)).holds).toEqual(['Marcela Figueroa Ponce']);
  });

  it('a new lead who holds the review gives it up to who may decide', async () => {
    const project = await submitted();
    done(await send('academic', [move('lead', project.id, 'director')]));
    expect(await people(project)).toMatchObject({
      lead: 'Patricia Contreras Vidal',
      holds: ['Marcela Figueroa Ponce'],
    });
    const told = server.db.selectFrom('notifications').select(['user_id', 'title', 'text']);
    expect(await told.where('project_id', '=', project.id).execute()).toContainEqual({
      user_id: idOf('dean'),
      title: 'Te toca revisar',
      text: 'La Dirección participa en el proyecto: decide el Decanato.',
    });
    const { history } = await detailOf(clients.admin, project);
    expect(history[0]?.note).toBe(
      'Responsable: de Camila Rojas Fuentes a Patricia Contreras Vidal. La Dirección participa en el proyecto: decide el Decanato.',
    );
  });

  it('a headed unit with its role and its steps, to somebody who had neither, and back', async () => {
    const project = await submitted();
    const school = move('school', schoolIdOf('ENF'), 'colleague');
    const step = move('step', project.id, 'colleague');
    expect(await refusals('director', [step])).toEqual([
      'Matías Sepúlveda Araya no tiene el rol de Dirección ni el de Decanato.',
    ]);
    expect(done(await send('director', [step, school])).leftOut).toEqual([]);
    const roles = async (who: keyof typeof PEOPLE) =>
      (
        await server.db
          .selectFrom('users')
          .select('roles')
          .where('id', '=', idOf(who))
          .executeTakeFirstOrThrow()
      ).roles;
    expect(await roles('colleague')).toContain('Director');
    expect(await roles('director')).not.toContain('Director');
    expect((await people(project)).holds).toEqual(['Matías Sepúlveda Araya']);
    expect((await people(await submitted())).holds).toEqual(['Matías Sepúlveda Araya']);
    const rows = (await holdings('colleague')).filter(r => r.id === project.id || r.holding === 'school');
    const back = rows.map(r => move(r.holding, r.id, 'director'));
    expect(done(await send('colleague', back)).leftOut).toEqual([]);
    expect([await roles('colleague'), await roles('director')]).toEqual([
      expect.not.arrayContaining(['Director']),
      expect.arrayContaining(['Director']),
    ]);
    expect((await people(project)).holds).toEqual(['Patricia Contreras Vidal']);
  });
});

describe('who is told', () => {
  const mailsOf = async (who: keyof typeof PEOPLE, project: Created) =>
    (
      await server.db
        .selectFrom('mails')
        .select('type')
        .where('project_id', '=', project.id)
        .where('user_id', '=', idOf(who))
        .where('type', '=', 'reassignment')
        .execute()
    ).length;
  const mailed = async (moves: Handover[]) =>
    done(await clients.admin.post<Checked>('/reassign/check', { from: idOf('academic'), moves })).mailed.map(
      p => p.name,
    );

  it('each side once, as the preview says', async () => {
    const project = await startDraft(clients.academic, 'exts');
    const moves = [move('lead', project.id, 'colleague')];
    expect((await mailed(moves)).sort()).toEqual(['Camila Rojas Fuentes', 'Matías Sepúlveda Araya']);
    expect(await mailed([move('lead', project.id, 'reviewer')])).toEqual([]);
    done(await send('academic', moves));
    expect([await mailsOf('academic', project), await mailsOf('colleague', project)]).toEqual([1, 1]);
  });

  it('nobody when the office says so', async () => {
    const project = await startDraft(clients.academic, 'exts');
    const moves = [move('lead', project.id, 'colleague')];
    const body = { from: idOf('academic'), moves, reason: REASON, notify: false };
    done(await clients.admin.post('/reassign', body));
    expect((await people(project)).lead).toBe('Matías Sepúlveda Araya');
    expect([await mailsOf('academic', project), await mailsOf('colleague', project)]).toEqual([0, 0]);
  });
});

describe('somebody leaves', () => {
  it('projects, steps and units go in one transaction; what conflicts stays with its reason, drafts are kept', async () => {
    const [led, held, own] = [
      await startDraft(clients.director, 'exts'),
      await submitted(),
      await submitted({ memberId: idOf('otherDirector') }),
    ];
    const before = await detailOf(clients.director, led);
    const moves = [
      move('lead', led.id, 'otherDirector'),
      move('step', held.id, 'otherDirector'),
      move('step', own.id, 'otherDirector'),
      move('school', schoolIdOf('ENF'), 'otherDirector'),
    ];
    const { moved, leftOut } = done(await send('director', moves));
    expect(moved.map(m => m.holding).sort()).toEqual(['lead', 'school', 'step']);
    expect(leftOut).toMatchObject([{ holding: 'step', id: own.id }]);
    expect((await people(held)).holds).toEqual(['Hernán Bustos Aguilera']);
    const contents = (d: typeof before) => d.sections.map(s => [s.slug, { ...s.data, leadId: '' }]);
    expect(contents(await detailOf(clients.otherDirector, led))).toEqual(contents(before));
    // All of it carries the time of one transaction.
    const moments = await server.db
      .selectFrom('project_history')
      .select('at')
      .distinct()
      .where('project_id', 'in', [led.id, held.id])
      .where('action', '=', 'reassign')
      .execute();
    expect(moments).toHaveLength(1);
    const back = [move('lead', led.id, 'director'), move('step', held.id, 'director')];
    done(await send('otherDirector', [...back, move('school', schoolIdOf('ENF'), 'director')]));
  });
});

describe('what is left out', () => {
  it('each row with its reason; the rest moves together', async () => {
    const [mine, free] = [await submitted({ memberId: idOf('otherDirector') }), await submitted()];
    const moves = [move('step', mine.id, 'otherDirector'), move('step', free.id, 'otherDirector')];
    const conflict = 'Conflicto de interés: Hernán Bustos Aguilera dirige o integra este proyecto.';
    expect(await refusals('director', moves)).toEqual([conflict, null]);
    const { moved, leftOut } = done(await send('director', moves));
    expect(moved).toEqual([{ holding: 'step', id: free.id }]);
    expect(leftOut).toEqual([{ holding: 'step', id: mine.id, refused: conflict }]);
    expect((await people(mine)).holds).toEqual(['Patricia Contreras Vidal']);
  });

  it('people who cannot take it: pending, blocked, without the role, the same person, nobody', async () => {
    const project = await startDraft(clients.academic, 'exts');
    const state = (to: 'active' | 'pending' | 'blocked') =>
      server.db.updateTable('users').set({ state: to }).where('id', '=', idOf('stranger')).execute();
    const moves = [move('lead', project.id, 'stranger')];
    await state('pending');
    expect((await refusals('academic', moves))[0]).toMatch(/^La cuenta de .* está pendiente de habilitar\.$/);
    await state('blocked');
    expect((await refusals('academic', moves))[0]).toMatch(/está bloqueada\.$/);
    await state('active');
    expect(await refusals('academic', [move('lead', project.id, 'reviewer')])).toEqual([
      'Soledad Cifuentes Lagos no tiene un rol con el que se dirijan proyectos.',
    ]);
    expect(await refusals('academic', [move('lead', project.id, 'academic')])).toEqual([
      'Es la misma persona.',
    ]);
    expect(await refusals('academic', [{ ...moves[0], to: randomUUID() } as Handover])).toEqual([
      'Esa persona ya no existe.',
    ]);
    expect(await refusals('academic', [...moves, ...moves])).toEqual([
      null,
      'Camila Rojas Fuentes ya no lo tiene.',
    ]);
  });

  it('nothing at all: 422 with the reason at each row, and nothing is written', async () => {
    const project = await startDraft(clients.academic, 'exts');
    const answer = await send<{ errors: object[] }>('academic', [move('lead', project.id, 'reviewer')]);
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      [
        {
          path: 'moves.0',
          message: 'Soledad Cifuentes Lagos no tiene un rol con el que se dirijan proyectos.',
        },
      ],
    ]);
    expect((await detailOf(clients.admin, project)).history).toHaveLength(1);
  });

  it('a decision at the same moment: the step is handed over or decided, never both', async () => {
    const director = clientOf(copy.url, clients.director.token);
    for (let round = 0; round < 6; round += 1) {
      const project = await submitted();
      const { version } = await detailOf(director, project);
      const [handed, endorsed] = await Promise.all([
        send('director', [move('step', project.id, 'otherDirector')]),
        director.post(`/projects/pacs/${project.id}/actions/endorse`, { version }),
      ]);
      expect([handed.status, endorsed.status], `round ${round}`).toSatisfy(
        ([a, b]: number[]) => (a === 200 && b === 403) || (a === 422 && b === 200),
      );
    }
  });

  it('two administrators at once: one hands over, the other finds it gone', async () => {
    const other = clientOf(copy.url, clients.otherAdmin.token);
    const project = await startDraft(clients.academic, 'exts');
    const body = (to: keyof typeof PEOPLE) => ({
      from: idOf('academic'),
      reason: REASON,
      moves: [move('lead', project.id, to)],
    });
    const answers = await Promise.all([
      clients.admin.post('/reassign', body('colleague')),
      other.post('/reassign', body('stranger')),
    ]);
    expect(answers.map(a => a.status).sort()).toEqual([200, 422]);
    expect((await detailOf(clients.admin, project)).history).toHaveLength(2);
  });
});

describe('who and what', () => {
  const paths = () =>
    [
      ['get', `/reassign/${idOf('academic')}`],
      [
        'post',
        '/reassign/check',
        { from: idOf('academic'), moves: [move('lead', randomUUID(), 'colleague')] },
      ],
      [
        'post',
        '/reassign',
        { from: idOf('academic'), reason: REASON, moves: [move('lead', randomUUID(), 'colleague')] },
      ],
    ] as const;
  const ask = (client: Client, [method, path, body]: ReturnType<typeof paths>[number]) =>
    method === 'get' ? client.get(path) : client.post(path, body);

  it('only the office, and only signed in', async () => {
    for (const who of ['academic', 'director', 'dean', 'reviewer'] as const)
      for (const path of paths())
        expect((await ask(clients[who], path)).status, `${who} ${path[1]}`).toBe(403);
    for (const path of paths()) expect((await ask(clientOf(server.url, ''), path)).status).toBe(401);
  });

  it('a known person', async () => {
    expect((await clients.admin.get(`/reassign/${randomUUID()}`)).status).toBe(404);
    expect((await clients.admin.get('/reassign/x')).status).toBe(400);
    const moves = [move('lead', randomUUID(), 'colleague')];
    const unknown = { from: randomUUID(), moves, reason: REASON };
    expect((await clients.admin.post('/reassign', unknown)).status).toBe(404);
  });

  it('all that is wrong with a request, at its fields', async () => {
    const good = { from: idOf('academic'), reason: REASON, moves: [move('lead', randomUUID(), 'colleague')] };
    for (const [wrong, path] of [
      [{ reason: 'Corto.' }, 'reason'],
      [{ from: 'x' }, 'from'],
      [{ moves: [] }, 'moves'],
      [{ moves: [{ ...good.moves[0], holding: 'nada' }] }, 'moves.0.holding'],
      [{ moves: [{ ...good.moves[0], to: '' }] }, 'moves.0.to'],
    ] as const) {
      const { status, body } = await clients.admin.post('/reassign', { ...good, ...wrong });
      expect([status, body.errors?.[0]?.path], path).toEqual([400, path]);
    }
  });
});
