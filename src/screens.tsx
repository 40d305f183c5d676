import type { ComponentType } from 'react';
import type { OfferedPage } from './web/routing/pages.ts';
import { paths } from './web/routing/paths.ts';

/**
 * What is fetched for an address; `$id` stands for any part. No page is imported here, and nothing large: this is read
 * before the application's own code has come.
 */
const screen = <M,>(at: string, load: () => Promise<M>) => ({ at, load });

/** Around every screen but the login page. */
export const loadLayout = () => import('./default-layout.tsx');

/** Of two that fit an address the first is meant. The login page is not among them: it comes with the application. */
export const SCREENS = {
  home: screen(paths.home(), () => import('./features/home/ui/home-page.tsx')),
  profile: screen(paths.profile(), () => import('./features/auth/ui/profile-page.tsx')),
  projects: screen(paths.projects(), () => import('./features/projects/ui/projects-page.tsx')),
  newProject: screen('/projects/$kind/new', () => import('./features/projects/ui/new-project-page.tsx')),
  project: screen('/projects/$kind/$id', () => import('./project-page.tsx')),
  calls: screen(paths.calls(), () => import('./features/calls/ui/calls-page.tsx')),
  call: screen(paths.call('$id'), () => import('./features/calls/ui/page/call-page.tsx')),
  reviews: screen(paths.reviews(), () => import('./features/review-desk/ui/reviews-page.tsx')),
  review: screen('/reviews/$id', () => import('./features/review-desk/ui/review-page.tsx')),
  preferences: screen(
    paths.preferences('$call'),
    () => import('./features/evaluation/ui/preferences/preferences-page.tsx'),
  ),
  partners: screen(paths.partners(), () => import('./features/partners/ui/partners-page.tsx')),
  // Before the page of a partner, whose address they would fit.
  partnerPairs: screen(paths.partnerPairs(), () => import('./features/partners/ui/merging/pairs-page.tsx')),
  agreements: screen(paths.agreements(), () => import('./features/agreements/ui/agreements-page.tsx')),
  partner: screen(paths.partner('$id'), () => import('./features/partners/ui/partner-page.tsx')),
  surveys: screen(paths.surveys(), () => import('./features/surveys/ui/surveys-page.tsx')),
  // Before the page of a survey, whose address it would fit.
  instruments: screen(paths.instruments(), () => import('./features/instruments/ui/instruments-page.tsx')),
  instrument: screen(paths.instrument('$id'), () => import('./features/instruments/ui/instrument-page.tsx')),
  surveySeries: screen(
    paths.surveySeries('$id'),
    () => import('./features/surveys/ui/series/series-page.tsx'),
  ),
  survey: screen(paths.survey('$id'), () => import('./features/surveys/ui/survey-page.tsx')),
  certificates: screen(
    paths.certificates(),
    () => import('./features/certificates/ui/certificates-page.tsx'),
  ),
  issueCertificates: screen(
    paths.issueCertificates(),
    () => import('./features/certificates/ui/issuing/issue-page.tsx'),
  ),
  reports: screen(paths.reports(), () => import('./features/dashboards/ui/reports-page.tsx')),
  dossier: screen(paths.dossier(), () => import('./features/dossiers/ui/dossier-page.tsx')),
  accreditation: screen(paths.accreditation(), () => import('./features/accreditation/ui/matrices-page.tsx')),
  accreditationMatrix: screen(
    paths.accreditationMatrix('$id'),
    () => import('./features/accreditation/ui/matrix-page.tsx'),
  ),
  annualReport: screen(paths.annualReport(), () => import('./features/annual-reports/ui/annual-page.tsx')),
  registers: screen(paths.registers(), () => import('./features/registers/ui/registers-page.tsx')),
  figure: screen(paths.figure('$figure'), () => import('./features/dashboards/ui/list/figure-page.tsx')),
  notifications: screen(
    paths.notifications(),
    () => import('./features/notifications/ui/notifications-page.tsx'),
  ),
  users: screen(paths.users(), () => import('./features/users/ui/users-page.tsx')),
  dataIncidents: screen(
    paths.dataIncidents(),
    () => import('./features/privacy/ui/incidents/incidents-page.tsx'),
  ),
  processing: screen(
    paths.processing(),
    () => import('./features/privacy/ui/processing/processing-page.tsx'),
  ),
  dataTraces: screen(paths.dataTraces(), () => import('./features/traces/ui/traces-page.tsx')),
  settings: screen(paths.settings(), () => import('./settings-page.tsx')),
  kind: screen(paths.kind('$slug'), () => import('./features/kinds/ui/kind-page.tsx')),
  offerings: screen(paths.offerings(), () => import('./features/courses/ui/offerings-page.tsx')),
  institutionalValues: screen(
    paths.institutionalValues('$id'),
    () => import('./features/institutional-indicators/ui/values-page.tsx'),
  ),
  importInto: screen('/admin/$noun/import', () => import('./features/import-screens/ui/import-page.tsx')),
  adminCall: screen(paths.adminCall('$id'), () => import('./features/calls/ui/admin/admin-call-page.tsx')),
  callLetters: screen(
    '/admin/calls/$id/letters',
    () => import('./features/awards/ui/letters/letters-page.tsx'),
  ),
  ranking: screen('/admin/calls/$id/ranking', () => import('./features/awards/ui/ranking-page.tsx')),
} as const;

interface AdminScreen {
  readonly page: OfferedPage;
  readonly at: string;
  readonly load: () => Promise<Record<string, ComponentType>>;
  /** Of the page among what is fetched. */
  readonly name: string;
}

const adminScreen = <Name extends string>(
  page: OfferedPage,
  load: () => Promise<{ [K in Name]: ComponentType }>,
  name: Name,
): AdminScreen => ({ page, ...screen(paths[page](), load), name });

/** Pages for administrators of which nothing has to be said but what stands in the table of pages. */
export const ADMIN_SCREENS = [
  adminScreen(
    'admissibility',
    () => import('./features/admissibility/ui/admissibility-page.tsx'),
    'AdmissibilityPage',
  ),
  adminScreen(
    'expenseRules',
    () => import('./features/expense-rules/ui/expense-rules-page.tsx'),
    'ExpenseRulesPage',
  ),
  adminScreen('kinds', () => import('./features/kinds/ui/kinds-page.tsx'), 'KindsPage'),
  adminScreen('searches', () => import('./features/search/ui/misses/misses-page.tsx'), 'MissesPage'),
  adminScreen('audit', () => import('./features/audit/ui/audit-page.tsx'), 'AuditPage'),
  adminScreen('careers', () => import('./features/careers/ui/careers-page.tsx'), 'CareersPage'),
  adminScreen(
    'changeStatus',
    () => import('./features/change-status/ui/change-status-page.tsx'),
    'ChangeStatusPage',
  ),
  adminScreen('courses', () => import('./features/courses/ui/courses-page.tsx'), 'CoursesPage'),
  adminScreen('faculties', () => import('./features/faculties/ui/faculties-page.tsx'), 'FacultiesPage'),
  adminScreen('themes', () => import('./features/themes/ui/themes-page.tsx'), 'ThemesPage'),
  adminScreen(
    'institutionalIndicators',
    () => import('./features/institutional-indicators/ui/institutional-indicators-page.tsx'),
    'InstitutionalIndicatorsPage',
  ),
  adminScreen('mail', () => import('./features/mail/ui/mails-page.tsx'), 'MailsPage'),
  adminScreen('adminCalls', () => import('./features/calls/ui/admin/admin-calls-page.tsx'), 'AdminCallsPage'),
  adminScreen('adminReviews', () => import('./features/evaluation/ui/reviews/matrix-page.tsx'), 'MatrixPage'),
  adminScreen('reassign', () => import('./features/reassign/ui/reassign-page.tsx'), 'ReassignPage'),
  adminScreen('schools', () => import('./features/schools/ui/schools-page.tsx'), 'SchoolsPage'),
  adminScreen(
    'dataRequests',
    () => import('./features/data-requests/ui/requests-page.tsx'),
    'DataRequestsPage',
  ),
];

/** What to fetch for an address of this application, or nothing. */
export function screenAt(address: string): { at: string; load: () => Promise<unknown> } | undefined {
  const parts = address.split('/');
  const fits = (at: string) => {
    const wanted = at.split('/');
    return (
      wanted.length === parts.length &&
      wanted.every((part, place) => part === parts[place] || part.startsWith('$'))
    );
  };
  return [...Object.values(SCREENS), ...ADMIN_SCREENS].find(({ at }) => fits(at));
}
