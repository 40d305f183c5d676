import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { countedWave, type SeededWave, seedInstrument } from '../../../../test/counted-wave.ts';
import { type Clients, everybody, nursing, PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { approvedPacs } from '../../../../test/execution.ts';
import { type Created, done } from '../../../../test/factories.ts';
import type { AnswerData } from '../../../domain/surveys/answers.ts';
import type { Series } from './contract.ts';

const questions = (to: number): SeededWave['questions'] => [
  { key: 'nota', text: `Nota hasta ${to}`, kind: 'scale', from: 1, to },
  { key: 'idea', text: 'Ideas', kind: 'text' },
];
const many = (n: number, nota: string): AnswerData[] => Array.from({ length: n }, () => ({ nota }));

let server: TestApp;
let as: Clients;
let project: Created;
let instrument: string;

beforeAll(async () => {
  server = await startApp();
  as = await everybody(server);
  project = await approvedPacs(server, as.academic, await nursing(as.academic));
  instrument = await seedInstrument(server.db, 'Satisfacción');
  const wave = (to: number, openedAt: string, answers: AnswerData[], more: Partial<SeededWave> = {}) =>
    countedWave(server.db, {
      ...{ instrument, questions: questions(to), answers, openedAt, project: project.id },
      ...{ by: userIdOf(PEOPLE.academic) },
      ...more,
    });
  await wave(5, '2024-05-02T12:00:00Z', many(6, '4'));
  // Still the last evening of 2024 in Chile.
  await wave(5, '2025-01-01T02:00:00Z', [...many(4, '2'), { idea: 'Nada' }], { audience: 'students' });
  await wave(5, '2025-06-02T12:00:00Z', many(5, '5'));
  await wave(7, '2026-03-02T12:00:00Z', many(8, '7'));
  // Of these nothing is told.
  await wave(7, '2026-03-03T12:00:00Z', many(4, '1'));
  await wave(7, '2026-03-04T12:00:00Z', many(9, '1'), { state: 'closed' });
  // The office's.
  await wave(7, '2026-03-05T12:00:00Z', many(5, '3'), { project: null });
});
afterAll(() => server.close());

const read = async (who: keyof Clients, query = '') =>
  done(await as[who].get<Series>(`/instruments/${instrument}/series${query}`));
const shown = ({ series }: Series) =>
  series.map(({ key, lines }) => [
    key,
    lines.map(l => l.points.map(p => [p.year, p.waves, p.answers, p.counts])),
  ]);

describe('what an instrument came to over the years', () => {
  it('is a line for each scale, the year as in Chile, of waves of five answers at least', async () => {
    const found = await read('academic');
    expect(found).toMatchObject({ instrument: 'Satisfacción', project: null, waves: 4, answers: 24 });
    expect(shown(found)).toEqual([
      [
        'nota',
        [
          [
            [2024, 2, 10, { '4': 6, '2': 4 }],
            [2025, 1, 5, { '5': 5 }],
          ],
          [[2026, 1, 8, { '7': 8 }]],
        ],
      ],
    ]);
    expect(found.series[0]?.lines.map(l => l.question.text)).toEqual(['Nota hasta 5', 'Nota hasta 7']);
  });

  it('is narrowed to a project and to whom it was sent', async () => {
    expect(await read('admin')).toMatchObject({ waves: 5, project: null });
    const narrowed = await read('admin', `?project=${project.id}`);
    expect(narrowed).toMatchObject({
      waves: 4,
      project: { code: project.code, title: 'Autocuidado en Los Cóndores' },
    });
    expect(await read('admin', '?audience=students')).toMatchObject({ waves: 1, answers: 5 });
    expect(await read('admin', '?audience=attendees')).toMatchObject({ waves: 0, answers: 0, series: [] });
  });

  it('is of what the reader may see', async () => {
    const waves = async (who: keyof Clients) => (await read(who, `?project=${project.id}`)).waves;
    expect(await Promise.all((['director', 'dean', 'academic'] as const).map(waves))).toEqual([4, 4, 4]);
    for (const who of ['stranger', 'otherDirector', 'otherDean'] as const)
      expect(await read(who, `?project=${project.id}`)).toMatchObject({ waves: 0, project: null });
    expect((await as.reviewer.get(`/instruments/${instrument}/series`)).status).toBe(403);
  });

  it('is not found where there is no such instrument', async () => {
    const path = '/instruments/019a0000-0000-7000-8000-000000000000/series';
    expect((await as.admin.get(path)).status).toBe(404);
    expect((await as.admin.get(`${path}/export?format=csv`)).status).toBe(404);
  });

  it('leaves as a table, scales told apart', async () => {
    const answer = await fetch(
      `${server.url}/api/instruments/${instrument}/series/export?format=csv&audience=partners`,
      { headers: { authorization: `Bearer ${as.academic.token}` } },
    );
    const [head, ...lines] = (await answer.text()).replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(head).toBe(
      'pregunta;clave;escala;anio;encuestas;respondieron;promedio;respuesta;cantidad;porcentaje',
    );
    expect(lines).toHaveLength(5 + 5 + 7);
    expect(lines).toContain('Nota hasta 5;nota;1 a 5;2024;1;6;4;4;6;100');
    expect(lines).toContain('Nota hasta 7;nota;1 a 7;2026;1;8;7;7;8;100');
  });
});
