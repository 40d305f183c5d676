import { barOf } from '../../domain/access/part-taking.ts';
import { judgePayment, mayReadSpending } from '../../domain/access/spending.ts';
import { localDay } from '../../domain/kit/calendar.ts';
import type { BodyOf } from '../../domain/kit/endpoint.ts';
import { AppError, type FieldError, forbidden, notFound } from '../../domain/kit/problem.ts';
import type { PaymentFields } from '../../domain/spending/instalments.ts';
import { formatDay, formatMoney } from '../../domain/text/format.ts';
import { type Command, changesBetween, command } from '../../server/commands/command.ts';
import { requireFree } from '../../server/part-taking/commands.ts';
import { type HeldProject, holdProject, type KnownProject } from '../project-record/held/queries.ts';
import type { recordPayment as recordContract, savePayment as saveContract } from './contract.ts';
import { announcePayment } from './notices/commands.ts';
import { type LockedPayment, lockPayment, NO_AWARD, readMoney, releasedTo, requireOf } from './queries.ts';
import { isSamePayment } from './repeated/queries.ts';

/** A project of which this person may record payments, held until the end. */
async function openPaying(
  run: Command,
  { lastResort, ...address }: KnownProject & { readonly lastResort: string | undefined },
): Promise<HeldProject> {
  const { actor } = run;
  const held = await holdProject(run, address);
  const { project, subject } = held;
  if (!mayReadSpending(actor, subject)) throw notFound();
  const verb = 'registrar pagos';
  const verdict = judgePayment(actor, subject);
  if (!verdict.allowed) throw forbidden(verb, verdict.reason);
  requireFree(run, barOf(actor, subject, 'office'), {
    ...{ of: { type: 'project', id: project.id }, verb, lastResort },
  });
  return held;
}

/** Somebody changed it since it was looked at. */
const outdated = ({ version, by }: LockedPayment): AppError =>
  new AppError('conflict', `${by} cambió este pago. Revisa cómo quedó antes de seguir.`, {
    extra: { version, updatedBy: by },
  });

/** What a payment is before it is changed; of a new one nothing. */
type Before = Pick<LockedPayment, 'amount'> | undefined;

/** All that is wrong with a payment beyond its shape: above what is released, below what was given back already. */
async function requirePayable(
  { tx, now }: Command,
  { project }: HeldProject,
  given: PaymentFields,
  before: Before,
): Promise<void> {
  const money = await readMoney(tx, project.id);
  const others = money.funds.paid - (before?.amount ?? 0);
  const amountError = amountErrorOf(given.amount, {
    most: releasedTo(project, money) - others,
    least: money.funds.refunded + money.funds.submitted - others,
    before: before?.amount ?? 0,
  });
  const dayError = dayErrorOf(given.day, money.approvedOn, localDay(now));
  const errors: FieldError[] = [
    ...(dayError === null ? [] : [{ path: 'day', message: dayError }]),
    ...(amountError === null ? [] : [{ path: 'amount', message: amountError }]),
  ];
  if (amountError !== null) throw new AppError('rule', amountError, { errors });
  if (errors.length > 0) throw new AppError('invalid', undefined, { errors });
}

function dayErrorOf(day: string, approved: string | null, today: string): string | null {
  if (day > today) return 'La fecha no puede ser posterior a hoy.';
  return approved !== null && day < approved
    ? `Es anterior a la aprobación del proyecto (${formatDay(approved)}).`
    : null;
}

/** A payment that falls is right also where more was paid than is released by now. */
function amountErrorOf(
  amount: number,
  { most, least, before }: { readonly most: number; readonly least: number; readonly before: number },
): string | null {
  if (amount > most && amount > before)
    return most <= 0
      ? 'Ya se pagó todo lo liberado.'
      : `Se pueden pagar hasta ${formatMoney(most)}: lo demás no está liberado o ya se pagó.`;
  return amount < least
    ? `El proyecto ya reintegró una parte: no puede ser menos de ${formatMoney(least)}.`
    : null;
}

/** What the audit keeps: figures, no words. */
const auditOf = ({ day, amount }: PaymentFields) => ({ day, amount });

/** Its answer was lost, and what was given was mended before it was sent again. */
const storedOtherwise = ({ version, by, amount, day }: LockedPayment): AppError =>
  new AppError('conflict', `Este pago ya se había registrado: ${formatMoney(amount)} el ${formatDay(day)}.`, {
    extra: { version, updatedBy: by },
  });

type New = KnownProject & { readonly given: BodyOf<typeof recordContract> };

export const recordPayment = command('active', async (run: Command, { given, ...address }: New) => {
  const { tx, actor, now, record } = run;
  const { id, lastResort, ...fields } = given;
  const held = await openPaying(run, { ...address, lastResort });
  const { project } = held;
  const before = await lockPayment(tx, id);
  if (before && (before.projectId !== project.id || before.authorId !== actor.id))
    throw new AppError('conflict', 'Este pago ya existe: recarga la página e inténtalo de nuevo.');
  // Sent again after a lost answer.
  if (before) {
    if (before.version === 1 && !(await isSamePayment(tx, id, fields))) throw storedOtherwise(before);
    return { id, version: before.version };
  }
  if (project.amountAwarded === null) throw new AppError('rule', NO_AWARD);
  await requirePayable(run, held, fields, undefined);
  await tx
    .insertInto('payments')
    .values({
      ...{ ...fields, id, project_id: project.id, author_id: actor.id },
      ...{ recorded_at: now, updated_at: now, updated_by: actor.id },
    })
    .execute();
  await announcePayment(run, held, fields.amount);
  record({
    ...{ action: 'payment.record', objectType: 'project', objectId: project.id },
    changes: changesBetween({}, { payment: id, ...auditOf(fields) }),
  });
  return { id, version: 1 };
});

type Address = KnownProject & { readonly payment: string };

export const savePayment = command(
  'active',
  async (
    run: Command,
    { payment, given, ...address }: Address & { readonly given: BodyOf<typeof saveContract> },
  ) => {
    const { version, lastResort, ...fields } = given;
    const held = await openPaying(run, { ...address, lastResort });
    const found = await requireOf(lockPayment, run.tx, held, payment);
    if (found.version !== version) throw outdated(found);
    await requirePayable(run, held, fields, found);
    await run.tx
      .updateTable('payments')
      .set({ ...fields, updated_at: run.now, updated_by: run.actor.id, version: version + 1 })
      .where('id', '=', found.id)
      .execute();
    run.record({
      ...{ action: 'payment.save', objectType: 'project', objectId: held.project.id },
      changes: { payment: [found.id, found.id], ...changesBetween({ ...found }, auditOf(fields)) },
    });
    return { id: found.id, version: version + 1 };
  },
);

export const removePayment = command(
  'active',
  async (
    run: Command,
    { payment, lastResort, ...address }: Address & { readonly lastResort: string | undefined },
  ) => {
    const held = await openPaying(run, { ...address, lastResort });
    const found = await requireOf(lockPayment, run.tx, held, payment);
    const { funds } = await readMoney(run.tx, held.project.id);
    const back = funds.refunded + funds.submitted;
    if (funds.paid - found.amount < back)
      throw new AppError(
        'rule',
        `El proyecto ya reintegró ${formatMoney(back)}: sin este pago sería más de lo pagado.`,
      );
    await run.tx.deleteFrom('payments').where('id', '=', found.id).execute();
    run.record({
      ...{ action: 'payment.remove', objectType: 'project', objectId: held.project.id },
      changes: { payment: [found.id, null], amount: [found.amount, null] },
    });
    return {};
  },
);
