import type { FastifyInstance } from 'fastify';
import { readSavedSetting } from '../../../server/commands/stored-setting.ts';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import * as commands from './commands.ts';
import { getRetention, saveRetention } from './contract.ts';

export function retentionRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, getRetention, () => readSavedSetting(db, 'retention'));
  serve(api, saveRetention, ({ actor, body, request }) =>
    commands.saveRetention({ db, actor, requestId: request.id }, body),
  );
}
