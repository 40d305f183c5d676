/** A file that is made in the background, from being asked for to being removed. */
export const DOWNLOAD_STATES = ['waiting', 'preparing', 'ready', 'failed', 'cancelled', 'expired'] as const;
export type DownloadState = (typeof DOWNLOAD_STATES)[number];

/** It is still to come: somebody may look at its progress, or cancel it. */
export const OPEN_DOWNLOADS: readonly DownloadState[] = ['waiting', 'preparing'];

/** Nothing is left of it but its entry: it may be asked for once more. */
export const OVER_DOWNLOADS: readonly DownloadState[] = ['failed', 'cancelled', 'expired'];

interface Download {
  readonly state: DownloadState;
}
export const isOpen = ({ state }: Download): boolean => OPEN_DOWNLOADS.includes(state);
export const isOver = ({ state }: Download): boolean => OVER_DOWNLOADS.includes(state);
export const isReady = ({ state }: Download): boolean => state === 'ready';
export const isFailed = ({ state }: Download): boolean => state === 'failed';

export const DOWNLOAD_LABELS: Readonly<Record<DownloadState, string>> = {
  waiting: 'En espera',
  preparing: 'Preparándose',
  ready: 'Lista',
  failed: 'No se pudo preparar',
  cancelled: 'Cancelada',
  expired: 'Vencida',
};

/** As many one person may have asked for at once. */
export const MOST_OPEN = 3;
/** Days that a file is kept, and its entry after that. */
export const KEPT_DAYS = { file: 7, entry: 30 } as const;
