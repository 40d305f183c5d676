import { choice, emailField, integer, line, list, money, nameLine, narrative, reference } from './field.ts';
import { section } from './section.ts';

export const VENTURE_STAGES = [
  { value: 'idea', label: 'Idea' },
  { value: 'prototype', label: 'Prototipo' },
  { value: 'validation', label: 'Validación' },
  { value: 'sales', label: 'Ventas' },
] as const;

export const venture = section({
  label: 'Emprendimiento',
  help: 'Qué se incuba, en qué etapa está y quiénes lo fundan.',
  fields: {
    name: line('Nombre del emprendimiento', { max: 150 }),
    stage: choice('Etapa', VENTURE_STAGES),
    readiness: integer('Madurez tecnológica (TRL)', {
      min: 1,
      max: 9,
      help: 'De 1 (principio observado) a 9 (en operación).',
    }),
    founders: list(
      'Fundadores',
      'Fundador',
      {
        name: nameLine('Nombre', { max: 120, required: true }),
        email: emailField('Correo'),
        affiliation: line('Vínculo con la universidad', { max: 150 }),
      },
      { max: 20 },
    ),
    mentorId: reference('person', 'Mentor'),
    intellectualProperty: narrative('Propiedad intelectual', { max: 2000 }),
    moneyRaised: money('Dinero levantado', { copied: false }),
  },
});
