import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { precompile } from '../../../db/precompile.ts';
import { recentSetting } from '../../../db/settings.ts';
import { can, closedSections, managesReviews } from '../../../domain/access/can.ts';
import { allowedActions } from '../../../domain/access/offers.ts';
import { barOf, judgeBar, rightAt } from '../../../domain/access/part-taking.ts';
import { mayReadReports } from '../../../domain/access/reports.ts';
import { hasSpending, mayReadSpending } from '../../../domain/access/spending.ts';
import type { ProjectSubject } from '../../../domain/access/subject.ts';
import { isOwn, mayReadPrivate } from '../../../domain/access/visibility.ts';
import { movableLeft } from '../../../domain/calls/money.ts';
import { progressOf } from '../../../domain/kinds/completeness.ts';
import type { KindDefinition } from '../../../domain/kinds/definition.ts';
import { AWARDED, BEFORE_EVALUATION, hasStep, isFinal } from '../../../domain/kinds/statuses.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { Verdict } from '../../../domain/kit/verdict.ts';
import { isReturnedReport, isSubmittedReport } from '../../../domain/reports/report-states.ts';
import { extensionRefusal } from '../../../domain/workflow/extension.ts';
import { isOpen } from '../../../domain/workflow/observation-states.ts';
import { filesColumn } from '../../attachments/queries.ts';
import { changeOffer, changesOf, hasChanges, showChanges } from '../../change-requests/queries.ts';
import { historyColumn, type StoredEntry, showHistory, showSections } from '../../ficha/queries.ts';
import { kindLookup } from '../../kinds/queries.ts';
import { observationsColumn, type StoredObservation, showObservations } from '../../observations/queries.ts';
import type { getProject, ProjectDetail, ProjectFile } from '../../project-record/detail/contract.ts';
import { labels } from '../../project-record/references/queries.ts';
import { iso, rowJson, type StoredRow, showRow } from '../../project-record/rows/queries.ts';
import {
  definitionOf,
  eligibilityOf,
  type Followed,
  type ProjectAddress,
  readWhole,
  reportGapsOf,
  type StoredProject,
  sectionData,
  subjectOf,
} from '../../project-record/subject/queries.ts';
import { mayHaveReceipt, receiptsColumn } from '../../receipts/queries.ts';
import { waitingReports } from '../../reports/waiting/queries.ts';
import { placeOf, readReportDue } from '../../workflow/due/queries.ts';

interface DetailColumns {
  row: StoredRow;
  alternate: { id: string; name: string } | null;
  createdAt: string;
  history: StoredEntry[];
  observations: StoredObservation[];
  hasChanges: boolean;
  fileRows: ProjectFile[];
  labels: Record<string, string>;
  receipts: ProjectDetail['receipts'];
}

const SHOWN = precompile(sql`${rowJson} as row, ${iso(sql`p.created_at`)} as "createdAt",
  case when b.id is null then null else json_build_object('id', b.id, 'name', b.name) end as alternate,
  ${historyColumn} as history, ${observationsColumn} as observations,
  ${hasChanges} as "hasChanges", ${filesColumn} as "fileRows", ${receiptsColumn} as receipts,
  ${labels} as labels`);
const JOINED = precompile(sql`join users l on l.id = p.lead_id left join users b on b.id = p.alternate_id
  left join schools s on s.id = p.school_id left join faculties f on f.id = s.faculty_id`);

/** The rules' facts that the columns above hold already; each by itself would be one more look into the same rows. */
function follow({ history, observations, fileRows }: DetailColumns): Pick<StoredProject, Followed> {
  const [last] = history;
  const endorsed = history.filter(h => h.action === 'endorse' && h.from === 'director_review' && !h.undone);
  return {
    files: fileRows,
    last: last
      ? {
          id: last.id,
          actorId: last.actor?.id ?? null,
          actorName: last.actor?.name ?? null,
          at: last.at,
          action: last.action,
          from: last.from,
          dueBefore: last.dueBefore,
          answered: observations.some(o => o.historyId === last.id && o.answers.length > 0),
        }
      : null,
    openObservations: observations.filter(isOpen).length,
    actedAsDirectorIds: endorsed.flatMap(h => [h.actor, h.deputyOf].flatMap(who => (who ? [who.id] : []))),
  };
}

/** More time for the step, or why not: not now, or not for who takes part. */
function extensionOffer(
  actor: Actor,
  subject: ProjectSubject,
  { dueAt }: StoredProject,
): ProjectDetail['extendDue'] {
  const verdict = can(actor, 'extend_due', subject);
  if (isFinal(subject.status) || (!verdict.allowed && verdict.hidden)) return null;
  return {
    reason: verdict.allowed ? extensionRefusal(dueAt === null ? null : new Date(dueAt)) : verdict.reason,
  };
}

/** What the office may allow besides, or why not; nothing for everybody else. */
const allowanceOffer = (verdict: Verdict) =>
  !verdict.allowed && verdict.hidden ? null : { reason: verdict.allowed ? null : verdict.reason };

function openingOffer(
  actor: Actor,
  subject: ProjectSubject,
  kind: KindDefinition,
): ProjectDetail['openSections'] {
  const closed = closedSections(kind, subject);
  const offer = closed.length > 0 ? allowanceOffer(can(actor, 'open_sections', subject)) : null;
  return offer && { ...offer, closed };
}

/** What was asked and awarded, for who reads the budget. */
function showMoney(
  { amountTyped, amountAsked, amountAwarded, amountMoved }: StoredProject,
  readsAll: boolean,
  isFitting: boolean,
  share: number,
): Pick<ProjectDetail, 'amountTyped' | 'amountAsked' | 'amountAwarded' | 'amountMovable' | 'fitting'> {
  if (!readsAll)
    return { amountTyped, amountAsked: null, amountAwarded: null, amountMovable: null, fitting: false };
  const amountMovable = amountAwarded === null ? null : movableLeft(amountAwarded, amountMoved, share);
  return { amountTyped, amountAsked, amountAwarded, amountMovable, fitting: isFitting };
}

/** Which report is due next, and which wait for the reader. */
async function showReports(
  db: Database,
  actor: Actor,
  project: StoredProject,
  kind: KindDefinition,
  now: Date,
): Promise<Pick<ProjectDetail, 'nextReport' | 'waitingReports'>> {
  const isWaiting = project.reports.some(r => isSubmittedReport(r) || isReturnedReport(r));
  const [{ report: nextReport = null }, waiting] = await Promise.all([
    readReportDue(db, project, kind, placeOf(project)),
    isWaiting ? waitingReports(db, actor, now, project.id) : [],
  ]);
  return { nextReport, waitingReports: waiting.map(({ number, isReturned }) => ({ number, isReturned })) };
}

/** Which of its tabs are told to the reader. */
const showTabs = (
  actor: Actor,
  subject: ProjectSubject,
  readsAll: boolean,
): Pick<ProjectDetail, 'readsSpending' | 'readsReports' | 'readsPublication' | 'readsCaseFile'> => ({
  readsSpending: hasSpending(subject) && mayReadSpending(actor, subject),
  readsReports: mayReadReports(actor, subject),
  readsPublication: AWARDED.includes(subject.status) && readsAll,
  readsCaseFile: readsAll,
});

/** Everything the reader may see of one project, in one round trip; two when changes were asked for, or a report waits. */
export async function projectDetail(
  db: Database,
  actor: Actor,
  address: ProjectAddress,
): Promise<OutputOf<typeof getProject>> {
  const [project, lookup, moveShare] = await Promise.all([
    readWhole<DetailColumns>(db, actor, address, { more: SHOWN, joins: JOINED, follow }),
    kindLookup(db),
    recentSetting(db, 'budgetMoveShare'),
  ]);
  const kind = definitionOf(lookup, project);
  const progress = progressOf({ ...project, definition: kind, sections: sectionData(project) });
  const now = new Date();
  const subject = subjectOf(project, kind, { missingCount: progress.missing.length, now });
  const readsAll = mayReadPrivate(actor, subject);
  const [asked, reports] = await Promise.all([
    readsAll && project.hasChanges ? changesOf(db, project.id) : [],
    showReports(db, actor, project, kind, now),
  ]);
  return {
    ...showRow(project.row, actor, lookup, {
      withReviewers: managesReviews(actor, subject),
      isFree: judgeBar(barOf(actor, subject, rightAt(subject.status))).allowed,
    }),
    version: project.version,
    alternate: project.alternate,
    returnedFrom: project.returnedFrom,
    createdAt: project.createdAt,
    definition: kind,
    sections: showSections(actor, subject, kind, project),
    ...reports,
    reportGaps: readsAll && project.status === 'running' ? reportGapsOf(project) : [],
    completeness: readsAll ? progress : { missing: [], bySection: {} },
    previousStatus: readsAll ? project.previousStatus : null,
    actions: allowedActions(actor, subject),
    showsReviews:
      hasStep(kind, 'evaluation') &&
      !BEFORE_EVALUATION.includes(project.status) &&
      can(actor, 'read_reviews', subject).allowed,
    extendDue: extensionOffer(actor, subject, project),
    earlyReport:
      subject.reportFrom === null ? null : allowanceOffer(can(actor, 'allow_early_report', subject)),
    openSections: openingOffer(actor, subject, kind),
    observations: showObservations(actor, subject, project.observations),
    changes: showChanges(actor, subject, project.sections, asked),
    requestChange: changeOffer(actor, subject),
    history: showHistory(actor, subject, project.history),
    call: project.call,
    ...showMoney(project, readsAll, subject.unfitted && isOwn(actor, subject), moveShare),
    eligibility: readsAll ? eligibilityOf(project, now) : [],
    receipts: mayHaveReceipt(actor, project) ? project.receipts : [],
    now: now.toISOString(),
    files: readsAll ? project.fileRows : [],
    mayUpload: can(actor, 'upload', subject).allowed,
    ...showTabs(actor, subject, readsAll),
    mayRemoveFiles: can(actor, 'delete_file', subject).allowed,
    labels: project.labels,
  };
}
