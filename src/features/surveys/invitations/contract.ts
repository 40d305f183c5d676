import { z } from 'zod';
import { named } from '../../../domain/catalogues/catalogue.ts';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { invitee, MOST_INVITATIONS, MOST_INVITED } from '../../../domain/surveys/waves.ts';
import { id, listQuery, pageOf } from '../../../domain/text/rules.ts';

const params = z.object({ id });

const invitation = z.object({
  id,
  name: z.string(),
  email: z.string(),
  organisation: named.nullable(),
  /** Null in an anonymous wave: who answered is nobody's business. */
  state: z.enum(['waiting', 'answered', 'declined']).nullable(),
});
export type Invitation = z.infer<typeof invitation>;

/** For who may manage the wave; anybody else gets 404. */
export const listInvitations = endpoint({
  method: 'GET',
  path: '/waves/:id/invitations',
  permission: 'surveys.read',
  summary: 'Who is asked by name',
  params,
  query: listQuery(['name', 'email'], 'name'),
  output: pageOf(invitation),
});
/**
 * Who is in the list already stays as they are, and is counted in `known`; who wants no mails is not added, and is
 * counted in `objecting`.
 */
export const addInvitations = endpoint({
  method: 'POST',
  path: '/waves/:id/invitations',
  permission: 'surveys.read',
  summary: 'Add people; of a wave that is open they are mailed at once',
  params,
  body: z.object({
    rows: z
      .array(invitee.extend({ organisationId: id.nullable().default(null) }))
      .min(1)
      .max(MOST_INVITED),
  }),
  output: z.object({ added: z.number().int(), known: z.number().int(), objecting: z.number().int() }),
  maxBytes: 1024 * 1024,
});
export const removeInvitations = endpoint({
  method: 'POST',
  path: '/waves/:id/invitations/removal',
  permission: 'surveys.read',
  summary: 'Take people off who have not answered; their links lead nowhere from then on',
  params,
  body: z.object({ ids: z.array(id).min(1).max(MOST_INVITATIONS) }),
  output: z.object({ removed: z.number().int() }),
  maxBytes: 512 * 1024,
});

const candidate = z.object({
  name: z.string(),
  email: z.string(),
  organisationId: id.nullable(),
  /** Where it is known from: name of the organisation, or of the activity. */
  from: z.string(),
  /** Wants no mails, so is not asked. */
  objects: z.boolean(),
});
export type Candidate = z.infer<typeof candidate>;

export const listCandidates = endpoint({
  method: 'GET',
  path: '/waves/:id/candidates',
  permission: 'surveys.read',
  summary: 'People of its audience whose e-mail the project knows and who are not on the list yet',
  params,
  output: z.object({ rows: z.array(candidate) }),
});
