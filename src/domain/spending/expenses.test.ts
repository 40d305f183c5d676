import { describe, expect, it } from 'vitest';
import type { BudgetLine } from '../sections/budget.ts';
import {
  changedLineErrors,
  costOf,
  expenseDayError,
  expenseFields,
  lineError,
  MOST_PAPERS,
  missingPapers,
} from './expenses.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const other = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const given = (more: object = {}) => ({
  voucher: { typeId: ID, issuedOn: '2026-05-03', gross: 1000 },
  ...{ budgetLineId: 'b1', description: 'Cuadernos' },
  ...more,
});
const errorsOf = (more: object) =>
  expenseFields.safeParse(given(more)).error?.issues.map(i => i.path.join('.')) ?? [];

describe('what is typed of an expense', () => {
  it('is the voucher, the line and what it was for; the rest may be left out', () => {
    expect(expenseFields.parse(given())).toMatchObject({
      ...{ share: null, correctsId: null, papers: [] },
      voucher: { number: '', currency: 'CLP', supplier: { rut: '', foreignId: '', name: '' } },
    });
  });
  it('has limits', () => {
    expect(errorsOf({ description: 'ab' })).toEqual(['description']);
    expect(errorsOf({ description: 'a'.repeat(301) })).toEqual(['description']);
    for (const share of [0, -1, 1.5, 1_000_000_000_000]) expect(errorsOf({ share })).toEqual(['share']);
    expect(errorsOf({ correctsId: 'x' })).toEqual(['correctsId']);
    const papers = (n: number) => Array.from({ length: n }, (_, i) => ({ versionId: other(i) }));
    expect(errorsOf({ papers: papers(MOST_PAPERS) })).toEqual([]);
    expect(errorsOf({ papers: papers(MOST_PAPERS + 1) })).toEqual(['papers']);
    expect(errorsOf({ papers: [{ versionId: ID }, { paper: 'voucher', versionId: ID }] })).toEqual([
      'papers',
    ]);
  });
});

it('costs its share, and a credit note gives it back', () => {
  expect(costOf({ isCredit: false }, 500)).toBe(500);
  expect(costOf({ isCredit: true }, 500)).toBe(-500);
});

it('lacks the papers of its type that nobody gave', () => {
  const papers = [
    { id: 'voucher', name: 'Boleta' },
    { id: 'work', name: 'Informe' },
  ];
  expect(missingPapers({ papers }, [])).toEqual(papers);
  expect(missingPapers({ papers }, [{ paper: 'voucher' }, { paper: '' }])).toEqual([papers[1]]);
  expect(missingPapers({ papers }, [{ paper: 'work' }, { paper: 'voucher' }, { paper: 'voucher' }])).toEqual(
    [],
  );
});

describe('the day of a voucher', () => {
  const window = { from: '2026-03-10', to: '2026-10-30' };
  const error = (day: string, today = '2026-12-01') => expenseDayError(day, window, today);
  it('is from the award to the end of the days of grace, both included, and not tomorrow', () => {
    expect([error('2026-03-10'), error('2026-10-30'), error('2026-05-05', '2026-05-05')]).toEqual([
      null,
      null,
      null,
    ]);
    expect(error('2026-03-09')).toBe('Es anterior a la adjudicación o aprobación del proyecto (10-03-2026).');
    expect(error('2026-10-31')).toBe('El plazo para gastar terminó el 30-10-2026.');
    expect(error('2026-05-06', '2026-05-05')).toBe('La fecha no puede ser posterior a hoy.');
  });
  it('is any day where nothing says when', () => {
    expect(expenseDayError('1999-01-01', { from: null, to: null }, '2026-12-01')).toBeNull();
  });
});

describe('a line of the budget', () => {
  const line = (id: string, more: Partial<BudgetLine> = {}): BudgetLine => ({
    ...{ id, category: 'operation', description: `Ítem ${id}`, quantity: 1, unitCost: 1, source: 'fund' },
    ...more,
  });
  it('is spent of where it has a category and a source', () => {
    expect(lineError(line('a'))).toBeNull();
    expect(lineError(undefined)).toContain('ya no está');
    for (const more of [{ source: null }, { category: null }])
      expect(lineError(line('a', more))).toContain('le falta');
  });
  it('stays with its source once something is spent of it', () => {
    const before = [line('a'), line('b', { description: '' }), line('c')];
    const errors = (after: readonly BudgetLine[], ids = ['a', 'b', 'gone']) =>
      changedLineErrors(before, after, ids).map(e => `${e.path}: ${e.message}`);
    expect(errors([line('b'), line('a', { unitCost: 9, category: 'travel' })])).toEqual([]);
    expect(errors([line('c')])).toEqual([
      'lines: «Ítem a» tiene gastos registrados: no se puede quitar.',
      'lines: «Sin descripción» tiene gastos registrados: no se puede quitar.',
    ]);
    expect(errors([line('a', { source: 'unit' }), line('b', { source: null }), line('c')])).toEqual([
      'lines: «Ítem a» tiene gastos registrados: su fuente no cambia.',
      'lines: «Sin descripción» tiene gastos registrados: su fuente no cambia.',
    ]);
    expect(errors([], [])).toEqual([]);
    const stated = changedLineErrors(
      before,
      [line('a', { category: 'travel' }), line('b'), line('c')],
      ['a', 'b'],
      ['a'],
    );
    expect(stated.map(e => e.message)).toEqual(['«Ítem a» tiene gastos rendidos: su categoría no cambia.']);
  });
});
