import { AppError } from '../src/domain/kit/problem.ts';
import type { SheetRow } from '../src/server/tables/sheet.ts';
import { readSpreadsheet } from '../src/server/tables/spreadsheet.ts';
import { zip } from '../src/server/tables/zip.ts';

/** Names and texts of the parts of a workbook. */
export type WorkbookParts = Readonly<Record<string, string>>;

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const relations = (...targets: readonly (readonly [string, string])[]) =>
  `<Relationships>${targets.map(([type, target], n) => `<Relationship Id="rId${n + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

const PARTS: WorkbookParts = {
  '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
  'xl/workbook.xml': '<workbook><sheets><sheet name="Hoja 1" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': relations(
    ['worksheet', 'worksheets/sheet1.xml'],
    ['sharedStrings', 'sharedStrings.xml'],
    ['styles', 'styles.xml'],
  ),
};

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** A workbook of one sheet, with these parts besides or instead. */
export async function workbookOf(parts: WorkbookParts): Promise<Buffer> {
  const files = Object.entries({ ...PARTS, ...parts }).map(([name, text]) => ({ name, content: [text] }));
  return Buffer.concat(await all(zip(files)));
}

/** The XML of a sheet by that of its rows, and of what stands before and behind them. */
export const sheetXml = (rows: string, { before = '', behind = '' } = {}) =>
  `<worksheet>${before}<sheetData>${rows}</sheetData>${behind}</worksheet>`;

/** Rows whose cells are plain text; an empty one is left out. */
export const rowsXml = (...rows: readonly (readonly string[])[]) =>
  rows
    .map((cells, line) => {
      const at = (column: number) => `${String.fromCharCode(65 + column)}${line + 1}`;
      const written = cells.map((cell, n) =>
        cell === '' ? '' : `<c r="${at(n)}" t="str"><v>${cell}</v></c>`,
      );
      return `<row r="${line + 1}">${written.join('')}</row>`;
    })
    .join('');

/** Sheets with their XML, in their order; a name that begins with `-` is hidden. */
export function workbookWith(sheets: Readonly<Record<string, string>>): Promise<Buffer> {
  const named = Object.keys(sheets).map((name, n) => {
    const state = name.startsWith('-') ? ' state="hidden"' : '';
    return `<sheet name="${name.replace(/^-/, '')}" sheetId="${n + 1}"${state} r:id="rId${n + 1}"/>`;
  });
  const parts = Object.values(sheets).map((xml, n) => [`xl/worksheets/sheet${n + 1}.xml`, xml] as const);
  return workbookOf({
    'xl/workbook.xml': `<workbook><sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...parts.map((_, n) => ['worksheet', `worksheets/sheet${n + 1}.xml`] as const),
    ),
    ...Object.fromEntries(parts),
  });
}

/** A document of Office before 2007, or one with a password, that holds streams of these names. */
export const compoundOf = (...names: readonly string[]): Buffer =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1016),
    ...names.map(name => Buffer.concat([Buffer.from(name, 'utf16le'), Buffer.alloc(128 - 2 * name.length)])),
  ]);

/** A file read to its end. */
export async function readWhole(bytes: Buffer, options?: Parameters<typeof readSpreadsheet>[1]) {
  const { sheet, otherSheets, rows, notes } = await readSpreadsheet(bytes, options);
  const found: SheetRow[] = await all(rows);
  return {
    sheet,
    otherSheets,
    rows: found.map(({ line, cells }) => [line, ...cells]),
    cells: found.map(({ cells }) => cells),
    notes: notes(),
  };
}

/** What a refused file says; the code of the error where it has no words of its own field. */
export async function refusal(reading: Promise<unknown>): Promise<{ code: string; words: string }> {
  const error = await reading.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw error ?? new Error('the file was read');
  return { code: error.code, words: error.errors?.[0]?.message ?? error.message };
}
