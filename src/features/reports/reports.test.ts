import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import { setStatus } from '../../../test/execution.ts';
import { done } from '../../../test/factories.ts';
import {
  addPhoto,
  INSTALMENTS,
  keepReport,
  openReports,
  REPORT_DATES,
  reporting,
  reportOf,
  reportPath,
  reportsOf,
  runningProject,
  saveReport,
  textsOf,
  writeFinal,
  writeReport,
} from '../../../test/reports.ts';
import { TODAY } from '../../../test/spending.ts';
import { clients, server } from '../../../test/university.ts';
import { addDays } from '../../domain/kit/calendar.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import { LONGEST_PART, REPORT_PART_SLUGS } from '../../domain/reports/parts.ts';
import { forgetKinds } from '../kinds/queries.ts';

openReports();
const lead = () => clients.academic;
const errorsOf = (answer: { status: number; body: unknown }) => {
  expect(answer.status).toBe(400);
  return ((answer.body as Problem).errors ?? []).map(e => `${e.path}: ${e.message}`);
};

describe('the list', () => {
  it('tells what is planned before anything is written', async () => {
    const rows = await reportsOf(lead(), reporting);
    expect(rows.map(r => [r.number, r.state, r.dueOn, r.releases, r.written, r.asked])).toEqual([
      [1, 'draft', REPORT_DATES[0], 50, 0, 2],
      [2, 'draft', REPORT_DATES[1], 0, 0, 2],
      [null, 'draft', expect.stringMatching(/^20\d\d-\d\d-\d\d$/), 0, 0, 7],
    ]);
    expect(rows.every(r => r.due === null && r.submittedBy === null && r.decidedBy === null)).toBe(true);
  });

  it('counts what is written, and keeps what is no longer planned', async () => {
    await writeReport(lead(), reporting, 2, { texts: { results: 'Algo.' } });
    await writeFinal(lead(), reporting);
    await sql`update calls set report_dates = '[]', instalments = '[]'
      where id = (select call_id from projects where id = ${reporting.id})`.execute(server.db);
    const rows = await reportsOf(lead(), reporting);
    expect(rows.map(r => [r.number, r.dueOn === null, r.written])).toEqual([
      [2, true, 1],
      [null, false, 7],
    ]);
    expect((await saveReport(lead(), reporting, 1)).status).toBe(404);
    done(await saveReport(lead(), reporting, 2, { version: 1 }));
  });

  it('says who sent and decided what was sent', async () => {
    const due = new Date(Date.now() + 86_400_000);
    await keepReport(server, reporting, { state: 'submitted', due });
    const [first] = await reportsOf(clients.director, reporting);
    expect(first).toMatchObject({ state: 'submitted', subStep: 'director', due: due.toISOString() });
    expect(first?.submittedBy?.id).toBe(userIdOf(PEOPLE.academic));
  });

  it('has the final report alone where nothing dates or names another', async () => {
    const free = await runningProject({ reportDates: [], instalments: [], dateless: true });
    expect((await reportsOf(lead(), free)).map(r => [r.number, r.dueOn])).toEqual([[null, null]]);
    await writeFinal(lead(), free);
    const read = await reportOf(lead(), free, 'final');
    expect(read.facts).toMatchObject({ from: null, to: TODAY });
    const named = await runningProject({ reportDates: [], instalments: INSTALMENTS, dateless: true });
    expect((await reportsOf(lead(), named)).map(r => [r.number, r.dueOn, r.releases])).toEqual([
      [1, null, 50],
      [null, null, 0],
    ]);
    await writeReport(lead(), named);
  });

  it('is of no project that has not started, nor of a past one', async () => {
    await setStatus(server, reporting, 'approved');
    expect((await lead().get(`/projects/fexs/${reporting.id}/reports`)).status).toBe(404);
    await setStatus(server, reporting, 'running');
    await sql`update projects set historic = true where id = ${reporting.id}`.execute(server.db);
    expect((await reportsOf(lead(), reporting)).map(r => r.number)).toEqual([null]);
  });
});

describe('writing', () => {
  it('keeps texts, captions and their order, and tells what lacks', async () => {
    const [one, two] = [
      await addPhoto(server, reporting),
      await addPhoto(server, reporting, { name: 'b.png' }),
    ];
    const before = await reportOf(lead(), reporting);
    expect(before.gaps.map(g => g.part)).toEqual(['results', 'difficulties']);
    expect(before.choosable.map(p => [p.versionId, p.name, p.thumbnail])).toEqual([
      [two, 'b.png', null],
      [one, 'taller.jpg', null],
    ]);
    const photos = [
      { versionId: two, caption: 'El 🎉 cierre <b>' },
      { versionId: one, caption: '' },
    ];
    const texts = { results: '<script>alert(1)</script> & "más"\n\n😀 línea', difficulties: '   ' };
    const { version } = await writeReport(lead(), reporting, 1, { photos, texts });
    const read = await reportOf(lead(), reporting);
    expect(read).toMatchObject({ version, texts: { results: texts.results }, state: 'draft' });
    expect(read.texts.difficulties).toBeUndefined();
    expect(read.photos.map(({ versionId, caption }) => ({ versionId, caption }))).toEqual(photos);
    expect(read.gaps.map(g => g.part)).toEqual(['difficulties']);
    done(await saveReport(lead(), reporting, 1, { version, photos: photos.toReversed() }));
    expect((await reportOf(lead(), reporting)).photos.map(p => p.versionId)).toEqual([one, two]);
  });

  it('of two tabs tells the second one who was faster; the same twice is once', async () => {
    const first = await writeReport(lead(), reporting);
    expect(await writeReport(lead(), reporting)).toEqual(first);
    const other = await saveReport<Problem>(lead(), reporting, 1, { texts: { results: 'Otra cosa.' } });
    expect(other.status).toBe(409);
    expect(other.body.extra).toEqual({
      version: 1,
      updatedBy: expect.stringMatching(/^Camila Rojas/),
    });
    const both = await Promise.all([
      saveReport(lead(), reporting, 2, { texts: { results: 'A' } }),
      saveReport(lead(), reporting, 2, { texts: { results: 'B' } }),
      saveReport(lead(), reporting, 'final', { texts: { results: 'A' } }),
      saveReport(lead(), reporting, 'final', { texts: { results: 'A' } }),
    ]);
    expect(both.map(a => a.status).sort()).toEqual([200, 200, 200, 409]);
    // Nothing new is no change.
    expect(done(await saveReport(lead(), reporting, 1, { version: 1 })).version).toBe(1);
    expect((await saveReport(lead(), reporting, 1, { version: 7, texts: {} })).status).toBe(409);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit
      where action = 'report.save' and object_id = ${reporting.id}`.execute(server.db);
    expect(rows[0]?.n).toBe(3);
  });

  it('is audited without its words', async () => {
    await writeFinal(lead(), reporting, { people: { students: 4 }, peopleReason: 'Se contaron dos veces.' });
    const { rows } = await sql<{ changes: Record<string, unknown> }>`select changes from audit
      where action = 'report.save' and object_id = ${reporting.id}`.execute(server.db);
    expect(rows[0]?.changes).toMatchObject({ report: [null, 'final'], texts: [[], REPORT_PART_SLUGS] });
    expect(JSON.stringify(rows)).not.toContain('lo que se hizo');
  });

  it('refuses what is too long, not asked for, or nobody’s', async () => {
    const long = 'a'.repeat(LONGEST_PART + 1);
    expect(errorsOf(await saveReport(lead(), reporting, 1, { texts: { results: long } }))[0]).toMatch(
      /^texts\.results/,
    );
    expect((await saveReport(lead(), reporting, 1, { texts: { results: 'a\u0000b' } })).status).toBe(400);
    expect((await saveReport(lead(), reporting, 1, { texts: { other: 'a' } })).status).toBe(400);
    expect((await saveReport(lead(), reporting, 1, { version: -1 })).status).toBe(400);
    const id = randomUUID();
    const all = await saveReport(lead(), reporting, 1, {
      texts: { lessons: 'Muchas.' },
      people: { students: 3 },
      photos: [{ versionId: id }],
      answers: [{ id, answer: 'Sí.' }],
    });
    expect(errorsOf(all)).toEqual([
      'texts.lessons: Este texto va en el informe final.',
      'people: Las personas se corrigen en el informe final.',
      'photos.0.versionId: Esa foto no está en el proyecto: elige otra.',
      'answers.0.answer: Esta observación no está entre las del informe.',
    ]);
    for (const address of ['0', '3', '21', '99', '1x', 'Final', '-1', '%20', id]) {
      expect((await lead().get(reportPath(reporting, address))).status).toBe(404);
      expect(
        (await lead().put(reportPath(reporting, address), { version: 0, texts: {}, photos: [] })).status,
      ).toBe(404);
    }
  });

  it('asks why people are corrected, in the final report', async () => {
    const people = { students: 12, direct: 0 };
    const why = async (peopleReason: string) =>
      errorsOf(await saveReport(lead(), reporting, 'final', { people, peopleReason }));
    expect(await why('  ')).toEqual(['peopleReason: Este campo es obligatorio.']);
    expect(await why('Error')).toEqual(['peopleReason: Escribe al menos 10 caracteres.']);
    for (const wrong of [{ students: -1 }, { students: 1.5 }, { martians: 1 }])
      expect((await saveReport(lead(), reporting, 'final', { people: wrong })).status).toBe(400);
    expect((await reportOf(lead(), reporting, 'final')).gaps.map(g => g.part)).toContain('people');
    const reason = 'El listado repetía a 3 estudiantes.';
    const { version } = await writeFinal(lead(), reporting, { people, peopleReason: reason });
    const read = await reportOf(lead(), reporting, 'final');
    expect(read).toMatchObject({ people, peopleReason: reason, recorded: {}, gaps: [] });
    expect(read.facts.people).toEqual(people);
    done(await saveReport(lead(), reporting, 'final', { version }));
    expect((await reportOf(lead(), reporting, 'final')).people).toEqual({});
  });
});

describe('photos', () => {
  const choose = (who = lead(), ...ids: string[]) =>
    saveReport(who, reporting, 1, { photos: ids.map(versionId => ({ versionId })) });
  const NOT_HERE = 'photos.0.versionId: Esa foto no está en el proyecto: elige otra.';

  it('are photos of this project that every reader of it may see', async () => {
    const other = await runningProject();
    const theirs = await addPhoto(server, other);
    const paper = await addPhoto(server, reporting, { documentType: 'expense' });
    const pdf = await addPhoto(server, reporting, { contentType: 'application/pdf' });
    const rejected = await addPhoto(server, reporting, { state: 'rejected' });
    for (const id of [theirs, paper, pdf]) expect(errorsOf(await choose(lead(), id))).toEqual([NOT_HERE]);
    expect(errorsOf(await choose(lead(), rejected))).toEqual([
      'photos.0.versionId: La revisión rechazó «taller.jpg»: elige otra.',
    ]);
    const waiting = await addPhoto(server, reporting, { state: 'checking' });
    expect((await choose(lead(), waiting, waiting)).status).toBe(400);
    expect((await reportOf(lead(), reporting)).choosable).toEqual([]);
    done(await choose(lead(), waiting));
    expect((await reportOf(lead(), reporting)).photos.map(p => p.state)).toEqual(['checking']);
  });

  it('that were rejected since are told, and keep nobody from writing', async () => {
    const photo = await addPhoto(server, reporting);
    const { version } = done(await choose(lead(), photo));
    await sql`update files set state = 'rejected', reason = 'Virus.' where id = ${photo}`.execute(server.db);
    expect((await reportOf(lead(), reporting)).gaps).toEqual([
      { part: 'photos', label: 'Fotos', message: 'La revisión rechazó «taller.jpg»: quítala.' },
    ]);
    done(
      await saveReport(lead(), reporting, 1, {
        ...{ version, texts: { results: 'Otro.' } },
        photos: [{ versionId: photo }],
      }),
    );
  });

  it('stay in the version that was chosen, and cannot be removed from the project', async () => {
    const photo = await addPhoto(server, reporting);
    done(await choose(lead(), photo));
    const newer = await addPhoto(server, reporting, { of: photo, name: 'otra.jpg' });
    const read = await reportOf(lead(), reporting);
    expect(read.photos.map(p => [p.id, p.versionId])).toEqual([[photo, photo]]);
    expect(read.choosable.map(p => [p.id, p.versionId])).toEqual([[photo, newer]]);
    const removed = await lead().delete(`/projects/fexs/${reporting.id}/files/${photo}`);
    expect([removed.status, removed.body.detail]).toEqual([
      422,
      '«taller.jpg» (versión 1) es parte del informe de avance 1: no se puede quitar.',
    ]);
    done(await saveReport(lead(), reporting, 1, { version: 1 }));
    done(await lead().delete(`/projects/fexs/${reporting.id}/files/${photo}`));
  });

  it('are up to sixty', async () => {
    const photos = Array.from({ length: 61 }, () => ({ versionId: randomUUID() }));
    expect(errorsOf(await saveReport(lead(), reporting, 1, { photos }))).toEqual([
      'photos: Elige hasta 60 fotos.',
    ]);
  });
});

describe('one that came back', () => {
  it('is answered, observation by observation', async () => {
    await keepReport(server, reporting, {
      ...{ state: 'returned', version: 4 },
      observations: [
        { part: 'results', text: 'Faltan cifras.' },
        { part: 'photos', text: 'Son pocas.' },
      ],
    });
    const [one, two] = (await reportOf(lead(), reporting)).observations;
    const answers = [{ id: two?.id ?? '', answer: 'Se agregaron <b>dos</b>.' }];
    const twice = [...answers, { id: two?.id ?? '', answer: 'Otra.' }];
    expect(errorsOf(await saveReport(lead(), reporting, 1, { version: 4, answers: twice }))).toEqual([
      'answers.1.answer: Ya la respondes más arriba.',
    ]);
    const { version } = done(await saveReport(lead(), reporting, 1, { version: 4, answers }));
    expect(await writeReport(lead(), reporting, 1, { version: 4, answers })).toMatchObject({ version });
    expect((await reportOf(clients.director, reporting)).observations).toEqual([
      { ...one, answer: '' },
      { ...two, answer: 'Se agregaron <b>dos</b>.' },
    ]);
    // An answer given stays when the next save has nothing to say of it.
    done(await saveReport(lead(), reporting, 1, { version, texts: { results: 'Con cifras.' } }));
    expect((await reportOf(lead(), reporting)).observations[1]?.answer).toContain('dos');
  });

  it('is written by nobody while it is reviewed or accepted', async () => {
    await keepReport(server, reporting, { state: 'submitted' });
    const refused = await saveReport<Problem>(lead(), reporting, 1, { version: 1, texts: {} });
    expect(refused.status).toBe(403);
    expect(refused.body.detail).toContain('El informe ya se envió');
    await keepReport(server, reporting, { number: 2, state: 'accepted' });
    expect((await saveReport(clients.admin, reporting, 2, { version: 1, texts: {} })).status).toBe(403);
    const read = await reportOf(lead(), reporting);
    expect(read).toMatchObject({ gaps: [], edit: { allowed: false }, texts: textsOf() });
    expect(read.deciders.map(d => d.id)).toEqual([userIdOf(PEOPLE.director)]);
  });
});

it('dates of a report that its kind names are parts of its time', async () => {
  const project = await runningProject({ reportDates: [], instalments: [] });
  await sql`update kind_versions set definition = definition || '{"progressReports": [50]}' where slug = 'fexs'`.execute(
    server.db,
  );
  forgetKinds(server.db);
  try {
    const rows = await reportsOf(lead(), project);
    expect(rows[0]).toMatchObject({ number: 1, dueOn: addDays(TODAY, -10) });
  } finally {
    await sql`update kind_versions set definition = definition || '{"progressReports": []}' where slug = 'fexs'`.execute(
      server.db,
    );
    forgetKinds(server.db);
  }
});
