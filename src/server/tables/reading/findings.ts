import { formatNumber } from '../../../domain/text/format.ts';
import { columnName } from '../sheet.ts';

/** What a file turns out to be like while it is read. Columns are counted from 0. */
export interface Findings {
  /** Those that are hidden and hold anything. */
  readonly hiddenColumns: Set<number>;
  hiddenRows: number;
  /** Columns in which the value of a merged cell was read in each of its rows. */
  readonly filledColumns: Set<number>;
  tooManyMerged: boolean;
  /** Whether a formula was read as its last result. */
  formulas: boolean;
  /** Addresses of the first cells without a result, and how many there are. */
  readonly unread: string[];
  unreadCells: number;
  /** Cells with letters that were lost, or encoded twice and put right. */
  lostCells: number;
  mendedCells: number;
  mixedEncodings: boolean;
}

export const newFindings = (): Findings => ({
  hiddenColumns: new Set(),
  hiddenRows: 0,
  filledColumns: new Set(),
  tooManyMerged: false,
  formulas: false,
  unread: [],
  unreadCells: 0,
  lostCells: 0,
  mendedCells: 0,
  mixedEncodings: false,
});

const MOST_NAMED = 5;

/** Notes a cell without a result that can be read. */
export function noteUnread(findings: Findings, address: string): void {
  findings.unreadCells += 1;
  if (findings.unread.length < MOST_NAMED) findings.unread.push(address);
}

/** `B7, C9 y 3 más`, `B7 y C9`. */
function nameSome(names: readonly string[], all = names.length): string {
  const named = names.slice(0, MOST_NAMED);
  const last = all > named.length ? `${formatNumber(all - named.length)} más` : named.pop();
  return named.length === 0 ? `${last}` : `${named.join(', ')} y ${last}`;
}

const nameColumns = (columns: ReadonlySet<number>) =>
  [...columns]
    .sort((a, b) => a - b)
    .map(columnName)
    .join(', ');

const cells = (count: number) => (count === 1 ? '1 celda' : `${formatNumber(count)} celdas`);

function tellHidden({ hiddenColumns, hiddenRows }: Findings): (string | false)[] {
  const columns = nameColumns(hiddenColumns);
  return [
    hiddenColumns.size === 1 && `Hay una columna oculta que también se leyó: ${columns}.`,
    hiddenColumns.size > 1 && `Hay columnas ocultas que también se leyeron: ${columns}.`,
    hiddenRows === 1 && 'Hay una fila oculta que también se leyó.',
    hiddenRows > 1 && `Hay ${formatNumber(hiddenRows)} filas ocultas que también se leyeron.`,
  ];
}

function tellFormulas({ formulas, unread, unreadCells }: Findings): (string | false)[] {
  const named = nameSome(unread, unreadCells);
  return [
    formulas && 'Algunas celdas son fórmulas: se leyó su último resultado guardado.',
    unreadCells === 1 && `${named} no tiene un resultado que se pueda leer: se dejó vacía.`,
    unreadCells > 1 && `${named} no tienen un resultado que se pueda leer: se dejaron vacías.`,
  ];
}

function tellLetters({ mixedEncodings, mendedCells, lostCells }: Findings): (string | false)[] {
  return [
    mixedEncodings && 'El archivo mezcla codificaciones: se leyó cada línea en la suya. Revisa las tildes.',
    mendedCells > 0 &&
      `Se corrigieron letras mal guardadas («Ã±» por «ñ») en ${cells(mendedCells)}. Revísalas.`,
    lostCells > 0 &&
      `En ${cells(lostCells)} hay letras que se perdieron al guardar el archivo («\ufffd»): guárdalo de nuevo como CSV UTF-8 o XLSX.`,
  ];
}

interface Sheets {
  readonly sheet: string | null;
  readonly otherSheets: readonly string[];
}

/** What was found, in sentences. */
export function tellFindings(findings: Findings, { sheet, otherSheets }: Sheets): string[] {
  const others = nameSome(otherSheets.map(name => `«${name}»`));
  const { filledColumns, tooManyMerged } = findings;
  const filled = nameColumns(filledColumns);
  return [
    otherSheets.length > 0 && `Se leyó la hoja «${sheet}». El archivo tiene además ${others}.`,
    ...tellHidden(findings),
    filledColumns.size > 0 &&
      `Hay celdas combinadas: su valor se leyó en cada una de sus filas (${filledColumns.size === 1 ? 'columna' : 'columnas'} ${filled}).`,
    tooManyMerged &&
      'Hay demasiadas celdas combinadas: su valor se leyó solo en la primera fila de cada una.',
    ...tellFormulas(findings),
    ...tellLetters(findings),
  ].filter(each => each !== false);
}
