import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOrganisation } from '../../../../test/agreements.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { auditOf } from '../../../../test/audit.ts';
import { type Clients, everybody, nursing } from '../../../../test/demo.ts';
import { approvedPacs, setStatus } from '../../../../test/execution.ts';
import { type Created, done, startDraft } from '../../../../test/factories.ts';
import { anInstrument, fieldsOf, people, QUESTIONS, sentWave, waveOf } from '../../../../test/surveys.ts';
import { addDays, localDay } from '../../../domain/kit/calendar.ts';
import type { Problem } from '../../../domain/kit/problem.ts';
import type { Wave, WaveRow } from '../contract.ts';
import { countOver } from '../counting/commands.ts';

let server: TestApp;
let clients: Clients;
let project: Created;

beforeAll(async () => {
  server = await startApp();
  clients = await everybody(server);
  project = await approvedPacs(server, clients.academic, await nursing(clients.academic));
});
afterAll(() => server.close());

const today = () => localDay(new Date());
const errorsOf = (answer: { body: unknown }) =>
  (answer.body as Problem).errors?.map(e => [e.path, e.message]) ?? (answer.body as Problem).detail;
const titles = async (who: keyof Clients, query = '') =>
  done(await clients[who].get<{ rows: WaveRow[] }>(`/waves?size=200${query}`)).rows.map(r => r.title);

describe('preparing a survey', () => {
  it('is for who leads the project, and the office', async () => {
    const instrument = await anInstrument(server);
    const own = waveOf(instrument, { projectId: project.id, title: 'Propia' });
    const made = done(await clients.academic.post<Wave>('/waves', own));
    expect(made).toMatchObject({
      ...{
        title: 'Propia',
        state: 'draft',
        version: null,
        mayManage: true,
        answers: 0,
        reminderDays: [7, 2],
      },
      ...{ project: { id: project.id, code: project.code }, questions: QUESTIONS },
    });
    done(await clients.admin.post('/waves', { ...own, title: 'De la oficina sobre el proyecto' }));
    done(await clients.admin.post('/waves', { ...own, projectId: null, title: 'De la oficina' }));
    for (const who of ['colleague', 'director', 'dean'] as const) {
      const answer = await clients[who].post('/waves', own);
      expect([who, answer.status, errorsOf(answer)]).toEqual([
        ...[who, 400, [['projectId', 'Elige un proyecto que diriges.']]],
      ]);
    }
    expect(errorsOf(await clients.academic.post('/waves', { ...own, projectId: null }))).toEqual([
      ['projectId', 'Elige un proyecto que diriges.'],
    ]);
    expect((await clients.reviewer.post('/waves', own)).status).toBe(403);
    expect((await clients.reviewer.get('/waves')).status).toBe(403);
  });

  it('says what is wrong at its field', async () => {
    const instrument = await anInstrument(server);
    const draft = await startDraft(clients.academic);
    const own = waveOf(instrument, { projectId: project.id });
    const wrong: [object, string, string][] = [
      [{ title: ' ' }, 'title', 'Este campo es obligatorio.'],
      [{ title: 'x'.repeat(201) }, 'title', 'Escribe como máximo 200 caracteres.'],
      [{ audience: 'everybody' }, 'audience', 'Elige una de las opciones.'],
      [{ lastDay: '2026-02-30' }, 'lastDay', 'Escribe una fecha válida (dd-mm-aaaa).'],
      [{ lastDay: addDays(today(), -1) }, 'lastDay', 'Elige un día desde hoy.'],
      [{ lastDay: addDays(today(), 181) }, 'lastDay', 'Elige un día dentro de 180 días.'],
      [{ message: 'x'.repeat(2001) }, 'message', 'Escribe como máximo 2000 caracteres.'],
      [{ reminderDays: [0] }, 'reminderDays.0', 'El valor mínimo es 1.'],
      [{ reminderDays: [1, 2, 3, 4] }, 'reminderDays', 'Agrega como máximo 3.'],
      [{ instrumentId: randomUUID() }, 'instrumentId', 'Elige un instrumento activo que tenga preguntas.'],
      [
        { instrumentId: await anInstrument(server, []) },
        'instrumentId',
        'Elige un instrumento activo que tenga preguntas.',
      ],
      [{ projectId: randomUUID() }, 'projectId', 'Elige un proyecto que diriges.'],
      [{ projectId: draft.id }, 'projectId', 'Se encuesta desde que el proyecto está aprobado.'],
    ];
    for (const [fields, path, message] of wrong) {
      const answer = await clients.academic.post('/waves', { ...own, ...fields });
      expect([path, answer.status, errorsOf(answer)]).toEqual([path, 400, [[path, message]]]);
    }
  });

  it('is refused to who saw an older one, and loses nothing', async () => {
    const made = done(
      await clients.academic.post<Wave>(
        '/waves',
        waveOf(await anInstrument(server), { projectId: project.id }),
      ),
    );
    const saved = done(
      await clients.academic.put<Wave>(`/waves/${made.id}`, { ...fieldsOf(made), title: 'Otra' }),
    );
    expect(saved.title).toBe('Otra');
    const stale = await clients.admin.put<Problem>(`/waves/${made.id}`, {
      ...fieldsOf(made),
      title: 'Tercera',
    });
    expect([stale.status, stale.body.extra]).toMatchObject([409, { stored: { title: 'Otra' } }]);
    expect((await clients.academic.delete(`/waves/${made.id}`)).status).toBe(200);
    expect((await clients.academic.get(`/waves/${made.id}`)).status).toBe(404);
  });
});

describe('sending', () => {
  it('freezes the version, and from then on what was promised', async () => {
    const instrument = await anInstrument(server);
    const wave = await sentWave(server, clients.academic, {
      ...{ instrumentId: instrument, projectId: project.id, invited: 3 },
    });
    expect(wave).toMatchObject({ state: 'open', version: 1, invited: 3, waiting: 3, mayManage: true });
    expect(await auditOf(server, wave.id, 'wave.open')).toHaveLength(1);
    await expect(
      sql`update instrument_versions set questions = '[]' where instrument_id = ${instrument}`.execute(
        server.db,
      ),
    ).rejects.toThrow('does not change');
    await expect(
      sql`update waves set anonymous = false where id = ${wave.id}`.execute(server.db),
    ).rejects.toThrow('as anonymous as it was');
    for (const change of [
      { anonymous: false },
      { message: 'Otro' },
      { audience: 'students' },
      { projectId: null },
      { instrumentId: await anInstrument(server) },
    ]) {
      const answer = await clients.admin.put(`/waves/${wave.id}`, { ...fieldsOf(wave), ...change });
      expect([change, answer.status, errorsOf(answer)]).toEqual([
        ...[change, 422, 'Ya se envió: solo se cambian el título, el último día y los recordatorios.'],
      ]);
    }
    const later = { title: 'Con más plazo', lastDay: addDays(today(), 20), reminderDays: [1] };
    const saved = done(
      await clients.academic.put<Wave>(`/waves/${wave.id}`, { ...fieldsOf(wave), ...later }),
    );
    expect(saved).toMatchObject(later);
    expect(localDay(new Date(saved.closesAt ?? ''))).toBe(later.lastDay);
    expect((await clients.academic.delete(`/waves/${wave.id}`)).status).toBe(422);
  });

  it('happens once, of two who send it at the same moment', async () => {
    const made = done(await clients.admin.post<Wave>('/waves', waveOf(await anInstrument(server))));
    const opening = () => clients.admin.post(`/waves/${made.id}/opening`, { updatedAt: made.updatedAt });
    const sent = await Promise.all([opening(), opening(), opening()]);
    expect(sent.map(a => a.status).toSorted()).toEqual([200, 409, 409]);
    expect(await auditOf(server, made.id, 'wave.open')).toHaveLength(1);
  });

  it('is refused once its last day has passed', async () => {
    const made = done(await clients.admin.post<Wave>('/waves', waveOf(await anInstrument(server))));
    await sql`update waves set last_day = ${addDays(today(), -1)} where id = ${made.id}`.execute(server.db);
    expect(
      errorsOf(await clients.admin.post(`/waves/${made.id}/opening`, { updatedAt: made.updatedAt })),
    ).toEqual([['lastDay', 'Elige un día desde hoy.']]);
  });

  it('stops for good', async () => {
    const wave = await sentWave(server, clients.admin);
    const closed = done(
      await clients.admin.post<Wave>(`/waves/${wave.id}/closing`, { updatedAt: wave.updatedAt }),
    );
    expect(closed.state).toBe('closed');
    const { updatedAt } = closed;
    for (const [act, body] of [
      ['opening', { updatedAt }],
      ['closing', { updatedAt }],
      ['reminder', undefined],
      ['room', undefined],
      ['invitations', { rows: people(1) }],
    ] as const)
      expect([act, (await clients.admin.post(`/waves/${wave.id}/${act}`, body)).status]).toEqual([act, 422]);
    expect((await clients.admin.put(`/waves/${wave.id}`, fieldsOf(closed))).status).toBe(422);
  });
});

describe('who sees a survey', () => {
  it('of a project: its own people, heads of its school once it was sent, the office', async () => {
    const title = 'Sobre el proyecto';
    const made = done(
      await clients.academic.post<Wave>(
        '/waves',
        waveOf(await anInstrument(server), { title, projectId: project.id }),
      ),
    );
    const see = async () => {
      const seen = [];
      for (const who of ['admin', 'academic', 'director', 'dean', 'colleague'] as const)
        if ((await titles(who)).includes(title)) seen.push(who);
      return seen;
    };
    expect(await see()).toEqual(['admin', 'academic']);
    expect((await clients.director.get(`/waves/${made.id}`)).status).toBe(404);
    done(await clients.academic.post(`/waves/${made.id}/opening`, { updatedAt: made.updatedAt }));
    expect(await see()).toEqual(['admin', 'academic', 'director', 'dean']);
    const shown = done(await clients.director.get<Wave>(`/waves/${made.id}`));
    expect([shown.mayManage, shown.roomUrl]).toEqual([false, null]);
    for (const act of ['opening', 'closing'])
      expect(
        (await clients.director.post(`/waves/${made.id}/${act}`, { updatedAt: shown.updatedAt })).status,
      ).toBe(403);
    for (const at of ['invitations', 'candidates'])
      expect((await clients.director.get(`/waves/${made.id}/${at}`)).status).toBe(404);
    expect((await clients.director.post(`/waves/${made.id}/reminder`)).status).toBe(403);
    expect((await clients.colleague.post(`/waves/${made.id}/reminder`)).status).toBe(404);
    await setStatus(server, project, 'resolution');
    expect(await see()).toEqual(['admin', 'academic']);
    expect((await clients.academic.post(`/waves/${made.id}/reminder`)).status).toBe(403);
    await setStatus(server, project, 'approved');
  });

  it('of the office: the office alone', async () => {
    const { title } = await sentWave(server, clients.admin, { title: 'Solo de la oficina' });
    for (const who of ['academic', 'director', 'dean', 'colleague'] as const)
      expect([who, (await titles(who)).includes(title)]).toEqual([who, false]);
    expect(await titles('admin', '&state=open&q=solo+oficina')).toEqual([title]);
    expect(await titles('admin', `&project=${project.id}&q=solo`)).toEqual([]);
  });
});

describe('people who are asked by name', () => {
  it('are added once each, and taken off with their links', async () => {
    const made = done(await clients.admin.post<Wave>('/waves', waveOf(await anInstrument(server))));
    const at = `/waves/${made.id}/invitations`;
    const rows = [...people(2), { name: ' Ana\u200b  Díaz ', email: 'PERSONA1@Correo.CL' }];
    expect(done(await clients.admin.post(at, { rows }))).toEqual({ added: 2, known: 1, objecting: 0 });
    expect(done(await clients.admin.post(at, { rows }))).toEqual({ added: 0, known: 3, objecting: 0 });
    const wrong = await clients.admin.post(at, { rows: [{ name: '', email: 'x' }, ...people(1)] });
    expect(errorsOf(wrong)).toEqual([
      ['rows.0.name', 'Este campo es obligatorio.'],
      ['rows.0.email', 'Escribe un correo válido, por ejemplo nombre@universidad.cl.'],
    ]);
    const list = done(await clients.admin.get<{ rows: { id: string; state: null }[]; total: number }>(at));
    expect([list.total, list.rows.map(r => r.state)]).toEqual([2, [null, null]]);
    const ids = list.rows.map(r => r.id);
    expect(done(await clients.admin.post(`${at}/removal`, { ids: [...ids, randomUUID()] }))).toEqual({
      removed: 2,
    });
  });

  it('are offered from what the project knows, without those who are asked', async () => {
    await sql`update organisations o set contact_name = 'Ana Muñoz', contact_email = 'Ana@Socio.cl'
      where id in (select organisation_id from project_partners where project_id = ${project.id})`.execute(
      server.db,
    );
    const made = done(
      await clients.academic.post<Wave>(
        '/waves',
        waveOf(await anInstrument(server), { projectId: project.id }),
      ),
    );
    const at = `/waves/${made.id}/candidates`;
    const found = done(
      await clients.academic.get<{ rows: { email: string; name: string; organisationId: string }[] }>(at),
    );
    expect(found.rows.map(r => r.email)).toContain('ana@socio.cl');
    done(await clients.academic.post(`/waves/${made.id}/invitations`, { rows: found.rows }));
    expect(done(await clients.academic.get(at))).toEqual({ rows: [] });
    const listed = done(
      await clients.academic.get<{ rows: { organisation: { name: string } | null }[] }>(
        `/waves/${made.id}/invitations`,
      ),
    );
    expect(listed.rows.every(r => r.organisation !== null)).toBe(true);
  });
});

describe('a partner', () => {
  interface Partner {
    rows: { id: string; lastSurvey: string | null }[];
  }
  const lastOf = async (who: keyof Clients, id: string, q: string) =>
    done(await clients[who].get<Partner>(`/partners?size=200&q=${q}`)).rows.find(row => row.id === id)
      ?.lastSurvey;

  it('is told when its people were asked last, by what the reader may see, also once they are forgotten', async () => {
    const name = 'Cooperativa Encuestada';
    const id = await anOrganisation(server, name);
    const rows = people(5).map(each => ({ ...each, organisationId: id }));
    const made = done(await clients.admin.post<Wave>('/waves', waveOf(await anInstrument(server))));
    done(await clients.admin.post(`/waves/${made.id}/invitations`, { rows }));
    expect(await lastOf('admin', id, 'encuestada')).toBeNull();
    done(await clients.admin.post(`/waves/${made.id}/opening`, { updatedAt: made.updatedAt }));
    expect(await lastOf('admin', id, 'encuestada')).toBe(today());
    expect(await lastOf('academic', id, 'encuestada')).toBeNull();
    await sql`update waves set closes_at = now() where id = ${made.id}`.execute(server.db);
    await countOver(server.db);
    expect(await lastOf('admin', id, 'encuestada')).toBe(today());
    expect(await titles('admin', `&partner=${id}`)).toEqual([made.title]);
    expect(await titles('academic', `&partner=${id}`)).toEqual([]);
    const removal = await clients.admin.delete<Problem>(`/organisations/${id}`);
    expect([removal.status, removal.body.detail]).toEqual([422, expect.stringContaining('1 encuesta')]);
  });

  it('that is asked by nobody any more is free of it', async () => {
    const id = await anOrganisation(server, 'Cooperativa que no se encuestó');
    const made = done(await clients.admin.post<Wave>('/waves', waveOf(await anInstrument(server))));
    const at = `/waves/${made.id}/invitations`;
    done(await clients.admin.post(at, { rows: [{ ...people(1)[0], organisationId: id }] }));
    expect(await titles('admin', `&partner=${id}`)).toEqual([made.title]);
    const { rows } = done(await clients.admin.get<{ rows: { id: string }[] }>(at));
    done(await clients.admin.post(`${at}/removal`, { ids: rows.map(row => row.id) }));
    expect(await titles('admin', `&partner=${id}`)).toEqual([]);
  });
});
