import { demoId } from '../../server/sign-in/demo-identity.ts';

/** A call of the demonstration: days before today of all that it passes, and how many proposals it had. */
export interface CallPlan {
  /** Id of its only line. */
  readonly line: string;
  readonly kind: 'fexs' | 'incs';
  readonly name: string;
  readonly budget: number;
  readonly proposals: number;
  readonly opened: number;
  readonly closed: number;
  readonly endorse: number;
  readonly evaluation: number;
  /** When it is to be resolved; the day on which it was where that has passed. */
  readonly resolved: number;
  readonly from: number;
  readonly to: number;
  /** One was refused against what the rules propose; its appeal is upheld, and it is awarded by an act of its own. */
  readonly upholds?: true;
}

const plan = (name: string, more: Omit<CallPlan, 'line' | 'name'>): CallPlan => ({
  ...{ ...more, name, line: demoId(`call:${name}:line`) },
});

/** Two that were resolved and carried out, one that is reviewed now, one whose result may still be appealed. */
export const callPlansOf = (year: number): readonly CallPlan[] => [
  plan(`Fondo Vinculación y Territorio ${year - 1}`, {
    ...{ kind: 'fexs', budget: 24_000_000, proposals: 12, opened: 700, closed: 655, endorse: 646 },
    ...{ evaluation: 622, resolved: 612, from: 590, to: 320, upholds: true },
  }),
  plan(`Fondo Vinculación y Territorio ${year}`, {
    ...{ kind: 'fexs', budget: 26_000_000, proposals: 13, opened: 345, closed: 302, endorse: 293 },
    ...{ evaluation: 268, resolved: 257, from: 232, to: -40 },
  }),
  plan(`Fondo Vinculación y Territorio ${year + 1}`, {
    ...{ kind: 'fexs', budget: 28_000_000, proposals: 10, opened: 88, closed: 45, endorse: 36 },
    ...{ evaluation: -11, resolved: -25, from: -60, to: -330 },
  }),
  plan(`Capital semilla para la innovación social ${year}`, {
    ...{ kind: 'incs', budget: 6_000_000, proposals: 5, opened: 92, closed: 58, endorse: 50 },
    ...{ evaluation: 26, resolved: 4, from: -20, to: -290 },
  }),
];
