import { calculateRutVerifier } from '@fdograph/rut-utilities';
import type { Database } from '../db/pool.ts';
import { activityFields, deliverableFields, meetingFields } from '../domain/execution/activities.ts';
import { attendanceFields } from '../domain/execution/attendance.ts';
import type { Actor } from '../domain/kit/actor.ts';
import { addDays, localDay } from '../domain/kit/calendar.ts';
import { formatDay } from '../domain/text/format.ts';
import { addAttendances } from '../features/attendance/commands.ts';
import { recordActivity } from '../features/execution/commands.ts';
import { saveDeliverable } from '../features/execution/deliverables/commands.ts';
import { recordMeeting, settleActionItem } from '../features/execution/meetings/commands.ts';
import { decideMeasurements, recordMeasurement } from '../features/indicators/commands.ts';
import { newMeasurement } from '../features/indicators/contract.ts';
import { readNotice } from '../features/privacy-notices/queries.ts';
import type { KnownProject } from '../features/project-record/held/queries.ts';
import type { FileStore } from '../server/files/store.ts';
import { demoId } from '../server/sign-in/demo-identity.ts';
import { EVIDENCE_DOCUMENT, fileName, writePaper } from './papers.ts';
import { writePhoto } from './photos.ts';
import {
  DEMO_ATTENDANTS,
  type DemoActivity,
  type DemoDeliverable,
  type DemoExecution,
  type DemoMeeting,
  type DemoPhoto,
} from './seed/execution.ts';
import type { DemoMeasurement } from './seed/measurements.ts';
import { type Span, within } from './spans.ts';

interface Site {
  readonly db: Database;
  readonly files: FileStore;
  readonly actor: Actor;
  /** Somebody of the university by the part of their e-mail before the @. */
  readonly actorOf: (name: string) => Actor;
  readonly project: KnownProject;
  /** Organisation of the directory that meetings are with. */
  readonly partnerId: string;
  /** Id of an account by the part of its e-mail before the @. */
  readonly userId: (name: string) => string;
  readonly day: (ago: number) => string;
  readonly noticeVersion: number;
}

const idIn = ({ project }: Site, what: string) => demoId(`${project.id}:${what}`);

/** People as a list that was handed in names them. */
const attendants = ([from, to]: readonly [number, number]) =>
  DEMO_ATTENDANTS.slice(from, to).map(({ name, number, group }) =>
    attendanceFields.parse({
      ...{ name, group, guardian: '' },
      ...(number === null
        ? { identifierKind: 'none', identifier: '' }
        : { identifierKind: 'rut', identifier: `${number}-${calculateRutVerifier(String(number))}` }),
    }),
  );

/** Id of a photo by the places of its activity and of itself in it. */
export const photoId = (project: Pick<KnownProject, 'id'>, activity: number, photo: number): string =>
  demoId(`${project.id}:photo:${activity}:${photo}`);

function addPhoto({ db, files, actor, project }: Site, photo: DemoPhoto, id: string): Promise<string> {
  const name = fileName(photo.caption, 'png');
  return writePhoto(db, files, { id, projectId: project.id, uploaderId: actor.id, name, photo });
}

async function writeActivity(site: Site, activity: DemoActivity, n: number): Promise<void> {
  const { db, actor, project, day, noticeVersion } = site;
  const { ago, hours: [startsAt, endsAt] = ['', ''], plan = null, list, photos = [], ...same } = activity;
  const id = idIn(site, `activity:${n}`);
  const fileIds: string[] = [];
  for (const [m, photo] of photos.entries())
    fileIds.push(await addPhoto(site, photo, photoId(project, n, m)));
  const about = { day: day(ago), startsAt, endsAt, planItemId: plan, fileIds };
  const fields = activityFields.parse({ ...same, ...about });
  await recordActivity({ db, actor }, { ...project, given: { ...fields, id } });
  if (!list) return;
  const rows = attendants(list);
  await addAttendances({ db, actor }, { ...project, activity: id, rows, noticeVersion });
}

async function writeMeeting(site: Site, meeting: DemoMeeting, n: number): Promise<void> {
  const { db, actor, project, day, partnerId, userId } = site;
  const { ago, at, agreements, ...same } = meeting;
  const items = agreements.map(({ text, by, ago: due, done = false }, m) => ({
    ...{ id: idIn(site, `agreement:${n}:${m}`), text, dueDay: day(due), done },
    responsibleId: 'user' in by ? userId(by.user) : null,
    responsibleName: 'name' in by ? by.name : '',
  }));
  const about = { day: day(ago), startsAt: at, organisationId: partnerId };
  const fields = meetingFields.parse({ ...same, ...about, actionItems: items });
  await recordMeeting({ db, actor }, { ...project, given: { ...fields, id: idIn(site, `meeting:${n}`) } });
  for (const item of items.filter(i => i.done))
    await settleActionItem({ db, actor }, { ...project, item: item.id, done: true });
}

async function writeDeliverable({ db, actor, project, day }: Site, deliverable: DemoDeliverable) {
  const { id, done } = deliverable;
  if (!done) return;
  const fields = deliverableFields.parse({
    paymentReference: done.reference,
    ...{ deliveredOn: day(done.delivered), acceptedOn: day(done.accepted), paidOn: day(done.paid) },
  });
  await saveDeliverable({ db, actor }, { ...project, item: id, given: { ...fields, version: 0 } });
}

async function writeMeasurement(site: Site, director: Actor, m: DemoMeasurement, n: number): Promise<void> {
  const { db, files, actor, project, day } = site;
  const { indicator, ago, url, paper, corrects, accepted, returned, ...figures } = m;
  const id = idIn(site, `measurement:${n}`);
  const seenOn = day(0);
  const versionId =
    paper &&
    (await writePaper(db, files, {
      ...{ id: idIn(site, `proof:${n}`), projectId: project.id, uploaderId: actor.id },
      ...{ documentType: EVIDENCE_DOCUMENT, title: paper, lines: [m.note ?? '', formatDay(day(ago))] },
    }));
  const given = newMeasurement.parse({
    ...{ ...figures, id, indicatorId: indicator, day: day(ago) },
    evidence: [...(url ? [{ url, seenOn }] : []), ...(versionId ? [{ versionId }] : [])],
    replacesId: corrects === undefined ? null : idIn(site, `measurement:${corrects}`),
  });
  await recordMeasurement({ db, actor }, { ...project, given });
  if (!accepted && !returned) return;
  const decision = { accept: accepted === true, reason: returned ?? '', measurements: [{ id, version: 1 }] };
  await decideMeasurements({ db, actor: director }, { ...project, given: decision });
}

/** What a project of the demo did in a span of days, by the commands of its lead and of who accepts. */
export async function writeExecution(
  { activities, meetings, deliverables = [], measuring }: DemoExecution,
  span: Span,
  given: Omit<Site, 'day' | 'noticeVersion'>,
): Promise<void> {
  const today = localDay(new Date());
  const { version: noticeVersion } = await readNotice(given.db);
  const site = { ...given, noticeVersion, day: (ago: number) => addDays(today, -ago) };
  for (const [n, activity] of within(span, activities)) await writeActivity(site, activity, n);
  for (const [n, meeting] of within(span, meetings)) await writeMeeting(site, meeting, n);
  const delivered = deliverables.flatMap(d => (d.done ? { ...d, ago: d.done.delivered } : []));
  for (const [, deliverable] of within(span, delivered)) await writeDeliverable(site, deliverable);
  const director = site.actorOf(measuring.director);
  for (const [n, m] of within(span, measuring.measurements)) await writeMeasurement(site, director, m, n);
}
