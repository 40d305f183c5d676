import type { z } from 'zod';
import { list, MAX_LONG_NARRATIVE, narrative } from './field.ts';
import { section } from './section.ts';

export const objectives = section({
  label: 'Objetivos y metodología',
  help: 'Qué se quiere lograr y cómo.',
  fields: {
    general: narrative('Objetivo general', {
      required: true,
      max: 1000,
      help: 'Uno, que empiece con un verbo.',
    }),
    specific: list(
      'Objetivos específicos',
      'Objetivo específico',
      { text: narrative('Objetivo', { required: true, max: 600 }) },
      { required: true, min: 1, max: 6, help: 'De 1 a 6. Actividades e indicadores se vinculan a ellos.' },
    ),
    methodology: narrative('Metodología', {
      required: true,
      max: MAX_LONG_NARRATIVE,
      help: 'Etapas, métodos y forma de trabajo con el socio.',
    }),
  },
});
export type Objectives = z.output<typeof objectives.schema>;
