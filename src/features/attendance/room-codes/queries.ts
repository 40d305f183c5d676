import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { notFound } from '../../../domain/kit/problem.ts';
import { formatDateTime, formatDay } from '../../../domain/text/format.ts';
import type { Poster } from '../../../server/pdf/poster.ts';
import { isCode } from '../../../server/secret-codes.ts';
import { isOpenCode, type ListAddress, openCode, openList } from '../queries.ts';

export interface OpenRoom {
  /** Name of the activity, and of its project. */
  readonly activity: string;
  readonly project: string;
  readonly day: string;
}

/** What the form is of; undefined where the code is not open, never was, or is over. */
export async function findOpenRoom(db: Database, code: string): Promise<OpenRoom | undefined> {
  if (!isCode(code)) return undefined;
  const { rows } = await sql<OpenRoom>`
    select a.name as activity, p.title as project, a.day from attendance_codes c
      join activities a on a.id = c.activity_id join projects p on p.id = a.project_id
    where c.code = ${code} and ${isOpenCode}`.execute(db);
  return rows[0];
}

interface Sheet extends ListAddress {
  readonly publicUrl: string;
  readonly institution: string;
  readonly product: string;
}

/** A page to project or print: the code and until when it serves. It names nobody. */
export async function roomSheet(
  db: Database,
  actor: Actor,
  { publicUrl, institution, product, ...address }: Sheet,
): Promise<Poster> {
  const { project, activity } = await openList(db, actor, address);
  const code = await openCode(db, publicUrl, activity.id);
  if (!code) throw notFound();
  return {
    ...{ institution, product, code: project.code, title: activity.name },
    lines: [
      `${project.title} (${project.code})`,
      `Actividad del ${formatDay(activity.day)}`,
      `Abierto hasta ${formatDateTime(new Date(code.closesAt))} (hora de Chile)`,
    ],
    call: 'Escanea el código con tu teléfono y registra tu asistencia',
    address: code.url,
  };
}
