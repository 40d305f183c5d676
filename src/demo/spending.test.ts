import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../test/app.ts';
import { type Client, clientAs } from '../../test/client.ts';
import { done } from '../../test/factories.ts';
import { filesOf } from '../../test/files.ts';
import { addDays, localDay } from '../domain/kit/calendar.ts';
import type { ProjectExpenses } from '../features/expenses/contract.ts';
import type { ProjectPayments } from '../features/payments/contract.ts';
import type { ProjectStatements } from '../features/statements/contract.ts';
import { smallPdf } from './papers.ts';
import { startDemoProjects } from './projects.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
  await startDemoProjects(test);
});
afterAll(() => test.close());

/** The money of the demo's awarded project of this status, as its lead reads it. */
async function moneyOf(status: string) {
  const { rows } = await sql<{ id: string; kind: string; email: string }>`
    select p.id, p.kind, u.email from projects p join users u on u.id = p.lead_id
    where p.kind = 'fexs' and p.status = ${status} and p.amount_awarded is not null`.execute(test.db);
  const [project] = rows;
  if (!project) throw new Error('the demo has no such project');
  const lead = await clientAs(test, project.email);
  const read = async <T>(part: string, who: Client = lead) =>
    done(await who.get<T>(`/projects/fexs/${project.id}/${part}`));
  return {
    ...{ project, lead },
    ...(await read<ProjectExpenses>('expenses')),
    ...(await read<ProjectStatements>('statements')),
    money: await read<ProjectPayments>('payments'),
  };
}

it('one project under way has expenses of many types in every state, two payments, and a statement sent back', async () => {
  const { expenses, statements, money, types, record } = await moneyOf('running');
  const count = (state: string) => expenses.filter(e => e.state === state).length;
  expect(['approved', 'refused', 'observed', 'submitted', 'recorded'].map(count)).toEqual([4, 1, 1, 3, 5]);
  expect(statements.map(s => [s.number, s.state, s.expenses])).toEqual([
    [2, 'returned', 4],
    [1, 'approved', 5],
  ]);
  expect(statements[1]?.approved).toBe(624_450);
  const nameOf = (id: string) => types.find(t => t.id === id)?.name;
  expect(new Set(expenses.map(e => nameOf(e.voucher.typeId))).size).toBe(8);
  expect(record.allowed).toBe(true);
  expect(money.payments).toHaveLength(2);
  expect(money).toMatchObject({
    awarded: 3_600_000,
    released: 3_600_000,
    paid: 2_160_000,
    approved: 624_450,
  });
  expect(money.spent).toBeLessThan(3_600_000);
  const dollars = expenses.find(e => e.voucher.currency === 'USD');
  expect(dollars?.voucher.rate).toBeGreaterThan(900);
  expect(expenses.find(e => e.voucher.withheld > 0)?.voucher.net).toBeLessThan(450_000);
  expect(expenses.filter(e => e.cost < 0)).toHaveLength(1);
  expect(expenses.filter(e => e.voucher.isShared)).toHaveLength(1);
  // Of one alone the paper is still to come.
  expect(expenses.filter(e => e.papers.length === 0)).toHaveLength(1);
});

it('one that has ended has all of it approved, and nothing is to return', async () => {
  const { expenses, statements, money, project } = await moneyOf('closed');
  expect(expenses.every(e => e.state === 'approved' && e.papers.length > 0)).toBe(true);
  expect(statements.map(s => s.state)).toEqual(['approved']);
  expect(money).toMatchObject({ paid: 900_000, approved: 847_000, refunded: 53_000, toReturn: 0 });
  expect(money.refunds.map(r => r.state)).toEqual(['accepted']);
  const office = await clientAs(test, 'beatriz.navarrete@biosur.example');
  const { files } = await filesOf(office, project as Parameters<typeof filesOf>[1]);
  const paper = files.find(f => f.documentType === 'expense');
  const answer = await office.post<{ url: string }>(`/projects/fexs/${project.id}/files/${paper?.id}/link`);
  const opened = await fetch(`${test.url}/api${done(answer).url}`);
  expect([opened.status, (await opened.text()).slice(0, 5)]).toEqual([200, '%PDF-']);
});

it('UF and dollar are known for the last months', async () => {
  const { rows } = await sql<{ currency: string; day: string; value: number }>`
    select currency, day::text as day, value::float as value from exchange_rates order by day desc`.execute(
    test.db,
  );
  const of = (currency: string) => rows.filter(r => r.currency === currency);
  expect(of('UF')[0]).toEqual({ currency: 'UF', day: localDay(new Date()), value: 39_500 });
  expect(of('UF').every((r, n, all) => n === 0 || r.value < (all[n - 1]?.value ?? 0))).toBe(true);
  expect(of('USD').every(r => r.value > 900 && r.value < 1000)).toBe(true);
  expect(of('USD').length).toBeLessThan(of('UF').length);
  expect(
    of('UF')
      .at(-1)
      ?.day.localeCompare(addDays(localDay(new Date()), -200)),
  ).toBe(-1);
});

it('a small PDF says where its parts are', () => {
  const text = smallPdf(['Factura (copia)', 'Año']).toString('latin1');
  const table = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  expect(text.slice(table, table + 4)).toBe('xref');
  const places = [...text.matchAll(/^(\d{10}) 00000 n/gm)].map(match => Number(match[1]));
  expect(places.map((at, n) => text.slice(at).startsWith(`${n + 1} 0 obj`))).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(text).toContain('(Factura \\(copia\\)) Tj');
});
