import { formatCount } from '../text/format.ts';
import { type CallState, isCommitteeOpen, isFrozen, isOpenCall } from './calls.ts';

/**
 * Where the office may move a call by hand. Opening, closing and the end of the appeals happen by the clock, the
 * provisional result by the act, the execution by the first project that starts.
 */
export const CALL_MOVES: Readonly<Record<CallState, readonly CallState[]>> = {
  preparation: ['open'],
  open: ['preparation'],
  evaluation: ['resolved'],
  provisional: [],
  resolved: ['closed'],
  execution: ['closed'],
  closed: ['execution'],
};

/** A call that is past its closing and not closed: it goes on once nothing of it holds it back. */
export const goesOn = (state: CallState): boolean =>
  isFrozen(state) && !isOpenCall(state) && state !== 'closed';

/** Why a call does not go on while something of it is unfinished. */
export const holdWords = (count: number): string =>
  `${count === 1 ? 'Queda' : 'Quedan'} ${formatCount(count, 'propuesta o apelación', 'propuestas o apelaciones')} sin terminar.`;

/** Why the committee of a call no longer changes; `null` while it may. */
export const committeeRefusal = (state: CallState): string | null =>
  isCommitteeOpen(state) ? null : 'La convocatoria ya se resolvió: la comisión quedó como en su acta.';
