import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { recentSetting } from '../../../db/settings.ts';
import { lit } from '../../../db/states.ts';
import { mayReadFile } from '../../../domain/access/file-edits.ts';
import { mayReadPrivate } from '../../../domain/access/visibility.ts';
import { type Served, serveRefusal } from '../../../domain/files/scans.ts';
import { RESOLVED } from '../../../domain/kinds/statuses.ts';
import { type Actor, isAdmin } from '../../../domain/kit/actor.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { AppError, forbidden, notFound } from '../../../domain/kit/problem.ts';
import { isPhoto, opensInBrowser } from '../../../domain/text/file-types.ts';
import { isSignature, signParts } from '../../../server/http/signatures.ts';
import type { KindLookup } from '../../kinds/queries.ts';
import {
  definitionOf,
  type ProjectAddress,
  readProject,
  requireId,
  subjectOf,
} from '../../project-record/subject/queries.ts';
import { reviewing } from '../../project-record/visibility/queries.ts';
import type { linkFile, Opening } from '../contract.ts';

/** How long a link opens a file, in seconds: what the browser shows asks for parts of it again while it is looked at. */
const LINK_SECONDS = { download: 60, preview: 600 } as const;

/** How a link hands a file over. */
type Handing = Opening | 'thumbnail';

interface Link {
  /** Id of a version. */
  readonly file: string;
  readonly session: string;
  /** Seconds since 1970. */
  readonly until: number;
  readonly as: Handing;
}

const partsOf = ({ file, session, until, as }: Link) => [
  file,
  session,
  until,
  ...(as === 'view' ? [] : [as]),
];

const addressOf = (secret: string, link: Link) =>
  `/files/${link.file}?session=${link.session}&until=${link.until}&signature=${signParts(secret, partsOf(link))}` +
  (link.as === 'view' ? '' : `&as=${link.as}`);

const secondsNow = () => Math.floor(Date.now() / 1000);
const instantOf = (seconds: number) => new Date(seconds * 1000).toISOString();

/** Who asks, and in which session. */
export interface Reader {
  readonly actor: Actor;
  readonly session: { readonly id: string };
}

/** Links for pictures in a list, as many as there are at once. */
export async function thumbnailLinks(
  db: Database,
  session: Reader['session'],
): Promise<{ link: (version: string) => string; expiresAt: string }> {
  const secret = await recentSetting(db, 'fileLinkSecret');
  const until = secondsNow() + LINK_SECONDS.preview;
  return {
    link: file => addressOf(secret, { file, session: session.id, until, as: 'thumbnail' }),
    expiresAt: instantOf(until),
  };
}

type Asked = ProjectAddress & {
  readonly file: string;
  readonly as: Opening;
  /** Null for the version that counts. */
  readonly version: number | null;
  readonly kinds: KindLookup;
};

export async function fileLink(
  db: Database,
  { actor, session }: Reader,
  { file, as, version, kinds, ...address }: Asked,
): Promise<OutputOf<typeof linkFile>> {
  const project = await readProject(db, actor, address);
  const subject = subjectOf(project, definitionOf(kinds, project));
  if (!mayReadPrivate(actor, subject)) throw notFound();
  const which = version === null ? sql`f.current` : sql`f.version = ${version}`;
  const found = await readVersion(
    db,
    sql`coalesce(f.original_id, f.id) = ${requireId(file)}
    and f.project_id = ${project.id} and ${which}`,
  );
  if (!mayReadFile(actor, subject, found.documentType)) throw notFound();
  if (as === 'original' && !isAdmin(actor) && found.uploadedBy !== actor.id)
    throw forbidden(
      'abrir la foto original',
      'Guarda el lugar donde se tomó: la abren quien la subió y la oficina.',
    );
  return linkTo(db, session, found, as);
}

/** The version that counts of a file, by the file's id, for a session whose person may see it. */
export async function linkCurrent(
  db: Database,
  session: Reader['session'],
  file: string,
): Promise<OutputOf<typeof linkFile>> {
  const found = await readVersion(db, sql`coalesce(f.original_id, f.id) = ${requireId(file)} and f.current`);
  return linkTo(db, session, found, 'view');
}

interface Linked extends Served {
  readonly id: string;
  readonly contentType: string;
  readonly documentType: string;
  readonly uploadedBy: string;
  readonly isPrepared: boolean;
}

async function readVersion(db: Database, which: RawBuilder<unknown>): Promise<Linked> {
  const { rows } = await sql<Linked>`
    select f.id, f.state, f.reason, f.scan, f.content_type as "contentType",
      f.document_type as "documentType", f.uploaded_by as "uploadedBy",
      exists (select from file_renditions r where r.file_id = f.id and r.kind = 'clean') as "isPrepared"
    from files f where ${which}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

async function linkTo(
  db: Database,
  session: Reader['session'],
  file: Linked,
  as: Opening,
): Promise<OutputOf<typeof linkFile>> {
  await requireServed(db, file, as);
  const isShown = as === 'view' && opensInBrowser(file.contentType);
  const until = secondsNow() + (isShown ? LINK_SECONDS.preview : LINK_SECONDS.download);
  const secret = await recentSetting(db, 'fileLinkSecret');
  return {
    url: addressOf(secret, { file: file.id, session: session.id, until, as }),
    expiresAt: instantOf(until),
  };
}

type Handable = Served & Pick<Linked, 'contentType' | 'isPrepared'>;

/** Why this version is not handed over, or not in this way; null where it is. */
function handingRefusal(file: Handable, as: Handing, servesUnscanned: boolean): string | null {
  const refused = serveRefusal(file, servesUnscanned);
  if (refused) return refused;
  return isPhoto(file.contentType) && as !== 'original' && !file.isPrepared
    ? 'Estamos preparando esta foto: ábrela en unos minutos.'
    : null;
}

/** Throws where this version is not handed over, or not in this way. */
async function requireServed(db: Database, file: Handable, as: Handing): Promise<void> {
  const refused = handingRefusal(file, as, await recentSetting(db, 'serveUnscanned'));
  if (refused) throw new AppError('rule', refused);
}

/** What is handed over of a version: photos as they were prepared. */
export interface Handed {
  readonly key: string | null;
  readonly size: number;
  /** It is not what was uploaded, but prepared from it. */
  readonly isPrepared: boolean;
  /** Why it is not handed over; null where it is. */
  readonly refused: string | null;
}

/** Versions by id, for somebody who may read them. */
export async function readHanded(
  db: Database,
  versions: readonly string[],
): Promise<ReadonlyMap<string, Handed>> {
  const [{ rows }, servesUnscanned] = await Promise.all([
    sql<
      Handable & { id: string; key: string | null; size: number; clean: { key: string; size: number } | null }
    >`
      select f.id, f.state, f.reason, f.scan, f.content_type as "contentType",
        r.file_id is not null as "isPrepared", f.storage_key as key, f.size,
        case when r.file_id is not null then json_build_object('key', r.storage_key, 'size', r.size) end as clean
      from files f left join file_renditions r on r.file_id = f.id and r.kind = 'clean'
      where f.id = any(${[...new Set(versions)]}::uuid[])`.execute(db),
    recentSetting(db, 'serveUnscanned'),
  ]);
  return new Map(
    rows.map(file => {
      const clean = isPhoto(file.contentType) ? file.clean : null;
      const { key, size } = clean ?? file;
      const refused = handingRefusal(file, 'download', servesUnscanned);
      return [file.id, { key, size, refused, isPrepared: clean !== null }];
    }),
  );
}

/** JPEGs are read at a fraction of their size; what else is large would keep whoever waits for many. */
const SCALED_MEGAPIXELS = { jpeg: 60, other: 4 } as const;

/** What is scaled down for paper; the small picture where the photo is too large for that. */
const isScaled = ({ contentType, pixels }: { readonly contentType: string; readonly pixels: number }) =>
  pixels <= SCALED_MEGAPIXELS[contentType === 'image/jpeg' ? 'jpeg' : 'other'] * 1e6;

/** Keys of photos as they were prepared, by version, to be shown on paper; those that may not be shown are left out. */
export async function readPrintable(
  db: Database,
  versions: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const [{ rows }, servesUnscanned] = await Promise.all([
    sql<
      Handable & {
        id: string;
        renditions: { kind: string; key: string; contentType: string; pixels: number }[];
      }
    >`
      select f.id, f.state, f.reason, f.scan, f.content_type as "contentType", r.all is not null as "isPrepared",
        coalesce(r.all, '[]') as renditions
      from files f cross join lateral (
        select json_agg(json_build_object('kind', x.kind, 'key', x.storage_key, 'contentType', x.content_type,
          'pixels', x.width::bigint * x.height)) as all
        from file_renditions x where x.file_id = f.id) r
      where f.id = any(${[...new Set(versions)]}::uuid[])`.execute(db),
    recentSetting(db, 'serveUnscanned'),
  ]);
  return new Map(
    rows.flatMap(({ id, renditions, ...file }) => {
      if (!isPhoto(file.contentType) || handingRefusal(file, 'view', servesUnscanned)) return [];
      const clean = renditions.find(r => r.kind === 'clean');
      const shown = clean && isScaled(clean) ? clean : renditions.find(r => r.kind === 'thumbnail');
      return shown ? [[id, shown.key] as const] : [];
    }),
  );
}

/** Throws 403 unless this server signed the link and it lasts still. Says nothing of its session. */
export async function checkLink(
  db: Database,
  { signature, ...link }: Link & { signature: string },
): Promise<void> {
  const secret = await recentSetting(db, 'fileLinkSecret');
  if (!isSignature(secret, partsOf(link), signature) || link.until * 1000 < Date.now()) throw linkExpired();
}

const linkExpired = () =>
  new AppError('forbidden', 'El enlace ya venció. Ábrelo de nuevo desde el proyecto.');

export interface OpenedFile {
  readonly name: string;
  readonly size: number;
  readonly contentType: string;
  readonly key: string;
}

interface LinkedFile extends Omit<Linked, 'documentType'> {
  readonly name: string;
  readonly size: number;
  readonly key: string | null;
  readonly code: string;
  readonly blind: boolean;
  readonly rendition: OpenedFile | null;
}

/**
 * The file behind a checked link, while its session lives and the person's account is enabled. Photos come as they were
 * prepared, without what the camera wrote.
 */
export async function readLinkedFile(
  db: Database,
  { file: id, session, as }: Pick<Link, 'file' | 'session' | 'as'>,
): Promise<OpenedFile> {
  const kind = as === 'thumbnail' ? 'thumbnail' : 'clean';
  const { rows } = await sql<{ file: LinkedFile | null }>`
    select (select row_to_json(x) from (
      select f.id, f.state, f.reason, f.scan, f.name, f.size, f.content_type as "contentType", f.storage_key as key,
        p.code, r.storage_key is not null as "isPrepared",
        case when r.file_id is not null then json_build_object('name', f.name, 'size', r.size,
          'contentType', r.content_type, 'key', r.storage_key) end as rendition,
        exists (select from reviews r where r.project_id = p.id and r.user_id = u.id and r.blind
          and r.${reviewing} and p.status <> all(${[...RESOLVED]})) as blind
      from files f join projects p on p.id = f.project_id
        left join file_renditions r on r.file_id = f.id and r.kind = ${kind}
      where f.id = ${requireId(id)}) x) as file
    from sessions s join users u on u.id = s.user_id and u.state = ${lit.user('active')}
    where s.session_id = ${session} and s.expires_at > now()`.execute(db);
  const [reader] = rows;
  if (!reader) throw linkExpired();
  const { file } = reader;
  if (!file) throw notFound();
  await requireServed(db, file, as);
  const opened = as !== 'original' && isPhoto(file.contentType) ? file.rendition : file;
  if (!opened?.key) throw notFound();
  const { name, size, contentType, key } = opened;
  // People sign the names of their files too.
  return { name: file.blind ? `${file.code}${extensionOf(name)}` : name, size, contentType, key };
}
const extensionOf = (name: string) => /\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? '';
