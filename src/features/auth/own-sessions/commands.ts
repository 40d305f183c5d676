import { AppError, notFound } from '../../../domain/kit/problem.ts';
import { command } from '../../../server/commands/command.ts';
import { endSession } from '../commands.ts';
import { openSessions, ownSessions } from './queries.ts';

const CURRENT = 'Es la sesión que estás usando. Para terminarla, cierra sesión.';

interface OwnSessions {
  /** This session; it ends by signing out. */
  currentId: string;
  /** The one to end; all others without it. */
  id?: string;
}

/** Ends other sessions of the person. Answers which ended, and what is left. */
export const endSessions = command(
  'active',
  async ({ tx, actor, record }, { id, currentId }: OwnSessions) => {
    if (id === currentId) throw new AppError('rule', CURRENT);
    const ending = (await openSessions(tx, actor.id)).filter(s => s.id !== currentId && (!id || s.id === id));
    if (id && ending.length === 0) throw notFound();
    for (const session of ending.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1)))
      await endSession(tx, session);
    for (const session of ending)
      record({
        action: 'session.ended',
        objectType: 'user',
        objectId: actor.id,
        changes: { device: [session.device, null] },
      });
    return { ended: ending.map(session => session.id), left: await ownSessions(tx, actor.id, currentId) };
  },
);
