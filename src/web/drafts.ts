import { createStore, delMany, entries, promisifyRequest, type UseStore } from 'idb-keyval';
import { log } from './log.ts';
import { getUser } from './storage.ts';

/** Work kept in this browser until the server has it. */
export interface Draft<T = unknown> {
  value: T;
  /** Version of the object the work started from, where it has one. */
  base?: number | string;
  /** Values of that version, where both sides may have to be compared. */
  from?: T;
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

/** A browser without storage works on; only the safety net is missing, which the log tells. */
async function logFailure<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    log.error('Drafts cannot be kept in this browser', error);
    return undefined;
  }
}

/** Writes under way. Nobody waits for what is only read: a storage that does not answer would hold up the reload. */
const pending = new Set<Promise<unknown>>();

function trackWork<T>(work: Promise<T>): Promise<T | undefined> {
  const done = logFailure(work).finally(() => pending.delete(done));
  pending.add(done);
  return done;
}

/** Settles when everything typed so far is stored; awaited before the document goes away. */
export const settleDrafts = () => Promise.allSettled([...pending]);

/**
 * Windows keep apart what they hold of the same object. The name outlives a reload; a tab that was duplicated shares
 * it, which costs no more than its drafts being one.
 */
function windowName(): string {
  const name = sessionStorage.getItem(WINDOW) ?? crypto.randomUUID();
  sessionStorage.setItem(WINDOW, name);
  return name;
}
const WINDOW = 'window-name';

type FullKey = readonly [owner: string, window: string, ...key: string[]];
const ownKey = (owner: string, key: DraftKey): FullKey => [owner, windowName(), ...key];

const isBelow = (key: DraftKey, above: DraftKey) => above.every((part, index) => key[index] === part);

/** Everything of this person below a key, latest first, whichever window it is from. */
async function readDrafts(owner: string, below: DraftKey): Promise<[FullKey, Draft][]> {
  const all = (await logFailure(entries<IDBValidKey, Draft>(store()))) ?? [];
  return all
    .filter((entry): entry is [IDBValidKey & FullKey, Draft] => {
      const [key] = entry;
      return Array.isArray(key) && key[0] === owner && isBelow(key.slice(2) as string[], below);
    })
    .sort(([, a], [, b]) => b.at.localeCompare(a.at));
}

/** Committed at once: left to itself, a browser waits for an answer of a document that may be going away. */
const write = (key: FullKey, draft: Draft) =>
  trackWork(
    store()('readwrite', drafts => {
      drafts.put(draft, [...key]);
      drafts.transaction.commit();
      return promisifyRequest(drafts.transaction);
    }),
  );
const remove = (keys: readonly FullKey[]) =>
  trackWork(
    delMany(
      keys.map(key => [...key]),
      store(),
    ),
  );

export const putDraft = <T>(owner: string, key: DraftKey, value: T, base?: number | string, from?: T) =>
  write(ownKey(owner, key), {
    value,
    at: new Date().toISOString(),
    ...(base === undefined ? {} : { base }),
    ...(from === undefined ? {} : { from }),
  });

/** This window's draft, else the latest another one left, which becomes this window's. */
export async function getDraft<T>(owner: string, key: DraftKey): Promise<Draft<T> | undefined> {
  const mine = ownKey(owner, key);
  const found = (await readDrafts(owner, key)).filter(([name]) => name.length === mine.length);
  const [name, draft] = found.find(([each]) => each[1] === mine[1]) ?? found[0] ?? [];
  if (!name || !draft) return undefined;
  if (name[1] !== mine[1]) {
    await write(mine, draft);
    await remove([name]);
  }
  return draft as Draft<T>;
}

export const dropDraft = (owner: string, key: DraftKey) => remove([ownKey(owner, key)]);

/** Everything the signed-in person has typed that the server does not have yet. */
export async function unsavedWork(owner = draftOwner()): Promise<{ key: DraftKey; at: string }[]> {
  const byKey = new Map<string, { key: DraftKey; at: string }>();
  for (const [[, , ...key], { at }] of await readDrafts(owner, []))
    if (!byKey.has(key.join('\n'))) byKey.set(key.join('\n'), { key, at });
  return [...byKey.values()];
}

/** Deletes this person's drafts, or those below one key, of every window. */
export async function forgetDrafts(below: DraftKey = [], owner = draftOwner()): Promise<void> {
  await remove((await readDrafts(owner, below)).map(([key]) => key));
}
