import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IMPORT_NOUNS } from '../../domain/imports/nouns.ts';
import { KIND_SLUGS } from '../../domain/kinds/slugs.ts';
import { parseSearch, paths, stringifySearch } from './paths.ts';

const SLUGS = KIND_SLUGS.toSorted();

test('addresses, which are known outside', () => {
  const {
    accreditationMatrix,
    adminCall,
    call,
    callLetters,
    figure,
    newProject,
    partner,
    preferences,
    project,
    ranking,
    review,
    importInto,
    institutionalValues,
    kind: kindPage,
    survey,
    instrument,
    surveySeries,
    ...plain
  } = paths;
  expect({
    ...Object.fromEntries(Object.entries(plain).map(([name, build]) => [name, build()])),
    newProjects: SLUGS.map(kind => newProject(kind)),
    imports: IMPORT_NOUNS.map(noun => importInto(noun)),
    kindPage: kindPage('pacs'),
    projectPages: SLUGS.map(kind => project(kind, '0198-é/7')),
    accreditationMatrix: accreditationMatrix('0198-é/7', { from: 2024 }),
    adminCall: adminCall('0198-é/7', { tab: 'lines' }),
    call: call('0198-é/7'),
    callLetters: callLetters('0198-é/7'),
    ranking: ranking('0198-é/7'),
    partner: partner('0198-é/7'),
    figure: figure('projects_by_status', { row: 'draft' }),
    survey: survey('0198-é/7', { tab: 'people' }),
    instrument: instrument('0198-é/7'),
    surveySeries: surveySeries('0198-é/7'),
    review: review('0198-é/7'),
    institutionalValues: institutionalValues('0198-é/7'),
    preferences: preferences('0198-é/7'),
    tab: project('pacs', '1', { tab: 'historial' }),
    filtered: paths.projects({ status: ['draft', 'returned'], q: 'agua & tierra', page: 2, faculty: null }),
  }).toEqual({
    accreditationMatrix: '/reports/accreditation/0198-%C3%A9%2F7?from=2024',
    adminCall: '/admin/calls/0198-%C3%A9%2F7?tab=lines',
    adminCalls: '/admin/calls',
    adminReviews: '/admin/reviews',
    admissibility: '/admin/admissibility',
    agreements: '/partners/agreements',
    audit: '/admin/audit',
    call: '/calls/0198-%C3%A9%2F7',
    calls: '/calls',
    careers: '/admin/careers',
    certificates: '/certificates',
    changeStatus: '/admin/change-status',
    courses: '/admin/courses',
    dataIncidents: '/admin/privacy/incidents',
    dataRequests: '/admin/privacy',
    dataTraces: '/admin/privacy/people',
    expenseRules: '/admin/expenses',
    faculties: '/admin/faculties',
    figure: '/reports/projects_by_status?row=draft',
    filtered: '/projects?status=draft&status=returned&q=agua+%26+tierra&page=2',
    home: '/',
    imports: [
      '/admin/faculties/import',
      '/admin/schools/import',
      '/admin/careers/import',
      '/admin/courses/import',
      '/admin/offerings/import',
      '/admin/users/import',
      '/admin/organisations/import',
      '/admin/projects/import',
      '/admin/activities/import',
      '/admin/indicators/import',
    ],
    institutionalIndicators: '/admin/institutional-indicators',
    institutionalValues: '/admin/institutional-indicators/0198-%C3%A9%2F7',
    instrument: '/surveys/instruments/0198-%C3%A9%2F7',
    instruments: '/surveys/instruments',
    issueCertificates: '/certificates/issue',
    kindPage: '/admin/kinds/pacs',
    kinds: '/admin/kinds',
    login: '/auth/login',
    mail: '/admin/mail',
    microsoftReturn: '/msal',
    newProjects: [
      '/projects/cons/new',
      '/projects/exts/new',
      '/projects/fexs/new',
      '/projects/incs/new',
      '/projects/pacs/new',
    ],
    notifications: '/notifications',
    offerings: '/admin/courses/offerings',
    partner: '/partners/0198-%C3%A9%2F7',
    partnerPairs: '/partners/duplicates',
    partners: '/partners',
    preferences: '/reviews/preferences/0198-%C3%A9%2F7',
    processing: '/admin/privacy/processing',
    profile: '/profile',
    projectPages: [
      '/projects/cons/0198-%C3%A9%2F7',
      '/projects/exts/0198-%C3%A9%2F7',
      '/projects/fexs/0198-%C3%A9%2F7',
      '/projects/incs/0198-%C3%A9%2F7',
      '/projects/pacs/0198-%C3%A9%2F7',
    ],
    projects: '/projects',
    reports: '/reports',
    registers: '/reports/registers',
    dossier: '/reports/dossier',
    accreditation: '/reports/accreditation',
    annualReport: '/reports/annual',
    callLetters: '/admin/calls/0198-%C3%A9%2F7/letters',
    ranking: '/admin/calls/0198-%C3%A9%2F7/ranking',
    reassign: '/admin/reassign',
    review: '/reviews/0198-%C3%A9%2F7',
    reviews: '/reviews',
    schools: '/admin/schools',
    searches: '/admin/searches',
    settings: '/admin/settings',
    survey: '/surveys/0198-%C3%A9%2F7?tab=people',
    surveySeries: '/surveys/series/0198-%C3%A9%2F7',
    surveys: '/surveys',
    tab: '/projects/pacs/1?tab=historial',
    themes: '/admin/themes',
    users: '/admin/users',
  });
});

test('search state comes back as it was written', () => {
  const text = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' });
  const value = fc.oneof(text, fc.array(text, { minLength: 2, maxLength: 4 }));
  fc.assert(
    fc.property(fc.dictionary(text, value, { maxKeys: 5, noNullPrototype: true }), search => {
      expect(parseSearch(stringifySearch(search))).toEqual(search);
    }),
  );
});

test('numbers and switches stay text, so that "2026" or "true" can be searched for', () => {
  expect(parseSearch('?q=2026&on=true')).toEqual({ q: '2026', on: 'true' });
});
