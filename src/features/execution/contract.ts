import { z } from 'zod';
import {
  activityFields,
  deliverableFields,
  itemId,
  meetingFields,
} from '../../domain/execution/activities.ts';
import { attendanceTally, peopleCounts, peopleTotals } from '../../domain/execution/people.ts';
import { FILE_STATES } from '../../domain/files/file-states.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { day, id, instant, storedVersion, version } from '../../domain/text/rules.ts';
import { offer, person, projectParams } from '../project-record/contract.ts';

const entry = z.object({
  id,
  author: person,
  updatedAt: instant,
  /** What a save sends back. */
  version: storedVersion,
  /** Whether the reader may change and remove it. */
  mayEdit: z.boolean(),
});

export const activityRow = entry.extend({
  planItemId: itemId.nullable(),
  name: z.string(),
  day,
  /** `HH:MM` of Chile or empty. */
  startsAt: z.string(),
  endsAt: z.string(),
  place: z.string(),
  link: z.string(),
  comuna: z.object({ code: z.string(), name: z.string() }).nullable(),
  counts: peopleCounts,
  completes: z.boolean(),
  /** How many of its files the reader may open are photos, and how many are none. */
  photos: z.number().int(),
  documents: z.number().int(),
  /** Of its list: its counts alone. All are 0 without one. */
  attendance: attendanceTally,
});
export type ActivityRow = z.infer<typeof activityRow>;

export const meeting = entry.extend({
  organisation: z.object({ id, name: z.string() }).nullable(),
  day,
  startsAt: z.string(),
  place: z.string(),
  link: z.string(),
  attendees: z.string(),
  summary: z.string(),
  actionItems: z.array(
    z.object({
      id,
      text: z.string(),
      responsible: person.nullable(),
      /** Where nobody with an account answers for it. */
      responsibleName: z.string(),
      dueDay: day,
      doneAt: instant.nullable(),
      doneBy: person.nullable(),
      /** The reader may say that it is done, or not yet: who answers for it and who may change the meeting. */
      maySettle: z.boolean(),
    }),
  ),
});
export type Meeting = z.infer<typeof meeting>;

/** What happened to one deliverable of the contract; one without a row has version 0. */
export const deliverable = z.object({
  itemId,
  deliveredOn: day.nullable(),
  acceptedOn: day.nullable(),
  paidOn: day.nullable(),
  paymentReference: z.string(),
  note: z.string(),
  file: z.object({ id, name: z.string() }).nullable(),
  version,
});
export type Deliverable = z.infer<typeof deliverable>;

export const execution = z.object({
  /** Latest first. */
  activities: z.array(activityRow),
  /** Latest first; empty for who may not read all of the project. */
  meetings: z.array(meeting),
  deliverables: z.array(deliverable),
  /** People by group over all activities, as `recordedPeople` counts them. */
  people: peopleTotals,
  /** Of the final report: people by group where they are not what was recorded, and why; null where it corrects none. */
  corrected: z.object({ people: peopleCounts, reason: z.string() }).nullable(),
  /** Over all lists, everybody once. */
  attendance: attendanceTally,
  /** When lists were deleted; their counts are in all figures. Null while they are there. */
  purgedAt: instant.nullable(),
  /** Measurements of indicators that wait to be decided or came back; 0 for who may not read all of the project. */
  measurementsOpen: z.number().int(),
  /** Whether the reader may record; null where it is never theirs. */
  record: offer.nullable(),
  /** Lead and office change everything, also deliverables. */
  mayEditAll: z.boolean(),
  mayReadAttendance: z.boolean(),
  /** No activity is of an earlier day; null where nothing says so. */
  earliest: day.nullable(),
  today: day,
});
export type Execution = z.infer<typeof execution>;

export const getExecution = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/execution',
  permission: 'active',
  summary: 'What a project has done: activities, meetings, deliverables, people',
  params: projectParams,
  output: execution,
});

const activityParams = projectParams.extend({ activity: z.string() });

export const activityFile = z.object({
  /** Of the file, through all its versions. */
  id,
  versionId: id,
  name: z.string(),
  contentType: z.string(),
  /** Bytes. */
  size: z.number().int(),
  state: z.enum(FILE_STATES),
  reason: z.string().nullable(),
  /** Link to a small picture; null for what is no photo, or not looked at yet. */
  thumbnail: z.string().nullable(),
  /** Somebody said who can be recognised on the photo. */
  answered: z.boolean(),
});
export type ActivityFile = z.infer<typeof activityFile>;

export const activityDetail = activityRow.extend({
  description: z.string(),
  /** Those of an activity whose reader may open them, photos first. */
  files: z.array(activityFile),
  /** Until when the links of small pictures open. */
  expiresAt: instant,
});
export type ActivityDetail = z.infer<typeof activityDetail>;

export const getActivity = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/activities/:activity',
  permission: 'active',
  summary: 'One activity with its photos and files',
  params: activityParams,
  output: activityDetail,
});

const written = z.object({ id, version: storedVersion });

/**
 * `id` is made by the browser once per form: sent again after a lost answer it is one entry, as it was filled in last;
 * what somebody saved since stays.
 */
export const newActivity = activityFields.safeExtend({ id });
export type NewActivity = z.output<typeof newActivity>;

export const recordActivity = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/activities',
  permission: 'active',
  summary: 'Record an activity',
  params: projectParams,
  body: newActivity,
  output: written,
});

/** A stale `version` answers 409 with `newerEntry`. */
export const saveActivity = endpoint({
  method: 'PUT',
  path: '/projects/:kind/:id/activities/:activity',
  permission: 'active',
  summary: 'Change an activity',
  params: activityParams,
  body: activityFields.safeExtend({ version: storedVersion }),
  output: written,
});

/** Its list of people goes with it; its files stay those of the project. */
export const removeActivity = endpoint({
  method: 'DELETE',
  path: '/projects/:kind/:id/activities/:activity',
  permission: 'active',
  summary: 'Remove an activity with its list of people',
  params: activityParams,
  output: z.object({}),
});

const meetingParams = projectParams.extend({ meeting: z.string() });

/** `id` as of an activity. */
export const newMeeting = meetingFields.safeExtend({ id });
export type NewMeeting = z.output<typeof newMeeting>;

export const recordMeeting = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/meetings',
  permission: 'active',
  summary: 'Record a meeting with what was agreed',
  params: projectParams,
  body: newMeeting,
  output: written,
});

/** Items that are named again stay as done as they were. A stale `version` answers 409 with `newerEntry`. */
export const saveMeeting = endpoint({
  method: 'PUT',
  path: '/projects/:kind/:id/meetings/:meeting',
  permission: 'active',
  summary: 'Change a meeting or what was agreed in it',
  params: meetingParams,
  body: meetingFields.safeExtend({ version: storedVersion }),
  output: written,
});

export const removeMeeting = endpoint({
  method: 'DELETE',
  path: '/projects/:kind/:id/meetings/:meeting',
  permission: 'active',
  summary: 'Remove a meeting with what was agreed in it',
  params: meetingParams,
  output: z.object({}),
});

export const settleActionItem = endpoint({
  method: 'PUT',
  path: '/projects/:kind/:id/action-items/:item/state',
  permission: 'active',
  summary: 'Say that something agreed is done, or is not yet',
  params: projectParams.extend({ item: z.string() }),
  body: z.object({ done: z.boolean() }),
  output: z.object({}),
});

export const saveDeliverable = endpoint({
  method: 'PUT',
  path: '/projects/:kind/:id/deliverables/:item',
  permission: 'active',
  summary: 'Say how far a deliverable of the contract is',
  params: projectParams.extend({ item: itemId }),
  body: deliverableFields.safeExtend({ version }),
  output: z.object({ version: storedVersion }),
});
