import type { Database } from '../db/pool.ts';
import type { Borders } from './borders.ts';
import type { Env } from './env.ts';
import type { Scanner } from './files/scanner.ts';
import type { FileStore } from './files/store.ts';
import type { Jobs } from './jobs.ts';
import type { AccessTokens } from './sign-in/access-tokens.ts';
import type { Sessions } from './sign-in/session.ts';

/** What routes are built with; made once in `main.ts` and by each test. */
export interface Deps {
  readonly env: Env;
  readonly db: Database;
  readonly sessions: Sessions;
  readonly accessTokens: AccessTokens;
  readonly files: FileStore;
  /** Undefined where none is set: what is uploaded stays unscanned. */
  readonly scanner: Scanner | undefined;
  /** Undefined where the installation has none: maps show circles alone. */
  readonly borders: Borders | undefined;
  readonly jobs: Jobs;
}
