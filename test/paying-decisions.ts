import { randomUUID } from 'node:crypto';
import { localDay } from '../src/domain/kit/calendar.ts';
import type { Try } from './decisions.ts';

const PROJECT = '/projects/{kind}/{id}';
const WHY = 'Una razón de más de veinte letras.';

/**
 * What the office pays the project at this path, and decides of what it gives back. Nothing of it is there, which only
 * those are told who may decide.
 */
export function payingOf(at: string): Try[] {
  const missing = randomUUID();
  const given = { day: localDay(new Date()), amount: 1, reference: 'Transferencia 1' };
  return [
    {
      endpoint: `POST ${PROJECT}/payments`,
      at: 'running',
      ask: who => who.post(`${at}/payments`, { ...given, id: randomUUID() }),
    },
    {
      endpoint: `PUT ${PROJECT}/payments/{payment}`,
      at: 'running',
      ask: who => who.put(`${at}/payments/${missing}`, { ...given, version: 1 }),
    },
    {
      endpoint: `DELETE ${PROJECT}/payments/{payment}`,
      at: 'running',
      ask: who => who.delete(`${at}/payments/${missing}`),
    },
    {
      endpoint: `POST ${PROJECT}/refunds/{refund}/decision`,
      at: 'running',
      ask: who => who.post(`${at}/refunds/${missing}/decision`, { version: 1, accept: false, reason: WHY }),
    },
  ];
}

/** What lead and alternate send of it. */
export const NO_PAYING_DECISION = {
  [`POST ${PROJECT}/refunds`]: 'the lead’s word',
  [`PUT ${PROJECT}/refunds/{refund}`]: 'the lead’s word',
  [`DELETE ${PROJECT}/refunds/{refund}`]: 'the lead’s word',
};
