import type { Try } from './decisions.ts';

const PROJECT = '/projects/{kind}/{id}';

/** What a project's own people write of what it does. */
export const NO_RECORDING_DECISION: Readonly<Record<string, string>> = {
  [`POST ${PROJECT}/measurements`]: 'records',
  [`PUT ${PROJECT}/measurements/{measurement}`]: 'records',
  [`DELETE ${PROJECT}/measurements/{measurement}`]: 'records',
  [`POST ${PROJECT}/expenses`]: 'records',
  [`PUT ${PROJECT}/expenses/{expense}`]: 'records',
  [`DELETE ${PROJECT}/expenses/{expense}`]: 'records',
  [`POST ${PROJECT}/activities`]: 'records',
  [`PUT ${PROJECT}/activities/{activity}`]: 'records',
  [`DELETE ${PROJECT}/activities/{activity}`]: 'records',
  [`POST ${PROJECT}/activities/{activity}/attendance`]: 'records',
  [`PUT ${PROJECT}/activities/{activity}/attendance/{attendance}`]: 'records',
  [`POST ${PROJECT}/activities/{activity}/attendance/removal`]: 'records',
  [`POST ${PROJECT}/activities/{activity}/attendance-code`]: 'records',
  [`DELETE ${PROJECT}/activities/{activity}/attendance-code`]: 'records',
  // Given by what lists and team say, by whoever keeps these.
  [`POST ${PROJECT}/activities/{activity}/certificates`]: 'records',
  // Their own consent.
  [`PUT ${PROJECT}/publication`]: 'consents',
  [`PUT ${PROJECT}/publication/name`]: 'consents',
  [`POST ${PROJECT}/meetings`]: 'records',
  [`PUT ${PROJECT}/meetings/{meeting}`]: 'records',
  [`DELETE ${PROJECT}/meetings/{meeting}`]: 'records',
  [`PUT ${PROJECT}/action-items/{item}/state`]: 'records',
  [`PUT ${PROJECT}/deliverables/{item}`]: 'records',
};

/** The office keeps the project at this path from the public pages, whatever its people decide. */
export const withholdingOf = (at: string): Try => ({
  endpoint: `PUT ${PROJECT}/publication/withholding`,
  at: 'running',
  ask: who =>
    who.put(`${at}/publication/withholding`, {
      withheld: true,
      reason: 'Una razón de más de veinte letras.',
    }),
});
