// `node bench/surveys.ts`: a survey of 60 questions with 20 000 answers, divided into 20 parts, and an instrument that was
// sent 200 times in ten years. Over HTTP, one request after the other: the results of the survey and its comments within
// 200 ms at p95, the series of the instrument, which reads 144 000 counts, within 500. Fails when a budget is missed.
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import type { AnswerData } from '../src/domain/surveys/answers.ts';
import { countedWave, type SeededWave, seedInstrument } from '../test/counted-wave.ts';
import { runProgram } from '../test/program.ts';
import { withInstallation } from './installation.ts';
import { tokenOf } from './seed.ts';
import { tell, timesOf } from './timing.ts';

const ANSWERS = 20_000;
const QUESTIONS = 60;
const WAVES = 200;
const OF_A_WAVE = 40;
const YEARS = 10;
const RESULTS_MS = 200;
const SERIES_MS = 500;
const OFFICE = 'beatriz.navarrete@biosur.example';

const OPTIONS = Array.from({ length: 20 }, (_, n) => ({ value: `o${n}`, label: `Opción ${n}` }));
const text = (n: number) => `¿Qué te pareció la parte número ${n} de la actividad?`;
const KINDS = [
  (n: number) => ({ key: `q${n}`, text: text(n), kind: 'choice', options: OPTIONS, divides: n === 0 }),
  (n: number) => ({ key: `q${n}`, text: text(n), kind: 'scale', from: 1, to: 7 }),
  (n: number) => ({ key: `q${n}`, text: text(n), kind: 'multiple', options: OPTIONS.slice(0, 8) }),
  (n: number) => ({ key: `q${n}`, text: text(n), kind: 'scale', from: 0, to: 10 }),
];
const QUESTION_LIST: SeededWave['questions'] = Array.from({ length: QUESTIONS }, (_, n) =>
  n === QUESTIONS - 1 ? { key: 'idea', text: 'Ideas', kind: 'text' } : KINDS[n % KINDS.length]?.(n),
);

/** Spread over all values, and of each question some leave it out. */
function answerOf(person: number): AnswerData {
  const entries = Array.from({ length: QUESTIONS - 1 }, (_, n): [string, string | string[]] | null => {
    const drawn = (person * 7919 + n * 104_729) % 10_007;
    if (drawn % 17 === 0) return null;
    if (n % 4 === 0) return [`q${n}`, `o${drawn % 20}`];
    if (n % 4 === 2) return [`q${n}`, [`o${drawn % 4}`, `o${4 + (drawn % 3)}`]];
    return [`q${n}`, String(n % 4 === 1 ? 1 + (drawn % 7) : drawn % 11)];
  });
  return {
    ...Object.fromEntries(entries.filter(entry => entry !== null)),
    ...(person % 4 === 0 ? { idea: `Una idea de alguien, la número ${person}` } : {}),
  };
}
const answers = (count: number, from: number) => Array.from({ length: count }, (_, n) => answerOf(from + n));

async function seed(db: Database): Promise<{ wave: string; instrument: string }> {
  const { rows } = await sql<{ id: string }>`select id from users where email = ${OFFICE}`.execute(db);
  const by = rows[0]?.id ?? '';
  const name = `Medida ${new Date().toISOString()}`;
  const large = await seedInstrument(db, `${name}, una vez`);
  const often = await seedInstrument(db, `${name}, muchas veces`);
  const common = { questions: QUESTION_LIST, by };
  const wave = await countedWave(db, { ...common, instrument: large, answers: answers(ANSWERS, 0) });
  await sql`insert into wave_answers (wave_id, anonymous, data) select ${wave}, true, '{"q1": "4"}'
    from generate_series(1, ${ANSWERS}::int)`.execute(db);
  for (let n = 0; n < WAVES; n++) {
    const openedAt = `${2017 + (n % YEARS)}-05-02T12:00:00Z`;
    await countedWave(db, {
      ...{ ...common, instrument: often, openedAt },
      answers: answers(OF_A_WAVE, n * OF_A_WAVE),
    });
  }
  await sql`vacuum analyze`.execute(db);
  return { wave, instrument: often };
}

const often = (path: (n: number) => string) => Array.from({ length: 100 }, (_, n) => path(n));

async function measureAll(db: Database, settings: Record<string, string>): Promise<boolean> {
  const { wave, instrument } = await seed(db);
  const program = await runProgram(settings);
  try {
    const token = await tokenOf(db, OFFICE);
    const measured: [string, (n: number) => string, number][] = [
      ['results of 20 000 answers', () => `/waves/${wave}/results`, RESULTS_MS],
      ['comments', n => `/waves/${wave}/comments?question=idea&page=${1 + n}`, RESULTS_MS],
      ['series of 200 waves', () => `/instruments/${instrument}/series`, SERIES_MS],
    ];
    const met: boolean[] = [];
    for (const [name, path, budget] of measured)
      met.push(tell({ name, times: await timesOf(program.url, token, often(path)), budget }));
    return met.every(Boolean);
  } finally {
    program.child.kill('SIGTERM');
    await program.ended;
  }
}

process.exitCode = (await withInstallation('bench-surveys', measureAll)) ? 0 : 1;
