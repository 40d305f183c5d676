import { sql } from 'kysely';
import type { BodyOf } from '../../../domain/kit/endpoint.ts';
import { AppError } from '../../../domain/kit/problem.ts';
import { type Command, command } from '../../../server/commands/command.ts';
import { forgetAttendances } from '../../attendance/erasing/commands.ts';
import { declineInvitation } from '../../surveys/form/commands.ts';
import type { Agreed, withdrawAgreed } from './contract.ts';
import { agreedOf, ownAttendance, ownInvitation } from './queries.ts';

type Withdrawal = BodyOf<typeof withdrawAgreed>;

/** Answers whether there was anything to withdraw. */
const WITHDRAW: Record<Withdrawal['kind'], (run: Command, id: string) => Promise<boolean>> = {
  public_name: async ({ tx, actor, now, record }, id) => {
    const { numAffectedRows } = await sql`
      update publications set named_id = null, updated_at = ${now}, updated_by = ${actor.id}, version = version + 1
      where project_id = ${id} and named_id = ${actor.id}`.execute(tx);
    if (!numAffectedRows) return false;
    record({
      ...{ action: 'user.withdraw_consent', objectType: 'project', objectId: id },
      changes: { namedId: [actor.id, null] },
    });
    return true;
  },
  // Which lists it was the audit does not keep: it would tell again who is forgotten there.
  attendance: async (run, id) => {
    const { tx, actor, record } = run;
    const { rows } = await sql<{ id: string }>`
      select a.id from attendances a where a.id = ${id} and ${ownAttendance(actor)}`.execute(tx);
    const forgotten = await forgetAttendances(
      run,
      rows.map(row => row.id),
    );
    if (forgotten === 0) return false;
    record({
      ...{ action: 'user.withdraw_consent', objectType: 'user', objectId: actor.id },
      changes: { kind: ['attendance', null], attendances: [forgotten, 0] },
    });
    return true;
  },
  // Nor which survey: it may be anonymous.
  survey: async (run, id) => {
    const { tx, actor, record } = run;
    const { rows } = await sql`
      select from wave_invitations v join waves w on w.id = v.wave_id
      where v.id = ${id} and ${ownInvitation(actor)}`.execute(tx);
    if (rows.length === 0 || !(await declineInvitation(run, id))) return false;
    record({
      ...{ action: 'user.withdraw_consent', objectType: 'user', objectId: actor.id },
      changes: { kind: ['survey', null] },
    });
    return true;
  },
};

export const withdraw = command('active', async (run, { kind, id }: Withdrawal): Promise<Agreed> => {
  if (!(await WITHDRAW[kind](run, id)))
    throw new AppError('not_found', 'No está entre lo que autorizaste: quizás ya lo retiraste.');
  return agreedOf(run.tx, run.actor);
});
