import { DEMO_DOMAIN } from '../../server/sign-in/demo-identity.ts';
import type { DemoExecution } from './execution.ts';
import { demoUserId } from './load.ts';
import { type DemoProject, endorse, FOUNDATION, MUNICIPALITY, submit } from './projects.ts';
import { ROUTE_REPORTS, SKETCH_REPORTS } from './reports.ts';

/** Six workshops, one each month: five were held, the last one comes, and with it the end. */
const CITY_SKETCHES: DemoExecution = {
  began: 6,
  months: 6,
  days: 6,
  reports: SKETCH_REPORTS,
  sessions: [
    { ago: 160, from: '10:00', to: '13:00', place: 'Plaza de Armas de Talcahuano' },
    { ago: 132, from: '10:00', to: '13:00', place: 'Mercado de Talcahuano' },
    { ago: 104, from: '10:00', to: '13:00', place: 'Caleta El Morro' },
    { ago: 69, from: '10:00', to: '13:00', place: 'Mirador del cerro Cornou' },
    { ago: 34, from: '10:00', to: '13:00', place: 'Paseo del borde costero' },
    { ago: -1, from: '10:00', to: '13:00', place: 'Hall de la Municipalidad de Talcahuano' },
  ],
  plan: [
    { id: 'a1', name: 'Programa, afiche e inscripción', from: 176, to: 165 },
    { id: 'a2', name: 'Talleres de croquis, uno al mes', from: 160, to: -2 },
    { id: 'h1', name: 'Cuaderno de croquis impreso', from: 20, to: 20 },
    { id: 'a3', name: 'Muestra de los dibujos en el hall municipal', from: 14, to: -2 },
    { id: 'h2', name: 'Entrega de certificados', from: -2, to: -2 },
  ],
  activities: [
    {
      ...{ name: 'Lanzamiento e inscripción en la biblioteca', ago: 168, hours: ['17:00', '19:00'] },
      ...{ place: 'Biblioteca municipal', plan: 'a1', completes: true },
      description: 'Presentación del ciclo y primer ejercicio: dibujar de memoria la esquina de la casa.',
      counts: { students: 5, academics: 1, direct: 26, women: 15, men: 11, age15to29: 9, age60plus: 8 },
    },
    {
      ...{ name: 'Taller 1: la plaza y sus sombras', ago: 160, hours: ['10:00', '13:00'], plan: 'a2' },
      ...{ place: 'Plaza de Armas de Talcahuano', list: [0, 15] },
      description: 'Proporción y encuadre. Cada persona se llevó su primera lámina.',
      counts: { students: 6, direct: 25, women: 14, men: 11, age0to14: 3, age15to29: 8, age60plus: 7 },
      photos: [{ scene: 'street', people: 7, caption: 'Primer taller, en la Plaza de Armas.' }],
    },
    {
      ...{ name: 'Taller 2: el mercado bajo la lluvia', ago: 132, hours: ['10:00', '13:00'], plan: 'a2' },
      ...{ place: 'Mercado de Talcahuano', list: [1, 17] },
      description:
        'Por la lluvia dibujamos desde adentro: puestos, manos y ventanales. Las locatarias eligieron las láminas que quedaron expuestas.',
      counts: { students: 6, direct: 27, women: 16, men: 11, age15to29: 10, age60plus: 8 },
      photos: [{ scene: 'room', people: 6, caption: 'En el mercado, el día de la lluvia.' }],
    },
    {
      ...{ name: 'Taller 3: botes y redes', ago: 104, hours: ['10:00', '13:00'], plan: 'a2' },
      ...{ place: 'Caleta El Morro', list: [0, 18] },
      description: 'Con dos pescadores que explicaron cada aparejo mientras se dibujaba.',
      counts: { students: 7, direct: 31, women: 17, men: 14, age0to14: 4, age15to29: 9, age60plus: 9 },
    },
    {
      ...{ name: 'Taller 4: la ciudad desde arriba', ago: 69, hours: ['10:00', '13:00'], plan: 'a2' },
      ...{ place: 'Mirador del cerro Cornou', list: [2, 20] },
      description: 'Capas de distancia. Se marcó lo que ya no está y lo que se quiere que esté.',
      counts: { students: 6, direct: 33, women: 19, men: 14, age15to29: 11, age60plus: 10, disability: 2 },
    },
    {
      ...{ name: 'Taller 5: caminar el borde costero', ago: 34, hours: ['10:00', '13:00'], plan: 'a2' },
      ...{ place: 'Paseo del borde costero', list: [0, 19] },
      description: 'Croquis rápidos de cinco minutos a lo largo de un kilómetro y medio.',
      counts: { students: 6, direct: 31, women: 18, men: 13, age0to14: 5, age15to29: 8, age60plus: 8 },
      photos: [{ scene: 'street', people: 9, caption: 'Croquis de cinco minutos frente al mar.' }],
    },
    {
      ...{ name: 'Llega el cuaderno de croquis', ago: 20, plan: 'h1', completes: true },
      place: 'Escuela de Arquitectura y Diseño',
      description: 'Trescientos ejemplares de 64 páginas, con láminas de cincuenta y dos personas.',
      counts: { students: 4, direct: 6, indirect: 300 },
    },
  ],
  meetings: [
    {
      ...{ ago: 150, at: '15:30', place: 'Municipalidad de Talcahuano' },
      attendees: 'Loreto Parra y Diego Huenchulaf',
      summary: 'Balance del primer taller, permisos para los espacios que vienen y plan si llueve.',
      agreements: [
        { text: 'Pedir el segundo piso del mercado', by: { name: 'Loreto Parra' }, ago: 140, done: true },
        {
          text: 'Enviar la pauta para familias con niños',
          by: { user: 'diego.huenchulaf' },
          ago: 138,
          done: true,
        },
      ],
    },
    {
      ...{ ago: 27, at: '09:00', place: 'En línea' },
      attendees: 'Loreto Parra, Diego Huenchulaf y una ayudante',
      summary: 'Montaje de la muestra, entrega de los cuadernos a las bibliotecas y ceremonia de cierre.',
      agreements: [
        { text: 'Llevar los cuadernos a las bibliotecas', by: { name: 'Loreto Parra' }, ago: 15, done: true },
        { text: 'Imprimir los certificados', by: { user: 'diego.huenchulaf' }, ago: -1 },
      ],
    },
  ],
  measuring: {
    director: 'hernan.bustos',
    indicators: [
      {
        ...{ id: 'i2', objectiveId: 'o1', name: 'Nota que ponen al taller quienes asisten' },
        ...{ kind: 'scale', scaleFrom: 1, scaleTo: 7, accumulates: 'average', level: 'outcome' },
        ...{ scope: 'external', noBaseline: 'Es el primer ciclo.', target: 6 },
        verification: 'Tarjeta al término de cada taller',
      },
      {
        ...{ id: 'i3', objectiveId: 'o1', name: 'Cuaderno de croquis impreso', kind: 'milestone' },
        ...{ level: 'output', scope: 'external', verification: 'Ejemplar y guía de despacho' },
      },
    ],
    measurements: [
      {
        ...{ indicator: 'i1', ago: 131, value: 52, accepted: true, paper: 'Listas de los talleres 1 y 2' },
        note: 'Dos talleres.',
      },
      {
        ...{ indicator: 'i2', ago: 131, value: 6.3, accepted: true, paper: 'Tarjetas de los talleres 1 y 2' },
        note: 'Cuarenta y una tarjetas.',
      },
      {
        ...{ indicator: 'i1', ago: 33, value: 147, accepted: true, paper: 'Listas de los talleres 1 a 5' },
        note: 'Cinco talleres de seis.',
      },
      {
        ...{ indicator: 'i2', ago: 33, value: 6.7, accepted: true, paper: 'Tarjetas de los talleres 3 a 5' },
        note: 'Sesenta y ocho tarjetas.',
      },
      {
        ...{ indicator: 'i3', ago: 20, value: 1, accepted: true, paper: 'Guía de despacho de la imprenta' },
        note: 'Trescientos ejemplares recibidos.',
      },
    ],
  },
};

/** A venture at half its time: a pilot in three neighbourhoods, an agreement and a milestone late. */
const CLEAN_ROUTE: DemoExecution = {
  began: 6,
  months: 12,
  reports: ROUTE_REPORTS,
  plan: [
    { id: 'a1', name: 'Recorridos con las recicladoras y entrevistas', from: 175, to: 140 },
    { id: 'a2', name: 'Prototipo de la aplicación', from: 135, to: 76 },
    { id: 'h1', name: 'Prototipo probado en una ruta completa', from: 75, to: 75 },
    { id: 'a3', name: 'Piloto en tres barrios', from: 70, to: -60 },
    { id: 'h2', name: 'Modelo de negocios acordado con las recicladoras', from: 15, to: 15 },
    { id: 'a4', name: 'Constitución de la cooperativa y postulación a fondos', from: -65, to: -150 },
    { id: 'h3', name: 'Traspaso de la aplicación', from: -170, to: -170 },
  ],
  activities: [
    {
      ...{ name: 'Un día de ruta con tres recicladoras', ago: 166, hours: ['06:30', '14:00'], plan: 'a1' },
      place: 'Barrio Norte, Concepción',
      description: 'Anotamos paradas, kilos y esperas. Una de cada tres paradas no tenía nada que retirar.',
      counts: { students: 4, academics: 1, direct: 3, women: 2, men: 1 },
    },
    {
      ...{ name: 'Taller: cómo es una buena ruta', ago: 143, hours: ['17:00', '19:30'], plan: 'a1' },
      ...{ place: 'Fundación Raíces del Biobío', completes: true, list: [0, 12] },
      description: 'Ocho recicladoras ordenaron con tarjetas lo que la aplicación debe resolver primero.',
      counts: { students: 6, direct: 8, women: 6, men: 2, age30to59: 6, age60plus: 2 },
      photos: [
        { scene: 'room', people: 7, caption: 'Las recicladoras ordenan las tarjetas de la primera versión.' },
      ],
    },
    {
      ...{ name: 'Prueba del prototipo en una ruta', ago: 78, hours: ['07:00', '12:00'], plan: 'a2' },
      ...{ place: 'Barrio Norte, Concepción', completes: true },
      description: 'Veintidós hogares avisaron que tenían material; se retiraron 186 kilos en cuatro horas.',
      counts: { students: 3, direct: 25, indirect: 60, women: 16, men: 9 },
    },
    {
      ...{ name: 'Revisión del prototipo con la mentoría', ago: 74, plan: 'h1', completes: true },
      ...{ hours: ['16:00', '17:30'], place: 'En línea' },
      description: 'Qué se simplifica antes del piloto: menos avisos, letra más grande, sin contraseña.',
      counts: { students: 3, academics: 2, direct: 2 },
    },
    {
      ...{ name: 'Puerta a puerta en el primer barrio del piloto', ago: 61, hours: ['10:00', '13:30'] },
      ...{ place: 'Barrio Norte, Concepción', plan: 'a3' },
      description: 'Cuarenta y cinco hogares inscritos, con su bolsa y su día de retiro.',
      counts: { students: 9, direct: 45, indirect: 130, women: 29, men: 16, age60plus: 17 },
      photos: [{ scene: 'street', people: 5, caption: 'Inscripción puerta a puerta en el primer barrio.' }],
    },
    {
      ...{ name: 'Encuentro de hogares y recicladoras', ago: 29, hours: ['11:00', '13:00'], plan: 'a3' },
      ...{ place: 'Sede vecinal Lorenzo Arenas', list: [3, 19] },
      description: 'Los hogares conocieron a quien retira su material. Se acordó el día de cada pasaje.',
      counts: { students: 4, direct: 38, women: 25, men: 13, age60plus: 12, migrants: 5 },
    },
    {
      ...{ name: 'Inicio en el tercer barrio', ago: 11, hours: ['09:30', '12:30'], plan: 'a3' },
      place: 'Sector Collao, Concepción',
      description: 'Diecisiete hogares nuevos y la primera ruta sin acompañamiento del equipo.',
      counts: { students: 3, direct: 19, indirect: 48, women: 12, men: 7 },
    },
  ],
  meetings: [
    {
      ...{ ago: 158, at: '16:00', place: 'Fundación Raíces del Biobío' },
      attendees: 'Javiera Cid, Ignacia Paredes y Valentina Oyarzún',
      summary: 'A quién invitar, cómo se paga el tiempo de las recicladoras y de quién serán los datos.',
      agreements: [
        {
          text: 'Invitar a ocho recicladoras de dos sectores',
          by: { name: 'Javiera Cid' },
          ago: 148,
          done: true,
        },
        {
          text: 'Redactar el compromiso sobre los datos',
          by: { user: 'valentina.oyarzun' },
          ago: 145,
          done: true,
        },
      ],
    },
    {
      ...{ ago: 40, at: '17:00', place: 'En línea' },
      attendees: 'Javiera Cid, Diego Huenchulaf y Valentina Oyarzún',
      summary: 'Primeras cifras del piloto y tres maneras de sostenerlo después de la incubación.',
      agreements: [
        { text: 'Calcular lo que cuesta mantener la aplicación', by: { user: 'valentina.oyarzun' }, ago: 10 },
        { text: 'Reunir a las recicladoras para elegir el modelo', by: { name: 'Javiera Cid' }, ago: -8 },
      ],
    },
    {
      ...{ ago: -8, at: '18:00', place: 'Fundación Raíces del Biobío' },
      ...{ attendees: '', summary: '', agreements: [] },
    },
  ],
  measuring: {
    director: 'claudia.sandoval',
    indicators: [
      {
        ...{ id: 'i2', objectiveId: 'o1', name: 'Ingreso mensual promedio por recicladora', unit: 'pesos' },
        ...{ kind: 'number', accumulates: 'last', level: 'outcome', scope: 'external' },
        ...{ baseline: 310_000, target: 400_000, verification: 'Cuaderno de ventas de cada recicladora' },
      },
      {
        ...{ id: 'i3', objectiveId: 'o1', name: 'Lo que cambió en el taller de desarrollo de software' },
        ...{ kind: 'qualitative', level: 'contribution', scope: 'internal' },
        goal: 'El taller trabaja cada año con una organización real y sus usuarias.',
        verification: 'Programa del curso',
      },
    ],
    measurements: [
      {
        ...{
          indicator: 'i1',
          ago: 60,
          value: 45,
          accepted: true,
          paper: 'Hogares inscritos en el primer barrio',
        },
        note: 'Primer barrio.',
      },
      {
        ...{ indicator: 'i1', ago: 30, value: 71, accepted: true, paper: 'Registro de retiros, segundo mes' },
        note: 'Dos barrios, hogares con al menos tres entregas en el mes.',
      },
      {
        ...{
          indicator: 'i2',
          ago: 30,
          value: 352_000,
          accepted: true,
          paper: 'Resumen de ventas del segundo mes',
        },
        note: 'Seis de las ocho recicladoras llevan cuaderno.',
      },
      {
        ...{ indicator: 'i1', ago: 9, value: 88, paper: 'Registro de retiros, tercer mes' },
        note: 'Con el tercer barrio.',
      },
    ],
  },
};

const person = (name: string) => demoUserId(`${name}@${DEMO_DOMAIN}`);

/** An event of many days and a venture, each with half a year behind it. */
export const HALF_YEAR_PROJECTS: readonly DemoProject[] = [
  {
    kind: 'exts',
    lead: 'diego.huenchulaf',
    school: 'ARQ',
    title: 'Dibujar la ciudad: talleres abiertos de croquis en Talcahuano',
    summary:
      'Seis talleres de croquis, uno al mes, para que vecinas y vecinos de todas las edades miren y dibujen su ciudad, con un cuaderno impreso y una muestra al cierre.',
    problem: 'Quienes viven el borde costero no tienen cómo mostrar la manera en que lo ven y lo usan.',
    relevance:
      'Abre el oficio de la escuela a la comunidad y recoge miradas para la consulta del borde costero.',
    general: 'Compartir el dibujo como manera de conocer y discutir la ciudad.',
    specific: 'Realizar seis talleres abiertos y publicar un cuaderno de croquis.',
    methodology: 'Talleres de tres horas en terreno, con monitoras de cuarto año y materiales incluidos.',
    partner: [MUNICIPALITY, 'Autoriza los espacios, difunde y recibe la muestra.'],
    comuna: '08110',
    theme: 'Patrimonio y cultura',
    goals: [4, 11],
    people: 180,
    indicator: ['Asistencias a los talleres', 'asistencias', 150],
    cost: ['Materiales e impresión del cuaderno', 1_150_000],
    own: {
      ...{ type: 'workshop', capacity: 35, isFree: true, givesCertificate: true },
      audience: 'Público general desde los ocho años; no se necesita saber dibujar.',
    },
    execution: CITY_SKETCHES,
    steps: [
      submit('diego.huenchulaf'),
      endorse('hernan.bustos', 'Coordinar los permisos con un mes de anticipación.'),
      { by: 'diego.huenchulaf', action: 'start' },
    ],
  },
  {
    kind: 'incs',
    lead: 'valentina.oyarzun',
    school: 'INF',
    title: 'Ruta Limpia: reciclaje a domicilio con recicladoras de base',
    summary:
      'Una aplicación sencilla conecta a hogares que separan su basura con recicladoras de base de su barrio, que ordenan sus rutas y mejoran sus ingresos.',
    problem:
      'Las recicladoras recorren kilómetros sin saber dónde hay material, y los hogares que separan no saben a quién entregarlo.',
    relevance:
      'Pone la ingeniería de software al servicio de la economía popular y del plan comunal de residuos.',
    general: 'Probar un servicio de reciclaje a domicilio que las recicladoras puedan sostener.',
    specific: 'Poner el servicio en marcha en tres barrios con ciento veinte hogares.',
    methodology:
      'Ciclos cortos de diseño y prueba con las recicladoras, y un piloto que crece barrio por barrio.',
    partner: [FOUNDATION, 'Convoca a las recicladoras y acompaña su organización.'],
    comuna: '08101',
    theme: 'Innovación y emprendimiento',
    goals: [8, 12],
    people: 140,
    indicator: ['Hogares que entregan cada semana', 'hogares', 120],
    cost: ['Teléfonos, bolsas y servidor', 2_400_000],
    own: {
      ...{ name: 'Ruta Limpia', stage: 'validation', readiness: 6, moneyRaised: 4_500_000 },
      founders: [
        { id: 'f1', name: 'Ignacia Paredes Muñoz', affiliation: 'Titulada de Ingeniería Informática' },
        { id: 'f2', name: 'Marisol Antilén Cea', affiliation: 'Recicladora de base, socia de la fundación' },
      ],
      mentorId: person('diego.huenchulaf'),
      intellectualProperty: 'Código abierto; la marca queda a nombre de la futura cooperativa.',
    },
    execution: CLEAN_ROUTE,
    steps: [
      submit('valentina.oyarzun'),
      endorse('claudia.sandoval', 'Buen equipo: cuidar la carga de las estudiantes.'),
      {
        ...{ by: 'beatriz.navarrete', action: 'override', to: 'running' },
        reason: 'Se evaluó y resolvió antes de que existiera la plataforma.',
      },
    ],
  },
];
