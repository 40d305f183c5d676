import { sql } from 'kysely';
import { among, lit } from '../../../db/states.ts';
import type { BodyOf } from '../../../domain/kit/endpoint.ts';
import { AppError } from '../../../domain/kit/problem.ts';
import { UNSENT_MAILS } from '../../../domain/notices/mail-states.ts';
import { isOpen, isOver, MOST_INVITATIONS } from '../../../domain/surveys/waves.ts';
import { formatNumber } from '../../../domain/text/format.ts';
import { type Command, command } from '../../../server/commands/command.ts';
import { lockWave, type WaveAddress } from '../commands.ts';
import { writeSurveyMails } from '../mails/commands.ts';
import type { addInvitations as contract } from './contract.ts';

type Rows = BodyOf<typeof contract>['rows'];

/** Keeps of which organisations people are asked. */
async function noteOrganisations({ tx }: Command, waveId: string): Promise<void> {
  const asked = sql`select organisation_id from wave_invitations
    where wave_id = ${waveId} and organisation_id is not null`;
  await sql`delete from wave_organisations where wave_id = ${waveId} and organisation_id not in (${asked})`.execute(
    tx,
  );
  await sql`insert into wave_organisations (wave_id, organisation_id)
    select distinct ${waveId}::uuid, a.organisation_id from (${asked}) a on conflict do nothing`.execute(tx);
}

interface Added {
  readonly ids: string[];
  readonly objecting: number;
}

/** Adds those who are not on the list yet and want mails. */
async function insertInvitations({ tx }: Command, waveId: string, rows: Rows): Promise<Added> {
  const { rows: found } = await sql<Added>`
    with given as (
      select r.*, objects_to_mail(r.email) as objects
      from json_to_recordset(${JSON.stringify(rows)}) r (name text, email text, "organisationId" uuid)
    ), added as (
      insert into wave_invitations (wave_id, name, email, organisation_id, state)
      select ${waveId}, g.name, g.email, o.id, ${lit.invitation('waiting')}
      from given g left join organisations o on o.id = g."organisationId" where not g.objects
      on conflict (wave_id, email) do nothing returning id
    )
    select array(select id from added) as ids,
      (select count(*)::int from given where objects) as objecting`.execute(tx);
  return found[0] ?? { ids: [], objecting: 0 };
}

/** Adds those who are not on the list yet; those of a wave that is open are written to at once. */
export const addInvitations = command(
  'surveys.read',
  async (run: Command, { rows, ...address }: WaveAddress & { readonly rows: Rows }) => {
    const wave = await lockWave(run, address);
    if (isOver(wave.state)) throw new AppError('rule', 'La encuesta ya cerró.');
    const { ids, objecting } = await insertInvitations(run, wave.id, rows);
    const { rows: all } = await sql<{ count: number }>`
      select count(*)::int as count from wave_invitations where wave_id = ${wave.id}`.execute(run.tx);
    if ((all[0]?.count ?? 0) > MOST_INVITATIONS)
      throw new AppError(
        'rule',
        `Una encuesta se envía a ${formatNumber(MOST_INVITATIONS)} personas como máximo.`,
      );
    await noteOrganisations(run, wave.id);
    if (isOpen(wave.state))
      await writeSurveyMails(run, { waveId: wave.id, template: 'survey', invitationIds: ids });
    if (ids.length > 0)
      run.record({
        ...{ action: 'wave.invite', objectType: 'wave', objectId: wave.id },
        changes: { invitations: [null, ids.length] },
      });
    return { added: ids.length, known: rows.length - ids.length - objecting, objecting };
  },
);

/** Their mails that did not leave yet are taken back. */
export const removeInvitations = command(
  'surveys.read',
  async (run: Command, { ids, ...address }: WaveAddress & { readonly ids: readonly string[] }) => {
    const wave = await lockWave(run, address);
    const { rows } = await sql<{ id: string }>`
      select id from wave_invitations where wave_id = ${wave.id} and id = any(${[...ids]}::uuid[])
        and state = ${lit.invitation('waiting')} order by id for update`.execute(run.tx);
    const waiting = rows.map(row => row.id);
    await sql`delete from mails where invitation_id = any(${waiting}::uuid[])
      and state in ${among(UNSENT_MAILS)}`.execute(run.tx);
    await sql`delete from wave_invitations where id = any(${waiting}::uuid[])`.execute(run.tx);
    await noteOrganisations(run, wave.id);
    if (waiting.length > 0)
      run.record({
        ...{ action: 'wave.uninvite', objectType: 'wave', objectId: wave.id },
        changes: { invitations: [waiting.length, 0] },
      });
    return { removed: waiting.length };
  },
);
