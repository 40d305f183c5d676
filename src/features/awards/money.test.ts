import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { nursing, PEOPLE, userIdOf } from '../../../test/demo.ts';
import {
  passAppeals,
  proposalInEvaluation,
  resolvingServer,
  reviewersOf,
  reviewWith,
} from '../../../test/evaluation.ts';
import { act, type Created, detailOf, done } from '../../../test/factories.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import type { BudgetLine } from '../../domain/sections/budget.ts';
import type { getRanking } from './contract.ts';

let server: TestApp;
let admin: Client;
let academic: Client;
let call: string;
let projects: Created[];

/** 1.5 million for three proposals that ask for 900 000 each, and score 80, 80 and 60. */
beforeAll(async () => {
  ({ server, admin, academic, call, projects } = await resolvingServer([4, 4, 3]));
});
afterAll(() => server.close());

const REASON = 'Acuerdo de la comisión del fondo.';
const at = (n: number) => projects[n] as Created;
const ranking = async () => done(await admin.get<OutputOf<typeof getRanking>>(`/calls/${call}/ranking`));
const resolve = (decisions: object[]) => admin.post<Problem>(`/calls/${call}/resolution`, { decisions });
const errorsOf = ({ body }: { body: Problem }) => body.errors?.map(e => `${e.path}: ${e.message}`);

/** Decisions in the order of the projects. */
async function decisions(...given: readonly object[]) {
  const { rows } = await ranking();
  return projects.map(({ id }, n) => {
    const version = rows.find(r => r.id === id)?.version;
    return { id, version, result: 'waitlist', reason: REASON, ...given[n] };
  });
}

const budgetOf = async (client: Client, project: Created) => {
  const { sections } = await detailOf(client, project);
  const { version = 0, data, mayEdit } = sections.find(s => s.slug === 'budget') ?? {};
  return { version, mayEdit, lines: (data as { lines: BudgetLine[] }).lines };
};
const put = async (client: Client, project: Created, lines: readonly BudgetLine[]) => {
  const { version } = await budgetOf(client, project);
  return client.put<Problem>(`/projects/${project.kind}/${project.id}/sections/budget`, {
    version,
    data: { lines },
  });
};
const fund = (id: string, unitCost: number, category: BudgetLine['category'] = 'operation'): BudgetLine => ({
  ...{ id, category, description: `Ítem ${id}`, quantity: 1, unitCost, source: 'fund' },
});

describe('the act', () => {
  it.each([
    [{ amount: 0 }, 400, 'decisions.0.amount: El valor mínimo es 1.'],
    [{ amount: -5 }, 400, 'decisions.0.amount: El valor mínimo es 1.'],
    [{ amount: 700_000.5 }, 400, 'decisions.0.amount: Escribe un número entero.'],
    [{ amount: 2 ** 53 + 2 }, 400, 'decisions.0.amount: El valor máximo es 999.999.999.999.'],
    [{ amount: 900_001 }, 422, 'decisions.0.amount: Pide $900.000: se adjudica ese monto o uno menor.'],
    [
      { amount: 700_000, reason: 'No.' },
      422,
      'decisions.0.reason: Explica el monto con al menos 10 caracteres.',
    ],
    [
      { amount: 700_000, result: 'not_award' },
      422,
      'decisions.0.amount: Solo se pone un monto a lo que se adjudica.',
    ],
  ])('refuses %o', async (first, status, message) => {
    const answer = await resolve(await decisions({ result: 'award', ...first }));
    expect(answer.status).toBe(status);
    expect(errorsOf(answer)).toContain(message);
  });

  it('awards less than was asked, and no more than the line has', async () => {
    const awards = [
      { result: 'award', amount: 700_000 },
      { result: 'award', amount: 800_001 },
    ] as const;
    const over = await resolve(await decisions(...awards));
    expect(errorsOf(over)?.join()).toContain('No alcanza el presupuesto de su línea.');
    done(await resolve(await decisions(awards[0], { result: 'award', amount: 800_000 })));
    const { lines, rows } = await ranking();
    expect(lines).toMatchObject([{ budget: 1_500_000, awarded: 1_500_000 }]);
    expect(rows.find(r => r.id === at(0).id)).toMatchObject({ amount: 900_000, awarded: 700_000 });
    const { amountAsked, amountAwarded, history } = await detailOf(academic, at(0));
    expect([amountAsked, amountAwarded]).toEqual([900_000, 700_000]);
    expect(history[0]?.note).toBe('Monto adjudicado: $700.000 de $900.000 pedidos.');
  });

  it('who reads without the budget is told no amount', async () => {
    const reader = await clientAs(server, PEOPLE.otherDirector);
    expect(await detailOf(reader, at(0))).toMatchObject({
      ...{ status: 'approved', amountAsked: null, amountAwarded: null, amountMovable: null, fitting: false },
    });
  });
});

describe('fitting the budget to the award', () => {
  it('nothing starts while the result is provisional, nor until its lines of the fund come to it', async () => {
    const early = await act<Problem>(academic, at(0), 'start');
    expect(early.body.detail).toMatch(/^Falta para iniciar: el resultado de la convocatoria y /);
    await passAppeals(server);
    const refused = await act<Problem>(academic, at(0), 'start');
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      'Falta para iniciar: ajustar el presupuesto del fondo a lo adjudicado ($700.000).',
    ]);
    const { mayEdit, lines } = await budgetOf(academic, at(0));
    expect(mayEdit).toBe(true);
    const { fitting, sections } = await detailOf(academic, at(0));
    expect(fitting).toBe(true);
    expect(sections.filter(s => s.mayEdit).map(s => s.slug)).toEqual(['budget', 'attachments']);
    // Only lines of the fund: the others stay, whatever is sent, and none becomes the fund's.
    const stolen = lines.map(l => ({ ...l, unitCost: 1, source: 'fund' as const }));
    done(await put(academic, at(0), [...stolen, fund('f1', 900_000)]));
    const more = await budgetOf(academic, at(0));
    expect(more.lines).toEqual([...lines, expect.objectContaining({ id: 'f1', unitCost: 900_000 })]);
    expect((await act(academic, at(0), 'start')).status).toBe(422);
  });

  it('ends once they do', async () => {
    const { lines } = await budgetOf(academic, at(0));
    const others = lines.filter(l => l.source !== 'fund');
    done(await put(academic, at(0), [...others, fund('f1', 400_000), fund('f2', 300_000, 'travel')]));
    const fitted = await budgetOf(academic, at(0));
    expect(fitted.mayEdit).toBe(false);
    expect((await put(academic, at(0), fitted.lines)).status).toBe(403);
    done(await act(academic, at(0), 'start'));
    expect((await detailOf(academic, at(0))).status).toBe('running');
  });

  it('a cap of the call is a share of the award', async () => {
    const caps = (value: object[]) =>
      sql`update calls set category_caps = ${JSON.stringify(value)}::jsonb where id = ${call}`.execute(
        server.db,
      );
    await caps([{ category: 'operation', share: 50 }]);
    const { lines } = await budgetOf(academic, at(1));
    done(await put(academic, at(1), [...lines, fund('f1', 800_000)]));
    expect((await act(academic, at(1), 'start')).status).toBe(422);
    done(await put(academic, at(1), [...lines, fund('f1', 400_000), fund('f2', 400_000, 'travel')]));
    expect((await budgetOf(academic, at(1))).mayEdit).toBe(false);
    await caps([]);
  });

  it('nor while its call has no result', async () => {
    const setState = (state: string) =>
      sql`update calls set state = ${state} where id = ${call}`.execute(server.db);
    await setState('evaluation');
    const refused = await act<Problem>(academic, at(1), 'start');
    expect(refused.body.detail).toBe('Falta para iniciar: el resultado de la convocatoria.');
    await setState('resolved');
  });
});

describe('once it has started', () => {
  const change = async (lines: readonly BudgetLine[], more: object = {}) => {
    const { version } = await budgetOf(academic, at(0));
    const body = { id: randomUUID(), section: 'budget', version, data: { lines }, reason: REASON, ...more };
    return {
      body,
      answer: await academic.post<Problem & { applied: boolean }>(
        `/projects/${at(0).kind}/${at(0).id}/changes`,
        body,
      ),
    };
  };
  const split = async (operation: number, travel: number) => {
    const { lines } = await budgetOf(academic, at(0));
    const others = lines.filter(l => l.source !== 'fund');
    return [...others, fund('f1', operation), fund('f2', travel, 'travel')];
  };

  it('nobody spends more than was awarded: no request, and the office neither', async () => {
    const lines = await split(400_000, 300_001);
    const words = 'Los ítems del fondo suman $700.001 y lo adjudicado es $700.000.';
    const { answer } = await change(lines);
    expect([answer.status, answer.body.detail, answer.body.errors?.[0]?.path]).toEqual([422, words, 'data']);
    const office = await put(admin, at(0), lines);
    expect([office.status, office.body.errors?.[0]?.message]).toEqual([400, words]);
  });

  it('up to a tenth moves between categories without a request, all moves together', async () => {
    const { answer, body } = await change(await split(350_000, 350_000));
    expect(done(answer)).toMatchObject({ applied: true });
    // Sent again after a lost answer.
    const again = await academic.post(`/projects/${at(0).kind}/${at(0).id}/changes`, body);
    expect(done(again)).toMatchObject({ applied: true });
    const moved = await detailOf(academic, at(0));
    expect(moved.amountMovable).toBe(20_000);
    expect(moved.changes).toEqual([]);
    expect(moved.history[0]).toMatchObject({
      ...{ action: 'move_budget', label: 'Presupuesto movido entre categorías', reason: REASON },
      note: 'Operación −$50.000, Viáticos y traslados +$50.000.',
    });
    expect(moved.history.filter(h => h.action === 'move_budget')).toHaveLength(1);
    // Back again counts as well.
    const back = await change(await split(370_001, 329_999));
    expect(done(back.answer)).toMatchObject({ applied: false });
    const waiting = await detailOf(academic, at(0));
    expect(waiting.changes).toMatchObject([{ state: 'open', section: 'budget' }]);
    done(await academic.post(`/projects/${at(0).kind}/${at(0).id}/changes/${back.body.id}/withdrawal`, {}));
    expect(done((await change(await split(370_000, 330_000))).answer)).toMatchObject({ applied: true });
    expect((await detailOf(academic, at(0))).amountMovable).toBe(0);
  });

  it('what exceeded the award before may only fall', async () => {
    await sql`update project_sections set data = jsonb_set(data, '{lines}', ${JSON.stringify(await split(500_000, 300_000))}::jsonb)
      where project_id = ${at(0).id} and section = 'budget'`.execute(server.db);
    expect((await put(admin, at(0), await split(500_001, 300_000))).status).toBe(400);
    done(await put(admin, at(0), await split(450_000, 300_000)));
    done(await put(admin, at(0), await split(400_000, 300_000)));
    expect((await put(admin, at(0), await split(400_001, 300_000))).status).toBe(400);
  });
});

describe('merit holds on every way to an award', () => {
  const drop = (project: Created) =>
    sql`delete from reviews where id = (
      select id from reviews where project_id = ${project.id} and state = 'confirmed' limit 1)`.execute(
      server.db,
    );

  it('by hand and by itself from the waitlist', async () => {
    await drop(at(2));
    const refused = await act<Problem>(admin, at(2), 'award');
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      'Tiene 1 de las 2 evaluaciones que se piden.',
    ]);
    // A place that is free again is not for who was read once.
    done(await act(academic, at(1), 'renounce', { reason: REASON }));
    expect((await detailOf(admin, at(2))).status).toBe('waitlisted');
  });

  it('of an incubation without a call, by the rules of its kind', async () => {
    const director = await clientAs(server, PEOPLE.director);
    const refs = { ...(await nursing(academic)), memberId: userIdOf(PEOPLE.colleague) };
    const project = await proposalInEvaluation(academic, director, refs, 'Propuesta sola');
    const { first, second } = await reviewersOf(server);
    const awarded = () => act<Problem>(admin, project, 'award');
    done(await act(admin, project, 'finish_evaluation'));
    expect((await awarded()).body.detail).toBe('No tiene evaluaciones.');
    done(await act(admin, project, 'reopen_evaluation', { reason: REASON }));
    const pairs = [first, second].map(r => ({ projectId: project.id, userId: r.id }));
    done(await admin.post('/admin/reviews', { pairs }));
    await reviewWith(first.client, project, 5);
    done(await act(admin, project, 'finish_evaluation'));
    expect((await awarded()).body.detail).toBe('Tiene 1 de las 2 evaluaciones que se piden.');
    done(await act(admin, project, 'reopen_evaluation', { reason: REASON }));
    await reviewWith(second.client, project, 1);
    const low = await detailOf(admin, project);
    if (low.status === 'evaluation') done(await act(admin, project, 'finish_evaluation'));
    expect((await awarded()).status).toBe(200);
    expect((await detailOf(admin, project)).amountAwarded).toBeNull();
  });
});
