import { sql } from 'kysely';
import type { Scope } from '../../../domain/figures/scopes.ts';
import { scopesOf } from '../../../domain/figures/scopes.ts';
import { type Actor, headedSchools } from '../../../domain/kit/actor.ts';
import type { QueryOf } from '../../../domain/kit/endpoint.ts';
import { AppError, forbidden } from '../../../domain/kit/problem.ts';
import { all, type Condition, ledBy, notBlind, oneOf } from '../../project-record/visibility/queries.ts';
import { conditionsOf, type ProjectFilters } from '../../projects/filters/queries.ts';
import type { getDashboard } from '../contract.ts';

type Filters = QueryOf<typeof getDashboard>;

/** In one's own reviews nothing is filtered by what a blind one hides. */
const OF_REVIEWS = ['scope', 'call', 'kind'];

/** Of the projects `p`: what the scope holds. */
function scopeOf(scope: Scope, actor: Actor): Condition {
  const me = actor.id;
  switch (scope) {
    case 'all':
      return notBlind(me);
    case 'units':
      return sql`p.submitted_at is not null and p.school_id = any(${headedSchools(actor)}::uuid[])
        and ${notBlind(me)}`;
    case 'mine':
      return sql`${ledBy(me)} and ${notBlind(me)}`;
    case 'reviews':
      return sql`p.id = any(array(select r.project_id from reviews r where r.user_id = ${me}))`;
  }
}

/** The scope that is asked for, else the widest of the reader's. */
export function scopeFor(actor: Actor, { scope }: Pick<Filters, 'scope'>): Scope {
  const offered = scopesOf(actor);
  const [widest] = offered;
  const found = scope ?? widest;
  if (!found || !offered.includes(found)) throw forbidden('ver estos datos');
  return found;
}

/** Rows `p` with what figures look at; nothing else reads projects for them. */
export function populationOf(actor: Actor, scope: Scope, asked: Filters): Condition {
  const { scope: _, ...filters } = ownFilters(asked);
  const { status } = filters;
  const isNarrowed = Object.entries(filters).some(
    ([name, value]) => value !== undefined && !OF_REVIEWS.includes(name),
  );
  if (scope === 'reviews' && isNarrowed)
    throw new AppError('invalid', 'Tus evaluaciones se filtran solo por convocatoria y tipo de proyecto.');
  return sql`
    select p.id, p.code, p.kind, p.kind_version, p.status, p.sub_step, p.period, p.school_id, p.call_id, p.due_at, p.early_report,
      p.start_date, p.end_date, p.submitted_at, p.amount_requested, p.amount_awarded
    from projects p where ${all([
      scopeOf(scope, actor),
      ...(status ? [oneOf(sql`p.status`, status)] : []),
      ...conditionsOf(filters as ProjectFilters, actor),
    ])}`;
}

/** Without what is told of them, and what they are compared with. */
const ownFilters = ({
  otherPeriod: _p,
  otherFaculty: _f,
  otherSchool: _s,
  otherKind: _k,
  figure: _n,
  ...filters
}: Filters) => filters;
