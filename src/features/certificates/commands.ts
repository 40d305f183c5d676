import { sql } from 'kysely';
import type { CertificateContent, CertificateRole } from '../../domain/certificates/certificates.ts';
import { certificateContent, isRevoked } from '../../domain/certificates/certificates.ts';
import { AppError, notFound } from '../../domain/kit/problem.ts';
import { type Command, command } from '../../server/commands/command.ts';
import type { Jobs } from '../../server/jobs.ts';
import type { Certificate } from './contract.ts';
import { DRAWING, writeCertificates } from './issuing/commands.ts';
import { CERTIFICATES, findCertificate, revocationRefusal, stateOf, visibleCertificate } from './queries.ts';

export interface CertificateAddress {
  readonly id: string;
  readonly publicUrl: string;
}

interface Stored {
  readonly role: CertificateRole;
  readonly state: 'valid' | 'suspended' | 'revoked';
  readonly isMine: boolean;
  readonly folio: string;
  readonly projectId: string | null;
  readonly activityId: string | null;
  readonly callId: string | null;
  readonly workKind: string | null;
  readonly workYear: number | null;
  readonly userId: string | null;
  readonly holder: string;
  readonly content: CertificateContent;
  readonly isReplaced: boolean;
}

/** The certificate, standing still; 404 where there is none. */
async function lockCertificate({ tx, actor }: Command, id: string): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select c.role, ${stateOf} as state, coalesce(c.user_id = ${actor.id}, false) as "isMine", c.folio,
      c.project_id as "projectId", c.activity_id as "activityId", c.call_id as "callId", c.work_kind as "workKind",
      c.work_year as "workYear", c.user_id as "userId", c.holder, c.content,
      exists (select from certificates r where r.replaces_id = c.id) as "isReplaced"
    from ${CERTIFICATES} where c.id = ${id} and ${visibleCertificate(actor)} for no key update of c`.execute(
    tx,
  );
  const [found] = rows;
  if (!found) throw notFound();
  return { ...found, content: certificateContent.parse(found.content) };
}

async function writeRevocation({ tx, actor, now }: Command, id: string, reason: string): Promise<void> {
  await sql`update certificates set revoked_at = ${now}, revoked_by = ${actor.id}, revocation_reason = ${reason}
    where id = ${id}`.execute(tx);
}

/** For good, with a reason that its public page shows. */
export const revokeCertificate = command(
  'certificates.manage',
  async (
    run: Command,
    { reason, ...address }: CertificateAddress & { readonly reason: string },
  ): Promise<Certificate> => {
    const refused = revocationRefusal(run.actor, await lockCertificate(run, address.id));
    if (refused) throw new AppError('rule', refused);
    await writeRevocation(run, address.id, reason);
    run.record({
      ...{ action: 'certificate.revoke', objectType: 'certificate', objectId: address.id },
      changes: { reason: [null, reason] },
    });
    return findCertificate(run.tx, run.actor, address);
  },
);

interface Replacement extends CertificateAddress {
  readonly name: string;
  readonly document: string;
  readonly reason: string;
  readonly jobs: Jobs;
}

/** Another in its place: also of one that was revoked, once. Everything but name and document stays as it was certified. */
export const replaceCertificate = command(
  'certificates.manage',
  async (
    run: Command,
    { id, publicUrl, name, document, reason, jobs }: Replacement,
  ): Promise<Certificate> => {
    const { tx, actor, record } = run;
    const stored = await lockCertificate(run, id);
    const wasRevoked = isRevoked(stored.state);
    const refused = revocationRefusal(actor, { ...stored, state: wasRevoked ? 'valid' : stored.state });
    if (refused) throw new AppError('rule', refused);
    if (stored.isReplaced) throw new AppError('rule', 'Ya se emitió otro en su lugar.');
    if (stored.state === 'suspended')
      throw new AppError('rule', 'Está suspendido: se corrige cuando el proyecto vuelva a cerrarse.');
    const work =
      stored.callId || stored.workKind
        ? { callId: stored.callId, kind: stored.workKind ?? '', year: stored.workYear ?? 0 }
        : null;
    const [newId = ''] = await writeCertificates(
      run,
      [{ ...stored, work, email: '', content: { ...stored.content, name, document }, replacesId: id }],
      { notify: true },
    );
    if (!wasRevoked) await writeRevocation(run, id, reason);
    record({
      ...{ action: 'certificate.replace', objectType: 'certificate', objectId: id },
      changes: { reason: [null, reason], replacement: [null, newId] },
    });
    await jobs.wake(tx, DRAWING);
    return findCertificate(tx, actor, { id: newId, publicUrl });
  },
);
