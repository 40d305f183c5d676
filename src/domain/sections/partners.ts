import type { z } from 'zod';
import { choice, emailField, line, list, nameLine, narrative, reference } from './field.ts';
import { PARTNER_ROLES } from './partner-roles.ts';
import { section } from './section.ts';

export const partners = section({
  label: 'Socios',
  help: 'Organizaciones con las que se hace el proyecto.',
  fields: {
    partners: list(
      'Socios',
      'Socio',
      {
        organisationId: reference('organisation', 'Organización', { required: true }),
        contactName: nameLine('Persona de contacto', { max: 120 }),
        contactEmail: emailField('Correo de contacto'),
        contactPhone: line('Teléfono de contacto', { max: 40 }),
        role: choice('Rol', PARTNER_ROLES, { required: true }),
        commitment: narrative('Compromiso', { max: 1500, help: 'Qué aporta o hace el socio.' }),
        letterFileId: reference('file', 'Carta de compromiso'),
      },
      { max: 30 },
    ),
  },
});
export type Partners = z.output<typeof partners.schema>;
