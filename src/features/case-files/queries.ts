import type { Database, Transaction } from '../../db/pool.ts';
import { mayReadPrivate } from '../../domain/access/visibility.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import { notFound } from '../../domain/kit/problem.ts';
import { kindLookup } from '../kinds/queries.ts';
import {
  definitionOf,
  type ProjectAddress,
  readProject,
  type StoredProject,
  subjectOf,
} from '../project-record/subject/queries.ts';

/** A project of which this person reads everything but what is masked; 404 for anybody else. */
export async function requireCaseFile(
  db: Database | Transaction,
  actor: Actor,
  { kind, id }: ProjectAddress,
): Promise<StoredProject & { readonly subject: ReturnType<typeof subjectOf> }> {
  const project = await readProject(db, actor, { kind, id });
  const subject = subjectOf(project, definitionOf(await kindLookup(db as Database), project));
  if (!mayReadPrivate(actor, subject)) throw notFound();
  return { ...project, subject };
}
