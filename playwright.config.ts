import fs from 'node:fs';
import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';

const root = import.meta.dirname;

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

if (process.argv.includes('test') && !fs.existsSync(path.join(root, 'dist/web/index.html')))
  throw new Error(
    'The browser part is not built: run `npm start` or `npm test` once, they build what is stale.',
  );

const executablePath = browserPath();
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: 'e2e/setup.ts',
  outputDir: path.join(root, '.cache/e2e'),
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 180_000,
  // A machine shared with others may stand still for seconds.
  expect: { timeout: 20_000 },
  reporter: 'line',
  use: {
    ...devices['Desktop Chrome'],
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Without it a browser on Linux gives files with an accent in their name another one.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      // Nothing but this machine can be reached: what works here works offline.
      args: [
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
        // A page lives for seconds: to compile its code for speed costs more than that brings.
        '--js-flags=--no-opt',
        ...(isRoot ? ['--no-sandbox'] : []),
      ],
    },
  },
  projects: [
    // A story runs at one width; what depends on the width at both.
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } }, grepInvert: /@phone/ },
    { name: 'phone', use: { viewport: { width: 390, height: 844 } }, grep: /@phone|@both/ },
  ],
});
