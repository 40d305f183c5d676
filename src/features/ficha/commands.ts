import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import { partsOf } from '../../domain/access/part-taking.ts';
import { isOwn } from '../../domain/access/visibility.ts';
import { withFundLines } from '../../domain/calls/money.ts';
import { sectionSchema } from '../../domain/kinds/answers.ts';
import { type KindDefinition, kindSections } from '../../domain/kinds/definition.ts';
import { ACCOUNTED } from '../../domain/kinds/statuses.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { AppError, forbidden, notFound } from '../../domain/kit/problem.ts';
import type { Budget } from '../../domain/sections/budget.ts';
import { isSectionSlug, type SectionData, type SectionSlug, sectionOf } from '../../domain/sections/index.ts';
import { withoutActuals } from '../../domain/sections/indicator-values.ts';
import { REFERENCE_ROWS, type ReferenceRows, SECTION_ROWS, searchText } from '../../domain/sections/rows.ts';
import {
  type AuditEntry,
  type Command,
  type CommandContext,
  command,
  statementCommand,
} from '../../server/commands/command.ts';
import { filledFromInstitution } from '../indicators/queries.ts';
import type { KindLookup } from '../kinds/queries.ts';
import { admitDraft } from '../project-record/quotas/queries.ts';
import {
  definitionOf,
  type EditedProject,
  editSubjectOf,
  incompleteSections,
  isFitting,
  lockProject,
  type ProjectAddress,
  readEdited,
  readProject,
  type StoredProject,
  type StoredSection,
  sectionData,
} from '../project-record/subject/queries.ts';
import { followPlace, renewHolders } from '../workflow/holders/commands.ts';
import { ofProject } from '../workflow/holders/queries.ts';
import { announceParts } from '../workflow/notices/commands.ts';
import { checkValues } from './checks/queries.ts';
import type { saveSection as contract } from './contract.ts';
import { editing } from './queries.ts';

type Data = Record<string, unknown>;
type Saved = OutputOf<typeof contract>;
interface Save extends ProjectAddress {
  readonly section: string;
  readonly version: number;
  readonly data: Data;
  readonly kinds: KindLookup;
}

/** The database does not keep the order of keys. */
const same = isDeepStrictEqual;

/** The section's draft as it will be stored: limits checked, defaults filled in, unknown keys dropped. */
export function parseDraft(kind: KindDefinition, slug: SectionSlug, data: Data, past: boolean): Data {
  const result = sectionSchema(kind, slug, past).safeParse(data);
  if (result.success) return result.data as Data;
  const errors = result.error.issues.map(i => ({ path: i.path.join('.'), message: i.message }));
  throw new AppError('invalid', undefined, { errors });
}

/** What a person may change of a section: what is derived, decided or closed stays as it is. */
function mergeSent(
  actor: Actor,
  project: EditedProject,
  slug: SectionSlug,
  { before, sent }: { readonly before: Data; readonly sent: Data },
): Data {
  if (slug === 'indicators') return withoutActuals(sent as SectionData['indicators']);
  if (slug === 'fund' && !project.historic) return { ...sent, amountRequested: before.amountRequested };
  if (slug === 'budget' && isFitting(project) && isOwn(actor, project))
    return { ...sent, lines: withFundLines((before as Budget).lines, (sent as Budget).lines) };
  return sent;
}

export function sectionIn(kind: KindDefinition, slug: string): SectionSlug {
  if (!isSectionSlug(slug) || !kindSections(kind, false).some(s => s.slug === slug)) throw notFound();
  return slug;
}

/** Where a save writes: a transaction, or the database itself when it is one statement. */
type Writing = Pick<Command, 'actor' | 'now'> & { readonly tx: Database | Transaction };

interface Change<P extends EditedProject> {
  readonly project: P;
  readonly kind: KindDefinition;
  readonly slug: SectionSlug;
  readonly before: Data;
  readonly data: Data;
  /** The answer, when these very values are stored already: a save sent again after a lost answer. */
  readonly known: Saved | null;
}

/** Asked only of a proposal under correction whose section nobody observed: the others need not be read for it. */
async function incompleteOf(
  { tx, actor }: Writing,
  { openedSections }: EditedProject,
  kind: KindDefinition,
  save: Save,
): Promise<SectionSlug[]> {
  if (openedSections === null || openedSections.some(slug => slug === save.section)) return [];
  return incompleteSections(await readProject(tx, actor, save), kind);
}

/** Permission, limits, version and references; throws what is wrong with any of them. */
async function checkSave<P extends EditedProject>(run: Writing, project: P, save: Save): Promise<Change<P>> {
  const kind = definitionOf(save.kinds, project);
  const slug = sectionIn(kind, save.section);
  const subject = editSubjectOf(project, await incompleteOf(run, project, kind, save));
  const { mayEdit, reason } = editing(run.actor, subject, slug);
  if (!mayEdit) throw forbidden('editar esta sección', reason ?? undefined);

  const stored = project.sections[slug];
  const before: Data = { ...sectionOf(slug).empty, ...stored?.data };
  const sent = parseDraft(kind, slug, save.data, project.historic);
  const merged = mergeSent(run.actor, project, slug, { before, sent });
  const data =
    slug === 'indicators'
      ? { ...(await filledFromInstitution(run.tx, merged as SectionData['indicators'])) }
      : merged;
  const known = stored && same(stored.data, data) ? answerOf(stored) : null;
  if (known) return { project, kind, slug, before, data, known };
  if (save.version !== (stored?.version ?? 0)) throw stale(project, slug);
  await checkValues(run, project, kind, slug, before, data);
  return { project, kind, slug, before, data, known };
}

const isUnsent = ({ status, submittedAt }: StoredProject) => status === 'draft' && submittedAt === null;

/** A section from which something follows elsewhere: rows of references, whose turn it is, who is told. */
const saveAndFollow = command('active', async (run: Command, save: Save): Promise<Saved> => {
  // Nothing is spent of a line of the budget while it is looked whether anything was.
  if (save.section === 'budget') await lockProject(run.tx, save);
  const change = await checkSave(run, await readProject(run.tx, run.actor, save), save);
  if (change.known) return change.known;
  const { leadId } = change.data as { leadId?: string };
  if (
    change.slug === 'identification' &&
    leadId &&
    leadId !== change.project.leadId &&
    isUnsent(change.project)
  )
    await admitDraft(run.tx, leadId);
  const { project, kind, slug, data } = change;
  const version = await writeSection(run, project, kind, slug, save.version, data);
  if (version === null) throw stale(await readProject(run.tx, run.actor, save), slug);
  return answerOf({ version, data, updatedAt: run.now.toISOString() });
});

/**
 * Any other section is stored by one statement, audit and all: that is what typing asks for most. Null for a budget of
 * which something may be spent meanwhile.
 */
const saveAlone = statementCommand('active', async (run, save: Save): Promise<Saved | null> => {
  const { db, actor, now } = run;
  const writing = { tx: db, actor, now };
  const edited = await readEdited(db, actor, save, save.section);
  if (save.section === 'budget' && ACCOUNTED.includes(edited.status)) return null;
  const change = await checkSave(writing, edited, save);
  if (change.known) return change.known;
  const { project, slug, before, data } = change;
  const audit = run.recordWith(auditOf(project.id, slug, before, data), 's');
  const version = await storeSection(writing, project, slug, save.version, data, audit);
  if (version === null) throw stale(await readEdited(db, actor, save, slug), slug);
  return answerOf({ version, data, updatedAt: now.toISOString() });
});

const isFollowed = (section: string) =>
  section === 'identification' || section === 'fund' || (isSectionSlug(section) && section in SECTION_ROWS);

/** Saves one section against the version its editor started from. */
export const saveSection = async (context: CommandContext, save: Save): Promise<Saved> =>
  (isFollowed(save.section) ? null : await saveAlone(context, save)) ?? saveAndFollow(context, save);

const answerOf = ({
  version,
  data,
  updatedAt,
}: Pick<StoredSection, 'version' | 'data' | 'updatedAt'>): Saved => ({
  version,
  data,
  savedAt: updatedAt,
});

/** Both values are shown side by side: the stored ones travel along. */
export function stale(project: Pick<EditedProject, 'sections'>, slug: SectionSlug): AppError {
  const stored = project.sections[slug];
  const data = { ...sectionOf(slug).empty, ...stored?.data };
  const { version = 0, updatedAt = null, updatedBy = null } = stored ?? {};
  return new AppError('conflict', undefined, { extra: { version, data, updatedAt, updatedBy } });
}

type Identification = SectionData['identification'];

/** The columns that lists filter, sort and show. */
function listColumns(slug: SectionSlug, data: Data, code: string): RawBuilder<unknown> {
  if (slug === 'fund') return fundColumns(data as SectionData['fund']);
  if (slug !== 'identification') return sql``;
  const d = data as Identification;
  const words = searchText(d.title, d.summary, d.keywords, code);
  return sql`, title = ${d.title}, summary = ${d.summary}, lead_id = ${d.leadId}, alternate_id = ${d.alternateId},
    school_id = ${d.schoolId}, period = ${d.period || null}, start_date = ${d.startDate}, end_date = ${d.endDate},
    consent_to_publish = ${d.consentToPublish}, theme_id = ${d.themeId}::uuid,
    search_text = ${words} || coalesce(E'\n' || (select name from users where id = ${d.leadId}::uuid), '')`;
}

/** A line of another call is asked for again on submit; until then the project has none. A draft is due as its call closes. */
const fundColumns = ({ callId, lineId, amountRequested }: SectionData['fund']) => sql`,
  call_id = ${callId}::uuid, amount_requested = case when amount_typed then ${amountRequested}::bigint else amount_requested end,
  line_id = (select id from call_lines where id = ${lineId}::uuid and call_id = ${callId}::uuid),
  due_at = case when status = ${lit.status('draft')}
    then (select closes_at from calls where id = ${callId}::uuid) else due_at end`;

/** How far behind the project's own time of change may be: moving it touches every index of its table. */
const TOUCH = sql`interval '1 minute'`;

/**
 * Section and project in one statement, and `audit` of what `s` comes to where it is the whole change. Both conditions
 * are looked at again after any wait: that nobody took a step of the workflow meanwhile, and the section's version. Null
 * when either no longer holds.
 */
export async function storeSection(
  { tx, actor, now }: Writing,
  project: Pick<EditedProject, 'id' | 'version' | 'code'>,
  slug: SectionSlug,
  version: number,
  data: Data,
  audit?: RawBuilder<unknown>,
): Promise<number | null> {
  const columns = listColumns(slug, data, project.code);
  const stale =
    slug === 'identification' || slug === 'fund'
      ? sql``
      : sql`and updated_at < ${now}::timestamptz - ${TOUCH}`;
  const { rows } = await sql<{ version: number }>`
    with p as (
      select id from projects where id = ${project.id} and version = ${project.version} for no key update
    ), s as (
      insert into project_sections as c (project_id, section, data, version, updated_at, updated_by)
      select p.id, ${slug}, ${JSON.stringify(data)}, 1, ${now}, ${actor.id}::uuid from p
      on conflict (project_id, section) do update
        set data = excluded.data, version = c.version + 1, updated_at = excluded.updated_at,
            updated_by = excluded.updated_by
        where c.version = ${version}
      returning c.project_id, c.version
    ), t as (
      update projects set updated_at = ${now}, updated_by = ${actor.id} ${columns}
      where id = (select project_id from s) ${stale}
    ) ${audit ? sql`, a as (${audit})` : sql``}
    select version from s`.execute(tx);
  return rows[0]?.version ?? null;
}

/** A change decided elsewhere, with what follows from it and its audit; null when the section has moved on. */
export async function writeSection(
  run: Command,
  project: StoredProject,
  kind: KindDefinition,
  slug: SectionSlug,
  version: number,
  data: Data,
): Promise<number | null> {
  const before: Data = { ...sectionOf(slug).empty, ...project.sections[slug]?.data };
  const written = await storeSection(run, project, slug, version, data);
  if (written === null) return null;
  run.record(auditOf(project.id, slug, before, data));
  await follow(run, project, kind, slug, before, data);
  return written;
}

async function writeRows(
  tx: Transaction,
  projectId: string,
  rows: ReferenceRows,
  ids: unknown[],
): Promise<void> {
  const [table, column] = [sql.table(rows.table), sql.ref(rows.column)];
  const values = sql`${ids}::${sql.raw(rows.type)}[]`;
  await sql`
    with gone as (delete from ${table} where project_id = ${projectId} and ${column} <> all(${values}))
    insert into ${table} (project_id, ${column}) select ${projectId}, unnest(${values})
    on conflict do nothing`.execute(tx);
}

/** What follows from the new values: rows of references, and whose turn it is when lead, unit or dates changed. */
async function follow(
  run: Command,
  project: StoredProject,
  kind: KindDefinition,
  slug: SectionSlug,
  before: Data,
  data: Data,
): Promise<void> {
  const sections = sectionData(project);
  const rows = SECTION_ROWS[slug];
  const ids = (d: Data) => [...new Set(rows?.ids({ ...sections, [slug]: d }) ?? [])].sort();
  const isMoved = rows && !same(ids(before), ids(data));
  if (isMoved) await writeRows(run.tx, project.id, rows, ids(data));
  if (slug === 'identification') await followPlace(run, project, kind, data as Identification);
  // Whoever takes part no longer decides.
  else if (!same(partsOf({ [slug]: before }), partsOf({ [slug]: data })))
    await renewHolders(run, ofProject(project.id));
  if (slug === 'identification') await announceParts(run, project, before, data);
  else if (isMoved && rows === REFERENCE_ROWS.members) {
    const memberIds = (d: Data) => ids(d).map(String);
    await announceParts(run, project, { memberIds: memberIds(before) }, { memberIds: memberIds(data) });
  }
}

/** Whole texts and people's data stay out of the audit: lengths tell that they changed, snapshots tell how. */
function brief(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 1 ? '1 elemento' : `${value.length} elementos`;
  if (typeof value === 'string' && value.length > 200) return `${value.length} caracteres`;
  return typeof value === 'object' && value !== null ? '…' : (value ?? null);
}

function auditOf(projectId: string, slug: SectionSlug, before: Data, data: Data): AuditEntry {
  const changed = Object.keys(data).filter(key => !same(before[key], data[key]));
  return {
    action: `project.save.${slug}`,
    objectType: 'project',
    objectId: projectId,
    changes: Object.fromEntries(changed.map(key => [key, [brief(before[key]), brief(data[key])]])),
  };
}
