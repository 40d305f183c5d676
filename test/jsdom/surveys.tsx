import type { Wave } from '../../src/features/surveys/contract.ts';

export const idOf = (n: number) => `00000000-0000-4000-8000-0000000000${n}`;

export const PROJECT = {
  ...{ id: idOf(20), kind: 'pacs' as const },
  ...{ code: 'PAC-2026-0001', title: 'Huertas escolares' },
};
export const INSTRUMENT = { id: idOf(30), name: 'Satisfacción de socios' };

/** A survey with something in each of its parts; `more` says what is different. */
export const waveOf = (more: Partial<Wave> = {}): Wave => ({
  ...{ id: idOf(10), title: 'Socios 2026', state: 'draft', audience: 'partners', anonymous: true },
  ...{ instrument: INSTRUMENT, version: null, project: PROJECT, lastDay: '2090-12-31' },
  ...{ openedAt: null, closesAt: null, invited: 40, declined: 0, answers: 0, waiting: 40, objecting: 0 },
  ...{ message: 'Gracias por participar.', reminderDays: [7, 2], remindedAt: null, roomUrl: null },
  questions: [{ key: 'trato', text: '¿Cómo fue el trato?', help: '', required: true } as const].map(each => ({
    ...each,
    kind: 'scale' as const,
    from: 1 as const,
    to: 5,
    low: 'Malo',
    high: 'Bueno',
  })),
  ...{ mayManage: true, updatedAt: '2026-11-22T15:00:00.000Z', updatedBy: 'Eva' },
  ...more,
});

export const OPEN: Partial<Wave> = {
  ...{ state: 'open', version: 1, openedAt: '2026-11-22T15:00:00.000Z' },
  ...{ closesAt: '2091-01-01T02:59:59.999Z', answers: 12, waiting: 28 },
};
