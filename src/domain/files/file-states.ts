/** What became of a version of a file, in the order in which it comes about. */
export const FILE_STATES = ['received', 'checking', 'ready', 'rejected'] as const;
export type FileState = (typeof FILE_STATES)[number];

/** Arrived, and not decided yet whether it may be used. */
export const isBeingChecked = (state: FileState): boolean => state === 'received' || state === 'checking';

/** It may be used. */
export const isReady = ({ state }: { readonly state: FileState }): boolean => state === 'ready';
export const isRejected = ({ state }: { readonly state: FileState }): boolean => state === 'rejected';

/**
 * What to say where a file is asked for: nothing once one of these is ready, that it is being looked at, or `ask`.
 * What is not checked yet does not count: whatever it turns out to be, nothing has gone on because of it.
 */
export function fileGap(files: readonly { readonly state: FileState }[], ask: string): string | null {
  if (files.some(isReady)) return null;
  return files.some(f => isBeingChecked(f.state)) ? 'El archivo se está revisando.' : ask;
}
