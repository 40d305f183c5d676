import type { DataRequest, OwnDataRequest } from '../../src/features/data-requests/contract.ts';

export const requestId = (n: number) => `00000000-0000-4000-8000-0000000000${n}`;

const OWN: OwnDataRequest = {
  ...{ id: requestId(60), code: 'SD-2026-0001', right: 'access', state: 'open', outcome: null, answer: '' },
  ...{ details: 'Quiero saber qué datos míos guardan.', receivedOn: '2026-12-02', settledAt: null },
  ...{ due: '2100-01-02T02:59:59.999Z', overdue: false, extendedAt: null, extensionReason: '' },
  updatedAt: '2026-12-02T15:00:00.000Z',
};
/** As whoever made it reads it. */
export const ownRequestOf = (more: Partial<OwnDataRequest> = {}): OwnDataRequest => ({ ...OWN, ...more });

/** As the office reads one that came by mail. */
export const dataRequestOf = (more: Partial<DataRequest> = {}): DataRequest => ({
  ...OWN,
  ...{ name: 'Rosa Elgueta', email: 'rosa@correo.cl', document: '12.345.678-5', user: null },
  ...{ channel: 'mail', identity: '', settledBy: null, updatedBy: 'Eva Mora', bar: null },
  ...more,
});
