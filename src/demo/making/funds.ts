import { FIRST_KINDS } from '../../domain/kinds/index.ts';
import { addDays, endOfDay } from '../../domain/kit/calendar.ts';
import type { BudgetLine } from '../../domain/sections/budget.ts';
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
import { line } from '../seed/awarded.ts';
import { type DemoSpending, SUPPLIERS } from '../seed/spending.ts';
import { pickNumber } from './chance.ts';
import { type Edition, editionOf } from './editions.ts';
import { IDEAS } from './ideas.ts';
import { endOf, startOf } from './lives.ts';
import * as say from './phrases.ts';
import { REVIEWERS } from './reviews.ts';
import type { Round } from './rounds.ts';
import { type Happening, OFFICE, step, type Told } from './stories.ts';
import { otherReviewers } from './wider.ts';

/** One thing that happens to a call, so many days before today. */
export interface CallHappening {
  readonly ago: number;
  readonly happen: (writing: Writing) => Promise<unknown>;
}

/** Takes proposals from today on, as the office sets it up. Answers its id. */
export async function openRound({ db, actorOf }: Writing, round: Round, today: string): Promise<string> {
  const actor = actorOf(OFFICE);
  const day = (ago: number) => addDays(today, -ago);
  const year = Number(/\d{4}$/.exec(round.name)?.[0]);
  const { id } = await createCall({ db, actor }, { name: round.name, year, kind: round.kind });
  const settings = callSettings.parse({
    ...{ name: round.name, year, opensAt: new Date().toISOString() },
    ...{ closesAt: endOfDay(day(round.closed)).toISOString(), correctionDays: 5 },
    endorseUntil: endOfDay(day(round.endorse)).toISOString(),
    evaluationUntil: endOfDay(day(round.evaluation)).toISOString(),
    resolutionAt: endOfDay(day(round.resolved - 1)).toISOString(),
    ...{ appealDays: 5, answerDays: 10, invitationDays: 5, executionFrom: day(round.from) },
    ...{ executionTo: day(round.to), waitlistUntil: null, committee: { members: [], quorum: null } },
    ...{ blind: false, reviews: 2, minimum: 60, gap: 40, consensusDays: 3, proposalsPerLead: 2 },
    ...{ blocksOverdue: false, categoryCaps: [], partnerMinimum: null, studentMinimum: null },
    ...{ instalments: [], graceDays: 30, reportDates: [], publishesResults: true, quotas: [] },
    lines: [{ id: round.line, name: 'Trabajo con organizaciones', cap: 4_000_000, budget: round.budget }],
    rubric: { criteria: FIRST_KINDS[round.kind].rubric?.criteria ?? [] },
    ...{ questions: [], documents: [], publicText: say.BASES },
  });
  await saveCall({ db, actor }, { call: id, version: 1, settings });
  await moveCall({ db, actor }, { call: id, version: 2, to: 'open' });
  return id;
}

/** Shorter than any three months in a row: a project does not begin before its call lets it. */
const SHORT_MONTH = 29.5;

/** Who applies: ideas in turn, from another one for each call. */
export function proposalsOf(round: Round, from: number): Edition[] {
  const ideas = IDEAS.filter(idea => idea.kind === round.kind);
  return Array.from({ length: round.proposals }, (_, n) => {
    const idea = ideas[(from + n * 11) % ideas.length];
    if (!idea) throw new Error(`no idea for ${round.name}`);
    const begun = round.closed + 14 + pickNumber(`${round.name}:${n}`, round.opened - round.closed - 17);
    const wait = Math.ceil((begun - round.from) / SHORT_MONTH);
    const edition = editionOf(idea, 1, begun, 7);
    return { ...edition, key: `${round.name}:${edition.key}`, wait, fate: undefined };
  });
}

/** What the fund is asked for, in three lines, and what the unit adds. */
export function linesOf({ idea }: Edition): BudgetLine[] {
  const [what, pesos] = idea.cost;
  const part = (share: number) => Math.round((pesos * share) / 100_000) * 1000;
  return [
    line('o1', 'operation', what, pesos - part(25) - part(15)),
    line('h1', 'fees', 'Apoyo técnico y monitorías', part(25)),
    line('d1', 'dissemination', 'Afiches, impresos y registro', part(15)),
    line('u1', 'operation', 'Horas de coordinación y salas', part(20), 'unit'),
  ];
}

/** Paid when it begins and half way; spent in between and accounted for once. */
export function spendingOf(edition: Edition): DemoSpending {
  const { idea, key } = edition;
  const total = idea.cost[1];
  const first = Math.round((total * 0.6) / 1000) * 1000;
  const [from, to] = [startOf(edition), endOf(edition)];
  const at = (share: number) => Math.round(from - (from - to) * share);
  const lines = linesOf(edition);
  const spent = (id: string, share: number) =>
    Math.round(((lines.find(l => l.id === id)?.unitCost ?? 0) * share) / 10) * 10;
  const number = (n: number) => String(2000 + pickNumber(`${key}:${n}`, 7000));
  const expenses: DemoSpending['expenses'] = [
    {
      ...{ type: 'Factura', from: SUPPLIERS.stationer, number: number(2), ago: at(0.15), line: 'o1' },
      ...{ gross: spent('o1', 0.34), what: idea.cost[0] },
    },
    {
      ...{ type: 'Factura', from: SUPPLIERS.bus, number: number(3), ago: at(0.35), line: 'o1' },
      ...{ gross: spent('o1', 0.4), what: 'Traslado del equipo y de participantes' },
    },
    {
      ...{ type: 'Factura', from: SUPPLIERS.printer, number: number(4), ago: at(0.6), line: 'd1' },
      ...{ gross: spent('d1', 0.92), what: 'Impresión de material' },
    },
    {
      ...{
        type: 'Boleta de honorarios',
        from: SUPPLIERS.monitor,
        number: number(5),
        ago: at(0.7),
        line: 'h1',
      },
      ...{ gross: spent('h1', 0.95), what: 'Monitoría de las actividades' },
    },
  ];
  const left = total - expenses.reduce((sum, e) => sum + e.gross, 0);
  return {
    expenses,
    refund: { ago: at(0.93), amount: left, reference: `Transferencia ${number(6)}` },
    payments: [
      { ago: at(0.06), amount: first, reference: `Transferencia ${number(0)}`, note: 'Primera parte.' },
      { ago: at(0.55), amount: total - first, reference: `Transferencia ${number(1)}`, note: 'Saldo.' },
    ],
    statements: [
      { ago: at(0.45), expenses: [0, 1], approve: true, comment: 'Conforme.' },
      { ago: at(0.85), expenses: [2, 3], approve: true, comment: 'Conforme. Cierra la segunda parte.' },
    ],
  };
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
export function applied({ begun, lead, director, dean }: Edition, kind: Round['kind']): Happening[] {
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

/** Every proposal gets what the rules propose. */
export async function resolveRound({ db, actorOf, workflow }: Writing, id: string): Promise<void> {
  const actor = actorOf(OFFICE);
  const { rows, refusal } = await rankingOf(db, actor, id, new Date());
  if (refusal) throw new Error(refusal);
  const decisions = rows.flatMap(({ id: project, version, proposed, proposedLineId }) =>
    proposed
      ? [
          {
            id: project,
            version,
            result: proposed,
            reason: '',
            ...(proposedLineId && { lineId: proposedLineId }),
          },
        ]
      : [],
  );
  await resolveCall({ db, actor }, { call: id, given: { decisions }, workflow });
}

/** The lead of the best proposal that got nothing appeals. */
export async function appeal({ db, actorOf, workflow }: Writing, id: string): Promise<void> {
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
      given: { text: say.APPEAL },
    },
  );
}

/** Every appeal of a call that waits is answered: its result stays. */
export async function answerAppeals({ db, actorOf, workflow }: Writing, id: string): Promise<void> {
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
        given: { version, upheld: false, answer: say.APPEAL_ANSWER },
      },
    );
}
