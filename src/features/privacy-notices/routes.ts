import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { publishPrivacyNotice as publish } from './commands.ts';
import { listPrivacyNotices, publishPrivacyNotice } from './contract.ts';
import { privacyNotices } from './queries.ts';

export function privacyNoticeRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, listPrivacyNotices, () => privacyNotices(db));
  serve(api, publishPrivacyNotice, ({ actor, body, request }) =>
    publish({ db, actor, requestId: request.id }, body),
  );
}
