import type { PeopleCounts } from '../../domain/execution/people.ts';
import type { KindSlug } from '../../domain/kinds/slugs.ts';
import type { BudgetLine } from '../../domain/sections/budget.ts';
import type { TransitionAction } from '../../domain/workflow/transitions.ts';
import { CARE_SURVEY, COOPERATIVE_ORDERS, type DemoExecution, NEIGHBOURHOOD_MEMORY } from './execution.ts';
import type { DemoAward } from './spending.ts';

/** A step of a demo project: who takes it (the part of the e-mail before the @), and what they give along. */
export interface DemoStep {
  readonly by: string;
  readonly action: TransitionAction;
  readonly reason?: string;
  readonly comment?: string;
  readonly observations?: readonly { readonly section: string; readonly text: string }[];
  readonly to?: string;
  /** Of an award. */
  readonly lineId?: string;
  readonly amount?: number;
}

export interface DemoProject {
  readonly kind: KindSlug;
  readonly lead: string;
  readonly school: string;
  readonly title: string;
  readonly summary: string;
  /** Left out of a draft that has only begun. */
  readonly problem?: string;
  readonly relevance: string;
  readonly general: string;
  readonly specific: string;
  readonly methodology: string;
  /** RUT of an organisation of the demo directory, and what it does. */
  readonly partner: readonly [rut: string, commitment: string];
  readonly member?: string;
  readonly course?: string;
  readonly comuna: string;
  readonly theme: string;
  readonly goals: readonly number[];
  readonly people: number;
  /** How many are expected of each group, where the Ficha tells more than that many people come. */
  readonly expected?: PeopleCounts;
  /** With the code of the indicator of the institution that it is one of. */
  readonly indicator: readonly [name: string, unit: string, target: number, institutional?: string];
  readonly cost: readonly [what: string, pesos: number];
  /** All lines of its budget, where it is not that one alone. */
  readonly lines?: readonly BudgetLine[];
  /** Pesos that a fund is asked for. */
  readonly asked?: number;
  /** The kind's own section. */
  readonly own?: Readonly<Record<string, unknown>>;
  /** What it has done since it runs. */
  readonly execution?: DemoExecution;
  /** Of the call that is in execution; its steps end before its award. */
  readonly award?: DemoAward;
  readonly steps: readonly DemoStep[];
}

export const submit = (by: string): DemoStep => ({ by, action: 'submit' });
export const endorse = (by: string, comment?: string): DemoStep => ({
  by,
  action: 'endorse',
  ...(comment ? { comment } : {}),
});
const office = (action: TransitionAction): DemoStep => ({ by: 'beatriz.navarrete', action });

export const MUNICIPALITY = '69000001-6';
const NEIGHBOURS = '65000014-5';
export const CLINIC = '61000027-4';
const SECONDARY_SCHOOL = '60000038-1';
export const FOUNDATION = '65000052-8';
export const COOPERATIVE = '76000063-9';

/** A small portfolio in which every kind and most states can be seen. */
export const DEMO_PROJECTS: readonly DemoProject[] = [
  {
    kind: 'pacs',
    lead: 'camila.rojas',
    school: 'ENF',
    title: 'Huertos terapéuticos en el hogar de ancianos de Villa Los Ríos',
    summary:
      'Estudiantes y personas residentes diseñan, siembran y cuidan un huerto accesible durante un semestre, como espacio de encuentro y actividad física suave.',
    relevance: 'Vincula el cuidado de personas mayores con el programa comunal de envejecimiento activo.',
    general: 'Mejorar el bienestar de las personas residentes mediante un huerto compartido.',
    specific: 'Construir un huerto accesible con doce camas de cultivo.',
    methodology: 'Aprendizaje-servicio: visita inicial, diseño con residentes, siembra y cuidado semanal.',
    partner: [CLINIC, 'Facilita el patio y acompaña las visitas.'],
    comuna: '08101',
    theme: 'Salud y bienestar',
    goals: [3],
    people: 34,
    indicator: ['Camas de cultivo en uso', 'camas', 12],
    cost: ['Tierra, semillas y herramientas', 420_000],
    steps: [],
  },
  {
    kind: 'pacs',
    lead: 'camila.rojas',
    school: 'ENF',
    title: 'Autocuidado de personas mayores en Los Cóndores',
    summary:
      'Talleres quincenales, visitas domiciliarias y una guía escrita junto a quienes participan, para que las personas mayores del sector cuiden su salud en compañía.',
    problem:
      'Una de cada tres personas mayores del sector vive sola y consulta tarde. La junta de vecinos organiza almuerzos, pero no cuenta con apoyo profesional.',
    relevance:
      'Responde a la prioridad comunal de envejecimiento activo y al enfoque comunitario de la carrera.',
    general: 'Fortalecer el autocuidado de las personas mayores de Los Cóndores.',
    specific: 'Realizar ocho talleres sobre alimentación, movimiento y prevención de caídas.',
    methodology:
      'Diagnóstico participativo, talleres de 90 minutos, visitas en duplas y cierre con devolución.',
    partner: [NEIGHBOURS, 'Presta la sede, convoca y acompaña las visitas.'],
    member: 'matias.sepulveda',
    course: 'ENF-310',
    comuna: '08110',
    theme: 'Salud y bienestar',
    goals: [3, 10],
    people: 96,
    indicator: ['Talleres realizados', 'talleres', 8],
    cost: ['Colaciones e impresión de la guía', 915_000],
    steps: [submit('camila.rojas')],
  },
  {
    kind: 'pacs',
    lead: 'matias.sepulveda',
    school: 'ENF',
    title: 'Cuidar a quien cuida: respiro para familias cuidadoras',
    summary:
      'Grupos de apoyo y formación para familias que cuidan a personas con dependencia, atendidos por estudiantes y docentes junto al centro de salud.',
    problem: 'Quienes cuidan en casa lo hacen sin relevo ni formación, con altos niveles de agotamiento.',
    relevance: 'El centro de salud pidió apoyo y la asignatura incorpora el cuidado a largo plazo.',
    general: 'Disminuir la sobrecarga de familias cuidadoras del sector Villa Los Ríos.',
    specific: 'Acompañar a treinta familias con seis sesiones grupales.',
    methodology: 'Sesiones quincenales con dinámicas de apoyo mutuo y formación práctica.',
    partner: [CLINIC, 'Deriva a las familias y facilita la sala.'],
    course: 'ENF-412',
    comuna: '08101',
    theme: 'Salud y bienestar',
    goals: [3, 5],
    people: 60,
    indicator: ['Familias que completan el ciclo', 'familias', 30],
    cost: ['Materiales y cuidado de niños durante las sesiones', 680_000],
    steps: [
      submit('matias.sepulveda'),
      {
        by: 'patricia.contreras',
        action: 'return',
        observations: [
          { section: 'budget', text: 'Separa los materiales del cuidado de niños y agrega una cotización.' },
          { section: 'diagnosis', text: 'Cita la fuente de los niveles de agotamiento.' },
        ],
      },
    ],
  },
  {
    kind: 'pacs',
    lead: 'valentina.oyarzun',
    school: 'INF',
    title: 'Trámites sin miedo: alfabetización digital en el liceo nocturno',
    summary:
      'Estudiantes de informática enseñan a personas adultas del liceo nocturno a hacer trámites en línea con seguridad y a detectar estafas.',
    problem:
      'Ocho de cada diez estudiantes del liceo nocturno piden ayuda a terceros para sus trámites en línea.',
    relevance: 'Acerca la asignatura de desarrollo de software a personas usuarias reales.',
    general: 'Aumentar la autonomía digital de personas adultas que terminan sus estudios.',
    specific: 'Formar a cincuenta personas en seis trámites frecuentes.',
    methodology: 'Tutorías uno a uno con guías impresas, revisadas después de cada sesión.',
    partner: [SECONDARY_SCHOOL, 'Abre la sala de computación y coordina los horarios.'],
    course: 'INF-345',
    comuna: '08108',
    theme: 'Educación e inclusión',
    goals: [4, 10],
    people: 50,
    indicator: ['Personas que hacen solas tres trámites', 'personas', 40],
    cost: ['Impresión de guías y traslados', 360_000],
    steps: [submit('valentina.oyarzun'), endorse('claudia.sandoval', 'Bien articulado con el taller.')],
  },
  {
    kind: 'pacs',
    lead: 'ignacio.pavez',
    school: 'TSO',
    title: 'Memoria y futuro del barrio Los Cóndores',
    summary:
      'Un taller de intervención recoge la historia del barrio con sus dirigentas y la convierte en una exposición itinerante y un plan de mejoras.',
    problem: 'El barrio cumple cincuenta años y su historia solo está en la memoria de quienes lo fundaron.',
    relevance: 'Fortalece el tejido social y la formación en métodos participativos.',
    general: 'Recuperar la memoria del barrio y proyectarla en un plan de mejoras.',
    specific: 'Registrar veinte historias de vida y montar una exposición.',
    methodology: 'Entrevistas, mapas colectivos y tres asambleas de validación.',
    partner: [NEIGHBOURS, 'Convoca a las familias fundadoras y presta la sede.'],
    course: 'TSO-330',
    comuna: '08110',
    theme: 'Patrimonio y cultura',
    goals: [11],
    people: 120,
    indicator: ['Historias de vida registradas', 'historias', 20],
    cost: ['Impresión de la exposición', 740_000],
    execution: NEIGHBOURHOOD_MEMORY,
    steps: [
      submit('ignacio.pavez'),
      endorse('rodrigo.ibanez'),
      endorse('marcela.figueroa', 'Excelente trabajo con las dirigentas.'),
      { by: 'ignacio.pavez', action: 'start' },
    ],
  },
  {
    kind: 'pacs',
    lead: 'francisca.munoz',
    school: 'TSO',
    title: 'Diagnóstico participativo de cuidados en Coronel',
    summary:
      'Estudiantes levantaron con la cooperativa un diagnóstico de las tareas de cuidado que sostienen sus socias y propusieron acuerdos de apoyo mutuo.',
    problem: 'Las socias combinan el trabajo textil con cuidados que nadie reconoce ni reparte.',
    relevance: 'Aporta evidencia local sobre el trabajo de cuidados.',
    general: 'Hacer visibles las tareas de cuidado y acordar cómo repartirlas.',
    specific: 'Elaborar el diagnóstico y tres acuerdos con las socias.',
    methodology: 'Encuesta de uso del tiempo y cuatro talleres de análisis colectivo.',
    partner: [COOPERATIVE, 'Reúne a las socias y facilita su casa central.'],
    course: 'TSO-221',
    comuna: '08102',
    theme: 'Educación e inclusión',
    goals: [5, 8],
    people: 45,
    indicator: ['Acuerdos firmados', 'acuerdos', 3, 'agreements'],
    cost: ['Materiales de taller', 280_000],
    execution: CARE_SURVEY,
    steps: [
      submit('francisca.munoz'),
      endorse('rodrigo.ibanez'),
      endorse('marcela.figueroa'),
      { by: 'francisca.munoz', action: 'start' },
      {
        by: 'beatriz.navarrete',
        action: 'override',
        to: 'closed',
        reason: 'Terminó antes de que existiera la plataforma; su informe está en papel.',
      },
    ],
  },
  {
    kind: 'exts',
    lead: 'camila.rojas',
    school: 'ENF',
    title: 'Operativo de salud en la feria libre de Higueras',
    summary:
      'Toma de presión, glicemia y orientación en alimentación para quienes trabajan y compran en la feria, con derivación al centro de salud.',
    problem: 'Quienes trabajan en la feria postergan sus controles por el horario.',
    relevance: 'Acerca la prevención a un lugar de encuentro del barrio.',
    general: 'Detectar factores de riesgo cardiovascular y derivar a tiempo.',
    specific: 'Atender a doscientas personas en una jornada.',
    methodology: 'Módulos de atención con estudiantes supervisados y registro de derivaciones.',
    partner: [MUNICIPALITY, 'Autoriza el espacio y difunde.'],
    comuna: '08110',
    theme: 'Salud y bienestar',
    goals: [3],
    people: 200,
    indicator: ['Personas atendidas', 'personas', 200],
    cost: ['Insumos clínicos', 540_000],
    own: { type: 'health_drive', capacity: 200, isFree: true, audience: 'Feriantes y público de la feria.' },
    steps: [submit('camila.rojas'), endorse('patricia.contreras', 'Coordinar insumos con una semana.')],
  },
  {
    kind: 'exts',
    lead: 'diego.huenchulaf',
    school: 'ARQ',
    title: 'Muestra de maquetas urbanas en el centro de Talcahuano',
    summary:
      'Exposición de proyectos de espacio público hechos con vecinas y vecinos del borde costero, con recorridos guiados por estudiantes.',
    problem: 'Los proyectos que se dibujan con el barrio quedan en la sala de clases.',
    relevance: 'Devuelve a la comunidad el trabajo hecho con ella.',
    general: 'Compartir y discutir propuestas de espacio público con sus habitantes.',
    specific: 'Montar doce maquetas y realizar seis recorridos guiados.',
    methodology: 'Exposición abierta con libro de comentarios y conversatorio de cierre.',
    partner: [MUNICIPALITY, 'Presta el hall y la seguridad.'],
    comuna: '08110',
    theme: 'Desarrollo territorial y vivienda',
    goals: [11],
    people: 300,
    indicator: ['Visitantes', 'personas', 300],
    cost: ['Montaje y gráfica', 620_000],
    own: { type: 'exhibition', capacity: 300, isFree: true, audience: 'Público general y escolares.' },
    steps: [submit('diego.huenchulaf')],
  },
  {
    kind: 'fexs',
    lead: 'francisca.munoz',
    school: 'TSO',
    title: 'Escuela de dirigentas sociales del Biobío',
    summary:
      'Diplomado breve y gratuito para dirigentas de juntas de vecinos y comités de vivienda, con acompañamiento para formular sus propios proyectos.',
    problem: 'Las organizaciones pierden fondos públicos porque nadie las acompaña al postular.',
    relevance: 'Une la formación en intervención con una demanda sostenida de las organizaciones.',
    general: 'Fortalecer la capacidad de gestión de dirigentas sociales.',
    specific: 'Formar a treinta dirigentas y acompañar diez postulaciones.',
    methodology: 'Ocho sesiones presenciales y tutoría de un proyecto por organización.',
    partner: [FOUNDATION, 'Aporta relatoras y sigue a las egresadas durante un año.'],
    member: 'ignacio.pavez',
    comuna: '08101',
    theme: 'Educación e inclusión',
    goals: [4, 5, 16],
    people: 30,
    indicator: ['Proyectos postulados', 'proyectos', 10],
    cost: ['Relatorías, colaciones y material', 3_800_000],
    asked: 3_500_000,
    steps: [
      submit('francisca.munoz'),
      endorse('rodrigo.ibanez'),
      endorse('marcela.figueroa'),
      office('admit'),
    ],
  },
  {
    kind: 'fexs',
    lead: 'diego.huenchulaf',
    school: 'ARQ',
    title: 'Plazas que refrescan: sombra y agua en barrios sin árboles',
    summary:
      'Diseño y construcción participativa de tres espacios de sombra en plazas duras, con especies nativas y mantención a cargo del barrio.',
    problem: 'En los días de calor las plazas duras superan en seis grados a las calles arboladas.',
    relevance: 'Es la principal demanda de los cabildos ambientales de la comuna.',
    general: 'Reducir el calor en plazas de uso cotidiano con soluciones simples.',
    specific: 'Construir tres espacios de sombra y plantar sesenta árboles.',
    methodology: 'Diseño en talleres, prototipos a escala real y jornadas de construcción.',
    partner: [MUNICIPALITY, 'Aprueba los diseños y aporta árboles.'],
    comuna: '08110',
    theme: 'Medioambiente y cambio climático',
    goals: [11, 13],
    people: 850,
    indicator: ['Árboles vivos al año', 'árboles', 50],
    cost: ['Madera, árboles y herramientas', 4_600_000],
    asked: 4_000_000,
    steps: [submit('diego.huenchulaf'), endorse('hernan.bustos'), endorse('jorge.alarcon')],
  },
  {
    kind: 'cons',
    lead: 'valentina.oyarzun',
    school: 'INF',
    title: 'Sistema de pedidos para la Cooperativa Textil Lafkén',
    summary:
      'Levantamiento, diseño y puesta en marcha de un sistema de pedidos y de costos por prenda para la cooperativa, con formación de sus socias.',
    problem: 'Los pedidos se anotan en cuadernos y no se sabe cuánto cuesta cada prenda.',
    relevance: 'Aplica ingeniería de requisitos en una empresa de economía social.',
    general: 'Ordenar la gestión de pedidos y costos de la cooperativa.',
    specific: 'Entregar el sistema en uso con manual y formación.',
    methodology: 'Entregas quincenales con revisión de las socias.',
    partner: [COOPERATIVE, 'Define prioridades y prueba cada entrega.'],
    comuna: '08102',
    theme: 'Innovación y emprendimiento',
    goals: [8, 9],
    people: 24,
    indicator: ['Pedidos registrados en el sistema', '%', 90],
    cost: ['Horas de desarrollo', 6_200_000],
    own: {
      type: 'advisory',
      amount: 6_200_000,
      currency: 'CLP',
      isConfidential: true,
      confidentiality: 'Costos y cartera de clientes de la cooperativa.',
    },
    execution: COOPERATIVE_ORDERS,
    steps: [
      submit('valentina.oyarzun'),
      endorse('claudia.sandoval'),
      endorse('jorge.alarcon'),
      {
        by: 'beatriz.navarrete',
        action: 'override',
        to: 'running',
        reason: 'El contrato firmado está en papel en la oficina.',
      },
    ],
  },
  {
    kind: 'incs',
    lead: 'matias.sepulveda',
    school: 'ENF',
    title: 'Telecuidado para personas mayores de sectores rurales',
    summary:
      'Prototipo de acompañamiento telefónico y alertas sencillas para personas mayores que viven lejos del centro de salud, probado con sus familias.',
    problem: 'En los sectores rurales una persona mayor puede pasar semanas sin control.',
    relevance: 'Une innovación social con la red de salud del territorio.',
    general: 'Probar un servicio de telecuidado simple y sostenible.',
    specific: 'Validar el servicio con cuarenta personas durante tres meses.',
    methodology: 'Diseño centrado en las personas, con ciclos cortos de prueba.',
    partner: [CLINIC, 'Deriva a quienes participan y recibe las alertas.'],
    comuna: '08101',
    theme: 'Innovación y emprendimiento',
    goals: [3, 9],
    people: 40,
    indicator: ['Personas acompañadas', 'personas', 40],
    cost: ['Teléfonos y central de llamadas', 2_100_000],
    own: {
      name: 'Cuidamos Biobío',
      stage: 'prototype',
      readiness: 4,
      intellectualProperty: 'Marca en trámite.',
      moneyRaised: 3_000_000,
    },
    steps: [submit('matias.sepulveda'), endorse('patricia.contreras'), office('finish_evaluation')],
  },
];
