// Runs before start, dev and test, on any Node from 20.19 and without dependencies:
// installs packages, checks the runtime, builds the browser part, finds a browser for the tests.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { findBrowser } from './browser.js';

const root = path.resolve(import.meta.dirname, '..');
const inRoot = (...parts) => path.join(root, ...parts);

function fail(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

function run(command, args, what, cwd = root) {
  const result = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (result.status !== 0) fail(`${what} falló${result.error ? `: ${result.error.message}` : '.'}`);
}

/** Does node_modules hold what the lock file asks for? npm writes what it installed into a file of its own. */
function isInstalled(folder) {
  const modules = path.join(folder, 'node_modules');
  if (!fs.existsSync(modules)) return false;
  // A linked folder belongs to somebody else: never replaced.
  if (fs.lstatSync(modules).isSymbolicLink()) return true;
  const written = path.join(modules, '.package-lock.json');
  if (!fs.existsSync(written)) return false;
  const installed = JSON.parse(fs.readFileSync(written, 'utf8')).packages;
  const wanted = JSON.parse(fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(
    ([name, { version, optional }]) => name === '' || optional || installed[name]?.version === version,
  );
}

function install(folder) {
  if (isInstalled(folder)) return;
  console.log('Instalando paquetes…');
  const npm = process.env.npm_execpath;
  // Not `npm ci`: it refuses a lock file that lacks a package of another system, which not every registry holds.
  // No install scripts: nothing here needs them, and a package must not run code just by being installed.
  const args = ['install', '--no-save', '--include=dev', '--ignore-scripts', '--loglevel=error'];
  // The Node that runs npm, not the pinned one, which is about to be replaced.
  if (npm) run(process.env.npm_node_execpath ?? process.execPath, [npm, ...args], 'La instalación', folder);
  else run('npm', args, 'La instalación', folder);
}

function checkNode() {
  if (fs.existsSync(inRoot('node_modules/.bin/node')) || fs.existsSync(inRoot('node_modules/.bin/node.cmd')))
    return;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return;
  fail(
    `Este programa necesita Node 22.18 o posterior y encontró ${process.versions.node}.\n` +
      'Instala Node 24 desde https://nodejs.org y vuelve a intentarlo.',
  );
}

/** Files the built browser part depends on. */
const BROWSER_FILE =
  /\.(tsx|css|svg|png|woff2|html)$|^src[\\/](web|domain)[\\/]|[\\/]contract\.ts$|^public[\\/]/;
const OTHERS = ['index.html', 'msal.html', 'vite.config.ts', 'postcss.config.cjs', 'package-lock.json'];

function browserHash() {
  const hash = createHash('sha256');
  const add = file => {
    hash
      .update(file)
      .update('\0')
      .update(fs.readFileSync(inRoot(file)))
      .update('\0');
  };
  for (const file of OTHERS) if (fs.existsSync(inRoot(file))) add(file);
  for (const folder of ['src', 'public'].filter(name => fs.existsSync(inRoot(name))))
    for (const entry of fs.readdirSync(inRoot(folder), { recursive: true }).sort()) {
      const file = path.join(folder, entry);
      if (BROWSER_FILE.test(file) && !/\.test\.tsx?$/.test(file) && fs.statSync(inRoot(file)).isFile())
        add(file);
    }
  return hash.digest('hex');
}

function buildBrowser() {
  const stamp = inRoot('dist/.web-build');
  const hash = browserHash();
  const built = fs.existsSync(inRoot('dist/web/index.html')) && fs.existsSync(stamp);
  if (built && fs.readFileSync(stamp, 'utf8') === hash) return;
  console.log('Construyendo la parte del navegador…');
  fs.rmSync(stamp, { force: true });
  const node = fs.existsSync(inRoot('node_modules/.bin/node'))
    ? inRoot('node_modules/.bin/node')
    : process.execPath;
  run(
    node,
    [
      inRoot('node_modules/vite/bin/vite.js'),
      'build',
      '--logLevel',
      'warn',
      '--outDir',
      'dist/web',
      '--emptyOutDir',
    ],
    'La construcción',
  );
  fs.writeFileSync(stamp, hash);
}

/** Leaves the path of a browser in .cache/browser, where the configuration of the browser tests reads it. */
function prepareBrowser() {
  const place = inRoot('.cache/browser');
  fs.mkdirSync(path.dirname(place), { recursive: true });
  let browser = findBrowser();
  if (!browser && process.platform === 'linux' && process.getuid?.() === 0) {
    console.log('Instalando Chromium con el sistema…');
    spawnSync('apt-get', ['update', '-q'], { stdio: 'inherit' });
    for (const name of ['chromium-headless-shell', 'chromium']) {
      spawnSync('apt-get', ['install', '-yq', '--no-install-recommends', name], { stdio: 'inherit' });
      browser ??= findBrowser();
      if (browser) break;
    }
  }
  if (browser) return fs.writeFileSync(place, browser);
  // Without the file the tests use the browser that their own tool downloads.
  fs.rmSync(place, { force: true });
  console.log('Descargando un navegador para las pruebas…');
  run(process.execPath, [inRoot('node_modules/playwright/cli.js'), 'install', 'chromium'], 'La descarga');
}

const mode = process.argv[2];
process.chdir(root);
install(root);
checkNode();
if (mode !== 'dev') buildBrowser();
if (mode === 'test') {
  // S3 servers that nothing but the tests needs: a start need not fetch them.
  install(inRoot('test/s3'));
  prepareBrowser();
}
