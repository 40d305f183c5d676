/** A progress report of a project was sent to be reviewed, or decided. */
export type ReportEvent =
  | {
      readonly kind: 'report_submitted';
      readonly actorId: string;
      readonly number: number;
      /** It had come back. */
      readonly isAgain: boolean;
      /** The Director accepted it: now the office decides. */
      readonly isPassedOn?: boolean;
      /** Who decides: heads, or the office. */
      readonly deciders: readonly string[];
      readonly office: boolean;
      /** Of the office, who made what waits: decided by them only as the last ones. */
      readonly makers: readonly string[];
    }
  | {
      readonly kind: 'report_decided';
      readonly actorId: string;
      readonly number: number;
      readonly isAccepted: boolean;
      /** Observations with which it came back. */
      readonly observed: number;
      readonly leadId: string;
      readonly alternateId: string | null;
    };

/** A project accounts for money, is paid, or gives some back; pesos. */
export type SpendingEvent =
  | {
      readonly kind: 'statement_submitted';
      readonly actorId: string;
      readonly number: number;
      readonly total: number;
      /** It had come back. */
      readonly isAgain: boolean;
      /** Of the office, who made what waits: decided by them only as the last ones. */
      readonly makers: readonly string[];
    }
  | {
      readonly kind: 'statement_decided';
      readonly actorId: string;
      readonly number: number;
      readonly isApproved: boolean;
      /** Expenses that were refused with it, or observed. */
      readonly noted: number;
      readonly leadId: string;
      readonly alternateId: string | null;
    }
  | {
      readonly kind: 'statement_reopened';
      readonly actorId: string;
      readonly number: number;
      readonly leadId: string;
      readonly alternateId: string | null;
    }
  | {
      readonly kind: 'refund_submitted';
      readonly actorId: string;
      readonly amount: number;
      readonly makers: readonly string[];
    }
  | {
      readonly kind: 'refund_decided';
      readonly actorId: string;
      readonly amount: number;
      readonly isAccepted: boolean;
      readonly leadId: string;
      readonly alternateId: string | null;
    }
  | {
      readonly kind: 'payment_recorded';
      readonly actorId: string;
      readonly amount: number;
      readonly leadId: string;
      readonly alternateId: string | null;
    };

/** Measurements of a project were sent, or decided. */
export type MeasurementEvent =
  | {
      readonly kind: 'measurements_submitted';
      readonly actorId: string;
      /** Who decides and has not been called to any of the project yet. */
      readonly deciders: readonly string[];
      readonly office: boolean;
      /** Who wrote it: of the office they decide it only as the last ones. */
      readonly makers: readonly string[];
    }
  | {
      readonly kind: 'measurements_decided';
      readonly actorId: string;
      readonly isAccepted: boolean;
      readonly count: number;
      readonly authorIds: readonly string[];
      readonly leadId: string;
    };
