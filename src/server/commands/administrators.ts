import type { Database, Transaction } from '../../db/pool.ts';
import { AppError } from '../../domain/kit/problem.ts';

/** Who may come in and administer, in the order in which they are locked. */
const activeAdmins = (db: Database | Transaction) =>
  db
    .selectFrom('users')
    .select('id')
    .where('state', '=', 'active')
    .where(eb => eb('roles', '@>', eb.val(['Admin'])))
    .orderBy('id');

export const someActiveAdmin = async (db: Database | Transaction): Promise<boolean> =>
  (await activeAdmins(db).limit(1).execute()).length > 0;

/**
 * The office must never lock itself out: asked by whatever blocks, deletes or takes roles, of the one person who is
 * `leaving`, or, once many were written, of whoever is left. Locks every administrator, so that two writers cannot
 * remove each other's.
 */
export async function keepAnAdministrator(tx: Transaction, leaving: string | null): Promise<void> {
  const admins = await activeAdmins(tx).forUpdate().execute();
  if (admins.some(admin => admin.id !== leaving)) return;
  throw new AppError(
    'rule',
    leaving === null
      ? 'No quedaría nadie con el rol de administración: nombra antes a otra persona.'
      : 'Es la última persona con el rol de administración: nombra antes a otra.',
  );
}
