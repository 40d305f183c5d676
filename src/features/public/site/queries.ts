import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import {
  CALLS_PATH,
  callResultsPath,
  cataloguePath,
  publicProjectPath,
  SITE_MAP_PATH,
} from '../../../domain/publishing/addresses.ts';
import { type Html, html } from '../../../server/html/html.ts';
import type { PublicFile } from '../../../server/public/documents.ts';
import { iso } from '../../project-record/rows/queries.ts';
import { PUBLISHED } from '../results/queries.ts';

/** Pages of one map: the protocol allows 50 000, but each map is kept in memory. */
const MAP_SIZE = 10_000;

/** Which map of the site. */
interface AskedMap {
  readonly publicUrl: string;
  /** The institution shows its catalogue. */
  readonly isOpen: boolean;
  /** From 1; without it the one map there is, or the list of them. */
  readonly part: number | undefined;
  /** Pages of one map besides the lists. */
  readonly size?: number;
}

interface Counts {
  readonly projects: number;
  readonly calls: number;
}

async function countPages(db: Database, isOpen: boolean): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select count(*)::int from published_projects where ${isOpen}) as projects,
      (select count(*)::int from calls c where ${PUBLISHED}) as calls`.execute(db);
  return rows[0] ?? { projects: 0, calls: 0 };
}

interface Page {
  /** Id of a call, code of a project. */
  readonly name: string;
  readonly isCall: boolean;
  /** Instant. */
  readonly changedAt: string;
}

async function readPages(
  db: Database,
  isOpen: boolean,
  range: { limit: number; offset: number },
): Promise<Page[]> {
  const { rows } = await sql<Page>`
    select name, "isCall", ${iso(sql`changed`)} as "changedAt" from (
      select c.id, c.id::text as name, true as "isCall", c.updated_at as changed from calls c where ${PUBLISHED}
      union all
      select p.id, p.code, false, greatest(p.updated_at, n.updated_at)
      from published_projects v join projects p on p.id = v.id left join publications n on n.project_id = p.id
      where ${isOpen}) pages
    order by "isCall" desc, id limit ${range.limit} offset ${range.offset}`.execute(db);
  return rows;
}

/** Of https://www.sitemaps.org/protocol.html; texts are escaped as in a page. */
const xml = (body: Html): PublicFile => ({
  contentType: 'application/xml; charset=utf-8',
  content: `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`,
});

const pageEntry = (address: string, changedAt?: string): Html =>
  html`<url><loc>${address}</loc>${changedAt && html`<lastmod>${changedAt}</lastmod>`}</url>\n`;

const listOfMaps = (publicUrl: string, parts: number): PublicFile =>
  xml(html`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${Array.from({ length: parts }, (_, n) => html`<sitemap><loc>${publicUrl}${SITE_MAP_PATH}?parte=${n + 1}</loc></sitemap>\n`)}</sitemapindex>`);

/** What search engines may list: the catalogue with its projects, and calls; null where that is nothing. */
export async function siteMap(
  db: Database,
  { publicUrl, isOpen, part, size = MAP_SIZE }: AskedMap,
): Promise<PublicFile | null> {
  const { projects, calls } = await countPages(db, isOpen);
  const lists = [...(isOpen ? [cataloguePath()] : []), ...(calls > 0 ? [CALLS_PATH] : [])];
  const parts = Math.max(1, Math.ceil((projects + calls) / size));
  const shown = part ?? 1;
  if (lists.length === 0 || shown > parts) return null;
  if (part === undefined && parts > 1) return listOfMaps(publicUrl, parts);
  const pages = await readPages(db, isOpen, { limit: size, offset: (shown - 1) * size });
  const entries = [
    ...(shown === 1 ? lists.map(path => pageEntry(publicUrl + path)) : []),
    ...pages.map(({ name, isCall, changedAt }) =>
      pageEntry(publicUrl + (isCall ? callResultsPath(name) : publicProjectPath(name)), changedAt),
    ),
  ];
  return xml(html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}</urlset>`);
}
