import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { BrowserConfig } from '../../domain/kit/config.ts';
import type { Deps } from '../deps.ts';
import { recentInstitution } from '../institution.ts';
import { providersConfig } from '../sign-in/providers.ts';

/** Where `vite build` puts the browser part. */
export const BROWSER_DIR = path.resolve(import.meta.dirname, '../../../dist/web');

const HASHED = /\/assets\//;
const FILE = /\.\w{1,8}$/;

/** What the browser part reads first; the demo provider's addresses follow the origin the browser sees. */
function registerConfig(app: FastifyInstance, { db, env }: Pick<Deps, 'db' | 'env'>): void {
  app.get('/config.json', { schema: { hide: true } }, async (request, reply) => {
    const { name, colour, logo } = await recentInstitution({ db, env });
    const config: BrowserConfig = {
      ...{ institution: name, colour, logo: logo?.address ?? null },
      product: env.productName,
      apiBase: env.apiBase,
      ...providersConfig(env, `${request.protocol}://${request.host}`),
      demo: env.demo,
    };
    return reply.header('cache-control', 'no-cache').send(config);
  });
}

/**
 * The built browser part. `/msal` is a document of its own (redirect and post-logout address of the Microsoft
 * sign-in); every other address that is no file belongs to the browser's router.
 */
export async function registerBrowser(app: FastifyInstance, deps: Pick<Deps, 'db' | 'env'>): Promise<void> {
  registerConfig(app, deps);
  await app.register(fastifyStatic, {
    root: BROWSER_DIR,
    // Files are looked up when asked for: a route for each would double the time of the start, and miss a rebuild.
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      void reply.header(
        'cache-control',
        HASHED.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  const page = (name: string) => async (_request: unknown, reply: FastifyReply) => {
    // Read at each request: a rebuild while the server runs must not serve addresses of deleted chunks.
    const html = await readFile(path.join(BROWSER_DIR, name), 'utf8');
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html);
  };
  // Without an opener policy: it would cut the popup, back from the provider, off the page that waits for it.
  const msal = page('msal.html');
  app.get('/msal', { schema: { hide: true } }, (request, reply) =>
    msal(request, reply.header('cross-origin-opener-policy', 'unsafe-none')),
  );
  const index = page('index.html');
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const [address = ''] = request.url.split('?');
    return FILE.test(address) ? reply.sendFile(address) : index(request, reply);
  });
}
