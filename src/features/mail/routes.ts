import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { serveExport } from '../../server/tables/export.ts';
import { resend, sendTest } from './commands.ts';
import { getMail, getMailStatus, listMails, resendMails, sendTestMail } from './contract.ts';
import { findMail, MAIL_COLUMNS, mailList, mailStatus } from './queries.ts';

export function mailRoutes(api: FastifyInstance, { db, env, jobs }: Deps): void {
  serve(api, listMails, ({ actor, query }) => mailList.page(db, actor, query));
  serveExport(api, db, listMails, { name: 'correos', columns: MAIL_COLUMNS, rows: mailList.rows });
  serve(api, getMailStatus, () => mailStatus(db, env));
  serve(api, getMail, ({ actor, params }) => findMail(db, actor, env, params.id));
  serve(api, sendTestMail, ({ actor, request }) =>
    sendTest({ db, actor, requestId: request.id }, { env, jobs }),
  );
  serve(api, resendMails, ({ actor, body, request }) =>
    resend({ db, actor, requestId: request.id }, { ids: body.ids, env, jobs }),
  );
}
