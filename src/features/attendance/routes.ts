import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { printedHeading } from '../../server/institution.ts';
import { sendPdf } from '../../server/pdf/pdf.ts';
import { serveExport } from '../../server/tables/export.ts';
import { kindLookup } from '../kinds/queries.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { ATTENDANCE_COLUMNS, attendancePage, attendanceRows } from './queries.ts';
import { closeRoomCode, openRoomCode } from './room-codes/commands.ts';
import { roomSheet } from './room-codes/queries.ts';

export function attendanceRoutes(api: FastifyInstance, { db, env }: Deps): void {
  const { publicUrl } = env;
  serve(api, contract.listAttendance, async ({ actor, params, query }) =>
    attendancePage(db, actor, { ...params, query, publicUrl, kinds: await kindLookup(db) }),
  );
  serveExport(api, db, contract.listAttendance, {
    name: 'asistencia',
    columns: ATTENDANCE_COLUMNS,
    rows: async function* (db, actor, query, params) {
      yield* attendanceRows(db, actor, query, { ...params, kinds: await kindLookup(db) });
    },
  });
  serve(api, contract.addAttendances, async ({ actor, params, body, request }) =>
    commands.addAttendances(
      { db, actor, requestId: request.id },
      { ...params, ...body, kinds: await kindLookup(db) },
    ),
  );
  serve(api, contract.saveAttendance, async ({ actor, params, body: given, request }) =>
    commands.saveAttendance(
      { db, actor, requestId: request.id },
      { ...params, given, kinds: await kindLookup(db) },
    ),
  );
  serve(api, contract.removeAttendances, async ({ actor, params, body, request }) =>
    commands.removeAttendances(
      { db, actor, requestId: request.id },
      { ...params, ...body, kinds: await kindLookup(db) },
    ),
  );
  codeRoutes(api, { db, env });
}

function codeRoutes(api: FastifyInstance, { db, env }: Pick<Deps, 'db' | 'env'>): void {
  const { publicUrl } = env;
  serve(api, contract.openRoomCode, async ({ actor, params, body, request }) =>
    openRoomCode(
      { db, actor, requestId: request.id },
      { ...params, ...body, publicUrl, kinds: await kindLookup(db) },
    ),
  );
  serve(api, contract.closeRoomCode, async ({ actor, params, request }) =>
    closeRoomCode({ db, actor, requestId: request.id }, { ...params, kinds: await kindLookup(db) }),
  );
  serve(api, contract.printRoomCode, async ({ actor, params, reply }) => {
    const heading = await printedHeading({ db, env });
    const address = { ...params, publicUrl, ...heading, kinds: await kindLookup(db) };
    return sendPdf({ actor, reply }, await roomSheet(db, actor, address));
  });
}
