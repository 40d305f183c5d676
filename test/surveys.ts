import { sql } from 'kysely';
import type { z } from 'zod';
import { addDays, localDay } from '../src/domain/kit/calendar.ts';
import type { Question } from '../src/domain/surveys/questions.ts';
import type { waveFields } from '../src/domain/surveys/waves.ts';
import type { Wave } from '../src/features/surveys/contract.ts';
import { hashCode, newCode } from '../src/server/secret-codes.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';
import { done } from './factories.ts';

/** One question of each kind; results are divided by the second. */
export const QUESTIONS: readonly Question[] = [
  {
    ...{ key: 'recomienda', kind: 'scale', text: '¿Nos recomendarías?', help: 'Del 1 al 5.', required: true },
    ...{ from: 1, to: 5, low: 'Nunca', high: 'Siempre' },
  },
  {
    ...{ key: 'rol', kind: 'choice', text: '¿Quién eres?', help: '', required: false, divides: true },
    options: [
      { value: 'socio', label: 'Socio' },
      { value: 'vecina', label: 'Vecina o vecino' },
      { value: 'otra', label: 'Otra persona' },
    ],
  },
  {
    ...{ key: 'temas', kind: 'multiple', text: '¿Qué te sirvió?', help: '', required: false },
    options: [
      { value: 'taller', label: 'El taller' },
      { value: 'visita', label: 'La visita' },
    ],
  },
  { key: 'comentario', kind: 'text', text: '¿Algo más?', help: '', required: false },
];

let made = 0;

/** An instrument with one version that was not sent; answers its id. */
export async function anInstrument(
  { db }: Pick<TestApp, 'db'>,
  questions: readonly Question[] = QUESTIONS,
): Promise<string> {
  made += 1;
  const { rows } = await sql<{ id: string }>`
    with i as (insert into instruments (name) values (${`Satisfacción ${made}`}) returning id)
    insert into instrument_versions (instrument_id, number, questions)
    select id, 1, ${JSON.stringify(questions)}::jsonb from i returning instrument_id as id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('no instrument');
  return row.id;
}

type Fields = z.input<typeof waveFields>;

export const waveOf = (instrumentId: string, more: Partial<Fields> = {}): Fields => ({
  ...{ title: 'Encuesta a socios', instrumentId, projectId: null, audience: 'partners', anonymous: true },
  ...{ lastDay: addDays(localDay(new Date()), 10), reminderDays: [2, 7], ...more },
});

/** What a wave is saved with once it was read. */
export const fieldsOf = (wave: Wave): Fields & { updatedAt: string } => ({
  ...{ title: wave.title, instrumentId: wave.instrument.id, projectId: wave.project?.id ?? null },
  ...{ audience: wave.audience, anonymous: wave.anonymous, message: wave.message },
  ...{ lastDay: wave.lastDay, reminderDays: wave.reminderDays, updatedAt: wave.updatedAt },
});

/** People to be asked, with an address each. */
export const people = (n: number, from = 0) =>
  Array.from({ length: n }, (_, i) => ({
    name: `Persona ${from + i}`,
    email: `persona${from + i}@correo.cl`,
  }));

/** A wave that was sent to so many people. */
export async function sentWave(
  server: Pick<TestApp, 'db'>,
  client: Client,
  { invited = 0, instrumentId, ...more }: Partial<Fields> & { invited?: number } = {},
): Promise<Wave> {
  const fields = waveOf(instrumentId ?? (await anInstrument(server)), more);
  const { id, updatedAt } = done(await client.post<Wave>('/waves', fields));
  if (invited > 0) done(await client.post(`/waves/${id}/invitations`, { rows: people(invited) }));
  return done(await client.post<Wave>(`/waves/${id}/opening`, { updatedAt }));
}

/** A personal link of somebody who was asked, as a mail of theirs would hold it; answers its path. */
export async function linkOf({ db }: Pick<TestApp, 'db'>, wave: string, email: string): Promise<string> {
  const code = newCode();
  await sql`insert into wave_links (hash, invitation_id)
    select ${hashCode(code)}, id from wave_invitations where wave_id = ${wave} and email = ${email}`.execute(
    db,
  );
  return `/publico/encuesta/${code}`;
}

/** What a form answers: status, headers and the document. */
export async function sendForm(
  { app }: Pick<TestApp, 'app'>,
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
) {
  const {
    statusCode: status,
    headers: told,
    body,
  } = await app.inject({
    ...{ method: 'POST', url: path, payload: String(new URLSearchParams(fields)) },
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
  return { status, headers: told, body };
}

/** A whole answer to `QUESTIONS`. */
export const ANSWER = {
  'p.recomienda': '4',
  'p.rol': 'socio',
  'p.temas.taller': 'si',
  'p.comentario': 'Muy bien',
};
