import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ALL, versionBefore } from '../../test/versions.ts';
import { readVoucherTypes, readWithholding } from '../features/expense-rules/queries.ts';
import { migrate } from './migrate.ts';

test('0045: a call of before has no instalments and no end of its grace', async () => {
  const db = await versionBefore('0045');
  await sql`insert into kinds (slug, current_version) values ('fexs', 1)`.execute(db);
  await sql`insert into kind_versions (slug, version, definition) values ('fexs', 1, '{}')`.execute(db);
  await sql`insert into calls (name, year, kind, state, opens_at, closes_at)
    values ('Fondo 2025', 2025, 'fexs', 'execution', '2025-03-01', '2025-04-01')`.execute(db);
  await migrate(db, ALL);
  // What the version before still writes while both run.
  await sql`insert into calls (name, year, kind) values ('Fondo 2027', 2027, 'fexs')`.execute(db);
  const { rows } = await sql`select name, grace_days, instalments from calls order by year`.execute(db);
  expect(rows).toEqual([
    { name: 'Fondo 2025', grace_days: null, instalments: [] },
    { name: 'Fondo 2027', grace_days: null, instalments: [] },
  ]);
});

test('0045: brings types of voucher and the rates of the law', async () => {
  const db = await versionBefore('0045');
  await migrate(db, ALL);
  const types = await readVoucherTypes(db);
  expect(types.map(t => t.name)).toEqual([
    ...['Aporte valorado', 'Boleta', 'Boleta de honorarios', 'Declaración jurada', 'Factura'],
    ...['Nota de crédito', 'Pasaje', 'Reembolso', 'Viático'],
  ]);
  expect(types.filter(t => t.withholds).map(t => t.name)).toEqual(['Boleta de honorarios']);
  expect(types.filter(t => t.isCredit).map(t => t.name)).toEqual(['Nota de crédito']);
  expect(types.every(t => t.active && t.papers.length > 0)).toBe(true);
  expect(await readWithholding(db)).toEqual(
    [10.75, 11.5, 12.25, 13, 13.75, 14.5, 15.25, 16, 17].map((percent, n) => ({ year: 2020 + n, percent })),
  );
});

test('0045: a check digit K is a capital, so one organisation is not entered twice', async () => {
  const db = await versionBefore('0045');
  await sql`insert into organisations (name, type, rut) values ('Sola', 'empresa', '10000013-k'),
    ('Dos', 'empresa', '20000017-k'), ('Dos otra vez', 'empresa', '20000017-K'), ('Sin', 'empresa', null)`.execute(
    db,
  );
  await migrate(db, ALL);
  const { rows } =
    await sql`select name, rut from organisations where type = 'empresa' order by name`.execute(db);
  expect(rows).toEqual([
    { name: 'Dos', rut: '20000017-k' },
    { name: 'Dos otra vez', rut: '20000017-K' },
    { name: 'Sin', rut: null },
    { name: 'Sola', rut: '10000013-K' },
  ]);
});
