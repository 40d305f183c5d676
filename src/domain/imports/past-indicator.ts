import { figureErrors } from '../execution/measurements.ts';
import { accumulationOf } from '../sections/indicator-values.ts';
import { type Indicator, indicators, isAskedOf, kindOfIndicator } from '../sections/indicators.ts';
import { RULES } from '../text/rule-messages.ts';
import { isMilestoneWord } from './indicators.ts';
import type { Whole, WholeRow } from './known.ts';
import {
  judgeKept,
  judgeTarget,
  type PastTarget,
  type PastTargets,
  plainName,
  type RowErrors,
} from './past-rows.ts';

/** Most of one project, as its form has it. */
const MOST_INDICATORS = 40;

type Entry = Partial<Indicator>;

/** An indicator that rows of the file bring to a project. */
interface Begun {
  /** Of the row that says what it is. */
  readonly line: number;
  readonly entry: Entry;
}
/** Those of each project by plain name, in the order of the file: whoever judges its rows keeps it. */
export type BegunIndicators = Map<string, Map<string, Begun>>;

const numberOf = (text: string) => (text === '' ? null : Number(text));

/** What the row says of an indicator that the project does not have; its id comes when it is written. */
function entryOf({ value }: WholeRow, errors: RowErrors): Entry | null {
  const kind = (value('kind') || 'number') as 'number' | 'percentage' | 'ratio' | 'milestone';
  const asked = (key: string) => isAskedOf(kind, key);
  const baseline = asked('baseline') ? numberOf(value('baseline')) : null;
  const target = asked('target') ? numberOf(value('target')) : null;
  const parsed = indicators.past.safeParse({
    indicators: [
      {
        ...{ id: 'new', name: value('indicator'), kind, accumulates: 'last', level: 'outcome' },
        unit: asked('unit') ? value('unit') : '',
        direction: baseline !== null && target !== null && target < baseline ? 'down' : 'up',
        ...{ baseline, target },
        noBaseline: asked('noBaseline') && baseline === null ? 'Sin línea base (registro anterior)' : '',
      },
    ],
  });
  for (const { path, message } of parsed.error?.issues ?? [])
    errors.push({ field: path[2] === 'unit' ? 'unit' : 'indicator', message });
  const [entry] = parsed.data?.indicators ?? [];
  if (!entry) return null;
  const { id: _, ...rest } = entry;
  return rest;
}

const SAID = {
  kind: ['otro tipo', 'tipo'],
  unit: ['otra unidad', 'unidad'],
  baseline: ['otra línea base', 'línea base'],
  target: ['otra meta', 'meta'],
} as const;

/** What the row says of an indicator otherwise than it is told already. */
function judgeSaid({ raw, value, wrong }: WholeRow, entry: Entry, told: string, errors: RowErrors): void {
  const kind = kindOfIndicator(entry);
  for (const [field, [other, none]] of Object.entries(SAID)) {
    if (raw(field) === '' || value(field) === '' || wrong.has(field)) continue;
    if (field !== 'kind' && !isAskedOf(kind, field)) continue;
    const known = String(field === 'kind' ? kind : (entry[field as 'unit' | 'baseline' | 'target'] ?? ''));
    if (plainName(known) !== plainName(value(field)))
      errors.push({ field, message: `${told} ${known === '' ? `sin ${none}` : `con ${other}`}.` });
  }
}

/** Why the value is none of this indicator; null where it is. */
function valueError({ raw, value, wrong }: WholeRow, entry: Entry): string | null {
  const [kind, figure] = [kindOfIndicator(entry), numberOf(value('value'))];
  if (wrong.has('value') || figure === null) return null;
  if (kind !== 'milestone' && isMilestoneWord(raw('value'))) return RULES.number;
  if (kind === 'qualitative') return 'El indicador se cuenta con palabras: regístralo en la aplicación.';
  if (kind === 'percentage' || kind === 'ratio') {
    if (accumulationOf(entry) === 'sum')
      return 'El indicador suma casos y totales: registra la medición en la aplicación.';
    return figure < 0 ? 'No puede ser negativo.' : null;
  }
  const given = { value: figure, numerator: null, denominator: null, note: '' };
  return figureErrors(entry, given)[0]?.message ?? null;
}

function judgeValue(row: WholeRow, entry: Entry, errors: RowErrors): void {
  const message = valueError(row, entry);
  if (message !== null) errors.push({ field: 'value', message });
}

/** The indicator of a row: one of the project, one that a row above brings, or one that this row brings. */
function indicatorOf(row: WholeRow, target: PastTarget, begun: BegunIndicators, errors: RowErrors) {
  const name = plainName(row.value('indicator'));
  const there = target.indicators.filter(each => plainName(each.name ?? '') === name);
  if (there.length > 1)
    errors.push({ field: 'indicator', message: 'El proyecto tiene varios indicadores con ese nombre.' });
  const [known] = there;
  if (known) {
    judgeSaid(row, known, 'El proyecto tiene este indicador', errors);
    return { entry: known, target: { indicator_id: known.id } };
  }
  const above = begun.get(target.id)?.get(name);
  if (above) {
    judgeSaid(row, above.entry, `La fila ${above.line} trae este indicador`, errors);
    return { entry: above.entry, target: { definedAt: above.line } };
  }
  if (target.indicators.length + (begun.get(target.id)?.size ?? 0) >= MOST_INDICATORS)
    errors.push({
      field: 'indicator',
      message: `Un proyecto tiene como máximo ${MOST_INDICATORS} indicadores.`,
    });
  const entry = entryOf(row, errors);
  return entry && { entry, target: { entry }, brings: { name, entry } };
}

const DECIDED = { state: 'accepted', origin: 'earlier' } as const;

function judgeStored(row: WholeRow, errors: RowErrors): void {
  const { imported, state } = row.stored?.values ?? {};
  if (imported === 'false' && state !== DECIDED.state)
    errors.push({ field: 'day', message: 'En la aplicación hay una medición de esa fecha sin aceptar.' });
  judgeKept(row, errors);
}

/**
 * A value of an indicator of a past project from the cells of its row. Rows are judged in the order of the file, as the
 * first of an indicator says what it is; `begun` is empty before them.
 */
export const pastIndicator =
  (today: string, begun: BegunIndicators) =>
  (targets: PastTargets) =>
  (row: WholeRow): Whole => {
    const errors: RowErrors = [];
    const target = judgeTarget(row, targets, today, errors);
    judgeStored(row, errors);
    const isReadable = target && !row.wrong.has('indicator') && row.value('indicator') !== '';
    if (!isReadable) return { errors, target: {}, links: {} };
    if (!target.hasIndicators)
      errors.push({ field: 'project', message: 'Los proyectos de este tipo no tienen «Indicadores».' });
    if (row.stored) return judgeAgain(row, target, errors);
    const found = indicatorOf(row, target, begun, errors);
    if (found) judgeValue(row, found.entry, errors);
    if (found?.brings && row.wrong.size === 0 && errors.length === 0) {
      const all = begun.get(target.id) ?? new Map<string, Begun>();
      begun.set(target.id, all.set(found.brings.name, { line: row.line, entry: found.brings.entry }));
    }
    return { errors, target: { ...found?.target, ...DECIDED }, links: {} };
  };

/** A value that is there keeps its indicator, whatever that is called by now. */
function judgeAgain(row: WholeRow, target: PastTarget, errors: RowErrors): Whole {
  const entry = target.indicators.find(each => each.id === row.stored?.values.indicatorId);
  for (const field of Object.keys(SAID).filter(each => row.changed.has(each)))
    if (!errors.some(error => error.field === field))
      errors.push({ field, message: 'El indicador ya está en el proyecto: cámbialo ahí.' });
  if (entry && row.changed.has('value')) judgeValue(row, entry, errors);
  const { indicatorId, state, origin } = row.stored?.values ?? {};
  return { errors, target: { indicator_id: indicatorId, state, origin }, links: {} };
}
