import {
  type HistoryEvent,
  type PrintedDocument,
  printHistory,
  type TableBlock,
} from '../kinds/print/print.ts';
import { OUTCOME_LABELS, type Outcome } from '../notices/outcomes.ts';
import { formatDate } from '../text/format.ts';

/** An act with what was said of it. */
type Act = HistoryEvent & { readonly reason: string | null; readonly comment: string | null };

/** Everything that was done, oldest first, with its reasons. `history` is newest first. */
export function printActs(history: readonly Act[]): TableBlock {
  const table = printHistory(history);
  const said = history
    .toReversed()
    .map(({ reason, comment, note }) => [reason, comment, note].filter(Boolean).join('\n'));
  return {
    ...table,
    columns: [...table.columns, { title: 'Motivo', weight: 4 }],
    rows: table.rows.map((row, n) => [...row, said[n] ?? '']),
  };
}

/** The letter that told of a result, as it was sent. */
interface SentLetter {
  readonly outcome: Outcome;
  readonly subject: string;
  readonly text: string;
  /** ISO instant. */
  readonly at: string;
}

type Heading = Pick<PrintedDocument, 'institution' | 'product' | 'code' | 'title'>;

/** One on paper. */
export const letterDocument = (
  { outcome, subject, text, at }: SentLetter,
  heading: Heading,
): Omit<PrintedDocument, 'printed'> => ({
  ...heading,
  kind: `Carta de resultado · ${OUTCOME_LABELS[outcome]}`,
  facts: [
    { label: 'Enviada', text: formatDate(new Date(at)) },
    { label: 'Asunto', text: subject },
  ],
  sections: [{ label: 'Carta', blocks: [{ type: 'text', label: '', text }] }],
  signatures: [],
});
