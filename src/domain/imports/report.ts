import type { ImportKind, RowError } from './field.ts';
import type { PlannedRow } from './plan.ts';

interface ReportedRow extends Pick<PlannedRow, 'line' | 'result' | 'values' | 'changes'> {
  readonly errors: readonly RowError[];
}
type ReportedCell = string | number | undefined;

const RESULT_WORDS = { new: 'nueva', changed: 'cambia', unchanged: 'igual', wrong: 'con error' } as const;

/** Columns of the report, by the words that people read. */
export function reportColumns({
  fields,
}: ImportKind): Readonly<Record<string, (row: ReportedRow) => ReportedCell>> {
  const labelOf = (key: string) => fields.find(f => f.key === key)?.label ?? key;
  return {
    Fila: row => row.line,
    Resultado: row => RESULT_WORDS[row.result],
    ...Object.fromEntries(fields.map(f => [f.label, (row: ReportedRow) => row.values[f.key]])),
    Errores: row => row.errors.map(e => `${labelOf(e.field)}: ${e.message}`).join(' '),
    Cambios: row =>
      row.result === 'changed'
        ? Object.entries(row.changes)
            .map(([key, [before]]) => `${labelOf(key)}: antes «${before ?? ''}»`)
            .join(' · ')
        : '',
  };
}
