interface ProcessingActivity {
  readonly name: string;
  readonly purpose: string;
  readonly legalBasis: string;
  readonly people: string;
  readonly data: string;
  readonly source: string;
  readonly recipients: string;
  readonly transfers: string;
  readonly kept: string;
  readonly security: string;
  /** What is counted of it, for one and for more. */
  readonly counted: { readonly one: string; readonly many: string };
}

const WITHIN = 'Solo dentro de la institución, según el rol de cada persona.';
const NO_TRANSFERS =
  'Ninguna que haga la plataforma. Completar si el servidor, el correo o el ingreso se prestan desde otro país.';
const ACCESS =
  'Ingreso con cuenta institucional, permisos según rol y unidad, conexión cifrada, auditoría de los cambios y respaldos.';
const FUNCTION =
  'Función de vinculación con el medio de la institución, e interés legítimo en gestionarla y acreditarla (Ley 19.628, artículo 13).';

/**
 * What the application itself does with data of persons, as it is proposed to the office, which edits the words. The
 * keys are lasting: they stand in the table, and tell how many it concerns and how long that is kept.
 */
export const PROCESSING_ACTIVITIES = {
  accounts: {
    name: 'Cuentas y roles de la plataforma',
    purpose:
      'Reconocer a cada persona al ingresar, y decidir qué puede ver y hacer según su rol y su unidad.',
    legalBasis:
      'Ejecución del contrato de trabajo, honorarios o prestación de servicios (Ley 19.628, artículo 13).',
    people: 'Personal académico y de gestión, directivos, y evaluadores externos.',
    data: 'Nombre, correo, roles, escuela, especialidad, cuentas de ingreso, unidades a cargo y subrogancias.',
    source: 'La propia persona, la oficina, planillas de la institución y la cuenta con que ingresa.',
    recipients: WITHIN,
    transfers: 'El ingreso se verifica con Microsoft o Google, según la cuenta que la persona usa.',
    kept: 'Mientras la persona use la plataforma; después se anonimiza a solicitud o por decisión de la oficina.',
    security: ACCESS,
    counted: { one: 'persona con cuenta', many: 'personas con cuenta' },
  },
  projects: {
    name: 'Proyectos y sus equipos',
    purpose:
      'Formular, aprobar, ejecutar y cerrar proyectos; saber quién responde y participa, quién decidió qué y cuándo, y acreditar el trabajo.',
    legalBasis: FUNCTION,
    people:
      'Responsables, integrantes de los equipos con o sin cuenta, directivos que deciden, y personas que aparecen en fotos y archivos.',
    data: 'Nombre, correo, unidad, rol y horas en el proyecto; pasos, observaciones, cambios, mediciones, reuniones, informes, archivos y fotos.',
    source: 'La propia persona y quienes integran el proyecto.',
    recipients: `${WITHIN} En procesos de acreditación, el organismo que los revisa.`,
    transfers: NO_TRANSFERS,
    kept: 'Con el proyecto.',
    security: `${ACCESS} A las fotos que se muestran se les quitan la posición y los datos de la cámara.`,
    counted: { one: 'participación en proyectos', many: 'participaciones en proyectos' },
  },
  calls: {
    name: 'Convocatorias y evaluación por pares',
    purpose:
      'Asignar evaluadores sin conflicto de interés, evaluar propuestas, resolver la convocatoria y las apelaciones, y fundar la resolución.',
    legalBasis: FUNCTION,
    people: 'Postulantes, evaluadores internos y externos, e integrantes de la comisión.',
    data: 'Propuesta y equipo; preferencias, conflictos declarados, puntajes, fundamentos y comentarios; actas, cartas y apelaciones.',
    source: 'Postulantes, evaluadores y la oficina.',
    recipients: `${WITHIN} La identidad de quien evalúa no se muestra a quien postula.`,
    transfers: NO_TRANSFERS,
    kept: 'Con la convocatoria y sus proyectos, para fundar la resolución.',
    security: `${ACCESS} En la evaluación ciega, la plataforma oculta a las personas mientras se evalúa.`,
    counted: { one: 'evaluación', many: 'evaluaciones' },
  },
  attendance: {
    name: 'Asistencia a actividades',
    purpose:
      'Registrar quién participó en cada actividad, contar personas sin repetirlas y emitir certificados.',
    legalBasis: 'Consentimiento de la persona, que acepta el aviso de privacidad (Ley 19.628, artículo 12).',
    people:
      'Participantes de las actividades, internos y externos. Menores de 14 años solo con autorización de su madre, padre o tutor, que queda nombrado.',
    data: 'Nombre, RUT, documento extranjero o correo, grupo, y versión y momento del aviso aceptado. Los grupos sensibles solo se cuentan.',
    source: 'La propia persona, o el equipo del proyecto que la anota.',
    recipients: 'El equipo del proyecto y la oficina.',
    transfers: NO_TRANSFERS,
    kept: 'Hasta que se cumple el plazo de la configuración desde el término del proyecto; después quedan cantidades.',
    security: `${ACCESS} Para contar sin repetir se guarda una clave que no permite saber quién es.`,
    counted: { one: 'anotación en listas', many: 'anotaciones en listas' },
  },
  surveys: {
    name: 'Encuestas a socios, estudiantes y asistentes',
    purpose: 'Conocer la opinión de quienes participan y medir los resultados de los proyectos.',
    legalBasis:
      'Interés legítimo en evaluar lo que se hace; responder es voluntario (Ley 19.628, artículo 13).',
    people: 'Contactos de organizaciones, estudiantes y asistentes que se invitan a responder.',
    data: 'Nombre y correo de quien se invita. Si la encuesta es con nombre, también sus respuestas; de una anónima no se guarda de quién es cada respuesta.',
    source: 'Listas del proyecto, contactos de las organizaciones y la propia persona al responder.',
    recipients: 'La oficina y el equipo del proyecto; los resultados, solo desde cinco respuestas.',
    transfers: NO_TRANSFERS,
    kept: 'Hasta que se cumple el plazo de la configuración desde el cierre de la encuesta; los resultados quedan.',
    security: `${ACCESS} Los enlaces personales sirven una vez y no se guardan legibles.`,
    counted: { one: 'persona invitada', many: 'personas invitadas' },
  },
  certificates: {
    name: 'Certificados',
    purpose: 'Acreditar ante cualquiera en qué participó una persona, y permitir que se compruebe.',
    legalBasis:
      'Interés legítimo de la persona y de la institución en acreditar la participación (Ley 19.628, artículo 13).',
    people: 'Integrantes de equipos, evaluadores y participantes de actividades.',
    data: 'Nombre, rol, proyecto o actividad, fechas, folio y código; el correo, solo hasta que se avisa.',
    source: 'El proyecto, sus listas de asistencia y las evaluaciones.',
    recipients:
      'Quien tiene el código de un certificado puede ver lo que dice, en la página pública de comprobación.',
    transfers: NO_TRANSFERS,
    kept: 'Sin plazo, porque prueban algo que se hizo; se anonimizan a solicitud.',
    security: `${ACCESS} El código no se puede adivinar, y no hay un listado público.`,
    counted: { one: 'certificado', many: 'certificados' },
  },
  partners: {
    name: 'Organizaciones socias y sus contactos',
    purpose: 'Saber con quién se trabaja, coordinar proyectos y convenios, y mantener la relación.',
    legalBasis:
      'Interés legítimo en mantener la relación y, donde hay convenio, su ejecución (Ley 19.628, artículo 13).',
    people: 'Personas de contacto de las organizaciones, y personas naturales que colaboran por sí mismas.',
    data: 'Nombre, correo y teléfono de contacto; de personas naturales, también el RUT.',
    source: 'La organización, el equipo del proyecto y la oficina.',
    recipients: WITHIN,
    transfers: NO_TRANSFERS,
    kept: 'Mientras dure la relación.',
    security: ACCESS,
    counted: { one: 'organización con contacto', many: 'organizaciones con contacto' },
  },
  spending: {
    name: 'Gastos y proveedores',
    purpose: 'Rendir los fondos de cada proyecto, y que ningún comprobante se rinda dos veces.',
    legalBasis: 'Obligación legal, tributaria y de rendición de cuentas (Ley 19.628, artículo 13).',
    people:
      'Proveedores que son personas naturales, quienes emiten boletas de honorarios, y quienes rinden y aprueban.',
    data: 'Nombre y RUT o documento extranjero del proveedor; comprobante, montos, retención y papeles que lo respaldan.',
    source: 'Los comprobantes que el equipo del proyecto entrega.',
    recipients: `${WITHIN} Los organismos que fiscalizan, cuando lo piden.`,
    transfers: NO_TRANSFERS,
    kept: 'Con el proyecto; al menos el plazo que la ley exige a los documentos tributarios.',
    security: ACCESS,
    counted: { one: 'proveedor', many: 'proveedores' },
  },
  notices: {
    name: 'Avisos y correos',
    purpose: 'Avisar a cada persona lo que le toca, y comprobar que el aviso se envió.',
    legalBasis: FUNCTION,
    people:
      'Personas con cuenta, y personas sin cuenta a quienes se escribe por una encuesta o un certificado.',
    data: 'Nombre, correo, asunto y texto del aviso, estado del envío y preferencias de aviso.',
    source: 'La plataforma, al ocurrir lo que se avisa.',
    recipients: 'La propia persona, por el servicio de correo de la institución.',
    transfers: NO_TRANSFERS,
    kept: 'Hasta que se cumplen los plazos de la configuración.',
    security: ACCESS,
    counted: { one: 'correo o notificación', many: 'correos y notificaciones' },
  },
  security: {
    name: 'Auditoría y seguridad',
    purpose: 'Mantener la sesión de cada persona, revisar quién cambió qué, y detectar y aclarar incidentes.',
    legalBasis:
      'Obligación legal de proteger los datos e interés legítimo en la seguridad de la plataforma (Ley 19.628, artículos 13 y 14 quinquies).',
    people: 'Personas con cuenta.',
    data: 'Sesiones con navegador y sistema, cambios hechos con su fecha, y dirección de red. La auditoría guarda identificadores, no nombres.',
    source: 'El uso de la plataforma.',
    recipients: 'La administración de la plataforma.',
    transfers: NO_TRANSFERS,
    kept: 'Sesiones y direcciones de red, hasta que se cumplen los plazos de la configuración; el resto queda.',
    security: `${ACCESS} De las sesiones se guarda solo una huella.`,
    counted: { one: 'sesión o dirección de red', many: 'sesiones y direcciones de red' },
  },
  publication: {
    name: 'Páginas públicas de proyectos',
    purpose: 'Mostrar lo que la institución hace con la comunidad, y quién lo dirige.',
    legalBasis: 'Consentimiento, que se retira en cualquier momento (Ley 19.628, artículo 12).',
    people:
      'Quien dirige un proyecto publicado y permite que se le nombre, y personas que se reconocen en sus fotos.',
    data: 'Nombre de quien dirige y fotos que cuentan con autorización.',
    source: 'La propia persona y el equipo del proyecto.',
    recipients: 'Cualquiera que visite la página pública.',
    transfers: 'Una página pública se puede ver desde cualquier país.',
    kept: 'Mientras dure el consentimiento.',
    security: 'Solo se publica lo que se autoriza; al retirarse, la página deja de mostrarlo de inmediato.',
    counted: { one: 'persona nombrada en páginas públicas', many: 'personas nombradas en páginas públicas' },
  },
  requests: {
    name: 'Solicitudes sobre datos personales e incidentes',
    purpose: 'Responder a tiempo a quien ejerce sus derechos, y registrar, contener e informar incidentes.',
    legalBasis: 'Obligación legal (Ley 19.628, artículos 4 a 11 y 14 sexies).',
    people:
      'Quienes piden algo sobre sus datos. De un incidente se guarda a cuántas personas afecta, no quiénes son.',
    data: 'Nombre, correo o documento de quien pide, lo que pide, cómo se comprobó su identidad y la respuesta.',
    source: 'La propia persona.',
    recipients: 'La oficina; la Agencia de Protección de Datos Personales, cuando corresponde.',
    transfers: NO_TRANSFERS,
    kept: 'El tiempo necesario para probar que se respondió.',
    security: ACCESS,
    counted: { one: 'solicitud', many: 'solicitudes' },
  },
  imports: {
    name: 'Importación de planillas',
    purpose: 'Traer a la plataforma lo que la institución tenía en planillas, y poder deshacerlo.',
    legalBasis: FUNCTION,
    people: 'Personas que aparecen en las planillas importadas.',
    data: 'Lo que cada fila de la planilla dice, como se importó.',
    source: 'Planillas de la institución.',
    recipients: 'La administración de la plataforma.',
    transfers: NO_TRANSFERS,
    kept: 'Con la importación, para poder revisarla.',
    security: ACCESS,
    counted: { one: 'fila importada', many: 'filas importadas' },
  },
} as const satisfies Record<string, ProcessingActivity>;
