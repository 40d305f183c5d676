import { kindDefinitionSchema } from './definition.ts';

export const exts = kindDefinitionSchema.parse({
  slug: 'exts',
  prefix: 'EXT',
  label: 'Actividad de extensión',
  plural: 'Actividades de extensión',
  help: 'Seminario, taller, exposición, concierto, operativo de salud, feria u otra actividad abierta.',
  icon: 'microphone-2',
  call: 'none',
  sections: [
    { slug: 'identification' },
    {
      slug: 'diagnosis',
      label: 'Pertinencia',
      fields: { problem: { label: 'Motivo de la actividad' }, baseline: { hidden: true } },
    },
    {
      slug: 'objectives',
      fields: { methodology: { label: 'Formato y desarrollo', help: 'Cómo será la actividad.' } },
    },
    { slug: 'event', fields: { type: { required: true }, sessions: { required: true } } },
    { slug: 'partners' },
    { slug: 'team' },
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
    { type: 'programme', label: 'Programa de la actividad' },
    { type: 'poster', label: 'Afiche' },
    { type: 'other', label: 'Otro documento' },
  ],
  steps: [{ status: 'director_review', days: 5 }],
});
