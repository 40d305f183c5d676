import { moneyOf } from '../../../../../domain/calls/calls.ts';
import type { CallDetail } from '../../../contract.ts';

/** CLP of a line that nobody was awarded; below 0 where more was awarded than there is. */
export const leftIn = ({ funds }: CallDetail, line: CallDetail['lines'][number]): number =>
  moneyOf(line) - (funds?.awarded.find(a => a.lineId === line.id)?.amount ?? 0);
