import type { FastifyInstance } from 'fastify';
import { localDay } from '../../../domain/kit/calendar.ts';
import { type ExportFormat, exportOf } from '../../../domain/kit/export.ts';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { sendTable, serveExport } from '../../../server/tables/export.ts';
import { getSeries } from '../series/contract.ts';
import { readSeries, SERIES_COLUMNS, seriesLines } from '../series/queries.ts';
import { getResults, listAnswers, listComments } from './contract.ts';
import {
  type AnswersQuery,
  answersOf,
  COMMENT_COLUMNS,
  commentList,
  RESULT_COLUMNS,
  readResults,
  resultLines,
} from './queries.ts';

/** Results of surveys and series of their instruments. */
export function resultRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, getResults, ({ actor, params }) => readResults(db, actor, params.id));
  serveExport(api, db, getResults, { name: 'resultados', columns: RESULT_COLUMNS, rows: resultLines });
  serve(api, listComments, ({ actor, params, query }) =>
    commentList.page(db, actor, { ...query, wave: params.id }),
  );
  serveExport(api, db, listComments, {
    name: 'comentarios',
    columns: COMMENT_COLUMNS,
    rows: (db, actor, query, params) => commentList.rows(db, actor, { ...query, wave: params.id }),
  });
  serve(api, listAnswers, async ({ actor, params, query }) =>
    (await answersOf(db, actor, params.id)).list.page(db, actor, query),
  );
  // Its columns are the questions of the survey.
  serve(api, exportOf(listAnswers), async ({ actor, params, query, reply }) => {
    const { format, ...asked } = query as AnswersQuery & { format: ExportFormat };
    const { list, columns } = await answersOf(db, actor, params.id);
    const table = { format, columns, rows: list.rows(db, actor, asked) };
    return sendTable({ actor, reply }, `respuestas-${localDay(new Date())}`, table);
  });
  serve(api, getSeries, ({ actor, params, query }) => readSeries(db, actor, { ...query, id: params.id }));
  serveExport(api, db, getSeries, { name: 'serie', columns: SERIES_COLUMNS, rows: seriesLines });
}
