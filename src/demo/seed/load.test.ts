import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { bearer, signInAs } from '../../../test/sign-in.ts';
import { demoUserId, loadDemo } from './load.ts';
import { DEMO_ACCOUNTS } from './university.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

describe('demo university', () => {
  it('is complete: each role, two academics in two schools, heads for every unit', async () => {
    const users = await test.db.selectFrom('users').selectAll().execute();
    const withRole = (role: string) => users.filter(user => user.roles.some(r => r === role));
    const schools = await test.db.selectFrom('schools').selectAll().execute();
    const heads = await test.db.selectFrom('school_heads').selectAll().execute();
    const deans = await test.db.selectFrom('faculty_heads').selectAll().execute();
    expect(schools).toHaveLength(4);
    expect(new Set(heads.map(head => head.school_id)).size).toBe(4);
    expect(new Set(deans.map(dean => dean.faculty_id)).size).toBe(2);
    expect(withRole('Reviewer')).toHaveLength(3);
    expect(withRole('Admin').length).toBeGreaterThanOrEqual(1);
    const bySchool = Map.groupBy(
      withRole('Academic').filter(user => user.state === 'active'),
      user => user.home_school_id,
    );
    expect([...bySchool.values()].filter(group => group.length >= 2).length).toBeGreaterThanOrEqual(2);
    expect(users.filter(user => user.state === 'blocked')).toHaveLength(1);
  });

  it('is loaded once: what somebody deletes stays deleted', async () => {
    await test.db.deleteFrom('themes').where('name', '=', 'Salud y bienestar').execute();
    expect(await loadDemo(test.db)).toBe(false);
    const themes = await test.db.selectFrom('themes').select('name').execute();
    expect(themes.map(theme => theme.name)).not.toContain('Salud y bienestar');
  });

  it('has ids that do not depend on the installation, one for each person', () => {
    const known = DEMO_ACCOUNTS.filter(account => account.state !== 'unknown');
    expect(new Set(known.map(account => demoUserId(account.email))).size).toBe(known.length);
    expect(demoUserId('camila.rojas@biosur.example')).toBe(demoUserId('camila.rojas@biosur.example'));
  });

  it('lets the tests act as anybody', async () => {
    const status = async (email: string) =>
      (await fetch(`${test.url}/api/system/status`, { headers: bearer(await signInAs(test, email)) })).status;
    expect(await status('beatriz.navarrete@biosur.example')).toBe(200);
    expect(await status('camila.rojas@biosur.example')).toBe(403);
  });
});
