import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../../test/client.ts';
import { clientAs } from '../../../test/client.ts';
import { PEOPLE, schoolIdOf, userIdOf } from '../../../test/demo.ts';
import { setStatus } from '../../../test/execution.ts';
import { done } from '../../../test/factories.ts';
import { addHead } from '../../../test/measurements.ts';
import {
  answerReport,
  joinTeam,
  OBSERVED,
  reportRow,
  sentReport,
  type Who,
} from '../../../test/report-decisions.ts';
import {
  addPhoto,
  decideReport,
  keepReport,
  openReports,
  reporting as project,
  runningProject,
  submitReport,
  writeReport,
} from '../../../test/reports.ts';
import { clients, server } from '../../../test/university.ts';
import { readHolidays } from '../../db/holidays.ts';
import { addWorkingDays, localDay } from '../../domain/kit/calendar.ts';
import type { Problem } from '../../domain/kit/problem.ts';

openReports();

const WHY = 'Nadie más puede decidirlo.';
const errorsOf = ({ body }: Answer<unknown>) =>
  ((body as Problem).errors ?? []).map(e => [e.path, e.message]);
const send = (who: Who, version = 1, number: number | string = 1) =>
  submitReport(clients[who], project, version, number);
const accept = (who: Who, version: number, comment = '') =>
  decideReport(clients[who], project, version, { comment });
const sendBack = (who: Who, version: number, observations = OBSERVED) =>
  decideReport(clients[who], project, version, { observations });
const inDays = async (n: number) => addWorkingDays(new Date(), n, await readHolidays(server.db));
const where = async () => {
  const { state, subStep } = await reportRow(project);
  return [state, subStep];
};
const audited = async () => {
  const { rows } = await sql<{ action: string; changes: object }>`
    select action, changes from audit where object_id = ${project.id} and action like 'report.%' order by id`.execute(
    server.db,
  );
  return rows.map(r => [r.action, r.changes]);
};

describe('a report is sent', () => {
  it('once, with what was recorded, and waits for the Director', async () => {
    await keepReport(server, project);
    const sent = done(await send('academic'));
    expect(sent.version).toBe(2);
    expect(done(await send('academic'))).toEqual(sent);
    const row = await reportRow(project);
    expect(row).toMatchObject({ state: 'submitted', subStep: 'director', version: 2, makers: ['academic'] });
    expect(row.dueAt).toEqual(await inDays(10));
    expect(row.facts?.to).toBe(localDay(new Date()));
    expect(await audited()).toEqual([['report.submit', { report: [null, 1] }]]);
  });

  it('without a photo that was refused since it was chosen', async () => {
    const photo = await addPhoto(server, project);
    const photos = [{ versionId: photo, caption: 'El taller' }];
    const { version } = await writeReport(clients.academic, project, 1, { photos });
    await sql`update files set state = 'rejected', reason = 'Virus.' where id = ${photo}`.execute(server.db);
    const refused = await send('academic', version);
    expect([refused.status, errorsOf(refused)]).toEqual([
      400,
      [['photos', 'La revisión rechazó «taller.jpg»: quítala.']],
    ]);
    const { version: without } = await writeReport(clients.academic, project, 1, { version });
    done(await send('academic', without));
  });

  it('with all its texts, every one that lacks named', async () => {
    await keepReport(server, project);
    await sql`update reports set texts = ${JSON.stringify({ results: ' ' })}::jsonb where project_id = ${project.id}`.execute(
      server.db,
    );
    const refused = await send('academic');
    expect([refused.status, errorsOf(refused)]).toEqual([
      400,
      [
        ['texts.results', 'Escríbelo en «Informes».'],
        ['texts.difficulties', 'Escríbelo en «Informes».'],
      ],
    ]);
    const unbegun = await send('academic', 1, 2);
    expect([unbegun.status, errorsOf(unbegun).map(([path]) => path)]).toEqual([
      400,
      ['texts.results', 'texts.difficulties'],
    ]);
  });

  it('with every observation answered', async () => {
    await keepReport(server, project, {
      ...{ state: 'returned', subStep: 'office' },
      observations: [
        { part: 'results', text: 'Faltan cifras.', answer: 'Van.' },
        { part: 'photos', text: 'Más.' },
      ],
    });
    const refused = await send('academic');
    expect([refused.status, errorsOf(refused)]).toEqual([
      400,
      [['answers.1.answer', 'Responde esta observación.']],
    ]);
  });

  it('by lead, alternate or the office for them; hidden from who reads less', async () => {
    await keepReport(server, project);
    await sql`update projects set alternate_id = ${userIdOf(PEOPLE.stranger)} where id = ${project.id}`.execute(
      server.db,
    );
    for (const who of ['colleague', 'director', 'dean'] as const)
      expect((await send(who)).status, who).toBe(403);
    for (const who of ['otherDirector', 'otherDean', 'reviewer'] as const)
      expect((await send(who)).status, who).toBe(404);
    done(await send('stranger'));
    await keepReport(server, project, { number: 2 });
    done(await send('admin', 1, 2));
    expect((await reportRow(project, 2)).makers).toEqual(['academic', 'admin']);
  });

  it('only what the project is asked for, while it runs or stands still', async () => {
    await keepReport(server, project);
    expect((await send('academic', 1, 3)).status).toBe(404);
    expect((await send('academic', 1, 'otro')).status).toBe(404);
    expect((await send('academic', 1, 'final')).status).toBe(422);
    for (const status of ['final_report', 'closed', 'cancelled']) {
      await setStatus(server, project, status);
      expect((await send('academic')).status, status).toBe(403);
    }
    await setStatus(server, project, 'approved');
    expect((await send('academic')).status).toBe(404);
    await setStatus(server, project, 'suspended');
    done(await send('academic'));
    const none = await runningProject({ reportDates: [], instalments: [] });
    await keepReport(server, none);
    expect((await submitReport(clients.academic, none, 1)).status).toBe(404);
    await sql`update projects set historic = true where id = ${project.id}`.execute(server.db);
    expect((await send('academic', 2)).status).toBe(404);
  });

  it('not over what somebody else wrote since, and told so only to those whose it is', async () => {
    await keepReport(server, project, { version: 4, author: 'admin' });
    const stale = await send('academic', 3);
    expect([stale.status, stale.body]).toMatchObject([
      409,
      { extra: { version: 4, updatedBy: 'Beatriz Navarrete Olea' } },
    ]);
    expect((await send('colleague', 3)).status).toBe(403);
    done(await send('academic', 4));
    expect((await send('admin', 4)).status).toBe(409);
  });
});

describe('a report is decided', () => {
  it('by the Director, then by the office', async () => {
    const { version } = await sentReport(project);
    expect((await accept('admin', version)).status).toBe(403);
    done(await accept('director', version, 'Muy bien.'));
    const passed = await reportRow(project);
    expect(passed).toMatchObject({
      state: 'submitted',
      subStep: 'office',
      comment: 'Muy bien.',
      makers: ['academic'],
    });
    expect(passed.dueAt).toEqual(await inDays(10));
    done(await accept('admin', version + 1));
    expect(await reportRow(project)).toMatchObject({
      state: 'accepted',
      subStep: null,
      dueAt: null,
      version: 4,
    });
    expect(await audited()).toEqual([
      ['report.submit', { report: [null, 1] }],
      ['report.accept', { report: [null, 1], subStep: ['director', 'office'] }],
      ['report.accept', { report: [null, 1], subStep: ['office', null] }],
    ]);
    expect((await send('academic', 4)).status).toBe(403);
    expect((await sendBack('admin', 4)).status).toBe(409);
  });

  it('and goes back with observations, to where it was returned', async () => {
    const { id, version } = await sentReport(project);
    done(await accept('director', version));
    done(await sendBack('admin', version + 1, [...OBSERVED, { part: 'photos', text: 'Faltan fotos.' }]));
    const back = await reportRow(project);
    expect(back).toMatchObject({ state: 'returned', subStep: 'office', version: 4 });
    expect(back.observations).toMatchObject([
      { part: 'results', text: 'Faltan cifras.', answer: '' },
      { part: 'photos', text: 'Faltan fotos.', answer: '' },
    ]);
    expect(back.dueAt).toEqual(await inDays(10));
    expect((await send('academic', 4)).status).toBe(400);
    await answerReport({ id });
    done(await send('academic', 5));
    expect(await where()).toEqual(['submitted', 'office']);
    // The Director has no part in it any more.
    expect((await accept('director', 6)).status).toBe(403);
    done(await accept('otherAdmin', 6));
    expect((await reportRow(project)).observations).toHaveLength(2);
  });

  it('with something to mend, and nothing where it counts', async () => {
    const { version } = await sentReport(project);
    const decide = (accept: boolean, observations: object[]) =>
      clients.director.post(`/projects/${project.kind}/${project.id}/reports/1/decision`, {
        ...{ version, accept, observations },
      });
    const cases = [
      [false, [], 'observations'],
      [true, OBSERVED, 'observations'],
      [false, [{ part: 'lessons', text: 'Falta.' }], 'observations.0.part'],
    ] as const;
    for (const [accepted, observations, path] of cases) {
      const refused = await decide(accepted, [...observations]);
      expect([refused.status, errorsOf(refused).map(([p]) => p)], path).toEqual([400, [path]]);
    }
    expect((await decide(false, [{ part: 'results', text: 'No' }])).status).toBe(400);
    expect((await decide(false, [{ part: 'title', text: 'Otro título' }])).status).toBe(400);
    expect(await where()).toEqual(['submitted', 'director']);
  });

  it('by nobody else', async () => {
    const { version } = await sentReport(project);
    for (const who of ['academic', 'colleague', 'dean', 'admin', 'otherAdmin'] as const)
      expect((await accept(who, version)).status, who).toBe(403);
    for (const who of ['otherDirector', 'otherDean', 'reviewer', 'stranger'] as const)
      expect((await accept(who, version)).status, who).toBe(404);
    expect((await decideReport(clients.director, project, 1, { address: 2 })).status).toBe(404);
    expect((await decideReport(clients.director, project, 1, { address: 'final' })).status).toBe(422);
  });

  it('once: of two at the same time one learns who was faster', async () => {
    await addHead(server, schoolIdOf('ENF'), userIdOf(PEOPLE.otherDirector));
    try {
      const { version } = await sentReport(project);
      // Signed in since: what somebody heads is known by their session.
      const second = await clientAs(server, PEOPLE.otherDirector);
      const heads = await Promise.all([
        accept('director', version),
        decideReport(second, project, version, { observations: OBSERVED }),
      ]);
      expect(heads.map(a => a.status).sort()).toEqual([200, 409]);
    } finally {
      await sql`delete from school_heads where school_id = ${schoolIdOf('ENF')}
        and user_id = ${userIdOf(PEOPLE.otherDirector)}`.execute(server.db);
    }
    await setStatus(server, project, 'running');
    await sql`update reports set state = 'submitted', sub_step = 'office', due_at = now(), version = 9
      where project_id = ${project.id}`.execute(server.db);
    const office = await Promise.all([accept('admin', 9), sendBack('otherAdmin', 9)]);
    expect(office.map(a => a.status).sort()).toEqual([200, 409]);
  });

  it('while the final report is reviewed, and not once the project ended', async () => {
    const { version } = await sentReport(project);
    for (const status of ['closed', 'cancelled']) {
      await setStatus(server, project, status);
      expect((await accept('director', version)).status, status).toBe(403);
    }
    await setStatus(server, project, 'final_report');
    done(await accept('director', version));
    await setStatus(server, project, 'suspended');
    done(await accept('admin', version + 1));
  });
});

describe('nobody decides on what is theirs', () => {
  const head = (who: Who) => addHead(server, schoolIdOf('ENF'), userIdOf(PEOPLE[who]));
  beforeEach(async () => {
    await sql`delete from school_heads where school_id = ${schoolIdOf('ENF')} and user_id <> ${userIdOf(PEOPLE.director)}`.execute(
      server.db,
    );
  });

  it('a lead who heads the school leaves it to the other head', async () => {
    await head('academic');
    const { version } = await sentReport(project);
    expect((await accept('academic', version)).status).toBe(403);
    done(await accept('director', version));
  });

  it('nor a member who does; then the dean decides', async () => {
    await joinTeam(project, 'director');
    const { version } = await sentReport(project);
    expect((await accept('director', version)).status).toBe(403);
    expect((await accept('admin', version)).status).toBe(403);
    done(await accept('dean', version));
  });

  it('the office decides for a unit that nobody of can, and once more as the office', async () => {
    await joinTeam(project, 'director', 'dean');
    const { version } = await sentReport(project);
    done(await accept('admin', version));
    expect(await where()).toEqual(['submitted', 'office']);
    done(await accept('otherAdmin', version + 1));
  });

  it('nor whoever of the office wrote or sent it, but as the last possible one and with a reason', async () => {
    const { version } = await sentReport(project, 1, 'admin');
    done(await accept('director', version));
    expect((await accept('admin', version + 1)).status).toBe(403);
    await sql`update users set state = 'blocked' where id = ${userIdOf(PEOPLE.otherAdmin)}`.execute(
      server.db,
    );
    try {
      const refused = await accept('admin', version + 1);
      expect([refused.status, errorsOf(refused).map(([path]) => path)]).toEqual([400, ['comment']]);
      done(await accept('admin', version + 1, WHY));
    } finally {
      await sql`update users set state = 'active' where id = ${userIdOf(PEOPLE.otherAdmin)}`.execute(
        server.db,
      );
    }
    expect((await audited()).at(-1)).toEqual([
      'report.accept',
      { report: [null, 1], subStep: ['office', null], lastResort: [false, true] },
    ]);
  });

  it('who decides is no author of it: the same person decides what comes again', async () => {
    const { id, version } = await sentReport(project);
    done(await sendBack('director', version));
    await answerReport({ id });
    done(await send('academic', version + 2));
    done(await accept('director', version + 3));
    expect((await reportRow(project)).makers).toEqual(['academic']);
  });
});
