import { sql } from 'kysely';
import { lit } from '../../../db/states.ts';
import { IMPORTS } from '../../../domain/imports/index.ts';
import { isExecution } from '../../../domain/imports/nouns.ts';
import { type Piece, textOf } from '../../../domain/imports/obstacles.ts';
import { AppError } from '../../../domain/kit/problem.ts';
import { type Command, command } from '../../../server/commands/command.ts';
import { giveRole } from '../../../server/commands/heads.ts';
import { renewHolders } from '../../workflow/holders/commands.ts';
import { ofPeople } from '../../workflow/holders/queries.ts';
import type { Import } from '../contract.ts';
import { holdTargets, removeIndicators } from '../execution/commands.ts';
import { restoreRecords } from '../projects/commands.ts';
import { findImport, tableOf } from '../queries.ts';
import { auditRows, followLinks, followPeople, type Writing, writeLinks } from '../writing/commands.ts';
import { columnsOf, LINKS } from '../writing/queries.ts';
import { changesSince, measuredSince, usesOf, workSince } from './queries.ts';

const rowsOf = (id: string) => sql`r.import_id = ${id} and r.result <> 'wrong'`;
const newIdsOf = (id: string) =>
  sql`select r.object_id from import_rows r where r.import_id = ${id} and r.result = 'new'`;

/** Refuses with all that stands in the way, in words and with where it is shown. */
function refuseFor(obstacles: readonly Piece[][]): void {
  if (obstacles.length > 0) throw new AppError('rule', textOf(obstacles), { extra: { obstacles } });
}

/** Headships that the import gave to people: those that others gave them stay, or stand in its way. */
async function withdrawHeads(w: Writing): Promise<void> {
  const { tx, noun, id } = w;
  for (const [field, { table, owner, other, unit }] of Object.entries(LINKS[noun])) {
    if (!unit || owner !== 'user_id') continue;
    const { rows } = await sql<{ person: string; unit: string }>`
      delete from ${sql.table(table)} h using import_rows r
      where r.import_id = ${id} and r.result in ('new', 'changed') and h.user_id = r.object_id
        and (r.links -> ${field}) ? (h.${sql.ref(other)}::text)
        and not coalesce(r.before -> 'links' -> ${field} ? (h.${sql.ref(other)}::text), false)
      returning h.user_id as person, h.${sql.ref(other)} as unit`.execute(tx);
    await followLinks(w, field, { owners: rows.map(row => row.person), others: rows.map(row => row.unit) });
  }
}

/** Nothing may have been built on what it wrote: else somebody's later work would go with it. */
async function refuseWhileUsed(w: Writing, found: Import): Promise<void> {
  const { tx, id, noun } = w;
  const later = [
    ...(await changesSince(tx, found)),
    ...(noun === 'projects' ? await workSince(tx, id) : []),
    ...(noun === 'indicators' ? await measuredSince(tx, id) : []),
  ];
  await withdrawHeads(w);
  refuseFor([...later, ...(await usesOf(tx, noun, newIdsOf(id)))]);
}

/** Puts back the columns and links of what was changed. */
async function restore(w: Writing): Promise<void> {
  const { tx, noun, actor, id } = w;
  const columns = columnsOf(noun);
  const refs = (of?: string) => sql.join(columns.map(c => sql.ref(of ? `${of}.${c}` : c)));
  await sql`
    update ${sql.table(tableOf(noun))} t set (${refs()}) = row(${refs('v')}), updated_at = now(), updated_by = ${actor.id}
      ${noun === 'projects' || isExecution(noun) ? sql`, version = t.version + 1` : sql``}
      ${isExecution(noun) ? sql`, imported_at = now()` : sql``}
    from import_rows r
      cross join lateral jsonb_populate_record(null::${sql.table(tableOf(noun))}, r.before -> 'columns') v
    where ${rowsOf(id)} and r.result = 'changed' and t.id = r.object_id`.execute(tx);
  if (IMPORTS[noun].remembers)
    await sql`
      update ${sql.table(tableOf(noun))} t set source = r.before -> 'columns' -> 'source' from import_rows r
      where ${rowsOf(id)} and r.before is not null and t.id = r.object_id and t.source = r.source`.execute(
      tx,
    );
  const changed = sql`${rowsOf(id)} and r.result = 'changed'`;
  if (noun === 'projects') await restoreRecords(w, rowsOf(id));
  for (const [field, { unit, owner }] of Object.entries(LINKS[noun])) {
    // Withdrawn already.
    if (unit && owner === 'user_id') continue;
    await followLinks(w, field, await writeLinks(w, field, changed, sql`(r.before -> 'links')`));
  }
}

/** Deletes what was created; who headed a unit that goes loses the role with it. */
async function remove(w: Writing): Promise<void> {
  const { tx, noun, id } = w;
  for (const { table, owner, other, unit } of Object.values(LINKS[noun])) {
    if (!unit || owner === 'user_id') continue;
    const { rows } = await sql<{ person: string }>`
      delete from ${sql.table(table)} where ${sql.ref(owner)} in (${newIdsOf(id)})
      returning ${sql.ref(other)} as person`.execute(tx);
    const heads = [...new Set(rows.map(r => r.person))];
    await giveRole(w, unit, heads);
    if (heads.length > 0) await renewHolders(w, ofPeople(heads));
  }
  await sql`delete from ${sql.table(tableOf(noun))} where id in (${newIdsOf(id)})`.execute(tx);
  if (noun === 'indicators') await removeIndicators(w);
}

/** What the import made because its rows named it, in the order in which nothing needs it any more. */
async function removeUnits({ tx, id, record }: Writing): Promise<void> {
  for (const [noun, object, told] of [
    ['organisations', 'organisation', 'name'],
    ['schools', 'school', 'code'],
    ['faculties', 'faculty', 'code'],
  ] as const) {
    const ids = sql`select x::uuid from imports i, jsonb_array_elements_text(i.created_units -> ${noun}) x where i.id = ${id}`;
    refuseFor(await usesOf(tx, noun, ids, true));
    const { rows } = await sql<{ id: string; told: string }>`
      delete from ${sql.table(tableOf(noun))} where id in (${ids}) returning id, ${sql.ref(told)} as told`.execute(
      tx,
    );
    for (const row of rows) {
      const changes = { [told]: [row.told, null] } as const;
      record({ action: `${object}.deleted`, objectType: object, objectId: row.id, changes });
    }
  }
}

async function lockDone({ tx }: Command, id: string): Promise<Import> {
  await sql`select from imports where id = ${id} for update`.execute(tx);
  const found = await findImport(tx, id);
  if (found.state !== 'done') throw new AppError('conflict', 'Solo se deshace una importación terminada.');
  const { rows } = await sql`select from import_rows where import_id = ${id} limit 1`.execute(tx);
  if (rows.length === 0)
    throw new AppError(
      'rule',
      'Ya no se puede deshacer: de una importación tan antigua no se guardan las filas.',
    );
  if (isExecution(found.noun)) await holdTargets({ tx, id });
  await sql`
    select from ${sql.table(tableOf(found.noun))} where id in (select object_id from import_rows where import_id = ${id})
    order by id for update`.execute(tx);
  return found;
}

/** Takes back the whole import, or refuses with what stands in the way. */
export const undoImport = command('catalogues.manage', async (c, id: string): Promise<Import> => {
  const found = await lockDone(c, id);
  const w: Writing = { ...c, id, noun: found.noun };
  await refuseWhileUsed(w, found);
  await auditRows(w, rowsOf(id), 'import_undone');
  await restore(w);
  await remove(w);
  await removeUnits(w);
  if (found.noun === 'users')
    await followPeople(
      w,
      sql`select r.object_id as id from import_rows r where r.import_id = ${id} and r.result = 'changed'`,
    );
  await sql`update imports set state = ${lit.import('undone')}, undone_at = now(), undone_by = ${c.actor.id}
    where id = ${id}`.execute(c.tx);
  c.record({ action: `${found.noun}.import_undone`, objectType: 'import', objectId: id, changes: {} });
  return findImport(c.tx, id);
});
