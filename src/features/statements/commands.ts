import { sql } from 'kysely';
import { readHolidays } from '../../db/holidays.ts';
import { lit } from '../../db/states.ts';
import { judgeAccounting, mayReadSpending } from '../../domain/access/spending.ts';
import { addWorkingDays } from '../../domain/kit/calendar.ts';
import type { BodyOf } from '../../domain/kit/endpoint.ts';
import { AppError, type FieldError, forbidden, notFound } from '../../domain/kit/problem.ts';
import {
  isObserved,
  isRecorded,
  isRefused,
  isReturnedStatement,
  STATEMENT_DAYS,
} from '../../domain/spending/expense-states.ts';
import { formatList } from '../../domain/text/format.ts';
import { type Command, changesBetween, command } from '../../server/commands/command.ts';
import { type HeldProject, holdProject, type KnownProject } from '../project-record/held/queries.ts';
import { requireId } from '../project-record/subject/queries.ts';
import { withdrawTurns } from '../workflow/notices/commands.ts';
import type { resendStatement as resendContract, sendStatement as sendContract } from './contract.ts';
import { announceSent } from './notices/commands.ts';
import {
  type Correction,
  type LockedStatement,
  lockStatement,
  nextNumber,
  readCorrections,
  readExpenses,
  readStated,
  type StatedExpense,
} from './queries.ts';
import { hasSameExpenses } from './repeated/queries.ts';

/** The project whose money the person may read; 404 otherwise, as nobody else learns of it. */
export async function holdSpending(run: Command, address: KnownProject): Promise<HeldProject> {
  const held = await holdProject(run, address);
  if (!mayReadSpending(run.actor, held.subject)) throw notFound();
  return held;
}

/** A statement of this project, held until the end; 404 without. */
export async function requireStatement(
  { tx }: Command,
  { project }: HeldProject,
  id: string,
): Promise<LockedStatement> {
  const found = await lockStatement(tx, requireId(id));
  if (found?.projectId !== project.id) throw notFound();
  return found;
}

/** Somebody sent or decided it since it was looked at. */
export const outdated = ({ version, by }: LockedStatement): AppError =>
  new AppError('conflict', `${by} ya envió o decidió esta rendición. Revisa cómo quedó antes de seguir.`, {
    extra: { version, updatedBy: by },
  });

/** When what is sent or sent back now is due. */
export const dueFrom = async ({ tx, now }: Command): Promise<Date> =>
  addWorkingDays(now, STATEMENT_DAYS, await readHolidays(tx));

export const requireNoErrors = (errors: FieldError[]): void => {
  if (errors.length > 0) throw new AppError('invalid', undefined, { errors });
};

/** Why an expense is not proven; null when it is. */
function paperError({ missing, rejected }: StatedExpense): string | null {
  if (rejected[0] !== undefined) return `La revisión rechazó «${rejected[0]}»: quítalo o súbelo de nuevo.`;
  return missing.length > 0 ? `Le falta: ${formatList(missing)}.` : null;
}

/** Why a credit note cannot be sent with these, or does not stay; null when nothing is against it. */
function correctionError(corrected: Correction | undefined, isSentToo: boolean): string | null {
  if (!corrected || isSentToo) return null;
  const { description } = corrected;
  if (isRecorded(corrected)) return `Corrige «${description}», que aún no se rinde: ríndelo con ella.`;
  return isRefused(corrected) ? `Corrige «${description}», que se rechazó: elimínala.` : null;
}

/** Why an expense cannot be sent with these; null when it can. */
function sendingError(
  expense: StatedExpense | undefined,
  sent: ReadonlyMap<string, StatedExpense>,
  corrected: ReadonlyMap<string, Correction>,
): string | null {
  if (!expense) return 'Este gasto no está en el proyecto.';
  if (!isRecorded(expense)) return 'Ya está en una rendición.';
  const { correctsId } = expense;
  return (
    paperError(expense) ??
    (correctsId === null ? null : correctionError(corrected.get(correctsId), sent.has(correctsId)))
  );
}

async function sendingErrors(
  { tx }: Command,
  ids: readonly string[],
  found: ReadonlyMap<string, StatedExpense>,
): Promise<FieldError[]> {
  const corrected = new Map((await readCorrections(tx, ids)).map(c => [c.id, c]));
  return ids.flatMap((id, n): FieldError[] => {
    const message = sendingError(found.get(id), found, corrected);
    return message === null ? [] : [{ path: `expenseIds.${n}`, message }];
  });
}

/** Puts expenses into a statement in the order given. */
const enter = ({ tx }: Command, statementId: string, ids: readonly string[]) =>
  sql`update expenses e set state = ${lit.expense('submitted')}, statement_id = ${statementId}, position = g.n - 1
    from unnest(${[...ids]}::uuid[]) with ordinality g (id, n) where e.id = g.id`.execute(tx);

const sumOf = (expenses: Iterable<StatedExpense>): number =>
  [...expenses].reduce((sum, e) => sum + e.cost, 0);

/** Its answer was lost, and others were chosen before it was sent again. */
const sentOtherwise = ({ number, version, by }: LockedStatement): AppError =>
  new AppError(
    'conflict',
    `La rendición ${number} ya se había enviado, con otros gastos: ábrela para verlos.`,
    {
      extra: { version, updatedBy: by },
    },
  );

type New = KnownProject & { readonly given: BodyOf<typeof sendContract> };

export const sendStatement = command('active', async (run: Command, { given, ...address }: New) => {
  const { tx, actor, now } = run;
  const { id, expenseIds } = given;
  const held = await holdSpending(run, address);
  const { project, subject } = held;
  const verdict = judgeAccounting(actor, subject);
  if (!verdict.allowed) throw forbidden('enviar rendiciones', verdict.reason);
  const before = await lockStatement(tx, id);
  if (before && (before.projectId !== project.id || before.authorId !== actor.id))
    throw new AppError('conflict', 'Esta rendición ya existe: recarga la página e inténtalo de nuevo.');
  // Sent again after a lost answer.
  if (before) {
    if (before.version === 1 && !(await hasSameExpenses(tx, id, expenseIds))) throw sentOtherwise(before);
    return { id, number: before.number, version: before.version };
  }
  const found = await readExpenses(tx, project.id, expenseIds);
  requireNoErrors(await sendingErrors(run, expenseIds, found));
  const number = await nextNumber(tx, project.id);
  const due = await dueFrom(run);
  await tx
    .insertInto('statements')
    .values({
      ...{ id, project_id: project.id, number, author_id: actor.id, submitted_by: actor.id },
      ...{ submitted_at: now, due_at: due, updated_at: now },
    })
    .execute();
  await enter(run, id, expenseIds);
  const makers = (await lockStatement(tx, id))?.makerIds ?? [];
  await announceSent(run, held, { number, total: sumOf(found.values()), isAgain: false, makers, due });
  run.record({
    ...{ action: 'statement.submit', objectType: 'project', objectId: project.id },
    changes: changesBetween({}, { statement: id, expenses: expenseIds }),
  });
  return { id, number, version: 1 };
});

type Answers = BodyOf<typeof resendContract>;

/** Whether it stands further up already. */
export const isRepeated = (ids: readonly string[], n: number): boolean => ids.indexOf(ids[n] ?? '') < n;

/** All that is wrong with what is answered: what was not observed has nothing to answer. */
function answerErrors(expenses: readonly StatedExpense[], { answers, leftOut }: Answers): FieldError[] {
  const observed = new Map(expenses.filter(isObserved).map(e => [e.id, e]));
  const ids = answers.map(a => a.expenseId);
  const errorOf = (id: string, n: number): string | null => {
    const expense = observed.get(id);
    if (!expense) return 'Este gasto no tiene una observación que responder.';
    if (leftOut.includes(id)) return 'Lo sacas de la rendición: no lo respondas.';
    return isRepeated(ids, n) ? 'Ya lo respondes más arriba.' : paperError(expense);
  };
  const wrong = ids.flatMap((id, n): FieldError[] => {
    const message = errorOf(id, n);
    return message === null ? [] : [{ path: `answers.${n}.answer`, message }];
  });
  const unanswered = [...observed.values()].filter(e => !ids.includes(e.id) && !leftOut.includes(e.id));
  return [
    ...wrong,
    ...unanswered.map(({ description }) => ({
      path: 'answers',
      message: `Responde la observación a «${description}», o sácalo de la rendición.`,
    })),
  ];
}

/** All that is wrong with what is taken out: a credit note does not stay without what it corrects. */
function leavingErrors(
  expenses: readonly StatedExpense[],
  corrections: readonly Correction[],
  leftOut: readonly string[],
): FieldError[] {
  const ids = new Set(expenses.map(e => e.id));
  const staying = corrections.filter(c => !isRecorded(c) && !isRefused(c) && !leftOut.includes(c.id));
  const errorOf = (id: string, n: number): string | null => {
    if (!ids.has(id)) return 'Este gasto no está en la rendición.';
    if (isRepeated(leftOut, n)) return 'Ya lo sacas.';
    const credit = staying.find(c => c.correctsId === id);
    return credit ? `La nota de crédito «${credit.description}» lo corrige: sácala también.` : null;
  };
  const errors = leftOut.flatMap((id, n): FieldError[] => {
    const message = errorOf(id, n);
    return message === null ? [] : [{ path: `leftOut.${n}`, message }];
  });
  return expenses.every(e => leftOut.includes(e.id))
    ? [...errors, { path: 'leftOut', message: 'Deja al menos un gasto en la rendición.' }]
    : errors;
}

/** What stays is sent with its answers, what leaves is recorded again; places close up. */
async function writeAnswers(
  { tx }: Command,
  statementId: string,
  { answers, leftOut }: Answers,
): Promise<void> {
  if (leftOut.length > 0) {
    await sql`update expenses set state = ${lit.expense('recorded')}, statement_id = null, position = null,
        observation = '', answer = ''
      where statement_id = ${statementId} and id = any(${leftOut}::uuid[])`.execute(tx);
    // Out of the way first: no two are ever in one place.
    await sql`update expenses set position = position + ${MOST_PLACES} where statement_id = ${statementId}`.execute(
      tx,
    );
    await sql`update expenses e set position = g.n - 1 from (
        select id, row_number() over (order by position) as n from expenses where statement_id = ${statementId}) g
      where g.id = e.id`.execute(tx);
  }
  await sql`update expenses e set state = ${lit.expense('submitted')}, answer = coalesce(g.answer, e.answer)
    from expenses x left join json_to_recordset(${JSON.stringify(answers)}) g ("expenseId" uuid, answer text)
      on g."expenseId" = x.id
    where x.id = e.id and e.statement_id = ${statementId}`.execute(tx);
}
/** More than a statement has. */
const MOST_PLACES = 10_000;

type Address = KnownProject & { readonly statement: string };

export const resendStatement = command(
  'active',
  async (run: Command, { given, statement, ...address }: Address & { readonly given: Answers }) => {
    const { tx, actor, now } = run;
    const held = await holdSpending(run, address);
    const { project, subject } = held;
    const found = await requireStatement(run, held, statement);
    const verdict = judgeAccounting(actor, subject);
    if (!verdict.allowed) throw forbidden('enviar esta rendición', verdict.reason);
    const { id, number, version } = found;
    if (version !== given.version || !isReturnedStatement(found)) throw outdated(found);
    const expenses = await readStated(tx, id);
    const corrections = given.leftOut.length > 0 ? await readCorrections(tx, given.leftOut) : [];
    requireNoErrors([
      ...answerErrors(expenses, given),
      ...leavingErrors(expenses, corrections, given.leftOut),
    ]);
    const due = await dueFrom(run);
    await writeAnswers(run, id, given);
    await tx
      .updateTable('statements')
      .set({
        ...{ state: 'submitted', submitted_by: actor.id, submitted_at: now, due_at: due },
        ...{ updated_at: now, version: version + 1 },
      })
      .where('id', '=', id)
      .execute();
    // Who of them did not answer has nothing left to do.
    if (found.decidedAt) await withdrawTurns(run, project.id, found.decidedAt);
    const total = sumOf(expenses.filter(e => !given.leftOut.includes(e.id)));
    const makers = (await lockStatement(tx, id))?.makerIds ?? [];
    await announceSent(run, held, { number, total, isAgain: true, makers, due });
    run.record({
      ...{ action: 'statement.submit', objectType: 'project', objectId: project.id },
      changes: {
        statement: [null, id],
        ...(given.leftOut.length > 0 && { expenses: [given.leftOut, null] as const }),
      },
    });
    return { id, number, version: version + 1 };
  },
);
