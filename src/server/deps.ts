import type { Database } from '../db/pool.ts';
import type { Env } from './env.ts';
import type { FileStore } from './files/store.ts';
import type { Jobs } from './jobs.ts';
import type { Sessions } from './sign-in/session.ts';

/** What routes are built with; made once in `main.ts` and by each test. */
export interface Deps {
  readonly env: Env;
  readonly db: Database;
  readonly sessions: Sessions;
  readonly files: FileStore;
  readonly jobs: Jobs;
}
