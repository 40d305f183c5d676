import { sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { precompile } from '../../../db/precompile.ts';
import { among, lit } from '../../../db/states.ts';
import {
  conflictOf,
  type ProposalFacts,
  preferenceOf,
  proposeAssignments,
  type ReviewerFacts,
  refusalsFor,
  topicsOf,
} from '../../../domain/calls/assigning/assignment.ts';
import { isUnwilling, rankOf } from '../../../domain/calls/assigning/preferences.ts';
import { type Call, withCall } from '../../../domain/calls/calls.ts';
import { WAITING_REVIEWS } from '../../../domain/calls/review-states.ts';
import { type ReviewRules, reviewsNeeded } from '../../../domain/calls/scoring.ts';
import type { KindDefinition } from '../../../domain/kinds/definition.ts';
import type { KindSlug } from '../../../domain/kinds/slugs.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import type { BodyOf, OutputOf } from '../../../domain/kit/endpoint.ts';
import { forbidden, notFound } from '../../../domain/kit/problem.ts';
import { partIds, readBars, readCallPeople } from '../../../server/part-taking/queries.ts';
import { readClosed } from '../../../server/part-taking/secrecy.ts';
import { callById } from '../../calls/queries.ts';
import { kindLookup } from '../../kinds/queries.ts';
import { requireId } from '../../project-record/subject/queries.ts';
import { reviewing } from '../../project-record/visibility/queries.ts';
import type { listCandidates, MatrixReviewer, proposeReviewers } from '../reviews/contract.ts';

type Reader = Database | Transaction;

export interface Asked {
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
  /** As its reviewers were invited; null before the first. */
  readonly blind: boolean | null;
  readonly due: string | null;
  readonly consensus: ConsensusStage | null;
  /** Whoever has confirmed and has not answered to the consensus. */
  readonly askedIds: readonly string[];
}
/** Where the consensus of a proposal stands: somebody is asked, or revises; all have answered; it is closed. */
export type ConsensusStage = 'asked' | 'revising' | 'answered' | 'closed';
export type AssignableProposal = Proposal & ProposalFacts & Pick<Form, 'rules' | 'call'>;

/** Proposals in evaluation with all that assigning depends on. */
export async function proposalsIn(db: Reader, ids: readonly string[] | null): Promise<AssignableProposal[]> {
  const { rows } = await sql<Proposal>`
    select p.id, p.code, p.title, p.kind, p.kind_version as "kindVersion", p.call_id as "callId",
      p.school_id as "schoolId",
      p.lead_id as "leadId", p.alternate_id as "alternateId", p.due_at as due,
      ${partIds} as "partIds",
      coalesce(r.declared, '{}') || coalesce(w.declared, '{}') as "declaredIds",
      coalesce(w.preferences, '{}') as preferences, coalesce(r.taken, '{}') as "takenIds",
      coalesce(r."activeIds", '{}') as "activeIds",
      coalesce(r.scores, '{}') as scores, r.blind, coalesce(r."askedIds", '{}') as "askedIds",
      case when k.project_id is null then null when k.closed_at is not null then 'closed'
        when r.revising then 'revising' when r."askedIds" is not null then 'asked' else 'answered' end as consensus,
      array_append(array(select jsonb_array_elements_text(coalesce(c.data -> 'keywords', '[]'))), p.title) as keywords
    from projects p
      left join project_sections c on c.project_id = p.id and c.section = 'identification'
      left join review_consensus k on k.project_id = p.id
      left join lateral (
        select array_agg(user_id) as taken,
          array_agg(user_id) filter (where consensus = ${lit.consensus('asked')}) as "askedIds",
          bool_or(consensus = ${lit.consensus('revising')} and state = ${lit.review('accepted')}) as revising,
          array_agg(user_id) filter (where state = ${lit.review('conflict')}) as declared,
          array_agg(score::float8 order by confirmed_at) filter (where state = ${lit.review('confirmed')}) as scores,
          array_agg(user_id) filter (where ${reviewing}) as "activeIds", bool_or(blind) filter (where ${reviewing}) as blind
        from reviews where project_id = p.id) r on true
      left join lateral (
        select json_object_agg(user_id, preference) as preferences,
          array_agg(user_id) filter (where preference = ${lit.preference('conflict')}) as declared
        from review_preferences where project_id = p.id) w on true
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
      lacking: Math.max(0, reviewsNeeded(row.scores, rules, isSought(row)) - row.activeIds.length),
    };
  });
}

const NOBODY: ReadonlySet<string> = new Set();
const isSought = ({ consensus }: Pick<Proposal, 'consensus'>) => consensus !== null && consensus !== 'closed';

/** Schools that the person `u` directs, or whose faculty they head. */
export const HEADED = precompile(sql`array(select school_id from school_heads where user_id = u.id union
  select x.id from faculty_heads h join schools x on x.faculty_id = h.faculty_id where h.user_id = u.id)`);

export type Reviewer = ReviewerFacts & MatrixReviewer & { readonly admin: boolean };

/** Everybody who may review, by name; how much each has, but for what is closed to the reader, if there is one. */
export async function reviewersIn(db: Reader, reader?: Actor): Promise<Reviewer[]> {
  const closed = reader && (await readClosed(db, reader));
  const { rows } = await sql<Reviewer>`
    select u.id, u.name, u.expertise, u.home_school_id as "schoolId", 'Admin' = any(u.roles) as admin,
      case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as school,
      ${HEADED} as "headedSchoolIds",
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

/** Why this person is not for this call; null where they are. The office sees whose proposals they are: it cannot be blind. */
export const blindRefusal = ({ admin }: Pick<Reviewer, 'admin'>, blind: boolean): string | null =>
  blind && admin ? 'La oficina no evalúa a ciegas.' : null;

/** Why this person cannot be invited; null when they can. Who declined or was replaced may be asked again. */
export function refusalOf(reviewer: Reviewer, proposal: AssignableProposal, blind: boolean): string | null {
  return blindRefusal(reviewer, blind) ?? conflictOf(reviewer, proposal);
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

/** Administrators are left out of what is proposed: they would have to be blind to what they run. */
const proposable = (reviewers: readonly Reviewer[]) => reviewers.filter(r => !r.admin);

export const pairsFor = (proposals: readonly AssignableProposal[], reviewers: readonly Reviewer[]) =>
  proposeAssignments(proposals, proposable(reviewers));

/** What stays short of reviewers with these pairs. */
function gapsIn(
  proposals: readonly AssignableProposal[],
  reviewers: readonly Reviewer[],
  pairs: readonly Pair[],
): OutputOf<typeof proposeReviewers>['gaps'] {
  const filled = Map.groupBy(pairs, p => p.projectId);
  const people = proposable(reviewers);
  return proposals.flatMap(proposal => {
    const { id: projectId, code, title, lacking } = proposal;
    const chosen = new Set(filled.get(projectId)?.map(p => p.userId));
    const missing = lacking - chosen.size;
    if (missing < 1) return [];
    const left = people.filter(r => !chosen.has(r.id));
    return [{ projectId, code, title, missing, reasons: refusalsFor(proposal, left) }];
  });
}

export async function proposePairs(
  db: Database,
  actor: Actor,
  { projectIds, kind, call }: BodyOf<typeof proposeReviewers>,
): Promise<OutputOf<typeof proposeReviewers>> {
  const [all, reviewers] = await Promise.all([proposalsIn(db, projectIds ?? null), reviewersIn(db, actor)]);
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
  const gaps = gapsIn(proposals, reviewers, pairs);
  return {
    gaps,
    pairs: pairs.map(p => ({
      ...p,
      topics: [...p.topics],
      code: projects.get(p.projectId)?.code ?? '',
      title: projects.get(p.projectId)?.title ?? '',
      name: names.get(p.userId) ?? '',
    })),
    unfilled: gaps.reduce((sum, gap) => sum + gap.missing, 0),
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
      const topics = topicsOf(reviewer.expertise, proposal.keywords);
      const preference = preferenceOf(proposal, id);
      const refused = taken.has(id)
        ? 'Ya la evalúa.'
        : refusalOf(reviewer, proposal, isBlind(proposal, false));
      return { id, name, school, load, topics, preference, refused };
    })
    .sort(
      (a, b) =>
        Number(a.refused !== null) - Number(b.refused !== null) ||
        Number(isUnwilling(a.preference)) - Number(isUnwilling(b.preference)) ||
        a.load - b.load ||
        rankOf(a.preference) - rankOf(b.preference) ||
        b.topics.length - a.topics.length,
    );
}
