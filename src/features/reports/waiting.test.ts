import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { clientAs } from '../../../test/client.ts';
import { PEOPLE, schoolIdOf, userIdOf } from '../../../test/demo.ts';
import { setStatus } from '../../../test/execution.ts';
import { done } from '../../../test/factories.ts';
import {
  answerReport,
  joinTeam,
  namesOf,
  OBSERVED,
  reportRow,
  sentReport,
  type Who,
} from '../../../test/report-decisions.ts';
import {
  decideReport,
  keepReport,
  openReports,
  reporting as project,
  runningProject,
  submitReport,
} from '../../../test/reports.ts';
import { clients, server } from '../../../test/university.ts';
import { readHolidays } from '../../db/holidays.ts';
import { addWorkingDays, localDay, momentOf } from '../../domain/kit/calendar.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { getHome } from '../home/contract.ts';
import { runDue } from '../workflow/transitions/jobs.ts';
import { reportEffects } from './effects.ts';

openReports();

type Home = OutputOf<typeof getHome>;

/** The stranger is the alternate. */
beforeEach(async () => {
  await sql`update projects set alternate_id = ${userIdOf(PEOPLE.stranger)} where id = ${project.id}`.execute(
    server.db,
  );
  await sql`insert into project_holders (project_id, user_id, via) values (${project.id}, ${userIdOf(PEOPLE.academic)}, 'lead')
    on conflict do nothing`.execute(server.db);
  for (const table of ['notifications', 'mails'] as const) await server.db.deleteFrom(table).execute();
});

const waitingOf = async (who: Who) => done(await clients[who].get<Home>('/home')).reports;
/** For whom a progress report of the project waits, and for what. */
async function waiting() {
  const found: string[] = [];
  for (const who of Object.keys(PEOPLE) as Who[])
    for (const { project: p, number, isReturned } of await waitingOf(who))
      if (p.id === project.id) found.push(`${who} ${number}${isReturned ? ' back' : ''}`);
  return found.sort();
}
async function notices(type: string) {
  const { rows } = await sql<{ id: string; title: string; text: string }>`
    select user_id as id, title, text from notifications where project_id = ${project.id} and type = ${type}
      and read_at is null order by title, user_id`.execute(server.db);
  return rows.map(({ id, title, text }) => `${namesOf([id])}: ${title}. ${text}`).sort();
}
const mailed = async () => {
  const { rows } = await sql<{ id: string; text: string }>`select user_id as id, text from mails
    where project_id = ${project.id} and type = 'turn'`.execute(server.db);
  return rows.map(({ id, text }) => [namesOf([id])[0], text] as const).sort();
};
const accept = (who: Who, version: number) => decideReport(clients[who], project, version);
const sendBack = (who: Who, version: number) =>
  decideReport(clients[who], project, version, { observations: OBSERVED, comment: 'Casi está.' });
const send = (version: number) => submitReport(clients.academic, project, version);

describe('a report waits', () => {
  it('for the Director, then for the office, for lead and alternate, and again where it was returned', async () => {
    expect(await waiting()).toEqual([]);
    const { id, version } = await sentReport(project);
    expect(await waiting()).toEqual(['director 1']);
    const row = await reportRow(project);
    expect(await waitingOf('director')).toEqual([
      {
        ...{ id, number: 1, isReturned: false, overdue: false, due: row.dueAt?.toISOString() },
        project: { id: project.id, kind: 'fexs', code: project.code, title: expect.any(String) },
        since: expect.any(String),
      },
    ]);
    done(await accept('director', version));
    expect(await waiting()).toEqual(['admin 1', 'otherAdmin 1']);
    done(await sendBack('admin', version + 1));
    expect(await waiting()).toEqual(['academic 1 back', 'stranger 1 back']);
    await answerReport({ id });
    done(await send(version + 3));
    expect(await waiting()).toEqual(['admin 1', 'otherAdmin 1']);
    done(await accept('admin', version + 4));
    expect(await waiting()).toEqual([]);
  });

  it('for nobody who has a part in it', async () => {
    await joinTeam(project, 'director');
    const { version } = await sentReport(project, 1, 'admin');
    expect(await waiting()).toEqual(['dean 1']);
    await joinTeam(project, 'director', 'dean');
    expect(await waiting()).toEqual(['otherAdmin 1']);
    done(await accept('otherAdmin', version));
    expect(await waiting()).toEqual(['otherAdmin 1']);
  });

  it('for who heads the school now, or a deputy in their place', async () => {
    // Asked as reminders ask: what somebody heads is known by their session for a while.
    const holders = async () => {
      const turns = await reportEffects.waiting?.(server.db, new Date('2100-01-01'));
      return turns?.filter(t => t.project.id === project.id).flatMap(t => namesOf(t.holders));
    };
    await joinTeam(project, 'colleague');
    await sentReport(project);
    expect(await holders()).toEqual(['director']);
    const set = (who: Who) =>
      sql`update school_heads set user_id = ${userIdOf(PEOPLE[who])} where school_id = ${schoolIdOf('ENF')}`.execute(
        server.db,
      );
    await set('colleague');
    expect(await holders()).toEqual(['dean']);
    await set('reviewer');
    expect(await holders()).toEqual(['reviewer']);
    await set('director');
    const today = localDay(new Date());
    const given = {
      ...{ principalId: userIdOf(PEOPLE.director), deputyId: userIdOf(PEOPLE.otherDirector) },
      ...{ firstDay: today, lastDay: today, reason: 'Licencia médica' },
    };
    const { id } = done(await clients.admin.post<{ id: string }>('/deputations', given));
    expect(await holders()).toEqual(['otherDirector']);
    const deputy = await clientAs(server, PEOPLE.otherDirector);
    expect(done(await deputy.get<Home>('/home')).reports.map(r => r.project.id)).toContain(project.id);
    done(await decideReport(deputy, project, 2));
    expect((await reportRow(project)).subStep).toBe('office');
    done(await clients.admin.put(`/deputations/${id}/ended`, { ended: true }));
  });

  it('while the project is carried out, to be answered only while it runs or stands still', async () => {
    const { version } = await sentReport(project);
    for (const status of ['suspended', 'final_report', 'running']) {
      await setStatus(server, project, status);
      expect([status, await waiting()]).toEqual([status, ['director 1']]);
    }
    for (const status of ['closed', 'cancelled', 'approved']) {
      await setStatus(server, project, status);
      expect([status, await waiting()]).toEqual([status, []]);
    }
    await setStatus(server, project, 'running');
    done(await sendBack('director', version));
    await setStatus(server, project, 'final_report');
    expect(await waiting()).toEqual([]);
    await setStatus(server, project, 'suspended');
    expect(await waiting()).toEqual(['academic 1 back', 'stranger 1 back']);
  });

  it('the first to be due first', async () => {
    await sql`delete from reports`.execute(server.db);
    await sentReport(project);
    const other = await runningProject();
    const { id } = await sentReport(other);
    await sql`update reports set due_at = now() - interval '1 minute' where id = ${id}`.execute(server.db);
    expect((await waitingOf('director')).map(r => [r.project.id, r.overdue]).slice(0, 2)).toEqual([
      [other.id, true],
      [project.id, false],
    ]);
  });
});

describe('people are told', () => {
  it('of what was sent who decides, of what came back who answers, and each call ends with its turn', async () => {
    const { id, version } = await sentReport(project);
    const call = 'Te toca revisar un informe de avance';
    expect(await notices('turn')).toEqual([
      `director: ${call}. Camila Rojas Fuentes envió el informe de avance 1.`,
    ]);
    expect((await mailed()).map(([who]) => who)).toEqual(['director']);
    done(await accept('director', version));
    expect(await notices('turn')).toEqual([
      expect.stringMatching(/^admin: .* aceptó el informe de avance 1: ahora lo decide la oficina\.$/),
      expect.stringMatching(/^otherAdmin: /),
    ]);
    done(await sendBack('admin', version + 1));
    const back =
      'Informe de avance con observaciones. Beatriz Navarrete Olea devolvió el informe de avance 1';
    expect(await notices('turn')).toEqual([
      `academic: ${back} con 1 observación.`,
      `stranger: ${back} con 1 observación.`,
    ]);
    const mails = await mailed();
    expect(mails.map(([who]) => who)).toEqual(['academic', 'stranger']);
    for (const [, text] of mails) {
      expect(text).toContain('Casi está.');
      expect(text).toContain('Resultados');
      expect(text).toContain('Faltan cifras.');
    }
    await answerReport({ id });
    done(await send(version + 3));
    expect(await notices('turn')).toEqual([
      `admin: ${call}. Camila Rojas Fuentes envió de nuevo el informe de avance 1.`,
      `otherAdmin: ${call}. Camila Rojas Fuentes envió de nuevo el informe de avance 1.`,
    ]);
    done(await accept('admin', version + 4));
    expect([await notices('turn'), await mailed()]).toEqual([[], []]);
    const told = 'Informe de avance aceptado. Beatriz Navarrete Olea aceptó el informe de avance 1.';
    expect(await notices('decision')).toEqual([`academic: ${told}`, `stranger: ${told}`]);
  });

  it('who of the office has a part in it is not called', async () => {
    const { version } = await sentReport(project, 1, 'admin');
    done(await accept('director', version));
    expect((await notices('turn')).map(n => n.split(':')[0])).toEqual(['otherAdmin']);
  });
});

/** The morning of the last day that is `n` working days from now. */
const morning = async (n: number) =>
  momentOf(localDay(addWorkingDays(new Date(), n, await readHolidays(server.db))), '10:00');
async function reminded(at: Date) {
  await server.db.deleteFrom('notifications').execute();
  await runDue({ db: server.db, effects: [reportEffects] }, at);
  return notices('reminder');
}

describe('reminders', () => {
  const last = 'El plazo vence hoy. El plazo vence hoy.';
  it('call who decides, then who answers, the lead by the project itself', async () => {
    const { version } = await sentReport(project);
    await keepReport(server, project, { number: 2, state: 'accepted' });
    const end = await morning(10);
    expect(await reminded(end)).toEqual([
      `director: ${last} Te toca seguir con un informe de avance: «Informe de avance 1».`,
    ]);
    expect(await reminded(end)).toEqual([]);
    done(await sendBack('director', version));
    // A turn is told from what is only under way by the clock of the database.
    const soon = addWorkingDays(new Date(), 1, await readHolidays(server.db));
    await sql`update projects set due_at = ${soon} where id = ${project.id}`.execute(server.db);
    await sql`update reports set due_at = ${soon} where project_id = ${project.id} and number = 1`.execute(
      server.db,
    );
    expect(await reminded(await morning(1))).toEqual([
      `academic: ${last} Te toca enviar el informe de avance 1.`,
      `stranger: ${last} Te toca seguir con un informe de avance: «Informe de avance 1 con observaciones».`,
    ]);
    await setStatus(server, project, 'suspended');
    await sql`delete from turn_reminders`.execute(server.db);
    expect((await reminded(await morning(1))).map(n => n.split(':')[0])).toEqual(['academic', 'stranger']);
  });

  it('say which report is due, and the final one where that is', async () => {
    const today = momentOf(localDay(addWorkingDays(new Date(), 1, await readHolidays(server.db))), '10:00');
    const asked = async () => (await reminded(today)).map(n => n.slice(n.indexOf('Te toca')));
    expect(await asked()).toEqual(['Te toca enviar el informe de avance 1.']);
    await keepReport(server, project, { state: 'accepted' });
    await keepReport(server, project, { number: 2, state: 'accepted' });
    await sql`update projects set due_at = now() - interval '3 days' where id = ${project.id}`.execute(
      server.db,
    );
    expect(await asked()).toEqual(['Te toca enviar el informe final.']);
    await sql`update projects set sub_step = 'office', due_at = now() - interval '4 days' where id = ${project.id}`.execute(
      server.db,
    );
    await sql`delete from reports where project_id = ${project.id}`.execute(server.db);
    expect(await asked()).toEqual(['Te toca enviar el informe final.']);
  });
});
