import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { nursing, PEOPLE } from '../../../../test/demo.ts';
import { act, done, type References, submittedPacs } from '../../../../test/factories.ts';
import { startMailServer, type TestMailServer } from '../../../../test/smtp.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { MAIL_TEMPLATE_INFO, MAIL_TEMPLATES, type MailTemplate } from '../../../domain/notices/mail-texts.ts';
import { sendDueMails } from '../../../server/notices/mail.ts';
import type { listAudit } from '../../audit/contract.ts';
import { writeDigests } from '../../mail/jobs.ts';
import type { StoredMailText } from '../contract.ts';

let smtp: TestMailServer;
let server: TestApp;
let refs: References;
let admin: Client;
let academic: Client;
let director: Client;

beforeAll(async () => {
  smtp = await startMailServer();
  server = await startApp({ mail: { smtpUrl: smtp.url, from: 'v@uni.example' } });
  [admin, academic, director] = await Promise.all([
    clientAs(server, PEOPLE.admin),
    clientAs(server, PEOPLE.academic),
    clientAs(server, PEOPLE.director),
  ]);
  refs = await nursing(academic);
});
afterAll(async () => {
  await server.close();
  await smtp.stop();
});
beforeEach(async () => {
  smtp.received.length = 0;
  await server.db.deleteFrom('mails').execute();
  await server.db.deleteFrom('mail_texts').execute();
});

const PATH = '/settings/mail-texts';
const stored = async (template: MailTemplate) =>
  done(await admin.get<StoredMailText[]>(PATH)).find(t => t.template === template);
const change = (template: MailTemplate, text: object, updatedAt: string | null = null) =>
  admin.put<StoredMailText>(PATH, { template, ...MAIL_TEMPLATE_INFO[template].original, ...text, updatedAt });
const send = async () => {
  await server.db
    .updateTable('mails')
    .set({ next_attempt_at: new Date() })
    .where('state', '=', 'pending')
    .execute();
  await sendDueMails(server.db, server.env);
  return smtp.received;
};

it('the next mail says what the office wrote, in both forms, and nothing in it can run', async () => {
  const saved = done(
    await change('turn', {
      subject: 'Te esperan en {codigo}',
      body:
        '<p>Estimada <strong>{nombre_completo}</strong>:</p><script>alert(1)</script><p onclick="x()">Tienes hasta {vence}.' +
        '<img src=x onerror=alert(1)></p><p><a href="javascript:alert(1)">Ayuda</a></p><p>Motivo: {motivo}</p><p>{enlace}</p>',
    }),
  );
  expect(saved.updatedBy).toBe('Beatriz Navarrete Olea');
  expect(saved.body).not.toMatch(/script>|onclick|onerror|javascript:/);
  const project = await submittedPacs(academic, refs);
  // Beside it goes the receipt to whoever sent the project; which of the two arrives first is chance.
  const mail = (await send()).find(m => m.headers.subject === `Te esperan en ${project.code}`);
  expect(mail).toBeDefined();
  expect(mail?.text).toMatch(
    /^Estimada Patricia Contreras Vidal:\n\nTienes hasta el [a-zéá]+ \d\d-\d\d-\d{4}\.\n/,
  );
  expect(mail?.text).not.toMatch(/alert|Motivo|\{/);
  expect(mail?.html).toContain('Estimada <strong>Patricia Contreras Vidal</strong>:');
  expect(mail?.html).not.toMatch(/<script|onclick|onerror|<img|javascript:/);
  expect(mail?.html).toContain(`/projects/pacs/${project.id}"`);

  // Other mails keep theirs; the original comes back.
  expect(await stored('decision')).toMatchObject({
    ...MAIL_TEMPLATE_INFO.decision.original,
    updatedAt: null,
  });
  expect(done(await admin.delete<StoredMailText>(`${PATH}/turn`))).toMatchObject({
    ...MAIL_TEMPLATE_INFO.turn.original,
    updatedAt: null,
    updatedBy: null,
  });
  smtp.received.length = 0;
  const next = await submittedPacs(academic, refs);
  expect((await send()).map(m => m.headers.subject)).toContain(`${next.code}: te toca revisar`);
});

it('holds for every mail there is: notices, the daily one, invitations', async () => {
  done(await change('digest', { subject: 'Hoy, {dia}', body: '<p>Van {cantidad}.</p><p>{enlace}</p>' }));
  done(await change('invitation', { subject: 'Ven', body: '<p>Tu correo: {correo}</p><p>{enlace}</p>' }));
  const daily = (mail: string) => [{ type: 'decision', inApp: true, mail }];
  done(await academic.put('/notifications/preferences', daily('daily')));
  const project = await submittedPacs(academic, refs);
  done(await act(director, project, 'endorse'));
  await writeDigests(server.db, new Date(Date.now() + 86_400_000));
  done(await academic.put('/notifications/preferences', daily('now')));
  const guest = { name: 'Eva Invitada', email: 'eva@evaluadores.example', roles: ['Reviewer'], invite: true };
  done(await admin.post('/users', guest));
  const subjects = (await send()).map(mail => [mail.to[0], mail.headers.subject, mail.text.split('\n')[0]]);
  expect(subjects).toContainEqual([
    PEOPLE.academic,
    expect.stringMatching(/^Hoy, \d\d-\d\d-\d{4}$/),
    'Van 2 novedades.',
  ]);
  expect(subjects).toContainEqual([guest.email, 'Ven', `Tu correo: ${guest.email}`]);
});

it('is refused by the name of what is wrong, over a newer one, and to anybody but the office', async () => {
  const wrong = await admin.put(PATH, {
    template: 'turn',
    subject: 'Hola {apodo}',
    body: '<p>Sin camino</p>',
    updatedAt: null,
  });
  expect([wrong.status, wrong.body.errors]).toEqual([
    400,
    [
      { path: 'subject', message: 'No existe: {apodo}.' },
      { path: 'body', message: 'Falta {enlace}: sin él nadie encuentra el camino.' },
    ],
  ]);
  const first = done(await change('turn', { subject: 'Uno' }));
  expect((await change('turn', { subject: 'Dos' })).status).toBe(409);
  expect((await change('turn', { subject: 'Dos' }, first.updatedAt)).status).toBe(200);
  expect((await admin.delete(`${PATH}/otro`)).status).toBe(400);
  for (const refused of [academic, director]) {
    const answers = [
      await refused.get(PATH),
      await refused.put(PATH, {}),
      await refused.delete(`${PATH}/turn`),
    ];
    expect(answers.map(a => a.status)).toEqual([403, 403, 403]);
  }
  expect(done(await admin.get<StoredMailText[]>(PATH)).map(t => t.template)).toEqual([...MAIL_TEMPLATES]);
});

it('leaves who, when, before and after', async () => {
  await change('welcome', {
    subject: 'Pasa adelante',
    body: '<p>Hola, <em>{nombre}</em>.</p><p>{enlace}</p>',
  });
  await admin.delete(`${PATH}/welcome`);
  const { rows } = done(
    await admin.get<OutputOf<typeof listAudit>>('/audit?object=setting&objectId=mail.welcome'),
  );
  expect(rows.map(r => [r.label, r.actor?.name])).toEqual([
    ['Texto original repuesto', 'Beatriz Navarrete Olea'],
    ['Cambiado', 'Beatriz Navarrete Olea'],
  ]);
  const changed = Object.fromEntries(rows[1]?.changes.map(c => [c.field, [c.before, c.after]]) ?? []);
  expect(changed).toEqual({
    asunto: ['Tu cuenta está habilitada', 'Pasa adelante'],
    texto: [expect.stringContaining('habilitó tu cuenta'), 'Hola, {nombre}.\n{enlace}'],
  });
});
