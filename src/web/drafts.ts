import { createStore, delMany, entries, get, set, type UseStore } from 'idb-keyval';
import { log } from './log.ts';
import { getUser } from './storage.ts';

/** Work kept in this browser until the server has it. */
export interface Draft<T = unknown> {
  value: T;
  /** Version of the object the work started from, where it has one. */
  base?: number | string;
  /** ISO instant of the last change. */
  at: string;
}

/** Names a draft below its owner, e.g. `['project', id, 'identification']`. */
export type DraftKey = readonly string[];

let opened: UseStore | undefined;
function store(): UseStore {
  opened ??= createStore('vinculacion-drafts', 'drafts');
  return opened;
}

/** Whose drafts are meant. Taken when a screen opens, as a lost session forgets the user before the last write. */
export const draftOwner = () => getUser()?.id ?? '';

const pending = new Set<Promise<unknown>>();

/** A browser without storage works on; only the safety net is missing, which the log tells. */
async function tracked<T>(work: Promise<T>): Promise<T | undefined> {
  pending.add(work);
  try {
    return await work;
  } catch (error) {
    log.error('Drafts cannot be kept in this browser', error);
    return undefined;
  } finally {
    pending.delete(work);
  }
}

/** Settles when everything typed so far is stored; awaited before the document goes away. */
export const draftsStored = () => Promise.allSettled([...pending]);

const fullKey = (owner: string, key: DraftKey) => [owner, ...key];

export const putDraft = <T>(owner: string, key: DraftKey, value: T, base?: number | string) =>
  tracked(
    set(
      fullKey(owner, key),
      { value, at: new Date().toISOString(), ...(base === undefined ? {} : { base }) },
      store(),
    ),
  );

export const getDraft = <T>(owner: string, key: DraftKey): Promise<Draft<T> | undefined> =>
  tracked(get<Draft<T>>(fullKey(owner, key), store()));

export const dropDraft = (owner: string, key: DraftKey) => tracked(delMany([fullKey(owner, key)], store()));

/** Everything the signed-in person has typed that the server does not have yet. */
export async function unsavedWork(owner = draftOwner()): Promise<{ key: DraftKey; at: string }[]> {
  const all = (await tracked(entries<string[], Draft>(store()))) ?? [];
  return all
    .filter(([key]) => Array.isArray(key) && key[0] === owner)
    .map(([key, draft]) => ({ key: key.slice(1), at: draft.at }));
}

/** Deletes this person's drafts, or those below one key. */
export async function forgetDrafts(below: DraftKey = [], owner = draftOwner()): Promise<void> {
  const work = await unsavedWork(owner);
  const keys = work.filter(({ key }) => below.every((part, index) => key[index] === part));
  await tracked(
    delMany(
      keys.map(({ key }) => fullKey(owner, key)),
      store(),
    ),
  );
}
