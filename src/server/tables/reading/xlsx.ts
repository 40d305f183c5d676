import { HEADER_WITHIN } from '../../../domain/imports/header.ts';
import { AppError, invalid } from '../../../domain/kit/problem.ts';
import type { SheetRow } from '../sheet.ts';
import { dayStyles, readBook, type Sheet, sharedStrings } from './book.ts';
import { type Findings, newFindings } from './findings.ts';
import { refuseOtherArchives } from './kinds.ts';
import { cleanRow } from './letters.ts';
import { mergeFiller, readMerged } from './merges.ts';
import { type Reading, rowReader } from './rows.ts';
import { type Archive, damageError, openZip } from './unzip.ts';
import { notXlsx, xmlPieces } from './xml.ts';

/** Line behind which a sheet that may be chosen is not looked at: some are formatted to the end, and empty. */
const LAST_LOOKED_AT = 1000;

/** Which sheet is to be read. */
export interface Wanted {
  readonly sheet?: string | undefined;
  /** How well the first rows of a sheet fit; the greatest number is read. */
  readonly choose?: (firstRows: SheetRow[]) => number;
}

interface Opened {
  readonly archive: Archive;
  readonly reading: Reading;
}

async function* rowsOf({ archive, reading }: Opened, { part }: Sheet, findings: Findings) {
  const read = rowReader(reading, findings);
  for await (const pieces of xmlPieces(archive.text(part)))
    for (const piece of pieces) {
      const row = read(piece);
      if (row) yield row;
    }
}

async function* filledRows(opened: Opened, sheet: Sheet, findings: Findings): AsyncGenerator<SheetRow> {
  const fill = mergeFiller(await readMerged(opened.archive.bytes(sheet.part), findings), findings);
  for await (const row of rowsOf(opened, sheet, findings)) {
    fill(row);
    const cleaned = cleanRow(row, findings);
    if (cleaned) yield cleaned;
  }
}

async function firstRows(opened: Opened, sheet: Sheet): Promise<SheetRow[]> {
  const findings = newFindings();
  const first: SheetRow[] = [];
  for await (const row of rowsOf(opened, sheet, findings)) {
    if (row.line > LAST_LOOKED_AT) break;
    const cleaned = cleanRow(row, findings);
    if (cleaned && first.push(cleaned) === HEADER_WITHIN) break;
  }
  return first;
}

/** The sheet that is read, and the others that hold anything. */
async function chooseSheet(opened: Opened, sheets: readonly Sheet[], { sheet: named, choose }: Wanted) {
  const [only] = sheets;
  if (!only) throw notXlsx();
  const found = sheets.find(({ name }) => name === named);
  if (named !== undefined && !found)
    throw invalid('file', `El archivo no tiene una hoja visible «${named}»: elige otra.`);
  if (sheets.length === 1) return { chosen: only, others: [] };
  const filled: Sheet[] = [];
  let best: { sheet: Sheet; fit: number } | undefined;
  for (const sheet of sheets) {
    const first = await firstRows(opened, sheet);
    if (first.length === 0) continue;
    filled.push(sheet);
    const fit = choose?.(first) ?? 0;
    if (!best || fit > best.fit) best = { sheet, fit };
  }
  const chosen = found ?? best?.sheet ?? only;
  return { chosen, others: filled.filter(sheet => sheet !== chosen) };
}

/** What a damaged archive makes unpacking or reading past its end throw, in words. */
function toldError(error: unknown): unknown {
  const code = String((error as { code?: unknown }).code);
  return !(error instanceof AppError) && /^(Z_|ERR_)/.test(code) ? damageError() : error;
}

async function* tellDamage(rows: AsyncGenerator<SheetRow>): AsyncGenerator<SheetRow> {
  try {
    yield* rows;
  } catch (error) {
    throw toldError(error);
  }
}

async function open(bytes: Buffer, findings: Findings, wanted: Wanted) {
  const archive = await openZip(bytes);
  await refuseOtherArchives(archive);
  const { sheets, strings, styles, from1904 } = await readBook(archive);
  const reading = {
    strings: await sharedStrings(archive, strings),
    days: await dayStyles(archive, styles),
    from1904,
  };
  const opened = { archive, reading };
  const { chosen, others } = await chooseSheet(opened, sheets, wanted);
  return {
    sheet: chosen.name,
    otherSheets: others.map(({ name }) => name),
    rows: tellDamage(filledRows(opened, chosen, findings)),
  };
}

/**
 * A sheet whose rows come as they are unpacked: neither the archive's text nor the rows are ever in memory as a whole,
 * only the strings that rows refer to.
 * @throws AppError `invalid` at `file`, `unsupported_type` or `too_large`; so do the rows.
 */
export async function openXlsx(bytes: Buffer, findings: Findings, wanted: Wanted) {
  try {
    return await open(bytes, findings, wanted);
  } catch (error) {
    throw toldError(error);
  }
}
