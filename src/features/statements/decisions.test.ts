import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { done } from '../../../test/factories.ts';
import { anotherSpender, openSpending, spender as project } from '../../../test/spending.ts';
import {
  addVoucher,
  approve,
  rejectPapers,
  reopen,
  resend,
  rowsOf,
  send,
  sendBack,
  spend,
  statementOf,
  statesOf,
} from '../../../test/statements.ts';
import { clients, server } from '../../../test/university.ts';

openSpending();

const lead = () => clients.academic;
const office = () => clients.admin;
const buy = (more: Parameters<typeof spend>[2] = {}) => spend(server, project, more);
const sent = async (...ids: string[]) => done(await send(lead(), project, ids));
/** Sends and approves these, with what is noted refused. */
async function approved(ids: string[], notes: Record<string, string> = {}) {
  const statement = await sent(...ids);
  done(await approve(office(), project, statement, notes));
  return { ...statement, version: 2 };
}
const NO = 'No corresponde al proyecto.';

describe('a decision', () => {
  it('needs something noted to send back, of what is in the statement, once each', async () => {
    const [inside, outside] = [await buy(), await buy()];
    const statement = await sent(inside);
    expect((await sendBack(office(), project, statement)).body.errors).toEqual([
      { path: 'notes', message: 'Observa al menos un gasto.' },
    ]);
    const path = `/projects/${project.kind}/${project.id}/statements/${statement.id}/decision`;
    for (const isApproval of [true, false]) {
      const notes = [inside, inside, outside, randomUUID()].map(expenseId => ({ expenseId, text: NO }));
      expect((await office().post(path, { version: 1, approve: isApproval, notes })).body).toMatchObject({
        errors: [
          { path: 'notes.1.text', message: 'Este gasto ya tiene una nota.' },
          { path: 'notes.2.text', message: 'Este gasto no está en la rendición.' },
          { path: 'notes.3.text', message: 'Este gasto no está en la rendición.' },
        ],
      });
    }
    expect((await approve(office(), project, statement, { [inside]: 'no' })).status).toBe(400);
    expect(await statesOf(server, inside)).toEqual(['submitted']);
  });

  it('is one of two made at once, and of what its maker saw', async () => {
    const expense = await buy();
    const statement = await sent(expense);
    const answers = await Promise.all([
      approve(clients.admin, project, statement),
      sendBack(clients.otherAdmin, project, statement, { [expense]: NO }),
    ]);
    expect(answers.map(a => a.status).sort()).toEqual([200, 409]);
    const late = answers.find(a => a.status === 409);
    const first = late === answers[0] ? 'Tomás' : 'Beatriz';
    expect(late?.body.detail).toContain(first);
    expect(late?.body.extra).toMatchObject({ version: 2, updatedBy: expect.stringContaining(first) });
    expect((await approve(office(), project, { ...statement, version: 7 })).status).toBe(409);
  });

  it('of another project, or of none, is not found', async () => {
    const statement = await sent(await buy());
    const other = await anotherSpender();
    expect((await approve(office(), other, statement)).status).toBe(404);
    expect((await approve(office(), project, { id: randomUUID(), version: 1 })).status).toBe(404);
  });

  it('observes anew: what was answered before is no answer to that', async () => {
    const [first, second] = [await buy(), await buy()];
    const statement = await sent(first, second);
    done(await sendBack(office(), project, statement, { [first]: NO, [second]: NO }));
    done(
      await resend(lead(), project, { ...statement, version: 2 }, { [first]: 'Sí.', [second]: 'También.' }),
    );
    done(await sendBack(office(), project, { ...statement, version: 3 }, { [first]: 'Falta la firma.' }));
    expect(await rowsOf(server, [first, second])).toMatchObject([
      { state: 'observed', observation: 'Falta la firma.', answer: '' },
      { state: 'submitted', observation: NO, answer: 'También.' },
    ]);
  });

  it('approves nothing whose proof was refused by the check', async () => {
    const [good, spoiled] = [await buy(), await buy({ description: 'Buses' })];
    const statement = await sent(good, spoiled);
    await rejectPapers(server, spoiled);
    expect(await approve(office(), project, statement)).toMatchObject({
      status: 422,
      body: {
        detail:
          'La revisión rechazó «factura.pdf», respaldo de «Buses»: devuelve la rendición o rechaza ese gasto.',
      },
    });
    done(await approve(office(), project, statement, { [spoiled]: 'El archivo está dañado.' }));
    expect(await statesOf(server, good, spoiled)).toEqual(['approved', 'refused']);
  });
});

describe('credit notes', () => {
  it('are refused with what they correct, wherever they are', async () => {
    const bought = await buy({ description: 'Sillas' });
    const here = await buy({ corrects: bought, share: 10_000, description: 'Nota A' });
    const statement = await sent(bought, here);
    const refuse = async (...ids: string[]) =>
      (await approve(office(), project, statement, Object.fromEntries(ids.map(id => [id, NO])))).body.detail;
    expect(await refuse(bought)).toBe('«Nota A» corrige «Sillas», que rechazas: recházala también.');

    const there = await buy({ corrects: bought, share: 20_000, description: 'Nota B' });
    expect(await refuse(bought, here)).toBe(
      '«Nota B» corrige «Sillas», que rechazas, y está sin rendir: elimínala o pide eliminarla antes.',
    );
    const other = await sent(there);
    expect(await refuse(bought, here)).toBe(
      '«Nota B» corrige «Sillas», que rechazas, y está en la rendición 2: decide esa antes.',
    );
    done(await approve(office(), project, other));
    expect(await refuse(bought, here)).toBe(
      '«Nota B» corrige «Sillas», que rechazas, y se aprobó en la rendición 2: reabre esa antes.',
    );
    done(await reopen(office(), project, { ...other, version: 2 }));
    done(await approve(office(), project, { ...other, version: 3 }, { [there]: NO }));
    expect(await refuse(bought, here)).toBeUndefined();
    expect(await statesOf(server, bought, here, there)).toEqual(['refused', 'refused', 'refused']);
  });

  it('are not approved once what they correct was refused', async () => {
    const bought = await buy({ description: 'Sillas' });
    const statement = await sent(bought);
    done(await approve(office(), project, statement, { [bought]: NO }));
    const credit = await buy({ corrects: bought, share: 10_000, description: 'Nota A' });
    // As if it had been on its way.
    const other = randomUUID();
    await sql`insert into statements (id, project_id, number, author_id, submitted_by, due_at)
      select ${other}, project_id, 2, author_id, author_id, now() from statements where id = ${statement.id}`.execute(
      server.db,
    );
    await sql`update expenses set state = 'submitted', statement_id = ${other}, position = 0
      where id = ${credit}`.execute(server.db);
    expect((await approve(office(), project, { id: other, version: 1 })).body.detail).toBe(
      '«Nota A» corrige «Sillas», que se rechazó: recházala también.',
    );
    done(await approve(office(), project, { id: other, version: 1 }, { [credit]: NO }));
  });

  it('are not refused where the fund would be spent beyond its award without them', async () => {
    const bought = await buy({ share: 2_000_000 });
    const credit = await buy({ corrects: bought, share: 500_000, description: 'Nota A' });
    const statement = await sent(bought, credit);
    const more = await buy({ share: 400_000 });
    const answer = await approve(office(), project, statement, { [credit]: NO });
    expect([answer.status, answer.body.detail]).toEqual([
      422,
      expect.stringMatching(/^«Nota A»: Supera lo adjudicado por \$400\.000: /),
    ]);
    await sql`delete from expense_papers where expense_id = ${more}`.execute(server.db);
    await sql`delete from expenses where id = ${more}`.execute(server.db);
    done(await approve(office(), project, statement, { [credit]: NO }));
  });
});

describe('reopening', () => {
  it('lets all of it be decided again', async () => {
    const ids = [await buy(), await buy()] as const;
    const statement = await approved([...ids], { [ids[0]]: NO });
    expect((await reopen(office(), project, statement, 'Corto')).status).toBe(400);
    expect((await reopen(office(), project, { ...statement, version: 1 })).status).toBe(409);
    expect(done(await reopen(clients.otherAdmin, project, statement))).toEqual({
      ...{ id: statement.id, number: 1, version: 3 },
    });
    expect(await rowsOf(server, ids)).toEqual([
      { state: 'submitted', position: 0, observation: '', answer: '' },
      { state: 'submitted', position: 1, observation: '', answer: '' },
    ]);
    expect(await statementOf(office(), project, statement.id)).toMatchObject({
      ...{ state: 'submitted', comment: 'Se aprobó la versión equivocada.', decidedBy: null },
      decide: { allowed: true },
    });
    const twice = await reopen(office(), project, statement);
    expect(twice).toMatchObject({ status: 409, body: { extra: { version: 3 } } });
    expect(twice.body.detail).toContain('Tomás');
    done(await approve(office(), project, { ...statement, version: 3 }));
    expect(await statesOf(server, ...ids)).toEqual(['approved', 'approved']);
  });

  it('is of what was approved alone', async () => {
    const expense = await buy();
    const statement = await sent(expense);
    expect((await reopen(office(), project, statement)).status).toBe(409);
    done(await sendBack(office(), project, statement, { [expense]: NO }));
    expect((await reopen(office(), project, { ...statement, version: 2 })).status).toBe(409);
  });

  it('stops where the voucher of what was refused was used since, in this project or another', async () => {
    const voucher = await addVoucher(server, 'Factura', 100_000);
    const shared = await buy({ voucher, share: 60_000, description: 'Arriendo' });
    const statement = await approved([shared, await buy()], { [shared]: NO });
    const other = await anotherSpender();
    const used = await spend(server, other, { voucher, share: 50_000 });
    expect(await reopen(office(), project, statement)).toMatchObject({
      status: 422,
      body: {
        detail: 'El comprobante de «Arriendo», que se rechazó, se usó en otro gasto: no alcanza para ambos.',
      },
    });
    await sql`update expenses set share = 40000, cost = 40000 where id = ${used}`.execute(server.db);
    done(await reopen(office(), project, statement));
  });

  it('stops where the voucher was recorded anew with other figures, and else takes its number back', async () => {
    const voucher = await addVoucher(server, 'Factura', 100_000);
    const first = await buy({ voucher, description: 'Arriendo' });
    const statement = await approved([first, await buy()], { [first]: NO });
    const another = await addVoucher(server, 'Factura', 90_000);
    // As the same number is recorded with another amount.
    const numbers = async () => {
      const { rows } = await sql<{ key: string }>`select number_key as key from vouchers
        where id in (${voucher}, ${another}) order by id = ${another}`.execute(server.db);
      return rows.map(r => r.key);
    };
    const [key = ''] = await numbers();
    await sql`update vouchers set number_key = '' where id = ${voucher}`.execute(server.db);
    await sql`update vouchers set number = ${key}, number_key = ${key} where id = ${another}`.execute(
      server.db,
    );
    const anew = await buy({ voucher: another, share: 90_000 });
    expect((await reopen(office(), project, statement)).body.detail).toBe(
      'El comprobante de «Arriendo», que se rechazó, se registró de nuevo en otro gasto.',
    );
    const again = await approved([anew], { [anew]: NO });
    done(await reopen(office(), project, statement));
    expect(await numbers()).toEqual([key, '']);
    expect((await reopen(office(), project, again)).status).toBe(422);
  });

  it('stops also where another project records the voucher at that moment', async () => {
    const voucher = await addVoucher(server, 'Factura', 100_000);
    const first = await buy({ voucher, description: 'Arriendo' });
    const statement = await approved([first, await buy()], { [first]: NO });
    await sql`update vouchers set number_key = '' where id = ${voucher}`.execute(server.db);
    let reopened: ReturnType<typeof reopen> | undefined;
    await server.db.transaction().execute(async tx => {
      await sql`insert into vouchers (type_id, number, number_key, supplier_rut, supplier_key, supplier_name, issued_on,
          currency, gross, rate, gross_pesos)
        select type_id, number, number, supplier_rut, supplier_key, supplier_name, issued_on, currency, 90000, 1, 90000
        from vouchers where id = ${voucher}`.execute(tx);
      reopened = reopen(office(), project, statement);
      await expect
        .poll(async () => {
          const { rows } = await sql`select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db);
          return rows.length;
        })
        .toBe(1);
    });
    expect(await reopened).toMatchObject({
      status: 422,
      body: {
        detail: 'El comprobante de «Arriendo», que se rechazó, se registró de nuevo en otro gasto.',
      },
    });
  });

  it('stops where the line of what was refused is gone', async () => {
    const expense = await buy({ description: 'Arriendo', source: 'unit' });
    const statement = await approved([expense, await buy()], { [expense]: NO });
    await sql`update project_sections set data = jsonb_set(data, '{lines}', (
        select jsonb_agg(l) from jsonb_array_elements(data -> 'lines') l where l ->> 'id' <> 'room'))
      where project_id = ${project.id} and section = 'budget'`.execute(server.db);
    expect((await reopen(office(), project, statement)).body.detail).toBe(
      'El ítem del presupuesto de «Arriendo», que se rechazó, ya no está o cambió de fuente.',
    );
  });

  it('stops where the fund has no room left for what was refused', async () => {
    const big = await buy({ share: 1_500_000, description: 'Equipos' });
    const statement = await approved([big, await buy()], { [big]: NO });
    const more = await buy({ share: 600_000 });
    const answer = await reopen(office(), project, statement);
    expect([answer.status, answer.body.detail]).toEqual([
      422,
      expect.stringMatching(/^«Equipos»: Supera lo adjudicado por \$200\.000: /),
    ]);
    // What is not of the fund is not measured against it.
    await sql`update expenses set source = 'unit' where id = ${more}`.execute(server.db);
    done(await reopen(office(), project, statement));
  });

  it('stops where a refused credit note has nothing left to correct', async () => {
    const bought = await buy({ share: 100_000, description: 'Sillas' });
    await approved([bought]);
    const credit = await buy({ corrects: bought, share: 60_000, description: 'Nota A' });
    const statement = await approved([credit], { [credit]: NO });
    const other = await buy({ corrects: bought, share: 50_000 });
    expect((await reopen(office(), project, statement)).body.detail).toBe(
      '«Nota A» ya no tiene qué corregir: reabre antes la rendición de ese gasto.',
    );
    await sql`update expenses set share = 40000, cost = -40000 where id = ${other}`.execute(server.db);
    done(await reopen(office(), project, statement));
  });
});

it('the audit says what was decided, and of whom as the last resort', async () => {
  const [first, second] = [await buy(), await buy()];
  const statement = await approved([first, second], { [second]: NO });
  done(await reopen(office(), project, statement));
  const { rows } = await sql<{ action: string; changes: Record<string, unknown> }>`
    select action, changes from audit where object_id = ${project.id} and action like 'statement.%' order by id`.execute(
    server.db,
  );
  expect(rows).toEqual([
    {
      action: 'statement.submit',
      changes: { statement: [null, statement.id], expenses: [null, [first, second]] },
    },
    {
      action: 'statement.approve',
      changes: {
        statement: [null, statement.id],
        approvedExpenses: [null, 1],
        refusedExpenses: [null, [second]],
      },
    },
    { action: 'statement.reopen', changes: { statement: [statement.id, statement.id] } },
  ]);
});
