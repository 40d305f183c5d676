import type { FastifyInstance } from 'fastify';
import { readSavedSetting, saveSettingOf } from '../../../server/commands/stored-setting.ts';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { getReminders, saveReminders } from './contract.ts';

const save = saveSettingOf('reminders');

export function reminderRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, getReminders, () => readSavedSetting(db, 'reminders'));
  serve(api, saveReminders, ({ actor, body, request }) => save({ db, actor, requestId: request.id }, body));
}
