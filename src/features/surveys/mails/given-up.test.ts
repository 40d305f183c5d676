import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { PEOPLE } from '../../../../test/demo.ts';
import { done } from '../../../../test/factories.ts';
import { startMailServer, type TestMailServer } from '../../../../test/smtp.ts';
import { ANA, aWave, BETO, writeMails } from '../../../../test/survey-mails.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { sendDueMails } from '../../../server/notices/mail.ts';
import { NOT_EXPECTED } from '../../../server/notices/personal-links.ts';
import type { getMail, listMails } from '../../mail/contract.ts';
import { applyRetention } from '../../privacy/retention/commands.ts';

let smtp: TestMailServer;
let server: TestApp;
let admin: Client;

beforeAll(async () => {
  smtp = await startMailServer();
  server = await startApp({ mail: { smtpUrl: smtp.url, from: 'v@uni.example' } });
  admin = await clientAs(server, PEOPLE.admin);
});
afterAll(async () => {
  await server.close();
  await smtp.stop();
});
beforeEach(async () => {
  for (const table of ['mails', 'waves'] as const) await server.db.deleteFrom(table).execute();
});
afterEach(() => {
  smtp.received.length = 0;
  smtp.onMail = () => {};
});

const toAna = { names: { [ANA]: 'Ana' } };
const send = async () => {
  await sql`update mails set next_attempt_at = now() where state = 'pending'`.execute(server.db);
  return sendDueMails(server.db, server.env);
};
const listed = async (query = '') =>
  done(await admin.get<OutputOf<typeof listMails>>(`/mails?sort=address${query}`)).rows;
const settle = (email: string, state: 'answered' | 'declined') =>
  server.db.updateTable('wave_invitations').set({ state }).where('email', '=', email).execute();
const countLinks = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from wave_links`.execute(server.db);
  return rows[0]?.n;
};

describe('nobody is mailed any more', () => {
  const givenUp = { state: 'failed', lastError: NOT_EXPECTED, nextAttemptAt: null };
  it.each<[string, () => Promise<unknown>]>([
    ['who has answered', () => settle(ANA, 'answered')],
    ['who does not want to', () => settle(ANA, 'declined')],
    ['who was taken off the list', () => sql`delete from wave_invitations`.execute(server.db)],
    ['whose wave was closed', () => sql`update waves set state = 'closed'`.execute(server.db)],
    ['whose wave is over', () => sql`update waves set closes_at = now()`.execute(server.db)],
    ['whose wave is gone', () => sql`delete from waves`.execute(server.db)],
  ])('%s', async (_, happen) => {
    const waveId = await aWave(server.db, toAna);
    await writeMails(server.db, waveId);
    await writeMails(server.db, waveId, 'survey_reminder');
    await happen();
    expect(await send()).toBe(0);
    expect(await listed()).toMatchObject([givenUp, givenUp]);
    expect(smtp.received).toEqual([]);
    expect(await countLinks()).toBe(0);
    // Nor by hand.
    done(await admin.post('/mails/resend', { ids: (await listed()).map(m => m.id) }));
    expect(await send()).toBe(0);
    expect(await listed()).toMatchObject([givenUp, givenUp]);
  });

  it('who answers while those before are being sent', async () => {
    await writeMails(server.db, await aWave(server.db));
    smtp.onMail = async ({ to }) => {
      await settle(to[0] === ANA ? BETO : ANA, 'answered');
    };
    expect(await send()).toBe(2);
    expect(smtp.received).toHaveLength(1);
    expect((await listed()).map(m => m.state).toSorted()).toEqual(['failed', 'sent']);
    expect(await listed('&state=failed')).toMatchObject([givenUp]);
    expect(await countLinks()).toBe(1);
  });

  it('a mail that another copy of the server is sending is left to it', async () => {
    await writeMails(server.db, await aWave(server.db, toAna));
    smtp.onMail = async () => {
      await settle(ANA, 'answered');
      await sendDueMails(server.db, server.env);
    };
    expect(await send()).toBe(1);
    const [mail] = await listed();
    expect(mail?.state).toBe('sent');
    expect(done(await admin.get<OutputOf<typeof getMail>>(`/mails/${mail?.id}`)).log).toEqual([
      expect.objectContaining({ error: null }),
    ]);
  });
});

it('mails are forgotten after their time, and outlive who they ask', async () => {
  await writeMails(server.db, await aWave(server.db));
  await send();
  await sql`delete from waves`.execute(server.db);
  expect((await listed()).map(m => m.state)).toEqual(['sent', 'sent']);
  const waveId = await aWave(server.db);
  await writeMails(server.db, waveId);
  await send();
  await sql`update mails set created_at = now() - interval '20 years'`.execute(server.db);
  expect(await applyRetention(server.db)).toMatchObject({ mails: 4 });
  const { rows } = await sql`select from wave_links l join wave_invitations v on v.id = l.invitation_id
    where v.wave_id = ${waveId}`.execute(server.db);
  expect(rows).toHaveLength(2);
});
