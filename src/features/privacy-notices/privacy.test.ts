import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { auditOf } from '../../../test/audit.ts';
import { type Client, clientAs, clientOf } from '../../../test/client.ts';
import { PEOPLE } from '../../../test/demo.ts';
import { done } from '../../../test/factories.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import { PROPOSED_NOTICE } from '../../domain/privacy/notice.ts';
import { RULES } from '../../domain/text/rule-messages.ts';
import { noticeFields, type PrivacyNotice } from './contract.ts';

let server: TestApp;
let office: Client;
beforeAll(async () => {
  server = await startApp();
  office = await clientAs(server, PEOPLE.admin);
});
afterAll(() => server.close());

const ADDRESS = '/privacy-notices';
const BODY = 'Segunda versión del aviso, con <b>signos</b> & más de cincuenta letras.\n\nOtro párrafo.';
const versions = async () => done(await office.get<PrivacyNotice[]>(ADDRESS)).map(n => n.version);
const page = async (query = '') => {
  const answer = await fetch(`${server.url}/publico/privacidad${query}`);
  return { status: answer.status, text: await answer.text() };
};

it('is the office’s alone', async () => {
  for (const mail of [PEOPLE.academic, PEOPLE.director, PEOPLE.dean, PEOPLE.reviewer]) {
    const other = await clientAs(server, mail);
    expect((await other.get(ADDRESS)).status).toBe(403);
    expect((await other.post(ADDRESS, { body: BODY, version: 1 })).status).toBe(403);
  }
  const nobody = clientOf(server.url, '');
  expect([(await nobody.get(ADDRESS)).status, (await nobody.post(ADDRESS, {})).status]).toEqual([401, 401]);
});

it('is refused where it is none, field by field', async () => {
  for (const [given, errors] of [
    [
      { body: 'Corto', version: 0 },
      [
        ['body', RULES.minLength(50)],
        ['version', RULES.min(1)],
      ],
    ],
    [{ body: 'x'.repeat(10_001), version: 1 }, [['body', RULES.maxLength(10_000)]]],
    [{ body: ' '.repeat(60), version: 1 }, [['body', RULES.minLength(50)]]],
    [{ body: `${BODY}\u0000`, version: 1 }, [['body', RULES.characters]]],
  ] as const) {
    const answer = await office.post<Problem>(ADDRESS, given);
    expect([answer.status, answer.body.errors?.map(e => [e.path, e.message])]).toEqual([400, errors]);
  }
});

it('of a new installation is the proposed one, within what may be published', async () => {
  const notices = done(await office.get<PrivacyNotice[]>(ADDRESS));
  expect(notices.map(n => [n.version, n.body])).toEqual([[1, PROPOSED_NOTICE]]);
  expect(noticeFields.parse({ body: PROPOSED_NOTICE })).toEqual({ body: PROPOSED_NOTICE });
});

it('tells how to ask: from the profile, else by the mail that the office gave', async () => {
  const { text } = await page();
  expect(text).toContain('<a href="/profile">');
  expect(text).not.toContain('mailto:');
  const { updatedAt } = done(await office.get<{ updatedAt: string }>('/settings/data-requests'));
  const contact = 'datos@biosur.example';
  const rules = { clockFrom: '2026-12-01', contact, updatedAt };
  done(await office.put('/settings/data-requests', rules));
  expect((await page()).text).toContain('<a href="mailto:datos@biosur.example">');
});

it('is published as a version beside the earlier ones, which nothing changes', async () => {
  const [first] = done(await office.get<PrivacyNotice[]>(ADDRESS));
  const second = done(await office.post<PrivacyNotice>(ADDRESS, { body: BODY, version: 1 }));
  expect(second).toMatchObject({ version: 2, body: BODY, publishedBy: expect.any(String) });
  expect(done(await office.get<PrivacyNotice[]>(ADDRESS))).toEqual([second, first]);
  // The same text again is the same version.
  expect(done(await office.post<PrivacyNotice>(ADDRESS, { body: BODY, version: 2 })).version).toBe(2);
  const entries = await auditOf(server, 'privacyNotice');
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ action: 'setting.updated', changes: { version: [1, 2] } });
});

it('of two who publish at once one is told of the other', async () => {
  const before = await versions();
  const [version = 0] = before;
  const texts = ['Uno', 'Dos', 'Tres'].map(
    name => `${name}: un aviso de privacidad que tiene sus cincuenta letras.`,
  );
  const answers = await Promise.all(texts.map(body => office.post<Problem>(ADDRESS, { body, version })));
  expect(answers.map(a => a.status).toSorted()).toEqual([200, 409, 409]);
  const late = answers.find(a => a.status === 409);
  expect(late?.body.extra).toMatchObject({ stored: { version: version + 1 } });
  expect(await versions()).toEqual([version + 1, ...before]);
});

it('is read by anybody, each version at its address', async () => {
  const [current = 0] = await versions();
  expect(await page()).toEqual(await page(`?version=${current}`));
  const second = await page('?version=2');
  expect(second.text).toContain('<a href="/publico/privacidad?version=1">Versión 1</a>');
  expect(second.text).not.toContain('href="/publico/privacidad?version=2"');
  expect(second.text).toContain('Versión 2, vigente desde el ');
  expect(second.text).toContain('&lt;b&gt;signos&lt;/b&gt; &amp; más');
  expect(second.text).not.toContain('<b>');
  // Nobody who published it is named.
  const { rows } = await sql<{ name: string }>`
    select u.name from privacy_notices n join users u on u.id = n.published_by`.execute(server.db);
  for (const { name } of rows) expect(second.text).not.toContain(name);
  for (const odd of ['99', '999999999']) expect((await page(`?version=${odd}`)).status).toBe(404);
  for (const odd of ['0', '-1', '1.5', 'x', '1&version=2', '99999999999', '%00'])
    expect((await page(`?version=${odd}`)).text).toContain(`Versión ${current}, `);
});
