import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { serveExport } from '../../server/tables/export.ts';
import { mark, savePreferences } from './commands.ts';
import {
  countUnread,
  getPreferences,
  listNotifications,
  markNotifications,
  putPreferences,
} from './contract.ts';
import {
  allNotifications,
  NOTIFICATION_COLUMNS,
  ownNotifications,
  preferencesOf,
  unreadCount,
} from './queries.ts';

export function notificationRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, listNotifications, ({ actor, query }) => ownNotifications(db, actor, query));
  serveExport(api, db, listNotifications, {
    name: 'notificaciones',
    columns: NOTIFICATION_COLUMNS,
    rows: allNotifications,
  });
  serve(api, countUnread, ({ actor }) => unreadCount(db, actor));
  serve(api, markNotifications, ({ actor, body, request }) =>
    mark({ db, actor, requestId: request.id }, body),
  );
  serve(api, getPreferences, ({ actor }) => preferencesOf(db, actor));
  serve(api, putPreferences, ({ actor, body, request }) =>
    savePreferences({ db, actor, requestId: request.id }, body),
  );
}
