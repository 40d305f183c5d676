import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect } from 'vitest';
import type { Client } from './client.ts';
import { PEOPLE, userIdOf } from './demo.ts';
import { approvedPacs } from './execution.ts';
import type { Created } from './factories.ts';
import { clients, openUniversity, refs, server } from './university.ts';

// Statements as rows, in whatever state: for what reads them.

interface Voucher {
  readonly type?: string;
  readonly number?: string;
  readonly rut?: string;
  readonly supplier?: string;
  readonly issuedOn?: string;
  readonly currency?: 'CLP' | 'UF' | 'USD';
  readonly gross: number;
  readonly rate?: number;
  readonly percent?: number;
}
export interface Stated {
  readonly voucher: Voucher;
  readonly description?: string;
  readonly share?: number;
  readonly corrects?: string;
  readonly state?: string;
  readonly observation?: string;
  readonly answer?: string;
  /** Ids of versions of files. */
  readonly papers?: readonly string[];
}

/** An approved project of the academic, with one line of its budget: `b1`. */
export let project: Created;
export const lead = () => clients.academic;
const leadId = () => userIdOf(PEOPLE.academic);

async function writeVoucher({ type = 'Factura', rate = 1, percent = 0, ...v }: Voucher): Promise<string> {
  const { number = '', rut = '', supplier = '', currency = 'CLP', gross } = v;
  const pesos = Math.round(gross * rate);
  const { rows } = await sql<{ id: string }>`
    insert into vouchers (type_id, number, number_key, supplier_rut, supplier_key, supplier_name, issued_on, currency,
      gross, rate, gross_pesos, withholding_percent, withheld)
    select id, ${number}, ${number && `${number}${randomUUID().slice(0, 8)}`}, ${rut}, ${rut}, ${supplier},
      ${v.issuedOn ?? '2026-10-05'}, ${currency}, ${gross}, ${rate}, ${pesos}, ${percent},
      ${Math.round((pesos * percent) / 100)} from voucher_types where name = ${type} returning id`.execute(
    server.db,
  );
  return rows[0]?.id ?? '';
}

async function writeExpense(statement: string, place: number, e: Stated): Promise<string> {
  const id = randomUUID();
  const { share = e.voucher.gross, observation = '', answer = '', papers = [] } = e;
  await sql`
    insert into expenses (id, project_id, voucher_id, budget_line_id, source, description, share, cost, corrects_id, state,
      statement_id, position, observation, answer, author_id, updated_by)
    values (${id}, ${project.id}, ${await writeVoucher(e.voucher)}, 'b1', 'unit', ${e.description ?? 'Cuadernos'},
      ${share}, ${e.corrects ? -share : share}, ${e.corrects ?? null}, ${e.state ?? 'submitted'}, ${statement}, ${place},
      ${observation}, ${answer}, ${leadId()}, ${leadId()})`.execute(server.db);
  for (const [n, version] of papers.entries())
    await sql`insert into expense_papers (expense_id, position, version_id) values (${id}, ${n}, ${version})`.execute(
      server.db,
    );
  return id;
}

/** As if it had been sent, and decided where a state says so. */
export async function writeStatement(
  expenses: readonly Stated[],
  state = 'submitted',
  number = 2,
): Promise<string> {
  const id = randomUUID();
  const decided = state === 'submitted' ? null : userIdOf(PEOPLE.admin);
  await sql`
    insert into statements (id, project_id, number, state, author_id, submitted_by, submitted_at, due_at, decided_by,
      decided_at, comment)
    values (${id}, ${project.id}, ${number}, ${state}, ${leadId()}, ${leadId()}, '2026-11-03T15:00:00Z',
      '2026-11-20T15:00:00Z', ${decided}, ${decided && '2026-11-10T15:30:00Z'},
      ${decided ? 'Revisada con los originales.' : ''})`.execute(server.db);
  const ids: string[] = [];
  for (const [n, e] of expenses.entries())
    ids.push(
      await writeExpense(id, n, { ...e, ...(e.corrects && { corrects: ids[Number(e.corrects)] ?? '' }) }),
    );
  return id;
}

export type Part = 'document' | 'export' | 'papers';
export const pathOf = (statement: string, part: Part, of = project) =>
  `${server.url}/api/projects/${of.kind}/${of.id}/statements/${statement}/${part}`;
export const ask = (who: Client, statement: string, part: Part, of = project) =>
  fetch(pathOf(statement, part, of), { headers: { authorization: `Bearer ${who.token}` } });

export async function get(statement: string, part: Part, query = '') {
  const answer = await fetch(`${pathOf(statement, part)}${query}`, {
    headers: { authorization: `Bearer ${lead().token}` },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([answer.status, answer.status === 200 ? '' : bytes.toString()]).toEqual([200, '']);
  return { bytes, headers: answer.headers };
}

/** One of each kind: pesos, fees, a foreign currency that is refused, a credit note. */
export const EXPENSES: readonly Stated[] = [
  {
    voucher: { number: '1234', rut: '76000063-9', supplier: 'Librería Andes SpA', gross: 100_000 },
    description: 'Cuadernos para el taller',
    state: 'approved',
  },
  {
    voucher: {
      type: 'Boleta de honorarios',
      number: '57',
      rut: '12345678-5',
      supplier: 'Ana Soto',
      gross: 200_000,
      percent: 15.25,
    },
    state: 'approved',
  },
  {
    voucher: {
      number: 'INV-9',
      supplier: 'Figma Inc.',
      currency: 'USD',
      gross: 120.5,
      rate: 951.32,
      rut: '77000001-1',
    },
    share: 60_000,
    state: 'refused',
    observation: 'La licencia es personal.',
    answer: 'La usa todo el equipo.',
  },
  {
    voucher: {
      type: 'Nota de crédito',
      number: '88',
      rut: '76000063-9',
      supplier: 'Librería Andes SpA',
      gross: 15_000,
    },
    corrects: '0',
    state: 'approved',
  },
];
export const TOTAL = 100_000 + 200_000 + 60_000 - 15_000;

/** Registers what tests of a statement's documents begin with. */
export function openStated(): void {
  openUniversity({ rateLimit: 0 });
  beforeAll(async () => {
    project = await approvedPacs(server, clients.academic, refs);
  });
  beforeEach(async () => {
    await sql`delete from expense_papers`.execute(server.db);
    await sql`delete from expenses`.execute(server.db);
    await sql`delete from statements`.execute(server.db);
  });
}
