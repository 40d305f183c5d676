import { sql } from 'kysely';
import { lit } from '../../db/states.ts';
import type { BodyOf, OutputOf } from '../../domain/kit/endpoint.ts';
import { TOKEN_SCOPES } from '../../domain/kit/permissions.ts';
import { AppError, notFound } from '../../domain/kit/problem.ts';
import { refusingDuplicate } from '../../server/commands/catalogue.ts';
import { command } from '../../server/commands/command.ts';
import { newAccessToken } from '../../server/sign-in/access-tokens.ts';
import { hashToken } from '../../server/sign-in/known-tokens.ts';
import { type createAccessToken as create, MOST_TOKENS } from './contract.ts';
import { accessTokensOf } from './queries.ts';

const TAKEN = { path: 'name', message: 'Ya tienes un token con ese nombre: elige otro.' };

/** A new token; it leaves in this answer and is kept nowhere. */
export const createToken = command(
  'active',
  async (
    { tx, actor, now, record },
    { name, scopes, days }: BodyOf<typeof create>,
  ): Promise<OutputOf<typeof create>> => {
    // One after the other of a person, as they are counted; whoever blocks them meanwhile waits, and ends this one too.
    const { rows } = await sql`
      select from users where id = ${actor.id} and state = ${lit.user('active')} for no key update`.execute(
      tx,
    );
    if (rows.length === 0) throw new AppError('unauthenticated');
    const own = await accessTokensOf(tx, actor.id);
    if (own.length >= MOST_TOKENS)
      throw new AppError(
        'rule',
        `Ya tienes ${MOST_TOKENS} tokens, que es el máximo: revoca uno que no uses.`,
      );
    const token = newAccessToken();
    const expires = new Date(now.getTime() + Number(days) * 86_400_000);
    const { id } = await refusingDuplicate(TAKEN, () =>
      tx
        .insertInto('access_tokens')
        .values({
          ...{ user_id: actor.id, name, token_hash: hashToken(token), scopes: [...new Set(scopes)] },
          ...{ created_at: now, expires_at: expires },
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    const covered = scopes.map(scope => TOKEN_SCOPES[scope].label).join(', ');
    record({
      action: 'accessToken.issue',
      objectType: 'user',
      objectId: actor.id,
      changes: { name: [null, name], scopes: [null, covered], expiresAt: [null, expires.toISOString()] },
    });
    const [made] = await accessTokensOf(tx, actor.id, id);
    if (!made) throw new Error('the token that was just written is gone');
    return { ...made, token };
  },
);

/** The token works no more; its entry goes, and the audit keeps that it was. */
export const revokeToken = command('active', async ({ tx, actor, record }, id: string) => {
  const gone = await tx
    .deleteFrom('access_tokens')
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .returning('name')
    .executeTakeFirst();
  if (!gone) throw notFound();
  record({
    action: 'accessToken.revoke',
    objectType: 'user',
    objectId: actor.id,
    changes: { name: [gone.name, null] },
  });
  return { id };
});
