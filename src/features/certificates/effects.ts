import { sql } from 'kysely';
import { givesNone } from '../../domain/certificates/certificates.ts';
import type { Effects, Run, TakenStep } from '../workflow/effects.ts';
import { issueParts } from './issuing/commands.ts';

/** Those of a project that was closed and is open again certify nothing meanwhile. */
async function suspend({ tx, now, record }: Run, projectId: string): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    update certificates set suspended_at = ${now}
    where project_id = ${projectId} and revoked_at is null and suspended_at is null`.execute(tx);
  const count = Number(numAffectedRows);
  if (count > 0)
    record({
      ...{ action: 'certificate.suspend', objectType: 'project', objectId: projectId },
      changes: { certificates: [null, count] },
    });
}

async function reinstate({ tx, record }: Run, projectId: string): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    update certificates set suspended_at = null
    where project_id = ${projectId} and suspended_at is not null`.execute(tx);
  const count = Number(numAffectedRows);
  if (count > 0)
    record({
      ...{ action: 'certificate.reinstate', objectType: 'project', objectId: projectId },
      changes: { certificates: [null, count] },
    });
}

export const certificateEffects: Effects = {
  // By whichever step it leaves `closed` or comes back to it: an override, undoing one, another acceptance.
  after: async (run: Run, { project, kind, action, to }: TakenStep) => {
    if (to !== 'closed') {
      if (project.status === 'closed') await suspend(run, project.id);
      return;
    }
    await reinstate(run, project.id);
    if (action === 'accept_final_report' && !givesNone(kind.certificates))
      await issueParts(run, { projectId: project.id, notify: true });
  },
};
