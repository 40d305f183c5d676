import { narrative } from './field.ts';
import { section } from './section.ts';

export const contribution = section({
  label: 'Contribución',
  help: 'Qué deja el proyecto en la universidad y en la comunidad.',
  fields: {
    teaching: narrative('Contribución interna: docencia', { max: 3000 }),
    research: narrative('Contribución interna: investigación', { max: 3000 }),
    curriculum: narrative('Contribución interna: currículo', {
      max: 3000,
      help: 'Qué cambia en los planes de estudio.',
    }),
    external: narrative('Contribución externa', { help: 'Qué cambia para el socio y el territorio.' }),
    sustainability: narrative('Sostenibilidad', { max: 3000, help: 'Qué queda cuando el proyecto termina.' }),
    dissemination: narrative('Difusión', { max: 3000 }),
    inclusion: narrative('Inclusión y género', { max: 3000 }),
  },
});
