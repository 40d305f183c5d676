import type { FastifyInstance } from 'fastify';
import type { JWK } from 'jose';
import type { Database } from '../../db/pool.ts';
import type { Env } from '../../server/env.ts';
import {
  DEMO_GOOGLE_CLIENT,
  DEMO_MICROSOFT_CLIENT,
  DEMO_TENANT,
} from '../../server/sign-in/demo-identity.ts';
import { GOOGLE_MOUNT, isLoopbackHost, MICROSOFT_MOUNT } from '../../server/sign-in/providers.ts';
import type { DemoKeys } from '../../server/sign-in/verify.ts';
import { GOOGLE_ACCOUNTS, MICROSOFT_ACCOUNTS } from './accounts.ts';
import { googlePages, googleReturnPath } from './google.ts';
import { demoSecrets } from './keys.ts';
import type { DemoProviderOptions } from './provider.ts';
import { createDemoStore } from './store.ts';

const publicHalf = ({ kty, n, e, kid, use, alg }: JWK): JWK => ({ kty, n, e, kid, use, alg }) as JWK;

async function microsoftProvider(db: Database, publicUrl: string) {
  const secrets = await demoSecrets(db, 'microsoft');
  const store = await readStore(db, 'microsoft');
  const options: DemoProviderOptions = {
    issuer: `${publicUrl}${MICROSOFT_MOUNT}`,
    mount: MICROSOFT_MOUNT,
    name: 'Microsoft',
    clientId: DEMO_MICROSOFT_CLIENT,
    returnPaths: ['/msal'],
    accounts: MICROSOFT_ACCOUNTS,
    secrets,
    store,
    // MSAL makes its homeAccountId (`uid.utid`) of this.
    tokenExtra: ({ sub }) => ({
      client_info: Buffer.from(JSON.stringify({ uid: sub, utid: DEMO_TENANT })).toString('base64url'),
    }),
  };
  return { options, store, key: publicHalf(secrets.signingKey) };
}

async function googleProvider(db: Database, publicUrl: string) {
  const secrets = await demoSecrets(db, 'google');
  const store = await readStore(db, 'google');
  const options: DemoProviderOptions = {
    issuer: `${publicUrl}${GOOGLE_MOUNT}`,
    mount: GOOGLE_MOUNT,
    name: 'Google',
    clientId: DEMO_GOOGLE_CLIENT,
    returnPaths: [googleReturnPath(GOOGLE_MOUNT)],
    accounts: GOOGLE_ACCOUNTS,
    secrets,
    store,
    pages: await googlePages(),
  };
  return { options, store, key: publicHalf(secrets.signingKey) };
}

const stateKey = (name: string) => `demoState.${name}`;

async function readStore(db: Database, name: string) {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', stateKey(name))
    .executeTakeFirst();
  return createDemoStore((row?.value ?? []) as Parameters<typeof createDemoStore>[0]);
}

/** The library takes longer to read than the rest of the server, so it waits for the first sign-in. */
function requestHandler(app: FastifyInstance, options: DemoProviderOptions) {
  const create = async () => {
    const { createDemoProvider } = await import('./provider.ts');
    const provider = createDemoProvider(options);
    provider.on('server_error', (_ctx, error) => app.log.error({ err: error }, 'demo provider'));
    return provider.callback();
  };
  let handler: ReturnType<typeof create> | undefined;
  return () => {
    handler ??= create();
    return handler;
  };
}

function mountProvider(app: FastifyInstance, options: DemoProviderOptions): void {
  const { mount } = options;
  const handler = requestHandler(app, options);
  void app.register(async scope => {
    scope.removeAllContentTypeParsers();
    // The library reads the body itself.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    // No security headers of the application: these pages are framed by it and submit themselves by inline scripts.
    scope.all(`${mount}/*`, { schema: { hide: true } }, async (request, reply) => {
      // Whoever reaches these pages is anyone they like: only somebody at this machine may.
      const { forwarded, 'x-forwarded-for': forwardedFor } = request.headers;
      if (!isLoopbackHost(request.host) || forwarded || forwardedFor) return reply.callNotFound();
      const handle = await handler();
      reply.hijack();
      const raw = request.raw as typeof request.raw & { originalUrl?: string };
      // The library derives from this where it is mounted.
      raw.originalUrl = raw.url ?? '';
      raw.url = raw.url?.slice(mount.length) || '/';
      void handle(raw, reply.raw);
    });
  });
}

/** Both demo providers under their paths. Call only when the demonstration is on. */
export async function registerDemo(app: FastifyInstance, db: Database, env: Env): Promise<DemoKeys> {
  const microsoft = await microsoftProvider(db, env.publicUrl);
  const google = await googleProvider(db, env.publicUrl);
  mountProvider(app, microsoft.options);
  mountProvider(app, google.options);
  // A clean stop keeps who is signed in at the demo providers; after a crash people pick their account again.
  app.addHook('onClose', async () => {
    for (const [name, { store }] of Object.entries({ microsoft, google })) {
      const row = { key: stateKey(name), value: JSON.stringify(store.entries()) };
      await db
        .insertInto('settings')
        .values(row)
        .onConflict(conflict => conflict.column('key').doUpdateSet({ value: row.value }))
        .execute();
    }
  });
  return { microsoft: microsoft.key, google: google.key };
}
