import { sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { EVIDENCE, type EvidenceName } from '../../../domain/accreditation/evidence.ts';
import { evidenceOf, type Found } from '../../../domain/accreditation/matrix.ts';
import type { PackIndex } from '../../../domain/accreditation/pack-index.ts';
import { annualDocument } from '../../../domain/annual-reports/annual-report.ts';
import type { MadeFile, Maker, Progress } from '../../../domain/downloads/maker.ts';
import { type Actor, headedSchools } from '../../../domain/kit/actor.ts';
import { localDay, startOfDay } from '../../../domain/kit/calendar.ts';
import { REGISTER_NAMES } from '../../../domain/registers/names.ts';
import { registerOf } from '../../../domain/registers/registers.ts';
import { FINAL_ADDRESS } from '../../../domain/reports/names.ts';
import { slugOf } from '../../../domain/text/file-names.ts';
import { pageSheet } from '../../../server/html/ink.ts';
import { printedHtml } from '../../../server/html/printed.ts';
import { printedHeading } from '../../../server/institution.ts';
import {
  dataOf,
  type Packing,
  packed,
  printed,
  startPacking,
  stored,
} from '../../../server/packs/packing.ts';
import { fromSnapshot } from '../../../server/packs/snapshot.ts';
import { openDrawer } from '../../../server/pdf/pdf.ts';
import { workbook } from '../../../server/tables/workbook.ts';
import { type ZipFile, zip } from '../../../server/tables/zip.ts';
import { readAnnual } from '../../annual-reports/making/queries.ts';
import { readHanded } from '../../attachments/links/queries.ts';
import type { Tools } from '../../downloads/making/commands.ts';
import { type KindLookup, kindLookup } from '../../kinds/queries.ts';
import { isAcceptedFinal } from '../../project-record/told/queries.ts';
import type { Condition } from '../../project-record/visibility/queries.ts';
import { layOutProject } from '../../projects/print/queries.ts';
import { countRegisterRows, registerSheets } from '../../registers/making/queries.ts';
import { layOutReportAt } from '../../reports/document/queries.ts';
import { countFound, type EvidenceFile, evidenceFiles } from '../evidence/queries.ts';
import { indexPage, indexWorkbook } from '../index-page/queries.ts';
import { findCriteria, findMatrix, packFilters, packPopulation, packUnit, requirePacks } from '../queries.ts';
import type { PackRequest } from './contract.ts';

/** Files looked up at once. */
const BATCH = 200;
/** Pixels: as wide as the column of the page. */
const SCREEN_WIDTH = 900;

interface Pack {
  readonly tools: Tools;
  readonly tx: Transaction;
  readonly actor: Actor;
  readonly request: PackRequest;
  readonly gone: AbortSignal;
  readonly population: Condition;
  readonly asked: ReadonlySet<EvidenceName>;
  readonly packing: Packing<EvidenceName>;
}

const quiet: Progress = { total: () => undefined, done: () => undefined };
const placeOf = (group: EvidenceName, owner: string, name: string) => ({
  ...{ group, owner, name, folder: EVIDENCE[group].folder },
});

async function* registerParts(pack: Pack): AsyncGenerator<ZipFile> {
  const { tx, tools, actor, request, population, asked, packing } = pack;
  const scope = requirePacks(actor);
  for (const register of REGISTER_NAMES) {
    const group = `register_${register}` as const;
    if (!asked.has(group)) continue;
    packing.step();
    if (!registerOf(register).scopes.includes(scope)) continue;
    const things = await countRegisterRows(tx, { actor, scope, name: register, population });
    if (things === 0) continue;
    const { institution } = await printedHeading(tools);
    const { sheets } = await registerSheets(tx, {
      ...{ actor, institution, progress: quiet, at: packing.day },
      request: { ...packFilters(request), scope, name: register, format: 'xlsx' },
    });
    const entry = { ...placeOf(group, '', `${slugOf(registerOf(register).title)}.xlsx`), things };
    yield packed(packing, entry, workbook(sheets), { isPacked: true });
  }
}

async function* annualParts(pack: Pack): AsyncGenerator<ZipFile> {
  const { tx, tools, actor, request, population, asked, packing } = pack;
  if (!asked.has('annual_report')) return;
  const { day } = packing;
  const { rows } = await sql<{ year: number }>`
    select distinct left(p.period, 4)::int as year from (${population}) p where p.period is not null
    order by 1`.execute(tx);
  const heading = { ...(await printedHeading(tools)), reader: actor.name, now: day };
  for (const { year } of rows) {
    const { faculty, school } = request;
    const report = await readAnnual(
      tx,
      actor,
      { year, faculty, school, format: 'html', foreword: '' },
      quiet,
    );
    const sheetOf = (name: string) => pageSheet(SCREEN_WIDTH, name);
    const document = annualDocument({ ...report, at: day }, { ...heading, sheetOf });
    const entry = placeOf('annual_report', '', `memoria-${year}.html`);
    yield packed(packing, entry, printedHtml({ ...document, printed: dataOf(day) }));
    packing.step();
  }
}

interface Printable {
  readonly id: string;
  readonly kind: string;
  readonly code: string;
  readonly isReported: boolean;
}

/** The form of a project, and its final report once that was accepted. */
async function* documentsOf(pack: Pack, project: Printable, kinds: KindLookup): AsyncGenerator<ZipFile> {
  const { tx, tools, actor, asked, packing, gone } = pack;
  const { id, kind, code, isReported } = project;
  const heading = { ...(await printedHeading(tools)), now: packing.day };
  if (asked.has('fichas')) {
    const made = await printed(packing, placeOf('fichas', code, `${code}.pdf`), () =>
      layOutProject(tx, actor, { kind, id }, { ...heading, borders: undefined }),
    );
    if (made) yield made;
    packing.step();
  }
  if (isReported && asked.has('final_reports')) {
    const made = await printed(packing, placeOf('final_reports', code, `${code}-informe-final.pdf`), () =>
      layOutReportAt(
        { db: tx, files: tools.files, gone },
        actor,
        { kind, id, kinds, report: FINAL_ADDRESS },
        heading,
      ),
    );
    if (made) yield made;
    packing.step();
  }
}

async function* projectParts(pack: Pack): AsyncGenerator<ZipFile> {
  const { tx, tools, population, asked } = pack;
  if (!asked.has('fichas') && !asked.has('final_reports')) return;
  const { rows } = await sql<Printable>`
    select q.id, q.kind, q.code, exists (select from reports r where r.project_id = q.id
      and ${isAcceptedFinal('r', 'q')}) as "isReported"
    from (${population}) p join projects q on q.id = p.id order by q.code`.execute(tx);
  const kinds = await kindLookup(tools.db);
  for (const project of rows) yield* documentsOf(pack, project, kinds);
}

async function* batches<T>(given: AsyncIterable<T>, most: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const each of given) {
    batch.push(each);
    if (batch.length < most) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const NOWHERE = { key: null, refused: null, isPrepared: false };

async function* fileParts({ tx, population, asked, packing }: Pack): AsyncGenerator<ZipFile> {
  for await (const files of batches(evidenceFiles(tx, population, asked), BATCH)) {
    const handed = await readHanded(
      tx,
      files.flatMap(f => f.versionId ?? []),
    );
    const givenOf = ({ versionId, key }: EvidenceFile) =>
      versionId === null ? { ...NOWHERE, key } : (handed.get(versionId) ?? NOWHERE);
    for (const file of files) {
      const { evidence, owner, name, size, sha256, reserved } = file;
      const { key, refused, isPrepared } = givenOf(file);
      const part = await stored(packing, placeOf(evidence, owner, name), {
        ...{ key, refused, isPrepared, size, sha256, reserved },
      });
      if (part) yield part;
      packing.step();
    }
  }
}

/** Everything, and last of all the index, which tells what became of it. */
async function* packParts(pack: Pack, index: Omit<PackIndex, 'entries'>): AsyncGenerator<ZipFile> {
  yield* annualParts(pack);
  yield* registerParts(pack);
  yield* projectParts(pack);
  yield* fileParts(pack);
  const whole = { ...index, entries: pack.packing.entries };
  yield { name: '00-indice.html', content: [indexPage(whole)] };
  yield { name: '00-indice.xlsx', content: indexWorkbook(whole), store: true };
}

/** Registers are counted one each, everything else by its files. */
const stepsOf = (asked: ReadonlySet<EvidenceName>, found: Found): number =>
  [...asked].reduce((sum, name) => sum + (name.startsWith('register_') ? 1 : (found[name] ?? 0)), 0);

type Opened = Pick<Pack, 'tools' | 'tx' | 'actor' | 'request' | 'gone'>;

/** The pack of an open snapshot. */
async function packOf(
  opened: Opened,
  progress: Progress,
): Promise<{ name: string; parts: AsyncGenerator<ZipFile> }> {
  const { tools, tx, actor, request, gone } = opened;
  const { criteria } = await findCriteria(tx, actor, request.matrix);
  const { name: matrix, origin } = await findMatrix(tx, actor, request.matrix);
  const population = packPopulation(actor, request);
  const asked = new Set(evidenceOf(criteria));
  const { projects, found } = await countFound(tx, population);
  progress.total(stepsOf(asked, found));
  const today = localDay(new Date());
  const drawer = openDrawer({ person: actor.id, gone });
  const packing = startPacking<EvidenceName>({ files: tools.files, drawer, day: startOfDay(today) }, count =>
    progress.done(count),
  );
  const of = await packUnit(tx, actor, request);
  const years = packFilters(request).period;
  const { institution } = await printedHeading(tools);
  const index = { institution, matrix, origin, of, years, day: today, projects, criteria };
  return {
    name: `${slugOf(`acreditacion ${matrix} ${of} ${years}`)}.zip`,
    parts: packParts({ ...opened, population, asked, packing }, index),
  };
}

const makePack = (tools: Tools, actor: Actor, request: PackRequest, progress: Progress): Promise<MadeFile> =>
  fromSnapshot(tools.db, async (tx, gone) => {
    const { name, parts } = await packOf({ tools, tx, actor, request, gone }, progress);
    return { name, contentType: 'application/zip', content: zip(parts) };
  });

/** Of the whole university, or of these schools. */
async function rightsOf(_db: Database, actor: Actor): Promise<string> {
  const scope = requirePacks(actor);
  return scope === 'units' ? `${scope} ${headedSchools(actor).toSorted().join(' ')}` : scope;
}

export const packMaker: Maker<Tools, PackRequest> = { rightsOf, make: makePack };
