import type { FastifyInstance } from 'fastify';
import { readSavedSetting, saveSettingOf } from '../../../server/commands/stored-setting.ts';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { ensureSigningKey } from '../badges/commands.ts';
import { getIssuer, saveIssuer } from './contract.ts';

const save = saveSettingOf('certificates');

/** Who signs, and whether there are badges. */
export function issuerRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, getIssuer, () => readSavedSetting(db, 'certificates'));
  serve(api, saveIssuer, async ({ actor, body, request }) => {
    // Before they are offered, so that none is ever asked for that nothing could sign.
    if (body.openBadges) await ensureSigningKey(db);
    return save({ db, actor, requestId: request.id }, body);
  });
}
