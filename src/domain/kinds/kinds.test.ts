import { describe, expect, it } from 'vitest';
import type { SectionSlug } from '../sections/index.ts';
import { answerField, answersSchema } from './answers.ts';
import { completeness } from './completeness.ts';
import { type KindDefinition, kindDefinitionSchema, kindSections, QUESTION_TYPES } from './definition.ts';
import { FIRST_KINDS } from './index.ts';
import { hideLaterFields, knownFields } from './later-fields.ts';
import { KIND_SLUGS } from './slugs.ts';

const ID = '0190f000-0000-7000-8000-000000000001';
const NO_CONTEXT = { files: [], call: null };

describe.each(KIND_SLUGS)('first definition of %s', slug => {
  const kind = FIRST_KINDS[slug];
  it('is valid and survives being stored as JSON', () => {
    expect(kindDefinitionSchema.parse(JSON.parse(JSON.stringify(kind)))).toEqual(kind);
    expect(kind.slug).toBe(slug);
  });
  it('begins with the identification and ends with the attachments', () => {
    expect(kind.sections[0]?.slug).toBe('identification');
    expect(kind.sections.at(-1)?.slug).toBe('attachments');
  });
  it('shows every field with its words', () => {
    for (const section of kindSections(kind, true)) {
      expect(section.label).not.toBe('');
      expect(section.fields.length).toBeGreaterThan(0);
    }
  });
  it('asks a new project for what the product requires', () => {
    const asked = completeness(kind, {}, NO_CONTEXT).missing.map(m => `${m.section}.${m.path}`);
    expect(asked).toEqual(expect.arrayContaining(['identification.title', 'identification.leadId']));
    expect(asked).toEqual(
      expect.arrayContaining([
        'diagnosis.problem',
        'diagnosis.relevance',
        'objectives.general',
        'objectives.specific',
        'objectives.methodology',
        'territory.comunaCodes',
        'goals.goals',
        'indicators.indicators',
      ]),
    );
  });
});

describe('the five kinds', () => {
  it('have the prefixes, labels and steps of the product', () => {
    const shown = Object.values(FIRST_KINDS).map(k => [
      k.slug,
      k.prefix,
      k.label,
      k.call,
      k.steps.map(s => s.status),
    ]);
    expect(shown).toEqual([
      ['pacs', 'PAC', 'Proyecto académico-comunitario', 'none', ['director_review', 'dean_review']],
      ['exts', 'EXT', 'Actividad de extensión', 'none', ['director_review']],
      [
        'fexs',
        'FEX',
        'Proyecto de fondo de extensión',
        'required',
        ['director_review', 'dean_review', 'admissibility', 'evaluation', 'resolution'],
      ],
      ['cons', 'CON', 'Consultoría', 'none', ['director_review', 'dean_review']],
      [
        'incs',
        'INC',
        'Iniciativa de incubación',
        'optional',
        ['director_review', 'evaluation', 'resolution'],
      ],
    ]);
  });
  it('have their own sections', () => {
    const own: SectionSlug[] = ['courses', 'event', 'fund', 'contract', 'venture'];
    const picked = (kind: KindDefinition, hasCall: boolean) =>
      kindSections(kind, hasCall)
        .map(s => s.slug)
        .filter(s => own.includes(s));
    expect(picked(FIRST_KINDS.pacs, false)).toEqual(['courses']);
    expect(picked(FIRST_KINDS.exts, false)).toEqual(['event']);
    expect(picked(FIRST_KINDS.fexs, true)).toEqual(['fund']);
    expect(picked(FIRST_KINDS.cons, false)).toEqual(['contract']);
    expect(picked(FIRST_KINDS.incs, false)).toEqual(['venture']);
    expect(picked(FIRST_KINDS.incs, true)).toEqual(['fund', 'venture']);
  });
  it('correct in 10 days, in 5 when the fund’s call gives no date', () => {
    expect(FIRST_KINDS.pacs.correctionDays).toBe(10);
    expect(FIRST_KINDS.fexs.correctionDays).toBe(5);
  });
  it('are reviewed twice, from 60 points, a third time beyond 20', () => {
    for (const kind of [FIRST_KINDS.fexs, FIRST_KINDS.incs])
      expect(kind.rubric).toMatchObject({ reviews: 2, minimum: 60, gap: 20 });
  });
});

describe('a definition', () => {
  const changed = (more: object) =>
    kindDefinitionSchema
      .safeParse({ ...FIRST_KINDS.pacs, ...more })
      .error?.issues.map(i => `${i.path.join('.')}: ${i.message}`);
  it.each<[object, string]>([
    [{ prefix: 'pac' }, 'prefix: Tres letras mayúsculas.'],
    [{ sections: [] }, 'sections: Falta la sección Identificación.'],
    [
      { sections: [{ slug: 'identification' }, { slug: 'identification' }] },
      'sections: Hay secciones repetidas.',
    ],
    [
      { sections: [{ slug: 'identification', fields: { nombre: { hidden: true } } }] },
      'sections.0.fields.nombre: Ese campo no existe.',
    ],
    [
      {
        steps: [
          { status: 'dean_review', days: 5 },
          { status: 'director_review', days: 5 },
        ],
      },
      'steps: Los pasos deben seguir el orden: Dirección, Decanato, admisibilidad, evaluación, resolución.',
    ],
    [{ steps: [{ status: 'evaluation', days: 5 }] }, 'rubric: Con evaluación hace falta una pauta.'],
    [
      { steps: [{ status: 'evaluation', days: 5 }], rubric: FIRST_KINDS.fexs.rubric },
      'steps: Evaluación y resolución van juntas.',
    ],
    [
      { rubric: { criteria: [{ id: 'a', name: 'A', maxPoints: 5, weight: 99 }] } },
      'rubric.criteria: Las ponderaciones deben sumar 100.',
    ],
    [
      { questions: [{ id: 'q', type: 'yes_no', label: '¿Sí?' }] },
      'sections: Con preguntas adicionales hace falta su sección.',
    ],
    [
      { questions: [{ id: 'q', type: 'choice', label: '¿Cuál?' }] },
      'questions.0.options: Agrega al menos 2 opciones.',
    ],
    [
      { questions: [{ id: 'q', type: 'table', label: 'Tabla' }] },
      'questions.0.columns: Agrega al menos 1 columna.',
    ],
  ])('%j is refused', (more, message) => {
    expect(changed(more)).toContain(message);
  });
});

describe('completeness', () => {
  const pacs = FIRST_KINDS.pacs;
  const whole = {
    identification: {
      title: 'Huertos comunitarios en Los Ángeles',
      summary: 'x'.repeat(60),
      period: '2026-2',
      startDate: '2026-08-01',
      endDate: '2026-12-15',
      leadId: ID,
      schoolId: ID,
    },
    diagnosis: { problem: 'Falta de áreas verdes.', relevance: 'Agronomía y territorio.' },
    objectives: {
      general: 'Recuperar.',
      methodology: 'Talleres.',
      specific: [{ id: 'o1', text: 'Plantar.' }],
    },
    courses: { courses: [{ id: 'c1', offeringId: ID }] },
    territory: { comunaCodes: ['08301'] },
    goals: { goals: [11] },
    indicators: {
      indicators: [
        {
          id: 'i1',
          objectiveId: 'o1',
          name: 'Huertos',
          scope: 'external',
          noBaseline: 'Es nuevo.',
          target: 3,
        },
      ],
    },
  };

  it('is reached with exactly what is required, also when stored before newer fields existed', () => {
    const { missing, bySection } = completeness(pacs, whole, NO_CONTEXT);
    expect(missing).toEqual([]);
    for (const { done, total } of Object.values(bySection)) expect(done).toBe(total);
  });
  it.each(Object.keys(whole))('without %s something of it is missing', section => {
    const { [section as keyof typeof whole]: _, ...rest } = whole;
    const { missing } = completeness(pacs, rest, NO_CONTEXT);
    expect(new Set(missing.map(m => m.section))).toContain(section);
  });
  it('counts what is done in each section of the kind', () => {
    const { bySection } = completeness(pacs, { goals: { goals: [4] } }, NO_CONTEXT);
    expect(bySection.goals).toEqual({ done: 1, total: 1 });
    expect(bySection.identification).toEqual({ done: 0, total: 7 });
    expect(bySection.team).toEqual({ done: 0, total: 0 });
    expect(bySection).not.toHaveProperty('venture');
    expect(Object.keys(bySection)).toEqual(pacs.sections.map(s => s.slug));
  });
  it('gives section, path, label and message of each', () => {
    const started = { ...whole, objectives: { ...whole.objectives, specific: [{ id: 'o1', text: '' }] } };
    expect(completeness(pacs, started, NO_CONTEXT).missing).toEqual([
      {
        section: 'objectives',
        path: 'specific.0.text',
        label: 'Objetivo específico 1: Objetivo',
        message: 'Este campo es obligatorio.',
      },
    ]);
  });
  it('follows the kind’s overrides', () => {
    const adjusted = kindDefinitionSchema.parse({
      ...pacs,
      sections: pacs.sections.map(s => {
        if (s.slug === 'diagnosis')
          return { ...s, fields: { problem: { hidden: true }, baseline: { required: true } } };
        if (s.slug === 'partners')
          return { ...s, fields: { partners: { required: true, label: 'Organizaciones' } } };
        if (s.slug === 'courses') return { ...s, fields: { 'courses.*.serviceHours': { required: true } } };
        return s;
      }),
      documents: [{ type: 'letter', label: 'Carta', required: true }],
    });
    const { missing } = completeness(adjusted, whole, NO_CONTEXT);
    expect(missing.map(m => `${m.section}.${m.path} ${m.label}`)).toEqual([
      'diagnosis.baseline Línea base',
      'partners.partners Organizaciones',
      'courses.courses.0.serviceHours Curso 1: Horas de servicio',
      'attachments.documents.letter Carta',
    ]);
    const files = [{ id: ID, documentType: 'letter', state: 'ready' as const }];
    expect(completeness(adjusted, whole, { files, call: null }).missing).toHaveLength(3);
  });
  it('asks for the fund only with a call', () => {
    const asked = (call: { lines: [] } | null) =>
      completeness(FIRST_KINDS.incs, {}, { files: [], call }).missing.filter(m => m.section === 'fund')
        .length;
    expect(asked(null)).toBe(0);
    expect(asked({ lines: [] })).toBe(3);
  });
  it('a fund project asks for its call, line and amount', () => {
    const asked = (call: { lines: [] } | null) =>
      completeness(FIRST_KINDS.fexs, {}, { files: [], call })
        .missing.filter(m => m.section === 'fund')
        .map(m => m.path);
    expect(asked(null)).toEqual(['callId', 'lineId']);
    expect(asked({ lines: [] })).toEqual(['callId', 'lineId', 'amountRequested']);
  });
});

describe('what was typed before it was derived', () => {
  it('an old definition that names the typed amount still reads, and asks nothing for it', () => {
    const { sections, ...rest } = FIRST_KINDS.fexs;
    const old = kindDefinitionSchema.parse({
      ...rest,
      sections: sections.map(s =>
        s.slug === 'fund' ? { ...s, fields: { amountRequested: { required: true, label: 'Pide' } } } : s,
      ),
    });
    const { missing } = completeness(old, {}, { files: [], call: null });
    expect(missing.filter(m => m.section === 'fund').map(m => m.path)).toEqual(['callId', 'lineId']);
  });
});

describe('extra questions', () => {
  const options = [
    { value: 'lab', label: 'Laboratorio' },
    { value: 'field', label: 'Terreno' },
  ];
  const columns = [{ id: 'item', label: 'Ítem' }];
  const { questions } = kindDefinitionSchema.parse({
    ...FIRST_KINDS.pacs,
    sections: [...FIRST_KINDS.pacs.sections, { slug: 'questions' }],
    questions: QUESTION_TYPES.map(t => ({ id: t.value, type: t.value, label: t.label, options, columns })),
  });
  const answered = (answers: object) => {
    const result = answersSchema(questions).safeParse({ answers });
    return result.success
      ? result.data.answers
      : result.error.issues.map(i => `${i.path.join('.')}: ${i.message}`);
  };

  it('a draft may leave all of them open', () => {
    expect(answered({})).toEqual({
      short_text: '',
      long_text: '',
      number: null,
      money: null,
      date: null,
      choice: null,
      choices: [],
      yes_no: null,
      file: null,
      table: [],
    });
  });
  it('an answer to a question that is not asked is dropped', () => {
    expect(answered({ other: 'x' })).not.toHaveProperty('other');
  });
  it.each<[object, string]>([
    [{ short_text: 'x'.repeat(201) }, 'answers.short_text: Escribe como máximo 200 caracteres.'],
    [{ long_text: 3 }, 'answers.long_text: Escribe un texto.'],
    [{ number: 'doce' }, 'answers.number: Escribe un número.'],
    [{ money: -1 }, 'answers.money: El valor mínimo es 0.'],
    [{ date: '2026-13-01' }, 'answers.date: Escribe una fecha válida (dd-mm-aaaa).'],
    [{ choice: 'otra' }, 'answers.choice: Elige una de las opciones.'],
    [{ choices: ['lab', 'lab'] }, 'answers.choices: Hay elementos repetidos.'],
    [{ yes_no: 'sí' }, 'answers.yes_no: El valor no es válido.'],
    [{ file: 'x' }, 'answers.file: El formato no es válido.'],
    [{ table: [{ item: 'x'.repeat(501) }] }, 'answers.table.0.item: Escribe como máximo 500 caracteres.'],
  ])('%j is refused', (answers, message) => {
    expect(answered(answers)).toEqual([message]);
  });
  it('each type has a field that a screen can show', () => {
    expect(questions.map(q => answerField(q).info.label)).toEqual(QUESTION_TYPES.map(t => t.label));
  });
});

describe('fields that came after a version was published', () => {
  const without = (...names: string[]) =>
    hideLaterFields(
      FIRST_KINDS.pacs,
      knownFields().filter(f => !names.includes(f)),
    );
  const overrides = (kind: KindDefinition, slug: SectionSlug) =>
    kind.sections.find(s => s.slug === slug)?.fields;

  it('none are hidden where it knew them all', () => {
    expect(without()).toEqual(FIRST_KINDS.pacs);
  });
  it('one of before progress reports and certificates has none', () => {
    const { progressReports: _, certificates: __, ...before } = FIRST_KINDS.pacs;
    expect(hideLaterFields(before, knownFields())).toEqual({
      ...before,
      progressReports: [],
      certificates: 'none',
    });
  });
  it('are hidden by their path, a new list with one word', () => {
    const kind = without('budget/lines.*.source', 'partners/partners', 'partners/partners.*.role');
    expect(overrides(kind, 'budget')).toEqual({ 'lines.*.source': { hidden: true } });
    expect(overrides(kind, 'partners')).toEqual({ partners: { hidden: true } });
    expect(overrides(kind, 'plan')).toEqual({});
  });
  it('what the version says of others stays', () => {
    const kind = {
      ...FIRST_KINDS.pacs,
      sections: [{ slug: 'goals' as const, onlyWithCall: false, fields: { goals: { label: 'ODS' } } }],
    };
    expect(overrides(hideLaterFields(kind, ['goals/goals']), 'goals')).toEqual({
      goals: { label: 'ODS' },
      targets: { hidden: true },
    });
  });
});
