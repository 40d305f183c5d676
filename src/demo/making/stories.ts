import { sql } from 'kysely';
import { lit } from '../../db/states.ts';
import { incs } from '../../domain/kinds/incs.ts';
import { reportAddress } from '../../domain/reports/names.ts';
import type { TransitionAction } from '../../domain/workflow/transitions.ts';
import { saveSection } from '../../features/ficha/commands.ts';
import { currentKind } from '../../features/kinds/queries.ts';
import { answerObservation } from '../../features/observations/commands.ts';
import type { KnownProject } from '../../features/project-record/held/queries.ts';
import { createProject } from '../../features/projects/commands.ts';
import { saveReport } from '../../features/reports/commands.ts';
import { reportFields } from '../../features/reports/contract.ts';
import { countOver } from '../../features/surveys/counting/commands.ts';
import { takeAction } from '../../features/workflow/transitions/commands.ts';
import { DEMO_DOMAIN, demoId } from '../../server/sign-in/demo-identity.ts';
import { writeExecution } from '../execution.ts';
import type { Writing } from '../life.ts';
import { writePaper } from '../papers.ts';
import { photosUntil } from '../reports.ts';
import type { DemoExecution } from '../seed/execution.ts';
import { demoUserId } from '../seed/load.ts';
import type { DemoProject } from '../seed/projects.ts';
import { demoSections } from '../seed/sections.ts';
import type { DemoAward, DemoSpending } from '../seed/spending.ts';
import { writeSpending } from '../spending.ts';
import { askAtClosing } from '../surveys.ts';
import { between, pick, pickNumber } from './chance.ts';
import type { Edition } from './editions.ts';
import { activityDays, endOf, expectedOf, lifeOf, seenFrom, spentFrom, startOf } from './lives.ts';
import * as say from './phrases.ts';
import { accept, confirm, invite, REVIEWERS, writeMarks } from './reviews.ts';
import { ownLines, ownSpending } from './spending.ts';

/** A project that is being told of. */
export interface Told {
  readonly writing: Writing;
  readonly edition: Edition;
  readonly project: KnownProject;
  readonly life: DemoExecution;
  readonly spending: DemoSpending;
}

/** Something that happens to a project, so many days before today. */
export interface Happening {
  readonly ago: number;
  readonly happen: (told: Told) => Promise<unknown>;
}

export const OFFICE = 'beatriz.navarrete';
type Given = Parameters<typeof takeAction>[1]['given'];

/** A step of the workflow, by the part of an e-mail before the @. */
export const step =
  (by: string, action: TransitionAction, more: Partial<Given> = {}) =>
  async ({ writing: { db, actorOf, workflow }, project }: Told): Promise<void> => {
    const { version } = await db
      .selectFrom('projects')
      .select('version')
      .where('id', '=', project.id)
      .executeTakeFirstOrThrow();
    const given: Given = { version, checklist: true, ...more };
    await takeAction({ db, actor: actorOf(by) }, { ...project, action, given, workflow });
  };

const OWN: Readonly<Partial<Record<Edition['idea']['kind'], (edition: Edition) => Record<string, unknown>>>> =
  {
    exts: ({ idea }) => ({
      ...{ type: idea.own, capacity: idea.people, isFree: true },
      audience: 'Público general de la comuna.',
    }),
    cons: ({ idea }) => ({ type: idea.own, amount: idea.cost[1], currency: 'CLP', isConfidential: false }),
    incs: ({ idea, key }) => ({
      ...{ name: idea.own, stage: pick(`${key}:stage`, ['idea', 'prototype']), readiness: 3 },
      intellectualProperty: 'Por definir con el socio.',
    }),
  };

/** The Ficha as it is written on the day of the draft. */
export const fichaOf = (edition: Edition, life: DemoExecution): DemoProject => {
  const { idea, turn, lead, member, course, begun } = edition;
  const { kind, school, title, summary, problem, relevance, general, specific, methodology } = idea;
  return {
    ...{ kind, school, lead, summary, problem, relevance, general, specific, methodology, steps: [] },
    title: turn > 1 ? `${title}, ${['segunda', 'tercera', 'nueva'][turn - 2]} versión` : title,
    ...{
      partner: idea.partner,
      comuna: idea.comuna,
      theme: idea.theme,
      goals: idea.goals,
      people: idea.people,
    },
    ...{ expected: expectedOf(edition), lines: ownLines(edition) },
    ...{ indicator: idea.indicator, cost: idea.cost, ...(member && { member }), ...(course && { course }) },
    ...(OWN[kind] && { own: OWN[kind](edition) }),
    execution: seenFrom(life, begun),
  };
};

/** A draft with all of its sections; of a call, where that is to pay it. */
export async function begin(
  { db, actorOf, workflow }: Pick<Writing, 'db' | 'actorOf' | 'workflow'>,
  edition: Edition,
  award?: DemoAward,
): Promise<KnownProject> {
  const lead = actorOf(edition.lead);
  const ficha = {
    ...fichaOf(edition, lifeOf(edition)),
    ...(award && { award, asked: award.amount, lines: award.lines }),
  };
  const address = { kind: ficha.kind, id: demoId(edition.key) };
  const draft = { ...address, title: ficha.title, ...(award && { callId: award.call.id }) };
  await createProject({ db, actor: lead }, { draft, kind: await currentKind(db, ficha.kind) });
  for (const [section, data] of Object.entries(demoSections(ficha, new Date()))) {
    // Both began with the draft.
    const version = section === 'identification' || section === 'fund' ? 1 : 0;
    await saveSection({ db, actor: lead }, { ...address, section, version, data, kinds: workflow.kinds });
  }
  return { ...address, kinds: workflow.kinds };
}

const remark = ({ key }: Edition, who: string): Partial<Given> => {
  const comment = pick(`${key}:${who}`, say.REMARKS);
  return comment ? { comment } : {};
};

/** What the lead writes to each observation of the head. */
async function answerObservations({ writing: { db, actorOf, workflow }, project, edition }: Told) {
  const { rows } = await sql<{ id: string }>`
    select id from observations where project_id = ${project.id} and state = ${lit.observation('open')}`.execute(
    db,
  );
  for (const { id } of rows)
    await answerObservation(
      { db, actor: actorOf(edition.lead) },
      { ...project, observation: id, kinds: workflow.kinds, text: say.ANSWER },
    );
}

async function attachContract({ writing: { db, files, actorOf }, project, edition }: Told): Promise<void> {
  await writePaper(db, files, {
    ...{ id: demoId(`${edition.key}:contract`), projectId: project.id, uploaderId: actorOf(edition.lead).id },
    ...{ documentType: 'signed_contract', title: 'Contrato firmado', lines: [edition.idea.title] },
  });
}

/** From its draft until it is approved, or not. */
function review(edition: Edition): Happening[] {
  const { begun, lead, director, dean, fate, idea, key } = edition;
  const at = (days: number, jitter: string) => begun - days - pickNumber(`${key}:${jitter}`, 3);
  const sent: Happening = { ago: at(2, 'sent'), happen: step(lead, 'submit') };
  const byDirector: Happening = {
    ago: at(7, 'director'),
    happen: step(director, 'endorse', remark(edition, 'director')),
  };
  const byDean: Happening = { ago: at(12, 'dean'), happen: step(dean, 'endorse', remark(edition, 'dean')) };
  const hasDean = idea.kind === 'pacs' || idea.kind === 'cons';
  if (fate === 'waiting') return [sent];
  if (fate === 'withdrawn')
    return [sent, { ago: at(6, 'withdrawn'), happen: step(lead, 'withdraw', { reason: say.WITHDRAWN }) }];
  if (fate === 'rejected')
    return [sent, { ago: at(7, 'rejected'), happen: step(director, 'reject', { reason: say.REJECTED }) }];
  if (fate === 'corrected' || fate === 'returned') {
    const text = pick(`${key}:observed`, say.OBSERVATIONS);
    const returned: Happening = {
      ago: at(5, 'returned'),
      happen: step(director, 'return', { observations: [{ section: 'diagnosis', text }] } as Partial<Given>),
    };
    const again: Happening[] = [
      { ago: at(9, 'answered'), happen: answerObservations },
      { ago: at(12, 'again'), happen: step(lead, 'submit') },
      { ...byDirector, ago: at(16, 'director') },
      ...(hasDean ? [{ ...byDean, ago: at(20, 'dean') }] : []),
    ];
    return fate === 'returned' ? [sent, returned] : [sent, returned, ...again];
  }
  return [sent, byDirector, ...(hasDean ? [byDean] : []), ...(idea.kind === 'incs' ? weigh(edition) : [])];
}

/** Two people review it, and the office decides by itself: it is of no call. */
function weigh(edition: Edition): Happening[] {
  const { key, begun } = edition;
  const chosen = pickNumber(`${key}:reviewers`, REVIEWERS.length);
  const reviewers = REVIEWERS.filter((_, n) => n !== chosen);
  const criteria = incs.rubric?.criteria ?? [];
  return [
    { ago: begun - 11, happen: ({ writing, project }) => invite(writing, project, reviewers) },
    ...reviewers.flatMap((reviewer, n): Happening[] => [
      { ago: begun - 12 - n, happen: ({ writing, project }) => accept(writing, project, reviewer) },
      {
        ago: begun - 16 - 2 * n,
        happen: async ({ writing, project }) => {
          await writeMarks(writing, project, { reviewer, level: 4, criteria });
          await confirm(writing, project, reviewer);
        },
      },
    ]),
    { ago: begun - 22, happen: step(OFFICE, 'award') },
  ];
}

/** What it does each day on which something was planned, as of that day. */
const live =
  (ago: number) =>
  async ({ writing, project, edition, life, spending }: Told): Promise<void> => {
    const { db, files, actorOf } = writing;
    const [lead, today] = [actorOf(edition.lead), { from: 0, to: -1 }];
    await writeExecution(seenFrom(life, ago), today, {
      ...{ db, files, actor: lead, actorOf, project },
      partnerId: demoId(`organisation:${edition.idea.partner[0]}`),
      userId: (name: string) => demoUserId(`${name}@${DEMO_DOMAIN}`),
    });
    await writeSpending(spentFrom(spending, ago), today, {
      db,
      files,
      lead,
      office: actorOf(OFFICE),
      project,
    });
  };

async function writeFinal({ writing: { db, actorOf }, project, edition, life }: Told): Promise<void> {
  const [report] = life.reports ?? [];
  if (!report) return;
  const { texts, people = {}, peopleReason = '' } = report;
  const photos = photosUntil({ project }, life, Number.NEGATIVE_INFINITY).slice(0, 6);
  const given = { ...reportFields.parse({ texts, people, peopleReason, photos }), version: 0 };
  await saveReport({ db, actor: actorOf(edition.lead) }, { ...project, report: reportAddress(null), given });
}

/** Days for which those who came to the last activity may answer. */
const ASKED_FOR = 14;

/** Two of three projects ask, the day after their last activity. */
function feedback(edition: Edition): Happening[] {
  const { key, lead } = edition;
  if (pickNumber(`${key}:asks`, 3) === 0) return [];
  const ago = endOf(edition) + 7;
  const answers = {
    first: 3 * pickNumber(`${key}:first`, 500),
    answers: between(`${key}:answers`, 9, 26),
  };
  const ask: Happening['happen'] = ({ writing: { db, actorOf }, project }) =>
    askAtClosing({ ...answers, db, lead: actorOf(lead), projectId: project.id, open: ASKED_FOR });
  return [
    { ago, happen: ask },
    { ago: ago - ASKED_FOR - 1, happen: ({ writing }) => countOver(writing.db) },
  ];
}

/** What it does from its first day on. */
export function execution(edition: Edition, spending: DemoSpending): Happening[] {
  const { lead, fate, idea } = edition;
  const life = lifeOf(edition);
  const days = new Set([
    ...life.activities.map(a => a.ago),
    ...life.meetings.map(m => m.ago),
    ...life.measuring.measurements.map(m => m.ago),
    ...(life.deliverables ?? []).map(d => d.due),
    ...[spending.payments, spending.expenses, spending.statements].flatMap(all => all.map(s => s.ago)),
    ...(spending.refund ? [spending.refund.ago] : []),
  ]);
  const begins: Happening[] = [
    ...(idea.kind === 'cons' ? [{ ago: startOf(edition) + 3, happen: attachContract }] : []),
    { ago: startOf(edition) - 1, happen: step(lead, 'start') },
  ];
  const lived = [...days].map(ago => ({ ago, happen: live(ago) }));
  const middle = activityDays(edition)[2] ?? 0;
  const until = (last: number) => lived.filter(({ ago }) => ago > last);
  if (fate === 'suspended')
    return [
      ...begins,
      ...until(middle),
      { ago: middle, happen: step(OFFICE, 'suspend', { reason: say.SUSPENDED }) },
    ];
  if (fate === 'cancelled')
    return [
      ...begins,
      ...until(middle),
      { ago: middle, happen: step(OFFICE, 'cancel', { reason: say.CANCELLED }) },
    ];
  const [report] = life.reports ?? [];
  const all = [...begins, ...lived, ...feedback(edition)];
  if (!report || fate === 'late') return all;
  const [byDirector, byOffice] = report.verdicts ?? [];
  return [
    ...all,
    { ago: report.ago + 2, happen: writeFinal },
    { ago: report.ago, happen: step(lead, 'submit_final_report') },
    ...[byDirector, byOffice].flatMap(verdict =>
      verdict ? [{ ago: verdict.ago, happen: step(verdict.by, 'accept_final_report') }] : [],
    ),
  ];
}

const ENDS: readonly Edition['fate'][] = ['waiting', 'withdrawn', 'rejected', 'returned'];

/** In its order, until today. */
export const untilToday = <T extends { readonly ago: number }>(all: readonly T[]): T[] =>
  all.filter(({ ago }) => ago > 0).sort((a, b) => b.ago - a.ago);

/** All that happens to a project of this kind after its draft. */
export const storyOf = (edition: Edition): Happening[] =>
  untilToday([
    ...review(edition),
    ...(ENDS.includes(edition.fate) ? [] : execution(edition, ownSpending(edition))),
  ]);
