import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { callSettings, openCall } from '../../../test/calls.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import { done } from '../../../test/factories.ts';
import type { Committee } from '../../domain/calls/committee.ts';
import type { CallDetail } from './contract.ts';

let server: TestApp;
let admin: Client;
beforeAll(async () => {
  server = await startApp();
  admin = await clientAs(server, PEOPLE.admin);
});
afterAll(() => server.close());

const committee: Committee = {
  members: [
    { id: randomUUID(), userId: userIdOf(PEOPLE.dean), name: 'Decana', email: '', role: 'Presidencia' },
    { id: randomUUID(), userId: null, name: 'Vecina', email: 'vecina@barrio.example', role: '' },
  ],
  quorum: 2,
};

it('is named until the act, also once the call is open, and only the office knows of whom', async () => {
  const { id } = await openCall(admin);
  const read = async (client: Client) => done(await client.get<CallDetail>(`/calls/${id}`));
  const save = async (given: Committee) => {
    const call = await read(admin);
    const settings = callSettings(call, {
      committee: given,
      lines: call.lines.map(({ moved: _, ...line }) => line),
    });
    return admin.put<{ detail: string }>(`/calls/${id}`, { version: call.version, settings });
  };
  done(await save(committee));
  expect((await read(admin)).committee).toEqual(committee);
  const academic = await clientAs(server, PEOPLE.academic);
  expect((await read(academic)).committee).toEqual({ members: [], quorum: null });

  expect((await save({ ...committee, quorum: 3 })).status).toBe(400);
  for (const state of ['provisional', 'resolved', 'execution']) {
    await sql`update calls set state = ${state} where id = ${id}`.execute(server.db);
    expect((await save({ ...committee, quorum: 1 })).status).toBe(422);
  }
});
