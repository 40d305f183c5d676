import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { nursing, PEOPLE } from '../../../test/demo.ts';
import { approvedPacs } from '../../../test/execution.ts';
import { type Created, done, type References } from '../../../test/factories.ts';
import { actualValue, type Measure, type Measured } from '../../domain/execution/actual-value.ts';
import { isAccepted, type MeasurementState } from '../../domain/execution/measurement-states.ts';
import { figuresOf } from '../../domain/execution/measurements.ts';
import { addDays, localDay } from '../../domain/kit/calendar.ts';
import { ACCUMULATIONS, INDICATOR_KINDS, kindOfIndicator } from '../../domain/sections/indicators.ts';
import type { ProjectIndicators } from './contract.ts';

let server: TestApp;
let refs: References;
let lead: Client;
let director: Client;
let project: Created;

beforeAll(async () => {
  server = await startApp();
  [lead, director] = await Promise.all([
    clientAs(server, PEOPLE.academic),
    clientAs(server, PEOPLE.director),
  ]);
  refs = await nursing(lead);
  project = await approvedPacs(server, lead, refs);
});
afterAll(() => server.close());

const TODAY = localDay(new Date());
const KINDS = INDICATOR_KINDS.map(k => k.value);
const WAYS = ACCUMULATIONS.map(a => a.value);

interface Row extends Measured {
  readonly state: MeasurementState;
  readonly replacesId: string | null;
}
interface Case {
  readonly id: string;
  readonly measure: Measure;
  readonly rows: readonly Row[];
}

/** What somebody does about one indicator; `at` chooses among the measurements that it can be done to. */
const anyDeed = fc.record({
  deed: fc.constantFrom('submit', 'submit', 'accept', 'accept', 'return', 'correct', 'remove'),
  at: fc.nat({ max: 20 }),
  id: fc.uuid(),
  day: fc.constantFrom(TODAY, addDays(TODAY, -1), addDays(TODAY, -2)),
  /** Ten-thousandths; large ones too, of which dividing twice would tell. */
  value: fc.oneof(fc.integer({ min: -99_999, max: 99_999 }), fc.integer({ min: -1e13, max: 1e13 })),
  share: fc.oneof(
    fc.tuple(fc.nat({ max: 99_999 }), fc.integer({ min: 1, max: 99_999 })),
    fc.tuple(fc.integer({ min: 1e10, max: 2.9e11 }), fc.integer({ min: 29_999, max: 30_001 })),
  ),
  note: fc.constantFrom('', 'Mejoró.', 'Sigue <igual> & "así" 🎉'),
});
type Deed = typeof anyDeed extends fc.Arbitrary<infer D> ? D : never;

const instant = (n: number) => new Date(Date.parse(`${TODAY}T12:00:00Z`) + Math.floor(n / 2)).toISOString();
const figures = (measure: Measure, { value, share: [numerator, denominator], note }: Deed) => ({
  note,
  ...figuresOf(measure, {
    ...{ value: value / 10_000, numerator: numerator / 10_000, denominator: denominator / 10_000, note },
  }),
});

/** One deed after the other, by the rules: what has been decided changes by a correction alone. */
function rowsAfter(measure: Measure, deeds: readonly Deed[]): Row[] {
  let rows: Row[] = [];
  const set = (id: string | null, state: MeasurementState) => {
    rows = rows.map(row => (row.id === id ? { ...row, state } : row));
  };
  deeds.forEach((deed, n) => {
    const pick = (which: (row: Row) => boolean) => rows.filter(which).at(deed.at % (rows.length || 1));
    const add = (more: Pick<Row, 'replacesId' | 'recordedAt'>) =>
      rows.push({ id: deed.id, day: deed.day, ...figures(measure, deed), state: 'submitted', ...more });
    const open = pick(row => row.state === 'submitted');
    const counting = pick(
      row => isAccepted(row) && !rows.some(r => r.replacesId === row.id && r.state !== 'superseded'),
    );
    if (deed.deed === 'submit') add({ replacesId: null, recordedAt: instant(n) });
    if (deed.deed === 'accept' && open) {
      set(open.replacesId, 'superseded');
      set(open.id, 'accepted');
    }
    if (deed.deed === 'return' && open) set(open.id, 'returned');
    if (deed.deed === 'correct' && counting)
      add({ replacesId: counting.id, recordedAt: counting.recordedAt });
    if (deed.deed === 'remove' && open) rows = rows.filter(row => row.id !== open.id);
  });
  return rows;
}

/** Without a kind: stored before indicators had one, or saved by a copy of the program of then. */
const MEASURES: Measure[] = [...KINDS.flatMap(kind => WAYS.map(accumulates => ({ kind, accumulates }))), {}];

/** As if all of that had been done to one project. */
async function store(cases: readonly Case[]): Promise<void> {
  const rows = cases.flatMap(({ id, rows }) =>
    rows.map(({ recordedAt, replacesId, ...row }) => ({
      ...{
        ...row,
        project_id: project.id,
        indicator_id: id,
        recorded_at: recordedAt,
        replaces_id: replacesId,
      },
      ...{
        source: {},
        origin: 'recorded',
        reason: 'Falta.',
        decided_at: recordedAt,
        author_id: refs.leadId,
        version: 1,
      },
      ...{ submitted_at: recordedAt, due_at: recordedAt, updated_at: recordedAt, updated_by: refs.leadId },
    })),
  );
  const data = { indicators: cases.map(({ id, measure }) => ({ id, name: id, ...measure })) };
  await sql`delete from measurements where project_id = ${project.id}`.execute(server.db);
  await sql`update project_sections set data = ${JSON.stringify(data)}::jsonb
    where project_id = ${project.id} and section = 'indicators'`.execute(server.db);
  await sql`insert into measurements select * from jsonb_populate_recordset(null::measurements, ${JSON.stringify(rows)})`.execute(
    server.db,
  );
}

type Value = Pick<ProjectIndicators['values'][number], 'value' | 'words' | 'measurements' | 'day'>;
async function valuesOfView(): Promise<ReadonlyMap<string, Value>> {
  const { rows } = await sql<{ id: string; found: Value }>`
    select indicator_id as id, json_build_object('value', value, 'words', words, 'measurements', measurements,
      'day', day) as found
    from indicator_values where project_id = ${project.id}`.execute(server.db);
  return new Map(rows.map(row => [row.id, row.found]));
}

describe('the view and the fold', () => {
  it('say the same of every kind and way, whatever was sent, accepted, returned and corrected', async () => {
    const seed = Date.now();
    const deeds = fc.sample(fc.array(anyDeed, { minLength: 8, maxLength: 30 }), { seed, numRuns: 500 });
    const cases = deeds.map((all, n) => {
      const measure = MEASURES[n % MEASURES.length] ?? {};
      return { id: `c${n}`, measure, rows: rowsAfter(measure, all) };
    });
    await store(cases);
    const values = await valuesOfView();
    const folds = cases.map(one => ({
      ...one,
      folded: actualValue(one.measure, one.rows.filter(isAccepted)),
    }));
    const differing = folds.filter(c => !isDeepStrictEqual(values.get(c.id) ?? null, c.folded));
    expect(
      differing.slice(0, 1).map(c => ({ ...c, seed, viewed: values.get(c.id) })),
      `${differing.length} differ`,
    ).toEqual([]);
    // Of each there was something to fold, beside all that does not count.
    const manifold = cases.filter(c => c.rows.filter(isAccepted).length > 1);
    expect(new Set(manifold.map(c => JSON.stringify(c.measure))).size).toBe(MEASURES.length);
    expect(new Set(cases.flatMap(c => c.rows.map(r => r.state))).size).toBe(4);
  });

  it('round a quotient once: what is a sixty-thousandth below a half stays below', async () => {
    // In ten-thousandths: of 100 × n ÷ 2,9999 what is left over is just less than half of the divisor.
    const divisor = 29_999;
    const first = Array.from({ length: divisor }, (_, n) => n).find(
      n => (n * 1e6) % divisor === (divisor - 1) / 2,
    );
    const cases = [0, 1, 9_000_000, 9_500_000].map((times, n): Case => {
      const numerator = ((first ?? 0) + times * divisor) / 10_000;
      const given = { value: null, numerator, denominator: divisor / 10_000, note: '' };
      const row = { id: randomUUID(), day: TODAY, note: '', recordedAt: instant(0), replacesId: null };
      const measure = { kind: 'percentage', accumulates: 'sum' } as const;
      return { id: `c${n}`, measure, rows: [{ ...row, ...figuresOf(measure, given), state: 'accepted' }] };
    });
    await store(cases);
    const values = await valuesOfView();
    expect(cases.map(c => values.get(c.id)?.value)).toEqual(cases.map(c => c.rows[0]?.value));
  });
});

describe('what is measured through the program', () => {
  const base = () => `/projects/${project.kind}/${project.id}`;
  const readAll = async () => done(await lead.get<ProjectIndicators>(`${base()}/indicators`));
  const measure = (indicatorId: string, day: string, parts: object, replacesId: string | null = null) =>
    lead.post<{ id: string; version: number }>(`${base()}/measurements`, {
      ...{ id: randomUUID(), indicatorId, day, replacesId, note: 'Visto en terreno.', ...parts },
    });
  const decide = (measurements: { id: string; version: number }[], accept: boolean) =>
    director.post(`${base()}/measurements/decision`, { accept, reason: 'Falta.', measurements });
  const partsOf = (kind: string, n: number) =>
    kind === 'percentage' || kind === 'ratio'
      ? { numerator: n + 0.5, denominator: 7 }
      : { value: kind === 'milestone' ? n % 2 : n + 0.25 };

  it('comes to what the fold of the accepted ones says, here and in the section', async () => {
    const indicators = MEASURES.map((one, n) => ({ id: `k${n}`, ...one }));
    await store(indicators.map(({ id, ...measured }) => ({ id, measure: measured, rows: [] })));
    const sent = [];
    for (const { id, ...one } of indicators)
      for (const [n, day] of [addDays(TODAY, -1), TODAY, TODAY].entries())
        sent.push(done(await measure(id, n === 2 ? TODAY : day, partsOf(kindOfIndicator(one), n))));
    expect((await readAll()).values).toEqual([]);
    done(
      await decide(
        sent.filter((_, n) => n % 3 !== 1),
        true,
      ),
    );
    done(
      await decide(
        sent.filter((_, n) => n % 3 === 1),
        false,
      ),
    );
    const { measurements } = await readAll();
    const [corrected] = measurements.filter(m => m.indicatorId === 'k0' && isAccepted(m));
    done(await decide([done(await measure('k0', TODAY, { value: 91 }, corrected?.id ?? null))], true));
    const after = await readAll();
    for (const { id, ...one } of indicators) {
      const accepted = after.measurements.filter(m => m.indicatorId === id && isAccepted(m));
      expect(accepted).toHaveLength(2);
      expect(
        after.values.find(v => v.indicatorId === id),
        id,
      ).toEqual({
        ...{ indicatorId: id, ...actualValue(one, accepted) },
      });
    }
    expect(after.values.find(v => v.indicatorId === 'k0')?.value).toBe(91.25);
  });
});
