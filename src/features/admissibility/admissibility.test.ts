import { describe, expect, it } from 'vitest';
import { checkAll, openCall, proposal } from '../../../test/calls.ts';
import { act, detailOf, done } from '../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../test/university.ts';
import { addWorkingDays } from '../../domain/kit/calendar.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import type { Checks, WaitingRow } from './contract.ts';

openUniversity();

/** A proposal that its unit has endorsed. */
async function received(more: Parameters<typeof openCall>[1] = {}) {
  const call = await openCall(clients.admin, more);
  const project = await proposal(clients.academic, refs, call);
  done(await act(clients.academic, project, 'submit'));
  expect((await waiting(`?call=${call.id}`)).rows).toEqual([]);
  done(await act(clients.director, project, 'endorse'));
  done(await act(clients.dean, project, 'endorse'));
  return { ...project, call };
}
const waiting = async (query = '') =>
  done(await clients.admin.get<{ rows: WaitingRow[]; total: number }>(`/admissibility${query}`));
const OBSERVATIONS = [{ section: 'budget', text: 'Falta una cotización.' }];

describe('the admissibility desk', () => {
  it('lists what waits once the unit has endorsed it, and admits what was checked whole', async () => {
    const project = await received();
    expect((await waiting(`?call=${project.call.id}`)).rows).toMatchObject([
      {
        id: project.id,
        status: 'admissibility',
        line: 'Línea general',
        amount: 2_000_000,
        checked: 0,
        total: 5,
        corrected: false,
      },
    ]);
    const early = await act<Problem>(clients.admin, project, 'admit', { checklist: true });
    expect(early.status).toBe(422);
    expect(early.body.detail).toMatch(/^Falta revisar en admisibilidad: Llegó dentro del plazo, /);
    await checkAll(clients.admin, project);
    expect((await waiting(`?call=${project.call.id}`)).rows[0]?.checked).toBe(5);
    done(await act(clients.admin, project, 'admit', { checklist: true }));
    expect((await detailOf(clients.academic, project)).status).toBe('evaluation');
    expect((await waiting(`?call=${project.call.id}`)).total).toBe(0);
    const path = `/projects/fexs/${project.id}/checks`;
    expect(done(await clients.admin.get<Checks>(path))).toMatchObject({ open: false });
    expect((await clients.admin.put(path, { version: 1, items: {} })).status).toBe(422);
  });

  it('returns once for correction, until the call’s deadline', async () => {
    const project = await received({ correctionDays: 3 });
    done(await act(clients.admin, project, 'return', { observations: OBSERVATIONS }));
    const returned = await detailOf(clients.academic, project);
    const holidays = await server.db.selectFrom('holidays').select('day').execute();
    const due = addWorkingDays(new Date(), 3, new Set(holidays.map(h => h.day)));
    expect(returned).toMatchObject({ status: 'returned', turn: { due: due.toISOString() } });
    expect((await waiting(`?call=${project.call.id}&status=returned`)).total).toBe(1);
    const [observation] = returned.observations;
    done(
      await clients.academic.post(`/projects/fexs/${project.id}/observations/${observation?.id}/answers`, {
        text: 'Subida.',
      }),
    );
    done(await act(clients.academic, project, 'submit'));
    const again = await detailOf(clients.academic, project);
    expect(again.status).toBe('admissibility');
    expect(again.receipts).toHaveLength(2);
    const twice = await act<Problem>(clients.admin, project, 'return', { observations: OBSERVATIONS });
    expect(twice.status).toBe(422);
    expect(twice.body.detail).toBe(
      'Ya se devolvió una vez para corregir: decláralo admisible o inadmisible.',
    );
    expect((await act(clients.admin, project, 'dismiss')).status).toBe(400);
    done(await act(clients.admin, project, 'dismiss', { reason: 'La cotización no corresponde.' }));
    expect((await detailOf(clients.academic, project)).status).toBe('rejected');
  });

  it('what comes back corrected must fit the call, by the day given, whether the call closed or not', async () => {
    const documents = [{ type: 'quote', label: 'Cotización', help: '', required: false, anonymous: false }];
    const project = await received({ correctionDays: 3, documents });
    done(await act(clients.admin, project, 'return', { observations: OBSERVATIONS }));
    const { observations } = await detailOf(clients.academic, project);
    const path = `/projects/fexs/${project.id}`;
    done(
      await clients.academic.post(`${path}/observations/${observations[0]?.id}/answers`, {
        text: 'Corregida.',
      }),
    );
    // Even if the call asks for it since, and the cap was lowered by hand: it is judged by what the call says now.
    const lowered = (more: { cap?: number; required?: boolean }) =>
      Promise.all([
        server.db
          .updateTable('call_lines')
          .set({ cap: more.cap ?? 3_000_000 })
          .where('call_id', '=', project.call.id)
          .execute(),
        server.db
          .updateTable('calls')
          .set({
            closes_at: new Date(Date.now() - 1000),
            documents: JSON.stringify(documents.map(d => ({ ...d, required: more.required ?? false }))),
          })
          .where('id', '=', project.call.id)
          .execute(),
      ]);
    const submit = () => act<Problem>(clients.academic, project, 'submit');
    await lowered({ cap: 1_000_000, required: true });
    const { eligibility } = await detailOf(clients.academic, project);
    expect(eligibility.map(r => [r.rule, r.message === null])).toEqual([
      ['window', true],
      ['line', true],
      ['cap', false],
      ['documents', false],
    ]);
    const refused = await submit();
    expect(refused.status).toBe(422);
    expect(refused.body.detail).toBe(
      'El tope de la línea «Línea general» es $1.000.000 y pides $2.000.000. Falta subir: Cotización.',
    );
    await lowered({});
    const dueAt = (ms: number) =>
      server.db
        .updateTable('projects')
        .set({ due_at: new Date(Date.now() + ms) })
        .where('id', '=', project.id)
        .execute();
    await dueAt(-1000);
    expect((await submit()).body.detail).toMatch(/^El plazo para corregir venció el \d\d-\d\d-\d{4} /);
    await dueAt(60_000);
    done(await submit());
    expect(await detailOf(clients.academic, project)).toMatchObject({
      status: 'admissibility',
      eligibility: [],
    });
  });

  it('is the office’s alone, and the second of two who check learns of the first', async () => {
    const project = await received();
    const path = `/projects/fexs/${project.id}/checks`;
    for (const who of ['academic', 'director', 'dean', 'reviewer'] as const) {
      expect((await clients[who].get('/admissibility')).status).toBe(403);
      expect((await clients[who].get(path)).status).toBe(403);
      expect((await clients[who].put(path, { version: 0, items: {} })).status).toBe(403);
    }
    const items = { lead: { ok: true, note: 'Al día' }, invented: { ok: true, note: '' } };
    const saved = done(await clients.admin.put<Checks>(path, { version: 0, items }));
    expect(saved.items.filter(i => i.ok)).toEqual([
      { id: 'lead', label: 'El responsable puede postular', ok: true, note: 'Al día' },
    ]);
    expect((await clients.otherAdmin.put(path, { version: 0, items })).status).toBe(409);
  });
});
