import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach } from 'vitest';
import { addDays, endOfDay } from '../src/domain/kit/calendar.ts';
import { askedParts } from '../src/domain/reports/gaps.ts';
import { FINAL_ADDRESS } from '../src/domain/reports/names.ts';
import { numberIn } from '../src/domain/reports/parts.ts';
import type { Instalment } from '../src/domain/spending/instalments.ts';
import type { ProjectReports, Report, ReportRow } from '../src/features/reports/contract.ts';
import type { TestApp } from './app.ts';
import type { Answer, Client } from './client.ts';
import { PEOPLE, userIdOf } from './demo.ts';
import { type Created, done } from './factories.ts';
import { awardedProject, spendingCall, TODAY } from './spending.ts';
import { clients, openUniversity, refs, server } from './university.ts';

/** Days on which the two progress reports of {@link runningProject} are due: one has passed, one comes. */
export const REPORT_DATES = [addDays(TODAY, -20), addDays(TODAY, 10)] as const;
/** Half at the start, the rest with the first report. */
export const INSTALMENTS: readonly Instalment[] = [
  { id: randomUUID(), share: 50, report: null },
  { id: randomUUID(), share: 50, report: 1 },
];

interface Running {
  readonly status?: string;
  readonly reportDates?: readonly string[];
  readonly instalments?: readonly Instalment[];
  /** As if its dates had never been said. */
  readonly dateless?: boolean;
  readonly lead?: Client;
  readonly leadId?: string;
}

/**
 * A `fexs` of a call of its own, awarded two million 60 days ago, running for 50 days, its end in 30, the colleague in
 * its team; its first progress report is overdue.
 */
export async function runningProject({
  status = 'running',
  reportDates = REPORT_DATES,
  instalments = INSTALMENTS,
  dateless = false,
  lead = clients.academic,
  leadId = refs.leadId,
}: Running = {}): Promise<Created> {
  const call = await spendingCall(server, clients.admin, { instalments });
  await sql`update calls set report_dates = ${JSON.stringify(reportDates)}::jsonb where id = ${call.id}`.execute(
    server.db,
  );
  const project = await awardedProject(server, lead, { ...refs, leadId }, call, { status });
  const [first] = reportDates;
  await sql`update projects set due_at = ${first ? endOfDay(first) : null} where id = ${project.id}`.execute(
    server.db,
  );
  if (dateless)
    await sql`update projects set start_date = null, end_date = null where id = ${project.id}`.execute(
      server.db,
    );
  return project;
}

/** The project of each test; `openReports` makes it. */
export let reporting: Created;

/** Registers what tests of reports begin with: the demo university and a running project for each test. */
export function openReports(running: Running = {}): void {
  openUniversity({ rateLimit: 0 });
  beforeEach(async () => {
    reporting = await runningProject(running);
  });
}

export const reportPath = ({ kind, id }: Created, address: string | number = 1): string =>
  `/projects/${kind}/${id}/reports/${address}`;

export const reportsOf = async (who: Client, { kind, id }: Created): Promise<readonly ReportRow[]> =>
  done(await who.get<ProjectReports>(`/projects/${kind}/${id}/reports`)).reports;

export const reportOf = async (
  who: Client,
  project: Created,
  address: string | number = 1,
): Promise<Report> => done(await who.get<Report>(reportPath(project, address)));

interface Written {
  readonly version: number;
  readonly savedAt: string;
}

/** Every text that a report asks for. */
export const textsOf = (address: string | number = 1) =>
  Object.fromEntries(
    askedParts(numberIn(String(address)) ?? null).map(({ value, label }) => [
      value,
      `${label}: lo que se hizo.`,
    ]),
  );

/** Saves a report over version 0 with all its texts and nothing else, unless told otherwise. */
export const saveReport = <T = Written>(
  who: Client,
  project: Created,
  address: string | number = 1,
  more: object = {},
): Promise<Answer<T>> =>
  who.put<T>(reportPath(project, address), {
    ...{ version: 0, texts: textsOf(address), photos: [] },
    ...more,
  });

/** The same, which must go well. */
export const writeReport = async (
  who: Client,
  project: Created,
  address: string | number = 1,
  more: object = {},
): Promise<Written> => done(await saveReport(who, project, address, more));

export const writeFinal = (who: Client, project: Created, more: object = {}): Promise<Written> =>
  writeReport(who, project, FINAL_ADDRESS, more);

export const submitReport = (who: Client, project: Created, version: number, address: string | number = 1) =>
  who.post<Written>(`${reportPath(project, address)}/submission`, { version });

/** Accepts a report, or with observations returns it. */
export const decideReport = (
  who: Client,
  project: Created,
  version: number,
  {
    observations = [],
    address = 1,
    ...more
  }: { observations?: { part: string; text: string }[]; address?: string | number; comment?: string } = {},
) =>
  who.post<Written>(`${reportPath(project, address)}/decision`, {
    ...{ version, accept: observations.length === 0, observations, ...more },
  });

interface Kept {
  readonly number?: number | null;
  readonly state?: string;
  readonly subStep?: string | null;
  readonly observations?: readonly { part: string; text: string; answer?: string }[];
  readonly author?: keyof typeof PEOPLE;
  readonly version?: number;
  /** When it is to be decided or sent again. */
  readonly due?: Date;
}

/** A report as if it had come to where it stands, with all its texts; its id. */
export async function keepReport(
  { db }: Pick<TestApp, 'db'>,
  { id }: Created,
  { number = 1, state = 'draft', author = 'academic', version = 1, ...kept }: Kept = {},
): Promise<string> {
  const isWaiting = number !== null && (state === 'submitted' || state === 'returned');
  const by = userIdOf(PEOPLE[author]);
  const { due = endOfDay(addDays(TODAY, 14)), subStep = 'director', observations = [] } = kept;
  const observed = observations.map(o => ({ id: randomUUID(), answer: '', ...o }));
  const row = await db
    .insertInto('reports')
    .values({
      ...{ project_id: id, number, author_id: by, updated_by: by, version },
      state: number === null ? null : (state as 'draft'),
      sub_step: isWaiting ? (subStep as 'director') : null,
      texts: JSON.stringify(textsOf(number ?? FINAL_ADDRESS)),
      observations: JSON.stringify(observed),
      ...(isWaiting && { due_at: due }),
      ...(state !== 'draft' && { submitted_by: by, submitted_at: new Date() }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

interface Photo {
  readonly name?: string;
  readonly state?: 'received' | 'checking' | 'ready' | 'rejected';
  readonly contentType?: string;
  readonly documentType?: string;
  /** The file that it is a new version of. */
  readonly of?: string;
}

/** A photo of a project as if it had been uploaded and checked, without a small picture; its version. */
export async function addPhoto(
  { db }: Pick<TestApp, 'db'>,
  { id }: Created,
  photo: Photo = {},
): Promise<string> {
  const {
    name = 'taller.jpg',
    state = 'ready',
    contentType = 'image/jpeg',
    documentType = 'evidence',
  } = photo;
  const { of = null } = photo;
  if (of !== null)
    await sql`update files set current = false where coalesce(original_id, id) = ${of}`.execute(db);
  const { rows } = await sql<{ version: number }>`
    select 1 + count(*)::int as version from files where coalesce(original_id, id) = ${of}`.execute(db);
  const { id: version } = await db
    .insertInto('files')
    .values({
      ...{ project_id: id, document_type: documentType, name, size: 1, content_type: contentType, state },
      ...{ sha256: randomBytes(32), storage_key: `files/${id}/${randomUUID()}` },
      ...{ original_id: of, version: rows[0]?.version ?? 1, uploaded_by: userIdOf(PEOPLE.academic) },
      ...(state === 'rejected' && { reason: 'No es una foto.' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return version;
}
