import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import { canEdit } from '../../domain/access/can.ts';
import { readSection } from '../../domain/access/open-data.ts';
import type { EditSubject, ProjectSubject } from '../../domain/access/subject.ts';
import { mayReadPrivate } from '../../domain/access/visibility.ts';
import { type KindDefinition, kindSections } from '../../domain/kinds/definition.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { notFound } from '../../domain/kit/problem.ts';
import { isSectionSlug, type SectionSlug } from '../../domain/sections/index.ts';
import { pastLabel } from '../../domain/workflow/past-words.ts';
import type { HistoryEntry, ProjectSection } from '../project-record/detail/contract.ts';
import { namesOf } from '../project-record/references/queries.ts';
import { iso } from '../project-record/rows/queries.ts';
import {
  kindOf,
  type ProjectAddress,
  readProject,
  type StoredProject,
  subjectOf,
} from '../project-record/subject/queries.ts';
import type { getSnapshot } from './contract.ts';

/** May this person change this section, and if not, why. */
export function editing(actor: Actor, subject: EditSubject, slug: SectionSlug) {
  const verdict = canEdit(actor, `edit:${slug}`, subject);
  return { mayEdit: verdict.allowed, reason: verdict.allowed ? null : verdict.reason };
}

/** The kind's sections in order, with what the reader may see of them; never saved ones are empty. */
export function showSections(
  actor: Actor,
  subject: ProjectSubject,
  kind: KindDefinition,
  { sections: stored, amountAsked, measured }: Pick<StoredProject, 'sections' | 'amountAsked' | 'measured'>,
): ProjectSection[] {
  const readsAll = mayReadPrivate(actor, subject);
  return kindSections(kind, false).flatMap(({ slug }) => {
    const { version = 0, updatedAt = null, updatedBy = null, data: saved } = stored[slug] ?? {};
    const data = readSection(slug, saved, { amountAsked, measured, readsAll });
    return data ? [{ slug, version, data, updatedAt, updatedBy, ...editing(actor, subject, slug) }] : [];
  });
}

export interface StoredEntry extends Omit<HistoryEntry, 'label'> {
  /** Of what was sent: until when it was due before. */
  readonly dueBefore: string | null;
}

/** History of the project `p`, newest first, as a JSON column. */
export const historyColumn = sql`coalesce((
  select json_agg(json_build_object(
    'id', h.id, 'at', ${iso(sql`h.at`)}, 'action', h.action, 'from', h.from_status, 'to', h.to_status,
    'reason', h.reason, 'comment', h.comment, 'note', h.note, 'undone', h.undone_at is not null,
    'dueBefore', case when h.action = ${lit.action('submit')} then h.before ->> 'dueAt' end,
    'actor', case when a.id is null then null else json_build_object('id', a.id, 'name', a.name) end,
    'onBehalfOf', case when b.id is null then null else json_build_object('id', b.id, 'name', b.name) end,
    'deputyOf', case when d.id is null then null else json_build_object('id', d.id, 'name', d.name) end,
    'hasSnapshot', exists (select from project_snapshots s where s.history_id = h.id)) order by h.id desc)
  from project_history h left join users a on a.id = h.actor_id left join users b on b.id = h.on_behalf_of
    left join users d on d.id = h.deputy_of
  where h.project_id = p.id), '[]')`;

/** Reasons, comments and names stay between those who decide and the team. */
export function showHistory(
  actor: Actor,
  subject: ProjectSubject,
  entries: readonly StoredEntry[],
): HistoryEntry[] {
  const readsAll = mayReadPrivate(actor, subject);
  const open = {
    actor: null,
    onBehalfOf: null,
    deputyOf: null,
    reason: null,
    comment: null,
    note: null,
    hasSnapshot: false,
  };
  return entries.map(e => ({ ...e, label: pastLabel(e.action), ...(readsAll ? {} : open) }));
}

export async function snapshotOf(
  db: Database,
  actor: Actor,
  { entry, ...address }: ProjectAddress & { entry: string },
): Promise<OutputOf<typeof getSnapshot>> {
  const project = await readProject(db, actor, address);
  const subject = subjectOf(project, await kindOf(db, project));
  const row = /^\d{1,15}$/.test(entry)
    ? await db
        .selectFrom('project_snapshots as s')
        .innerJoin('project_history as h', 'h.id', 's.history_id')
        .select(['h.at', 's.sections'])
        .where('s.history_id', '=', Number(entry))
        .where('s.project_id', '=', project.id)
        .executeTakeFirst()
    : undefined;
  if (!row || !mayReadPrivate(actor, subject)) throw notFound();
  const known = Object.entries(row.sections as Record<string, Record<string, unknown>>).filter(([slug]) =>
    isSectionSlug(slug),
  );
  return {
    at: row.at,
    sections: Object.fromEntries(known),
    labels: await namesOf(db, known as [SectionSlug, Record<string, unknown>][]),
  };
}
