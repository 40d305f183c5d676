import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import type { Question } from '../../../domain/surveys/questions.ts';
import { hashCode, isCode } from '../../../server/secret-codes.ts';
import { isAnswered } from '../queries.ts';

export interface OpenSurvey {
  readonly waveId: string;
  readonly title: string;
  readonly message: string;
  readonly anonymous: boolean;
  /** Title of the project it is about; null for the office's. */
  readonly project: string | null;
  readonly questions: Question[];
  /** Whose link it is; null by the code of a room. */
  readonly name: string | null;
}

/**
 * The survey that a personal link or the code of a room leads to; undefined where there is none, where it is over, and
 * where the link was used. Reading changes nothing: also what only looks at links opens them.
 */
export async function findOpenSurvey(db: Database, code: string): Promise<OpenSurvey | undefined> {
  if (!isCode(code)) return undefined;
  const { rows } = await sql<OpenSurvey>`
    select w.id as "waveId", w.title, w.message, w.anonymous, p.title as project, n.questions, x.name
    from (
      select v.wave_id, v.name from wave_links l join wave_invitations v on v.id = l.invitation_id
      where l.hash = ${hashCode(code)} and v.state = ${lit.invitation('waiting')}
      union all
      select r.id, null from waves r where r.room_code = ${code}
    ) x join waves w on w.id = x.wave_id join instrument_versions n on n.id = w.version_id
      left join projects p on p.id = w.project_id
    where ${isAnswered}`.execute(db);
  return rows[0];
}
