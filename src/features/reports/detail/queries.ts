import { sql } from 'kysely';
import { readHolidays } from '../../../db/holidays.ts';
import type { Database } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import { judgeReportDecision, judgeReportEdit, reportHolders } from '../../../domain/access/reports.ts';
import { mayReadSpending } from '../../../domain/access/spending.ts';
import type { PeopleCounts } from '../../../domain/execution/people.ts';
import { isRejected } from '../../../domain/files/file-states.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { decisionOfferOf, offerOf } from '../../../domain/kit/verdict.ts';
import type { ReportFacts } from '../../../domain/reports/facts.ts';
import { refusedPhoto, textGaps } from '../../../domain/reports/gaps.ts';
import { REPORT_PLACE } from '../../../domain/reports/names.ts';
import type { ReportPart } from '../../../domain/reports/parts.ts';
import { correctionErrors } from '../../../domain/reports/people.ts';
import { isOpenReport, isSubmittedReport } from '../../../domain/reports/report-states.ts';
import { freeOffice } from '../../../server/part-taking/queries.ts';
import { type Reader, thumbnailLinks } from '../../attachments/links/queries.ts';
import { fileOf, isPublicPaper } from '../../attachments/queries.ts';
import type { HeldProject, KnownProject } from '../../project-record/held/queries.ts';
import { reportGapsOf, type StoredProject } from '../../project-record/subject/queries.ts';
import { deansOf, directorsOf, type Heads } from '../../workflow/transitions/queries.ts';
import type { Report } from '../contract.ts';
import { readFacts } from '../facts/queries.ts';
import { openReports, requireReport, type StoredStanding, showStanding, standingPairs } from '../queries.ts';

type Photo = Report['photos'][number];
type StoredPhoto = Omit<Photo, 'thumbnail'> & { readonly hasThumbnail: boolean };
type Choosable = Omit<StoredPhoto, 'caption'>;

interface StoredReport
  extends StoredStanding,
    Pick<Report, 'texts' | 'people' | 'peopleReason' | 'observations' | 'comment' | 'version'> {
  readonly facts: ReportFacts | null;
  readonly photos: readonly StoredPhoto[];
  readonly makerIds: readonly string[];
}

interface Stored {
  readonly report: StoredReport | null;
  readonly choosable: readonly Choosable[];
  readonly heads: Heads;
  /** Of heads, and of who holds the project. */
  readonly names: Readonly<Record<string, string>>;
  /** Of the office, who is free to decide of the project. */
  readonly freeIds: readonly string[];
}

const photoPairs = sql`'id', ${fileOf}, 'versionId', x.id, 'name', x.name, 'state', x.state,
  'hasThumbnail', exists (select from file_renditions t where t.file_id = x.id and t.kind = 'thumbnail')`;

const reportJson = sql`json_build_object(${standingPairs}, 'texts', r.texts, 'people', r.people,
  'peopleReason', r.people_reason, 'observations', r.observations, 'comment', r.comment, 'facts', r.facts,
  'version', r.version, 'makerIds', r.maker_ids, 'photos', coalesce((
    select json_agg(json_build_object(${photoPairs}, 'caption', h.caption) order by h.position)
    from report_photos h join files x on x.id = h.version_id where h.report_id = r.id), '[]'))`;

/** Photos that may be shown: not those of papers that fewer people read than reports. */
const choosable = sql`files x where x.project_id = p.id and x.current and x.state = ${lit.file('ready')}
  and x.content_type like 'image/%' and ${isPublicPaper}`;

async function readStored(db: Database, { id }: StoredProject, number: number | null): Promise<Stored> {
  const { rows } = await sql<{ found: Stored }>`
    with h as materialized (
      select ${directorsOf(sql`p.school_id`)} as directors, ${deansOf(sql`p.school_id`)} as deans
      from projects p where p.id = ${id})
    select json_build_object(
      'report', (select ${reportJson} from reports r
        where r.project_id = p.id and r.number is not distinct from ${number}::int),
      'choosable', (select coalesce(json_agg(json_build_object(${photoPairs}) order by x.uploaded_at desc, x.id desc),
        '[]') from ${choosable}),
      'heads', json_build_object('directors', h.directors, 'deans', h.deans),
      'names', (select coalesce(json_object_agg(u.id, u.name), '{}') from users u where u.id in (
        select (e ->> 'userId')::uuid from json_array_elements(h.directors) e
        union all select (e ->> 'userId')::uuid from json_array_elements(h.deans) e
        union all select o.user_id from project_holders o where o.project_id = p.id)),
      'freeIds', ${freeOffice}) as found
    from projects p cross join h where p.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the report of a project answered no row');
  return row.found;
}

interface Written {
  readonly texts: Report['texts'];
  readonly people: PeopleCounts;
  readonly peopleReason: string;
  readonly photos: readonly StoredPhoto[];
}

/** What a report lacks to be sent, beside what the form of the project lacks. */
export function gapsOf(
  project: StoredProject,
  number: number | null,
  { texts, people, peopleReason, photos }: Written,
  recorded: PeopleCounts,
): Report['gaps'] {
  const written = (Object.keys(texts) as ReportPart[]).filter(part => texts[part] !== '');
  const attended = project.attended || Object.values(recorded).some(n => n > 0);
  const gaps =
    number === null
      ? reportGapsOf({ ...project, attended }).filter(gap => gap.section === REPORT_PLACE)
      : textGaps(number, written);
  return [
    ...gaps.map(({ path, label, message }) => ({ part: path.replace(/^texts\./, ''), label, message })),
    ...correctionErrors(number, { people, peopleReason }).map(({ message }) => ({
      ...{ part: 'people', label: 'Motivo de la corrección de personas', message },
    })),
    ...photos.filter(isRejected).map(({ name }) => ({
      ...{ part: 'photos', label: 'Fotos' },
      message: refusedPhoto(name),
    })),
  ];
}

type Standing = ReturnType<typeof showStanding>;

/** What the reader may do with a report, and for whose decision it waits. */
function offersOf(
  actor: Actor,
  { project, subject }: HeldProject,
  { report, heads, names, freeIds }: Stored,
  standing: Standing,
): Pick<Report, 'edit' | 'submit' | 'decide' | 'deciders'> {
  const isFinal = standing.number === null;
  const edit = offerOf(judgeReportEdit(actor, subject, standing));
  const submit = isFinal ? null : edit;
  if (!report || !isSubmittedReport(standing)) return { edit, submit, decide: null, deciders: [] };
  const { makerIds } = report;
  const isHeads = standing.subStep === 'director';
  const holders = isHeads ? reportHolders(heads, subject, makerIds) : null;
  // The final one is decided as a step of its project, by who holds that.
  const holderIds = isFinal ? project.holderIds : (holders?.holders ?? []).map(h => h.userId);
  return {
    ...{ edit, submit },
    decide: isFinal
      ? null
      : decisionOfferOf(judgeReportDecision(actor, subject, { makerIds, holders, freeIds })),
    deciders: isHeads ? [...new Set(holderIds)].map(id => ({ id, name: names[id] ?? '' })) : [],
  };
}

/** Facts as this person may read them. */
const showFacts = (actor: Actor, { subject }: HeldProject, facts: ReportFacts): ReportFacts =>
  mayReadSpending(actor, subject) ? facts : { ...facts, money: null };

const NOTHING: Written & Pick<StoredReport, 'observations' | 'comment' | 'facts' | 'version'> = {
  ...{ texts: {}, people: {}, peopleReason: '', photos: [], observations: [], comment: '' },
  ...{ facts: null, version: 0 },
};

interface Asked {
  readonly report: string;
}

/** In four round trips at most, two of them at the same time. */
export async function readReport(
  db: Database,
  { actor, session }: Reader,
  { report: asked, ...address }: KnownProject & Asked,
  now = new Date(),
): Promise<Report> {
  const held = await openReports(db, actor, address, now);
  const { project } = held;
  const number = requireReport(held, asked);
  const [stored, { facts, recorded }, holidays, { link, expiresAt }] = await Promise.all([
    readStored(db, project, number),
    readFacts(db, project, number, now),
    readHolidays(db),
    thumbnailLinks(db, session),
  ]);
  const linked = <P extends Choosable>({ hasThumbnail, ...photo }: P) => ({
    ...photo,
    thumbnail: hasThumbnail ? link(photo.versionId) : null,
  });
  const written = stored.report ?? NOTHING;
  const standing = showStanding(held, number, stored.report ?? undefined, holidays);
  const { texts, people, peopleReason, comment, version } = written;
  return {
    ...standing,
    ...{ texts, people, peopleReason, comment, version, recorded, expiresAt },
    photos: written.photos.map(linked),
    choosable: stored.choosable.map(linked),
    observations: number === null ? [] : [...written.observations],
    facts: showFacts(actor, held, (isOpenReport(standing) ? null : written.facts) ?? facts),
    gaps: isOpenReport(standing) ? gapsOf(project, number, written, recorded) : [],
    ...offersOf(actor, held, stored, standing),
  };
}
