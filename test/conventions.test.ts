import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DOMAIN_ROOMS, FEATURES } from './rooms.ts';
import { longFunctions, typeHoles } from './syntax.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Files git tracks or would track, as posix paths; generated types are left out. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(file => file && existsSync(path.join(root, file)) && file !== 'src/db/tables.ts');

const code = files.filter(file => /\.tsx?$/.test(file));
const source = code.filter(file => file.startsWith('src/') && !/\.test\.tsx?$/.test(file));
const textOf = new Map(code.map(file => [file, readFileSync(path.join(root, file), 'utf8')]));

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

function importsOf(file: string): Import[] {
  const text = textOf.get(file) ?? '';
  const found = text.matchAll(
    /^\s*(?:import|export)\s+(type\s)?[^'"]*?from\s+'(\.[^']+)'|import\(\s*'(\.[^']+)'\s*\)|^import\s+'(\.[^']+)'/gm,
  );
  return [...found].map(([, type, named, lazy, bare]) => ({
    from: file,
    to: path.posix.normalize(path.posix.join(path.posix.dirname(file), named ?? lazy ?? bare ?? '')),
    typeOnly: Boolean(type),
  }));
}

const imports = source.flatMap(importsOf);
const say = ({ from, to }: Import) => `${from} → ${to}`;
const featureOf = (file: string) => /^src\/features\/([^/]+)\//.exec(file)?.[1];
const areaOf = (file: string) => /^src\/([^/]+)/.exec(file)?.[1]?.replace(/\.tsx?$/, '') ?? '';
/** The room of a file of the domain; of one that lies beside the rooms its own name. */
const roomOf = (file: string) => file.split('/')[2] ?? '';
const FEATURE_ORDER = Object.values(FEATURES).join(' ').split(' ');
const CORE = FEATURES.core.split(' ');
/** Commands of a feature outside of the core that another may give, and why. */
const COMMANDED: Readonly<Record<string, string>> = {
  'awards → calls': 'the act makes the result of its call provisional',
  'change-requests → ficha': 'an accepted change is written as the section it changes',
  'review-desk → evaluation': 'what a reviewer answers or confirms leads to the next one, or to the result',
  'public → ficha':
    'consent to publish is an answer of the section, also once it is given or withdrawn later',
  'privacy → certificates': 'whoever is anonymised is named by no certificate',
  'privacy → attendance': 'who came to an activity and withdraws is forgotten on lists',
  'traces → attendance': 'the same of who has no account',
  'traces → certificates': 'nobody who was erased is named by a certificate',
  'traces → privacy': 'rows of imports are forgotten in one way',
  'privacy → surveys': 'who is asked by name declines where they are signed in, or is forgotten',
  'traces → surveys': 'the same of who has no account',
  'registers → downloads': 'a register is a file made in the background',
  'annual-reports → downloads': 'so is an annual report',
  'accreditation → downloads': 'and a pack',
  'case-files → downloads': 'and a case file',
  'reassign → ficha': 'the first section names lead and alternate',
  'projects → ficha': 'a copy is written section by section, as if it had been typed',
};
/** Written apart, as this file is looked at like every other. */
const ANY = ['a', 'n', 'y'].join('');
const inUi = (file: string) => /^src\/features\/.*\/ui\//.test(file);

describe('imports point one way', () => {
  it('domain imports nothing but domain', () => {
    expect(imports.filter(i => areaOf(i.from) === 'domain' && areaOf(i.to) !== 'domain').map(say)).toEqual(
      [],
    );
  });

  it('a room of the domain imports only those before it, types included', () => {
    const order = DOMAIN_ROOMS.split(' ');
    const within = source.filter(file => areaOf(file) === 'domain');
    expect(within.filter(file => !order.includes(roomOf(file)))).toEqual([]);
    const wrong = imports.filter(
      i => areaOf(i.from) === 'domain' && order.indexOf(roomOf(i.from)) < order.indexOf(roomOf(i.to)),
    );
    expect(wrong.map(say)).toEqual([]);
  });

  it('db imports domain only, server imports domain and db only', () => {
    const allowed: Record<string, string[]> = { db: ['db', 'domain'], server: ['server', 'db', 'domain'] };
    const wrong = imports.filter(i => allowed[areaOf(i.from)]?.includes(areaOf(i.to)) === false);
    // Maintenance commands are programs of their own and may read the configuration.
    expect(
      wrong
        .filter(
          i =>
            !/^src\/db\/(backup\/(backup|restore|check-files|installation)|embedded\/embedded)\.ts$/.test(
              i.from,
            ),
        )
        .map(say),
    ).toEqual([]);
  });

  it('the web kit knows no feature, no server and no database', () => {
    const wrong = imports.filter(i => areaOf(i.from) === 'web' && !['web', 'domain'].includes(areaOf(i.to)));
    expect(wrong.filter(i => !/contract\.ts$/.test(i.to)).map(say)).toEqual([]);
  });

  it('screens import contracts, other screens, the web kit and the domain', () => {
    const wrong = imports.filter(
      i =>
        inUi(i.from) &&
        !inUi(i.to) &&
        !/contract\.ts$/.test(i.to) &&
        !['web', 'domain'].includes(areaOf(i.to)),
    );
    expect(wrong.map(say)).toEqual([]);
  });

  it('features on the server do not import the browser', () => {
    const wrong = imports.filter(
      i => featureOf(i.from) && !inUi(i.from) && (areaOf(i.to) === 'web' || inUi(i.to)),
    );
    expect(wrong.map(say)).toEqual([]);
  });

  it('a feature imports only those before it, types and screens included', () => {
    const at = (file: string) => FEATURE_ORDER.indexOf(featureOf(file) ?? '');
    const wrong = imports.filter(i => {
      const [from, to] = [featureOf(i.from), featureOf(i.to)];
      return from && to && from !== to && (at(i.to) < 0 || (at(i.from) >= 0 && at(i.from) < at(i.to)));
    });
    expect(wrong.map(say)).toEqual([]);
  });

  it('a feature imports of another only contract, queries or screens; commands of the core and those listed', () => {
    const between = imports.filter(i => {
      const [from, to] = [featureOf(i.from), featureOf(i.to)];
      return from && to && from !== to;
    });
    const used = new Set<string>();
    const wrong = between.filter(({ from, to }) => {
      if (/\/(contract|queries)\.ts$|\/ui\/[^.]+\.tsx$/.test(to)) return false;
      if (CORE.includes(featureOf(to) ?? '')) return !/\/(commands|effects)\.ts$/.test(to);
      const pair = `${featureOf(from)} → ${featureOf(to)}`;
      used.add(pair);
      return !to.endsWith('/commands.ts') || !(pair in COMMANDED);
    });
    expect(wrong.map(say)).toEqual([]);
    expect([...used].sort()).toEqual(Object.keys(COMMANDED).sort());
  });

  it('the demonstration is known to the files that start the server alone', () => {
    const wrong = imports.filter(i => areaOf(i.to) === 'demo' && areaOf(i.from) !== 'demo');
    expect(wrong.filter(i => !/^src\/(app|main|first-run)\.ts$/.test(i.from)).map(say)).toEqual([]);
  });

  it('only app.ts and router.tsx know every feature', () => {
    const entry =
      /^src\/(app|main|makers|prepare)\.ts$|^src\/(router|screens|project-page|settings-page|default-layout|main|msal)\.tsx$/;
    const wrong = imports.filter(
      i =>
        featureOf(i.to) &&
        !featureOf(i.from) &&
        !entry.test(i.from) &&
        !['web', 'demo'].includes(areaOf(i.from)),
    );
    expect(wrong.map(say)).toEqual([]);
  });
});

describe('files', () => {
  const VOCABULARY =
    /^(contract|queries|commands|routes|jobs|effects)\.ts$|^[\w-]+\.test\.tsx?$|^(ui\/.*\.(tsx|module\.css))$/;

  it('a feature has only the agreed file names, sub-folders the same ones', () => {
    const wrong = files.filter(file => {
      const inside = /^src\/features\/[^/]+\/(.+)$/.exec(file)?.[1];
      if (!inside) return false;
      const own = inside.replace(/^(?!ui\/)[a-z-]+\//, '');
      return !VOCABULARY.test(inside) && !VOCABULARY.test(own);
    });
    expect(wrong).toEqual([]);
  });

  it('screens of a feature lie in its one folder for them', () => {
    const screens = source.filter(file => featureOf(file) && file.endsWith('.tsx'));
    expect(screens.filter(file => !/^src\/features\/[^/]+\/ui\//.test(file))).toEqual([]);
  });

  it('queries read, commands write', () => {
    const writes =
      /\b(insert into|delete from|update \w+( \w+)? set)\b|\.(insertInto|updateTable|deleteFrom)\(/;
    const wrong = source.filter(file => file.endsWith('/queries.ts') && writes.test(textOf.get(file) ?? ''));
    expect(wrong).toEqual([]);
  });

  it('the audit and the history of projects have one writer each', () => {
    const writers = (table: string) => {
      const insert = new RegExp(`insert into ${table}\\b|insertInto\\('${table}'\\)`, 'g');
      return source.flatMap(file => (textOf.get(file) ?? '').match(insert)?.map(() => file) ?? []);
    };
    expect(writers('audit')).toEqual(['src/server/commands/command.ts']);
    expect(writers('project_history')).toEqual(['src/features/project-record/history/commands.ts']);
  });

  it('a feature has at most 60 files and 5 000 lines, tests apart', () => {
    const sizes = Map.groupBy(
      files.filter(file => featureOf(file) && !/\.test\.tsx?$/.test(file)),
      file => featureOf(file) ?? '',
    );
    const linesOf = (file: string) => readFileSync(path.join(root, file), 'utf8').split('\n').length - 1;
    const large = [...sizes].map(([feature, inside]) => ({
      feature,
      files: inside.length,
      lines: inside.reduce((sum, file) => sum + linesOf(file), 0),
    }));
    expect(large.filter(one => one.files > 60 || one.lines > 5000)).toEqual([]);
  });

  it('a folder has at most 15 files, but for those with a file an entry', () => {
    const folders = Map.groupBy(
      files.filter(file => /^src\/.*\.(tsx?|css)$/.test(file) && !/\.test\.tsx?$/.test(file)),
      file => path.posix.dirname(file),
    );
    const full = [...folders].filter(([, inside]) => inside.length > 15).map(([folder]) => folder);
    expect(full.sort()).toEqual([
      'src/domain/imports',
      'src/domain/sections',
      'src/features/section-screens/ui/fields',
      'src/features/section-screens/ui/sections',
    ]);
  });

  it('no code file is over 400 lines', () => {
    const long = code.map(file => [file, (textOf.get(file) ?? '').split('\n').length - 1] as const);
    expect(long.filter(([, lines]) => lines > 400)).toEqual([]);
  });

  it('no function is over 60 lines, JSX and templates included', () => {
    const where = code.filter(file => /^(src|bench|scripts)\//.test(file) && !/\.test\.tsx?$/.test(file));
    const long = where.flatMap(file => longFunctions(file, textOf.get(file) ?? '', 60));
    expect(long).toEqual([]);
  });

  it('the compiler is nowhere told to look away', () => {
    const holes = code
      .filter(file => file.startsWith('src/'))
      .flatMap(file => typeHoles(file, textOf.get(file) ?? ''));
    expect(holes).toEqual([]);
  });

  it.each([
    [`let a: ${ANY};`, 1],
    [`let a: ${ANY}[]; let b: Record<string, ${ANY}>;`, 2],
    ['f(a as never); g(<never>a);', 2],
    ['f(a as unknown as B, (a as unknown) as B, a as unknown as\n  B);', 3],
    [`f(a as B, a as unknown, never); // as never, as unknown as ${ANY}`, 0],
    [`const ${ANY} = "a as never"; const t = \`as ${ANY}\`;`, 0],
  ])('a type hole is seen for what it is: %s', (text, count) => {
    expect(typeHoles('a.ts', text)).toHaveLength(count);
  });

  it('no type hole, no left-over, no test that does not run', () => {
    // Each pattern is written so that it does not find itself: this file is looked at like every other.
    const banned: [RegExp, (file: string) => boolean][] = [
      [/:\s*an[y]\b|<an[y]>|\bas an[y]\b|@ts-(ignore|nocheck)/, () => true],
      [/\b(TO[D]O|FIX[M]E|X[X]X)\b/, () => true],
      [/\b(it|test|describe)\.(only|skip|todo)\b/, () => true],
      [
        /\.waitFor[T]imeout\(|set[T]imeout\([^,]+,\s*\d{3,}\)/,
        file => /^(test|e2e)\/|\.test\.tsx?$/.test(file),
      ],
      // What fails at its first attempt fails; a quiet network says nothing of what the page still does.
      [
        /network[i]dle|\bretr(?:y|ies):\s*[1-9]\b/,
        file => /^(test|e2e)\/|\.test\.tsx?$|\.config\.ts$/.test(file),
      ],
      [/dangerouslySet[I]nnerHTML/, file => file !== 'src/web/ui/toasts/toaster.tsx'],
      [
        /process\.env/,
        file =>
          source.includes(file) &&
          !/^src\/(server\/env|main|db\/embedded\/(embedded|binaries))\.ts$/.test(file),
      ],
    ];
    const found = code.flatMap(file =>
      banned
        .filter(([pattern, where]) => where(file) && pattern.test(textOf.get(file) ?? ''))
        .map(([pattern]) => `${file}: ${pattern}`),
    );
    expect(found).toEqual([]);
  });

  it('browser addresses are written in paths.ts only', () => {
    const literal = /(?:to|href|navigate\()\s*[=:(]\s*\{?\s*['"`]\/(?:admin|projects|auth|profile)/;
    const wrong = source.filter(
      f => f.endsWith('.tsx') && f !== 'src/router.tsx' && literal.test(textOf.get(f) ?? ''),
    );
    expect(wrong).toEqual([]);
  });

  it('the project speaks of itself alone', () => {
    const secret = /\/work\/(main|wt|shared)|farm-(studio|bench)|registry\.npmjs|\bissue #?\d+\b/i;
    const text = files.filter(f =>
      /\.(tsx?|js|json|md|sql|ya?ml|html|css|sh)$|Dockerfile|\.env\.example|\.ci\/run/.test(f),
    );
    const wrong = text.filter(
      f => f !== 'test/conventions.test.ts' && secret.test(readFileSync(path.join(root, f), 'utf8')),
    );
    expect(wrong).toEqual([]);
  });

  it('the lock file holds no download addresses and versions are exact', () => {
    const read = (name: string) =>
      files.filter(f => path.basename(f) === name).map(f => readFileSync(path.join(root, f), 'utf8'));
    expect(read('package-lock.json').filter(text => /"resolved": "https?:/.test(text))).toEqual([]);
    const versions = read('package.json').flatMap(text => {
      const manifest = JSON.parse(text) as Record<string, Record<string, string>>;
      return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap(k =>
        Object.entries(manifest[k] ?? {}),
      );
    });
    expect(versions.filter(([, version]) => !/^\d/.test(version))).toEqual([]);
  });
});

describe('endpoints', () => {
  it('no document but the agreed ones is open to anybody', () => {
    const documents = source
      .flatMap(file => [
        ...(textOf.get(file) ?? '').matchAll(/\bapp\.(get|post|put|delete|all)\(\s*'([^']+)'/g),
      ])
      .map(([, method = '', where]) => `${method.toUpperCase()} ${where}`)
      .sort();
    expect(documents).toEqual([
      // Whatever else is asked below /publico leads nowhere.
      'ALL /*',
      // Of the browser part.
      'GET /*',
      // Below /publico.
      ...['GET /asistencia/:code', 'GET /asistencia/:code/listo'],
      'GET /config.json',
      ...['GET /encuesta/:code', 'GET /encuesta/gracias', 'GET /encuesta/sin-respuesta'],
      'GET /estilo.css',
      'GET /msal',
      'GET /privacidad',
      'GET /robots.txt',
      ...['POST /asistencia/:code', 'POST /encuesta/:code'],
    ]);
  });

  it('only the agreed ones are open to anybody', () => {
    const anonymous = source
      .filter(file => file.endsWith('contract.ts'))
      .flatMap(file => [
        ...(textOf.get(file) ?? '').matchAll(/method: '(\w+)',\s+path: '([^']+)',\s+permission: 'public'/g),
      ])
      .map(([, method, where]) => `${method} ${where}`)
      .sort();
    expect(anonymous).toEqual([
      'GET /calendar/:token',
      'GET /downloads/:id/file',
      'GET /files/:file',
      'GET /health',
      'GET /ready',
      'POST /auth/google',
      'POST /auth/microsoft',
    ]);
  });
});
