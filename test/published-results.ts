import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import type { CallState } from '../src/domain/calls/calls.ts';
import type { Status } from '../src/domain/kinds/statuses.ts';
import { PEOPLE, schoolIdOf, userIdOf } from './demo.ts';

interface CallRow {
  readonly name?: string;
  readonly year?: number;
  readonly state?: CallState;
  readonly publishes?: boolean;
}
export interface InsertedCall {
  readonly id: string;
  /** Two lines of 5 and 2 million, after half a million went from the first to the second. */
  readonly lines: readonly [string, string];
}

/** A call that has published its final result, unless told otherwise. */
export async function insertCall(db: Database, more: CallRow = {}): Promise<InsertedCall> {
  const { name = 'Fondo de prueba', year = 2026, state = 'resolved', publishes = true } = more;
  const [id, first, second] = [randomUUID(), randomUUID(), randomUUID()];
  await sql`insert into calls (id, name, year, kind, state, opens_at, closes_at, publishes_results)
    values (${id}, ${name}, ${year}, 'fexs', ${state}, '2026-01-02 12:00Z', '2026-03-02 12:00Z', ${publishes})`.execute(
    db,
  );
  await sql`insert into call_lines (id, call_id, position, name, cap, budget, moved)
    values (${first}, ${id}, 0, 'Salud', 3000000, 5000000, -500000),
      (${second}, ${id}, 1, 'Arte', 3000000, 2000000, 500000)`.execute(db);
  return { id, lines: [first, second] };
}

interface ProjectRow {
  readonly id?: string;
  readonly code?: string;
  readonly title?: string;
  readonly status?: Status;
  readonly consented?: boolean;
  readonly line?: string;
  readonly awarded?: number | null;
}

let correlative = 0;

/** A project of a call that was awarded a million, unless told otherwise; its people agreed to publish it. */
export async function insertProposal(db: Database, call: InsertedCall, more: ProjectRow = {}) {
  const { id = randomUUID(), title = 'Huertos de barrio', status = 'running', consented = true } = more;
  const { line = call.lines[0], awarded = 1_000_000 } = more;
  correlative += 1;
  const { code = `FEX-2026-${correlative}` } = more;
  const lead = userIdOf(PEOPLE.academic);
  await sql`insert into projects (id, kind, kind_version, code, title, lead_id, created_by, school_id, status,
      consent_to_publish, call_id, line_id, amount_typed, amount_requested, amount_awarded, submitted_at)
    select ${id}, 'fexs', current_version, ${code}, ${title}, ${lead}, ${lead}, ${schoolIdOf('ENF')}, ${status},
      ${consented}, ${call.id}, ${line}, true, 1200000, ${awarded}, '2026-02-01' from kinds where slug = 'fexs'`.execute(
    db,
  );
  return { id, code, title };
}

/** Opens or closes the catalogue. */
export const setCatalogue = (db: Database, isOpen: boolean) =>
  sql`insert into settings (key, value) values ('publicPages', ${JSON.stringify({ catalogue: isOpen })}::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(db);
