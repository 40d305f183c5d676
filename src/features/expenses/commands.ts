import { sql } from 'kysely';
import { judgeExpenseChange, judgeExpenseRemoval, mayReadSpending } from '../../domain/access/spending.ts';
import type { BodyOf } from '../../domain/kit/endpoint.ts';
import { AppError, forbidden, notFound } from '../../domain/kit/problem.ts';
import type { ExpenseFields, Paper } from '../../domain/spending/expenses.ts';
import { type Command, changesBetween, command } from '../../server/commands/command.ts';
import {
  approvedOn,
  type HeldProject,
  holdProject,
  type KnownProject,
} from '../project-record/held/queries.ts';
import { requireId } from '../project-record/subject/queries.ts';
import { type Asked, type PlannedExpense, planExpense, requireRemovable } from './checks/queries.ts';
import type { recordExpense as recordContract, saveExpense as saveContract } from './contract.ts';
import { judgeRecordingOf, type LockedExpense, lockExpense } from './queries.ts';
import { isSameExpense } from './repeated/queries.ts';
import { dropUnused, writeVoucher } from './vouchers/commands.ts';

interface OpenSpending extends HeldProject {
  readonly approvedOn: string | null;
}

/** The project, standing still until the end; 404 where the person may not see what it spends. */
async function holdSpending(run: Command, address: KnownProject): Promise<OpenSpending> {
  const held = await holdProject(run, address);
  if (!mayReadSpending(run.actor, held.subject)) throw notFound();
  const { rows } = await sql<{ day: string | null }>`select ${approvedOn(held.project.id)} as day`.execute(
    run.tx,
  );
  return { ...held, approvedOn: rows[0]?.day ?? null };
}

/** The same where the person may record. */
async function openSpending(run: Command, address: KnownProject): Promise<OpenSpending> {
  const held = await holdSpending(run, address);
  const verdict = judgeRecordingOf(run.actor, held.subject, held);
  if (!verdict.allowed) throw forbidden('registrar gastos', verdict.reason);
  return held;
}

async function writePapers({ tx }: Command, id: string, papers: readonly Paper[]): Promise<void> {
  await tx.deleteFrom('expense_papers').where('expense_id', '=', id).execute();
  if (papers.length === 0) return;
  await tx
    .insertInto('expense_papers')
    .values(
      papers.map(({ paper, versionId }, position) => ({
        ...{ expense_id: id, position, paper },
        version_id: versionId,
      })),
    )
    .execute();
}

/** What the audit keeps: figures and ids, no words. */
const auditOf = ({ voucher, papers }: ExpenseFields, { budgetLineId, share }: PlannedExpense) => ({
  ...{ voucherType: voucher.typeId, issuedOn: voucher.issuedOn, currency: voucher.currency },
  ...{ gross: voucher.gross, share, budgetLine: budgetLineId, papers: papers.length },
});

const columnsOf = ({ given }: Asked, plan: PlannedExpense, voucherId: string) => ({
  ...{ voucher_id: voucherId, budget_line_id: plan.budgetLineId, source: plan.source },
  ...{ description: given.description, share: plan.share, cost: plan.cost, corrects_id: given.correctsId },
});

/** How often a voucher may be added by others between being looked for and being written. */
const ATTEMPTS = 5;

/** Plans the expense and writes its voucher, as often as somebody else adds the same one at that moment. */
async function settleVoucher(run: Command, held: OpenSpending, asked: Asked) {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const plan = await planExpense(run.tx, held, asked, run.now);
    const voucherId = await writeVoucher(run.tx, plan.voucher.plan, run.now);
    if (voucherId !== null) return { plan, columns: columnsOf(asked, plan, voucherId), voucherId };
  }
  throw new AppError('conflict', 'Otra persona está registrando el mismo comprobante: inténtalo de nuevo.');
}

/** Forgets vouchers that nobody has any more: what the expense was of, and what another one took the number of. */
async function forgetVouchers({ tx }: Command, { voucher }: PlannedExpense, ownId: string | null) {
  const released = voucher.plan.write === 'add' ? voucher.plan.released : null;
  for (const id of [ownId, released]) if (id !== null) await dropUnused(tx, id);
}

/** Its answer was lost, and what was given was mended before it was sent again. */
const storedOtherwise = ({ version, by }: LockedExpense) =>
  new AppError('conflict', 'Este gasto ya se había guardado, con otros datos. Revisa cómo quedó.', {
    extra: { version, updatedBy: by },
  });

type New = KnownProject & { readonly given: BodyOf<typeof recordContract> };

export const recordExpense = command('active', async (run: Command, { given: sent, ...address }: New) => {
  const { tx, actor, now, record } = run;
  const held = await openSpending(run, address);
  const { id, ...given } = sent;
  const known = await lockExpense(tx, id);
  if (known && (known.projectId !== held.project.id || known.authorId !== actor.id))
    throw new AppError('conflict', 'Este gasto ya existe: recarga la página e inténtalo de nuevo.');
  // Sent again after a lost answer.
  if (known) {
    if (known.version === 1 && !(await isSameExpense(tx, id, given))) throw storedOtherwise(known);
    return { id, version: known.version };
  }
  const asked = { id, given, before: null, approvedOn: held.approvedOn };
  const { plan, columns } = await settleVoucher(run, held, asked);
  await tx
    .insertInto('expenses')
    .values({
      ...columns,
      ...{ id, project_id: held.project.id, author_id: actor.id, recorded_at: now },
      ...{ updated_at: now, updated_by: actor.id },
    })
    .execute();
  await writePapers(run, id, given.papers);
  await forgetVouchers(run, plan, null);
  record({
    ...{ action: 'expense.record', objectType: 'project', objectId: held.project.id },
    changes: changesBetween({}, { expense: id, ...auditOf(given, plan) }),
  });
  return { id, version: 1 };
});

type Address = KnownProject & { readonly expense: string };

/** An expense of this project, held until the end; 404 without. */
async function holdExpense(run: Command, { expense, ...address }: Address) {
  const held = await holdSpending(run, address);
  const found = await lockExpense(run.tx, requireId(expense));
  if (found?.projectId !== held.project.id) throw notFound();
  return { held, found };
}

/** Somebody changed it since it was looked at. */
const outdated = ({ version, by }: LockedExpense) =>
  new AppError('conflict', `${by} cambió este gasto. Revisa cómo quedó antes de seguir.`, {
    extra: { version, updatedBy: by },
  });

/** Credit notes stand where what they take back stands, refused ones too: they may be taken up again. */
const moveCredits = ({ tx, now }: Command, id: string, { budgetLineId, source }: PlannedExpense) =>
  sql`update expenses set budget_line_id = ${budgetLineId}, source = ${source}, updated_at = ${now}
    where corrects_id = ${id} and (budget_line_id, source) is distinct from (${budgetLineId}, ${source})`.execute(
    tx,
  );

export const saveExpense = command(
  'active',
  async (
    run: Command,
    { given: sent, ...address }: Address & { readonly given: BodyOf<typeof saveContract> },
  ) => {
    const { held, found } = await holdExpense(run, address);
    const { version, ...given } = sent;
    const verdict = judgeExpenseChange(run.actor, held.subject, found);
    const refused = verdict.allowed ? null : forbidden('cambiar este gasto', verdict.reason);
    // Who changed it since is told to those whose it is alone.
    if (refused && !verdict.allowed && verdict.hidden) throw refused;
    if (found.version !== version) throw outdated(found);
    if (refused) throw refused;
    const asked = { id: found.id, given, before: found, approvedOn: held.approvedOn };
    const { plan, columns, voucherId } = await settleVoucher(run, held, asked);
    await run.tx
      .updateTable('expenses')
      .set({ ...columns, version: version + 1, updated_at: run.now, updated_by: run.actor.id })
      .where('id', '=', found.id)
      .execute();
    await moveCredits(run, found.id, plan);
    await writePapers(run, found.id, given.papers);
    await forgetVouchers(run, plan, voucherId === found.voucherId ? null : found.voucherId);
    run.record({
      ...{ action: 'expense.save', objectType: 'project', objectId: held.project.id },
      changes: changesBetween({}, { expense: found.id, ...auditOf(given, plan) }),
    });
    return { id: found.id, version: version + 1 };
  },
);

export const removeExpense = command('active', async (run: Command, address: Address) => {
  const { held, found } = await holdExpense(run, address);
  const verdict = judgeExpenseRemoval(run.actor, held.subject, found);
  if (!verdict.allowed) throw forbidden('eliminar este gasto', verdict.reason);
  await requireRemovable(run.tx, held, found);
  await run.tx.selectFrom('vouchers').select('id').where('id', '=', found.voucherId).forUpdate().execute();
  await run.tx.deleteFrom('expenses').where('id', '=', found.id).execute();
  await dropUnused(run.tx, found.voucherId);
  run.record({
    ...{ action: 'expense.remove', objectType: 'project', objectId: held.project.id },
    changes: {
      expense: [found.id, null],
      budgetLine: [found.budgetLineId, null],
      share: [found.share, null],
    },
  });
  return {};
});
