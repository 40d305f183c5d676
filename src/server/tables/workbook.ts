import {
  type Cell,
  MOST_ROWS,
  SHEET_END,
  sheetHead,
  sheetPart,
  sheetRows,
  workbookParts,
} from '../../domain/text/worksheet.ts';
import { type ZipFile, zip } from './zip.ts';

/** Rows of cells, a batch at a time. */
export type Batches = AsyncIterable<readonly (readonly Cell[])[]>;

export interface Sheet {
  readonly name: string;
  readonly columns: readonly string[];
  /** Characters; as wide as the others where it is left out. */
  readonly widths?: readonly number[];
  readonly rows: Batches;
}

/** Batches of a sheet, of which the next one is known. */
interface Ahead {
  next: readonly (readonly Cell[])[] | undefined;
  advance(): Promise<void>;
}

/** As many rows as a sheet may have, its head included; the rest stays where it comes from. */
async function* fill({ columns, widths }: Sheet, source: Ahead, mostRows: number): AsyncGenerator<string> {
  yield sheetHead(columns, widths);
  let row = 1;
  while (source.next && row + source.next.length <= mostRows) {
    yield sheetRows(source.next, row + 1);
    row += source.next.length;
    await source.advance();
  }
  yield SHEET_END;
}

/** A sheet that is full goes on in another one of its name. */
async function* partsOf(sheets: Iterable<Sheet>, mostRows: number): AsyncGenerator<ZipFile> {
  const names: string[] = [];
  for (const sheet of sheets) {
    const batches = sheet.rows[Symbol.asyncIterator]();
    const source: Ahead = {
      next: undefined,
      advance: async () => {
        const { done, value } = await batches.next();
        source.next = done ? undefined : value;
      },
    };
    try {
      await source.advance();
      let part = 0;
      do {
        part += 1;
        names.push(part === 1 ? sheet.name : `${sheet.name} (${part})`);
        yield { name: sheetPart(names.length), content: fill(sheet, source, mostRows) };
      } while (source.next);
    } finally {
      await batches.return?.();
    }
  }
  for (const { name, content } of workbookParts(names)) yield { name, content: [content] };
}

/** A workbook as it is written, never whole in memory. */
export const workbook = (sheets: Iterable<Sheet>, mostRows = MOST_ROWS): AsyncGenerator<Buffer> =>
  zip(partsOf(sheets, mostRows), { large: false });
