import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import type { OutputOf, QueryOf } from '../../../domain/kit/endpoint.ts';
import { listOf, matching, type View } from '../../../server/tables/list.ts';
import { type Columns, instant } from '../../../server/tables/table-file.ts';
import type { checkObjection, listObjections, Objection } from './contract.ts';

type Query = QueryOf<typeof listObjections>;

const VIEW: View<Query> = {
  from: sql`contact_objections o`,
  select: sql`o.email, o.noted_at as "notedAt", (select u.name from users u where u.id = o.noted_by) as "notedBy"`,
  sorts: { email: sql`o.email`, notedAt: sql`o.noted_at` },
  key: sql`o.email`,
};

export const objectionList = listOf<Query, Objection>(VIEW, (_actor, { q }) =>
  matching(sql`plain(o.email)`, q),
);

export const OBJECTION_COLUMNS: Columns<Objection> = {
  correo: row => row.email,
  anotada: row => instant(row.notedAt),
  anotada_por: row => row.notedBy ?? 'La propia persona',
};

export async function findObjection(db: Database, email: string): Promise<OutputOf<typeof checkObjection>> {
  const { rows } = await sql<{ objects: boolean }>`select objects_to_mail(${email}) as objects`.execute(db);
  return { objects: rows[0]?.objects ?? false };
}
