import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import { lit } from '../db/states.ts';
import type { Actor } from '../domain/kit/actor.ts';
import { addDays, localDay } from '../domain/kit/calendar.ts';
import type { AnswerData } from '../domain/surveys/answers.ts';
import { choicesOf, type Question } from '../domain/surveys/questions.ts';
import { type WaveFields, waveFields } from '../domain/surveys/waves.ts';
import { instrumentCommands, saveQuestions } from '../features/instruments/commands.ts';
import type { Wave } from '../features/surveys/contract.ts';
import { countOver, sweepFormerRows } from '../features/surveys/counting/commands.ts';
import { answerInRoom } from '../features/surveys/form/commands.ts';
import { addInvitations } from '../features/surveys/invitations/commands.ts';
import { openWaveRoom } from '../features/surveys/room/commands.ts';
import { createWave, openWave } from '../features/surveys/waves/commands.ts';
import { pickNumber } from './making/chance.ts';
import { CLOSING, CLOSING_COMMENTS, COMMENTS, INVITED, VERSIONS } from './seed/surveys.ts';

const PUBLIC_URL = 'http://localhost';
const YEAR = 365;

interface Sent {
  readonly db: Database;
  readonly actor: Actor;
  readonly instrumentId: string;
  readonly fields: Partial<WaveFields> & { readonly title: string };
  /** So many days ago. */
  readonly ago?: number;
  readonly answers?: number;
}

const pick = (n: number, i: number, among: number): number => pickNumber(`${n}:${i}`, among);

/** The n-th of answers that differ, and that most people would give: rather content than not. */
function answerOf(questions: readonly Question[], n: number, comments: readonly string[]): AnswerData {
  const entries = questions.flatMap((q, i): [string, string | string[]][] => {
    if (q.kind === 'text') return n % 3 === 0 ? [[q.key, comments[(n / 3) % comments.length] ?? '']] : [];
    if (!q.required && pick(n, 100 + i, 17) === 0) return [];
    const values = choicesOf(q).map(o => o.value);
    if (q.kind === 'multiple') return [[q.key, values.filter((_, v) => pick(n, 10 * i + v, 5) > v)]];
    const [one, two] = [pick(n, i, values.length), pick(n, 50 + i, values.length)];
    // Of two values the higher one of a scale, the earlier one of a list.
    return [[q.key, values[q.kind === 'scale' ? Math.max(one, two) : Math.min(one, two)] ?? '']];
  });
  return Object.fromEntries(entries.filter(([, value]) => value.length > 0));
}

const prepare = ({ db, actor, instrumentId, fields }: Sent): Promise<Wave> =>
  createWave(
    { db, actor },
    {
      publicUrl: PUBLIC_URL,
      fields: waveFields.parse({
        ...{ instrumentId, audience: 'partners', anonymous: true, reminderDays: [7, 2] },
        ...{ lastDay: addDays(localDay(new Date()), 9), ...fields },
      }),
    },
  );

/** A wave with answers, as if it had been sent so many days ago and closed three weeks later. */
async function sendPast(sent: Sent): Promise<void> {
  const { db, actor, ago = 0, answers = 0 } = sent;
  const { id, updatedAt } = await prepare(sent);
  const { questions } = await openWave({ db, actor }, { id, updatedAt, publicUrl: PUBLIC_URL });
  const all = Array.from({ length: answers }, (_, n) => answerOf(questions, n, COMMENTS));
  await sql`insert into wave_answers (wave_id, anonymous, data)
    select ${id}, true, a from jsonb_array_elements(${JSON.stringify(all)}::jsonb) a`.execute(db);
  const opened = sql`now() - ${ago} * interval '1 day'`;
  await sql`update waves set opened_at = ${opened}, closes_at = ${opened} + interval '21 days',
    last_day = day_in_chile(${opened} + interval '21 days') where id = ${id}`.execute(db);
}

async function writeInstrument(
  db: Database,
  actor: Actor,
): Promise<{ id: string; next: () => Promise<void> }> {
  const made = await instrumentCommands.create(
    { db, actor },
    {
      name: 'Valoración del trabajo en conjunto',
      purpose: 'Para socios, estudiantes y participantes, una vez al año o al terminar un proyecto.',
    },
  );
  const first = await saveQuestions(
    { db, actor },
    { id: made.id, questions: [...(VERSIONS[0] ?? [])], updatedAt: made.updatedAt },
  );
  // As if it had been sent first two years ago.
  await sql`update instrument_versions set frozen_at = now() - ${2 * YEAR + 30} * interval '1 day'
    where instrument_id = ${made.id}`.execute(db);
  const next = async () => {
    await saveQuestions(
      { db, actor },
      { id: made.id, questions: [...(VERSIONS[1] ?? [])], updatedAt: first.updatedAt },
    );
    await sql`update instrument_versions set frozen_at = now() - interval '95 days'
      where instrument_id = ${made.id} and frozen_at is null`.execute(db);
  };
  return { id: made.id, next };
}

/** A running project of this person. */
async function projectOf(db: Database, actor: Actor): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from projects where lead_id = ${actor.id} and status = ${lit.status('running')} order by code limit 1`.execute(
    db,
  );
  const [project] = rows;
  if (!project) throw new Error(`${actor.name} leads no running project`);
  return project.id;
}

/** Surveys of the demo university: of three years with a break of scale, one that is open, one in preparation. */
export async function writeSurveys(db: Database, office: Actor, lead: Actor): Promise<void> {
  const instrument = await writeInstrument(db, office);
  const common = { db, instrumentId: instrument.id };
  const yearly = (ago: number, answers: number) =>
    sendPast({
      ...{ ...common, actor: office, ago, answers },
      fields: {
        title: `Socios de la universidad ${localDay(new Date(Date.now() - ago * 86_400_000)).slice(0, 4)}`,
      },
    });
  await yearly(2 * YEAR, 38);
  await yearly(YEAR, 47);
  await instrument.next();
  await yearly(90, 52);
  const projectId = await projectOf(db, lead);
  const own = { ...common, actor: lead };
  await sendPast({
    ...{ ...own, ago: 40, answers: 23 },
    fields: { projectId, title: 'Participantes del primer semestre', audience: 'attendees' },
  });
  await countOver(db);
  await sweepFormerRows(db);
  const open = await prepare({
    ...own,
    fields: {
      projectId,
      title: 'Socios al cierre del año',
      message: 'Son seis preguntas y toma tres minutos.',
    },
  });
  const rows = INVITED.map(([name, mail]) => ({
    name,
    email: `${mail}@vecinos.example`,
    organisationId: null,
  }));
  await addInvitations({ db, actor: lead }, { id: open.id, rows, publicUrl: PUBLIC_URL });
  await openWave({ db, actor: lead }, { id: open.id, updatedAt: open.updatedAt, publicUrl: PUBLIC_URL });
  await prepare({ ...own, fields: { projectId, title: 'Estudiantes del curso', audience: 'students' } });
}

const AT_CLOSING = 'Cierre de proyecto';

/** What projects ask when they end. */
export async function writeClosingQuestions(db: Database, office: Actor): Promise<void> {
  const run = { db, actor: office };
  const { id, updatedAt } = await instrumentCommands.create(run, {
    name: AT_CLOSING,
    purpose: 'Para quienes participaron, en la última actividad de cada proyecto.',
  });
  await saveQuestions(run, { id, questions: [...CLOSING], updatedAt });
}

interface Asked {
  readonly db: Database;
  readonly lead: Actor;
  readonly projectId: string;
  /** From which answer on, and how many of them. */
  readonly first: number;
  readonly answers: number;
  /** For how many days. */
  readonly open: number;
}

/** Whoever came to the last activity of a project answers in the room, on the day that it is. */
export async function askAtClosing({ db, lead, projectId, first, answers, open }: Asked): Promise<void> {
  const { id: instrumentId } = await db
    .selectFrom('instruments')
    .select('id')
    .where('name', '=', AT_CLOSING)
    .executeTakeFirstOrThrow();
  const lastDay = addDays(localDay(new Date()), open);
  const address = await prepare({
    ...{ db, actor: lead, instrumentId },
    fields: { projectId, lastDay, title: 'Al cierre del proyecto', audience: 'attendees', reminderDays: [] },
  });
  const run = { db, actor: lead };
  const { questions } = await openWave(run, { ...address, publicUrl: PUBLIC_URL });
  const { url } = await openWaveRoom(run, { id: address.id, publicUrl: PUBLIC_URL });
  const code = new URL(url).pathname.split('/').at(-1) ?? '';
  for (let n = first; n < first + answers; n++)
    await answerInRoom(db, { code, data: answerOf(questions, n, CLOSING_COMMENTS) });
}
