import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import type { Import } from '../src/features/imports/contract.ts';
import { openCopies } from './copies.ts';
import { PEOPLE } from './demo.ts';
import type { Program } from './program.ts';
import { signInAs } from './sign-in.ts';

const installation = openCopies();
const { start } = installation;

async function ask({ url }: Program, token: string, method: string, path: string, body?: string | object) {
  const type = typeof body === 'string' ? 'application/octet-stream' : 'application/json';
  const send = () =>
    fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  let response = await send();
  // Busy with its own start, a server may turn a request away unread, and says so.
  await vi.waitUntil(
    async () => {
      if (response.status === 503) response = await send();
      return response.status !== 503;
    },
    { timeout: 120_000, interval: 200 },
  );
  expect(response.status, `${method} ${path}`).toBe(200);
  return (await response.json()) as Import;
}

const written = async (noun: string) =>
  (
    await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(noun)} where code like 'BULK%'`.execute(
      installation.database.db,
    )
  ).rows[0]?.n;

/** Partners that nobody has before. */
const partners = async () =>
  (
    await sql<{ n: number }>`
      select count(*)::int as n from organisations where name like 'Club de prueba %'`.execute(
      installation.database.db,
    )
  ).rows[0]?.n;

/** Looks into the database: requests are counted. */
const until = (isSo: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await isSo()).toBe(true), { timeout: 120_000, interval: 100 });

async function isApplying(id: string): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`select state from imports where id = ${id}`.execute(
    installation.database.db,
  );
  return rows[0]?.state === 'applying';
}

async function isWaitingForALock(): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(installation.database.db);
  return rows.length > 0;
}

const FILES = [
  {
    noun: 'courses',
    rows: 20_000,
    made: 0,
    titles: 'codigo;nombre;escuela;creditos;a s',
    line: (n: number) => `BULK${n};Curso de prueba número ${n};INF;${n % 9},5;Sí`,
    middle: sql`insert into courses (code, name, school_id)
      select 'BULK10000', 'De otra persona', id from schools limit 1`,
  },
  {
    noun: 'projects',
    rows: 2_000,
    made: 3,
    titles: 'codigo;tipo;estado;titulo;responsable;escuela;termino;socios;comuna;beneficiarios;presupuesto',
    line: (n: number) =>
      `BULK/${n};EXT;${n % 9 ? 'Cerrado' : 'En ejecución'};Feria número ${n};${PEOPLE.academic};INF;30-11-2018;69000001-6 / Club de prueba ${n % 3};Talcahuano;${n};${n * 1000}`,
    middle: sql`insert into projects (code, kind, kind_version, status, title, lead_id, created_by)
      select 'BULK/1000', 'exts', 1, 'draft', 'De otra persona', id, id from users limit 1`,
  },
];

it.each(FILES)(
  '$rows $noun, the server killed in the middle: nothing is half-done, and it is taken up again',
  async ({ noun, rows: ROWS, made, titles, line, middle }) => {
    const FILE = `${titles}\n${Array.from({ length: ROWS }, (_, n) => line(n)).join('\n')}\n`;
    const first = await start();
    const token = await signInAs({ db: installation.database.db }, PEOPLE.admin);
    const seen = await ask(first, token, 'POST', `/imports/${noun}?name=planilla.csv`, FILE);
    expect(seen).toMatchObject({ total: ROWS, counts: { new: ROWS, wrong: 0 } });
    // Somebody else is about to use the code of a row in the middle: half of it written, the import waits for them.
    const other = await installation.database.db.startTransaction().execute();
    await middle.execute(other);
    await ask(first, token, 'POST', `/imports/${seen.id}/apply`, { version: seen.version, only: 'all' });
    await until(isWaitingForALock);
    first.child.kill('SIGKILL');
    await first.ended;
    await other.rollback().execute();
    expect([await written(noun), await partners()]).toEqual([0, 0]);

    const second = await start();
    await sql`update imports set claimed_until = null where id = ${seen.id}`.execute(
      installation.database.db,
    );
    // Another one wakes the job; left alone it would come by the clock.
    const small = await ask(
      second,
      token,
      'POST',
      '/imports/courses?name=otro.csv',
      'codigo;nombre;escuela\nUNO;Uno;INF\n',
    );
    await ask(second, token, 'POST', `/imports/${small.id}/apply`, { version: small.version, only: 'all' });
    await until(async () => !(await isApplying(seen.id)));
    const done = await ask(second, token, 'GET', `/imports/${seen.id}`);
    expect(done).toMatchObject({ state: 'done', problem: null, counts: { new: ROWS } });
    expect([await written(noun), await partners()]).toEqual([ROWS, made]);
    const undone = await ask(second, token, 'POST', `/imports/${seen.id}/undo`);
    expect(undone.state).toBe('undone');
    expect([await written(noun), await partners()]).toEqual([0, 0]);
  },
  180_000,
);
