import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { precompile } from '../../../db/precompile.ts';
import { parseSetting } from '../../../db/settings.ts';
import type { PeopleCounts } from '../../../domain/execution/people.ts';
import { mayPublish, type PhotoAnswer } from '../../../domain/files/photo-answers.ts';
import { type Served, serveRefusal } from '../../../domain/files/scans.ts';
import type { KindSlug } from '../../../domain/kinds/slugs.ts';
import type { Status } from '../../../domain/kinds/statuses.ts';
import { TOLD_PARTS, type ToldTexts } from '../../../domain/publishing/told-parts.ts';
import type { Indicator } from '../../../domain/sections/indicators.ts';
import { isPhoto } from '../../../domain/text/file-types.ts';
import { fileOf, isPublicPaper } from '../../attachments/queries.ts';
import { readRecorded, type StoredExecution } from '../../execution/queries.ts';
import { isAcceptedFinal } from '../../project-record/told/queries.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface PageComuna {
  readonly code: string;
  readonly name: string;
  readonly region: string;
  readonly regionCode: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** A picture as it was prepared, never as it was uploaded. */
export interface Picture {
  readonly key: string;
  readonly size: number;
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
}

interface StoredPhoto extends Served {
  readonly file: string;
  readonly caption: string;
  readonly contentType: string;
  readonly answer: PhotoAnswer | null;
  readonly whole: Picture | null;
  readonly small: Picture | null;
}
export interface PagePhoto {
  /** The file's, whichever version counts. */
  readonly file: string;
  readonly caption: string;
  readonly whole: Picture;
  readonly small: Picture;
}

interface Results {
  readonly indicators: readonly Indicator[];
  /** Of accepted measurements. */
  readonly values: readonly { readonly indicatorId: string; readonly value: number | null }[];
  /** The accepted final report; null before. */
  readonly report: { readonly texts: ToldTexts; readonly people: PeopleCounts } | null;
}

/** What anybody may read of a published project in its Ficha, besides who leads it. */
export interface PublicFields {
  readonly code: string;
  readonly kind: KindSlug;
  readonly status: Status;
  readonly title: string;
  readonly summary: string;
  readonly period: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly school: Named | null;
  readonly faculty: Named | null;
  readonly theme: string | null;
  readonly call: string | null;
  readonly scope: string | null;
  readonly comunas: readonly PageComuna[];
  readonly goals: readonly number[];
  readonly partners: readonly { readonly name: string; readonly type: string }[];
  readonly careers: readonly string[];
  readonly courses: readonly string[];
}

export interface PageProject extends PublicFields {
  readonly id: string;
  readonly leadName: string | null;
  readonly photos: readonly PagePhoto[];
  /** Null where the project keeps them to itself. */
  readonly results: Results | null;
}

const pictureJson = (kind: 'clean' | 'thumbnail') => sql`(
  select json_build_object('key', t.storage_key, 'size', t.size, 'contentType', t.content_type, 'width', t.width,
    'height', t.height) from file_renditions t where t.file_id = x.id and t.kind = ${sql.lit(kind)})`;

/** Photos that projects chose, as `h`, in the version that counts, as `x`; `showable` says which of them are shown. */
const chosen = sql`published_photos h
  join files x on ${fileOf} = h.file_id and x.current and x.project_id = h.project_id and ${isPublicPaper}
  left join photo_answers a on a.file_id = x.id`;
const photoJson = sql`json_build_object('file', h.file_id, 'caption', h.caption, 'contentType', x.content_type,
  'state', x.state, 'reason', x.reason, 'scan', x.scan,
  'answer', case when a.file_id is not null then json_build_object('people', a.people, 'consent', a.consent) end,
  'whole', ${pictureJson('clean')}, 'small', ${pictureJson('thumbnail')})`;
const servesUnscanned = sql`(select value from settings where key = 'serveUnscanned')`;

/** Those that anybody may see now. */
function showable(photos: readonly StoredPhoto[], unscanned: unknown): PagePhoto[] {
  const servesAll = parseSetting('serveUnscanned', unscanned);
  return photos.flatMap(({ file, caption, contentType, answer, whole, small, ...version }) =>
    isPhoto(contentType) && mayPublish(answer) && !serveRefusal(version, servesAll) && whole && small
      ? [{ file, caption, whole, small }]
      : [],
  );
}

const toldTexts = sql.join(
  TOLD_PARTS.map(({ value }) => sql`${sql.lit(value)}, r.texts -> ${sql.lit(value)}`),
);

const resultsJson = sql`case when p.shows_results then json_build_object(
  'indicators', coalesce((select s.data -> 'indicators' from project_sections s
    where s.project_id = p.id and s.section = 'indicators'), '[]'),
  'values', (select coalesce(json_agg(json_build_object('indicatorId', v.indicator_id, 'value', v.value)
    order by v.indicator_id), '[]') from indicator_values v where v.project_id = p.id),
  'report', (select json_build_object('texts', json_build_object(${toldTexts}), 'people', r.people) from reports r
    where r.project_id = p.id and ${isAcceptedFinal('r', 'p')})) end`;

/** Organisations are told once, as the one they were merged into; people among them are not. */
const partnersJson = sql`(select coalesce(json_agg(o order by plain(o.name), o.id), '[]') from (
  select distinct k.id, k.name, k.type from project_partners l join organisations o on o.id = l.organisation_id
    join organisations k on k.id = o.canonical_id
  where l.project_id = p.id and 'persona' not in (o.type, k.type)) o)`;

/** Names and values of {@link PublicFields}, of a row of `published_projects p`. */
export const PUBLIC_FIELDS = precompile(sql`
  'code', p.code, 'kind', p.kind, 'status', p.status, 'title', p.title, 'summary', p.summary,
  'period', p.period, 'startDate', p.start_date, 'endDate', p.end_date,
  'school', (select json_build_object('id', s.id, 'name', s.name) from schools s where s.id = p.school_id),
  'faculty', (select json_build_object('id', f.id, 'name', f.name)
    from schools s join faculties f on f.id = s.faculty_id where s.id = p.school_id),
  'theme', (select t.name from themes t where t.id = p.theme_id),
  'call', (select c.name from calls c where c.id = p.call_id),
  'scope', (select s.data ->> 'scope' from project_sections s where s.project_id = p.id and s.section = 'territory'),
  'comunas', (select coalesce(json_agg(json_build_object('code', c.code, 'name', c.name, 'region', g.name,
      'regionCode', g.code, 'latitude', c.latitude, 'longitude', c.longitude) order by g.code, plain(c.name)), '[]')
    from project_comunas l join comunas c on c.code = l.comuna_code join regions g on g.code = c.region_code
    where l.project_id = p.id),
  'goals', (select coalesce(json_agg(l.goal order by l.goal), '[]') from project_goals l where l.project_id = p.id),
  'partners', ${partnersJson},
  'careers', (select coalesce(json_agg(c.label order by plain(c.label)), '[]') from project_careers l
    join careers c on c.id = l.career_id where l.project_id = p.id),
  'courses', (select coalesce(json_agg(x.name order by plain(x.name)), '[]') from (
    select distinct c.name from project_offerings l join course_offerings o on o.id = l.offering_id
      join courses c on c.id = o.course_id where l.project_id = p.id) x)`);

const PAGE = precompile(sql`json_build_object('id', p.id, 'leadName', p.lead_name, ${PUBLIC_FIELDS},
  'photos', (select coalesce(json_agg(${photoJson} order by h.position), '[]') from ${chosen}
    where h.project_id = p.id),
  'results', ${resultsJson})`);

/** Longer ones no project has; a sign that no text of the database can hold is in none either. */
const isCode = (code: string): boolean => code.length <= 200 && !code.includes('\0');

export interface ProjectPage {
  readonly project: PageProject;
  /** Null where the project keeps its results to itself. */
  readonly recorded: StoredExecution | null;
  /** Of all that was read. */
  readonly version: string;
}

/** What anybody may see of a project, at this moment; undefined where that is nothing. In two round trips. */
export async function readPage(db: Database, code: string): Promise<ProjectPage | undefined> {
  if (!isCode(code)) return undefined;
  const { rows } = await sql<{
    found: Omit<PageProject, 'photos'> & { photos: StoredPhoto[] };
    unscanned: unknown;
  }>`select ${PAGE} as found, ${servesUnscanned} as unscanned from published_projects p where p.code = ${code}`.execute(
    db,
  );
  const [row] = rows;
  if (!row) return undefined;
  const project = { ...row.found, photos: showable(row.found.photos, row.unscanned) };
  const recorded = project.results && (await readRecorded(db, project.id, false));
  const version = createHash('sha256')
    .update(JSON.stringify([project, recorded]))
    .digest('base64url');
  return { project, recorded, version };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A photo of the page of a project, while anybody may see it. */
export async function readPhoto(db: Database, code: string, file: string): Promise<PagePhoto | undefined> {
  if (!isCode(code) || !UUID.test(file)) return undefined;
  const { rows } = await sql<{ photo: StoredPhoto; unscanned: unknown }>`
    select ${photoJson} as photo, ${servesUnscanned} as unscanned
    from published_projects p, ${chosen}
    where p.code = ${code} and h.project_id = p.id and h.file_id = ${file}`.execute(db);
  const [row] = rows;
  return row && showable([row.photo], row.unscanned)[0];
}

/** Every comuna, for whom wants to know where one of them is. */
export async function readComunas(db: Database): Promise<readonly PageComuna[]> {
  const { rows } = await sql<PageComuna>`
    select c.code, c.name, g.name as region, g.code as "regionCode", c.latitude, c.longitude
    from comunas c join regions g on g.code = c.region_code order by c.code`.execute(db);
  return rows;
}
