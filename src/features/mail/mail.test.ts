import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { auditOf } from '../../../test/audit.ts';
import { type Client, clientAs, clientOf } from '../../../test/client.ts';
import { nursing, PEOPLE, userIdOf } from '../../../test/demo.ts';
import { act, completePacs, done, type References, submittedPacs } from '../../../test/factories.ts';
import { startMailServer, type TestMailServer } from '../../../test/smtp.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { RETRY_MINUTES, sendDueMails } from '../../server/notices/mail.ts';
import type { getMail, getMailStatus, listMails, resendMails, sendTestMail } from './contract.ts';
import { writeDigests } from './jobs.ts';

type Page = OutputOf<typeof listMails>;
type Detail = OutputOf<typeof getMail>;

const FROM = '"Vinculación" <vinculacion@uni.example>';
let smtp: TestMailServer;
let server: TestApp;
let refs: References;
let clients: Record<'academic' | 'director' | 'dean' | 'admin', Client>;

beforeAll(async () => {
  smtp = await startMailServer();
  server = await startApp({ mail: { smtpUrl: smtp.url, from: FROM }, publicUrl: 'https://v.uni.example' });
  const of = (who: keyof typeof PEOPLE) => clientAs(server, PEOPLE[who]);
  clients = {
    academic: await of('academic'),
    director: await of('director'),
    dean: await of('dean'),
    admin: await of('admin'),
  };
  refs = await nursing(clients.academic);
});
afterAll(async () => {
  await server.close();
  await smtp.stop();
});
beforeEach(async () => {
  await server.db.deleteFrom('mails').execute();
  await server.db.deleteFrom('notifications').execute();
});
afterEach(() => {
  smtp.received.length = 0;
  smtp.refused.clear();
  smtp.onMail = () => {};
});

/** As if the pause of every waiting mail were over. */
const waitOut = () =>
  server.db
    .updateTable('mails')
    .set({ next_attempt_at: new Date() })
    .where('state', '=', 'pending')
    .execute();
const send = async () => {
  await waitOut();
  return sendDueMails(server.db, server.env);
};
const mails = async (query = '') => done(await clients.admin.get<Page>(`/mails?sort=address${query}`));
const mailTo = async (who: keyof typeof PEOPLE): Promise<Detail> => {
  const { rows } = await mails(`&q=${PEOPLE[who]}`);
  return done(await clients.admin.get<Detail>(`/mails/${rows[0]?.id}`));
};
/** Mails of one's own making, without a step. */
const write = (...addresses: string[]) =>
  server.db
    .insertInto('mails')
    .values(
      addresses.map(address => ({
        address,
        name: 'Persona',
        type: 'turn',
        subject: 'Asunto',
        html: '<p>Hola</p>',
        text: 'Hola',
        state: 'pending' as const,
        next_attempt_at: new Date(),
      })),
    )
    .execute();

describe('a step', () => {
  it('sends one mail to whom it concerns, in Spanish, with one link', async () => {
    const project = await submittedPacs(clients.academic, refs);
    expect(await sendDueMails(server.db, server.env)).toBe(0);
    const pending = { state: 'pending', attempts: 0, project: { code: project.code } };
    const { rows } = await mails();
    expect(rows.toSorted((a, b) => a.to.address.localeCompare(b.to.address))).toMatchObject([
      { to: { address: PEOPLE.academic }, subject: `${project.code}: recibimos tu proyecto`, ...pending },
      { to: { address: PEOPLE.director }, ...pending },
    ]);
    await send();
    const [receipts, others] = ['recibimos', 'te toca'].map(words =>
      smtp.received.filter(m => String(m.headers.subject).includes(words)),
    );
    expect(receipts).toMatchObject([
      {
        to: [PEOPLE.academic],
        text: expect.stringMatching(/a Dirección\. Llegó el \d\d-\d\d-\d{4} \d\d:\d\d\./),
      },
    ]);
    expect(smtp.received).toHaveLength(2);
    const [mail] = others ?? [];
    expect(mail?.to).toEqual([PEOPLE.director]);
    expect(mail?.headers).toMatchObject({
      from: 'Vinculación <vinculacion@uni.example>',
      to: `Patricia Contreras Vidal <${PEOPLE.director}>`,
      subject: `${project.code}: te toca revisar`,
      'auto-submitted': 'auto-generated',
      'message-id': expect.stringMatching(/^<[0-9a-f-]{36}@v\.uni\.example>$/),
    });
    expect(mail?.text).toContain('Camila Rojas Fuentes envió el proyecto a Dirección.');
    expect(mail?.text).toContain(`Proyecto: ${project.code} · Autocuidado en Los Cóndores`);
    expect(mail?.text).toMatch(
      /Lo tiene: Patricia Contreras Vidal, desde el \d\d-\d\d-\d{4}\nVence: el [a-zéá]+ \d\d-\d\d-\d{4}\nQué sigue: Después pasa por Decanato/,
    );
    const link = `https://v.uni.example/projects/pacs/${project.id}`;
    expect(mail?.html.match(/href="[^"]*"/g)).toEqual([`href="${link}"`]);
    expect(await mailTo('director')).toMatchObject({
      state: 'sent',
      attempts: 1,
      html: `${mail?.html.trim()}\n`,
      log: [{ error: null, answer: expect.stringContaining('250') }],
    });
  });

  it('quotes observations to the lead, and stops calling who has it no longer', async () => {
    const project = await submittedPacs(clients.academic, refs);
    const observations = [{ section: 'budget', text: 'Detalla <los> materiales.' }];
    done(await act(clients.director, project, 'return', { observations }));
    await send();
    expect(new Set(smtp.received.map(m => m.to[0]))).toEqual(new Set([PEOPLE.academic]));
    const [observed, ...others] = smtp.received.filter(m => !String(m.headers.subject).includes('recibimos'));
    expect(others).toEqual([]);
    expect(observed?.text).toContain('- Presupuesto: Detalla <los> materiales.');
    expect(observed?.html).toContain('Detalla &lt;los&gt; materiales.');
  });

  it('taken back at once is never written about; taken back later, whoever knew is told', async () => {
    const project = await submittedPacs(clients.academic, refs);
    done(await act(clients.academic, project, 'undo', { reason: 'Me apuré.' }));
    expect((await mails()).total).toBe(0);

    done(await act(clients.academic, project, 'submit'));
    await send();
    done(await act(clients.academic, project, 'undo', { reason: 'Me apuré.' }));
    await send();
    expect(smtp.received.map(m => m.headers.subject).toSorted()).toEqual([
      `${project.code}: recibimos tu proyecto`,
      `${project.code}: se deshizo el último paso`,
      `${project.code}: te toca revisar`,
    ]);
  });

  it('tells nobody who is blocked, before or after it was written', async () => {
    const block = (state: 'active' | 'blocked') =>
      server.db.updateTable('users').set({ state }).where('id', '=', userIdOf(PEOPLE.academic)).execute();
    const project = await submittedPacs(clients.academic, refs);
    done(await act(clients.director, project, 'endorse'));
    expect((await mails()).rows.map(m => m.to.address)).toEqual([PEOPLE.academic, PEOPLE.dean]);
    await block('blocked');
    await send();
    done(await act(clients.dean, project, 'endorse'));
    await block('active');
    expect((await mails(`&q=${PEOPLE.academic}`)).rows).toMatchObject([
      { state: 'failed', lastError: 'La cuenta de la persona no está activa.' },
    ]);
    expect(smtp.received.map(m => m.to[0])).toEqual([PEOPLE.dean]);
  });
});

describe('delivery', () => {
  it('a refused address stops nobody, is tried again with growing pauses and given up at the end', async () => {
    await write('malo@uni.example', 'bueno@uni.example');
    smtp.refused.add('malo@uni.example');
    for (const pause of RETRY_MINUTES) {
      const before = Date.now();
      await send();
      const mail = (await mails('&q=malo')).rows[0];
      expect(mail).toMatchObject({ state: 'pending', lastError: expect.stringContaining('550') });
      const minutes = (Date.parse(mail?.nextAttemptAt ?? '') - before) / 60_000;
      expect(Math.round(minutes)).toBe(pause);
    }
    expect(smtp.received.map(m => m.to[0])).toEqual(['bueno@uni.example']);
    await send();
    const { rows } = await mails('&q=malo&state=failed');
    expect(rows).toMatchObject([{ attempts: RETRY_MINUTES.length + 1, nextAttemptAt: null }]);
    const { log } = done(await clients.admin.get<Detail>(`/mails/${rows[0]?.id}`));
    expect(log).toHaveLength(RETRY_MINUTES.length + 1);

    smtp.refused.clear();
    done(await clients.admin.post('/mails/resend', { ids: [rows[0]?.id] }));
    await send();
    expect((await mails('&q=malo')).rows).toMatchObject([{ state: 'sent', lastError: null }]);
  });

  it('a mail server that is away is asked once a round; back again, everything arrives', async () => {
    const port = Number(new URL(smtp.url).port);
    await smtp.stop();
    await write(...['a', 'b', 'c'].map(name => `${name}@uni.example`));
    expect(await send()).toBe(3);
    const { rows } = await mails();
    expect(rows.map(m => m.attempts).toSorted()).toEqual([0, 0, 1]);
    smtp = await startMailServer(port);
    await send();
    expect(smtp.received.map(m => m.to[0]).toSorted()).toEqual(['a', 'b', 'c'].map(n => `${n}@uni.example`));
  });

  it('several senders at once send each mail once', async () => {
    await write(...Array.from({ length: 35 }, (_, n) => `p${n}@uni.example`));
    await Promise.all([1, 2, 3].map(() => sendDueMails(server.db, server.env)));
    expect(new Set(smtp.received.map(m => m.to[0])).size).toBe(35);
    expect(smtp.received).toHaveLength(35);
  });

  it('what a sender that died had taken is sent again, under the same Message-ID', async () => {
    await write('a@uni.example');
    await send();
    // As the dead sender left it: accepted by the mail server, not noted here.
    await server.db
      .updateTable('mails')
      .set({
        state: 'pending',
        sent_at: null,
        next_attempt_at: new Date(),
        claimed_until: new Date(Date.now() + 60_000),
      })
      .execute();
    expect(await sendDueMails(server.db, server.env)).toBe(0);
    await server.db.updateTable('mails').set({ claimed_until: new Date() }).execute();
    expect(await sendDueMails(server.db, server.env)).toBe(1);
    expect(new Set(smtp.received.map(m => m.headers['message-id'])).size).toBe(1);
    expect(smtp.received).toHaveLength(2);
    const { rows } = await mails();
    const { log } = done(await clients.admin.get<Detail>(`/mails/${rows[0]?.id}`));
    expect(log.map(l => l.error)).toEqual([null, expect.stringContaining('se interrumpió'), null]);
  });

  it('reaches the address a person has now', async () => {
    await submittedPacs(clients.academic, refs);
    const user = server.db.updateTable('users').where('id', '=', userIdOf(PEOPLE.director));
    await user.set({ email: 'nueva@uni.example' }).execute();
    await send();
    await user.set({ email: PEOPLE.director }).execute();
    expect(smtp.received.map(m => m.to[0]).toSorted()).toEqual([PEOPLE.academic, 'nueva@uni.example']);
  });
});

describe('a test mail', () => {
  type Test = OutputOf<typeof sendTestMail>;

  it('leaves as every other, to who asked, and says what it is', async () => {
    const { id, to } = done(await clients.admin.post<Test>('/mails/test'));
    expect(to).toBe(PEOPLE.admin);
    await send();
    expect(smtp.received.map(mail => [mail.to, mail.headers.subject])).toEqual([
      [[PEOPLE.admin], 'Correo de prueba'],
    ]);
    expect(smtp.received[0]?.text).toMatch(
      /^Hola, Beatriz:\n\nPediste este correo el \d\d-\d\d-\d{4} \d\d:\d\d/,
    );
    expect(smtp.received[0]?.text).toContain('https://v.uni.example/admin/mail');
    expect(done(await clients.admin.get<Detail>(`/mails/${id}`))).toMatchObject({
      ...{ type: 'test', state: 'sent', project: null },
      log: [{ error: null, answer: expect.stringContaining('250') }],
    });
    const entries = await auditOf(server, id);
    expect(entries.map(entry => entry.action)).toEqual(['mail.test']);
  });

  it('says why it does not leave, and may be asked for again', async () => {
    smtp.refused.add(PEOPLE.admin);
    const { id } = done(await clients.admin.post<Test>('/mails/test'));
    await send();
    expect(done(await clients.admin.get<Detail>(`/mails/${id}`))).toMatchObject({
      ...{ state: 'pending', lastError: expect.stringContaining('550') },
    });
    const again = done(await clients.admin.post<Test>('/mails/test'));
    expect(again.id).not.toBe(id);
  });

  it('is one, however often it is asked for before it leaves', async () => {
    const asked = await Promise.all([1, 2, 3].map(() => clients.admin.post<Test>('/mails/test')));
    expect(new Set(asked.map(answer => done(answer).id)).size).toBe(1);
    await send();
    expect(smtp.received).toHaveLength(1);
  });

  it('is for who looks after mails, where there is a server for them', async () => {
    for (const client of [clients.academic, clients.director, clients.dean])
      expect((await client.post('/mails/test')).status).toBe(403);
    const bare = await startApp({}, server);
    const refused = await clientOf(bare.url, clients.admin.token).post('/mails/test');
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      'Aún no hay un servidor de correo configurado. Los correos quedan guardados hasta entonces.',
    ]);
    await bare.close();
    expect((await mails()).total).toBe(0);
  });
});

describe('without a mail server', () => {
  it('mails are kept and readable, and sent by hand once there is one', async () => {
    const bare = await startApp({ publicUrl: 'https://v.uni.example' }, server);
    const admin = clientOf(bare.url, clients.admin.token);
    await submittedPacs(clientOf(bare.url, clients.academic.token), refs);
    await waitOut();
    await sendDueMails(bare.db, bare.env);
    const { rows } = done(await admin.get<Page>('/mails?state=kept'));
    expect(rows.map(m => m.to.address).toSorted()).toEqual([PEOPLE.academic, PEOPLE.director]);
    for (const row of rows) expect(row).toMatchObject({ nextAttemptAt: null, attempts: 0 });
    const ids = rows.map(m => m.id);
    expect(done(await admin.get<Detail>(`/mails/${ids[0]}`)).text).toContain(
      'https://v.uni.example/projects/pacs/',
    );
    expect(done(await admin.get<OutputOf<typeof getMailStatus>>('/mails/status'))).toEqual({
      configured: false,
      server: null,
      from: null,
      counts: { pending: 0, sent: 0, failed: 0, kept: 2 },
    });
    expect(await admin.post('/mails/resend', { ids })).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('Aún no hay un servidor de correo') },
    });
    const { queued } = done(await clients.admin.post<OutputOf<typeof resendMails>>('/mails/resend', { ids }));
    expect(queued.toSorted()).toEqual(ids.toSorted());
    await send();
    await bare.close();
    expect(smtp.received.map(m => m.to[0]).toSorted()).toEqual([PEOPLE.academic, PEOPLE.director]);
    expect(done(await clients.admin.get('/mails/status'))).toMatchObject({
      configured: true,
      server: new URL(smtp.url).host,
      from: FROM,
      counts: { sent: 2, kept: 0 },
    });
  });
});

describe('the daily mail', () => {
  it('lists what happened, once', async () => {
    const daily = [{ type: 'decision', inApp: false, mail: 'daily' }];
    done(await clients.academic.put('/notifications/preferences', daily));
    const project = await submittedPacs(clients.academic, refs);
    done(await act(clients.director, project, 'endorse'));
    done(await act(clients.dean, project, 'endorse'));
    expect((await mails(`&q=${PEOPLE.academic}`)).total).toBe(0);
    // What happens after today's time waits for tomorrow's.
    const tomorrow = new Date(Date.now() + 86_400_000);
    expect(await Promise.all([writeDigests(server.db, tomorrow), writeDigests(server.db, tomorrow)])).toEqual(
      expect.arrayContaining([0, 1]),
    );
    await send();
    const digest = smtp.received.find(m => m.to[0] === PEOPLE.academic);
    expect(digest?.headers.subject).toMatch(/^Resumen del \d\d-\d\d-\d{4}: 3 novedades$/);
    expect(digest?.text).toContain(
      `- ${project.code} · Autocuidado en Los Cóndores\n  En revisión de Decanato.`,
    );
    expect(digest?.text).toContain(
      'Recibimos tu proyecto. Camila Rojas Fuentes envió el proyecto a Dirección.',
    );
    expect(digest?.text).toContain('Aprobado. Marcela Figueroa Ponce dio visto bueno.');
    done(
      await clients.academic.put('/notifications/preferences', [
        { type: 'decision', inApp: true, mail: 'now' },
      ]),
    );
  });
});

describe('who reads mails', () => {
  it('an administrator alone', async () => {
    await completePacs(clients.academic, refs);
    await write('a@uni.example');
    const { rows } = await mails();
    for (const client of [clients.academic, clients.director, clients.dean])
      for (const path of ['/mails', '/mails/status', `/mails/${rows[0]?.id}`])
        expect((await client.get(path)).status).toBe(403);
    expect((await clients.dean.post('/mails/resend', { ids: [rows[0]?.id] })).status).toBe(403);
    expect((await clientOf(server.url, '').get('/mails')).status).toBe(401);
    expect((await clients.admin.get(`/mails/${userIdOf(PEOPLE.admin)}`)).status).toBe(404);
    expect((await clients.admin.get('/mails/x')).status).toBe(400);
    expect((await clients.admin.post('/mails/resend', { ids: [] })).status).toBe(400);
    expect((await clients.admin.get('/mails?state=lost')).status).toBe(400);
  });
});
