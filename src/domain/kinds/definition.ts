import { z } from 'zod';
import { CERTIFICATE_RULES } from '../certificates/rules.ts';
import { enumOf, type SectionField } from '../sections/field.ts';
import { SECTION_SLUGS, type SectionSlug, sectionOf } from '../sections/index.ts';
import { ascending, text } from '../text/rules.ts';
import { KIND_SLUGS } from './slugs.ts';
import { hasStep } from './statuses.ts';

/** Names of Tabler icons a kind may choose from; the browser ships only these. */
export const KIND_ICONS = [
  'school',
  'microphone-2',
  'coin',
  'briefcase',
  'bulb',
  'users-group',
  'heart-handshake',
  'palette',
  'plant-2',
  'rocket',
] as const;

/** Steps between submit and approval, in the order every kind keeps. */
export const STEP_STATUSES = [
  'director_review',
  'dean_review',
  'admissibility',
  'evaluation',
  'resolution',
] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

/** What a step is called as a place, as in "Enviar a …". */
export const STEP_PLACES: Readonly<Record<StepStatus, string>> = {
  director_review: 'Dirección',
  dean_review: 'Decanato',
  admissibility: 'admisibilidad',
  evaluation: 'evaluación',
  resolution: 'resolución',
};

export const CALL_RULES = [
  { value: 'required', label: 'Solo con una convocatoria abierta' },
  { value: 'optional', label: 'Con o sin convocatoria' },
  { value: 'none', label: 'Sin convocatoria' },
] as const;

export const QUESTION_TYPES = [
  { value: 'short_text', label: 'Texto corto' },
  { value: 'long_text', label: 'Texto largo' },
  { value: 'number', label: 'Número' },
  { value: 'money', label: 'Monto' },
  { value: 'date', label: 'Fecha' },
  { value: 'choice', label: 'Una opción' },
  { value: 'choices', label: 'Varias opciones' },
  { value: 'yes_no', label: 'Sí o no' },
  { value: 'file', label: 'Archivo' },
  { value: 'table', label: 'Tabla' },
] as const;

/** Stable name inside a definition: answers and files refer to it. */
const slug = z.string().regex(/^[a-z0-9_]{1,40}$/, 'Usa letras minúsculas, números y guion bajo.');
const days = z.number().int().min(1).max(250);
const options = z.array(z.object({ value: slug, label: text(120, 1) })).max(40);

const fieldOverride = z.object({
  required: z.boolean().optional(),
  hidden: z.boolean().optional(),
  label: text(120, 1).optional(),
  help: text(500).optional(),
});

const sectionEntry = z
  .object({
    slug: z.enum(SECTION_SLUGS),
    label: text(120, 1).optional(),
    help: text(500).optional(),
    /** Shown only while the project applies to a call. */
    onlyWithCall: z.boolean().default(false),
    /** By path of the section's fields, e.g. `partners.*.role`. */
    fields: z.record(z.string(), fieldOverride).default({}),
  })
  .superRefine((entry, context) => {
    const known = new Set(pathsOf(sectionOf(entry.slug).fields));
    for (const path of Object.keys(entry.fields).filter(p => !known.has(p)))
      context.addIssue({ code: 'custom', path: ['fields', path], message: 'Ese campo no existe.' });
  });

const pathsOf = (fields: readonly SectionField[]): string[] =>
  fields.flatMap(f => [f.path, ...pathsOf(f.fields ?? [])]);

export const question = z
  .object({
    id: slug,
    type: enumOf(QUESTION_TYPES),
    label: text(200, 1),
    help: text(500).default(''),
    required: z.boolean().default(false),
    /** Of `choice` and `choices`. */
    options: options.default([]),
    /** Of `table`. */
    columns: z
      .array(z.object({ id: slug, label: text(80, 1) }))
      .max(10)
      .default([]),
  })
  .refine(q => !q.type.startsWith('choice') || q.options.length >= 2, {
    path: ['options'],
    message: 'Agrega al menos 2 opciones.',
  })
  .refine(q => q.type !== 'table' || q.columns.length >= 1, {
    path: ['columns'],
    message: 'Agrega al menos 1 columna.',
  });
export type Question = z.output<typeof question>;

export const criterion = z.object({
  id: slug,
  name: text(120, 1),
  help: text(500).default(''),
  maxPoints: z.number().int().min(1).max(100),
  /** Share of the final score, in percent. */
  weight: z.number().int().min(1).max(100),
  justificationRequired: z.boolean().default(true),
});
export type Criterion = z.output<typeof criterion>;

/** Used where no call gives its own. */
const rubricSchema = z
  .object({
    criteria: z.array(criterion).min(1).max(20),
    /** Reviews a proposal needs. */
    reviews: z.number().int().min(1).max(5).default(2),
    /** Score below which a proposal is not awarded, 0–100. */
    minimum: z.number().int().min(0).max(100).default(60),
    /** Difference between two scores that asks for a third review. */
    gap: z.number().int().min(1).max(100).default(20),
    /** Working days for a consensus before that; without it none is sought. */
    consensusDays: z.number().int().min(0).max(60).optional(),
  })
  .refine(r => r.criteria.reduce((sum, c) => sum + c.weight, 0) === 100, {
    path: ['criteria'],
    message: 'Las ponderaciones deben sumar 100.',
  });

export const requiredDocument = z.object({
  type: slug,
  label: text(120, 1),
  help: text(500).default(''),
  required: z.boolean().default(false),
  /** Served to reviewers of a blind evaluation. */
  anonymous: z.boolean().default(false),
});
export type RequiredDocument = z.output<typeof requiredDocument>;

const inOrder = (steps: readonly { status: StepStatus }[]) =>
  steps.every((step, n) => {
    const before = steps[n - 1];
    return !before || STEP_STATUSES.indexOf(before.status) < STEP_STATUSES.indexOf(step.status);
  });
const unique = (values: readonly string[]) => new Set(values).size === values.length;

/** What a kind of project asks for and how it is decided; each version is stored whole. */
export const kindDefinitionSchema = z
  .object({
    slug: z.enum(KIND_SLUGS),
    prefix: z.string().regex(/^[A-Z]{3}$/, 'Tres letras mayúsculas.'),
    label: text(80, 3),
    plural: text(80, 3),
    help: text(500),
    icon: z.enum(KIND_ICONS),
    call: enumOf(CALL_RULES),
    sections: z
      .array(sectionEntry)
      .refine(s => unique(s.map(e => e.slug)), 'Hay secciones repetidas.')
      .refine(s => s.some(e => e.slug === 'identification'), 'Falta la sección Identificación.'),
    questions: z
      .array(question)
      .max(40)
      .refine(all => unique(all.map(q => q.id)), 'Hay preguntas repetidas.')
      .default([]),
    documents: z
      .array(requiredDocument)
      .max(20)
      .refine(all => unique(all.map(d => d.type)), 'Hay documentos repetidos.')
      .default([]),
    /** Days are working days. */
    steps: z
      .array(z.object({ status: z.enum(STEP_STATUSES), days }))
      .min(1)
      .refine(
        inOrder,
        `Los pasos deben seguir el orden: ${STEP_STATUSES.map(s => STEP_PLACES[s]).join(', ')}.`,
      ),
    /** Working days for the lead to answer observations. */
    correctionDays: days.default(10),
    finalReport: z
      .object({ dueDays: days.default(30), directorDays: days.default(10), officeDays: days.default(10) })
      .prefault({}),
    /** How far a project is when each of its progress reports is due, in percent of its days; a call may name days. */
    progressReports: z
      .array(z.number().int().min(1).max(99))
      .max(20)
      .superRefine(ascending((place, before) => `El informe ${place} va después del informe ${before}.`))
      .default([]),
    certificates: enumOf(CERTIFICATE_RULES).default('none'),
    rubric: rubricSchema.nullable().default(null),
  })
  .refine(k => !hasStep(k, 'evaluation') || k.rubric !== null, {
    path: ['rubric'],
    message: 'Con evaluación hace falta una pauta.',
  })
  .refine(k => hasStep(k, 'evaluation') === hasStep(k, 'resolution'), {
    path: ['steps'],
    message: 'Evaluación y resolución van juntas.',
  })
  .refine(k => k.questions.length === 0 || k.sections.some(s => s.slug === 'questions'), {
    path: ['sections'],
    message: 'Con preguntas adicionales hace falta su sección.',
  });

export type KindDefinition = z.output<typeof kindDefinitionSchema>;
type SectionEntry = KindDefinition['sections'][number];

/** A section as one kind shows it. */
export interface KindSection {
  readonly slug: SectionSlug;
  readonly label: string;
  readonly help: string;
  /** Overrides applied, hidden fields left out. */
  readonly fields: readonly SectionField[];
}

function overridden(field: SectionField, overrides: SectionEntry['fields']): SectionField[] {
  const { hidden, required, label, help } = overrides[field.path] ?? {};
  if (hidden) return [];
  return [
    {
      ...field,
      required: required ?? field.required,
      label: label ?? field.label,
      help: help ?? field.help,
      ...(field.fields ? { fields: field.fields.flatMap(f => overridden(f, overrides)) } : {}),
    },
  ];
}

const cache = new WeakMap<KindDefinition, Map<boolean, readonly KindSection[]>>();

/** The sections of a project of this kind, in order; worked out once for each definition. */
export function kindSections(kind: KindDefinition, hasCall: boolean): readonly KindSection[] {
  const known = cache.get(kind) ?? new Map<boolean, readonly KindSection[]>();
  cache.set(kind, known);
  const sections = known.get(hasCall) ?? sectionsOf(kind, hasCall);
  known.set(hasCall, sections);
  return sections;
}

const sectionsOf = (kind: KindDefinition, hasCall: boolean): KindSection[] =>
  kind.sections
    .filter(entry => hasCall || !entry.onlyWithCall)
    .map(entry => {
      const { label, help, fields } = sectionOf(entry.slug);
      return {
        slug: entry.slug,
        label: entry.label ?? label,
        help: entry.help ?? help,
        fields: fields.flatMap(f => overridden(f, entry.fields)),
      };
    });
