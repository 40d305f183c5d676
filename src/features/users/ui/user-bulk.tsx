import { ROLE_LABELS } from '../../../domain/kit/actor.ts';
import { isActive, isBlocked } from '../../../domain/kit/user-states.ts';
import type { BulkAction } from '../../../web/bulk/bulk-actions.tsx';
import { useSmallOptions } from '../../options/ui/option-field.tsx';
import { GIVEN_ROLES, giveRole, moveUsers, setStateOfUsers, type User } from '../contract.ts';

const roles = GIVEN_ROLES.map(role => ({ value: role, label: ROLE_LABELS[role] }));

/** What the office does with several people at once. */
export const useUserBulk = (): BulkAction<User>[] => [
  {
    label: 'Dar un rol',
    text: 'Se suma a los roles que ya tienen. Quien no está activo queda sin cambios.',
    endpoint: giveRole,
    valueOf: (_user, role) => ({ role, held: true }),
    targets: { label: 'Rol', options: roles },
  },
  {
    label: 'Quitar un rol',
    text: 'Los roles de dirección y decanato se dejan con la unidad a cargo.',
    endpoint: giveRole,
    valueOf: (_user, role) => ({ role, held: false }),
    targets: { label: 'Rol', options: roles },
  },
  {
    label: 'Cambiar de escuela',
    text: 'Cambia la escuela de pertenencia; las unidades a cargo y los proyectos quedan como están.',
    endpoint: moveUsers,
    valueOf: (_user, school) => school,
    targets: { label: 'Escuela', options: useSmallOptions('schools') },
  },
  {
    label: 'Bloquear',
    text: 'Se cierran sus sesiones y no podrán entrar. Lo que tienen a cargo queda como está.',
    endpoint: setStateOfUsers,
    valueOf: () => 'blocked',
    concerns: user => !isBlocked(user),
    destructive: true,
  },
  {
    label: 'Habilitar',
    text: 'Podrán entrar con los roles que tengan.',
    endpoint: setStateOfUsers,
    valueOf: () => 'active',
    concerns: user => !isActive(user),
  },
];
