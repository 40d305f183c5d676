// `npm test`: lint, types, unit, API and browser tests, in this order; stops at the first stage that fails.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const root = path.resolve(import.meta.dirname, '..');
const reports = path.join(root, '.cache/reports');
fs.rmSync(reports, { recursive: true, force: true });
fs.mkdirSync(reports, { recursive: true });

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
];

const STAGES = [
  { name: 'lint', commands: [[...biome, 'check', '.'], bin('knip', 'bin/knip.js')] },
  { name: 'types', commands: ['node', 'web', 'e2e'].map(part => [...tsc, '-p', `tsconfig.${part}.json`]) },
  { name: 'unit', commands: [vitest('unit')], count: countVitest },
  { name: 'api', commands: [vitest('api')], count: countVitest },
  {
    name: 'e2e',
    commands: [[...bin('@playwright/test', 'cli.js'), 'test', '--reporter=line,json']],
    count: countPlaywright,
  },
];

function countVitest({ testResults, numPassedTests, numFailedTests, numPendingTests }) {
  tell(
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(test => test.failureMessages.length > 0)
        .map(test => ({
          name: `${outcome(test.status === 'passed')}: ${path.relative(root, name)} › ${test.fullName}`,
          errors: test.failureMessages.slice(0, 2).map(message => `  ${briefly(message)}`),
        })),
    ),
  );
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
}

function countPlaywright({ stats, suites }) {
  const { expected, flaky, unexpected, skipped } = stats;
  tell(suites.flatMap(troublesIn));
  return { passed: expected + flaky, failed: unexpected, skipped };
}

/** Said again at the end of a stage: the runner tells it hundreds of lines above. */
function tell(troubles) {
  for (const { name, errors } of troubles) console.log(`\n${name}\n${errors.join('\n')}`);
}

const outcome = passed => (passed ? 'at the second attempt' : 'failed');

/** What did not pass at once: `name`, and of each failed attempt the beginning of its first errors. */
function troublesIn({ file, specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(test => test.status === 'unexpected' || test.status === 'flaky')
      .map(test => ({
        name: `${outcome(test.status === 'flaky')}: [${test.projectName}] ${file} › ${title}`,
        errors: test.results
          .flatMap(result => result.errors.slice(0, 2))
          .map(({ message = '', location }) => `  line ${location?.line ?? '?'}: ${briefly(message)}`),
      })),
  );
  return [...own, ...suites.flatMap(troublesIn)];
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

console.log('');
for (const { name, ok, seconds, passed, failed, skipped } of results) {
  const counts =
    passed + failed + skipped > 0 ? `${passed} passed, ${failed} failed, ${skipped} skipped` : '';
  console.log(`${ok ? '✓' : '✗'} ${name.padEnd(6)} ${seconds.padStart(7)} s  ${counts}`);
}
const total = key => results.reduce((sum, result) => sum + result[key], 0);
const notRun = STAGES.slice(results.length).map(stage => stage.name);
if (notRun.length > 0) console.log(`not run: ${notRun.join(', ')}`);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exitCode = results.every(result => result.ok) ? 0 : 1;
