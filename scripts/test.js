// `npm test`: lint, types, unit, component, API and browser tests, in this order; stops at the first stage that fails.
// `npm test -- --changed` runs of these tests what the uncommitted changes can reach, `--changed=main` what differs
// from that commit.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { changedSince, reachedBy } from './reach.js';

const root = path.resolve(import.meta.dirname, '..');
const reports = path.join(root, '.cache/reports');
fs.rmSync(reports, { recursive: true, force: true });
fs.mkdirSync(reports, { recursive: true });

/** Test files to run, or `all`. */
function chooseFiles() {
  // An option that takes a value or none is not among what the parser knows.
  const args = process.argv.slice(2).map(arg => (arg === '--changed' ? '--changed=HEAD' : arg));
  const { changed } = parseArgs({ args, options: { changed: { type: 'string' } } }).values;
  return changed === undefined ? 'all' : reachedBy(root, changedSince(root, changed));
}
const chosen = chooseFiles();
const chosenOf = pattern => (chosen === 'all' ? [] : [...chosen].filter(file => pattern.test(file)));
const VITEST = /\.test\.tsx?$/;
const PLAYWRIGHT = /\.e2e\.ts$/;

const bin = (name, file) => [path.join(root, 'node_modules', name, file)];
const biome = bin('@biomejs/biome', 'bin/biome');
const tsc = bin('typescript', 'bin/tsc');
const report = name => path.join(reports, `${name}.json`);

const vitest = project => [
  ...bin('vitest', 'vitest.mjs'),
  'run',
  `--project=${project}`,
  '--reporter=default',
  '--reporter=json',
  `--outputFile=${report(project)}`,
  // Of what is chosen none may be in this project.
  '--passWithNoTests',
  ...chosenOf(VITEST),
];

const STAGES = [
  { name: 'lint', commands: [[...biome, 'check', '.'], bin('knip', 'bin/knip.js')] },
  { name: 'types', commands: ['node', 'web', 'e2e'].map(part => [...tsc, '-p', `tsconfig.${part}.json`]) },
  { name: 'unit', files: VITEST, commands: [vitest('unit')], count: countVitest },
  { name: 'components', files: VITEST, commands: [vitest('components')], count: countVitest },
  { name: 'api', files: VITEST, commands: [vitest('api')], count: countVitest },
  {
    name: 'e2e',
    files: PLAYWRIGHT,
    commands: [
      [...bin('@playwright/test', 'cli.js'), 'test', '--reporter=line,json', ...chosenOf(PLAYWRIGHT)],
    ],
    count: countPlaywright,
  },
].filter(({ files }) => !files || chosen === 'all' || chosenOf(files).length > 0);

/** Milliseconds by test file, as far as the stages have counted. */
const durations = new Map();

function countVitest({ testResults, numPassedTests, numFailedTests, numPendingTests }) {
  tell(
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(test => test.failureMessages.length > 0)
        .map(test => ({
          name: `failed: ${path.relative(root, name)} › ${test.fullName}`,
          errors: test.failureMessages.slice(0, 2).map(message => `  ${briefly(message)}`),
        })),
    ),
  );
  for (const { name, startTime, endTime } of testResults)
    durations.set(path.relative(root, name), endTime - startTime);
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
}

function countPlaywright({ stats, suites }) {
  const { expected, unexpected, skipped } = stats;
  tell(suites.flatMap(troublesIn));
  for (const suite of suites) durations.set(`e2e/${suite.file}`, durationOf(suite));
  return { passed: expected, failed: unexpected, skipped };
}

const durationOf = ({ specs = [], suites = [] }) =>
  [
    ...specs.flatMap(({ tests }) => tests.flatMap(test => test.results.map(result => result.duration))),
    ...suites.map(durationOf),
  ].reduce((sum, duration) => sum + duration, 0);

/** Said again at the end of a stage: the runner tells it hundreds of lines above. */
function tell(troubles) {
  for (const { name, errors } of troubles) console.log(`\n${name}\n${errors.join('\n')}`);
}

/** What did not pass: `name`, and the beginning of its first errors. */
function troublesIn({ file, specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(test => test.status === 'unexpected')
      .map(test => ({
        name: `failed: [${test.projectName}] ${file} › ${title}`,
        errors: test.results.flatMap(result => [
          ...result.errors
            .slice(0, 2)
            .map(({ message = '', location }) => `  line ${location?.line ?? '?'}: ${briefly(message)}`),
          ...result.attachments.flatMap(pageIn),
        ]),
      })),
  );
  return [...own, ...suites.flatMap(troublesIn)];
}

/** The words and controls that were on the page when a story failed: where nobody sees its picture, they tell why. */
function pageIn({ name, path: file }) {
  if (name !== 'error-context' || !file) return [];
  const [, page] = /```yaml\n([\s\S]*?)```/.exec(fs.readFileSync(file, 'utf8')) ?? [];
  return page ? [`  the page:\n    ${page.split('\n').slice(0, 120).join('\n    ')}`] : [];
}

const briefly = message =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter(line => line.trim())
    .slice(0, 8)
    .join('\n    ');

/** A stage without tests, or one that broke before it could count, is one failure when it fails. */
function countOf(stage, ok) {
  const file = report(stage.name);
  const counted =
    stage.count && fs.existsSync(file) ? stage.count(JSON.parse(fs.readFileSync(file, 'utf8'))) : {};
  const { passed = 0, failed = 0, skipped = 0 } = counted;
  return { passed, failed: ok ? failed : Math.max(failed, 1), skipped };
}

function runStage(stage) {
  console.log(`\n── ${stage.name} ──`);
  const began = Date.now();
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report(stage.name) };
  const ok = stage.commands.every(
    command => spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit', env }).status === 0,
  );
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  return { name: stage.name, ok, seconds, ...countOf(stage, ok) };
}

const results = [];
for (const stage of STAGES) {
  const result = runStage(stage);
  results.push(result);
  if (!result.ok) break;
}

if (chosen !== 'all') console.log(`\nTest files that the change can reach: ${chosen.size}.`);
const slowest = [...durations].sort(([, one], [, other]) => other - one).slice(0, 10);
console.log(`\nThe slowest files:`);
for (const [file, ms] of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);
console.log('');
for (const { name, ok, seconds, passed, failed, skipped } of results) {
  const counts =
    passed + failed + skipped > 0 ? `${passed} passed, ${failed} failed, ${skipped} skipped` : '';
  console.log(`${ok ? '✓' : '✗'} ${name.padEnd(10)} ${seconds.padStart(7)} s  ${counts}`);
}
const total = key => results.reduce((sum, result) => sum + result[key], 0);
const notRun = STAGES.slice(results.length).map(stage => stage.name);
if (notRun.length > 0) console.log(`not run: ${notRun.join(', ')}`);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exitCode = results.every(result => result.ok) ? 0 : 1;
