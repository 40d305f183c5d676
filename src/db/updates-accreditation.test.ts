import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ALL, versionBefore } from '../../test/versions.ts';
import { migrate } from './migrate.ts';

test('0059: what was there stays as it was, and no matrix is invented', async () => {
  const db = await versionBefore('0059');
  await sql`insert into instruments (name, purpose) select 'Instrumento ' || n, 'Ñandú' from generate_series(1, 50) n`.execute(
    db,
  );
  const read = async () => (await sql`select * from instruments order by id`.execute(db)).rows;
  const before = await read();
  await migrate(db, ALL);
  expect(await read()).toEqual(before);
  expect((await sql`select from accreditation_matrices`.execute(db)).rows).toEqual([]);
  const put = (name: string, criteria: string) =>
    sql`insert into accreditation_matrices (name, criteria) values (${name}, ${criteria}::jsonb)`.execute(db);
  await put('Ámbito', '[]');
  await expect(put('AMBITO', '[]')).rejects.toThrow('accreditation_matrices_name');
  await expect(put('Otra', '{}')).rejects.toThrow('accreditation_matrices_criteria_check');
});
