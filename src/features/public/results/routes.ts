import { CALLS_PATH, callResultsPath } from '../../../domain/publishing/addresses.ts';
import { id } from '../../../domain/text/rules.ts';
import type { Deps } from '../../../server/deps.ts';
import { type Heading, sendUnknown } from '../../../server/public/documents.ts';
import type { AddDocument, Exchange, SendKept } from '../../../server/public/kept.ts';
import { CONTENT_TYPES } from '../../../server/tables/table-file.ts';
import { placesOf, readEdition } from '../queries.ts';
import { callsPage, resultsPage } from '../results-template/queries.ts';
import { awardsCsv, callResults, publishedCalls } from './queries.ts';

const askedCall = ({ request }: Exchange) => id.safeParse((request.params as { id: string }).id).data;

/** Whom calls were awarded to. Each call decides for itself: they are shown where there is no catalogue, too. */
export function resultDocuments(add: AddDocument, deps: Deps, send: SendKept): void {
  const { db } = deps;
  const edition = async () => {
    const found = await readEdition(db);
    const { stamp, isOpen } = found;
    return { version: `${stamp} ${isOpen}`, around: { isOpen, places: placesOf(found) } };
  };

  add('/convocatorias', async exchange => {
    const { version, around } = await edition();
    const write = async (heading: Heading) => callsPage(await publishedCalls(db), { ...around, heading });
    return send(exchange, { key: CALLS_PATH, version, write });
  });

  add('/convocatorias/:id', async exchange => {
    const call = askedCall(exchange);
    if (!call) return sendUnknown(exchange.reply, deps);
    const { version, around } = await edition();
    const write = async (heading: Heading) => {
      const results = await callResults(db, call);
      return results && resultsPage(results, { ...around, heading });
    };
    return send(exchange, { key: callResultsPath(call), version, write });
  });

  add('/convocatorias/:id/csv', async exchange => {
    const call = askedCall(exchange);
    if (!call) return sendUnknown(exchange.reply, deps);
    const { version } = await edition();
    const write = async () => {
      const results = await callResults(db, call);
      if (!results) return null;
      const content = await awardsCsv(results);
      return { contentType: CONTENT_TYPES.csv, content, name: `resultados ${results.name}.csv` };
    };
    return send(exchange, { key: `${callResultsPath(call)}/csv`, version, write });
  });
}
