import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { can, mayResolve } from '../../domain/access/can.ts';
import type { ProjectSubject } from '../../domain/access/subject.ts';
import { mayReadPrivate } from '../../domain/access/visibility.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import { notFound } from '../../domain/kit/problem.ts';
import type { Observation } from '../project-record/detail/contract.ts';
import { iso } from '../project-record/rows/queries.ts';
import { requireId } from '../project-record/subject/queries.ts';

export type StoredObservation = Omit<Observation, 'mayAnswer' | 'mayResolve'> & {
  /** The step with which it was made. */
  readonly historyId: number;
};

const observationJson = sql`json_build_object(
  'id', o.id, 'historyId', o.history_id, 'section', o.section, 'text', o.text, 'state', o.state, 'createdAt', ${iso(sql`o.created_at`)},
  'author', (select json_build_object('id', u.id, 'name', u.name) from users u where u.id = o.author_id),
  'answers', coalesce((
    select json_agg(json_build_object('id', a.id, 'text', a.text, 'createdAt', ${iso(sql`a.created_at`)},
      'author', json_build_object('id', u.id, 'name', u.name)) order by a.created_at)
    from observation_answers a join users u on u.id = a.author_id where a.observation_id = o.id), '[]'))`;

/** All of the project `p`, oldest first, as a JSON column. */
export const observationsColumn = sql`coalesce((
  select json_agg(${observationJson} order by o.created_at, o.id) from observations o where o.project_id = p.id
), '[]')`;

/** Only those who decide and the team read what was observed. */
export const showObservations = (
  actor: Actor,
  subject: ProjectSubject,
  observations: readonly StoredObservation[],
): Observation[] =>
  mayReadPrivate(actor, subject) ? observations.map(o => withOffers(actor, subject, o)) : [];

const withOffers = (actor: Actor, subject: ProjectSubject, o: StoredObservation): Observation => ({
  ...o,
  mayAnswer: o.state !== 'resolved' && can(actor, 'answer_observation', subject).allowed,
  mayResolve: mayResolve(actor, subject, { authorId: o.author.id }),
});

export async function readObservation(
  db: Database | Transaction,
  actor: Actor,
  subject: ProjectSubject,
  id: string,
): Promise<Observation> {
  const { rows } = await sql<{ found: StoredObservation }>`
    select ${observationJson} as found from observations o
    where o.id = ${requireId(id)} and o.project_id = ${subject.id}`.execute(db);
  const [row] = rows;
  if (!row || !mayReadPrivate(actor, subject)) throw notFound();
  return withOffers(actor, subject, row.found);
}
