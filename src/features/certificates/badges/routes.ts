import type { FastifyReply, FastifyRequest } from 'fastify';
import { readSetting } from '../../../db/settings.ts';
import { isValid } from '../../../domain/certificates/certificates.ts';
import { id } from '../../../domain/text/rules.ts';
import type { Deps } from '../../../server/deps.ts';
import { disposition } from '../../../server/files/send.ts';
import { sendDocument } from '../../../server/public/documents.ts';
import { findByCode } from '../check/queries.ts';
import { unknownCertificate } from '../page/queries.ts';
import { publicKey, revocationList, signBadge, signingKey } from './queries.ts';

type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown;
/** Adds a document below `/publico/certificado` that anybody may open. */
export type AddDocument = (path: string, answer: Answer) => void;

/** What a page of another origin that checks a badge reads, too. */
const sendJson = (
  reply: FastifyReply,
  { type, seconds, body }: { type: string; seconds: number; body: object },
) =>
  reply
    .headers({
      'content-type': type,
      'cache-control': `public, max-age=${seconds}`,
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    })
    .send(JSON.stringify(body));

/** Open Badges, and what their verifiers ask for; as if they were not there while the office offers none. */
export function badgeDocuments(add: AddDocument, { db, env }: Pick<Deps, 'db' | 'env'>): void {
  const unknown = (reply: FastifyReply) => sendDocument(reply, env, unknownCertificate());
  const offered = async () => (await readSetting(db, 'certificates')).openBadges;

  add('/:code/insignia', async ({ params }, reply) => {
    const [found, isOffered, key] = [
      await findByCode(db, (params as { code: string }).code),
      await offered(),
      await signingKey(db),
    ];
    if (!found || !isValid(found.state) || !isOffered || !key) return unknown(reply);
    return reply
      .headers({
        // What a verifiable credential secured with JOSE is registered as (https://www.w3.org/TR/vc-jose-cose/ §6.1).
        'content-type': 'application/vc+jwt',
        'content-disposition': disposition('attachment', `certificado-${found.folio}.jwt`),
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .send(await signBadge(found, key, env));
  });
  add('/clave/:id', async ({ params }, reply) => {
    const asked = id.safeParse((params as { id: string }).id);
    const key = asked.success && (await offered()) ? await publicKey(db, asked.data, env) : undefined;
    if (!key) return unknown(reply);
    return sendJson(reply, { type: 'application/jwk+json; charset=utf-8', seconds: 3600, body: key });
  });
  add('/revocados', async (_request, reply) => {
    if (!(await offered())) return unknown(reply);
    return sendJson(reply, {
      type: 'application/json; charset=utf-8',
      seconds: 60,
      body: await revocationList(db, env),
    });
  });
}
