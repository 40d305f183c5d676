import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { ALERT_DAYS } from '../../domain/catalogues/agreements.ts';
import { localDay } from '../../domain/kit/calendar.ts';
import type { EndingAgreement } from '../../domain/notices/events.ts';
import { byItself } from '../../server/commands/command.ts';
import type { Deps } from '../../server/deps.ts';
import type { Job } from '../../server/jobs.ts';
import { announce } from '../../server/notices/announce.ts';

/**
 * Tells the office of agreements that end within `ALERT_DAYS`, of each end once: a run that finds another one telling of
 * it waits for that, and then leaves it. What was missed is told as long as it has not ended. Answers of how many.
 */
export const alertEnding = (db: Database, now = new Date()): Promise<number> =>
  byItself(db, now, async run => {
    const today = localDay(now);
    const { rows } = await sql<EndingAgreement>`
      with told as (
        insert into agreement_alerts (agreement_id, ends_on, at)
        select a.id, a.ends_on, ${now} from agreements a
        where a.ends_on between ${today}::date and ${today}::date + ${sql.lit(ALERT_DAYS)}
        order by a.id
        on conflict do nothing returning agreement_id, ends_on
      )
      select a.number, k.name as organisation, t.ends_on::text as "endsOn"
      from told t join agreements a on a.id = t.agreement_id join organisations o on o.id = a.organisation_id
        join organisations k on k.id = o.canonical_id
      order by t.ends_on, plain(a.number)`.execute(run.tx);
    const [first, ...others] = rows;
    if (first)
      await announce(run, { kind: 'agreement_ending', actorId: null, agreements: [first, ...others] }, null);
    return rows.length;
  });

export const agreementJobs = ({ db }: Deps): Job[] => [
  { name: 'agreements.ending', cron: '20 * * * *', pollSeconds: 60, run: () => alertEnding(db) },
];
