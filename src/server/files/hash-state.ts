import type { IHasher } from 'hash-wasm';

/** Loaded where it is used: nothing of it is needed for the first answer. */
async function hasherAt(state: Uint8Array | null): Promise<IHasher> {
  const { createSHA256 } = await import('hash-wasm');
  const hasher = await createSHA256();
  return state ? hasher.load(state) : hasher.init();
}

/**
 * SHA-256 goes on from a state that any copy of the server kept, so that content which comes in parts is hashed
 * without being read again.
 * @param state of what came before; null at the beginning
 * @returns the state behind these bytes; null when another version of the program made the state
 */
export async function extendHash(state: Uint8Array | null, bytes: Uint8Array): Promise<Buffer | null> {
  try {
    return Buffer.from((await hasherAt(state)).update(bytes).save());
  } catch {
    return null;
  }
}

/** @returns SHA-256 of all that led to this state; null as above */
export async function finishHash(state: Uint8Array): Promise<Buffer | null> {
  try {
    return Buffer.from((await hasherAt(state)).digest('binary'));
  } catch {
    return null;
  }
}
