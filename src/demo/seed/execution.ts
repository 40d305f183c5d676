import type { PeopleCounts } from '../../domain/execution/people.ts';
import { CARE_MEASURED, type DemoMeasuring, MEMORY_MEASURED, ORDERS_MEASURED } from './measurements.ts';
import { type DemoReport, MEMORY_REPORTS } from './reports.ts';

/** An entry of the plan; a milestone where it takes one day. Days are counted back from today: 30 was a month ago. */
export interface DemoPlanItem {
  readonly id: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** A picture that was taken: a drawing of a place with so many people, and what a report says of it. */
export interface DemoPhoto {
  readonly scene: 'street' | 'room' | 'show' | 'garden' | 'coast' | 'workshop';
  readonly people: number;
  readonly caption: string;
}

export interface DemoActivity {
  readonly name: string;
  readonly ago: number;
  readonly hours?: readonly [from: string, to: string];
  readonly place: string;
  readonly description: string;
  /** Entry of the plan that it was part of. */
  readonly plan?: string;
  /** With it the entry is done. */
  readonly completes?: boolean;
  readonly counts: PeopleCounts;
  /** Who is on its list: people of `DEMO_ATTENDANTS` from one to before the other. */
  readonly list?: readonly [from: number, to: number];
  readonly photos?: readonly DemoPhoto[];
}

interface DemoAgreement {
  readonly text: string;
  /** Part of the e-mail before the @, or the name of somebody outside. */
  readonly by: { readonly user: string } | { readonly name: string };
  readonly ago: number;
  readonly done?: boolean;
}

export interface DemoMeeting {
  readonly ago: number;
  readonly at: string;
  readonly place: string;
  readonly attendees: string;
  readonly summary: string;
  readonly agreements: readonly DemoAgreement[];
}

export interface DemoDeliverable {
  readonly id: string;
  readonly name: string;
  readonly due: number;
  /** Pesos. */
  readonly payment: number;
  /** What happened to it so far; left out while nothing has. */
  readonly done?: {
    readonly delivered: number;
    readonly accepted: number;
    readonly paid: number;
    readonly reference: string;
  };
}

/** Of an event: a date that was announced. */
interface DemoSession {
  readonly ago: number;
  readonly from: string;
  readonly to: string;
  readonly place: string;
}

/** What a project of the demo has done. */
export interface DemoExecution {
  /** Months before today when it began, and how long it takes, with so many days more. */
  readonly began: number;
  readonly months: number;
  readonly days?: number;
  readonly sessions?: readonly DemoSession[];
  readonly plan: readonly DemoPlanItem[];
  readonly activities: readonly DemoActivity[];
  readonly meetings: readonly DemoMeeting[];
  readonly deliverables?: readonly DemoDeliverable[];
  readonly measuring: DemoMeasuring;
  readonly reports?: readonly DemoReport[];
}

const STUDENTS = [
  'Josefa Arriagada Peña',
  'Benjamín Sáez Catalán',
  'Martina Ulloa Godoy',
  'Vicente Burgos Neira',
];
const NEIGHBOURS = [
  ...['Rosa Inostroza Vera', 'Manuel Sanhueza Toro', 'Ana Luisa Monsalves', 'Hugo Carrasco Villa'],
  ...['Teresa Huaiquil Reyes', 'Luis Alberto Cisterna', 'Mireya Fonseca Albornoz', 'Orlando Parada Sáez'],
  ...['Gladys Venegas Ortiz', 'Raúl Espinoza Concha', 'Eliana Jofré Muñoz', 'Patricio Leal Quiroga'],
  ...['Norma Aguayo Rivera', 'Juan Bautista Neculmán', 'Carmen Gloria Pradenas', 'Sergio Mellado Campos'],
];

/**
 * Invented people who came; a list names some of them in a row, so that lists have people in common. Their numbers are
 * far above those that newborns get these years, so nobody has them. Two neighbours showed no document.
 */
export const DEMO_ATTENDANTS: readonly {
  readonly name: string;
  /** RUT without check digit; null where nothing identifies them. */
  readonly number: number | null;
  readonly group: 'students' | 'external';
}[] = [
  ...STUDENTS.map((name, n) => ({ name, number: 35_310_200 + n * 1717, group: 'students' as const })),
  ...NEIGHBOURS.map((name, n) => ({
    name,
    number: n % 6 === 5 ? null : 36_120_400 + n * 1313,
    group: 'external' as const,
  })),
];

/** Half a year in a neighbourhood: under way, one milestone done in time, one late, one agreement late. */
export const NEIGHBOURHOOD_MEMORY: DemoExecution = {
  measuring: MEMORY_MEASURED,
  reports: MEMORY_REPORTS,
  began: 6,
  months: 8,
  plan: [
    { id: 'a1', name: 'Presentación y preparación con la junta de vecinos', from: 178, to: 150 },
    { id: 'h1', name: 'Acuerdo de trabajo con la junta de vecinos', from: 150, to: 150 },
    { id: 'a2', name: 'Entrevistas a familias fundadoras', from: 149, to: 40 },
    { id: 'a4', name: 'Mapas colectivos, cuadra por cuadra', from: 60, to: -12 },
    { id: 'h2', name: 'Borrador del plan de mejoras', from: 12, to: 12 },
    { id: 'a5', name: 'Montaje de la exposición itinerante', from: -10, to: -40 },
    { id: 'h3', name: 'Cierre y devolución', from: -50, to: -50 },
  ],
  activities: [
    {
      ...{ name: 'Presentación del proyecto en la sede', ago: 172, hours: ['18:30', '20:00'], plan: 'a1' },
      ...{ place: 'Sede de la Junta de Vecinos N.º 14', list: [2, 14] },
      description:
        'Presentación del equipo, historia del barrio en fotografías y acuerdos sobre cómo trabajar.',
      counts: { students: 4, academics: 1, direct: 31, women: 21, men: 9, age60plus: 14 },
    },
    {
      ...{ name: 'Recorrido con las dirigentas fundadoras', ago: 158, hours: ['10:00', '12:30'], plan: 'a1' },
      ...{ place: 'Calles Los Aromos y Las Camelias', completes: true },
      description: 'Identificamos los lugares que cuentan la historia del barrio y a quién entrevistar.',
      counts: { students: 6, direct: 9, women: 8, men: 1, age60plus: 9 },
      photos: [
        { scene: 'street', people: 6, caption: 'Recorrido por Los Aromos con quienes fundaron la junta.' },
      ],
    },
    {
      ...{ name: 'Firma del acuerdo de trabajo', ago: 151, plan: 'h1', completes: true },
      ...{ place: 'Sede de la Junta de Vecinos N.º 14' },
      description:
        'La directiva y el equipo firman qué se hará, con qué cuidados y de quién son las historias.',
      counts: { academics: 1, direct: 7 },
    },
    {
      ...{ name: 'Entrevistas: primera jornada', ago: 128, hours: ['15:00', '18:00'], plan: 'a2' },
      ...{ place: 'Casas de las familias', list: [0, 9] },
      description:
        'Seis historias de vida, en duplas. Cada familia eligió una fotografía para la exposición.',
      counts: { students: 8, direct: 17, women: 12, men: 5, age60plus: 11 },
    },
    {
      ...{ name: 'Entrevistas: segunda jornada', ago: 93, hours: ['15:00', '18:00'], plan: 'a2' },
      ...{ place: 'Casas de las familias', list: [1, 13] },
      description: 'Siete historias de vida. Dos familias pidieron revisar el texto antes de mostrarlo.',
      counts: { students: 8, direct: 20, women: 13, men: 7, age60plus: 12, indigenous: 3 },
    },
    {
      ...{ name: 'Once comunitaria por los cincuenta años del barrio', ago: 66, hours: ['17:00', '20:30'] },
      ...{ place: 'Multicancha del barrio' },
      description:
        'La organizó la junta de vecinos. Mostramos un avance de las fotografías y recogimos relatos breves.',
      counts: { students: 14, direct: 118, indirect: 260, women: 66, men: 52, age0to14: 21, age60plus: 38 },
      photos: [
        {
          scene: 'show',
          people: 8,
          caption: 'Las familias reconocen sus fotografías en la once comunitaria.',
        },
      ],
    },
    {
      ...{
        name: 'Taller de mapas colectivos: pasajes del norte',
        ago: 48,
        hours: ['18:30', '20:30'],
        plan: 'a4',
      },
      ...{ place: 'Sede de la Junta de Vecinos N.º 14', list: [0, 16] },
      description: 'Sobre un plano grande marcamos lo que cambió, lo que falta y lo que no se quiere perder.',
      counts: { students: 6, direct: 22, women: 15, men: 7, age60plus: 10, disability: 2 },
    },
    {
      ...{ name: 'Entrevistas: cierre del registro', ago: 31, hours: ['15:00', '19:00'], plan: 'a2' },
      ...{ place: 'Biblioteca comunitaria', completes: true },
      description:
        'Con siete historias más se llegó a veinte. Devolvimos a cada familia su audio y su fotografía.',
      counts: { students: 8, academics: 1, direct: 19, women: 14, men: 5, age60plus: 13 },
    },
    {
      ...{
        name: 'Taller de mapas colectivos: pasajes del sur',
        ago: 17,
        hours: ['18:30', '20:30'],
        plan: 'a4',
      },
      ...{ place: 'Multicancha del barrio', list: [2, 20] },
      description: 'Salieron tres prioridades: luminarias, la plaza y el paradero.',
      counts: { students: 5, direct: 26, women: 17, men: 9, age60plus: 9, migrants: 4 },
    },
  ],
  meetings: [
    {
      ...{ ago: 140, at: '19:00', place: 'Sede de la Junta de Vecinos N.º 14' },
      attendees: 'Directiva de la junta de vecinos, Ignacio Pavez y dos estudiantes',
      summary: 'Revisamos cómo se pide permiso para grabar y quién guarda los audios.',
      agreements: [
        {
          text: 'Entregar la lista de familias fundadoras',
          by: { name: 'Ramón Gatica' },
          ago: 130,
          done: true,
        },
        { text: 'Preparar la hoja de autorización', by: { user: 'ignacio.pavez' }, ago: 133, done: true },
      ],
    },
    {
      ...{ ago: 52, at: '18:00', place: 'En línea' },
      attendees: 'Ramón Gatica e Ignacio Pavez',
      summary:
        'Avance de las entrevistas y formato de la exposición: paneles que quepan en la sede y en el liceo.',
      agreements: [
        {
          text: 'Pedir el hall del liceo para la exposición',
          by: { name: 'Ramón Gatica' },
          ago: 35,
          done: true,
        },
        { text: 'Enviar el borrador del plan de mejoras', by: { user: 'ignacio.pavez' }, ago: 8 },
        { text: 'Elegir las veinte fotografías con las familias', by: { user: 'ignacio.pavez' }, ago: -9 },
      ],
    },
    {
      ...{ ago: -6, at: '19:00', place: 'Sede de la Junta de Vecinos N.º 14' },
      ...{ attendees: '', summary: '', agreements: [] },
    },
  ],
};

/** One that has ended: its plan is done, its people are counted. */
export const CARE_SURVEY: DemoExecution = {
  measuring: CARE_MEASURED,
  began: 9,
  months: 8,
  plan: [
    { id: 'a1', name: 'Preparación con la cooperativa', from: 270, to: 240 },
    { id: 'a2', name: 'Encuesta de uso del tiempo', from: 235, to: 180 },
    { id: 'a3', name: 'Talleres de análisis colectivo', from: 170, to: 80 },
    { id: 'h1', name: 'Firma de los acuerdos de cuidado', from: 60, to: 60 },
  ],
  activities: [
    {
      ...{
        name: 'Asamblea de presentación',
        ago: 255,
        hours: ['18:00', '19:30'],
        plan: 'a1',
        completes: true,
      },
      place: 'Casa central de la cooperativa',
      description: 'Las socias definieron qué preguntas les sirven y cuáles no.',
      counts: { students: 10, academics: 2, direct: 34, women: 33, men: 1 },
    },
    {
      ...{ name: 'Aplicación de la encuesta', ago: 205, plan: 'a2', completes: true },
      place: 'Coronel',
      description:
        'Cuarenta y una respuestas, tomadas por estudiantes en los turnos de la mañana y de la tarde.',
      counts: { students: 12, direct: 41, women: 40, men: 1, age30to59: 33, age60plus: 8 },
    },
    {
      ...{ name: 'Taller de análisis: lo que nadie ve', ago: 150, hours: ['10:00', '13:00'], plan: 'a3' },
      place: 'Casa central de la cooperativa',
      description:
        'Lectura conjunta de los resultados. Las socias suman 31 horas semanales de cuidado en promedio.',
      counts: { students: 9, direct: 27, women: 27 },
    },
    {
      ...{ name: 'Taller de análisis: cómo repartirlo', ago: 88, plan: 'a3', completes: true },
      ...{ hours: ['10:00', '13:00'], place: 'Casa central de la cooperativa' },
      description: 'Propuestas por turno y votación de los tres acuerdos.',
      counts: { students: 9, direct: 29, women: 28, men: 1 },
    },
    {
      ...{ name: 'Firma de los acuerdos y devolución', ago: 62, plan: 'h1', completes: true },
      place: 'Casa central de la cooperativa',
      description: 'Tres acuerdos firmados, con responsables y revisión a los seis meses.',
      counts: { students: 11, academics: 2, direct: 45, indirect: 120, women: 43, men: 2 },
    },
  ],
  meetings: [
    {
      ...{ ago: 175, at: '17:00', place: 'Casa central de la cooperativa' },
      attendees: 'Directiva de la cooperativa y Francisca Muñoz',
      summary: 'Primeros resultados de la encuesta y fechas de los talleres.',
      agreements: [
        {
          text: 'Reservar la casa central para los talleres',
          by: { name: 'Sergio Antileo' },
          ago: 165,
          done: true,
        },
      ],
    },
  ],
};

/** A contract: one deliverable paid, one late, one to come. */
export const COOPERATIVE_ORDERS: DemoExecution = {
  measuring: ORDERS_MEASURED,
  began: 5,
  months: 8,
  plan: [
    { id: 'a1', name: 'Levantamiento de procesos con las socias', from: 148, to: 110 },
    { id: 'a2', name: 'Diseño y prototipo', from: 105, to: 9 },
    { id: 'a3', name: 'Puesta en marcha y formación', from: -5, to: -70 },
    { id: 'h1', name: 'Sistema en uso', from: -75, to: -75 },
  ],
  activities: [
    {
      ...{ name: 'Levantamiento en el taller', ago: 141, hours: ['09:30', '13:00'], plan: 'a1' },
      place: 'Cooperativa Textil Lafkén, Coronel',
      description: 'Seguimos un pedido desde la llamada hasta la entrega.',
      counts: { students: 3, direct: 8, women: 7, men: 1 },
    },
    {
      ...{ name: 'Presentación del diagnóstico', ago: 116, plan: 'a1', completes: true },
      ...{ hours: ['16:00', '17:30'], place: 'Cooperativa Textil Lafkén, Coronel', list: [1, 13] },
      description: 'Las socias eligieron por dónde partir: pedidos primero, costos después.',
      counts: { students: 3, direct: 14, women: 12, men: 2 },
    },
    {
      ...{ name: 'Prueba del prototipo con las socias', ago: 37, hours: ['16:00', '18:00'], plan: 'a2' },
      ...{ place: 'Cooperativa Textil Lafkén, Coronel', list: [2, 9] },
      description: 'Seis socias ingresaron pedidos reales. Quedó una lista de once ajustes.',
      counts: { students: 2, direct: 6, women: 6 },
    },
  ],
  meetings: [
    {
      ...{ ago: 36, at: '11:00', place: 'En línea' },
      attendees: 'Sergio Antileo y Valentina Oyarzún',
      summary: 'Ajustes del prototipo y respaldo de los cuadernos de pedidos.',
      agreements: [
        { text: 'Prestar los cuadernos del último año', by: { name: 'Sergio Antileo' }, ago: 28, done: true },
        { text: 'Corregir los once ajustes del prototipo', by: { user: 'valentina.oyarzun' }, ago: -4 },
      ],
    },
  ],
  deliverables: [
    {
      ...{ id: 'e1', name: 'Diagnóstico y plan', due: 115, payment: 2_000_000 },
      done: { delivered: 116, accepted: 108, paid: 80, reference: 'Transferencia 004471' },
    },
    { id: 'e2', name: 'Diseño y prototipo', due: 9, payment: 2_200_000 },
    { id: 'e3', name: 'Sistema en uso, con manual y formación', due: -75, payment: 2_000_000 },
  ],
};
