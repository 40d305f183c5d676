import type { FastifyInstance } from 'fastify';
import { readSavedSetting, saveSettingOf } from '../../server/commands/stored-setting.ts';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { getSetupProgress, saveSetupProgress } from './contract.ts';

const save = saveSettingOf('setup');

export function setupRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, getSetupProgress, () => readSavedSetting(db, 'setup'));
  serve(api, saveSetupProgress, ({ actor, body, request }) =>
    save({ db, actor, requestId: request.id }, body),
  );
}
