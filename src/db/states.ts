import { type RawBuilder, sql } from 'kysely';
import type { ChangeState } from '../domain/access/change-requests.ts';
import type { Preference } from '../domain/calls/assigning/preferences.ts';
import type { CallState } from '../domain/calls/calls.ts';
import type { ConsensusAnswer, ReviewState } from '../domain/calls/review-states.ts';
import type { AgreementState } from '../domain/catalogues/agreements.ts';
import type { DownloadState } from '../domain/downloads/download-states.ts';
import type { MeasurementState } from '../domain/execution/measurement-states.ts';
import type { FileState } from '../domain/files/file-states.ts';
import type { Scan } from '../domain/files/scans.ts';
import type { ImportState } from '../domain/imports/import-states.ts';
import type { Status, SubStep } from '../domain/kinds/statuses.ts';
import type { UserState } from '../domain/kit/user-states.ts';
import type { MailState } from '../domain/notices/mail-states.ts';
import type { DataRequestState } from '../domain/privacy/requests.ts';
import type { ReportState } from '../domain/reports/report-states.ts';
import type { ExpenseState, RefundState, StatementState } from '../domain/spending/expense-states.ts';
import type { InvitationState, WaveState } from '../domain/surveys/waves.ts';
import type { ObservationState } from '../domain/workflow/observation-states.ts';
import type { HistoryAction } from '../domain/workflow/past-words.ts';

const literal = <S extends string>(state: S): RawBuilder<S> => sql.lit(state);

/**
 * A status or state in SQL, of the noun that has it: `p.status = ${lit.status('draft')}`. Written out, not sent as a
 * value: partial indexes serve, and plans are kept, only where the text of a statement names its states.
 */
export const lit = {
  status: literal<Status>,
  subStep: literal<SubStep>,
  /** What happened, in the history of a project. */
  action: literal<HistoryAction>,
  review: literal<ReviewState>,
  consensus: literal<ConsensusAnswer>,
  preference: literal<Preference>,
  call: literal<CallState>,
  change: literal<ChangeState>,
  observation: literal<ObservationState>,
  user: literal<UserState>,
  mail: literal<MailState>,
  import: literal<ImportState>,
  /** What became of a version of a file. */
  file: literal<FileState>,
  scan: literal<Scan>,
  measurement: literal<MeasurementState>,
  expense: literal<ExpenseState>,
  statement: literal<StatementState>,
  refund: literal<RefundState>,
  report: literal<ReportState>,
  agreement: literal<AgreementState>,
  dataRequest: literal<DataRequestState>,
  wave: literal<WaveState>,
  /** What became of somebody who was asked in a survey. */
  invitation: literal<InvitationState>,
  /** A file that is made in the background. */
  download: literal<DownloadState>,
} as const;

type State = Parameters<(typeof lit)[keyof typeof lit]>[0];

/** A set of the domain, written out: `p.status in ${among(AWARDED)}`. */
export const among = (states: readonly State[]): RawBuilder<unknown> =>
  sql`(${sql.join(states.map(state => sql.lit(state)))})`;
