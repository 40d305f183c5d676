import type { FastifyInstance } from 'fastify';
import { eachRow, reasonOf, severalOf } from '../../server/commands/bulk.ts';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { serveExport } from '../../server/tables/export.ts';
import { kindLookup } from '../kinds/queries.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { archiveRoutes } from './drawing/routes.ts';
import { issuerRoutes } from './issuer/routes.ts';
import * as issuing from './issuing/commands.ts';
import * as issuingContract from './issuing/contract.ts';
import {
  CLOSED_COLUMNS,
  closedProjectList,
  listReviewedWork,
  projectCertificates,
} from './issuing/queries.ts';
import { CERTIFICATE_COLUMNS, certificateList, findCertificate } from './queries.ts';

export function certificateRoutes(api: FastifyInstance, deps: Deps): void {
  const { db, jobs, env } = deps;
  const { publicUrl } = env;
  archiveRoutes(api, deps);
  issuerRoutes(api, deps);
  issuingRoutes(api, deps);
  serve(api, contract.listCertificates, ({ actor, query }) => certificateList.page(db, actor, query));
  serveExport(api, db, contract.listCertificates, {
    name: 'certificados',
    columns: CERTIFICATE_COLUMNS,
    rows: certificateList.rows,
  });
  serve(api, contract.getCertificate, ({ actor, params }) =>
    findCertificate(db, actor, { ...params, publicUrl }),
  );
  serve(api, contract.revokeCertificate, ({ actor, params, body, request }) =>
    commands.revokeCertificate({ db, actor, requestId: request.id }, { ...params, ...body, publicUrl }),
  );
  serve(api, contract.replaceCertificate, ({ actor, params, body, request }) =>
    commands.replaceCertificate(
      { db, actor, requestId: request.id },
      { ...params, ...body, publicUrl, jobs },
    ),
  );
}

function issuingRoutes(api: FastifyInstance, { db, jobs }: Deps): void {
  serve(api, issuingContract.getProjectCertificates, async ({ actor, params }) =>
    projectCertificates(db, actor, { ...params, kinds: await kindLookup(db) }),
  );
  serve(api, issuingContract.issueForActivity, async ({ actor, params, request }) =>
    issuing.issueForActivity(
      { db, actor, requestId: request.id },
      { ...params, jobs, kinds: await kindLookup(db) },
    ),
  );
  serve(api, issuingContract.listClosedProjects, ({ actor, query }) =>
    closedProjectList.page(db, actor, query),
  );
  serveExport(api, db, issuingContract.listClosedProjects, {
    name: 'cerrados',
    columns: CLOSED_COLUMNS,
    rows: closedProjectList.rows,
  });
  serve(api, issuingContract.issueForProjects, async ({ actor, body: { ids, notify }, request }) => {
    const context = { db, actor, requestId: request.id };
    const answers = await eachRow(
      severalOf(request),
      [...new Set(ids)].map(id => ({ id })),
      ({ id }) => issuing.issueForProject(context, { id, notify, jobs }),
    );
    const rows = answers.map(({ id, answer, error }) => ({
      id,
      issued: answer ?? 0,
      refused: error && reasonOf(error),
    }));
    return { rows };
  });
  serve(api, issuingContract.listReviewedWork, ({ actor }) => listReviewedWork(db, actor));
  serve(api, issuingContract.issueForReviewers, ({ actor, body, request }) =>
    issuing.issueForReviewers({ db, actor, requestId: request.id }, { ...body, jobs }),
  );
}
