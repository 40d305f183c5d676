import { sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import { among } from '../../../db/states.ts';
import { judgeRecording } from '../../../domain/access/execution.ts';
import type { ProjectSubject } from '../../../domain/access/subject.ts';
import type { KindDefinition } from '../../../domain/kinds/definition.ts';
import { AWARDED } from '../../../domain/kinds/statuses.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { AppError, forbidden } from '../../../domain/kit/problem.ts';
import type { KindLookup } from '../../kinds/queries.ts';
import {
  definitionOf,
  lockProject,
  type ProjectAddress,
  readProject,
  type StoredProject,
  subjectOf,
} from '../subject/queries.ts';

export interface KnownProject extends ProjectAddress {
  readonly kinds: KindLookup;
}
export interface HeldProject {
  readonly project: StoredProject;
  readonly kind: KindDefinition;
  readonly subject: ProjectSubject;
}

/** The project, standing still until the end; 404 where the person may not see it. */
export async function holdProject(
  { tx, actor, now }: { readonly tx: Transaction; readonly actor: Actor; readonly now: Date },
  { kinds, ...address }: KnownProject,
): Promise<HeldProject> {
  await lockProject(tx, address);
  const project = await readProject(tx, actor, address);
  const kind = definitionOf(kinds, project);
  return { project, kind, subject: subjectOf(project, kind, { now }) };
}

/** The same, where the person may record what the project does. */
export async function openRecording(
  run: Parameters<typeof holdProject>[0],
  address: KnownProject,
): Promise<HeldProject> {
  const held = await holdProject(run, address);
  const verdict = judgeRecording(run.actor, held.subject);
  if (!verdict.allowed) throw forbidden('registrar la ejecución', verdict.reason);
  return held;
}

/** Day on which the project was approved for the first time; null where its history does not say. */
export const approvedOn = (projectId: string) => sql<string | null>`(
  select day_in_chile(min(h.at)) from project_history h where h.project_id = ${projectId}
    and h.to_status in ${among(AWARDED)} and h.undone_at is null)`;

/** The first day of which anything may be recorded; see `recordedDayError`. */
export const earliestDay = (startDate: string | null, approved: string | null): string | null =>
  [startDate, approved].filter(d => d !== null).sort()[0] ?? null;

/** The same of a project, for who records. */
export async function readEarliest(tx: Transaction, project: StoredProject): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select ${approvedOn(project.id)} as day`.execute(tx);
  return earliestDay(project.startDate, rows[0]?.day ?? null);
}

/** Somebody acted since the reader looked: 409 with what they did. */
export function overtaken(p: StoredProject): AppError {
  const { status, version, last } = p;
  const by = last?.actorId ? { id: last.actorId, name: last.actorName } : null;
  const who = last?.actorName ? `${last.actorName} ya actuó` : 'Ya se actuó';
  return new AppError('conflict', `${who} sobre este proyecto. Revisa cómo quedó antes de seguir.`, {
    extra: { status, version, action: last?.action ?? null, by, at: last?.at ?? null },
  });
}
