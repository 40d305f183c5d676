import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { IMPORT_NOUNS, type ImportNoun, isExecution } from './domain/imports/nouns.ts';
import { KIND_SLUGS } from './domain/kinds/slugs.ts';
import { LoginPage } from './features/auth/ui/login-page.tsx';
import { ADMIN_SCREENS, loadLayout, SCREENS } from './screens.tsx';
import { guard } from './web/auth/guard.ts';
import { t } from './web/i18n/i18n.ts';
import { AdminOnly } from './web/layout/admin-only.tsx';
import { EmptyLayout } from './web/layout/empty-layout.tsx';
import { NotFound, PageError, PageSpinner } from './web/layout/page-states.tsx';
import { Root } from './web/layout/root.tsx';
import { fillSlots, lazyPage, lazyPart } from './web/routing/lazy-page.ts';
import { PAGES } from './web/routing/pages.ts';
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

const login = createRoute({
  getParentRoute: () => empty,
  path: paths.login(),
  // Not fetched when needed: a session also ends where there is no connection.
  component: LoginPage,
  staticData: { title: t('pages.login'), anonymous: true },
});

const home = createRoute({
  getParentRoute: () => main,
  path: paths.home(),
  component: lazyPage(SCREENS.home.load, 'HomePage'),
  staticData: { title: t('pages.home') },
});

const profile = createRoute({
  getParentRoute: () => main,
  path: paths.profile(),
  component: lazyPage(SCREENS.profile.load, 'ProfilePage'),
  staticData: { title: t('pages.profile') },
});

const projects = createRoute({
  getParentRoute: () => main,
  path: paths.projects(),
  component: lazyPage(SCREENS.projects.load, 'ProjectsPage'),
  staticData: { title: t('pages.projects') },
});

const calls = createRoute({
  getParentRoute: () => main,
  path: paths.calls(),
  component: lazyPage(SCREENS.calls.load, 'CallsPage'),
  staticData: { title: t('pages.calls') },
});

const reviews = createRoute({
  getParentRoute: () => main,
  path: paths.reviews(),
  component: lazyPage(SCREENS.reviews.load, 'ReviewsPage'),
  staticData: { title: t('pages.reviews') },
});

const review = createRoute({
  getParentRoute: () => main,
  path: SCREENS.review.at,
  component: lazyPage(SCREENS.review.load, 'ReviewPage'),
  staticData: { title: t('pages.review'), parents: [{ title: t('pages.reviews'), href: paths.reviews() }] },
});

const preferences = createRoute({
  getParentRoute: () => main,
  path: SCREENS.preferences.at,
  component: lazyPage(SCREENS.preferences.load, 'PreferencesPage'),
  staticData: {
    title: t('pages.preferences'),
    parents: [{ title: t('pages.reviews'), href: paths.reviews() }],
  },
});

const underPartners = [{ title: t('pages.partners'), href: paths.partners() }];

const partnerPages = [
  createRoute({
    getParentRoute: () => main,
    path: paths.partners(),
    component: lazyPage(SCREENS.partners.load, 'PartnersPage'),
    staticData: { title: t('pages.partners') },
  }),
  createRoute({
    getParentRoute: () => main,
    path: paths.agreements(),
    component: lazyPage(SCREENS.agreements.load, 'AgreementsPage'),
    staticData: { title: t('pages.agreements'), parents: underPartners },
  }),
  createRoute({
    getParentRoute: () => main,
    path: SCREENS.partner.at,
    component: lazyPage(SCREENS.partner.load, 'PartnerPage'),
    staticData: { title: t('pages.partner'), parents: underPartners },
  }),
];

const underSurveys = [{ title: t('pages.surveys'), href: paths.surveys() }];
const underInstruments = [...underSurveys, { title: t('pages.instruments'), href: paths.instruments() }];

const surveyPages = [
  createRoute({
    getParentRoute: () => main,
    path: SCREENS.surveys.at,
    component: lazyPage(SCREENS.surveys.load, 'SurveysPage'),
    staticData: { title: t('pages.surveys') },
  }),
  createRoute({
    getParentRoute: () => main,
    path: SCREENS.instruments.at,
    component: lazyPage(SCREENS.instruments.load, 'InstrumentsPage'),
    staticData: { title: t('pages.instruments'), parents: underSurveys },
  }),
  createRoute({
    getParentRoute: () => main,
    path: SCREENS.instrument.at,
    component: lazyPage(SCREENS.instrument.load, 'InstrumentPage'),
    staticData: { title: t('pages.instrument'), parents: underInstruments },
  }),
  createRoute({
    getParentRoute: () => main,
    path: SCREENS.surveySeries.at,
    component: lazyPage(SCREENS.surveySeries.load, 'SeriesPage'),
    staticData: { title: t('pages.surveySeries'), parents: underSurveys },
  }),
  createRoute({
    getParentRoute: () => main,
    path: SCREENS.survey.at,
    component: lazyPage(SCREENS.survey.load, 'SurveyPage'),
    staticData: { title: t('pages.survey'), parents: underSurveys },
  }),
];

const underCertificates = [{ title: t('pages.certificates'), href: paths.certificates() }];

const certificatePages = [
  createRoute({
    getParentRoute: () => main,
    path: SCREENS.certificates.at,
    component: lazyPage(SCREENS.certificates.load, 'CertificatesPage'),
    staticData: { title: t('pages.certificates') },
  }),
  createRoute({
    getParentRoute: () => main,
    path: SCREENS.issueCertificates.at,
    component: lazyPage(SCREENS.issueCertificates.load, 'IssuePage'),
    staticData: { title: t('pages.issueCertificates'), parents: underCertificates },
  }),
];

const reportPages = [
  createRoute({
    getParentRoute: () => main,
    path: SCREENS.reports.at,
    component: lazyPage(SCREENS.reports.load, 'ReportsPage'),
    staticData: { title: t('pages.reports') },
  }),
  createRoute({
    getParentRoute: () => main,
    path: SCREENS.figure.at,
    component: lazyPage(SCREENS.figure.load, 'FigurePage'),
    staticData: { title: t('pages.figure'), parents: [{ title: t('pages.reports'), href: paths.reports() }] },
  }),
];

const notifications = createRoute({
  getParentRoute: () => main,
  path: paths.notifications(),
  component: lazyPage(SCREENS.notifications.load, 'NotificationsPage'),
  staticData: { title: t('pages.notifications') },
});

const underProjects = [{ title: t('pages.projects'), href: paths.projects() }];

/** Every kind has a page and a start of its own; the five addresses are literal, as they are known outside. */
const kinds = KIND_SLUGS.flatMap(kind => [
  createRoute({
    getParentRoute: () => main,
    path: SCREENS.newProject.at.replace('$kind', kind),
    component: lazyPage(SCREENS.newProject.load, 'NewProjectPage'),
    staticData: { title: t('pages.newProject'), parents: underProjects, kind },
  }),
  createRoute({
    getParentRoute: () => main,
    path: SCREENS.project.at.replace('$kind', kind),
    component: lazyPage(SCREENS.project.load, 'ProjectPage'),
    staticData: { title: t('pages.project'), parents: underProjects, kind },
  }),
]);

// Whoever comes next starts at home, not in the administration the last one has left.
const admin = { requiresAuth: true, logoutFallback: paths.home(), parents: [{ title: t('pages.admin') }] };

/** Everybody but an administrator is told at the door. */
const administration = createRoute({
  getParentRoute: () => main,
  id: 'administration',
  component: AdminOnly,
  staticData: { title: '' },
});

/** Organisations are listed as partners; what past projects did has no list of its own. */
function importParent(noun: ImportNoun) {
  const page = noun === 'organisations' ? 'partners' : isExecution(noun) ? 'projects' : noun;
  return { title: t(`pages.${page}`), href: paths[page]() };
}

const PublicPagesForm = lazyPart(
  () => import('./features/public/ui/settings/public-pages-form.tsx'),
  'PublicPagesForm',
);
const RetentionForm = lazyPart(() => import('./features/privacy/ui/retention-form.tsx'), 'RetentionForm');
const PersonalDataButton = lazyPart(
  () => import('./features/privacy/ui/personal-data.tsx'),
  'PersonalDataButton',
);
const FichaPreview = lazyPart(() => import('./features/ficha/ui/ficha-preview.tsx'), 'FichaPreview');

/** Of a page that another of the administration leads to. */
const beneath = (page: 'kinds' | 'courses' | 'institutionalIndicators' | 'adminCalls' | 'dataRequests') => ({
  ...admin,
  parents: [...admin.parents, { title: PAGES[page].title, href: paths[page]() }],
});

/** Beside the requests of persons, which the navigation offers. */
const privacyPages = [
  createRoute({
    getParentRoute: () => administration,
    path: SCREENS.dataIncidents.at,
    component: lazyPage(SCREENS.dataIncidents.load, 'IncidentsPage'),
    staticData: { title: PAGES.dataIncidents.title, ...beneath('dataRequests') },
  }),
  createRoute({
    getParentRoute: () => administration,
    path: SCREENS.processing.at,
    component: lazyPage(SCREENS.processing.load, 'ProcessingPage'),
    staticData: { title: PAGES.processing.title, ...beneath('dataRequests') },
  }),
  createRoute({
    getParentRoute: () => administration,
    path: SCREENS.dataTraces.at,
    component: lazyPage(SCREENS.dataTraces.load, 'TracesPage'),
    staticData: { title: PAGES.dataTraces.title, ...beneath('dataRequests') },
  }),
];

const administrationPages = [
  ...ADMIN_SCREENS.map(({ page, at, load, name }) =>
    createRoute({
      getParentRoute: () => administration,
      path: at,
      component: lazyPage(load, name),
      staticData: { title: PAGES[page].title, ...admin },
    }),
  ),
  createRoute({
    getParentRoute: () => administration,
    path: SCREENS.settings.at,
    component: lazyPage(async () => {
      const { SettingsPage } = await SCREENS.settings.load();
      return {
        SettingsPage: fillSlots(SettingsPage, {
          PublicPages: PublicPagesForm,
          Retention: RetentionForm,
        }),
      };
    }, 'SettingsPage'),
    staticData: { title: PAGES.settings.title, ...admin },
  }),
  createRoute({
    getParentRoute: () => administration,
    path: SCREENS.users.at,
    component: lazyPage(async () => {
      const { UsersPage } = await SCREENS.users.load();
      return { UsersPage: fillSlots(UsersPage, { PersonalData: PersonalDataButton }) };
    }, 'UsersPage'),
    staticData: { title: PAGES.users.title, ...admin },
  }),
  ...privacyPages,
  createRoute({
    getParentRoute: () => administration,
    path: paths.kind('$slug'),
    component: lazyPage(async () => {
      const { KindPage } = await SCREENS.kind.load();
      return { KindPage: fillSlots(KindPage, { Preview: FichaPreview }) };
    }, 'KindPage'),
    staticData: { title: t('pages.kinds'), ...beneath('kinds') },
  }),
  createRoute({
    getParentRoute: () => administration,
    path: paths.partnerPairs(),
    component: lazyPage(SCREENS.partnerPairs.load, 'PairsPage'),
    staticData: { title: t('pages.partnerPairs'), requiresAuth: true, parents: underPartners },
  }),
  createRoute({
    getParentRoute: () => administration,
    path: paths.offerings(),
    component: lazyPage(SCREENS.offerings.load, 'OfferingsPage'),
    staticData: { title: t('pages.offerings'), ...beneath('courses') },
  }),
  createRoute({
    getParentRoute: () => administration,
    path: SCREENS.institutionalValues.at,
    component: lazyPage(SCREENS.institutionalValues.load, 'ValuesPage'),
    staticData: { title: t('pages.institutionalValues'), ...beneath('institutionalIndicators') },
  }),
  ...IMPORT_NOUNS.map(noun =>
    createRoute({
      getParentRoute: () => administration,
      path: paths.importInto(noun),
      component: lazyPage(SCREENS.importInto.load, 'ImportPage'),
      staticData: {
        title: t(`pages.imports.${noun}`),
        ...admin,
        parents: [...admin.parents, importParent(noun)],
      },
    }),
  ),
  createRoute({
    getParentRoute: () => administration,
    path: paths.adminCall('$id'),
    component: lazyPage(SCREENS.adminCall.load, 'AdminCallPage'),
    staticData: { title: t('pages.adminCall'), ...beneath('adminCalls') },
  }),
  createRoute({
    getParentRoute: () => administration,
    path: SCREENS.callLetters.at,
    component: lazyPage(SCREENS.callLetters.load, 'LettersPage'),
    staticData: { title: t('pages.callLetters'), ...beneath('adminCalls') },
  }),
  createRoute({
    getParentRoute: () => administration,
    path: SCREENS.ranking.at,
    component: lazyPage(SCREENS.ranking.load, 'RankingPage'),
    staticData: { title: t('pages.ranking'), ...admin },
  }),
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
      home,
      profile,
      projects,
      calls,
      notifications,
      ...partnerPages,
      ...surveyPages,
      ...certificatePages,
      ...reportPages,
      reviews,
      review,
      preferences,
      ...kinds,
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
