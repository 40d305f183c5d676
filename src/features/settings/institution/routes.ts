import type { FastifyInstance } from 'fastify';
import { readSavedSetting, saveSettingOf } from '../../../server/commands/stored-setting.ts';
import type { Deps } from '../../../server/deps.ts';
import { serveBytes } from '../../../server/http/bytes.ts';
import { serve } from '../../../server/http/serve.ts';
import { forgetInstitution, readInstitution } from '../../../server/institution.ts';
import * as contract from './contract.ts';
import * as commands from './logo/commands.ts';
import * as logoContract from './logo/contract.ts';

const save = saveSettingOf('institution');

export function institutionRoutes(api: FastifyInstance, { db }: Deps): void {
  const logoNow = async () => ({ logo: (await readInstitution(db)).logo?.address ?? null });
  const stored = async () => ({ ...(await readSavedSetting(db, 'institution')), ...(await logoNow()) });
  serve(api, contract.getInstitution, stored);
  serve(api, contract.saveInstitution, async ({ actor, body, request }) => {
    await save({ db, actor, requestId: request.id }, body);
    forgetInstitution(db);
    return stored();
  });
  serveBytes(api, logoContract.saveLogo, async ({ actor, request }, bytes) => {
    await commands.saveLogo({ db, actor, requestId: request.id }, bytes);
    forgetInstitution(db);
    return logoNow();
  });
  serve(api, logoContract.removeLogo, async ({ actor, request }) => {
    await commands.removeLogo({ db, actor, requestId: request.id });
    forgetInstitution(db);
    return logoNow();
  });
}
