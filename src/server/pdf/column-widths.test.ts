import { describe, expect, it } from 'vitest';
import type { ActFacts, ActRow } from '../../domain/calls/act.ts';
import { actDocument } from '../../domain/calls/act-document.ts';
import { columnWidths } from './column-widths.ts';

const column = (title: string, weight = 1) => ({ title, weight });
const size = { room: 400, size: 8.5, headSize: 8 };

describe('columns of a printed table', () => {
  it('share the room by weight where every word fits', () => {
    const { widths, scale } = columnWidths({ ...size, columns: [column('Uno'), column('Dos', 3)], rows: [] });
    expect([widths, scale]).toEqual([[100, 300], 1]);
  });

  it('are as wide as their longest word, heads and codes included', () => {
    const columns = [column('N.º', 0.1), column('Contribución a la formación', 0.5), column('Título', 8)];
    const rows = [
      ['1', '4,5', 'Huerta'],
      ['2', 'FEX-2026-0010', 'Taller'],
    ];
    const { widths } = columnWidths({ ...size, columns, rows });
    const code = 'FEX-2026-0010'.length * 8.5 * 0.5;
    expect(widths[1]).toBeGreaterThan(code);
    expect(widths.reduce((a, b) => a + b, 0)).toBeCloseTo(400);
  });

  it('have smaller type where the words would not fit, and never more than the room', () => {
    const columns = Array.from({ length: 9 }, () => column('Responsabilidad'));
    const { widths, scale } = columnWidths({ ...size, columns, rows: [['x'.repeat(300)]] });
    expect(scale).toBeLessThan(1);
    expect(scale).toBeGreaterThan(0.8);
    expect(widths.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(400.001);
  });
});

const ROW: ActRow = {
  ...{
    rank: 1,
    code: 'FEX-2026-0010',
    title: 'Huerta',
    lead: 'Ana Rojas',
    school: '',
    faculty: '',
    line: 'Única',
  },
  ...{ amount: 1000, scores: [80, 80], score: 80, spread: 0, criteria: [4], reason: '' },
  ...{ result: 'award', proposed: 'award' },
};
const FACTS: ActFacts = {
  ...{ call: 'Fondo', year: 2026, by: 'Beatriz', minimum: 60, reviews: 2, gap: 20, blind: false, quotas: [] },
  criteria: [{ name: 'Impacto', weight: 100, maxPoints: 5 }],
  lines: [{ name: 'Única', cap: 1000, budget: 9000, awarded: 1000 }],
  rows: [ROW],
};
const printed = (more: Partial<ActFacts>, number = 1) => {
  const act = { number, at: new Date('2026-11-24T12:00:00Z'), facts: { ...FACTS, ...more }, pdf: null };
  return actDocument(act, { institution: 'U', product: 'V' });
};

describe('an act on paper', () => {
  it('of before the committee is printed with what it knows', () => {
    const document = printed({});
    expect(document.kind).toBe('Acta de resolución');
    expect(document.sections.map(s => s.label)).toEqual(['Resultado', 'Ajustes de la oficina']);
    expect(document.signatures.map(s => s.name)).toEqual(['Beatriz']);
    expect(printed({}, 2).kind).toBe('Acta suplementaria, por apelación');
  });

  it('says who sat, ties, who was inadmissible, until when to appeal; and of who has no review, no score', () => {
    const member = (name: string) => ({ name, role: 'Integrante' });
    const document = printed({
      cause: 'resolution',
      session: {
        ...{ day: '2026-11-20', place: 'Sala 3', notes: '', quorum: 2 },
        ...{ present: [member('Pilar'), member('Marcela')], absent: [member('Diego')] },
      },
      bases: ['bases.pdf'],
      inadmissible: [
        { code: 'FEX-2026-0012', title: 'Radio', lead: 'Eva', school: '', reason: 'Sin socio.' },
      ],
      appealsUntil: '2026-12-01',
      rows: [
        { ...ROW, tie: 'Empata con FEX-2026-0011: se envió antes.' },
        { ...ROW, code: 'FEX-2026-0013', scores: [], score: null, criteria: [0], result: 'not_award' },
      ],
    });
    const text = JSON.stringify(document);
    for (const words of [
      ...['Sala 3', 'Pilar, Integrante', 'Diego, Integrante', '2; presentes: 2', 'bases.pdf', 'Sin socio.'],
      ...['se puede apelar hasta el 01-12-2026', 'Empata con FEX‑2026‑0011: se envió antes.', 'Sin evaluar'],
    ])
      expect(text).toContain(words);
    expect(document.signatures.map(s => s.name)).toEqual(['Beatriz', 'Pilar', 'Marcela']);
    const means = document.annexes?.[0]?.blocks[1];
    expect(means?.type === 'table' && means.rows.map(r => r.at(-1))).toEqual(['4', '—']);
  });

  it('by the waitlist nobody signs, and many criteria stand in several tables', () => {
    const criteria = Array.from({ length: 12 }, (_, n) => ({
      name: `Criterio ${n}`,
      weight: 8,
      maxPoints: 5,
    }));
    const document = printed({ by: null, cause: 'waitlist', session: null, criteria }, 3);
    expect(document.kind).toBe('Acta suplementaria, por la lista de espera');
    expect(document.signatures).toEqual([]);
    expect(document.annexes?.[0]?.blocks).toHaveLength(4);
  });
});
