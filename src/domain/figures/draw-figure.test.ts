import { describe, expect, it } from 'vitest';
import { allMarks, DESK, flawsOf, labelsOf, SHEETS, sheetOf, textsOf } from '../../../test/drawings.ts';
import type { Drawing } from '../drawings/mark.ts';
import { toSvg } from '../drawings/to-svg.ts';
import { paperSheet } from '../kinds/print/drawings.ts';
import { FIRST_FORMULA } from '../settings/score-formula.ts';
import { drawFigure } from './draw-figure.ts';
import { drawPlaces } from './draw-places.ts';
import { FIGURE_NAMES, type FigureName, figureOf } from './figures.ts';
import { KNOWN_ROWS } from './rows.ts';
import type { FigureContext, FigureValues, Sides } from './values.ts';

const COMUNAS: FigureContext['comunas'] = new Map([
  ['08101', { name: 'Concepción', longitude: -73.05, latitude: -36.82 }],
  ['08110', { name: 'Talcahuano', longitude: -73.11, latitude: -36.72 }],
  ['13101', { name: 'Santiago', longitude: -70.65, latitude: -33.45 }],
]);
const YEARS: Sides = ['2025-1', '2026-1'];
const context = (sides: Sides): FigureContext => ({ sides, comunas: COMUNAS, formula: FIRST_FORMULA });

type Cells = readonly (number | null)[];
type Row = FigureValues['rows'][number];
const row = (label: string, values: Cells, other: Cells | null = null, more: Partial<Row> = {}): Row => ({
  ...{ key: label, label, across: null, values, other },
  ...more,
});
const dataOf = (name: FigureName, rows: readonly Row[]): FigureValues => ({
  measures: Object.keys(figureOf(name).measures),
  rows,
});

/** So many rows as the figure may have, each with another value; without sides nothing is compared. */
function filled(name: FigureName, count: number, sides: Sides, label = (n: number) => `Fila ${n}`) {
  const { by, across, measures } = figureOf(name);
  const keys = [...(KNOWN_ROWS[by]?.keys() ?? [])];
  const known = by === 'comuna' ? [...COMUNAS.keys()] : keys;
  const length = known.length > 0 ? Math.min(count, known.length) : count;
  const values = (n: number) => Object.keys(measures).map((_, m) => (n % 5 === m + 1 ? null : n * 7 + m));
  const rows = Array.from({ length }, (_, n) =>
    row(label(n), values(n), sides && values(n + 3), {
      key: known[n] ?? `k${n}`,
      across: across ? `20${10 + (n % 12)}-1` : null,
    }),
  );
  return dataOf(name, rows);
}

const draw = (name: FigureName, data: FigureValues, sides: Sides = null, sheet = DESK): Drawing =>
  figureOf(name).drawing === 'map'
    ? drawPlaces(data, context(sides), sheet)
    : drawFigure(name, data, context(sides), sheet);
const sentence = (name: FigureName, rows: readonly Row[], sides: Sides = null) =>
  draw(name, dataOf(name, rows), sides).sentence.replaceAll('\u00a0', ' ');
const idsOf = ({ marks }: Drawing) => allMarks(marks).flatMap(m => m.id ?? []);

const EVERY = FIGURE_NAMES.flatMap(name => [[name, null] as const, [name, YEARS] as const]);

describe.each(EVERY)('%s, compared with %s', (name, sides) => {
  const less = Object.keys(figureOf(name).measures).map(() => -5);
  const nameless = dataOf(name, [row('Sin dato', less, sides && less, { key: null })]);
  const kinds: readonly (readonly [string, FigureValues])[] = [
    ['nothing', dataOf(name, [])],
    ['a few rows', filled(name, 4, sides)],
    ['60 rows', filled(name, 60, sides)],
    ['very long names', filled(name, 60, sides, n => `${'Ñandú y compañía '.repeat(30)}${n}`)],
    [
      'rows of which nothing is known',
      dataOf(
        name,
        filled(name, 3, sides).rows.map(each => ({
          ...each,
          values: each.values.map(() => null),
          other: each.other?.map(() => null) ?? null,
        })),
      ),
    ],
    ['what has no name, and less than nothing', nameless],
  ];

  it.each(kinds)('is sound of %s, with all of it in the table', (_, data) => {
    for (const sheet of [...SHEETS, sheetOf(330)]) {
      const drawing = draw(name, data, sides, sheet);
      expect(flawsOf(drawing)).toEqual([]);
      expect(drawing.table.rows).toHaveLength(data.rows.length);
      expect(drawing.table.ids?.toSorted()).toEqual(data.rows.map((_, n) => String(n)).toSorted());
      for (const cells of drawing.table.rows) expect(cells).toHaveLength(drawing.table.columns.length);
      expect(drawing.sentence).toMatch(/^[^a-záéíóú].*\.$/);
      expect(drawing.sentence).not.toMatch(/NaN|undefined|null|Infinity/);
    }
  });

  it('says so where there is nothing', () => {
    expect(sentence(name, [])).toBe('Sin datos.');
  });

  it('opens rows by their place, those of the other side apart', () => {
    const data = filled(name, 3, sides);
    const ids = idsOf(draw(name, data, sides));
    const own = data.rows.flatMap(({ values }, n) =>
      values[0] || figureOf(name).drawing !== 'heat' ? [n] : [],
    );
    const hasBoth = sides && ['bars', 'stacked', 'terms', 'scores'].includes(figureOf(name).drawing);
    const drawnOwn = figureOf(name).drawing === 'map' ? own.filter(n => data.rows[n]?.values[0]) : own;
    expect(ids.toSorted()).toEqual(
      drawnOwn.flatMap(n => [`${n}`, ...(hasBoth ? [`${n}:o`] : [])]).toSorted(),
    );
  });

  it('fits on a page of paper with its heading', () => {
    const data = filled(name, 60, sides);
    expect(draw(name, data, sides, paperSheet(name)).height).toBeLessThan(640);
  });
});

describe('rows', () => {
  const schools = Array.from({ length: 60 }, (_, n) => row(`Escuela ${n}`, [60 - n]));
  const compared = schools.map((each, n) => ({ ...each, other: [n] }));

  it('beyond the largest are drawn as one, which opens nothing', () => {
    const drawing = draw('projects_by_school', dataOf('projects_by_school', schools));
    const labels = labelsOf(drawing);
    expect(labels).toHaveLength(21);
    expect(labels.slice(-2)).toEqual(['Escuela 19: 41', 'Otras (40): 820']);
    expect(idsOf(drawing)).toHaveLength(20);
    expect(drawing.table.rows.at(-1)).toEqual(['Escuela 59', 1]);
  });

  it('are chosen by the larger of both sides, and keep their order', () => {
    const labels = labelsOf(draw('projects_by_school', dataOf('projects_by_school', compared), YEARS));
    expect(labels.slice(0, 2)).toEqual(['Escuela 0: 2025-1 60', 'Escuela 0: 2026-1 0']);
    expect(labels).toContain('Escuela 59: 2026-1 59');
    expect(labels.at(-1)).toBe('Otras (40): 2025-1 1.180, 2026-1 1.220');
  });

  it('always have the group of which the sentence tells', () => {
    const groups = Array.from({ length: 18 }, (_, n) =>
      row(`Grupo ${n}`, [n === 17 ? 1 : 90, 1], [90, 1], { key: n === 17 ? 'direct' : `g${n}` }),
    );
    const drawing = draw('people_by_group', dataOf('people_by_group', groups), YEARS);
    expect(labelsOf(drawing)).toHaveLength(24);
    expect(labelsOf(drawing).at(-1)).toMatch(/^Grupo 17: /);
    expect(drawing.sentence).toMatch(/^2025-1: Grupo 17: .* Se dibujan 12 de 18 filas\.$/);
  });

  it('of periods are the latest', () => {
    const periods = Array.from({ length: 30 }, (_, n) => row(`${2000 + n}-1`, [n < 3 ? 99 : 1]));
    const labels = labelsOf(draw('projects_by_period', dataOf('projects_by_period', periods)));
    expect([labels[0], labels[1], labels.at(-1)]).toEqual(['Anteriores (10): 304', '2010-1: 1', '2029-1: 1']);
  });

  it('that cannot be put together are left out and counted', () => {
    const lines = Array.from({ length: 25 }, (_, n) => row(`Línea ${n}`, [90 - n]));
    const drawing = draw('cutoffs', dataOf('cutoffs', lines));
    expect(labelsOf(drawing)).toHaveLength(20);
    expect(drawing.sentence).toBe(
      'Los puntajes de corte de 25 líneas van de 66 a 90. Se dibujan 20 de 25 filas.',
    );
    expect(drawing.table.rows).toHaveLength(25);
  });
});

describe('what is compared', () => {
  it('has a series for each side, or for two measures of each', () => {
    const one = draw('projects_by_kind', dataOf('projects_by_kind', [row('Extensión', [3], [null])]), YEARS);
    expect(textsOf(one)).toEqual(['2025-1', '2026-1', 'Extensión', '3', '0']);
    expect(labelsOf(one)).toEqual(['Extensión: 2025-1 3', 'Extensión: 2026-1 0']);
    const fund = draw(
      'fund_by_period',
      dataOf('fund_by_period', [row('2026-1', [9, 8, 7, 6], [5, 4, 3, null])]),
      YEARS,
    );
    expect(labelsOf(fund)).toEqual([
      '2026-1: Adjudicado, 2025-1 $9, Pagado, 2025-1 $8',
      '2026-1: Adjudicado, 2026-1 $5, Pagado, 2026-1 $4',
    ]);
    expect(fund.table.columns.map(c => c.title)).toEqual([
      'Período',
      ...YEARS.flatMap(side => ['Adjudicado', 'Pagado', 'Gastado', 'Devuelto'].map(m => `${m} · ${side}`)),
    ]);
    expect(fund.table.rows).toEqual([['2026-1', 9, 8, 7, 6, 5, 4, 3, null]]);
  });

  it('of parts has two rows, whose side is read however long the name is', () => {
    const rows = [row('Facultad '.repeat(20), [1, 2, 3], [4, 0, 0])];
    const drawing = draw('indicators_by_faculty', dataOf('indicators_by_faculty', rows), YEARS);
    expect(textsOf(drawing).filter(text => /… · 202[56]-1$/.test(text))).toHaveLength(2);
    expect(drawing.table.rows[0]?.slice(1)).toEqual([1, 2, 3, 6, 4, 0, 0, 4]);
  });
});

describe('a table of units and periods', () => {
  const cells = [
    '2020-1',
    '2021-1',
    '2022-1',
    '2023-1',
    '2024-1',
    '2025-1',
    '2026-1',
    '2026-2',
    '2019-2',
    null,
  ].map((across, n) => row('Salud', [n + 1], null, { across }));
  const drawing = draw(
    'units_by_period',
    dataOf('units_by_period', [...cells, row('Derecho', [50], null, { across: '2026-2' })]),
  );

  it('has the latest eight, and what has none; nothing where nothing is', () => {
    expect(labelsOf(drawing).slice(0, 9)).toEqual([
      ...['2020-1', '2021-1', '2022-1', '2023-1', '2024-1', '2025-1', '2026-1', '2026-2', 'Sin período'],
    ]);
    expect(labelsOf(drawing)).toContain('Derecho, 2020-1: sin dato');
    expect(labelsOf(drawing)).not.toContain('Salud, 2019-2: 9');
  });

  it('has a row of the table for each cell, in time', () => {
    expect(drawing.table.rows.map(cell => cell[1])).toEqual([
      ...['2019-2', '2020-1', '2021-1', '2022-1', '2023-1', '2024-1', '2025-1', '2026-1', '2026-2'],
      ...['Sin período', '2026-2'],
    ]);
    expect(drawing.table.ids).toEqual(['8', '0', '1', '2', '3', '4', '5', '6', '7', '9', '10']);
  });

  it('tells the largest over all periods', () => {
    expect(drawing.sentence.replaceAll('\u00a0', ' ')).toBe(
      'La facultad con más proyectos es Salud, con 55 de 105 (52 %).',
    );
  });
});

describe('the map', () => {
  it('has what is known of the own side, and says what it leaves out', () => {
    const drawing = draw(
      'projects_by_comuna',
      dataOf('projects_by_comuna', [
        row('Concepción', [5], [1], { key: '08101' }),
        row('Talcahuano', [null], [4], { key: '08110' }),
        row('Comuna de antes', [2], [0], { key: '99999' }),
      ]),
      YEARS,
    );
    expect(labelsOf(drawing)).toEqual(['Concepción: 5']);
    expect(idsOf(drawing)).toEqual(['0']);
    expect(drawing.table.rows).toHaveLength(3);
    expect(drawing.sentence).toMatch(/1 fila sin lugar en el mapa\.$/);
  });

  it('is bars where the map is not at hand', () => {
    const rows = [row('Concepción', [5], null, { key: '08101' })];
    const drawing = drawFigure('projects_by_comuna', dataOf('projects_by_comuna', rows), context(null), DESK);
    expect(labelsOf(drawing)).toEqual(['Concepción: 5']);
  });
});

it('ids are for screens, not for files', () => {
  const drawing = draw('projects_by_kind', dataOf('projects_by_kind', [row('Extensión', [3])]));
  expect(idsOf(drawing)).toEqual(['0']);
  expect(
    toSvg({ ...drawing, marks: drawing.marks.filter(m => m.tag !== 'defs') }, { family: 'x' }),
  ).not.toContain(' id=');
});

describe('the sentence', () => {
  const people = (expected: number | null, actual: number | null, other: Cells | null = null) => [
    row('2026-1', [expected, actual], other),
  ];
  const SAYS: readonly (readonly [FigureName, readonly Row[], string])[] = [
    [
      'projects_by_kind',
      [row('A', [12]), row('B', [18])],
      'El tipo con más proyectos es B, con 18 de 30 (60 %).',
    ],
    [
      'projects_by_school',
      [row('A', [1]), row('B', [1])],
      'Las escuelas con más proyectos son A y B, con 1 de 2 cada una.',
    ],
    [
      'projects_by_status',
      ['A', 'B', 'C', 'D'].map(l => row(l, [1])),
      '4 estados tienen 1 proyecto cada uno.',
    ],
    [
      'projects_by_faculty',
      [...['A', 'B', 'C', 'D'].map(l => row(l, [2])), row('E', [1])],
      '4 facultades tienen 2 proyectos cada una, más que las demás.',
    ],
    ['projects_by_faculty', [row('Sin facultad', [1], null, { key: null })], 'Sin facultad: 1 proyecto.'],
    [
      'projects_by_faculty',
      [row('A', [1]), row('Sin facultad', [299], null, { key: null })],
      'La facultad con más proyectos es A, con 1 de 300 (menos de 1 %).',
    ],
    ['overdue_by_step', [row('A', [1])], 'A: 1 proyecto vencido.'],
    [
      'projects_by_goal',
      [row('ODS 1', [3]), row('ODS 2', [2])],
      'El ODS con más proyectos es ODS 1, con 3. De los proyectos aprobados en adelante.',
    ],
    [
      'partners_by_type',
      [row('Empresa', [1]), row('ONG', [3])],
      'El tipo con más socios es ONG, con 3 de 4 (75 %). De los proyectos aprobados en adelante.',
    ],
    [
      'people_by_period',
      people(400, 320),
      'De 400 personas previstas llegaron 320 (80 %). De los proyectos aprobados en adelante.',
    ],
    [
      'people_by_period',
      people(1, 1),
      'De 1 persona prevista llegó 1 (100 %). De los proyectos aprobados en adelante.',
    ],
    [
      'people_by_period',
      people(null, 1),
      'Llegó 1 persona, sin previsión. De los proyectos aprobados en adelante.',
    ],
    [
      'people_by_period',
      people(1, null),
      'Se prevé 1 persona; de quienes llegaron no hay datos. De los proyectos aprobados en adelante.',
    ],
    [
      'people_by_group',
      [
        row('Estudiantes', [10, 9], null, { key: 'students' }),
        row('Beneficiarios directos', [40, 20], null, { key: 'direct' }),
      ],
      'Beneficiarios directos: de 40 personas previstas llegaron 20 (50 %). De los proyectos aprobados en adelante.',
    ],
    [
      'money_by_period',
      [row('2026-1', [1_000_000, 400_000])],
      'De $1.000.000 solicitados se adjudicaron $400.000 (40 %).',
    ],
    ['money_by_call', [row('A', [1_000_000, null])], 'Se solicitaron $1.000.000.'],
    [
      'fund_by_period',
      [row('2026-1', [900, 800, 700, null])],
      'De $900 adjudicados se pagaron $800 y se gastaron $700. De los proyectos aprobados en adelante.',
    ],
    [
      'days_by_step',
      [row('Dirección', [12.46, 10]), row('Decanato', [30, 29.5])],
      'El paso que más excede su plazo es Dirección, con 12,5 días para un plazo de 10 días. De los pasos terminados.',
    ],
    [
      'days_by_step',
      [row('Dirección', [1, 10]), row('Decanato', [0.5, 5])],
      'Ningún paso excede su plazo y el más largo es Dirección, con 1 día. De los pasos terminados.',
    ],
    [
      'indicators_by_kind',
      [row('A', [10, 5, 5]), row('B', [2, 4, 4])],
      '12 de 30 indicadores alcanzados (40 %). De los proyectos aprobados en adelante.',
    ],
    [
      'indicators_by_kind',
      [row('A', [1, 0, 0])],
      '1 de 1 indicador alcanzado (100 %). De los proyectos aprobados en adelante.',
    ],
    ['reviews_by_call', [row('A', [1, 0, 1])], 'De 2 evaluaciones hay 1 confirmada y 1 vencida.'],
    ['reviews_by_state', [row('A', [1])], 'A: 1 evaluación.'],
    [
      'funnel',
      [row('', [40], null, { key: 'received' }), row('', [12], null, { key: 'awarded' })],
      'De 40 recibidas se adjudicaron 12 (30 %).',
    ],
    ['funnel', [row('', [1], null, { key: 'received' })], 'De 1 recibida no se ha adjudicado ninguna.'],
    ['cutoffs', [row('A', [60.54]), row('B', [85])], 'Los puntajes de corte de 2 líneas van de 60,5 a 85.'],
    ['cutoffs', [row('A', [60])], 'El puntaje de corte es 60.'],
  ];
  it.each(SAYS)('of %s', (name, rows, words) => {
    expect(sentence(name, rows)).toBe(words);
  });

  const COMPARED: readonly (readonly [FigureName, readonly Row[], string])[] = [
    [
      'projects_by_kind',
      [row('A', [12], [1]), row('B', [18], [2])],
      '2025-1: el tipo con más proyectos es B, con 18 de 30 (60 %); 2026-1: el tipo con más proyectos es B, con 2 de 3 (67 %).',
    ],
    [
      'money_by_period',
      [row('2026-1', [1000, 400], [null, null])],
      '2025-1: de $1.000 solicitados se adjudicaron $400 (40 %); 2026-1: sin datos.',
    ],
    [
      'people_by_faculty',
      people(4, 2, [3, 3]),
      '2025-1: de 4 personas previstas llegaron 2 (50 %); 2026-1: de 3 personas previstas llegaron 3 (100 %). De los proyectos aprobados en adelante.',
    ],
  ];
  it.each(COMPARED)('of %s, compared', (name, rows, words) => {
    expect(sentence(name, rows, YEARS)).toBe(words);
  });
});
