import { Readable } from 'node:stream';
import { localDay } from '../../../domain/kit/calendar.ts';
import { readSearch } from '../../../domain/publishing/catalogue-search.ts';
import type { Deps } from '../../../server/deps.ts';
import { askerOf, takeVisitorTurn } from '../../../server/http/turns.ts';
import { publicFileHeaders, sendUnknown } from '../../../server/public/documents.ts';
import type { AddDocument, Exchange } from '../../../server/public/kept.ts';
import { startExport } from '../../../server/tables/export.ts';
import { CONTENT_TYPES } from '../../../server/tables/table-file.ts';
import { readEdition } from '../queries.ts';
import { tableColumns, tableRows } from './queries.ts';

/** Time for a hundred thousand projects over a slow line; what is withdrawn meanwhile is told no longer than this. */
const LONGEST_MS = 15 * 60_000;

/**
 * The catalogue for programs and spreadsheets. It is written anew each time and kept by nobody: it is as long as the
 * catalogue, and names of units and kinds in it change without the edition.
 */
export function tableDocuments(add: AddDocument, deps: Deps): void {
  const { db, env } = deps;
  async function tableOf({ request, reply }: Exchange): Promise<Readable> {
    // Only how it would be answered is asked.
    if (request.method === 'HEAD') return Readable.from([]);
    const asker = askerOf({ actor: { id: `public:${request.ip}` }, reply });
    const columns = await tableColumns(db, env.publicUrl);
    const rows = tableRows(db, readSearch(request.query as Readonly<Record<string, unknown>>));
    const terms = { turn: takeVisitorTurn, longestMs: LONGEST_MS };
    return startExport(asker, { format: 'csv', columns, rows }, terms);
  }

  add('/proyectos.csv', async exchange => {
    const { isOpen } = await readEdition(db);
    if (!isOpen) return sendUnknown(exchange.reply, deps);
    const table = await tableOf(exchange);
    const name = `catalogo-${localDay(new Date())}.csv`;
    return exchange.reply
      .headers(publicFileHeaders(env, { contentType: CONTENT_TYPES.csv, name }))
      .header('cache-control', 'no-store')
      .send(table);
  });
}
