import type { FastifyReply, FastifyRequest } from 'fastify';
import { readSetting } from '../../../db/settings.ts';
import { isValid } from '../../../domain/certificates/certificates.ts';
import { id } from '../../../domain/text/rules.ts';
import type { Deps } from '../../../server/deps.ts';
import { disposition } from '../../../server/files/send.ts';
import { printedHeading } from '../../../server/institution.ts';
import { sendDocument } from '../../../server/public/documents.ts';
import { findByCode } from '../check/queries.ts';
import { unknownCertificate } from '../page/queries.ts';
import { publicKey, signBadge, signingKey, signStatusList } from './queries.ts';

type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown;
/** Adds a document below `/publico/certificado` that anybody may open. */
export type AddDocument = (path: string, answer: Answer) => void;

/** What a verifiable credential secured with JOSE is registered as (https://www.w3.org/TR/vc-jose-cose/ §6.1). */
const CREDENTIAL = 'application/vc+jwt';
/** A badge that is revoked counts no more after so many seconds. */
const FRESH_SECONDS = 60;

/** What a page of another origin that checks a badge reads, too. */
const sendProof = (reply: FastifyReply, type: string, body: string) =>
  reply
    .headers({
      'content-type': type,
      'cache-control': `public, max-age=${FRESH_SECONDS}`,
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    })
    .send(body);

/** Open Badges, as if they were not there while the office offers none, and what their verifiers ask for. */
export function badgeDocuments(add: AddDocument, { db, env }: Pick<Deps, 'db' | 'env'>): void {
  const unknown = (reply: FastifyReply) => sendDocument(reply, { db, env }, unknownCertificate());
  const offered = async () => (await readSetting(db, 'certificates')).openBadges;

  add('/:code/insignia', async ({ params }, reply) => {
    const [found, isOffered, key] = [
      await findByCode(db, (params as { code: string }).code),
      await offered(),
      await signingKey(db),
    ];
    if (!found || !isValid(found.state) || !isOffered || !key) return unknown(reply);
    const { institution } = await printedHeading({ db, env });
    return reply
      .headers({
        'content-type': CREDENTIAL,
        'content-disposition': disposition('attachment', `certificado-${found.folio}.jwt`),
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .send(await signBadge(found, key, { institution, publicUrl: env.publicUrl }));
  });
  // These stay when the office offers badges no more: those that were taken along are checked by them.
  add('/clave/:id', async ({ params }, reply) => {
    const asked = id.safeParse((params as { id: string }).id);
    const key = asked.success ? await publicKey(db, asked.data, env) : undefined;
    return key
      ? sendProof(reply, 'application/jwk+json; charset=utf-8', JSON.stringify(key))
      : unknown(reply);
  });
  add('/estados', async (_request, reply) => {
    const key = await signingKey(db);
    return key ? sendProof(reply, CREDENTIAL, await signStatusList(db, key, env)) : unknown(reply);
  });
}
