import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { done } from '../../../test/factories.ts';
import { clients, openUniversity, server } from '../../../test/university.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import type { RatedCurrency } from '../../domain/spending/currencies.ts';
import type { VoucherTypeFields } from '../../domain/spending/vouchers.ts';
import type { ExchangeRate, VoucherTypeRow, WithholdingTable } from './contract.ts';
import { readRate } from './queries.ts';

openUniversity();

const NOBODY = '019a0000-0000-7000-8000-000000000000';
const INVOICE: VoucherTypeFields = {
  ...{ name: 'Factura exenta', hasNumber: true, needsSupplier: true, withholds: false, isCredit: false },
  papers: [{ id: 'voucher', name: 'Factura' }],
  active: true,
};
const typesOf = async (who = clients.admin) =>
  done(await who.get<{ types: VoucherTypeRow[] }>('/voucher-types')).types;
const addType = async (more: Partial<VoucherTypeFields> = {}) =>
  done(await clients.admin.post<VoucherTypeRow>('/voucher-types', { ...INVOICE, ...more }));
const saveType = <T = Problem>(
  { id, vouchers: _, updatedBy: __, ...row }: VoucherTypeRow,
  more: object = {},
  who = clients.admin,
) => who.put<T>(`/voucher-types/${id}`, { ...row, ...more });
const auditOf = async (object: string, objectId: string) =>
  done(
    await clients.admin.get<{
      rows: { action: string; changes: { field: string; before: unknown; after: unknown }[] }[];
    }>(`/audit?object=${object}&objectId=${objectId}`),
  ).rows;

/** A voucher of this type, as if a project had recorded it. */
const useType = (id: string) =>
  sql`insert into vouchers (type_id, issued_on, currency, gross, rate, gross_pesos)
    values (${id}, '2026-05-05', 'CLP', 1000, 1, 1000)`.execute(server.db);

it('come with the types of voucher that Chile knows, each with its papers', async () => {
  const types = await typesOf();
  const names = types.map(t => t.name);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'es')));
  expect(types).toContainEqual(
    expect.objectContaining({
      ...{ name: 'Boleta de honorarios', hasNumber: true, needsSupplier: true, withholds: true, vouchers: 0 },
      papers: [
        { id: 'voucher', name: 'Boleta de honorarios' },
        { id: 'work', name: 'Informe de actividades' },
      ],
    }),
  );
  expect(types.find(t => t.name === 'Nota de crédito')?.isCredit).toBe(true);
});

it('a type is added, changed, taken out of use and deleted, and the audit tells it', async () => {
  const made = await addType({ name: '  Recibo   de arriendo ' });
  expect(made).toMatchObject({ name: 'Recibo de arriendo', active: true, vouchers: 0 });
  const papers = [{ id: 'lease', name: 'Contrato de arriendo' }];
  const saved = done(await saveType<VoucherTypeRow>(made, { papers, active: false, withholds: true }));
  expect(saved).toMatchObject({ papers, active: false, withholds: true, updatedBy: expect.any(String) });
  expect((await typesOf()).find(t => t.id === made.id)).toEqual(saved);
  const [last, first] = await auditOf('voucherType', made.id);
  expect([last?.action, first?.action]).toEqual(['voucherType.updated', 'voucherType.created']);
  expect(last?.changes.map(c => c.field)).toEqual(expect.arrayContaining(['respaldos', 'activo']));
  done(await clients.admin.delete(`/voucher-types/${made.id}`));
  expect((await typesOf()).some(t => t.id === made.id)).toBe(false);
  expect((await clients.admin.delete(`/voucher-types/${made.id}`)).status).toBe(404);
  expect((await saveType(saved)).status).toBe(404);
});

it('of two who change a type at once one is told, with what is stored', async () => {
  const made = await addType({ name: 'Recibo simple' });
  const answers = await Promise.all(
    ['Recibo A', 'Recibo B'].map(name =>
      saveType<Problem & { extra: { stored: VoucherTypeRow } }>(made, { name }),
    ),
  );
  expect(answers.map(a => a.status).sort()).toEqual([200, 409]);
  const refused = answers.find(a => a.status === 409);
  expect(refused?.body.extra.stored.name).toMatch(/^Recibo [AB]$/);
});

it('a name is of one type alone', async () => {
  await addType({ name: 'Vale de colación' });
  const other = await addType({ name: 'Vale de taxi' });
  const errors = [{ path: 'name', message: 'Ya existe un tipo de comprobante con ese nombre.' }];
  for (const answer of [
    await clients.admin.post('/voucher-types', { ...INVOICE, name: 'VALE DE COLACION' }),
    await saveType(other, { name: 'Vale de colación' }),
  ])
    expect([answer.status, answer.body.errors]).toEqual([422, errors]);
});

it('once a voucher is of a type, only name, papers and use of it change', async () => {
  const made = await addType({ name: 'Ticket de estacionamiento' });
  await useType(made.id);
  const [row] = (await typesOf()).filter(t => t.id === made.id);
  expect(row?.vouchers).toBe(1);
  const wrong = { hasNumber: false, needsSupplier: false, withholds: true };
  const refused = await saveType(made, wrong);
  expect(refused.status).toBe(422);
  expect(refused.body.errors?.map(e => e.path)).toEqual(['hasNumber', 'needsSupplier', 'withholds']);
  const credit = await saveType(made, { isCredit: true });
  expect([credit.status, credit.body.errors?.map(e => e.path)]).toEqual([422, ['isCredit']]);
  const gone = await clients.admin.delete(`/voucher-types/${made.id}`);
  expect([gone.status, gone.body.detail]).toEqual([
    422,
    'No se puede eliminar porque todavía se usa en 1 comprobante. Puedes desactivarlo.',
  ]);
  done(await saveType(made, { name: 'Estacionamiento', papers: [], active: false }));
});

it('a type that makes no sense is refused at each of its fields', async () => {
  const send = (more: object) => clients.admin.post('/voucher-types', { ...INVOICE, ...more });
  const paths = async (more: object) => {
    const { status, body } = await send(more);
    return [status, body.errors?.map(e => e.path)];
  };
  expect(await paths({ name: ' ' })).toEqual([400, ['name']]);
  expect(await paths({ needsSupplier: false })).toEqual([400, ['needsSupplier']]);
  expect(await paths({ isCredit: true, withholds: true })).toEqual([400, ['withholds']]);
  expect(await paths({ papers: [...INVOICE.papers, ...INVOICE.papers] })).toEqual([400, ['papers']]);
  expect(await paths({ papers: [{ id: 'Ñ', name: '' }] })).toEqual([400, ['papers.0.id', 'papers.0.name']]);
});

const withholding = async () => done(await clients.admin.get<WithholdingTable>('/withholding-rates'));
const saveWithholding = <T = Problem>(rates: object[], updatedAt: string | null) =>
  clients.admin.put<T>('/withholding-rates', { rates, updatedAt });

it('withholding rates are those of the law until the office replaces the table, once', async () => {
  const before = await withholding();
  expect(before).toMatchObject({ updatedAt: null, updatedBy: null });
  expect(before.rates).toHaveLength(9);
  expect(before.rates).toContainEqual({ year: 2026, percent: 15.25 });
  const rates = [
    { year: 2028, percent: 17.5 },
    { year: 2026, percent: 15.25 },
    { year: 2030, percent: 18 },
  ];
  const answers = await Promise.all(
    [0, 1].map(n =>
      saveWithholding<WithholdingTable & Problem>([...rates, { year: 2031 + n, percent: 20 }], null),
    ),
  );
  expect(answers.map(a => a.status).sort()).toEqual([200, 409]);
  const saved = await withholding();
  expect(saved.rates.map(r => r.year)).toEqual([2026, 2028, 2030, expect.any(Number)]);
  expect(saved).toMatchObject({ updatedAt: expect.any(String), updatedBy: 'Beatriz Navarrete Olea' });
  const [entry] = await auditOf('setting', 'withholding');
  expect(entry?.changes).toContainEqual({ field: '2028', before: '17', after: '17.5' });
  expect(entry?.changes).toContainEqual({ field: '2020', before: '10.75', after: null });
  // Saved again as it is, nothing happens.
  const same = done(await saveWithholding<WithholdingTable>(saved.rates, saved.updatedAt));
  expect(same).toEqual(saved);
  expect(await auditOf('setting', 'withholding')).toHaveLength(1);
  expect((await saveWithholding(saved.rates, null)).status).toBe(409);
});

it('a withholding table that makes no sense is refused', async () => {
  const { updatedAt } = await withholding();
  const pathsOf = async (rates: object[]) => {
    const { status, body } = await saveWithholding(rates, updatedAt);
    return [status, body.errors?.map(e => e.path)];
  };
  expect(await pathsOf([])).toEqual([400, ['rates']]);
  expect(await pathsOf([{ year: 1999, percent: 101 }])).toEqual([400, ['rates.0.year', 'rates.0.percent']]);
  expect(await pathsOf([{ year: 2026, percent: 15.255 }])).toEqual([400, ['rates.0.percent']]);
  const twice = { year: 2026, percent: 15 };
  expect(await pathsOf([twice, twice])).toEqual([400, ['rates']]);
});

const saveRates = (currency: RatedCurrency, rates: object[], who = clients.admin) =>
  who.put<{ added: number; changed: number } & Problem>('/exchange-rates', { currency, rates });
const listRates = async (query: string) =>
  done(await clients.admin.get<{ rows: ExchangeRate[]; total: number }>(`/exchange-rates?${query}`));
const rateAt = async (currency: string, day: string, who = clients.academic) =>
  done(
    await who.get<{ value: number | null; day: string }>(
      `/exchange-rates/at?currency=${currency}&day=${day}`,
    ),
  );

it('daily values are added, replaced, listed by days and removed', async () => {
  const first = await saveRates('UF', [
    { day: '2026-05-01', value: 39_000.5 },
    { day: '2026-05-02', value: 39_010.1234 },
    { day: '2026-05-03', value: 39_020 },
  ]);
  expect(done(first)).toEqual({ added: 3, changed: 0 });
  const second = await saveRates('UF', [
    { day: '2026-05-03', value: 39_021 },
    { day: '2026-05-02', value: 39_010.1234 },
    { day: '2026-05-04', value: 39_030 },
  ]);
  expect(done(second)).toEqual({ added: 1, changed: 1 });
  const [entry] = await auditOf('setting', 'exchange-rates');
  expect(entry?.changes).toEqual([
    { field: 'UF 03-05-2026', before: '39020', after: '39021' },
    { field: 'UF 04-05-2026', before: null, after: '39030' },
  ]);
  const all = await listRates('currency=UF&size=2');
  expect([all.total, all.rows.map(r => r.day)]).toEqual([4, ['2026-05-04', '2026-05-03']]);
  expect(all.rows[1]).toMatchObject({ currency: 'UF', value: 39_021, updatedBy: 'Beatriz Navarrete Olea' });
  const next = await listRates('currency=UF&size=2&page=2');
  expect(next.rows.map(r => r.day)).toEqual(['2026-05-02', '2026-05-01']);
  const some = await listRates('currency=UF&from=2026-05-02&to=2026-05-03&sort=day');
  expect([some.total, some.rows.map(r => r.day)]).toEqual([2, ['2026-05-02', '2026-05-03']]);
  expect((await listRates('currency=USD')).total).toBe(0);
  done(await clients.admin.delete('/exchange-rates/UF/2026-05-04'));
  expect((await clients.admin.delete('/exchange-rates/UF/2026-05-04')).status).toBe(404);
  expect((await clients.admin.delete('/exchange-rates/USD/2026-05-03')).status).toBe(404);
  expect((await listRates('')).total).toBe(3);
});

it('many new values are one entry of the audit', async () => {
  const rates = Array.from({ length: 40 }, (_, n) => ({
    day: `2025-0${1 + Math.floor(n / 20)}-${String(1 + (n % 20)).padStart(2, '0')}`,
    value: 38_000 + n,
  }));
  expect(done(await saveRates('UF', rates))).toEqual({ added: 40, changed: 0 });
  const [entry] = await auditOf('setting', 'exchange-rates');
  expect(entry?.changes).toEqual([
    { field: 'UF 01-01-2025 – 20-02-2025', before: null, after: '40 valores' },
  ]);
});

it('two pastes of the same days at once come to one value a day', async () => {
  const days = Array.from({ length: 20 }, (_, n) => `2024-03-${String(n + 1).padStart(2, '0')}`);
  const answers = await Promise.all([
    saveRates(
      'UF',
      days.map(day => ({ day, value: 37_000 })),
    ),
    saveRates(
      'UF',
      days.toReversed().map(day => ({ day, value: 37_001 })),
    ),
  ]);
  expect(answers.map(a => done(a)).toSorted((a, b) => a.added - b.added)).toEqual([
    { added: 0, changed: 20 },
    { added: 20, changed: 0 },
  ]);
});

it('wrong daily values are refused where they stand', async () => {
  const pathsOf = async (currency: string, rates: object[]) => {
    const { status, body } = await saveRates(currency as RatedCurrency, rates);
    return [status, body.errors?.map(e => e.path)];
  };
  const right = { day: '2026-05-05', value: 39_000 };
  expect(await pathsOf('CLP', [right])).toEqual([400, ['currency']]);
  expect(await pathsOf('UF', [])).toEqual([400, ['rates']]);
  expect(await pathsOf('UF', [right, right])).toEqual([400, ['rates']]);
  expect(await pathsOf('UF', [right, { day: '05-05-2026', value: 0 }])).toEqual([
    400,
    ['rates.1.day', 'rates.1.value'],
  ]);
  expect(await pathsOf('UF', [{ day: '2026-05-05', value: 1.23456 }])).toEqual([400, ['rates.0.value']]);
  // A Saturday, a Monday and the day of the Navy.
  const days = ['2026-05-16', '2026-05-18', '2026-05-21'].map(day => ({ day, value: 950 }));
  const off = await saveRates('USD', days);
  expect(off.status).toBe(400);
  expect(off.body.errors).toEqual(
    [0, 2].map(n => ({
      path: `rates.${n}.day`,
      message: 'El dólar no tiene valor en un día no hábil: vale el del día hábil anterior.',
    })),
  );
  expect((await listRates('currency=USD')).total).toBe(0);
});

it('a day has its own UF, and of a day off the dollar of the working day before', async () => {
  const dollars = [
    { day: '2026-05-15', value: 940.55 },
    { day: '2026-05-20', value: 951 },
    { day: '2026-05-22', value: 955 },
  ];
  done(await saveRates('USD', dollars));
  done(await saveRates('UF', [{ day: '2026-05-15', value: 39_100 }]));
  expect(await rateAt('CLP', '2026-05-17')).toEqual({ value: 1, day: '2026-05-17' });
  expect(await rateAt('UF', '2026-05-15')).toEqual({ value: 39_100, day: '2026-05-15' });
  expect(await rateAt('UF', '2026-05-16')).toEqual({ value: null, day: '2026-05-16' });
  expect(await rateAt('USD', '2026-05-15')).toEqual({ value: 940.55, day: '2026-05-15' });
  expect(await rateAt('USD', '2026-05-17')).toEqual({ value: 940.55, day: '2026-05-15' });
  // A working day that nobody has entered has none; a holiday has that of its eve.
  expect(await rateAt('USD', '2026-05-18')).toEqual({ value: null, day: '2026-05-18' });
  expect(await rateAt('USD', '2026-05-21')).toEqual({ value: 951, day: '2026-05-20' });
  const inside = await server.db
    .transaction()
    .execute(async tx => [
      await readRate(tx, 'USD', '2026-05-21'),
      await readRate(tx, 'UF', '2026-05-16'),
      await readRate(tx, 'CLP', '2026-05-16'),
    ]);
  expect(inside).toEqual([951, null, 1]);
});

it('a day of a year that nobody plans in is refused where it stands', async () => {
  for (const day of ['0000-01-01', '1999-12-31', '2101-01-01']) {
    const answers = [
      ['from', await clients.admin.get<Problem>(`/exchange-rates?currency=UF&from=${day}`)],
      ['to', await clients.admin.get<Problem>(`/exchange-rates?currency=UF&to=${day}`)],
      ['day', await clients.academic.get<Problem>(`/exchange-rates/at?currency=USD&day=${day}`)],
      ['day', await clients.admin.delete<Problem>(`/exchange-rates/UF/${day}`)],
    ] as const;
    for (const [path, { status, body }] of answers)
      expect([status, body.errors?.map(e => e.path)]).toEqual([400, [path]]);
  }
  expect((await rateAt('USD', '2000-01-01')).value).toBeNull();
});

it('belong to the office; only the value of a day is for everybody', async () => {
  const [type] = await typesOf();
  for (const who of [clients.academic, clients.director, clients.dean, clients.reviewer]) {
    const answers = await Promise.all([
      who.get('/voucher-types'),
      who.post('/voucher-types', INVOICE),
      saveType(type as VoucherTypeRow, {}, who),
      who.delete(`/voucher-types/${type?.id}`),
      who.get('/withholding-rates'),
      who.put('/withholding-rates', { rates: [{ year: 2026, percent: 1 }], updatedAt: null }),
      who.get('/exchange-rates'),
      who.get('/exchange-rates/export?format=csv'),
      saveRates('UF', [{ day: '2026-06-01', value: 1 }], who),
      who.delete('/exchange-rates/UF/2026-05-01'),
    ]);
    expect(answers.map(a => a.status)).toEqual(answers.map(() => 403));
    expect((await rateAt('CLP', '2026-05-01', who)).value).toBe(1);
  }
  expect((await clients.admin.delete(`/voucher-types/${NOBODY}`)).status).toBe(404);
  const at = await clients.academic.get('/exchange-rates/at?currency=EUR&day=ayer');
  expect([at.status, at.body.errors?.map(e => e.path)]).toEqual([400, ['currency', 'day']]);
});
