import type { FastifyInstance } from 'fastify';
import { readSavedSetting, saveSettingOf } from '../../../server/commands/stored-setting.ts';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { getDataRequestRules, saveDataRequestRules } from './contract.ts';

const save = saveSettingOf('dataRequests');

export function requestRuleRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, getDataRequestRules, () => readSavedSetting(db, 'dataRequests'));
  serve(api, saveDataRequestRules, ({ actor, body, request }) =>
    save({ db, actor, requestId: request.id }, body),
  );
}
