/** `ready` waits for somebody to apply it, `failed` too, after an attempt that wrote nothing. */
export const IMPORT_STATES = ['ready', 'applying', 'done', 'undone', 'failed'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** Imports nobody has applied: their rows may still be judged and applied. */
export const UNAPPLIED_IMPORTS: readonly ImportState[] = ['ready', 'failed'];
/** Imports that were applied, taken back or not. */
export const APPLIED_IMPORTS: readonly ImportState[] = ['done', 'undone'];

interface Import {
  readonly state: ImportState;
}
export const isApplying = ({ state }: Import): boolean => state === 'applying';
export const isUndone = ({ state }: Import): boolean => state === 'undone';
export const isUnapplied = ({ state }: Import): boolean => UNAPPLIED_IMPORTS.includes(state);

/** Its rows are still needed: they are about to be taken in, or may be tried again. */
export const BUSY_IMPORTS: readonly ImportState[] = ['ready', 'applying', 'failed'];
