import { EXPENSE_LABELS } from '../../../../domain/spending/expense-states.ts';
import { CSV_MARK, csvLine } from '../../../../domain/text/csv.ts';
import type { ProjectExpenses } from '../../contract.ts';
import { categoryLabel, sourceLabel, typeOf } from '../expense-words.tsx';
import type { ExpenseRow } from './use-expense-list.tsx';

/** Names of columns that a spreadsheet may rely on. */
const COLUMNS: readonly string[] = [
  ...['codigo_proyecto', 'fecha', 'tipo_comprobante', 'numero', 'rut_proveedor', 'id_extranjero'],
  ...['proveedor', 'descripcion', 'item', 'categoria', 'fuente', 'moneda', 'bruto', 'tasa', 'bruto_pesos'],
  ...['retencion_porcentaje', 'retenido', 'liquido', 'monto', 'estado', 'observacion', 'respuesta'],
  ...['archivos', 'falta', 'registrado_por', 'registrado'],
];

function cellsOf(code: string, data: ProjectExpenses, row: ExpenseRow) {
  const { expense: e, lineName, category, missing } = row;
  const { voucher: v } = e;
  return [
    ...[code, v.issuedOn, typeOf(data, v.typeId)?.name ?? '', v.number, v.supplier.rut, v.supplier.foreignId],
    ...[v.supplier.name, e.description, lineName, categoryLabel(category), sourceLabel(e.source)],
    ...[v.currency, v.gross, v.rate, v.grossPesos, v.withholdingPercent, v.withheld, v.net, e.cost],
    ...[EXPENSE_LABELS[e.state], e.observation, e.answer, e.papers.map(p => p.name).join('; ')],
    ...[missing.join('; '), e.author.name, e.recordedAt],
  ];
}

/** The rows that the table shows, all pages, as a file for spreadsheets. */
export function fileOfExpenses(code: string, data: ProjectExpenses, rows: readonly ExpenseRow[]) {
  const lines = rows.map(row => csvLine(cellsOf(code, data, row)));
  return {
    blob: new Blob([CSV_MARK, csvLine(COLUMNS), ...lines], { type: 'text/csv' }),
    name: `gastos-${code}.csv`,
  };
}
