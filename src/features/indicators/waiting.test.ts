import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { clientAs } from '../../../test/client.ts';
import { type Clients, everybody, nursing, PEOPLE, userIdOf } from '../../../test/demo.ts';
import { approvedPacs, setStatus } from '../../../test/execution.ts';
import { act, type Created, detailOf, done, type References } from '../../../test/factories.ts';
import { startMailServer, type TestMailServer } from '../../../test/smtp.ts';
import { readHolidays } from '../../db/holidays.ts';
import { addWorkingDays, localDay, momentOf } from '../../domain/kit/calendar.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { sendDueMails } from '../../server/notices/mail.ts';
import type { getHome } from '../home/contract.ts';
import { runDue } from '../workflow/transitions/jobs.ts';

type Who = keyof typeof PEOPLE;
type Home = OutputOf<typeof getHome>;
const DECIDERS = ['director', 'dean', 'admin', 'otherAdmin'] as const;
const LAST = 'No queda nadie más que pueda decidir.';
const REASON = 'Falta la lista de asistencia.';

let smtp: TestMailServer;
let server: TestApp;
let clients: Clients;
let refs: References;
let project: Created;

beforeAll(async () => {
  smtp = await startMailServer();
  server = await startApp({ mail: { smtpUrl: smtp.url, from: 'vinculacion@uni.example' } });
  clients = await everybody(server);
  refs = await nursing(clients.academic);
});
afterAll(async () => {
  await server.close();
  await smtp.stop();
});
beforeEach(async () => {
  await server.db.deleteFrom('measurements').execute();
  project = await approvedPacs(server, clients.academic, refs);
  await setStatus(server, project, 'running');
  await server.db.deleteFrom('notifications').execute();
  await server.db.deleteFrom('mails').execute();
  smtp.received.length = 0;
});

const base = () => `/projects/${project.kind}/${project.id}`;
const fields = (value = 3) => ({ day: localDay(new Date()), value });
const measure = async (who: Who, value?: number) => {
  const given = { id: randomUUID(), indicatorId: 'i1', ...fields(value) };
  return done(await clients[who].post<{ id: string; version: number }>(`${base()}/measurements`, given));
};
const decide = (who: Who, accept: boolean, measurements: object[], reason = accept ? '' : REASON) =>
  clients[who].post<{ detail: string }>(`${base()}/measurements/decision`, { accept, reason, measurements });
const again = async (who: Who, { id, version }: { id: string; version: number }) =>
  done(
    await clients[who].put<{ id: string; version: number }>(`${base()}/measurements/${id}`, {
      ...{ ...fields(5), version },
    }),
  );
const waitingOf = async (who: Who) => done(await clients[who].get<Home>('/home')).measurements;
/** For whom something of the project waits, with how much. */
const waiting = async () => {
  const found: string[] = [];
  for (const who of Object.keys(PEOPLE) as Who[])
    for (const { project: p, count } of await waitingOf(who))
      if (p.id === project.id) found.push(`${who} ${count}`);
  return found;
};
/** Makes these people, and nobody else, the team. */
const join = (...people: Who[]) => {
  const members = people.map(who => ({ id: randomUUID(), userId: userIdOf(PEOPLE[who]), role: 'academic' }));
  return sql`insert into project_sections (project_id, section, data)
    values (${project.id}, 'team', ${JSON.stringify({ members })})
    on conflict (project_id, section) do update set data = excluded.data`.execute(server.db);
};
const nameOf = new Map(Object.entries(PEOPLE).map(([who, email]) => [userIdOf(email), who]));
const notices = async (type: string) => {
  const { rows } = await sql<{ id: string; title: string; text: string }>`
    select user_id as id, title, text from notifications
    where project_id = ${project.id} and type = ${type} and read_at is null order by id`.execute(server.db);
  return rows.map(({ id, title, text }) => `${nameOf.get(id)}: ${title}. ${text}`);
};
const called = async () => (await notices('request')).map(n => n.slice(0, n.indexOf(':')));
/** The morning of the last day to decide, or working days later. */
const whenDue = async (more = 0) =>
  momentOf(localDay(addWorkingDays(new Date(), 5 + more, await readHolidays(server.db))), '10:00');
const mailed = async (type: string) => {
  const { rows } = await sql<{ address: string }>`select address from mails
    where project_id = ${project.id} and type = ${type} order by address`.execute(server.db);
  return rows.map(({ address }) => address);
};

describe('what was measured waits', () => {
  it('for the head of the unit, by project with the first date, until it is decided', async () => {
    const [first, second] = [await measure('academic'), await measure('colleague')];
    expect(await waiting()).toEqual(['director 2']);
    const { rows } = await sql<{ since: Date; due: Date }>`
      select submitted_at as since, due_at as due from measurements where id = ${first.id}`.execute(
      server.db,
    );
    expect(await waitingOf('director')).toEqual([
      {
        project: { id: project.id, kind: 'pacs', code: project.code, title: expect.any(String) },
        ...{ count: 2, overdue: false },
        since: new Date(rows[0]?.since ?? 0).toISOString(),
        due: new Date(rows[0]?.due ?? 0).toISOString(),
      },
    ]);
    await sql`update measurements set due_at = now() - interval '1 minute' where id = ${second.id}`.execute(
      server.db,
    );
    expect(await waitingOf('director')).toMatchObject([{ count: 2, overdue: true }]);
    done(await decide('director', true, [first]));
    expect(await waiting()).toEqual(['director 1']);
    done(await decide('director', false, [second]));
    expect(await waiting()).toEqual([]);
  });

  it('for the deputy in place of a head who is away', async () => {
    const today = localDay(new Date());
    const given = {
      ...{ principalId: userIdOf(PEOPLE.director), deputyId: userIdOf(PEOPLE.stranger) },
      ...{ firstDay: today, lastDay: today, reason: 'Permiso' },
    };
    const { id } = done(await clients.admin.post<{ id: string }>('/deputations', given));
    // What a session heads is known for a while.
    clients.stranger = await clientAs(server, PEOPLE.stranger);
    const sent = await measure('academic');
    expect(await waiting()).toEqual(['stranger 1']);
    expect(await called()).toEqual(['stranger']);
    expect((await decide('director', true, [sent])).status).toBe(403);
    done(await decide('stranger', true, [sent]));
    done(await clients.admin.put(`/deputations/${id}/ended`, { ended: true }));
  });

  it('for the dean where the head takes part, for the office where both do, and for nobody who takes part', async () => {
    await join('director');
    const sent = await measure('academic');
    expect(await waiting()).toEqual(['dean 1']);
    expect(await called()).toEqual(['dean']);
    await join('director', 'dean', 'admin');
    expect(await waiting()).toEqual(['otherAdmin 1']);
    for (const who of ['director', 'dean', 'admin'] as const)
      expect((await decide(who, true, [sent])).status).toBe(403);
    done(await decide('otherAdmin', true, [sent]));
    expect(await waiting()).toEqual([]);
  });

  it('for nobody who wrote it, of the office neither, and it calls and reminds as many', async () => {
    await join('director', 'dean');
    const sent = await measure('admin');
    expect(await waiting()).toEqual(['otherAdmin 1']);
    expect(await called()).toEqual(['otherAdmin']);
    expect((await decide('admin', true, [sent])).status).toBe(403);
    await runDue(server, await whenDue());
    expect((await notices('reminder')).filter(n => n.includes('mediciones'))).toEqual([
      'otherAdmin: El plazo vence hoy. El plazo vence hoy. Te toca aceptar mediciones de indicadores.',
    ]);
    // Sent again by the lead it is still what the office wrote.
    await again('academic', sent);
    expect(await waiting()).toEqual(['otherAdmin 1']);
  });

  it.each<[string[], Who[]]>([
    [['director 1'], []],
    [['dean 1'], ['director']],
    [['director 1'], ['dean']],
    [
      ['admin 1', 'otherAdmin 1'],
      ['director', 'dean'],
    ],
    [['otherAdmin 1'], ['director', 'dean', 'admin']],
    // Nobody is left who is free: the office decides as the last one, with a reason.
    [
      ['admin 1', 'otherAdmin 1'],
      ['director', 'dean', 'admin', 'otherAdmin'],
    ],
  ])('for %j where %j take part, as the command refuses all others', async (expected, people) => {
    await join(...people);
    const sent = await measure('academic');
    const shown = await waiting();
    expect(shown).toEqual(expected);
    const others = DECIDERS.filter(who => !shown.includes(`${who} 1`));
    for (const who of others)
      expect([who, (await decide(who, true, [sent], LAST)).status]).toEqual([who, 403]);
    done(await decide(shown[0]?.split(' ')[0] as Who, true, [sent], LAST));
  });

  it('in the final report, too, and for nobody once the project ended or was set back', async () => {
    const sent = await measure('academic');
    for (const status of ['approved', 'suspended', 'final_report']) {
      await setStatus(server, project, status);
      expect([status, await waiting()]).toEqual([status, ['director 1']]);
    }
    for (const status of ['closed', 'cancelled', 'dean_review', 'draft']) {
      await setStatus(server, project, status);
      expect([status, await waiting()]).toEqual([status, []]);
      await runDue(server, await whenDue());
    }
    expect((await notices('reminder')).filter(n => n.includes('mediciones'))).toEqual([]);
    await setStatus(server, project, 'final_report');
    done(await decide('director', true, [sent]));
  });
});

describe('reminders', () => {
  it('are sent once for all of a project to whoever decides, until nothing waits', async () => {
    const [first, second] = [await measure('academic'), await measure('colleague')];
    const run = async (more = 0) => runDue(server, await whenDue(more));
    const told = async () => (await notices('reminder')).filter(n => n.includes('mediciones'));
    const today =
      'director: El plazo vence hoy. El plazo vence hoy. Te toca aceptar mediciones de indicadores.';
    await run();
    await run();
    expect(await told()).toEqual([today]);
    const mails = await sql`select address from mails where project_id = ${project.id}
      and text like '%Te toca aceptar mediciones de indicadores%' and type = 'reminder'`.execute(server.db);
    expect(mails.rows).toEqual([{ address: PEOPLE.director }]);
    done(await decide('director', true, [first, second]));
    await run(10);
    expect(await told()).toEqual([today]);
  });

  it('call all of those who decide parts of what is due on one day', async () => {
    await measure('academic');
    const other = await measure('colleague');
    const director = userIdOf(PEOPLE.director);
    await sql`update measurements set author_id = ${director}, updated_by = ${director}
      where id = ${other.id}`.execute(server.db);
    expect(await waiting()).toEqual(['director 1', 'dean 1']);
    await runDue(server, await whenDue());
    const told = (await notices('reminder')).filter(n => n.includes('mediciones'));
    expect(told.map(n => n.slice(0, n.indexOf(':'))).sort()).toEqual(['dean', 'director']);
  });

  it('call whoever of the office wrote one of them, as there are others for them to decide', async () => {
    await join('director', 'dean');
    await measure('admin');
    await measure('academic');
    expect(await waiting()).toEqual(['admin 1', 'otherAdmin 2']);
    await runDue(server, await whenDue());
    const told = (await notices('reminder')).filter(n => n.includes('mediciones'));
    expect(told.map(n => n.slice(0, n.indexOf(':'))).sort()).toEqual(['admin', 'otherAdmin']);
  });
});

describe('people are told', () => {
  const deliver = async () => {
    await sql`update mails set next_attempt_at = now() where state = 'pending'`.execute(server.db);
    await sendDueMails(server.db, server.env);
    return smtp.received.splice(0).map(({ to, headers, text }) => ({ to, subject: headers.subject, text }));
  };

  it('once of an afternoon of measurements, and authors and lead of the decision with its reason', async () => {
    const sent = [await measure('academic'), await measure('colleague'), await measure('colleague')];
    expect(await notices('request')).toEqual([
      'director: Te toca aceptar mediciones de indicadores. Camila Rojas Fuentes envió mediciones de indicadores.',
    ]);
    const [mail, ...more] = await deliver();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: [PEOPLE.director],
      subject: `${project.code}: te toca aceptar mediciones de indicadores`,
    });
    expect(mail?.text).toContain('Camila Rojas Fuentes envió mediciones de indicadores.');
    done(await decide('director', false, sent));
    const told = 'Mediciones devueltas. Patricia Contreras Vidal devolvió 3 mediciones de indicadores.';
    expect((await notices('decision')).sort()).toEqual([`academic: ${told}`, `colleague: ${told}`]);
    const mails = await deliver();
    expect(mails.flatMap(m => m.to).sort()).toEqual([PEOPLE.academic, PEOPLE.colleague].sort());
    for (const { text } of mails) expect(text).toContain(REASON);
    expect(await called()).toEqual([]);
  });

  it('of what was accepted, without what somebody typed as a reason', async () => {
    done(await decide('director', true, [await measure('academic')], 'Solo para mí'));
    expect(await notices('decision')).toEqual([
      'academic: Medición aceptada. Patricia Contreras Vidal aceptó una medición de indicadores.',
    ]);
    const [mail] = await deliver();
    expect(mail?.to).toEqual([PEOPLE.academic]);
    expect(mail?.text).not.toContain('Solo para mí');
  });

  it('anew once what came back is sent again, and no more once it is taken back', async () => {
    const sent = await measure('academic');
    done(await decide('director', false, [sent]));
    expect(await called()).toEqual([]);
    const resent = await again('academic', { ...sent, version: 2 });
    expect(await called()).toEqual(['director']);
    await again('academic', resent);
    expect(await called()).toEqual(['director']);
    expect(await mailed('request')).toEqual([PEOPLE.director]);
    const other = await measure('colleague');
    done(await clients.academic.delete(`${base()}/measurements/${sent.id}`));
    expect(await called()).toEqual(['director']);
    done(await clients.colleague.delete(`${base()}/measurements/${other.id}`));
    expect([await called(), await mailed('request')]).toEqual([[], []]);
  });

  it('not of somebody else’s wait: who decides another measurement only is called all the same', async () => {
    const other = await measure('academic');
    const director = userIdOf(PEOPLE.director);
    await sql`update measurements set author_id = ${director} where id = ${other.id}`.execute(server.db);
    await server.db.deleteFrom('notifications').execute();
    await measure('academic');
    expect(await called()).toEqual(['director']);
  });

  it('by a request of a change nothing is taken back, nor by a decision from a request', async () => {
    const [sent, version] = [await measure('academic'), 2];
    const data = { startDate: '2026-08-03', endDate: '2027-01-29' };
    const given = { id: randomUUID(), section: 'identification', version, data, reason: 'Se atrasó.' };
    done(await clients.academic.post(`${base()}/changes`, given));
    expect(await called()).toEqual(['director', 'director']);
    done(await decide('director', true, [sent]));
    expect(await notices('request')).toEqual([
      'director: Te toca decidir un cambio. Camila Rojas Fuentes pidió cambiar las fechas.',
    ]);
  });

  it('no more once the project ends or is set back, and again where that is undone', async () => {
    const move = async (to: string) => {
      const { version } = await detailOf(clients.admin, project);
      done(await act(clients.admin, project, 'override', { version, to, reason: 'Se revisa de nuevo.' }));
    };
    await measure('academic');
    for (const to of ['cancelled', 'dean_review']) {
      expect([to, await called(), await mailed('request')]).toEqual([to, ['director'], [PEOPLE.director]]);
      await move(to);
      expect([to, await called(), await mailed('request')]).toEqual([to, [], []]);
      await server.db.deleteFrom('measurements').execute();
      await setStatus(server, project, 'running');
      await measure('academic');
    }
    await deliver();
    await move('dean_review');
    expect(await called()).toEqual([]);
    done(await act(clients.admin, project, 'undo', { reason: 'No era este proyecto.' }));
    expect(await called()).toEqual(['director']);
  });
});

describe('the office accepts the final report', () => {
  const toOffice = () =>
    sql`update projects set status = 'final_report', sub_step = 'office', office_turn = true, status_since = now()
      where id = ${project.id}`.execute(server.db);
  const accept = () => act<{ detail: string }>(clients.admin, project, 'accept_final_report');

  it('only once every measurement is decided', async () => {
    const [first, second] = [await measure('academic'), await measure('academic')];
    await toOffice();
    expect(await accept()).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('Quedan 2 mediciones de indicadores sin decidir.') },
    });
    done(await decide('director', true, [first]));
    done(await decide('director', false, [second]));
    // What came back is open, too: it is sent again or taken back.
    expect(await accept()).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('Queda 1 medición de indicadores sin decidir.') },
    });
    done(await clients.academic.delete(`${base()}/measurements/${second.id}`));
    done(await accept());
    expect((await detailOf(clients.admin, project)).status).toBe('closed');
  });

  it('but closes a project by the tool of the office all the same, which leaves them undecided', async () => {
    const sent = await measure('academic');
    await toOffice();
    const { version } = await detailOf(clients.admin, project);
    const projects = [{ id: project.id, kind: project.kind, version }];
    const given = {
      batch: randomUUID(),
      to: 'closed',
      reason: 'El responsable dejó la universidad.',
      projects,
    };
    done(await clients.admin.post('/change-status', given));
    expect((await detailOf(clients.admin, project)).status).toBe('closed');
    expect([await waiting(), await called()]).toEqual([[], []]);
    const refused = await decide('director', true, [sent]);
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      expect.stringContaining('Se decide hasta que el proyecto se cierra.'),
    ]);
  });
});
