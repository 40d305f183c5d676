import { sql } from 'kysely';
import { among } from '../../../db/states.ts';
import type { KindDefinition } from '../../../domain/kinds/definition.ts';
import type { Status } from '../../../domain/kinds/statuses.ts';
import { UNSENT_MAILS } from '../../../domain/notices/mail-states.ts';
import type { NoticeType } from '../../../domain/notices/notice-types.ts';
import { turnTitle } from '../../../domain/notices/notices.ts';
import { SECTIONS, type SectionSlug } from '../../../domain/sections/index.ts';
import { formatList } from '../../../domain/text/format.ts';
import { whatComesNext } from '../../../domain/workflow/next-steps.ts';
import type { Destination } from '../../../domain/workflow/transitions.ts';
import type { Command } from '../../../server/commands/command.ts';
import { announce, type Subject, type Telling, unannounce } from '../../../server/notices/announce.ts';
import type { StoredProject } from '../../project-record/subject/queries.ts';
import { type Held, partiesOf, reassignEvent, type StepFacts, stepEvent, type Taken } from './queries.ts';

/** Whoever acts; nobody when a step is taken by itself. */
type Run = Pick<Command, 'tx' | 'now'> & { readonly actor: { readonly id: string } | null };

const subjectOf = (
  { id, kind, code, title }: StoredProject,
  status: Destination['status'],
  { holders, office, dueAt }: Held,
): Subject => ({
  project: { id, kind, code, title },
  status,
  holders: holders.map(h => h.userId),
  office,
  due: dueAt,
});

/** The same right after a step, with what comes after it. */
const arrivedOf = (
  project: StoredProject,
  kind: KindDefinition,
  to: Destination,
  held: Held,
  since: Date,
): Subject => ({
  ...subjectOf(project, to.status, held),
  since,
  next: whatComesNext({ ...to, steps: kind.steps }),
});

interface Step extends StepFacts {
  readonly kind: KindDefinition;
  readonly historyId: number;
  readonly telling?: Telling;
  readonly given: {
    readonly reason?: string | undefined;
    readonly comment?: string | undefined;
    readonly observations?: readonly { readonly section: SectionSlug; readonly text: string }[] | undefined;
  };
}

/** Tells those concerned of a step, right after it was written. */
export async function announceStep(run: Run, step: Step): Promise<void> {
  const { project, kind, to, turn, historyId, telling, given } = step;
  const observations = (given.observations ?? []).map(o => ({
    section: SECTIONS[o.section].label,
    text: o.text,
  }));
  await announce(
    run,
    stepEvent({ ...step, actorId: run.actor?.id ?? null, observations: observations.length }),
    {
      ...arrivedOf(project, kind, to, turn, run.now),
      historyId,
      reason: given.reason ?? null,
      comment: given.comment ?? null,
      observations,
    },
    telling,
  );
}

interface Undone {
  readonly project: StoredProject;
  readonly kind: KindDefinition;
  /** What stands again, and since when. */
  readonly to: Destination & { readonly statusSince: string };
  readonly turn: Held;
  readonly undoneId: number;
  readonly historyId: number;
  readonly reason: string | undefined;
  readonly telling?: Telling;
}

/** Takes back what nobody has seen of the undone step; whoever knew of it learns that it was undone. */
export async function announceUndo(run: Run, undone: Undone): Promise<void> {
  const { project, kind, to, turn, undoneId, historyId, reason, telling } = undone;
  const knew = await unannounce(run, undoneId);
  await announce(
    run,
    {
      kind: 'undo',
      ...partiesOf(project, turn),
      to: to.status,
      subStep: to.subStep,
      actorId: run.actor?.id ?? null,
      knew,
    },
    { ...arrivedOf(project, kind, to, turn, new Date(to.statusSince)), historyId, reason: reason ?? null },
    telling,
  );
}

/** An observation was answered, resolved or opened again. */
export async function announceObservation(
  run: Run,
  project: StoredProject,
  what: 'answered' | 'resolved' | 'reopened',
  authorId: string,
): Promise<void> {
  const { leadId, alternateId, status } = project;
  const actorId = run.actor?.id ?? null;
  await announce(
    run,
    { kind: 'observation', what, actorId, authorId, leadId, alternateId },
    { ...subjectOf(project, status, standingOf(project)), since: new Date(project.statusSince) },
  );
}

/** Tells people that a project waits for them by something else than a step; `text` says why, as a sentence. */
export async function announceTurn(
  run: Run,
  project: StoredProject,
  turn: Held,
  text: string,
): Promise<void> {
  const to = turn.holders.map(h => h.userId);
  const title = turnTitle(project.status);
  await announce(
    run,
    { kind: 'other', actorId: run.actor?.id ?? null, type: 'turn', to, office: turn.office, title, text },
    subjectOf(project, project.status, turn),
  );
}

/** People named in a project's Ficha. */
interface Named {
  readonly leadId?: string | null;
  readonly alternateId?: string | null;
  readonly memberIds?: readonly string[];
}

interface Part {
  readonly of: (named: Named) => readonly (string | null | undefined)[];
  readonly type: NoticeType;
  readonly title: string;
  readonly text: string;
}
const PARTS: readonly Part[] = [
  {
    of: n => [n.leadId],
    type: 'reassignment',
    title: 'Eres responsable',
    text: 'te dejó como responsable',
  },
  {
    of: n => [n.alternateId],
    type: 'reassignment',
    title: 'Eres responsable alterno',
    text: 'te dejó como responsable alterno',
  },
  { of: n => n.memberIds ?? [], type: 'team', title: 'Eres parte del equipo', text: 'te sumó al equipo' },
];
const idsOf = (part: Part, named: Named) => part.of(named).filter(id => typeof id === 'string');

/** Tells people of their new part in a project; whoever was taken out before reading of it is not told at all. */
export async function announceParts(
  run: Run & { readonly actor: { readonly id: string; readonly name: string } },
  project: StoredProject,
  before: Named,
  after: Named,
): Promise<void> {
  const { leadId, alternateId, memberIds } = project;
  const everybody = (named: Named) => PARTS.flatMap(part => idsOf(part, named));
  const staying = everybody({ leadId, alternateId, memberIds, ...after });
  const gone = everybody(before).filter(id => !staying.includes(id));
  for (const id of new Set(gone)) await withdrawFrom(run, id, [project.id]);
  for (const part of PARTS) {
    const known = idsOf(part, before);
    const to = idsOf(part, after).filter(id => !known.includes(id));
    if (to.length === 0) continue;
    const { type, title } = part;
    const text = `${run.actor.name} ${part.text}.`;
    const event = { kind: 'other', actorId: run.actor.id, type, to, office: false, title, text } as const;
    await announce(run, event, subjectOf(project, project.status, standingOf(project)));
  }
}

interface Change {
  /** What of the Ficha changes, in words of a sentence: `el equipo`. */
  readonly what: string;
  readonly authorId: string;
  readonly historyId: number;
  readonly reason: string | null;
}

/** Tells whoever decides that a change was asked for; the project itself stays with whom it was. */
export const announceRequest = (
  run: Run & { readonly actor: { readonly name: string } },
  project: StoredProject,
  deciders: Pick<Held, 'holders' | 'office'>,
  { what, historyId, reason }: Change,
): Promise<void> =>
  announce(
    run,
    {
      kind: 'other',
      actorId: run.actor.id,
      type: 'request',
      to: deciders.holders.map(h => h.userId),
      office: deciders.office,
      title: 'Te toca decidir un cambio',
      text: `${run.actor.name} pidió cambiar ${what}.`,
    },
    { ...subjectOf(project, project.status, standingOf(project)), historyId, reason },
  );

/** Takes back what was told of the request, and tells the author and the lead of the decision. */
export async function announceSettled(
  run: Run & { readonly actor: { readonly name: string } },
  project: StoredProject,
  { what, authorId, historyId, reason }: Change,
  accepted: boolean | null,
): Promise<void> {
  await unannounce(run, historyId);
  if (accepted === null) return;
  const did = accepted ? 'aceptó' : 'rechazó';
  await announce(
    run,
    {
      kind: 'other',
      actorId: run.actor.id,
      type: 'decision',
      to: [...new Set([authorId, project.leadId])],
      office: false,
      title: accepted ? 'Cambio aceptado' : 'Cambio rechazado',
      text: `${run.actor.name} ${did} cambiar ${what}.`,
    },
    { ...subjectOf(project, project.status, standingOf(project)), reason },
  );
}

interface Renewal {
  readonly project: Subject['project'];
  readonly status: Status;
  readonly due: string | null;
  readonly before: readonly string[];
  readonly holders: readonly string[];
  readonly officeBefore: boolean;
  readonly office: boolean;
  /** Why, as a sentence. */
  readonly text: string;
}

/** Whom not to call: nobody at all, or not these. */
export type Quiet = boolean | readonly string[];

/**
 * Steps went to others because heads, deputies or teams changed: calls each new holder once, however many they are,
 * and no longer the former ones.
 */
export async function announceRenewals(
  run: Run,
  renewals: readonly Renewal[],
  quiet: Quiet = false,
): Promise<void> {
  const taken = new Map<string | null, Renewal[]>();
  const left = new Map<string, string[]>();
  const add = <K, V>(to: Map<K, V[]>, key: K, value: V) => to.set(key, [...(to.get(key) ?? []), value]);
  for (const r of renewals) {
    for (const id of r.holders) if (!r.before.includes(id)) add(taken, id, r);
    for (const id of r.before) if (!r.holders.includes(id)) add(left, id, r.project.id);
    if (r.office && !r.officeBefore) add(taken, null, r);
  }
  for (const [userId, ids] of left) await withdrawFrom(run, userId, ids);
  if (quiet === true) return;
  const actorId = run.actor?.id ?? null;
  for (const [userId, theirs] of taken) {
    const [first, ...more] = theirs;
    if (!first || (quiet && userId !== null && quiet.includes(userId))) continue;
    const codes = theirs.slice(0, MOST_NAMED).map(r => r.project.code);
    const others = theirs.length - codes.length;
    const list = formatList([...codes, ...(others > 0 ? [`${others} más`] : [])]);
    const title = more.length > 0 ? `Te tocan ${theirs.length} proyectos` : turnTitle(first.status);
    const text = more.length > 0 ? `Cambió quien revisa: ahora tienes ${list}.` : first.text;
    const to = userId === null ? [] : [userId];
    const event = { kind: 'other', actorId, type: 'turn', to, office: userId === null, title, text } as const;
    const { project, status, holders, office, due } = first;
    const single = { project, status, holders, office, due: due === null ? null : new Date(due) };
    await announce(run, event, more.length > 0 ? null : single);
  }
}
const MOST_NAMED = 5;

const standingOf = ({ holderIds, officeTurn, dueAt }: StoredProject): Held => ({
  holders: holderIds.map(userId => ({ userId, principalId: null, via: '' })),
  office: officeTurn,
  dueAt: dueAt === null ? null : new Date(dueAt),
});

/**
 * Tells each side of a reassignment once, however much it is. What was on its way to the former holder about these
 * projects is withdrawn.
 */
export async function announceReassign(
  run: Run,
  fromId: string,
  handovers: readonly Taken[],
  { reason, notify }: { readonly reason: string; readonly notify: boolean },
): Promise<void> {
  const projects = handovers.filter(h => h.held.kind !== null);
  const ids = [...new Set(projects.map(h => h.held.id))];
  await withdrawFrom(run, fromId, ids);
  if (!notify) return;
  const only = ids.length === 1 && projects.length === handovers.length ? projects[0] : undefined;
  const subject = only ? await standing(run, only) : null;
  const event = reassignEvent(run.actor?.id ?? null, fromId, handovers);
  await announce(run, event, subject && { ...subject, reason });
}

async function standing({ tx }: Run, { held }: Taken): Promise<Subject> {
  const { id, kind, code, name, status } = held;
  const { rows } = await sql<{ holders: string[]; office: boolean; due: string | null }>`
    select array(select user_id from project_holders where project_id = p.id) as holders,
      p.office_turn as office, p.due_at as due from projects p where p.id = ${id}`.execute(tx);
  const { holders = [], office = false, due = null } = rows[0] ?? {};
  const project = { id, kind: kind ?? '', code, title: name };
  return { project, status: status ?? 'draft', holders, office, due: due === null ? null : new Date(due) };
}

const withdrawFrom = ({ tx, now }: Run, userId: string, projectIds: readonly string[]) =>
  sql`
    with seen as (
      update notifications set read_at = coalesce(read_at, ${now}), digest = false
      where user_id = ${userId} and project_id = any(${projectIds}::uuid[]) and (read_at is null or digest)
    )
    delete from mails where user_id = ${userId} and project_id = any(${projectIds}::uuid[])
      and state in ${among(UNSENT_MAILS)} and attempts = 0`.execute(tx);
