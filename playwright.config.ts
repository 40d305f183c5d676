import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';

const root = import.meta.dirname;
const cache = path.join(root, '.cache/e2e');

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

// Read once by the process that starts the tests; its workers inherit the variable. Other tools only look.
if (!process.env.E2E_PORT && process.argv.includes('test')) {
  if (!fs.existsSync(path.join(root, 'dist/web/index.html')))
    throw new Error(
      'The browser part is not built: run `npm start` or `npm test` once, they build what is stale.',
    );
  fs.rmSync(cache, { recursive: true, force: true });
  process.env.E2E_PORT = String(await freePort());
}
const port = process.env.E2E_PORT ?? '0';
const origin = `http://localhost:${port}`;

/** What the bootstrap has found, else what is installed in the usual place, else the test tool's own browser. */
function browserPath(): string | undefined {
  const found = path.join(root, '.cache/browser');
  const candidates = [
    process.env.CHROMIUM_PATH,
    fs.existsSync(found) ? fs.readFileSync(found, 'utf8').trim() : undefined,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
  ];
  return candidates.find(file => file && fs.existsSync(file));
}

const executablePath = browserPath();
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: path.join(cache, 'results'),
  fullyParallel: true,
  workers: 2,
  // What a busy machine spoils passes the second time, and is told as such; what is broken fails twice.
  retries: 1,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: 'line',
  use: {
    ...devices['Desktop Chrome'],
    baseURL: origin,
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Nothing but this machine can be reached: what works here works offline.
      args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost', ...(isRoot ? ['--no-sandbox'] : [])],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    { name: 'phone', use: { viewport: { width: 390, height: 844 } }, grep: /@phone/ },
  ],
  webServer: {
    command: 'node src/main.ts',
    cwd: root,
    url: `${origin}/api/ready`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    env: {
      PORT: port,
      HOST: '127.0.0.1',
      PUBLIC_URL: origin,
      DATA_DIR: path.join(cache, 'data'),
      LOG_LEVEL: 'warn',
      RATE_LIMIT: '0',
      NODE_ENV: 'test',
    },
  },
});
