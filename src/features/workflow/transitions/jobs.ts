import { sql } from 'kysely';
import { readHolidays } from '../../../db/holidays.ts';
import type { Database } from '../../../db/pool.ts';
import { readSetting } from '../../../db/settings.ts';
import { among, lit } from '../../../db/states.ts';
import { isRunning, type Status } from '../../../domain/kinds/statuses.ts';
import { addDays, localDay, startOfDay, workingDaysBetween } from '../../../domain/kit/calendar.ts';
import { reminderKind, reminderSlot } from '../../../domain/notices/reminders.ts';
import { LAPSING } from '../../../domain/workflow/automatic.ts';
import { byItself } from '../../../server/commands/command.ts';
import type { Job } from '../../../server/jobs.ts';
import { remind, type Subject } from '../../../server/notices/announce.ts';
import { type KindLookup, kindLookup } from '../../kinds/queries.ts';
import { definitionOf, readForClock } from '../../project-record/subject/queries.ts';
import { isTurnNow } from '../../project-record/turns/queries.ts';
import { placeOf, readReportDue } from '../due/queries.ts';
import type { WaitingTurn, Workflow, WorkflowDeps } from '../effects.ts';
import { renewHolders } from '../holders/commands.ts';
import { STALE } from '../holders/queries.ts';
import { takeStepByItself } from './commands.ts';

/** What one run has done. */
export interface Done {
  /** Projects that went on by themselves. */
  readonly moved: number;
  /** Steps that changed hands. */
  readonly handedOver: number;
  readonly reminded: number;
}

/**
 * Everything that time alone brings about: projects that lapse, start or leave the waitlist, steps whose holder can no
 * longer act, reminders. Running it again, or in several copies of the server at once, changes nothing more.
 * @throws AggregateError at the end, of the projects that failed
 */
export async function runDue(
  { db, effects }: Pick<WorkflowDeps, 'db' | 'effects'>,
  now = new Date(),
): Promise<Done> {
  const workflow = { kinds: await kindLookup(db), effects };
  const failures: unknown[] = [];
  const moved = await takeSteps(db, now, workflow, failures);
  const handedOver = await byItself(db, now, run => renewHolders(run, STALE));
  const reminded = await sendReminders(db, now, workflow, failures);
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} projects failed`);
  return { moved, handedOver, reminded };
}

/** How many `act` did something about. Each in a transaction of its own: one that fails holds up no other. */
async function countDone<T>(
  rows: readonly T[],
  failures: unknown[],
  act: (row: T) => Promise<boolean>,
): Promise<number> {
  let done = 0;
  for (const row of rows) {
    try {
      if (await act(row)) done += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  return done;
}

async function takeSteps(db: Database, now: Date, workflow: Workflow, failures: unknown[]): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from projects where status in ${among(LAPSING)} and due_at < ${now}
    union all
    select id from projects where status = ${lit.status('approved')} and start_date <= ${localDay(now)}::date`.execute(
    db,
  );
  return countDone(rows, failures, ({ id }) => byItself(db, now, run => takeStepByItself(run, id, workflow)));
}

interface Due {
  readonly id: string;
  readonly status: Status;
  readonly dueAt: string;
  readonly last: number | null;
}

async function sendReminders(
  db: Database,
  now: Date,
  { kinds, effects }: Workflow,
  failures: unknown[],
): Promise<number> {
  const times = await readSetting(db, 'reminders');
  const holidays = await readHolidays(db);
  const today = localDay(now);
  // Far enough for the first reminder, over weekends and the longest row of holidays.
  const ahead = 2 * Math.max(0, ...times.daysBefore.map(Number)) + 12;
  const until = startOfDay(addDays(today, ahead));
  /** The time of a reminder has come, and no later one was sent. */
  const slotOf = (due: Date, last: number | null) => {
    const slot = reminderSlot(due, now, holidays, times);
    return slot === null || (last !== null && last >= slot) ? null : slot;
  };
  const leftOf = (due: Date) => workingDaysBetween(today, localDay(due), holidays);
  const { rows } = await sql<Due>`
    select p.id, p.status, p.due_at as "dueAt", (
      select max(r.slot) from project_reminders r
      where r.project_id = p.id and r.status = p.status and r.due_at = p.due_at) as last
    from projects p where p.due_at < ${until} and ${isTurnNow}`.execute(db);
  const steps = await countDone(rows, failures, async step => {
    const due = new Date(step.dueAt);
    const slot = slotOf(due, step.last);
    if (slot === null) return false;
    return byItself(db, now, run => remindOnce(run, step, slot, leftOf(due), kinds));
  });
  const found = await Promise.all(effects.map(effect => effect.waiting?.(db, until) ?? []));
  const others = await countDone(found.flat(), failures, async turn => {
    const slot = slotOf(turn.due, null);
    return slot !== null && byItself(db, now, run => remindOfTurn(run, turn, slot, leftOf(turn.due)));
  });
  return steps + others;
}

type Run = Parameters<Parameters<typeof byItself>[2]>[0];

interface Reminded extends Omit<Subject, 'due' | 'since' | 'project'> {
  readonly since: string;
  readonly dueAt: string;
  readonly project: Subject['project'];
}

/** Of several copies one writes the row, and calls the holders in the same transaction. */
async function remindOnce(
  run: Run,
  { id, status, dueAt }: Due,
  slot: number,
  left: number,
  kinds: KindLookup,
): Promise<boolean> {
  const { rows } = await sql<Reminded>`
    with r as (
      insert into project_reminders (project_id, status, due_at, slot, sent_at)
      select id, status, due_at, ${slot}, ${run.now} from projects
      where id = ${id} and status = ${status} and due_at = ${dueAt}
      on conflict do nothing returning project_id
    )
    select p.status, p.due_at as "dueAt", p.status_since as since, p.office_turn as office,
      json_build_object('id', p.id, 'kind', p.kind, 'code', p.code, 'title', p.title) as project,
      array(select user_id from project_holders where project_id = p.id) as holders
    from r join projects p on p.id = r.project_id`.execute(run.tx);
  const [row] = rows;
  if (row) {
    const subject = { ...row, since: new Date(row.since), due: new Date(row.dueAt) };
    const asked = await readAsked(run, id, status, kinds);
    await remind(run, reminderKind(subject.due, run.now), subject, { left, ...asked });
  }
  return row !== undefined;
}

/** Which report is due of a project that runs. */
async function readAsked({ tx }: Run, id: string, status: Status, kinds: KindLookup) {
  const project = isRunning(status) ? await readForClock(tx, id) : undefined;
  return project ? readReportDue(tx, project, definitionOf(kinds, project), placeOf(project)) : {};
}

/** The same of what waits besides steps; once an earlier reminder is passed over, it is not sent any more. */
async function remindOfTurn(run: Run, waiting: WaitingTurn, slot: number, left: number): Promise<boolean> {
  const { turn, id, what, makers, ...subject } = waiting;
  const { rows } = await sql`
    insert into turn_reminders (turn, object_id, due_at, slot, sent_at)
    select ${turn}, ${id}, ${waiting.due}, ${slot}, ${run.now} where not exists (
      select from turn_reminders where object_id = ${id} and due_at = ${waiting.due} and slot >= ${slot})
    on conflict do nothing returning slot`.execute(run.tx);
  if (rows.length === 0) return false;
  await remind(run, reminderKind(waiting.due, run.now), subject, { left, turn, what, makers });
  return true;
}

export const turnJobs = (deps: WorkflowDeps): Job[] => [
  { name: 'projects.due', cron: '*/5 * * * *', pollSeconds: 30, run: () => runDue(deps) },
];
