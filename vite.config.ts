import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
// Two documents: `/msal` must run neither router nor guard.
const documents = ['./index.html', './msal.html'].map(file);
const server = process.env.API_ORIGIN ?? 'http://localhost:3000';

/** Compresses once what the server would otherwise compress for every visitor; it serves the twin when there is one. */
function compressed(): Plugin {
  let folder = '';
  const compress = async (name: string) => {
    const content = await readFile(name);
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    await writeFile(`${name}.br`, await promisify(brotliCompress)(content, { params: quality }));
    await writeFile(`${name}.gz`, await promisify(gzip)(content));
  };
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: config => {
      folder = path.resolve(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      const names = await readdir(folder, { recursive: true });
      const texts = names.filter(name => /\.(js|css|svg)$/.test(name));
      await Promise.all(texts.map(name => compress(path.join(folder, name))));
    },
  };
}

/**
 * What of the schema library no screen asks for, 6 kB on each: writing schemas as JSON schemas, which the server's API
 * description does, and English messages, as every rule has a Spanish one.
 */
const slimSchemas = (): Plugin[] => [
  {
    name: 'without-json-schemas',
    apply: 'build',
    load: {
      filter: { id: /zod\/v4\/core\/to-json-schema\.js$/ },
      handler: async id => {
        const names = (await readFile(id, 'utf8')).matchAll(/^export (?:const|function|class) (\w+)/gm);
        return [...names].map(([, name]) => `export const ${name} = () => undefined;`).join('\n');
      },
    },
    transform: {
      filter: { id: /zod\/v4\/classic\/schemas\.js$/ },
      handler: code => code.replace(/processors\.\w+Processor\(/g, 'void ('),
    },
  },
  {
    name: 'without-english',
    apply: 'build',
    load: {
      filter: { id: /zod\/v4\/locales\/en\.js$/ },
      handler: () => 'export default () => ({});',
    },
  },
];

/** What nearly every screen behind the sign-in shows. */
const SIGNED_IN = new RegExp(
  [
    String.raw`src[\\/]web[\\/]layout[\\/]default-layout\.tsx$`,
    String.raw`src[\\/]web[\\/]ui[\\/](page-header|status[\\/](status-pill|whose-turn))\.tsx$`,
    String.raw`src[\\/]web[\\/]form[\\/]typed-search\.ts$`,
    String.raw`src[\\/]domain[\\/](kinds[\\/]statuses|workflow[\\/]transitions)\.ts$`,
  ].join('|'),
);

export default defineConfig({
  plugins: [react(), compressed(), slimSchemas()],
  build: {
    outDir: 'dist/web',
    target: 'es2023',
    // What a chunk needs comes beside it, the chunk itself by its import alone: asked for twice, a failure would be
    // mended in silence, where the application is to reload.
    modulePreload: { resolveDependencies: (chunk, needed) => needed.filter(name => name !== chunk) },
    rolldownOptions: {
      input: documents,
      output: {
        // Each takes its static imports along: one script for the login page and one for what all others share
        // compress a fifth better than forty. `/msal` takes only the few modules named first.
        codeSplitting: {
          groups: [
            {
              name: 'common',
              test: /src[\\/]web[\\/](config\.ts|log\.ts|routing[\\/]p(ages|aths)\.ts|theme[\\/]base\.css|layout[\\/]first-paint\.css)$/,
              priority: 3,
            },
            {
              name: 'start',
              test: /src[\\/](main|features[\\/]auth[\\/]ui[\\/]login-page)\.tsx$/,
              priority: 2,
            },
            { name: 'layout', test: SIGNED_IN, priority: 1 },
          ],
        },
      },
    },
    reportCompressedSize: false,
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(['/api', '/config.json', '/idp'].map(path => [path, { target: server }])),
  },
});
