import type { Database, Transaction } from '../../../db/pool.ts';
import {
  ANNUAL_TOPICS,
  type AnnualReport,
  annualDocument,
  annualFigures,
} from '../../../domain/annual-reports/annual-report.ts';
import type { MadeFile, Maker, Progress } from '../../../domain/downloads/maker.ts';
import { SCOPES, type Scope } from '../../../domain/figures/scopes.ts';
import { type Actor, headedSchools } from '../../../domain/kit/actor.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { slugOf } from '../../../domain/text/file-names.ts';
import { pageSheet } from '../../../server/html/ink.ts';
import { printedHtml } from '../../../server/html/printed.ts';
import { printedHeading } from '../../../server/institution.ts';
import { pdfPieces } from '../../../server/pdf/pdf.ts';
import type { getDashboard } from '../../dashboards/contract.ts';
import { readComunas } from '../../dashboards/document/queries.ts';
import { readNames } from '../../dashboards/filters/queries.ts';
import { populationOf } from '../../dashboards/population/queries.ts';
import { readDashboard } from '../../dashboards/queries.ts';
import type { Tools } from '../../downloads/making/commands.ts';
import type { AnnualRequest } from '../contract.ts';
import { readAnnualProjects } from '../projects/queries.ts';
import { annualFilters, requireAnnual } from '../queries.ts';

/** Pixels: as wide as its column. */
const SCREEN_WIDTH = 900;

/** Of whom it tells, in words. */
async function nameOf(
  db: Database | Transaction,
  actor: Actor,
  scope: Scope,
  { faculty, school }: AnnualRequest,
) {
  const names = await readNames(db, actor, { faculty, school });
  if (school) return names('school', school);
  return faculty ? names('faculty', faculty) : SCOPES[scope];
}

export async function annualTitle(
  db: Database | Transaction,
  actor: Actor,
  request: AnnualRequest,
): Promise<string> {
  return `Memoria ${request.year} · ${await nameOf(db, actor, requireAnnual(actor), request)}`;
}

type Dashboard = OutputOf<typeof getDashboard>;

/** All of it from one snapshot. */
export async function readAnnual(
  tx: Transaction,
  actor: Actor,
  request: AnnualRequest,
  progress: Progress,
): Promise<AnnualReport> {
  const scope = requireAnnual(actor);
  progress.total(ANNUAL_TOPICS.length + 2);
  const topics: Dashboard[] = [];
  for (const topic of ANNUAL_TOPICS) {
    topics.push(await readDashboard(tx, actor, { topic }, { ...annualFilters(request, topic), scope }));
    progress.done(topics.length);
  }
  const projects = await readAnnualProjects(tx, populationOf(actor, scope, annualFilters(request)));
  progress.done(topics.length + 1);
  return {
    year: request.year,
    of: await nameOf(tx, actor, scope, request),
    foreword: request.foreword,
    at: new Date(topics[0]?.at ?? Date.now()),
    figures: annualFigures(topics),
    comunas: await readComunas(tx),
    projects,
  };
}

async function* bytesOf(parts: Iterable<string>): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

async function makeAnnual(
  { db, env }: Tools,
  actor: Actor,
  request: AnnualRequest,
  progress: Progress,
): Promise<MadeFile> {
  const report = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(tx => readAnnual(tx, actor, request, progress));
  const heading = {
    ...(await printedHeading({ db, env })),
    reader: actor.name,
    now: new Date(),
  };
  const isHtml = request.format === 'html';
  const name = slugOf(`memoria ${request.year} ${report.of} ${localDay(report.at)}`);
  return {
    name: `${name}.${request.format}`,
    contentType: isHtml ? 'text/html; charset=utf-8' : 'application/pdf',
    content: isHtml
      ? bytesOf(
          printedHtml(annualDocument(report, { ...heading, sheetOf: each => pageSheet(SCREEN_WIDTH, each) })),
        )
      : pdfPieces({ person: actor.id, gone: new AbortController().signal }, annualDocument(report, heading)),
  };
}

/** Of the whole university, or of these schools. */
async function rightsOf(_db: Database, actor: Actor): Promise<string> {
  const scope = requireAnnual(actor);
  return scope === 'units' ? `${scope} ${headedSchools(actor).toSorted().join(' ')}` : scope;
}

export const annualMaker: Maker<Tools, AnnualRequest> = { rightsOf, make: makeAnnual };
