/** Sentences that any project might have written; `{socio}` stands for the partner. */
export const HAPPENED: readonly string[] = [
  'Se trabajó en grupos pequeños y cada uno dejó por escrito un acuerdo para la próxima vez.',
  'Llegaron más personas de las inscritas; se agregó una mesa y nadie se quedó fuera.',
  'Partimos veinte minutos tarde por la lluvia y aun así se completó lo previsto.',
  'Lo condujeron las estudiantes y {socio} cerró con sus propias palabras.',
  'Hubo preguntas que no esperábamos; quedaron anotadas para la sesión siguiente.',
  'Participaron tres generaciones de una misma familia, lo que cambió el tono de la conversación.',
  'Se ajustó el material a medio camino: las instrucciones eran demasiado largas.',
  'La asistencia fue menor que la vez anterior por coincidir con una reunión del barrio.',
  'Quedó una lista de compromisos con nombre y fecha, pegada en la entrada de la sede.',
  'Fue la jornada con más participación hasta ahora y la más ordenada.',
  'Dos personas que venían por primera vez se ofrecieron para ayudar en la organización.',
  'Se revisó lo hecho hasta aquí y se corrigieron dos datos que estaban equivocados.',
  'El equipo de {socio} tomó la conducción en la segunda mitad.',
  'Cada participante se llevó una copia impresa de lo trabajado.',
  'Terminó con una once compartida, que sirvió para planificar lo que sigue.',
  'Se grabó un registro breve, con autorización de quienes aparecen.',
];

export const DIFFICULTIES: readonly string[] = [
  'El calendario de {socio} obligó a mover dos fechas; se recuperaron antes del cierre.',
  'La participación bajó a mitad de camino y se retomó con avisos por teléfono, uno a uno.',
  'Faltó movilización para quienes viven más lejos; se resolvió compartiendo el bus de la escuela.',
  'Los materiales llegaron tarde y la primera actividad se hizo con lo que había.',
  'Hubo cambio de contraparte en {socio}; tomó tres semanas volver al ritmo.',
  'Se subestimó el tiempo de preparación de cada jornada y el equipo tuvo que turnarse.',
];
export const EXTERNAL: readonly string[] = [
  '{socio} usa lo hecho en su trabajo de todas las semanas y pidió repetirlo con otro grupo.',
  'Quienes participaron mantienen contacto entre sí y con {socio} sin depender del equipo.',
  '{socio} presentó los resultados a sus socias y socios en asamblea y los adoptó como propios.',
  'El material quedó en {socio}, a cargo de una persona con nombre, y se consulta.',
  'Cambió la forma en que {socio} recibe a quienes llegan por primera vez.',
];
export const INTERNAL: readonly string[] = [
  'Las estudiantes llegaron a su práctica con un caso real y los registros de terreno se usan en clases.',
  'Un trabajo de título nació de estas actividades y otro está en preparación.',
  'El curso cuenta ahora con una contraparte estable y un banco de casos.',
  'Docentes de dos asignaturas planificaron juntas por primera vez.',
  'El equipo presentó la experiencia en la jornada de docencia de la facultad.',
];
export const CHANGES: readonly string[] = [
  'El consejo de la escuela incorporó la visita a {socio} en el programa de la asignatura.',
  'La evaluación del curso incluye desde ahora una devolución al socio, acordada por la jefatura de carrera.',
  'No cambió ningún programa; el equipo propuso una modificación que se discutirá el próximo semestre.',
  'La carrera adoptó la bitácora de terreno como instrumento común de dos cursos.',
];
export const CONTINUITY: readonly string[] = [
  '{socio} se hace cargo de las actividades mensuales; la escuela acompaña una vez por semestre.',
  'Se postulará una segunda etapa con otro grupo; {socio} ya comprometió el espacio.',
  'No sigue como proyecto: lo que quedó funciona sin el equipo.',
  'Una estudiante en práctica mantiene el contacto y revisará en seis meses lo que quedó.',
];
export const MET: readonly string[] = [
  'Calendario, responsables y qué hacer si llueve.',
  'Balance de lo hecho, dudas sobre los materiales y próximos pasos.',
  'Quién convoca, qué se imprime y cómo se comparte lo que se recoge.',
  'Resultados a medio camino y ajustes de la segunda mitad.',
];
export const AGREED: readonly string[] = [
  'Enviar la lista de personas inscritas',
  'Reservar la sala para las próximas fechas',
  'Imprimir el material corregido',
  'Avisar a quienes faltaron',
  'Definir quién guarda los registros',
];
export const REMARKS: readonly string[] = [
  'Buena articulación con el socio.',
  'Se nota el trabajo con la comunidad.',
  'De acuerdo. Cuiden la carga horaria del equipo.',
  '',
  '',
  '',
];
export const OBSERVATIONS: readonly string[] = [
  'Precisa cómo participó el socio en la definición del problema.',
  'Agrega cómo se verificará el indicador y quién lo registra.',
  'Separa en el presupuesto lo que aporta la unidad de lo que aporta el socio.',
  'El plazo de la segunda actividad coincide con exámenes: revísalo.',
  'Falta la fuente de la cifra que citas en el diagnóstico.',
];
export const REJECTED =
  'La propuesta repite lo que otro proyecto de la escuela ya hace con el mismo socio; conviene sumarse a ese.';
export const WITHDRAWN = 'El socio cambió de prioridades y el equipo prefirió no seguir este semestre.';
export const SUSPENDED = 'La sede del socio está en reparaciones: se retoma cuando reabra.';
export const CANCELLED = 'El socio cerró y no se encontró otro con quien terminar lo previsto.';
export const ANSWER = 'Corregido en la Ficha, con lo que acordamos con el socio.';
export const PRAISE: readonly string[] = [
  'Está bien fundado y el socio aparece en cada etapa.',
  'Los plazos y las personas alcanzan para lo que propone.',
  'Explica con claridad qué cambia y cómo se sabrá.',
  'Se apoya en lo aprendido antes y no parte de cero.',
  'El compromiso del socio es concreto y verificable.',
];
export const DOUBTS: readonly string[] = [
  'La necesidad se describe en general; faltan datos del lugar.',
  'No queda claro quién hace qué ni cuándo.',
  'El socio figura, pero no se ve su papel en las decisiones.',
  'El indicador cuenta actividades y no lo que cambia con ellas.',
  'Algunos costos no corresponden a las actividades descritas.',
];
export const TO_AUTHOR: readonly string[] = [
  'Propuesta sólida. Sugiero cuidar el cierre y la devolución a quienes participan.',
  'Hay una buena idea; conviene acotar el alcance a lo que el equipo puede sostener.',
  'Se recomienda describir mejor el trabajo con el socio antes de comenzar.',
  'El plan es realista. Un indicador de resultado lo haría más convincente.',
];
export const TO_OFFICE: readonly string[] = [
  'Sin observaciones reservadas.',
  'El equipo ya trabajó en el sector: conviene pedir los resultados anteriores.',
  'La financiaría con un presupuesto algo menor en difusión.',
  'Revisar que no se superponga con otra propuesta de la misma convocatoria.',
];
export const BASES = `<h2>A quién está dirigido</h2>
<p>A académicas y académicos con una organización de la región como contraparte, desde el diagnóstico hasta la devolución.</p>
<h2>Qué financia</h2>
<ul><li>Materiales, traslados y colaciones de las actividades.</li><li>Monitorías y apoyo técnico.</li><li>Difusión de los resultados.</li></ul>
<h2>Cómo se resuelve</h2>
<p>Dos personas evalúan cada propuesta con la pauta publicada. Con menos de 60 puntos no se adjudica.</p>`;
export const APPEAL =
  'Una de las evaluaciones dice que no se identifica al socio, y su carta de compromiso va en los documentos. Pido que se revise el puntaje de ese criterio.';
export const APPEAL_ANSWER =
  'Se revisaron ambas evaluaciones: la carta se consideró en el puntaje. El resultado se mantiene.';
export const DOUBTED =
  'La comisión entiende que repite un proyecto con el mismo socio que la escuela ya tiene financiado.';
export const APPEAL_OF_DOUBTED =
  'El proyecto que se menciona terminó y era con otro grupo de personas. Adjudicarlo no financia dos veces lo mismo; pido que se revise.';
export const APPEAL_UPHELD =
  'Se confirmó con la escuela que el otro proyecto está cerrado y que no se superponen: se acoge la apelación.';
