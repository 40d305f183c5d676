import { describe, expect, it } from 'vitest';
import { flawsOf, labelsOf } from '../../../test/drawings.ts';
import type { PrintedDocument } from '../kinds/print/print.ts';
import { reportDocument, type WholeReport } from './document.ts';
import type { ReportFacts } from './facts.ts';
import { REPORT_PARTS } from './parts.ts';

const FACTS: ReportFacts = {
  ...{ from: '2026-03-01', to: '2026-06-30', meetings: 2 },
  activities: [
    {
      ...{ name: 'Taller de riego', day: '2026-04-02', place: 'Sede', planItemId: 'a1', completes: true },
      ...{ counts: { direct: 12 }, attendances: 15 },
    },
    {
      ...{ name: 'Feria', day: '2026-05-02', place: '', planItemId: null, completes: false },
      ...{ counts: {}, attendances: 0 },
    },
  ],
  plan: [
    {
      id: 'a1',
      name: 'Talleres',
      from: '2026-03-10',
      to: '2026-04-10',
      isMilestone: false,
      doneOn: '2026-04-02',
    },
    { id: 'a2', name: 'Siembra', from: '2026-04-01', to: '2026-05-31', isMilestone: false, doneOn: null },
    { id: 'a3', name: 'Cosecha', from: null, to: null, isMilestone: true, doneOn: null },
  ],
  expected: { students: 20, direct: 100 },
  people: { students: 25, direct: 90 },
  attendance: { attendances: 15, people: 12, unidentified: 1 },
  indicators: [
    {
      ...{ id: 'i1', name: 'Huertas', kind: 'number', unit: 'huertas', direction: 'up' },
      ...{ baseline: 0, target: 10, actual: 4 },
      words: { baseline: '0 huertas', target: '10 huertas', actual: '4 huertas' },
    },
  ],
  deliverables: [],
  money: {
    ...{ awarded: 1_000_000, paid: 500_000, spent: 300_000, approved: 0, refunded: 0 },
    categories: [
      { label: 'Operación', planned: 800_000, spent: 310_000 },
      { label: 'Honorarios', planned: 200_000, spent: -10_000 },
    ],
  },
};

const SENT = { name: 'Ana Soto', at: '2026-07-01T15:00:00Z' };
const HEAD = { name: 'Patricia Vidal', at: '2026-07-03T15:00:00Z' };
const OFFICE = { name: 'Luz Vera', at: '2026-07-06T15:00:00Z' };

const WHOLE: WholeReport = {
  ...{
    number: 2,
    state: 'accepted',
    subStep: null,
    dueOn: '2026-07-05',
    texts: { results: 'Ocho talleres.' },
    facts: FACTS,
  },
  ...{ recorded: FACTS.people, people: {}, peopleReason: '', photos: [] },
  ...{ sent: SENT, accepted: { director: HEAD, office: OFFICE } },
};

const documentOf = (more: Partial<WholeReport> = {}): PrintedDocument =>
  reportDocument(
    { ...WHOLE, ...more },
    {
      ...{ code: 'FEX-1', title: 'Huertas', lead: 'Ana Soto', school: 'Agronomía', call: 'Fondo 2026' },
      ...{ startDate: '2026-03-01', endDate: '2026-12-01' },
    },
    {
      ...{ institution: 'Universidad', product: 'Extensión', reader: 'Ana Soto' },
      now: new Date('2026-11-20T15:00:00Z'),
    },
  );
const labels = (document: PrintedDocument) => document.sections.map(s => s.label);
const blocksOf = (document: PrintedDocument, label: string) =>
  document.sections.find(s => s.label === label)?.blocks ?? [];
const tableOf = (document: PrintedDocument, label: string) =>
  blocksOf(document, label).flatMap(b => (b.type === 'table' ? [b] : []))[0];
const drawingsOf = (document: PrintedDocument, label: string) =>
  blocksOf(document, label).flatMap(b => (b.type === 'drawing' ? [b.drawing] : []));
const factOf = ({ facts }: PrintedDocument, label: string) => facts.find(f => f.label === label)?.text;

describe('a report on paper', () => {
  it('has its texts in their order, then what was recorded, and nothing of what the project has none of', () => {
    expect(labels(documentOf())).toEqual([
      ...['Resultados', 'Dificultades'],
      ...['Actividades', 'Plan', 'Personas', 'Indicadores', 'Dinero'],
    ]);
    expect(labels(documentOf({ number: null })).slice(0, REPORT_PARTS.length)).toEqual(
      REPORT_PARTS.map(p => p.label),
    );
    expect(blocksOf(documentOf(), 'Resultados')).toEqual([
      { type: 'text', label: '', text: 'Ocho talleres.' },
    ]);
    expect(blocksOf(documentOf(), 'Dificultades')).toMatchObject([{ text: 'Sin escribir.' }]);
  });

  it('says of what and whom it is', () => {
    const document = documentOf();
    expect(document.kind).toBe('Informe de avance 2');
    expect(factOf(document, 'Informa de')).toBe('01-03-2026 a 30-06-2026');
    expect(factOf(document, 'Estado')).toBe('Aceptado');
    expect(factOf(document, 'Aceptado por Dirección')).toBe('03-07-2026 11:00 por Patricia Vidal');
    expect(factOf(document, 'Enviado')).toBe('01-07-2026 11:00 por Ana Soto');
    expect(documentOf({ number: null }).kind).toBe('Informe final');
  });

  it('tells activities with their people, and the plan with what became of it on its last day', () => {
    expect(tableOf(documentOf(), 'Actividades')?.rows).toEqual([
      ['02-04-2026', 'Taller de riego', 'Talleres (la completa)', 'Sede', '15', '15'],
      ['02-05-2026', 'Feria', '—', '—', '—', '—'],
    ]);
    expect(tableOf(documentOf(), 'Plan')?.rows).toEqual([
      ['Talleres', '10-03-2026', '10-04-2026', 'Hecha el 02-04-2026'],
      ['Siembra', '01-04-2026', '31-05-2026', 'Atrasada'],
      ['Hito: Cosecha', '—', '—', 'Por hacer'],
    ]);
    expect(drawingsOf(documentOf(), 'Plan').flatMap(labelsOf)).toEqual([
      'Talleres, 10-03-2026 a 10-04-2026, Hecha',
      'Siembra, 01-04-2026 a 31-05-2026, Atrasada',
    ]);
  });

  it('goes on over pages with a long plan and many indicators, each drawing sound and low enough', () => {
    const plan = Array.from(
      { length: 65 },
      (_, n) =>
        ({
          ...FACTS.plan[1],
          id: `p${n}`,
          to: n === 64 ? '2026-07-31' : '2026-05-31',
        }) as ReportFacts['plan'][0],
    );
    const indicators = Array.from({ length: 40 }, () => FACTS.indicators[0] as ReportFacts['indicators'][0]);
    const document = documentOf({ facts: { ...FACTS, plan, indicators } });
    const drawings = ['Plan', 'Indicadores', 'Personas', 'Dinero'].map(label => drawingsOf(document, label));
    expect(drawings.map(d => d.length)).toEqual([3, 2, 1, 1]);
    for (const drawing of drawings.flat()) {
      expect(drawing.height).toBeLessThan(842 - 66 - 56 - 60);
      expect(flawsOf({ ...drawing, table: { columns: [], rows: [] } })).toEqual([]);
    }
    expect(drawings[0]?.at(-1)?.sentence).toContain('en curso el 30-06-2026');
    // What all of them come to is said once, under the last.
    expect(drawings[0]?.map(d => d.sentence.slice(0, 14))).toEqual(['', '', '65 actividades']);
    expect(drawings[1]?.map(d => d.sentence.slice(0, 17))).toEqual(['', 'De 40 indicadores']);
  });

  it('has no money for who may not read it', () => {
    expect(tableOf(documentOf(), 'Dinero')).toMatchObject({
      rows: [
        ['Operación', '$800.000', '$310.000', '$490.000'],
        ['Honorarios', '$200.000', '-$10.000', '$210.000'],
      ],
      total: ['Total', '$1.000.000', '$300.000', '$700.000'],
    });
    const without = documentOf({ facts: { ...FACTS, money: null } });
    expect(labels(without)).not.toContain('Dinero');
    expect(JSON.stringify(without)).not.toContain('$');
  });

  it('tells people that were corrected beside those recorded, and why', () => {
    expect(tableOf(documentOf(), 'Personas')?.columns.map(c => c.title)).toEqual([
      'Grupo',
      'Esperadas',
      'Registradas',
    ]);
    const corrected = documentOf({
      ...{ number: null, people: { direct: 96 }, peopleReason: 'Seis no firmaron.' },
      ...{ facts: { ...FACTS, people: { ...FACTS.people, direct: 96 } } },
    });
    expect(tableOf(corrected, 'Personas')?.rows).toEqual([
      ['De la universidad: Estudiantes', '20', '25', ''],
      ['Beneficiarios: Directos', '100', '90', '96'],
    ]);
    expect(blocksOf(corrected, 'Personas').at(-1)).toMatchObject({ text: 'Seis no firmaron.' });
  });

  it('numbers its photos, also those that cannot be shown', () => {
    const image = new Uint8Array([1]);
    const photos = [
      { caption: 'La feria', image },
      { caption: '', image: null },
    ];
    expect(blocksOf(documentOf({ photos }), 'Fotos')).toEqual([
      {
        type: 'photos',
        photos: [
          { name: 'Foto 1', caption: 'La feria', image },
          { name: 'Foto 2', caption: '', image: null },
        ],
      },
    ]);
  });

  it('without anything recorded still says so', () => {
    const facts: ReportFacts = {
      ...{ from: null, to: '2026-06-30', activities: [], plan: [], meetings: 0, expected: {}, people: {} },
      ...{
        attendance: { attendances: 0, people: 0, unidentified: 0 },
        indicators: [],
        deliverables: [],
        money: null,
      },
    };
    const document = documentOf({ facts, texts: {} });
    expect(labels(document)).toEqual(['Resultados', 'Dificultades', 'Actividades']);
    expect(factOf(document, 'Informa de')).toBe('hasta el 30-06-2026');
  });
});

describe('while it may still change', () => {
  // By the Director, before the office sent it back.
  const accepted = { director: HEAD, office: null };
  it.each([
    ['draft', 'Borrador: todavía no se envía', null],
    ['returned', 'Borrador: se está corrigiendo, después de observaciones', SENT],
  ] as const)('%s is a draft on its head and on every page, and nobody signs it', (state, words, sent) => {
    const document = documentOf({ state, sent, accepted });
    expect(document.kind).toBe('Borrador · Informe de avance 2');
    expect(document.printed).toBe('Borrador · Impreso el 20-11-2026 12:00 por Ana Soto');
    expect(factOf(document, 'Estado')).toBe(words);
    expect(document.signatures).toEqual([]);
    expect(factOf(document, 'Aceptado por Dirección')).toBeUndefined();
  });
});

describe('signatures', () => {
  const sent = ['Enviado por', 'Ana Soto', '01-07-2026 11:00'];
  const head = ['Dirección', 'Patricia Vidal', '03-07-2026 11:00'];
  const office = ['Oficina', 'Luz Vera', '06-07-2026 11:00'];
  const open = (what: string) => [what, '', ''];
  const nobody = { director: null, office: null };

  it.each<[string, Pick<WholeReport, 'state' | 'subStep' | 'accepted'>, string[][]]>([
    [
      'have room for all who are still to accept it',
      { state: 'submitted', subStep: 'director', accepted: nobody },
      [sent, open('Dirección'), open('Oficina')],
    ],
    [
      'name the Director once accepted',
      { state: 'submitted', subStep: 'office', accepted: { director: HEAD, office: null } },
      [sent, head, open('Oficina')],
    ],
    [
      'leave out the Director where none can',
      { state: 'submitted', subStep: 'office', accepted: nobody },
      [sent, open('Oficina')],
    ],
    [
      'name both',
      { state: 'accepted', subStep: null, accepted: { director: HEAD, office: OFFICE } },
      [sent, head, office],
    ],
  ])('%s', (_, standing, expected) => {
    expect(documentOf(standing).signatures.map(s => [s.what, s.name, s.at])).toEqual(expected);
  });
});
