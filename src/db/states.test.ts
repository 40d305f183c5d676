import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { CHANGE_STATES } from '../domain/access/change-requests.ts';
import { PREFERENCE_SLUGS } from '../domain/calls/assigning/preferences.ts';
import { CALL_STATE_SLUGS } from '../domain/calls/calls.ts';
import { REVIEW_STATES } from '../domain/calls/review-states.ts';
import { FILE_STATES } from '../domain/files/file-states.ts';
import { PHOTO_CONSENTS, PHOTO_PEOPLE } from '../domain/files/photo-answers.ts';
import { SCANS } from '../domain/files/scans.ts';
import { IMPORT_STATES } from '../domain/imports/import-states.ts';
import { AWARDED, REVIEWED, STATUSES, SUB_STEPS, UNIT_REVIEWS } from '../domain/kinds/statuses.ts';
import { USER_STATE_SLUGS } from '../domain/kit/user-states.ts';
import { MAIL_STATE_SLUGS, UNSENT_MAILS } from '../domain/notices/mail-states.ts';
import { LAPSING } from '../domain/workflow/automatic.ts';
import { OBSERVATION_STATES } from '../domain/workflow/observation-states.ts';
import { among, lit } from './states.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a state is written out in the text of a statement, and is no value of it', () => {
  const compiled =
    sql`select 1 from projects where status = ${lit.status('draft')} and sub_step = ${lit.subStep('office')}
    and status in ${among(['approved', 'running'])} and action <> ${lit.action('undo')}`.compile(database.db);
  expect(compiled.sql).toBe(`select 1 from projects where status = 'draft' and sub_step = 'office'
    and status in ('approved', 'running') and action <> 'undo'`);
  expect(compiled.parameters).toEqual([]);
});

test.for<[string, string, readonly string[]]>([
  ['projects', 'status', STATUSES],
  ['projects', 'sub_step', SUB_STEPS],
  ['reviews', 'state', REVIEW_STATES],
  ['review_preferences', 'preference', PREFERENCE_SLUGS],
  ['calls', 'state', CALL_STATE_SLUGS],
  ['change_requests', 'state', CHANGE_STATES],
  ['observations', 'state', OBSERVATION_STATES],
  ['users', 'state', USER_STATE_SLUGS],
  ['mails', 'state', MAIL_STATE_SLUGS],
  ['imports', 'state', IMPORT_STATES],
  ['files', 'state', FILE_STATES],
  ['files', 'scan', SCANS],
  ['photo_answers', 'people', PHOTO_PEOPLE.map(p => p.value)],
  ['photo_answers', 'consent', PHOTO_CONSENTS.map(c => c.value)],
])('%s: the database takes as %s what the domain knows', async ([table, column, states]) => {
  const { rows } = await sql<{ check: string }>`
    select pg_get_constraintdef(c.oid) as check from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
    where c.contype = 'c' and c.conrelid = ${table}::regclass and a.attname = ${column}`.execute(database.db);
  const taken = rows.flatMap(row => [...row.check.matchAll(/'(\w+)'/g)].map(match => match[1]));
  expect(taken.sort()).toEqual([...states].sort());
});

/** Whether the planner knows that a partial index has every row a statement asks for: it is given no other way. */
async function serves(index: string, where: RawBuilder<unknown>): Promise<boolean> {
  return database.db.transaction().execute(async tx => {
    const { rows } = await sql<{ table: string; rows: string }>`
      select i.indrelid::regclass::text as table, pg_get_expr(i.indpred, i.indrelid) as rows
      from pg_index i where i.indexrelid = ${index}::regclass`.execute(tx);
    const [found] = rows;
    if (!found) throw new Error(`there is no index ${index}`);
    await sql`create temp table x (like ${sql.ref(found.table)}) on commit drop`.execute(tx);
    await sql`create index only_way on x ((true)) where ${sql.raw(found.rows)}`.execute(tx);
    await sql`set local enable_seqscan = off`.execute(tx);
    const plan = await sql<{ 'QUERY PLAN': string }>`explain select from x where ${where}`.execute(tx);
    return plan.rows.some(row => row['QUERY PLAN'].includes('only_way'));
  });
}

const pending = sql`state = ${lit.mail('pending')}`;
test.for<[string, RawBuilder<unknown>]>([
  ['projects_open_updated', sql`status in ${among(AWARDED)}`],
  ['projects_overdue_steps', sql`status in ${among(REVIEWED)}`],
  ['projects_by_the_clock', sql`status in ${among(LAPSING)}`],
  ['projects_to_start', sql`status = ${lit.status('approved')}`],
  [
    'projects_unit_steps',
    sql`(status in ${among(UNIT_REVIEWS)} or (status = ${lit.status('final_report')} and sub_step = ${lit.subStep('director')}))`,
  ],
  ['change_requests_waiting', sql`state = ${lit.change('open')}`],
  ['imports_waiting', sql`state = ${lit.import('applying')}`],
  ['mails_due', pending],
  ['users_state', sql`state = ${lit.user('pending')}`],
  ['users_admins', sql`'Admin' = any(roles) and state = ${lit.user('active')}`],
])('%s serves the set that is asked for', async ([index, where]) => {
  expect(await serves(index, where)).toBe(true);
});

test('and says so where it does not', async () => {
  expect(await serves('mails_due', sql`state in ${among(UNSENT_MAILS)}`)).toBe(false);
  // As a value the planner of a kept plan cannot look at it.
  expect(await serves('mails_due', sql`state = (select 'pending')`)).toBe(false);
});
