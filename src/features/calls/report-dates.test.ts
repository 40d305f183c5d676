import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { callSettings, openCall } from '../../../test/calls.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { PEOPLE } from '../../../test/demo.ts';
import { done } from '../../../test/factories.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import type { CallDetail } from './contract.ts';

interface Saved {
  id: string;
  version: number;
}
let server: TestApp;
let admin: Client;
let academic: Client;
beforeAll(async () => {
  server = await startApp();
  admin = await clientAs(server, PEOPLE.admin);
  academic = await clientAs(server, PEOPLE.academic);
});
afterAll(() => server.close());

const read = async (id: string, client = admin) => done(await client.get<CallDetail>(`/calls/${id}`));
const save = async (call: CallDetail, reportDates: readonly string[]) =>
  admin.put<Saved & Pick<Problem, 'errors'>>(`/calls/${call.id}`, {
    ...{ version: call.version, settings: callSettings(call, { reportDates }) },
  });
const AT = 'settings.reportDates';
const inJanuary = (length: number) => Array.from({ length }, (_, n) => `2027-01-${n + 10}`);

it('are none at first, follow each other, and are not copied with their call', async () => {
  const { id } = done(
    await admin.post<Saved>('/calls', { name: 'Fondo con informes', year: 2026, kind: 'fexs' }),
  );
  const call = await read(id);
  expect(call.reportDates).toEqual([]);
  const errorsOf = async (reportDates: string[]) => {
    const { status, body } = await save(call, reportDates);
    expect(status).toBe(400);
    return body.errors?.map(e => [e.path, e.message]) ?? [];
  };
  for (const second of ['2027-06-30', '2027-05-31'])
    expect(await errorsOf(['2027-06-30', second])).toEqual([
      [`${AT}.1`, 'El informe 2 vence después del informe 1.'],
    ]);
  const pathsOf = async (reportDates: string[]) => (await errorsOf(reportDates)).map(([path]) => path);
  expect(await pathsOf(['', '2027-02-30', '1999-01-01'])).toEqual([`${AT}.0`, `${AT}.1`, `${AT}.2`]);
  expect(await pathsOf(inJanuary(21))).toEqual([AT]);
  const reportDates = inJanuary(20);
  done(await save(call, reportDates));
  expect(await read(id)).toMatchObject({ reportDates });
  const copy = done(await admin.post<Saved>(`/calls/${id}/copy`, { name: 'Otro año', year: 2027 }));
  expect(await read(copy.id)).toMatchObject({ reportDates: [] });
});

it('stand still once the call is open, and everybody reads them', async () => {
  const reportDates = ['2027-06-30', '2027-09-30'];
  const { id } = await openCall(admin, { name: 'Con informes', reportDates });
  const call = await read(id, academic);
  expect(call).toMatchObject({ reportDates });
  for (const changed of [[], ['2027-07-01', '2027-09-30']]) {
    const refused = await save(call, changed);
    expect([refused.status, refused.body.errors?.map(e => e.path)]).toEqual([422, [AT]]);
  }
});
