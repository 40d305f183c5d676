import { kindDefinitionSchema } from './definition.ts';

export const pacs = kindDefinitionSchema.parse({
  slug: 'pacs',
  prefix: 'PAC',
  label: 'Proyecto académico-comunitario',
  plural: 'Proyectos académico-comunitarios',
  help: 'Aprendizaje-servicio dentro de uno o más cursos, junto a un socio de la comunidad.',
  icon: 'school',
  call: 'none',
  sections: [
    { slug: 'identification' },
    { slug: 'diagnosis' },
    { slug: 'objectives' },
    { slug: 'partners' },
    { slug: 'team' },
    { slug: 'courses' },
    { slug: 'participants' },
    { slug: 'territory' },
    { slug: 'goals' },
    { slug: 'plan' },
    { slug: 'indicators' },
    { slug: 'budget' },
    { slug: 'contribution' },
    { slug: 'attachments' },
  ],
  documents: [
    { type: 'commitment_letter', label: 'Carta de compromiso', help: 'Firmada por el socio.' },
    { type: 'course_syllabus', label: 'Programa del curso' },
    { type: 'other', label: 'Otro documento' },
  ],
  steps: [
    { status: 'director_review', days: 5 },
    { status: 'dean_review', days: 5 },
  ],
});
