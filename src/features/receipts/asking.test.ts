import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { fundBudget, openCall, proposal } from '../../../test/calls.ts';
import { act, answerAll, type Created, detailOf, done, fillSections } from '../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../test/university.ts';
import { addDays, localDay } from '../../domain/kit/calendar.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import type { BudgetLine } from '../../domain/sections/budget.ts';

// What a proposal asks for is what its budget says, judged by its call when it is sent.

openUniversity({ rateLimit: 0 });

const submit = (project: Created) => act<Problem>(clients.academic, project, 'submit');
const refusalOf = async (project: Created) => {
  const { status, body } = await submit(project);
  return [status, body.detail];
};
const line = (id: string, more: Partial<BudgetLine>): BudgetLine => ({
  ...{ id, category: 'operation', description: 'Ítem', quantity: 1, unitCost: 1000, source: 'fund' },
  ...more,
});
const asks = (project: Created, lines: BudgetLine[]) =>
  fillSections(clients.academic, project, { budget: { lines } });
const amountOf = async (project: Created) => (await detailOf(clients.academic, project)).amountAsked;
const stored = async ({ id }: Created) =>
  (
    await sql<{ amount: number | null }>`
      select amount_requested as amount from projects where id = ${id}`.execute(server.db)
  ).rows[0]?.amount;

describe('the amount', () => {
  it('is the sum of what the fund pays, whatever is sent as typed', async () => {
    const call = await openCall(clients.admin);
    const project = await proposal(clients.academic, refs, call, 2_000_000);
    expect(await amountOf(project)).toBe(2_000_000);
    await fillSections(clients.academic, project, {
      fund: { callId: call.id, lineId: call.lineId, amountRequested: 5 },
    });
    expect(await amountOf(project)).toBe(2_000_000);
    await asks(project, [
      line('a', { quantity: 4.35, unitCost: 30 }),
      line('b', { source: 'unit' }),
      line('c', { source: 'partner_cash' }),
    ]);
    expect([await amountOf(project), await stored(project)]).toEqual([131, 131]);
    done(await submit(project));
    const { history, sections } = await detailOf(clients.academic, project);
    expect(sections.find(s => s.slug === 'fund')?.data.amountRequested).toBe(131);
    const sent = done(
      await clients.academic.get<{ sections: Record<string, Record<string, unknown>> }>(
        `/projects/fexs/${project.id}/history/${history[0]?.id}`,
      ),
    );
    expect(sent.sections.fund?.amountRequested).toBe(131);
  });

  it('of nothing, or over the cap of its line, is not sent', async () => {
    const call = await openCall(clients.admin);
    const project = await proposal(clients.academic, refs, call, 3_000_001);
    const over = await refusalOf(project);
    expect(over).toEqual([422, expect.stringContaining('es $3.000.000 y pides $3.000.001.')]);
    await asks(project, [line('a', { source: 'unit' })]);
    expect(await refusalOf(project)).toEqual([422, expect.stringContaining('ítems con fuente «Fondo»')]);
    await asks(project, fundBudget(3_000_000).lines);
    done(await submit(project));
  });

  it('sent back, may fall and not rise, in the same line', async () => {
    const call = await openCall(clients.admin, {
      lines: ['One', 'Two'].map((name, n) => ({
        ...{ id: `0190f000-0000-7000-8000-${Date.now().toString().slice(-11)}${n}`, name },
        ...{ cap: 3_000_000, budget: 30_000_000 },
      })),
    });
    const project = await proposal(clients.academic, refs, call, 2_000_000);
    done(await submit(project));
    const observations = ['budget', 'fund'].map(section => ({ section, text: 'Explica los materiales.' }));
    done(await act(clients.director, project, 'return', { observations }));
    await answerAll(clients.academic, project);
    await asks(project, fundBudget(2_000_001).lines);
    expect([await refusalOf(project), await stored(project)]).toEqual([
      [422, expect.stringContaining('al corregir el monto puede bajar, no subir.')],
      2_000_000,
    ]);
    await asks(project, fundBudget(1_500_000).lines);
    const { sections, call: applied } = await detailOf(clients.academic, project);
    const other = applied?.lines.find(l => l.id !== call.lineId)?.id;
    const moved = await clients.academic.put<Problem>(`/projects/fexs/${project.id}/sections/fund`, {
      version: sections.find(s => s.slug === 'fund')?.version,
      data: { callId: call.id, lineId: other },
    });
    expect(moved.body.errors).toEqual([
      { path: 'lineId', message: 'La propuesta ya se envió a esta línea.' },
    ]);
    done(await submit(project));
    expect(await stored(project)).toBe(1_500_000);
    // Taken back, it may be sent with as much as before again.
    done(await act(clients.academic, project, 'undo', { reason: 'Me faltó un ítem.' }));
    expect(await stored(project)).toBe(2_000_000);
    await asks(project, fundBudget(2_000_000).lines);
    done(await submit(project));
  });
});

describe('the limits of a call', () => {
  const today = localDay(new Date());

  it('are told while writing, and stop what breaks them', async () => {
    const call = await openCall(clients.admin, {
      categoryCaps: [{ category: 'operation', share: 60 }],
      partnerMinimum: 10,
      studentMinimum: 500,
      executionFrom: addDays(today, 3000),
      executionTo: addDays(today, 3100),
    });
    const project = await proposal(clients.academic, refs, call, 1000);
    const unmet = async () => {
      const { eligibility } = await detailOf(clients.academic, project);
      return eligibility.filter(r => r.message).map(r => r.rule);
    };
    expect(await unmet()).toEqual(['categories', 'partners', 'students', 'execution']);
    const { status, body } = await submit(project);
    expect(status).toBe(422);
    expect(body.detail).toContain('Operación puede llegar al 60 % ($600) y suma $1.000.');
    expect(body.detail).toContain('faltan $100');
    expect(body.detail).toContain('al menos 500 estudiantes');
    expect(body.detail).toContain('ajusta sus fechas en Identificación');
    await asks(project, [
      line('a', { unitCost: 600 }),
      line('b', { unitCost: 400, category: 'travel' }),
      line('c', { unitCost: 100, source: 'partner_in_kind' }),
    ]);
    expect(await unmet()).toEqual(['students', 'execution']);
    const set = sql`update calls set student_minimum = null, execution_from = null, execution_to = null`;
    await sql`${set} where id = ${call.id}`.execute(server.db);
    expect(await unmet()).toEqual([]);
    done(await submit(project));
  });
});

it('a line that the call no longer has is told, and nothing of the draft is lost', async () => {
  const call = await openCall(clients.admin);
  const other = await openCall(clients.admin);
  const project = await proposal(clients.academic, refs, call, 1000);
  const { sections } = await detailOf(clients.academic, project);
  done(
    await clients.academic.put(`/projects/fexs/${project.id}/sections/fund`, {
      version: sections.find(s => s.slug === 'fund')?.version,
      data: { callId: other.id, lineId: call.lineId },
    }),
  );
  expect(await refusalOf(project)).toEqual([422, expect.stringContaining('Elige una línea')]);
  expect(await amountOf(project)).toBe(1000);
});
