import type { Status } from '../kinds/statuses.ts';
import { AWARDED, statusLabel } from '../kinds/statuses.ts';
import type { Indicator } from '../sections/indicators.ts';
import { plain } from '../text/plain.ts';
import { readDay } from './days.ts';
import { by, type ImportField, type Keys } from './field.ts';
import type { WholeRow } from './known.ts';
import { HEADERS } from './project-words.ts';
import { projectCode } from './projects.ts';
import { refuseEmpty } from './readings.ts';

/** Nothing that offices have spreadsheets of is older. */
const FIRST_YEAR = 1990;

export const projectField: ImportField = {
  key: 'project',
  label: 'Código del proyecto',
  required: true,
  headers: [
    ...['codigo del proyecto', 'codigo proyecto', 'proyecto', 'codigo', 'cod', 'folio', 'project'],
    ...HEADERS.code.filter(header => header.includes(' proyecto')),
  ],
  example: 'VCM-2019-014',
  read: by(projectCode),
  column: 'project_id',
  reference: 'project',
  past: true,
};

export const dayField = (example: string, headers: readonly string[]): ImportField => ({
  key: 'day',
  label: 'Fecha',
  required: true,
  headers: ['fecha', ...headers, 'dia', 'date'],
  example,
  read: refuseEmpty(raw => readDay(raw, { firstYear: FIRST_YEAR })),
  column: 'day',
});

/** Names are the same however they are spaced, accented or capitalised. */
export const plainName = (name: string): string => plain(name).replace(/\s+/g, ' ').trim();

/** Parts a key: no cell that is read holds one. */
const BETWEEN = '\n';
/** Project, name and day of what a row is known by. */
export const pastKeys =
  (named: string) =>
  (value: (field: string) => string): Keys => {
    const parts = [value('project'), plainName(value(named)), value('day')];
    const key = parts.includes('') ? '' : parts.join(BETWEEN);
    return { held: [key], sought: [key] };
  };
/** Codes of projects and days that keys are made of. */
export function partsOfKeys(keys: readonly string[]): { codes: string[]; days: string[] } {
  const parts = keys.map(key => key.split(BETWEEN));
  return {
    codes: [...new Set(parts.map(([code = '']) => code))],
    days: [...new Set(parts.map(([, , day = '']) => day))],
  };
}

/** A project that rows name. */
export interface PastTarget {
  readonly id: string;
  readonly code: string;
  readonly historic: boolean;
  readonly status: Status;
  /** Whether its kind has the section «Indicadores», and what stands there. */
  readonly hasIndicators: boolean;
  readonly indicators: readonly (Partial<Indicator> & { readonly id: string })[];
}
export type PastTargets = ReadonlyMap<string, PastTarget>;

export type RowErrors = { field: string; message: string }[];

/** The project of a row, and whether anything of the past may be said of it. */
export function judgeTarget(
  row: WholeRow,
  targets: PastTargets,
  today: string,
  errors: RowErrors,
): PastTarget | undefined {
  if (row.value('day') > today)
    errors.push({ field: 'day', message: 'La fecha no puede ser posterior a hoy.' });
  const target = targets.get(row.ids('project')[0] ?? '');
  if (!target) return undefined;
  const wrong = (message: string) => void errors.push({ field: 'project', message });
  if (!target.historic)
    wrong('Ese proyecto se registró en la aplicación: solo se importa lo que hicieron los históricos.');
  else if (!AWARDED.includes(target.status))
    wrong(`El proyecto quedó en «${statusLabel(target.status)}»: no tiene ejecución.`);
  return target;
}

/** What somebody recorded or changed here is not overwritten: told at each field that the file has otherwise. */
export function judgeKept({ stored, changed }: WholeRow, errors: RowErrors): void {
  const kept =
    stored?.values.imported === 'false'
      ? 'Se registró en la aplicación con otro valor: cámbialo ahí.'
      : stored?.values.touched === 'true'
        ? 'Cambió en la aplicación después de importarse: cámbialo ahí.'
        : null;
  if (kept !== null) for (const field of changed) errors.push({ field, message: kept });
}
