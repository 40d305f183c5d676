import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { OutputOf, QueryOf } from '../../domain/kit/endpoint.ts';
import {
  DESK_TITLE,
  NOTICE_INFO,
  NOTICE_TYPES,
  type NoticePreference,
} from '../../domain/notices/notice-types.ts';
import { cursorRows } from '../../server/tables/list.ts';
import { type Columns, instant } from '../../server/tables/table-file.ts';
import type { getPreferences, listNotifications, Notification } from './contract.ts';

type Answer = OutputOf<typeof listNotifications>;

const unreadOf = (actor: Actor) => sql`(select count(*)::int from notifications
  where user_id = ${actor.id} and in_app and read_at is null)`;

type Query = QueryOf<typeof listNotifications>;

const mine = (actor: Actor, { unread, type }: Query) => sql`n.user_id = ${actor.id} and n.in_app
  ${unread ? sql`and n.read_at is null` : sql``} ${type ? sql`and n.type = ${type}` : sql``}`;

const selectNotifications = (actor: Actor, query: Query) => sql`
  select n.id, n.type, n.created_at as at, n.read_at is not null as read, n.title, n.text, n.page,
    case when p.id is not null then
      json_build_object('id', p.id, 'kind', p.kind, 'code', p.code,
        'title', case n.type when 'review' then ${DESK_TITLE} else p.title end) end as project,
    case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as by
  from notifications n left join projects p on p.id = n.project_id left join users u on u.id = n.actor_id
  where ${mine(actor, query)} order by n.created_at desc, n.id`;

/** A page, its total and the unread count in one round trip. */
export async function ownNotifications(db: Database, actor: Actor, query: Query): Promise<Answer> {
  const { page, size } = query;
  const { rows } = await sql<Answer & { rows: Notification[] }>`
    select ${unreadOf(actor)} as unread,
      (select count(*)::int from notifications n where ${mine(actor, query)}) as total,
      coalesce((select json_agg(r order by r.at desc, r.id) from (
        ${selectNotifications(actor, query)} limit ${size} offset ${(page - 1) * size}
      ) r), '[]') as rows`.execute(db);
  return rows[0] ?? { rows: [], total: 0, unread: 0 };
}

export const allNotifications = (db: Database, actor: Actor, query: Query) =>
  cursorRows<Notification, Notification>(
    db,
    sql`select to_json(r) as row from (${selectNotifications(actor, query)}) r`,
    rows => rows,
  );

export const NOTIFICATION_COLUMNS: Columns<Notification> = {
  fecha: row => instant(row.at),
  tipo: row => row.type,
  titulo: row => row.title,
  texto: row => row.text,
  proyecto: row => row.project?.code,
  proyecto_titulo: row => row.project?.title,
  persona: row => row.by?.name,
  leida: row => row.read,
};

export async function unreadCount(db: Database | Transaction, actor: Actor): Promise<{ unread: number }> {
  const { rows } = await sql<{ unread: number }>`select ${unreadOf(actor)} as unread`.execute(db);
  return rows[0] ?? { unread: 0 };
}

/** One row for each type, chosen or as it is for everybody. */
export async function preferencesOf(
  db: Database | Transaction,
  actor: Actor,
): Promise<OutputOf<typeof getPreferences>> {
  const stored = await db
    .selectFrom('notice_preferences')
    .select(['type', 'in_app as inApp', 'mail'])
    .where('user_id', '=', actor.id)
    .execute();
  return NOTICE_TYPES.map((type): NoticePreference => {
    const { inApp, mail } = stored.find(p => p.type === type) ?? NOTICE_INFO[type];
    return { type, inApp, mail };
  });
}
