import type { KindSlug } from '../src/domain/kinds/slugs.ts';
import type { Status } from '../src/domain/kinds/statuses.ts';
import type { Role } from '../src/domain/kit/actor.ts';
import type { TransitionAction } from '../src/domain/workflow/transitions.ts';

/**
 * Who may do what with a project, once more, in other words than the code's. The rules, the buttons
 * and the API are each walked over this one table.
 */

/** A status, told apart where it matters: a draft never sent, a call's resolution, the final report's second reader. */
export type Place = Status | 'draft_unsent' | 'resolution_call' | 'final_report_office';

/** What somebody is to the project. `unit`, `faculty`: heads without the step; `other_unit`: head elsewhere. */
export const RELATIONS = [
  'lead',
  'alternate',
  'team',
  'holder',
  'deputy',
  'unit',
  'faculty',
  'other_unit',
  'none',
] as const;
export type Relation = (typeof RELATIONS)[number];

type Actions = readonly TransitionAction[];
interface Row {
  readonly lead?: Actions;
  readonly alternate?: Actions;
  /** Holder rows of the step, their own or as a deputy. */
  readonly holder?: Actions;
  /** Admin who is no part of the project. */
  readonly office: Actions;
  /** Admin who leads or belongs to it: acts for the lead, decides nothing. */
  readonly officeInside?: Actions;
}

const decide: Actions = ['endorse', 'return', 'reject'];

export const MAY: Record<Place, Row> = {
  draft_unsent: {
    lead: ['submit', 'delete'],
    alternate: ['submit'],
    office: ['submit', 'delete', 'override'],
    officeInside: ['submit', 'delete'],
  },
  draft: {
    lead: ['submit', 'withdraw'],
    alternate: ['submit'],
    office: ['submit', 'withdraw', 'override'],
    officeInside: ['submit', 'withdraw'],
  },
  director_review: {
    lead: ['withdraw'],
    holder: decide,
    office: ['return', 'reject', 'withdraw', 'override'],
    officeInside: ['withdraw'],
  },
  dean_review: {
    lead: ['withdraw'],
    holder: decide,
    office: ['return', 'reject', 'withdraw', 'override'],
    officeInside: ['withdraw'],
  },
  admissibility: {
    lead: ['withdraw'],
    office: ['admit', 'dismiss', 'return', 'withdraw', 'override'],
    officeInside: ['withdraw'],
  },
  evaluation: {
    lead: ['withdraw'],
    office: ['finish_evaluation', 'withdraw', 'override'],
    officeInside: ['withdraw'],
  },
  resolution: {
    lead: ['withdraw'],
    office: ['reopen_evaluation', 'award', 'not_award', 'withdraw', 'override'],
    officeInside: ['withdraw'],
  },
  resolution_call: {
    lead: ['withdraw'],
    office: ['reopen_evaluation', 'withdraw', 'override'],
    officeInside: ['withdraw'],
  },
  returned: {
    lead: ['submit', 'withdraw'],
    alternate: ['submit'],
    office: ['submit', 'withdraw', 'override'],
    officeInside: ['submit', 'withdraw'],
  },
  waitlisted: {
    lead: ['withdraw'],
    office: ['award', 'not_award', 'withdraw', 'override'],
    officeInside: ['withdraw'],
  },
  approved: {
    lead: ['start', 'renounce'],
    office: ['start', 'renounce', 'cancel', 'override'],
    officeInside: ['start', 'renounce'],
  },
  running: {
    lead: ['submit_final_report'],
    office: ['submit_final_report', 'suspend', 'cancel', 'override'],
    officeInside: ['submit_final_report'],
  },
  suspended: { office: ['resume', 'cancel', 'override'] },
  final_report: { holder: ['accept_final_report', 'return_final_report'], office: ['override'] },
  final_report_office: { office: ['accept_final_report', 'return_final_report', 'override'] },
  closed: { office: ['override'] },
  rejected: { office: ['override'] },
  not_awarded: { office: ['override'] },
  withdrawn: { office: ['override'] },
  cancelled: { office: ['override'] },
};

const ALWAYS = [
  ...(['draft_unsent', 'draft', 'director_review', 'returned', 'approved', 'running', 'suspended'] as const),
  ...(['final_report', 'final_report_office', 'closed', 'rejected', 'withdrawn', 'cancelled'] as const),
];
const AWARDED = ['evaluation', 'waitlisted', 'not_awarded'] as const;

/** Where a project of each kind can be: a fund's in a call, an `incs` here without one. */
export const PLACES: Record<KindSlug, readonly Place[]> = {
  pacs: [...ALWAYS, 'dean_review'],
  exts: ALWAYS,
  fexs: [...ALWAYS, 'dean_review', 'admissibility', 'resolution_call', ...AWARDED],
  cons: [...ALWAYS, 'dean_review'],
  incs: [...ALWAYS, 'resolution', ...AWARDED],
};

/** Places that the heads of a unit hold. */
export const HELD_BY_UNIT: readonly Place[] = ['director_review', 'dean_review', 'final_report'];

/** What this person may do there, as far as it depends on who they are. */
export function mayDo(place: Place, relation: Relation, role: Role): Actions {
  const row = MAY[place];
  // An external reviewer is no deputy.
  const holds = relation === 'holder' || (relation === 'deputy' && role !== 'Reviewer');
  const held = holds && row.holder ? row.holder : [];
  const isInside = relation === 'lead' || relation === 'alternate' || relation === 'team';
  if (role === 'Admin') return isInside ? (row.officeInside ?? []) : [...new Set([...row.office, ...held])];
  if (relation === 'lead') return row.lead ?? [];
  if (relation === 'alternate') return row.alternate ?? [];
  return held;
}

/** Whether this person finds the project at all. */
export function maySee(place: Place, relation: Relation, role: Role): boolean {
  if (role === 'Admin' || relation === 'lead' || relation === 'alternate' || relation === 'team') return true;
  const isOpen = ['approved', 'running', 'suspended', 'final_report', 'final_report_office', 'closed'];
  if (isOpen.includes(place) && role !== 'Reviewer') return true;
  return place !== 'draft_unsent' && relation !== 'none' && relation !== 'other_unit';
}

/** Refused to whoever it is for, because of the project: 422 instead of 403. */
export const CONTRADICTED: Partial<Record<Place, Actions>> = {
  draft_unsent: ['withdraw'],
  draft: ['delete'],
  resolution: ['waitlist'],
  resolution_call: ['award', 'waitlist', 'not_award'],
  not_awarded: ['uphold_appeal'],
  rejected: ['uphold_appeal'],
};
const OFFICE_ONLY: Actions = ['uphold_appeal', 'award', 'waitlist', 'not_award'];
/** Whom it would be for. */
export const contradicts = (
  place: Place,
  action: TransitionAction,
  relation: Relation,
  role: Role,
): boolean =>
  CONTRADICTED[place]?.includes(action) === true &&
  (OFFICE_ONLY.includes(action)
    ? role === 'Admin' && !['lead', 'alternate', 'team'].includes(relation)
    : role === 'Admin' || relation === 'lead');

/** Steps that exist from a place for somebody: to everybody else they are forbidden, all others are impossible. */
export const existsAt = (place: Place, action: TransitionAction): boolean =>
  action === 'undo' ||
  (action === 'lapse' && place === 'returned') ||
  CONTRADICTED[place]?.includes(action) === true ||
  siblings(place).some(p => Object.values(MAY[p]).some((actions: Actions) => actions.includes(action)));
const siblings = (place: Place): readonly Place[] =>
  place === 'final_report' || place === 'final_report_office'
    ? ['final_report', 'final_report_office']
    : [place];
