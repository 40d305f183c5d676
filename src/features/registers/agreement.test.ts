import { readSheet } from 'read-excel-file/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { askFor, readRegister } from '../../../test/downloads.ts';
import { done } from '../../../test/factories.ts';
import {
  fillUniversity,
  READER_NAMES,
  type Reader,
  type ReaderName,
} from '../../../test/figures/university.ts';
import { openUniversity } from '../../../test/university.ts';
import {
  FIGURE_NAMES,
  type FigureName,
  figureOf,
  measuresIn,
  topicsIn,
} from '../../domain/figures/figures.ts';
import { STAGE_STATUSES, STAGES } from '../../domain/figures/rows.ts';
import { SCOPE_NAMES, type Scope, scopesOf } from '../../domain/figures/scopes.ts';
import { unitOf } from '../../domain/figures/values.ts';
import { AWARDED, REVIEWED, type Status, statusLabel } from '../../domain/kinds/statuses.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { keysOf } from '../../domain/kit/look-up.ts';
import { tablesIn } from '../../domain/registers/column.ts';
import { REGISTER_NAMES } from '../../domain/registers/names.ts';
import { registerOf } from '../../domain/registers/registers.ts';
import { BUDGET_SOURCES } from '../../domain/sections/budget.ts';
import { SOURCE_COLUMNS } from '../../domain/sections/columns/columns.ts';
import type { getDashboard } from '../dashboards/contract.ts';

type Row = Readonly<Record<string, unknown>>;
type Tables = Readonly<Record<string, readonly Row[]>>;
/** Values of each measure by the key of a row, or by what the figure calls it. */
type Counted = ReadonlyMap<string, readonly (number | null)[]>;

openUniversity({ rateLimit: 0 });
let readers: Record<ReaderName, Reader>;
beforeAll(async () => {
  readers = await fillUniversity();
});

/** Every table of every register of a scope, by its title. */
async function readTables({ client }: Reader, scope: Scope): Promise<Tables> {
  const tables: Record<string, readonly Row[]> = {};
  for (const name of REGISTER_NAMES) {
    const register = registerOf(name);
    if (!register.scopes.includes(scope)) continue;
    const bytes = await readRegister(client, name, `scope=${scope}`);
    for (const [, { title }] of tablesIn(register, scope)) {
      const [names = [], ...rows] = await readSheet(bytes, title);
      tables[title] = rows.map(row => Object.fromEntries(names.map((column, n) => [String(column), row[n]])));
    }
  }
  return tables;
}

const isNumber = (value: unknown): value is number => typeof value === 'number';
/** Sums of some columns by the words of another one; rows without words are told apart by nothing. */
function sums(
  rows: readonly Row[],
  by: (row: Row) => unknown,
  ...columns: ((row: Row) => unknown)[]
): Counted {
  const grouped = Map.groupBy(
    rows.filter(row => by(row) !== null && by(row) !== undefined),
    row => String(by(row)),
  );
  return new Map(
    [...grouped].map(([key, own]) => [
      key,
      columns.map(of => {
        const values = own.map(of).filter(isNumber);
        return values.length === 0 ? null : values.reduce((a, b) => a + b, 0);
      }),
    ]),
  );
}
const one = () => 1;
const at = (column: string) => (row: Row) => row[column];
const awardedWords = new Set(AWARDED.map(statusLabel));
const isAwarded = (row: Row) => awardedWords.has(String(row.estado));
const awarded = (rows: readonly Row[] = []) => rows.filter(isAwarded);
const of = (tables: Tables, title: string): readonly Row[] => tables[title] ?? [];
const projects = (tables: Tables) => of(tables, 'Proyectos');
const listOf = (value: unknown) => (value ? String(value).split(' | ') : []);
const spread = (rows: readonly Row[], column: string) =>
  rows.flatMap(row => listOf(row[column]).map(each => ({ ...row, each })));

const MONEY = [at('solicitado'), at('adjudicado')];
const DIRECT = [at('esperado_directos'), at('real_directos')];
const INDICATORS = [
  at('indicadores_logrados'),
  (row: Row) => Number(row.indicadores_medidos) - Number(row.indicadores_logrados),
  (row: Row) => Number(row.indicadores) - Number(row.indicadores_medidos),
];
const hasMoney = (row: Row) => isNumber(row.solicitado) || isNumber(row.adjudicado);
const isLate = (row: Row) => row.atrasado === 'sí';

function daysByStep(tables: Tables): Counted {
  const counted = new Set<string>([...REVIEWED, 'returned' as const].map(statusLabel));
  const rows = of(tables, 'Pasos').filter(
    row => row.salio !== null && row.plazo !== null && counted.has(String(row.paso)),
  );
  const totals = sums(rows, at('paso'), at('tomo'), at('plazo_en_dias'), one);
  return new Map(
    [...totals].map(([step, [taken = 0, allowed = 0, n = 1]]) => [
      step,
      [(taken ?? 0) / (n ?? 1), (allowed ?? 0) / (n ?? 1)],
    ]),
  );
}

function funnel(tables: Tables): Counted {
  const received = projects(tables).filter(p => p.convocatoria !== null && p.enviado !== null);
  const steps = Map.groupBy(of(tables, 'Pasos'), row => row.codigo);
  const came = (p: Row, statuses: readonly Status[]) => {
    const words = new Set(statuses.map(statusLabel));
    return (steps.get(p.codigo) ?? []).some(step => words.has(String(step.paso)));
  };
  return new Map(
    keysOf(STAGES).map(stage => [
      stage,
      [stage === 'received' ? received.length : received.filter(p => came(p, STAGE_STATUSES[stage])).length],
    ]),
  );
}

/** Each figure summed up by hand from the rows of registers; by the key of its rows where `key`, else by their words. */
const AGREEMENT: Partial<
  Record<FigureName, { readonly by: 'key' | 'label'; of: (tables: Tables) => Counted }>
> = {
  projects_by_status: { by: 'label', of: t => sums(projects(t), at('estado'), one) },
  projects_by_kind: { by: 'label', of: t => sums(projects(t), at('tipo'), one) },
  projects_by_period: { by: 'label', of: t => sums(projects(t), at('periodo'), one) },
  projects_by_faculty: { by: 'label', of: t => sums(projects(t), at('facultad'), one) },
  projects_by_school: { by: 'label', of: t => sums(projects(t), at('escuela'), one) },
  people_by_group: {
    by: 'label',
    of: t => sums(awarded(of(t, 'Personas por grupo')), at('grupo'), at('previstas'), at('llegaron')),
  },
  people_by_period: { by: 'label', of: t => sums(awarded(projects(t)), at('periodo'), ...DIRECT) },
  people_by_faculty: { by: 'label', of: t => sums(awarded(projects(t)), at('facultad'), ...DIRECT) },
  projects_by_goal: { by: 'key', of: t => sums(spread(awarded(projects(t)), 'ods'), at('each'), one) },
  projects_by_comuna: {
    by: 'label',
    of: t => sums(spread(awarded(projects(t)), 'comunas'), at('each'), one),
  },
  projects_by_region: {
    by: 'label',
    of: t => sums(spread(awarded(projects(t)), 'regiones'), at('each'), one),
  },
  money_by_period: { by: 'label', of: t => sums(projects(t).filter(hasMoney), at('periodo'), ...MONEY) },
  money_by_faculty: { by: 'label', of: t => sums(projects(t).filter(hasMoney), at('facultad'), ...MONEY) },
  money_by_call: { by: 'label', of: t => sums(projects(t).filter(hasMoney), at('convocatoria'), ...MONEY) },
  budget_by_source: {
    by: 'key',
    of: t => {
      const rows = awarded(projects(t));
      const total = (column: string) =>
        rows
          .map(at(column))
          .filter(isNumber)
          .reduce((a, b) => a + b, 0);
      return new Map(
        BUDGET_SOURCES.map(({ value }) => [
          value,
          [total(`presupuesto_${SOURCE_COLUMNS[value]}`), total(`gastado_${SOURCE_COLUMNS[value]}`)],
        ]),
      );
    },
  },
  fund_by_period: {
    by: 'label',
    of: t =>
      sums(
        awarded(projects(t)).filter(row => isNumber(row.adjudicado)),
        at('periodo'),
        ...[at('adjudicado'), at('pagado'), at('gastado_fondo'), at('devuelto')],
      ),
  },
  indicators_by_kind: { by: 'label', of: t => sums(awarded(projects(t)), at('tipo'), ...INDICATORS) },
  indicators_by_faculty: { by: 'label', of: t => sums(awarded(projects(t)), at('facultad'), ...INDICATORS) },
  overdue_by_step: { by: 'label', of: t => sums(projects(t).filter(isLate), at('estado'), one) },
  overdue_by_faculty: { by: 'label', of: t => sums(projects(t).filter(isLate), at('facultad'), one) },
  days_by_step: { by: 'label', of: daysByStep },
  funnel: { by: 'key', of: funnel },
  reviews_by_state: { by: 'label', of: t => sums(of(t, 'Evaluaciones'), at('situacion'), one) },
};

/** Of several unit figures, of acts, of who is asked when, and of the score: none is a sum of rows of a register. */
const ELSEWHERE: readonly FigureName[] = [
  ...(['totals', 'units_by_period', 'partners_by_type', 'cutoffs', 'reviews_by_call'] as const),
  ...(['score_terms', 'score_by_faculty', 'score_by_school', 'score_by_period'] as const),
];

it('every figure is either summed up here or known not to be', () => {
  expect([...Object.keys(AGREEMENT), ...ELSEWHERE].toSorted()).toEqual(FIGURE_NAMES.toSorted());
});

/**
 * How far a value of a figure may be from that of the rows. Steps that are open go on between two readings, and each
 * row is written in ten thousandths of a day.
 */
const marginOf = (figure: FigureName, began: number): number =>
  unitOf(figureOf(figure)) === 'days' ? 1e-3 + (Date.now() - began) / 86_400_000 : 1e-6;

const pairs = READER_NAMES.flatMap(name => SCOPE_NAMES.map(scope => [name, scope] as const));

describe.each(pairs)('%s, %s', (name, scope) => {
  it('rows of registers come to what the dashboards say', async () => {
    const reader = readers[name];
    if (!scopesOf(reader.actor).includes(scope)) {
      const own = scope === 'reviews' ? 'reviews' : 'projects';
      expect((await askFor(reader.client, own, { query: `scope=${scope}` })).status).toBe(403);
      return;
    }
    const began = Date.now();
    const tables = await readTables(reader, scope);
    let compared = 0;
    for (const topic of topicsIn(scope)) {
      const { figures } = done(
        await reader.client.get<OutputOf<typeof getDashboard>>(`/dashboards/${topic}?scope=${scope}`),
      );
      for (const { name: figure, rows } of figures) {
        const agreed = AGREEMENT[figure];
        if (!agreed) continue;
        const counted = agreed.of(tables);
        const measures = measuresIn(figureOf(figure), scope).length;
        const told = new Map<string, number[]>();
        // Two units of one name are one in a file that names them.
        for (const { key, label, values } of rows) {
          if (key === null) continue;
          const words = agreed.by === 'key' ? key : label;
          const before = told.get(words) ?? values.map(() => 0);
          told.set(
            words,
            values.map((v, n) => (v ?? 0) + (before[n] ?? 0)),
          );
        }
        const margin = marginOf(figure, began);
        for (const words of new Set([...told.keys(), ...counted.keys()]))
          for (let n = 0; n < measures; n += 1) {
            const [inRows, inFigure] = [counted.get(words)?.[n] ?? 0, told.get(words)?.[n] ?? 0];
            const isClose = Math.abs(inRows - inFigure) <= margin;
            expect([figure, words, isClose ? inFigure : inRows]).toEqual([figure, words, inFigure]);
          }
        compared += told.size;
      }
    }
    const rows = of(tables, scope === 'reviews' ? 'Evaluaciones' : 'Proyectos').length;
    expect(compared).toBeGreaterThanOrEqual(Math.min(rows, scope === 'reviews' ? 6 : 30));
  });
});
