import type { FastifyInstance } from 'fastify';
import { readSavedSetting, saveSettingOf } from '../../../server/commands/stored-setting.ts';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { getQuotas, saveQuotas } from './contract.ts';

const save = saveSettingOf('quotas');

export function quotaRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, getQuotas, () => readSavedSetting(db, 'quotas'));
  serve(api, saveQuotas, ({ actor, body, request }) => save({ db, actor, requestId: request.id }, body));
}
