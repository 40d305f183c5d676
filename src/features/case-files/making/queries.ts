import { sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import { mayReadFile } from '../../../domain/access/file-edits.ts';
import { mayReadSpending } from '../../../domain/access/spending.ts';
import { letterDocument, printActs } from '../../../domain/case-files/case-documents.ts';
import { CASE_PARTS, type CasePart } from '../../../domain/case-files/case-file.ts';
import type { MadeFile, Maker, Progress } from '../../../domain/downloads/maker.ts';
import { statusLabel } from '../../../domain/kinds/statuses.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { localDay, startOfDay } from '../../../domain/kit/calendar.ts';
import { OUTCOME_LABELS } from '../../../domain/notices/outcomes.ts';
import { groupsOf, type PackEntry } from '../../../domain/packs/pack-entries.ts';
import { FINAL_ADDRESS, reportName } from '../../../domain/reports/names.ts';
import { EXPENSE_DOCUMENT } from '../../../domain/sections/attachments.ts';
import { statementDocument } from '../../../domain/spending/statement-document.ts';
import { slugOf } from '../../../domain/text/file-names.ts';
import { formatDay } from '../../../domain/text/format.ts';
import { blockPart, standalonePage } from '../../../server/html/printed.ts';
import { printedHeading } from '../../../server/institution.ts';
import { groupPart, groupSheet } from '../../../server/packs/index-parts.ts';
import { type Packing, printed, startPacking, stored } from '../../../server/packs/packing.ts';
import { fromSnapshot } from '../../../server/packs/snapshot.ts';
import { openDrawer } from '../../../server/pdf/pdf.ts';
import { workbook } from '../../../server/tables/workbook.ts';
import { type ZipFile, zip } from '../../../server/tables/zip.ts';
import { readHanded } from '../../attachments/links/queries.ts';
import { mayReadLetters, projectLetters } from '../../awards/letters/queries.ts';
import type { Tools } from '../../downloads/making/commands.ts';
import { kindLookup } from '../../kinds/queries.ts';
import { projectDetail } from '../../projects/detail/queries.ts';
import { layOutProject } from '../../projects/print/queries.ts';
import { layOutReportAt } from '../../reports/document/queries.ts';
import { readWholeStatement } from '../../statements/document/queries.ts';
import type { CaseFileRequest } from '../contract.ts';
import { requireCaseFile } from '../queries.ts';

interface CaseFile {
  readonly tools: Tools;
  readonly tx: Transaction;
  readonly actor: Actor;
  readonly request: CaseFileRequest;
  readonly gone: AbortSignal;
  readonly packing: Packing<CasePart>;
  readonly project: Awaited<ReturnType<typeof requireCaseFile>>;
}

const FOLDERS = new Map<CasePart, string>(CASE_PARTS.map(([name, , folder]) => [name, folder]));
const placeOf = (group: CasePart, name: string) => ({
  ...{ group, owner: '', name, folder: FOLDERS.get(group) ?? '' },
});

const headingOf = async ({ tools, actor, packing }: CaseFile) => ({
  ...(await printedHeading(tools)),
  ...{ reader: actor.name, now: packing.day },
});

async function* formPart(file: CaseFile): AsyncGenerator<ZipFile> {
  const { tx, actor, request, packing, project } = file;
  const made = await printed(packing, placeOf('form', `${project.code}.pdf`), async () =>
    layOutProject(tx, actor, request, { ...(await headingOf(file)), borders: undefined }),
  );
  if (made) yield made;
  packing.step();
}

/** What told of its results, oldest first. */
async function* letterParts(file: CaseFile): AsyncGenerator<ZipFile> {
  const { tx, tools, actor, request, packing, project } = file;
  const { code, title } = project;
  const letters = await projectLetters(tx, actor, tools.env, request);
  for (const letter of letters.toReversed()) {
    const name = `${code}-carta-${localDay(new Date(letter.at))}-${slugOf(OUTCOME_LABELS[letter.outcome])}.pdf`;
    const made = await printed(packing, placeOf('letters', name), async () =>
      letterDocument(letter, { ...(await headingOf(file)), code, title }),
    );
    if (made) yield made;
    packing.step();
  }
}

/** Those that were sent, progress reports first. */
async function* reportParts(file: CaseFile): AsyncGenerator<ZipFile> {
  const { tx, tools, actor, request, gone, packing, project } = file;
  const { rows } = await sql<{ number: number | null }>`
    select number from reports where project_id = ${project.id} and submitted_at is not null
      and state is distinct from ${lit.report('draft')} order by number nulls last`.execute(tx);
  const kinds = await kindLookup(tools.db);
  for (const { number } of rows) {
    const address = number === null ? FINAL_ADDRESS : String(number);
    const entry = placeOf('reports', `${project.code}-${slugOf(reportName(number))}.pdf`);
    const at = { ...request, kinds, report: address };
    const made = await printed(packing, entry, async () =>
      layOutReportAt({ db: tx, files: tools.files, gone }, actor, at, await headingOf(file)),
    );
    if (made) yield made;
    packing.step();
  }
}

async function* statementParts(file: CaseFile): AsyncGenerator<ZipFile> {
  const { tx, tools, actor, request, packing, project } = file;
  if (!mayReadSpending(actor, project.subject)) return;
  const { rows } = await sql<{ id: string; number: number }>`
    select id, number from statements where project_id = ${project.id} order by number`.execute(tx);
  const kinds = await kindLookup(tools.db);
  for (const { id, number } of rows) {
    const entry = placeOf('statements', `${project.code}-rendicion-${number}.pdf`);
    const made = await printed(packing, entry, async () =>
      statementDocument(
        await readWholeStatement(tx, actor, { ...request, statement: id, kinds }),
        await headingOf(file),
      ),
    );
    if (made) yield made;
    packing.step();
  }
}

interface OwnFile {
  readonly id: string;
  readonly name: string;
  readonly documentType: string;
  readonly size: number;
  readonly sha256: string;
}

/** Current versions, in the order in which they came. */
async function* fileParts({ tx, actor, packing, project }: CaseFile): AsyncGenerator<ZipFile> {
  const { rows } = await sql<OwnFile>`
    select x.id, x.name, x.document_type as "documentType", x.size,
      encode(x.sha256, 'hex') as sha256
    from files x where x.project_id = ${project.id} and x.current order by x.uploaded_at, x.id`.execute(tx);
  const readable = rows.filter(f => mayReadFile(actor, project.subject, f.documentType));
  const handed = await readHanded(
    tx,
    readable.map(f => f.id),
  );
  for (const { id, name, documentType, size, sha256 } of readable) {
    const { key = null, refused = null, isPrepared = false } = handed.get(id) ?? {};
    const group = documentType === EXPENSE_DOCUMENT ? 'expense_papers' : 'files';
    const part = await stored(packing, placeOf(group, name), {
      ...{ key, refused, isPrepared, size, sha256, reserved: null },
    });
    if (part) yield part;
    packing.step();
  }
}

async function* caseParts(file: CaseFile): AsyncGenerator<ZipFile> {
  yield* formPart(file);
  yield* letterParts(file);
  yield* reportParts(file);
  yield* statementParts(file);
  yield* fileParts(file);
  const { entries } = file.packing;
  yield { name: '00-indice.html', content: [await indexPage(file, entries)] };
  const sheets = [groupSheet(groupsIn(entries), 'parte')];
  yield { name: '00-indice.xlsx', content: workbook(sheets), store: true };
}

const groupsIn = (entries: readonly PackEntry<CasePart>[]) =>
  groupsOf(
    entries,
    CASE_PARTS.map(([name, label]) => [name, label] as const),
  );

/** What was done, in order, and every file with its hash. */
async function indexPage(file: CaseFile, entries: readonly PackEntry<CasePart>[]): Promise<string> {
  const { tx, tools, actor, request, packing } = file;
  const { code, title, status, lead, school, definition, history } = await projectDetail(tx, actor, request);
  const groups = groupsIn(entries);
  return standalonePage({
    ...(await printedHeading(tools)),
    product: 'Expediente',
    kind: `${code} · ${definition.label}`,
    title,
    facts: [
      { label: 'Estado', text: statusLabel(status) },
      { label: 'Responsable', text: lead.name },
      ...(school ? [{ label: 'Escuela', text: school.name }] : []),
      { label: 'Datos al', text: formatDay(localDay(packing.day)) },
      { label: 'Preparado por', text: actor.name },
    ],
    contents: [
      { id: 'acts', label: 'Actos, en orden' },
      ...groups.map(({ name, label }) => ({ id: name, label })),
    ],
    body: [blockPart('acts', 'Actos, en orden', printActs(history)), ...groups.map(groupPart)],
  });
}

const makeCaseFile = (
  tools: Tools,
  actor: Actor,
  request: CaseFileRequest,
  progress: Progress,
): Promise<MadeFile> =>
  fromSnapshot(tools.db, async (tx, gone) => {
    const project = await requireCaseFile(tx, actor, request);
    const { rows } = await sql<{ total: number }>`
      select 1 + (select count(*) from reports where project_id = ${project.id} and submitted_at is not null)
        + (select count(*) from result_letters where project_id = ${project.id})
        + (select count(*) from statements where project_id = ${project.id})
        + (select count(*) from files x where x.project_id = ${project.id} and x.current) as total`.execute(
      tx,
    );
    progress.total(rows[0]?.total ?? 1);
    const drawer = openDrawer({ person: actor.id, gone });
    const day = startOfDay(localDay(new Date()));
    const packing = startPacking<CasePart>({ files: tools.files, drawer, day }, done => progress.done(done));
    return {
      name: `${project.code}-expediente.zip`,
      contentType: 'application/zip',
      content: zip(caseParts({ tools, tx, actor, request, gone, packing, project })),
    };
  });

/** What of it somebody reads hangs on the project and on their part in it. */
async function rightsOf(db: Database, actor: Actor, request: CaseFileRequest): Promise<string> {
  const project = await requireCaseFile(db, actor, request);
  const money = mayReadSpending(actor, project.subject) ? 'with money' : 'without money';
  return `${money}, ${mayReadLetters(actor, project) ? 'with letters' : 'without letters'}`;
}

export const caseFileMaker: Maker<Tools, CaseFileRequest> = { rightsOf, make: makeCaseFile };
