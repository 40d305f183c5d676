import { CERTIFICATE_RULES } from '../certificates/rules.ts';
import type { FieldError } from '../kit/problem.ts';
import { type SectionData, type SectionSlug, sectionOf } from '../sections/index.ts';
import { formatCount, labelIn } from '../text/format.ts';
import { CALL_RULES, type KindDefinition, kindDefinitionSchema, QUESTION_TYPES } from './definition.ts';
import { isFinal, type Status, statusLabel } from './statuses.ts';

/** Projects of one kind, of any version, by where they stand. */
export interface Standings {
  readonly status: Status;
  readonly count: number;
}

/** What a rule outside of the form reads, by section; without it projects of the kind could not go on. */
const NEEDED: { readonly [S in SectionSlug]?: readonly (keyof SectionData[S] & string)[] } = {
  identification: ['title', 'period', 'startDate', 'endDate', 'leadId', 'schoolId'],
  fund: ['callId', 'lineId', 'amountRequested'],
  contract: ['signedContractFileId'],
};
/** What is asked of a fund is the sum of these. */
export const SUMMED_FIELDS = ['lines', 'lines.*.quantity', 'lines.*.unitCost', 'lines.*.source'] as const;
const asksFund = ({ sections }: Pick<KindDefinition, 'sections'>) => sections.some(s => s.slug === 'fund');

/** Sections without which a kind's steps or its start cannot work. */
const neededSections = ({ slug, call, sections }: KindDefinition): SectionSlug[] => [
  ...(call === 'required' ? (['fund'] as const) : []),
  ...(asksFund({ sections }) ? (['budget'] as const) : []),
  ...(slug === 'cons' ? (['contract'] as const) : []),
];

const quote = (text: string) => `«${text}»`;

/** What a version already hides, it may go on hiding: applying to a call shows it all the same. */
const summedShown = (current: KindDefinition) => {
  const { fields = {} } = current.sections.find(s => s.slug === 'budget') ?? {};
  return SUMMED_FIELDS.filter(path => !fields[path]?.hidden);
};

function hiddenNeeds(current: KindDefinition, next: KindDefinition): FieldError[] {
  return next.sections.flatMap((entry, n) =>
    [
      ...(NEEDED[entry.slug] ?? []),
      ...(entry.slug === 'budget' && asksFund(next) ? summedShown(current) : []),
    ].flatMap((path: string) => {
      const field = sectionOf(entry.slug)
        .fields.flatMap(f => [f, ...(f.fields ?? [])])
        .find(f => f.path === path);
      if (!field || !entry.fields[path]?.hidden) return [];
      const message = `${quote(field.label)} no se puede ocultar: lo necesitan las reglas de los proyectos.`;
      return [{ path: `sections.${n}.fields.${path}`, message }];
    }),
  );
}

function missingSections(next: KindDefinition): FieldError[] {
  return neededSections(next)
    .filter(slug => !next.sections.some(s => s.slug === slug))
    .map(slug => ({
      path: 'sections',
      message: `La sección ${quote(sectionOf(slug).label)} no se puede quitar: sin ella estos proyectos no pueden avanzar.`,
    }));
}

function removedSteps(
  current: KindDefinition,
  next: KindDefinition,
  standings: readonly Standings[],
): FieldError[] {
  const gone = current.steps.filter(step => !next.steps.some(s => s.status === step.status));
  return gone.flatMap(({ status }) => {
    const count = standings.find(s => s.status === status && !isFinal(s.status))?.count ?? 0;
    if (count === 0) return [];
    const who = count === 1 ? '1 proyecto está' : `${count} proyectos están`;
    return [
      {
        path: 'steps',
        message: `El paso ${quote(statusLabel(status))} no se puede quitar: ${who} en él. Espera a que avancen o muévelos antes.`,
      },
    ];
  });
}

/** Why `next` cannot follow `current` while projects stand as they do; empty when it can. */
export function revisionRefusals(
  current: KindDefinition,
  next: KindDefinition,
  standings: readonly Standings[],
): FieldError[] {
  const fixed = [
    [next.slug !== current.slug, 'slug', 'El identificador de un tipo no cambia: está en las direcciones.'],
    [next.prefix !== current.prefix, 'prefix', 'El prefijo no cambia: está en los códigos ya entregados.'],
  ] as const;
  return [
    ...fixed.filter(([wrong]) => wrong).map(([, path, message]) => ({ path, message })),
    ...hiddenNeeds(current, next),
    ...missingSections(next),
    ...removedSteps(current, next, standings),
  ];
}

type CheckedRevision =
  | { definition: KindDefinition; errors: [] }
  | { definition: null; errors: FieldError[] };

/** A draft as it could be published, or everything that is wrong with it. */
export function judgeRevision(
  current: KindDefinition,
  draft: unknown,
  standings: readonly Standings[],
): CheckedRevision {
  const parsed = kindDefinitionSchema.safeParse(draft);
  if (!parsed.success) {
    const errors = parsed.error.issues.map(i => ({ path: i.path.join('.'), message: i.message }));
    return { definition: null, errors };
  }
  const errors = revisionRefusals(current, parsed.data, standings);
  return errors.length > 0 ? { definition: null, errors } : { definition: parsed.data, errors: [] };
}

/** One thing that differs, in words; null where it is absent on that side. */
export interface Difference {
  readonly what: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** By a key that stays when labels change. */
type Lines = Map<string, readonly [what: string, value: string]>;

const days = (n: number) => `${n} ${n === 1 ? 'día hábil' : 'días hábiles'}`;
const yes = (value: boolean | undefined, word: string) => (value ? [word] : []);

function sectionLines(lines: Lines, { sections }: KindDefinition): void {
  const names = sections.map(s => s.label ?? sectionOf(s.slug).label);
  lines.set('order', ['Secciones, en orden', names.join(', ')]);
  for (const entry of sections) {
    const { label, help, fields } = sectionOf(entry.slug);
    const name = entry.label ?? label;
    lines.set(`${entry.slug}/label`, [`Sección ${quote(label)}: título`, name]);
    lines.set(`${entry.slug}/help`, [`${name}: ayuda`, entry.help ?? help]);
    if (entry.onlyWithCall) lines.set(`${entry.slug}/call`, [name, 'solo con convocatoria']);
    const known = new Map(fields.flatMap(f => [f, ...(f.fields ?? [])]).map(f => [f.path, f]));
    for (const [path, over] of Object.entries(entry.fields)) {
      const field = known.get(path);
      const required = over.required === undefined ? [] : [over.required ? 'obligatorio' : 'optativo'];
      const told = [
        ...yes(over.hidden, 'oculto'),
        ...required,
        ...(over.label ? [`título: ${over.label}`] : []),
        ...(over.help === undefined ? [] : [`ayuda: ${over.help}`]),
      ];
      if (told.length > 0)
        lines.set(`${entry.slug}/${path}`, [`${name}: ${field?.label ?? path}`, told.join(' · ')]);
    }
  }
}

function askedLines(lines: Lines, { questions, documents }: KindDefinition): void {
  for (const q of questions) {
    const type = QUESTION_TYPES.find(t => t.value === q.type)?.label ?? q.type;
    const told = [q.label, type, ...yes(q.required, 'obligatoria'), ...(q.help ? [`ayuda: ${q.help}`] : [])];
    const choices = [...q.options, ...q.columns].map(o => o.label);
    lines.set(`question/${q.id}`, [
      `Pregunta ${quote(q.id)}`,
      [...told, ...(choices.length > 0 ? [choices.join(', ')] : [])].join(' · '),
    ]);
  }
  for (const d of documents) {
    const told = [d.label, ...yes(d.required, 'obligatorio'), ...yes(d.anonymous, 'versión anónima')];
    lines.set(`document/${d.type}`, [
      `Documento ${quote(d.type)}`,
      [...told, ...(d.help ? [`ayuda: ${d.help}`] : [])].join(' · '),
    ]);
  }
}

function courseLines(
  lines: Lines,
  { steps, correctionDays, finalReport, progressReports, certificates, rubric }: KindDefinition,
): void {
  for (const { status, days: n } of steps)
    lines.set(`step/${status}`, [`Paso ${quote(statusLabel(status))}`, days(n)]);
  lines.set('correction', ['Plazo para responder observaciones', days(correctionDays)]);
  if (progressReports.length > 0)
    lines.set('report/progress', ['Informes de avance', progressReports.map(p => `al ${p} %`).join(', ')]);
  lines.set('report/due', ['Plazo del informe final', days(finalReport.dueDays)]);
  lines.set('report/director', ['Informe final: Dirección', days(finalReport.directorDays)]);
  lines.set('report/office', ['Informe final: oficina', days(finalReport.officeDays)]);
  // A draft of before certificates does not speak of them.
  lines.set('certificates', ['Certificados', labelIn(CERTIFICATE_RULES, certificates ?? 'none')]);
  if (!rubric) return;
  lines.set('rubric/reviews', ['Pauta: evaluaciones por propuesta', String(rubric.reviews)]);
  lines.set('rubric/minimum', ['Pauta: puntaje mínimo', String(rubric.minimum)]);
  lines.set('rubric/gap', ['Pauta: diferencia que pide otra evaluación', String(rubric.gap)]);
  lines.set('rubric/consensusDays', ['Pauta: días para un consenso', String(rubric.consensusDays ?? 0)]);
  for (const c of rubric.criteria) {
    const told = [
      `${c.name}: ${c.weight} %, hasta ${formatCount(c.maxPoints, 'punto', 'puntos')}`,
      ...(c.help ? [c.help] : []),
    ];
    lines.set(`criterion/${c.id}`, [
      `Criterio ${quote(c.id)}`,
      [...told, ...yes(c.justificationRequired, 'con justificación')].join(' · '),
    ]);
  }
}

function linesOf(kind: KindDefinition): Lines {
  const call = CALL_RULES.find(r => r.value === kind.call)?.label ?? kind.call;
  const lines: Lines = new Map([
    ['label', ['Nombre', kind.label]],
    ['plural', ['Plural', kind.plural]],
    ['help', ['Descripción', kind.help]],
    ['icon', ['Ícono', kind.icon]],
    ['call', ['Convocatoria', call]],
  ]);
  sectionLines(lines, kind);
  askedLines(lines, kind);
  courseLines(lines, kind);
  return lines;
}

/** What a reader of two versions needs to know, in the order of the form. */
export function kindDifferences(before: KindDefinition, after: KindDefinition): Difference[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  return [...new Set([...b.keys(), ...a.keys()])].flatMap(key => {
    const [was, is] = [a.get(key), b.get(key)];
    if (was?.[1] === is?.[1]) return [];
    return [{ what: (is ?? was)?.[0] ?? key, before: was?.[1] ?? null, after: is?.[1] ?? null }];
  });
}
