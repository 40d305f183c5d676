import type { SectionInput } from '../../domain/sections/index.ts';
import { demoId } from '../../server/sign-in/demo-identity.ts';

type Indicators = NonNullable<SectionInput['indicators']['indicators']>;

/** A measurement of the demo; `corrects` is the number of the one before whose place it takes. */
export interface DemoMeasurement {
  readonly indicator: string;
  /** Days before today. */
  readonly ago: number;
  readonly value?: number;
  readonly numerator?: number;
  readonly denominator?: number;
  readonly note?: string;
  /** Where what shows it can be seen. */
  readonly url?: string;
  /** Title of the paper that shows it. */
  readonly paper?: string;
  readonly corrects?: number;
  /** What became of it; waiting where nothing did. */
  readonly accepted?: true;
  /** Why it came back. */
  readonly returned?: string;
}

/** How a project of the demo knows what it reached, besides the indicator that all have: `i1`. */
export interface DemoMeasuring {
  /** Part of the e-mail before the @ of who accepts. */
  readonly director: string;
  readonly indicators: Indicators;
  readonly measurements: readonly DemoMeasurement[];
}

const ARCHIVE = 'https://archivo.universidad.example';

/** Under way: two accepted in time, one corrected, one returned, one waiting. */
export const MEMORY_MEASURED: DemoMeasuring = {
  director: 'rodrigo.ibanez',
  indicators: [
    {
      ...{ id: 'i2', objectiveId: 'o1', name: 'Asistentes que evalúan bien los talleres' },
      ...{ kind: 'percentage', accumulates: 'sum', level: 'outcome', scope: 'external' },
      institutionalId: demoId('institutional:evaluation'),
      ...{ noBaseline: 'Es la primera vez que se pregunta.', target: 85 },
      verification: 'Encuesta breve al término de cada taller',
    },
    {
      ...{ id: 'i3', objectiveId: 'o1', name: 'Exposición itinerante inaugurada' },
      ...{ kind: 'milestone', level: 'output', scope: 'external', verification: 'Acta y fotografías' },
    },
    {
      ...{ id: 'i4', objectiveId: 'o1', name: 'Lo que cambió en el taller de intervención' },
      ...{ kind: 'qualitative', level: 'contribution', scope: 'internal' },
      goal: 'El taller incorpora el trabajo con dirigentas en su programa.',
      verification: 'Programa del curso',
    },
  ],
  measurements: [
    {
      ...{ indicator: 'i1', ago: 120, value: 6, accepted: true },
      ...{ url: `${ARCHIVE}/condores/jornada-1`, note: 'Primera jornada de entrevistas.' },
    },
    {
      ...{ indicator: 'i1', ago: 86, value: 12, accepted: true },
      ...{ url: `${ARCHIVE}/condores/jornada-2`, note: 'Suma la segunda jornada.' },
    },
    {
      ...{ indicator: 'i1', ago: 86, value: 13, corrects: 1, accepted: true },
      ...{ url: `${ARCHIVE}/condores/jornada-2`, note: 'Faltaba contar la historia que llegó por escrito.' },
    },
    {
      ...{ indicator: 'i1', ago: 28, value: 20 },
      ...{ url: `${ARCHIVE}/condores/historias`, note: 'Con el cierre del registro se llegó a veinte.' },
    },
    {
      ...{ indicator: 'i2', ago: 47, numerator: 18, denominator: 20, accepted: true },
      ...{ url: `${ARCHIVE}/condores/encuesta-norte`, note: 'Taller de los pasajes del norte.' },
    },
    {
      ...{ indicator: 'i2', ago: 16, numerator: 19, denominator: 24 },
      ...{
        note: 'Taller de los pasajes del sur.',
        returned: 'Falta el enlace a las respuestas de la encuesta.',
      },
    },
    {
      ...{ indicator: 'i4', ago: 20, accepted: true, url: `${ARCHIVE}/tso-330/programa` },
      note: 'La unidad de historia oral del curso la prepara ahora la directiva de la junta de vecinos con el equipo docente.',
    },
  ],
};

/** One that has ended: all it set out to do is measured. */
export const CARE_MEASURED: DemoMeasuring = {
  director: 'rodrigo.ibanez',
  indicators: [
    {
      ...{ id: 'i2', objectiveId: 'o1', name: 'Horas semanales de cuidado por socia', unit: 'horas' },
      ...{ kind: 'number', direction: 'down', accumulates: 'last', level: 'outcome', scope: 'external' },
      ...{ baseline: 31, target: 28, verification: 'Encuesta de uso del tiempo' },
    },
  ],
  measurements: [
    {
      ...{ indicator: 'i1', ago: 60, value: 3, accepted: true, url: `${ARCHIVE}/cuidados/acuerdos` },
      note: 'Los tres acuerdos quedaron firmados.',
    },
    {
      ...{ indicator: 'i2', ago: 48, value: 27.5, accepted: true, url: `${ARCHIVE}/cuidados/encuesta` },
      note: 'Segunda medición, con las mismas preguntas.',
    },
  ],
};

/** A contract half way: its first measurement waits. */
export const ORDERS_MEASURED: DemoMeasuring = {
  director: 'claudia.sandoval',
  indicators: [],
  measurements: [
    {
      ...{ indicator: 'i1', ago: 12, value: 35, url: `${ARCHIVE}/lafken/prueba` },
      note: 'Pedidos de la semana de prueba sobre los del cuaderno.',
    },
  ],
};
