import { sql } from 'kysely';
import { readHolidays } from '../../../db/holidays.ts';
import { lit } from '../../../db/states.ts';
import {
  judgeAccounting,
  judgeMadeDecision,
  judgeMoneyDecision,
  mayReadSpending,
} from '../../../domain/access/spending.ts';
import { addWorkingDays, localDay } from '../../../domain/kit/calendar.ts';
import type { BodyOf } from '../../../domain/kit/endpoint.ts';
import { AppError, type FieldError, forbidden, notFound } from '../../../domain/kit/problem.ts';
import type { Verdict } from '../../../domain/kit/verdict.ts';
import { isSubmittedRefund, STATEMENT_DAYS } from '../../../domain/spending/expense-states.ts';
import type { RefundFields } from '../../../domain/spending/instalments.ts';
import { formatDay, formatMoney } from '../../../domain/text/format.ts';
import { inputErrors } from '../../../domain/workflow/demands.ts';
import { type Command, changesBetween, command } from '../../../server/commands/command.ts';
import { type HeldProject, holdProject, type KnownProject } from '../../project-record/held/queries.ts';
import type {
  decideRefund as decideContract,
  saveRefund as saveContract,
  sendRefund as sendContract,
} from '../contract.ts';
import { announceRefundDecided, announceRefundSubmitted, withdrawRefundCalls } from '../notices/commands.ts';
import {
  judgeRefundChange,
  type LockedRefund,
  lockRefund,
  readMoney,
  refundable,
  requireOf,
} from '../queries.ts';
import { isSameRefund } from '../repeated/queries.ts';

/** A project whose money this person may read, held until the end. */
async function openAccounts(run: Command, address: KnownProject): Promise<HeldProject> {
  const held = await holdProject(run, address);
  if (!mayReadSpending(run.actor, held.subject)) throw notFound();
  return held;
}

/** Somebody changed or decided it since it was looked at. */
function outdated({ version, state, by }: LockedRefund): AppError {
  const what = isSubmittedRefund({ state }) ? 'cambió' : 'ya decidió';
  return new AppError('conflict', `${by} ${what} este reintegro. Revisa cómo quedó antes de seguir.`, {
    extra: { version, state, updatedBy: by },
  });
}

/** What a file has to be to prove that money was given back. */
const PROOFS = ['expense', 'evidence'];

/** Held until the end: nobody removes it meanwhile. */
async function isProof({ tx }: Command, { project }: HeldProject, versionId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from files where id = ${versionId} and project_id = ${project.id} and document_type = any(${PROOFS})
      and state <> ${lit.file('rejected')} for key share`.execute(tx);
  return rows.length > 0;
}

/** All that is wrong with a refund beyond its shape; `before` is the one that it changes. */
async function requireSound(
  run: Command,
  held: HeldProject,
  given: RefundFields,
  before?: Pick<LockedRefund, 'amount'>,
): Promise<void> {
  const { funds } = await readMoney(run.tx, held.project.id);
  const most = refundable(funds, before?.amount);
  const errors: FieldError[] = [];
  const fail = (path: string, message: string) => errors.push({ path, message });
  if (given.day > localDay(run.now)) fail('day', 'La fecha no puede ser posterior a hoy.');
  if (given.amount > most)
    fail(
      'amount',
      most === 0
        ? 'No queda dinero pagado que reintegrar.'
        : `Se pueden reintegrar hasta ${formatMoney(most)}: es lo pagado que no está en otro reintegro.`,
    );
  if (!(await isProof(run, held, given.versionId)))
    fail('versionId', 'Ese comprobante no está en el proyecto: súbelo de nuevo.');
  if (errors.length > 0) throw new AppError('invalid', undefined, { errors });
}

/** What is stored of a refund that is sent, now or once more. */
const columnsOf = async ({ tx, now, actor }: Command, { versionId, ...fields }: RefundFields) => ({
  ...{ ...fields, version_id: versionId, state: 'submitted' as const, submitted_at: now },
  due_at: addWorkingDays(now, STATEMENT_DAYS, await readHolidays(tx)),
  ...{ decided_by: null, decided_at: null, updated_at: now, updated_by: actor.id },
});

/** What the audit keeps: figures, no words. */
const auditOf = (refund: string, { day, amount }: RefundFields) => ({ refund, day, amount });

function requireAllowed(verdict: Verdict, verb: string): void {
  if (!verdict.allowed) throw forbidden(verb, verdict.reason);
}

/** Its answer was lost, and what was given was mended before it was sent again. */
const storedOtherwise = ({ version, state, by, amount, day }: LockedRefund): AppError =>
  new AppError(
    'conflict',
    `Este reintegro ya se había enviado: ${formatMoney(amount)} el ${formatDay(day)}.`,
    {
      extra: { version, state, updatedBy: by },
    },
  );

type New = KnownProject & { readonly given: BodyOf<typeof sendContract> };

export const sendRefund = command('active', async (run: Command, { given, ...address }: New) => {
  const { tx, actor, record } = run;
  const { id, ...fields } = given;
  const held = await openAccounts(run, address);
  const { project, subject } = held;
  requireAllowed(judgeAccounting(actor, subject), 'reintegrar dinero');
  const before = await lockRefund(tx, id);
  if (before && (before.projectId !== project.id || before.authorId !== actor.id))
    throw new AppError('conflict', 'Este reintegro ya existe: recarga la página e inténtalo de nuevo.');
  // Sent again after a lost answer.
  if (before) {
    if (before.version === 1 && !(await isSameRefund(tx, id, fields))) throw storedOtherwise(before);
    return { id, version: before.version };
  }
  await requireSound(run, held, fields);
  const columns = await columnsOf(run, fields);
  await tx
    .insertInto('refunds')
    .values({ ...columns, id, project_id: project.id, author_id: actor.id })
    .execute();
  await announceRefundSubmitted(run, held, {
    makers: [actor.id],
    amount: fields.amount,
    due: columns.due_at,
  });
  record({
    ...{ action: 'refund.submit', objectType: 'project', objectId: project.id },
    changes: changesBetween({}, auditOf(id, fields)),
  });
  return { id, version: 1 };
});

type Address = KnownProject & { readonly refund: string };

export const saveRefund = command(
  'active',
  async (
    run: Command,
    { refund, given, ...address }: Address & { readonly given: BodyOf<typeof saveContract> },
  ) => {
    const { version, ...fields } = given;
    const held = await openAccounts(run, address);
    // Who changed it since is told to those whose it is alone.
    const verb = 'cambiar este reintegro';
    requireAllowed(judgeAccounting(run.actor, held.subject), verb);
    const found = await requireOf(lockRefund, run.tx, held, refund);
    if (found.version !== version) throw outdated(found);
    requireAllowed(judgeRefundChange(run.actor, held.subject, found), verb);
    await requireSound(run, held, fields, found);
    const columns = await columnsOf(run, fields);
    await run.tx
      .updateTable('refunds')
      .set({ ...columns, version: version + 1 })
      .where('id', '=', found.id)
      .execute();
    await withdrawRefundCalls(run, held, found);
    const makers = [...found.makerIds, run.actor.id];
    await announceRefundSubmitted(run, held, { makers, amount: fields.amount, due: columns.due_at });
    run.record({
      ...{ action: 'refund.submit', objectType: 'project', objectId: held.project.id },
      changes: {
        refund: [found.id, found.id],
        ...changesBetween({ ...found }, { day: fields.day, amount: fields.amount }),
      },
    });
    return { id: found.id, version: version + 1 };
  },
);

export const removeRefund = command('active', async (run: Command, { refund, ...address }: Address) => {
  const held = await openAccounts(run, address);
  requireAllowed(judgeAccounting(run.actor, held.subject), 'retirar este reintegro');
  const found = await requireOf(lockRefund, run.tx, held, refund);
  requireAllowed(judgeRefundChange(run.actor, held.subject, found), 'retirar este reintegro');
  await run.tx.deleteFrom('refunds').where('id', '=', found.id).execute();
  await withdrawRefundCalls(run, held, found);
  run.record({
    ...{ action: 'refund.remove', objectType: 'project', objectId: held.project.id },
    changes: { refund: [found.id, null], amount: [found.amount, null] },
  });
  return {};
});

type Decision = BodyOf<typeof decideContract>;

/** A refund that waits, as the reader saw it, which they may decide; whether they are the last possible one. */
async function requireDecidable(run: Command, held: HeldProject, refund: string, version: number) {
  requireAllowed(judgeMoneyDecision(run.actor, held.subject, []), 'decidir reintegros');
  const found = await requireOf(lockRefund, run.tx, held, refund);
  const verdict = judgeMadeDecision(run.actor, held.subject, found.makerIds, found.freeIds);
  if (!verdict.allowed) throw forbidden('decidir este reintegro', verdict.reason);
  if (found.version !== version || !isSubmittedRefund(found)) throw outdated(found);
  return { found, isLastResort: verdict.lastResort === true };
}

/** Whoever decides as the last possible one says why; to return it, everybody does. */
function requireReason({ accept, reason }: Decision, isLastResort: boolean): void {
  const demand = isLastResort ? 'reason>=10' : 'reason>=1';
  const errors = inputErrors(accept && !isLastResort ? [] : [demand], { reason });
  if (errors.length > 0) throw new AppError('invalid', undefined, { errors });
}

export const decideRefund = command(
  'active',
  async (run: Command, { refund, given, ...address }: Address & { readonly given: Decision }) => {
    const { tx, actor, now } = run;
    const { accept, reason, version } = given;
    const held = await openAccounts(run, address);
    const { found, isLastResort } = await requireDecidable(run, held, refund, version);
    requireReason(given, isLastResort);
    if (accept && found.refused !== null)
      throw new AppError(
        'rule',
        `La revisión rechazó «${found.refused}», que es su comprobante: devuelve el reintegro.`,
      );
    const state = accept ? 'accepted' : 'returned';
    const due = addWorkingDays(now, STATEMENT_DAYS, await readHolidays(tx));
    await tx
      .updateTable('refunds')
      .set({
        ...{ state, decided_by: actor.id, decided_at: now, updated_at: now, version: version + 1 },
        // What came back is to be mended until then.
        ...(!accept && { reason, due_at: due }),
      })
      .where('id', '=', found.id)
      .execute();
    await withdrawRefundCalls(run, held, found);
    await announceRefundDecided(run, held, found, { isAccepted: accept, reason, due: accept ? null : due });
    run.record({
      action: accept ? 'refund.accept' : 'refund.return',
      ...{ objectType: 'project', objectId: held.project.id },
      changes: {
        ...{ refund: [null, found.id], amount: [null, found.amount] },
        ...(isLastResort && { lastResort: [false, true] as const, reason: [null, reason] }),
      },
    });
    return { id: found.id, version: version + 1 };
  },
);
