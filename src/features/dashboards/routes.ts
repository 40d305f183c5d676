import type { FastifyInstance } from 'fastify';
import { figureOf, measuresIn } from '../../domain/figures/figures.ts';
import { localDay } from '../../domain/kit/calendar.ts';
import type { QueryOf } from '../../domain/kit/endpoint.ts';
import { type ExportFormat, exportOf } from '../../domain/kit/export.ts';
import { plain } from '../../domain/text/plain.ts';
import { readSavedSetting, saveSettingOf } from '../../server/commands/stored-setting.ts';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { sendTable } from '../../server/tables/export.ts';
import type { Columns } from '../../server/tables/table-file.ts';
import { type FigureItem, getDashboard, getScoreFormula, listFigure, saveScoreFormula } from './contract.ts';
import { dashboardDocumentRoutes } from './document/routes.ts';
import { allItems, figureItems } from './list/queries.ts';
import { scopeFor } from './population/queries.ts';
import { readDashboard } from './queries.ts';

/** Columns of a figure's list, its measures under their own names. */
function columnsOf(name: Parameters<typeof figureOf>[0], scope: Parameters<typeof measuresIn>[1]) {
  const figure = figureOf(name);
  const measures = measuresIn(figure, scope).map((key, n): [string, Columns<FigureItem>[string]] => [
    plain(figure.measures[key]?.label ?? key).replace(/[^a-z]+/g, '_'),
    item => item.values[n] ?? null,
  ]);
  const columns: Columns<FigureItem> = {
    codigo: item => item.project?.code ?? null,
    titulo: item => item.project?.title ?? null,
    tipo: item => item.project?.kind ?? null,
    detalle: item => item.name,
    ...Object.fromEntries(measures),
  };
  return columns;
}

type Query = QueryOf<typeof listFigure>;

const saveFormula = saveSettingOf('score');

export function dashboardRoutes(api: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  dashboardDocumentRoutes(api, deps);
  serve(api, getDashboard, ({ actor, params, query }) => readDashboard(db, actor, params, query));
  serve(api, listFigure, ({ actor, params, query }) => figureItems(db, actor, params, query));
  serve(api, getScoreFormula, () => readSavedSetting(db, 'score'));
  serve(api, saveScoreFormula, ({ actor, body, request }) =>
    saveFormula({ db, actor, requestId: request.id }, body),
  );
  // Each figure has its own columns.
  serve(api, exportOf(listFigure), ({ actor, params, query: asked, reply }) => {
    // What is no filter narrows nothing.
    const { format, ...query } = asked as Query & { format: ExportFormat };
    return sendTable({ actor, reply }, `figura-${localDay(new Date())}`, {
      format,
      columns: columnsOf(params.figure, scopeFor(actor, query)),
      rows: allItems(db, actor, params.figure, query),
    });
  });
}
