import { beforeEach, expect, it } from 'vitest';
import { done, startDraft } from '../../../../test/factories.ts';
import { clients, openUniversity, server } from '../../../../test/university.ts';
import { FIRST_QUOTAS, quotas } from '../../../domain/settings/quotas.ts';
import { RULES } from '../../../domain/text/rule-messages.ts';
import { firstRun } from '../../../first-run.ts';
import type { StoredQuotas } from './contract.ts';

openUniversity();

const read = async () => done(await clients.admin.get<StoredQuotas>('/settings/quotas'));
const save = async (change: object) => {
  const { updatedAt, ...stored } = await read();
  return clients.admin.put<StoredQuotas>('/settings/quotas', {
    ...quotas.parse(stored),
    updatedAt,
    ...change,
  });
};
beforeEach(async () => {
  await server.db.deleteFrom('projects').execute();
});

it('the office changes the limits without a restart, and the audit says so', async () => {
  expect(await read()).toMatchObject(FIRST_QUOTAS);
  expect(done(await save({ drafts: 1 }))).toMatchObject({
    ...FIRST_QUOTAS,
    drafts: 1,
    updatedBy: 'Beatriz Navarrete Olea',
  });
  await startDraft(clients.academic);
  await expect(startDraft(clients.academic)).rejects.toThrow('Tienes 1 borrador sin enviar');
  done(await save({ drafts: 2 }));
  await startDraft(clients.academic);
  const { rows } = done(await clients.admin.get<{ rows: unknown[] }>('/audit?object=setting'));
  expect(rows[0]).toMatchObject({
    action: 'setting.updated',
    object: { name: 'Límites por persona' },
    changes: [{ field: 'borradores sin enviar', before: '1', after: '2' }],
  });
});

it('of two who change them from the same values one is told', async () => {
  const before = await read();
  const answers = [
    await save({ openUploads: 7 }),
    await save({ openUploads: 8, updatedAt: before.updatedAt }),
  ];
  expect(answers.map(a => a.status)).toEqual([200, 409]);
});

it('wrong values are named, and nobody but the office sees or changes them', async () => {
  for (const [change, path, message] of [
    [{ drafts: 0 }, 'drafts', RULES.min(1)],
    [{ openUploads: 1001 }, 'openUploads', RULES.max(1000)],
    [{ storedMb: 0 }, 'storedMb', RULES.min(1)],
  ] as const)
    expect(await save(change)).toMatchObject({ status: 400, body: { errors: [{ path, message }] } });
  for (const who of ['academic', 'director', 'dean', 'reviewer'] as const) {
    expect((await clients[who].get('/settings/quotas')).status).toBe(403);
    expect((await clients[who].put('/settings/quotas', FIRST_QUOTAS)).status).toBe(403);
  }
});

it('an installation of before gets the first values at its next start and keeps what it has', async () => {
  done(await save(FIRST_QUOTAS));
  for (let n = 0; n < FIRST_QUOTAS.drafts; n++) await startDraft(clients.academic);
  await server.db.deleteFrom('settings').where('key', '=', 'quotas').execute();
  const others = await server.db.selectFrom('settings').selectAll().orderBy('key').execute();
  await firstRun(server.db, server.env);
  expect(await read()).toMatchObject(FIRST_QUOTAS);
  const all = await server.db.selectFrom('settings').selectAll().orderBy('key').execute();
  expect(all.filter(s => s.key !== 'quotas')).toEqual(others);
  await expect(startDraft(clients.academic)).rejects.toThrow('el máximo por persona es 50');
});
