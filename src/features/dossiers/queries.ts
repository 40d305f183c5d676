import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { among, lit } from '../../db/states.ts';
import { showCode } from '../../domain/certificates/codes.ts';
import { AWARDED } from '../../domain/kinds/statuses.ts';
import { type Actor, isAdmin } from '../../domain/kit/actor.ts';
import type { OutputOf, ParamsOf, QueryOf } from '../../domain/kit/endpoint.ts';
import { notFound } from '../../domain/kit/problem.ts';
import { type ToldTexts, toldOf } from '../../domain/publishing/told-parts.ts';
import { kindLabels } from '../kinds/queries.ts';
import { partnerNames } from '../project-record/partners/queries.ts';
import { isAcceptedFinal } from '../project-record/told/queries.ts';
import type { DossierRow, getDossier } from './contract.ts';

type Answer = OutputOf<typeof getDossier>;
type Years = QueryOf<typeof getDossier>;

/** Addresses by which a project may name somebody. */
const mailsOf = (
  person: string,
) => sql`select lower(email) from users where id = ${person} and email is not null
  union select lower(email) from user_accounts where user_id = ${person} and email is not null`;

interface StoredProject extends Omit<DossierRow, 'told' | 'partners'> {
  readonly partners: readonly string[] | null;
  readonly texts: ToldTexts | null;
}

const ofYears = (year: RawBuilder<unknown>, { from, to }: Years) =>
  sql`${from === undefined ? sql`true` : sql`${year} >= ${from}`} and ${to === undefined ? sql`true` : sql`${year} <= ${to}`}`;

async function readProjects(db: Database, person: string, years: Years): Promise<DossierRow[]> {
  const { rows } = await sql<StoredProject>`
    with parts as materialized (select t.project_id, array_agg(distinct t.part) as parts from project_parts t
      where t.is_current and (t.user_id = ${person} or (t.email <> '' and t.email in (${mailsOf(person)})))
      group by 1)
    select q.id, q.kind, q.code, q.title, q.status, q.period, s.name as school, kd.label as "kindLabel", o.parts,
      m.role, m.hours as "hoursPerWeek", f.actual_direct as people, r.texts,
      ${partnerNames(sql`q.id`)} as partners
    from parts o join projects q on q.id = o.project_id join project_facts f on f.project_id = q.id
      left join schools s on s.id = q.school_id
      left join ${kindLabels} kd on kd.slug = q.kind
      left join reports r on r.project_id = q.id and ${isAcceptedFinal('r', 'q')}
      left join lateral (select l.e ->> 'role' as role, figure_in(l.e -> 'hoursPerWeek') as hours
        from project_sections c cross join lateral jsonb_array_elements(items_in(c.data -> 'members')) l (e)
        where c.project_id = q.id and c.section = 'team'
          and (l.e ->> 'userId' = ${person} or lower(l.e ->> 'email') in (${mailsOf(person)})) limit 1) m on true
    where q.status in ${among(AWARDED)} and ${ofYears(sql`left(q.period, 4)::int`, years)}
    order by q.period desc nulls last, q.code`.execute(db);
  return rows.map(({ texts, partners, ...project }) => ({
    ...project,
    partners: [...(partners ?? [])],
    told: toldOf(texts),
  }));
}

async function readReviews(db: Database, person: string, years: Years): Promise<Answer['reviews']> {
  const { rows } = await sql<Answer['reviews'][number]>`
    select c.name as call, c.year, count(*)::int as count
    from reviews r join projects q on q.id = r.project_id join calls c on c.id = q.call_id
    where r.user_id = ${person} and r.state = ${lit.review('confirmed')} and ${ofYears(sql`c.year`, years)}
    group by c.id order by c.year desc, c.name`.execute(db);
  return rows;
}

async function readCertificates(db: Database, person: string, years: Years): Promise<Answer['certificates']> {
  const { rows } = await sql<Answer['certificates'][number]>`
    select c.folio, c.code, c.role, coalesce(q.code || ' · ' || q.title, k.name, '') as of, c.issued_at as "issuedAt"
    from certificates c left join projects q on q.id = c.project_id left join calls k on k.id = c.call_id
    where c.user_id = ${person} and c.revoked_at is null and c.suspended_at is null and c.erased_at is null
      and ${ofYears(sql`c.folio_year`, years)}
    order by c.issued_at desc, c.id`.execute(db);
  return rows.map(row => ({ ...row, code: showCode(row.code) }));
}

/** Of oneself; for the office of anybody. Whoever else it is of is not there. */
export async function readDossier(
  db: Database,
  actor: Actor,
  { person: id }: ParamsOf<typeof getDossier>,
  years: Years,
): Promise<Answer> {
  if (actor.id !== id && !isAdmin(actor)) throw notFound();
  const { rows } = await sql<Answer['person']>`select u.id, u.name, s.name as school
    from users u left join schools s on s.id = u.home_school_id where u.id = ${id}`.execute(db);
  const [person] = rows;
  if (!person) throw notFound();
  const [projects, reviews, certificates] = await Promise.all([
    readProjects(db, id, years),
    readReviews(db, id, years),
    readCertificates(db, id, years),
  ]);
  return { person, projects, reviews, certificates };
}
