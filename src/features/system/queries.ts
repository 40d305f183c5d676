import { sql } from 'kysely';
import { pendingMigrations } from '../../db/migrate.ts';
import type { Database } from '../../db/pool.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { PROVIDERS, type Provider } from '../../domain/settings/providers.ts';
import type { Env } from '../../server/env.ts';
import type { FileStore } from '../../server/files/store.ts';
import type { getReady, getSystemStatus } from './contract.ts';

type Checks = OutputOf<typeof getReady>['checks'];

const stateOf = async (probe: Promise<unknown>) =>
  probe.then(
    () => 'ok' as const,
    () => 'failed' as const,
  );

export async function readiness(db: Database, files: FileStore): Promise<OutputOf<typeof getReady>> {
  const [database, migrations, storage] = await Promise.all([
    stateOf(sql`select 1`.execute(db)),
    stateOf(noneMissing(db)),
    stateOf(files.stat('.ready')),
  ]);
  const checks: Checks = { database, migrations, storage };
  return { status: Object.values(checks).every(c => c === 'ok') ? 'ok' : 'failed', checks };
}

async function noneMissing(db: Database): Promise<void> {
  const missing = await pendingMigrations(db);
  if (missing.length > 0) throw new Error(`not applied: ${missing.join(', ')}`);
}

/** Whose accounts people sign in with here; nobody's in a demonstration. */
export const providersOf = (env: Env): Provider[] =>
  PROVIDERS.filter(provider => env[provider] !== undefined);

/** What the environment sets of an installation, without its secrets. */
const installed = (env: Env) => ({
  hasOwnDatabase: env.databaseUrl === undefined,
  providers: providersOf(env),
  mail: env.mail ? { server: new URL(env.mail.smtpUrl).host, from: env.mail.from } : null,
  files: env.files.driver,
  hasScanner: env.clamd !== undefined,
});

export async function systemStatus(db: Database, env: Env): Promise<OutputOf<typeof getSystemStatus>> {
  const { rows } = await sql<{
    last: OutputOf<typeof getSystemStatus>['lastBackup'];
    version: string;
    bytes: number;
  }>`
    select
      (select json_build_object('at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                                'bytes', bytes, 'rows', rows, 'files', files)
         from backups order by id desc limit 1) as last,
      current_setting('server_version') as version,
      pg_database_size(current_database())::float8 as bytes
  `.execute(db);
  const row = rows[0];
  if (!row) throw new Error('status query answered no row');
  return {
    lastBackup: row.last,
    databaseVersion: row.version,
    databaseBytes: row.bytes,
    ...installed(env),
  };
}
