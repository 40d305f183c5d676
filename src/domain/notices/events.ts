import type { ChangeSection } from '../access/change-requests.ts';
import type { Status, SubStep } from '../kinds/statuses.ts';
import type { DataRight } from '../privacy/rights.ts';
import type { Holding } from '../workflow/reassignment.ts';
import type { TransitionAction } from '../workflow/transitions.ts';
import type { MeasurementEvent, ReportEvent, SpendingEvent } from './execution-events.ts';
import type { Reminder } from './reminders.ts';

/**
 * What happens of which somebody is told. An event says what happened and whom it concerns, in facts alone: ids of
 * people, codes, instants as ISO texts, what somebody wrote. Who is told stands in `notices.ts`, in which words in the
 * files of words beside it. `actorId` is who did it, null where it came about by itself or stays unsaid.
 */
export type NoticeEvent =
  | StepEvent
  | UndoEvent
  | ReassignEvent
  | ReminderEvent
  | AllowedEvent
  | HandoverEvent
  | DueExtendedEvent
  | DraftCreatedEvent
  | PartAssignedEvent
  | ObservationEvent
  | ChangeEvent
  | MeasurementEvent
  | SpendingEvent
  | ReportEvent
  | ReviewEvent
  | OtherEvent;

/** What calls bring, and what is about no single project. */
export type OtherEvent =
  | CallEvent
  | AgreementEvent
  | SurveyEvent
  | CertificateEvent
  | PublicationEvent
  | DataRequestEvent;

/** Events that say the same to everybody who is told of them. */
export type SharedEvent = Exclude<NoticeEvent, StepEvent | UndoEvent | ReassignEvent>;

/** Who is part of a project, and who had and has it. */
export interface Parties {
  readonly leadId: string;
  readonly alternateId: string | null;
  readonly memberIds: readonly string[];
  /** Holders before it happened. */
  readonly heldBy: readonly string[];
  readonly holders: readonly string[];
  /** The outreach office held it, or holds it now. */
  readonly officeBefore: boolean;
  readonly office: boolean;
}

/** A step of the workflow, taken by a person or, without `actorId`, by itself. */
export interface StepEvent extends Parties {
  readonly kind: 'step';
  readonly action: TransitionAction;
  readonly from: Status;
  readonly to: Status;
  readonly subStep: SubStep | null;
  readonly actorId: string | null;
  /** An Admin acted for the lead. */
  readonly onBehalf: boolean;
  readonly observations: number;
  /** Name of the call that the project applies to. */
  readonly call?: string | null;
  /** What it is awarded by this step, as a sentence. */
  readonly award?: string | null;
  /** ISO instant at which it was taken. */
  readonly at?: string;
}

/** The last step was taken back; `knew` were told of it and read it. */
export interface UndoEvent extends Parties {
  readonly kind: 'undo';
  readonly to: Status;
  readonly subStep: SubStep | null;
  /** Of a running project: the progress report that is due; left out for the final one. */
  readonly report?: number;
  readonly actorId: string | null;
  readonly knew: readonly string[];
}

/** Something was handed over by the office; each side learns of it once, however much it is. */
export interface ReassignEvent {
  readonly kind: 'reassign';
  readonly actorId: string | null;
  readonly fromId: string;
  readonly taken: readonly HandedOver[];
}

/** What one person took over from another. */
export interface HandedOver {
  readonly toId: string;
  readonly holding: Holding;
  readonly code: string;
  /** Of the unit; of a project its title. */
  readonly name: string;
  /** Where the project stands. */
  readonly status: Status | null;
}

/** A date of the project comes near or has passed. */
export interface ReminderEvent {
  readonly kind: 'reminder';
  readonly actorId: null;
  readonly when: Reminder;
  /** Working days left. */
  readonly left: number;
  readonly status: Status;
  /** Of a running project: the progress report that is due; left out for the final one. */
  readonly report?: number;
  /** What waits where it is not the project's own step. */
  readonly turn?: OtherTurn;
  /** Of several of a project that wait for somebody, which one. */
  readonly what?: string;
  readonly holders: readonly string[];
  readonly office: boolean;
  /** Of the office, who made what waits: decided by them only as the last ones. */
  readonly makers?: readonly string[];
}
/** What waits for somebody besides the steps of projects. */
export type OtherTurn =
  | 'change'
  | 'appeal'
  | 'question'
  | 'action_item'
  | 'measurement'
  | 'statement'
  | 'refund'
  | 'report';

/** Steps under way went to others, as heads, deputies, unit, lead or team changed. */
export interface HandoverEvent {
  readonly kind: 'handover';
  readonly actorId: string | null;
  /** Who has them now and is called. */
  readonly holders: readonly string[];
  readonly office: boolean;
  readonly steps: readonly [HandedStep, ...HandedStep[]];
}

export interface HandedStep {
  readonly code: string;
  readonly status: Status;
  /** Its project went to another unit. */
  readonly isNewUnit: boolean;
  /** What the history says of it, in whole sentences. */
  readonly note: string | null;
}

/** The office gave more time for a step; `day` is the new one, `yyyy-mm-dd`. */
export interface DueExtendedEvent {
  readonly kind: 'due_extended';
  readonly actorId: string;
  readonly holders: readonly string[];
  readonly office: boolean;
  readonly day: string;
}

/** The office lets the lead do more than the rule does. */
export interface AllowedEvent {
  readonly kind: 'allowed';
  readonly actorId: string;
  readonly what: 'allow_early_report' | 'open_sections';
  readonly leadId: string;
  /** What it is, as the history says it. */
  readonly note: string;
}

/** A project was begun in somebody else's name. */
export interface DraftCreatedEvent {
  readonly kind: 'draft_created';
  readonly actorId: string;
  readonly leadId: string;
}

export type Part = 'lead' | 'alternate' | 'member';

/** People have a part in a project that they did not have. */
export interface PartAssignedEvent {
  readonly kind: 'part_assigned';
  readonly actorId: string;
  readonly part: Part;
  readonly to: readonly string[];
}

/** Something about an observation between the one who made it and the project's own people. */
export interface ObservationEvent {
  readonly kind: 'observation';
  readonly what: 'answered' | 'resolved' | 'reopened';
  readonly actorId: string | null;
  readonly authorId: string;
  readonly leadId: string;
  readonly alternateId: string | null;
}

/** A change of an approved project was asked for, or decided. */
export type ChangeEvent =
  | {
      readonly kind: 'change_requested';
      readonly actorId: string;
      readonly section: ChangeSection;
      /** Who decides. */
      readonly deciders: readonly string[];
      readonly office: boolean;
    }
  | {
      readonly kind: 'change_decided';
      readonly actorId: string;
      readonly section: ChangeSection;
      readonly isAccepted: boolean;
      readonly authorId: string;
      readonly leadId: string;
    };

/** A proposal as its invitation names it: the title as its reviewer may read it. */
export interface InvitedProposal {
  readonly code: string;
  readonly title: string;
  readonly call: string | null;
}

/** Somebody is asked to review, given more time, replaced, or has their review back; in the name of the office. */
export type ReviewerEvent = { readonly actorId: null; readonly reviewerId: string } & (
  | {
      readonly kind: 'review_invited';
      readonly proposals: readonly InvitedProposal[];
      /** Until when it is answered, and reviewed. */
      readonly answerBy: string | null;
      readonly due: string | null;
    }
  | {
      readonly kind: 'preferences_asked';
      /** Name of the call. */
      readonly call: string;
      /** How many they have not said it of. */
      readonly proposals: number;
      /** Until when, ISO. */
      readonly until: string;
    }
  | { readonly kind: 'review_ended'; readonly code: string }
  | { readonly kind: 'review_lapsed'; readonly code: string }
  | { readonly kind: 'review_extended'; readonly code: string; readonly due: string }
  | { readonly kind: 'review_replaced'; readonly code: string }
  | { readonly kind: 'review_returned'; readonly code: string }
  | { readonly kind: 'review_compared'; readonly code: string; readonly until: string }
  | { readonly kind: 'review_restored'; readonly code: string }
  | { readonly kind: 'review_question_answered'; readonly code: string }
);

/** A review is lacking, and the office has to find somebody. */
export type ReviewerNeededEvent =
  | {
      readonly kind: 'review_declined';
      readonly actorId: string;
      readonly code: string;
      readonly hasConflict: boolean;
      readonly reason: string;
      /** Whom they would ask instead; may be empty. */
      readonly suggestion: string;
      readonly invited: string | null;
      readonly isLacking: boolean;
    }
  | {
      readonly kind: 'review_unanswered';
      readonly actorId: null;
      readonly code: string;
      /** Who did not answer in time. */
      readonly name: string;
      /** Who was asked by itself instead, and whether a review is still lacking. */
      readonly invited: string | null;
      readonly isLacking: boolean;
    }
  | {
      readonly kind: 'review_lacking';
      readonly actorId: null;
      readonly code: string;
      /** Because scores are too far apart, and nobody is free to be invited. */
      readonly isGap: boolean;
    };

/** A reviewer, whom nobody names, asks the author something. */
export interface QuestionEvent {
  readonly kind: 'review_question';
  readonly actorId: null;
  readonly code: string;
  readonly question: string;
  /** Until when it is answered, ISO. */
  readonly due: string;
  readonly leadId: string;
  readonly alternateId: string | null;
}

export type ReviewEvent = ReviewerEvent | ReviewerNeededEvent | QuestionEvent;

/** What calls bring: more time for drafts, appeals, a place that became free. */
export type CallEvent =
  | {
      readonly kind: 'call_extended';
      readonly actorId: string;
      readonly name: string;
      readonly closesAt: string;
      readonly reason: string;
      /** Leads and alternates of its drafts. */
      readonly own: readonly string[];
    }
  | {
      readonly kind: 'appeal_filed';
      readonly actorId: string;
      readonly code: string;
      /** Until when the office answers, ISO. */
      readonly due: string;
    }
  | {
      readonly kind: 'appeal_rejected';
      readonly actorId: string;
      readonly call: string | null;
      readonly leadId: string;
      readonly alternateId: string | null;
    }
  | {
      readonly kind: 'waitlist_moved_up';
      readonly actorId: null;
      readonly code: string;
      /** Code of the project that is no longer awarded. */
      readonly freedBy: string;
    };

/** Agreements with partners end soon; the office is told. */
export interface AgreementEvent {
  readonly kind: 'agreement_ending';
  readonly actorId: null;
  /** Those that end first come first. */
  readonly agreements: readonly [EndingAgreement, ...EndingAgreement[]];
}
export interface EndingAgreement {
  readonly number: string;
  readonly organisation: string;
  /** `yyyy-mm-dd` */
  readonly endsOn: string;
}

/** The answers of a survey were counted; whoever leads its project is told, else the office. */
export interface SurveyEvent {
  readonly kind: 'survey_ready';
  readonly actorId: null;
  readonly title: string;
  readonly answers: number;
  readonly leadId: string | null;
  readonly alternateId: string | null;
}

/** The office keeps a project from the public pages, or lets it back. */
export interface PublicationEvent {
  readonly kind: 'publication_decided';
  readonly actorId: string;
  readonly isWithheld: boolean;
  readonly leadId: string;
  readonly alternateId: string | null;
}

/** A request about personal data waits for the office, or was dealt with. */
export type DataRequestEvent = { readonly code: string; readonly right: DataRight } & (
  | {
      readonly kind: 'data_request_waiting';
      readonly actorId: string | null;
      /** Until when it is answered, ISO. */
      readonly due: string;
      /** Null as it comes in. */
      readonly reminder: Reminder | null;
      /** Whose it is, where they have an account: decided by them only as the last ones. */
      readonly makers: readonly string[];
    }
  | {
      readonly kind: 'data_request_settled';
      readonly actorId: string;
      readonly isAnswered: boolean;
      readonly userId: string;
    }
);

/** Certificates were issued to somebody who has an account. */
export interface CertificateEvent {
  readonly kind: 'certificates_ready';
  readonly actorId: null;
  readonly userId: string;
  /** In the order of their folios. */
  readonly certificates: readonly [NewCertificate, ...NewCertificate[]];
}
export interface NewCertificate {
  readonly folio: string;
  /** What it is called and what it certifies, as on paper; empty where others who read the mail may not learn it. */
  readonly title: string;
  readonly statement: string;
}
