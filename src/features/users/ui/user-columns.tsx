import { ROLE_LABELS } from '../../../domain/kit/actor.ts';
import { changedColumn } from '../../../web/catalogue/state.tsx';
import { formatInstant } from '../../../web/dates.ts';
import type { Column } from '../../../web/table/columns.ts';
import { TwoLines } from '../../../web/table/two-lines.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import type { User } from '../contract.ts';
import { Email } from './email.tsx';
import { stateLabel, UserState } from './user-state.tsx';

const NAME: Column<User> = {
  key: 'name',
  title: 'Nombre',
  value: r => r.name,
  below: r => <Email>{r.email}</Email>,
  sort: 'name',
};
const ROLES: Column<User> = {
  key: 'roles',
  title: 'Roles',
  value: r => r.roles.map(role => ROLE_LABELS[role]).join(', '),
  lines: 2,
};
const HOME_SCHOOL: Column<User> = {
  key: 'homeSchool',
  title: 'Escuela',
  value: r => r.homeSchool?.name,
  render: r => <TwoLines>{r.homeSchool?.name ?? '–'}</TwoLines>,
  lines: 2,
};
const HEADS: Column<User> = {
  key: 'heads',
  title: 'A cargo de',
  value: r => [...r.schools, ...r.faculties].map(unit => unit.name).join(', '),
};
const EXPERTISE: Column<User> = {
  key: 'expertise',
  title: 'Especialidad',
  value: r => r.expertise.join(', '),
};

/** What the office sees of people. */
export const OFFICE_COLUMNS: Column<User>[] = [
  NAME,
  {
    key: 'state',
    title: 'Cuenta',
    value: r => stateLabel(r.state),
    render: r => <UserState user={r} />,
    sort: 'state',
  },
  ROLES,
  HOME_SCHOOL,
  { ...HEADS, optional: true },
  { ...EXPERTISE, optional: true },
  {
    key: 'lastSignInAt',
    title: 'Último ingreso',
    value: r => (r.lastSignInAt ? formatInstant(r.lastSignInAt) : ''),
    render: r => <DateTime value={r.lastSignInAt} />,
    sort: 'lastSignInAt',
    width: '8rem',
  },
  { ...changedColumn, optional: true },
];

/** What the server tells of people to whoever heads their unit: all enabled, and not how they come in. */
export const UNIT_COLUMNS: Column<User>[] = [
  NAME,
  ROLES,
  HOME_SCHOOL,
  { ...HEADS, lines: 2 },
  { ...EXPERTISE, lines: 2 },
];
