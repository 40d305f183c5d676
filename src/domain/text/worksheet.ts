import { localTime } from '../kit/calendar.ts';

/** A raw value: instants as `Date`, calendar days by `day()`, several values as a list. */
export type Cell =
  | string
  | number
  | boolean
  | Date
  | { readonly day: string }
  | readonly string[]
  | null
  | undefined;

type Filled = Exclude<Cell, null | undefined>;

const isList = (value: Filled): value is readonly string[] => Array.isArray(value);
/** As `2026-11-21 14:05`, time of Chile. */
const local = (at: Date) => {
  const shown = localTime(at);
  return `${shown.day} ${shown.time}`;
};

/** As it stands in a CSV. */
export function cellText(value: Filled): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  if (value instanceof Date) return local(value);
  if (isList(value)) return value.join(' | ');
  return typeof value === 'object' ? value.day : String(value);
}

/** What a sheet holds: https://support.microsoft.com/office/1672b34d-7043-467e-8e27-269d656771c3 */
export const MOST_ROWS = 1_048_576;
const MOST_CHARACTERS = 32_767;
const STYLE = { heading: 1, day: 2, instant: 3 } as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot hold them
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const xml = (text: string) =>
  text
    .slice(0, MOST_CHARACTERS)
    .toWellFormed()
    .replace(NOT_XML, '')
    .replace(/[&<>]/g, sign => ENTITIES[sign] ?? '');

/** `A` to `Z`, `AA`, … */
function letters(column: number): string {
  const rest = Math.floor(column / 26);
  return `${rest > 0 ? letters(rest - 1) : ''}${String.fromCharCode(65 + (column % 26))}`;
}

const DAY_MS = 86_400_000;
/** Days since 30 December 1899, as spreadsheets count them. */
const serial = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`) / DAY_MS + 25_569;

// Texts are always texts here: a sheet runs only what stands in a formula element, and none is ever written.
const textCell = (at: string, text: string, style = 0) =>
  `<c r="${at}" t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${xml(text)}</t></is></c>`;
const numberCell = (at: string, value: number, style = 0) =>
  `<c r="${at}"${style ? ` s="${style}"` : ''}><v>${value}</v></c>`;

function sheetCell(value: Cell, at: string): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'number') return numberCell(at, value);
  if (value instanceof Date) return numberCell(at, serial(`${local(value)}:00`), STYLE.instant);
  if (typeof value === 'object' && !isList(value))
    return numberCell(at, serial(`${value.day} 00:00:00`), STYLE.day);
  return textCell(at, cellText(value));
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;

const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy"/><numFmt numFmtId="165" formatCode="dd\\-mm\\-yyyy\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** Where the content of the nth sheet stands, from 1. */
export const sheetPart = (n: number): string => `xl/worksheets/sheet${n}.xml`;

/** No name of a sheet is longer, and none has these signs. */
export const sheetName = (name: string): string => name.replace(/[:\\/?*[\]]/g, ' ').slice(0, 31);

/** The files of a workbook with sheets of these names, but the sheets, with their content. */
export function workbookParts(
  names: readonly string[],
): { readonly name: string; readonly content: string }[] {
  const each = (of: (n: number, name: string) => string) => names.map((name, n) => of(n + 1, name)).join('');
  const sheetType = (n: number) =>
    `<Override PartName="/${sheetPart(n)}" ContentType="${TYPES}.worksheet+xml"/>`;
  const sheetEntry = (n: number, name: string) =>
    `<sheet name="${xml(sheetName(name)).replaceAll('"', '&quot;')}" sheetId="${n}" r:id="rId${n}"/>`;
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${each(sheetType)}<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each(sheetEntry)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${each(n => relation(`rId${n}`, 'worksheet', `worksheets/sheet${n}.xml`))}${relation(`rId${names.length + 1}`, 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': STYLES,
  };
  return Object.entries(parts).map(([name, content]) => ({ name, content: HEAD + content }));
}

const line = (cells: readonly string[], row: number) => `<row r="${row}">${cells.join('')}</row>`;

const WIDTH = 22;

/** Begins a sheet with the names of its columns as the first row, which stays in view. Widths in characters. */
export const sheetHead = (names: readonly string[], widths: readonly number[] = []): string =>
  `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${names
    .map((_, n) => `<col min="${n + 1}" max="${n + 1}" width="${widths[n] ?? WIDTH}" customWidth="1"/>`)
    .join('')}</cols><sheetData>${line(
    names.map((name, n) => textCell(`${letters(n)}1`, name, STYLE.heading)),
    1,
  )}`;

/** More rows of it, the first of them in row `from`. */
export const sheetRows = (rows: readonly (readonly Cell[])[], from: number): string =>
  rows
    .map((cells, r) =>
      line(
        cells.map((cell, n) => sheetCell(cell, `${letters(n)}${from + r}`)),
        from + r,
      ),
    )
    .join('');

export const SHEET_END = '</sheetData></worksheet>';
export const SHEET_TYPE = `${TYPES}.sheet`;
