import type { ExportFormat } from '../../../../domain/kit/export.ts';
import { EXPENSE_LABELS } from '../../../../domain/spending/expense-states.ts';
import { CSV_MARK, csvLine } from '../../../../domain/text/csv.ts';
import { fetchWith } from '../../../../web/routing/lazy-page.ts';
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

const xlsx = fetchWith(() => import('../../../../web/xlsx-file.ts'), 'XlsxFile');

/** The rows that the table shows, all pages, as a file for spreadsheets. */
export async function fileOfExpenses(
  code: string,
  data: ProjectExpenses,
  rows: readonly ExpenseRow[],
  format: ExportFormat,
): Promise<{ blob: Blob; name: string }> {
  const cells = rows.map(row => cellsOf(code, data, row));
  const name = `gastos-${code}.${format}`;
  if (format === 'xlsx') return { blob: await (await xlsx()).xlsxFile(COLUMNS, cells), name };
  return { blob: new Blob([CSV_MARK, csvLine(COLUMNS), ...cells.map(csvLine)], { type: 'text/csv' }), name };
}
