import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { countedWave, type SeededWave, seedInstrument } from '../../../../test/counted-wave.ts';
import { type Clients, everybody, nursing, PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { approvedPacs } from '../../../../test/execution.ts';
import { type Created, done } from '../../../../test/factories.ts';
import type { AnswerData } from '../../../domain/surveys/answers.ts';
import type { NamedAnswer, Results } from './contract.ts';

const option = (value: string, label: string) => ({ value, label });
const QUESTIONS: SeededWave['questions'] = [
  {
    ...{ key: 'genero', text: 'Género', kind: 'choice', divides: true },
    options: [option('m', 'Mujeres'), option('v', 'Varones'), option('o', 'otras')],
  },
  { key: 'nota', text: '¿Qué nota le pones?', kind: 'scale', from: 1, to: 7 },
  {
    ...{ key: 'medios', text: '¿Cómo supiste?', kind: 'multiple' },
    options: [option('r', 'Radio'), option('w', 'Web')],
  },
  { key: 'idea', text: '¿Qué mejorarías?', kind: 'text' },
];
const many = (n: number, data: AnswerData): AnswerData[] => Array.from({ length: n }, () => data);
const ANSWERS: AnswerData[] = [
  ...many(6, { genero: 'm', nota: '7', medios: ['r', 'w'] }),
  ...many(4, { genero: 'v', nota: '5', medios: ['w'] }),
  ...many(2, { genero: 'o', nota: '1' }),
  { genero: 'm', idea: 'Más talleres; "pronto"' },
  { genero: 'm', idea: 'Menos papeles' },
];

let server: TestApp;
let as: Clients;
let project: Created;
let instrument: string;

beforeAll(async () => {
  server = await startApp();
  as = await everybody(server);
  project = await approvedPacs(server, as.academic, await nursing(as.academic));
  instrument = await seedInstrument(server.db, 'Satisfacción');
});
afterAll(() => server.close());

const wave = (more: Partial<SeededWave> = {}) =>
  countedWave(server.db, {
    ...{ instrument, questions: QUESTIONS, answers: ANSWERS, project: project.id },
    ...{ by: userIdOf(PEOPLE.academic) },
    ...more,
  });
const results = async (id: string) => done(await as.academic.get<Results>(`/waves/${id}/results`));
const file = async (path: string, who = as.academic) => {
  const answer = await fetch(`${server.url}/api${path}/export?format=csv`, {
    headers: { authorization: `Bearer ${who.token}` },
  });
  const lines = (await answer.text()).replace('\uFEFF', '').trimEnd().split('\r\n');
  return { status: answer.status, lines };
};

describe('what a survey came to', () => {
  it('is all of it, then its parts with their words', async () => {
    const found = await results(await wave());
    expect(found).toMatchObject({ answers: 14, invited: 17, declined: 0, comments: { idea: 2 } });
    expect(found.questions.map(q => q.key)).toEqual(['genero', 'nota', 'medios', 'idea']);
    expect(found.parts.map(p => [p.label, p.answers])).toEqual([
      ['', 14],
      ['Mujeres', 8],
      ['Varones y otras', 6],
    ]);
    const [whole, women] = found.parts;
    expect(whole?.tallies.nota).toEqual(
      expect.arrayContaining([
        { value: '7', count: 6 },
        { value: '5', count: 4 },
        { value: '1', count: 2 },
        { value: '', count: 2 },
      ]),
    );
    expect(women?.tallies.nota).toHaveLength(2);
    expect(whole?.tallies.idea).toBeUndefined();
  });

  it('names who did not say what divides', async () => {
    const answers = [...many(7, { genero: 'v', nota: '3' }), ...many(5, { nota: '4' })];
    expect((await results(await wave({ answers }))).parts.map(p => [p.label, p.answers])).toEqual([
      ['', 12],
      ['Varones', 7],
      ['Sin respuesta', 5],
    ]);
  });

  it('is nothing of fewer than five, by whatever door', async () => {
    const id = await wave({ answers: ANSWERS.slice(-4), anonymous: false });
    expect(await results(id)).toMatchObject({ answers: 4, parts: [], comments: {} });
    expect((await as.academic.get(`/waves/${id}/comments`)).body).toEqual({ rows: [], total: 0 });
    expect((await file(`/waves/${id}/results`)).lines).toHaveLength(1);
    expect((await file(`/waves/${id}/comments`)).lines).toHaveLength(1);
  });

  it.each([
    ['open', 'sigue abierta'],
    ['closed', 'se están contando'],
    ['draft', 'todavía no se envía'],
  ] as const)('is refused while the survey is %s, in words', async (state, words) => {
    const id = await wave({ state });
    for (const path of ['results', 'comments']) {
      const { status, body } = await as.academic.get(`/waves/${id}/${path}`);
      expect([status, body.code]).toEqual([422, 'rule']);
      expect(body.detail).toContain(words);
      expect((await file(`/waves/${id}/${path}`)).status).toBe(422);
    }
  });

  it('leaves as a table: every value, of all of it and of each part', async () => {
    const { lines } = await file(`/waves/${await wave()}/results`);
    expect(lines[0]).toBe('pregunta;clave;parte;respuesta;cantidad;porcentaje;respondieron');
    expect(lines).toContain('Género;genero;Todas las respuestas;Mujeres;8;57,14;14');
    expect(lines).toContain('¿Qué nota le pones?;nota;Varones y otras;5;4;66,67;6');
    expect(lines).toContain('¿Qué nota le pones?;nota;Mujeres;2;0;0;6');
    expect(lines).toContain('¿Qué nota le pones?;nota;Mujeres;Sin respuesta;2;;6');
    expect(lines.filter(line => line.includes(';idea;'))).toEqual([]);
  });
});

describe('comments', () => {
  it('come in pages, by an id that tells nothing, and are not searched', async () => {
    const answers = Array.from({ length: 30 }, (_, n) => ({ idea: `Idea ${n}` }));
    const id = await wave({ answers });
    type Page = { rows: { id: string; text: string }[]; total: number };
    const page = async (query: string) => done(await as.academic.get<Page>(`/waves/${id}/comments?${query}`));
    const first = await page('question=idea&size=20');
    const second = await page('question=idea&size=20&page=2');
    expect([first.total, first.rows.length, second.rows.length]).toEqual([30, 20, 10]);
    const all = [...first.rows, ...second.rows];
    expect(new Set(all.map(c => c.text)).size).toBe(30);
    expect(all.map(c => c.id)).toEqual(all.map(c => c.id).toSorted());
    expect(Object.keys(all[0] ?? {})).toEqual(['id', 'text']);
    expect((await page('question=idea&q=Nadie')).total).toBe(30);
    expect((await page('question=nota')).total).toBe(0);
  });

  it('leave as a file with their question, whatever signs they have', async () => {
    const { lines } = await file(`/waves/${await wave()}/comments`);
    expect(lines.toSorted()).toEqual(
      [
        'pregunta;comentario',
        '¿Qué mejorarías?;"Más talleres; ""pronto"""',
        '¿Qué mejorarías?;Menos papeles',
      ].toSorted(),
    );
  });
});

describe('answers with names', () => {
  type Page = { rows: NamedAnswer[]; total: number };
  it('are told in words to who manages the survey, also while it is open', async () => {
    for (const state of ['open', 'ready'] as const) {
      const id = await wave({ anonymous: false, state });
      const { rows, total } = done(await as.academic.get<Page>(`/waves/${id}/answers?size=50`));
      expect(total).toBe(14);
      expect(rows[0]).toMatchObject({
        ...{ name: 'Persona 1', email: 'persona1@socio.example', answeredAt: '2026-03-03T12:01:00.000Z' },
        answers: { genero: 'Mujeres', nota: '7', medios: 'Radio, Web', idea: '' },
      });
      const found = done(await as.academic.get<Page>(`/waves/${id}/answers?q=persona11`));
      expect(found.rows.map(r => r.name)).toEqual(['Persona 11']);
    }
  });

  it('leave as a file with a column for each question', async () => {
    const { lines } = await file(`/waves/${await wave({ anonymous: false })}/answers`);
    expect(lines[0]).toBe('nombre;correo;respondida;p_genero;p_nota;p_medios;p_idea');
    expect(lines).toHaveLength(15);
    expect(lines).toContainEqual(
      expect.stringMatching(/^Persona 7;persona7@socio\.example;.*;Varones;5;Web;$/),
    );
  });

  it('are of no anonymous survey', async () => {
    const id = await wave();
    await sql`insert into wave_answers (wave_id, anonymous, data) values (${id}, true, '{}')`.execute(
      server.db,
    );
    for (const who of [as.academic, as.admin]) {
      expect((await who.get(`/waves/${id}/answers`)).status).toBe(404);
      expect((await file(`/waves/${id}/answers`, who)).status).toBe(404);
    }
  });
});

describe('who reads what', () => {
  /** `results`, `answers` of a ready one with names, and results of one that was not sent. */
  const READERS = {
    academic: [200, 200, 422],
    colleague: [404, 404, 404],
    stranger: [404, 404, 404],
    director: [200, 404, 404],
    otherDirector: [404, 404, 404],
    dean: [200, 404, 404],
    otherDean: [404, 404, 404],
    reviewer: [403, 403, 403],
    admin: [200, 200, 422],
  } as const;

  it.each(Object.entries(READERS))('%s of a project’s survey', async (who, expected) => {
    const client = as[who as keyof typeof READERS];
    const ready = await wave({ anonymous: false });
    const draft = await wave({ state: 'draft', answers: [] });
    const asked = [`/waves/${ready}/results`, `/waves/${ready}/answers`, `/waves/${draft}/results`];
    const found = await Promise.all(asked.map(async path => (await client.get(path)).status));
    expect(found).toEqual(expected);
    expect((await client.get(`/waves/${ready}/comments`)).status).toBe(expected[0]);
    const files = await Promise.all(asked.map(async path => (await file(path, client)).status));
    expect(files).toEqual(expected);
  });

  it('the alternate as the lead does', async () => {
    await sql`update projects set alternate_id = ${userIdOf(PEOPLE.colleague)} where id = ${project.id}`.execute(
      server.db,
    );
    const id = await wave({ anonymous: false });
    for (const path of ['results', 'comments', 'answers'])
      expect((await as.colleague.get(`/waves/${id}/${path}`)).status).toBe(200);
    await sql`update projects set alternate_id = null where id = ${project.id}`.execute(server.db);
  });

  it('the office alone what is about no project', async () => {
    const id = await wave({ project: null });
    for (const [who, status] of [
      ['admin', 200],
      ['academic', 404],
      ['director', 404],
      ['dean', 404],
    ] as const)
      expect((await as[who].get(`/waves/${id}/results`)).status).toBe(status);
  });
});

describe('whatever was answered', () => {
  const groups = ['a', 'b', 'c', 'd', 'e', 'f'];
  const questions: SeededWave['questions'] = [
    {
      ...{ key: 'grupo', text: 'Grupo', kind: 'choice', divides: true },
      options: groups.map(g => option(g, `G${g}`)),
    },
    { key: 'nota', text: 'Nota', kind: 'scale', from: 0, to: 2 },
  ];
  const answer = fc.record(
    { grupo: fc.constantFrom('a', 'a', 'a', ...groups), nota: fc.constantFrom('0', '1', '2') },
    { requiredKeys: [] },
  );
  /** Who is in a part, as its words say. */
  const within = (label: string, answers: readonly AnswerData[]) => {
    const words = label.split(/, | y | e /);
    const isIn = (data: AnswerData) => words.includes(data.grupo ? `G${data.grupo}` : 'Sin respuesta');
    return new Set(answers.flatMap((data, n) => (label === '' || isIn(data) ? [n] : [])));
  };

  it('no two sets of results differ by one to four people, and none is of fewer than five', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { maxLength: 45 }), async answers => {
        const { parts } = await results(await wave({ questions, answers }));
        if (answers.length < 5) {
          expect(parts).toEqual([]);
          return;
        }
        const sets = parts.map(p => within(p.label, answers));
        expect(sets[0]?.size).toBe(answers.length);
        for (const [n, part] of parts.entries()) {
          expect(part.answers).toBe(sets[n]?.size);
          expect(part.answers).toBeGreaterThanOrEqual(5);
          for (const counts of Object.values(part.tallies))
            expect(counts.reduce((sum, t) => sum + t.count, 0)).toBe(part.answers);
        }
        for (const one of sets)
          for (const other of sets) {
            const apart = [...one, ...other].filter(n => !(one.has(n) && other.has(n))).length;
            expect(apart === 0 || apart >= 5).toBe(true);
          }
      }),
      { numRuns: 60 },
    );
  });
});
