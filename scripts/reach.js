// Which tests a change can reach, for `npm test -- --changed`: whatever imports a changed file or names it as a path,
// whatever imports that, and so on. Too much rather than too little: of a file nobody knows, everything depends on it.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const CODE = /\.(tsx?|js|css)$/;
const TEST = /\.(test\.tsx?|e2e\.ts)$/;
/** What one file needs of others without naming them. A folder ends in `/`, the root is empty. */
const NEEDS = {
  'src/db/migrate.ts': ['src/db/migrations/'],
  // Stories meet the browser part as it is built; API tests know it as one file.
  'e2e/installation.ts': ['src/main.tsx', 'src/msal.tsx', 'index.html', 'msal.html', 'public/'],
  'test/conventions.test.ts': [''],
  'test/documents.test.ts': [''],
  'test/states.test.ts': ['src/db/', 'src/demo/', 'src/features/', 'src/server/', 'src/web/'],
};

const git = (root, ...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/**
 * Files that differ from a commit, those not committed and new ones included.
 * @param {string} root @param {string} since @returns {string[]} paths with `/` below `root`
 */
export const changedSince = (root, since) => [
  ...git(root, 'diff', '--name-only', since),
  ...git(root, 'ls-files', '--others', '--exclude-standard'),
];

/** Every quoted path in a file that leads to one of the others, seen from its folder or from the root. */
function namedIn(file, text, known) {
  const folder = path.posix.dirname(file);
  return [...text.matchAll(/['"`]([\w@$.~/-]+\.[a-z0-9]+)['"`]/g)].flatMap(([, name]) =>
    [path.posix.join(folder, name), path.posix.normalize(name)].filter(place => known.has(place)),
  );
}

/**
 * @param {string} root @param {readonly string[]} changed paths with `/` below `root`
 * @returns {Set<string> | 'all'} test files to run, or `all` where a file was changed that everything may depend on
 */
export function reachedBy(root, changed) {
  const files = git(root, 'ls-files', '--cached', '--others', '--exclude-standard');
  const known = new Set(files);
  const usedBy = new Map();
  const use = (needed, by) => usedBy.set(needed, (usedBy.get(needed) ?? new Set()).add(by));
  for (const file of files.filter(name => CODE.test(name) && fs.existsSync(path.join(root, name))))
    for (const needed of namedIn(file, fs.readFileSync(path.join(root, file), 'utf8'), known))
      use(needed, file);
  for (const [file, needs] of Object.entries(NEEDS))
    for (const needed of files)
      if (needs.some(need => needed === need || (/^$|\/$/.test(need) && needed.startsWith(need))))
        use(needed, file);
  // Settings of the tools and locks of packages are read by none of our files.
  if (changed.some(name => /\.(json|sh|yaml|toml)$|^[\w.-]+\.(ts|cjs)$|^\.npmrc$|^\.ci\//.test(name)))
    return 'all';
  const reached = new Set(changed);
  for (const file of reached) for (const user of usedBy.get(file) ?? []) reached.add(user);
  return new Set([...reached].filter(name => TEST.test(name) && known.has(name)));
}
