import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { auditOf } from '../../../../test/audit.ts';
import { type Client, clientAs, clientOf } from '../../../../test/client.ts';
import { PEOPLE } from '../../../../test/demo.ts';
import { done } from '../../../../test/factories.ts';
import { addDays, localDay } from '../../../domain/kit/calendar.ts';
import type { Problem } from '../../../domain/kit/problem.ts';
import type { Incident } from './contract.ts';

let server: TestApp;
let office: Client;

beforeAll(async () => {
  server = await startApp();
  office = await clientAs(server, PEOPLE.admin);
});
afterAll(() => server.close());

const AT = '/data-incidents';
const TODAY = localDay(new Date());
const FIELDS = {
  ...{ title: 'Planilla enviada a otra lista', detectedOn: TODAY, happenedOn: addDays(TODAY, -1) },
  ...{ natures: ['confidentiality'], description: 'Se envió a quien no correspondía.', risk: 'unknown' },
  ...{ dataConcerned: 'Nombres y correos de participantes', special: [], people: null },
};
const WHOLE = {
  ...{ ...FIELDS, special: ['financial', 'sensitive', 'financial'], people: 40, risk: 'some' },
  ...{ effects: 'Correos conocidos por terceros', measures: 'Se pidió borrar el mensaje' },
  ...{ agencyToldOn: TODAY, agencyReference: 'Folio 12', peopleToldOn: TODAY, peopleToldHow: 'Por correo' },
};
const make = async (more: object = {}) => done(await office.post<Incident>(AT, { ...FIELDS, ...more }));
const put = (row: Incident, change: object) =>
  office.put<Incident & Problem>(`${AT}/${row.id}`, { ...FIELDS, updatedAt: row.updatedAt, ...change });
const move = (row: Incident, step: 'closing' | 'reopening', more: object = {}) =>
  office.post<Incident & Problem>(`${AT}/${row.id}/${step}`, { updatedAt: row.updatedAt, ...more });
const list = async (query: string) =>
  done(await office.get<{ rows: Incident[]; total: number }>(`${AT}?${query}`));

describe('the register of incidents', () => {
  it('is the office’s alone', async () => {
    const row = await make();
    const asked = (who: Client) =>
      Promise.all([
        who.get(AT),
        who.get(`${AT}/export?format=csv`),
        who.get(`${AT}/${row.id}`),
        who.post(AT, FIELDS),
        who.put(`${AT}/${row.id}`, { ...FIELDS, updatedAt: row.updatedAt }),
        who.post(`${AT}/${row.id}/closing`, { updatedAt: row.updatedAt }),
        who.post(`${AT}/${row.id}/reopening`, { updatedAt: row.updatedAt, reason: 'Faltaba algo más' }),
      ]);
    const statuses = async (who: Client) => [...new Set((await asked(who)).map(a => a.status))];
    for (const mail of [PEOPLE.academic, PEOPLE.director, PEOPLE.dean, PEOPLE.reviewer])
      expect(await statuses(await clientAs(server, mail))).toEqual([403]);
    expect(await statuses(clientOf(server.url, ''))).toEqual([401]);
    expect(done(await office.get<Incident>(`${AT}/${row.id}`))).toEqual(row);
  });

  it('numbers those of a year without a gap, also several at once', async () => {
    const first = await make();
    const year = TODAY.slice(0, 4);
    expect(first.code).toMatch(new RegExp(`^ID-${year}-\\d{4}$`));
    const numberOf = ({ code }: Incident) => Number(code.slice(-4));
    const several = await Promise.all(Array.from({ length: 5 }, () => make()));
    expect(several.map(numberOf).sort((a, b) => a - b)).toEqual(
      [1, 2, 3, 4, 5].map(n => numberOf(first) + n),
    );
    // What is refused takes none.
    expect((await office.post(AT, { ...FIELDS, natures: [] })).status).toBe(400);
    expect(numberOf(await make())).toBe(numberOf(first) + 6);
  });

  it('keeps every field, each choice once', async () => {
    const row = await make(WHOLE);
    expect(row).toMatchObject({ ...WHOLE, special: ['sensitive', 'financial'], state: 'open', gaps: [] });
    expect(row.updatedBy).toBe('Beatriz Navarrete Olea');
    const same = await put(row, WHOLE);
    expect(done(same)).toEqual(row);
    const next = done(await put(row, { ...WHOLE, people: 41, effects: 'Ninguno más' }));
    expect(next).toMatchObject({ people: 41, effects: 'Ninguno más' });
    const entries = await auditOf(server, row.id);
    expect(entries.map(e => [e.action, e.object_type])).toEqual([
      ['dataIncident.created', 'dataIncident'],
      ['dataIncident.updated', 'dataIncident'],
    ]);
    expect(entries[1]?.changes).toEqual({ people: [40, 41], effects: [null, null] });
    expect(JSON.stringify(entries)).not.toMatch(/Planilla|correspondía|Nombres|Folio|correo/);
    const told = done(
      await office.get<{ rows: { object: object; changes: object[] }[] }>('/audit?object=dataIncident'),
    );
    expect(told.rows[0]?.object).toMatchObject({
      type: 'dataIncident',
      name: expect.stringContaining('ID-'),
    });
  });

  it.for<[object, string, string]>([
    [{ title: ' ' }, 'title', 'Escribe al menos 3 caracteres.'],
    [{ title: 'x'.repeat(201) }, 'title', 'Escribe como máximo 200 caracteres.'],
    [{ detectedOn: null }, 'detectedOn', 'Este campo es obligatorio.'],
    [{ detectedOn: '2026-02-30' }, 'detectedOn', 'Escribe una fecha válida (dd-mm-aaaa).'],
    [{ happenedOn: addDays(TODAY, 1) }, 'happenedOn', 'No puede haber ocurrido después de que se detectó.'],
    [{ natures: [] }, 'natures', 'Agrega al menos 1.'],
    [{ natures: ['theft'] }, 'natures.0', 'Elige una de las opciones.'],
    [{ description: 'Corto' }, 'description', 'Escribe al menos 10 caracteres.'],
    [{ dataConcerned: '' }, 'dataConcerned', 'Escribe al menos 3 caracteres.'],
    [{ special: ['secret'] }, 'special.0', 'Elige una de las opciones.'],
    [{ people: -1 }, 'people', 'El valor mínimo es 0.'],
    [{ risk: 'high' }, 'risk', 'Elige una de las opciones.'],
    [{ agencyToldOn: addDays(TODAY, -1) }, 'agencyToldOn', 'No puede ser antes de que se detectó.'],
    [{ peopleToldOn: addDays(TODAY, -1) }, 'peopleToldOn', 'No puede ser antes de que se detectó.'],
    [{ measures: 'x'.repeat(4001) }, 'measures', 'Escribe como máximo 4000 caracteres.'],
  ])('refuses %j at its field', async ([wrong, path, message]) => {
    const made = await office.post<Problem>(AT, { ...FIELDS, ...wrong });
    expect([made.status, made.body.errors]).toEqual([400, [{ path, message }]]);
    const row = await make();
    expect((await put(row, wrong)).body.errors).toEqual([{ path, message }]);
  });

  it('refuses what is not as its reader saw it, and tells what is stored', async () => {
    const row = await make(WHOLE);
    const next = done(await put(row, { ...WHOLE, people: 50 }));
    for (const stale of [await put(row, WHOLE), await move(row, 'closing')])
      expect([stale.status, stale.body]).toEqual([
        409,
        expect.objectContaining({ code: 'conflict', extra: { stored: next } }),
      ]);
    const gone = { ...row, id: crypto.randomUUID() };
    expect((await put(gone, WHOLE)).status).toBe(404);
    expect((await move(gone, 'closing')).status).toBe(404);
  });

  it('closes one that lacks nothing, which changes only once it is open again', async () => {
    const row = await make({ risk: 'some', special: ['minors'] });
    const refused = await move(row, 'closing');
    expect(refused.status).toBe(422);
    expect(refused.body.detail).toBe(`Todavía no se puede cerrar. ${row.gaps.join(' ')}`);
    expect(refused.body).toMatchObject({ extra: { gaps: row.gaps } });
    expect(row.gaps).toHaveLength(4);

    const ready = done(await put(row, WHOLE));
    const closed = done(await move(ready, 'closing'));
    expect(closed).toMatchObject({ state: 'closed', closedBy: 'Beatriz Navarrete Olea', gaps: [] });
    const frozen = await put(closed, { ...WHOLE, people: 1 });
    expect([frozen.status, frozen.body.detail]).toEqual([
      422,
      'El incidente está cerrado: reábrelo para cambiarlo.',
    ]);
    expect((await move(closed, 'closing')).body.detail).toBe('El incidente ya está cerrado.');
    const short = await move(closed, 'reopening', { reason: 'Sí' });
    expect(short.body.errors).toEqual([{ path: 'reason', message: 'Escribe al menos 10 caracteres.' }]);

    const reopened = done(await move(closed, 'reopening', { reason: 'Aparecieron más personas' }));
    expect(reopened).toMatchObject({ state: 'open', closedAt: null, closedBy: null });
    expect((await move(reopened, 'reopening', { reason: 'Aparecieron más personas' })).body.detail).toBe(
      'El incidente está abierto.',
    );
    done(await put(reopened, { ...WHOLE, people: 60 }));
    expect((await auditOf(server, row.id)).slice(2).map(e => [e.action, e.changes])).toEqual([
      ['dataIncident.close', {}],
      ['dataIncident.reopen', { reason: [null, 'Aparecieron más personas'] }],
      ['dataIncident.updated', { people: [40, 60] }],
    ]);
  });

  it('deletes none', async () => {
    const row = await make();
    expect((await office.delete(`${AT}/${row.id}`)).status).toBe(404);
    expect(done(await office.get<Incident>(`${AT}/${row.id}`)).id).toBe(row.id);
  });

  it('is searched, narrowed, put in order and taken along as a file', async () => {
    await sql`delete from data_incidents`.execute(server.db);
    const old = await make({
      ...WHOLE,
      title: 'Notebook robado',
      detectedOn: '2026-03-02',
      happenedOn: null,
    });
    const closed = done(await move(done(await put(old, { ...WHOLE, title: 'Notebook robado' })), 'closing'));
    const open = await make({ title: 'Correo áéí' });
    const codes = async (query: string) => (await list(query)).rows.map(r => r.code);
    expect(await codes('state=open')).toEqual([open.code]);
    expect(await codes('state=closed')).toEqual([closed.code]);
    expect(await codes('risk=unknown')).toEqual([open.code]);
    expect(await codes('q=aei')).toEqual([open.code]);
    expect(await codes(`q=${closed.code.toLowerCase()}`)).toEqual([closed.code]);
    expect(await codes('sort=title')).toEqual([open.code, closed.code]);
    expect(await codes('sort=code')).toEqual([closed.code, open.code]);
    const file = await fetch(`${server.url}/api${AT}/export?format=csv&state=closed`, {
      headers: { authorization: `Bearer ${office.token}` },
    });
    expect(file.headers.get('content-disposition')).toContain(`incidentes-${TODAY}.csv`);
    const [names = '', first = ''] = (await file.text()).replace('\uFEFF', '').split('\r\n');
    expect(names).toBe(
      'codigo;titulo;estado;detectado;ocurrido;que_paso;descripcion;datos;datos_especiales;personas;efectos;medidas;' +
        'riesgo;agencia_comunicada;agencia_referencia;personas_comunicadas;personas_como;por_que_no_se_comunico;' +
        'le_falta;cerrado;cerrado_por;actualizado;actualizado_por',
    );
    for (const words of [
      closed.code,
      'Cerrado',
      'Con riesgo para las personas',
      'Folio 12',
      'Datos sensibles',
    ])
      expect(first).toContain(words);
  });
});
