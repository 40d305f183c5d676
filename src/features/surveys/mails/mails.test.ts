import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { type Client, clientAs, clientOf } from '../../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { done } from '../../../../test/factories.ts';
import { insertProject } from '../../../../test/rows.ts';
import { startMailServer, type TestMailServer } from '../../../../test/smtp.ts';
import { ANA, BETO, codeIn, MARKS, aWave as waveIn, writeMails } from '../../../../test/survey-mails.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { MAIL_TEMPLATE_INFO, type SurveyTemplate } from '../../../domain/notices/mail-texts.ts';
import { MAIL_DELAY_MS } from '../../../server/notices/announce.ts';
import { sendDueMails } from '../../../server/notices/mail.ts';
import { makeLink } from '../../../server/notices/personal-links.ts';
import type { getMail, listMails } from '../../mail/contract.ts';

type Detail = OutputOf<typeof getMail>;
type Page = OutputOf<typeof listMails>;

let smtp: TestMailServer;
let server: TestApp;
let admin: Client;

beforeAll(async () => {
  smtp = await startMailServer();
  server = await startApp({
    mail: { smtpUrl: smtp.url, from: 'v@uni.example' },
    publicUrl: 'https://v.uni.example',
  });
  admin = await clientAs(server, PEOPLE.admin);
});
afterAll(async () => {
  await server.close();
  await smtp.stop();
});
beforeEach(async () => {
  for (const table of ['mails', 'mail_texts', 'waves', 'instruments'] as const)
    await server.db.deleteFrom(table).execute();
});
afterEach(() => {
  smtp.received.length = 0;
  smtp.refused.clear();
  smtp.onMail = () => {};
});

const aWave = (given: Parameters<typeof waveIn>[1] = {}) => waveIn(server.db, given);
const write = (waveId: string, template: SurveyTemplate = 'survey', ids: readonly string[] | null = null) =>
  writeMails(server.db, waveId, template, ids);
const waitOut = () =>
  sql`update mails set next_attempt_at = now() where state = 'pending'`.execute(server.db);
const send = async () => {
  await waitOut();
  return sendDueMails(server.db, server.env);
};
const listed = async (query = '') => done(await admin.get<Page>(`/mails?sort=address${query}`)).rows;
const detail = async (id: string | undefined) => done(await admin.get<Detail>(`/mails/${id}`));
const invitationOf = async (waveId: string, email: string) =>
  server.db
    .selectFrom('wave_invitations')
    .selectAll()
    .where('wave_id', '=', waveId)
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
const settle = (email: string, state: 'answered' | 'declined' | 'waiting') =>
  server.db.updateTable('wave_invitations').set({ state }).where('email', '=', email).execute();

const codeTo = (email: string, n = 0) => codeIn(smtp.received.filter(m => m.to[0] === email)[n]);

/** To whose invitation a code leads. */
async function holderOf(code: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select v.email from wave_links l join wave_invitations v on v.id = l.invitation_id
    where l.hash = ${createHash('sha256').update(code).digest()}`.execute(server.db);
  return rows[0]?.email;
}
const countLinks = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from wave_links`.execute(server.db);
  return rows[0]?.n;
};

/** Tables in whose rows these words stand, as text or as bytes. */
async function tablesWith(words: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
    server.db,
  );
  expect(tables.map(t => t.name)).toEqual(
    expect.arrayContaining(['mails', 'mail_attempts', 'wave_links', 'audit']),
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.table(name)} t where position(${words} in t::text) > 0
        or position(${Buffer.from(words).toString('hex')} in t::text) > 0 limit 1`.execute(server.db);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

describe('an invitation', () => {
  it('brings everybody a link of their own, of which only the hash is kept', async () => {
    const waveId = await aWave();
    const before = Date.now();
    expect(await write(waveId)).toBe(2);
    const waiting = await listed();
    for (const { nextAttemptAt, type, project, state } of waiting) {
      expect(Date.parse(nextAttemptAt ?? '') - before).toBeGreaterThanOrEqual(MAIL_DELAY_MS);
      expect({ type, project, state }).toEqual({ type: 'survey', project: null, state: 'pending' });
    }
    expect(await countLinks()).toBe(0);
    expect(await sendDueMails(server.db, server.env)).toBe(0);
    expect(await send()).toBe(2);

    const [ana, beto] = [codeTo(ANA), codeTo(BETO)];
    expect(ana).not.toBe(beto);
    expect([await holderOf(ana), await holderOf(beto)]).toEqual([ANA, BETO]);
    expect(await countLinks()).toBe(2);
    for (const code of [ana, beto]) expect(await tablesWith(code)).toEqual([]);
    expect(await tablesWith('ana@junta.example'), 'what is looked for is found').toContain('mails');

    const mail = smtp.received.find(m => m.to[0] === ANA);
    expect(mail?.headers).toMatchObject({
      subject: 'Queremos conocer tu opinión: Tu experiencia',
      to: `Ana Soto Díaz <${ANA}>`,
    });
    expect(mail?.text).toContain('Hola, Ana Soto Díaz:');
    expect(mail?.text).toContain('Tus respuestas son anónimas:');
    expect(mail?.text).toContain('Puedes responder hasta el viernes 04-03-2050.');
    expect(mail?.text).toContain('«No quiero responder»');
    expect(mail?.text).not.toMatch(/Trata del proyecto|dentro de la aplicación/);
    expect(mail?.html).not.toContain('dentro de la aplicación');
  });

  it('names the project, and says that answers keep the name where they do', async () => {
    const { id } = await insertProject(server.db, { title: 'Huertos <b>', code: 'PAC-2026-8801' });
    const waveId = await aWave({ projectId: id, anonymous: false, message: 'Dos minutos.\nGracias.' });
    await write(waveId);
    await send();
    const mail = smtp.received.find(m => m.to[0] === BETO);
    expect(mail?.text).toContain('Trata del proyecto «Huertos <b>».');
    expect(mail?.text).toContain('Dos minutos.\nGracias.');
    expect(mail?.html).toContain('Dos minutos.<br>Gracias.');
    expect(mail?.text).toContain('Tus respuestas se guardan con tu nombre.');
    expect((await listed()).map(m => m.project?.code)).toEqual(['PAC-2026-8801', 'PAC-2026-8801']);
    await sql`delete from waves`.execute(server.db);
    await sql`delete from mails`.execute(server.db);
    await sql`delete from projects where id = ${id}`.execute(server.db);
  });

  it('is written to who waits in an open wave, and to nobody else', async () => {
    expect(await write(await aWave({ state: 'draft' }))).toBe(0);
    expect(await write(await aWave({ state: 'closed' }))).toBe(0);
    const over = await aWave();
    await sql`update waves set closes_at = now() - interval '1 second' where id = ${over}`.execute(server.db);
    expect(await write(over)).toBe(0);
    expect(await write(crypto.randomUUID())).toBe(0);
    expect(await write(await aWave({ names: {} }))).toBe(0);
    await sql`delete from waves`.execute(server.db);

    const waveId = await aWave();
    const [ana, beto] = [await invitationOf(waveId, ANA), await invitationOf(waveId, BETO)];
    const foreign = await invitationOf(await aWave({ names: { 'c@x.example': 'Carla' } }), 'c@x.example');
    await settle(ANA, 'declined');
    expect(await write(waveId, 'survey', [])).toBe(0);
    expect(await write(waveId, 'survey', [ana.id, beto.id, foreign.id])).toBe(1);
    expect((await listed()).map(m => m.to.address)).toEqual([BETO]);
  });
});

describe('what people wrote', () => {
  it('is text, whatever it looks like', async () => {
    const evil = `<script>alert(1)</script><a href="https://malo.example">x</a> & "'\uE000\uE002/evil\uE001{enlace}`;
    const title = `Tu <b>voz</b>\r\nBcc: otro@x.example \uE000\uE002\uE001`;
    await write(await aWave({ title, message: evil, names: { [ANA]: `Ana ${evil}` } }));
    await send();
    const [mail] = smtp.received;
    codeIn(mail);
    expect(mail?.to).toEqual([ANA]);
    expect(mail?.headers.bcc).toBeUndefined();
    expect(mail?.headers.subject).toBe('Queremos conocer tu opinión: Tu <b>voz</b> Bcc: otro@x.example');
    expect(mail?.html).not.toMatch(/<script|malo\.example"|<b>/);
    expect(mail?.html.match(/<a /g)).toHaveLength(1);
    expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(mail?.text).toContain('/evil{enlace}');
  });

  it('an own text of the office is used, wherever it puts the link', async () => {
    const own = {
      subject: '{encuesta} \uE002{enlace}',
      body:
        '<p>Estimada {nombre}: {anonima} \uE000\uE002</p><p>Entra en {enlace}.</p>' +
        '<p><a href="https://uni.example/ayuda">Ayuda</a></p>',
    };
    await server.db
      .insertInto('mail_texts')
      .values({ template: 'survey', ...own, updated_at: new Date(), updated_by: userIdOf(PEOPLE.admin) })
      .execute();
    const waveId = await aWave({ names: { [ANA]: 'Ana Soto' } });
    await write(waveId);
    await send();
    const [mail] = smtp.received;
    codeIn(mail);
    expect(mail?.headers.subject).toBe('Tu experiencia Responder la encuesta:');
    expect(mail?.text).toMatch(/^Estimada Ana: Tus respuestas son anónimas/);
    expect(mail?.html).toMatch(/Entra en <a href="https:[^"]*">Responder la encuesta<\/a>\./);
    expect(mail?.html).toContain('href="https://uni.example/ayuda"');
    // Reminders keep theirs.
    await write(waveId, 'survey_reminder');
    await send();
    expect(smtp.received[1]?.headers.subject).toBe('Todavía puedes responder: Tu experiencia');
    const put = { template: 'survey', ...MAIL_TEMPLATE_INFO.survey.original, subject: '{enlace}' };
    expect((await admin.put('/settings/mail-texts', { ...put, updatedAt: null })).status).toBe(400);
  });
});

describe('each mail has its own link', () => {
  it('a reminder brings another one, and both lead to the same invitation', async () => {
    const waveId = await aWave();
    await write(waveId);
    await send();
    await settle(BETO, 'answered');
    expect(await write(waveId, 'survey_reminder')).toBe(1);
    await send();
    const [first, second] = [codeTo(ANA, 0), codeTo(ANA, 1)];
    expect(second).not.toBe(first);
    expect([await holderOf(first), await holderOf(second)]).toEqual([ANA, ANA]);
    expect(smtp.received).toHaveLength(3);
  });

  it('what was refused is tried with another one', async () => {
    await write(await aWave({ names: { [ANA]: 'Ana' } }));
    smtp.refused.add(ANA);
    await send();
    expect(await listed()).toMatchObject([{ state: 'pending', lastError: expect.stringContaining('550') }]);
    smtp.refused.clear();
    await send();
    const code = codeTo(ANA);
    expect(await holderOf(code)).toBe(ANA);
    expect(await countLinks()).toBe(2);
    expect(await tablesWith(code)).toEqual([]);
  });

  it('a mail server that quotes the mail tells nobody the link', async () => {
    const waveId = await aWave();
    const link = await makeLink(server.db, (await invitationOf(waveId, ANA)).id);
    expect(link?.hide(`550 <https://v.uni.example${link.path}> is blocked`)).toBe(
      '550 <https://v.uni.example/publico/encuesta/…> is blocked',
    );
  });

  it('sent again by hand it brings a new one, and the office never sees any', async () => {
    await write(await aWave({ names: { [ANA]: 'Ana' } }));
    const [mail] = await listed();
    const seen = async () => {
      const { html, text, subject } = await detail(mail?.id);
      expect(html + text + subject).not.toMatch(MARKS);
      expect(html).not.toMatch(/href|publico\/encuesta/);
      expect(html).toContain('>Responder la encuesta (enlace personal)</a>');
      expect(text).toContain('Responder la encuesta: [enlace personal]\n');
      return html + text;
    };
    await seen();
    await send();
    expect(await seen()).not.toContain(codeTo(ANA));
    done(await admin.post('/mails/resend', { ids: [mail?.id] }));
    await send();
    expect(await seen()).not.toContain(codeTo(ANA, 1));
    expect(codeTo(ANA, 1)).not.toBe(codeTo(ANA, 0));
    expect(await holderOf(codeTo(ANA, 1))).toBe(ANA);
    expect(smtp.received.map(m => m.headers['message-id'])).toEqual([
      `<${mail?.id}@v.uni.example>`,
      `<${mail?.id}@v.uni.example>`,
    ]);
    const file = await fetch(`${server.url}/api/mails/export?format=csv`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(file.status).toBe(200);
    const rows = await file.text();
    expect(rows).toContain(ANA);
    expect(rows).not.toMatch(/[\uE000-\uE002]|publico\/encuesta/);
  });

  it('kept without a mail server, it gets its link once there is one', async () => {
    const bare = await startApp({}, server);
    await write(await aWave({ names: { [ANA]: 'Ana' } }));
    await waitOut();
    await sendDueMails(bare.db, bare.env);
    expect(await countLinks()).toBe(0);
    const [mail] = await listed('&state=kept');
    const { text } = done(await clientOf(bare.url, admin.token).get<Detail>(`/mails/${mail?.id}`));
    expect(text).toContain('[enlace personal]');
    await bare.close();
    done(await admin.post('/mails/resend', { ids: [mail?.id] }));
    await send();
    expect(await holderOf(codeTo(ANA))).toBe(ANA);
  });
});
