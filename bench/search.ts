// `node bench/search.ts`: 100 000 projects whose titles share their words, as those of a university do. Four people of
// different roles type codes, titles letter by letter from the third on, words of summaries, misspelt words and names;
// each answer over HTTP within 20 ms at p95, one request after the other. Fails when a budget is missed.
import type { Database } from '../src/db/pool.ts';
import { runProgram } from '../test/program.ts';
import { withInstallation } from './installation.ts';
import { BENCH_PEOPLE, seed, tokenOf } from './seed.ts';
import { tell, timesOf } from './timing.ts';

const BUDGET_MS = 20;

const letters = (text: string) => Array.from({ length: text.length - 2 }, (_, n) => text.slice(0, n + 3));
const TYPED: Readonly<Record<string, readonly string[]>> = {
  'a code': ['PAC-20', 'PAC-2023', 'ext-2021-000', 'FEX-2019-004711', 'con-2024-0', 'PAC-2018-012345'],
  'a title, by letters': [
    ...letters('taller de salud comunitaria'),
    ...letters('huerto caletas'),
    ...letters('robótica escolar liceos 2041'),
  ],
  'words in any order': [
    'solar programa',
    'mayores lectura feria',
    'rurales escuelas agua',
    'costa red patrimonio',
  ],
  'by meaning': ['pescadores', 'emprendedora', 'territorios sostenibles', 'diagnosticando', 'cuidadores'],
  misspelt: ['alfabetisacion', 'rovotica', 'patrimonyo', 'nutrision infantl', 'comunitariia huertto'],
  'names and places': ['rojas', 'municipalidad', 'organización de prueba 17', 'gabriela mistral', 'anatomía'],
  nothing: ['xilófono', 'zwqkjh', 'cuarzo volcánico', '12345678'],
};

async function measureAll(db: Database, settings: Record<string, string>): Promise<boolean> {
  const took = await seed(db);
  if (took > 0) console.log(`filled in ${took.toFixed(0)} s`);
  const program = await runProgram(settings);
  try {
    const met: boolean[] = [];
    for (const [role, email] of Object.entries(BENCH_PEOPLE)) {
      const token = await tokenOf(db, email);
      const all: number[] = [];
      for (const [name, typed] of Object.entries(TYPED)) {
        const paths = Array.from({ length: Math.ceil(60 / typed.length) }, () => typed)
          .flat()
          .map(words => `/search?q=${encodeURIComponent(words)}`);
        const times = await timesOf(program.url, token, paths);
        all.push(...times);
        met.push(tell({ name: `${role}: ${name}`, times, budget: BUDGET_MS }));
      }
      tell({ name: `${role}: all of it`, times: all, budget: BUDGET_MS });
    }
    return met.every(Boolean);
  } finally {
    program.child.kill('SIGTERM');
    await program.ended;
  }
}

process.exitCode = (await withInstallation('bench-search', measureAll)) ? 0 : 1;
