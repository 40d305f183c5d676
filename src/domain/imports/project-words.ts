import type { Status } from '../kinds/statuses.ts';

/** What may stand before the name of a kind: `proyecto de extensión`, `actividad de extensión`. */
const kindNamed = (names: string) =>
  new RegExp(`^(?:(?:proyecto|actividad|iniciativa|programa)(?:e?s)? (?:del? )?)?(?:${names})$`);

/** Kinds by what offices call them, in plain text. */
export const KINDS = [
  [
    'pacs',
    kindNamed(
      'pacs?|academicos? comunitarios?|(?:metodologia )?aprendizaje (?:y |mas |en )?servicio|a (?:mas )?s|a y s',
    ),
  ],
  [
    'exts',
    kindNamed('exts?|extension(?: (?:academica|universitaria|cultural|y cultura|artistica|comunitaria))?'),
  ],
  [
    'fexs',
    kindNamed(
      'fexs?|concursables?|fondos?(?: concursables?| internos?)?(?: (?:de )?(?:vcm|extension|vinculacion con el medio))?',
    ),
  ],
  ['cons', kindNamed('cons?|consultorias?|asesorias?(?: tecnicas?)?|asistencias? tecnicas?')],
  ['incs', kindNamed('incs?|incubacion|incubadoras?(?: de negocios)?|emprendimientos?')],
] as const;

/** Statuses by what offices call them, in plain text. */
export const STATES = [
  [
    'closed',
    /^(cerrad[oa]|terminad[oa]|finalizad[oa]|ejecutad[oa]|realizad[oa]|concluid[oa]|completad[oa]|completo|closed)s?$/,
  ],
  [
    'running',
    /^(en (ejecucion|curso|desarrollo|marcha|implementacion)|vigente|ejecucion|activ[oa]|running)$/,
  ],
  ['rejected', /^(rechazad[oa]|inadmisible|no admisible|no aprobad[oa]|rejected)$/],
  ['not_awarded', /^(no adjudicad[oa]|no seleccionad[oa]|no financiad[oa]|not awarded)$/],
  ['withdrawn', /^(retirad[oa]|desistid[oa]|desistio|desiste|renunciad[oa]|renuncio|renuncia|withdrawn)$/],
  ['cancelled', /^(cancelad[oa]|anulad[oa]|suspendid[oa] definitivamente|cancelled)$/],
] as const satisfies readonly (readonly [Status, RegExp])[];

const listed = (text: string): readonly string[] => text.split(/,\s+/);
/** How a sheet heads a count of something; the bare word first, as it is the count in most of them. */
const counted = (...names: readonly string[]): readonly string[] => [
  ...names,
  ...names.flatMap(name =>
    ['n', 'n de', 'nro', 'nro de', 'numero', 'numero de', 'cantidad', 'cantidad de', 'total', 'total de'].map(
      count => `${count} ${name}`,
    ),
  ),
];

/** Headers that each column of past projects goes by, best first, in plain text. */
export const HEADERS = {
  code: listed(
    `codigo, cod, codigo proyecto, codigo del proyecto, cod proyecto, codigo de proyecto, codigo iniciativa,
    codigo de la iniciativa, folio, id proyecto, id del proyecto, n proyecto, n de proyecto, n del proyecto,
    nro proyecto, nro de proyecto, numero proyecto, numero de proyecto, numero del proyecto, num proyecto,
    n iniciativa, numero de iniciativa, codigo interno, correlativo, n correlativo, identificador, id, n, nro, numero,
    code`,
  ),
  kind: listed(
    `tipo, tipo de proyecto, tipo proyecto, tipo de iniciativa, tipo iniciativa, linea, linea de trabajo, modalidad,
    categoria, tipologia, instrumento, fondo, kind`,
  ),
  status: listed(
    `estado, estado del proyecto, estado proyecto, estado de la iniciativa, estado actual, situacion, situacion actual,
    resultado, status`,
  ),
  title: listed(
    `titulo, nombre, nombre del proyecto, nombre proyecto, titulo del proyecto, titulo proyecto,
    nombre de la iniciativa, nombre iniciativa, titulo de la iniciativa, nombre de la actividad, nombre actividad,
    proyecto, iniciativa, title`,
  ),
  summary: listed(
    'resumen, descripcion, resumen ejecutivo, descripcion del proyecto, resumen del proyecto, summary',
  ),
  lead: listed(
    `correo del responsable, correo responsable, correo del director, correo director, email responsable, responsable,
    director, directora, director proyecto, director del proyecto, director a, directora del proyecto,
    responsable del proyecto, academico responsable, academica responsable, docente responsable,
    investigador responsable, jefe de proyecto, jefe del proyecto, jefe proyecto, coordinador, coordinadora,
    coordinador del proyecto, encargado, encargada, encargado del proyecto, academico, lead`,
  ),
  alternate: listed(
    `correo del alterno, responsable alterno, alterno, co responsable, corresponsable, director alterno,
    codirector, subdirector, alternate`,
  ),
  team: listed(
    `equipo, integrantes, equipo de trabajo, equipo ejecutor, integrantes del equipo, miembros del equipo,
    participantes equipo, team`,
  ),
  period: listed('periodo, semestre, periodo academico, semestre academico, period'),
  startDate: listed(
    `inicio, fecha de inicio, fecha inicio, desde, inicio ejecucion, fecha inicio ejecucion,
    fecha de inicio de ejecucion, fecha inicio proyecto, fecha de inicio del proyecto, ejecucion desde, fecha desde,
    start`,
  ),
  endDate: listed(
    `termino, fecha de termino, fecha termino, fin, hasta, fecha fin, fecha de fin, termino ejecucion,
    fecha termino ejecucion, fecha de termino de ejecucion, fecha termino proyecto, fecha de termino del proyecto,
    ejecucion hasta, fecha hasta, end, ano de ejecucion, ano ejecucion, ano del proyecto, ano`,
  ),
  submittedOn: listed(
    'postulado, fecha de postulacion, fecha postulacion, fecha de envio, fecha envio, enviado, fecha de presentacion',
  ),
  endedOn: listed('estado desde, fecha de cierre, fecha cierre, cerrado el, fecha del estado, fecha estado'),
  partners: listed(
    `socios, socio, socio comunitario, socios comunitarios, socio estrategico, socios estrategicos, organizaciones,
    organizacion, contraparte, contrapartes, entidad colaboradora, entidades colaboradoras, institucion beneficiaria,
    instituciones beneficiarias, institucion colaboradora, entidad externa, entidad beneficiaria, rut socio, partners`,
  ),
  client: listed(
    'organizacion que contrata, cliente, mandante, empresa mandante, entidad contratante, rut cliente, client',
  ),
  courses: listed('cursos, curso, codigo curso, asignatura, asignaturas, ramo, ramos, courses'),
  careers: listed('carreras, carrera, carreras participantes, carrera s, programa, programas, careers'),
  comunas: listed(
    `comunas, comuna, comuna s, territorio, territorios, localidad, localidades, comuna de ejecucion,
    comunas de ejecucion, comunas intervenidas, lugar de ejecucion`,
  ),
  theme: listed('tema, area tematica, linea tematica, tematica, eje tematico, ambito, theme'),
  goals: listed(
    `ods, objetivos de desarrollo sostenible, ods vinculados, ods asociados, ods asociado, ods relacionados, ods s,
    sdg`,
  ),
  objective: listed('objetivo general, objetivo, objetivo del proyecto'),
  beneficiaries: [
    'beneficiarios directos',
    ...counted('beneficiarios', 'beneficiarios directos', 'beneficiados', 'personas beneficiadas'),
  ],
  indirect: counted('beneficiarios indirectos'),
  students: counted('estudiantes', 'estudiantes participantes', 'alumnos', 'alumnos participantes'),
  budget: listed(
    `presupuesto, presupuesto total, costo total, monto total, presupuesto ejecutado, presupuesto del proyecto,
    costo, costo del proyecto, monto ejecutado, gasto total`,
  ),
  hours: listed('horas de servicio, horas, horas a s, n horas, numero de horas'),
  requested: listed('monto solicitado, monto postulado, presupuesto solicitado, solicitado'),
  awarded: listed(
    `monto adjudicado, monto asignado, monto aprobado, monto financiado, presupuesto adjudicado, presupuesto asignado,
    presupuesto aprobado, financiamiento, adjudicado`,
  ),
  contractAmount: listed('monto del contrato, monto contrato, valor del contrato'),
} as const satisfies Readonly<Record<string, readonly string[]>>;
