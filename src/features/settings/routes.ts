import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import * as commands from './commands.ts';
import { addHoliday, getSettings, removeHoliday, saveSettings } from './contract.ts';
import { institutionRoutes } from './institution/routes.ts';
import { logoRoutes } from './logo/routes.ts';
import { readSettings } from './queries.ts';

export function settingRoutes(api: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  institutionRoutes(api, deps);
  logoRoutes(api, deps);
  serve(api, getSettings, () => readSettings(db));
  serve(api, saveSettings, ({ actor, body, request }) =>
    commands.saveSettings({ db, actor, requestId: request.id }, body),
  );
  serve(api, addHoliday, ({ actor, body, request }) =>
    commands.addHoliday({ db, actor, requestId: request.id }, body),
  );
  serve(api, removeHoliday, ({ actor, params, request }) =>
    commands.removeHoliday({ db, actor, requestId: request.id }, params.day),
  );
}
