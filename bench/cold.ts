// `npm run cold`: screens opened with an empty cache in a real browser, on the demonstration's data: what comes over
// the wire, and how long it takes until what was asked for can be read. COLD_RUNS (9) each, after one that is not
// counted; COLD_ONLY=home,users to measure a part. Fails when a budget is missed.
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test';
import config from '../playwright.config.ts';
import { startEmbedded } from '../src/db/embedded/embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { type Database, openDatabase } from '../src/db/pool.ts';
import { firstRun } from '../src/first-run.ts';
import { parseEnv } from '../src/server/env.ts';
import { runProgram } from '../test/program.ts';
import { signInAs } from '../test/sign-in.ts';

const RUNS = Number(process.env.COLD_RUNS ?? 9);
const ONLY = process.env.COLD_ONLY?.split(',');
const OFFICE = 'beatriz.navarrete@biosur.example';
const LEAD = 'camila.rojas@biosur.example';

/** What is measured of one opening; kB as they came over the wire. */
interface Opening {
  readonly ms: number;
  readonly requests: number;
  readonly scripts: number;
  readonly all: number;
}

interface Screen {
  readonly name: string;
  readonly address: string;
  /** What is there once the screen shows what it is for. */
  readonly shown: string;
  /** E-mail; nobody is signed in without. */
  readonly who?: string;
  readonly most?: Partial<Opening>;
}

const QUICK = { ms: 500, requests: 25 };
const ROWS = 'tbody tr[data-opens]';

async function screens(db: Database): Promise<Screen[]> {
  const draft = await db
    .selectFrom('projects as p')
    .innerJoin('users as u', 'u.id', 'p.lead_id')
    .select('p.id')
    .where('u.email', '=', LEAD)
    .where('p.status', '=', 'draft')
    .where('p.kind', '=', 'pacs')
    .executeTakeFirstOrThrow();
  const project = `/projects/pacs/${draft.id}`;
  const all: Screen[] = [
    { name: 'login', address: '/auth/login', shown: '#root h1', most: { scripts: 200 } },
    { name: 'home', address: '/', shown: '[aria-labelledby="my-turn"]', who: OFFICE, most: QUICK },
    { name: 'projects', address: '/projects', shown: ROWS, who: OFFICE, most: QUICK },
    { name: 'project', address: project, shown: '[id^="section-"]', who: LEAD },
    { name: 'budget', address: `${project}?section=budget`, shown: '#section-budget', who: LEAD },
    { name: 'users', address: '/admin/users', shown: ROWS, who: OFFICE, most: { ms: 500 } },
    { name: 'schools', address: '/admin/schools', shown: ROWS, who: OFFICE, most: { ms: 500 } },
  ];
  return all.filter(screen => !ONLY || ONLY.includes(screen.name));
}

/** What the browser keeps of a session, written before the first document is opened. */
async function signedIn(db: Database, origin: string, who: string): Promise<BrowserContextOptions> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'roles'])
    .where('email', '=', who)
    .executeTakeFirstOrThrow();
  const items = {
    'auth-provider': 'google',
    'auth-google-account': JSON.stringify({ credential: 'put in directly', select_by: 'btn' }),
    'auth-token': await signInAs({ db }, who),
    'auth-user': JSON.stringify(user),
    'auth-token-time': String(Date.now()),
  };
  const localStorage = Object.entries(items).map(([name, value]) => ({ name, value }));
  return { storageState: { cookies: [], origins: [{ origin, localStorage }] } };
}

/** Tells when a frame with the wanted element has been drawn, in ms since the navigation. */
const noteShown = (selector: string) => `
  const look = () => {
    if (!document.querySelector(${JSON.stringify(selector)})) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => tellShown(performance.now())));
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });`;

async function open(browser: Browser, options: BrowserContextOptions, screen: Screen): Promise<Opening> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const shown = Promise.withResolvers<number>();
  await page.exposeFunction('tellShown', shown.resolve);
  await page.addInitScript(noteShown(screen.shown));
  const sizes: Promise<{ script: boolean; bytes: number }>[] = [];
  page.on('requestfinished', request => {
    // Google's own script is served here only for the demonstration.
    const script = request.resourceType() === 'script' && !request.url().includes('/demo-google/');
    sizes.push(request.sizes().then(size => ({ script, bytes: size.responseBodySize })));
  });
  await page.goto(screen.address);
  // With what it asks for besides, once it has nothing more to do.
  await page.waitForLoadState('networkidle');
  await page.waitForSelector(screen.shown);
  const ms = await shown.promise;
  const came = await Promise.all(sizes);
  await context.close();
  const kB = (part: typeof came) => part.reduce((sum, each) => sum + each.bytes, 0) / 1000;
  return { ms, requests: came.length, scripts: kB(came.filter(each => each.script)), all: kB(came) };
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** True when the budgets are met. */
async function measure(browser: Browser, options: BrowserContextOptions, screen: Screen): Promise<boolean> {
  const openings: Opening[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    const opening = await open(browser, options, screen);
    // The first one warms the server up.
    if (run > 0) openings.push(opening);
  }
  const of = (part: keyof Opening) => median(openings.map(opening => opening[part]));
  const most = Object.entries(screen.most ?? {}) as [keyof Opening, number][];
  const met = most.every(([part, limit]) => of(part) <= limit);
  const figure = (part: keyof Opening, width: number) => of(part).toFixed(0).padStart(width);
  console.log(
    `${screen.name.padEnd(9)}${figure('ms', 5)} ms ${figure('requests', 4)} requests ` +
      `${figure('scripts', 4)} kB of script ${figure('all', 4)} kB in all  ${most.length === 0 ? '' : met ? 'met' : 'MISSED'}`,
  );
  return met;
}

async function measureAll(db: Database, origin: string): Promise<boolean> {
  const { executablePath, args = [] } = config.use?.launchOptions ?? {};
  // Compiled for speed as in anybody's browser.
  const flags = args.filter(flag => !flag.startsWith('--js-flags'));
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: flags });
  const shared: BrowserContextOptions = { baseURL: origin, viewport: { width: 1440, height: 900 } };
  let met = true;
  for (const screen of await screens(db)) {
    const session = screen.who ? await signedIn(db, origin, screen.who) : {};
    met = (await measure(browser, { ...shared, ...session }, screen)) && met;
  }
  await browser.close();
  return met;
}

const dataDir = path.join(import.meta.dirname, '../.cache/cold');
const server = await startEmbedded({ dataDir, owner: `cold, proceso ${process.pid}`, adopt: true });
const db = openDatabase(server.url, { max: 2 });
await migrate(db);
await firstRun(db, parseEnv({ LOG_LEVEL: 'silent' }));
const program = await runProgram({
  DATABASE_URL: server.url,
  RATE_LIMIT: '0',
  LOG_LEVEL: 'fatal',
  DATA_DIR: dataDir,
});
const met = await measureAll(db, program.url.replace('127.0.0.1', 'localhost')).finally(async () => {
  program.child.kill('SIGTERM');
  await db.destroy();
  await server.stop();
});
process.exitCode = met ? 0 : 1;
