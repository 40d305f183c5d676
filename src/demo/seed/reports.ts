import type { PeopleCounts } from '../../domain/execution/people.ts';
import type { ObservedPart, ReportTexts } from '../../domain/reports/parts.ts';

/** What somebody said of a report: it goes on without observations, else it comes back. */
export interface DemoVerdict {
  /** Part of the e-mail before the @. */
  readonly by: string;
  /** Days before today. */
  readonly ago: number;
  readonly comment?: string;
  readonly observations?: readonly { readonly part: ObservedPart; readonly text: string }[];
}

/** A report of a demo project, with all the photos that were taken until then. */
export interface DemoReport {
  /** 1, 2, … of the progress reports; null of the final one. */
  readonly number: number | null;
  /** Days before today when it was written. */
  readonly ago: number;
  readonly texts: ReportTexts;
  /** People by group where they are not what was recorded, and why. */
  readonly people?: PeopleCounts;
  readonly peopleReason?: string;
  /** Left out of a draft; in the order in which they decided it. */
  readonly verdicts?: readonly DemoVerdict[];
}

/** Came back to its lead: what it says is not what was recorded. */
export const MEMORY_REPORTS: readonly DemoReport[] = [
  {
    number: 1,
    ago: 9,
    texts: {
      results:
        'El registro está completo: veinte historias de vida, cada una con su audio, su fotografía y la autorización de la familia.\n\nEl acuerdo de trabajo con la junta de vecinos se firmó en la fecha prevista y ordenó todo lo demás: quién guarda los audios, quién revisa los textos y quién decide qué se muestra. La once por los cincuenta años del barrio reunió a más de cien personas y sirvió para probar el formato de la exposición.\n\nLos mapas colectivos van en dos talleres de cuatro. De ahí saldrán las prioridades del plan de mejoras; por ahora se repiten tres: luminarias, la plaza y el paradero.',
      difficulties:
        'Las entrevistas terminaron nueve días después de lo previsto: dos familias pidieron leer su texto antes de mostrarlo, y preferimos esperar.\n\nEl borrador del plan de mejoras está atrasado. Depende de los talleres de mapas, que partieron tarde porque la sede estuvo un mes en reparaciones. Lo entregaremos a la directiva después del tercer taller.',
    },
    verdicts: [
      {
        ...{ by: 'rodrigo.ibanez', ago: 4, comment: 'Buen avance. Con estas dos precisiones lo acepto.' },
        observations: [
          {
            part: 'results',
            text: 'Cuenta también cómo evaluaron los talleres quienes asistieron: la segunda encuesta aún no tiene respaldo.',
          },
          {
            part: 'photos',
            text: 'Falta una fotografía de los talleres de mapas colectivos.',
          },
        ],
      },
    ],
  },
];

/** Waits for the Director. */
export const ROUTE_REPORTS: readonly DemoReport[] = [
  {
    number: 1,
    ago: 2,
    texts: {
      results:
        'La aplicación está en uso en tres barrios con ocho recicladoras. Setenta y un hogares entregan cada semana, y la última medición, que espera decisión, llega a ochenta y ocho de los ciento veinte que nos propusimos.\n\nEl ingreso mensual promedio de las recicladoras que participan subió de 310.000 a 352.000 pesos. Ellas lo atribuyen a dos cosas: menos kilómetros por kilo recogido y material que llega separado.\n\nEl curso de desarrollo de software trabajó con una clienta real durante el semestre, y tres estudiantes siguen en el equipo.',
      difficulties:
        'La mitad de las recicladoras comparte el teléfono con su familia, así que los avisos de retiro llegaban tarde. Los cambiamos por un resumen a las siete de la mañana y por una hoja impresa que deja la fundación.\n\nEl acuerdo sobre el modelo de negocios está atrasado: falta decidir quién paga la mantención de la aplicación cuando termine la incubación.',
    },
    verdicts: [],
  },
];

/** The event is about to end: its lead has begun the final report. */
export const SKETCH_REPORTS: readonly DemoReport[] = [
  {
    number: null,
    ago: 1,
    texts: {
      results:
        'Se hicieron cinco de los seis talleres anunciados, con 147 asistencias; el último es esta semana. Tres de cada cuatro personas volvieron al menos una vez, que era lo que buscábamos con un ciclo y no con una actividad suelta.\n\nCon los dibujos se imprimió un cuaderno de croquis de 64 páginas, del que la municipalidad dejó dos ejemplares en cada biblioteca de la comuna.',
      difficulties:
        'El segundo taller se hizo bajo techo por la lluvia. Dibujamos desde los ventanales del mercado y resultó mejor de lo esperado: la mitad de las páginas del cuaderno sale de ese día.',
      external:
        'La municipalidad ya usa veinte de los croquis en la consulta sobre el borde costero, con el nombre de quienes los dibujaron.',
    },
  },
];

/** Accepted by both: it released the second instalment. */
export const FEET_REPORTS: readonly DemoReport[] = [
  {
    number: 1,
    ago: 30,
    texts: {
      results:
        'A mitad de camino acompañamos a cincuenta y dos personas, y cuarenta y una tienen su control de pies al día; la meta es sesenta. Se hicieron cuatro talleres de autocuidado y tres jornadas de control en el barrio, y las duplas de estudiantes llaman cada dos semanas a quienes no pudieron ir.\n\nEn los controles se encontraron siete lesiones iniciales. Todas se derivaron el mismo día y ninguna terminó en hospitalización.\n\nDe quienes respondieron la encuesta, ocho de cada diez revisan ahora sus pies todos los días; al comienzo lo hacía una de cada cuatro.\n\nEl centro de salud incorporó la revisión de pies a su ficha de control de diabetes, con la pauta que se probó en los talleres.',
      difficulties:
        'Las llamadas a media mañana no se contestaban: el seguimiento se movió a la tarde. Una boleta de la primera rendición no se podía financiar con el fondo y la asumió el equipo.\n\nEl centro de salud cambió de sala en dos ocasiones. Para la segunda mitad acordamos un calendario fijo y una sala de respaldo en la sede vecinal.',
    },
    verdicts: [
      { by: 'patricia.contreras', ago: 26, comment: 'Avance claro y bien respaldado.' },
      { by: 'beatriz.navarrete', ago: 22, comment: 'Con esto queda liberada la segunda cuota.' },
    ],
  },
];

/** One that has ended: half way, and how it came out. */
export const TRADES_REPORTS: readonly DemoReport[] = [
  {
    number: 1,
    ago: 196,
    texts: {
      results:
        'Se registraron tres de los seis oficios previstos: el telar de peine, el tejido de redes y la costura de velas. Cada uno quedó con fotografías del proceso, nombres de las piezas en palabras de quien las hace y una lámina para el catálogo.\n\nCatorce socias asisten de manera estable a los talleres, y seis estudiantes de Trabajo Social llevan el registro.',
      difficulties:
        'Dos maestras del oficio pidieron no aparecer en fotografías. Se acordó mostrar sus manos y sus piezas, y ellas revisaron cada imagen.',
    },
    verdicts: [
      { by: 'rodrigo.ibanez', ago: 190, comment: 'De acuerdo con el avance.' },
      { by: 'beatriz.navarrete', ago: 186 },
    ],
  },
  {
    number: null,
    ago: 40,
    people: { direct: 214, women: 141, men: 73, students: 12 },
    peopleReason:
      'Las mismas socias y estudiantes vinieron a varias jornadas, y en la biblioteca hubo visitas repetidas: se corrige con las listas y con el libro de visitas de la cooperativa.',
    texts: {
      results:
        'Se registraron los seis oficios comprometidos y se publicó un catálogo de ochenta páginas, con trescientos ejemplares. La muestra itinerante pasó por la casa central de la cooperativa, la biblioteca de Coronel y dos escuelas.\n\nDe la muestra salieron nueve encargos directos a las socias y una invitación a la feria regional de artesanía.',
      difficulties:
        'El diseño del catálogo tomó un mes más de lo previsto, porque las socias corrigieron los textos en tres asambleas. Se gastó menos en difusión: la municipalidad imprimió las invitaciones. Lo que sobró se reintegró.',
      external:
        'La cooperativa usa el catálogo para vender y para enseñar: abrió dos talleres pagados y fijó en asamblea los precios mínimos de cada pieza.\n\nLas maestras del oficio son ahora las relatoras de esos talleres, con honorarios.',
      internal:
        'Doce estudiantes hicieron su registro etnográfico con una contraparte real. Dos de ellas preparan su tesis sobre trabajo textil y cuidados, y el equipo presentó el trabajo en las jornadas de la escuela.',
      changes:
        'El curso Diagnóstico Participativo incorporó una unidad de registro de oficios que dicta la escuela junto a la cooperativa. La aprobó el consejo de la Escuela de Trabajo Social y quedó en el programa del curso desde el periodo siguiente.',
      continuity:
        'La cooperativa se hace cargo de la muestra y de la segunda edición del catálogo. La escuela mantiene la unidad del curso y un convenio de práctica para dos estudiantes al año.',
      lessons:
        'Haríamos igual las asambleas de corrección, aunque tomen tiempo: por ellas el catálogo es de las socias. Haríamos distinto el calendario, con un mes de margen antes de imprimir.',
    },
    verdicts: [
      { by: 'rodrigo.ibanez', ago: 35, comment: 'Un cierre ejemplar.' },
      { by: 'beatriz.navarrete', ago: 31, comment: 'Rendición aprobada y saldo reintegrado: se cierra.' },
    ],
  },
];
