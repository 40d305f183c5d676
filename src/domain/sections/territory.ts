import { z } from 'zod';
import { choice, codes, type FieldInfo, line } from './field.ts';
import { section } from './section.ts';

export const SCOPES = [
  { value: 'local', label: 'Local' },
  { value: 'regional', label: 'Regional' },
  { value: 'national', label: 'Nacional' },
  { value: 'international', label: 'Internacional' },
] as const;

const point = z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) });
const pointInfo: FieldInfo = {
  type: 'point',
  label: 'Punto en el mapa',
  help: 'Opcional. El lugar principal: márcalo en el mapa, o escribe su latitud y longitud.',
  required: false,
};

export const territory = section({
  label: 'Territorio',
  help: 'Dónde ocurre el proyecto.',
  fields: {
    scope: choice('Alcance', SCOPES),
    comunaCodes: codes('comunas', 'Comunas', z.string().regex(/^\d{5}$/), {
      required: true,
      max: 50,
      help: 'Al menos una, salvo que el alcance sea internacional. La región se deduce de la comuna.',
    }),
    place: line('Lugar', { max: 300, help: 'Localidad, barrio, establecimiento o país.' }),
    point: { info: pointInfo, schema: point.nullable().default(null) },
  },
  applies: (path, data) => path !== 'comunaCodes' || data.scope !== 'international',
});
export type Territory = z.output<typeof territory.schema>;
