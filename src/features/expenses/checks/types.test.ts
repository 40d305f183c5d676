import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../test/client.ts';
import { done } from '../../../../test/factories.ts';
import {
  anExpense,
  expenseOf,
  openSpending,
  sendExpense,
  spender,
  spendingPath,
  uploadPaper,
} from '../../../../test/spending.ts';
import { clients, server } from '../../../../test/university.ts';
import type { Problem } from '../../../domain/kit/problem.ts';
import type { VoucherTypeRow } from '../../expense-rules/contract.ts';

openSpending();
const lead = () => clients.academic;
const office = () => clients.admin;

const addType = async () =>
  done(
    await office().post<VoucherTypeRow>('/voucher-types', {
      ...{ name: `Tipo ${randomUUID().slice(0, 8)}`, hasNumber: true, needsSupplier: true, withholds: false },
      ...{ isCredit: false, papers: [], active: true },
    }),
  );
const saveType = ({ id, vouchers: _, updatedBy: __, ...row }: VoucherTypeRow, more: object) =>
  office().put<Problem>(`/voucher-types/${id}`, { ...row, ...more });

const record = (typeId: string, more: Parameters<typeof sendExpense>[2] = {}) =>
  sendExpense(lead(), spender, { ...more, voucher: { typeId } });
const outcome = ({ status, body }: Answer<unknown>) => [
  status,
  ((body as Partial<Problem>).errors ?? []).map(e => `${e.path}: ${e.message}`),
];

/** Until so many requests wait for what another one holds. */
const waiting = (count: number) =>
  expect
    .poll(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db);
      return rows.length;
    })
    .toBe(count);

describe('while an expense is recorded its type stands still', () => {
  /** The office asks while the recording has its type and waits for its paper, which is held. */
  async function during(type: VoucherTypeRow, ask: () => Promise<Answer<unknown>>) {
    const { versionId } = await uploadPaper(lead(), spender);
    let both: Promise<Answer<unknown>[]> | undefined;
    await server.db.transaction().execute(async tx => {
      await sql`select from files where id = ${versionId} for update`.execute(tx);
      const recorded = record(type.id, { papers: [{ paper: '', versionId }] });
      await waiting(1);
      both = Promise.all([recorded, ask()]);
      await waiting(2);
    });
    return (await (both ?? [])).map(outcome);
  }
  const LATE = 'Ya hay comprobantes de este tipo: no se puede cambiar. Crea otro y desactiva este.';

  it.each(['isCredit', 'withholds'])('%s is not changed under it', async rule => {
    const type = await addType();
    expect(await during(type, () => saveType(type, { [rule]: true }))).toEqual([
      [200, []],
      [422, [`${rule}: ${LATE}`]],
    ]);
  });

  it('it is renamed and taken out of use afterwards, not deleted', async () => {
    const type = await addType();
    const more = { name: `${type.name} bis`, active: false };
    expect(await during(type, () => saveType(type, more))).toEqual([
      [200, []],
      [200, []],
    ]);
    const used = await addType();
    const [recorded, deleted] = await during(used, () => office().delete(`/voucher-types/${used.id}`));
    expect([recorded, deleted?.[0]]).toEqual([[200, []], 422]);
  });
});

describe('an expense waits for whoever changes its type, and is judged by what it is then', () => {
  async function recordDuring(type: VoucherTypeRow, change: ReturnType<typeof sql>) {
    const given = { ...(await anExpense()), id: randomUUID() };
    const body = { ...given, voucher: { ...given.voucher, typeId: type.id } };
    let recorded: Promise<Answer<unknown>> | undefined;
    await server.db.transaction().execute(async tx => {
      await sql`select from voucher_types where id = ${type.id} for update`.execute(tx);
      recorded = lead().post(`${spendingPath(spender)}/expenses`, body);
      await waiting(1);
      await change.execute(tx);
    });
    return { id: given.id, recorded: recorded && outcome(await recorded) };
  }

  it('a credit note by then asks what it corrects', async () => {
    const type = await addType();
    const change = sql`update voucher_types set is_credit = true where id = ${type.id}`;
    expect((await recordDuring(type, change)).recorded).toEqual([
      400,
      ['correctsId: Elige el gasto que corrige.'],
    ]);
  });

  it('one that withholds by then is withheld of', async () => {
    const type = await addType();
    const change = sql`update voucher_types set withholds = true where id = ${type.id}`;
    const { id, recorded } = await recordDuring(type, change);
    expect(recorded).toEqual([200, []]);
    expect((await expenseOf(lead(), spender, id)).voucher.withholdingPercent).toBeGreaterThan(0);
  });

  it.each([
    ['out of use', (id: string) => sql`update voucher_types set active = false where id = ${id}`],
    ['gone', (id: string) => sql`delete from voucher_types where id = ${id}`],
  ])('%s by then it is refused at the type', async (_, change) => {
    const type = await addType();
    expect((await recordDuring(type, change(type.id))).recorded).toEqual([
      400,
      ['voucher.typeId: Elige un tipo de la lista.'],
    ]);
  });
});
