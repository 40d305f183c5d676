import { z } from 'zod';
import {
  bulkEndpoint,
  catalogueEndpoints,
  fullName,
  lastChange,
  named,
} from '../../domain/catalogues/catalogue.ts';
import { ROLES } from '../../domain/kit/actor.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { USER_STATE_SLUGS } from '../../domain/kit/user-states.ts';
import { PROVIDERS } from '../../domain/settings/providers.ts';
import { email, groupedBy, id, instant, listQuery, text } from '../../domain/text/rules.ts';

export const userState = z.enum(USER_STATE_SLUGS);

/** Roles given by hand; Director and Dean come with the units a person heads, and go with them. */
export const GIVEN_ROLES = ['Academic', 'Reviewer', 'Admin'] as const;

const isUnique = (values: readonly string[]) =>
  new Set(values.map(value => value.toLowerCase())).size === values.length;

export const userFields = z.object({
  name: fullName,
  email: email.toLowerCase(),
  roles: z.array(z.enum(GIVEN_ROLES)).max(GIVEN_ROLES.length).default([]),
  /** Schools directed and faculties headed as dean. */
  schoolIds: z.array(id).max(50).default([]),
  facultyIds: z.array(id).max(50).default([]),
  homeSchoolId: id.nullable().default(null),
  expertise: z.array(text(60, 1)).max(10).refine(isUnique, 'Hay elementos repetidos.').default([]),
  state: userState.default('active'),
  /** Writes a mail with the way in, to whoever has never come in. */
  invite: z.boolean().default(false),
});

export const user = z.object({
  id,
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(ROLES)),
  state: userState,
  homeSchool: named.nullable(),
  schools: z.array(named),
  faculties: z.array(named),
  expertise: z.array(z.string()),
  /** Only Admin sees how and when somebody signs in; for others empty and null. */
  accounts: z.array(
    z.object({ provider: z.enum(PROVIDERS), email: z.string().nullable(), linkedAt: instant }),
  ),
  lastSignInAt: instant.nullable(),
  /** When the office last invited somebody by mail. */
  invitedAt: instant.nullable(),
  anonymised: z.boolean(),
  ...lastChange,
});
export type User = z.infer<typeof user>;

export const userQuery = listQuery(['state', 'name', 'email', 'lastSignInAt', 'updatedAt'], 'state').extend({
  state: userState.optional(),
  /** `none`: enabled, without any. */
  role: z.enum([...ROLES, 'none']).optional(),
  /** Home school, or its faculty. */
  school: id.optional(),
  faculty: id.optional(),
  ...groupedBy(['state', 'school']).shape,
});

export const users = catalogueEndpoints({
  path: '/users',
  what: 'the people',
  manage: 'people.manage',
  row: user,
  fields: userFields,
  query: userQuery,
});

/** Blocking ends the person's sessions; refusing a pending person is blocking, too. */
export const setUserState = endpoint({
  method: 'PUT',
  path: '/users/:id/state',
  permission: 'people.manage',
  summary: 'Block a person or let them in again; the last active administrator stays',
  params: z.object({ id }),
  body: z.object({ state: userState, updatedAt: instant }),
  output: user,
});

const manage = 'people.manage';
export const setStateOfUsers = bulkEndpoint('/users', 'state', { value: userState, manage });
/** Home school. */
export const moveUsers = bulkEndpoint('/users', 'school', { value: id.nullable(), manage });
export const giveRole = bulkEndpoint('/users', 'role', {
  value: z.object({ role: z.enum(GIVEN_ROLES), held: z.boolean() }),
  manage,
});

/** As often as the office wants, until the person has come in. */
export const inviteUser = endpoint({
  method: 'POST',
  path: '/users/:id/invitation',
  permission: 'people.manage',
  summary: 'Write the mail with the way in, again; 422 once the person has signed in',
  params: z.object({ id }),
  output: user,
});
