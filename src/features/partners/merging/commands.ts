import { sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import {
  type Family,
  type MergedOrganisation,
  mergeInto,
  undoMerged,
} from '../../../domain/catalogues/merging.ts';
import { AppError, notFound } from '../../../domain/kit/problem.ts';
import { refusingDuplicate } from '../../../server/commands/catalogue.ts';
import { type AuditEntry, type Command, changesBetween, command } from '../../../server/commands/command.ts';
import { holdRoots, readFamily, readKept, readMerge, readRutHolder, requireMergeable } from './queries.ts';

/** Both rows hold; which of them is asked for first does not matter. */
export const judgePairs = command(
  'partners.manage',
  async (c, { a, b, distinct }: { a: string; b: string; distinct: boolean }) => {
    const { rows } = await sql<{ changed: boolean }>`
      with pair as (
        select p.a_id, p.b_id, p.distinct_at is not null as was from organisation_pairs p
        where p.a_id = least(${a}::uuid, ${b}::uuid) and p.b_id = greatest(${a}::uuid, ${b}::uuid) for update),
      judged as (
        update organisation_pairs p set distinct_at = case when ${distinct} then now() end,
          distinct_by = case when ${distinct} then ${c.actor.id}::uuid end
        from pair where p.a_id = pair.a_id and p.b_id = pair.b_id and pair.was <> ${distinct})
      select was <> ${distinct} as changed from pair`.execute(c.tx);
    const [pair] = rows;
    if (!pair) throw notFound();
    if (!pair.changed) return { distinct };
    // Whether the names are still alike nobody has looked at since: the job does.
    if (!distinct)
      await sql`update organisations set compared = null where id = ${a} and merged_into is null`.execute(
        c.tx,
      );
    const action = distinct ? 'organisation.told_apart' : 'organisation.not_told_apart';
    for (const [objectId, other] of [
      [a, b],
      [b, a],
    ] as const)
      c.record({
        action,
        objectType: 'organisation',
        objectId,
        changes: { distinctFrom: distinct ? [null, other] : [other, null] },
      });
    return { distinct };
  },
);

/** One organisation stands for the other from now on; nothing that refers to either is rewritten. */
export const mergeOrganisations = command(
  'partners.manage',
  async (c, { id, into }: { id: string; into: string }) => {
    await holdRoots(c.tx, [id, into]);
    await requireMergeable(c.tx, id, into);
    const family = await readFamily(c.tx, [id, into]);
    const { id: merge } = await c.tx
      .insertInto('organisation_merges')
      .values({ merged_id: id, into_id: into, merged_by: c.actor.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const after = mergeInto(family, { id: merge, mergedId: id, intoId: into });
    await saveFamily(c, family, after);
    recordMerge(c, 'organisation.merged', family, after, { mergedId: id, intoId: into });
    return { merge, into };
  },
);

/** What stands for the one that leaves goes with it; what was linked since to the kept one stays with that. */
export const undoOrganisationMerge = command('partners.manage', async (c, { merge }: { merge: string }) => {
  const root = await holdRootOf(c.tx, merge);
  const family = await readFamily(c.tx, [root]);
  const undone = family.merges.find(({ id }) => id === merge);
  if (!undone) throw alreadyUndone();
  const { mergedId, intoId } = undone;
  const after = undoMerged(family, merge);
  await requireRutFree(c.tx, after, mergedId);
  // What was taken over may be of a person, and nobody asks for it any more.
  await sql`update organisation_merges set undone_at = now(), undone_by = ${c.actor.id}, taken = '{}'
    where id = ${merge}`.execute(c.tx);
  await saveFamily(c, family, after);
  // As one that is kept it may be like others that were named meanwhile.
  await sql`update organisations set compared = null where id = ${mergedId}`.execute(c.tx);
  recordMerge(c, 'organisation.merge_undone', family, after, { mergedId, intoId });
  return { merged: mergedId, into: intoId };
});

const alreadyUndone = () => new AppError('rule', 'Esta unión ya se deshizo.');
const ATTEMPTS = 5;

/** The one kept in the end; whoever merges that one elsewhere meanwhile makes another the one to be held. */
async function holdRootOf(tx: Transaction, merge: string): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = await readMerge(tx, merge);
    if (!found) throw notFound();
    if (!found.isOpen || !found.keptId) throw alreadyUndone();
    await holdRoots(tx, [found.keptId]);
    if ((await readKept(tx, found.mergedId)) === found.keptId) return found.keptId;
  }
  throw new AppError('conflict');
}

async function requireRutFree(tx: Transaction, { organisations }: Family, id: string): Promise<void> {
  const rut = organisations.get(id)?.rut;
  if (!rut) return;
  const own = [...organisations.values()].find(o => o.id !== id && o.rut === rut)?.name;
  const holder = own ?? (await readRutHolder(tx, rut, [...organisations.keys()]));
  if (holder === undefined) return;
  throw new AppError('rule', `El RUT ${rut} es ahora de «${holder}»: quítaselo antes de deshacer la unión.`);
}

const isOther = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);

/** Writes what differs, each row once; a RUT is nobody's before it is somebody else's. */
async function saveFamily({ tx, actor }: Command, before: Family, after: Family): Promise<void> {
  const changed = [...after.organisations.values()].filter(o => isOther(before.organisations.get(o.id), o));
  const lost = changed.filter(o => before.organisations.get(o.id)?.rut !== o.rut).map(o => o.id);
  await sql`update organisations set rut = null where id = any(${lost}::uuid[]) and rut is not null`.execute(
    tx,
  );
  const rows = changed.map(o => ({
    ...o,
    latitude: o.point?.latitude ?? null,
    longitude: o.point?.longitude ?? null,
    // Whoever has it open in a form is told that it has changed; another root alone is seen nowhere.
    touched: isOther({ ...before.organisations.get(o.id), keptId: null }, { ...o, keptId: null }),
  }));
  const duplicate = { path: 'rut', message: 'Ya hay una organización con ese RUT.' };
  await refusingDuplicate(duplicate, () =>
    sql`
      update organisations o set rut = r.rut, comuna_code = r."comunaCode", latitude = r.latitude,
        longitude = r.longitude, contact_name = r."contactName", contact_email = r."contactEmail",
        contact_phone = r."contactPhone", active = r.active, aliases = r.aliases, merged_into = r."mergedInto",
        kept_id = r."keptId", updated_at = case when r.touched then now() else o.updated_at end,
        updated_by = case when r.touched then ${actor.id}::uuid else o.updated_by end
      from json_to_recordset(${JSON.stringify(rows)}) r (id uuid, rut text, "comunaCode" text, latitude float8,
        longitude float8, "contactName" text, "contactEmail" text, "contactPhone" text, active boolean, aliases text,
        "mergedInto" uuid, "keptId" uuid, touched boolean)
      where o.id = r.id`.execute(tx),
  );
  const merges = after.merges.filter(m =>
    isOther(before.merges.find(({ id }) => id === m.id)?.taken, m.taken),
  );
  await sql`
    update organisation_merges m set taken = r.taken
    from json_to_recordset(${JSON.stringify(merges)}) r (id uuid, taken jsonb) where m.id = r.id`.execute(tx);
}

/** As the catalogue records its rows; contact persons are personal data: that they changed, not who they are. */
function changesOf(before: MergedOrganisation, after: MergedOrganisation) {
  const open = ({ rut, comunaCode, point, active }: MergedOrganisation) => ({
    rut,
    comuna_code: comunaCode,
    latitude: point?.latitude ?? null,
    longitude: point?.longitude ?? null,
    active,
  });
  const contact = ({ contactName, contactEmail, contactPhone }: MergedOrganisation) => ({
    contact_name: contactName,
    contact_email: contactEmail,
    contact_phone: contactPhone,
  });
  const hidden = Object.keys(changesBetween(contact(before), contact(after)));
  return {
    ...changesBetween(open(before), open(after)),
    ...Object.fromEntries(hidden.map(column => [column, [null, null] as const])),
  };
}

/** Each row of the two its own entry, and one of whatever else gave back or took over something. */
function recordMerge(
  { record }: Command,
  action: 'organisation.merged' | 'organisation.merge_undone',
  before: Family,
  after: Family,
  { mergedId, intoId }: { mergedId: string; intoId: string },
): void {
  const isMerge = action === 'organisation.merged';
  const link = (other: string) => (isMerge ? ([null, other] as const) : ([other, null] as const));
  for (const [id, now] of after.organisations) {
    const was = before.organisations.get(id);
    if (!was) continue;
    const changes = changesOf(was, now);
    const entry = (what: AuditEntry['action'], more: AuditEntry['changes'] = {}) =>
      record({ action: what, objectType: 'organisation', objectId: id, changes: { ...more, ...changes } });
    if (id === mergedId) entry(action, { mergedInto: link(intoId) });
    else if (id === intoId) entry(action, { merged: link(mergedId) });
    else if (Object.keys(changes).length > 0) entry('organisation.updated');
  }
}
