import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { auditOf } from '../../../../test/audit.ts';
import { formerRows } from '../../../../test/database.ts';
import { type Clients, everybody, nursing, PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { approvedPacs } from '../../../../test/execution.ts';
import { done } from '../../../../test/factories.ts';
import { linkOf, people, sendForm, sentWave } from '../../../../test/surveys.ts';
import type { Wave } from '../contract.ts';
import { countOver, remindDue, SWEEP_HOURS, sweepFormerRows } from './commands.ts';

let server: TestApp;
let clients: Clients;

beforeAll(async () => {
  server = await startApp();
  clients = await everybody(server);
});
afterAll(() => server.close());

const close = async ({ id }: Wave) => {
  const { updatedAt } = done(await clients.admin.get<Wave>(`/waves/${id}`));
  done(await clients.admin.post(`/waves/${id}/closing`, { updatedAt }));
};
const waveNow = async ({ id }: Wave) => done(await clients.admin.get<Wave>(`/waves/${id}`));
/** So many people answer by their links, one after the other; what each answered tells who it was. */
async function answer(wave: Wave, n: number) {
  for (const [i, { email }] of people(n).entries()) {
    const link = await linkOf(server, wave.id, email);
    const fields = {
      'p.recomienda': String(1 + (i % 5)),
      'p.rol': i < 3 ? 'socio' : 'vecina',
      'p.comentario': `De ${i}`,
    };
    expect((await sendForm(server, link, fields)).status).toBe(303);
  }
}
/** Columns of several tables, and what the database says of each row besides them. */
interface Kept {
  readonly place: string;
  readonly written: string;
  readonly id: string;
  readonly data: unknown;
  readonly invitation_id: string | null;
  readonly answered_at: string | null;
  readonly text: string;
  readonly state: string;
}
/** The wave as the database keeps it: rows with whatever it says of each besides its columns. */
const rowsOf = async (table: string, { id }: Wave) =>
  (
    await sql<Kept>`select t.ctid::text as place, t.xmin::text as written, t.*
      from ${sql.table(table)} t where t.wave_id = ${id} order by t.ctid`.execute(server.db)
  ).rows;

describe('counting', () => {
  it('comes once the wave is over, by whoever is first, and its lead is told', async () => {
    const project = await approvedPacs(server, clients.academic, await nursing(clients.academic));
    const wave = await sentWave(server, clients.academic, {
      invited: 6,
      projectId: project.id,
      title: 'De la junta',
    });
    await answer(wave, 5);
    expect(await countOver(server.db)).toBe(0);
    await sql`update waves set closes_at = now() where id = ${wave.id}`.execute(server.db);
    const counted = await Promise.all([countOver(server.db), countOver(server.db), countOver(server.db)]);
    expect(counted.reduce((a, b) => a + b)).toBe(1);
    expect(await waveNow(wave)).toMatchObject({
      state: 'ready',
      invited: 6,
      answers: 5,
      declined: 0,
      waiting: 0,
    });
    expect(await auditOf(server, wave.id, 'wave.count')).toHaveLength(1);
    const { rows: parts } =
      await sql`select part, choices, answers from wave_parts where wave_id = ${wave.id}`.execute(server.db);
    // Three and two are not shown apart.
    expect(parts).toEqual([{ part: 0, choices: [], answers: 5 }]);
    const { rows: told } = await sql<{ title: string; text: string; page: string }>`
      select title, text, page from notifications where user_id = ${userIdOf(PEOPLE.academic)}
      order by created_at desc limit 1`.execute(server.db);
    expect(told[0]).toEqual({
      ...{ title: 'Los resultados de una encuesta están listos', page: 'surveys' },
      text: '«De la junta» cerró con 5 respuestas.',
    });
  });

  it('keeps nothing of fewer than five', async () => {
    const wave = await sentWave(server, clients.admin, { invited: 4 });
    await answer(wave, 4);
    await close(wave);
    expect(await countOver(server.db)).toBe(1);
    for (const table of ['wave_parts', 'wave_tallies', 'wave_comments', 'wave_invitations'])
      expect([table, await rowsOf(table, wave)]).toEqual([table, []]);
  });

  it('leaves no column, order or row version by which answers and people could be matched', async () => {
    const wave = await sentWave(server, clients.admin, { invited: 40, title: 'Sin nombres' });
    const mails = async () =>
      (await sql`select from mails where subject like '%Sin nombres%'`.execute(server.db)).rows.length;
    expect(await mails()).toBe(40);
    await answer(wave, 40);
    const before = await rowsOf('wave_answers', wave);
    // While it is open the database itself still knows when each was written.
    expect(new Set(before.map(r => r.written)).size).toBe(40);
    await close(wave);
    await countOver(server.db);
    await sweepFormerRows(server.db);
    const after = await rowsOf('wave_answers', wave);
    expect(after).toHaveLength(40);
    expect(new Set(after.map(r => r.written)).size).toBe(1);
    expect(after.every(r => !before.some(b => b.id === r.id))).toBe(true);
    const orderOf = (rows: typeof after) => rows.map(r => JSON.stringify(r.data));
    expect(orderOf(after)).not.toEqual(orderOf(before));
    expect(orderOf(after).toSorted()).toEqual(orderOf(before).toSorted());
    expect(orderOf(after.toSorted((a, b) => a.id.localeCompare(b.id)))).not.toEqual(orderOf(before));
    expect(Object.keys(after[0] ?? {}).toSorted()).toEqual(
      ['anonymous', 'answered_at', 'data', 'id', 'invitation_id', 'place', 'wave_id', 'written'].toSorted(),
    );
    expect(after.every(r => r.invitation_id === null && r.answered_at === null)).toBe(true);
    expect(await rowsOf('wave_invitations', wave)).toEqual([]);
    expect(await mails()).toBe(0);
    const comments = await rowsOf('wave_comments', wave);
    expect(comments).toHaveLength(40);
    expect(new Set(comments.map(r => r.written)).size).toBe(1);
    const texts = comments.map(r => r.text);
    expect(texts).not.toEqual(texts.toSorted((a, b) => Number(a.slice(3)) - Number(b.slice(3))));
    // Former versions are gone as well: nothing dead is left to be read from the pages.
    for (const table of ['wave_answers', 'wave_invitations', 'wave_links', 'mails'])
      expect([table, await formerRows(server.db, table)]).toEqual([table, 0]);
  });

  it('sweeps again as long as somebody may still have read former rows', async () => {
    const wave = await sentWave(server, clients.admin);
    await close(wave);
    await countOver(server.db);
    await sweepFormerRows(server.db);
    const swept = async () =>
      (
        await sql<{ at: string | null }>`select swept_at as at from waves where id = ${wave.id}`.execute(
          server.db,
        )
      ).rows[0]?.at;
    expect(await swept()).not.toBeNull();
    await sql`update waves set swept_at = null, counted_at = now() - interval '2 days' where id = ${wave.id}`.execute(
      server.db,
    );
    await sweepFormerRows(server.db, SWEEP_HOURS);
    expect(await swept()).not.toBeNull();
  });

  it('keeps whose answers a wave of names holds', async () => {
    const wave = await sentWave(server, clients.admin, { invited: 6, anonymous: false });
    await answer(wave, 5);
    await close(wave);
    await countOver(server.db);
    const rows = await rowsOf('wave_answers', wave);
    expect(rows.every(r => r.invitation_id !== null)).toBe(true);
    expect((await rowsOf('wave_invitations', wave)).map(r => r.state).toSorted()).toEqual([
      ...Array(5).fill('answered'),
      'waiting',
    ]);
  });
});

describe('reminders', () => {
  it('come on the days that the wave says, each once', async () => {
    const wave = await sentWave(server, clients.admin, { invited: 2, reminderDays: [7, 2] });
    const remindedAt = async () => (await waveNow(wave)).remindedAt;
    const inDays = (n: number) => new Date(Date.now() + n * 24 * 3600 * 1000);
    await remindDue(server.db, inDays(2));
    expect(await remindedAt()).toBeNull();
    await remindDue(server.db, inDays(3));
    const first = await remindedAt();
    expect(first).not.toBeNull();
    await remindDue(server.db, inDays(4));
    expect(await remindedAt()).toBe(first);
    await remindDue(server.db, inDays(9));
    const second = await remindedAt();
    expect(second).not.toBe(first);
    await remindDue(server.db, inDays(10));
    expect(await remindedAt()).toBe(second);
  });
});
