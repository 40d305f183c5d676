// `node bench/partners.ts`: 20 000 organisations, one in twenty-five of them typed twice. Compares all with all as the
// job does, no statement above a second and all within five minutes; then types names letter by letter over HTTP, the
// likely duplicates within 50 ms at p95; then the list of pairs and, once it is served, the directory within 100 ms. One
// request after the other. Fails when a budget is missed.
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { compareOrganisations } from '../src/features/partners/merging/jobs.ts';
import { runProgram } from '../test/program.ts';
import { withInstallation } from './installation.ts';
import { tokenOf } from './seed.ts';
import { tell, timesOf } from './timing.ts';

const ORGANISATIONS = 20_000;
const TYPED_MS = 50;
const LISTED_MS = 100;
const COMPARED_MS = 300_000;
const STATEMENT_MS = 1_000;
const OFFICE = 'beatriz.navarrete@biosur.example';
const LEAD = 'camila.rojas@biosur.example';

/** Half of them are called by few common words, as in a real directory: those are the ones that cost. */
async function seed(db: Database): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from organisations`.execute(db);
  if ((rows[0]?.n ?? 0) >= ORGANISATIONS) return;
  await sql`
    with words as (select
      array['Los Aromos','Villa Esperanza','Santa Rosa','El Bosque','Nueva Vida','Las Araucarias','San Pedro','Los Cóndores',
        'Lomas Verdes','Cerro Alto','La Herradura','Antumapu','Los Copihues','Padre Hurtado','Gabriela Mistral',
        'Pablo Neruda','Arturo Prat','Bernardo O''Higgins','Manuel Rodríguez','Nahuelbuta','Los Lagos','Boca Sur',
        'Pedro del Río','Violeta Parra','Diego Portales','Michaihue','Candelaria','San Martín','Barrio Norte',
        'Puerto Nuevo','Río Claro','Valle Noble','Los Notros','Quillay','El Maitén','Ñuke Mapu'] as places,
      array['del Sur','de Arriba','Oriente','Poniente','Norte','Centro','de la Costa','Unido','Histórico','Rural','Alto','Bajo'] as ends),
    n as (select n, places[1 + (n * 7 + n / 36) % 36] as place, ends[1 + n / 36 % 12] as ending,
      (select name from comunas order by code offset n % 346 limit 1) as comuna from generate_series(1, ${ORGANISATIONS}::int) n, words)
    insert into organisations (name, rut, type, comuna_code, contact_name)
    select case n % 10
        when 0 then 'Junta de Vecinos N° ' || n / 10 % 97 || ' ' || place
        when 1 then 'Junta de Vecinos ' || place || ' ' || ending || ' de ' || comuna
        when 2 then 'Club Deportivo ' || place || ' ' || ending || ' ' || comuna
        when 3 then 'Club de Adulto Mayor ' || place || ' de ' || comuna
        when 4 then 'Escuela Básica ' || (array['D','E','F','G'])[1 + n % 4] || '-' || n / 10 || ' ' || place
        when 5 then 'Fundación ' || place || ' ' || ending || ' ' || comuna
        when 6 then 'Comercial ' || place || ' ' || ending || ' y ' || comuna || ' Ltda.'
        when 7 then 'Centro de Salud Familiar ' || place || ' ' || comuna
        when 8 then 'Agrupación Cultural ' || place || ' ' || ending || ' de ' || comuna
        else 'Constructora ' || substr(md5(n::text), 1, 7) || ' ' || comuna || ' SpA' end,
      case when n % 3 = 0 then (60000000 + n) || '-' || n % 10 end,
      (array['sector_publico', 'empresa', 'organizacion_social', 'educacional'])[1 + n % 4],
      (select code from comunas order by code offset n % 346 limit 1), case when n % 5 = 0 then 'Rosa Díaz' end
    from n on conflict do nothing`.execute(db);
  await sql`insert into organisations (name, type, comuna_code)
    select case n % 4 when 0 then upper(name) when 1 then replace(name, 'de ', '') when 2 then overlay(name placing 'x' from 9 for 1)
      else name || ' (Chile)' end, type, comuna_code
    from (select o.*, row_number() over (order by id) as n from organisations o) o where n % 25 = 0`.execute(
    db,
  );
  await sql`vacuum analyze`.execute(db);
}

/** All with all, as if none had been compared. */
async function measureComparing(db: Database): Promise<boolean> {
  await sql`update organisations set compared = null`.execute(db);
  await sql`delete from organisation_pairs`.execute(db);
  await sql`vacuum analyze organisations`.execute(db);
  const times: number[] = [];
  const began = performance.now();
  let before = process.memoryUsage().rss;
  const first = before;
  for (;;) {
    const run = performance.now();
    const { left } = await compareOrganisations(db, { forMs: 0, onBatch: ms => times.push(ms) });
    before = Math.max(before, process.memoryUsage().rss);
    if (left === 0 || run - began > 2 * COMPARED_MS) break;
  }
  const took = performance.now() - began;
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from organisation_pairs`.execute(db);
  const met = took <= COMPARED_MS && Math.max(...times) <= STATEMENT_MS;
  console.log(
    `${'all compared with all'.padEnd(30)} ${(took / 1000).toFixed(0)} s in ${times.length} batches, the longest ${Math.max(...times).toFixed(0)} ms, ` +
      `${rows[0]?.n} pairs, memory +${((before - first) / 2 ** 20).toFixed(0)} MB  budget ${COMPARED_MS / 1000} s, ${STATEMENT_MS} ms  ${met ? 'met' : 'MISSED'}`,
  );
  return met;
}

const NAMES = [
  'Junta de Vecinos N° 12 Los Aromos',
  'Junta de Vecinos Villa Esperanza del Sur',
  'Ilustre Municipalidad de Talcahuano',
  'Club Deportivo San Pedro Oriente',
  'Centro de Salud Familiar Boca Sur',
  'Comercial Río Claro Limitada',
  'Astillero Quintero',
];

const often = (path: string) => Array.from({ length: 60 }, (_, n) => `${path}page=${1 + (n % 4)}`);

async function measureAll(db: Database, settings: Record<string, string>): Promise<boolean> {
  await seed(db);
  const isCompared = await measureComparing(db);
  await sql`vacuum analyze`.execute(db);
  const program = await runProgram(settings);
  try {
    const lead = await tokenOf(db, LEAD);
    const office = await tokenOf(db, OFFICE);
    const typed = NAMES.flatMap(name =>
      Array.from(
        { length: name.length - 2 },
        (_, n) => `/organisations/similar?name=${encodeURIComponent(name.slice(0, n + 3))}`,
      ),
    );
    const figures = [
      { name: 'similar while typing', times: await timesOf(program.url, lead, typed), budget: TYPED_MS },
      {
        name: 'pairs',
        times: await timesOf(program.url, office, often('/partners/pairs?')),
        budget: LISTED_MS,
      },
      { name: 'directory', times: await timesOf(program.url, lead, often('/partners?')), budget: LISTED_MS },
      {
        name: 'directory, searched',
        times: await timesOf(program.url, lead, often('/partners?q=aromos&')),
        budget: LISTED_MS,
      },
    ];
    const met = figures.filter(({ times }) => times.length > 0).map(tell);
    return isCompared && met.every(Boolean);
  } finally {
    program.child.kill('SIGTERM');
    await program.ended;
  }
}

process.exitCode = (await withInstallation('bench-partners', measureAll)) ? 0 : 1;
