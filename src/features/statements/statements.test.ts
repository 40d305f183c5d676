import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { setStatus } from '../../../test/execution.ts';
import { done } from '../../../test/factories.ts';
import { anotherSpender, openSpending, spender as project } from '../../../test/spending.ts';
import {
  addPapers,
  approve,
  rejectPapers,
  resend,
  rowsOf,
  send,
  sendBack,
  spend,
  statementOf,
  statementsOf,
  statesOf,
} from '../../../test/statements.ts';
import { clients, server } from '../../../test/university.ts';
import { readHolidays } from '../../db/holidays.ts';
import { addWorkingDays } from '../../domain/kit/calendar.ts';

openSpending();

const lead = () => clients.academic;
const office = () => clients.admin;
const buy = (more: Parameters<typeof spend>[2] = {}) => spend(server, project, more);
const OBSERVED = 'Falta la firma del responsable.';
const tenDays = async () =>
  addWorkingDays(new Date(), 10, await readHolidays(server.db))
    .toISOString()
    .slice(0, 10);

it('a statement is sent, comes back, is answered with one left out, and approved with one refused', async () => {
  const ids = [
    await buy(),
    await buy({ share: 50_000 }),
    await buy({ share: 30_000 }),
    await buy({ source: 'unit' }),
  ];
  const [first = '', second = '', third = '', fourth = ''] = ids;
  const sent = done(await send(lead(), project, ids));
  expect(sent).toMatchObject({ number: 1, version: 1 });
  expect((await rowsOf(server, ids)).map(r => [r.state, r.position])).toEqual([
    ['submitted', 0],
    ['submitted', 1],
    ['submitted', 2],
    ['submitted', 3],
  ]);
  const waiting = await statementOf(office(), project, sent.id);
  expect(waiting).toMatchObject({
    ...{ number: 1, state: 'submitted', expenses: 4, total: 280_000, approved: 0, comment: '' },
    ...{ decidedBy: null, decidedAt: null, answer: null, reopen: null },
    decide: { allowed: true, reason: null, lastResort: false },
  });
  expect(waiting.due.slice(0, 10)).toBe(await tenDays());
  expect(await statementOf(lead(), project, sent.id)).toMatchObject({
    decide: null,
    answer: null,
    reopen: null,
  });

  const notes = { [second]: OBSERVED, [third]: 'No corresponde al proyecto.' };
  done(await sendBack(office(), project, sent, notes, 'Revisen las firmas.'));
  expect(await statesOf(server, ...ids)).toEqual(['submitted', 'observed', 'observed', 'submitted']);
  expect(await statementOf(lead(), project, sent.id)).toMatchObject({
    ...{ state: 'returned', comment: 'Revisen las firmas.', version: 2, decide: null },
    decidedBy: { name: 'Beatriz Navarrete Olea' },
    answer: { allowed: true, reason: null },
  });

  const again = done(
    await resend(lead(), project, { ...sent, version: 2 }, { [second]: 'Ya está firmada.' }, [third]),
  );
  expect(again).toEqual({ id: sent.id, number: 1, version: 3 });
  expect(await rowsOf(server, ids)).toEqual([
    { state: 'submitted', position: 0, observation: '', answer: '' },
    { state: 'submitted', position: 1, observation: OBSERVED, answer: 'Ya está firmada.' },
    { state: 'recorded', position: null, observation: '', answer: '' },
    { state: 'submitted', position: 2, observation: '', answer: '' },
  ]);
  expect(await statementOf(office(), project, sent.id)).toMatchObject({
    ...{ state: 'submitted', expenses: 3, total: 250_000, decidedBy: null, comment: 'Revisen las firmas.' },
  });

  done(await approve(office(), project, again, { [first]: 'Está fuera del plan.' }));
  expect(await rowsOf(server, ids)).toMatchObject([
    { state: 'refused', observation: 'Está fuera del plan.' },
    { state: 'approved', observation: OBSERVED, answer: 'Ya está firmada.' },
    { state: 'recorded' },
    { state: 'approved' },
  ]);
  expect(await statementOf(lead(), project, sent.id)).toMatchObject({
    ...{ state: 'approved', expenses: 3, total: 250_000, approved: 150_000, version: 4 },
    ...{ answer: null, decide: null, reopen: null },
  });
  // What was left out goes into the next one.
  const next = done(await send(lead(), project, [third]));
  expect(next.number).toBe(2);
  expect((await statementsOf(lead(), project)).statements.map(s => s.number)).toEqual([2, 1]);
  expect(await statesOf(server, fourth, third)).toEqual(['approved', 'submitted']);
});

describe('sending', () => {
  it('twice is once, and an id is of one statement alone', async () => {
    const [expense, id] = [await buy(), randomUUID()];
    const answers = await Promise.all([1, 2, 3].map(() => send(lead(), project, [expense], id)));
    expect(answers.map(done)).toEqual([1, 2, 3].map(() => ({ id, number: 1, version: 1 })));
    expect((await statementsOf(lead(), project)).statements).toHaveLength(1);
    expect((await send(clients.admin, project, [await buy()], id)).status).toBe(409);
    const other = await anotherSpender();
    expect((await send(lead(), other, [await spend(server, other)], id)).status).toBe(409);
  });

  it('at once by two numbers each, and an expense is in one', async () => {
    const [shared, ...own] = [await buy(), await buy(), await buy()];
    const sent = await Promise.all(own.map(e => send(lead(), project, [e])));
    expect(sent.map(a => done(a).number).sort()).toEqual([1, 2]);
    const both = await Promise.all([
      send(lead(), project, [shared ?? '']),
      send(lead(), project, [shared ?? '']),
    ]);
    expect(both.map(a => a.status).sort()).toEqual([200, 400]);
  });

  it('says of each expense why it cannot be sent, and sends none', async () => {
    const other = await anotherSpender();
    const [good, sent, bare, foreign] = [
      await buy(),
      await buy(),
      await buy({ papers: false }),
      await spend(server, other),
    ];
    const refused = await buy();
    const fees = await buy({ type: 'Boleta de honorarios', line: 'fees', papers: false });
    done(await send(lead(), project, [sent]));
    await rejectPapers(server, refused);
    const answer = await send(lead(), project, [good, sent, bare, foreign, refused, fees, randomUUID()]);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { path: 'expenseIds.1', message: 'Ya está en una rendición.' },
      { path: 'expenseIds.2', message: 'Le falta: Factura.' },
      { path: 'expenseIds.3', message: 'Este gasto no está en el proyecto.' },
      { path: 'expenseIds.4', message: 'La revisión rechazó «factura.pdf»: quítalo o súbelo de nuevo.' },
      { path: 'expenseIds.5', message: 'Le falta: Boleta de honorarios e Informe de actividades.' },
      { path: 'expenseIds.6', message: 'Este gasto no está en el proyecto.' },
    ]);
    expect(await statesOf(server, good, bare)).toEqual(['recorded', 'recorded']);
    await addPapers(server, project, bare);
    done(await send(lead(), project, [good, bare]));
  });

  it('needs expenses, each once', async () => {
    const expense = await buy();
    expect((await send(lead(), project, [])).body.errors?.[0]?.path).toBe('expenseIds');
    expect((await send(lead(), project, [expense, expense])).body.errors?.[0]?.message).toBe(
      'Hay gastos repetidos.',
    );
    expect((await send(lead(), project, ['x'])).status).toBe(400);
    expect((await statementsOf(lead(), project)).statements).toEqual([]);
  });

  it('takes a credit note with what it corrects or after it, never before', async () => {
    const bought = await buy({ description: 'Sillas' });
    const first = await buy({ corrects: bought, share: 10_000 });
    const early = await send(lead(), project, [first]);
    expect(early.body.errors).toEqual([
      { path: 'expenseIds.0', message: 'Corrige «Sillas», que aún no se rinde: ríndelo con ella.' },
    ]);
    const sent = done(await send(lead(), project, [first, bought]));
    expect((await statementOf(lead(), project, sent.id)).total).toBe(90_000);
    done(await approve(office(), project, sent, { [bought]: 'No corresponde.', [first]: 'No corresponde.' }));
    const second = await buy({ corrects: bought, share: 5_000 });
    expect((await send(lead(), project, [second])).body.errors).toEqual([
      { path: 'expenseIds.0', message: 'Corrige «Sillas», que se rechazó: elimínala.' },
    ]);
  });
});

describe('answering', () => {
  /** Two expenses, of which the second came back. */
  async function returned() {
    const ids = [await buy({ description: 'Mesas' }), await buy({ description: 'Sillas' })] as const;
    const sent = done(await send(lead(), project, [...ids]));
    done(await sendBack(office(), project, sent, { [ids[1]]: OBSERVED }));
    return { ids, statement: { id: sent.id, version: 2 } };
  }

  it('answers all that was observed and nothing else', async () => {
    const { ids, statement } = await returned();
    expect((await resend(lead(), project, statement, {})).body.errors).toEqual([
      { path: 'answers', message: 'Responde la observación a «Sillas», o sácalo de la rendición.' },
    ]);
    const both = await resend(lead(), project, statement, { [ids[0]]: 'Nada.', [ids[1]]: 'Firmada.' }, [
      ids[1],
    ]);
    expect(both.body.errors).toEqual([
      { path: 'answers.0.answer', message: 'Este gasto no tiene una observación que responder.' },
      { path: 'answers.1.answer', message: 'Lo sacas de la rendición: no lo respondas.' },
    ]);
    expect((await resend(lead(), project, statement, { [ids[1]]: ' ' })).body.errors?.[0]?.path).toBe(
      'answers.0.answer',
    );
    const twice = await lead().put(`/projects/${project.kind}/${project.id}/statements/${statement.id}`, {
      version: 2,
      answers: [1, 2].map(() => ({ expenseId: ids[1], answer: 'Firmada.' })),
      leftOut: [ids[0], ids[0], randomUUID()],
    });
    expect(twice.body).toMatchObject({
      errors: [
        { path: 'answers.1.answer', message: 'Ya lo respondes más arriba.' },
        { path: 'leftOut.1', message: 'Ya lo sacas.' },
        { path: 'leftOut.2', message: 'Este gasto no está en la rendición.' },
      ],
    });
    done(await resend(lead(), project, statement, { [ids[1]]: 'Firmada.' }));
    // Answered already: a second tab is told so.
    const late = await resend(lead(), project, statement, { [ids[1]]: 'Otra vez.' });
    expect(late).toMatchObject({
      status: 409,
      body: { extra: { version: 3, updatedBy: 'Camila Rojas Fuentes' } },
    });
  });

  it('asks for the papers again, and for one expense at least', async () => {
    const { ids, statement } = await returned();
    await rejectPapers(server, ids[1]);
    expect((await resend(lead(), project, statement, { [ids[1]]: 'Firmada.' })).body.errors).toEqual([
      { path: 'answers.0.answer', message: 'La revisión rechazó «factura.pdf»: quítalo o súbelo de nuevo.' },
    ]);
    await sql`delete from expense_papers where expense_id = ${ids[1]}`.execute(server.db);
    expect((await resend(lead(), project, statement, { [ids[1]]: 'Firmada.' })).body.errors).toEqual([
      { path: 'answers.0.answer', message: 'Le falta: Factura.' },
    ]);
    expect((await resend(lead(), project, statement, {}, [...ids])).body.errors).toEqual([
      { path: 'leftOut', message: 'Deja al menos un gasto en la rendición.' },
    ]);
    done(await resend(lead(), project, statement, {}, [ids[1]]));
    expect(await statesOf(server, ...ids)).toEqual(['submitted', 'recorded']);
  });

  it('takes out no expense whose credit note stays, in this statement or another', async () => {
    const bought = await buy();
    const [here, there] = [
      await buy({ corrects: bought, share: 10_000, description: 'Devolución 1' }),
      await buy({ corrects: bought, share: 20_000, description: 'Devolución 2' }),
    ];
    const more = await buy();
    const sent = done(await send(lead(), project, [bought, here, more]));
    done(await sendBack(office(), project, sent, { [bought]: OBSERVED }));
    const other = done(await send(lead(), project, [there]));
    const statement = { id: sent.id, version: 2 };
    expect((await resend(lead(), project, statement, {}, [bought])).body.errors).toEqual([
      { path: 'leftOut.0', message: 'La nota de crédito «Devolución 1» lo corrige: sácala también.' },
    ]);
    expect((await resend(lead(), project, statement, {}, [bought, here])).body.errors).toEqual([
      { path: 'leftOut.0', message: 'La nota de crédito «Devolución 2» lo corrige: sácala también.' },
    ]);
    done(await approve(office(), project, other, { [there]: 'No corresponde.' }));
    done(await resend(lead(), project, statement, {}, [bought, here]));
    expect((await rowsOf(server, [bought, here, more])).map(r => [r.state, r.position])).toEqual([
      ['recorded', null],
      ['recorded', null],
      ['submitted', 0],
    ]);
  });

  it('what is not back, or of another project, cannot be answered', async () => {
    const expense = await buy();
    const sent = done(await send(lead(), project, [expense]));
    expect((await resend(lead(), project, sent, {})).status).toBe(409);
    const other = await anotherSpender();
    expect((await resend(lead(), other, sent, {})).status).toBe(404);
    expect((await resend(lead(), project, { id: randomUUID(), version: 1 }, {})).status).toBe(404);
    expect((await resend(lead(), project, { id: 'x', version: 1 }, {})).status).toBe(404);
  });
});

it('what was cancelled is accounted for, what was closed is not, and what was set back shows nothing', async () => {
  const ids = [await buy(), await buy(), await buy()];
  const [first = '', second = '', third = ''] = ids;
  await setStatus(server, project, 'cancelled');
  const sent = done(await send(lead(), project, [first]));
  done(await sendBack(office(), project, sent, { [first]: OBSERVED }));
  const again = done(await resend(lead(), project, { ...sent, version: 2 }, { [first]: 'Firmada.' }));
  await setStatus(server, project, 'final_report');
  done(await approve(office(), project, again));
  const waiting = done(await send(lead(), project, [second]));
  await setStatus(server, project, 'closed');
  for (const answer of [
    await send(lead(), project, [third]),
    await approve(office(), project, waiting),
    await sendBack(office(), project, waiting, { [second]: OBSERVED }),
  ])
    expect(answer.status).toBe(403);
  expect(await statementsOf(lead(), project)).toMatchObject({
    send: { allowed: false, reason: 'El proyecto está cerrado: ya no se registran gastos ni rendiciones.' },
    statements: [{ number: 2 }, { number: 1 }],
  });
  await setStatus(server, project, 'returned');
  expect((await statementsOf(lead(), project)).statements).toEqual([]);
});
