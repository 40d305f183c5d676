import type { FastifyInstance } from 'fastify';
import type { DatabaseServer } from './db/embedded/embedded.ts';
import type { Database } from './db/pool.ts';
import type { DemoAccount } from './demo/seed/university.ts';
import type { Deps } from './server/deps.ts';
import type { Env } from './server/env.ts';
import type { FileStore, StoreError } from './server/files/store.ts';
import type { Job, Jobs } from './server/jobs.ts';

/** How long requests in flight may take after the order to stop. */
const GRACE_MS = 30_000;

const say = (text: string) => process.stdout.write(`${text}\n`);

/** What is open, in the order of opening; closed backwards. */
const open: { app?: FastifyInstance; db?: Database; server?: DatabaseServer; jobs?: Jobs } = {};
let stopping: Promise<void> | undefined;

async function closeAll(): Promise<void> {
  const { app, db, server, jobs } = open;
  await server?.leave();
  // Answered connections stay open for the next request; without this the browser's would hold up the end.
  const idle = setInterval(() => app?.server.closeIdleConnections(), 50);
  const limit = setTimeout(() => app?.server.closeAllConnections(), GRACE_MS);
  await Promise.all([app?.close(), jobs?.stop()]);
  clearInterval(idle);
  clearTimeout(limit);
  await db?.destroy();
  await server?.stop();
}

function stop(code: number): void {
  // A second signal means that somebody is tired of waiting.
  if (stopping) process.exit(1);
  stopping = closeAll().then(
    () => process.exit(code),
    () => process.exit(1),
  );
}

async function openDatabaseOf(env: Env): Promise<Database> {
  const [{ openServer }, { openDatabase }, { migrate }] = await Promise.all([
    import('./db/embedded/embedded.ts'),
    import('./db/pool.ts'),
    import('./db/migrate.ts'),
  ]);
  const owner = `proceso ${process.pid}`;
  open.server = await openServer(env, { owner, onFailure: fail });
  const onError = (error: Error) => open.app?.log.warn({ err: error }, 'lost a database connection');
  open.db = openDatabase(open.server.url, { onError });
  // Not under tests: those count rows.
  if (env.demo && process.env.NODE_ENV !== 'test') await prepareDemo(open.db, env);
  await migrate(open.db);
  return open.db;
}

function describeDemo(accounts: readonly DemoAccount[]): string {
  const groups = Map.groupBy(accounts, account => account.group);
  const lines = [...groups].flatMap(([group, members]) => [
    `  ${group}`,
    ...members.map(({ name, email, note }) => `    ${email.padEnd(38)} ${name} · ${note}`),
  ]);
  return `Cuentas de demostración (Microsoft o Google, sin clave):\n${lines.join('\n')}`;
}

async function start(): Promise<void> {
  const { readEnv } = await import('./server/env.ts');
  const env = readEnv();
  // The database starts while the rest of the program is read.
  const [
    db,
    { buildApp, jobsOf },
    { createFileStore },
    { createScanner },
    { readBorders },
    { createJobs },
    { createSessions },
    { createAccessTokens },
    { firstRun },
    { printedHeading },
  ] = await Promise.all([
    openDatabaseOf(env),
    import('./app.ts'),
    import('./server/files/store.ts'),
    import('./server/files/scanner.ts'),
    import('./server/borders.ts'),
    import('./server/jobs.ts'),
    import('./server/sign-in/session.ts'),
    import('./server/sign-in/access-tokens.ts'),
    import('./first-run.ts'),
    import('./server/institution.ts'),
  ]);
  await firstRun(db, env);
  const [sessions, accessTokens] = [createSessions(db), createAccessTokens(db)];
  const files = await createFileStore(env.files);
  await proveStore(files);
  const scanner = createScanner(env.clamd);
  await scanner?.prove();
  const borders = readBorders(env.borders);
  const deps: Deps = { env, db, sessions, accessTokens, files, scanner, borders, jobs: createJobs() };
  open.app = await buildApp(deps);
  await open.app.listen({ host: env.host, port: env.port });
  await open.server?.announce(`proceso ${process.pid}, ${env.publicUrl}`);
  const { institution, product } = await printedHeading(deps);
  say(`\n${product} · ${institution}\n${env.publicUrl}\n`);
  if (env.jobs && open.server) void startJobs(deps, jobsOf(deps, open.server.url));
  void closeFiles(env);
  if (!env.demo) return;
  const { DEMO_ACCOUNTS } = await import('./demo/seed/university.ts');
  say(`${describeDemo(DEMO_ACCOUNTS)}\n`);
}

/** A university with two years behind it, where the database is new. */
async function prepareDemo(db: Database, env: Env): Promise<void> {
  const [{ restoreDemo }, { createFileStore }] = await Promise.all([
    import('./demo/archive/restore.ts'),
    import('./server/files/store.ts'),
  ]);
  await restoreDemo(db, await createFileStore(env.files));
}

const PROVE_AGAIN_MS = 5_000;

/** A store that changes bytes must not be used. One that does not answer is tried again until it is known. */
async function proveStore(files: FileStore): Promise<void> {
  const { probeStore } = await import('./server/files/check.ts');
  await probeStore(files).catch((error: StoreError) => {
    if (!error.isAway) throw error;
    process.stderr.write(`${error.message}\n`);
    setTimeout(() => void proveStore(files).catch(fail), PROVE_AGAIN_MS).unref();
  });
}

/** After the first answer: what earlier versions stored may be many files. The rest of it is a job's. */
async function closeFiles(env: Env): Promise<void> {
  const { closeStored } = await import('./server/files/modes.ts');
  const left = await closeStored(env, { all: false });
  if (left > 0)
    open.app?.log.warn({ left }, 'stored files belong to another account and stay readable by others');
}

const AGAIN_MS = 30_000;

/** After the first answer: nobody waits for mails. A database that is away for a moment is asked again. */
async function startJobs(deps: Deps, jobs: readonly Job[]): Promise<void> {
  const url = open.server?.url;
  if (!url || stopping) return;
  open.jobs = deps.jobs;
  const onError = (error: unknown, job?: string) =>
    open.app?.log.error({ err: error, job }, 'background job failed');
  try {
    await deps.jobs.start({ db: deps.db, url, jobs, onError });
  } catch (error) {
    onError(error);
    setTimeout(() => void startJobs(deps, jobs), AGAIN_MS).unref();
  }
}

/** Expected causes are told in their own words; anything else with its stack. */
function explain(error: Error & { code?: string; port?: number }): string {
  if (error.code === 'EADDRINUSE')
    return `El puerto ${error.port} está ocupado por otro programa. Elige otro con PORT, por ejemplo PORT=3100 npm start.`;
  const expected = [
    'EnvError',
    'StartError',
    'MigrationError',
    'StoreError',
    'ScannerError',
    'BordersError',
  ].includes(error.constructor.name);
  return expected ? error.message : (error.stack ?? error.message);
}

function fail(error: Error): void {
  process.stderr.write(`\n${explain(error)}\n\n`);
  stop(1);
}

/** npm passes a signal on to its shell alone and is gone; then only the change of parent tells us. */
function stopWithNpm(): void {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && !stopping && stop(0), 200).unref();
}

process.on('SIGTERM', () => stop(0));
process.on('SIGINT', () => stop(0));
if (process.env.npm_lifecycle_event) stopWithNpm();
start().catch(fail);
