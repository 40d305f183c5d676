import type { FastifyInstance } from 'fastify';
import { serveActivation, serveCatalogue } from '../../server/commands/catalogue.ts';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { serveExport } from '../../server/tables/export.ts';
import { institutionalCommands } from './commands.ts';
import {
  getInstitutionalTotal,
  institutionalIndicators,
  listProjectValues,
  setActiveOfInstitutional,
  setInstitutionalActive,
} from './contract.ts';
import {
  findInstitutional,
  INSTITUTIONAL_COLUMNS,
  institutionalList,
  institutionalTotal,
  projectValues,
  VALUE_COLUMNS,
} from './queries.ts';

export function institutionalRoutes(api: FastifyInstance, { db }: Deps): void {
  serveCatalogue(api, db, institutionalIndicators, institutionalCommands, {
    list: institutionalList,
    name: 'indicadores',
    columns: INSTITUTIONAL_COLUMNS,
    find: findInstitutional,
  });
  serveActivation(
    api,
    db,
    { one: setInstitutionalActive, several: setActiveOfInstitutional },
    institutionalCommands,
  );
  serve(api, listProjectValues, ({ actor, params, query }) =>
    projectValues.page(db, actor, { ...query, indicatorId: params.id }),
  );
  serveExport(api, db, listProjectValues, {
    name: 'valores',
    columns: VALUE_COLUMNS,
    rows: (db, actor, query, params) => projectValues.rows(db, actor, { ...query, indicatorId: params.id }),
  });
  serve(api, getInstitutionalTotal, ({ params, query }) => institutionalTotal(db, params.id, query));
}
