import type { ImportNoun } from './nouns.ts';
import type { Use } from './obstacles.ts';

/** How rows of a table are named that refer to what an import wrote. */
interface Using {
  readonly words: Use['words'];
  /** What its rows are of, by the column that tells; the project where they have one. */
  readonly of?: readonly [noun: ImportNoun, column: string];
  /** They are that themselves. */
  readonly are?: true;
  readonly advice?: string;
}

const are = (noun: ImportNoun, column: string, ...words: Use['words']): Using => ({
  words,
  of: [noun, column],
  are: true,
});
const STAYS = 'Eso no se quita: corrige lo importado en vez de deshacer.';

/** Tables that refer to what imports write. */
export const USING: Readonly<Record<string, Using>> = {
  schools: are('schools', 'id', 'escuela', 'escuelas'),
  careers: are('careers', 'id', 'carrera', 'carreras'),
  courses: are('courses', 'id', 'curso', 'cursos'),
  course_careers: are('courses', 'course_id', 'curso', 'cursos'),
  course_offerings: are('offerings', 'id', 'oferta', 'ofertas'),
  project_careers: are('projects', 'project_id', 'proyecto', 'proyectos'),
  project_offerings: are('projects', 'project_id', 'proyecto', 'proyectos'),
  project_partners: are('projects', 'project_id', 'proyecto', 'proyectos'),
  projects: are('projects', 'id', 'proyecto', 'proyectos'),
  project_members: are('projects', 'project_id', 'equipo de proyecto', 'equipos de proyecto'),
  users: are('users', 'id', 'persona', 'personas'),
  school_heads: are('schools', 'school_id', 'dirección de escuela', 'direcciones de escuela'),
  faculty_heads: are('faculties', 'faculty_id', 'decanato', 'decanatos'),
  user_accounts: {
    words: ['cuenta de ingreso', 'cuentas de ingreso'],
    of: ['users', 'user_id'],
    advice: 'Quien ya entró no se elimina: bloquea su ingreso si no corresponde.',
  },
  deputations: { words: ['subrogancia', 'subrogancias'], of: ['users', 'principal_id'] },
  files: { words: ['archivo', 'archivos'] },
  observations: { words: ['observación', 'observaciones'], advice: STAYS },
  change_requests: { words: ['solicitud de cambio', 'solicitudes de cambio'], advice: STAYS },
  activities: { words: ['actividad registrada', 'actividades registradas'] },
  activity_files: {
    words: ['archivo de una actividad', 'archivos de actividades'],
    of: ['activities', 'activity_id'],
  },
  attendances: { words: ['asistencia', 'asistencias'], of: ['activities', 'activity_id'] },
  attendance_codes: {
    words: ['código de la sala', 'códigos de la sala'],
    of: ['activities', 'activity_id'],
  },
  measurements: { words: ['medición', 'mediciones'] },
  measurement_evidence: {
    words: ['evidencia de una medición', 'evidencias de mediciones'],
    of: ['indicators', 'measurement_id'],
  },
  meetings: { words: ['reunión', 'reuniones'] },
  action_items: { words: ['acuerdo', 'acuerdos'] },
  deliverables: { words: ['entregable', 'entregables'] },
  expenses: { words: ['gasto', 'gastos'] },
  agreements: { words: ['convenio', 'convenios'], of: ['organisations', 'organisation_id'] },
  certificates: {
    words: ['certificado emitido', 'certificados emitidos'],
    advice: 'Un certificado emitido no se quita: corrige lo importado en vez de deshacer.',
  },
  organisation_merges: {
    words: ['unión de organizaciones', 'uniones de organizaciones'],
    of: ['organisations', 'into_id'],
    advice: 'Deshaz primero esa unión.',
  },
};
/** What of a unit that rows made others gave: who heads it. */
export const HEADS_OF_MADE: Readonly<Record<string, Using>> = {
  school_heads: { words: ['dirección', 'direcciones'], of: ['users', 'user_id'] },
  faculty_heads: { words: ['decanato', 'decanatos'], of: ['users', 'user_id'] },
};
/** What is said of a table that has no words of its own. */
export const OTHER_USE: Using = { words: ['otro registro', 'otros registros'], advice: STAYS };
