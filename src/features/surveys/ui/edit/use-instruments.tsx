import { useRead } from '../../../../web/query.ts';
import { type Instrument, instruments } from '../../../instruments/contract.ts';

/** The most that a list answers at once; an office has a few dozen. */
const MOST = 200;

/** All instruments by name, also those that are not sent any more. */
export function useInstruments(): readonly Instrument[] {
  return useRead(instruments.list, { query: { size: MOST } }).data?.rows ?? [];
}
