import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { readHolidays } from '../../db/holidays.ts';
import { readSetting } from '../../db/settings.ts';
import { lit } from '../../db/states.ts';
import { can } from '../../domain/access/can.ts';
import {
  CHANGE_DAYS,
  type ChangeSection,
  changedPart,
  changeLabel,
} from '../../domain/access/change-requests.ts';
import { type BudgetMove, budgetMove, budgetRefusal, movableLeft } from '../../domain/calls/money.ts';
import { kindSections } from '../../domain/kinds/definition.ts';
import { addWorkingDays } from '../../domain/kit/calendar.ts';
import type { BodyOf } from '../../domain/kit/endpoint.ts';
import { AppError, forbidden, invalid } from '../../domain/kit/problem.ts';
import type { Budget } from '../../domain/sections/budget.ts';
import { sectionOf } from '../../domain/sections/index.ts';
import { inputErrors } from '../../domain/workflow/demands.ts';
import { type Command, command } from '../../server/commands/command.ts';
import { budgetLineErrors } from '../expenses/queries.ts';
import { parseDraft, sectionIn, stale, writeSection } from '../ficha/commands.ts';
import type { ChangeRequest } from '../project-record/detail/contract.ts';
import { type HeldProject, holdProject, type KnownProject } from '../project-record/held/queries.ts';
import { writeEntry } from '../project-record/history/commands.ts';
import { brokenReferences } from '../project-record/references/queries.ts';
import { completenessOf, readProject, type StoredProject } from '../project-record/subject/queries.ts';
import { announceRequest, announceSettled } from '../workflow/notices/commands.ts';
import type { decideChange as decision, requestChange as request } from './contract.ts';
import { readChange } from './queries.ts';

type Data = Record<string, unknown>;
const dataOf = (project: StoredProject, slug: ChangeSection): Data => ({
  ...sectionOf(slug).empty,
  ...project.sections[slug]?.data,
});

/** The section as it would be, with all that is wrong about it. */
async function previewSection(
  { tx }: Command,
  { project, kind }: HeldProject,
  section: ChangeSection,
  asked: Data,
): Promise<Data> {
  const slug = sectionIn(kind, section);
  const before = dataOf(project, section);
  const data = parseDraft(kind, slug, { ...before, ...changedPart(section, asked) }, project.historic);
  const fields = kindSections(kind, false).find(s => s.slug === slug)?.fields ?? [];
  const missingIn = (sections: StoredProject['sections']) =>
    completenessOf(kind, { ...project, sections }).missing.filter(m => m.section === slug);
  const known = new Set(missingIn(project.sections).map(m => m.path));
  const { version = 0, updatedAt = '', updatedBy = null } = project.sections[slug] ?? {};
  const missing = missingIn({ ...project.sections, [slug]: { version, updatedAt, updatedBy, data } });
  const errors = [
    ...(await brokenReferences(tx, project, fields, before, data)),
    // What was missing when the project was approved does not have to be mended now.
    ...missing.filter(m => !known.has(m.path)).map(({ path, message }) => ({ path, message })),
  ];
  if (section === 'budget')
    errors.push(...(await budgetLineErrors(tx, project.id, before as Budget, data as Budget)));
  if (errors.length > 0) throw new AppError('invalid', undefined, { errors });
  const refusal =
    section === 'budget' ? budgetRefusal(linesOf(before), linesOf(data), rulesOf(project)) : null;
  if (refusal) throw new AppError('rule', refusal, { errors: [{ path: 'data', message: refusal }] });
  return data;
}

const linesOf = (data: Data) => (data as Budget).lines;
const rulesOf = ({ amountAwarded: awarded, call }: StoredProject) => ({
  awarded,
  categoryCaps: call?.categoryCaps ?? [],
});

/** What a change of the budget moves between categories, where that needs no request; `null` where it does. */
async function freeMove(
  { tx }: Command,
  { project, subject }: HeldProject,
  before: Data,
  data: Data,
): Promise<BudgetMove | null> {
  const { amountAwarded, amountMoved } = project;
  if (amountAwarded === null || subject.unfitted) return null;
  const move = budgetMove(linesOf(before), linesOf(data));
  if (!move) return null;
  const share = await readSetting(tx, 'budgetMoveShare');
  return move.amount <= movableLeft(amountAwarded, amountMoved, share) ? move : null;
}

/** A move that needs no request is in the Ficha at once, with a line in the history. */
async function moveBudget(
  run: Command,
  { project, kind }: HeldProject,
  { id, version, reason }: BodyOf<typeof request>,
  { data, move, onBehalfOf }: { data: Data; move: BudgetMove; onBehalfOf: string | null },
): Promise<void> {
  const written = await writeSection(run, project, kind, 'budget', version, data);
  if (written === null) throw stale(await readProject(run.tx, run.actor, project), 'budget');
  await run.tx
    .updateTable('projects')
    .set({ amount_moved: project.amountMoved + move.amount })
    .where('id', '=', project.id)
    .execute();
  await note(run, project, 'move_budget', 'budget', {
    reason,
    onBehalfOf,
    note: `${move.words}.`,
    batch: id,
  });
}

/** Whether this very move was made already: it is sent again after a lost answer. */
const isMoved = async ({ tx }: Command, { id: projectId }: StoredProject, id: string): Promise<boolean> =>
  (
    await sql`select 1 from project_history where project_id = ${projectId} and batch_id = ${id}
      and action = ${lit.action('move_budget')}`.execute(tx)
  ).rows.length > 0;

export const requestChange = command(
  'active',
  async (run: Command, { asked, ...address }: KnownProject & { asked: BodyOf<typeof request> }) => {
    const { tx, actor, now } = run;
    const open = await holdProject(run, address);
    const { project, subject } = open;
    const verdict = can(actor, 'request_change', subject);
    if (!verdict.allowed) throw forbidden('pedir cambios', verdict.reason);
    const { id, section, reason } = asked;
    const rows = await tx
      .selectFrom('change_requests')
      .select(['id', 'state', 'project_id as projectId'])
      .where(eb => eb.or([eb('id', '=', id), eb('project_id', '=', project.id).and('section', '=', section)]))
      .execute();
    // Sent again after a lost answer.
    if (rows.some(r => r.id === id && r.projectId === project.id)) return { id, applied: false };
    if (await isMoved(run, project, id)) return { id, applied: true };
    if (rows.some(r => r.state === 'open'))
      throw new AppError(
        'rule',
        `Ya hay un cambio pedido en «${changeLabel(section)}»: espera la decisión o retíralo.`,
      );
    if (asked.version !== (project.sections[section]?.version ?? 0)) throw stale(project, section);
    const data = await previewSection(run, open, section, asked.data);
    const before = changedPart(section, dataOf(project, section));
    const after = changedPart(section, data);
    if (isDeepStrictEqual(before, after)) throw invalid('data', 'Cambia algo antes de enviar la solicitud.');
    const onBehalfOf = verdict.onBehalf ? project.leadId : null;
    const move = section === 'budget' ? await freeMove(run, open, before, after) : null;
    if (move) {
      await moveBudget(run, open, asked, { data, move, onBehalfOf });
      return { id, applied: true };
    }
    const historyId = await note(run, project, 'request_change', section, { reason, onBehalfOf });
    await tx
      .insertInto('change_requests')
      .values({
        id,
        project_id: project.id,
        section,
        version: asked.version,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
        reason,
        author_id: actor.id,
        on_behalf_of: onBehalfOf,
        history_id: historyId,
        created_at: now,
        due_at: await dueFrom(run),
      })
      .execute();
    await tellDeciders(run, open, { id, section, historyId, reason });
    return { id, applied: false };
  },
);

async function tellDeciders(
  run: Command,
  { project, subject }: HeldProject,
  {
    id,
    section,
    historyId,
    reason,
  }: { id: string; section: ChangeSection; historyId: number; reason: string },
): Promise<void> {
  const { turn } = await readChange(run.tx, run.actor, project, subject, id);
  const holders = (turn?.people ?? []).map(p => ({ userId: p.id, principalId: null, via: '' }));
  const deciders = { holders, office: turn?.office ?? false };
  const due = turn?.due ? new Date(turn.due) : null;
  await announceRequest(run, project, deciders, { section, historyId, authorId: run.actor.id, reason, due });
}

const dueFrom = async ({ tx, now }: Command): Promise<Date> =>
  addWorkingDays(now, CHANGE_DAYS, await readHolidays(tx));

interface Noted {
  readonly reason: string | null;
  readonly onBehalfOf?: string | null;
  readonly note?: string | null;
  readonly lastResort?: boolean;
  /** The browser's name of what it asked. */
  readonly batch?: string;
}

/** One row in the project's history and one in the audit, which keeps neither money nor people. */
async function note(
  run: Command,
  project: StoredProject,
  action: 'request_change' | 'accept_change' | 'refuse_change' | 'withdraw_change' | 'move_budget',
  section: ChangeSection,
  { reason, onBehalfOf = null, note: why = null, lastResort = false, batch }: Noted,
): Promise<number> {
  const id = await writeEntry(run, {
    projectId: project.id,
    action,
    from: project.status,
    to: project.status,
    reason: reason || null,
    comment: `${changeLabel(section)}.`,
    note: why,
    onBehalfOf,
    ...(batch !== undefined && { batch }),
  });
  run.record({
    action: `project.${action}`,
    objectType: 'project',
    objectId: project.id,
    changes: { section: [null, section], ...(lastResort && { lastResort: [false, true] as const }) },
  });
  return id;
}

type Settle = KnownProject & { readonly change: string };

/** The request, when nobody settled it yet; 409 with who did otherwise. */
async function requireOpen(
  run: Command,
  { project, subject }: HeldProject,
  id: string,
): Promise<ChangeRequest> {
  const found = await readChange(run.tx, run.actor, project, subject, id);
  if (found.state === 'open') return found;
  const { state, decidedBy: by, decidedAt: at } = found;
  const words =
    state === 'closed'
      ? 'El proyecto terminó, y la solicitud se cerró con él.'
      : `${by?.name ?? 'Otra persona'} ya ${{ accepted: 'aceptó', refused: 'rechazó', withdrawn: 'retiró' }[state]} esta solicitud.`;
  throw new AppError('conflict', words, { extra: { state, by, at } });
}

async function settle(
  run: Command,
  project: StoredProject,
  { id, section, author }: ChangeRequest,
  state: 'accepted' | 'refused' | 'withdrawn',
  answer: string | null,
) {
  const { historyId } = await run.tx
    .updateTable('change_requests')
    .set({ state, decided_by: run.actor.id, decided_at: run.now, answer: answer || null })
    .where('id', '=', id)
    .returning('history_id as historyId')
    .executeTakeFirstOrThrow();
  const change = {
    section,
    historyId: historyId ?? 0,
    authorId: author.id,
    reason: answer,
    due: null,
  };
  await announceSettled(run, project, change, state === 'withdrawn' ? null : state === 'accepted');
  return { id };
}

export const decideChange = command(
  'active',
  async (run: Command, { change, given, ...address }: Settle & { given: BodyOf<typeof decision> }) => {
    const open = await holdProject(run, address);
    const found = await requireOpen(run, open, change);
    const { accept, reason = '' } = given;
    if (!found.mayDecide)
      throw forbidden('decidir este cambio', found.refusal ?? 'Solo puede hacerlo quien tiene la solicitud.');
    const errors = accept
      ? inputErrors(found.lastResort ? ['reason>=10'] : [], { reason })
      : inputErrors([found.lastResort ? 'reason>=10' : 'reason>=1'], { reason });
    if (errors.length > 0) throw new AppError('invalid', undefined, { errors });
    if (accept) await apply(run, open, found, given.version);
    await note(run, open.project, accept ? 'accept_change' : 'refuse_change', found.section, {
      reason,
      note: found.lastResort ? LAST_ADMIN : found.note,
      lastResort: found.lastResort,
    });
    return settle(run, open.project, found, accept ? 'accepted' : 'refused', reason);
  },
);
const LAST_ADMIN = 'Decidió la última persona posible de la oficina, pese a su conflicto de interés.';

/** Writes the change into the section as the reader saw it; 409 when it is another one by now. */
async function apply(run: Command, open: HeldProject, found: ChangeRequest, version: number): Promise<void> {
  const { project, kind } = open;
  const { section } = found;
  if (version !== found.version) throw stale(project, section);
  const data = await previewSection(run, open, section, found.after);
  const written = await writeSection(run, project, kind, section, version, data);
  if (written === null) throw stale(await readProject(run.tx, run.actor, project), section);
  if (found.stale)
    await run.tx
      .updateTable('change_requests')
      .set({ before: JSON.stringify(found.before), version })
      .where('id', '=', found.id)
      .execute();
}

export const withdrawChange = command('active', async (run: Command, { change, ...address }: Settle) => {
  const open = await holdProject(run, address);
  const found = await requireOpen(run, open, change);
  if (!found.mayWithdraw)
    throw forbidden('retirar esta solicitud', 'La retira quien la hizo o el responsable del proyecto.');
  await note(run, open.project, 'withdraw_change', found.section, { reason: null });
  return settle(run, open.project, found, 'withdrawn', null);
});
