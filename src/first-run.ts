import { randomBytes } from 'node:crypto';
import { publishFirstKinds, writeFirstHolidays, writeFirstProcessing } from './db/first-rows.ts';
import type { Database } from './db/pool.ts';
import { writeFirstSettings } from './db/settings.ts';
import { loadDemo } from './demo/seed/load.ts';
import { FIRST_COLOUR } from './domain/settings/colours.ts';
import { FIRST_REQUEST_RULES } from './domain/settings/data-requests.ts';
import { FIRST_PUBLIC_PAGES } from './domain/settings/public-pages.ts';
import { FIRST_QUOTAS } from './domain/settings/quotas.ts';
import { FIRST_TIMES } from './domain/settings/reminder-times.ts';
import { FIRST_PERIODS } from './domain/settings/retention.ts';
import { FIRST_FORMULA } from './domain/settings/score-formula.ts';
import { FIRST_PROGRESS } from './domain/settings/setup.ts';
import type { Env } from './server/env.ts';
import { DEMO_DOMAIN } from './server/sign-in/demo-identity.ts';

/** Academic periods of this year, the two before and the next, latest first. */
export const periodsAround = (year: number) =>
  [year + 1, year, year - 1, year - 2].flatMap(y => [`${y}-2`, `${y}-1`]);

/** Known to this installation alone. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Rows a new installation starts with; safe to repeat at each start and in several copies at once. */
export async function firstRun(db: Database, env: Env): Promise<void> {
  await writeFirstSettings(db, {
    institution: { name: env.firstInstitution, colour: FIRST_COLOUR },
    institutionLogo: '',
    signInDomains: env.demo ? [{ domain: DEMO_DOMAIN, becomes: 'Academic' }] : env.allowedDomains,
    uploadLimitMb: env.uploadLimitMb,
    periods: periodsAround(new Date().getFullYear()),
    retention: FIRST_PERIODS,
    reminders: FIRST_TIMES,
    quotas: FIRST_QUOTAS,
    certificates: { signer: '', position: '', openBadges: false },
    publicPages: FIRST_PUBLIC_PAGES,
    dataRequests: FIRST_REQUEST_RULES,
    score: FIRST_FORMULA,
    setup: FIRST_PROGRESS,
    budgetMoveShare: 10,
    serveUnscanned: true,
    fileLinkSecret: newSecret(),
    personKeySecret: newSecret(),
  });
  await publishFirstKinds(db);
  await writeFirstHolidays(db);
  await writeFirstProcessing(db);
  if (env.demo) await loadDemo(db);
}
