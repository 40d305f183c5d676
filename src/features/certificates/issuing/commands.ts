import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { readSetting } from '../../../db/settings.ts';
import { lit } from '../../../db/states.ts';
import { judgeIssuing } from '../../../domain/access/certificates.ts';
import type { CertificateContent, CertificateRole } from '../../../domain/certificates/certificates.ts';
import { CODE_LENGTH, codeOf } from '../../../domain/certificates/codes.ts';
import { projectCertificate, reviewerCertificate } from '../../../domain/certificates/content.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import { AppError, forbidden, notFound } from '../../../domain/kit/problem.ts';
import { byItself, type Command, command } from '../../../server/commands/command.ts';
import type { Jobs } from '../../../server/jobs.ts';
import type { KindLookup } from '../../kinds/queries.ts';
import {
  definitionOf,
  lockProject,
  type ProjectAddress,
  readProject,
  subjectOf,
} from '../../project-record/subject/queries.ts';
import {
  isCallFinal,
  isWorkClosed,
  NOBODY_LEFT,
  readDueParts,
  readDueWork,
  readWorkDue,
  type WorkAddress,
} from './queries.ts';

/** A person's command, or what happens by itself. */
type Run = Command<Actor | null>;

/** The job that draws PDFs, woken whenever there are new ones. */
export const DRAWING = 'certificates.draw';

/** A certificate that is about to be issued. */
export interface Issued {
  readonly role: CertificateRole;
  readonly projectId: string | null;
  readonly activityId: string | null;
  readonly work: WorkAddress | null;
  readonly userId: string | null;
  readonly holder: string;
  readonly email: string;
  readonly content: CertificateContent;
  readonly replacesId?: string;
}

const newCode = () => codeOf(Array.from({ length: CODE_LENGTH - 1 }, () => randomInt(32)));

/** The first of so many folios of this year, which nobody else gets. */
async function takeFolios({ tx, now }: Run, count: number): Promise<{ year: number; first: number }> {
  const year = Number(localDay(now).slice(0, 4));
  const { rows } = await sql<{ last: number }>`
    insert into certificate_folios (year, last) values (${year}, ${count})
    on conflict (year) do update set last = certificate_folios.last + excluded.last returning last`.execute(
    tx,
  );
  const [taken] = rows;
  if (!taken) throw new Error('no folio came back');
  return { year, first: taken.last - count + 1 };
}

/** Writes certificates with the next folios and new codes, in this order. Who is not told now never is. Answers their ids. */
export async function writeCertificates(
  run: Run,
  issued: readonly Issued[],
  { notify }: { readonly notify: boolean },
): Promise<string[]> {
  if (issued.length === 0) return [];
  const { tx, actor, now } = run;
  const { year, first } = await takeFolios(run, issued.length);
  const rows = issued.map((one, n) => ({
    folio_number: first + n,
    code: newCode(),
    role: one.role,
    project_id: one.projectId,
    activity_id: one.activityId,
    call_id: one.work?.callId ?? null,
    work_kind: one.work && one.work.callId === null ? one.work.kind : null,
    work_year: one.work && one.work.callId === null ? one.work.year : null,
    user_id: one.userId,
    holder: one.holder,
    name: one.content.name,
    content: one.content,
    email: notify ? one.email : '',
    replaces_id: one.replacesId ?? null,
  }));
  const { rows: written } = await sql<{ id: string }>`
    insert into certificates (folio_year, folio_number, code, role, project_id, activity_id, call_id, work_kind,
      work_year, user_id, holder, name, content, email, told_at, issued_at, issued_by, replaces_id)
    select ${year}, r.folio_number, r.code, r.role, r.project_id, r.activity_id, r.call_id, r.work_kind, r.work_year,
      r.user_id, r.holder, r.name, r.content, r.email, ${notify ? null : now}::timestamptz, ${now}, ${actor?.id ?? null}::uuid,
      r.replaces_id
    from json_to_recordset(${JSON.stringify(rows)}) r (folio_number int, code text, role text, project_id uuid,
      activity_id uuid, call_id uuid, work_kind text, work_year int, user_id uuid, holder text, name text,
      content jsonb, email text, replaces_id uuid)
    order by r.folio_number returning id`.execute(tx);
  return written.map(row => row.id);
}

/** Issues what is missing of a project that stands still: all of it, or of one activity. Answers how many. */
export async function issueParts(
  run: Run,
  {
    projectId,
    activityId,
    notify,
  }: { readonly projectId: string; readonly activityId?: string; readonly notify: boolean },
): Promise<number> {
  const due = await readDueParts(run.tx, {
    projectIds: [projectId],
    ...(activityId !== undefined && { activityId }),
  });
  if (due.length === 0) return 0;
  const issuer = await readSetting(run.tx, 'certificates');
  const issued = due.map(part => ({ ...part, work: null, content: projectCertificate(part, issuer) }));
  await writeCertificates(run, issued, { notify });
  run.record({
    ...{ action: 'certificate.issue', objectType: 'project', objectId: projectId },
    changes: { certificates: [null, due.length] },
  });
  return due.length;
}

interface ActivityAddress extends ProjectAddress {
  readonly activity: string;
  readonly kinds: KindLookup;
  readonly jobs: Jobs;
}

/** To who came to an activity and has none yet: whoever leads the project, and the office. */
export const issueForActivity = command(
  'active',
  async (
    run: Command,
    { activity, kinds, jobs, ...address }: ActivityAddress,
  ): Promise<{ issued: number }> => {
    const { tx, actor, now } = run;
    await lockProject(tx, address);
    const project = await readProject(tx, actor, address);
    const { rows } = await sql<{ day: string; rule: 'none' | 'activity' | 'closing' }>`
      select a.day::text as day, r.rule from activities a join certificate_rules r on r.project_id = a.project_id
      where a.id = ${activity} and a.project_id = ${project.id}`.execute(tx);
    const [found] = rows;
    if (!found) throw notFound();
    const verdict = judgeIssuing(actor, subjectOf(project, definitionOf(kinds, project)), { ...found, now });
    if (!verdict.allowed) {
      if (verdict.hidden) throw forbidden('emitir certificados de esta actividad', verdict.reason);
      throw new AppError('rule', verdict.reason);
    }
    const issued = await issueParts(run, { projectId: project.id, activityId: activity, notify: true });
    if (issued === 0) throw new AppError('rule', NOBODY_LEFT);
    await jobs.wake(tx, DRAWING);
    return { issued };
  },
);

interface ClosedAddress {
  readonly id: string;
  readonly notify: boolean;
  readonly jobs: Jobs;
}

/** What is missing of one closed project, whatever its kind says: the office gives them. */
export const issueForProject = command(
  'certificates.manage',
  async (run: Command, { id, notify, jobs }: ClosedAddress): Promise<number> => {
    const { tx } = run;
    const { rows } = await sql<{ status: string; isClosed: boolean }>`
      select p.status = ${lit.status('closed')} as "isClosed" from projects p where p.id = ${id}
      for no key update`.execute(tx);
    const [project] = rows;
    if (!project) throw notFound();
    if (!project.isClosed) throw new AppError('rule', 'El proyecto no está cerrado.');
    const issued = await issueParts(run, { projectId: id, notify });
    if (issued > 0) await jobs.wake(tx, DRAWING);
    return issued;
  },
);

/** Nobody issues the same work twice at once; answers whether it is over. */
async function lockWork(tx: Transaction, { callId, year, kind }: WorkAddress, now: Date): Promise<boolean> {
  if (callId) {
    const { rows } = await sql<{ isFinal: boolean }>`
      select ${isCallFinal} as "isFinal" from calls k where k.id = ${callId} for no key update`.execute(tx);
    return rows[0]?.isFinal ?? false;
  }
  const { rows } = await sql`select from kinds where slug = ${kind} for no key update`.execute(tx);
  return rows.length > 0 && year < Number(localDay(now).slice(0, 4));
}

/** Issues what is missing to the reviewers of a work that is over. Answers how many. */
export async function issueWork(run: Run, address: WorkAddress, notify: boolean): Promise<number> {
  const { tx, now, record } = run;
  if (!(await lockWork(tx, address, now)))
    throw new AppError('rule', 'Se emiten cuando la convocatoria está resuelta, o el año terminó.');
  const due = await readDueWork(tx, address);
  if (due.length === 0) return 0;
  const issuer = await readSetting(tx, 'certificates');
  await writeCertificates(
    run,
    due.map(work => ({
      role: 'reviewer',
      projectId: null,
      activityId: null,
      work: address,
      userId: work.userId,
      holder: `user:${work.userId}`,
      email: '',
      content: reviewerCertificate(work, issuer),
    })),
    { notify },
  );
  record({
    action: 'certificate.issue',
    ...(address.callId
      ? { objectType: 'call', objectId: address.callId }
      : { objectType: 'kind', objectId: address.kind }),
    changes: { certificates: [null, due.length] },
  });
  return due.length;
}

export const issueForReviewers = command(
  'certificates.manage',
  async (
    run: Command,
    { notify, jobs, ...address }: WorkAddress & { readonly notify: boolean; readonly jobs: Jobs },
  ): Promise<{ issued: number }> => {
    if (await isWorkClosed(run.tx, run.actor, address))
      throw new AppError('rule', 'Participas en lo que evaluaron: los emite otra persona de la oficina.');
    const issued = await issueWork(run, address, notify);
    if (issued > 0) await jobs.wake(run.tx, DRAWING);
    return { issued };
  },
);

/** Gives reviewers their certificates once their work is over. Safe to repeat and in several copies at once. */
export async function issueReviewedWork(db: Database, now = new Date()): Promise<number> {
  let issued = 0;
  for (const address of await readWorkDue(db, now))
    issued += await byItself(db, now, run => issueWork(run, address, true));
  return issued;
}
