import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { auditOf } from '../../../../test/audit.ts';
import { checkAll } from '../../../../test/calls.ts';
import { clientOf } from '../../../../test/client.ts';
import {
  acceptMeasurements,
  act,
  type Created,
  completePacs,
  detailOf,
  done,
  endOn,
  fillReport,
  fillSections,
  pacsSections,
  standingOf,
  startDraft,
  submittedPacs,
} from '../../../../test/factories.ts';
import { clients, openSecondCopy, openUniversity, refs, server } from '../../../../test/university.ts';
import { demoLine } from '../../../demo/seed/call.ts';
import { localDay, localTime } from '../../../domain/kit/calendar.ts';
import { SECTIONS } from '../../../domain/sections/index.ts';
import { TRANSITION_ACTIONS } from '../../../domain/workflow/transitions.ts';

openUniversity();
openSecondCopy();

const REASON = 'Una razón de más de veinte letras.';
const OBSERVATIONS = [{ section: 'budget', text: 'Detalla los materiales.' }];

const standing = (project: Created, client = clients.admin) => standingOf(client, project);
const submitted = () => submittedPacs(clients.academic, refs);
async function atDean(): Promise<Created> {
  const project = await submitted();
  done(await act(clients.director, project, 'endorse'));
  return project;
}
async function approved(): Promise<Created> {
  const project = await atDean();
  done(await act(clients.dean, project, 'endorse'));
  return project;
}

describe('from draft to approved', () => {
  it('to the director, back with observations, again to the director, to the dean, approved', async () => {
    const { academic, director, dean } = clients;
    const project = await completePacs(academic, refs);
    expect(await standing(project)).toEqual({ status: 'draft', holds: 'Camila Rojas Fuentes' });
    done(await act(academic, project, 'submit'));
    const { turn } = await detailOf(academic, project);
    expect(turn).toMatchObject({
      people: [{ name: 'Patricia Contreras Vidal' }],
      overdue: false,
      mine: false,
    });
    expect(localTime(new Date(turn.due ?? 0)).time).toBe('23:59');
    expect(turn.next).toContain('Decanato');

    done(await act(director, project, 'return', { observations: OBSERVATIONS }));
    expect(await standing(project)).toEqual({ status: 'returned', holds: 'Camila Rojas Fuentes' });
    const early = await act<{ detail: string }>(academic, project, 'submit');
    expect(early).toMatchObject({ status: 422, body: { detail: 'Queda 1 observación por responder.' } });
    const [observation] = (await detailOf(academic, project)).observations;
    done(
      await academic.post(`/projects/pacs/${project.id}/observations/${observation?.id}/answers`, {
        text: 'Son cuadernillos.',
      }),
    );
    done(await act(academic, project, 'submit'));
    expect((await standing(project)).status).toBe('director_review');
    done(await act(director, project, 'endorse', { comment: 'Muy buen proyecto.' }));
    expect(await standing(project)).toEqual({ status: 'dean_review', holds: 'Marcela Figueroa Ponce' });
    done(await act(dean, project, 'endorse'));
    expect(await standing(project)).toEqual({ status: 'approved', holds: 'Camila Rojas Fuentes' });

    const { history } = await detailOf(academic, project);
    expect(history.map(h => h.label).reverse()).toEqual([
      'Creado',
      'Enviado',
      'Devuelto con observaciones',
      'Enviado',
      'Visto bueno',
      'Visto bueno',
    ]);
    expect(history.filter(h => h.hasSnapshot)).toHaveLength(2);
    expect(history[1]).toMatchObject({
      comment: 'Muy buen proyecto.',
      from: 'director_review',
      to: 'dean_review',
    });
  });

  it('returned by the dean, it goes back to the dean', async () => {
    const project = await atDean();
    done(await act(clients.dean, project, 'return', { observations: OBSERVATIONS }));
    const [observation] = (await detailOf(clients.academic, project)).observations;
    const path = `/projects/pacs/${project.id}/observations/${observation?.id}/answers`;
    done(await clients.academic.post(path, { text: 'Listo.' }));
    done(await act(clients.academic, project, 'submit'));
    expect(await standing(project)).toEqual({ status: 'dean_review', holds: 'Marcela Figueroa Ponce' });
  });

  it('an activity needs the director alone', async () => {
    const title = 'Seminario de salud comunitaria';
    const project = await startDraft(clients.academic, 'exts', { title });
    const { courses, ...sections } = pacsSections(refs, title);
    expect(courses).toBeDefined();
    const session = { id: 's1', date: '2026-10-01', from: '', to: '', place: 'Aula Magna' };
    const event = { ...SECTIONS.event.empty, type: 'seminar' as const, sessions: [session] };
    await fillSections(clients.academic, project, { ...sections, event });
    done(await act(clients.academic, project, 'submit'));
    done(await act(clients.director, project, 'endorse'));
    expect((await standing(project)).status).toBe('approved');
  });

  it('a fund’s proposal passes admissibility, evaluation and resolution in the office', async () => {
    const { admin } = clients;
    const project = await startDraft(clients.academic, 'fexs');
    done(await act(admin, project, 'override', { to: 'admissibility', reason: REASON }));
    expect(await standing(project)).toEqual({ status: 'admissibility', holds: 'oficina' });
    expect((await act<{ detail: string }>(admin, project, 'admit', { checklist: true })).status).toBe(422);
    await checkAll(admin, project);
    const unchecked = await act<{ errors: { path: string }[] }>(admin, project, 'admit');
    expect([unchecked.status, unchecked.body.errors[0]?.path]).toEqual([400, 'checklist']);
    done(await act(admin, project, 'admit', { checklist: true }));
    done(await act(admin, project, 'finish_evaluation'));
    done(await act(admin, project, 'reopen_evaluation', { reason: REASON }));
    done(await act(admin, project, 'finish_evaluation'));
    expect((await act(admin, project, 'award')).status).toBe(422);
    done(await act(admin, project, 'override', { to: 'waitlisted', reason: REASON }));
    done(await act(admin, project, 'not_award'));
    // Only the answer to an appeal brings it back.
    expect((await act(admin, project, 'uphold_appeal', { reason: REASON })).status).toBe(422);
    done(await act(admin, project, 'override', { to: 'resolution', reason: REASON }));
    expect(await standing(project)).toEqual({ status: 'resolution', holds: 'oficina' });
    done(await act(admin, project, 'override', { to: 'waitlisted', reason: REASON }));
    // Nobody is awarded unread; only the office's own word goes around that, with a line and an amount.
    expect((await act<{ detail: string }>(admin, project, 'award')).body.detail).toBe(
      'No tiene evaluaciones.',
    );
    const award = { to: 'approved', reason: REASON, lineId: demoLine(0), amount: 1000 };
    done(await act(admin, project, 'override', award));
    expect(await standing(project)).toEqual({ status: 'approved', holds: 'Camila Rojas Fuentes' });
  });

  it('an approved project starts, is suspended, goes on, reports and is closed', async () => {
    const { academic, admin, director } = clients;
    const project = await approved();
    done(await act(academic, project, 'start'));
    done(await act(admin, project, 'suspend', { reason: REASON }));
    expect(await standing(project)).toEqual({ status: 'suspended', holds: 'oficina' });
    done(await act(admin, project, 'resume', { reason: REASON }));
    const early = await act<{ detail: string }>(academic, project, 'submit_final_report');
    expect([early.status, early.body.detail]).toEqual([422, expect.stringContaining('le faltan 10 datos')]);
    await fillReport(server.db, academic, project, refs);
    await endOn(server.db, project, localDay(new Date()));
    done(await act(academic, project, 'submit_final_report'));
    expect(await standing(project)).toEqual({ status: 'final_report', holds: 'Patricia Contreras Vidal' });
    done(await act(director, project, 'accept_final_report'));
    expect(await standing(project)).toEqual({ status: 'final_report', holds: 'oficina' });
    const unmeasured = await act<{ detail: string }>(admin, project, 'accept_final_report');
    expect([unmeasured.status, unmeasured.body.detail]).toEqual([
      422,
      'Queda 1 medición de indicadores sin decidir.',
    ]);
    await acceptMeasurements(director, project);
    done(await act(admin, project, 'accept_final_report'));
    expect(await standing(project)).toEqual({ status: 'closed', holds: '' });
  });
});

describe('taking back', () => {
  it('who acted last undoes it while nobody acted after: status, holders and due date are as before', async () => {
    const project = await submitted();
    const before = (await detailOf(clients.director, project)).turn;
    done(await act(clients.director, project, 'return', { observations: OBSERVATIONS }));
    done(await act(clients.director, project, 'undo', { reason: 'Me equivoqué de proyecto.' }));
    const after = await detailOf(clients.director, project);
    expect(after.turn).toEqual(before);
    expect(after.observations).toEqual([]);
    expect(after.history.slice(0, 2)).toMatchObject([
      { action: 'undo', reason: 'Me equivoqué de proyecto.' },
      { action: 'return', undone: true },
    ]);
    expect((await act(clients.director, project, 'endorse')).status).toBe(200);
  });

  it('not somebody else’s step, not without a reason, not after 24 hours, not after an answer', async () => {
    const project = await submitted();
    expect((await act(clients.director, project, 'undo', { reason: REASON })).status).toBe(403);
    expect((await act(clients.academic, project, 'undo')).status).toBe(400);
    done(await act(clients.director, project, 'return', { observations: OBSERVATIONS }));
    expect((await act(clients.academic, project, 'undo', { reason: REASON })).status).toBe(403);
    const [observation] = (await detailOf(clients.academic, project)).observations;
    const path = `/projects/pacs/${project.id}/observations/${observation?.id}/answers`;
    done(await clients.academic.post(path, { text: 'Listo.' }));
    expect((await act(clients.director, project, 'undo', { reason: REASON })).status).toBe(422);

    const late = await submitted();
    await server.db
      .updateTable('project_history')
      .set({ at: new Date(Date.now() - 25 * 3_600_000) })
      .where('project_id', '=', late.id)
      .execute();
    expect((await act(clients.academic, late, 'undo', { reason: REASON })).status).toBe(422);
  });

  it('undoing the first submit leaves a draft that can be deleted', async () => {
    const project = await submitted();
    done(await act(clients.academic, project, 'undo', { reason: REASON }));
    expect((await clients.director.get(`/projects/pacs/${project.id}`)).status).toBe(404);
    expect((await act(clients.academic, project, 'delete')).status).toBe(400);
    const gone = await act<{ deleted: boolean }>(clients.academic, project, 'delete', { confirmed: true });
    expect(done(gone).deleted).toBe(true);
    expect((await clients.academic.get(`/projects/pacs/${project.id}`)).status).toBe(404);
    expect(await auditOf(server, project.id, 'project.delete')).toHaveLength(1);
  });

  it('the lead withdraws what is in review, renounces what is approved; the office cancels', async () => {
    const project = await submitted();
    expect((await act(clients.academic, project, 'withdraw')).status).toBe(400);
    done(await act(clients.academic, project, 'withdraw', { reason: 'Sin socio.' }));
    expect(await standing(project)).toEqual({ status: 'withdrawn', holds: '' });
    const running = await approved();
    done(await act(clients.academic, running, 'renounce', { reason: 'Sin socio.' }));
    expect((await standing(running)).status).toBe('withdrawn');
    const cancelled = await approved();
    expect((await act(clients.academic, cancelled, 'cancel', { reason: REASON })).status).toBe(403);
    done(await act(clients.admin, cancelled, 'cancel', { reason: REASON }));
    expect((await standing(cancelled)).status).toBe('cancelled');
  });
});

describe('what a step asks for', () => {
  it('all that is missing at once', async () => {
    const project = await submitted();
    const short = await act<{ errors: object[] }>(clients.director, project, 'reject', { reason: 'No.' });
    expect([short.status, short.body.errors]).toEqual([
      400,
      [{ path: 'reason', message: 'Escribe al menos 20 caracteres.' }],
    ]);
    for (const observations of [
      undefined,
      [],
      [{ section: 'nada', text: 'x' }],
      [{ section: 'budget', text: ' ' }],
    ])
      expect((await act(clients.director, project, 'return', { observations })).status).toBe(400);
    for (const given of [
      {},
      { to: 'nada', reason: REASON },
      { to: 'evaluation', reason: REASON },
      { to: 'closed' },
    ])
      expect((await act(clients.admin, project, 'override', given)).status, JSON.stringify(given)).toBe(400);
    done(await act(clients.director, project, 'reject', { reason: REASON }));
    expect((await standing(project)).status).toBe('rejected');
  });

  it('a known action, a version, a project one sees, a session', async () => {
    const project = await submitted();
    const path = `/projects/pacs/${project.id}/actions`;
    expect((await clients.director.post(`${path}/nada`, { version: 2 })).status).toBe(404);
    expect((await clients.director.post(`${path}/endorse`, {})).status).toBe(400);
    expect((await clients.stranger.post(`${path}/endorse`, { version: 2 })).status).toBe(404);
    expect(
      (await clients.director.post(`/projects/exts/${project.id}/actions/endorse`, { version: 2 })).status,
    ).toBe(404);
    expect(
      (await clients.director.post(`/projects/pacs/${randomUUID()}/actions/endorse`, { version: 2 })).status,
    ).toBe(404);
    expect((await clientOf(server.url, '').post(`${path}/endorse`, { version: 2 })).status).toBe(401);
  });

  it('everything that is not offered is refused, to every role in every status, and changes nothing', async () => {
    const given = {
      reason: REASON,
      comment: 'x',
      observations: OBSERVATIONS,
      checklist: true,
      confirmed: true,
      to: 'closed',
    };
    const projects = [
      await completePacs(clients.academic, refs),
      await submitted(),
      await atDean(),
      await approved(),
    ];
    for (const project of projects) {
      const before = await detailOf(clients.admin, project);
      for (const [who, client] of Object.entries(clients)) {
        const seen = await client.get<typeof before>(`/projects/pacs/${project.id}`);
        const offered =
          seen.status === 200 ? seen.body.actions.filter(a => a.allowed).map(a => a.action) : [];
        const tried = TRANSITION_ACTIONS.filter(
          action =>
            !offered.includes(action) && !(action === 'override' && who.toLowerCase().includes('admin')),
        );
        const answers = await Promise.all(
          tried.map(action =>
            client.post(`/projects/pacs/${project.id}/actions/${action}`, {
              ...given,
              version: before.version,
            }),
          ),
        );
        const allowed = seen.status === 200 ? [403, 422] : [404];
        for (const [n, { status }] of answers.entries())
          expect(allowed, `${who} ${tried[n]} ${before.status}`).toContain(status);
      }
      const { version, status, history } = await detailOf(clients.admin, project);
      expect({ version, status, history }).toEqual({
        version: before.version,
        status: before.status,
        history: before.history,
      });
    }
  });
});
