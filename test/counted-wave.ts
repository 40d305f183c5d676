import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { lit } from '../src/db/states.ts';
import type { AnswerData } from '../src/domain/surveys/answers.ts';
import { type Question, questions as versionQuestions } from '../src/domain/surveys/questions.ts';
import { countAnswers } from '../src/domain/surveys/tallies.ts';
import type { Audience, WaveState } from '../src/domain/surveys/waves.ts';

type Given = Parameters<typeof versionQuestions.parse>[0];

export async function seedInstrument(db: Database, name: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into instruments (name) values (${name})
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** The version with these questions: one there is, or the next. */
async function frozenVersion(db: Database, instrument: string, all: readonly Question[]): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with known as (select id from instrument_versions where instrument_id = ${instrument}
        and questions = ${JSON.stringify(all)}::jsonb),
      added as (insert into instrument_versions (instrument_id, number, questions, frozen_at)
        select ${instrument}, (select count(*) + 1 from instrument_versions where instrument_id = ${instrument}),
          ${JSON.stringify(all)}::jsonb, now() where not exists (select from known) returning id)
    select id from known union all select id from added`.execute(db);
  return rows[0]?.id ?? '';
}

export interface SeededWave {
  readonly instrument: string;
  readonly questions: Given;
  readonly answers: readonly AnswerData[];
  readonly by: string;
  readonly project?: string | null;
  readonly audience?: Audience;
  readonly anonymous?: boolean;
  readonly state?: WaveState;
  readonly openedAt?: string;
}

async function insertWave(db: Database, all: readonly Question[], seed: SeededWave): Promise<string> {
  const { instrument, answers, by, project = null, audience = 'partners', anonymous = true } = seed;
  const { state = 'ready', openedAt = '2026-03-02T12:00:00Z' } = seed;
  const version = state === 'draft' ? null : await frozenVersion(db, instrument, all);
  const at = state === 'draft' ? null : openedAt;
  const { rows } = await sql<{ id: string }>`
    insert into waves (instrument_id, version_id, project_id, title, audience, anonymous, last_day, state, opened_at,
      closes_at, counted_at, invited, answers, created_by)
    values (${instrument}, ${version}, ${project}, 'Encuesta', ${audience}, ${anonymous}, '2026-04-01', ${state}, ${at},
      ${at}::timestamptz + interval '30 days', ${state === 'ready' ? at : null}, ${answers.length + 3}, ${answers.length},
      ${by}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Who answered a wave that is not anonymous: `Persona 1`, `Persona 2`… */
async function nameAnswers(db: Database, wave: string, answers: readonly AnswerData[]): Promise<void> {
  await sql`
    with given as (select n, data from jsonb_array_elements(${JSON.stringify(answers)}::jsonb) with ordinality x (data, n)),
      invited as (insert into wave_invitations (wave_id, name, email, state)
        select ${wave}, 'Persona ' || n, 'persona' || n || '@socio.example', ${lit.invitation('answered')} from given
        returning id, email)
    insert into wave_answers (wave_id, anonymous, invitation_id, answered_at, data)
    select ${wave}, false, i.id, timestamptz '2026-03-03T12:00:00Z' + g.n * interval '1 minute', g.data
    from given g join invited i on i.email = 'persona' || g.n || '@socio.example'`.execute(db);
}

/** A wave as it stands once its answers are counted, unless told otherwise; answers its id. */
export async function countedWave(db: Database, seed: SeededWave): Promise<string> {
  const all = versionQuestions.parse(seed.questions);
  const wave = await insertWave(db, all, seed);
  if (seed.anonymous === false && seed.answers.length > 0) await nameAnswers(db, wave, seed.answers);
  if ((seed.state ?? 'ready') !== 'ready') return wave;
  const { parts, tallies, comments } = countAnswers(all, seed.answers);
  await sql`insert into wave_parts (wave_id, part, choices, answers)
    select ${wave}, n - 1, array(select jsonb_array_elements_text(x -> 'choices')), (x ->> 'answers')::int
    from jsonb_array_elements(${JSON.stringify(parts)}::jsonb) with ordinality p (x, n)`.execute(db);
  await sql`insert into wave_tallies (wave_id, part, question, value, count)
    select ${wave}, part, question, value, count
    from jsonb_to_recordset(${JSON.stringify(tallies)}::jsonb) t (part int, question text, value text, count int)`.execute(
    db,
  );
  await sql`insert into wave_comments (wave_id, question, text)
    select ${wave}, question, text
    from jsonb_to_recordset(${JSON.stringify(comments)}::jsonb) c (question text, text text)`.execute(db);
  return wave;
}
