import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import { lit } from '../db/states.ts';
import type { Actor } from '../domain/kit/actor.ts';
import { revokeCertificate } from '../features/certificates/commands.ts';
import { issueParts } from '../features/certificates/issuing/commands.ts';
import { byItself } from '../server/commands/command.ts';
import { readSavedSetting, saveSettingOf } from '../server/commands/stored-setting.ts';

const PUBLIC_URL = 'http://localhost';

/** What is issued: the team of what was closed, and who came to one activity of a project whose kind gives it. */
async function readDue(db: Database) {
  const { rows } = await sql<{ projectId: string; activityId: string | null }>`
    select p.id as "projectId", null::uuid as "activityId" from projects p where p.status = ${lit.status('closed')}
    union all (
      select a.project_id, a.id from activities a join certificate_rules r on r.project_id = a.project_id
      where r.rule = 'activity' and r.participants and exists (select from attendances t where t.activity_id = a.id)
      order by a.day, a.id limit 1)`.execute(db);
  return rows;
}

async function revokeOne(db: Database, office: Actor): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from certificates where activity_id is not null order by folio_year, folio_number limit 1`.execute(
    db,
  );
  const [one] = rows;
  if (!one) throw new Error('nobody who came to an activity has a certificate');
  const reason = 'Figuraba en la lista, pero no asistió: lo pidió quien dirige el proyecto.';
  await revokeCertificate({ db, actor: office }, { id: one.id, reason, publicUrl: PUBLIC_URL });
}

/** Certificates of the demo university, signed by somebody, one of them revoked. Nobody is told. */
export async function writeCertificates(db: Database, office: Actor): Promise<void> {
  const { updatedAt, openBadges } = await readSavedSetting(db, 'certificates');
  const signs = { signer: 'Beatriz Navarrete Olea', position: 'Directora de Vinculación con el Medio' };
  await saveSettingOf('certificates')({ db, actor: office }, { ...signs, openBadges, updatedAt });
  for (const { projectId, activityId } of await readDue(db))
    await byItself(db, new Date(), run =>
      issueParts(run, { projectId, ...(activityId && { activityId }), notify: false }),
    );
  await revokeOne(db, office);
}
