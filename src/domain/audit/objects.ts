export interface AuditedObject {
  /** As the office calls it. */
  readonly label: string;
  /** The collection that holds these by `id`, and its column that says which it is; `name` where none is told. */
  readonly namedIn?: string;
  readonly namedBy?: string;
  /** Which of them is told to nobody. */
  readonly nameless?: true;
}

/** What an audit entry is about. */
export const AUDIT_OBJECTS = {
  project: { label: 'Proyecto' },
  user: { label: 'Persona', namedIn: 'users' },
  faculty: { label: 'Facultad', namedIn: 'faculties' },
  school: { label: 'Escuela', namedIn: 'schools' },
  career: { label: 'Carrera', namedIn: 'careers', namedBy: 'label' },
  course: { label: 'Curso' },
  theme: { label: 'Tema', namedIn: 'themes' },
  institutionalIndicator: { label: 'Indicador institucional', namedIn: 'institutional_indicators' },
  voucherType: { label: 'Tipo de comprobante', namedIn: 'voucher_types' },
  offering: { label: 'Oferta de curso' },
  deputation: { label: 'Subrogancia' },
  organisation: { label: 'Organización', namedIn: 'organisations' },
  agreement: { label: 'Convenio' },
  instrument: { label: 'Instrumento de encuesta', namedIn: 'instruments' },
  wave: { label: 'Encuesta' },
  accreditationMatrix: { label: 'Matriz de acreditación', namedIn: 'accreditation_matrices' },
  certificate: { label: 'Certificado' },
  download: { label: 'Descarga' },
  call: { label: 'Convocatoria', namedIn: 'calls' },
  dataRequest: { label: 'Solicitud de datos personales' },
  dataIncident: { label: 'Incidente de datos personales' },
  processingActivity: { label: 'Tratamiento de datos', namedIn: 'processing_activities' },
  person: { label: 'Persona sin cuenta', nameless: true },
  searchMiss: { label: 'Búsqueda sin resultado', nameless: true },
  savedView: { label: 'Vista guardada', namedIn: 'saved_views' },
  import: { label: 'Importación' },
  mail: { label: 'Correo' },
  setting: { label: 'Configuración' },
  kind: { label: 'Tipo de proyecto' },
  provider: { label: 'Proveedor de ingreso' },
  tenant: { label: 'Organización ajena' },
} as const satisfies Record<string, AuditedObject>;
export type AuditObject = keyof typeof AUDIT_OBJECTS;
