import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { type Clients, everybody, PEOPLE } from '../../../../test/demo.ts';
import { done } from '../../../../test/factories.ts';
import { startMailServer, type TestMailServer } from '../../../../test/smtp.ts';
import { ANA, aWave, BETO, writeMails } from '../../../../test/survey-mails.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { Problem } from '../../../domain/kit/problem.ts';
import { sendDueMails } from '../../../server/notices/mail.ts';
import { OBJECTED } from '../../../server/notices/objections.ts';
import type { listMails } from '../../mail/contract.ts';
import { writeSurveyMails } from '../../surveys/mails/commands.ts';
import type { listObjections } from './contract.ts';

const LIST = '/contact-objections';

let smtp: TestMailServer;
let server: TestApp;
let people: Clients;
beforeAll(async () => {
  smtp = await startMailServer();
  server = await startApp({
    mail: { smtpUrl: smtp.url, from: 'v@uni.example' },
    publicUrl: 'https://v.uni.example',
  });
  people = await everybody(server);
});
afterAll(async () => {
  await server.close();
  await smtp.stop();
});
afterEach(async () => {
  smtp.received.length = 0;
  smtp.onMail = () => {};
  for (const table of ['contact_objections', 'data_requests', 'mails', 'waves'] as const)
    await server.db.deleteFrom(table).execute();
  await sql`update users set state = 'active' where state = 'blocked'`.execute(server.db);
});

const object = (email: string, who = people.admin) =>
  who.post<{ objects: boolean } & Problem>(LIST, { email });
const allow = (email: string, who = people.admin) =>
  who.post<{ objects: boolean }>(`${LIST}/removal`, { email });
const check = async (email: string) =>
  done(await people.admin.post<{ objects: boolean }>(`${LIST}/check`, { email })).objects;
const listed = async (query = '') =>
  done(await people.admin.get<OutputOf<typeof listObjections>>(`${LIST}${query}`));
const mails = async () =>
  done(await people.admin.get<OutputOf<typeof listMails>>('/mails?sort=address')).rows.map(
    ({ to, state, lastError }) => [to.address, state, lastError],
  );
const send = async () => {
  await sql`update mails set next_attempt_at = now() where state = 'pending'`.execute(server.db);
  return sendDueMails(server.db, server.env);
};
const sentTo = () => smtp.received.flatMap(mail => mail.to).toSorted();
const audited = async () => {
  const { rows } = await sql<{ action: string; row: string }>`
    select action, to_jsonb(a)::text as row from audit a where object_type = 'person' order by id`.execute(
    server.db,
  );
  return rows;
};

describe('an objection', () => {
  it('is noted and taken back by the office alone', async () => {
    for (const who of [people.academic, people.director, people.dean, people.reviewer]) {
      const answers = [
        ...[await who.get(LIST), await who.get(`${LIST}/export?format=csv`)],
        ...[await object(ANA, who), await allow(ANA, who), await who.post(`${LIST}/check`, { email: ANA })],
      ];
      expect(answers.map(a => a.status)).toEqual(answers.map(() => 403));
    }
    expect(await check(ANA)).toBe(false);
  });

  it('is noted once whatever its capitals and however often, and the audit names nobody', async () => {
    const answers = await Promise.all(['Ana@Junta.Example', ANA, ANA].map(email => object(email)));
    expect(answers.map(a => [a.status, a.body.objects])).toEqual(answers.map(() => [200, true]));
    expect([await check('ANA@junta.example'), await check(BETO)]).toEqual([true, false]);
    const { rows, total } = await listed();
    expect([rows, total]).toEqual([
      [{ email: ANA, notedAt: expect.any(String), notedBy: expect.stringContaining('Beatriz') }],
      1,
    ]);
    for (let n = 0; n < 2; n += 1) expect(done(await allow('Ana@junta.example'))).toEqual({ objects: false });
    expect(await check(ANA)).toBe(false);
    const entries = await audited();
    expect(entries.map(entry => entry.action)).toEqual(['person.object', 'person.allow']);
    expect(entries.every(({ row }) => !row.toLowerCase().includes('junta'))).toBe(true);
  });

  it('is listed, the latest first, looked for and exported', async () => {
    done(await object(ANA));
    done(await object(BETO));
    const emails = async (query = '') => (await listed(query)).rows.map(row => row.email);
    expect(await emails()).toEqual([BETO, ANA]);
    expect(await emails('?sort=email')).toEqual([ANA, BETO]);
    expect(await emails('?q=beto')).toEqual([BETO]);
    const file = await fetch(`${server.url}/api${LIST}/export?format=csv`, {
      headers: { authorization: `Bearer ${people.admin.token}` },
    });
    expect(await file.text()).toMatch(/^correo;anotada;anotada_por\r\nbeto@junta\.example;/);
  });

  it('is of an address, whoever has an account with it, and of nothing else', async () => {
    done(await object(PEOPLE.academic.toUpperCase()));
    expect((await listed()).rows.map(row => row.email)).toEqual([PEOPLE.academic]);
    expect((await object('no es un correo')).status).toBe(400);
  });
});

describe('mails', () => {
  it('that did not leave yet are taken back, but for what somebody asked about their data', async () => {
    const waveId = await aWave(server.db);
    await writeMails(server.db, waveId);
    await writeMails(server.db, waveId, 'survey_reminder');
    const asked = { right: 'objection', name: 'Ana Soto', email: ANA, document: '', channel: 'mail' };
    const details = 'No me escriban más, por favor.';
    const record = () =>
      people.admin.post('/data-requests', {
        ...{ ...asked, details, id: crypto.randomUUID() },
        receivedOn: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
      });
    done(await record());
    await sql`update mails set state = 'kept', next_attempt_at = null where type = 'survey'`.execute(
      server.db,
    );
    done(await object(ANA));
    done(await record());
    const { rows } = await sql<{ address: string; type: string }>`
      select address, type from mails where user_id is null order by address, type`.execute(server.db);
    expect(rows.map(row => [row.address, row.type])).toEqual([
      ...[
        [ANA, 'data_request'],
        [ANA, 'data_request'],
      ],
      ...[
        [BETO, 'survey'],
        [BETO, 'survey_reminder'],
      ],
    ]);
    await send();
    expect(sentTo().filter(address => address === ANA)).toHaveLength(2);
  });

  it('written at the same moment do not leave', async () => {
    const waveId = await aWave(server.db);
    const tx = await server.db.startTransaction().execute();
    const ask = { waveId, template: 'survey', invitationIds: null } as const;
    expect(await writeSurveyMails({ tx, now: new Date() }, ask)).toBe(2);
    done(await object(ANA));
    await tx.commit().execute();
    expect(await send()).toBe(2);
    expect(sentTo()).toEqual([BETO]);
    expect(await mails()).toEqual([
      [ANA, 'failed', OBJECTED],
      [BETO, 'sent', null],
    ]);
  });

  it('of those being sent the ones still to leave do not, and the sender goes on', async () => {
    const third = 'carla@junta.example';
    await writeMails(server.db, await aWave(server.db, { names: { [ANA]: 'A', [BETO]: 'B', [third]: 'C' } }));
    smtp.onMail = async ({ to }) => {
      smtp.onMail = () => {};
      done(await object(to[0] === BETO ? ANA : BETO));
    };
    await send();
    expect(smtp.received).toHaveLength(2);
    expect(sentTo()).toContain(third);
    expect((await mails()).map(([, state]) => state)).toEqual(['sent', 'sent']);
  });

  it('that left before are not sent again by hand', async () => {
    await writeMails(server.db, await aWave(server.db, { names: { [ANA]: 'Ana' } }));
    await send();
    done(await object(ANA));
    const { rows } = done(await people.admin.get<OutputOf<typeof listMails>>('/mails'));
    done(await people.admin.post('/mails/resend', { ids: rows.map(row => row.id) }));
    await send();
    expect(sentTo()).toEqual([ANA]);
    expect(await mails()).toEqual([[ANA, 'failed', OBJECTED]]);
    done(await allow(ANA));
    done(await people.admin.post('/mails/resend', { ids: rows.map(row => row.id) }));
    await send();
    expect(sentTo()).toEqual([ANA, ANA]);
  });
});
