import type { ProjectDetail } from '../detail/contract.ts';

type Offer = ProjectDetail['actions'][number];

/** What leads on, in order of preference; the first one offered is the main action. */
const FORWARD: readonly Offer['action'][] = [
  'submit',
  'endorse',
  'admit',
  'award',
  'accept_final_report',
  'submit_final_report',
  'start',
  'resume',
  'finish_evaluation',
];
/** What the project waits for from its reader; undefined where nothing leads on. */
export const mainAction = (offers: readonly Offer[]): Offer | undefined =>
  FORWARD.map(action => offers.find(o => o.action === action)).find(o => o !== undefined);
