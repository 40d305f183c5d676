import { sql } from 'kysely';
import { readMailTexts } from '../../db/mail-texts.ts';
import type { Database } from '../../db/pool.ts';
import { readSetting } from '../../db/settings.ts';
import { lit } from '../../db/states.ts';
import { addDays, localDay, localTime, momentOf } from '../../domain/kit/calendar.ts';
import { type DigestFacts, digestOf } from '../../domain/notices/letters.ts';
import { DESK_TITLE } from '../../domain/notices/notice-types.ts';
import { formatDay } from '../../domain/text/format.ts';
import type { Deps } from '../../server/deps.ts';
import type { Job } from '../../server/jobs.ts';
import { sendDueMails } from '../../server/notices/mail.ts';

interface Waiting {
  readonly userId: string;
  readonly name: string;
  readonly address: string;
  readonly items: DigestFacts['items'];
}

/** The latest moment of the daily mail that has come. */
function latest(now: Date, time: string): Date {
  const { day, time: clock } = localTime(now);
  return momentOf(clock >= time ? day : addDays(day, -1), time);
}

/**
 * Everybody's daily mail from what happened before its time; written once, however often and by however many copies it
 * runs, and after a pause as soon as it can.
 */
export async function writeDigests(db: Database, now = new Date()): Promise<number> {
  const until = latest(now, (await readSetting(db, 'reminders')).digestTime);
  return db.transaction().execute(async tx => {
    const { rows } = await sql<Waiting>`
      with waiting as (
        update notifications n set digest = false from users u
        where n.digest and n.created_at < ${until} and u.id = n.user_id
        returning n.id, n.user_id, n.type, n.title, n.text, n.project_id, n.created_at, u.name, u.email, u.state
      )
      select w.user_id as "userId", w.name, w.email as address,
        json_agg(json_build_object('title', w.title, 'text', w.text, 'project',
          case when p.id is not null then json_build_object('code', p.code,
            'title', case w.type when 'review' then ${DESK_TITLE} else p.title end) end)
          order by w.created_at, w.id) as items
      from waiting w left join projects p on p.id = w.project_id
      where w.state = ${lit.user('active')} group by w.user_id, w.name, w.email`.execute(tx);
    if (rows.length === 0) return 0;
    const text = (await readMailTexts(tx))('digest');
    const day = formatDay(localDay(now));
    const mails = rows.map(({ userId, name, address, items }) => ({
      user_id: userId,
      name,
      address,
      ...digestOf({ to: name, day, items }, text),
    }));
    await sql`
      insert into mails (user_id, name, address, type, subject, html, text, state, next_attempt_at, created_at)
      select m.user_id, m.name, m.address, 'digest', m.subject, m.html, m.text,
        ${lit.mail('pending')}, ${now}, ${now}
      from json_to_recordset(${JSON.stringify(mails)})
        m (user_id uuid, name text, address text, subject text, html text, text text)`.execute(tx);
    return mails.length;
  });
}

export const mailJobs = ({ db, env }: Deps): Job[] => [
  { name: 'mail.send', cron: '* * * * *', pollSeconds: 5, run: () => sendDueMails(db, env) },
  { name: 'mail.digest', cron: '*/5 * * * *', pollSeconds: 60, run: () => writeDigests(db) },
];
