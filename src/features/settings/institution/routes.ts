import type { FastifyInstance } from 'fastify';
import { readSavedSetting, saveSettingOf } from '../../../server/commands/stored-setting.ts';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { forgetInstitution, readInstitution } from '../../../server/institution.ts';
import { getInstitution, saveInstitution } from './contract.ts';

const save = saveSettingOf('institution');

export function institutionRoutes(api: FastifyInstance, { db }: Deps): void {
  const stored = async () => {
    const { logo } = await readInstitution(db);
    return { ...(await readSavedSetting(db, 'institution')), logo: logo?.address ?? null };
  };
  serve(api, getInstitution, stored);
  serve(api, saveInstitution, async ({ actor, body, request }) => {
    await save({ db, actor, requestId: request.id }, body);
    forgetInstitution(db);
    return stored();
  });
}
