import { isFinal, STARTED, type Status } from '../kinds/statuses.ts';
import { type Actor, isAdmin } from '../kit/actor.ts';
import { hide, refuse, type Verdict } from '../kit/verdict.ts';
import { isOpenReport, type ReportState } from '../reports/report-states.ts';
import { type HolderQuestion, type Holders, holdersOf } from '../workflow/holders.ts';
import { type Bar, barOf, judgeBar, type PartSubject, takesPart } from './part-taking.ts';
import type { EditSubject, ProjectSubject } from './subject.ts';
import { isMember, isOwn, mayReadPrivate } from './visibility.ts';

/** Whether a project is where reports of it are told: started, or given up after that. */
export const hasReports = ({ status }: Pick<EditSubject, 'status'>): boolean =>
  STARTED.includes(status) || status === 'cancelled';

/** Statuses in which reports are written; the final one is sent only while the project runs. */
export const REPORTS_WRITTEN: readonly Status[] = ['running', 'suspended'];
/** Statuses in which progress reports are decided: until the project is closed. */
export const REPORTS_DECIDED = STARTED.filter(status => !isFinal(status));

export const mayReadReports = (actor: Actor, s: EditSubject): boolean =>
  hasReports(s) && mayReadPrivate(actor, s);

const NOT_THE_LEAD = 'Solo puede hacerlo el responsable del proyecto o la oficina.';

/** What of a report a permission depends on. */
export interface JudgedReport {
  readonly state: ReportState;
}

/** Whether somebody may write a report, and send a progress report: lead and alternate, or the office for them, while it is theirs to write. */
export function judgeReportEdit(actor: Actor, s: EditSubject, r: JudgedReport): Verdict {
  if (!isOwn(actor, s) && (!isAdmin(actor) || isMember(actor, s))) return hide(NOT_THE_LEAD);
  if (!isOpenReport(r)) return refuse('El informe ya se envió: se cambia si se devuelve con observaciones.');
  if (!REPORTS_WRITTEN.includes(s.status))
    return refuse('Los informes se escriben mientras el proyecto está en ejecución.');
  return isOwn(actor, s) ? { allowed: true } : { allowed: true, onBehalf: true };
}
type Heads = Pick<HolderQuestion, 'directors' | 'deans'>;

/**
 * Who decides a progress report that the Director reviews: the heads of the school by the usual way round a conflict.
 * Neither whoever takes part in the project nor who wrote any of it decides it.
 */
export const reportHolders = (
  { directors, deans }: Heads,
  { partIds }: Pick<ProjectSubject, 'partIds'>,
  makerIds: readonly string[],
): Holders =>
  holdersOf({
    ...{ step: 'director_review', directors, deans, actedAsDirectorIds: [] },
    involvedIds: [...partIds, ...makerIds],
  });

export interface ReportDecision {
  /** Who wrote any of it. */
  readonly makerIds: readonly string[];
  /** Of those who hold it; null where the office does. */
  readonly holders: Holders | null;
  /** Of the office, who is free to decide of the project. */
  readonly freeIds: readonly string[];
}

/** May this person accept or return a progress report that waits, and if not, why not. */
export function judgeReportDecision(actor: Actor, s: PartSubject, d: ReportDecision): Verdict {
  const isOffice = isAdmin(actor) && (d.holders === null || d.holders.office);
  const holds = d.holders?.holders.some(h => h.userId === actor.id) ?? false;
  if (!isOffice && !holds) return hide('Solo puede decidirlo quien lo tiene en revisión.');
  if (!REPORTS_DECIDED.includes(s.status)) return refuse('Se decide hasta que el proyecto se cierra.');
  return judgeBar(barFrom(actor, s, d, holds));
}

const WROTE_IT = 'Tú escribiste una parte de este informe: decide otra persona.';

export interface FinalDecision {
  /** Who wrote any of it. */
  readonly makerIds: readonly string[];
  /** Who else could decide: those who hold it, and of the office who is free to decide of the project. */
  readonly deciderIds: readonly string[];
}

/**
 * Why somebody who wrote a part of the final report does not decide it, though they hold it; null where they may: others
 * wrote it, or nobody of the office who did not could.
 */
export function finalDecisionRefusal(actor: Actor, { makerIds, deciderIds }: FinalDecision): string | null {
  if (!makerIds.includes(actor.id)) return null;
  const isLast = deciderIds.every(id => id === actor.id || makerIds.includes(id));
  return isAdmin(actor) && isLast ? null : WROTE_IT;
}

function barFrom(
  actor: Actor,
  s: PartSubject,
  { makerIds, freeIds }: ReportDecision,
  holds: boolean,
): Bar | null {
  const bar = barOf(actor, s, holds ? 'unit' : 'office');
  if (bar || !makerIds.includes(actor.id)) return bar;
  // The last possible one is who has nobody beside them that is free and wrote nothing of it.
  const last = !takesPart(actor, s) && freeIds.every(id => id === actor.id || makerIds.includes(id));
  return {
    reason: WROTE_IT,
    last: isAdmin(actor) && last,
  };
}
