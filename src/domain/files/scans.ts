import { type FileState, isBeingChecked, isRejected } from './file-states.ts';

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
      return detail === null
        ? 'Sin revisar'
        : `Sin revisar (${UNSCANNED_WORDS[detail as UnscannedReason] ?? detail})`;
  }
}

export interface Served {
  readonly state: FileState;
  readonly reason: string | null;
  readonly scan: Scan;
}

/** Why a version is not handed over; null where it is. */
export function serveRefusal({ state, reason, scan }: Served, servesUnscanned: boolean): string | null {
  if (isBeingChecked(state)) return 'El archivo se está revisando: ábrelo en unos segundos.';
  if (isRejected({ state })) return `El archivo fue rechazado: ${reason ?? 'no se puede abrir.'}`;
  if (scan === 'infected') return 'El archivo tiene un virus y no se entrega.';
  if (scan === 'unscanned' && !servesUnscanned)
    return 'El antivirus todavía no revisa este archivo: ábrelo más tarde.';
  return null;
}
