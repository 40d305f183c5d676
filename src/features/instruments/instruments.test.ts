import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { describeCatalogue } from '../../../test/catalogue.ts';
import type { Client } from '../../../test/client.ts';
import { type Clients, everybody, PEOPLE, userIdOf } from '../../../test/demo.ts';
import { done } from '../../../test/factories.ts';
import { countWaiting, insertProject } from '../../../test/rows.ts';
import { lit } from '../../db/states.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import type { Question } from '../../domain/surveys/questions.ts';
import type { Instrument, Versions } from './contract.ts';

describeCatalogue({
  path: '/instruments',
  object: 'instrument',
  valid: async (_campus, n) => ({ name: `Instrumento de pruebas ${n}` }),
  change: { name: 'Satisfacción de <b>socios</b>', purpose: 'Para el cierre.\nUna vez al año 🎓' },
  duplicate: ['name', 'Ya hay un instrumento con ese nombre.'],
  activation: false,
  readers: ['Director', 'Dean', 'Academic'],
  wrong: [
    [{ name: '  ' }, 'name', 'Este campo es obligatorio.'],
    [{ name: null }, 'name', 'Este campo es obligatorio.'],
    [{ name: 'x'.repeat(201) }, 'name', 'Escribe como máximo 200 caracteres.'],
    [{ name: 7 }, 'name', 'Escribe un texto.'],
    [{ purpose: 'x'.repeat(1001) }, 'purpose', 'Escribe como máximo 1000 caracteres.'],
    [{ purpose: 'a\u0000' }, 'purpose', 'El texto contiene caracteres no permitidos.'],
  ],
});

const base = { help: '', required: false };
const NOTE: Question = {
  ...{ ...base, kind: 'scale', key: 'nota', text: '¿Qué nota le pones?', from: 1, to: 7 },
  ...{ low: 'Muy mala', high: 'Muy buena' },
};
const ROLE: Question = {
  ...{ ...base, kind: 'choice', key: 'rol', text: 'Tu rol', divides: true },
  options: [
    { value: 'socio', label: 'Socio' },
    { value: 'estudiante', label: 'Estudiante' },
  ],
};
const IDEAS: Question = { ...base, kind: 'text', key: 'ideas', text: '¿Qué mejorarías? <i>😀</i>' };
const numbered = (n: number): Question => ({ ...base, kind: 'text', key: `p${n}`, text: `Pregunta ${n}` });

let server: TestApp;
let clients: Clients;
let office: Client;
beforeAll(async () => {
  server = await startApp();
  clients = await everybody(server);
  office = clients.admin;
});
afterAll(() => server.close());

const make = async (name = `Instrumento ${randomUUID()}`) =>
  done(await office.post<Instrument>('/instruments', { name }));
const read = async (id: string, who = office) => done(await who.get<Versions>(`/instruments/${id}/versions`));
const put = (id: string, updatedAt: string, questions: unknown, who = office) =>
  who.put<Versions & Problem>(`/instruments/${id}/questions`, { questions, updatedAt });
/** Written over whatever is stored. */
const write = async (id: string, questions: readonly Question[]) =>
  done(await put(id, (await read(id)).updatedAt, questions));
/** Sent, as opening a wave does it. */
const freeze = (id: string) =>
  sql`update instrument_versions set frozen_at = now() where instrument_id = ${id} and frozen_at is null`.execute(
    server.db,
  );
const wave = async (id: string, projectId: string | null) =>
  sql`insert into waves (instrument_id, project_id, title, audience, anonymous, last_day, state, created_by)
    values (${id}, ${projectId}, 'Cierre', 'partners', true, '2027-01-01', ${lit.wave('draft')},
      ${userIdOf(PEOPLE.admin)})`.execute(server.db);
const audited = async (id: string) =>
  server.db
    .selectFrom('audit')
    .select('changes')
    .where('object_id', '=', id)
    .where('action', '=', 'instrument.questions')
    .orderBy('id')
    .execute();

describe('an instrument', () => {
  it('begins with an empty first version', async () => {
    const row = await make();
    expect(row).toMatchObject({ version: 1, questions: 0, waves: 0, active: true, purpose: '' });
    expect((await read(row.id)).versions).toEqual([{ number: 1, frozenAt: null, questions: [] }]);
  });

  it('is seen by others once it asks something, while it is in use', async () => {
    const { id } = await make('Solo de la oficina');
    const seen = async (who: Client) => {
      const { rows, total } = done(
        await who.get<{ rows: Instrument[]; total: number }>('/instruments?q=oficina&size=200'),
      );
      const one = await who.get(`/instruments/${id}`);
      const versions = await who.get(`/instruments/${id}/versions`);
      const file = await fetch(`${who.url}/api/instruments/export?format=csv&q=oficina`, {
        headers: { authorization: `Bearer ${who.token}` },
      });
      const inFile = (await file.text()).includes('Solo de la oficina');
      return [rows.map(r => r.id).includes(id), total, inFile, one.status, versions.status];
    };
    const [all, none] = [
      [true, 1, true, 200, 200],
      [false, 0, false, 404, 404],
    ];
    for (const who of [clients.academic, clients.director, clients.dean])
      expect(await seen(who)).toEqual(none);
    await write(id, [NOTE]);
    for (const who of [clients.academic, clients.director, clients.dean])
      expect(await seen(who)).toEqual(all);
    const change = { rows: [{ id, value: false }] };
    expect((await office.post('/instruments/bulk/active', change)).body).toEqual({
      rows: [{ id, before: true, refused: null }],
    });
    expect(await seen(clients.academic)).toEqual(none);
    expect(await seen(office)).toEqual(all);
    const ids = async (state: string) =>
      done(await office.get<{ rows: Instrument[] }>(`/instruments?size=200&state=${state}`)).rows.map(
        r => r.id,
      );
    expect(await ids('inactive')).toContain(id);
    expect(await ids('active')).not.toContain(id);
  });

  it('is kept by the office alone, and read by nobody who only reviews', async () => {
    const row = await make();
    await write(row.id, [NOTE]);
    const { updatedAt } = await read(row.id);
    const change = { rows: [{ id: row.id, value: false }] };
    for (const who of ['academic', 'director', 'dean', 'reviewer'] as const) {
      expect((await put(row.id, updatedAt, [], clients[who])).status, who).toBe(403);
      expect((await clients[who].post('/instruments/bulk/active', change)).status, who).toBe(403);
    }
    for (const path of ['', `/${row.id}`, `/${row.id}/versions`, '/export?format=csv'])
      expect((await clients.reviewer.get(`/instruments${path}`)).status, path).toBe(403);
    expect((await read(row.id)).versions[0]?.questions).toEqual([NOTE]);
  });

  it('counts the waves that the reader manages, and is not deleted while it has one', async () => {
    const row = await make();
    await write(row.id, [NOTE]);
    const lead = userIdOf(PEOPLE.academic);
    const { id: project } = await insertProject(server.db, { title: 'Con encuesta', lead_id: lead });
    await wave(row.id, project);
    await wave(row.id, null);
    const waves = async (who: Client) => done(await who.get<Instrument>(`/instruments/${row.id}`)).waves;
    expect([await waves(office), await waves(clients.academic), await waves(clients.stranger)]).toEqual([
      2, 1, 0,
    ]);
    const alternate_id = userIdOf(PEOPLE.stranger);
    await server.db.updateTable('projects').set({ alternate_id }).where('id', '=', project).execute();
    expect(await waves(clients.stranger)).toBe(1);
    const refused = await office.delete(`/instruments/${row.id}`);
    expect(refused.body.detail).toBe(
      'No se puede eliminar porque todavía se usa en 2 encuestas. Puedes desactivarlo.',
    );
  });
});

describe('its questions', () => {
  it('are stored as they are sent, counted, and audited by numbers alone', async () => {
    const { id } = await make();
    const saved = await write(id, [NOTE, ROLE, IDEAS]);
    expect(saved.versions).toEqual([{ number: 1, frozenAt: null, questions: [NOTE, ROLE, IDEAS] }]);
    expect(saved.updatedBy).toBe('Beatriz Navarrete Olea');
    expect(await read(id, clients.academic)).toEqual(saved);
    expect(done(await office.get<Instrument>(`/instruments/${id}`))).toMatchObject({
      ...{ version: 1, questions: 3, updatedAt: saved.updatedAt },
    });
    expect(await audited(id)).toEqual([{ changes: { version: [1, 1], questions: [0, 3] } }]);
  });

  it('that did not change write nothing', async () => {
    const { id } = await make();
    const saved = await write(id, [ROLE]);
    const { key, ...rest } = ROLE;
    expect(done(await put(id, saved.updatedAt, [{ ...rest, key }]))).toEqual(saved);
    expect(await audited(id)).toHaveLength(1);
  });

  it('once sent stay as they were: a new version follows', async () => {
    const { id } = await make();
    await write(id, [NOTE, ROLE]);
    await freeze(id);
    const same = await write(id, [NOTE, ROLE]);
    expect(same.versions.map(v => v.number)).toEqual([1]);
    const after = await write(id, [NOTE]);
    expect(after.versions.map(v => [v.number, v.frozenAt !== null, v.questions])).toEqual([
      [2, false, [NOTE]],
      [1, true, [NOTE, ROLE]],
    ]);
    const again = await write(id, [NOTE, IDEAS]);
    expect(again.versions.map(v => v.questions.length)).toEqual([2, 2]);
    expect((await audited(id)).map(a => a.changes)).toEqual([
      { version: [1, 1], questions: [0, 2] },
      { version: [1, 2], questions: [2, 1] },
      { version: [2, 2], questions: [1, 2] },
    ]);
    expect(done(await office.get<Instrument>(`/instruments/${id}`))).toMatchObject({
      ...{ version: 2, questions: 2 },
    });
  });

  it('are refused on top of a newer save, with what is stored', async () => {
    const { id, updatedAt } = await make();
    const saved = done(await put(id, updatedAt, [NOTE]));
    const stale = await put(id, updatedAt, [IDEAS]);
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({ code: 'conflict', extra: { stored: saved } });
    expect(await read(id)).toEqual(saved);
  });

  it('of two saves at the same moment are those of one', async () => {
    const { id, updatedAt } = await make();
    const all = await Promise.all([NOTE, ROLE, IDEAS].map(q => put(id, updatedAt, [q])));
    expect(all.map(a => a.status).toSorted()).toEqual([200, 409, 409]);
    const won = all.find(a => a.status === 200)?.body;
    expect(await read(id)).toEqual(won);
    expect(await audited(id)).toHaveLength(1);
  });

  it('of two saves after a sending make one new version', async () => {
    const { id } = await make();
    await write(id, [NOTE]);
    await freeze(id);
    const { updatedAt } = await read(id);
    const all = await Promise.all([ROLE, IDEAS].map(q => put(id, updatedAt, [q])));
    expect(all.map(a => a.status).toSorted()).toEqual([200, 409]);
    expect((await read(id)).versions.map(v => v.number)).toEqual([2, 1]);
  });

  it('saved while the version is being sent become the next one', async () => {
    const { id } = await make();
    const { updatedAt } = await write(id, [NOTE]);
    const { sent } = await server.db.transaction().execute(async tx => {
      await sql`select from instruments where id = ${id} for update`.execute(tx);
      const answer = put(id, updatedAt, [NOTE, IDEAS]);
      await expect.poll(() => countWaiting(server.db)).toBe(1);
      await sql`update instrument_versions set frozen_at = now() where instrument_id = ${id}`.execute(tx);
      return { sent: answer };
    });
    const { versions } = done(await sent);
    expect(versions.map(v => [v.number, v.frozenAt !== null, v.questions.length])).toEqual([
      [2, false, 2],
      [1, true, 1],
    ]);
  });

  it('of what is not there, or of no id, are not found', async () => {
    const { updatedAt } = await make();
    expect((await put(randomUUID(), updatedAt, [NOTE])).status).toBe(404);
    expect((await put('1', updatedAt, [NOTE])).status).toBe(400);
    expect((await office.get(`/instruments/${randomUUID()}/versions`)).status).toBe(404);
  });

  const options = (...labels: string[]) => labels.map((label, n) => ({ value: `o${n}`, label }));
  const KEY = 'Usa minúsculas, números y guion bajo, y comienza con una letra.';
  it.each([
    ['no text', [{ ...NOTE, text: ' ' }], '0.text', 'Este campo es obligatorio.'],
    [
      'a text too long',
      [{ ...NOTE, text: 'x'.repeat(501) }],
      '0.text',
      'Escribe como máximo 500 caracteres.',
    ],
    [
      'a text of nothing',
      [{ ...NOTE, text: 'a\u0000' }],
      '0.text',
      'El texto contiene caracteres no permitidos.',
    ],
    ['help too long', [{ ...NOTE, help: 'x'.repeat(501) }], '0.help', 'Escribe como máximo 500 caracteres.'],
    ['a key in words', [NOTE, { ...IDEAS, key: 'Mis ideas' }], '1.key', KEY],
    ['HTML as a key', [{ ...IDEAS, key: '<b>' }], '0.key', KEY],
    ['an emoji as a key', [{ ...IDEAS, key: '😀' }], '0.key', KEY],
    ['a key too long', [{ ...IDEAS, key: 'x'.repeat(41) }], '0.key', KEY],
    ['a key twice', [NOTE, { ...IDEAS, key: 'nota' }], '1.key', 'Otra pregunta tiene esta clave.'],
    ['a scale of one', [{ ...NOTE, to: 1 }], '0.to', 'El valor mínimo es 2.'],
    ['a scale too long', [{ ...NOTE, to: 11 }], '0.to', 'El valor máximo es 10.'],
    ['a broken scale', [{ ...NOTE, to: 4.5 }], '0.to', 'Escribe un número entero.'],
    ['a long end', [{ ...NOTE, low: 'x'.repeat(81) }], '0.low', 'Escribe como máximo 80 caracteres.'],
    ['one option', [{ ...ROLE, options: options('Sí') }], '0.options', 'Agrega al menos dos opciones.'],
    [
      'too many options',
      [{ ...ROLE, options: options(...Array.from({ length: 21 }, (_, n) => `Opción ${n}`)) }],
      ...(['0.options', 'Agrega como máximo 20.'] as const),
    ],
    [
      'an option twice',
      [{ ...ROLE, options: options('Sí', 'SÍ') }],
      ...(['0.options.1.label', 'Otra opción dice lo mismo.'] as const),
    ],
    [
      'an option without words',
      [{ ...ROLE, options: options('Sí', '') }],
      ...(['0.options.1.label', 'Este campo es obligatorio.'] as const),
    ],
    [
      'two that divide',
      [ROLE, { ...ROLE, key: 'otro' }],
      ...(['1.divides', 'Los resultados se separan por una sola pregunta.'] as const),
    ],
    ['61 of them', Array.from({ length: 61 }, (_, n) => numbered(n)), '', 'Agrega como máximo 60.'],
  ])('with %s are refused at their field, and nothing is stored', async (_what, wrong, path, message) => {
    const { id, updatedAt } = await make();
    const { status, body } = await put(id, updatedAt, wrong);
    expect(body.errors).toContainEqual({ path: path ? `questions.${path}` : 'questions', message });
    expect(status).toBe(400);
    expect((await read(id)).versions[0]?.questions).toEqual([]);
  });

  it.each([
    ['of no kind', [{ ...IDEAS, kind: 'photo' }]],
    ['that are none', 'todas'],
    ['missing', undefined],
  ])('%s are refused', async (_what, wrong) => {
    const { id, updatedAt } = await make();
    expect((await put(id, updatedAt, wrong)).status).toBe(400);
  });

  it('may be as many and as long as is allowed', async () => {
    const { id } = await make();
    const longest = (n: number): Question => ({
      ...{ key: `p${n}`, text: 'ñ'.repeat(500), help: 'ñ'.repeat(500), required: true, kind: 'multiple' },
      options: Array.from({ length: 20 }, (_, o) => ({
        value: `${'o'.repeat(37)}_${o}`,
        label: `${'ñ'.repeat(198)}${o}`,
      })),
    });
    const all = Array.from({ length: 60 }, (_, n) => longest(n));
    const size = Buffer.byteLength(JSON.stringify(all));
    expect(size).toBeGreaterThan(512 * 1024);
    expect((await write(id, all)).versions[0]?.questions).toEqual(all);
  });
});
