/** What somebody without an account gives to be found by. */
export const TRACE_KINDS = [
  { value: 'rut', label: 'RUT' },
  { value: 'foreign', label: 'Documento extranjero' },
  { value: 'email', label: 'Correo' },
  { value: 'name', label: 'Nombre' },
] as const;
export type TraceKind = (typeof TRACE_KINDS)[number]['value'];
export const isByName = (kind: TraceKind): boolean => kind === 'name';

/** Most that is shown of a group, and erased of it at once. */
export const MOST_TRACES = 200;

const FICHA = 'Describir el proyecto y acreditar quién participó.';
const MEETING = 'Dejar constancia de quién vino y a qué se comprometió.';

/**
 * Where people without an account are named, in the order in which it is told, and why; the audit counts by these names.
 * What nobody erases here says so at each of its rows.
 */
export const TRACE_GROUPS = {
  attendances: { label: 'Listas de asistencia', why: 'Contar quién participó y dar certificados.' },
  invitations: { label: 'Encuestas', why: 'Preguntarle su opinión, y a nadie dos veces.' },
  certificates: {
    label: 'Certificados',
    why: 'Probar ante cualquiera en qué participó.',
  },
  contacts: { label: 'Contactos de socios', why: 'Saber con quién hablar en una organización.' },
  mails: { label: 'Correos enviados', why: 'Comprobar que un aviso se envió.' },
  importRows: { label: 'Planillas importadas', why: 'Deshacer una importación y comprobar qué decía.' },
  fichas: { label: 'Fichas de proyectos', why: FICHA },
  formerParts: { label: 'Participaciones anteriores en proyectos', why: FICHA },
  meetings: { label: 'Reuniones', why: MEETING },
  actionItems: { label: 'Acuerdos de reuniones', why: MEETING },
  suppliers: { label: 'Comprobantes de gastos', why: 'Respaldar en qué se gastó.' },
  committees: { label: 'Comisiones de convocatorias', why: 'Dejar constancia de quién decidió.' },
  organisations: {
    label: 'Organizaciones que son una persona',
    why: 'Registrar con quién se hace un proyecto.',
  },
  dataRequests: {
    label: 'Solicitudes sobre sus datos',
    why: 'Responderlas a tiempo y probar que se respondieron.',
  },
} as const;
export type TraceGroup = keyof typeof TRACE_GROUPS;

/** Why a row is not erased here. */
export const KEPT_TRACES = {
  guardian:
    'Autorizó la asistencia de otra persona: queda como prueba mientras esa persona esté en la lista.',
  import: 'La planilla se está importando o espera a que la confirmen: aplícala o elimínala antes.',
  ficha: 'Se corrige en la Ficha del proyecto.',
  formerPart: 'Así se envió el proyecto: se conserva para que nadie decida sobre uno en que participó.',
  execution: 'Se corrige en Ejecución del proyecto.',
  supplier: 'Respaldo contable: se conserva por obligación legal.',
  committee: 'Se corrige en la convocatoria, mientras su comisión puede cambiar.',
  organisation: 'Se corrige en Socios.',
  request: 'Prueba de lo que se pidió y se respondió.',
} as const;
