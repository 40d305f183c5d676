import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { bar, day, id, instant, lastResort, plannedDay } from '../../../domain/text/rules.ts';
import { preference } from '../reviews/contract.ts';

const callParams = z.object({ call: id });

/** What reviewers of a call are asked for before they are assigned, as the office sees it. */
export const getRound = endpoint({
  method: 'GET',
  path: '/calls/:call/preferences',
  permission: 'reviews.manage',
  summary: 'Until when a call asks its reviewers for preferences, and how many have answered',
  params: callParams,
  output: z.object({
    round: z.object({ until: instant, isOpen: z.boolean() }).nullable(),
    /** Why nothing can be asked for; null when it can. */
    refusal: z.string().nullable(),
    barred: bar,
    /** The day that is proposed, and the last one that may be chosen; null where nothing says so. */
    suggested: day,
    last: day.nullable(),
    /** How many are asked, and of them how many answered all and some of it; null to whoever takes part. */
    people: z.object({ asked: z.number().int(), all: z.number().int(), some: z.number().int() }).nullable(),
  }),
});
export type Round = z.output<typeof getRound.output>;

export const askedUntil = z.object({ until: plannedDay });

/** Tells whoever is asked; with a round under way it gives more time, and tells nobody. */
export const askPreferences = endpoint({
  method: 'POST',
  path: '/calls/:call/preferences',
  permission: 'reviews.manage',
  summary: 'Ask the reviewers of a call which proposals they would like to review, or give them more time',
  params: callParams,
  body: askedUntil.extend({ lastResort }),
  output: z.object({ until: instant, told: z.number().int() }),
});

export const endPreferences = endpoint({
  method: 'POST',
  path: '/calls/:call/preferences/end',
  permission: 'reviews.manage',
  summary: 'Take no more preferences of the reviewers of a call',
  params: callParams,
  body: z.object({ lastResort }),
  output: z.object({}),
});

/** A call that asks the reader now. */
export const ownRound = z.object({
  call: z.object({ id, name: z.string() }),
  openedAt: instant,
  until: instant,
  total: z.number().int(),
  answered: z.number().int(),
});
export type OwnRound = z.infer<typeof ownRound>;

export const listRounds = endpoint({
  method: 'GET',
  path: '/reviews/preferences',
  permission: 'active',
  summary: 'Calls that ask the reader now which proposals they would like to review',
  output: z.array(ownRound),
});

/** What an invitation would tell, too: no people, no units, and nothing that names them where the call is blind. */
const askedProposal = z.object({
  id,
  code: z.string(),
  title: z.string(),
  summary: z.string(),
  preference: preference.nullable(),
});
export type AskedProposal = z.infer<typeof askedProposal>;

export const getPreferences = endpoint({
  method: 'GET',
  path: '/reviews/preferences/:call',
  permission: 'active',
  summary: 'Proposals of a call that the reader may be asked to review, with what they answered',
  params: callParams,
  output: z.object({
    call: z.object({ id, name: z.string() }),
    until: instant,
    isOpen: z.boolean(),
    proposals: z.array(askedProposal),
  }),
});
export type OwnPreferences = z.output<typeof getPreferences.output>;

export const savePreference = endpoint({
  method: 'PUT',
  path: '/reviews/preferences/:call/:project',
  permission: 'active',
  summary: 'Say whether the reader would like to review a proposal, or has a conflict of interest',
  params: callParams.extend({ project: id }),
  body: z.object({ preference }),
  output: z.object({}),
});
