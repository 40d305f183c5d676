import { choice, date, flag, inOrder, integer, line, list, money, narrative, time } from './field.ts';
import { section } from './section.ts';

export const EVENT_TYPES = [
  { value: 'seminar', label: 'Seminario' },
  { value: 'workshop', label: 'Taller' },
  { value: 'talk', label: 'Charla' },
  { value: 'exhibition', label: 'Exposición' },
  { value: 'concert', label: 'Concierto' },
  { value: 'performance', label: 'Obra o presentación escénica' },
  { value: 'health_drive', label: 'Operativo de salud' },
  { value: 'fair', label: 'Feria' },
  { value: 'competition', label: 'Concurso o torneo' },
  { value: 'other', label: 'Otro' },
] as const;

export const event = section({
  label: 'Evento',
  help: 'Qué actividad es, cuándo y dónde.',
  fields: {
    type: choice('Tipo de actividad', EVENT_TYPES),
    sessions: list(
      'Sesiones',
      'Sesión',
      {
        date: date('Fecha', { required: true }),
        from: time('Desde'),
        to: time('Hasta'),
        place: line('Lugar o enlace', { max: 300, required: true }),
      },
      {
        min: 1,
        max: 60,
        refine: (session, fail) =>
          inOrder(session, 'from', 'to', fail, 'La hora de término debe ser posterior a la de inicio.'),
      },
    ),
    capacity: integer('Cupos', { max: 1_000_000 }),
    audience: narrative('Público al que se dirige', { max: 1000 }),
    isFree: flag('Es gratuita'),
    price: money('Precio de entrada'),
    givesCertificate: flag('Entrega certificado de participación'),
  },
});
