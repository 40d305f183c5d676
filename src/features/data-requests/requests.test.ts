import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { auditOf } from '../../../test/audit.ts';
import {
  ANSWER,
  ASKED,
  answer,
  called,
  drop,
  extend,
  listed,
  mailsTo,
  office,
  openRequests,
  PATH,
  ROSA,
  read,
  record,
  setClock,
  TODAY,
  waiting,
} from '../../../test/data-requests.ts';
import { PEOPLE } from '../../../test/demo.ts';
import { done } from '../../../test/factories.ts';
import { clients, server } from '../../../test/university.ts';
import { addDays, endOfDay, localDay, momentOf } from '../../domain/kit/calendar.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import { dueOfRequest } from '../../domain/privacy/requests.ts';
import { RULES } from '../../domain/text/rule-messages.ts';
import type { DataRequest } from './contract.ts';
import { remindOfRequests } from './jobs.ts';

openRequests();

describe('what the office records', () => {
  it('is the office’s alone', async () => {
    const kept = done(await record());
    for (const who of [clients.academic, clients.director, clients.dean, clients.reviewer]) {
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
    const known = [done(first).code, done(again).code];
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
    expect(await waiting(clients.otherAdmin)).toHaveLength(1);
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
    const both = await Promise.all([answer(kept), answer(kept, { outcome: 'refused' }, clients.otherAdmin)]);
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
