import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { id, instant, text } from '../../../domain/text/rules.ts';
import { user } from '../../users/contract.ts';

const params = z.object({ id });

const register = z.object({
  rows: z.array(
    z.object({
      what: z.string(),
      count: z.number().int(),
      why: z.string(),
      /** How long. */
      kept: z.string(),
    }),
  ),
  /** What keeps the person from being anonymised; null when nothing does. */
  refused: z.string().nullable(),
});
export type Register = z.infer<typeof register>;

/** For a file: groups with why each is kept, and their rows as they are stored, without secrets. */
const exported = z.object({
  generatedAt: instant,
  person: z.record(z.string(), z.unknown()),
  groups: z.array(
    z.object({
      what: z.string(),
      why: z.string(),
      kept: z.string(),
      rows: z.array(z.object({ table: z.string(), as: z.string(), data: z.record(z.string(), z.unknown()) })),
    }),
  ),
});
export type Exported = z.infer<typeof exported>;

export const getRegister = endpoint({
  method: 'GET',
  path: '/users/:id/personal-data',
  permission: 'people.manage',
  summary: 'What is kept about a person, why and for how long',
  params,
  output: register,
});

export const exportPerson = endpoint({
  method: 'POST',
  path: '/users/:id/personal-data/export',
  permission: 'people.manage',
  summary: 'Everything kept about a person; the export itself is audited',
  params,
  output: exported,
});

export const getOwnRegister = endpoint({
  method: 'GET',
  path: '/personal-data',
  permission: 'active',
  summary: 'What is kept about oneself, why and for how long',
  output: register,
});

export const exportOwn = endpoint({
  method: 'POST',
  path: '/personal-data/export',
  permission: 'active',
  summary: 'Everything kept about oneself',
  output: exported,
});

export const anonymiseUser = endpoint({
  method: 'POST',
  path: '/users/:id/anonymise',
  permission: 'people.manage',
  summary: 'Forget who a person was, for ever; what they did stays and is counted as before',
  params,
  body: z.object({
    /** The person's e-mail, typed by whoever decides it. */
    confirmation: text(254, 1),
    updatedAt: instant,
  }),
  output: user,
});
