import type { FastifyInstance } from 'fastify';
import { archiveSize } from '../../../domain/certificates/archive.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { sendZip } from '../../../server/tables/export.ts';
import { zip } from '../../../server/tables/zip.ts';
import * as contract from '../contract.ts';
import { archiveFiles } from './commands.ts';
import { readArchive } from './queries.ts';

/** Archives of PDFs. Who waits is told in headers how many there are and about how many bytes come. */
export function archiveRoutes(api: FastifyInstance, deps: Deps): void {
  serve(api, contract.archiveCertificates, async ({ actor, query, reply }) => {
    const certificates = await readArchive(deps.db, actor, query);
    return sendZip({ actor, reply }, `certificados-${localDay(new Date())}`, asker => {
      reply.header('x-files', certificates.length).header('x-size-estimate', archiveSize(certificates));
      return zip(archiveFiles(deps, asker, certificates), { large: false });
    });
  });
}
