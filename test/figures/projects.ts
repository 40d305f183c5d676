import { type Insertable, sql } from 'kysely';
import type { DB } from '../../src/db/tables.ts';
import { KIND_SLUGS } from '../../src/domain/kinds/slugs.ts';
import { AWARDED, STATUSES, type Status } from '../../src/domain/kinds/statuses.ts';
import { addDays, localDay } from '../../src/domain/kit/calendar.ts';
import { PEOPLE, schoolIdOf, userIdOf } from '../demo.ts';
import { server } from '../university.ts';

// Projects of every kind in every status, each with a way behind it, whose other parts differ from one to the next.

export const MADE = 85;
const DAY_MS = 86_400_000;
const TODAY = localDay(new Date());

/** One of the values for each number, in turn. */
export const pick = <T>(values: readonly T[], n: number): T => values[n % values.length] as T;

export interface Call {
  readonly id: string;
  readonly lines: readonly string[];
}

export interface Made {
  readonly n: number;
  readonly id: string;
  readonly code: string;
  readonly kind: string;
  readonly status: Status;
  readonly call: Call | null;
  readonly awarded: number | null;
}

const LEADS = [
  PEOPLE.academic,
  PEOPLE.colleague,
  PEOPLE.stranger,
  PEOPLE.academic,
  PEOPLE.otherAdmin,
] as const;
const SCHOOLS = ['ENF', 'TSO', 'INF', null, 'ARQ', 'ENF'] as const;
const PERIODS = ['2026-1', '2025-2', null, '2026-2'] as const;

const WITHOUT_CALL: readonly Status[] = ['draft', 'director_review', 'dean_review'];
const OF_A_CALL: readonly Status[] = [
  'draft',
  'director_review',
  'admissibility',
  'evaluation',
  'resolution',
];
const ENDS: Partial<Record<Status, readonly Status[]>> = {
  waitlisted: ['waitlisted'],
  not_awarded: ['not_awarded'],
  approved: ['approved'],
  running: ['approved', 'running'],
  suspended: ['approved', 'running', 'suspended'],
  final_report: ['approved', 'running', 'final_report'],
  closed: ['approved', 'running', 'final_report', 'closed'],
  cancelled: ['approved', 'running', 'cancelled'],
};

/** Where it stood, until where it stands; some went back and forth. */
export function wayTo(status: Status, inCall: boolean, n: number): readonly Status[] {
  const way = inCall ? OF_A_CALL : WITHOUT_CALL;
  const back: readonly Status[] = n % 2 ? ['returned', 'director_review'] : [];
  const end = ENDS[status];
  if (end) return [...way.slice(0, 2), ...back, ...way.slice(2), ...end];
  if (status === 'draft') return ['draft'];
  if (way.includes(status)) return [...way.slice(0, 2), ...back, ...way.slice(2, way.indexOf(status) + 1)];
  return ['draft', 'director_review', status];
}

const isAwarded = (status: Status) => AWARDED.includes(status) || status === 'cancelled';

function rowOf(n: number, calls: readonly Call[]): Insertable<DB['projects']> & { made: Omit<Made, 'id'> } {
  const kind = pick(KIND_SLUGS, n);
  const status = pick(STATUSES, n * 5 + Math.floor(n / 17));
  const call = ['fexs', 'incs'].includes(kind) && n % 3 > 0 ? pick(calls, n) : null;
  const asked = call ? 500_000 + n * 1000 : n % 6 === 0 ? 300_000 : null;
  const awarded = asked !== null && isAwarded(status) ? asked - (n % 4) * 50_000 : null;
  const school = pick(SCHOOLS, n);
  const lead = pick(LEADS, n);
  // Those of the demo are of the year of today: none of this one for long.
  const code = `${kind.slice(0, 3).toUpperCase()}-2099-${String(n).padStart(4, '0')}`;
  const start = n % 8 === 0 ? null : addDays(TODAY, (n % 5) * 20 - 50);
  return {
    ...{ code, kind, kind_version: 1, title: `Proyecto «n.º ${n}»; con coma, y comillas` },
    ...{ lead_id: userIdOf(lead), created_by: userIdOf(lead), period: pick(PERIODS, n) },
    alternate_id: n % 4 === 1 && lead !== PEOPLE.academic ? userIdOf(PEOPLE.academic) : null,
    school_id: school ? schoolIdOf(school) : null,
    ...{ call_id: call?.id ?? null, line_id: call ? pick(call.lines, n >> 1) : null },
    ...{ amount_requested: asked, amount_awarded: awarded, historic: n % 9 === 0 },
    ...{ start_date: start, end_date: start && addDays(start, 120), early_report: n % 11 === 0 },
    status_since: new Date(Date.now() - 400 * DAY_MS).toISOString(),
    made: { n, code, kind, status, call, awarded },
  };
}

/** One step after the other, each with its row of the history; the last has begun some days ago. */
async function walk({ n, id, status, call }: Made): Promise<void> {
  const way = wayTo(status, call !== null, n).flatMap((s): [Status, 'director' | 'office' | null][] =>
    s === 'final_report'
      ? [
          [s, 'director'],
          [s, 'office'],
        ]
      : [[s, null]],
  );
  // Of half of those whose report is reviewed it has not come to the office.
  if (status === 'final_report' && n % 2) way.pop();
  const starts = way.map(
    (_, k) => Date.now() - (n % 9) * DAY_MS - (way.length - 1 - k) * (1.25 + (n % 4)) * DAY_MS,
  );
  let before = {
    status: 'draft',
    subStep: null as string | null,
    statusSince: '',
    dueAt: null as string | null,
  };
  for (const [k, [step, subStep]] of way.entries()) {
    const since = new Date(Math.floor(starts[k] ?? 0)).toISOString();
    const isLast = k === way.length - 1;
    const days = isLast ? ((n * 7) % 11) - 5.5 : (n + k) % 7;
    const due =
      (n + k) % 6 === 0
        ? null
        : new Date((isLast ? Date.now() : (starts[k] ?? 0)) + days * DAY_MS).toISOString();
    const ended = ['closed', 'rejected', 'not_awarded', 'withdrawn', 'cancelled'].includes(step);
    if (k > 0)
      await sql`insert into project_history (project_id, at, action, from_status, to_status, before)
        values (${id}, ${since}, 'submit', ${before.status}, ${step}, ${JSON.stringify(before)})`.execute(
        server.db,
      );
    before = { status: step, subStep, statusSince: since, dueAt: ended ? null : due };
    await sql`update projects set status = ${step}, sub_step = ${subStep}, status_since = ${since},
      due_at = ${before.dueAt}, office_turn = ${['admissibility', 'resolution'].includes(step)},
      submitted_at = case when ${k} > 0 then coalesce(submitted_at, ${since}) end where id = ${id}`.execute(
      server.db,
    );
  }
  if (n % 10 === 3) await stepBack(id, before);
}

/** A step that was taken and undone. */
async function stepBack(
  id: string,
  {
    status,
    subStep,
    statusSince,
    dueAt,
  }: { status: string; subStep: string | null; statusSince: string; dueAt: string | null },
) {
  const at = new Date().toISOString();
  const left = JSON.stringify({ status, subStep, statusSince, dueAt });
  const came = JSON.stringify({ status: 'suspended', subStep: null, statusSince: at, dueAt: null });
  await sql`insert into project_history (project_id, at, action, from_status, to_status, before, undone_at)
    values (${id}, ${at}, 'suspend', ${status}, 'suspended', ${left}, now())`.execute(server.db);
  await sql`update projects set status = 'suspended', sub_step = null, status_since = ${at}, due_at = null
    where id = ${id}`.execute(server.db);
  await sql`insert into project_history (project_id, at, action, from_status, to_status, before)
    values (${id}, ${at}, 'undo', 'suspended', ${status}, ${came})`.execute(server.db);
  await sql`update projects set status = ${status}, sub_step = ${subStep}, status_since = ${statusSince},
    due_at = ${dueAt} where id = ${id}`.execute(server.db);
}

export async function makeProjects(calls: readonly Call[]): Promise<Made[]> {
  const rows = Array.from({ length: MADE }, (_, n) => rowOf(n, calls));
  const ids = await server.db
    .insertInto('projects')
    .values(rows.map(({ made: _, ...row }) => row))
    .returning(['id', 'code'])
    .execute();
  const made = rows.map(({ made }) => ({ ...made, id: ids.find(row => row.code === made.code)?.id ?? '' }));
  for (const project of made) await walk(project);
  // Sent once, and a draft again.
  await sql`update projects set submitted_at = now() where id = ${made.find(p => p.status === 'draft')?.id}`.execute(
    server.db,
  );
  return made;
}
