import { describe, expect, it } from 'vitest';
import { amountOf, budgetTotal, totalsByCategory, totalsBySource } from './budget.ts';
import { newItemId, type SectionField } from './field.ts';
import { SDGS } from './goals.ts';
import { addMonths } from './identification.ts';
import { SECTION_SLUGS, SECTIONS, type SectionSlug, sectionOf } from './index.ts';
import { measuredErrors, withActuals, withoutActuals } from './indicator-values.ts';
import { totalPeople } from './participants.ts';
import { isEmpty, type SectionContext } from './section.ts';
import { memberIds } from './team.ts';

const ID = '0190f000-0000-7000-8000-000000000001';
const OTHER = '0190f000-0000-7000-8000-000000000002';
const EMPTY_CONTEXT: SectionContext = { sections: {}, documents: [], files: [], call: null };

const errors = (slug: SectionSlug, data: unknown) =>
  Object.fromEntries(
    (sectionOf(slug).schema.safeParse(data).error?.issues ?? []).map(i => [i.path.join('.'), i.message]),
  );
const parse = <S extends SectionSlug>(slug: S, data: unknown) =>
  SECTIONS[slug].schema.parse(data) as (typeof SECTIONS)[S]['empty'];
const missing = (slug: SectionSlug, data: unknown, context: Partial<SectionContext> = {}) =>
  sectionOf(slug)
    .missing(parse(slug, data), { ...EMPTY_CONTEXT, ...context })
    .map(m => `${m.path}: ${m.message}`);
const everyField = (fields: readonly SectionField[]): SectionField[] =>
  fields.flatMap(f => [f, ...everyField(f.fields ?? [])]);

describe.each(SECTION_SLUGS)('section %s', slug => {
  const section = sectionOf(slug);
  it('takes a draft in which everything is missing', () => {
    expect(section.schema.parse({})).toEqual(section.empty);
    expect(section.schema.parse(section.empty)).toEqual(section.empty);
  });
  it('drops keys it does not know', () => {
    expect(section.schema.parse({ unknown: 1, __proto__: { polluted: true } })).toEqual(section.empty);
  });
  it.each([null, 'text', 3, []])('refuses %j', value => {
    expect(section.schema.safeParse(value).success).toBe(false);
  });
  it('describes each of its fields in Spanish', () => {
    expect(section.fields.map(f => f.path).sort()).toEqual(Object.keys(section.empty).sort());
    for (const field of everyField(section.fields)) expect(field.label, field.path).toMatch(/^[A-ZÁÉÍÓÚ]/);
    expect(section.help).toMatch(/\.$/);
  });
  it('enforces the limit it shows for every text', () => {
    const texts = section.fields.filter(f => f.type === 'line' || f.type === 'narrative');
    for (const { path, max = 0 } of texts) {
      expect(errors(slug, { [path]: 'x'.repeat(max) })).toEqual({});
      expect(errors(slug, { [path]: 'x'.repeat(max + 1) })[path]).toMatch(/como máximo/);
    }
  });
  it('enforces the limit it shows for every list, and texts inside', () => {
    for (const list of section.fields.filter(f => f.type === 'list')) {
      const items = (n: number) => Array.from({ length: n }, (_, i) => ({ id: `i${i}` }));
      expect(errors(slug, { [list.path]: items(list.max ?? 0) })).toEqual({});
      expect(errors(slug, { [list.path]: items((list.max ?? 0) + 1) })[list.path]).toMatch(/como máximo/);
      for (const { path, type, max = 0 } of list.fields ?? []) {
        if (type !== 'line' && type !== 'narrative') continue;
        const key = path.split('.').at(-1) ?? '';
        const sent = { [list.path]: [{ id: 'a', [key]: 'x'.repeat(max + 1) }] };
        expect(errors(slug, sent)[`${list.path}.0.${key}`]).toMatch(/como máximo/);
      }
    }
  });
  it('entries of lists have an id of their own', () => {
    for (const list of section.fields.filter(f => f.type === 'list')) {
      expect(errors(slug, { [list.path]: [{ id: 'a' }, { id: 'a' }] })).toHaveProperty(list.path);
      expect(errors(slug, { [list.path]: [{}] })).toHaveProperty(`${list.path}.0.id`);
      expect(errors(slug, { [list.path]: [{ id: '<script>' }] })).toHaveProperty(`${list.path}.0.id`);
      expect(errors(slug, { [list.path]: [{ id: newItemId() }, { id: newItemId() }] })).toEqual({});
    }
  });
  it('refuses a choice that is not offered', () => {
    for (const { path } of section.fields.filter(f => f.type === 'choice'))
      expect(errors(slug, { [path]: 'otra' })[path]).toBe('Elige una de las opciones.');
  });
});

describe('identification', () => {
  const at = (startDate: string, endDate: string) => errors('identification', { startDate, endDate });
  it('ends on or after the day it starts', () => {
    expect(at('2026-03-02', '2026-03-02')).toEqual({});
    expect(at('2026-03-02', '2026-03-01')).toEqual({
      endDate: 'La fecha de término debe ser igual o posterior a la de inicio.',
    });
  });
  it('lasts at most 36 months', () => {
    expect(at('2026-03-02', '2029-03-02')).toEqual({});
    expect(at('2026-03-02', '2029-03-03')).toEqual({
      endDate: 'El proyecto puede durar como máximo 36 meses.',
    });
    const long = { startDate: '2026-03-02', endDate: '2031-03-02' };
    expect(SECTIONS.identification.past.safeParse(long).success).toBe(true);
    expect(at('2024-02-29', '2027-02-28')).toEqual({});
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2026-11-30', 3)).toBe('2027-02-28');
  });
  it('has an alternate who is somebody else', () => {
    expect(errors('identification', { leadId: ID, alternateId: ID })).toHaveProperty('alternateId');
    expect(errors('identification', { leadId: ID, alternateId: OTHER })).toEqual({});
  });
  it('takes up to 8 different keywords', () => {
    const words = Array.from({ length: 9 }, (_, i) => `palabra ${i}`);
    expect(errors('identification', { keywords: words.slice(0, 8) })).toEqual({});
    expect(errors('identification', { keywords: words })).toEqual({ keywords: 'Agrega como máximo 8.' });
    expect(errors('identification', { keywords: ['a', 'a'] })).toEqual({
      keywords: 'Hay elementos repetidos.',
    });
  });
  it('a title is long enough to submit, not to save', () => {
    expect(errors('identification', { title: 'Corto' })).toEqual({});
    expect(missing('identification', { title: 'Corto' })).toContain('title: Escribe al menos 10 caracteres.');
    expect(missing('identification', { title: 'Título suficiente' }).join()).not.toMatch(/title/);
    expect(missing('identification', { summary: 'x'.repeat(49) })).toContain(
      'summary: Escribe al menos 50 caracteres.',
    );
  });
  it('a continuity names a closed project', () => {
    const path = 'previousProjectId: ';
    expect(missing('identification', { origin: 'continuity' })).toContain(
      `${path}Este campo es obligatorio.`,
    );
    expect(missing('identification', { origin: 'new' }).join()).not.toMatch(path);
    const data = { origin: 'continuity', previousProjectId: ID };
    expect(missing('identification', data, { previousStatus: 'running' })).toContain(
      `${path}El proyecto anterior debe estar cerrado.`,
    );
    expect(missing('identification', data, { previousStatus: 'closed' }).join()).not.toMatch(path);
  });
});

describe('what other sections ask for', () => {
  it('objectives: one specific objective with text', () => {
    expect(missing('objectives', { general: 'x', methodology: 'x' })).toEqual([
      'specific: Agrega al menos 1.',
    ]);
    expect(missing('objectives', { general: 'x', methodology: 'x', specific: [{ id: 'a' }] })).toEqual([
      'specific.0.text: Este campo es obligatorio.',
    ]);
  });
  it('a partner: organisation and role, each with a label that names it', () => {
    const data = parse('partners', {
      partners: [{ id: 'a', organisationId: ID, role: 'codesign' }, { id: 'b' }],
    });
    expect(SECTIONS.partners.missing(data, EMPTY_CONTEXT)).toEqual([
      {
        path: 'partners.1.organisationId',
        label: 'Socio 2: Organización',
        message: 'Este campo es obligatorio.',
      },
      { path: 'partners.1.role', label: 'Socio 2: Rol', message: 'Este campo es obligatorio.' },
    ]);
  });
  it('team: an account or a name, nobody twice, dates in order', () => {
    const role = 'student';
    expect(missing('team', { members: [{ id: 'a', userId: ID, role }] })).toEqual([]);
    expect(missing('team', { members: [{ id: 'a', role }] })).toEqual([
      'members.0.name: Este campo es obligatorio.',
    ]);
    const twice = {
      members: [
        { id: 'a', userId: ID },
        { id: 'b', userId: ID },
      ],
    };
    expect(errors('team', twice)).toEqual({ 'members.1.userId': 'Esta persona ya está en el equipo.' });
    expect(errors('team', { members: [{ id: 'a', from: '2026-05-02', to: '2026-05-01' }] })).toHaveProperty(
      'members.0.to',
    );
    expect(
      memberIds(
        parse('team', {
          members: [
            { id: 'a', userId: ID },
            { id: 'b', name: 'Ana' },
          ],
        }),
      ),
    ).toEqual([ID]);
  });
  it('courses: at least one, none twice', () => {
    expect(missing('courses', {})).toEqual(['courses: Agrega al menos 1.']);
    const twice = {
      courses: [
        { id: 'a', offeringId: ID },
        { id: 'b', offeringId: ID },
      ],
    };
    expect(errors('courses', twice)).toEqual({
      'courses.1.offeringId': 'Este curso ya está en el proyecto.',
    });
  });
  it('an event’s session ends after it begins', () => {
    const session = { id: 'a', date: '2026-05-01', from: '18:00', to: '17:00' };
    expect(errors('event', { sessions: [session] })).toEqual({
      'sessions.0.to': 'La hora de término debe ser posterior a la de inicio.',
    });
  });
  it('the amount requested stays within the line’s cap', () => {
    const fund = { callId: ID, lineId: OTHER };
    const call = { lines: [{ id: OTHER, cap: 5_000_000 }] };
    const asking = (unitCost: number, source = 'fund') => ({
      budget: { lines: [{ id: 'a', quantity: 1, unitCost, source }] },
    });
    const of = (sections: Record<string, unknown>) => missing('fund', fund, { call, sections });
    expect(of(asking(5_000_001))).toEqual([
      'amountRequested: El tope de la línea es $5.000.000 y pides $5.000.001.',
    ]);
    expect(of(asking(5_000_000))).toEqual([]);
    const nothing = [
      'amountRequested: Agrega al presupuesto ítems con fuente «Fondo»: su suma es el monto que pides.',
    ];
    expect([of({}), of(asking(5000, 'unit'))]).toEqual([nothing, nothing]);
  });
  it('what was sent before the amount was derived is asked for nothing more', () => {
    const call = { lines: [{ id: OTHER, cap: 5_000_000 }] };
    const sections = { budget: { lines: [{ id: 'a', quantity: 1, unitCost: 40_000_000, source: 'fund' }] } };
    const fund = { callId: ID, lineId: OTHER, amountRequested: 3_500_000 };
    expect(missing('fund', fund, { call, sections, amountTyped: true })).toEqual([]);
  });
  it('without a call there is no fund to pay a line', () => {
    const budget = {
      lines: [{ ...sectionOf('budget').empty, id: 'a', source: 'fund', quantity: 1, unitCost: 1 }],
    };
    const of = (more: object) => missing('budget', budget, more).filter(m => m.includes('fondo'));
    expect(of({})).toEqual(['lines.0.source: Sin convocatoria no hay fondo: elige otra fuente.']);
    expect([of({ call: { lines: [] } }), of({ amountTyped: true })]).toEqual([[], []]);
  });
  it('pesos have no decimals, UF up to four', () => {
    expect(errors('contract', { amount: 10.5, currency: 'CLP' })).toEqual({
      amount: 'En pesos, sin decimales.',
    });
    expect(errors('contract', { amount: 10.1234, currency: 'UF' })).toEqual({});
    expect(errors('contract', { amount: 10.12345, currency: 'USD' })).toEqual({
      amount: 'Hasta 4 decimales.',
    });
    const deliverables = [{ id: 'a', payment: 1.5 }];
    expect(errors('contract', { currency: 'CLP', deliverables })).toHaveProperty('deliverables.0.payment');
  });
  it('a comuna is asked for unless the scope is international', () => {
    expect(missing('territory', {})).toEqual(['comunaCodes: Este campo es obligatorio.']);
    expect(missing('territory', { scope: 'international' })).toEqual([]);
    expect(missing('territory', { scope: 'local', comunaCodes: ['08101'] })).toEqual([]);
    expect(errors('territory', { comunaCodes: ['8101'] })).toHaveProperty('comunaCodes.0');
    expect(errors('territory', { point: { latitude: -91, longitude: 0 } })).toHaveProperty('point.latitude');
  });
  it('1 to 3 goals, targets only of those', () => {
    expect(missing('goals', {})).toEqual(['goals: Este campo es obligatorio.']);
    expect(errors('goals', { goals: [1, 2, 3] })).toEqual({});
    expect(errors('goals', { goals: [1, 2, 3, 4] })).toEqual({ goals: 'Agrega como máximo 3.' });
    expect(errors('goals', { goals: [18] })).toEqual({ 'goals.0': 'El valor máximo es 17.' });
    expect(errors('goals', { goals: [4], targets: ['4.7', '4.a'] })).toEqual({});
    expect(errors('goals', { goals: [4], targets: ['5.1'] })).toEqual({
      'targets.0': 'Elige primero el ODS 5.',
    });
    expect(errors('goals', { goals: [4], targets: ['18.1'] })).toHaveProperty('targets.0');
    expect(SDGS).toHaveLength(17);
    expect(SDGS[3]?.label).toBe('ODS 4: Educación de calidad');
  });
  it('an indicator belongs to an objective that exists', () => {
    const measure = { scope: 'external', baseline: 0, baselineDay: '2026-03-01' };
    const indicators = [{ id: 'a', objectiveId: 'o1', name: 'Talleres', target: 4, ...measure }];
    const stated = (id: string) => ({ sections: { objectives: { specific: [{ id }] } } });
    expect(missing('indicators', {})).toEqual(['indicators: Agrega al menos 1.']);
    expect(missing('indicators', { indicators }, stated('o1'))).toEqual([]);
    expect(missing('indicators', { indicators }, stated('o2'))).toEqual([
      'indicators.0.objectiveId: Ese objetivo específico ya no existe: elige otro.',
    ]);
    expect(missing('indicators', { indicators: [{ ...indicators[0], target: 0 }] })).toEqual([]);
  });
  it('required documents are uploaded', () => {
    const documents = [
      { type: 'letter', label: 'Carta', required: true },
      { type: 'other', label: 'Otro', required: false },
    ];
    expect(missing('attachments', {}, { documents })).toEqual(['documents.letter: Sube el archivo: Carta.']);
    const files = [{ id: ID, documentType: 'letter', state: 'ready' as const }];
    expect(missing('attachments', {}, { documents, files })).toEqual([]);
  });
  it('required questions are answered; “no” is an answer', () => {
    const questions = [{ id: 'q1', label: '¿Usa laboratorio?', required: true }];
    expect(missing('questions', {}, { questions })).toEqual(['answers.q1: Responde esta pregunta.']);
    expect(missing('questions', { answers: { q1: false } }, { questions })).toEqual([]);
    expect(errors('questions', { answers: { 'Mal id': 1 } })).not.toEqual({});
  });
});

describe('budget', () => {
  const budget = parse('budget', {
    lines: [
      { id: 'a', category: 'fees', quantity: 2, unitCost: 150_000, source: 'fund' },
      { id: 'b', category: 'fees', quantity: 1.5, unitCost: 33_333, source: 'partner_in_kind' },
      { id: 'c', category: 'travel', quantity: 3, unitCost: 1000, source: 'fund' },
      { id: 'd', quantity: 1, unitCost: 7 },
      { id: 'e', category: 'other', unitCost: 7, source: 'unit' },
    ],
  });
  it('adds whole pesos by category and by source', () => {
    expect(budget.lines.map(amountOf)).toEqual([300_000, 50_000, 3000, 7, 0]);
    expect(budgetTotal(budget)).toBe(353_007);
    expect(totalsByCategory(budget)).toEqual({
      fees: 350_000,
      operation: 0,
      travel: 3000,
      equipment: 0,
      dissemination: 0,
      other: 0,
    });
    expect(totalsBySource(budget)).toEqual({
      fund: 303_000,
      unit: 0,
      partner_cash: 0,
      partner_in_kind: 50_000,
    });
  });
  it('is never negative, nor larger than can be counted', () => {
    const line = (more: object) => errors('budget', { lines: [{ id: 'a', ...more }] });
    expect(line({ unitCost: -1 })).toEqual({ 'lines.0.unitCost': 'El valor mínimo es 0.' });
    expect(line({ quantity: -1 })).toEqual({ 'lines.0.quantity': 'El valor mínimo es 0.' });
    expect(line({ unitCost: 1.5 })).toEqual({ 'lines.0.unitCost': 'Escribe un número entero.' });
    expect(line({ quantity: 1_000_000, unitCost: 999_999_999 })).toHaveProperty('lines.0.unitCost');
    expect(line({ quantity: 1.005, unitCost: 1 })).toEqual({ 'lines.0.quantity': 'Hasta 2 decimales.' });
    expect(line({ quantity: Number.POSITIVE_INFINITY })).toHaveProperty('lines.0.quantity');
  });
  it('asks each line for all its parts', () => {
    expect(missing('budget', { lines: [{ id: 'a' }] }).map(m => m.split(':')[0])).toEqual([
      'lines.0.category',
      'lines.0.description',
      'lines.0.quantity',
      'lines.0.unitCost',
      'lines.0.source',
    ]);
    const free = { id: 'a', category: 'fees', description: 'x', quantity: 1, unitCost: 0, source: 'unit' };
    expect(missing('budget', { lines: [free] })).toEqual([]);
  });
});

describe('people of a section', () => {
  it('are added up by what was expected and what was typed', () => {
    const { internal, bySex } = parse('participants', {
      internal: { students: { expected: 30, actual: 28 } },
    });
    expect(totalPeople(internal, 'actual')).toBe(28);
    expect(totalPeople(internal, 'expected')).toBe(30);
    expect(totalPeople(bySex, 'expected')).toBe(0);
  });
});

describe('values of indicators', () => {
  it('are written into no document, and read from what was measured', () => {
    const sent = parse('indicators', {
      indicators: [{ id: 'a', name: 'Talleres', target: 4, actual: 3 }, { id: 'b' }],
    });
    expect(withoutActuals(sent).indicators.map(i => i.actual)).toEqual([null, null]);
    const read = withActuals(sent, { b: { value: 2.5 } });
    expect(read.indicators.map(i => i.actual)).toEqual([null, 2.5]);
    expect(read.indicators[0]).toMatchObject({ name: 'Talleres', target: 4 });
    expect(withActuals({}, {})).toEqual({ indicators: [] });
  });
  it('stay what was measured: an indicator keeps its kind, and is not taken away', () => {
    const before = parse('indicators', {
      indicators: [
        { id: 'a', name: 'Talleres' },
        { id: 'b', name: 'Notas' },
      ],
    });
    const after = parse('indicators', {
      indicators: [{ id: 'b', name: 'Otro', kind: 'scale', scaleFrom: 1, target: 6 }],
    });
    expect(measuredErrors(before, after, [])).toEqual([]);
    expect(measuredErrors(before, after, ['a', 'b'])).toEqual([
      { path: 'indicators', message: '«Talleres» ya tiene mediciones: no se puede quitar.' },
      { path: 'indicators.0.kind', message: 'Este indicador ya tiene mediciones: no se puede cambiar.' },
      { path: 'indicators.0.scaleFrom', message: 'Este indicador ya tiene mediciones: no se puede cambiar.' },
    ]);
    const old = { indicators: before.indicators.map(({ kind: _, ...i }) => i) };
    expect(measuredErrors(old, before, ['a', 'b'])).toEqual([]);
  });
});

describe('isEmpty', () => {
  it.each([null, undefined, '', false, [], {}, { a: null, b: { c: null } }])('%j is empty', value => {
    expect(isEmpty(value)).toBe(true);
  });
  it.each([0, true, 'x', [0], { a: { b: 0 } }])('%j is not', value => {
    expect(isEmpty(value)).toBe(false);
  });
});
