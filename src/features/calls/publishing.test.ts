import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { callSettings, openCall } from '../../../test/calls.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { PEOPLE } from '../../../test/demo.ts';
import { done } from '../../../test/factories.ts';
import { CALL_STATE_SLUGS } from '../../domain/calls/calls.ts';
import type { AuditRow } from '../audit/contract.ts';
import type { CallDetail } from './contract.ts';

let server: TestApp;
let admin: Client;
let call: string;
beforeAll(async () => {
  server = await startApp();
  admin = await clientAs(server, PEOPLE.admin);
  call = (await openCall(admin)).id;
});
afterAll(() => server.close());

const read = async () => done(await admin.get<CallDetail>(`/calls/${call}`));

it.each(CALL_STATE_SLUGS)('the list of results is published or not while the call is %s', async state => {
  await sql`update calls set state = ${state} where id = ${call}`.execute(server.db);
  for (const publishesResults of [true, false]) {
    const stored = await read();
    const settings = callSettings(stored, { publishesResults });
    done(await admin.put(`/calls/${call}`, { version: stored.version, settings }));
    expect(await read()).toMatchObject({ state, publishesResults });
  }
});

it('which the audit tells in words', async () => {
  const { rows } = done(
    await admin.get<{ rows: AuditRow[] }>(`/audit?object=call&objectId=${call}&sort=-at&size=1`),
  );
  expect(rows[0]?.changes).toEqual([{ field: 'resultados públicos', before: 'sí', after: 'no' }]);
});
