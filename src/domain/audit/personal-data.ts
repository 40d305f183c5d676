/** What is kept about a person, in groups that a person understands, and why. */
export const DATA_GROUPS = {
  identity: {
    label: 'Nombre, correo, roles, escuela y especialidad',
    why: 'Saber quién eres, qué puedes hacer y proponerte como evaluador.',
    kept: 'Mientras uses la plataforma.',
  },
  accounts: {
    label: 'Cuentas de ingreso',
    why: 'Reconocerte cuando entras con Microsoft o Google.',
    kept: 'Hasta que la desvincules.',
  },
  sessions: {
    label: 'Sesiones',
    why: 'Mantenerte conectado sin pedir la cuenta a cada paso, y mostrarte en qué navegador y sistema.',
    kept: 'Hasta 12 horas; las terminadas se borran según la configuración.',
  },
  tokens: {
    label: 'Tokens de acceso',
    why: 'Que un programa lea por ti lo que tú puedes ver, y mostrarte cuándo lo hizo.',
    kept: 'Hasta que lo revoques o dejes de tener una cuenta activa; los vencidos se borran según la configuración.',
  },
  lead: {
    label: 'Proyectos que dirige',
    why: 'Responder por el proyecto y acreditar el trabajo.',
    kept: 'Con el proyecto.',
  },
  alternate: {
    label: 'Proyectos como responsable alterno',
    why: 'Responder por el proyecto en ausencia de quien lo dirige.',
    kept: 'Con el proyecto.',
  },
  team: {
    label: 'Equipos de proyecto',
    why: 'Saber quién participa y acreditar el trabajo.',
    kept: 'Con el proyecto.',
  },
  parts: {
    label: 'Participaciones en proyectos',
    why: 'Que nadie decida sobre un proyecto en el que participa.',
    kept: 'Con el proyecto.',
  },
  steps: {
    label: 'Pasos pendientes',
    why: 'Saber a quién le toca.',
    kept: 'Hasta que el paso termina.',
  },
  units: {
    label: 'Unidades a cargo',
    why: 'Saber quién decide en una escuela o facultad.',
    kept: 'Mientras dure el cargo.',
  },
  deputies: {
    label: 'Subrogancias',
    why: 'Saber quién decidía en lugar de quién.',
    kept: 'Con la plataforma.',
  },
  teaching: {
    label: 'Cursos que dicta',
    why: 'Elegir la oferta de cursos en un proyecto.',
    kept: 'Con la oferta del período.',
  },
  observations: {
    label: 'Observaciones y respuestas',
    why: 'Dejar constancia de qué se pidió corregir.',
    kept: 'Con el proyecto.',
  },
  changes: {
    label: 'Solicitudes de cambio',
    why: 'Dejar constancia de qué se pidió y quién decidió.',
    kept: 'Con el proyecto.',
  },
  measurements: {
    label: 'Mediciones de indicadores',
    why: 'Dejar constancia de quién midió y quién aceptó.',
    kept: 'Con el proyecto.',
  },
  spending: {
    label: 'Gastos, rendiciones, pagos y reintegros',
    why: 'Dejar constancia de quién gastó, rindió, pagó y aprobó.',
    kept: 'Con el proyecto.',
  },
  agreements: {
    label: 'Acuerdos de reuniones',
    why: 'Saber quién se comprometió a qué, y recordárselo.',
    kept: 'Con el proyecto.',
  },
  certificates: {
    label: 'Certificados',
    why: 'Probar ante cualquiera en qué participaste, aunque se borren las listas de donde salió.',
    kept: 'Con la plataforma, hasta que se anonimicen tus datos.',
  },
  publication: {
    label: 'Tu nombre en la página pública de un proyecto',
    why: 'Mostrar quién lo dirige, mientras lo permitas.',
    kept: 'Hasta que lo quites o dejes de dirigirlo.',
  },
  reviews: {
    label: 'Evaluaciones',
    why: 'Dejar constancia de quién evaluó y en qué se fundó la resolución.',
    kept: 'Con el proyecto.',
  },
  preferences: {
    label: 'Preferencias para evaluar',
    why: 'Proponer cada evaluación a quien la quiere, y nunca a quien declaró un conflicto de interés.',
    kept: 'Con el proyecto.',
  },
  requests: {
    label: 'Solicitudes sobre tus datos',
    why: 'Responderlas a tiempo y probar que se respondieron.',
    kept: 'Con la plataforma; al anonimizar tus datos queda solo qué se pidió y qué se respondió.',
  },
  files: { label: 'Archivos subidos', why: 'Respaldar el proyecto.', kept: 'Con el proyecto.' },
  notifications: {
    label: 'Notificaciones y preferencias',
    why: 'Avisarte de lo que te toca.',
    kept: 'Las leídas se borran según la configuración.',
  },
  mails: {
    label: 'Correos enviados',
    why: 'Comprobar que un aviso se envió.',
    kept: 'Se borran según la configuración.',
  },
  reports: {
    label: 'Informes de avance y finales',
    why: 'Saber quién los escribió, los envió y los decidió.',
    kept: 'Con el proyecto.',
  },
  history: {
    label: 'Pasos en el historial de proyectos',
    why: 'Dejar constancia de quién decidió qué y cuándo.',
    kept: 'Con el proyecto.',
  },
  views: {
    label: 'Vistas de listas',
    why: 'Volver a abrir una lista como la dejaste. Las que no se comparten las ves solo tú.',
    kept: 'Hasta que las elimines; al anonimizar tus datos quedan solo las compartidas.',
  },
  downloads: {
    label: 'Descargas preparadas',
    why: 'Entregarte los archivos que pediste.',
    kept: 'El archivo 7 días y su nombre 30; al anonimizar tus datos se eliminan.',
  },
  audit: {
    label: 'Auditoría',
    why: 'Poder revisar quién cambió qué. Guarda identificadores, no nombres.',
    kept: 'Con la plataforma; la dirección de red se borra según la configuración.',
  },
  authorship: {
    label: 'Registro de quién creó o cambió algo',
    why: 'Mostrar quién hizo el último cambio.',
    kept: 'Con lo que se cambió.',
  },
} as const;
export type DataGroup = keyof typeof DATA_GROUPS;

const BY_COLUMN: Readonly<Record<string, DataGroup>> = {
  'measurements.updated_by': 'authorship',
  'expenses.updated_by': 'authorship',
  'payments.updated_by': 'authorship',
  'refunds.updated_by': 'authorship',
  'reports.updated_by': 'authorship',
  'reviews.invited_by': 'authorship',
  'action_items.responsible_id': 'agreements',
  'projects.lead_id': 'lead',
  'projects.alternate_id': 'alternate',
  'course_offerings.teacher_id': 'teaching',
  'certificates.user_id': 'certificates',
  'publications.named_id': 'publication',
  'data_requests.user_id': 'requests',
  'saved_views.owner_id': 'views',
};
const BY_TABLE: Readonly<Record<string, DataGroup>> = {
  access_tokens: 'tokens',
  audit: 'audit',
  change_requests: 'changes',
  deputations: 'deputies',
  downloads: 'downloads',
  expenses: 'spending',
  faculty_heads: 'units',
  files: 'files',
  mails: 'mails',
  measurements: 'measurements',
  notice_preferences: 'notifications',
  notifications: 'notifications',
  observation_answers: 'observations',
  observations: 'observations',
  payments: 'spending',
  project_history: 'history',
  refunds: 'spending',
  reports: 'reports',
  reviews: 'reviews',
  review_preferences: 'preferences',
  project_holders: 'steps',
  project_members: 'team',
  project_parts: 'parts',
  school_heads: 'units',
  sessions: 'sessions',
  statements: 'spending',
  uploads: 'files',
  user_accounts: 'accounts',
};

/** The group of a column that names a person; whatever else a table says of somebody is who wrote it. */
export const dataGroupOf = (table: string, column: string): DataGroup =>
  BY_COLUMN[`${table}.${column}`] ?? BY_TABLE[table] ?? 'authorship';
