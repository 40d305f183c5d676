import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { auditOf } from '../../../test/audit.ts';
import type { Client } from '../../../test/client.ts';
import {
  ANSWER,
  ASKED,
  answer,
  called,
  drop,
  extend,
  file,
  mailsTo,
  OWN,
  office,
  openRequests,
  PATH,
  read,
  record,
  waiting,
} from '../../../test/data-requests.ts';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import { done } from '../../../test/factories.ts';
import { clients, server } from '../../../test/university.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import type { listOwnDataRequests, OwnDataRequest } from './contract.ts';

openRequests();

describe('what a person asks from their profile', () => {
  const own = async (who: Client) => done(await who.get<OutputOf<typeof listOwnDataRequests>>(OWN));

  it('reaches the office with their name, and shows them what becomes of it', async () => {
    const filed = done(await file(clients.academic));
    expect(await own(clients.academic)).toEqual({ days: 30, rows: [filed] });
    const seen = await read(filed.id);
    expect(seen).toMatchObject({ channel: 'application', email: PEOPLE.academic, user: { name: seen.name } });
    expect(await called(PEOPLE.admin)).toHaveLength(1);
    const answered = done(await answer(seen, { identity: '' }));
    expect(answered.identity).toBe('');
    const [mine] = (await own(clients.academic)).rows;
    expect(mine).toMatchObject({ state: 'answered', answer: ANSWER, outcome: 'granted' });
    expect(Object.keys(mine ?? {})).not.toContain('identity');
    expect(await called(PEOPLE.academic)).toEqual([
      ['decision', 'Respondimos tu solicitud de datos personales', 'ownRequests'],
    ]);
    // One mail that it came in, and one with the answer, whatever they chose of other mails.
    expect((await mailsTo(PEOPLE.academic)).map(m => m.user_id)).toEqual([
      userIdOf(PEOPLE.academic),
      userIdOf(PEOPLE.academic),
    ]);
  });

  it('is one for each right, however often and at once it is sent', async () => {
    const id = randomUUID();
    const twice = await Promise.all([file(clients.academic, { id }), file(clients.academic, { id })]);
    expect(twice.map(a => a.status)).toEqual([200, 200]);
    const several = await Promise.all([1, 2, 3].map(() => file(clients.director)));
    expect(several.map(a => a.status).toSorted()).toEqual([200, 422, 422]);
    const refused = several.find(a => a.status === 422);
    expect(refused?.body.errors).toMatchObject([
      {
        path: 'right',
        message: expect.stringContaining('Ya hay una solicitud de acceso por responder: SD-'),
      },
    ]);
    done(await file(clients.director, { right: 'objection' }));
    // The office may not write it down a second time for them either.
    expect((await record({ email: PEOPLE.director })).status).toBe(422);
    expect((await own(clients.academic)).rows).toHaveLength(1);
  });

  it('is given up by them alone, and asked again afterwards', async () => {
    const filed = done(await file(clients.academic));
    const giveUp = (who: Client) => who.post<OwnDataRequest & Problem>(`${OWN}/${filed.id}/withdrawal`, {});
    expect((await giveUp(clients.colleague)).status).toBe(404);
    expect(done(await giveUp(clients.academic)).state).toBe('withdrawn');
    expect((await giveUp(clients.academic)).status).toBe(422);
    expect((await own(clients.colleague)).rows).toEqual([]);
    done(await file(clients.academic));
    expect(await waiting(office())).toHaveLength(1);
    // Nobody reads another's request by filing under its id.
    expect((await file(clients.colleague, { id: filed.id })).status).toBe(404);
  });

  it('written by them is not corrected by the office', async () => {
    const filed = await read(done(await file(clients.academic)).id);
    const refused = await office().put<Problem>(`${PATH}/${filed.id}`, {
      ...ASKED,
      updatedAt: filed.updatedAt,
    });
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      'La escribió la propia persona desde su cuenta: no se corrige.',
    ]);
  });
});

describe('an administrator’s own request', () => {
  it('is decided by another one of the office', async () => {
    const filed = await read(done(await file(office())).id);
    expect(filed.bar).toEqual({ reason: expect.stringContaining('Es tu propia solicitud'), last: false });
    for (const refused of [await answer(filed), await extend(filed), await drop(filed)])
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    expect(await waiting(office())).toEqual([]);
    expect(await waiting(clients.otherAdmin)).toEqual([filed.code]);
    expect(await called(PEOPLE.otherAdmin)).toHaveLength(1);
    done(await answer(filed, {}, clients.otherAdmin));
  });

  it('is decided by the last one with a reason that the audit flags', async () => {
    const filed = done(await file(office()));
    await server.db
      .updateTable('users')
      .set({ state: 'blocked' })
      .where('email', '=', PEOPLE.otherAdmin)
      .execute();
    expect(await waiting(office())).toEqual([filed.code]);
    const seen = await read(filed.id);
    expect(seen.bar?.last).toBe(true);
    const silent = await answer(seen);
    expect([silent.status, silent.body.code]).toEqual([403, 'last_resort']);
    done(await answer(seen, { lastResort: 'Nadie más está en la oficina.' }));
    expect(await auditOf(server, filed.id, 'dataRequest.last_resort')).toHaveLength(1);
  });
});
