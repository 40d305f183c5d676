import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { recentSetting } from '../../../db/settings.ts';
import { lit } from '../../../db/states.ts';
import type { DownloadRequest, Maker } from '../../../domain/downloads/maker.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { AppError, notFound } from '../../../domain/kit/problem.ts';
import { isSignature, signParts } from '../../../server/http/signatures.ts';
import type { linkDownload } from '../contract.ts';

/** How long a link begins a download; one that has begun goes on. */
const LINK_SECONDS = 60;

interface Link {
  readonly id: string;
  readonly session: string;
  /** Seconds since 1970. */
  readonly until: number;
}
const partsOf = ({ id, session, until }: Link) => ['download', id, session, until] as const;

type Makers = Readonly<Record<string, Pick<Maker<{ readonly db: Database }>, 'rightsOf'>>>;

/** Throws where the file is not ready, or tells of more or other data than this person may have by now. */
export async function requireOpenable(db: Database, makers: Makers, actor: Actor, id: string): Promise<void> {
  const { rows } = await sql<{
    state: string;
    maker: string;
    request: DownloadRequest;
    rights: string | null;
    lasts: boolean;
  }>`select state, maker, request, rights, coalesce(expires_at > now(), false) as lasts
    from downloads where id = ${id} and user_id = ${actor.id}`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  const { maker, request, rights, lasts } = found;
  if (rights === null || !lasts)
    throw new AppError('rule', 'El archivo ya no está: venció o no llegó a prepararse. Pídelo de nuevo.');
  if ((await makers[maker]?.rightsOf(db, actor, request)) !== rights)
    throw new AppError('forbidden', 'Lo que puedes ver cambió desde que se preparó: pídelo de nuevo.');
}

export async function signedLink(
  db: Database,
  session: string,
  id: string,
): Promise<OutputOf<typeof linkDownload>> {
  const until = Math.floor(Date.now() / 1000) + LINK_SECONDS;
  const signature = signParts(await recentSetting(db, 'fileLinkSecret'), partsOf({ id, session, until }));
  return {
    url: `/downloads/${id}/file?session=${session}&until=${until}&signature=${signature}`,
    expiresAt: new Date(until * 1000).toISOString(),
  };
}

const linkExpired = () =>
  new AppError('forbidden', 'El enlace ya venció. Ábrelo de nuevo desde tus descargas.');

/** Throws 403 unless this server signed the link and it lasts still. Says nothing of its session. */
export async function checkLink(
  db: Database,
  { signature, ...link }: Link & { readonly signature: string },
): Promise<void> {
  const secret = await recentSetting(db, 'fileLinkSecret');
  if (!isSignature(secret, partsOf(link), signature) || link.until * 1000 < Date.now()) throw linkExpired();
}

interface OpenedDownload {
  readonly name: string;
  readonly size: number;
  readonly contentType: string;
  readonly key: string;
}

/** The file behind a checked link, while its session lives and the person's account is enabled. */
export async function readLinked(
  db: Database,
  { id, session }: Pick<Link, 'id' | 'session'>,
): Promise<OpenedDownload> {
  const { rows } = await sql<{ file: OpenedDownload | null }>`
    select (select json_build_object('name', d.file_name, 'size', d.size, 'contentType', d.content_type,
        'key', d.storage_key)
      from downloads d where d.id = ${id} and d.user_id = u.id and d.state = ${lit.download('ready')}
        and d.expires_at > now()) as file
    from sessions s join users u on u.id = s.user_id and u.state = ${lit.user('active')}
    where s.session_id = ${session} and s.expires_at > now()`.execute(db);
  const [reader] = rows;
  if (!reader) throw linkExpired();
  if (!reader.file) throw notFound();
  return reader.file;
}
