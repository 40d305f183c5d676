import { sql } from 'kysely';
import { lit } from '../../../db/states.ts';
import { judgeMadeDecision } from '../../../domain/access/spending.ts';
import type { BodyOf } from '../../../domain/kit/endpoint.ts';
import { AppError, type FieldError, forbidden } from '../../../domain/kit/problem.ts';
import { fundLimit, fundRefusal } from '../../../domain/spending/balance.ts';
import {
  awaitsOffice,
  isApproved,
  isApprovedStatement,
  isRecorded,
  isRefused,
} from '../../../domain/spending/expense-states.ts';
import { normaliseNumber } from '../../../domain/spending/vouchers.ts';
import { formatList } from '../../../domain/text/format.ts';
import { RULES } from '../../../domain/text/rule-messages.ts';
import { type Command, command } from '../../../server/commands/command.ts';
import type { HeldProject, KnownProject } from '../../project-record/held/queries.ts';
import { sectionData } from '../../project-record/subject/queries.ts';
import {
  dueFrom,
  holdSpending,
  isRepeated,
  outdated,
  requireNoErrors,
  requireStatement,
} from '../commands.ts';
import type { decideStatement as decideContract, reopenStatement as reopenContract } from '../contract.ts';
import { announceDecided, announceReopened } from '../notices/commands.ts';
import {
  type Correction,
  type LockedStatement,
  readCorrections,
  readStated,
  type StatedExpense,
} from '../queries.ts';
import {
  findCrowdedCredits,
  findCrowdedVouchers,
  findReleasedVouchers,
  lockKnownVouchers,
  type ReleasedVoucher,
  readFundSpent,
} from './queries.ts';

type Address = KnownProject & { readonly statement: string };
type Decision = BodyOf<typeof decideContract>;

const rule = (detail: string): AppError => new AppError('rule', detail);

/** A statement that the person of the office may decide, or whose approval they may take back. */
async function requireDecidable(run: Command, { statement, ...address }: Address, verb: string) {
  const held = await holdSpending(run, address);
  const found = await requireStatement(run, held, statement);
  const verdict = judgeMadeDecision(run.actor, held.subject, found.makerIds, found.freeIds);
  if (!verdict.allowed) throw forbidden(verb, verdict.reason);
  return { held, found, isLastResort: verdict.lastResort === true };
}

const LAST_RESORT_LENGTH = 10;

/** All that is wrong with a decision, beyond its shape. */
function decisionErrors(
  expenses: readonly StatedExpense[],
  { approve, notes, comment }: Decision,
  isLastResort: boolean,
): FieldError[] {
  const stated = new Set(expenses.map(e => e.id));
  const ids = notes.map(n => n.expenseId);
  const errors = ids.flatMap((id, n): FieldError[] => {
    const path = `notes.${n}.text`;
    if (!stated.has(id)) return [{ path, message: 'Este gasto no está en la rendición.' }];
    return isRepeated(ids, n) ? [{ path, message: 'Este gasto ya tiene una nota.' }] : [];
  });
  if (!approve && notes.length === 0) errors.push({ path: 'notes', message: 'Observa al menos un gasto.' });
  if (isLastResort && comment.length < LAST_RESORT_LENGTH)
    errors.push({ path: 'comment', message: RULES.minLength(LAST_RESORT_LENGTH) });
  return errors;
}

/** Why a credit note of a refused expense is in the way; null when it is refused, too. */
function creditRefusal(expense: StatedExpense, credit: Correction): string | null {
  const corrects = `«${credit.description}» corrige «${expense.description}», que rechazas`;
  if (isRefused(credit)) return null;
  if (isRecorded(credit)) return `${corrects}, y está sin rendir: elimínala o pide eliminarla antes.`;
  return isApproved(credit)
    ? `${corrects}, y se aprobó en la rendición ${credit.number}: reabre esa antes.`
    : `${corrects}, y está en la rendición ${credit.number}: decide esa antes.`;
}

/** Why these cannot be approved, and those refused: a credit note counts with what it corrects alone. */
function correctionRefusal(
  expenses: readonly StatedExpense[],
  corrections: readonly Correction[],
  refusedIds: ReadonlySet<string>,
): string | null {
  const stated = new Map(expenses.map(e => [e.id, e]));
  for (const c of corrections) {
    const corrected = c.correctsId === null ? undefined : stated.get(c.correctsId);
    if (!corrected || !refusedIds.has(corrected.id) || refusedIds.has(c.id)) continue;
    const refusal = stated.has(c.id)
      ? `«${c.description}» corrige «${corrected.description}», que rechazas: recházala también.`
      : creditRefusal(corrected, c);
    if (refusal !== null) return refusal;
  }
  const byId = new Map(corrections.map(c => [c.id, c]));
  for (const e of expenses) {
    const corrected = e.correctsId === null ? undefined : byId.get(e.correctsId);
    if (corrected && isRefused(corrected) && !refusedIds.has(e.id))
      return `«${e.description}» corrige «${corrected.description}», que se rechazó: recházala también.`;
  }
  return null;
}

/** Why the fund of a project does not bear that these count, or count no more; null when it does. */
async function fundError(
  { tx }: Command,
  { project }: HeldProject,
  expenses: readonly StatedExpense[],
  more: number,
): Promise<string | null> {
  const [first] = expenses;
  if (!first || more <= 0) return null;
  const { spent, committed } = await readFundSpent(tx, project.id);
  const refusal = fundRefusal(fundLimit(project, committed), spent, more);
  return refusal && `«${first.description}»: ${refusal}`;
}

const fundSum = (expenses: readonly StatedExpense[]): number =>
  expenses.filter(e => e.isOfFund).reduce((sum, e) => sum + e.cost, 0);

/** What is approved is proven, and what is left of the fund adds up. */
async function requireApprovable(
  run: Command,
  held: HeldProject,
  expenses: readonly StatedExpense[],
  refusedIds: ReadonlySet<string>,
): Promise<void> {
  const unproven = expenses.find(e => !refusedIds.has(e.id) && e.rejected.length > 0);
  if (unproven)
    throw rule(
      `La revisión rechazó «${unproven.rejected[0]}», respaldo de «${unproven.description}»: devuelve la rendición o rechaza ese gasto.`,
    );
  const corrections = await readCorrections(
    run.tx,
    expenses.map(e => e.id),
  );
  const refused = expenses.filter(e => refusedIds.has(e.id));
  const refusal =
    correctionRefusal(expenses, corrections, refusedIds) ??
    // Without a credit note more is spent.
    (await fundError(
      run,
      held,
      refused.filter(e => e.isOfFund && e.cost < 0),
      -fundSum(refused),
    ));
  if (refusal !== null) throw rule(refusal);
}

/** What was noted of expenses is why they are refused, or what is observed; what is found again has no answer yet. */
const writeNotes = ({ tx }: Command, statementId: string, { approve, notes }: Decision) => {
  const [noted, others] = approve
    ? [lit.expense('refused'), lit.expense('approved')]
    : [lit.expense('observed'), lit.expense('submitted')];
  return sql`update expenses e set state = case when g.text is null then ${others} else ${noted} end,
      observation = coalesce(g.text, e.observation), answer = case when g.text is null then e.answer else '' end
    from expenses x left join json_to_recordset(${JSON.stringify(notes)}) g ("expenseId" uuid, text text)
      on g."expenseId" = x.id
    where x.id = e.id and e.statement_id = ${statementId}`.execute(tx);
};

interface Outcome {
  readonly state: 'approved' | 'returned' | 'submitted';
  readonly comment: string;
  readonly due: Date | null;
}

/** Of one that was decided the date stays until which it was to be. */
const writeDecision = ({ tx, actor, now }: Command, s: LockedStatement, { state, comment, due }: Outcome) =>
  tx
    .updateTable('statements')
    .set({
      ...{ state, comment, decided_by: actor.id, decided_at: now },
      ...(due && { due_at: due }),
      ...{ updated_at: now, version: s.version + 1 },
    })
    .where('id', '=', s.id)
    .execute();

const LAST_RESORT = { lastResort: [false, true] } as const;

export const decideStatement = command(
  'active',
  async (run: Command, { given, ...address }: Address & { readonly given: Decision }) => {
    const { held, found, isLastResort } = await requireDecidable(run, address, 'decidir esta rendición');
    const { id, number, version } = found;
    if (version !== given.version || !awaitsOffice(found)) throw outdated(found);
    const expenses = await readStated(run.tx, id);
    requireNoErrors(decisionErrors(expenses, given, isLastResort));
    const { approve, comment } = given;
    const noted = given.notes.map(n => n.expenseId);
    if (approve) await requireApprovable(run, held, expenses, new Set(noted));
    const due = approve ? null : await dueFrom(run);
    await writeNotes(run, id, given);
    await writeDecision(run, found, { state: approve ? 'approved' : 'returned', comment, due });
    await announceDecided(run, held, found, { isApproved: approve, noted: noted.length, comment, due });
    run.record({
      action: approve ? 'statement.approve' : 'statement.return',
      ...{ objectType: 'project', objectId: held.project.id },
      changes: {
        statement: [null, id],
        ...(approve && { approvedExpenses: [null, expenses.length - noted.length] as const }),
        ...(noted.length > 0 && {
          [approve ? 'refusedExpenses' : 'observedExpenses']: [null, noted] as const,
        }),
        ...(isLastResort && LAST_RESORT),
      },
    });
    return { id, number, version: version + 1 };
  },
);

const recordedAnew = (released: readonly ReleasedVoucher[]): AppError =>
  rule(
    `El comprobante de ${formatList(released.map(v => `«${v.description}»`))}, que se rechazó, se registró de nuevo en otro gasto.`,
  );

/** Vouchers of what was refused are known by their numbers again, unless they were recorded anew since. */
async function restoreNumbers({ tx }: Command, statementId: string): Promise<void> {
  const released = await findReleasedVouchers(tx, statementId);
  if (released.length === 0) return;
  const keys = released.map(v => ({ ...v, key: normaliseNumber(v.number) }));
  const known = await lockKnownVouchers(tx, keys);
  if (known.some(v => v.isSpent)) throw recordedAnew(released);
  await sql`update vouchers set number_key = '' where id = any(${known.map(v => v.id)}::uuid[])`.execute(tx);
  try {
    await sql`update vouchers v set number_key = g.key
      from json_to_recordset(${JSON.stringify(keys)}) g (id uuid, key text) where g.id = v.id`.execute(tx);
  } catch (error) {
    // Another project records one of them at this moment: nobody could see it before.
    throw (error as { code?: string }).code === '23505' ? recordedAnew(released) : error;
  }
}

/** Why a refused expense has no line of the budget any more; null when each has its own. */
function lineRefusal({ project }: HeldProject, refused: readonly StatedExpense[]): string | null {
  const lines = sectionData(project).budget?.lines ?? [];
  const lost = refused.find(e => !lines.some(l => l.id === e.budgetLineId && l.source === e.source));
  return lost
    ? `El ítem del presupuesto de «${lost.description}», que se rechazó, ya no está o cambió de fuente.`
    : null;
}

/** What was refused counts again: its voucher, what it takes back and the fund have to have room for it. */
async function requireRoom(
  run: Command,
  held: HeldProject,
  { id }: LockedStatement,
  expenses: readonly StatedExpense[],
): Promise<void> {
  const refused = expenses.filter(isRefused);
  if (refused.length === 0) return;
  await restoreNumbers(run, id);
  const [voucher] = await findCrowdedVouchers(run.tx, id);
  if (voucher)
    throw rule(
      `El comprobante de «${voucher.description}», que se rechazó, se usó en otro gasto: no alcanza para ambos.`,
    );
  const [credit] = await findCrowdedCredits(run.tx, id);
  if (credit)
    throw rule(`«${credit.description}» ya no tiene qué corregir: reabre antes la rendición de ese gasto.`);
  const spending = refused.filter(e => e.isOfFund && e.cost > 0);
  const refusal = lineRefusal(held, refused) ?? (await fundError(run, held, spending, fundSum(refused)));
  if (refusal !== null) throw rule(refusal);
}

type Reopening = Address & { readonly given: BodyOf<typeof reopenContract> };

export const reopenStatement = command('active', async (run: Command, { given, ...address }: Reopening) => {
  const { held, found, isLastResort } = await requireDecidable(run, address, 'reabrir esta rendición');
  const { id, number, version } = found;
  if (version !== given.version || !isApprovedStatement(found)) throw outdated(found);
  await requireRoom(run, held, found, await readStated(run.tx, id));
  await sql`update expenses set state = ${lit.expense('submitted')}, observation = '', answer = ''
    where statement_id = ${id}`.execute(run.tx);
  await writeDecision(run, found, { state: 'submitted', comment: given.reason, due: await dueFrom(run) });
  await announceReopened(run, held, number, given.reason);
  run.record({
    ...{ action: 'statement.reopen', objectType: 'project', objectId: held.project.id },
    changes: { statement: [id, id], ...(isLastResort && LAST_RESORT) },
  });
  return { id, number, version: version + 1 };
});
