import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAgreement, anOrganisation, fieldsOf, mergeInto } from '../../../test/agreements.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { describeCatalogue } from '../../../test/catalogue.ts';
import type { Client } from '../../../test/client.ts';
import { type Clients, everybody, PEOPLE, schoolIdOf, userIdOf } from '../../../test/demo.ts';
import { done } from '../../../test/factories.ts';
import { insertProject } from '../../../test/rows.ts';
import { ALERT_DAYS, agreementState } from '../../domain/catalogues/agreements.ts';
import { addDays, localDay } from '../../domain/kit/calendar.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import type { Agreement } from './contract.ts';
import { agreementStateOf } from './queries.ts';

const DATE = 'Escribe una fecha válida (dd-mm-aaaa).';

describeCatalogue({
  path: '/agreements',
  object: 'agreement',
  valid: async (campus, n) => ({
    number: `Decreto ${n}/2026`,
    kind: 'internship',
    organisationId: await anOrganisation(campus, `Organización ${n}`),
    schoolId: await campus.idOf('schools', 'INF'),
  }),
  change: {
    ...{ number: 'D.U. 77', kind: 'specific', subject: 'Prácticas de <b>invierno</b>', note: '<script>' },
    ...{ signedOn: '1987-03-01', startsOn: '1987-03-02', endsOn: '2030-02-28' },
    clauses: ['gender_violence', 'insurance'],
  },
  duplicate: ['number', 'Ya hay un convenio con ese número.'],
  activation: false,
  readers: ['Director', 'Dean', 'Academic'],
  wrong: [
    [{ number: '' }, 'number', 'Este campo es obligatorio.'],
    [{ number: 'x'.repeat(61) }, 'number', 'Escribe como máximo 60 caracteres.'],
    [{ number: 'a\u0000' }, 'number', 'El texto contiene caracteres no permitidos.'],
    [{ kind: 'secret' }, 'kind', 'Elige una de las opciones.'],
    [{ signedOn: '2026-02-30' }, 'signedOn', DATE],
    [{ startsOn: '0000-01-01' }, 'startsOn', DATE],
    [{ endsOn: '9999-01-01' }, 'endsOn', DATE],
    [{ endsOn: 'mañana' }, 'endsOn', DATE],
    [{ startsOn: '2026-03-02', endsOn: '2026-03-01' }, 'endsOn', 'El término no puede ser antes del inicio.'],
    [{ clauses: ['penalty'] }, 'clauses.0', 'Elige una de las opciones.'],
  ],
});

describe('agreements', () => {
  let server: TestApp;
  let clients: Clients;
  let office: Client;
  beforeAll(async () => {
    server = await startApp();
    clients = await everybody(server);
    office = clients.admin;
  });
  afterAll(() => server.close());
  const make = (given: Parameters<typeof anAgreement>[2] = {}) => anAgreement(server, office, given);
  const read = async (id: string) => done(await office.get<Agreement>(`/agreements/${id}`));
  const list = async (query: string, who = office) =>
    done(await who.get<{ rows: Agreement[]; total: number }>(`/agreements?size=200&${query}`)).rows;
  const numbers = async (query: string, who = office) => (await list(query, who)).map(r => r.number);
  const put = (id: string, body: object, who = office) =>
    who.put<Agreement & Problem>(`/agreements/${id}`, body);

  describe('what they point at', () => {
    it('is refused at every field at once where it is not there or out of use', async () => {
      const asked = {
        number: 'Sin nadie',
        kind: 'other',
        organisationId: randomUUID(),
        schoolId: randomUUID(),
      };
      const { status, body } = await office.post<Problem>('/agreements', asked);
      expect(status).toBe(422);
      expect(body.errors).toEqual([
        { path: 'organisationId', message: 'Elige una organización activa.' },
        { path: 'schoolId', message: 'Elige una escuela activa.' },
      ]);
    });

    it('may have gone out of use since, but is not newly chosen then', async () => {
      const row = await make({ schoolId: schoolIdOf('ENF') });
      const other = await make();
      await sql`update organisations set active = false where id = ${row.organisation.id}`.execute(server.db);
      await sql`update schools set active = false where id = ${schoolIdOf('ENF')}`.execute(server.db);
      expect((await put(row.id, { ...fieldsOf(row), note: 'Sigue' })).body.note).toBe('Sigue');
      const moved = { ...fieldsOf(other), organisationId: row.organisation.id, schoolId: schoolIdOf('ENF') };
      expect((await put(other.id, moved)).body.errors?.map(e => e.path)).toEqual([
        'organisationId',
        'schoolId',
      ]);
      await sql`update schools set active = true where id = ${schoolIdOf('ENF')}`.execute(server.db);
    });
  });

  it('has a clause once, however often it is sent', async () => {
    const row = await make({ clauses: ['insurance', 'gender_violence', 'insurance'] });
    expect(row.clauses).toEqual(['gender_violence', 'insurance']);
  });

  describe('with a merged organisation', () => {
    it('is called by the one that is kept, found by either name and either id', async () => {
      const merged = await anOrganisation(server, 'I. Municipalidad de Penco');
      const kept = await anOrganisation(server, 'Municipalidad de Penco');
      const row = await make({ organisationId: merged, number: 'Penco 1' });
      await mergeInto(server, merged, kept);
      expect((await read(row.id)).organisation).toEqual({ id: kept, name: 'Municipalidad de Penco' });
      for (const query of [`organisation=${kept}`, `organisation=${merged}`, 'q=i.%20municipalidad%20penco'])
        expect(await numbers(query)).toEqual(['Penco 1']);
    });

    it('stays with the merged one when it is saved, so that undoing takes it along', async () => {
      const [merged, kept] = [await anOrganisation(server), await anOrganisation(server)];
      const row = await make({ organisationId: merged });
      await mergeInto(server, merged, kept);
      done(await put(row.id, { ...fieldsOf(await read(row.id)), subject: 'Otro asunto' }));
      const stored = await server.db
        .selectFrom('agreements')
        .select('organisation_id')
        .where('id', '=', row.id)
        .executeTakeFirstOrThrow();
      expect(stored.organisation_id).toBe(merged);
      const fresh = { number: 'Nuevo con unida', kind: 'other', organisationId: merged };
      expect((await office.post('/agreements', fresh)).status).toBe(422);
    });
  });

  describe('state and lacks', () => {
    it('are in SQL what the domain says, around every border', async () => {
      const today = localDay(new Date());
      const offsets = [-1, 0, 1, ALERT_DAYS - 1, ALERT_DAYS, ALERT_DAYS + 1, 400];
      const days = [null, ...[-400, ...offsets].map(n => addDays(today, n))];
      const cases = days.flatMap(startsOn => days.map(endsOn => ({ startsOn, endsOn })));
      const { rows } = await sql<{ startsOn: string | null; endsOn: string | null; state: string }>`
        select a.starts_on::text as "startsOn", a.ends_on::text as "endsOn", ${agreementStateOf(sql`a`, today)} as state
        from json_to_recordset(${JSON.stringify(cases.map(c => ({ starts_on: c.startsOn, ends_on: c.endsOn })))})
          a (starts_on date, ends_on date)`.execute(server.db);
      expect(rows).toEqual(cases.map(c => ({ ...c, state: agreementState(c, today) })));
      expect(new Set(rows.map(r => r.state)).size).toBe(4);
    });

    it('narrow the list', async () => {
      const today = localDay(new Date());
      const organisationId = await anOrganisation(server);
      const of = (query: string) => numbers(`organisation=${organisationId}&sort=number&${query}`);
      const whole = { signedOn: today, clauses: ['gender_violence' as const], organisationId };
      await make({ ...whole, number: 'E1', startsOn: '2020-01-01', endsOn: addDays(today, -1) });
      await make({ ...whole, number: 'E2', startsOn: today, endsOn: addDays(today, ALERT_DAYS) });
      await make({ ...whole, number: 'E3', startsOn: today, clauses: ['insurance'] });
      const last = await make({ ...whole, number: 'E4', startsOn: addDays(today, 1), signedOn: null });
      await sql`insert into agreement_files (agreement_id, name, size, content_type, sha256, storage_key, uploaded_by)
        select id, 'a.pdf', 1, 'application/pdf', '\\x00', 'agreements/x', ${userIdOf(PEOPLE.admin)}
        from agreements where organisation_id = ${organisationId} and number <> 'E2'`.execute(server.db);
      expect(await of('state=ended')).toEqual(['E1']);
      expect(await of('state=ending')).toEqual(['E2']);
      expect(await of('state=current')).toEqual(['E3']);
      expect(await of('state=future')).toEqual(['E4']);
      expect(await of('state=open')).toEqual(['E2', 'E3', 'E4']);
      expect(await of('lack=file')).toEqual(['E2']);
      expect(await of('lack=clause')).toEqual(['E3']);
      expect(await of('lack=signed')).toEqual(['E4']);
      expect(await of('lack=any')).toEqual(['E2', 'E3', 'E4']);
      expect(await of('lack=any&state=ending')).toEqual(['E2']);
      expect((await read(last.id)).lacks).toEqual(['signed']);
      const bare = await make();
      expect(bare.lacks).toEqual(['file', 'signed', 'start', 'clause']);
      expect(bare.state).toBe('current');
      for (const wrong of ['state=gone', 'lack=all', 'organisation=1'])
        expect((await office.get(`/agreements?${wrong}`)).status).toBe(400);
    });

    it('those without an end stand last in both directions', async () => {
      const organisationId = await anOrganisation(server);
      await make({ organisationId, number: 'O1' });
      await make({ organisationId, number: 'O2', endsOn: '2030-01-01' });
      await make({ organisationId, number: 'O3', endsOn: '2029-01-01' });
      expect(await numbers(`organisation=${organisationId}`)).toEqual(['O3', 'O2', 'O1']);
      expect(await numbers(`organisation=${organisationId}&sort=-endsOn`)).toEqual(['O2', 'O3', 'O1']);
    });
  });

  describe('are read', () => {
    let of: Agreement;
    let foreign: Agreement;
    beforeAll(async () => {
      const merged = await anOrganisation(server, 'Socia de Camila');
      const kept = await anOrganisation(server, 'Socia que quedó');
      of = await make({ organisationId: kept });
      foreign = await make();
      const { id } = await insertProject(server.db, {
        ...{ title: 'Con socia', code: 'PAC-2026-7001', lead_id: userIdOf(PEOPLE.academic) },
        school_id: schoolIdOf('ENF'),
      });
      await server.db
        .insertInto('project_partners')
        .values({ project_id: id, organisation_id: merged })
        .execute();
      await mergeInto(server, merged, kept);
    });
    const sees = async (who: keyof Clients) => {
      const [single, ids] = await Promise.all([
        clients[who].get(`/agreements/${of.id}`),
        list('', clients[who]).then(rows => rows.map(r => r.id)),
      ]);
      expect(single.status).toBe(ids.includes(of.id) ? 200 : 404);
      expect(ids).not.toContain(foreign.id);
      expect((await clients[who].get(`/agreements/${foreign.id}`)).status).toBe(404);
      return ids.includes(of.id);
    };

    it('once a project with the partner was sent by its lead and heads, and by the office', async () => {
      for (const who of ['academic', 'director'] as const)
        expect(await sees(who), 'a draft opens nothing').toBe(false);
      await sql`update projects set submitted_at = now() where code = 'PAC-2026-7001'`.execute(server.db);
      for (const who of ['academic', 'director', 'dean'] as const) expect(await sees(who), who).toBe(true);
      for (const who of ['colleague', 'stranger', 'otherDirector', 'otherDean'] as const)
        expect(await sees(who), who).toBe(false);
      expect((await list('')).map(r => r.id)).toEqual(expect.arrayContaining([of.id, foreign.id]));
    });

    it('by nobody who only reviews', async () => {
      expect((await clients.reviewer.get('/agreements')).status).toBe(403);
      expect((await clients.reviewer.get(`/agreements/${of.id}`)).status).toBe(403);
    });

    it('as a file only as far as in the list', async () => {
      const text = async ({ token }: Client) => {
        const headers = { authorization: `Bearer ${token}` };
        return (await server.app.inject({ url: '/api/agreements/export?format=csv', headers })).body;
      };
      expect(await text(clients.academic)).toContain(of.number);
      expect(await text(clients.academic)).not.toContain(foreign.number);
      expect(await text(clients.stranger)).not.toContain(of.number);
      expect(await text(office)).toContain(foreign.number);
    });

    it('but not by other people’s RUTs', async () => {
      const rut = '76086428-5';
      await sql`update organisations set rut = ${rut} where id = ${of.organisation.id}`.execute(server.db);
      expect(await list(`q=${rut}`, clients.academic)).toEqual([]);
    });
  });

  it('the audit names what changed as the screen does, and keeps the number of a deleted one', async () => {
    const row = await make({ number: 'Por auditar' });
    done(await put(row.id, { ...fieldsOf(row), endsOn: '2031-01-01' }));
    done(await office.delete(`/agreements/${row.id}`));
    const entries = await server.db
      .selectFrom('audit')
      .select(['action', 'changes'])
      .where('object_id', '=', row.id)
      .orderBy('id')
      .execute();
    expect(entries.slice(1)).toEqual([
      { action: 'agreement.updated', changes: { ends_on: [null, '2031-01-01'] } },
      { action: 'agreement.deleted', changes: { code: ['Por auditar', null] } },
    ]);
  });
});
