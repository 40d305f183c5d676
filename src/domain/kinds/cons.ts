import { kindDefinitionSchema } from './definition.ts';

export const cons = kindDefinitionSchema.parse({
  slug: 'cons',
  prefix: 'CON',
  label: 'Consultoría',
  plural: 'Consultorías',
  help: 'Asistencia técnica a una organización externa, con contrato.',
  icon: 'briefcase',
  call: 'none',
  sections: [
    { slug: 'identification' },
    { slug: 'contract' },
    {
      slug: 'diagnosis',
      fields: { problem: { label: 'Requerimiento de la organización' }, codesign: { hidden: true } },
    },
    { slug: 'objectives' },
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
    { type: 'signed_contract', label: 'Contrato firmado', help: 'Hace falta para iniciar.' },
    { type: 'terms_of_reference', label: 'Términos de referencia' },
    { type: 'quotation', label: 'Cotización' },
    { type: 'other', label: 'Otro documento' },
  ],
  steps: [
    { status: 'director_review', days: 5 },
    { status: 'dean_review', days: 5 },
  ],
});
