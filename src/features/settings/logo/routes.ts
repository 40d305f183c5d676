import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { serveBytes } from '../../../server/http/bytes.ts';
import { serve } from '../../../server/http/serve.ts';
import { forgetInstitution, readInstitution } from '../../../server/institution.ts';
import * as commands from './commands.ts';
import { removeLogo, saveLogo } from './contract.ts';

export function logoRoutes(api: FastifyInstance, { db }: Deps): void {
  const stored = async () => {
    forgetInstitution(db);
    return { logo: (await readInstitution(db)).logo?.address ?? null };
  };
  serveBytes(api, saveLogo, async ({ actor, request }, bytes) => {
    await commands.saveLogo({ db, actor, requestId: request.id }, bytes);
    return stored();
  });
  serve(api, removeLogo, async ({ actor, request }) => {
    await commands.removeLogo({ db, actor, requestId: request.id });
    return stored();
  });
}
