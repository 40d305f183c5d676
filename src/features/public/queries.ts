import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { precompile } from '../../db/precompile.ts';
import { parseSetting, recentSetting } from '../../db/settings.ts';
import { among } from '../../db/states.ts';
import type { ProjectSubject } from '../../domain/access/subject.ts';
import { mayReadPrivate } from '../../domain/access/visibility.ts';
import { FINAL_CALLS } from '../../domain/calls/calls.ts';
import { type PhotoConsent, photoHindrance } from '../../domain/files/photo-answers.ts';
import { type Served, serveRefusal } from '../../domain/files/scans.ts';
import { notFound } from '../../domain/kit/problem.ts';
import { offerOf } from '../../domain/kit/verdict.ts';
import { CALLS_PATH, CATALOGUE_PATH, publicProjectPath } from '../../domain/publishing/addresses.ts';
import {
  judgePublishing,
  judgeWithholding,
  mayShowName,
  publicationHindrances,
} from '../../domain/publishing/publication.ts';
import type { Place } from '../../server/public/documents.ts';
import { type Reader, thumbnailLinks } from '../attachments/links/queries.ts';
import { fileOf, isPublicPaper } from '../attachments/queries.ts';
import { STAMP } from '../project-record/counts/queries.ts';
import type { KnownProject } from '../project-record/held/queries.ts';
import { iso } from '../project-record/rows/queries.ts';
import {
  definitionOf,
  readProject,
  type StoredProject,
  subjectOf,
} from '../project-record/subject/queries.ts';
import type { Publication } from './contract.ts';

/** How far the public pages are: read at each request, so that what was withdrawn is gone at the next one. */
export interface Edition {
  /** Moves with every change of which projects and calls are shown, and of what a list tells of them. */
  readonly stamp: string;
  /** Whether the institution shows its catalogue. */
  readonly isOpen: boolean;
  /** Whether any call publishes its results. */
  readonly hasResults: boolean;
}

const EDITION = precompile(
  sql`select ${STAMP} as stamp, (select value from settings where key = 'publicPages') as pages,
    exists (select from calls where publishes_results and state in ${among(FINAL_CALLS)}) as "hasResults"`,
);

export async function readEdition(db: Database): Promise<Edition> {
  const { rows } = await sql<Pick<Edition, 'stamp' | 'hasResults'> & { pages: unknown }>`${EDITION}`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('the edition of the public pages answered no row');
  const { stamp, hasResults, pages } = row;
  return { stamp, hasResults, isOpen: parseSetting('publicPages', pages).catalogue };
}

/** The public pages that there are, for whoever reads one of them. */
export const placesOf = ({ isOpen, hasResults }: Edition): Place[] => [
  ...(isOpen ? [{ path: CATALOGUE_PATH, words: 'Proyectos' }] : []),
  ...(hasResults ? [{ path: CALLS_PATH, words: 'Convocatorias' }] : []),
  { path: '/publico/certificado', words: 'Certificados' },
  { path: '/publico/privacidad', words: 'Privacidad' },
];

type Photo = Served & {
  readonly file: string;
  readonly version: string;
  readonly name: string;
  readonly hasThumbnail: boolean;
  readonly consent: PhotoConsent | null;
  readonly caption: string | null;
  readonly position: number | null;
};

/** What was decided of a project's publication, and what stands beside it. */
interface Stored {
  readonly leadName: string;
  readonly isLeadShown: boolean;
  readonly showsResults: boolean;
  readonly withheld: { readonly at: string; readonly by: string; readonly reason: string } | null;
  readonly consented: boolean;
  readonly awaitsResult: boolean;
  readonly isListed: boolean;
  readonly isOpen: boolean;
  readonly version: number;
  readonly photos: readonly Photo[];
}

const photosOf = (projectId: string) => sql`
  select json_build_object('file', ${fileOf}, 'version', x.id, 'name', x.name, 'state', x.state, 'reason', x.reason,
      'scan', x.scan, 'hasThumbnail', exists (
        select from file_renditions r where r.file_id = x.id and r.kind = 'thumbnail'),
      'consent', (select a.consent from photo_answers a where a.file_id = x.id), 'caption', c.caption,
      'position', c.position) as photo
  from files x left join published_photos c on c.project_id = x.project_id and c.file_id = ${fileOf}
  where x.project_id = ${projectId} and x.current and x.content_type like 'image/%' and ${isPublicPaper}
  order by c.position nulls last, x.uploaded_at desc, x.id`;

async function readStored(db: Database | Transaction, projectId: string): Promise<Stored> {
  const { rows } = await sql<{ found: Stored }>`
    select json_build_object(
      'leadName', u.name, 'isLeadShown', coalesce(n.named_id = p.lead_id, false),
      'showsResults', coalesce(n.shows_results, false),
      'withheld', case when n.withheld_at is not null then json_build_object('at', ${iso(sql`n.withheld_at`)},
        'by', w.name, 'reason', n.withheld_reason) end,
      'consented', p.consent_to_publish,
      'awaitsResult', coalesce(c.state not in ${among(FINAL_CALLS)}, false),
      'isListed', exists (select from published_projects l where l.id = p.id),
      'isOpen', (select (value ->> 'catalogue')::boolean from settings where key = 'publicPages'),
      'version', coalesce(n.version, 0),
      'photos', (select coalesce(json_agg(x.photo), '[]') from (${photosOf(projectId)}) x)) as found
    from projects p join users u on u.id = p.lead_id left join publications n on n.project_id = p.id
      left join users w on w.id = n.withheld_by left join calls c on c.id = p.call_id
    where p.id = ${projectId}`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  return row.found;
}

interface Answering {
  readonly reader: Reader;
  readonly publicUrl: string;
}

/** The publication of a project, for who reads all of it. */
export async function showPublication(
  db: Database | Transaction,
  { reader: { actor, session }, publicUrl }: Answering,
  project: StoredProject,
  subject: ProjectSubject,
): Promise<Publication> {
  const [stored, { link, expiresAt }, servesUnscanned] = await Promise.all([
    readStored(db, project.id),
    thumbnailLinks(db, session),
    recentSetting(db, 'serveUnscanned'),
  ]);
  const { leadName, isLeadShown, photos, isListed, isOpen, ...shown } = stored;
  const { consented, awaitsResult, withheld } = stored;
  const { status } = project;
  const managing = judgePublishing(actor, subject);
  return {
    ...shown,
    address: `${publicUrl}${publicProjectPath(project.code)}`,
    isPublic: isListed && isOpen,
    hindrances: publicationHindrances({
      ...{ status, consented, awaitsResult },
      ...{ withheld: withheld !== null, catalogue: isOpen },
    }),
    lead: { id: project.leadId, name: leadName, isShown: isLeadShown },
    photos: photos.map(({ file, version, name, hasThumbnail, caption, position, consent, ...served }) => ({
      ...{ file, name, position, caption: caption ?? '' },
      thumbnail: hasThumbnail ? link(version) : null,
      refusal: serveRefusal(served, servesUnscanned) ?? photoHindrance(consent && { consent }),
    })),
    expiresAt,
    mayManage: managing.allowed,
    manageRefusal: offerOf(managing)?.reason ?? null,
    mayShowName: managing.allowed && mayShowName(actor, subject),
    mayWithhold: judgeWithholding(actor, subject).allowed,
  };
}

/** In two round trips, the project's own among them; 404 where the reader does not read all of it. */
export async function projectPublication(
  db: Database,
  { kinds, ...address }: KnownProject,
  answering: Answering,
): Promise<Publication> {
  const { actor } = answering.reader;
  const project = await readProject(db, actor, address);
  const subject = subjectOf(project, definitionOf(kinds, project));
  if (!mayReadPrivate(actor, subject)) throw notFound();
  return showPublication(db, answering, project, subject);
}

/** What is public at all, whatever the setting says. */
export async function readPublicFigures(db: Database): Promise<{ projects: number; calls: number }> {
  const { rows } = await sql<{ projects: number; calls: number }>`
    select (select count(*)::int from published_projects) as projects,
      (select count(*)::int from calls where publishes_results and state in ${among(FINAL_CALLS)}) as calls`.execute(
    db,
  );
  return rows[0] ?? { projects: 0, calls: 0 };
}
