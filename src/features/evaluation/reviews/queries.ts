import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { among, lit } from '../../../db/states.ts';
import { can, managesReviews } from '../../../domain/access/can.ts';
import {
  conflictOf,
  type ProposalFacts,
  proposeAssignments,
  type ReviewerFacts,
} from '../../../domain/calls/assignment.ts';
import { type Call, withCall } from '../../../domain/calls/calls.ts';
import { isActiveReview, isConfirmed, WAITING_REVIEWS } from '../../../domain/calls/review-states.ts';
import { finalScore, type ReviewRules, reviewsNeeded, spreadOf } from '../../../domain/calls/scoring.ts';
import type { KindDefinition } from '../../../domain/kinds/definition.ts';
import type { KindSlug } from '../../../domain/kinds/slugs.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import type { BodyOf, OutputOf, QueryOf } from '../../../domain/kit/endpoint.ts';
import { forbidden, notFound } from '../../../domain/kit/problem.ts';
import { hider, type Secrets } from '../../../domain/masking/masker.ts';
import { freeOf, partIds, readBars, readCallPeople } from '../../../server/part-taking/queries.ts';
import { readClosed } from '../../../server/part-taking/secrecy.ts';
import { callById, callOf } from '../../calls/queries.ts';
import { kindLookup } from '../../kinds/queries.ts';
import { iso } from '../../project-record/rows/queries.ts';
import {
  type ProjectAddress,
  readProject,
  requireId,
  subjectOf,
} from '../../project-record/subject/queries.ts';
import { reviewing } from '../../project-record/visibility/queries.ts';
import type {
  getEvaluation,
  getMatrix,
  listCandidates,
  MatrixProposal,
  MatrixReviewer,
  proposeReviewers,
} from './contract.ts';

type Reader = Database | Transaction;

interface Asked {
  readonly kind: string;
  readonly kindVersion: number;
  readonly callId: string | null;
}
/** The kind of a proposal as its call changes it, with the call. */
export interface Form {
  readonly kind: KindDefinition;
  readonly call: Call | null;
  readonly rules: ReviewRules;
}
export type FormLookup = (proposal: Asked) => Form;

/** What these proposals are asked for and judged by. Calls are few, so each is read once. */
export async function formLookup(db: Reader, proposals: readonly Asked[]): Promise<FormLookup> {
  const kinds = await kindLookup(db as Database);
  const ids = [...new Set(proposals.map(p => p.callId))].filter(id => id !== null);
  const calls = new Map<string | null, Call | null>();
  for (const id of ids) calls.set(id, await callById(db, id));
  const made = new Map<string, Form>();
  return ({ kind: slug, kindVersion, callId }) => {
    const key = [slug, kindVersion, callId].join();
    const known = made.get(key);
    if (known) return known;
    const call = calls.get(callId) ?? null;
    const kind = withCall(kinds(slug as KindSlug, kindVersion), call);
    if (!kind.rubric) throw notFound();
    const form = { kind, call, rules: kind.rubric };
    made.set(key, form);
    return form;
  };
}

interface Proposal extends Omit<ProposalFacts, 'lacking' | 'callPartIds'>, Asked {
  readonly code: string;
  readonly title: string;
  /** Of the confirmed reviews. */
  readonly scores: number[];
  /** Reviewers invited, at work or done. */
  readonly active: number;
  /** As its reviewers were invited; null before the first. */
  readonly blind: boolean | null;
  readonly due: string | null;
}
export type AssignableProposal = Proposal & ProposalFacts & Pick<Form, 'rules' | 'call'>;

/** Proposals in evaluation with all that assigning depends on. */
export async function proposalsIn(db: Reader, ids: readonly string[] | null): Promise<AssignableProposal[]> {
  const { rows } = await sql<Proposal>`
    select p.id, p.code, p.title, p.kind, p.kind_version as "kindVersion", p.call_id as "callId",
      p.school_id as "schoolId",
      p.lead_id as "leadId", p.alternate_id as "alternateId", p.due_at as due,
      ${partIds} as "partIds",
      coalesce(r.declared, '{}') as "declaredIds", coalesce(r.taken, '{}') as "takenIds",
      coalesce(r.scores, '{}') as scores, coalesce(r.active, 0) as active, r.blind,
      array_append(array(select jsonb_array_elements_text(coalesce(c.data -> 'keywords', '[]'))), p.title) as keywords
    from projects p
      left join project_sections c on c.project_id = p.id and c.section = 'identification'
      left join lateral (
        select array_agg(user_id) as taken,
          array_agg(user_id) filter (where state = ${lit.review('conflict')}) as declared,
          array_agg(score::float8 order by confirmed_at) filter (where state = ${lit.review('confirmed')}) as scores,
          count(*) filter (where ${reviewing}) as active, bool_or(blind) filter (where ${reviewing}) as blind
        from reviews where project_id = p.id) r on true
    where p.status = ${lit.status('evaluation')} ${ids ? sql`and p.id = any(${[...ids]}::uuid[])` : sql``}
    order by p.code`.execute(db);
  const formOf = await formLookup(db, rows);
  const inCalls = await readCallPeople(
    db,
    rows.flatMap(r => r.callId ?? []),
  );
  return rows.map(row => {
    const { rules, call } = formOf(row);
    const callPartIds = inCalls.get(row.callId ?? '') ?? NOBODY;
    return {
      ...row,
      callPartIds,
      rules,
      call,
      lacking: Math.max(0, reviewsNeeded(row.scores, rules) - row.active),
    };
  });
}

const NOBODY: ReadonlySet<string> = new Set();

export type Reviewer = ReviewerFacts & MatrixReviewer & { readonly admin: boolean };

/** Everybody who may review, by name; how much each has, but for what is closed to the reader, if there is one. */
export async function reviewersIn(db: Reader, reader?: Actor): Promise<Reviewer[]> {
  const closed = reader && (await readClosed(db, reader));
  const { rows } = await sql<Reviewer>`
    select u.id, u.name, u.expertise, u.home_school_id as "schoolId", 'Admin' = any(u.roles) as admin,
      case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as school,
      array(select school_id from school_heads where user_id = u.id union
        select x.id from faculty_heads h join schools x on x.faculty_id = h.faculty_id where h.user_id = u.id)
        as "headedSchoolIds",
      coalesce(r.load, 0) as load, coalesce(r.done, 0) as done
    from users u left join schools s on s.id = u.home_school_id
      left join (
        select r.user_id, count(*) filter (where r.state in ${among(WAITING_REVIEWS)}) as load,
          count(*) filter (where r.state = ${lit.review('confirmed')}) as done
        from reviews r join projects p on p.id = r.project_id and p.status = ${lit.status('evaluation')}
        ${closed ? sql`where p.id <> all(${[...closed.ids]}::uuid[])` : sql``} group by r.user_id
      ) r on r.user_id = u.id
    where u.state = ${lit.user('active')} and 'Reviewer' = any(u.roles) order by plain(u.name), u.id`.execute(
    db,
  );
  return rows;
}

/** Why this person cannot be invited; null when they can. Who declined or was replaced may be asked again. */
export function refusalOf(reviewer: Reviewer, proposal: AssignableProposal, blind: boolean): string | null {
  // The office sees whose proposals they are: it cannot be blind.
  if (blind && reviewer.admin) return 'La oficina no evalúa a ciegas.';
  return conflictOf(reviewer, proposal);
}

/** As its call says; without one as its reviewers were invited before, or as it is asked for now. */
export const isBlind = ({ call, blind }: AssignableProposal, asked: boolean): boolean =>
  call?.blind ?? blind ?? asked;

export interface Pair {
  readonly projectId: string;
  readonly userId: string;
}
const keyOf = ({ projectId, userId }: Pair) => `${projectId}/${userId}`;

/** What speaks against inviting each of them, in their order; null where nothing does. */
export async function pairRefusals(
  db: Reader,
  proposals: ReadonlyMap<string, AssignableProposal>,
  pairs: readonly Pair[],
  blind: boolean,
): Promise<(string | null)[]> {
  const reviewers = new Map((await reviewersIn(db)).map(r => [r.id, r]));
  const { rows } = await sql<Pair>`
    select project_id as "projectId", user_id as "userId" from reviews
    where project_id = any(${[...proposals.keys()]}::uuid[]) and ${reviewing}`.execute(db);
  const taken = new Set(rows.map(keyOf));
  return pairs.map(pair => {
    const proposal = proposals.get(pair.projectId);
    const reviewer = reviewers.get(pair.userId);
    if (!proposal) return 'Esa propuesta no está en evaluación.';
    if (!reviewer) return 'Esa persona no tiene el rol de Evaluación o su cuenta no está activa.';
    if (taken.has(keyOf(pair))) return `${reviewer.name} ya evalúa ${proposal.code}.`;
    taken.add(keyOf(pair));
    const refused = refusalOf(reviewer, proposal, isBlind(proposal, blind));
    return refused && `${reviewer.name}: ${refused}`;
  });
}

/** Pairs for what is lacking. Administrators are left out: they would have to be blind to what they run. */
export const pairsFor = (proposals: readonly AssignableProposal[], reviewers: readonly Reviewer[]) =>
  proposeAssignments(
    proposals,
    reviewers.filter(r => !r.admin),
  );

export async function proposePairs(
  db: Database,
  actor: Actor,
  { projectIds, kind, call }: BodyOf<typeof proposeReviewers>,
): Promise<OutputOf<typeof proposeReviewers>> {
  const [all, reviewers] = await Promise.all([proposalsIn(db, projectIds ?? null), reviewersIn(db)]);
  const asked = all.filter(p => (!kind || p.kind === kind) && (!call || p.callId === call));
  const bars = await readBars(
    db,
    actor,
    asked.map(p => p.id),
  );
  const proposals = asked.filter(p => bars.get(p.id)?.last !== false);
  const pairs = pairsFor(proposals, reviewers);
  const projects = new Map(proposals.map(p => [p.id, p]));
  const names = new Map(reviewers.map(r => [r.id, r.name]));
  return {
    pairs: pairs.map(p => ({
      ...p,
      code: projects.get(p.projectId)?.code ?? '',
      title: projects.get(p.projectId)?.title ?? '',
      name: names.get(p.userId) ?? '',
    })),
    unfilled: proposals.reduce((sum, p) => sum + p.lacking, 0) - pairs.length,
  };
}

export async function candidatesFor(
  db: Database,
  actor: Actor,
  projectId: string,
): Promise<OutputOf<typeof listCandidates>> {
  const [[proposal], reviewers] = await Promise.all([
    proposalsIn(db, [requireId(projectId)]),
    reviewersIn(db, actor),
  ]);
  if (!proposal) throw notFound();
  const bar = (await readBars(db, actor, [proposal.id])).get(proposal.id);
  if (bar && !bar.last) throw forbidden('decidir quién evalúa', bar.reason);
  const { rows: active } = await sql<{ id: string }>`
    select user_id as id from reviews where project_id = ${proposal.id} and ${reviewing}`.execute(db);
  const taken = new Set(active.map(r => r.id));
  return reviewers
    .map(reviewer => {
      const { id, name, school, load } = reviewer;
      const alone = { ...proposal, lacking: 1, takenIds: [], declaredIds: [] };
      const [match] = proposeAssignments([alone], [{ ...reviewer, load: 0 }]);
      const refused = taken.has(id)
        ? 'Ya la evalúa.'
        : refusalOf(reviewer, proposal, isBlind(proposal, false));
      return { id, name, school, load, matches: match?.matches ?? 0, refused };
    })
    .sort(
      (a, b) =>
        Number(a.refused !== null) - Number(b.refused !== null) || a.load - b.load || b.matches - a.matches,
    );
}

const CELLS = sql`coalesce((
  select json_agg(json_build_object('id', r.id, 'userId', r.user_id, 'name', u.name, 'state', r.state,
    'score', r.score, 'due', ${iso(sql`r.due_at`)}, 'reason', r.reason) order by r.invited_at, r.id)
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
  const needed = reviewsNeeded(scores, rules);
  const active = row.reviews.filter(isActiveReview).length;
  const lacking = Math.max(0, needed - active);
  const blind = call?.blind ?? row.blind;
  return { ...row, blind, needed, lacking, score: finalScore(scores), spread: spreadOf(scores) };
}

type Shown = OutputOf<typeof getEvaluation>['reviews'][number];

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
  const { rows } = await sql<Shown>`
    select r.id, json_build_object('id', u.id, 'name', u.name) as reviewer, r.state, r.due_at as due,
      r.confirmed_at as "confirmedAt", r.reason, r.score, r.marks, r.author_comment as "authorComment",
      r.office_comment as "officeComment", r.recommendation
    from reviews r join users u on u.id = r.user_id where r.project_id = ${project.id}
    order by r.invited_at, r.id`.execute(db);
  const confirmed = rows.filter(isConfirmed);
  const scores = confirmed.flatMap(r => (r.score === null ? [] : [r.score]));
  const office = managesReviews(actor, subject);
  return {
    criteria: [...rules.criteria],
    minimum: rules.minimum,
    needed: reviewsNeeded(scores, rules),
    score: finalScore(scores),
    spread: spreadOf(scores),
    mayManage: office,
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
