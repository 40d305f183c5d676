import { holderGroup, isFinal, type Status, WRITING } from '../kinds/statuses.ts';
import { RETURNS, type TransitionAction } from '../workflow/transitions.ts';
import type {
  NoticeEvent,
  OtherEvent,
  ReassignEvent,
  ReminderEvent,
  SharedEvent,
  StepEvent,
  UndoEvent,
} from './events.ts';
import type { ReportEvent, SpendingEvent } from './execution-events.ts';
import type { NoticePage, NoticeType } from './notice-types.ts';
import { describeEnding } from './words/agreement-words.ts';
import { describeCall } from './words/call-words.ts';
import { describeCertificates } from './words/certificate-words.ts';
import { describeDataRequest } from './words/data-request-words.ts';
import {
  describeAllowance,
  describeChange,
  describeDraft,
  describeMeasurements,
  describeObservation,
  describePart,
  describePublication,
  describeReceived,
  describeReleased,
} from './words/project-words.ts';
import { describeReport } from './words/report-words.ts';
import { describeReview } from './words/review-words.ts';
import { describeSpending } from './words/spending-words.ts';
import {
  describeExtension,
  describeHandover,
  describeReminder,
  describeStep,
  describeUndo,
} from './words/step-words.ts';
import { describeSurvey } from './words/survey-words.ts';
import { type NameOf, nameActor, type Words } from './words/words.ts';

/** One person told of one event. */
export interface Notice extends Words {
  readonly userId: string;
  readonly type: NoticeType;
  /** Reason, comment and observations are shown to this person. */
  readonly private: boolean;
  /** Of a step between others: by no mail of its own. */
  readonly quiet?: boolean;
  /** For whoever did it, as a receipt by mail: the application has shown it already. */
  readonly receipt?: boolean;
}

/** People an event may be told to or names; `office` asks for the active administrators besides. */
export function peopleOf(event: NoticeEvent): { ids: string[]; office: boolean } {
  const known = event.actorId ? [event.actorId] : [];
  if (event.kind === 'step' || event.kind === 'undo') {
    const own = [...listOwn(event), ...event.memberIds];
    const knew = event.kind === 'undo' ? event.knew : [];
    return { ids: [...known, ...own, ...event.heldBy, ...event.holders, ...knew], office: event.office };
  }
  if (event.kind === 'reassign')
    return { ids: [...known, event.fromId, ...event.taken.map(t => t.toId)], office: false };
  const { to, office = false } = chooseAudience(event);
  return { ids: [...known, ...to], office };
}

interface Context {
  readonly nameOf: NameOf;
  /** Active administrators; read only where the office holds the project. */
  readonly officeIds: readonly string[];
  /** Of them who may decide: those free of the project, or else the last possible ones. */
  readonly decidingIds: readonly string[];
}

/**
 * Who is told what of an event, each person at most once and never of an act of their own. Whether the account is
 * active and what the person wants to be told is judged where the notices are written.
 */
export function noticesOf(event: NoticeEvent, context: Context): Notice[] {
  const told = new Map<string, Notice>();
  for (const notice of everyNotice(event, context))
    if ((notice.receipt || notice.userId !== event.actorId) && !told.has(notice.userId))
      told.set(notice.userId, notice);
  return [...told.values()];
}

/** In order of weight: the first notice a person appears in is the one they get. */
function everyNotice(event: NoticeEvent, context: Context): Notice[] {
  if (event.kind === 'step') return stepNotices(event, context);
  if (event.kind === 'undo') return undoNotices(event, context);
  if (event.kind === 'reassign') return reassignNotices(event, context);
  const { type, to, office, makers = [], quiet = false } = chooseAudience(event);
  const words = describeEvent(event, nameActor(event.actorId, context.nameOf));
  // News concern the whole office, what waits for it only those who may settle it.
  const ofOffice = type === 'decision' ? context.officeIds : withoutMakers(context.decidingIds, makers);
  return [...to, ...(office ? ofOffice : [])].map(id => ({ ...notice(type, words)(id), quiet }));
}

/** Who made something leaves it to the others of the office, where there are any. */
function withoutMakers(officeIds: readonly string[], makers: readonly string[]): readonly string[] {
  const others = officeIds.filter(id => !makers.includes(id));
  return others.length > 0 ? others : officeIds;
}

const notice =
  (type: NoticeType, { title, text }: Words, isPrivate = true) =>
  (userId: string): Notice => ({ userId, type, title, text, private: isPrivate });

interface Audience {
  readonly type: NoticeType;
  readonly to: readonly string[];
  /** The office besides. */
  readonly office?: boolean;
  readonly makers?: readonly string[] | undefined;
  /** They are written to in a mail of its own. */
  readonly quiet?: boolean;
}

/** Who is told of an event that says the same to everybody, and which of their preferences it goes by. */
function chooseAudience(event: SharedEvent): Audience {
  switch (event.kind) {
    case 'reminder':
      return chooseReminded(event);
    case 'handover':
      return { type: 'turn', to: event.holders, office: event.office };
    case 'due_extended':
      return { type: 'reminder', to: event.holders, office: event.office };
    case 'allowed':
      return { type: 'reminder', to: [event.leadId] };
    case 'draft_created':
      return { type: 'turn', to: [event.leadId] };
    case 'part_assigned':
      return { type: event.part === 'member' ? 'team' : 'reassignment', to: event.to };
    case 'observation':
      return { type: 'observation', to: event.what === 'answered' ? [event.authorId] : listOwn(event) };
    case 'change_requested':
      return { type: 'request', to: event.deciders, office: event.office };
    case 'change_decided':
      return { type: 'decision', to: [event.authorId, event.leadId] };
    case 'measurements_submitted':
      return { type: 'request', to: event.deciders, office: event.office, makers: event.makers };
    case 'measurements_decided':
      return { type: 'decision', to: [...event.authorIds, event.leadId] };
    case 'statement_submitted':
    case 'statement_decided':
    case 'statement_reopened':
    case 'refund_submitted':
    case 'refund_decided':
    case 'payment_recorded':
    case 'report_submitted':
    case 'report_decided':
      return chooseSentAudience(event);
    case 'preferences_asked':
    case 'review_invited':
    case 'review_extended':
    case 'review_replaced':
    case 'review_ended':
    case 'review_lapsed':
    case 'review_returned':
    case 'review_compared':
    case 'review_restored':
    case 'review_question_answered':
      return { type: 'review', to: [event.reviewerId] };
    case 'review_question':
      return { type: 'turn', to: listOwn(event) };
    case 'review_declined':
    case 'review_unanswered':
    case 'review_lacking':
      return { type: 'turn', to: [], office: true };
    default:
      return chooseOtherAudience(event);
  }
}

/**
 * The same of what calls bring, and of what is about no single project. Of a survey whoever asked is told: who leads
 * its project, or the office.
 */
function chooseOtherAudience(event: OtherEvent): Audience {
  switch (event.kind) {
    case 'agreement_ending':
      return { type: 'reminder', to: [], office: true };
    case 'survey_ready': {
      const own = [event.leadId, event.alternateId].filter(id => id !== null);
      return { type: 'team', to: own, office: event.leadId === null };
    }
    case 'certificates_ready':
      return { type: 'certificates', to: [event.userId] };
    case 'data_request_waiting':
      return { type: event.reminder ? 'reminder' : 'turn', to: [], office: true, makers: event.makers };
    case 'data_request_settled':
      return { type: 'decision', to: [event.userId], quiet: true };
    case 'call_extended':
      return { type: 'reminder', to: event.own };
    case 'appeal_filed':
      return { type: 'turn', to: [], office: true };
    case 'appeal_rejected':
    case 'publication_decided':
      return { type: 'decision', to: listOwn(event) };
    case 'waitlist_moved_up':
      return { type: 'decision', to: [], office: true };
  }
}

/** The same of what is due. Reviewers find theirs at their desk, which is where such a notice leads. */
function chooseReminded({ status, turn, holders, office, makers }: ReminderEvent): Audience {
  const atDesk = status === 'evaluation' && !turn && !office;
  return { type: atDesk ? 'review' : 'reminder', to: holders, office, makers };
}

/** The same of the money and the reports of a project: who decides what is sent, else its own people. */
function chooseSentAudience(event: SpendingEvent | ReportEvent): Audience {
  switch (event.kind) {
    case 'report_submitted':
      return { type: 'turn', to: event.deciders, office: event.office, makers: event.makers };
    case 'report_decided':
      return { type: event.isAccepted ? 'decision' : 'turn', to: listOwn(event) };
    case 'statement_submitted':
    case 'refund_submitted':
      return { type: 'turn', to: [], office: true, makers: event.makers };
    case 'statement_decided':
      return { type: event.isApproved ? 'decision' : 'turn', to: listOwn(event) };
    case 'refund_decided':
      return { type: event.isAccepted ? 'decision' : 'turn', to: listOwn(event) };
    case 'statement_reopened':
    case 'payment_recorded':
      return { type: 'decision', to: listOwn(event) };
  }
}

const PAGES: { readonly [K in NoticeEvent['kind']]?: NoticePage } = {
  agreement_ending: 'agreements',
  survey_ready: 'surveys',
  certificates_ready: 'certificates',
  data_request_waiting: 'dataRequests',
  data_request_settled: 'ownRequests',
};
/** The page an event leads to that is about no project; null where that is the list of what waits for the reader. */
export const pageOf = ({ kind }: NoticeEvent): NoticePage | null => PAGES[kind] ?? null;

/** `by` is who did it, by name. */
function describeEvent(event: SharedEvent, by: string): Words {
  switch (event.kind) {
    case 'reminder':
      return describeReminder(event);
    case 'handover':
      return describeHandover(event);
    case 'due_extended':
      return describeExtension(event, by);
    case 'allowed':
      return describeAllowance(event);
    case 'draft_created':
      return describeDraft(by);
    case 'part_assigned':
      return describePart(event, by);
    case 'observation':
      return describeObservation(event, by);
    case 'change_requested':
    case 'change_decided':
      return describeChange(event, by);
    case 'measurements_submitted':
    case 'measurements_decided':
      return describeMeasurements(event, by);
    case 'statement_submitted':
    case 'statement_decided':
    case 'statement_reopened':
    case 'refund_submitted':
    case 'refund_decided':
    case 'payment_recorded':
      return describeSpending(event, by);
    case 'report_submitted':
    case 'report_decided':
      return describeReport(event, by);
    case 'preferences_asked':
    case 'review_invited':
    case 'review_extended':
    case 'review_replaced':
    case 'review_ended':
    case 'review_lapsed':
    case 'review_returned':
    case 'review_compared':
    case 'review_restored':
    case 'review_question':
    case 'review_question_answered':
    case 'review_declined':
    case 'review_unanswered':
    case 'review_lacking':
      return describeReview(event, by);
    default:
      return describeOther(event, by);
  }
}

/** The same of what calls bring, and of what is about no single project. */
function describeOther(event: OtherEvent, by: string): Words {
  switch (event.kind) {
    case 'agreement_ending':
      return describeEnding(event);
    case 'survey_ready':
      return describeSurvey(event);
    case 'certificates_ready':
      return describeCertificates(event);
    case 'publication_decided':
      return describePublication(event, by);
    case 'data_request_waiting':
    case 'data_request_settled':
      return describeDataRequest(event);
    default:
      return describeCall(event, by);
  }
}

const listOwn = ({ leadId, alternateId }: Pick<StepEvent, 'leadId' | 'alternateId'>): string[] =>
  [leadId, alternateId].filter(id => id !== null);

/** Acts that take a project from somebody who was at work on it. */
const TAKES_AWAY: readonly TransitionAction[] = ['override', 'withdraw', 'cancel', 'lapse'];

/**
 * Steps that the project's own people get a mail of; of the others, which lead from one stage of review to the next,
 * they read in the application. One that ends the stage is mailed all the same.
 */
const MAILED: Record<TransitionAction, boolean> = {
  ...{ submit: true, endorse: false, return: true, reject: true, admit: false, dismiss: true, lapse: true },
  ...{ finish_evaluation: false, reopen_evaluation: false, award: true, waitlist: true, not_award: true },
  ...{ uphold_appeal: true, start: true, submit_final_report: true, accept_final_report: false },
  ...{ return_final_report: true, suspend: true, resume: true, withdraw: true, renounce: true, cancel: true },
  ...{ delete: true, undo: true, override: true },
};
const isMailed = ({ action, to }: StepEvent) => MAILED[action] || isFinal(to) || AWARDED_BY.includes(to);
/** Where an endorsement ends the review. */
const AWARDED_BY: readonly Status[] = ['approved'];

function stepNotices(event: StepEvent, { nameOf, decidingIds }: Context): Notice[] {
  const { action, to, subStep, memberIds, heldBy, holders } = event;
  const own = listOwn(event);
  const leadTurn = holderGroup(to, subStep) === 'lead';
  // The lead has to act again, rather than to learn of a decision.
  const sentBack = RETURNS.includes(action) || (action === 'override' && WRITING.includes(to));
  const turnTo = leadTurn && !sentBack ? [] : holders;
  const office = event.office ? decidingIds : [];
  const former = TAKES_AWAY.includes(action) ? heldBy.filter(id => !own.includes(id)) : [];
  const words = describeStep(event, nameOf);
  const quiet = !isMailed(event);
  const { receipt } = words;
  return [
    ...[...turnTo, ...office].map(notice('turn', words.turn)),
    ...own.map(id => ({
      ...notice('decision', receipt ?? words.own)(id),
      ...{ quiet, receipt: receipt !== null && id === event.actorId },
    })),
    ...memberIds.map(id => ({ ...notice('team', words.own)(id), quiet })),
    ...former.map(notice('decision', words.former, false)),
  ];
}

function undoNotices(event: UndoEvent, { nameOf, decidingIds }: Context): Notice[] {
  const words = describeUndo(event, nameActor(event.actorId, nameOf));
  const holds = (id: string) => event.holders.includes(id) || (event.office && decidingIds.includes(id));
  return event.knew.map(id =>
    holds(id) ? notice('turn', words.turn)(id) : notice('decision', words.former, false)(id),
  );
}

function reassignNotices(event: ReassignEvent, { nameOf }: Context): Notice[] {
  const by = nameActor(event.actorId, nameOf);
  const from = nameOf(event.fromId);
  const groups = [...Map.groupBy(event.taken, t => t.toId)];
  return [
    ...groups.map(([toId, things]) => notice('reassignment', describeReceived(things, by, from))(toId)),
    notice('reassignment', describeReleased(event, by, nameOf))(event.fromId),
  ];
}
