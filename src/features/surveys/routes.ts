import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { printedHeading } from '../../server/institution.ts';
import { sendPdf } from '../../server/pdf/pdf.ts';
import { serveExport } from '../../server/tables/export.ts';
import * as contract from './contract.ts';
import { addInvitations, removeInvitations } from './invitations/commands.ts';
import * as invitations from './invitations/contract.ts';
import { candidatesOf, INVITATION_COLUMNS, invitationList } from './invitations/queries.ts';
import { findWave, WAVE_COLUMNS, waveList } from './queries.ts';
import { closeWaveRoom, openWaveRoom } from './room/commands.ts';
import * as room from './room/contract.ts';
import { waveSheet } from './room/queries.ts';
import { closeWave, createWave, openWave, remindWave, removeWave, saveWave } from './waves/commands.ts';

export function surveyRoutes(api: FastifyInstance, deps: Deps): void {
  waveRoutes(api, deps);
  invitationRoutes(api, deps);
  roomRoutes(api, deps);
}

function waveRoutes(api: FastifyInstance, { db, env: { publicUrl } }: Deps): void {
  serve(api, contract.listWaves, ({ actor, query }) => waveList.page(db, actor, query));
  serveExport(api, db, contract.listWaves, { name: 'encuestas', columns: WAVE_COLUMNS, rows: waveList.rows });
  serve(api, contract.getWave, ({ actor, params }) => findWave(db, actor, { ...params, publicUrl }));
  serve(api, contract.createWave, ({ actor, body, request }) =>
    createWave({ db, actor, requestId: request.id }, { fields: body, publicUrl }),
  );
  serve(api, contract.saveWave, ({ actor, params, body: { updatedAt, ...fields }, request }) =>
    saveWave({ db, actor, requestId: request.id }, { ...params, fields, updatedAt, publicUrl }),
  );
  serve(api, contract.removeWave, ({ actor, params, request }) =>
    removeWave({ db, actor, requestId: request.id }, { ...params, publicUrl }),
  );
  serve(api, contract.openWave, ({ actor, params, body, request }) =>
    openWave({ db, actor, requestId: request.id }, { ...params, ...body, publicUrl }),
  );
  serve(api, contract.closeWave, ({ actor, params, body, request }) =>
    closeWave({ db, actor, requestId: request.id }, { ...params, ...body, publicUrl }),
  );
  serve(api, contract.remindWave, ({ actor, params, request }) =>
    remindWave({ db, actor, requestId: request.id }, { ...params, publicUrl }),
  );
}

function invitationRoutes(api: FastifyInstance, { db, env: { publicUrl } }: Deps): void {
  serve(api, invitations.listInvitations, ({ actor, params, query }) =>
    invitationList.page(db, actor, { ...query, waveId: params.id }),
  );
  serveExport(api, db, invitations.listInvitations, {
    name: 'invitaciones',
    columns: INVITATION_COLUMNS,
    rows: (db, actor, query, params) => invitationList.rows(db, actor, { ...query, waveId: params.id }),
  });
  serve(api, invitations.listCandidates, ({ actor, params }) => candidatesOf(db, actor, params.id));
  serve(api, invitations.addInvitations, ({ actor, params, body, request }) =>
    addInvitations({ db, actor, requestId: request.id }, { ...params, ...body, publicUrl }),
  );
  serve(api, invitations.removeInvitations, ({ actor, params, body, request }) =>
    removeInvitations({ db, actor, requestId: request.id }, { ...params, ...body, publicUrl }),
  );
}

function roomRoutes(api: FastifyInstance, { db, env }: Deps): void {
  const { publicUrl } = env;
  serve(api, room.openWaveRoom, ({ actor, params, request }) =>
    openWaveRoom({ db, actor, requestId: request.id }, { ...params, publicUrl }),
  );
  serve(api, room.closeWaveRoom, ({ actor, params, request }) =>
    closeWaveRoom({ db, actor, requestId: request.id }, { ...params, publicUrl }),
  );
  serve(api, room.printWaveRoom, async ({ actor, params, reply }) => {
    const heading = await printedHeading({ db, env });
    return sendPdf({ actor, reply }, await waveSheet(db, actor, { ...params, publicUrl, ...heading }));
  });
}
