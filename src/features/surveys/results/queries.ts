import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import type { QueryOf } from '../../../domain/kit/endpoint.ts';
import { lookUp } from '../../../domain/kit/look-up.ts';
import { AppError } from '../../../domain/kit/problem.ts';
import type { AnswerData } from '../../../domain/surveys/answers.ts';
import { choicesOf, type Question } from '../../../domain/surveys/questions.ts';
import { countsOf, partLabel, sharesOf, WITHOUT_ANSWER } from '../../../domain/surveys/shares.ts';
import type { Tally } from '../../../domain/surveys/tallies.ts';
import { isCounted, type WaveState } from '../../../domain/surveys/waves.ts';
import { labelIn, labelsIn } from '../../../domain/text/format.ts';
import { findRow, type List, listOf, matching, type View } from '../../../server/tables/list.ts';
import { type Columns, instant } from '../../../server/tables/table-file.ts';
import { iso } from '../../project-record/rows/queries.ts';
import type { Condition } from '../../project-record/visibility/queries.ts';
import { managedWave, visibleWave, WAVES } from '../queries.ts';
import type { listAnswers, listComments, NamedAnswer, Results } from './contract.ts';

const VERSION = sql`left join instrument_versions n on n.id = w.version_id`;

/** Why nothing is shown of a wave that was not counted yet. */
const NOT_READY: Readonly<Record<Exclude<WaveState, 'ready'>, string>> = {
  draft: 'La encuesta todavía no se envía: no hay resultados.',
  open: 'La encuesta sigue abierta: sus resultados se muestran cuando cierra.',
  closed: 'La encuesta cerró y sus respuestas se están contando: los resultados se muestran en unos minutos.',
};

function requireReady(state: WaveState): void {
  if (!isCounted(state)) throw new AppError('rule', NOT_READY[state]);
}

const source = (select: Condition) => ({ from: WAVES, joins: VERSION, select, key: sql`w.id` });

interface CountedRow {
  readonly state: WaveState;
  readonly answers: number;
  readonly invited: number;
  readonly declined: number;
  readonly countedAt: string;
  readonly questions: Question[];
  readonly parts: readonly { readonly part: number; readonly choices: string[]; readonly answers: number }[];
  readonly tallies: readonly Tally[];
  readonly comments: Record<string, number>;
}

// What was counted alone: no answer is looked at, however many there are.
const COUNTED = sql`w.state, w.answers, w.invited, w.declined, ${iso(sql`w.counted_at`)} as "countedAt",
  coalesce(n.questions, '[]') as questions,
  coalesce((select json_agg(json_build_object('part', t.part, 'choices', t.choices, 'answers', t.answers)
    order by t.part) from wave_parts t where t.wave_id = w.id), '[]') as parts,
  coalesce((select json_agg(json_build_object('part', t.part, 'question', t.question, 'value', t.value, 'count', t.count))
    from wave_tallies t where t.wave_id = w.id), '[]') as tallies,
  coalesce((select json_object_agg(c.question, c.written) from (
    select question, count(*)::int as written from wave_comments where wave_id = w.id group by question) c), '{}') as comments`;

/** What a wave came to; 404 where the reader may not see it, refused before it was counted. */
export async function readResults(db: Database, actor: Actor, id: string): Promise<Results> {
  const found = await findRow<CountedRow>(db, source(COUNTED), [sql`w.id = ${id}`, visibleWave(actor)]);
  const { state, parts, tallies, questions, ...rest } = found;
  requireReady(state);
  const byPart = Map.groupBy(tallies, t => t.part);
  return {
    ...rest,
    questions,
    parts: parts.map(({ part, choices, answers }) => ({
      label: partLabel(questions, choices),
      answers,
      tallies: Object.fromEntries(Map.groupBy(byPart.get(part) ?? [], t => t.question)),
    })),
  };
}

interface ResultLine {
  readonly question: Question;
  readonly part: string;
  readonly label: string;
  readonly count: number;
  readonly percent: number | null;
  readonly answered: number;
}

/** As files have it. */
export const hundredths = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 100) / 100;

export const RESULT_COLUMNS: Columns<ResultLine> = {
  pregunta: row => row.question.text,
  clave: row => row.question.key,
  parte: row => row.part,
  respuesta: row => row.label,
  cantidad: row => row.count,
  porcentaje: row => hundredths(row.percent),
  respondieron: row => row.answered,
};

/** Every value of every closed question, of all answers and of each part. */
export async function* resultLines(db: Database, actor: Actor, _query: object, { id }: { id: string }) {
  const { questions, parts } = await readResults(db, actor, id);
  const closed = questions.filter(q => q.kind !== 'text');
  for (const question of closed)
    yield parts.flatMap(({ label, answers, tallies }): ResultLine[] => {
      const { answered, without, choices } = sharesOf(
        question,
        answers,
        countsOf(lookUp(tallies, question.key)),
      );
      const part = label || 'Todas las respuestas';
      const none = { value: '', label: WITHOUT_ANSWER, count: without, percent: null };
      return [...choices, ...(without > 0 ? [none] : [])].map(c => ({ ...c, question, part, answered }));
    });
}

type CommentsQuery = QueryOf<typeof listComments> & { readonly wave: string };
interface Comment {
  readonly id: string;
  readonly text: string;
  /** Words of the question. */
  readonly question: string;
}

const COMMENTS: View<CommentsQuery> = {
  from: sql`wave_comments c join waves w on w.id = c.wave_id left join projects p on p.id = w.project_id`,
  joins: VERSION,
  select: sql`c.id, c.text, coalesce((select q ->> 'text' from jsonb_array_elements(n.questions) q
    where q ->> 'key' = c.question limit 1), '') as question`,
  // Ids are random: neither who wrote nor when can be told by the order.
  sorts: { order: sql`c.question` },
  key: sql`c.id`,
};

/** What was written; looked for by no word, as a search would tell who else answers to it. */
export const commentList: List<CommentsQuery, Comment> = listOf<CommentsQuery, Comment>(
  COMMENTS,
  async (actor, { wave, question }, db) => {
    const where = [sql`w.id = ${wave}`, visibleWave(actor)];
    const { state } = await findRow<{ state: WaveState }>(db, source(sql`w.state`), where);
    requireReady(state);
    const counted = sql`exists (select from wave_parts t where t.wave_id = w.id and t.part = 0)`;
    return [
      sql`c.wave_id = ${wave}`,
      ...where,
      sql`w.state = ${lit.wave('ready')}`,
      counted,
      ...(question === undefined ? [] : [sql`c.question = ${question}`]),
    ];
  },
);

export const COMMENT_COLUMNS: Columns<Comment> = {
  pregunta: row => row.question,
  comentario: row => row.text,
};

export type AnswersQuery = QueryOf<typeof listAnswers>;
type StoredAnswer = Omit<NamedAnswer, 'answers'> & { readonly data: AnswerData };

const ANSWERS: View<AnswersQuery> = {
  from: sql`wave_answers a join wave_invitations v on v.id = a.invitation_id`,
  select: sql`a.id, v.name, v.email, ${iso(sql`a.answered_at`)} as "answeredAt", a.data`,
  sorts: { name: sql`plain(v.name)`, answeredAt: sql`a.answered_at` },
  key: sql`a.id`,
};

/** An answer in words. */
function wordsOf(question: Question, data: AnswerData): string {
  const given = lookUp(data, question.key);
  if (given === undefined) return '';
  if (typeof given !== 'string') return labelsIn(choicesOf(question), given);
  return question.kind === 'text' ? given : labelIn(choicesOf(question), given);
}

/**
 * Who answered what in a wave, for who manages it; with the questions, as each is a column of the file. 404 to anybody
 * else, and of an anonymous wave, which has no such list.
 */
export async function answersOf(db: Database, actor: Actor, wave: string) {
  const { questions } = await findRow<{ questions: Question[] }>(
    db,
    source(sql`coalesce(n.questions, '[]') as questions`),
    [sql`w.id = ${wave}`, visibleWave(actor), managedWave(actor), sql`not w.anonymous`],
  );
  const list: List<AnswersQuery, NamedAnswer> = listOf<AnswersQuery, NamedAnswer, StoredAnswer>(
    ANSWERS,
    (_actor, { q }) => [
      sql`a.wave_id = ${wave}`,
      sql`not a.anonymous`,
      ...matching(sql`plain(v.name || ' ' || v.email)`, q),
    ],
    rows =>
      rows.map(({ data, ...row }) => ({
        ...row,
        answers: Object.fromEntries(questions.map(q => [q.key, wordsOf(q, data)])),
      })),
  );
  return { list, columns: answerColumns(questions) };
}

/** A column for each question, by its lasting key: words of several may be the same. */
const answerColumns = (questions: readonly Question[]): Columns<NamedAnswer> => ({
  nombre: row => row.name,
  correo: row => row.email,
  respondida: row => instant(row.answeredAt),
  ...Object.fromEntries(questions.map(q => [`p_${q.key}`, (row: NamedAnswer) => lookUp(row.answers, q.key)])),
});
