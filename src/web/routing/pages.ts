/** Groups of the side navigation, in its order. */
export const PAGE_GROUPS = {
  work: 'Trabajo',
  catalogues: 'Catálogos',
  calls: 'Convocatorias',
  operation: 'Operación',
  system: 'Sistema',
} as const;

export type PageGroup = keyof typeof PAGE_GROUPS;
export const PAGE_GROUP_NAMES = Object.keys(PAGE_GROUPS) as PageGroup[];

interface Page {
  readonly at: string;
  readonly title: string;
  /** The group of the side navigation that offers it. */
  readonly under?: PageGroup;
}

/**
 * Screens whose address has no part of its own, in the order of the navigation: addresses, titles, navigation and the
 * visits of the accessibility tests follow from here. A new one also needs its icon and its route.
 */
export const PAGES = {
  login: { at: '/auth/login', title: 'Ingreso' },
  home: { at: '/', title: 'Inicio', under: 'work' },
  projects: { at: '/projects', title: 'Proyectos', under: 'work' },
  calls: { at: '/calls', title: 'Convocatorias', under: 'calls' },
  reviews: { at: '/reviews', title: 'Evaluaciones', under: 'work' },
  reports: { at: '/reports', title: 'Reportes', under: 'work' },
  registers: { at: '/reports/registers', title: 'Registros' },
  dossier: { at: '/reports/dossier', title: 'Portafolio' },
  accreditation: { at: '/reports/accreditation', title: 'Acreditación' },
  annualReport: { at: '/reports/annual', title: 'Memoria' },
  partners: { at: '/partners', title: 'Socios', under: 'work' },
  partnerPairs: { at: '/partners/duplicates', title: 'Posibles duplicados' },
  agreements: { at: '/partners/agreements', title: 'Convenios' },
  surveys: { at: '/surveys', title: 'Encuestas', under: 'work' },
  instruments: { at: '/surveys/instruments', title: 'Instrumentos' },
  certificates: { at: '/certificates', title: 'Certificados', under: 'work' },
  issueCertificates: { at: '/certificates/issue', title: 'Emitir certificados' },
  notifications: { at: '/notifications', title: 'Notificaciones', under: 'work' },
  profile: { at: '/profile', title: 'Mi perfil' },
  faculties: { at: '/admin/faculties', title: 'Facultades', under: 'catalogues' },
  schools: { at: '/admin/schools', title: 'Escuelas', under: 'catalogues' },
  careers: { at: '/admin/careers', title: 'Carreras', under: 'catalogues' },
  courses: { at: '/admin/courses', title: 'Cursos', under: 'catalogues' },
  offerings: { at: '/admin/courses/offerings', title: 'Oferta de cursos' },
  users: { at: '/admin/users', title: 'Usuarios', under: 'catalogues' },
  themes: { at: '/admin/themes', title: 'Temas', under: 'catalogues' },
  institutionalIndicators: {
    at: '/admin/institutional-indicators',
    title: 'Indicadores institucionales',
    under: 'catalogues',
  },
  expenseRules: { at: '/admin/expenses', title: 'Gastos', under: 'catalogues' },
  adminCalls: { at: '/admin/calls', title: 'Gestionar convocatorias', under: 'calls' },
  admissibility: { at: '/admin/admissibility', title: 'Admisibilidad', under: 'calls' },
  adminReviews: { at: '/admin/reviews', title: 'Asignar evaluadores', under: 'calls' },
  changeStatus: { at: '/admin/change-status', title: 'Cambiar estado', under: 'operation' },
  reassign: { at: '/admin/reassign', title: 'Reasignar', under: 'operation' },
  mail: { at: '/admin/mail', title: 'Correos', under: 'operation' },
  dataRequests: { at: '/admin/privacy', title: 'Datos personales', under: 'operation' },
  dataIncidents: { at: '/admin/privacy/incidents', title: 'Incidentes de datos' },
  processing: { at: '/admin/privacy/processing', title: 'Registro de tratamientos' },
  dataTraces: { at: '/admin/privacy/people', title: 'Personas sin cuenta' },
  searches: { at: '/admin/searches', title: 'Búsquedas sin resultado', under: 'operation' },
  kinds: { at: '/admin/kinds', title: 'Tipos de proyecto', under: 'system' },
  settings: { at: '/admin/settings', title: 'Configuración', under: 'system' },
  audit: { at: '/admin/audit', title: 'Auditoría', under: 'system' },
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof PAGES;
/** Those that the side navigation offers. */
export type OfferedPage = {
  [Name in PageName]: (typeof PAGES)[Name] extends { under: PageGroup } ? Name : never;
}[PageName];

export const PAGE_NAMES = Object.keys(PAGES) as PageName[];

/** All that the navigation offers to anybody, in its order. */
export const OFFERED_PAGES = PAGE_NAMES.filter((name): name is OfferedPage => 'under' in PAGES[name]);

/** The pages of a group of the navigation. */
export const pagesUnder = (group: PageGroup): OfferedPage[] =>
  OFFERED_PAGES.filter(name => PAGES[name].under === group);

/** Something of each page, by its name. */
export const ofPages = <T>(make: (name: PageName) => T): Record<PageName, T> =>
  Object.fromEntries(PAGE_NAMES.map(name => [name, make(name)])) as Record<PageName, T>;
