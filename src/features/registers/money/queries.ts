import { sql } from 'kysely';
import { among } from '../../../db/states.ts';
import { SPENT_EXPENSES } from '../../../domain/spending/expense-states.ts';
import { entriesOf, entryText, PROJECT, type Source, told } from '../pieces/queries.ts';

/** As `amountOf` of the domain counts a line. */
const LINE_TOTAL = sql`least(999999999999, greatest(0,
  round(round(number_in(l.e -> 'quantity'), 2) * number_in(l.e -> 'unitCost'))))`;

const lines: Source = {
  joins: entriesOf('budget', 'lines'),
  order: sql`l.n`,
  columns: {
    ...PROJECT,
    item: told('description'),
    categoria: told('category'),
    fuente: told('source'),
    cantidad: sql`number_in(l.e -> 'quantity')`,
    costo_unitario: sql`number_in(l.e -> 'unitCost')`,
    total: LINE_TOTAL,
    gastado: sql`(select coalesce(sum(x.cost), 0) from expenses x where x.project_id = q.id
      and x.budget_line_id = l.e ->> 'id' and x.state in ${among(SPENT_EXPENSES)})`,
  },
};

const expenses: Source = {
  joins: sql`join expenses x on x.project_id = q.id join vouchers v on v.id = x.voucher_id
    join voucher_types y on y.id = v.type_id left join statements t on t.id = x.statement_id`,
  order: sql`v.issued_on, x.id`,
  columns: {
    ...PROJECT,
    gasto: sql`x.description`,
    item: entryText('budget', 'lines', sql`x.budget_line_id`, 'description'),
    fuente: sql`x.source`,
    monto: sql`x.cost`,
    situacion: sql`x.state`,
    rendicion: sql`t.number`,
    documento: sql`y.name`,
    numero: sql`nullif(v.number, '')`,
    proveedor: sql`nullif(v.supplier_name, '')`,
    rut_del_proveedor: sql`coalesce(nullif(v.supplier_rut, ''), nullif(v.supplier_foreign_id, ''))`,
    emitido: sql`v.issued_on`,
    moneda: sql`v.currency`,
    bruto: sql`v.gross`,
    bruto_en_pesos: sql`v.gross_pesos`,
    retenido: sql`v.withheld`,
    archivos: sql`(select count(*) from expense_papers w where w.expense_id = x.id)`,
    registrado: sql`x.recorded_at`,
  },
};

const payments: Source = {
  joins: sql`join payments x on x.project_id = q.id`,
  order: sql`x.day, x.id`,
  columns: { ...PROJECT, fecha: sql`x.day`, monto: sql`x.amount`, referencia: sql`x.reference` },
};

const refunds: Source = {
  joins: sql`join refunds x on x.project_id = q.id`,
  order: sql`x.day, x.id`,
  columns: { ...payments.columns, situacion: sql`x.state` },
};

export const money = { lines, expenses, payments, refunds };
