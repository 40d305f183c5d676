import type { Bar } from '../../domain/access/part-taking.ts';
import { AppError, forbidden } from '../../domain/kit/problem.ts';
import type { Command } from '../commands/command.ts';

interface Decision {
  /** What is decided on, for the audit. */
  readonly of: { readonly type: 'project' | 'call' | 'dataRequest'; readonly id: string };
  /** Completes "No tienes permiso para …". */
  readonly verb: string;
  /** Why the last possible person decides; asked for where it is missing. */
  readonly lastResort: string | undefined;
}

/**
 * Lets go on who is free, or is the last possible one and says why, which the audit flags; throws `last_resort` where
 * the reason is missing, `forbidden` for anybody else.
 */
export function requireFree(
  { record }: Pick<Command, 'record'>,
  bar: Bar | null,
  { of, verb, lastResort }: Decision,
): void {
  if (!bar) return;
  if (!bar.last) throw forbidden(verb, bar.reason);
  if (!lastResort) throw new AppError('last_resort', `${bar.reason} ${LAST}`);
  record({
    action: `${of.type}.last_resort`,
    objectType: of.type,
    objectId: of.id,
    changes: { lastResort: [false, true], reason: [null, lastResort] },
  });
}
const LAST = 'Como nadie más puede hacerlo, explica por qué decides tú: quedará marcado en la auditoría.';
