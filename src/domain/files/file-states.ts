/** What became of a version of a file, in the order in which it comes about. */
export const FILE_STATES = ['received', 'checking', 'ready', 'rejected'] as const;
export type FileState = (typeof FILE_STATES)[number];

/** Arrived, and not decided yet whether it may be used. */
export const isBeingChecked = (state: FileState): boolean => state === 'received' || state === 'checking';

/** What the virus scanner said of a version. */
export const SCANS = ['clean', 'infected', 'unscanned'] as const;
export type Scan = (typeof SCANS)[number];

/** Why nobody scanned it: it is older than scanning, there is no scanner, that did not answer, or takes nothing so large. */
export const UNSCANNED_REASONS = ['earlier', 'no_scanner', 'away', 'too_large'] as const;
export type UnscannedReason = (typeof UNSCANNED_REASONS)[number];

const UNSCANNED_WORDS: Readonly<Record<UnscannedReason, string>> = {
  earlier: 'anterior',
  no_scanner: 'sin antivirus configurado',
  away: 'el antivirus no respondió',
  too_large: 'demasiado grande para el antivirus',
};

/** @param detail what was found, or a reason of {@link UNSCANNED_REASONS} */
export function showScan(scan: Scan, detail: string | null): string {
  switch (scan) {
    case 'clean':
      return 'Sin virus';
    case 'infected':
      return `Infectado (${detail ?? 'virus desconocido'})`;
    case 'unscanned':
      return `Sin revisar (${UNSCANNED_WORDS[(detail ?? 'earlier') as UnscannedReason] ?? detail})`;
  }
}
