import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Campus, openCampus, PEOPLE } from '../../../../test/catalogue.ts';
import { bearer, signInAs } from '../../../../test/sign-in.ts';
import { applyRetention } from './commands.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await openCampus();
});
afterAll(() => campus.close());

const NOW = new Date('2030-06-15T12:00:00Z');
const count = async (table: string, where = sql`true`) =>
  (
    await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where ${where}`.execute(
      campus.db,
    )
  ).rows[0]?.n;
/** A wave of names that was counted on a day, with one of its answers. */
async function aNamedWave(db: Campus['db'], day: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with i as (insert into instruments (name) values (${day}) returning id),
    n as (insert into instrument_versions (instrument_id, number, frozen_at)
      select id, 1, ${day}::date from i returning id, instrument_id),
    w as (insert into waves (instrument_id, version_id, title, audience, anonymous, last_day, state, opened_at, closes_at,
        counted_at, created_by)
      select n.instrument_id, n.id, 'Con nombre', 'partners', false, ${day}, 'ready', ${day}::date, ${day}::date, ${day}::date,
        (select id from users limit 1) from n returning id),
    v as (insert into wave_invitations (wave_id, name, email, state)
      select id, 'Ana', 'ana@b.cl', 'answered' from w returning id, wave_id),
    a as (insert into wave_answers (wave_id, anonymous, invitation_id, answered_at, data)
      select wave_id, false, id, now(), '{}' from v)
    insert into wave_parts (wave_id, part, choices, answers) select id, 0, '{}', 5 from w returning wave_id as id`.execute(
    db,
  );
  return rows[0]?.id ?? '';
}
/** Signed in anew: the clock has ended the others. */
const admin = async () => bearer(await signInAs(campus, PEOPLE.Admin));

describe('how long things are kept', () => {
  it('forgets what is older than its period, at a fixed hour, and nothing else', async () => {
    const user = sql`(select id from users where email = ${PEOPLE.Academic})`;
    const account = sql`(select id from user_accounts where user_id = ${user} limit 1)`;
    await sql`insert into mails (user_id, address, name, type, subject, html, text, state, next_attempt_at, sent_at, created_at)
      values (${user}, 'a@b.cl', 'A', 'turn', 'viejo', '', '', 'sent', null, now(), '2028-06-14'),
        (${user}, 'a@b.cl', 'A', 'turn', 'guardado', '', '', 'kept', null, null, '2028-06-14'),
        (${user}, 'a@b.cl', 'A', 'turn', 'por enviar', '', '', 'pending', now(), null, '2028-06-14'),
        (${user}, 'a@b.cl', 'A', 'turn', 'nuevo', '', '', 'sent', null, now(), '2028-06-16')`.execute(
      campus.db,
    );
    await sql`insert into notifications (user_id, type, title, text, created_at, read_at)
      values (${user}, 'turn', 'leída hace mucho', '', '2028-01-01', '2029-06-14'),
        (${user}, 'turn', 'leída hace poco', '', '2028-01-01', '2029-06-16'),
        (${user}, 'turn', 'sin leer', '', '2020-01-01', null)`.execute(campus.db);
    await sql`delete from sessions`.execute(campus.db);
    await sql`insert into sessions (token_hash, user_id, account_id, signed_in_at, expires_at)
      values ('\\x01', ${user}, ${account}, '2030-05-01', '2030-05-15'), ('\\x02', ${user}, ${account}, '2030-05-01', '2030-05-17')`.execute(
      campus.db,
    );
    await sql`insert into access_tokens (user_id, name, token_hash, scopes, created_at, expires_at)
      values (${user}, 'hace mucho', sha256('1'), '{projects}', '2029-01-01', '2030-05-15'),
        (${user}, 'hace poco', sha256('2'), '{projects}', '2029-01-01', '2030-05-17')`.execute(campus.db);
    await sql`insert into audit (at, action, object_type, object_id, address)
      values ('2029-06-14', 'x.old', 'x', '1', '10.0.0.1'), ('2029-06-16', 'x.new', 'x', '1', '10.0.0.2')`.execute(
      campus.db,
    );
    await sql`insert into search_misses (words, first_on, last_on)
      values ('hace mucho', '2028-01-01', '2029-06-14'), ('hace poco', '2028-01-01', '2029-06-15')`.execute(
      campus.db,
    );
    const answered = await aNamedWave(campus.db, '2028-06-14');
    const recent = await aNamedWave(campus.db, '2028-06-16');
    const kept = await count('audit', sql`at > '2029-06-15' and address is not null`);

    const done = await applyRetention(campus.db, NOW);
    expect(done).toMatchObject({ mails: 2, notifications: 1, invitations: 1, misses: 1 });
    expect(await count('search_misses', sql`words = 'hace poco'`)).toBe(1);
    for (const table of ['wave_invitations', 'wave_answers'])
      expect([
        await count(table, sql`wave_id = ${answered}`),
        await count(table, sql`wave_id = ${recent}`),
      ]).toEqual([0, 1]);
    expect(await count('wave_parts', sql`wave_id = ${answered}`)).toBe(1);
    expect(await count('mails')).toBe(2);
    expect(await count('notifications')).toBe(2);
    expect(await count('sessions')).toBe(1);
    expect(await count('access_tokens', sql`name = 'hace poco'`)).toBe(1);
    expect(await count('access_tokens')).toBe(1);
    expect(await count('audit', sql`at < '2029-06-15' and address is not null`)).toBe(0);
    expect(await count('audit', sql`at > '2029-06-15' and address is not null`)).toBe(kept);
    expect(await count('audit', sql`action = 'x.old'`)).toBe(1);
    expect(await count('audit', sql`action = 'retention.applied' and actor_id is null`)).toBe(1);
    expect(await applyRetention(campus.db, NOW)).toEqual({
      mails: 0,
      invitations: 0,
      misses: 0,
      notifications: 0,
      sessions: 0,
      tokens: 0,
      addresses: 0,
    });
    expect(await count('audit', sql`action = 'retention.applied'`)).toBe(1);
  });

  it('lets the audit forget an address and nothing more', async () => {
    const change = (what: ReturnType<typeof sql>) => what.execute(campus.db);
    const refused = 'audit entries cannot be changed or deleted';
    await expect(change(sql`update audit set action = 'nothing'`)).rejects.toThrow(refused);
    await expect(change(sql`update audit set address = '127.0.0.9'`)).rejects.toThrow(refused);
    await expect(change(sql`update audit set address = null, object_id = '2'`)).rejects.toThrow(refused);
    await expect(change(sql`delete from audit`)).rejects.toThrow(refused);
    await expect(change(sql`truncate audit`)).rejects.toThrow(refused);
  });
});

describe('the periods', () => {
  it('are changed by the office, with their limits, audited, and not over a newer change', async () => {
    const before = (await campus.send('GET', '/settings/retention', undefined, await admin())).body;
    const change = { ...before, mailMonths: 6 };
    const send = (body: object, who?: Record<string, string>) =>
      campus.send('PUT', '/settings/retention', body, who);
    const saved = await send(change, await admin());
    expect(saved).toMatchObject({ status: 200, body: { mailMonths: 6, noticeMonths: 12 } });
    expect((await send(change, await admin())).status).toBe(409);
    const wrong = await send({ ...saved.body, mailMonths: 0, uploadDays: 31 }, await admin());
    expect(wrong.body.errors).toEqual([
      { path: 'mailMonths', message: expect.any(String) },
      { path: 'uploadDays', message: expect.any(String) },
    ]);
    const other = bearer(await signInAs(campus, PEOPLE.Director));
    expect((await send(change, other)).status).toBe(403);
    expect((await campus.send('GET', '/settings/retention', undefined, other)).status).toBe(403);
    expect((await send(change, {})).status).toBe(401);
    expect(await count('audit', sql`object_id = 'retention' and changes ? 'mailMonths'`)).toBe(1);
  });
});
