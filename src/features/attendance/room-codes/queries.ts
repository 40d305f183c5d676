import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { among } from '../../../db/states.ts';
import type { PrintedDocument } from '../../../domain/kinds/print/print.ts';
import { RECORDING } from '../../../domain/kinds/statuses.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { notFound } from '../../../domain/kit/problem.ts';
import { formatDateTime } from '../../../domain/text/format.ts';
import { type ListAddress, openCode, openList } from '../queries.ts';

/** Answers that one code takes; more than any room holds. */
const MOST_ANSWERS = 2000;

/** Whether the code `c` of a project `p` lets people write themselves down now. */
export const isOpenCode = sql`c.closed_at is null and c.opens_at <= now() and c.closes_at > now()
  and c.answers < ${sql.lit(MOST_ANSWERS)} and p.status in ${among(RECORDING)}`;

const CODE = /^[0-9a-z]{26}$/;

export interface OpenRoom {
  /** Name of the activity, and of its project. */
  readonly activity: string;
  readonly project: string;
  readonly day: string;
}

/** What the form is of; undefined where the code is not open, never was, or is over. */
export async function findOpenRoom(db: Database, code: string): Promise<OpenRoom | undefined> {
  if (!CODE.test(code)) return undefined;
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
): Promise<PrintedDocument> {
  const { project, activity } = await openList(db, actor, address);
  const code = await openCode(db, publicUrl, activity.id);
  if (!code) throw notFound();
  const until = formatDateTime(new Date(code.closesAt));
  return {
    ...{ institution, product, code: project.code, title: activity.name },
    kind: 'Registro de asistencia',
    facts: [
      { label: 'Proyecto', text: project.title },
      { label: 'Abierto hasta', text: `${until} (hora de Chile)` },
    ],
    sections: [
      {
        label: 'Escanea el código y registra tu asistencia',
        blocks: [
          { type: 'qr', text: code.url },
          { type: 'text', label: 'O escribe esta dirección', text: code.url },
        ],
      },
    ],
    signatures: [],
    printed: `Abierto hasta ${until}`,
  };
}
