import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  type StaticDataRouteOption,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { IMPORT_NOUNS, type ImportNoun, isExecution } from './domain/imports/nouns.ts';
import { KIND_SLUGS, type KindSlug } from './domain/kinds/slugs.ts';
import { LoginPage } from './features/auth/ui/login-page.tsx';
import { ADMIN_SCREENS, loadLayout, SCREENS } from './screens.tsx';
import { guard } from './web/auth/guard.ts';
import { t } from './web/i18n/i18n.ts';
import { EmptyLayout } from './web/layout/empty-layout.tsx';
import { AdminOnly, HeadsOnly } from './web/layout/gates.tsx';
import { NotFound, PageError, PageSpinner } from './web/layout/page-states.tsx';
import { Root } from './web/layout/root.tsx';
import { fillSlots, lazyPage, lazyPart } from './web/routing/lazy-page.ts';
import { type OfferedPage, PAGE_GROUPS, PAGES } from './web/routing/pages.ts';
import { parseSearch, paths, stringifySearch } from './web/routing/paths.ts';

const root = createRootRoute({
  component: Root,
  staticData: { title: '' },
  beforeLoad: ({ matches, location }) =>
    guard({ metas: matches.map(match => match.staticData), href: location.href }),
});

const empty = createRoute({
  getParentRoute: () => root,
  id: 'empty',
  component: EmptyLayout,
  staticData: { title: '' },
});

const main = createRoute({
  getParentRoute: () => root,
  id: 'main',
  component: lazyPage(loadLayout, 'DefaultLayout'),
  staticData: { title: '' },
});

/** Makes pages beneath `parent`; `name` is that of their component. */
const pagesUnder =
  (parent: AnyRoute) =>
  <Name extends string>(
    { at, load }: { readonly at: string; readonly load: () => Promise<{ [K in Name]: ComponentType }> },
    name: Name,
    staticData: StaticDataRouteOption,
  ) =>
    createRoute({ getParentRoute: () => parent, path: at, component: lazyPage(load, name), staticData });
const page = pagesUnder(main);

const login = createRoute({
  getParentRoute: () => empty,
  path: paths.login(),
  // Not fetched when needed: a session also ends where there is no connection.
  component: LoginPage,
  staticData: { title: t('pages.login'), anonymous: true },
});

const underReviews = [{ title: t('pages.reviews'), href: paths.reviews() }];

const underCalls = [{ title: t('pages.calls'), href: paths.calls() }];

const pages = [
  page(SCREENS.home, 'HomePage', { title: t('pages.home') }),
  page(SCREENS.profile, 'ProfilePage', { title: t('pages.profile') }),
  page(SCREENS.projects, 'ProjectsPage', { title: t('pages.projects') }),
  page(SCREENS.calls, 'CallsPage', { title: t('pages.calls') }),
  page(SCREENS.call, 'CallPage', { title: t('pages.call'), parents: underCalls }),
  page(SCREENS.notifications, 'NotificationsPage', { title: t('pages.notifications') }),
  page(SCREENS.reviews, 'ReviewsPage', { title: t('pages.reviews') }),
  page(SCREENS.review, 'ReviewPage', { title: t('pages.review'), parents: underReviews }),
  page(SCREENS.preferences, 'PreferencesPage', { title: t('pages.preferences'), parents: underReviews }),
];

const underPartners = [{ title: t('pages.partners'), href: paths.partners() }];

const partnerPages = [
  page(SCREENS.partners, 'PartnersPage', { title: t('pages.partners') }),
  page(SCREENS.agreements, 'AgreementsPage', { title: t('pages.agreements'), parents: underPartners }),
  page(SCREENS.partner, 'PartnerPage', { title: t('pages.partner'), parents: underPartners }),
];

const underSurveys = [{ title: t('pages.surveys'), href: paths.surveys() }];
const underInstruments = [...underSurveys, { title: t('pages.instruments'), href: paths.instruments() }];

const surveyPages = [
  page(SCREENS.surveys, 'SurveysPage', { title: t('pages.surveys') }),
  page(SCREENS.instruments, 'InstrumentsPage', { title: t('pages.instruments'), parents: underSurveys }),
  page(SCREENS.instrument, 'InstrumentPage', { title: t('pages.instrument'), parents: underInstruments }),
  page(SCREENS.surveySeries, 'SeriesPage', { title: t('pages.surveySeries'), parents: underSurveys }),
  page(SCREENS.survey, 'SurveyPage', { title: t('pages.survey'), parents: underSurveys }),
];

const underCertificates = [{ title: t('pages.certificates'), href: paths.certificates() }];

const certificatePages = [
  page(SCREENS.certificates, 'CertificatesPage', { title: t('pages.certificates') }),
  page(SCREENS.issueCertificates, 'IssuePage', {
    title: t('pages.issueCertificates'),
    parents: underCertificates,
  }),
];

const underReports = [{ title: t('pages.reports'), href: paths.reports() }];
const reportPages = [
  page(SCREENS.reports, 'ReportsPage', { title: t('pages.reports') }),
  page(SCREENS.figure, 'FigurePage', { title: t('pages.figure'), parents: underReports }),
  page(SCREENS.dossier, 'DossierPage', { title: t('pages.dossier'), parents: underReports }),
  page(SCREENS.accreditation, 'MatricesPage', { title: t('pages.accreditation'), parents: underReports }),
  page(SCREENS.accreditationMatrix, 'MatrixPage', {
    title: 'Matriz de acreditación',
    parents: [...underReports, { title: t('pages.accreditation'), href: paths.accreditation() }],
  }),
  page(SCREENS.annualReport, 'AnnualPage', { title: t('pages.annualReport'), parents: underReports }),
  page(SCREENS.registers, 'RegistersPage', { title: t('pages.registers'), parents: underReports }),
];

const underProjects = [{ title: t('pages.projects'), href: paths.projects() }];

const ofKind = <S extends { readonly at: string }>(screen: S, kind: KindSlug): S => ({
  ...screen,
  at: screen.at.replace('$kind', kind),
});
/** Every kind has a page and a start of its own; the five addresses are literal, as they are known outside. */
const kinds = KIND_SLUGS.flatMap(kind => [
  page(ofKind(SCREENS.newProject, kind), 'NewProjectPage', {
    title: t('pages.newProject'),
    parents: underProjects,
    kind,
  }),
  page(ofKind(SCREENS.project, kind), 'ProjectPage', {
    title: t('pages.project'),
    parents: underProjects,
    kind,
  }),
]);

// Whoever comes next starts at home, not in the administration the last one has left.
const admin = { requiresAuth: true, logoutFallback: paths.home() };

/** The step of the breadcrumb before a page of the administration: where the navigation has it. */
const underGroup = (page: OfferedPage) => [{ title: PAGE_GROUPS[PAGES[page].under] }];

/** Of a page the navigation offers. */
const offered = (page: OfferedPage) => ({
  ...admin,
  title: PAGES[page].title,
  parents: underGroup(page),
});

/** Everybody but an administrator is told at the door. */
const administration = createRoute({
  getParentRoute: () => main,
  id: 'administration',
  component: AdminOnly,
  staticData: { title: '' },
});
const adminPage = pagesUnder(administration);

/** A list of the administration that is also for whoever heads a unit, of which they read their part. */
const unitLists = createRoute({
  getParentRoute: () => main,
  id: 'unit-lists',
  component: HeadsOnly,
  staticData: { title: '' },
});
const unitList = pagesUnder(unitLists);

/** Organisations are listed as partners; what past projects did has no list of its own. */
function importParents(noun: ImportNoun) {
  if (noun === 'organisations') return underPartners;
  if (noun === 'projects' || isExecution(noun)) return underProjects;
  if (noun === 'offerings')
    return [...underPage('courses'), { title: PAGES.offerings.title, href: paths.offerings() }];
  return underPage(noun);
}

const PersonalDataButton = lazyPart(
  () => import('./features/privacy/ui/personal-data.tsx'),
  'PersonalDataButton',
);
const FichaPreview = lazyPart(() => import('./features/ficha/ui/ficha-preview.tsx'), 'FichaPreview');

/** Steps of the breadcrumb before a page that another of the administration leads to. */
const underPage = (page: OfferedPage) => [
  ...underGroup(page),
  { title: PAGES[page].title, href: paths[page]() },
];
const beneath = (page: OfferedPage) => ({ ...admin, parents: underPage(page) });

/** Beside the requests of persons, which the navigation offers. */
const privacyPages = [
  adminPage(SCREENS.dataIncidents, 'IncidentsPage', {
    title: PAGES.dataIncidents.title,
    ...beneath('dataRequests'),
  }),
  adminPage(SCREENS.processing, 'ProcessingPage', {
    title: PAGES.processing.title,
    ...beneath('dataRequests'),
  }),
  adminPage(SCREENS.dataTraces, 'TracesPage', { title: PAGES.dataTraces.title, ...beneath('dataRequests') }),
];

const unitListPages = [
  unitList(
    {
      at: SCREENS.users.at,
      load: async () => {
        const { UsersPage } = await SCREENS.users.load();
        return { UsersPage: fillSlots(UsersPage, { PersonalData: PersonalDataButton }) };
      },
    },
    'UsersPage',
    offered('users'),
  ),
];

const administrationPages = [
  ...ADMIN_SCREENS.map(({ page: named, name, ...screen }) => adminPage(screen, name, offered(named))),
  adminPage(SCREENS.settings, 'SettingsPage', offered('settings')),
  ...privacyPages,
  adminPage(
    {
      at: SCREENS.kind.at,
      load: async () => {
        const { KindPage } = await SCREENS.kind.load();
        return { KindPage: fillSlots(KindPage, { Preview: FichaPreview }) };
      },
    },
    'KindPage',
    { title: t('pages.kinds'), ...beneath('kinds') },
  ),
  adminPage(SCREENS.partnerPairs, 'PairsPage', {
    title: t('pages.partnerPairs'),
    requiresAuth: true,
    parents: underPartners,
  }),
  adminPage(SCREENS.offerings, 'OfferingsPage', { title: t('pages.offerings'), ...beneath('courses') }),
  adminPage(SCREENS.institutionalValues, 'ValuesPage', {
    title: t('pages.institutionalValues'),
    ...beneath('institutionalIndicators'),
  }),
  ...IMPORT_NOUNS.map(noun =>
    adminPage({ ...SCREENS.importInto, at: paths.importInto(noun) }, 'ImportPage', {
      title: t(`pages.imports.${noun}`),
      ...admin,
      parents: importParents(noun),
    }),
  ),
  adminPage(SCREENS.adminCall, 'AdminCallPage', { title: t('pages.adminCall'), ...beneath('adminCalls') }),
  adminPage(SCREENS.callLetters, 'LettersPage', { title: t('pages.callLetters'), ...beneath('adminCalls') }),
  adminPage(SCREENS.ranking, 'RankingPage', { title: t('pages.ranking'), ...beneath('adminCalls') }),
];

/** Inside the default layout, so that the way back is at hand. */
const unknown = createRoute({
  getParentRoute: () => main,
  path: '$',
  component: NotFound,
  staticData: { title: t('pages.notFound') },
});

export const router = createRouter({
  routeTree: root.addChildren([
    empty.addChildren([login]),
    main.addChildren([
      ...pages,
      ...partnerPages,
      ...surveyPages,
      ...certificatePages,
      ...reportPages,
      ...kinds,
      unitLists.addChildren(unitListPages),
      administration.addChildren(administrationPages),
      unknown,
    ]),
  ]),
  parseSearch,
  stringifySearch,
  // The address is only written by our own functions; nothing is fetched before it is asked for.
  defaultPreload: false,
  defaultPendingComponent: PageSpinner,
  defaultPendingMs: 100,
  defaultPendingMinMs: 0,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});
