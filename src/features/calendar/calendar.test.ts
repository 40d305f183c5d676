import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { type Client, clientAs, clientOf } from '../../../test/client.ts';
import { nursing, PEOPLE, userIdOf } from '../../../test/demo.ts';
import { act, type Created, done, submittedPacs } from '../../../test/factories.ts';
import { addDays, localDay } from '../../domain/kit/calendar.ts';
import { writeCalendar } from '../../server/calendar.ts';

let server: TestApp;
let lead: Client;
let stranger: Client;
let project: Created;
const TODAY = localDay(new Date());

beforeAll(async () => {
  server = await startApp();
  lead = await clientAs(server, PEOPLE.academic);
  stranger = await clientAs(server, PEOPLE.stranger);
  project = await submittedPacs(lead, await nursing(lead));
});
afterAll(() => server.close());

const feedOf = async (who: Client) => done(await who.post<{ url: string }>('/calendar-feed')).url;
const read = (url: string) => fetch(`${server.url}${new URL(url).pathname}`);

/** Events as RFC 5545 writes them: lines unfolded, properties by name, texts unescaped. */
function eventsIn(text: string): Record<string, string>[] {
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
  const lines = text.replaceAll(/\r\n[ \t]/g, '').split('\r\n');
  expect(lines[0]).toBe('BEGIN:VCALENDAR');
  const open: string[] = [];
  const events: Record<string, string>[] = [];
  for (const line of lines.filter(Boolean)) {
    const [name = '', ...value] = line.split(':');
    const [property = ''] = name.split(';');
    const written = value
      .join(':')
      .replaceAll(/\\n/g, '\n')
      .replaceAll(/\\([,;\\])/g, '$1');
    if (property === 'BEGIN') open.push(written);
    else if (property === 'END') expect(open.pop()).toBe(written);
    else if (open.at(-1) === 'VEVENT') (events.at(-1) as Record<string, string>)[property] = written;
    if (line === 'BEGIN:VEVENT') events.push({});
  }
  expect(open).toEqual([]);
  for (const event of events)
    expect(event).toMatchObject({ UID: expect.any(String), DTSTAMP: expect.any(String) });
  return events;
}
const titlesOf = async (url: string) => eventsIn(await (await read(url)).text()).map(e => e.SUMMARY);

describe('an address of a calendar', () => {
  it('opens without a session, and only while it is the last one and not ended', async () => {
    const first = await feedOf(stranger);
    expect(first).toMatch(/\/api\/calendar\/[\w-]{32}\.ics$/);
    const answer = await read(first);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
    ]);
    expect(
      (await stranger.get<{ feed: { readAt: string | null } }>('/calendar-feed')).body.feed.readAt,
    ).not.toBeNull();
    const second = await feedOf(stranger);
    expect((await read(first)).status).toBe(404);
    expect((await read(second)).status).toBe(200);
    expect((await read(`${second.slice(0, -6)}AA.ics`)).status).toBe(404);
    done(await stranger.delete('/calendar-feed'));
    expect((await read(second)).status).toBe(404);
    expect(done(await stranger.get('/calendar-feed'))).toEqual({ feed: null });
  });

  it('is kept as a hash, and ends with the account', async () => {
    const url = await feedOf(stranger);
    const token = /calendar\/(.+)\.ics/.exec(url)?.[1] ?? '';
    const { rows } = await sql<{ row: string }>`
      select row_to_json(f)::text || encode(f.token_hash, 'escape') as row from calendar_feeds f`.execute(
      server.db,
    );
    expect(rows.some(r => r.row.includes(token))).toBe(false);
    const set = (state: string) =>
      sql`update users set state = ${state} where id = ${userIdOf(PEOPLE.stranger)}`.execute(server.db);
    await set('blocked');
    expect((await read(url)).status).toBe(404);
    await set('active');
    expect((await read(url)).status).toBe(200);
  });

  it('is counted by itself, not by who asks: programs of many people share one machine', async () => {
    const limited = await startApp({ rateLimit: 5 }, server);
    const [one, other] = [await feedOf(stranger), await feedOf(lead)];
    const statusOf = async (url: string) => (await fetch(`${limited.url}${new URL(url).pathname}`)).status;
    for (let n = 0; n < 5; n += 1) expect(await statusOf(one)).toBe(200);
    // The ending makes no other address of it.
    expect(await statusOf(one.replace('.ics', ''))).toBe(429);
    expect(await statusOf(other)).toBe(200);
    await limited.close();
  });

  it('is asked for by an enabled account alone', async () => {
    expect((await clientOf(server.url, '').post('/calendar-feed')).status).toBe(401);
  });
});

describe('what it tells', () => {
  it('a step that is due, to who holds it', async () => {
    const director = await clientAs(server, PEOPLE.director);
    const titles = await titlesOf(await feedOf(director));
    expect(titles).toContain('Vence: En revisión de Dirección · Autocuidado en Los Cóndores');
    expect((await titlesOf(await feedOf(stranger))).filter(t => t?.includes('Cóndores'))).toEqual([]);
  });

  it('plan, meetings, agreements and end of the projects one leads or belongs to', async () => {
    for (const who of [PEOPLE.director, PEOPLE.dean])
      done(await act(await clientAs(server, who), project, 'endorse'));
    const actionItems = [
      ['Reservar la sede, "hoy"; <b>sí</b> 🎉', userIdOf(PEOPLE.academic)],
      ['De otra persona', null],
    ].map(([text, responsibleId]) => ({
      ...{ id: randomUUID(), text, responsibleId, responsibleName: responsibleId ? '' : 'Presidenta' },
      dueDay: addDays(TODAY, 5),
    }));
    done(
      await lead.post(`/projects/${project.kind}/${project.id}/meetings`, {
        ...{
          id: randomUUID(),
          day: addDays(TODAY, 2),
          startsAt: '09:30',
          place: 'Sede, segundo piso',
          actionItems,
        },
      }),
    );
    const events = eventsIn(await (await read(await feedOf(lead))).text());
    const own = events.filter(e => e.DESCRIPTION?.startsWith(project.code));
    const titles = own.map(e => e.SUMMARY);
    expect(titles).toEqual(
      expect.arrayContaining([
        'Reunión',
        'Acuerdo: Reservar la sede, "hoy"; <b>sí</b> 🎉',
        'Término: Autocuidado en Los Cóndores',
        expect.stringMatching(/^Actividad: /),
      ]),
    );
    const meeting = own.find(e => e.SUMMARY === 'Reunión');
    expect(meeting).toMatchObject({
      LOCATION: 'Sede, segundo piso',
      URL: expect.stringContaining(`/projects/${project.kind}/${project.id}`),
      DTSTART: expect.stringMatching(/^\d{8}T\d{6}Z$/),
    });
    expect(own.find(e => e.SUMMARY?.startsWith('Término'))?.DTSTART).toMatch(/^\d{8}$/);
    const again = eventsIn(await (await read(await feedOf(lead))).text());
    expect(again.map(e => e.UID)).toEqual(events.map(e => e.UID));
    const member = await clientAs(server, PEOPLE.colleague);
    expect((await titlesOf(await feedOf(member))).filter(t => t === 'De otra persona')).toEqual([]);
  });
});

describe('hours and days', () => {
  const event = (more: object) => ({
    ...{ uid: 'x@y', title: 'Taller', text: '', place: '', url: 'http://localhost/' },
    ...{ from: '2026-07-01', to: '2026-07-01', startsAt: '', endsAt: '', ...more },
  });
  const one = (more: object) => eventsIn(writeCalendar('Mi calendario', 'Vinculación', [event(more)]))[0];

  it('are those of Chile, on both sides of its clock changes', () => {
    expect(one({ startsAt: '09:00', endsAt: '10:30' })).toMatchObject({
      DTSTART: '20260701T130000Z',
      DTEND: '20260701T143000Z',
    });
    expect(one({ from: '2026-12-01', to: '2026-12-01', startsAt: '09:00' })).toMatchObject({
      DTSTART: '20261201T120000Z',
      DTEND: '20261201T130000Z',
    });
  });

  it('whole days end on the day after the last one', () => {
    expect(one({ to: '2026-07-03' })).toMatchObject({ DTSTART: '20260701', DTEND: '20260704' });
    expect(one({ from: '2026-09-05', to: '2026-09-06' })).toMatchObject({
      DTSTART: '20260905',
      DTEND: '20260907',
    });
  });

  it('an hour that the clock skips or repeats is one that calendars know', () => {
    // At midnight to Sunday the sixth of September the clock goes from 00:00 to 01:00.
    expect(one({ from: '2026-09-06', to: '2026-09-06', startsAt: '00:30' })).toMatchObject({
      DTSTART: '20260906T043000Z',
      DTEND: '20260906T053000Z',
    });
    // 23:30 of the fourth of April comes twice, at -3 and at -4.
    expect(one({ from: '2026-04-04', to: '2026-04-04', startsAt: '23:30' })).toMatchObject({
      DTSTART: '20260405T023000Z',
    });
    expect(one({ from: '2026-04-05', to: '2026-04-05', startsAt: '09:00' })).toMatchObject({
      DTSTART: '20260405T130000Z',
    });
  });

  it('long texts with signs of many bytes, commas and breaks come back as they were', () => {
    const title = `Taller, "café"; <b>niñez</b> ${'👩🏽‍🌾ñ'.repeat(40)}`;
    const text = 'Línea uno\nlínea dos; con \\ barra, coma';
    expect(one({ title, text })).toMatchObject({ SUMMARY: title, DESCRIPTION: text });
  });
});
