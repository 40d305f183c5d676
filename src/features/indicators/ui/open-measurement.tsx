import type { DraftKey } from '../../../web/drafts.ts';

/** What is being measured, or corrected. */
export interface OpenMeasurement {
  readonly form: 'measurement';
  /** What is changed; null for a new one. */
  readonly id: string | null;
  readonly indicatorId: string;
  /** The accepted one that it corrects. */
  readonly replacesId: string | null;
}

const NEW = 'new';

/** Where what is typed into it is kept. */
export const measurementKey = (project: string, open: OpenMeasurement): DraftKey => [
  ...['project', project, 'measurement', open.id ?? NEW],
  ...[open.indicatorId, open.replacesId ?? ''],
];

/** The form that a key is of; null for one of something else. */
export function measurementOf([, , noun, entry = '', indicatorId = '', replacesId = '']: DraftKey) {
  if (noun !== 'measurement') return null;
  const open: OpenMeasurement = {
    ...{ form: 'measurement', id: entry === NEW ? null : entry },
    ...{ indicatorId, replacesId: replacesId || null },
  };
  return open;
}
