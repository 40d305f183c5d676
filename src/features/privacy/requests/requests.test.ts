import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { auditOf } from '../../../../test/audit.ts';
import type { Client } from '../../../../test/client.ts';
import { type Clients, everybody, PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { done } from '../../../../test/factories.ts';
import { addDays, endOfDay, localDay, momentOf } from '../../../domain/kit/calendar.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { Problem } from '../../../domain/kit/problem.ts';
import { dueOfRequest } from '../../../domain/privacy/requests.ts';
import { RULES } from '../../../domain/text/rule-messages.ts';
import type { getHome } from '../../home/contract.ts';
import type { getDataRequestRules } from '../settings/contract.ts';
import type { DataRequest, listDataRequests, listOwnDataRequests, OwnDataRequest } from './contract.ts';
import { remindOfRequests } from './jobs.ts';

let server: TestApp;
let people: Clients;
beforeAll(async () => {
  server = await startApp();
  people = await everybody(server);
});
afterAll(() => server.close());
afterEach(async () => {
  for (const table of ['data_requests', 'turn_reminders', 'mails', 'notifications'] as const)
    await server.db.deleteFrom(table).execute();
  await server.db.updateTable('users').set({ state: 'active' }).where('email', 'in', ADMINS).execute();
});
const ADMINS = [PEOPLE.admin, PEOPLE.otherAdmin];
const office = () => people.admin;
const TODAY = localDay(new Date());
const ROSA = 'rosa.alarcon@correo.example';
const ASKED = {
  ...{ right: 'access', name: 'Rosa Alarcón', email: ROSA, document: '', channel: 'mail' },
  ...{ details: 'Quiero saber qué datos míos guardan.', receivedOn: TODAY },
};
const ANSWER = 'Te enviamos una copia de lo que guardamos de ti.';
const PATH = '/data-requests';
const OWN = '/personal-data/requests';

const record = (changed: object = {}, who: Client = office()) =>
  who.post<DataRequest & Problem>(PATH, { ...ASKED, id: randomUUID(), ...changed });
const file = (who: Client, changed: object = {}) =>
  who.post<OwnDataRequest & Problem>(OWN, {
    ...{ id: randomUUID(), right: 'access', details: 'Quiero saber qué guardan.', ...changed },
  });
const answer = ({ id, updatedAt }: DataRequest, changed: object = {}, who: Client = office()) =>
  who.post<DataRequest & Problem>(`${PATH}/${id}/answer`, {
    ...{ outcome: 'granted', identity: 'Mostró su cédula.', answer: ANSWER, updatedAt, ...changed },
  });
const extend = ({ id, updatedAt }: DataRequest, changed: object = {}, who: Client = office()) =>
  who.post<DataRequest & Problem>(`${PATH}/${id}/extension`, {
    ...{ reason: 'Hay que revisar archivos en papel.', updatedAt, ...changed },
  });
const drop = ({ id, updatedAt }: DataRequest, changed: object = {}, who: Client = office()) =>
  who.post<DataRequest & Problem>(`${PATH}/${id}/withdrawal`, {
    ...{ note: 'Llamó por teléfono y desistió.', updatedAt, ...changed },
  });
const read = async (id: string) => done(await office().get<DataRequest>(`${PATH}/${id}`));
const listed = async (query = '') =>
  done(await office().get<OutputOf<typeof listDataRequests>>(`${PATH}${query}`)).rows.map(row => row.code);
const mailsTo = async (address: string) => {
  const { rows } = await sql<{ subject: string; text: string; user_id: string | null }>`
    select subject, text, user_id from mails where address = ${address} order by created_at, id`.execute(
    server.db,
  );
  return rows;
};
const called = async (email: string) => {
  const { rows } = await sql<{ type: string; title: string; page: string }>`
    select type, title, page from notifications where user_id = ${userIdOf(email)} order by created_at, id`.execute(
    server.db,
  );
  return rows.map(row => [row.type, row.title, row.page]);
};
const waiting = async (who: Client) =>
  done(await who.get<OutputOf<typeof getHome>>('/home')).dataRequests.map(row => row.code);
const setClock = async (clockFrom: string) => {
  const { updatedAt } = done(
    await office().get<OutputOf<typeof getDataRequestRules>>('/settings/data-requests'),
  );
  return office().put<OutputOf<typeof getDataRequestRules>>('/settings/data-requests', {
    ...{ clockFrom, contact: 'Datos@uni.example', updatedAt },
  });
};

describe('what the office records', () => {
  it('is the office’s alone', async () => {
    const kept = done(await record());
    for (const who of [people.academic, people.director, people.dean, people.reviewer]) {
      const answers = [
        await who.get(PATH),
        await who.get(`${PATH}/${kept.id}`),
        await record({}, who),
        await who.put(`${PATH}/${kept.id}`, { ...ASKED, updatedAt: kept.updatedAt }),
        await extend(kept, {}, who),
        await answer(kept, {}, who),
        await drop(kept, {}, who),
        await who.get('/settings/data-requests'),
      ];
      expect(answers.map(a => a.status)).toEqual(answers.map(() => 403));
      expect(await waiting(who)).toEqual([]);
    }
  });

  it('is numbered by the year, written once however often it is sent, and told to its person', async () => {
    const id = randomUUID();
    const [first, again] = await Promise.all([record({ id }), record({ id })]);
    // Of two at the very same moment one may be told to try again; neither writes it twice.
    const known = [first, again].filter(a => a.status === 200).map(a => a.body.code);
    expect(new Set(known).size).toBe(1);
    expect(done(await record({ id })).code).toBe(known[0]);
    expect(known[0]).toMatch(new RegExp(`^SD-${TODAY.slice(0, 4)}-\\d{4}$`));
    const mails = await mailsTo(ROSA);
    expect(mails.map(m => m.subject)).toEqual([`Recibimos tu solicitud sobre datos personales: ${known[0]}`]);
    expect(mails[0]?.text).toContain('Te responderemos hasta el ');
    const others = await Promise.all(['a', 'b', 'c'].map(n => record({ email: `${n}@correo.example` })));
    const numbers = others.map(o => done(o).code).toSorted();
    expect(new Set([...numbers, known[0]]).size).toBe(4);
    const [entry] = await auditOf(server, id);
    expect(entry).toMatchObject({ action: 'dataRequest.record', changes: {} });
  });

  it('calls the office, but not whoever recorded it', async () => {
    await record();
    expect(await called(PEOPLE.otherAdmin)).toEqual([
      ['turn', 'Te toca responder una solicitud de datos personales', 'dataRequests'],
    ]);
    expect(await called(PEOPLE.admin)).toEqual([]);
    expect(await waiting(people.otherAdmin)).toHaveLength(1);
    expect(await waiting(office())).toHaveLength(1);
  });

  it('is refused where it is none, field by field, and loses nothing', async () => {
    for (const [changed, path, message] of [
      [{ email: 'rosa' }, 'email', RULES.email],
      [
        { email: '' },
        'email',
        'Escribe su correo o su documento: sin ninguno no se sabe de quién son los datos.',
      ],
      [{ details: '' }, 'details', RULES.minLength(10)],
      [{ details: '\u0000'.repeat(20) }, 'details', RULES.characters],
      [{ channel: 'application' }, 'channel', RULES.choice],
      [{ receivedOn: '2026-02-30' }, 'receivedOn', RULES.date],
      [{ right: 'x' }, 'right', RULES.choice],
    ] as const) {
      const refused = await record(changed);
      expect([refused.status, refused.body.errors?.[0]]).toMatchObject([400, { path, message }]);
    }
    const later = await record({ receivedOn: addDays(TODAY, 1) });
    expect([later.status, later.body.errors]).toMatchObject([422, [{ path: 'receivedOn' }]]);
    expect((await record({ id: 'x' })).status).toBe(400);
    expect(await listed()).toEqual([]);
  });

  it('keeps HTML, signs and emoji as they were written, harmless in the mail', async () => {
    const kept = done(
      await record({ name: 'Rosa <b>Ñandú</b> 🎓', details: '<script>alert(1)</script> {nombre}' }),
    );
    expect([kept.name, kept.details]).toEqual(['Rosa <b>Ñandú</b> 🎓', '<script>alert(1)</script> {nombre}']);
    done(await answer(kept, { answer: 'Respuesta <i>con</i> {enlace} & signos' }));
    const { rows } = await sql<{ html: string }>`select html from mails order by created_at, id`.execute(
      server.db,
    );
    expect(rows.some(({ html }) => html.includes('<script>') || html.includes('<b>Ñandú'))).toBe(false);
    expect(
      rows.some(({ html }) => html.includes('Respuesta &lt;i&gt;con&lt;/i&gt; {enlace} &amp; signos')),
    ).toBe(true);
  });

  it('is corrected while it is open, by whoever saw its latest state', async () => {
    const kept = done(await record());
    const put = (updatedAt: string, changed: object) =>
      office().put<DataRequest & Problem>(`${PATH}/${kept.id}`, { ...ASKED, ...changed, updatedAt });
    const corrected = done(await put(kept.updatedAt, { receivedOn: addDays(TODAY, -3), right: 'deletion' }));
    expect(corrected).toMatchObject({ right: 'deletion', receivedOn: addDays(TODAY, -3) });
    const stale = await put(kept.updatedAt, {});
    expect([stale.status, stale.body.extra]).toMatchObject([409, { stored: { right: 'deletion' } }]);
    const settled = done(await answer(corrected));
    expect((await put(settled.updatedAt, {})).body.detail).toBe('Esta solicitud ya terminó: no cambia más.');
    expect((await auditOf(server, kept.id, 'dataRequest.correct'))[0]?.changes).toEqual({
      receivedOn: [TODAY, addDays(TODAY, -3)],
    });
  });

  it('is found by state, right and words, what is due first', async () => {
    const [late, soon, settled] = [
      done(
        await record({ name: 'Ana Ñuñez', receivedOn: addDays(TODAY, -400), email: 'ana@correo.example' }),
      ),
      done(await record({ right: 'deletion' })),
      done(await answer(done(await record({ right: 'blocking', email: 'b@correo.example' })))),
    ];
    expect((await listed()).at(-1)).toBe(settled.code);
    expect(await listed('?state=open')).toHaveLength(2);
    expect(await listed('?state=answered')).toEqual([settled.code]);
    expect(await listed('?right=deletion')).toEqual([soon.code]);
    expect(await listed('?q=nunez')).toEqual([late.code]);
    expect(await listed(`?q=${late.code}`)).toEqual([late.code]);
    await setClock('2020-01-01');
    expect(await listed('?state=overdue')).toEqual([late.code]);
    expect((await listed())[0]).toBe(late.code);
    await setClock('2026-12-01');
    expect((await office().get(`${PATH}?state=x`)).status).toBe(400);
  });
});

describe('the clock', () => {
  it('is the domain’s, for every day, extension and date of the law', async () => {
    const days = ['2026-10-31', '2026-11-30', '2026-12-01', '2027-01-30', '2028-01-30', '2031-12-31'];
    const clocks = ['2026-12-01', '2027-12-01', '2020-02-29'];
    const { rows } = await sql<{ received: string; extended: boolean; clock: string; due: string }>`
      select r::text as received, e as extended, c::text as clock, data_request_due(r, e, c)::text as due
      from unnest(${days}::date[]) r, unnest(array[false, true]) e, unnest(${clocks}::date[]) c`.execute(
      server.db,
    );
    expect(rows).toHaveLength(36);
    for (const { received, extended, clock, due } of rows)
      expect(due).toBe(dueOfRequest({ receivedOn: received, isExtended: extended }, clock));
  });

  it('runs from the day of the setting, which moves what is open', async () => {
    const kept = done(await record({ receivedOn: addDays(TODAY, -50) }));
    await setClock('2020-01-01');
    const late = await read(kept.id);
    expect([new Date(late.due), late.overdue]).toEqual([endOfDay(addDays(TODAY, -20)), true]);
    await setClock(addDays(TODAY, 10));
    const early = await read(kept.id);
    expect([new Date(early.due), early.overdue]).toEqual([endOfDay(addDays(TODAY, 40)), false]);
    const wrong = await office().put<Problem>('/settings/data-requests', {
      ...{ clockFrom: '2026-13-01', contact: 'no', updatedAt: new Date().toISOString() },
    });
    expect(wrong.body.errors?.map(e => e.path)).toEqual(['clockFrom', 'contact']);
    expect((await setClock('2026-12-01')).body.contact).toBe('datos@uni.example');
  });

  it('is extended once, and only while it runs', async () => {
    const kept = done(await record());
    expect((await extend(kept, { reason: 'poco' })).body.errors).toMatchObject([{ path: 'reason' }]);
    const extended = done(await extend(kept));
    expect(Date.parse(extended.due) - Date.parse(kept.due)).toBeGreaterThan(29 * 86_400_000);
    expect((await extend(extended)).body.detail).toBe('El plazo se amplía una sola vez, y ya se amplió.');
    expect((await mailsTo(ROSA)).map(m => m.subject)).toEqual([
      expect.stringContaining('Recibimos'),
      `Ampliamos el plazo para responder tu solicitud sobre datos personales: ${kept.code}`,
    ]);
    await setClock('2020-01-01');
    const late = done(await record({ receivedOn: addDays(TODAY, -31), email: 'c@correo.example' }));
    expect((await extend(late)).body.detail).toContain('El plazo ya venció');
    await setClock('2026-12-01');
  });

  it('calls the office before, on the day and after, each time once', async () => {
    const [due = ''] = [done(await record()).due];
    await server.db.deleteFrom('notifications').execute();
    const day = localDay(new Date(due));
    const at = (n: number) => momentOf(addDays(day, n), '11:00');
    const both = await Promise.all([
      remindOfRequests(server.db, at(-1)),
      remindOfRequests(server.db, at(-1)),
    ]);
    const before = both.reduce((a, b) => a + b);
    // Of weekends and holidays the reminder before may be of another day.
    expect(before).toBeLessThanOrEqual(1);
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) await remindOfRequests(server.db, at(n));
    const all = await called(PEOPLE.otherAdmin);
    expect(all.length).toBeGreaterThan(0);
    expect(new Set(all.map(([type]) => type))).toEqual(new Set(['reminder']));
    expect(all.map(([, title]) => title)).toContain('El plazo está vencido');
    const count = all.length;
    await remindOfRequests(server.db, at(10));
    expect(await called(PEOPLE.otherAdmin)).toHaveLength(count);
  });
});

describe('an answer', () => {
  it('says how its person was made sure of, settles it for good, and is mailed', async () => {
    const kept = done(await record());
    const unproven = await answer(kept, { identity: ' ' });
    expect([unproven.status, unproven.body.errors]).toMatchObject([422, [{ path: 'identity' }]]);
    expect((await answer(kept, { outcome: 'x', answer: '' })).body.errors?.map(e => e.path)).toEqual([
      'outcome',
      'answer',
    ]);
    const answered = done(await answer(kept, { outcome: 'partly' }));
    expect(answered).toMatchObject({ state: 'answered', outcome: 'partly', settledBy: expect.any(String) });
    const [, mail] = await mailsTo(ROSA);
    expect(mail?.subject).toBe(`Tu solicitud sobre datos personales fue acogida en parte: ${kept.code}`);
    expect(mail?.text).toContain(ANSWER);
    expect(mail?.text).not.toContain('Te responderemos');
    for (const late of [await answer(answered), await extend(answered), await drop(answered)])
      expect([late.status, late.body.detail]).toEqual([422, 'Esta solicitud ya terminó: no cambia más.']);
    expect(await waiting(office())).toEqual([]);
  });

  it('of two at once is one', async () => {
    const kept = done(await record());
    const both = await Promise.all([answer(kept), answer(kept, { outcome: 'refused' }, people.otherAdmin)]);
    expect(both.map(a => a.status).toSorted()).toEqual([200, 409]);
    expect(await mailsTo(ROSA)).toHaveLength(2);
  });

  it('of who gave no address is written to nobody', async () => {
    const kept = done(await record({ email: '', document: '12.345.678-5' }));
    done(await answer(kept));
    expect(
      await server.db.selectFrom('mails').select('address').where('type', '=', 'data_request').execute(),
    ).toEqual([]);
  });

  it('is not needed where it was given up, which says how that is known', async () => {
    const kept = done(await record());
    expect((await drop(kept, { note: '' })).body.errors).toMatchObject([{ path: 'note' }]);
    expect(done(await drop(kept))).toMatchObject({ state: 'withdrawn', outcome: null });
  });
});

describe('what a person asks from their profile', () => {
  const own = async (who: Client) => done(await who.get<OutputOf<typeof listOwnDataRequests>>(OWN));

  it('reaches the office with their name, and shows them what becomes of it', async () => {
    const filed = done(await file(people.academic));
    expect(await own(people.academic)).toEqual({ days: 30, rows: [filed] });
    const seen = await read(filed.id);
    expect(seen).toMatchObject({ channel: 'application', email: PEOPLE.academic, user: { name: seen.name } });
    expect(await called(PEOPLE.admin)).toHaveLength(1);
    const answered = done(await answer(seen, { identity: '' }));
    expect(answered.identity).toBe('');
    const [mine] = (await own(people.academic)).rows;
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
    const twice = await Promise.all([file(people.academic, { id }), file(people.academic, { id })]);
    expect(twice.map(a => a.status)).toContain(200);
    const several = await Promise.all([1, 2, 3].map(() => file(people.director)));
    expect(several.map(a => a.status).toSorted()).toEqual([200, 422, 422]);
    const refused = several.find(a => a.status === 422);
    expect(refused?.body.errors).toMatchObject([
      {
        path: 'right',
        message: expect.stringContaining('Ya hay una solicitud de acceso por responder: SD-'),
      },
    ]);
    done(await file(people.director, { right: 'objection' }));
    // The office may not write it down a second time for them either.
    expect((await record({ email: PEOPLE.director })).status).toBe(422);
    expect((await own(people.academic)).rows).toHaveLength(1);
  });

  it('is given up by them alone, and asked again afterwards', async () => {
    const filed = done(await file(people.academic));
    const giveUp = (who: Client) => who.post<OwnDataRequest & Problem>(`${OWN}/${filed.id}/withdrawal`, {});
    expect((await giveUp(people.colleague)).status).toBe(404);
    expect(done(await giveUp(people.academic)).state).toBe('withdrawn');
    expect((await giveUp(people.academic)).status).toBe(422);
    expect((await own(people.colleague)).rows).toEqual([]);
    done(await file(people.academic));
    expect(await waiting(office())).toHaveLength(1);
    // Nobody reads another's request by filing under its id.
    expect((await file(people.colleague, { id: filed.id })).status).toBe(404);
  });

  it('written by them is not corrected by the office', async () => {
    const filed = await read(done(await file(people.academic)).id);
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
    expect(await waiting(people.otherAdmin)).toEqual([filed.code]);
    expect(await called(PEOPLE.otherAdmin)).toHaveLength(1);
    done(await answer(filed, {}, people.otherAdmin));
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
