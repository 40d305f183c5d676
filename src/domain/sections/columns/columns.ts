import { shareReached } from '../../drawings/reach.ts';
import { keysOf } from '../../kit/look-up.ts';
import { labelIn } from '../../text/format.ts';
import {
  type BudgetCategory,
  type BudgetLine,
  budgetTotal,
  totalsByCategory,
  totalsBySource,
} from '../budget.ts';
import { keyOf } from '../field.ts';
import { SDG_NAMES } from '../goals.ts';
import { SECTION_SLUGS, type SectionData, sectionOf } from '../index.ts';
import { targetOf } from '../indicator-values.ts';
import { type Indicator, kindOfIndicator } from '../indicators.ts';
import type { PeopleCount } from '../participants.ts';
import { PARTNER_ROLES } from '../partner-roles.ts';
import { isEmpty } from '../section.ts';
import { showValue } from '../show.ts';
import { columnsOf, type FieldColumn, type Places, type SectionColumn, textsIn } from './cells.ts';
import { GROUP_COLUMNS } from './group-columns.ts';

const CONTACT = {
  leftOut: 'Contact data of people outside the university leave in no file of many projects.',
};
const FILE = { leftOut: 'A file: the page of the project has it.' };

type Counts = SectionData['participants'];
/** `esperado_…` and `real_…` of each group. */
function peopleColumns<F extends keyof Counts>(field: F): { columns: FieldColumn<Counts[F]>[] } {
  const names: Readonly<Record<string, string>> = GROUP_COLUMNS[field];
  const options = sectionOf('participants').fields.find(f => keyOf(f) === field)?.options ?? [];
  const column = (prefix: string, which: keyof PeopleCount, words: string) =>
    Object.entries(names).map(([group, name]) => ({
      ...{ name: `${prefix}_${name}`, meaning: `${labelIn(options, group)}, ${words}`, unit: 'personas' },
      cell: (counts: Readonly<Record<string, PeopleCount>>) => counts[group]?.[which],
    }));
  return { columns: [...column('esperado', 'expected', 'esperados'), ...column('real', 'actual', 'reales')] };
}

/** As sources of money are called in all columns that tell of them. */
export const SOURCE_COLUMNS: Readonly<Record<NonNullable<BudgetLine['source']>, string>> = {
  fund: 'fondo',
  unit: 'unidad',
  partner_cash: 'socio_en_dinero',
  partner_in_kind: 'socio_valorado',
};
const CATEGORIES: Readonly<Record<BudgetCategory, string>> = {
  fees: 'honorarios',
  operation: 'operacion',
  travel: 'viaticos',
  equipment: 'equipamiento',
  dissemination: 'difusion',
  other: 'otros',
};

type Lines = readonly BudgetLine[];
const pesos = (name: string, meaning: string, sum: (lines: Lines) => number): FieldColumn<Lines> => ({
  ...{ name: `presupuesto_${name}`, meaning, unit: 'pesos' },
  cell: sum,
});
const optionsOf = (key: string) =>
  sectionOf('budget').fields[0]?.fields?.find(f => keyOf(f) === key)?.options ?? [];
const budgetColumns: FieldColumn<Lines>[] = [
  pesos('total', 'Total', lines => budgetTotal({ lines })),
  ...keysOf(SOURCE_COLUMNS).map(source =>
    pesos(
      SOURCE_COLUMNS[source],
      labelIn(optionsOf('source'), source),
      lines => totalsBySource({ lines })[source],
    ),
  ),
  ...keysOf(CATEGORIES).map(category =>
    pesos(
      CATEGORIES[category],
      labelIn(optionsOf('category'), category),
      lines => totalsByCategory({ lines })[category],
    ),
  ),
];

/** Whether its value has come to the target; a milestone begins at nothing and is to rise. */
function isReached(i: Indicator): boolean {
  const target = targetOf(i);
  if (target === null) return false;
  const way =
    kindOfIndicator(i) === 'milestone'
      ? { baseline: null }
      : { baseline: i.baseline, direction: i.direction };
  return (shareReached({ target, actual: i.actual, ...way }) ?? 0) >= 1;
}
const indicatorCount = (
  name: string,
  meaning: string,
  counts: (indicator: Indicator) => boolean,
): FieldColumn<readonly Indicator[]> => ({
  name,
  meaning,
  cell: all => all.filter(i => targetOf(i) !== null && counts(i)).length,
});

type Partner = SectionData['partners']['partners'][number];
const ofPartners = (
  name: string,
  meaning: string,
  text: (partner: Partner, known: Parameters<FieldColumn<never>['cell']>[1]) => string,
): FieldColumn<readonly Partner[]> => ({
  ...{ name, meaning },
  cell: (all, known) => {
    const texts = all.map(partner => text(partner, known));
    return texts.some(Boolean) ? texts : null;
  },
});
const partnerColumns = [
  ofPartners('socios', 'Organizaciones', (p, { nameOf }) =>
    p.organisationId ? nameOf(p.organisationId) : '',
  ),
  ofPartners('socios_rut', 'RUT de las organizaciones, para la oficina', (p, { organisationOf }) =>
    p.organisationId ? (organisationOf(p.organisationId)?.rut ?? '') : '',
  ),
  ofPartners('socios_tipo', 'Tipo de las organizaciones', (p, { organisationOf }) =>
    p.organisationId ? (organisationOf(p.organisationId)?.type ?? '') : '',
  ),
  ofPartners('socios_rol', 'Rol', p => labelIn(PARTNER_ROLES, p.role)),
];

/** Stable names: whoever joins these columns elsewhere relies on them. */
const PLACES: Places = {
  identification: {
    title: { above: 'titulo' },
    summary: 'resumen',
    period: { above: 'periodo' },
    startDate: { above: 'inicio' },
    endDate: { above: 'termino' },
    leadId: { above: 'responsable' },
    alternateId: { above: 'responsable_alterno' },
    schoolId: { above: 'escuela' },
    careerIds: 'carreras',
    modality: 'modalidad',
    origin: 'origen',
    previousProjectId: 'proyecto_anterior',
    themeId: { above: 'tema' },
    keywords: 'palabras_clave',
    consentToPublish: 'consiente_publicar',
  },
  diagnosis: {
    problem: 'problema',
    baseline: 'linea_base',
    relevance: 'pertinencia',
    codesign: 'codiseno',
  },
  objectives: {
    general: 'objetivo_general',
    specific: { name: 'objetivos_especificos', entry: { text: true } },
    methodology: 'metodologia',
  },
  partners: {
    partners: {
      columns: [
        ...partnerColumns,
        {
          ...{ name: 'socios_compromiso', meaning: 'Compromiso' },
          cell: all =>
            all.some(p => p.commitment) ? all.map((p, n) => `${n + 1}. ${p.commitment}`).join('\n') : null,
        },
      ],
      entry: {
        ...{ organisationId: true, role: true, commitment: true },
        ...{ contactName: CONTACT, contactEmail: CONTACT, contactPhone: CONTACT, letterFileId: FILE },
      },
    },
  },
  team: {
    members: {
      name: 'equipo',
      entry: {
        ...{ userId: true, name: true, email: CONTACT, organisation: true, role: true },
        ...{ hoursPerWeek: true, from: true, to: true },
      },
    },
  },
  courses: {
    courses: {
      name: 'cursos',
      entry: {
        ...{ offeringId: true, serviceHours: true, learningOutcomes: true },
        ...{ assessment: true, reflection: true, product: true },
      },
    },
  },
  event: {
    type: 'evento_tipo',
    sessions: { name: 'evento_sesiones', entry: { date: true, from: true, to: true, place: true } },
    capacity: 'evento_cupos',
    audience: 'evento_publico',
    isFree: 'evento_gratuito',
    price: 'evento_precio',
    givesCertificate: 'evento_certificado',
  },
  fund: {
    callId: { above: 'convocatoria' },
    lineId: { above: 'linea' },
    amountRequested: 'monto_solicitado',
  },
  contract: {
    clientId: 'contrato_cliente',
    type: 'contrato_tipo',
    amount: 'contrato_monto',
    currency: 'contrato_moneda',
    signedContractFileId: FILE,
    deliverables: { name: 'contrato_entregables', entry: { name: true, dueDate: true, payment: true } },
    isConfidential: 'contrato_confidencial',
    confidentiality: 'contrato_confidencialidad',
  },
  venture: {
    name: 'emprendimiento',
    stage: 'emprendimiento_etapa',
    readiness: 'emprendimiento_madurez',
    founders: { name: 'emprendimiento_fundadores', entry: { name: true, email: CONTACT, affiliation: true } },
    mentorId: 'emprendimiento_mentor',
    intellectualProperty: 'propiedad_intelectual',
    moneyRaised: 'dinero_levantado',
  },
  participants: {
    internal: peopleColumns('internal'),
    byAge: peopleColumns('byAge'),
    bySex: peopleColumns('bySex'),
    priority: peopleColumns('priority'),
    reach: peopleColumns('reach'),
  },
  territory: {
    scope: 'alcance',
    comunaCodes: {
      columns: [
        { ...{ name: 'comuna_codigos', meaning: 'Códigos oficiales' }, cell: codes => codes },
        { ...{ name: 'comunas', meaning: 'Comunas' }, cell: (codes, { nameOf }) => codes.map(nameOf) },
        {
          ...{ name: 'regiones', meaning: 'Regiones' },
          cell: (codes, { regionOf }) => [...new Set(codes.map(regionOf).filter(Boolean))],
        },
      ],
    },
    place: 'lugar',
    point: {
      columns: [
        { ...{ name: 'latitud', meaning: 'Latitud', unit: 'grados' }, cell: point => point?.latitude },
        { ...{ name: 'longitud', meaning: 'Longitud', unit: 'grados' }, cell: point => point?.longitude },
      ],
    },
  },
  goals: {
    goals: {
      columns: [
        { ...{ name: 'ods', meaning: 'Números de los ODS' }, cell: textsIn },
        {
          ...{ name: 'ods_nombres', meaning: 'Nombres de los ODS' },
          cell: goals => goals.map(n => SDG_NAMES[n - 1] ?? ''),
        },
      ],
    },
    targets: 'metas',
  },
  plan: {
    activities: {
      name: 'plan',
      entry: {
        ...{ name: true, description: true, responsible: true, from: true, to: true },
        ...{ objectiveId: true, isMilestone: true },
      },
    },
  },
  indicators: {
    indicators: {
      name: 'indicadores_detalle',
      columns: [
        indicatorCount('indicadores', 'Cuántos tienen una meta', () => true),
        indicatorCount(
          'indicadores_medidos',
          'Cuántos de ellos tienen un valor logrado',
          i => (i.actual ?? null) !== null,
        ),
        indicatorCount('indicadores_logrados', 'Cuántos de ellos llegaron a su meta', isReached),
      ],
      entry: {
        ...{ objectiveId: true, institutionalId: true, name: true, kind: true, unit: true, direction: true },
        ...{ accumulates: true, scope: true, level: true, scaleFrom: true, scaleTo: true, baseline: true },
        ...{
          baselineDay: true,
          noBaseline: true,
          target: true,
          goal: true,
          actual: true,
          verification: true,
        },
      },
    },
  },
  budget: {
    lines: {
      name: 'presupuesto_detalle',
      columns: budgetColumns,
      entry: { category: true, description: true, quantity: true, unitCost: true, source: true },
    },
  },
  contribution: {
    teaching: 'contribucion_docencia',
    research: 'contribucion_investigacion',
    curriculum: 'contribucion_curriculo',
    external: 'contribucion_externa',
    sustainability: 'sostenibilidad',
    dissemination: 'difusion',
    inclusion: 'inclusion',
  },
  attachments: { links: { name: 'enlaces', entry: { title: true, url: true } } },
  questions: {
    answers: {
      columns: [
        {
          ...{ name: 'respuestas', meaning: 'Respuestas a las preguntas del tipo y de la convocatoria' },
          cell: (answers, { questions, nameOf }) =>
            questions
              .filter(q => q.type !== 'file' && !isEmpty(answers[q.path]))
              .map(q => `${q.label}: ${showValue(q, answers[q.path], nameOf)}`)
              .join('\n'),
        },
      ],
    },
  },
};

/** Every field of every section with where it stands. */
export const FIELD_PLACES = SECTION_SLUGS.flatMap(section => {
  const places: Readonly<Record<string, Parameters<typeof columnsOf>[2]>> = PLACES[section];
  return sectionOf(section).fields.map(field => ({ section, field, place: places[keyOf(field)] ?? {} }));
});

/** Columns of all sections, in the order of sections and fields. */
export const SECTION_COLUMNS: readonly SectionColumn[] = FIELD_PLACES.flatMap(({ section, field, place }) =>
  columnsOf(section, field, place),
);
