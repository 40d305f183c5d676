import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/serve.ts';
import { saveSettingOf, storedSetting } from '../../../server/stored-setting.ts';
import { getQuotas, saveQuotas } from './contract.ts';

const save = saveSettingOf('quotas');

export function quotaRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, getQuotas, () => storedSetting(db, 'quotas'));
  serve(api, saveQuotas, ({ actor, body, request }) => save({ db, actor, requestId: request.id }, body));
}
