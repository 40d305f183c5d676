import { formatNumber } from '../text/format.ts';

/** People below it are not counted in public: of so few, somebody knows who they are. */
const LEAST_COUNTED = 5;

/** Whether the number itself would tell of single people. */
export const isSmallCount = (count: number): boolean => count > 0 && count < LEAST_COUNTED;

/** A count of people as anybody may read it: `<5` for 1 to 4. */
export const publicCount = (count: number): string =>
  isSmallCount(count) ? `<${LEAST_COUNTED}` : formatNumber(count);
