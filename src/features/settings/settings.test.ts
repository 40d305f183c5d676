import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Campus, openCampus, type Person } from '../../../test/catalogue.ts';
import { demoTokens } from '../../../test/demo-provider.ts';
import { bearer } from '../../../test/sign-in.ts';
import { bodyFor, claimsOf, demoPerson, microsoftBody } from '../../../test/tokens.ts';
import { RULES } from '../../domain/text/rule-messages.ts';
import type { SettingsView } from './contract.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await openCampus();
});
afterAll(() => campus.close());

const read = async () => (await campus.send('GET', '/settings')).body as SettingsView;
const fieldsOf = ({
  academicDomains,
  pendingDomains,
  uploadLimitMb,
  budgetMoveShare,
  serveUnscanned,
  periods,
}: SettingsView) => ({
  academicDomains,
  pendingDomains,
  uploadLimitMb,
  budgetMoveShare,
  serveUnscanned,
  periods,
});

it('are saved together, hold at once where they are read, and leave their history in the audit', async () => {
  const before = await read();
  const fields = {
    ...fieldsOf(before),
    uploadLimitMb: 120,
    periods: ['2026-2', '2027-1', '2026-1'],
    pendingDomains: ['Hospital.example'],
  };
  const { status, body } = await campus.send('PUT', '/settings', { ...fields, updatedAt: before.updatedAt });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({
    uploadLimitMb: 120,
    periods: ['2027-1', '2026-2', '2026-1'],
    pendingDomains: ['hospital.example'],
    updatedBy: 'Beatriz Navarrete Olea',
  });
  const catalogues = await campus.send('GET', '/catalogues');
  expect(catalogues.body).toMatchObject({ periods: ['2027-1', '2026-2', '2026-1'] });
  const { body: audit } = await campus.send('GET', '/audit?object=setting');
  expect(audit.rows?.[0]).toMatchObject({
    action: 'setting.updated',
    changes: expect.arrayContaining([
      { field: 'tamaño máximo de archivos (MB)', before: String(before.uploadLimitMb), after: '120' },
    ]),
  });
  // What somebody saved in between is not overwritten.
  const stale = await campus.send('PUT', '/settings', { ...fields, updatedAt: before.updatedAt });
  expect([stale.status, stale.body.code]).toEqual([409, 'conflict']);
});

it('of two offices saving at the same moment one is told', async () => {
  const before = await read();
  const answers = await Promise.all(
    [30, 40, 50].map(uploadLimitMb =>
      campus.send('PUT', '/settings', {
        ...fieldsOf(before),
        uploadLimitMb,
        updatedAt: before.updatedAt,
      }),
    ),
  );
  expect(answers.map(a => a.status).sort()).toEqual([200, 409, 409]);
});

it('names every wrong value', async () => {
  const before = await read();
  const wrong = [
    [
      { academicDomains: ['sin punto'] },
      'academicDomains',
      'Escribe dominios completos, por ejemplo universidad.cl.',
    ],
    [
      { academicDomains: ['a.cl'], pendingDomains: ['a.cl'] },
      'pendingDomains',
      'Está en las dos listas: a.cl.',
    ],
    [{ uploadLimitMb: 0 }, 'uploadLimitMb', RULES.min(1)],
    [{ periods: [] }, 'periods', RULES.minItems(1)],
    [{ periods: ['2026-3'] }, 'periods', 'Escribe año y semestre, por ejemplo 2026-1.'],
  ] as const;
  for (const [change, path, message] of wrong) {
    const fields = { ...fieldsOf(before), ...change };
    const { status, body } = await campus.send('PUT', '/settings', {
      ...fields,
      updatedAt: before.updatedAt,
    });
    expect([status, body.errors], JSON.stringify(change)).toEqual([400, [{ path, message }]]);
  }
});

it('holidays are added and taken out one by one; the same day twice is told', async () => {
  const day = { day: '2026-12-31', name: 'Feriado bancario' };
  const added = await campus.send('POST', '/settings/holidays', day);
  expect([added.status, (added.body as SettingsView).holidays.at(-1)?.day]).toBeTruthy();
  expect((added.body as SettingsView).holidays).toContainEqual(day);
  const again = await campus.send('POST', '/settings/holidays', day);
  expect([again.status, again.body.errors]).toEqual([
    422,
    [{ path: 'day', message: 'Ese día ya está en la lista.' }],
  ]);
  const gone = await campus.send('DELETE', '/settings/holidays/2026-12-31');
  expect((gone.body as SettingsView).holidays).not.toContainEqual(day);
  expect((await campus.send('DELETE', '/settings/holidays/2026-12-31')).status).toBe(404);
  expect((await campus.send('POST', '/settings/holidays', { day: '31-12-2026', name: '' })).status).toBe(400);
});

it('belong to the office alone', async () => {
  for (const person of ['Director', 'Dean', 'Academic', 'Reviewer'] as Person[])
    for (const [method, path] of [
      ['GET', '/settings'],
      ['PUT', '/settings'],
      ['POST', '/settings/holidays'],
      ['DELETE', '/settings/holidays/2026-12-25'],
    ] as const)
      expect((await campus.send(method, path, {}, campus.as(person))).status, `${person} ${method}`).toBe(
        403,
      );
});

it('another list of domains holds from the next sign-in on', async () => {
  const allow = async (...academicDomains: string[]) => {
    const stored = await read();
    const body = { ...fieldsOf(stored), academicDomains, pendingDomains: [], updatedAt: stored.updatedAt };
    expect((await campus.send('PUT', '/settings', body)).status).toBe(200);
  };
  const signIn = async (account: unknown) => {
    const { body } = await campus.send('POST', '/auth/microsoft', account, {});
    const { token, user } = body as { token: string; user: { roles: string[] } };
    const projects = await campus.send('GET', '/projects', undefined, bearer(token));
    return [user.roles, projects.status, projects.body.code];
  };
  /** Somebody else whom the same provider vouches for, coming for the first time. */
  const neighbour = (name: string) => {
    const person = { name, email: `${name}@otra-universidad.example`, oid: randomUUID(), sub: '' };
    return bodyFor(campus, 'microsoft', claimsOf(campus, 'microsoft', person));
  };
  const waiting = [[], 403, 'account_pending'];
  const [allowed = ''] = (await read()).academicDomains;

  const constanza = demoPerson('constanza.silva@otra-universidad');
  const { id_token } = await demoTokens(campus.url, 'microsoft', constanza.oid);
  const account = microsoftBody(id_token, claimsOf(campus, 'microsoft', constanza));
  expect(await signIn(account)).toEqual(waiting);
  await allow(allowed, 'otra-universidad.example');
  expect(await signIn(await neighbour('ana'))).toEqual([['Academic'], 200, undefined]);
  // Who came before goes on waiting for the office.
  expect(await signIn(account)).toEqual(waiting);
  await allow(allowed);
  expect(await signIn(await neighbour('berta'))).toEqual(waiting);
});
