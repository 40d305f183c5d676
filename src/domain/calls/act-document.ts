import { callTitle } from '../catalogues/call-title.ts';
import type { Block, PrintedColumn, PrintedDocument, Signature } from '../kinds/print/print.ts';
import { formatDateTime, formatDay, formatMoney, formatNumber } from '../text/format.ts';
import type { ActFacts, ActRow, Heading, StoredAct } from './act.ts';
import { RESULT_LABELS, RESULTS, type Result } from './proposals.ts';

const NOBODY = 'Sin evaluar';
const points = (value: number | null | undefined) => (value == null ? '—' : formatNumber(value, 2));
const scoreOf = ({ score }: ActRow) => (score === null ? NOBODY : points(score));
const isEvaluated = ({ scores }: ActRow) => scores.length > 0;
const number = (title: string, weight = 1): PrintedColumn => ({ title, weight, number: true });
const textColumn = (title: string, weight: number): PrintedColumn => ({ title, weight });

/** What made an act, after its name. */
const CAUSES = {
  resolution: '',
  appeal: ', por apelación',
  waitlist: ', por la lista de espera',
} as const;

const lineTable = ({ lines }: ActFacts): Block => ({
  type: 'table',
  label: 'Presupuesto por línea',
  columns: [
    textColumn('Línea', 3),
    ...['Tope', 'Presupuesto', 'Adjudicado', 'Saldo'].map(title => number(title, 1.5)),
    number('Puntaje de corte', 1.2),
  ],
  rows: lines.map(l => [
    l.name,
    ...[l.cap, l.budget, l.awarded, l.budget - l.awarded].map(formatMoney),
    points(l.cutoff),
  ]),
});

function resultBlocks({ rows }: ActFacts, result: Result): Block[] {
  const those = rows.filter(r => r.result === result);
  if (those.length === 0) return [];
  return [
    {
      type: 'table',
      label: `${RESULT_LABELS[result]} (${those.length})`,
      columns: [
        number('N.º', 0.6),
        textColumn('Propuesta', 4),
        textColumn('Responsable', 2.5),
        number('Puntaje'),
        number('Monto', 1.4),
      ],
      rows: those.map(r => [
        String(r.rank),
        [r.code, r.title, [r.school, r.line].filter(Boolean).join(' · ')].filter(Boolean).join('\n'),
        r.lead,
        scoreOf(r),
        formatMoney(result === 'award' ? (r.awarded ?? r.amount) : r.amount),
      ]),
    },
  ];
}

/** What the office decided otherwise than the rules proposed, and what it awarded less than was asked. */
function adjustments({ rows, cause }: ActFacts): Block[] {
  if (cause === 'waitlist') return [];
  const isLess = (r: ActRow) => r.result === 'award' && (r.awarded ?? r.amount) !== r.amount;
  const resolved = (r: ActRow) =>
    isLess(r)
      ? `${RESULT_LABELS[r.result]} con ${formatMoney(r.awarded ?? r.amount)} de ${formatMoney(r.amount)}`
      : RESULT_LABELS[r.result];
  const changed = rows.filter(r => r.result !== r.proposed || isLess(r));
  if (changed.length === 0) return [paragraph('Se resolvió como proponen las reglas de la convocatoria.')];
  const columns = [
    textColumn('Propuesta', 1.5),
    textColumn('Según las reglas', 1.5),
    textColumn('Se resolvió', 1.5),
    textColumn('Motivo', 4),
  ];
  const cells = changed.map(r => [r.code, RESULT_LABELS[r.proposed], resolved(r), r.reason]);
  return [{ type: 'table', label: '', columns, rows: cells }];
}

const paragraph = (text: string): Block => ({ type: 'text', label: '', text });

/** A code stays whole within a sentence. */
const unbroken = (text: string) => text.replaceAll('-', '\u2011');

function ties({ rows }: ActFacts): Block[] {
  const tied = rows.filter(r => r.tie !== undefined);
  if (tied.length === 0) return [];
  const columns = [
    number('N.º', 0.6),
    textColumn('Propuesta', 1.6),
    number('Puntaje'),
    textColumn('Por qué va antes', 5),
  ];
  const cells = tied.map(r => [String(r.rank), r.code, scoreOf(r), unbroken(r.tie ?? '')]);
  return [{ type: 'table', label: '', columns, rows: cells }];
}

function inadmissible({ inadmissible: all = [] }: ActFacts): Block[] {
  if (all.length === 0) return [];
  const columns = [textColumn('Propuesta', 3.5), textColumn('Responsable', 2), textColumn('Motivo', 4)];
  const cells = all.map(p => [[p.code, p.title, p.school].filter(Boolean).join('\n'), p.lead, p.reason]);
  return [{ type: 'table', label: '', columns, rows: cells }];
}

const attendants = (people: readonly { readonly name: string; readonly role: string }[]) =>
  people.map(({ name, role }) => (role ? `${name}, ${role}` : name)).join('\n');

function sessionBlocks({ session }: ActFacts): Block[] {
  if (!session) return [];
  const { day, place, notes, quorum, present, absent } = session;
  const facts = [
    { label: 'Día', text: formatDay(day) },
    { label: 'Lugar', text: place },
    { label: 'Presentes', text: attendants(present) },
    { label: 'Ausentes', text: attendants(absent) },
    { label: 'Quórum', text: quorum === null ? '' : `${quorum}; presentes: ${present.length}` },
  ].filter(fact => fact.text !== '');
  return [
    { type: 'facts', facts },
    ...(notes ? [{ type: 'text', label: 'Notas', text: notes } as const] : []),
  ];
}

/** More criteria than fit beside each other stand in a table of their own. */
const CRITERIA_AT_ONCE = 5;

function scoreTables({ rows, criteria }: ActFacts): Block[] {
  const named = [number('N.º', 0.6), textColumn('Propuesta', 1.6)];
  const scores: Block = {
    type: 'table',
    label: 'Puntaje de cada evaluación',
    columns: [...named, number('Evaluaciones', 1.6), number('Diferencia', 1.1), number('Puntaje')],
    rows: rows.map(r => [
      ...[String(r.rank), r.code, r.scores.map(points).join('\n') || '—'],
      ...[isEvaluated(r) ? points(r.spread) : '—', scoreOf(r)],
    ]),
  };
  const tables = Math.ceil(criteria.length / CRITERIA_AT_ONCE);
  const means = Array.from({ length: tables }, (_, n): Block => {
    const [from, to] = [n * CRITERIA_AT_ONCE, (n + 1) * CRITERIA_AT_ONCE];
    return {
      type: 'table',
      label: `Promedio por criterio${tables > 1 ? ` (${n + 1} de ${tables})` : ''}`,
      columns: [
        ...named,
        ...criteria.slice(from, to).map(c => number(`${c.name} (${c.weight}\u00a0%)`, 1.4)),
      ],
      rows: rows.map(r => [
        ...[String(r.rank), r.code],
        ...r.criteria.slice(from, to).map(mean => (isEvaluated(r) ? points(mean) : '—')),
      ]),
    };
  });
  return [scores, ...means];
}

function rules({ minimum, reviews, gap, blind, quotas, bases = [] }: ActFacts) {
  return [
    { label: 'Puntaje mínimo', text: String(minimum) },
    { label: 'Evaluaciones por propuesta', text: String(reviews) },
    { label: 'Diferencia que pide otra', text: String(gap) },
    { label: 'Evaluación a ciegas', text: blind ? 'Sí' : 'No' },
    { label: 'Cupos por facultad', text: quotas.map(q => `${q.faculty}: ${q.quota}`).join('\n') },
    { label: 'Bases', text: bases.join('\n') },
  ];
}

/** Who resolved, and of the committee who was there. */
function signatures({ by, session }: ActFacts, at: string): Signature[] {
  const members = (session?.present ?? []).map(({ name, role }) => ({
    ...{ what: role || 'Integrante de la comisión', name, at: '' },
  }));
  return [...(by === null ? [] : [{ what: 'Resolvió', name: by, at }]), ...members];
}

const section = (label: string, blocks: readonly Block[]) => (blocks.length > 0 ? [{ label, blocks }] : []);

/** An act as it is printed; what it does not know, being of before, it leaves out. */
export function actDocument({ number: n, at, facts }: StoredAct, heading: Heading): PrintedDocument {
  const when = formatDateTime(at);
  const who = facts.by ?? 'la lista de espera, sin sesión';
  const counts = RESULTS.map(result => ({
    label: RESULT_LABELS[result],
    text: String(facts.rows.filter(r => r.result === result).length),
  }));
  const { cause = n === 1 ? 'resolution' : 'appeal', appealsUntil = null } = facts;
  const isFirst = cause === 'resolution';
  const provisional =
    appealsUntil && `Resultado provisional: se puede apelar hasta el ${formatDay(appealsUntil)}.`;
  return {
    ...heading,
    code: `Acta N.º ${n}`,
    title: callTitle({ name: facts.call, year: facts.year }),
    kind: isFirst ? 'Acta de resolución' : `Acta suplementaria${CAUSES[cause]}`,
    facts: [
      { label: 'Resuelta', text: `${when} (hora de Chile)` },
      { label: 'Resolvió', text: facts.by ?? 'Por la lista de espera, sin sesión' },
      ...counts,
      ...rules(facts),
    ].filter(fact => fact.text !== ''),
    sections: [
      ...section('Sesión', sessionBlocks(facts)),
      {
        label: 'Resultado',
        blocks: [
          ...(provisional ? [paragraph(provisional)] : []),
          lineTable(facts),
          ...RESULTS.flatMap(result => resultBlocks(facts, result)),
        ],
      },
      ...section('Ajustes de la oficina', adjustments(facts)),
      ...section('Desempates', ties(facts)),
      ...section('Declaradas inadmisibles', inadmissible(facts)),
    ],
    signatures: signatures(facts, when),
    closing: `En constancia del acta N.º ${n} de «${facts.call}», resuelta el ${when} por ${who}.`,
    annexes: [{ label: 'Puntajes', blocks: scoreTables(facts) }],
    printed: `Resuelta el ${when} por ${who}`,
  };
}
