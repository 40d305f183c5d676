import { FIRST_KINDS } from '../../domain/kinds/index.ts';
import { addDays, endOfDay } from '../../domain/kit/calendar.ts';
import { answerAppeal, fileAppeal } from '../../features/awards/appeals/commands.ts';
import { resolveCall } from '../../features/awards/commands.ts';
import { rankingOf } from '../../features/awards/queries.ts';
import { createCall, saveCall } from '../../features/calls/commands.ts';
import { callSettings } from '../../features/calls/contract.ts';
import { runCalls } from '../../features/calls/jobs.ts';
import { moveCall } from '../../features/calls/progress/commands.ts';
import { DEMO_DOMAIN } from '../../server/sign-in/demo-identity.ts';
import type { Writing } from '../life.ts';
import { checkAll } from '../projects.ts';
import type { CallPlan } from './call-plans.ts';
import { otherReviewers } from './catalogues.ts';
import { pickNumber } from './chance.ts';
import { type Edition, editionOf } from './editions.ts';
import { IDEAS } from './ideas.ts';
import * as say from './phrases.ts';
import { REVIEWERS } from './reviews.ts';
import { type Happening, OFFICE, step, type Told } from './stories.ts';

/** One thing that happens to a call, so many days before today. */
export interface CallHappening {
  readonly ago: number;
  readonly happen: (writing: Writing) => Promise<unknown>;
}

/** Takes proposals from today on, as the office sets it up. Answers its id. */
export async function openAsPlanned(
  { db, actorOf }: Writing,
  plan: CallPlan,
  today: string,
): Promise<string> {
  const actor = actorOf(OFFICE);
  const day = (ago: number) => addDays(today, -ago);
  const year = Number(/\d{4}$/.exec(plan.name)?.[0]);
  const { id } = await createCall({ db, actor }, { name: plan.name, year, kind: plan.kind });
  const settings = callSettings.parse({
    ...{ name: plan.name, year, opensAt: new Date().toISOString() },
    ...{ closesAt: endOfDay(day(plan.closed)).toISOString(), correctionDays: 5 },
    endorseUntil: endOfDay(day(plan.endorse)).toISOString(),
    evaluationUntil: endOfDay(day(plan.evaluation)).toISOString(),
    resolutionAt: endOfDay(day(plan.resolved - 1)).toISOString(),
    ...{ appealDays: 5, answerDays: 10, invitationDays: 5, executionFrom: day(plan.from) },
    ...{ executionTo: day(plan.to), waitlistUntil: null, committee: { members: [], quorum: null } },
    ...{ blind: false, reviews: 2, minimum: 60, gap: 40, consensusDays: 3, proposalsPerLead: 2 },
    ...{ blocksOverdue: false, categoryCaps: [], partnerMinimum: null, studentMinimum: null },
    ...{ instalments: [], graceDays: 30, reportDates: [], publishesResults: true, quotas: [] },
    lines: [{ id: plan.line, name: 'Trabajo con organizaciones', cap: 4_000_000, budget: plan.budget }],
    rubric: { criteria: FIRST_KINDS[plan.kind].rubric?.criteria ?? [] },
    ...{ questions: [], documents: [], publicText: say.BASES },
  });
  await saveCall({ db, actor }, { call: id, version: 1, settings });
  await moveCall({ db, actor }, { call: id, version: 2, to: 'open' });
  return id;
}

/** Shorter than any three months in a row: a project does not begin before its call lets it. */
const SHORT_MONTH = 29.5;

/** Who applies: ideas in turn, from another one for each call. */
export function proposalsOf(plan: CallPlan, from: number): Edition[] {
  const ideas = IDEAS.filter(idea => idea.kind === plan.kind);
  return Array.from({ length: plan.proposals }, (_, n) => {
    const idea = ideas[(from + n * 11) % ideas.length];
    if (!idea) throw new Error(`no idea for ${plan.name}`);
    const begun = plan.closed + 14 + pickNumber(`${plan.name}:${n}`, plan.opened - plan.closed - 17);
    const wait = Math.ceil((begun - plan.from) / SHORT_MONTH);
    const edition = editionOf(idea, 1, begun, 7);
    return { ...edition, key: `${plan.name}:${edition.key}`, wait, fate: undefined };
  });
}

/** Two reviewers of each proposal: of those who may sign in and of the others, in turn. */
export function reviewersOf(n: number): [string, string] {
  const others = otherReviewers;
  return [REVIEWERS[n % REVIEWERS.length] ?? '', others[n % others.length] ?? ''];
}

/** The office finds everything in order. */
async function admit(told: Told): Promise<void> {
  const { db, actorOf } = told.writing;
  await checkAll(db, actorOf(OFFICE), told.project);
  await step(OFFICE, 'admit')(told);
}

/** From its draft to the evaluation: sent, endorsed, and admitted where its kind asks for it. */
export function applied({ begun, lead, director, dean }: Edition, kind: CallPlan['kind']): Happening[] {
  return [
    { ago: begun - 6, happen: step(lead, 'submit') },
    { ago: begun - 9, happen: step(director, 'endorse') },
    ...(kind === 'fexs'
      ? [
          { ago: begun - 12, happen: step(dean, 'endorse') },
          { ago: begun - 14, happen: admit },
        ]
      : []),
  ];
}

/** Closes what takes proposals no longer, and goes on with what may be appealed no longer. */
export const tick = ({ db }: Writing) => runCalls(db, new Date());

/**
 * Every proposal gets what the rules propose; one that is back by its appeal too. `doubted`: the last one that would be
 * awarded is not, as the commission takes it for another that is paid already.
 */
export async function resolveAsProposed(
  { db, actorOf, workflow }: Writing,
  id: string,
  doubted = false,
): Promise<void> {
  const actor = actorOf(OFFICE);
  const { rows, refusal } = await rankingOf(db, actor, id, new Date());
  if (refusal) throw new Error(refusal);
  const last = doubted ? rows.findLast(row => row.proposed === 'award')?.id : undefined;
  const decisions = rows.flatMap(({ id: project, version, proposed, proposedLineId }) =>
    proposed
      ? [
          {
            ...{ id: project, version, result: project === last ? ('not_award' as const) : proposed },
            ...{ reason: project === last ? say.DOUBTED : '' },
            ...(proposedLineId && { lineId: proposedLineId }),
          },
        ]
      : [],
  );
  await resolveCall({ db, actor }, { call: id, given: { decisions }, workflow });
}

/** The lead of the best proposal that got nothing appeals. */
export async function appeal({ db, actorOf, workflow }: Writing, id: string, text: string): Promise<void> {
  const { name, rows } = await rankingOf(db, actorOf(OFFICE), id, new Date());
  const refused = rows.find(row => row.status === 'not_awarded');
  if (!refused) throw new Error(`nobody was refused in ${name}`);
  const { email } = await db
    .selectFrom('projects as p')
    .innerJoin('users as u', 'u.id', 'p.lead_id')
    .select('u.email')
    .where('p.id', '=', refused.id)
    .executeTakeFirstOrThrow();
  await fileAppeal(
    { db, actor: actorOf(email.replace(`@${DEMO_DOMAIN}`, '')) },
    {
      ...{ kind: refused.kind, id: refused.id, workflow, receivedAt: new Date() },
      given: { text },
    },
  );
}

/** Every appeal of a call that waits is answered. */
export async function answerAppeals(
  { db, actorOf, workflow }: Writing,
  id: string,
  upheld: boolean,
): Promise<void> {
  const waiting = await db
    .selectFrom('appeals as a')
    .innerJoin('projects as p', 'p.id', 'a.project_id')
    .select(['p.id', 'p.kind', 'p.version'])
    .where('p.call_id', '=', id)
    .where('a.upheld', 'is', null)
    .execute();
  for (const { version, ...address } of waiting)
    await answerAppeal(
      { db, actor: actorOf(OFFICE) },
      {
        ...{ ...address, workflow, receivedAt: new Date() },
        given: { version, upheld, answer: upheld ? say.APPEAL_UPHELD : say.APPEAL_ANSWER },
      },
    );
}
