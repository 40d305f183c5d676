import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/serve.ts';
import { saveSettingOf, storedSetting } from '../../../server/stored-setting.ts';
import { getReminders, saveReminders } from './contract.ts';

const save = saveSettingOf('reminders');

export function reminderRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, getReminders, () => storedSetting(db, 'reminders'));
  serve(api, saveReminders, ({ actor, body, request }) => save({ db, actor, requestId: request.id }, body));
}
