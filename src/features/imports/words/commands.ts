import { sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import { plainText } from '../../../domain/imports/field.ts';
import { IMPORTS } from '../../../domain/imports/index.ts';
import type { BodyOf } from '../../../domain/kit/endpoint.ts';
import type { Command } from '../../../server/commands/command.ts';
import type { Import, sayImportWords } from '../contract.ts';
import { fieldOf } from './queries.ts';

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
  const { personal = [] } = IMPORTS[noun];
  const rows = words.map(({ field, text, value }) => ({
    field: fieldOf(noun, field).key,
    text: plainText(text),
    said: text,
    value,
    import_id: personal.includes(field) ? id : null,
  }));
  const json = JSON.stringify(rows);
  const told = sql`json_to_recordset(${json}::json) as x (field text, text text, said text, value text, import_id uuid)`;
  const { numAffectedRows } = await sql`
    delete from import_words w using ${told} where w.noun = ${noun} and w.field = x.field and w.text = x.text
      and w.import_id is not distinct from x.import_id`.execute(tx);
  await sql`
    insert into import_words (noun, field, text, said, value, import_id, updated_by)
    select ${noun}, x.field, x.text, x.said, x.value, x.import_id, ${actor.id} from ${told} where x.value is not null
    on conflict do nothing`.execute(tx);
  return { isOther: (numAffectedRows ?? 0n) > 0n, fields: rows.map(row => row.field) };
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
