import { ROLE_LABELS, ROLES } from '../../../domain/kit/actor.ts';
import { SelectFilter } from '../../../web/table/filters.tsx';

const OPTIONS = [
  ...ROLES.map(role => ({ value: role, label: ROLE_LABELS[role] })),
  { value: 'none', label: 'Sin rol' },
];

export const RoleFilter = () => <SelectFilter name="role" label="Rol" options={OPTIONS} />;
