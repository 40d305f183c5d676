// `node bench/imports.ts`: files of 20 000 people (names in three columns, 3 000 of them wrong), 20 000 careers and 5 000
// past projects (leads and partners by name), beside as many people and careers that are there. Each is sent over HTTP,
// judged and shown within 60 s and 100 MB more of memory; then a cell is mended within 200 ms, a word said that 2 000 rows
// wait for, values to clarify and suggestions asked for; at last it is applied, and undone for the next run. BENCH_ONLY=users
// measures a part. Fails when a budget is missed.
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import type { ImportNoun } from '../src/domain/imports/nouns.ts';
import type { Import, ImportValues, PreviewRow } from '../src/features/imports/contract.ts';
import { runProgram } from '../test/program.ts';
import { type Ask, askJson, clientOf } from './client.ts';
import { memoryOf, withInstallation } from './installation.ts';
import { tokenOf } from './seed.ts';
import { tell } from './timing.ts';

const ROWS = 20_000;
const PROJECTS = 5_000;
const SCHOOLS = 200;
const PREVIEW_MS = 60_000;
const MENDED_MS = 200;
const MOST_MEMORY_MB = 100;
/** Of twenty people: so many with a role that nobody knows yet, and with an address that is none. */
const WRONG = { role: 2, email: 1 };
const OFFICE = 'beatriz.navarrete@biosur.example';
const ONLY = process.env.BENCH_ONLY?.split(',');

const FIRST =
  'Camila,Diego,Elena,Felipe,Gabriela,Hernán,Inés,Joaquín,Karla,Luis,Marta,Nicolás,Olga,Pablo'.split(',');
const LAST = 'Rojas,Muñoz,Ñancupil,Pérez,Soto,Araya,Vidal,Leiva,Oyarzún,Jara,Fuentes,Molina,Cárdenas'.split(
  ',',
);
const at = (list: readonly string[], n: number) => list[n % list.length] ?? '';
/** A name of three words that nobody else has. */
const nameOf = (n: number) => [
  at(FIRST, n),
  at(LAST, Math.floor(n / FIRST.length)),
  `${at(LAST, Math.floor(n / 182) + 3)}${n.toString(26).replace(/\d/g, digit => at([...'qrstuvwxyz'], Number(digit)))}`,
];
const schoolOf = (n: number) =>
  `Escuela de ${at(FIRST, n)} ${at(LAST, Math.floor(n / FIRST.length))} ${n % SCHOOLS}`;

const partnerOf = (n: number) => `Junta de Vecinos ${nameOf(n * 7).join(' ')}`;

/** As many people and careers as the files have rows, half of which the files bring again. */
async function seed(db: Database): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from careers`.execute(db);
  if ((rows[0]?.n ?? 0) >= ROWS) return;
  const schools = JSON.stringify(
    Array.from({ length: SCHOOLS }, (_, n) => ({ code: `BI${n}`, name: schoolOf(n) })),
  );
  await sql`insert into faculties (code, name) values ('BI', 'Facultad de las planillas')`.execute(db);
  await sql`
    insert into schools (code, name, faculty_id)
    select code, name, (select id from faculties where code = 'BI') from json_to_recordset(${schools}::json) x (code text, name text)`.execute(
    db,
  );
  const people = JSON.stringify(Array.from({ length: ROWS }, (_, n) => ({ n, name: nameOf(n).join(' ') })));
  await sql`
    insert into users (email, name, roles, state, home_school_id)
    select 'planilla' || n || '@bench.example', x.name, '{Academic}', 'active', s.id
    from json_to_recordset(${people}::json) x (n int, name text) join schools s on s.code = 'BI' || n % ${SCHOOLS}::int`.execute(
    db,
  );
  await sql`
    insert into careers (official_code, name, level, school_id, source)
    select 'BI' || n, 'Carrera de la planilla ' || n, 'pregrado', s.id,
      jsonb_build_object('officialCode', 'BI' || n, 'name', 'Carrera de la planilla ' || n, 'school', s.name)
    from generate_series(0, ${ROWS - 1}::int) n join schools s on s.code = 'BI' || n % ${SCHOOLS}::int`.execute(
    db,
  );
  const partners = JSON.stringify(Array.from({ length: PROJECTS }, (_, n) => ({ name: partnerOf(n) })));
  await sql`
    insert into organisations (name, type)
    select name, 'organizacion_social' from json_to_recordset(${partners}::json) x (name text)`.execute(db);
  // Compared with each other they are by another job, which would be at it meanwhile.
  await sql`update organisations set compared = core || ' ' || coalesce(rut, '')`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

const csv = (titles: string, rows: number, row: (n: number) => readonly string[]) =>
  Buffer.from([titles, ...Array.from({ length: rows }, (_, n) => row(n).join(';'))].join('\n'));

/** Half of each file is there already; one row in a hundred names a unit that is not. */
const FILES = {
  users: csv('Nombres;Apellido paterno;Apellido materno;Correo;Cargo;Unidad', ROWS, n => {
    const person = n + ROWS / 2;
    const isWrong = n % 20 < WRONG.role;
    const email =
      n % 20 < WRONG.role + WRONG.email && !isWrong ? `sin correo ${n}` : `Planilla${person}@bench.example`;
    const school =
      n % 100 === 50
        ? `Departamento de Planillas ${at(LAST, Math.floor(n / 100))}`
        : schoolOf(person % SCHOOLS);
    return [
      ...nameOf(person),
      email,
      isWrong ? 'Jefatura de gabinete' : n % 100 === 7 ? 'Académico, Director' : 'Académico',
      school,
    ];
  }),
  careers: csv('Código;Carrera;Nivel;Escuela;Sede', ROWS, n => {
    const career = n + ROWS / 2;
    const name = n % 20 === 0 ? '' : `Carrera de la planilla ${career}`;
    const level = n % 20 < WRONG.role + 1 && n % 20 > 0 ? 'Cuarto ciclo' : 'Pregrado';
    return [`BI${career}`, name, level, schoolOf(career % SCHOOLS), 'Casa Central'];
  }),
  projects: csv('Código;Tipo;Estado;Título;Responsable;Unidad;Inicio;Término;Socios;Comunas', PROJECTS, n => {
    const kind = n % 10 === 0 ? 'Servicio' : 'Extensión';
    const lead = n % 20 === 1 ? 'Nadie Conocido Todavía' : nameOf(n * 3).join(' ');
    const partner = partnerOf(n % 50 === 2 ? PROJECTS + n : n);
    const days = [`01-03-${2012 + (n % 9)}`, `15-12-${2012 + (n % 9)}`];
    return [
      `BI-${n}`,
      kind,
      'Cerrado',
      `Proyecto de la planilla ${n}`,
      lead,
      schoolOf(n % SCHOOLS),
      ...days,
      partner,
      'Concepción',
    ];
  }),
} satisfies Partial<Record<ImportNoun, Buffer>>;

/** What each file is asked: a field whose cell is mended, the word that is said, and a field that suggests. */
const ASKED = {
  users: {
    mended: ['email', 'mendada'],
    word: ['roles', 'Jefatura de gabinete', 'Académico'],
    suggests: ['school', 'escuela camila'],
  },
  careers: {
    mended: ['name', 'Carrera mendada'],
    word: ['level', 'Cuarto ciclo', 'Postgrado'],
    suggests: ['school', 'escuela camila'],
  },
  projects: {
    mended: ['lead', nameOf(7).join(' ')],
    word: ['kind', 'Servicio', 'Extensión'],
    suggests: ['lead', 'rojas camila'],
  },
} as const;

interface Bench {
  readonly ask: Ask;
  readonly memory: () => number;
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; found: T }> {
  const began = performance.now();
  const found = await work();
  return { ms: performance.now() - began, found };
}

/** Work with the most memory that it took, in MB more than before. */
async function weighed<T>({ memory }: Bench, work: () => Promise<T>) {
  const before = memory();
  let most = before;
  const looking = setInterval(() => {
    most = Math.max(most, memory());
  }, 20);
  const done = await timed(work).finally(() => clearInterval(looking));
  return { ...done, before, more: most - before };
}

/** Writes the figure with its memory; whether it met its budgets. */
function tellWeighed(
  name: string,
  budget: number,
  { ms, before, more }: { ms: number; before: number; more: number },
): boolean {
  const isSmall = more <= MOST_MEMORY_MB;
  console.log(
    `${name.padEnd(30)} memory +${more.toFixed(0)} MB from ${before.toFixed(0)}  budget +${MOST_MEMORY_MB} MB  ${isSmall ? 'met' : 'MISSED'}`,
  );
  return tell({ name, times: [ms], budget }) && isSmall;
}

/** Cells that are wrong, mended one after the other. */
async function mend({ ask }: Bench, noun: keyof typeof FILES, { id }: Import): Promise<number[]> {
  const [field, text] = ASKED[noun].mended;
  const times: number[] = [];
  const wrong = await askJson<PreviewRow[]>(ask, 'GET', `/imports/${id}/rows?result=wrong`);
  for (const { line } of wrong.filter(row => row.errors.some(error => error.field === field)).slice(0, 12)) {
    const typed = noun === 'users' ? `${text}${line}@bench.example` : text;
    const { ms } = await timed(() => ask('PUT', `/imports/${id}/rows/${line}`, { field, text: typed }));
    times.push(ms);
  }
  return times;
}

async function times(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < count; n += 1) all.push((await timed(work)).ms);
  return all;
}

async function ended(ask: Ask, id: string): Promise<Import> {
  for (;;) {
    const found = await askJson<Import>(ask, 'GET', `/imports/${id}`);
    if (found.state !== 'applying') return found;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}

async function measureFile(bench: Bench, noun: keyof typeof FILES): Promise<boolean> {
  const { ask } = bench;
  const preview = await weighed(bench, () =>
    askJson<Import>(ask, 'POST', `/imports/${noun}?name=${noun}.csv`, FILES[noun]),
  );
  const { id, counts, newUnits } = preview.found;
  console.log(`${noun}: ${JSON.stringify(counts)}, ${newUnits.length} units`);
  const {
    word: [field, text, value],
    suggests: [suggested, q],
  } = ASKED[noun];
  const words = { words: [{ field, text, value }] };
  const values = () => askJson<ImportValues>(ask, 'GET', `/imports/${id}/values`);
  const suggest = () =>
    ask('GET', `/imports/${id}/suggestions?field=${suggested}&q=${encodeURIComponent(q)}`);
  const met = [
    tellWeighed(`${noun}: preview`, PREVIEW_MS, preview),
    tell({ name: `${noun}: values to clarify`, times: await times(5, values), budget: 1000 }),
    tell({ name: `${noun}: suggestions`, times: await times(12, suggest), budget: MENDED_MS }),
    tell({
      name: `${noun}: a cell mended`,
      times: await mend(bench, noun, preview.found),
      budget: MENDED_MS,
    }),
    tellWeighed(
      `${noun}: a word said`,
      5000,
      await weighed(bench, () => ask('PUT', `/imports/${id}/words`, words)),
    ),
  ];
  const { version } = await askJson<Import>(ask, 'GET', `/imports/${id}`);
  const applied = await weighed(bench, async () => {
    await ask('POST', `/imports/${id}/apply`, { version, only: 'good' });
    return ended(ask, id);
  });
  if (applied.found.state !== 'done') throw new Error(`${noun}: ${applied.found.problem}`);
  met.push(tellWeighed(`${noun}: applied`, PREVIEW_MS, applied));
  const undone = await timed(() => ask('POST', `/imports/${id}/undo`));
  met.push(tell({ name: `${noun}: undone`, times: [undone.ms], budget: PREVIEW_MS }));
  return met.every(Boolean);
}

async function measureAll(db: Database, settings: Record<string, string>): Promise<boolean> {
  await seed(db);
  await sql`delete from import_words`.execute(db);
  await sql`delete from imports`.execute(db);
  await sql`vacuum analyze`.execute(db);
  const met: boolean[] = [];
  for (const noun of ['users', 'careers', 'projects'] as const) {
    if (ONLY && !ONLY.includes(noun)) continue;
    // A server of its own, so that none finds the memory of the one before.
    const program = await runProgram(settings);
    const ask = clientOf(program.url, await tokenOf(db, OFFICE));
    const bench = { ask, memory: () => memoryOf(program.child.pid) };
    try {
      await ask('GET', `/imports?noun=${noun}`);
      met.push(await measureFile(bench, noun));
    } finally {
      program.child.kill('SIGTERM');
      await program.ended;
    }
  }
  return met.every(Boolean);
}

process.exitCode = (await withInstallation('bench-imports', measureAll)) ? 0 : 1;
