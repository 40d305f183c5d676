import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { IMPORT_NOUNS, type ImportNoun } from './domain/imports/nouns.ts';
import { LoginPage } from './features/auth/ui/login-page.tsx';
import { guard } from './web/auth/guard.ts';
import { t } from './web/i18n/i18n.ts';
import { AdminOnly } from './web/layout/admin-only.tsx';
import { EmptyLayout } from './web/layout/empty-layout.tsx';
import { NotFound, PageError, PageSpinner } from './web/layout/page-states.tsx';
import { Root } from './web/layout/root.tsx';
import { fillSlots, lazyPage, lazyPart } from './web/routing/lazy-page.ts';
import { PAGES, type PageName } from './web/routing/pages.ts';
import { KIND_SLUGS, parseSearch, paths, stringifySearch } from './web/routing/paths.ts';

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
  component: lazyPage(() => import('./web/layout/default-layout.tsx'), 'DefaultLayout'),
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
  component: lazyPage(() => import('./features/home/ui/home-page.tsx'), 'HomePage'),
  staticData: { title: t('pages.home') },
});

const profile = createRoute({
  getParentRoute: () => main,
  path: paths.profile(),
  component: lazyPage(() => import('./features/auth/ui/profile-page.tsx'), 'ProfilePage'),
  staticData: { title: t('pages.profile') },
});

const projects = createRoute({
  getParentRoute: () => main,
  path: paths.projects(),
  component: lazyPage(() => import('./features/projects/ui/projects-page.tsx'), 'ProjectsPage'),
  staticData: { title: t('pages.projects') },
});

const calls = createRoute({
  getParentRoute: () => main,
  path: paths.calls(),
  component: lazyPage(() => import('./features/calls/ui/calls-page.tsx'), 'CallsPage'),
  staticData: { title: t('pages.calls') },
});

const reviews = createRoute({
  getParentRoute: () => main,
  path: paths.reviews(),
  component: lazyPage(() => import('./features/evaluation/ui/desk/reviews-page.tsx'), 'ReviewsPage'),
  staticData: { title: t('pages.reviews') },
});

const review = createRoute({
  getParentRoute: () => main,
  path: `${paths.reviews()}/$id`,
  component: lazyPage(() => import('./features/evaluation/ui/desk/review-page.tsx'), 'ReviewPage'),
  staticData: { title: t('pages.review'), parents: [{ title: t('pages.reviews'), href: paths.reviews() }] },
});

const notifications = createRoute({
  getParentRoute: () => main,
  path: paths.notifications(),
  component: lazyPage(
    () => import('./features/notifications/ui/notifications-page.tsx'),
    'NotificationsPage',
  ),
  staticData: { title: t('pages.notifications') },
});

const underProjects = [{ title: t('pages.projects'), href: paths.projects() }];

/** Every kind has a page and a start of its own; the five addresses are literal, as they are known outside. */
const kinds = KIND_SLUGS.flatMap(kind => [
  createRoute({
    getParentRoute: () => main,
    path: `/projects/${kind}/new`,
    component: lazyPage(() => import('./features/projects/ui/new-project-page.tsx'), 'NewProjectPage'),
    staticData: { title: t('pages.newProject'), parents: underProjects, kind },
  }),
  createRoute({
    getParentRoute: () => main,
    path: `/projects/${kind}/$id`,
    component: lazyPage(() => import('./project-page.tsx'), 'ProjectPage'),
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

/** A page of the table of pages, for administrators. */
const adminPage = <Component extends string>(
  name: PageName,
  load: Parameters<typeof lazyPage<Component>>[0],
  component: Component,
) =>
  createRoute({
    getParentRoute: () => administration,
    path: paths[name](),
    component: lazyPage(load, component),
    staticData: { title: PAGES[name].title, ...admin },
  });

const importParent = (noun: Exclude<ImportNoun, 'organisations'>) => ({
  title: t(`pages.${noun}`),
  href: paths[noun](),
});

const FichaPreview = lazyPart(() => import('./features/ficha/ui/ficha-preview.tsx'), 'FichaPreview');

const administrationPages = [
  adminPage(
    'admissibility',
    () => import('./features/evaluation/ui/admissibility/admissibility-page.tsx'),
    'AdmissibilityPage',
  ),
  adminPage('settings', () => import('./features/settings/ui/settings-page.tsx'), 'SettingsPage'),
  adminPage('kinds', () => import('./features/kinds/ui/kinds-page.tsx'), 'KindsPage'),
  createRoute({
    getParentRoute: () => administration,
    path: paths.kind('$slug'),
    component: lazyPage(async () => {
      const { KindPage } = await import('./features/kinds/ui/kind-page.tsx');
      return { KindPage: fillSlots(KindPage, { Preview: FichaPreview }) };
    }, 'KindPage'),
    staticData: {
      title: t('pages.kinds'),
      ...admin,
      parents: [...admin.parents, { title: t('pages.kinds'), href: paths.kinds() }],
    },
  }),
  adminPage('audit', () => import('./features/audit/ui/audit-page.tsx'), 'AuditPage'),
  adminPage('careers', () => import('./features/careers/ui/careers-page.tsx'), 'CareersPage'),
  adminPage(
    'changeStatus',
    () => import('./features/change-status/ui/change-status-page.tsx'),
    'ChangeStatusPage',
  ),
  adminPage('courses', () => import('./features/courses/ui/courses-page.tsx'), 'CoursesPage'),
  createRoute({
    getParentRoute: () => administration,
    path: paths.offerings(),
    component: lazyPage(() => import('./features/courses/ui/offerings-page.tsx'), 'OfferingsPage'),
    staticData: {
      title: t('pages.offerings'),
      ...admin,
      parents: [...admin.parents, { title: t('pages.courses'), href: paths.courses() }],
    },
  }),
  ...IMPORT_NOUNS.map(noun =>
    createRoute({
      getParentRoute: () => administration,
      path: paths.importInto(noun),
      component: lazyPage(() => import('./features/imports/ui/import-page.tsx'), 'ImportPage'),
      staticData: {
        title: t(`pages.imports.${noun}`),
        ...admin,
        parents: [
          ...admin.parents, // Partners have no list of their own.
          importParent(noun === 'organisations' ? 'projects' : noun),
        ],
      },
    }),
  ),
  adminPage('faculties', () => import('./features/faculties/ui/faculties-page.tsx'), 'FacultiesPage'),
  adminPage('themes', () => import('./features/themes/ui/themes-page.tsx'), 'ThemesPage'),
  adminPage('mail', () => import('./features/mail/ui/mails-page.tsx'), 'MailsPage'),
  adminPage('adminCalls', () => import('./features/calls/ui/admin/admin-calls-page.tsx'), 'AdminCallsPage'),
  createRoute({
    getParentRoute: () => administration,
    path: paths.adminCall('$id'),
    component: lazyPage(() => import('./features/calls/ui/admin/admin-call-page.tsx'), 'AdminCallPage'),
    staticData: {
      title: t('pages.adminCall'),
      ...admin,
      parents: [...admin.parents, { title: t('pages.adminCalls'), href: paths.adminCalls() }],
    },
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/admin/calls/$id/ranking',
    component: lazyPage(() => import('./features/awards/ui/ranking-page.tsx'), 'RankingPage'),
    staticData: { title: t('pages.ranking'), ...admin },
  }),
  adminPage('adminReviews', () => import('./features/evaluation/ui/reviews/matrix-page.tsx'), 'MatrixPage'),
  adminPage('reassign', () => import('./features/reassign/ui/reassign-page.tsx'), 'ReassignPage'),
  adminPage('schools', () => import('./features/schools/ui/schools-page.tsx'), 'SchoolsPage'),
  adminPage('users', () => import('./features/users/ui/users-page.tsx'), 'UsersPage'),
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
      reviews,
      review,
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
