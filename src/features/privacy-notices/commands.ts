import { AppError } from '../../domain/kit/problem.ts';
import { type Command, command } from '../../server/commands/command.ts';
import type { PrivacyNotice } from './contract.ts';
import { readNotice } from './queries.ts';

interface Given {
  readonly body: string;
  readonly version: number;
}

/** A new version beside those before, which people accepted as they were. */
export const publishPrivacyNotice = command(
  'settings.manage',
  async ({ tx, actor, now, record }: Command, { body, version }: Given): Promise<PrivacyNotice> => {
    const current = await readNotice(tx);
    if (current.version !== version)
      throw new AppError('conflict', undefined, { extra: { stored: current } });
    if (current.body === body) return current;
    await tx
      .insertInto('privacy_notices')
      .values({ version: version + 1, body, published_at: now, published_by: actor.id })
      // Somebody else published one in this very moment.
      .onConflict(conflict => conflict.column('version').doNothing())
      .execute();
    const published = await readNotice(tx);
    if (published.body !== body) throw new AppError('conflict', undefined, { extra: { stored: published } });
    record({
      ...{ action: 'setting.updated', objectType: 'setting', objectId: 'privacyNotice' },
      changes: { version: [version, version + 1] },
    });
    return published;
  },
);
