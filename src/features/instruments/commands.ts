import { sql } from 'kysely';
import type { z } from 'zod';
import type { Question } from '../../domain/surveys/questions.ts';
import { catalogueCommands, lockRow } from '../../server/commands/catalogue.ts';
import { type Command, command } from '../../server/commands/command.ts';
import type { Instrument, instrumentFields, Versions } from './contract.ts';
import { findInstrument, findVersions } from './queries.ts';

export const instrumentCommands = catalogueCommands<z.output<typeof instrumentFields>, Instrument>({
  table: 'instruments',
  object: 'instrument',
  manage: 'instruments.manage',
  codes: ['name'],
  duplicate: { path: 'name', message: 'Ya hay un instrumento con ese nombre.' },
  references: [{ table: 'waves', column: 'instrument_id', one: 'encuesta', many: 'encuestas' }],
  columns: ({ name, purpose }) => ({ name, purpose }),
  // It always has a latest version, so that whoever reads it need not think of one without.
  link: async ({ tx }, id, _fields, before) => {
    if (!before)
      await tx.insertInto('instrument_versions').values({ instrument_id: id, number: 1 }).execute();
    return {};
  },
  find: findInstrument,
});

interface Latest {
  readonly number: number;
  readonly is_frozen: boolean;
  readonly is_same: boolean;
  readonly count: number;
}

/** Read once the instrument is locked: whoever sends it locks it too, before the version is frozen. */
async function latestVersion({ tx }: Command, id: string, written: string): Promise<Latest> {
  const { rows } = await sql<Latest>`
    select number, frozen_at is not null as is_frozen, questions = ${written}::jsonb as is_same,
      jsonb_array_length(questions) as count
    from instrument_versions where instrument_id = ${id} order by number desc limit 1`.execute(tx);
  const [latest] = rows;
  if (!latest) throw new Error(`instrument ${id} has no version`);
  return latest;
}

/** The questions of the version that is sent next; what was sent stays, and a new version follows it. */
export const saveQuestions = command(
  'instruments.manage',
  async (
    c,
    { id, questions, updatedAt }: { id: string; questions: readonly Question[]; updatedAt: string },
  ): Promise<Versions> => {
    await lockRow(c, { table: 'instruments', find: findVersions }, id, updatedAt);
    const written = JSON.stringify(questions);
    const latest = await latestVersion(c, id, written);
    if (latest.is_same) return findVersions(c.tx, c.actor, id);
    const number = latest.is_frozen ? latest.number + 1 : latest.number;
    await sql`
      insert into instrument_versions (instrument_id, number, questions)
      values (${id}, ${number}, ${written}::jsonb)
      on conflict (instrument_id, number) do update set questions = excluded.questions`.execute(c.tx);
    await c.tx
      .updateTable('instruments')
      .set({ updated_at: sql`now()`, updated_by: c.actor.id })
      .where('id', '=', id)
      .execute();
    c.record({
      action: 'instrument.questions',
      objectType: 'instrument',
      objectId: id,
      changes: { version: [latest.number, number], questions: [latest.count, questions.length] },
    });
    return findVersions(c.tx, c.actor, id);
  },
);
