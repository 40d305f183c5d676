import type { Drawing } from '../../drawings/mark.ts';
import {
  amountOf,
  BUDGET_CATEGORIES,
  BUDGET_SOURCES,
  type Budget,
  budgetTotal,
  totalsByCategory,
  totalsBySource,
} from '../../sections/budget.ts';
import { isNumber, keyOf, type SectionField } from '../../sections/field.ts';
import type { SectionSlug } from '../../sections/index.ts';
import { isEmpty } from '../../sections/section.ts';
import { type NameOf, showValue } from '../../sections/show.ts';
import { TEAM_ROLES, type Team } from '../../sections/team.ts';
import { formatDateTime, formatDay, formatMoney, formatNumber } from '../../text/format.ts';
import { answerField } from '../answers.ts';
import type { Question } from '../definition.ts';
import { indicatorBlocks } from './indicators.ts';

/** A column of a printed table; `weight` is its share of the width. */
export interface PrintedColumn {
  readonly title: string;
  readonly weight: number;
  readonly number?: boolean;
}
/** What a printed page is made of. */
/** A table of words. */
export interface TableBlock {
  readonly type: 'table';
  readonly label: string;
  readonly columns: readonly PrintedColumn[];
  readonly rows: readonly (readonly string[])[];
  /** Last row, set apart. */
  readonly total?: readonly string[];
}

export type Block =
  | { readonly type: 'facts'; readonly facts: readonly { readonly label: string; readonly text: string }[] }
  /** Without a label where the heading of its section says what it is. */
  | { readonly type: 'text'; readonly label: string; readonly text: string }
  | { readonly type: 'items'; readonly label: string; readonly items: readonly string[] }
  | TableBlock
  | { readonly type: 'entry'; readonly title: string; readonly blocks: readonly Block[] };

/** A drawing, in points, with what is seen on it. */
export interface DrawingBlock {
  readonly type: 'drawing';
  readonly drawing: Pick<Drawing, 'width' | 'height' | 'marks' | 'sentence'>;
}

/** A photo as it is printed. */
export interface PrintedPhoto {
  /** Before its caption: «Foto 1»; no other photo of the document has it. */
  readonly name: string;
  readonly caption: string;
  /** A JPEG; null where it cannot be shown. */
  readonly image: Uint8Array | null;
}

/** Photos, two in a row. */
export interface PhotosBlock {
  readonly type: 'photos';
  readonly photos: readonly PrintedPhoto[];
}

/** A document ready for paper: words and their order, nothing of how it looks. */
export interface PrintedDocument {
  readonly institution: string;
  /** Name of the office's work, beside the institution on each page. */
  readonly product: string;
  readonly code: string;
  readonly title: string;
  /** What kind of document it is, above the title. */
  readonly kind: string;
  readonly facts: readonly { readonly label: string; readonly text: string }[];
  readonly sections: readonly {
    readonly label: string;
    readonly blocks: readonly (Block | DrawingBlock | PhotosBlock)[];
  }[];
  readonly signatures: readonly Signature[];
  /** Stands with the signatures, so that they are never alone on a page. */
  readonly closing?: string;
  /** What comes after the signatures. */
  readonly annexes?: PrintedDocument['sections'];
  /** Who printed it and when, at the foot of each page. */
  readonly printed: string;
  /** What the file itself says of when it was made; now, unless the same document is to be the same bytes. */
  readonly madeAt?: Date;
}

type Data = Readonly<Record<string, unknown>>;

export interface PrintedSource {
  readonly slug: SectionSlug;
  readonly fields: readonly SectionField[];
  readonly data: Data;
  readonly questions: readonly Question[];
  /** Paths of what has to be filled in before the project is sent. */
  readonly missing: ReadonlySet<string>;
  readonly nameOf: NameOf;
}
type Context = Pick<PrintedSource, 'missing' | 'nameOf'>;

const MISSING = 'Sin completar';
const LONG: readonly SectionField['type'][] = ['narrative', 'goals'];
const asEntries = (value: unknown) => (Array.isArray(value) ? (value as readonly Data[]) : []);

/** A section as blocks: what is filled in, and what is required and is not. */
export function printSection(source: PrintedSource): Block[] {
  const { slug, fields, data, questions } = source;
  const table = TABLES[slug];
  if (table) {
    const others = fields.filter(f => f.path !== table.list);
    return [...table.blocks(data, fields, source), ...fieldBlocks(others, data, source)];
  }
  if (slug === 'questions') {
    const asked = questions.map(q => ({ ...answerField(q).info, path: q.id }));
    return fieldBlocks(asked, (data.answers ?? {}) as Data, source, 'answers.');
  }
  const blocks = fieldBlocks(fields, data, source);
  const [only] = blocks;
  // The section's own heading says what the table is.
  return only?.type === 'table' && blocks.length === 1 ? [{ ...only, label: '' }] : blocks;
}

/** Lists with a table of their own. */
const TABLES: Partial<Record<SectionSlug, Table>> = {
  budget: { list: 'lines', blocks: budgetBlocks },
  team: { list: 'members', blocks: teamBlocks },
  indicators: {
    list: 'indicators',
    blocks: (data, fields, context) => indicatorBlocks(data, fields, { ...context, words: MISSING }),
  },
};
interface Table {
  readonly list: string;
  readonly blocks: (data: Data, fields: readonly SectionField[], context: Context) => Block[];
}

/** Short values share lines; texts, lists and counts stand by themselves, in the order of the form. */
function fieldBlocks(fields: readonly SectionField[], data: Data, context: Context, prefix = ''): Block[] {
  const blocks: Block[] = [];
  let facts: { label: string; text: string }[] = [];
  const flush = () => {
    if (facts.length > 0) blocks.push({ type: 'facts', facts });
    facts = [];
  };
  for (const field of fields) {
    const value = data[keyOf(field)];
    // What the reader may not see is not there at all.
    if (!Object.hasOwn(data, keyOf(field))) continue;
    const text = showValue(field, value, context.nameOf);
    const isMissing = text === '' && context.missing.has(prefix + keyOf(field));
    if (text === '' && !isMissing) continue;
    if (isMissing) facts.push({ label: field.label, text: MISSING });
    else if (LONG.includes(field.type) || field.type === 'list' || field.type === 'counts') {
      flush();
      blocks.push(...longBlocks(field, value, text, context));
    } else facts.push({ label: field.label, text });
  }
  flush();
  return blocks;
}

function longBlocks(field: SectionField, value: unknown, text: string, context: Context): Block[] {
  if (field.type === 'counts') return countBlocks(field, value);
  if (field.type !== 'list') return [{ type: 'text', label: field.label, text }];
  const entries = asEntries(value);
  const shown = (field.fields ?? []).filter(f => entries.some(e => !isEmpty(e[keyOf(f)])));
  const cell = (f: SectionField, e: Data) => showValue(f, e[keyOf(f)], context.nameOf);
  const [only] = shown;
  if (shown.length === 1 && only)
    return [{ type: 'items', label: field.label, items: entries.map(e => cell(only, e)) }];
  if (shown.length <= MOST_COLUMNS && !shown.some(f => f.type === 'narrative'))
    return [
      {
        type: 'table',
        label: field.label,
        columns: shown.map(columnOf),
        rows: entries.map(e => shown.map(f => cell(f, e))),
      },
    ];
  return entries.map((e, n) => ({
    type: 'entry',
    title: `${field.itemLabel ?? field.label} ${n + 1}`,
    blocks: fieldBlocks(field.fields ?? [], e, context, `${field.path}.${n}.`),
  }));
}

const MOST_COLUMNS = 7;
const NARROW: readonly SectionField['type'][] = ['date', 'time', 'flag'];

function columnOf(field: SectionField): PrintedColumn {
  const number = isNumber(field);
  const narrow = number || NARROW.includes(field.type);
  return { title: field.label, weight: narrow ? 1 : 2, ...(number && { number }) };
}

function countBlocks(field: SectionField, value: unknown): Block[] {
  const counts = value as Record<string, { expected: number | null; actual: number | null }>;
  const showCount = (n: number | null | undefined) => (n === null || n === undefined ? '—' : formatNumber(n));
  const rows = (field.options ?? []).flatMap(({ value: group, label }) => {
    const { expected = null, actual = null } = counts[group] ?? {};
    return expected === null && actual === null ? [] : [[label, showCount(expected), showCount(actual)]];
  });
  const columns = [
    { title: 'Grupo', weight: 3 },
    { title: 'Esperados', weight: 1, number: true },
    { title: 'Reales', weight: 1, number: true },
  ];
  return [{ type: 'table', label: field.label, columns, rows }];
}

/** Shares of the width, by name, where those of the field's type are not the best. */
const BUDGET_WEIGHTS: Readonly<Record<string, number>> = {
  description: 3,
  quantity: 1.2,
  unitCost: 1.6,
  source: 1.6,
};

function budgetBlocks(section: Data, fields: readonly SectionField[], { nameOf }: Context): Block[] {
  const lines = fields.find(f => f.path === 'lines');
  const shown = lines?.fields ?? [];
  const data = section as Budget;
  if (!lines || shown.length === 0 || data.lines.length === 0) return [];
  const cell = (field: SectionField, line: Data) =>
    showValue(field, line[keyOf(field)], nameOf) || (field.type === 'line' ? '' : '—');
  const rows = data.lines.map(l => [...shown.map(f => cell(f, l)), formatMoney(amountOf(l))]);
  const columns = [
    ...shown.map(f => ({ ...columnOf(f), weight: BUDGET_WEIGHTS[keyOf(f)] ?? columnOf(f).weight })),
    { title: 'Total', weight: 1.7, number: true },
  ];
  const total = ['Total', ...shown.slice(1).map(() => ''), formatMoney(budgetTotal(data))];
  return [
    { type: 'table', label: lines.label, columns, rows, total },
    totalsBlock('Por categoría', BUDGET_CATEGORIES, totalsByCategory(data)),
    totalsBlock('Por fuente', BUDGET_SOURCES, totalsBySource(data)),
  ];
}

function totalsBlock<V extends string>(
  label: string,
  groups: readonly { readonly value: V; readonly label: string }[],
  totals: Record<V, number>,
): Block {
  const facts = groups
    .filter(g => totals[g.value] > 0)
    .map(g => ({ label: g.label, text: formatMoney(totals[g.value]) }));
  return { type: 'entry', title: label, blocks: [{ type: 'facts', facts }] };
}

/** Fields of a member that the first columns of the table put together. */
const TOGETHER = ['userId', 'name', 'email', 'organisation', 'role', 'hoursPerWeek', 'from', 'to'];

/** Somebody of the university by account, an outsider by name; neither where the reader may not know. */
function teamBlocks(data: Data, fields: readonly SectionField[], { nameOf }: Context): Block[] {
  const members = asEntries(data.members) as Team['members'];
  if (members.length === 0) return [];
  const others = (fields.find(f => f.path === 'members')?.fields ?? []).filter(
    f => !TOGETHER.includes(keyOf(f)),
  );
  const rows = members.map(m => [
    (m.userId ? nameOf(m.userId) : m.name) || 'Persona externa',
    TEAM_ROLES.find(r => r.value === m.role)?.label ?? '—',
    [m.organisation, m.email].filter(Boolean).join(', '),
    m.hoursPerWeek === null ? '' : formatNumber(m.hoursPerWeek),
    m.from || m.to ? [m.from, m.to].map(d => (d ? formatDay(d) : '')).join(' a ') : '',
    ...others.map(f => showValue(f, (m as Data)[keyOf(f)], nameOf)),
  ]);
  const columns = [
    { title: 'Nombre', weight: 2.5 },
    { title: 'Rol', weight: 1.5 },
    { title: 'Organización y correo', weight: 2.5 },
    { title: 'Horas por semana', weight: 1.2, number: true },
    { title: 'Período', weight: 2 },
    ...others.map(columnOf),
  ];
  const used = columns.map((_, n) => rows.some(row => row[n]));
  const keepUsed = <T>(cells: readonly T[]) => cells.filter((_, n) => used[n]);
  return [{ type: 'table', label: '', columns: keepUsed(columns), rows: rows.map(keepUsed) }];
}

/** Something that was done to a project. */
export interface HistoryEvent {
  readonly at: string;
  readonly action: string;
  readonly label: string;
  readonly from: string | null;
  readonly actor: { readonly name: string } | null;
  readonly onBehalfOf: { readonly name: string } | null;
  readonly undone: boolean;
  readonly note: string | null;
}
/** Who answered for the project, in what capacity, and when. */
export interface Signature {
  readonly what: string;
  /** Empty where the reader may not know. */
  readonly name: string;
  readonly at: string;
}

/** Acts that count as a signature, by the status they were done in where that tells who signed. */
const SIGNED: Record<string, string> = {
  submit: 'Enviado por',
  'endorse/director_review': 'Visto bueno de Dirección',
  'endorse/dean_review': 'Visto bueno de Decanato',
  admit: 'Declarado admisible',
  award: 'Adjudicado',
  accept_final_report: 'Informe final aceptado',
};

/** The last act of each kind that still stands, oldest first. `history` is newest first. */
export function signaturesOf(history: readonly HistoryEvent[]): Signature[] {
  const found = new Map<string, Signature>();
  for (const { at, action, from, actor, onBehalfOf, undone } of history) {
    const what = SIGNED[`${action}/${from}`] ?? SIGNED[action];
    if (!what || undone || found.has(what)) continue;
    const name = [actor?.name, onBehalfOf && `en nombre de ${onBehalfOf.name}`].filter(Boolean).join(', ');
    found.set(what, { what, name, at: formatDateTime(new Date(at)) });
  }
  return [...found.values()].reverse();
}

/** Everything that happened, oldest first, as a table. */
export const printHistory = (history: readonly HistoryEvent[]): TableBlock => ({
  type: 'table',
  label: '',
  columns: [
    { title: 'Fecha', weight: 1.2 },
    { title: 'Qué', weight: 2 },
    { title: 'Quién', weight: 2.5 },
  ],
  rows: history
    .toReversed()
    .map(h => [
      formatDateTime(new Date(h.at)),
      h.undone ? `${h.label} (deshecho)` : h.label,
      [h.actor?.name, h.onBehalfOf && `en nombre de ${h.onBehalfOf.name}`].filter(Boolean).join(', '),
    ]),
});
