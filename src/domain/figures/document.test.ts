import { expect, it } from 'vitest';
import { dashboardDocument, type PrintedDashboard } from './document.ts';

const GIVEN: PrintedDashboard = {
  ...{
    topic: 'money',
    scope: 'mine',
    at: new Date('2026-11-28T15:03:00Z'),
    sides: null,
    formula: null,
    comunas: new Map(),
  },
  ...{ projects: 1200, otherProjects: null, figures: [], filters: [] },
};
const layOut = (more: Partial<PrintedDashboard>) =>
  dashboardDocument(
    { ...GIVEN, ...more },
    {
      institution: 'Universidad',
      product: 'Vinculación',
      reader: 'Ana',
      now: new Date('2026-11-28T16:00:00Z'),
    },
  );
const fund = (other: (number | null)[] | null) => ({
  name: 'fund_by_period' as const,
  measures: ['awarded', 'paid', 'spent', 'returned'],
  rows: [{ key: '2026-1', label: '2026-1', across: null, values: [4, 3, 2, null], other }],
});
const tablesOf = (document: ReturnType<typeof layOut>) =>
  document.sections.flatMap(({ blocks }) =>
    blocks.flatMap(block =>
      block.type === 'table' ? [[block.label, block.columns.map(c => c.title), block.rows]] : [],
    ),
  );

it('says of what it tells and when that was read', () => {
  expect(layOut({ otherProjects: 3, sides: ['2026-1', '2025-1'] })).toMatchObject({
    title: 'Reportes: Dinero',
    printed: 'Impreso el 28-11-2026 13:00 por Ana',
    facts: [
      { label: 'Alcance', text: 'Mis proyectos' },
      { label: 'Filtros', text: 'Ninguno' },
      { label: 'Comparación', text: '2026-1 frente a 2025-1' },
      { label: 'Proyectos', text: '1.200 frente a 3' },
      { label: 'Leído', text: 'el 28-11-2026 a las 12:03' },
    ],
  });
});

it('has one table behind a drawing, or one for each side where there are many measures', () => {
  const titles = ['Período', 'Adjudicado', 'Pagado', 'Gastado', 'Devuelto'];
  expect(tablesOf(layOut({ figures: [fund(null)] }))).toEqual([
    ['', titles, [['2026-1', '$4', '$3', '$2', '—']]],
  ]);
  expect(tablesOf(layOut({ figures: [fund([9, 8, null, 7])], sides: ['A', 'B'] }))).toEqual([
    ['A', titles, [['2026-1', '$4', '$3', '$2', '—']]],
    ['B', titles, [['2026-1', '$9', '$8', '—', '$7']]],
  ]);
});
