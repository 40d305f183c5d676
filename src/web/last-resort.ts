import { ProblemError } from './problem-error.ts';
import { getToken, onSessionChange } from './storage.ts';

/** Asks why somebody decides what they take part in; null when they would rather not. */
type Asker = (detail: string, before: string) => Promise<string | null>;

let ask: Asker | undefined;

/** Who asks, while it is on screen; the request layer knows no components. */
export function setAsker(asker: Asker | undefined): void {
  ask = asker;
}

/** Reasons given in this document, by method and address. */
const given = new Map<string, string>();
onSessionChange(() => {
  if (getToken() === null) given.clear();
});

/**
 * A request that is asked why when only the last possible person may make it, and then sent again with the reason.
 * One thing saved again and again (`PUT`) is asked about once; every act anew, with the last words to start from.
 */
export async function withReason<T>(
  { method, address }: { method: string; address: string },
  send: (lastResort?: string) => Promise<T>,
): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'last_resort' || !ask) throw error;
    const what = `${method} ${address}`;
    const before = given.get(what);
    const reason = method === 'PUT' && before ? before : await ask(error.message, before ?? '');
    if (reason === null) throw error;
    given.set(what, reason);
    return send(reason);
  }
}
