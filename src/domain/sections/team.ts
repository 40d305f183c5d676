import type { z } from 'zod';
import { choice, date, decimal, emailField, inOrder, list, nameLine, reference } from './field.ts';
import { section } from './section.ts';

export const TEAM_ROLES = [
  { value: 'lead', label: 'Responsable' },
  { value: 'alternate', label: 'Alterno' },
  { value: 'academic', label: 'Académico' },
  { value: 'student', label: 'Estudiante' },
  { value: 'staff', label: 'Funcionario' },
  { value: 'alumni', label: 'Titulado' },
  { value: 'assistant', label: 'Ayudante' },
  { value: 'partner', label: 'Socio' },
] as const;

export const team = section({
  label: 'Equipo',
  help: 'Quiénes participan además del responsable. Quien está en el equipo puede ver el proyecto, pero no decidir sobre él.',
  fields: {
    members: list(
      'Equipo',
      'Integrante',
      {
        userId: reference('person', 'Persona de la universidad'),
        name: nameLine('Nombre', {
          max: 120,
          required: true,
          help: 'Solo si no tiene cuenta en la universidad.',
        }),
        email: emailField('Correo'),
        organisation: nameLine('Organización', { max: 200 }),
        role: choice('Rol', TEAM_ROLES, { required: true }),
        hoursPerWeek: decimal('Horas por semana', { max: 60 }),
        from: date('Desde'),
        to: date('Hasta'),
      },
      { max: 100, refine: (member, fail) => inOrder(member, 'from', 'to', fail) },
    ),
  },
  refine(data, fail) {
    const seen = new Set<string>();
    data.members.forEach((member, n) => {
      if (member.userId && seen.has(member.userId))
        fail(`members.${n}.userId`, 'Esta persona ya está en el equipo.');
      if (member.userId) seen.add(member.userId);
    });
  },
  applies: (path, _data, member) => path !== 'members.*.name' || !member.userId,
});
export type Team = z.output<typeof team.schema>;

/** Accounts in the team: they may read the project and may not decide on it. */
export const memberIds = (data: Team): string[] => data.members.flatMap(m => (m.userId ? [m.userId] : []));
