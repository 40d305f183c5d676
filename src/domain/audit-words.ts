import { ROLE_LABELS } from './permissions.ts';
import { actionVerb, isStatus, isTransitionAction, statusLabel } from './workflow.ts';

/** What an audit entry is about. */
export const AUDIT_OBJECTS = {
  project: 'Proyecto',
  user: 'Persona',
  faculty: 'Facultad',
  school: 'Escuela',
  career: 'Carrera',
  course: 'Curso',
  offering: 'Oferta de curso',
  organisation: 'Organización',
  import: 'Importación',
  mail: 'Correo',
  setting: 'Configuración',
  kind: 'Tipo de proyecto',
  provider: 'Proveedor de ingreso',
  tenant: 'Organización ajena',
} as const satisfies Record<string, string>;
export type AuditObject = keyof typeof AUDIT_OBJECTS;

/** Kinds of action an Admin filters by, each with the patterns of `action` it stands for. */
export const AUDIT_ACTIONS = {
  created: { label: 'Creaciones', like: ['%.created', 'project.create', 'file.add'] },
  updated: { label: 'Cambios de datos', like: ['%.updated', 'project.save.%', 'user.state', '%.imported'] },
  activation: { label: 'Activaciones', like: ['%.deactivated', '%.reactivated'] },
  deleted: { label: 'Eliminaciones', like: ['%.deleted', 'project.delete', 'file.delete'] },
  moved: {
    label: 'Reasignaciones y cambios de estado',
    like: ['project.reassign', 'user.reassigned', 'project.override'],
  },
  access: { label: 'Ingresos y cuentas', like: ['sign_in.%', 'account.%'] },
} as const;
export type AuditAction = keyof typeof AUDIT_ACTIONS;

const VERBS: Record<string, string> = {
  created: 'creó',
  updated: 'cambió',
  deleted: 'eliminó',
  deactivated: 'desactivó',
  reactivated: 'reactivó',
  imported: 'importó',
  state: 'cambió la cuenta',
  reassigned: 'reasignó lo que tenía',
  create: 'creó',
  reassign: 'reasignó',
  add: 'agregó un archivo',
  resend: 'reenvió',
  linked: 'vinculó una cuenta',
  unlinked: 'desvinculó una cuenta',
  refused: 'ingreso rechazado',
  answered: 'respondió una observación',
  resolved: 'dio por resuelta una observación',
  open: 'reabrió una observación',
  save: 'guardó',
};

/** `project.save.team` → `guardó`; steps of the workflow keep the words of their buttons. */
export function auditVerb(action: string): string {
  const [, verb = action] = action.split('.');
  if (action === 'file.delete') return 'eliminó un archivo';
  if (action.startsWith('project.') && isTransitionAction(verb)) return actionVerb(verb);
  return VERBS[verb] ?? action;
}

/** Fields as screens call them; what has no name here keeps its own. */
const FIELDS: Record<string, string> = {
  active: 'activo',
  actual: 'valor logrado',
  alternateId: 'alterno',
  campus: 'sede',
  code: 'código',
  credits: 'créditos',
  careerIds: 'carreras',
  deanIds: 'decanato',
  directorIds: 'dirección',
  due: 'vencimiento',
  email: 'correo',
  endDate: 'término',
  enrolled: 'inscritos',
  expertise: 'especialidad',
  faculty_id: 'facultad',
  home_school_id: 'escuela',
  lastResort: 'decidió pese a un conflicto de interés',
  leadId: 'responsable',
  level: 'nivel',
  name: 'nombre',
  official_code: 'código oficial',
  period: 'período',
  provider: 'cuenta',
  reason: 'motivo',
  roles: 'roles',
  rut: 'RUT',
  school_id: 'escuela',
  schoolId: 'escuela',
  schoolIds: 'dirige escuelas',
  facultyIds: 'decanato de facultades',
  has_service_learning: 'aprendizaje-servicio',
  section: 'sección',
  shift: 'jornada',
  startDate: 'inicio',
  state: 'estado',
  status: 'estado',
  summary: 'resumen',
  teacher_id: 'docente',
  title: 'título',
  type: 'tipo',
};
export const auditField = (field: string): string => FIELDS[field] ?? field;

const WORDS: Record<string, string> = {
  ...ROLE_LABELS,
  pending: 'pendiente',
  active: 'activa',
  blocked: 'bloqueada',
  microsoft: 'Microsoft',
  google: 'Google',
  open: 'abierta',
  answered: 'respondida',
  resolved: 'resuelta',
  tenant: 'otra organización',
  taken: 'el correo ya es de otra persona',
  unconfirmed: 'el proveedor no confirma el correo',
};

/** A stored value in words; ids by the names given, `null` where there was nothing. */
export function auditValue(value: unknown, names: ReadonlyMap<string, string>): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.map(v => auditValue(v, names)).join(', ') || null;
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  return names.get(text) ?? (isStatus(text) ? statusLabel(text) : (WORDS[text] ?? text));
}
