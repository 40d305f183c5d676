import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../domain/kit/problem.ts';
import type { Deps } from '../../../server/deps.ts';
import { createLimit } from '../../../server/http/limits.ts';
import { sendDocument } from '../../../server/public/documents.ts';
import { readNotice } from '../../privacy-notices/queries.ts';
import { answerRoomCode } from '../room-codes/commands.ts';
import { findOpenRoom } from '../room-codes/queries.ts';
import { readRoomForm } from './contract.ts';
import { CLOSED, roomForm, WRITTEN } from './queries.ts';

/** Requests a minute for one code: a full lecture hall at once. By code, as all of the room share an address. */
const PER_MINUTE = 1500;

/** The form that people in a room fill in, below `/publico/asistencia`. */
export function roomFormDocuments(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  const count = createLimit(app, PER_MINUTE);
  const hidden = { schema: { hide: true } };
  const codeOf = ({ params }: { params: unknown }) => String((params as { code: string }).code);
  app.get('/asistencia/:code', hidden, async (request, reply) => {
    await count(request, codeOf(request));
    const [room, notice] = await Promise.all([findOpenRoom(db, codeOf(request)), readNotice(db)]);
    return sendDocument(reply, deps, room ? roomForm({ room, noticeVersion: notice.version }) : CLOSED);
  });
  app.post('/asistencia/:code', hidden, async (request, reply) => {
    const code = codeOf(request);
    await count(request, code);
    const [room, notice] = await Promise.all([findOpenRoom(db, code), readNotice(db)]);
    if (!room) return sendDocument(reply, deps, CLOSED);
    const { typed, errors, person } = readRoomForm(request.body);
    const form = { room, noticeVersion: notice.version, typed, errors };
    if (!person) return sendDocument(reply, deps, roomForm(form));
    try {
      await answerRoomCode(db, { code, person, noticeVersion: typed.version });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'not_found') return sendDocument(reply, deps, CLOSED);
      return sendDocument(
        reply,
        deps,
        roomForm({ ...form, typed: { ...typed, aviso: '' }, message: error.message }),
      );
    }
    // Loading the page anew sends nothing again.
    return reply.header('cache-control', 'no-store').redirect(`/publico/asistencia/${code}/listo`, 303);
  });
  app.get('/asistencia/:code/listo', hidden, (_request, reply) => sendDocument(reply, deps, WRITTEN));
}
