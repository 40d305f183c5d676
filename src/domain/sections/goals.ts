import { z } from 'zod';
import { codes } from './field.ts';
import { section } from './section.ts';

/** The United Nations' goals with their official short names in Spanish, in order from 1. */
export const SDG_NAMES = [
  'Fin de la pobreza',
  'Hambre cero',
  'Salud y bienestar',
  'Educación de calidad',
  'Igualdad de género',
  'Agua limpia y saneamiento',
  'Energía asequible y no contaminante',
  'Trabajo decente y crecimiento económico',
  'Industria, innovación e infraestructura',
  'Reducción de las desigualdades',
  'Ciudades y comunidades sostenibles',
  'Producción y consumo responsables',
  'Acción por el clima',
  'Vida submarina',
  'Vida de ecosistemas terrestres',
  'Paz, justicia e instituciones sólidas',
  'Alianzas para lograr los objetivos',
] as const;

export const SDGS = SDG_NAMES.map((name, n) => ({ number: n + 1, name, label: `ODS ${n + 1}: ${name}` }));

const target = z.string().regex(/^(1[0-7]|[1-9])\.(1\d|[1-9]|[a-d])$/, 'Escribe una meta, por ejemplo 4.7.');

export const goals = section({
  label: 'ODS',
  help: 'Objetivos de Desarrollo Sostenible a los que contribuye el proyecto.',
  fields: {
    goals: codes('goals', 'Objetivos', z.number().int().min(1).max(17), {
      required: true,
      min: 1,
      max: 3,
      help: 'Entre 1 y 3.',
    }),
    targets: codes('targets', 'Metas', target, { max: 10, help: 'Opcional, por ejemplo 4.7.' }),
  },
  refine(data, fail) {
    data.targets.forEach((t, n) => {
      const goal = Number(t.split('.')[0]);
      if (!data.goals.includes(goal)) fail(`targets.${n}`, `Elige primero el ODS ${goal}.`);
    });
  },
});
