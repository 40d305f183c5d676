import { RESULT_LABELS, type Result } from '../../../domain/calls/ranking.ts';
import type { Block, PrintedDocument } from '../../../domain/kinds/print.ts';
import { formatDateTime, formatMoney, formatNumber } from '../../../domain/text/format.ts';

interface ActRow {
  readonly rank: number;
  readonly code: string;
  readonly title: string;
  readonly lead: string;
  readonly school: string;
  readonly faculty: string;
  readonly line: string;
  /** CLP asked for. */
  readonly amount: number;
  /** CLP of an award; acts of before say none, as all that was asked was awarded. */
  readonly awarded?: number;
  /** Of each confirmed review. */
  readonly scores: readonly number[];
  readonly score: number | null;
  readonly spread: number;
  /** Mean points, in the order of the criteria. */
  readonly criteria: readonly number[];
  readonly result: Result;
  readonly proposed: Result;
  readonly reason: string;
}

/** What an act says, kept as it was decided. */
export interface ActFacts {
  readonly call: string;
  readonly year: number;
  readonly by: string;
  readonly minimum: number;
  readonly reviews: number;
  readonly gap: number;
  readonly blind: boolean;
  readonly criteria: readonly {
    readonly name: string;
    readonly weight: number;
    readonly maxPoints: number;
  }[];
  readonly lines: readonly {
    readonly name: string;
    readonly budget: number;
    readonly cap: number;
    /** CLP, earlier acts included. */
    readonly awarded: number;
  }[];
  readonly quotas: readonly { readonly faculty: string; readonly quota: number }[];
  readonly rows: readonly ActRow[];
}

export interface StoredAct {
  readonly number: number;
  readonly at: Date;
  readonly facts: ActFacts;
  readonly pdf: Buffer | null;
}
export interface Heading {
  readonly institution: string;
  readonly product: string;
}

const points = (value: number | null) => (value === null ? '—' : formatNumber(value, 2));

const lineTable = ({ lines }: ActFacts): Block => ({
  type: 'table',
  label: 'Presupuesto por línea',
  columns: [
    { title: 'Línea', weight: 3 },
    ...['Tope', 'Presupuesto', 'Adjudicado', 'Saldo'].map(title => ({ title, weight: 1.5, number: true })),
  ],
  rows: lines.map(l => [l.name, ...[l.cap, l.budget, l.awarded, l.budget - l.awarded].map(formatMoney)]),
});

function resultBlocks({ rows }: ActFacts, result: Result): Block[] {
  const those = rows.filter(r => r.result === result);
  if (those.length === 0) return [];
  return [
    {
      type: 'table',
      label: `${RESULT_LABELS[result]} (${those.length})`,
      columns: [
        { title: 'N.º', weight: 0.6, number: true },
        { title: 'Propuesta', weight: 4 },
        { title: 'Responsable', weight: 2.5 },
        { title: 'Puntaje', weight: 1, number: true },
        { title: 'Monto', weight: 1.4, number: true },
      ],
      rows: those.map(r => [
        String(r.rank),
        `${r.code} ${r.title}\n${[r.school, r.line].filter(Boolean).join(' · ')}`,
        r.lead,
        points(r.score),
        formatMoney(result === 'award' ? (r.awarded ?? r.amount) : r.amount),
      ]),
    },
  ];
}

function adjustments({ rows }: ActFacts): Block[] {
  const isLess = (r: ActRow) => r.result === 'award' && (r.awarded ?? r.amount) !== r.amount;
  const resolved = (r: ActRow) =>
    isLess(r)
      ? `${RESULT_LABELS[r.result]} con ${formatMoney(r.awarded ?? r.amount)} de ${formatMoney(r.amount)}`
      : RESULT_LABELS[r.result];
  const changed = rows.filter(r => r.result !== r.proposed || isLess(r));
  return changed.length === 0
    ? [{ type: 'text', label: '', text: 'La oficina resolvió como proponen las reglas de la convocatoria.' }]
    : [
        {
          type: 'table',
          label: '',
          columns: [
            { title: 'Propuesta', weight: 1.5 },
            { title: 'Según las reglas', weight: 1.5 },
            { title: 'Se resolvió', weight: 1.5 },
            { title: 'Motivo', weight: 4 },
          ],
          rows: changed.map(r => [r.code, RESULT_LABELS[r.proposed], resolved(r), r.reason]),
        },
      ];
}

const scoreTable = ({ rows, criteria }: ActFacts): Block => ({
  type: 'table',
  label: 'Promedio por criterio y puntaje de cada evaluación',
  columns: [
    { title: 'N.º', weight: 0.6, number: true },
    { title: 'Propuesta', weight: 1.6 },
    ...criteria.map(c => ({ title: `${c.name} (${c.weight} %)`, weight: 1.2, number: true })),
    { title: 'Evaluaciones', weight: 1.6, number: true },
    { title: 'Diferencia', weight: 1.1, number: true },
    { title: 'Puntaje', weight: 1, number: true },
  ],
  rows: rows.map(r => [
    String(r.rank),
    r.code,
    ...r.criteria.map(points),
    r.scores.map(points).join('\n'),
    points(r.spread),
    points(r.score),
  ]),
});

export function actDocument({ number, at, facts }: StoredAct, heading: Heading): PrintedDocument {
  const when = formatDateTime(at);
  const count = (result: Result) => String(facts.rows.filter(r => r.result === result).length);
  const quotas = facts.quotas.map(q => `${q.faculty}: ${q.quota}`).join('\n');
  const fact = (label: string, text: string) => (text ? [{ label, text }] : []);
  return {
    ...heading,
    code: `Acta N.º ${number}`,
    title: `${facts.call} · ${facts.year}`,
    kind: 'Acta de resolución',
    facts: [
      ...fact('Resuelta', `${when} (hora de Chile)`),
      ...fact('Resolvió', facts.by),
      ...fact('Puntaje mínimo', String(facts.minimum)),
      ...fact('Evaluaciones por propuesta', String(facts.reviews)),
      ...fact('Evaluación a ciegas', facts.blind ? 'Sí' : 'No'),
      ...fact('Adjudicadas', count('award')),
      ...fact('En lista de espera', count('waitlist')),
      ...fact('No adjudicadas', count('not_award')),
      ...fact('Cupos por facultad', quotas),
    ],
    sections: [
      {
        label: 'Resultado',
        blocks: [
          lineTable(facts),
          ...(['award', 'waitlist', 'not_award'] as const).flatMap(result => resultBlocks(facts, result)),
        ],
      },
      { label: 'Ajustes de la oficina', blocks: adjustments(facts) },
      { label: 'Puntajes', blocks: [scoreTable(facts)] },
    ],
    signatures: [{ what: 'Resolvió', name: facts.by, at: when }],
    printed: `Resuelta el ${when} por ${facts.by}`,
  };
}
