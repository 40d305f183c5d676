import { sql } from 'kysely';
import { addDays, endOfDay, localDay } from '../../../domain/kit/calendar.ts';
import { AppError, type FieldError } from '../../../domain/kit/problem.ts';
import { isDraft, isOpen, MOST_OPEN_DAYS, type WaveFields } from '../../../domain/surveys/waves.ts';
import { type Command, changesBetween, command } from '../../../server/commands/command.ts';
import {
  lockWave,
  requireOpen,
  requireProject,
  type StoredWave,
  touchWave,
  type WaveAddress,
} from '../commands.ts';
import type { Wave } from '../contract.ts';
import { writeSurveyMails } from '../mails/commands.ts';
import { findWave } from '../queries.ts';

type Seen = WaveAddress & { readonly updatedAt: string };

const columnsOf = (fields: WaveFields) => ({
  title: fields.title,
  instrument_id: fields.instrumentId,
  project_id: fields.projectId,
  audience: fields.audience,
  anonymous: fields.anonymous,
  message: fields.message,
  last_day: fields.lastDay,
  reminder_days: fields.reminderDays,
});
/** These may change as long as it is open. */
const LATER = ['title', 'last_day', 'reminder_days'] as const;

const refused = (errors: FieldError[]) => new AppError('invalid', undefined, { errors });

function requireDay({ now }: Pick<Command, 'now'>, lastDay: string): void {
  const today = localDay(now);
  const message =
    lastDay < today
      ? 'Elige un día desde hoy.'
      : lastDay > addDays(today, MOST_OPEN_DAYS) && `Elige un día dentro de ${MOST_OPEN_DAYS} días.`;
  if (message) throw refused([{ path: 'lastDay', message }]);
}

async function requireInstrument({ tx }: Command, id: string): Promise<void> {
  const { rows } = await sql`select from instruments i where i.id = ${id} and i.active and exists (
    select from instrument_versions v where v.instrument_id = i.id and v.questions <> '[]')`.execute(tx);
  if (rows.length === 0)
    throw refused([{ path: 'instrumentId', message: 'Elige un instrumento activo que tenga preguntas.' }]);
}

export const createWave = command(
  'surveys.read',
  async (run: Command, { publicUrl, fields }: { publicUrl: string; fields: WaveFields }): Promise<Wave> => {
    await requireProject(run, fields.projectId);
    await requireInstrument(run, fields.instrumentId);
    requireDay(run, fields.lastDay);
    const { id } = await run.tx
      .insertInto('waves')
      .values({ ...columnsOf(fields), state: 'draft', created_by: run.actor.id, updated_by: run.actor.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    run.record({
      ...{ action: 'wave.created', objectType: 'wave', objectId: id },
      changes: changesBetween({}, columnsOf(fields)),
    });
    return findWave(run.tx, run.actor, { id, publicUrl });
  },
);

/** What an open wave may still become. */
function laterColumns(wave: StoredWave, columns: ReturnType<typeof columnsOf>) {
  if (!isOpen(wave.state)) throw new AppError('rule', 'La encuesta ya cerró: no se puede cambiar.');
  const changed = Object.keys(changesBetween({ ...wave }, columns));
  if (changed.some(column => !LATER.some(later => later === column)))
    throw new AppError('rule', 'Ya se envió: solo se cambian el título, el último día y los recordatorios.');
  const { title, last_day, reminder_days } = columns;
  return { title, last_day, reminder_days, closes_at: endOfDay(last_day) };
}

export const saveWave = command(
  'surveys.read',
  async (run: Command, { fields, updatedAt, ...address }: Seen & { fields: WaveFields }): Promise<Wave> => {
    const wave = await lockWave(run, address, updatedAt);
    const columns = columnsOf(fields);
    const changes = changesBetween({ ...wave }, columns);
    const stored = isDraft(wave.state) ? columns : laterColumns(wave, columns);
    if (fields.projectId !== wave.project_id) await requireProject(run, fields.projectId);
    if (fields.instrumentId !== wave.instrument_id) await requireInstrument(run, fields.instrumentId);
    if (isDraft(wave.state) || fields.lastDay !== wave.last_day) requireDay(run, fields.lastDay);
    if (Object.keys(changes).length > 0) {
      await touchWave(run, wave.id, stored);
      run.record({ action: 'wave.updated', objectType: 'wave', objectId: wave.id, changes });
    }
    return findWave(run.tx, run.actor, address);
  },
);

export const removeWave = command('surveys.read', async (run: Command, address: WaveAddress) => {
  const wave = await lockWave(run, address);
  if (!isDraft(wave.state)) throw new AppError('rule', 'Ya se envió: no se puede eliminar.');
  await run.tx.deleteFrom('waves').where('id', '=', wave.id).execute();
  run.record({
    ...{ action: 'wave.deleted', objectType: 'wave', objectId: wave.id },
    changes: { code: [wave.title, null] },
  });
  return { id: wave.id };
});

/** The latest version, which does not change from now on. */
async function freezeVersion({ tx, now }: Command, instrumentId: string): Promise<string> {
  // Whoever saves its questions locks it as well, so that what is sent is what was saved.
  await sql`select from instruments where id = ${instrumentId} for update`.execute(tx);
  const { rows } = await sql<{ id: string; isEmpty: boolean; isFrozen: boolean }>`
    select v.id, v.questions = '[]' as "isEmpty", v.frozen_at is not null as "isFrozen" from instrument_versions v
    where v.instrument_id = ${instrumentId} order by v.number desc limit 1`.execute(tx);
  const [latest] = rows;
  if (!latest || latest.isEmpty) throw new AppError('rule', 'El instrumento no tiene preguntas.');
  if (!latest.isFrozen)
    await sql`update instrument_versions set frozen_at = ${now} where id = ${latest.id}`.execute(tx);
  return latest.id;
}

/** Everybody who was added gets a mail; who is added later, too. */
export const openWave = command(
  'surveys.read',
  async (run: Command, { updatedAt, ...address }: Seen): Promise<Wave> => {
    const wave = await lockWave(run, address, updatedAt);
    if (!isDraft(wave.state)) throw new AppError('rule', 'La encuesta ya se envió.');
    requireDay(run, wave.last_day);
    const version = await freezeVersion(run, wave.instrument_id);
    await touchWave(run, wave.id, {
      ...{ state: 'open', version_id: version, opened_at: run.now, closes_at: endOfDay(wave.last_day) },
    });
    const mailed = await writeSurveyMails(run, { waveId: wave.id, template: 'survey', invitationIds: null });
    run.record({
      ...{ action: 'wave.open', objectType: 'wave', objectId: wave.id },
      changes: changesBetween({}, { anonymous: wave.anonymous, mails: mailed }),
    });
    return findWave(run.tx, run.actor, address);
  },
);

export const closeWave = command(
  'surveys.read',
  async (run: Command, { updatedAt, ...address }: Seen): Promise<Wave> => {
    const wave = await lockWave(run, address, updatedAt);
    requireOpen(wave);
    await touchWave(run, wave.id, { state: 'closed', closes_at: run.now, room_code: null });
    run.record({ action: 'wave.close', objectType: 'wave', objectId: wave.id });
    return findWave(run.tx, run.actor, address);
  },
);

const NOBODY_LEFT = 'No queda nadie a quien escribir: ya respondieron o no quieren recibir correos.';

export const remindWave = command('surveys.read', async (run: Command, address: WaveAddress) => {
  const wave = await lockWave(run, address);
  requireOpen(wave);
  const last = wave.reminded_at ?? wave.opened_at;
  if (last !== null && localDay(new Date(last)) === localDay(run.now))
    throw new AppError('rule', 'Hoy ya se escribió a quienes no han respondido: recuerda mañana.');
  const mail = { waveId: wave.id, template: 'survey_reminder', invitationIds: null } as const;
  const reminded = await writeSurveyMails(run, mail);
  if (reminded === 0) throw new AppError('rule', NOBODY_LEFT);
  await sql`update waves set reminded_at = ${run.now} where id = ${wave.id}`.execute(run.tx);
  run.record({
    ...{ action: 'wave.remind', objectType: 'wave', objectId: wave.id },
    changes: { mails: [null, reminded] },
  });
  return { reminded };
});
