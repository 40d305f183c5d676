import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readSetting } from '../../../db/settings.ts';
import { isValid } from '../../../domain/certificates/certificates.ts';
import { certificatePath, readCode } from '../../../domain/certificates/codes.ts';
import type { Deps } from '../../../server/deps.ts';
import { sendStored } from '../../../server/files/send.ts';
import { createLimit } from '../../../server/http/limits.ts';
import { askerOf } from '../../../server/http/turns.ts';
import { printedHeading } from '../../../server/institution.ts';
import { sendDocument } from '../../../server/public/documents.ts';
import { type AddDocument, badgeDocuments } from '../badges/routes.ts';
import { ensureDrawn } from '../drawing/commands.ts';
import { CODE_FORM, certificatePage, unknownCertificate } from '../page/queries.ts';
import { findByCode } from './queries.ts';

/** Requests a minute from one address: a desk that checks a pile of certificates, not a program that guesses codes. */
const PER_MINUTE = 120;

const codeOf = ({ params }: FastifyRequest) => String((params as { code: string }).code);

/** Where anybody checks a certificate, below `/publico/certificado`. */
export function certificateDocuments(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  const count = createLimit(app, PER_MINUTE);
  const add: AddDocument = (path, answer) =>
    app.get(`/certificado${path}`, { schema: { hide: true } }, async (request, reply) => {
      await count(request, request.ip);
      return answer(request, reply);
    });

  add('', ({ query }, reply) => {
    const { codigo } = query as { codigo?: unknown };
    if (codigo === undefined) return sendDocument(reply, deps, CODE_FORM);
    const typed = String(codigo);
    const code = readCode(typed);
    return code
      ? reply.header('cache-control', 'no-store').redirect(certificatePath(code), 303)
      : sendDocument(reply, deps, unknownCertificate(typed));
  });
  add('/:code', async (request, reply) => {
    const found = await findByCode(db, codeOf(request));
    if (!found) return sendDocument(reply, deps, unknownCertificate());
    const { openBadges } = await readSetting(db, 'certificates');
    const { institution } = await printedHeading(deps);
    return sendDocument(
      reply,
      deps,
      certificatePage(found, { institution, badges: openBadges && isValid(found.state) }),
    );
  });
  add('/:code/pdf', async (request, reply) => {
    const found = await findByCode(db, codeOf(request));
    if (!found || !isValid(found.state)) return sendDocument(reply, deps, unknownCertificate());
    const asker = askerOf({ actor: { id: `public:${request.ip}` }, reply });
    const { key, size } = await ensureDrawn(deps, asker, found.id);
    const file = {
      key,
      size,
      contentType: 'application/pdf',
      name: `certificado-${found.folio}.pdf`,
      isKept: true,
    };
    reply.headers({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' });
    await sendStored({ request, reply }, deps, file);
    return reply;
  });
  badgeDocuments(add, deps);
}
