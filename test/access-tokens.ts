import type { TokenScope } from '../src/domain/kit/permissions.ts';
import type { AccessToken } from '../src/features/access-tokens/contract.ts';
import type { Client } from './client.ts';
import { done } from './factories.ts';

type Made = AccessToken & { token: string };

/** A new access token of this person. */
export const tokenOf = async (
  who: Client,
  { name = `Token ${crypto.randomUUID()}`, scopes = ['projects'] as TokenScope[], days = '30' } = {},
): Promise<Made> => done(await who.post<Made>('/access-tokens', { name, scopes, days }));
