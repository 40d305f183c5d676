import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { precompile } from '../../db/precompile.ts';
import { lit } from '../../db/states.ts';
import { anonymousTypes, blindFields, blindTeam, mapTexts, textsOf } from '../../domain/access/blindness.ts';
import { isInvited } from '../../domain/calls/review-states.ts';
import { type KindDefinition, kindSections } from '../../domain/kinds/definition.ts';
import { type PrintedDocument, printSection } from '../../domain/kinds/print/print.ts';
import { RESOLVED, WRITING } from '../../domain/kinds/statuses.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { OutputOf, QueryOf } from '../../domain/kit/endpoint.ts';
import { AppError, notFound } from '../../domain/kit/problem.ts';
import { finder, hider, type Secrets } from '../../domain/masking/masker.ts';
import { DOCUMENT_TYPES } from '../../domain/sections/attachments.ts';
import { type SectionSlug, sectionOf } from '../../domain/sections/index.ts';
import { formatDate, formatDateTime } from '../../domain/text/format.ts';
import { linkCurrent, type Reader } from '../attachments/links/queries.ts';
import { isPublicPaper } from '../attachments/queries.ts';
import { type FormLookup, formLookup } from '../evaluation/assigning/queries.ts';
import { comparison } from '../evaluation/consensus/queries.ts';
import { ASKED } from '../evaluation/questions/queries.ts';
import { SECRETS } from '../evaluation/reviews/queries.ts';
import { sectionsAsRead } from '../project-record/columns/queries.ts';
import { labels } from '../project-record/references/queries.ts';
import { iso } from '../project-record/rows/queries.ts';
import { type ProjectAddress, readProject, requireId } from '../project-record/subject/queries.ts';
import { reviewing, waitsForReviewer } from '../project-record/visibility/queries.ts';
import type { DeskReview, DeskRow, getNames, getReview, linkReviewFile, listReviews } from './contract.ts';

const WAITING = precompile(sql`(${waitsForReviewer} and p.status = ${lit.status('evaluation')})`);
/** Whether a review waits for this person: for most never one does, and looking for what it needs is what costs. */
export const hasReviews = (id: RawBuilder<string>) => sql<boolean>`exists (
  select from reviews r join projects p on p.id = r.project_id where r.user_id = ${id} and ${WAITING})`;

const ROW = sql`
  r.id, p.code, p.title, p.kind, p.kind_version as "kindVersion", p.call_id as "callId", r.state, ${iso(sql`r.due_at`)} as due,
  coalesce(r.due_at < now() and ${WAITING}, false) as overdue, ${iso(sql`r.invited_at`)} as "invitedAt",
  case when r.state = ${lit.review('invited')} then ${iso(sql`r.answer_by`)} end as "answerBy",
  ${iso(sql`r.confirmed_at`)} as "confirmedAt", r.score,
  r.state = ${lit.review('accepted')} and r.returned_at is not null and r.consensus is distinct from
    ${lit.consensus('revising')} as returned, r.consensus as "consensusAnswer",
  r.blind and p.status <> all(${[...RESOLVED]}) as blind`;

type StoredRow = Omit<DeskRow, 'kind'> & {
  kind: string;
  kindVersion: number;
  callId: string | null;
  secrets: Secrets;
};

/** What this reviewer may read of a text. */
type Hide = (text: string) => string;
const hideOf = ({ blind, secrets }: StoredRow): Hide => (blind ? hider(secrets) : text => text);

const showRow = (formOf: FormLookup, row: StoredRow, hide: Hide): DeskRow => ({
  ...row,
  kind: formOf(row).kind.label,
  title: hide(row.title),
});

type Query = QueryOf<typeof listReviews>;
const ORDERS: Record<Query['sort'], RawBuilder<unknown>> = {
  due: sql`r.due_at`,
  '-due': sql`r.due_at desc`,
  code: sql`p.code`,
  '-code': sql`p.code desc`,
  invited: sql`r.invited_at`,
  '-invited': sql`r.invited_at desc`,
};

export async function ownReviews(
  db: Database,
  actor: Actor,
  { page, size, sort, q, show }: Query,
): Promise<OutputOf<typeof listReviews>> {
  const mine = sql`from reviews r join projects p on p.id = r.project_id where r.user_id = ${actor.id}
    and ${show === 'waiting' ? WAITING : sql`not ${WAITING} and r.state <> ${lit.review('replaced')}`}
    ${q ? sql`and p.code ilike '%' || ${q} || '%'` : sql``}`;
  const { rows } = await sql<{ total: number; rows: StoredRow[] }>`
    select (select count(*) ${mine}) as total, coalesce((select json_agg(x) from (
      select ${ROW}, ${SECRETS} as secrets ${mine}
      order by ${ORDERS[sort]}, r.id limit ${size} offset ${(page - 1) * size}) x), '[]') as rows`.execute(
    db,
  );
  const [found] = rows;
  const formOf = await formLookup(db, found?.rows ?? []);
  return {
    total: found?.total ?? 0,
    rows: (found?.rows ?? []).map(row => showRow(formOf, row, hideOf(row))),
  };
}

interface OwnReview extends StoredRow {
  readonly version: number;
  readonly savedAt: string | null;
  readonly returnedReason: string | null;
  readonly marks: DeskReview['marks'];
  readonly authorComment: string;
  readonly officeComment: string;
  readonly recommendation: DeskReview['recommendation'];
  readonly question: DeskReview['question'];
  readonly waiting: boolean;
  readonly consensus: DeskReview['consensus'];
  readonly sections: Partial<Record<SectionSlug, Record<string, unknown>>>;
  readonly labels: Record<string, string>;
  readonly comunas: Record<string, string>;
  readonly fileRows: { id: string; name: string; type: string; size: number }[];
}

/** What is in a proposal comes with the declaration that goes with accepting. */
async function readDeclared(db: Database, actor: Actor, id: string): Promise<OwnReview> {
  const stored = await readOwn(db, actor, id);
  if (isInvited(stored))
    throw new AppError('rule', 'Acepta la invitación y declara confidencialidad antes de leer la propuesta.');
  return stored;
}

/** Only the reviewer's own, while it is theirs. */
async function readOwn(db: Database, actor: Actor, id: string): Promise<OwnReview> {
  const { rows } = await sql<OwnReview>`
    select ${ROW}, ${SECRETS} as secrets, r.version, ${iso(sql`r.saved_at`)} as "savedAt",
      case when r.returned_at is not null then r.returned_reason end as "returnedReason", r.marks,
      r.author_comment as "authorComment", r.office_comment as "officeComment", r.recommendation,
      ${ASKED} as question, ${WAITING} as waiting, ${comparison} as consensus, ${labels} as labels,
      ${sectionsAsRead} as sections,
      coalesce((select json_object_agg(c.code, c.name) from project_comunas x join comunas c on c.code = x.comuna_code
        where x.project_id = p.id), '{}') as comunas,
      coalesce((select json_agg(json_build_object('id', coalesce(x.original_id, x.id), 'name', x.name,
        'type', x.document_type, 'size', x.size) order by x.uploaded_at, x.id)
        from files x where x.project_id = p.id and x.current and x.state = ${lit.file('ready')}
          and ${isPublicPaper}), '[]') as "fileRows"
    from reviews r join projects p on p.id = r.project_id
    where r.id = ${requireId(id)} and r.user_id = ${actor.id} and ${reviewing}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

const typeLabel = (kind: KindDefinition, type: string) =>
  kind.documents.find(d => d.type === type)?.label ??
  DOCUMENT_TYPES.find(d => d.value === type)?.label ??
  type;

/** What this reviewer may open, under names that tell nothing where they may not know whose it is. */
function filesOf(stored: OwnReview, kind: KindDefinition): OwnReview['fileRows'] {
  const open = anonymousTypes(kind.documents);
  const files = stored.blind ? stored.fileRows.filter(f => open.includes(f.type)) : stored.fileRows;
  return files.map((file, n) => {
    const type = typeLabel(kind, file.type);
    return { ...file, type, name: stored.blind ? `${stored.code} · ${n + 1}` : file.name };
  });
}

/** The proposal as blocks of text. The one place where blindness is made. */
function sectionsOf(stored: OwnReview, kind: KindDefinition, hide: Hide): DeskReview['sections'] {
  const { blind } = stored;
  const specific = (stored.sections.objectives?.specific ?? []) as { id: string; text: string }[];
  const names = new Map([
    ...Object.entries(stored.labels ?? {}),
    ...Object.entries(stored.comunas),
    ...specific.map((o, n) => [o.id, `${n + 1}. ${o.text}`] as const),
    ...stored.fileRows.map(f => [f.id, f.name] as const),
  ]);
  const sections = kindSections(kind, stored.sections.fund !== undefined).flatMap(
    ({ slug, label, fields }) => {
      const data = stored.sections[slug];
      if (!data || slug === 'attachments') return [];
      const whole = { ...sectionOf(slug).empty, ...data };
      const blocks = printSection({
        slug,
        fields: blind ? blindFields(slug, fields) : fields,
        data: blind && slug === 'team' ? blindTeam(whole) : whole,
        questions: kind.questions.filter(q => !blind || q.type !== 'file'),
        missing: new Set(),
        nameOf: id => names.get(id) ?? '',
      });
      return blocks.length === 0 ? [] : [{ label, blocks }];
    },
  );
  return blind ? mapTexts(sections, hide) : sections;
}

export async function deskOf(db: Database, actor: Actor, id: string): Promise<OutputOf<typeof getReview>> {
  const stored = await readOwn(db, actor, id);
  const formOf = await formLookup(db, [stored]);
  const { kind, call, rules } = formOf(stored);
  const hide = hideOf(stored);
  const mayEdit = stored.waiting && stored.state === 'accepted';
  const question = isInvited(stored) ? null : stored.question;
  return {
    ...stored,
    ...showRow(formOf, stored, hide),
    returnedReason: stored.returnedReason && hide(stored.returnedReason),
    criteria: [...rules.criteria],
    mayAnswer: stored.waiting && stored.state === 'invited',
    mayEdit,
    question: question && { ...question, answer: question.answer && hide(question.answer) },
    mayAsk: mayEdit && question === null,
    consensus: mapTexts(stored.consensus, hide),
    call: call?.name ?? null,
    summary: hide(String(stored.sections.identification?.summary ?? '')),
    sections: isInvited(stored) ? [] : sectionsOf(stored, kind, hide),
    files: isInvited(stored) ? [] : filesOf(stored, kind),
  };
}

export async function deskLink(
  db: Database,
  { actor, session }: Reader,
  { review, file: id }: { review: string; file: string },
): Promise<OutputOf<typeof linkReviewFile>> {
  const stored = await readDeclared(db, actor, review);
  const formOf = await formLookup(db, [stored]);
  const file = filesOf(stored, formOf(stored).kind).find(f => f.id === id);
  if (!file) throw notFound();
  return linkCurrent(db, session, file.id);
}

interface Printing {
  readonly institution: string;
  readonly product: string;
  readonly now: Date;
}

export async function layOutReview(
  db: Database,
  actor: Actor,
  id: string,
  { institution, product, now }: Printing,
): Promise<PrintedDocument> {
  const stored = await readDeclared(db, actor, id);
  const formOf = await formLookup(db, [stored]);
  const hide = hideOf(stored);
  const { code, title, kind, due } = showRow(formOf, stored, hide);
  return {
    institution,
    product,
    code,
    title,
    kind,
    facts: [
      { label: 'Código', text: code },
      ...(due ? [{ label: 'Evaluar hasta', text: formatDate(new Date(due)) }] : []),
    ],
    sections: sectionsOf(stored, formOf(stored).kind, hide),
    signatures: [],
    printed: `Impreso el ${formatDateTime(now)} por ${actor.name}`,
  };
}

/** Only while it can still be reworded, and for those who may read it anyway. */
export async function namesFound(
  db: Database,
  actor: Actor,
  address: ProjectAddress,
): Promise<OutputOf<typeof getNames>> {
  const project = await readProject(db, actor, address);
  if (!project.call?.blind || !WRITING.includes(project.status)) return [];
  const { rows } = await sql<{ secrets: Secrets }>`
    select ${SECRETS} as secrets from projects p where p.id = ${project.id}`.execute(db);
  const { kind } = (await formLookup(db, [{ ...project, callId: project.call.id }]))({
    ...project,
    callId: project.call.id,
  });
  const find = finder(rows[0]?.secrets ?? { people: [], mails: [], units: [] });
  return kindSections(kind, true).flatMap(({ slug, label, fields }) => {
    const data = project.sections[slug]?.data ?? {};
    const found = [...new Set(textsOf(blindFields(slug, fields), data).flatMap(find))];
    return found.length > 0 ? [{ section: slug, label, found }] : [];
  });
}
