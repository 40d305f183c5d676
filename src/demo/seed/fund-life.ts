import type { DemoExecution } from './execution.ts';
import { FEET_REPORTS, TRADES_REPORTS } from './reports.ts';

/** What the fund pays and is under way: workshops, checks and calls, a bit behind its goal. */
export const FEET_LIFE: DemoExecution = {
  began: 5,
  months: 8,
  reports: FEET_REPORTS,
  plan: [
    { id: 'a1', name: 'Coordinación con el centro de salud y derivaciones', from: 148, to: 128 },
    { id: 'a2', name: 'Talleres de autocuidado', from: 126, to: -40 },
    { id: 'a3', name: 'Controles de pies en el barrio', from: 112, to: -55 },
    { id: 'h1', name: 'Pauta de revisión acordada con el centro de salud', from: 90, to: 90 },
    { id: 'a4', name: 'Seguimiento por teléfono', from: 100, to: -70 },
    { id: 'h2', name: 'Sesenta personas inscritas', from: 14, to: 14 },
    { id: 'h3', name: 'Cierre y devolución', from: -80, to: -80 },
  ],
  activities: [
    {
      ...{ name: 'Reunión de partida con el equipo de salud', ago: 144, hours: ['15:00', '16:30'] },
      ...{ place: 'CESFAM Villa Los Ríos', plan: 'a1', completes: true },
      description: 'Criterios de derivación, consentimiento y qué hacer el mismo día ante una lesión.',
      counts: { students: 4, academics: 2, direct: 7, women: 6, men: 1 },
    },
    {
      ...{ name: 'Taller 1: conocer mis pies', ago: 126, hours: ['10:00', '11:30'], plan: 'a2' },
      ...{ place: 'CESFAM Villa Los Ríos', list: [0, 14] },
      description: 'Revisión con espejo, uñas, calzado. Cada persona se llevó un cuaderno de autocuidado.',
      counts: { students: 6, direct: 18, women: 12, men: 6, age30to59: 5, age60plus: 13 },
      photos: [
        {
          scene: 'room',
          people: 7,
          caption: 'Primer taller: la revisión con espejo se practica en parejas.',
        },
      ],
    },
    {
      ...{ name: 'Visita a la posta de Hualqui', ago: 120, hours: ['09:00', '13:00'], plan: 'a3' },
      place: 'Posta rural, Hualqui',
      description: 'Primera jornada de control fuera del centro, con cuatro duplas supervisadas.',
      counts: { students: 8, academics: 1, direct: 14, women: 9, men: 5, age60plus: 11, rural: 14 },
    },
    {
      ...{ name: 'Taller 2: alimentación y glicemia', ago: 112, hours: ['10:00', '11:30'], plan: 'a2' },
      ...{ place: 'CESFAM Villa Los Ríos', list: [1, 16] },
      description: 'Con la nutricionista del centro de salud. Se inscribieron seis personas más.',
      counts: { students: 6, direct: 21, women: 14, men: 7, age30to59: 6, age60plus: 15 },
    },
    {
      ...{ name: 'Acuerdo sobre la pauta de revisión', ago: 91, plan: 'h1', completes: true },
      place: 'CESFAM Villa Los Ríos',
      description: 'La pauta probada en los talleres queda como anexo de la ficha de control.',
      counts: { academics: 2, direct: 4 },
    },
    {
      ...{ name: 'Control en el hospital con traslado', ago: 88, hours: ['08:00', '14:00'], plan: 'a3' },
      place: 'Hospital regional, Concepción',
      description: 'Quince personas derivadas llegaron juntas a su control, en bus.',
      counts: { students: 5, direct: 15, women: 9, men: 6, age60plus: 12, disability: 3 },
      photos: [{ scene: 'street', people: 8, caption: 'Salida al control en el hospital.' }],
    },
    {
      ...{ name: 'Taller 3: calzado y caminata', ago: 71, hours: ['10:00', '12:00'], plan: 'a2' },
      ...{ place: 'Sede vecinal Villa Los Ríos', list: [0, 17] },
      description: 'Caminata corta y revisión de calzado. Siete pares se cambiaron ese mismo día.',
      counts: { students: 6, direct: 24, women: 16, men: 8, age30to59: 7, age60plus: 17 },
    },
    {
      ...{ name: 'Salida a terreno: controles en casa', ago: 40, hours: ['09:00', '13:00'], plan: 'a3' },
      place: 'Villa Los Ríos',
      description: 'Doce personas que no pueden ir al centro de salud recibieron su control en casa.',
      counts: { students: 6, academics: 1, direct: 12, indirect: 20, women: 8, men: 4, age60plus: 12 },
    },
    {
      ...{ name: 'Taller 4: cuidar entre vecinos', ago: 33, hours: ['10:00', '12:00'], plan: 'a2' },
      ...{ place: 'Sede vecinal Villa Los Ríos', list: [2, 20] },
      description: 'Parejas de cuidado: quién revisa a quién, y a quién se llama.',
      counts: { students: 6, direct: 28, women: 18, men: 10, age30to59: 8, age60plus: 20 },
      photos: [{ scene: 'room', people: 9, caption: 'Parejas de cuidado en la sede vecinal.' }],
    },
    {
      ...{ name: 'Taller 5: repaso y preguntas', ago: 12, hours: ['10:00', '11:30'], plan: 'a2' },
      ...{ place: 'CESFAM Villa Los Ríos', list: [0, 18] },
      description: 'Preguntas reunidas en las llamadas. Se inscribieron cuatro personas más.',
      counts: { students: 5, direct: 26, women: 17, men: 9, age60plus: 18 },
    },
  ],
  meetings: [
    {
      ...{ ago: 105, at: '14:30', place: 'CESFAM Villa Los Ríos' },
      attendees: 'Elena Mardones, Camila Rojas y Matías Sepúlveda',
      summary: 'Lista de espera de controles, salas disponibles y cómo avisar una lesión.',
      agreements: [
        {
          text: 'Enviar la lista de personas por derivar',
          by: { name: 'Elena Mardones' },
          ago: 98,
          done: true,
        },
        { text: 'Redactar la pauta de revisión', by: { user: 'matias.sepulveda' }, ago: 92, done: true },
      ],
    },
    {
      ...{ ago: 26, at: '14:30', place: 'En línea' },
      attendees: 'Elena Mardones y Camila Rojas',
      summary: 'Calendario de la segunda mitad y sala de respaldo.',
      agreements: [
        {
          text: 'Confirmar la sala de los próximos talleres',
          by: { name: 'Elena Mardones' },
          ago: 18,
          done: true,
        },
        { text: 'Inscribir a ocho personas más', by: { user: 'camila.rojas' }, ago: -10 },
      ],
    },
  ],
  measuring: {
    director: 'patricia.contreras',
    indicators: [
      {
        ...{ id: 'i2', objectiveId: 'o1', name: 'Participantes que revisan sus pies todos los días' },
        ...{ kind: 'percentage', accumulates: 'last', level: 'outcome', scope: 'external' },
        ...{ baseline: 25, target: 75, verification: 'Encuesta al comienzo y cada dos meses' },
      },
    ],
    measurements: [
      {
        ...{
          indicator: 'i1',
          ago: 87,
          value: 22,
          accepted: true,
          paper: 'Registro de controles, primer trimestre',
        },
        note: 'Posta, centro de salud y hospital.',
      },
      {
        ...{
          indicator: 'i1',
          ago: 38,
          value: 41,
          accepted: true,
          paper: 'Registro de controles al cuarto mes',
        },
        note: 'Con los controles en casa.',
      },
      {
        ...{
          indicator: 'i2',
          ago: 32,
          numerator: 32,
          denominator: 40,
          accepted: true,
          paper: 'Encuesta del cuarto mes',
        },
        note: 'Respondieron 40 de 52 personas.',
      },
      {
        ...{ indicator: 'i1', ago: 7, value: 47, paper: 'Registro de controles al quinto mes' },
        note: 'Falta sumar la próxima jornada en la posta.',
      },
    ],
  },
};

/** What the fund paid and has ended: all of its plan is done and all of it measured. */
export const TRADES_LIFE: DemoExecution = {
  began: 11,
  months: 9,
  reports: TRADES_REPORTS,
  plan: [
    { id: 'a1', name: 'Convocatoria y acuerdos con las maestras del oficio', from: 325, to: 300 },
    { id: 'a2', name: 'Talleres de oficio', from: 295, to: 190 },
    { id: 'a3', name: 'Registro fotográfico y edición', from: 280, to: 130 },
    { id: 'h1', name: 'Catálogo impreso', from: 112, to: 112 },
    { id: 'a4', name: 'Muestra itinerante', from: 105, to: 70 },
    { id: 'h2', name: 'Cierre y devolución', from: 66, to: 66 },
  ],
  activities: [
    {
      ...{ name: 'Asamblea: qué oficios y con qué cuidados', ago: 318, hours: ['18:00', '20:00'] },
      ...{ place: 'Casa central de la cooperativa', plan: 'a1', completes: true },
      description: 'Las socias eligieron seis oficios y cómo quieren aparecer.',
      counts: { students: 4, academics: 1, direct: 26, women: 25, men: 1 },
      photos: [{ scene: 'room', people: 8, caption: 'La asamblea elige los seis oficios.' }],
    },
    {
      ...{ name: 'Taller de telar de peine', ago: 290, hours: ['10:00', '13:00'], plan: 'a2' },
      ...{ place: 'Casa central de la cooperativa', list: [0, 11] },
      description: 'Tres maestras enseñaron a quince personas; se registró el proceso completo.',
      counts: { students: 6, direct: 15, women: 14, men: 1, age60plus: 5 },
    },
    {
      ...{ name: 'Taller de redes y nudos', ago: 248, hours: ['10:00', '13:00'], plan: 'a2' },
      ...{ place: 'Caleta de Lota Bajo', list: [1, 12] },
      description: 'Con pescadores de la caleta. Dos nudos no tenían registro en ninguna parte.',
      counts: { students: 6, direct: 17, women: 9, men: 8, age60plus: 6, indigenous: 4 },
      photos: [{ scene: 'street', people: 6, caption: 'Redes y nudos en la caleta.' }],
    },
    {
      ...{ name: 'Taller de costura de velas', ago: 205, hours: ['10:00', '13:00'], plan: 'a2' },
      ...{ place: 'Casa central de la cooperativa', completes: true, list: [0, 13] },
      description: 'Último oficio de los talleres. Las láminas del catálogo quedaron elegidas.',
      counts: { students: 6, direct: 16, women: 14, men: 2, age60plus: 7 },
    },
    {
      ...{ name: 'Asamblea de corrección del catálogo', ago: 138, hours: ['18:00', '20:30'], plan: 'a3' },
      ...{ place: 'Casa central de la cooperativa', completes: true },
      description: 'Tercera lectura en voz alta. Se cambiaron veintiún textos y se aprobó.',
      counts: { students: 4, direct: 31, women: 29, men: 2 },
    },
    {
      ...{ name: 'Llega el catálogo impreso', ago: 112, plan: 'h1', completes: true },
      place: 'Coronel',
      description: 'Trescientos ejemplares; cada socia recibió diez.',
      counts: { direct: 18, indirect: 300, women: 17, men: 1 },
    },
    {
      ...{ name: 'Muestra en la biblioteca de Coronel', ago: 92, hours: ['11:00', '19:00'], plan: 'a4' },
      place: 'Biblioteca municipal de Coronel',
      description: 'Piezas, láminas y demostraciones. Nueve encargos a las socias en dos días.',
      counts: { students: 8, direct: 64, indirect: 180, women: 49, men: 15, age0to14: 14, age60plus: 16 },
      photos: [
        { scene: 'show', people: 9, caption: 'Inauguración de la muestra en la biblioteca.' },
        { scene: 'show', people: 5, caption: 'Un curso completo recorre las láminas con las maestras.' },
      ],
    },
    {
      ...{ name: 'Muestra en dos escuelas', ago: 74, hours: ['09:00', '13:00'], plan: 'a4' },
      ...{ place: 'Coronel', completes: true },
      description: 'Cuatro cursos anudaron una red entre todos; quedó colgada en el patio.',
      counts: { students: 6, direct: 112, women: 58, men: 54, age0to14: 108 },
    },
    {
      ...{ name: 'Cierre y devolución a la asamblea', ago: 66, plan: 'h2', completes: true },
      ...{ hours: ['18:00', '20:00'], place: 'Casa central de la cooperativa' },
      description: 'Balance, cuentas a la vista y acuerdo sobre quién guarda la muestra.',
      counts: { students: 7, academics: 1, direct: 29, women: 28, men: 1 },
      photos: [{ scene: 'room', people: 9, caption: 'Cierre: las socias reciben la muestra.' }],
    },
  ],
  meetings: [
    {
      ...{ ago: 280, at: '17:00', place: 'Casa central de la cooperativa' },
      attendees: 'Sergio Antileo, dos maestras del oficio y Francisca Muñoz',
      summary: 'Autorizaciones, pago a las maestras y fechas de los talleres.',
      agreements: [
        {
          text: 'Firmar las autorizaciones de registro',
          by: { name: 'Sergio Antileo' },
          ago: 270,
          done: true,
        },
      ],
    },
    {
      ...{ ago: 118, at: '17:30', place: 'En línea' },
      attendees: 'Sergio Antileo y Francisca Muñoz',
      summary: 'Recorrido de la muestra y quién la traslada.',
      agreements: [
        {
          text: 'Reservar la biblioteca y las dos escuelas',
          by: { name: 'Sergio Antileo' },
          ago: 108,
          done: true,
        },
        { text: 'Preparar el libro de visitas', by: { user: 'francisca.munoz' }, ago: 106, done: true },
      ],
    },
  ],
  measuring: {
    director: 'rodrigo.ibanez',
    indicators: [
      {
        ...{ id: 'i2', objectiveId: 'o1', name: 'Lo que cambió en Diagnóstico Participativo' },
        ...{ kind: 'qualitative', level: 'contribution', scope: 'internal' },
        goal: 'El curso incorpora el registro de oficios en su programa.',
        verification: 'Programa del curso',
      },
    ],
    measurements: [
      {
        ...{
          indicator: 'i1',
          ago: 204,
          value: 3,
          accepted: true,
          paper: 'Fichas de los tres primeros oficios',
        },
        note: 'Telar, redes y velas.',
      },
      {
        ...{ indicator: 'i1', ago: 110, value: 6, accepted: true, paper: 'Catálogo: índice de oficios' },
        note: 'Los seis oficios quedaron en el catálogo.',
      },
      {
        ...{ indicator: 'i2', ago: 64, accepted: true, paper: 'Programa de Diagnóstico Participativo' },
        note: 'El consejo de la escuela aprobó la unidad de registro de oficios, que se dicta con la cooperativa.',
      },
    ],
  },
};
