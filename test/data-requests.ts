import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach } from 'vitest';
import { localDay } from '../src/domain/kit/calendar.ts';
import type { OutputOf } from '../src/domain/kit/endpoint.ts';
import type { Problem } from '../src/domain/kit/problem.ts';
import type {
  DataRequest,
  listDataRequests,
  OwnDataRequest,
} from '../src/features/data-requests/contract.ts';
import type { getDataRequestRules } from '../src/features/data-requests/rules/contract.ts';
import type { getHome } from '../src/features/home/contract.ts';
import type { Client } from './client.ts';
import { PEOPLE, userIdOf } from './demo.ts';
import { done } from './factories.ts';
import { clients, openUniversity, server } from './university.ts';

/** Opens the demo university for the tests of one file; what one test asked and told is gone before the next. */
export function openRequests(): void {
  openUniversity();
  afterEach(async () => {
    for (const table of ['data_requests', 'turn_reminders', 'mails', 'notifications'] as const)
      await server.db.deleteFrom(table).execute();
    await server.db.updateTable('users').set({ state: 'active' }).where('email', 'in', ADMINS).execute();
  });
}
const ADMINS = [PEOPLE.admin, PEOPLE.otherAdmin];
export const office = () => clients.admin;
export const TODAY = localDay(new Date());
export const ROSA = 'rosa.alarcon@correo.example';
export const ASKED = {
  ...{ right: 'access', name: 'Rosa Alarcón', email: ROSA, document: '', channel: 'mail' },
  ...{ details: 'Quiero saber qué datos míos guardan.', receivedOn: TODAY },
};
export const ANSWER = 'Te enviamos una copia de lo que guardamos de ti.';
export const PATH = '/data-requests';
export const OWN = '/personal-data/requests';

export const record = (changed: object = {}, who: Client = office()) =>
  who.post<DataRequest & Problem>(PATH, { ...ASKED, id: randomUUID(), ...changed });
export const file = (who: Client, changed: object = {}) =>
  who.post<OwnDataRequest & Problem>(OWN, {
    ...{ id: randomUUID(), right: 'access', details: 'Quiero saber qué guardan.', ...changed },
  });
export const answer = ({ id, updatedAt }: DataRequest, changed: object = {}, who: Client = office()) =>
  who.post<DataRequest & Problem>(`${PATH}/${id}/answer`, {
    ...{ outcome: 'granted', identity: 'Mostró su cédula.', answer: ANSWER, updatedAt, ...changed },
  });
export const extend = ({ id, updatedAt }: DataRequest, changed: object = {}, who: Client = office()) =>
  who.post<DataRequest & Problem>(`${PATH}/${id}/extension`, {
    ...{ reason: 'Hay que revisar archivos en papel.', updatedAt, ...changed },
  });
export const drop = ({ id, updatedAt }: DataRequest, changed: object = {}, who: Client = office()) =>
  who.post<DataRequest & Problem>(`${PATH}/${id}/withdrawal`, {
    ...{ note: 'Llamó por teléfono y desistió.', updatedAt, ...changed },
  });
export const read = async (id: string) => done(await office().get<DataRequest>(`${PATH}/${id}`));
export const listed = async (query = '') =>
  done(await office().get<OutputOf<typeof listDataRequests>>(`${PATH}${query}`)).rows.map(row => row.code);
export const mailsTo = async (address: string) => {
  const { rows } = await sql<{ subject: string; text: string; user_id: string | null }>`
    select subject, text, user_id from mails where address = ${address} order by created_at, id`.execute(
    server.db,
  );
  return rows;
};
export const called = async (email: string) => {
  const { rows } = await sql<{ type: string; title: string; page: string }>`
    select type, title, page from notifications where user_id = ${userIdOf(email)} order by created_at, id`.execute(
    server.db,
  );
  return rows.map(row => [row.type, row.title, row.page]);
};
export const waiting = async (who: Client) =>
  done(await who.get<OutputOf<typeof getHome>>('/home')).dataRequests.map(row => row.code);
export const setClock = async (clockFrom: string) => {
  const { updatedAt } = done(
    await office().get<OutputOf<typeof getDataRequestRules>>('/settings/data-requests'),
  );
  return office().put<OutputOf<typeof getDataRequestRules>>('/settings/data-requests', {
    ...{ clockFrom, contact: 'Datos@uni.example', updatedAt },
  });
};
