import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../src/db/pool.ts';
import type { SurveyTemplate } from '../src/domain/notices/mail-texts.ts';
import { writeSurveyMails } from '../src/features/surveys/mails/commands.ts';
import { PEOPLE, userIdOf } from './demo.ts';
import type { Received } from './smtp.ts';

export const ANA = 'ana@junta.example';
export const BETO = 'beto@junta.example';

interface Given {
  readonly title?: string;
  readonly message?: string;
  readonly anonymous?: boolean;
  readonly projectId?: string | null;
  readonly state?: 'draft' | 'open' | 'closed';
  readonly names?: Readonly<Record<string, string>>;
}

/** A wave of the office to Ana and Beto, sent, unless something else is said. */
export async function aWave(db: Database, given: Given = {}): Promise<string> {
  const { title = 'Tu experiencia', message = '', anonymous = true, projectId = null } = given;
  const { state = 'open', names = { [ANA]: 'Ana Soto Díaz', [BETO]: 'Beto Paz' } } = given;
  const isSent = state !== 'draft';
  const { rows } = await sql<{ id: string }>`
    with i as (insert into instruments (name) values (${crypto.randomUUID()}) returning id),
    n as (insert into instrument_versions (instrument_id, number, frozen_at)
      select id, 1, ${isSent ? new Date() : null}::timestamptz from i returning id, instrument_id)
    insert into waves (instrument_id, version_id, project_id, title, audience, anonymous, message, last_day, state,
      opened_at, closes_at, created_by)
    select n.instrument_id, case when ${isSent} then n.id end, ${projectId}::uuid, ${title}, 'partners', ${anonymous},
      ${message}, '2050-03-04', ${state}, case when ${isSent} then now() end,
      case when ${isSent} then '2050-03-05T02:59:59Z'::timestamptz end, ${userIdOf(PEOPLE.admin)}
    from n returning id`.execute(db);
  const id = rows[0]?.id ?? '';
  const people = Object.entries(names).map(([email, name]) => ({ email, name }));
  await sql`
    insert into wave_invitations (wave_id, name, email, state)
    select ${id}, p.name, p.email, 'waiting' from json_to_recordset(${JSON.stringify(people)}) p (name text, email text)`.execute(
    db,
  );
  return id;
}

/** As a command of the office does. */
export const writeMails = (
  db: Database,
  waveId: string,
  template: SurveyTemplate = 'survey',
  invitationIds: readonly string[] | null = null,
): Promise<number> =>
  db
    .transaction()
    .execute(tx => writeSurveyMails({ tx, now: new Date() }, { waveId, template, invitationIds }));

const LINK = /https:\/\/v\.uni\.example\/publico\/encuesta\/([0-9a-z]{26})(?![0-9a-z])/g;
/** What stands in a stored mail for what only its sender knows. */
export const MARKS = /[\uE000-\uF8FF]/;
/** The one code of a mail of `https://v.uni.example`, which both of its forms hold. */
export function codeIn(mail: Received | undefined): string {
  const [inHtml, inText] = [mail?.html, mail?.text].map(form =>
    [...(form ?? '').matchAll(LINK)].map(([, code]) => code),
  );
  expect(inHtml).toHaveLength(1);
  expect(inText).toEqual(inHtml);
  expect([mail?.html, mail?.text, mail?.headers.subject].join(''), 'no mark leaves').not.toMatch(MARKS);
  return inText?.[0] ?? '';
}
