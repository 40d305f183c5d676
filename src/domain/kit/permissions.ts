import { type Actor, isAdmin, looksAfter, onlyReviews } from './actor.ts';

const fillsFichas = (actor: Actor) => !onlyReviews(actor) || actor.fillsIn;

/**
 * What an endpoint asks of its caller before any row is looked at.
 * `public` nobody signed in; `session` anybody signed in, pending included; `active` an enabled account; the rest by role.
 */
export const PERMISSIONS = {
  public: () => true,
  session: () => true,
  active: actor => actor.state === 'active',
  'projects.create': actor => !onlyReviews(actor),
  /** The large directories behind the fields of a Ficha; who leads a project picks from them whatever their roles. */
  'options.read': fillsFichas,
  'organisations.create': fillsFichas,
  'partners.read': fillsFichas,
  'partners.manage': isAdmin,
  'surveys.read': fillsFichas,
  'instruments.manage': isAdmin,
  'accreditation.read': looksAfter,
  'accreditation.manage': isAdmin,
  'certificates.manage': isAdmin,
  'catalogues.read': looksAfter,
  'catalogues.manage': isAdmin,
  'people.manage': isAdmin,
  'privacy.manage': isAdmin,
  'projects.manage': isAdmin,
  'calls.manage': isAdmin,
  'reviews.manage': isAdmin,
  'mail.manage': isAdmin,
  'system.read': isAdmin,
  'audit.read': isAdmin,
  'settings.manage': isAdmin,
  'kinds.manage': isAdmin,
} as const satisfies Record<string, (actor: Actor) => boolean>;

export type Permission = keyof typeof PERMISSIONS;

/** What an access token may read, of what its owner may; every endpoint open to tokens names one. */
export const TOKEN_SCOPES = {
  projects: { label: 'Proyectos', covers: 'La lista de proyectos y lo que ves de cada uno.' },
  figures: { label: 'Cifras', covers: 'Los tableros de Reportes y las filas detrás de cada cifra.' },
  partners: { label: 'Socios y convenios', covers: 'El directorio de socios y los convenios que ves.' },
  calls: { label: 'Convocatorias', covers: 'Las convocatorias con sus bases y fechas.' },
  catalogues: {
    label: 'Catálogos',
    covers: 'Facultades, escuelas, carreras, cursos, temas y tipos de proyecto.',
  },
} as const;
export type TokenScope = keyof typeof TOKEN_SCOPES;

/** The words that complete "No tienes permiso para …". */
export const PERMISSION_LABELS: Record<Permission, string> = {
  public: 'ver esta página',
  session: 'ver esta página',
  active: 'usar esta función',
  'projects.create': 'crear proyectos',
  'options.read': 'buscar personas, carreras, cursos, organizaciones ni proyectos',
  'organisations.create': 'agregar organizaciones',
  'partners.read': 'ver el directorio de socios',
  'partners.manage': 'administrar socios y convenios',
  'surveys.read': 'ver encuestas',
  'instruments.manage': 'administrar los instrumentos de encuesta',
  'accreditation.read': 'ver las matrices de acreditación',
  'accreditation.manage': 'administrar las matrices de acreditación',
  'certificates.manage': 'emitir ni anular certificados',
  'catalogues.read': 'ver los catálogos',
  'catalogues.manage': 'administrar los catálogos',
  'people.manage': 'administrar personas',
  'privacy.manage': 'administrar los datos personales',
  'projects.manage': 'cambiar estados ni reasignar',
  'calls.manage': 'administrar convocatorias',
  'reviews.manage': 'organizar evaluaciones',
  'mail.manage': 'ver los correos enviados',
  'system.read': 'ver el estado del sistema',
  'audit.read': 'ver la auditoría',
  'settings.manage': 'cambiar la configuración',
  'kinds.manage': 'administrar los tipos de proyecto',
};
