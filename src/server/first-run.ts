import { loadDemo } from '../db/demo.ts';
import { DEMO_DOMAIN } from '../db/demo-university.ts';
import type { Database } from '../db/pool.ts';
import { writeFirstSettings } from '../db/settings.ts';
import type { Env } from './env.ts';

/** Rows a new installation starts with; safe to repeat at each start and in several copies at once. */
export async function firstRun(db: Database, env: Env): Promise<void> {
  await writeFirstSettings(db, {
    signInDomains: env.demo ? [{ domain: DEMO_DOMAIN, becomes: 'Academic' }] : env.allowedDomains,
    uploadLimitMb: env.uploadLimitMb,
  });
  if (env.demo) await loadDemo(db);
}
