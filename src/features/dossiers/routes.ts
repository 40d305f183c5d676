import type { FastifyInstance } from 'fastify';
import { dossierDocument } from '../../domain/dossiers/dossier.ts';
import { localDay } from '../../domain/kit/calendar.ts';
import { slugOf } from '../../domain/text/file-names.ts';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { printedHeading } from '../../server/institution.ts';
import { sendPdfAs } from '../../server/pdf/pdf.ts';
import * as contract from './contract.ts';
import { readDossier } from './queries.ts';

export function dossierRoutes(api: FastifyInstance, { db, env }: Deps): void {
  const { publicUrl } = env;
  serve(api, contract.getDossier, ({ actor, params, query }) => readDossier(db, actor, params, query));
  serve(api, contract.printDossier, async ({ actor, params, query, reply }) => {
    const now = new Date();
    const dossier = await readDossier(db, actor, params, query);
    const checkAddress = `${publicUrl}/publico/certificado`;
    const document = dossierDocument(dossier, query, {
      ...(await printedHeading({ db, env })),
      ...{ reader: actor.name, now, checkAddress },
    });
    const name = slugOf(`portafolio ${dossier.person.name} ${localDay(now)}`);
    return sendPdfAs(name, { actor, reply }, document);
  });
}
