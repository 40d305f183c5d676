interface Page {
  readonly at: string;
  readonly title: string;
  /** The group of the side navigation that offers it. */
  readonly under?: 'general' | 'catalogues' | 'office';
}

/**
 * Screens whose address has no part of its own, in the order of the navigation: addresses, titles, navigation and the
 * visits of the accessibility tests follow from here. A new one also needs its icon and its route.
 */
export const PAGES = {
  login: { at: '/auth/login', title: 'Ingreso' },
  home: { at: '/', title: 'Inicio', under: 'general' },
  projects: { at: '/projects', title: 'Proyectos', under: 'general' },
  calls: { at: '/calls', title: 'Convocatorias', under: 'general' },
  reviews: { at: '/reviews', title: 'Evaluaciones', under: 'general' },
  partners: { at: '/partners', title: 'Socios', under: 'general' },
  partnerPairs: { at: '/partners/duplicates', title: 'Posibles duplicados' },
  agreements: { at: '/partners/agreements', title: 'Convenios' },
  surveys: { at: '/surveys', title: 'Encuestas', under: 'general' },
  instruments: { at: '/surveys/instruments', title: 'Instrumentos' },
  certificates: { at: '/certificates', title: 'Certificados', under: 'general' },
  issueCertificates: { at: '/certificates/issue', title: 'Emitir certificados' },
  reports: { at: '/reports', title: 'Reportes', under: 'general' },
  registers: { at: '/reports/registers', title: 'Registros' },
  dossier: { at: '/reports/dossier', title: 'Portafolio' },
  accreditation: { at: '/reports/accreditation', title: 'Acreditación' },
  annualReport: { at: '/reports/annual', title: 'Memoria' },
  notifications: { at: '/notifications', title: 'Notificaciones', under: 'general' },
  profile: { at: '/profile', title: 'Mi perfil' },
  faculties: { at: '/admin/faculties', title: 'Facultades', under: 'catalogues' },
  schools: { at: '/admin/schools', title: 'Escuelas', under: 'catalogues' },
  careers: { at: '/admin/careers', title: 'Carreras', under: 'catalogues' },
  courses: { at: '/admin/courses', title: 'Cursos', under: 'catalogues' },
  offerings: { at: '/admin/courses/offerings', title: 'Oferta de cursos' },
  themes: { at: '/admin/themes', title: 'Temas', under: 'catalogues' },
  institutionalIndicators: {
    at: '/admin/institutional-indicators',
    title: 'Indicadores institucionales',
    under: 'catalogues',
  },
  users: { at: '/admin/users', title: 'Usuarios', under: 'office' },
  adminCalls: { at: '/admin/calls', title: 'Gestionar convocatorias', under: 'office' },
  admissibility: { at: '/admin/admissibility', title: 'Admisibilidad', under: 'office' },
  changeStatus: { at: '/admin/change-status', title: 'Cambiar estado', under: 'office' },
  adminReviews: { at: '/admin/reviews', title: 'Asignar evaluadores', under: 'office' },
  reassign: { at: '/admin/reassign', title: 'Reasignar', under: 'office' },
  mail: { at: '/admin/mail', title: 'Correos', under: 'office' },
  kinds: { at: '/admin/kinds', title: 'Tipos de proyecto', under: 'office' },
  expenseRules: { at: '/admin/expenses', title: 'Gastos', under: 'office' },
  dataRequests: { at: '/admin/privacy', title: 'Datos personales', under: 'office' },
  dataIncidents: { at: '/admin/privacy/incidents', title: 'Incidentes de datos' },
  processing: { at: '/admin/privacy/processing', title: 'Registro de tratamientos' },
  dataTraces: { at: '/admin/privacy/people', title: 'Personas sin cuenta' },
  searches: { at: '/admin/searches', title: 'Búsquedas sin resultado', under: 'office' },
  settings: { at: '/admin/settings', title: 'Configuración', under: 'office' },
  audit: { at: '/admin/audit', title: 'Auditoría', under: 'office' },
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof PAGES;
export type PageGroup = NonNullable<Page['under']>;
/** Those that the side navigation offers. */
export type OfferedPage = {
  [Name in PageName]: (typeof PAGES)[Name] extends { under: PageGroup } ? Name : never;
}[PageName];

export const PAGE_NAMES = Object.keys(PAGES) as PageName[];

/** The pages of a group of the navigation. */
export const pagesUnder = (group: PageGroup): OfferedPage[] =>
  PAGE_NAMES.filter((name): name is OfferedPage => (PAGES[name] as Page).under === group);

/** Something of each page, by its name. */
export const ofPages = <T>(make: (name: PageName) => T): Record<PageName, T> =>
  Object.fromEntries(PAGE_NAMES.map(name => [name, make(name)])) as Record<PageName, T>;
