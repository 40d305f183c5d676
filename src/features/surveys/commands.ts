import { sql } from 'kysely';
import { judgeSurveying } from '../../domain/access/surveys.ts';
import type { Status } from '../../domain/kinds/statuses.ts';
import { isAdmin } from '../../domain/kit/actor.ts';
import { AppError, forbidden, notFound } from '../../domain/kit/problem.ts';
import { isDraft, isOpen, type WaveState } from '../../domain/surveys/waves.ts';
import type { Command } from '../../server/commands/command.ts';
import { findWave, managedWave, visibleWave, WAVES } from './queries.ts';

/** Which wave, and the address under which its links are made. */
export interface WaveAddress {
  readonly id: string;
  readonly publicUrl: string;
}

/** The stored row of a wave, as its rules read it. */
export interface StoredWave {
  readonly id: string;
  readonly state: WaveState;
  readonly title: string;
  readonly audience: string;
  readonly anonymous: boolean;
  readonly message: string;
  readonly instrument_id: string;
  readonly project_id: string | null;
  /** `yyyy-mm-dd` */
  readonly last_day: string;
  readonly reminder_days: number[];
  readonly opened_at: string | null;
  readonly reminded_at: string | null;
  readonly room_code: string | null;
}

/**
 * The wave for who may manage it, standing still until the end; 409 with the stored one when it is newer than what the
 * caller saw. Who may only see it is told so, anybody else gets 404.
 */
export async function lockWave(run: Command, address: WaveAddress, updatedAt?: string): Promise<StoredWave> {
  const { tx, actor } = run;
  const { rows } = await sql<
    StoredWave & {
      manages: boolean;
      status: Status | null;
      lead_id: string;
      alternate_id: string | null;
      is_fresh: boolean;
    }
  >`
    select w.*, w.last_day::text as last_day, p.status, p.lead_id, p.alternate_id, ${managedWave(actor)} as manages,
      ${updatedAt ?? null}::timestamptz is null or w.updated_at = ${updatedAt ?? null}::timestamptz as is_fresh
    from ${WAVES} where w.id = ${address.id} and ${visibleWave(actor)} for no key update of w`.execute(tx);
  const [wave] = rows;
  if (!wave) throw notFound();
  const { status, lead_id: leadId, alternate_id: alternateId } = wave;
  if (!wave.manages)
    throw forbidden('cambiar esta encuesta', 'Solo puede hacerlo quien dirige el proyecto o la oficina.');
  if (status !== null) {
    const verdict = judgeSurveying(actor, { status, leadId, alternateId });
    if (!verdict.allowed) throw forbidden('cambiar esta encuesta', verdict.reason);
  }
  if (!wave.is_fresh)
    throw new AppError('conflict', undefined, { extra: { stored: await findWave(tx, actor, address) } });
  return wave;
}

/** Refused where this person may not send surveys about the project; the office's own belong to no project. */
export async function requireProject({ tx, actor }: Command, projectId: string | null): Promise<void> {
  const refusal = (message: string) =>
    new AppError('invalid', undefined, { errors: [{ path: 'projectId', message }] });
  if (projectId === null) {
    if (!isAdmin(actor)) throw refusal('Elige un proyecto que diriges.');
    return;
  }
  const { rows } = await sql<{ status: Status; leadId: string; alternateId: string | null }>`
    select p.status, p.lead_id as "leadId", p.alternate_id as "alternateId" from projects p
    where p.id = ${projectId} for share`.execute(tx);
  const [project] = rows;
  const verdict = project && judgeSurveying(actor, project);
  if (!verdict || (!verdict.allowed && verdict.hidden)) throw refusal('Elige un proyecto que diriges.');
  if (!verdict.allowed) throw refusal(verdict.reason);
}

/** Writes columns of a wave and who did; answers nothing. */
export const touchWave = (
  { tx, actor, now }: Command,
  id: string,
  columns: Readonly<Record<string, unknown>>,
) =>
  tx
    .updateTable('waves')
    .set({ ...columns, updated_at: now, updated_by: actor.id })
    .where('id', '=', id)
    .execute();

/** Refused unless it is open. */
export function requireOpen(wave: StoredWave): void {
  if (isDraft(wave.state)) throw new AppError('rule', 'La encuesta todavía no se envía.');
  if (!isOpen(wave.state)) throw new AppError('rule', 'La encuesta ya cerró.');
}
