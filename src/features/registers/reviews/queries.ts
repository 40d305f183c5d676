import { sql } from 'kysely';
import { lit } from '../../../db/states.ts';
import { freeOf } from '../../../server/part-taking/queries.ts';
import type { Condition } from '../../project-record/visibility/queries.ts';
import {
  CALL,
  figure,
  nameOf,
  PROJECT,
  type Reader,
  type Source,
  told,
  type Values,
} from '../pieces/queries.ts';

/** Of its status a reviewer is told nothing. */
const { estado: _, ...PROPOSAL } = PROJECT;

/** Of an own list all of the reader's; the office has those of projects in which it has no part. */
const reviewsOf = ({ actor, scope }: Reader, columns: Values, more?: Condition): Source => ({
  joins: sql`join reviews r on r.project_id = q.id ${more ?? sql``}`,
  where: scope === 'reviews' ? sql`r.user_id = ${actor.id}` : freeOf(actor),
  order: sql`r.invited_at, r.id`,
  columns: {
    ...PROPOSAL,
    convocatoria: CALL,
    evaluador: nameOf(sql`r.user_id`),
    situacion: sql`r.state`,
    ...columns,
  },
});

export const reviews = (reader: Reader): Source =>
  reviewsOf(reader, {
    a_ciegas: sql`r.blind`,
    invitada: sql`r.invited_at`,
    plazo: sql`r.due_at`,
    confirmada: sql`r.confirmed_at`,
    puntaje: sql`r.score`,
    recomendacion: sql`r.recommendation`,
  });

/** Criteria of the call, else of the version of the kind that the project follows. */
const CRITERIA = sql`cross join lateral jsonb_array_elements(items_in(coalesce(
  (select c.rubric -> 'criteria' from calls c where c.id = q.call_id),
  (select v.definition #> '{rubric,criteria}' from kind_versions v
    where v.slug = q.kind and v.version = q.kind_version)))) with ordinality l (e, n)`;

export function marks(reader: Reader): Source {
  const mark = sql`r.marks -> (l.e ->> 'id')`;
  const source = reviewsOf(
    reader,
    {
      criterio: told('name'),
      ponderacion: figure('weight'),
      maximo: figure('maxPoints'),
      puntos: sql`figure_in(${mark} -> 'points')`,
      justificacion: sql`nullif(${mark} ->> 'justification', '')`,
    },
    CRITERIA,
  );
  return {
    ...source,
    where: sql`r.state = ${lit.review('confirmed')} and ${source.where ?? sql`true`}`,
    order: sql`r.invited_at, r.id, l.n`,
  };
}
