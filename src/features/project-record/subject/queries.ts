import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import type { PartSubject } from '../../../domain/access/part-taking.ts';
import type { EditSubject, ProjectSubject, ReadSubject } from '../../../domain/access/subject.ts';
import { mayRead } from '../../../domain/access/visibility.ts';
import { uncheckedItems } from '../../../domain/calls/admissibility.ts';
import { awaitsResult, type Call, withCall, withChoiceOfCall } from '../../../domain/calls/calls.ts';
import {
  type EligibilityRule,
  eligibility,
  eligibilityAgain,
  tooLateToUndo,
  unmetRules,
} from '../../../domain/calls/eligibility.ts';
import { expectedStudents, isUnfitted } from '../../../domain/calls/money.ts';
import { type FileState, isReady } from '../../../domain/files/file-states.ts';
import { completeness } from '../../../domain/kinds/completeness.ts';
import type { KindDefinition } from '../../../domain/kinds/definition.ts';
import { missingToStart, reportFrom } from '../../../domain/kinds/execution.ts';
import type { KindSlug } from '../../../domain/kinds/slugs.ts';
import { RESOLVED, type Status, type SubStep, WRITING } from '../../../domain/kinds/statuses.ts';
import { type Actor, isAdmin } from '../../../domain/kit/actor.ts';
import { notFound } from '../../../domain/kit/problem.ts';
import { type BegunReport, writtenFinal } from '../../../domain/reports/begun.ts';
import { type Measured, type ReportGap, reportGaps } from '../../../domain/reports/gaps.ts';
import { type BudgetLine, fundTotal } from '../../../domain/sections/budget.ts';
import type { SectionData, SectionSlug } from '../../../domain/sections/index.ts';
import type { LastTransition } from '../../../domain/workflow/conditions.ts';
import { barColumns, NO_BAR, NO_PARTS } from '../../../server/part-taking/queries.ts';
import { type KindLookup, kindLookup } from '../../kinds/queries.ts';
import { editedColumns, leanColumns, partColumn, sectionsColumn, storedColumns } from '../columns/queries.ts';

export interface StoredSection {
  readonly version: number;
  readonly data: Record<string, unknown>;
  readonly updatedAt: string;
  readonly updatedBy: { id: string; name: string } | null;
}

/** Who reads it for what they do in it, by id. */
type Related = Pick<ReadSubject, 'memberIds' | 'holderIds' | 'reviewerIds' | 'invitedIds' | 'blindIds'>;

/** A project as its rules need it. Instants are ISO strings. */
export interface StoredProject extends Related {
  readonly id: string;
  readonly code: string;
  readonly kind: KindSlug;
  readonly kindVersion: number;
  readonly status: Status;
  readonly subStep: SubStep | null;
  readonly returnedFrom: Status | null;
  readonly statusSince: string;
  readonly dueAt: string | null;
  readonly officeTurn: boolean;
  readonly version: number;
  readonly title: string;
  readonly leadId: string;
  readonly alternateId: string | null;
  readonly schoolId: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly submittedAt: string | null;
  readonly historic: boolean;
  /** Sent before the amount asked was derived from the budget. */
  readonly amountTyped: boolean;
  /** CLP: of a draft what its budget asks for now, else what it was sent with; null where nothing is asked. */
  readonly amountAsked: number | null;
  /** CLP; null without an award of a call. */
  readonly amountAwarded: number | null;
  /** CLP moved between categories since the approval without a request. */
  readonly amountMoved: number;
  readonly lineId: string | null;
  /** When something last happened to a review of it, or a certificate of it was issued. */
  readonly followedAt: string | null;
  readonly last: {
    id: number;
    actorId: string | null;
    actorName: string | null;
    at: string;
    action: string;
    from: Status | null;
    /** Until when the step was due that it took. */
    dueBefore: string | null;
    answered: boolean;
  } | null;
  readonly openObservations: number;
  readonly actedAsDirectorIds: string[];
  readonly deputies: { userId: string; principalId: string }[];
  readonly partIds: string[];
  readonly rival: PartSubject['rival'];
  readonly lastAdmin: boolean;
  readonly previousStatus: Status | null;
  /** The call it applies to. */
  readonly call: Call | null;
  /** Of a draft that applies to a call: what the call's rules ask about its lead. */
  readonly lead: { proposals: number; overdue: string[] } | null;
  /** Of what is still written for a call: somebody who takes part reviews in it. */
  readonly reviewsInCall: boolean;
  /** A draft that might still join a call. */
  readonly mayChooseCall: boolean;
  /** What the admissibility desk has found right. */
  readonly checks: Record<string, { ok: boolean; note: string }>;
  readonly correctedOnce: boolean;
  /** While it is corrected: sections observed or opened by the office; null where its status alone decides. */
  readonly openedSections: SectionSlug[] | null;
  /** The office lets the final report come before the project's end. */
  readonly earlyReport: boolean;
  /** It is running, and people were counted in an activity or are on its list. */
  readonly attended: boolean;
  /** What was measured, by indicator; null before it was awarded or where nothing was. */
  readonly measured: Measured | null;
  /** Reports that were begun. */
  readonly reports: readonly BegunReport[];
  /** When the latest act of its call was issued, or its appeal made: what came before is not taken back. */
  readonly settledAt: string | null;
  readonly sections: Partial<Record<SectionSlug, StoredSection>>;
  /** The version that counts of each. */
  readonly files: { id: string; documentType: string; state: FileState }[];
}

/**
 * Enough of a project to judge and store a change of one of its sections: of all sections it holds only that one. Who
 * takes part is told to the office alone: anybody else edits only what is their own.
 */
export type EditedProject = Pick<
  StoredProject,
  | 'id'
  | 'code'
  | 'kind'
  | 'kindVersion'
  | 'status'
  | 'version'
  | 'leadId'
  | 'alternateId'
  | 'schoolId'
  | 'submittedAt'
  | 'historic'
  | 'amountTyped'
  | 'amountAwarded'
  | keyof Related
  | 'call'
  | 'mayChooseCall'
  | 'partIds'
  | 'rival'
  | 'lastAdmin'
  | 'openedSections'
  | 'sections'
>;

/** What follows from the whole history, the observations and the files of a project: who reads those needs no more. */
export type Followed = 'files' | 'last' | 'openObservations' | 'actedAsDirectorIds';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A malformed id is as unknown as a wrong one. */
export function requireId(id: string): string {
  if (!UUID.test(id)) throw notFound();
  return id;
}

export interface ProjectAddress {
  readonly kind: string;
  readonly id: string;
}

/** One project of this kind, if the reader may see it; 404 otherwise. */
export async function readProject(
  db: Database | Transaction,
  actor: Actor,
  { kind, id }: ProjectAddress,
): Promise<StoredProject> {
  const { rows } = await sql<StoredProject>`
    select ${storedColumns}, ${barColumns(actor)}
    from projects p where p.id = ${requireId(id)} and p.kind = ${kind}`.execute(db);
  return requireReadable(actor, rows[0]);
}

/** Projects of one act, by their id; whether its maker takes part is judged once, by the call. */
export async function readInAct(
  tx: Transaction,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredProject>> {
  const { rows } = await sql<StoredProject>`
    select ${storedColumns}, ${NO_BAR} from projects p where p.id = any(${[...ids]}::uuid[])`.execute(tx);
  return new Map(rows.map(row => [row.id, requireReadable(actor, row)]));
}

/**
 * The same with `more` columns, from which `follow` tells what follows from them. As one column: the driver takes
 * longer over fifty of them than the database over the statement. Instants among `more` are made texts by `iso`.
 */
export async function readWhole<M>(
  db: Database,
  actor: Actor,
  { kind, id }: ProjectAddress,
  { more, joins, follow }: Whole<M>,
): Promise<StoredProject & M> {
  const { rows } = await sql<{ project: Omit<StoredProject, Followed> & M }>`
    select row_to_json(x) as project from (
      select ${leanColumns}, ${barColumns(actor)}, ${more}
      from projects p ${joins} where p.id = ${requireId(id)} and p.kind = ${kind}) x`.execute(db);
  const project = rows[0]?.project;
  if (!project) throw notFound();
  return requireReadable(actor, Object.assign(project, follow(project)) as StoredProject & M);
}
interface Whole<M> {
  readonly more: RawBuilder<unknown>;
  readonly joins: RawBuilder<unknown>;
  readonly follow: (row: M) => Pick<StoredProject, Followed>;
}

/** The same for what happens by itself; undefined when it is gone. */
export async function readForClock(tx: Transaction, id: string): Promise<StoredProject | undefined> {
  const { rows } = await sql<StoredProject>`
    select ${storedColumns}, ${NO_BAR} from projects p where p.id = ${id}`.execute(tx);
  return rows[0];
}

/** The project as a change of this section needs it. */
export async function readEdited(
  db: Database | Transaction,
  actor: Actor,
  { kind, id }: ProjectAddress,
  section: string,
): Promise<EditedProject> {
  const { rows } = await sql<{ project: EditedProject }>`
    select row_to_json(x) as project from (
      select ${editedColumns}, ${isAdmin(actor) ? sql`${partColumn}, ${barColumns(actor)}` : NO_PARTS},
        (select ${sectionsColumn} and c.section = ${section}) as sections
      from projects p where p.id = ${requireId(id)} and p.kind = ${kind}) x`.execute(db);
  return requireReadable(actor, rows[0]?.project);
}

/** 404 also where there is one that this person may not see. */
function requireReadable<P extends EditedProject>(actor: Actor, project: P | undefined): P {
  if (!project || !mayRead(actor, editSubjectOf(project))) throw notFound();
  return project;
}

/** Waits until nobody else is taking a step of this project; then its facts stand still until the end. */
export async function lockProject(tx: Transaction, { kind, id }: ProjectAddress): Promise<void> {
  const { rows } = await sql`
    select 1 from projects where id = ${requireId(id)} and kind = ${kind} for no key update`.execute(tx);
  if (rows.length === 0) throw notFound();
}

export const dateOf = (instant: string | null) => (instant === null ? null : new Date(instant));

/** Sections of a proposal under correction where something required is missing: they are open besides those observed. */
export const incompleteSections = (p: StoredProject, kind: KindDefinition): SectionSlug[] =>
  p.historic ? [] : [...new Set(completenessOf(kind, p).missing.map(m => m.section))];

/** What `canEdit()` judges; `incomplete` are the sections where something required is missing. */
export const editSubjectOf = (p: EditedProject, incomplete: readonly SectionSlug[] = []): EditSubject => ({
  status: p.status,
  leadId: p.leadId,
  alternateId: p.alternateId,
  memberIds: p.memberIds,
  schoolId: p.schoolId,
  holderIds: p.holderIds,
  reviewerIds: p.reviewerIds,
  invitedIds: p.invitedIds,
  blindIds: p.blindIds,
  submittedAt: dateOf(p.submittedAt),
  partIds: p.partIds,
  rival: p.rival,
  lastAdmin: p.lastAdmin,
  openSections: p.openedSections && [...p.openedSections, ...incomplete],
  unfitted: isFitting(p) && isUnfitted(budgetLines(p), p.amountAwarded, p.call?.categoryCaps ?? []),
});

/** After the award and before the start: only the lines of the fund are written. */
export const isFitting = ({ status }: Pick<EditedProject, 'status'>): boolean => status === 'approved';

/** Lines of the budget; empty where it was not read. */
export const budgetLines = (p: Pick<StoredProject, 'sections'>): readonly BudgetLine[] =>
  sectionData(p).budget?.lines ?? [];

/** The sections' data without their versions. */
export const sectionData = (p: Pick<StoredProject, 'sections'>): Partial<SectionData> =>
  Object.fromEntries(Object.entries(p.sections).map(([slug, s]) => [slug, s.data]));

export const completenessOf = (
  kind: KindDefinition,
  {
    files,
    call,
    previousStatus,
    amountTyped,
    ...p
  }: Pick<StoredProject, 'sections' | 'files' | 'previousStatus' | 'call' | 'amountTyped'>,
) => completeness(kind, sectionData(p), { files, call, previousStatus, amountTyped });

/** What its final report lacks. */
export const reportGapsOf = (
  p: Pick<StoredProject, 'sections' | 'files' | 'attended' | 'measured' | 'reports'>,
): ReportGap[] => reportGaps(sectionData(p), { ...p, finalReport: writtenFinal(p.reports) });

/** The definition under which a project was created, with what its call asks for besides. */
export function definitionOf(
  kinds: KindLookup,
  p: Pick<StoredProject, 'kind' | 'kindVersion' | 'call' | 'mayChooseCall'>,
): KindDefinition {
  const kind = kinds(p.kind, p.kindVersion);
  return p.mayChooseCall ? withChoiceOfCall(kind) : withCall(kind, p.call);
}

/** The rules of its call that a proposal must meet to be sent at an instant; none where it is not the author's to send. */
export function eligibilityOf(p: StoredProject, at: Date): EligibilityRule[] {
  if (!p.call) return [];
  const { fund, participants } = sectionData(p);
  const { amountTyped: typed, amountAsked, startDate, endDate } = p;
  const budget = budgetLines(p);
  const applying = {
    ...{ typed, budget, startDate, endDate, students: expectedStudents(participants) },
    lineId: fund?.lineId ?? null,
    amount: typed ? (amountAsked ?? 0) : fundTotal({ lines: budget }),
    documents: p.files.filter(isReady).map(f => f.documentType),
    reviews: p.reviewsInCall,
  };
  if (p.lead) return eligibility(p.call, { ...p.lead, ...applying }, at);
  if (!WRITING.includes(p.status)) return [];
  const due = p.status === 'returned' ? dateOf(p.dueAt) : null;
  return eligibilityAgain(p.call, applying, { due, at, sent: amountAsked });
}

interface Circumstances {
  readonly missingCount?: number;
  readonly now?: Date;
  /** When the request arrived, which a call's closing is judged by. */
  readonly receivedAt?: Date;
  /** The step is a part of the act that resolves its call: whether whoever makes it may is judged once, by the call. */
  readonly inAct?: boolean;
  /** The step is a part of the answer to an open appeal. */
  readonly answersAppeal?: boolean;
}

/** What `can()` judges. `missingCount` comes from `completenessOf`; only submitting asks for it. */
export function subjectOf(
  p: StoredProject,
  kind: KindDefinition,
  circumstances: Circumstances = {},
): ProjectSubject {
  const { missingCount = 0, now = new Date(), inAct = false, answersAppeal = false } = circumstances;
  const { receivedAt = now } = circumstances;
  const { last } = p;
  const sections = sectionData(p);
  return {
    ...editSubjectOf(p, p.openedSections ? incompleteSections(p, kind) : []),
    ...(inAct && { partIds: [], rival: null }),
    id: p.id,
    kind: p.kind,
    steps: kind.steps,
    subStep: p.subStep,
    returnedFrom: p.returnedFrom,
    officeTurn: p.officeTurn,
    lastTransition: last && lastOf(p, last, receivedAt),
    missingCount,
    openObservations: p.openObservations,
    callRefusals: unmetRules(eligibilityOf(p, receivedAt)),
    correctedOnce: p.correctedOnce,
    unchecked: p.call && p.status === 'admissibility' ? uncheckedItems(p.call, p.checks) : [],
    startDate: p.startDate,
    reportFrom: p.historic || p.earlyReport ? null : reportFrom(sections, p.endDate),
    missingToStart: missingToStart(kind, sections, p.files, {
      awarded: p.amountAwarded,
      unfitted: editSubjectOf(p).unfitted,
      isCallUnresolved: p.call !== null && awaitsResult(p.call.state),
    }),
    missingInReport: reportGapsOf(p).length,
    resolvedTogether: p.call !== null && !inAct,
    inCall: p.call !== null,
    dismissed: last?.action === 'dismiss',
    answersAppeal,
    actedAsDirectorIds: p.actedAsDirectorIds,
    deputies: p.deputies,
    now,
  };
}

type Last = NonNullable<StoredProject['last']>;

/** Somebody acted on what the last step brought: answered, was invited to review, or did; appealed, resolved its call. */
const isFollowed = ({ followedAt, settledAt, call }: StoredProject, { answered, at, from }: Last) =>
  answered ||
  (followedAt !== null && followedAt > at) ||
  (from !== null && !RESOLVED.includes(from) && ((settledAt !== null && settledAt > at) || isResolved(call)));
const isResolved = (call: Call | null) => call !== null && !awaitsResult(call.state);

const lastOf = (p: StoredProject, last: Last, at: Date): LastTransition => ({
  ...last,
  at: new Date(last.at),
  undoable: !isFollowed(p, last),
  tooLate: tooLateToUndo({ ...last, dueBefore: dateOf(last.dueBefore), call: p.call }, at),
});

/** The definition under which a project was created. */
export const kindOf = async (db: Database, p: StoredProject) => definitionOf(await kindLookup(db), p);
