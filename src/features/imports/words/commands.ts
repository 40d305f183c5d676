import { sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import { plainText, type Reference } from '../../../domain/imports/field.ts';
import { IMPORTS } from '../../../domain/imports/index.ts';
import { wordKey } from '../../../domain/imports/texts.ts';
import type { BodyOf } from '../../../domain/kit/endpoint.ts';
import type { Command } from '../../../server/commands/command.ts';
import type { Import, sayImportWords } from '../contract.ts';
import { fieldOf } from './queries.ts';

const PEOPLE = new Set<Reference | undefined>(['person', 'people', 'team']);

type Said = BodyOf<typeof sayImportWords>['words'][number];

interface Meanings {
  /** Whether rows may change that were understood otherwise until now. */
  readonly isOther: boolean;
  readonly fields: readonly string[];
}

/** Keeps what texts stand for: of people with this import alone, everything else for all files of the noun. */
export async function keepWords(
  { tx, actor }: Command,
  { id, noun }: Pick<Import, 'id' | 'noun'>,
  words: readonly Said[],
): Promise<Meanings> {
  const rows = words.map(({ field: key, text, value }) => {
    const field = fieldOf(noun, key);
    const isOfPeople = IMPORTS[noun].personal?.includes(key) || PEOPLE.has(field.reference);
    return {
      noun: field.reference === undefined ? noun : null,
      field: wordKey(field),
      text: plainText(text),
      said: text,
      value,
      import_id: isOfPeople ? id : null,
    };
  });
  const told = sql`json_to_recordset(${JSON.stringify(rows)}::json) as x (noun text, field text, text text, said text,
    value text, import_id uuid)`;
  const { numAffectedRows } = await sql`
    delete from import_words w using ${told} where w.noun is not distinct from x.noun and w.field = x.field
      and w.text = x.text and w.import_id is not distinct from x.import_id`.execute(tx);
  await sql`
    insert into import_words (noun, field, text, said, value, import_id, updated_by)
    select x.noun, x.field, x.text, x.said, x.value, x.import_id, ${actor.id} from ${told} where x.value is not null
    on conflict do nothing`.execute(tx);
  const keys = new Set(rows.map(row => row.field));
  const fields = IMPORTS[noun].fields.filter(field => keys.has(wordKey(field))).map(field => field.key);
  return { isOther: (numAffectedRows ?? 0n) > 0n, fields };
}

/** Rows that may be read otherwise now: those not understood, and those that would make something. */
export async function linesOf(
  tx: Transaction,
  importId: string,
  fields: readonly string[],
): Promise<number[]> {
  const wrong = fields.map(field => sql`errors @> ${JSON.stringify([{ field }])}::jsonb`);
  const { rows } = await sql<{ line: number }>`
    select line from import_rows where import_id = ${importId}
      and ((result = 'wrong' and (${sql.join(wrong, sql` or `)})) or new_units <> '[]') order by line`.execute(
    tx,
  );
  return rows.map(row => row.line);
}
