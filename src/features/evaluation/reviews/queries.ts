import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import { can, managesReviews } from '../../../domain/access/can.ts';
import { withCall } from '../../../domain/calls/calls.ts';
import { isActiveReview, isConfirmed } from '../../../domain/calls/review-states.ts';
import { finalScore, reviewsNeeded, spreadOf } from '../../../domain/calls/scoring.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import type { OutputOf, QueryOf } from '../../../domain/kit/endpoint.ts';
import { notFound } from '../../../domain/kit/problem.ts';
import { hider, type Secrets } from '../../../domain/masking/masker.ts';
import { freeOf } from '../../../server/part-taking/queries.ts';
import { callOf } from '../../calls/queries.ts';
import { kindLookup } from '../../kinds/queries.ts';
import { iso } from '../../project-record/rows/queries.ts';
import { type ProjectAddress, readProject, subjectOf } from '../../project-record/subject/queries.ts';
import { reviewing } from '../../project-record/visibility/queries.ts';
import { type Asked, type Form, formLookup, reviewersIn } from '../assigning/queries.ts';
import { consensusColumn } from '../consensus/queries.ts';
import type { getEvaluation, getMatrix, MatrixProposal } from './contract.ts';

type Reader = Database | Transaction;

const CELLS = sql`coalesce((
  select json_agg(json_build_object('id', r.id, 'userId', r.user_id, 'name', u.name, 'state', r.state,
    'score', r.score, 'due', ${iso(sql`r.due_at`)}, 'reason', r.reason, 'suggestion', r.suggestion,
    'consensusAnswer', r.consensus) order by r.invited_at, r.id)
  from reviews r join users u on u.id = r.user_id where r.project_id = p.id), '[]')`;

type Row = Omit<MatrixProposal, 'needed' | 'lacking' | 'score' | 'spread'> & Asked;

type Query = QueryOf<typeof getMatrix>;
const ORDERS: Record<Query['sort'], RawBuilder<unknown>> = {
  due: sql`p.due_at, p.code`,
  '-due': sql`p.due_at desc, p.code`,
  code: sql`p.code`,
  '-code': sql`p.code desc`,
};

/** What is being evaluated and is the reader's to arrange, a page at a time, with everybody who may review. */
export async function matrix(
  db: Database,
  actor: Actor,
  { page, size, sort, q, kind, call, lacking, reviewer }: Query,
): Promise<OutputOf<typeof getMatrix>> {
  const asked = sql`p.status = ${lit.status('evaluation')} ${kind ? sql`and p.kind = ${kind}` : sql``}
    ${call ? sql`and p.call_id = ${call}` : sql``}`;
  const { rows } = await sql<Row>`
    select p.id, p.code, p.kind, p.kind_version as "kindVersion", p.call_id as "callId", p.title, p.status, ${CELLS} as reviews,
      case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as school,
      (select ${iso(sql`k.until`)} from review_consensus k where k.project_id = p.id and k.closed_at is null)
        as "consensusUntil",
      coalesce((select bool_or(blind) from reviews where project_id = p.id and ${reviewing}), false) as blind
    from projects p left join schools s on s.id = p.school_id
    where ${asked} and ${freeOf(actor)}
      ${q ? sql`and plain(p.code || ' ' || p.title) like '%' || plain(${q}) || '%'` : sql``}
      ${reviewer ? sql`and p.id in (select project_id from reviews where user_id = ${reviewer} and ${reviewing})` : sql``}
    order by ${ORDERS[sort]}`.execute(db);
  const formOf = await formLookup(db, rows);
  const judged = rows.map(row => showProposal(formOf(row), row)).filter(p => !lacking || p.lacking > 0);
  // Not narrowed by reviewer, search or what is lacking: the count would tell them of what is left out.
  const withheld = await sql<{ n: number }>`
    select count(*)::int as n from projects p where ${asked} and not ${freeOf(actor)}`.execute(db);
  return {
    rows: judged.slice((page - 1) * size, page * size),
    total: judged.length,
    withheld: withheld.rows[0]?.n ?? 0,
    reviewers: await reviewersIn(db, actor),
  };
}

function showProposal({ rules, call }: Form, row: Row): MatrixProposal {
  const scores = row.reviews.flatMap(r => (r.score === null ? [] : [r.score]));
  const needed = reviewsNeeded(scores, rules, row.consensusUntil !== null);
  const active = row.reviews.filter(isActiveReview).length;
  const lacking = Math.max(0, needed - active);
  const blind = call?.blind ?? row.blind;
  return { ...row, blind, needed, lacking, score: finalScore(scores), spread: spreadOf(scores) };
}

type Evaluation = OutputOf<typeof getEvaluation>;
type Shown = Evaluation['reviews'][number];

const VERSIONS = sql`coalesce((
  select json_agg(json_build_object('version', v.version, 'score', v.score, 'confirmedAt', ${iso(sql`v.confirmed_at`)},
    'replacedAt', ${iso(sql`v.replaced_at`)}, 'marks', v.marks, 'authorComment', v.author_comment,
    'officeComment', v.office_comment, 'recommendation', v.recommendation) order by v.version desc)
  from review_versions v where v.review_id = r.id), '[]')`;

/** The office reads all of it; an author, once it is resolved, the confirmed reviews without their names. */
export async function evaluationOf(
  db: Database,
  actor: Actor,
  address: ProjectAddress,
): Promise<OutputOf<typeof getEvaluation>> {
  const [project, kinds] = await Promise.all([readProject(db, actor, address), kindLookup(db)]);
  const subject = subjectOf(project, kinds(project.kind, project.kindVersion));
  if (!can(actor, 'read_reviews', subject).allowed) throw notFound();
  const call = await callOf(db, project);
  const { rubric: rules } = withCall(kinds(project.kind, project.kindVersion), call);
  if (!rules) throw notFound();
  const { rows } = await sql<Shown & { sought: Evaluation['consensus'] }>`
    select ${consensusColumn} as sought, r.id, json_build_object('id', u.id, 'name', u.name) as reviewer, r.state, r.due_at as due,
      r.confirmed_at as "confirmedAt", r.reason, r.score, r.marks, r.author_comment as "authorComment",
      r.office_comment as "officeComment", r.recommendation, r.consensus as "consensusAnswer", ${VERSIONS} as versions
    from reviews r join users u on u.id = r.user_id join projects p on p.id = r.project_id
    where p.id = ${project.id}
    order by r.invited_at, r.id`.execute(db);
  const confirmed = rows.filter(isConfirmed);
  const scores = confirmed.flatMap(r => (r.score === null ? [] : [r.score]));
  const office = managesReviews(actor, subject);
  return {
    criteria: [...rules.criteria],
    minimum: rules.minimum,
    needed: reviewsNeeded(scores, rules, rows[0]?.sought?.closedAt === null),
    score: finalScore(scores),
    spread: spreadOf(scores),
    mayManage: office,
    consensus: office ? (rows[0]?.sought ?? null) : null,
    reviews: office ? rows : confirmed.map(forAuthor),
  };
}

const forAuthor = (r: Shown): Shown => ({
  ...r,
  reviewer: null,
  due: null,
  confirmedAt: null,
  officeComment: null,
  recommendation: null,
  consensusAnswer: null,
  versions: [],
});

/** Who and what a text of `p` must not tell a blind reviewer: its people, their mails, their units. */
export const SECRETS = sql`(
  with people as (
    select u.id, u.name, u.email, u.home_school_id from users u where u.id in (
      select user_id from project_members where project_id = p.id
      union all values (p.lead_id), (p.alternate_id))
  ), outsiders as (
    select m ->> 'name' as name, m ->> 'email' as email from project_sections c,
      jsonb_array_elements(coalesce(c.data -> 'members', '[]')) m where c.project_id = p.id and c.section = 'team'
    union all select f ->> 'name', f ->> 'email' from project_sections c,
      jsonb_array_elements(coalesce(c.data -> 'founders', '[]')) f where c.project_id = p.id and c.section = 'venture'
    union all select x ->> 'contactName', x ->> 'contactEmail' from project_sections c,
      jsonb_array_elements(coalesce(c.data -> 'partners', '[]')) x where c.project_id = p.id and c.section = 'partners'
  ), units as (
    select s.id, s.name, s.faculty_id from schools s
    where s.id = p.school_id or s.id in (select home_school_id from people)
  )
  select json_build_object(
    'people', array(select name from people union select name from outsiders where name is not null),
    'mails', array(select email from people union select a.email from user_accounts a join people u on u.id = a.user_id
      where a.email is not null union select email from outsiders where email is not null),
    'units', array(select name from units union select f.name from faculties f join units n on n.faculty_id = f.id)))`;

/** Titles of proposals as somebody who reviews them blindly may read them, by project. */
export async function blindTitles(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; title: string; secrets: Secrets }>`
    select p.id, p.title, ${SECRETS} as secrets from projects p where p.id = any(${[...ids]}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, title, secrets }) => [id, hider(secrets)(title)]));
}

/** What the office writes of a proposal to one of its reviewers, as they may read it. */
export async function wordsFor(db: Reader, userId: string, projectId: string, words: string) {
  const { rows } = await sql<{ secrets: Secrets }>`
    select ${SECRETS} as secrets from projects p where p.id = ${projectId}
      and exists (select from reviews where project_id = p.id and user_id = ${userId} and blind)`.execute(db);
  return rows[0] ? hider(rows[0].secrets)(words) : words;
}
