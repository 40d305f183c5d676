import { ROLE_LABELS, ROLES } from '../../../domain/kit/actor.ts';

/** For a `SelectFilter`. */
export const ROLE_FILTER = {
  name: 'role',
  label: 'Rol',
  options: [
    ...ROLES.map(role => ({ value: role, label: ROLE_LABELS[role] })),
    { value: 'none', label: 'Sin rol' },
  ],
};
