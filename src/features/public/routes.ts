import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readSavedSetting, saveSettingOf } from '../../server/commands/stored-setting.ts';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { requireSession } from '../../server/sign-in/session.ts';
import { kindLookup } from '../kinds/queries.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { projectPublication, readPublicFigures } from './queries.ts';

const savePages = saveSettingOf('publicPages');

/** What people decide of the public pages. */
export function publicRoutes(api: FastifyInstance, { db, env: { publicUrl } }: Deps): void {
  const knownOf = async (request: FastifyRequest) => ({
    ...{ session: requireSession(request), publicUrl },
    kinds: await kindLookup(db),
  });
  serve(api, contract.getPublication, async ({ actor, params, request }) => {
    const { kinds, session } = await knownOf(request);
    return projectPublication(db, { ...params, kinds }, { reader: { actor, session }, publicUrl });
  });
  serve(api, contract.savePublication, async ({ actor, params, body, request }) =>
    commands.savePublication(
      { db, actor, requestId: request.id },
      { ...params, ...(await knownOf(request)), body },
    ),
  );
  serve(api, contract.showLeadName, async ({ actor, params, body, request }) =>
    commands.showLeadName(
      { db, actor, requestId: request.id },
      { ...params, ...(await knownOf(request)), body },
    ),
  );
  serve(api, contract.withholdProject, async ({ actor, params, body, request }) =>
    commands.withholdProject(
      { db, actor, requestId: request.id },
      { ...params, ...(await knownOf(request)), body },
    ),
  );
  serve(api, contract.getPublicPages, async () => ({
    ...(await readSavedSetting(db, 'publicPages')),
    ...(await readPublicFigures(db)),
  }));
  serve(api, contract.savePublicPages, ({ actor, body, request }) =>
    savePages({ db, actor, requestId: request.id }, body),
  );
}
