import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUDGET_CATEGORIES, BUDGET_SOURCES, type BudgetLine, budgetTotal } from '../../sections/budget.ts';
import { type Indicators, indicators as indicatorsSection } from '../../sections/indicators.ts';
import { type Participants, participants as participantsSection } from '../../sections/participants.ts';
import { budgetBars } from './budget.ts';
import { indicatorTargets } from './indicators.ts';
import { participantBars } from './participants.ts';

const line = (
  category: BudgetLine['category'],
  source: BudgetLine['source'],
  unitCost: number | null,
  quantity: number | null = 1,
): BudgetLine => ({ id: 'l1', description: '', category, source, quantity, unitCost });

describe('the budget as bars', () => {
  it('has a row for each category with money and a series for each source that pays, in the order of the form', () => {
    const data = budgetBars({
      lines: [
        line('dissemination', 'partner_cash', 1_000_000),
        line('fees', 'unit', 2_500_000, 2),
        line('fees', 'partner_cash', 400_000),
        line('travel', 'fund', null),
        line('equipment', 'fund', 700_000, 0),
      ],
    });
    expect(data?.series).toEqual(['Unidad', 'Socio, en dinero']);
    expect(data?.rows).toEqual([
      { label: 'Honorarios', values: [5_000_000, 400_000] },
      { label: 'Difusión', values: [0, 1_000_000] },
    ]);
    expect(data?.sentence).toBe('El presupuesto suma $6.400.000; lo mayor es Honorarios, con 84 %.');
  });

  it('keeps apart what a line does not say', () => {
    const data = budgetBars({ lines: [line(null, 'unit', 100), line('other', null, 300)] });
    expect(data?.series).toEqual(['Unidad', 'Sin fuente']);
    expect(data?.rows).toEqual([
      { label: 'Otros', values: [0, 300] },
      { label: 'Sin categoría', values: [100, 0] },
    ]);
  });

  it('says so where all is of one category', () => {
    const data = budgetBars({ lines: [line('fees', 'unit', 100)] });
    expect(data?.sentence).toBe('El presupuesto suma $100; todo es Honorarios.');
  });

  it('is none without money, also where it is typed in part', () => {
    expect(budgetBars({ lines: [] })).toBeNull();
    expect(budgetBars({ lines: [line('fees', 'unit', null), line(null, null, 500, null)] })).toBeNull();
  });

  it('loses no money', () => {
    const oneOf = <V extends string>(groups: readonly { readonly value: V }[]) =>
      fc.option(fc.constantFrom(...groups.map(g => g.value)));
    const lines = fc.array(
      fc
        .record({
          category: oneOf(BUDGET_CATEGORIES),
          source: oneOf(BUDGET_SOURCES),
          cost: fc.option(fc.nat(9_000_000)),
          quantity: fc.option(fc.nat(10_000).map(n => n / 100)),
        })
        .map(l => line(l.category, l.source, l.cost, l.quantity)),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(lines, all => {
        const data = budgetBars({ lines: all });
        const drawn = (data?.rows ?? []).flatMap(r => r.values).reduce((sum, v) => sum + v, 0);
        expect(drawn).toBe(budgetTotal({ lines: all }));
        expect(data?.rows.every(r => r.values.some(v => v > 0)) ?? true).toBe(true);
        expect(data?.series.every((_, s) => data.rows.some(r => (r.values[s] ?? 0) > 0)) ?? true).toBe(true);
      }),
    );
  });
});

const people = (given: object): Participants => participantsSection.schema.parse(given);

describe('participants as bars', () => {
  const given = people({
    internal: { students: { expected: 40, actual: 52 }, staff: { expected: null, actual: 3 } },
    byAge: { age0to14: { expected: 1200 }, age60plus: { expected: 0, actual: 0 } },
    bySex: { women: { expected: 700 } },
  });

  it('show those expected, group by group, before the project begins', () => {
    const data = participantBars(given, false);
    expect(data?.series).toEqual(['Esperadas']);
    expect(data?.rows).toEqual([
      { label: 'Estudiantes', values: [40] },
      { label: 'Externos de 0 a 14 años', values: [1200] },
      { label: 'Externos de 60 años o más', values: [0] },
    ]);
    expect(data?.sentence).toBe('Se espera a 1.240 personas: 40 de la universidad y 1.200 externas.');
  });

  it('show those who came beside them afterwards', () => {
    const data = participantBars(given, true);
    expect(data?.series).toEqual(['Esperadas', 'Reales']);
    expect(data?.rows).toEqual([
      { label: 'Estudiantes', values: [40, 52] },
      { label: 'Funcionarios', values: [null, 3] },
      { label: 'Externos de 0 a 14 años', values: [1200, null] },
      { label: 'Externos de 60 años o más', values: [0, 0] },
    ]);
    expect(data?.sentence).toBe(
      'Se esperaba a 1.240 personas: 40 de la universidad y 1.200 externas; participaron 55.',
    );
  });

  it('say when nobody has been counted yet, and of one person one', () => {
    const one = people({ byAge: { age15to29: { expected: 1 } } });
    expect(participantBars(one, true)?.sentence).toBe(
      'Se esperaba a 1 persona: 0 de la universidad y 1 externa; todavía no hay cifras reales.',
    );
  });

  it('are none without a figure, in groups that a kind hides, or of people counted too early', () => {
    expect(participantBars(people({}), true)).toBeNull();
    expect(participantBars({}, false)).toBeNull();
    expect(participantBars(people({ bySex: { women: { expected: 7 } } }), false)).toBeNull();
    expect(participantBars(people({ internal: { staff: { actual: 3 } } }), false)).toBeNull();
  });
});

describe('indicators on their way', () => {
  const indicators = (given: readonly object[]): Indicators =>
    indicatorsSection.schema.parse({ indicators: given.map((each, n) => ({ id: `i${n}`, ...each })) });

  it('are those with a target, in their order', () => {
    const data = indicatorTargets(
      indicators([
        { name: 'Talleres', unit: 'talleres', target: 40, actual: 40 },
        { name: 'Sin meta', actual: 3 },
        { name: '', baseline: -5, target: 10 },
        { name: 'Accidentes', baseline: 20, target: 10, actual: 12 },
      ]),
    );
    expect(data?.rows).toEqual([
      { label: 'Talleres', unit: 'talleres', baseline: null, target: 40, actual: 40, direction: 'up' },
      { label: 'Sin nombre', unit: '', baseline: -5, target: 10, actual: null, direction: 'up' },
      { label: 'Accidentes', unit: '', baseline: 20, target: 10, actual: 12, direction: 'up' },
    ]);
    expect(data?.sentence).toBe('De 3 indicadores, 1 llegó a su meta; 1 sin dato.');
  });

  it('are counted as having arrived also beyond the target, and downwards', () => {
    const data = indicatorTargets(
      indicators([
        { name: 'Más', target: 4, actual: 9 },
        { name: 'Menos', baseline: 20, target: 10, actual: 3 },
      ]),
    );
    expect(data?.sentence).toBe('De 2 indicadores, 2 llegaron a su meta.');
  });

  it('are counted by their kind: what another kind left in them is not read', () => {
    const left = { unit: 'casos', direction: 'down', baseline: 3, target: 9 };
    const data = indicatorTargets(
      indicators([
        { name: 'Aprobación', kind: 'percentage', unit: 'casos', direction: 'keep', target: 80, actual: 82 },
        { name: 'Nota', kind: 'scale', scaleFrom: 1, scaleTo: 7, target: 6.5, actual: 5 },
        { name: 'Convenio', ...left, kind: 'milestone', actual: 1 },
        { name: 'Relatos', ...left, kind: 'qualitative', goal: 'Que se cuente' },
        { name: 'Caídas', direction: 'down', target: 10, actual: 20 },
      ]),
    );
    const none = { baseline: null };
    expect(data?.rows).toEqual([
      { ...none, label: 'Aprobación', unit: '%', target: 80, actual: 82, direction: 'keep' },
      { ...none, label: 'Nota', unit: 'en escala de 1 a 7', target: 6.5, actual: 5, direction: 'up' },
      { ...none, label: 'Convenio', unit: '', target: 1, actual: 1, direction: 'up', isMilestone: true },
      { ...none, label: 'Caídas', unit: '', target: 10, actual: 20, direction: 'down' },
    ]);
    expect(data?.sentence).toBe('De 4 indicadores, 2 llegaron a su meta; 1 más se cuenta con palabras.');
  });

  it('are none where all are told in words', () => {
    expect(indicatorTargets(indicators([{ name: 'Relatos', kind: 'qualitative', target: 4 }]))).toBeNull();
  });

  it('are said to have arrived nowhere', () => {
    const data = indicatorTargets(indicators([{ name: 'Talleres', target: 4, actual: 1 }]));
    expect(data?.sentence).toBe('De 1 indicador, ninguno llegó a su meta.');
  });

  it('are none without a target', () => {
    expect(indicatorTargets(indicators([{ name: 'Sin meta', actual: 3 }]))).toBeNull();
    expect(indicatorTargets({ indicators: [] })).toBeNull();
  });
});
