import { sql } from 'kysely';
import { AppError } from '../../../domain/kit/problem.ts';
import { type Command, command } from '../../../server/commands/command.ts';
import { newCode } from '../../../server/secret-codes.ts';
import { lockWave, requireOpen, type WaveAddress } from '../commands.ts';
import { surveyUrl } from '../queries.ts';

/** A former one ends. Whoever is in a room has no name, so there is none for a wave of names. */
export const openWaveRoom = command('surveys.read', async (run: Command, address: WaveAddress) => {
  const wave = await lockWave(run, address);
  requireOpen(wave);
  if (!wave.anonymous)
    throw new AppError('rule', 'Una encuesta con nombre se responde con el enlace personal.');
  const code = newCode();
  await sql`update waves set room_code = ${code} where id = ${wave.id}`.execute(run.tx);
  run.record({ action: 'wave.open_room', objectType: 'wave', objectId: wave.id });
  return { url: surveyUrl(address.publicUrl, code) };
});

export const closeWaveRoom = command('surveys.read', async (run: Command, address: WaveAddress) => {
  const wave = await lockWave(run, address);
  if (wave.room_code === null) return {};
  await sql`update waves set room_code = null where id = ${wave.id}`.execute(run.tx);
  run.record({ action: 'wave.close_room', objectType: 'wave', objectId: wave.id });
  return {};
});
