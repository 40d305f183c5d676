import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hider } from '../masking/masker.ts';
import type { FieldType } from '../sections/field.ts';
import { SECTION_SLUGS, SECTIONS, type SectionSlug } from '../sections/index.ts';
import { blindFields, blindTeam, mapTexts } from './blindness.ts';

const SECRETS = {
  people: ['Camila Rojas Fuentes', 'Íñigo Ñanco'],
  mails: ['camila.rojas@universidad.cl'],
  units: ['Escuela de Enfermería'],
};
const hide = hider(SECRETS);

describe('names in texts', () => {
  it.each([
    ['Dirige CAMILA ROJAS FUENTES.', 'Dirige [nombre oculto].'],
    ['La profesora Camila  Rojas y Rojas Fuentes, C.', 'La profesora [nombre oculto] y [nombre oculto], C.'],
    ['Inigo Nanco', '[nombre oculto]'],
    ['Escribe a Camila.Rojas@universidad.cl.', 'Escribe a [correo oculto].'],
    ['La escuela de enfermeria invita', 'La [unidad oculta] invita'],
    ['Rojas de atardecer, camila en flor', 'Rojas de atardecer, camila en flor'],
    ['Camila Rojastro', 'Camila Rojastro'],
  ])('%s', (text, shown) => {
    expect(hide(text)).toBe(shown);
  });

  it('no name stays, wherever it stands', () => {
    const secret = fc.constantFrom(...SECRETS.people, ...SECRETS.mails, ...SECRETS.units);
    fc.assert(
      fc.property(fc.array(fc.oneof(secret, fc.lorem()), { maxLength: 12 }), words => {
        const shown = mapTexts({ a: [words.join(' '), { b: words }] }, hide);
        for (const each of [...SECRETS.people, ...SECRETS.mails, ...SECRETS.units])
          expect(JSON.stringify(shown)).not.toContain(each);
      }),
    );
  });

  it('without secrets a text stays as it is', () => {
    expect(hider({ people: [], mails: [], units: [] })('Igual (¿no?)')).toBe('Igual (¿no?)');
  });
});

it('no field that names a person, a unit or a file is left', () => {
  const left = SECTION_SLUGS.flatMap(slug =>
    blindFields(slug, SECTIONS[slug].fields).flatMap(f => [f, ...(f.fields ?? [])]),
  ).map(f => f.path);
  for (const path of [
    'leadId',
    'alternateId',
    'schoolId',
    'careerIds',
    'previousProjectId',
    'partners.*.contactName',
    'partners.*.contactEmail',
    'partners.*.contactPhone',
    'partners.*.letterFileId',
    'members.*.userId',
    'members.*.name',
    'members.*.email',
    'members.*.organisation',
    'activities.*.responsible',
    'founders',
    'mentorId',
    'courses.*.offeringId',
  ])
    expect(left).not.toContain(path);
  expect(left).toContain('problem');
  expect(left).toContain('partners.*.commitment');
});

const FIGURES: readonly FieldType[] = ['integer', 'decimal', 'money', 'counts', 'point'];
const CHOSEN: readonly FieldType[] = [
  'date',
  'time',
  'period',
  'choice',
  'choices',
  'flag',
  'goals',
  'targets',
];
const POINTING: readonly FieldType[] = [
  'comunas',
  'theme',
  'organisation',
  'call',
  'callLine',
  'institutionalIndicator',
  'item',
];
/** What holds no words of whoever fills it in. */
const WORDLESS: readonly FieldType[] = [...FIGURES, ...CHOSEN, ...POINTING, 'list'];
/** Texts that are of the project, not of its people; names that slip into them are masked. */
const OF_NOBODY: Record<SectionSlug, readonly string[]> = {
  identification: ['title', 'summary', 'keywords'],
  diagnosis: ['problem', 'baseline', 'relevance', 'codesign'],
  objectives: ['general', 'specific.*.text', 'methodology'],
  partners: ['partners.*.commitment'],
  team: [],
  courses: ['learningOutcomes', 'assessment', 'reflection', 'product'].map(key => `courses.*.${key}`),
  event: ['sessions.*.place', 'audience'],
  fund: [],
  contract: ['deliverables.*.name', 'confidentiality'],
  venture: ['name', 'intellectualProperty'],
  participants: [],
  territory: ['place'],
  goals: [],
  plan: ['activities.*.name', 'activities.*.description'],
  indicators: ['name', 'unit', 'noBaseline', 'goal', 'verification'].map(key => `indicators.*.${key}`),
  budget: ['lines.*.description'],
  contribution: [
    'teaching',
    'research',
    'curriculum',
    'external',
    'sustainability',
    'dissemination',
    'inclusion',
  ],
  attachments: ['links.*.title'],
  questions: ['answers'],
};

it.each(SECTION_SLUGS)('%s: of a text it is decided whether it names somebody: NAMED or OF_NOBODY', slug => {
  const texts = blindFields(slug, SECTIONS[slug].fields)
    .flatMap(f => [f, ...(f.fields ?? [])])
    .filter(f => !WORDLESS.includes(f.type));
  expect(texts.map(f => f.path)).toEqual(OF_NOBODY[slug]);
});

it('of the team only its size and parts are left', () => {
  const members = [
    { userId: 'u', name: 'Ana', email: 'a@b.cl', organisation: 'O', role: 'student', hoursPerWeek: 4 },
  ];
  expect(blindTeam({ members })).toEqual({
    members: [
      { userId: null, name: 'Integrante 1', email: '', organisation: '', role: 'student', hoursPerWeek: 4 },
    ],
  });
});
