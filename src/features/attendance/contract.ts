import { z } from 'zod';
import { attendanceFields, MOST_ATTENDANCES } from '../../domain/execution/attendance.ts';
import { KEPT_KINDS } from '../../domain/execution/identifiers.ts';
import { ATTENDANCE_GROUPS, attendanceTally } from '../../domain/execution/people.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { id, instant, listQuery, MOST_INTEGER, optionOf, pageOf } from '../../domain/text/rules.ts';
import { projectParams } from '../project-record/contract.ts';

const group = optionOf(ATTENDANCE_GROUPS);
const activityParams = projectParams.extend({ activity: z.string() });

export const SOURCES = ['list', 'code'] as const;

export const attendance = z.object({
  id,
  name: z.string(),
  identifierKind: z.enum(KEPT_KINDS),
  identifier: z.string(),
  group,
  guardian: z.string(),
  /** Written down by the team, or by themselves with the code of the room. */
  source: z.enum(SOURCES),
  noticeVersion: z.number().int(),
  consentedAt: instant,
  /** Of how many activities of the project they are on the list; 0 for who has no identifier. */
  activities: z.number().int(),
});
export type Attendance = z.infer<typeof attendance>;

/** A code that lets people write themselves down. */
export const roomCode = z.object({
  /** Address of the form, on the public address of the installation. */
  url: z.string(),
  opensAt: instant,
  closesAt: instant,
  answers: z.number().int(),
});
export type RoomCode = z.infer<typeof roomCode>;

export const ATTENDANCE_SORTS = ['name', 'group', 'at'] as const;

/** For the team and the office alone; anybody else gets 404. */
export const listAttendance = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/activities/:activity/attendance',
  permission: 'active',
  summary: 'Who came to an activity',
  params: activityParams,
  query: listQuery(ATTENDANCE_SORTS, 'name').extend({ group: group.optional() }),
  output: pageOf(attendance).extend({
    /** Over the whole list. */
    tally: attendanceTally,
    /** The one that is open; null without. */
    code: roomCode.nullable(),
    mayEdit: z.boolean(),
    /** When the list was deleted; `tally` is what had been counted. */
    purgedAt: instant.nullable(),
    /** The notice that people accept now. */
    noticeVersion: z.number().int(),
  }),
});

/**
 * Somebody of the team says that all of them accepted the notice. Who is on the list already stays as they are and is
 * counted in `known`. Wrong rows answer 400 with a path each, `rows.12.identifier`, and nobody is added.
 */
export const addAttendances = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/activities/:activity/attendance',
  permission: 'active',
  summary: 'Add people to the list of an activity',
  params: activityParams,
  body: z.object({
    rows: z.array(attendanceFields).min(1).max(MOST_ATTENDANCES),
    /** The version of the notice that they accepted; an older one than the current answers 422. */
    noticeVersion: z.number().int().min(1).max(MOST_INTEGER),
  }),
  output: z.object({ added: z.number().int(), known: z.number().int() }),
  maxBytes: 4 * 1024 * 1024,
});

export const saveAttendance = endpoint({
  method: 'PUT',
  path: '/projects/:kind/:id/activities/:activity/attendance/:attendance',
  permission: 'active',
  summary: 'Correct somebody on the list; 422 for whoever was forgotten',
  params: activityParams.extend({ attendance: z.string() }),
  body: attendanceFields,
  output: z.object({}),
});

export const removeAttendances = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/activities/:activity/attendance/removal',
  permission: 'active',
  summary: 'Take people off the list',
  params: activityParams,
  body: z.object({ ids: z.array(id).min(1).max(MOST_ATTENDANCES) }),
  output: z.object({ removed: z.number().int() }),
});

/** One that is open is ended by it. The form is open from now on, at most a day. */
export const openRoomCode = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/activities/:activity/attendance-code',
  permission: 'active',
  summary: 'Open the form that people in the room fill in',
  params: activityParams,
  body: z.object({
    minutes: z
      .number()
      .int()
      .min(5)
      .max(24 * 60),
  }),
  output: roomCode,
});

export const closeRoomCode = endpoint({
  method: 'DELETE',
  path: '/projects/:kind/:id/activities/:activity/attendance-code',
  permission: 'active',
  summary: 'Close the form before its time',
  params: activityParams,
  output: z.object({}),
});

export const printRoomCode = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/activities/:activity/attendance-code/sheet',
  permission: 'active',
  summary: 'A page with the code as a QR, to project or print (PDF)',
  params: activityParams,
  output: z.unknown(),
  transfer: 'download',
});
