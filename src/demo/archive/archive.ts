import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { addDays, localTime } from '../../domain/kit/calendar.ts';
import { moveText } from './moved-text.ts';

const PLACE = path.join(import.meta.dirname, 'university.json.br');

/** Of which version of the tables, and of which day, `yyyy-mm-dd` in Chile. */
interface Head {
  /** Last migration that its tables have. */
  readonly migration: string;
  readonly day: string;
}

interface Body {
  /** All rows of all tables. Times are Chile's, without saying so. */
  readonly tables: readonly {
    readonly name: string;
    readonly columns: readonly string[];
    readonly rows: readonly Readonly<Record<string, unknown>>[];
  }[];
  /** Place of each file in the store, with the place of what it holds in `contents`. */
  readonly files: readonly (readonly [key: string, content: number])[];
  /** As base64. */
  readonly contents: readonly string[];
}

/** A university of the demonstration as it was on a day. */
export interface Archive extends Head, Body {}

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Two lines of JSON: what it is of, and what is in it. Answers how many bytes it takes. */
export async function writeArchive({ migration, day, ...body }: Archive): Promise<number> {
  const head: Head = { migration, day };
  const text = Buffer.from(`${JSON.stringify(head)}\n${JSON.stringify(body satisfies Body)}`);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  const bytes = await compress(text, { params });
  await writeFile(PLACE, bytes);
  return bytes.length;
}

/** When something was last done in it, as its rows write it: `yyyy-mm-ddThh:mm`. */
const lastAct = ({ tables }: Body): string =>
  tables
    .filter(({ name }) => name === 'audit' || name === 'project_history')
    .flatMap(({ rows }) => rows.map(row => String(row.at).slice(0, 16)))
    .sort()
    .at(-1) ?? '';

/** The archive as if it had been made today, or yesterday where something in it would be done later than `now`. */
export async function readArchive(now: Date): Promise<Archive> {
  const text = (await decompress(await readFile(PLACE))).toString();
  const at = text.indexOf('\n');
  const head: Head = JSON.parse(text.slice(0, at));
  const movedTo = (day: string): Archive => {
    const body: Body = JSON.parse(moveText(text.slice(at + 1), head.day, day));
    return { ...head, ...body, day };
  };
  const { day, time } = localTime(now);
  const today = movedTo(day);
  return lastAct(today) <= `${day}T${time}` ? today : movedTo(addDays(day, -1));
}
