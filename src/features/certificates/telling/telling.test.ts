import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { done } from '../../../../test/factories.ts';
import { insertProject } from '../../../../test/rows.ts';
import { byItself } from '../../../server/commands/command.ts';
import { type Issued, writeCertificates } from '../issuing/commands.ts';
import { tellIssued } from './commands.ts';

const ROSA = 'rosa@junta.example';
const MINUTE = 60_000;

let server: TestApp;
let admin: Client;
let projects: string[];

beforeAll(async () => {
  server = await startApp();
  admin = await clientAs(server, PEOPLE.admin);
  const codes = ['PAC-2026-8801', 'PAC-2026-8802'];
  const made = await Promise.all(codes.map(code => insertProject(server.db, { title: 'Huerta', code })));
  projects = made.map(({ id }) => id);
});
afterAll(() => server.close());
beforeEach(async () => {
  for (const table of ['certificates', 'notifications', 'mails', 'notice_preferences'] as const)
    await server.db.deleteFrom(table).execute();
});

interface To {
  readonly userId?: string;
  readonly email?: string;
  readonly name?: string;
  readonly statement?: string;
  readonly project?: number;
}
/** Certificates as they are issued, so many minutes ago. */
const issue = (to: readonly To[], ago = 10) =>
  byItself(server.db, new Date(Date.now() - ago * MINUTE), run =>
    writeCertificates(
      run,
      to.map((one, n): Issued => {
        const { userId = null, email = '', name = 'Rosa Soto', project = 0 } = one;
        const { statement = 'participó en el proyecto «Huerta».' } = one;
        return {
          ...{ role: 'participant', projectId: projects[project] ?? '', activityId: null, work: null },
          ...{ userId, email, holder: `name:${n}-${name}` },
          content: {
            ...{ title: 'Certificado de participación', name, document: '', statement, lines: [] },
            ...{ signer: '', position: '' },
          },
        };
      }),
      { notify: true },
    ),
  );
const tell = () => tellIssued(server.db);
const notices = () =>
  server.db.selectFrom('notifications').select(['user_id', 'type', 'title', 'text', 'page']).execute();
const mails = () =>
  server.db
    .selectFrom('mails')
    .select(['user_id', 'address', 'name', 'type', 'project_id', 'subject', 'html', 'text', 'state'])
    .orderBy('id')
    .execute();
const certificates = () =>
  server.db.selectFrom('certificates').select(['code', 'told_at', 'email']).orderBy('folio_number').execute();
const setState = (email: string, state: string) =>
  sql`update users set state = ${state} where email = ${email}`.execute(server.db);
const academic = () => userIdOf(PEOPLE.academic);

describe('who has an account', () => {
  it('gets one notice and one mail of all of theirs, once', async () => {
    await issue([{ userId: academic() }, { userId: academic(), project: 1 }, { userId: academic() }]);
    expect(await tell()).toBe(3);
    expect(await notices()).toEqual([
      {
        ...{ user_id: academic(), type: 'certificates', page: 'certificates' },
        title: 'Tienes 3 certificados nuevos',
        text: expect.stringMatching(/^Son los certificados \d{4}-\d{6}, \d{4}-\d{6} y \d{4}-\d{6}\.$/),
      },
    ]);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ user_id: academic(), type: 'certificates', state: 'pending' });
    expect(mail?.text).toContain('Ver tus certificados: \uE000/certificates?mine=true');
    expect((await certificates()).every(one => one.told_at !== null)).toBe(true);
    expect(await tell()).toBe(0);
    expect([(await notices()).length, (await mails()).length]).toEqual([1, 1]);
  });

  it('is not told in a mail for which call somebody reviewed: the office reads mails', async () => {
    const userId = userIdOf(PEOPLE.stranger);
    await sql`insert into certificates (folio_year, folio_number, code, role, work_kind, work_year, user_id, holder,
        name, content, issued_at)
      values (2026, 900001, '0000000000000000', 'reviewer', 'fexs', 2026, ${userId}, ${`user:${userId}`}, 'Ana',
        '{"title": "Certificado de evaluación", "statement": "evaluó 2 propuestas de «Fondo»."}',
        now() - interval '10 minutes')`.execute(server.db);
    await tell();
    const { rows } = await sql<{ words: string }>`
      select subject || text || html as words from mails where user_id = ${userId}
      union all select title || text from notifications where user_id = ${userId}`.execute(server.db);
    expect(rows).toHaveLength(2);
    for (const { words } of rows) {
      expect(words).toContain('2026-900001');
      expect(words).not.toMatch(/evalu|Fondo/);
    }
  });

  it('is told as they prefer', async () => {
    const client = await clientAs(server, PEOPLE.academic);
    const preference = { type: 'certificates', inApp: true, mail: 'off' };
    done(await client.put('/notifications/preferences', [preference]));
    await issue([{ userId: academic() }]);
    await tell();
    expect((await notices()).map(n => [n.title, n.text])).toEqual([
      [
        'Tienes un certificado nuevo',
        expect.stringMatching(
          /^Certificado de participación \d{4}-\d{6}: participó en el proyecto «Huerta»\.$/,
        ),
      ],
    ]);
    expect(await mails()).toEqual([]);
  });

  it('is not told while the account is blocked, nor at its address', async () => {
    await setState(PEOPLE.academic, 'blocked');
    await issue([{ userId: academic() }, { email: PEOPLE.academic, name: 'Camila' }]);
    expect(await tell()).toBe(2);
    await setState(PEOPLE.academic, 'active');
    expect([await notices(), await mails(), await tell()]).toEqual([[], [], 0]);
  });
});

describe('who has none', () => {
  it('is not told where they object, also once they do not any more; an account is told as it prefers', async () => {
    const by = { noted_by: academic() };
    await server.db
      .insertInto('contact_objections')
      .values([
        { email: ROSA, ...by },
        { email: PEOPLE.academic, ...by },
      ])
      .execute();
    await issue([{ email: 'Rosa@Junta.example' }, { email: 'eva@junta.example' }, { userId: academic() }]);
    expect(await tell()).toBe(3);
    await server.db.deleteFrom('contact_objections').execute();
    expect(await tell()).toBe(0);
    expect((await mails()).map(mail => [mail.address, mail.type]).toSorted()).toEqual([
      [PEOPLE.academic, 'certificates'],
      ['eva@junta.example', 'certificate'],
    ]);
    expect((await certificates()).every(one => one.told_at !== null && one.email === '')).toBe(true);
  });

  it('gets one mail with the page of each, at the address that is then forgotten', async () => {
    await issue([{ email: ROSA }, { email: ROSA }, { email: ROSA, name: 'Beto Soto', project: 1 }, {}]);
    expect(await tell()).toBe(4);
    const [rosa, beto, ...others] = (await mails()).toSorted((a, b) => b.name.localeCompare(a.name));
    expect(others).toEqual([]);
    expect(rosa).toMatchObject({
      ...{ user_id: null, address: ROSA, name: 'Rosa Soto', type: 'certificate', state: 'pending' },
      ...{ subject: 'Recibiste 2 certificados', project_id: projects[0] },
    });
    expect(beto).toMatchObject({
      address: ROSA,
      subject: 'Recibiste 1 certificado',
      project_id: projects[1],
    });
    const [first, second, third] = (await certificates()).map(({ code }) =>
      code.replaceAll(/.{4}(?=.)/g, '$&-'),
    );
    for (const code of [first, second]) expect(rosa?.html).toContain(`/publico/certificado/${code}"`);
    expect(rosa?.html).not.toContain(third);
    expect(beto?.text).toContain(`/publico/certificado/${third}`);
    expect((await certificates()).map(one => [one.email, one.told_at !== null])).toEqual(
      Array(4).fill(['', true]),
    );
    expect(await notices()).toEqual([]);
    expect(await tell()).toBe(0);
  });

  it('gets several mails where there are too many for one, and no HTML of others', async () => {
    const statement = 'participó en el proyecto «<img src=x>».';
    await issue(
      Array.from({ length: 21 }, (_, n) => ({ email: ROSA, name: '<b>Rosa</b>', statement, project: n % 2 })),
    );
    await tell();
    // Written by one statement: which of them comes first says nothing.
    const all = (await mails()).toSorted((one, other) => one.subject.localeCompare(other.subject));
    expect(all.map(m => [m.subject, m.project_id])).toEqual([
      ['Recibiste 1 certificado', projects[0]],
      ['Recibiste 20 certificados', null],
    ]);
    for (const { html } of all) {
      expect(html).not.toMatch(/<img|<b>/);
      expect(html).toContain('&lt;b&gt;Rosa');
    }
  });

  it('is written to in the words of the office', async () => {
    const words = { subject: 'Certificado para {nombre}', body: '<p>{cantidad}</p><p>{enlace}</p>' };
    done(await admin.put('/settings/mail-texts', { template: 'certificate', ...words, updatedAt: null }));
    await issue([{ email: ROSA }]);
    await tell();
    expect((await mails()).map(m => m.subject)).toEqual(['Certificado para Rosa']);
    await server.db.deleteFrom('mail_texts').execute();
  });
});

describe('not before its time', () => {
  it('waits until the last one of a person is two minutes old', async () => {
    await issue([{ userId: academic() }, { email: ROSA }]);
    await issue([{ userId: academic() }], 1);
    expect(await tell()).toBe(1);
    expect([(await notices()).length, (await mails()).length]).toEqual([0, 1]);
    expect(await tellIssued(server.db, new Date(Date.now() + 2 * MINUTE))).toBe(2);
    expect((await notices()).map(n => n.title)).toEqual(['Tienes 2 certificados nuevos']);
  });

  it('never tells of what was revoked or erased before, and of what is suspended once it is valid again', async () => {
    const [revoked, erased, suspended] = await issue([{ email: ROSA }, { email: ROSA }, { email: ROSA }]);
    await sql`update certificates set revoked_at = now(), revoked_by = ${userIdOf(PEOPLE.admin)},
      revocation_reason = 'Se emitió por error.' where id = ${revoked}`.execute(server.db);
    await sql`update certificates set erased_at = now() where id = ${erased}`.execute(server.db);
    await sql`update certificates set suspended_at = now() where id = ${suspended}`.execute(server.db);
    expect(await tell()).toBe(2);
    expect(await mails()).toEqual([]);
    await sql`update certificates set suspended_at = null where id = ${suspended}`.execute(server.db);
    expect(await tell()).toBe(1);
    expect((await mails()).map(m => m.subject)).toEqual(['Recibiste 1 certificado']);
  });

  it('tells nobody twice, nor in two parts, where two copies run at once', async () => {
    const people = [PEOPLE.academic, PEOPLE.director, PEOPLE.dean, PEOPLE.reviewer].map(userIdOf);
    await issue(Array.from({ length: 40 }, (_, n) => ({ userId: people[n % 4] ?? '' })));
    await issue(Array.from({ length: 40 }, (_, n) => ({ email: `a${n % 4}@junta.example` })));
    const told = await Promise.all([tell(), tell(), tell()]);
    expect(told.reduce((a, b) => a + b)).toBe(80);
    expect((await notices()).map(n => n.title)).toEqual(Array(4).fill('Tienes 10 certificados nuevos'));
    expect((await mails()).filter(m => m.user_id === null).map(m => m.subject)).toEqual(
      Array(4).fill('Recibiste 10 certificados'),
    );
  });
});
