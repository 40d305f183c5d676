import type { Transaction } from '../../../db/pool.ts';
import { mayReadReports, reportHolders } from '../../../domain/access/reports.ts';
import { notFound } from '../../../domain/kit/problem.ts';
import { plannedReports } from '../../../domain/reports/planned.ts';
import type { Holders } from '../../../domain/workflow/holders.ts';
import type { Command } from '../../../server/commands/command.ts';
import { type HeldProject, holdProject, type KnownProject } from '../../project-record/held/queries.ts';
import { headsOf } from '../../workflow/transitions/queries.ts';
import { type LockedReport, lockReport, requireNumber } from '../queries.ts';

export interface HeldReport {
  readonly held: HeldProject;
  /** 1, 2, … of a progress report; null of the final one. */
  readonly number: number | null;
  /** Undefined while nothing of it is written. */
  readonly found: LockedReport | undefined;
}

/** A report that a project is asked for, with its project, both standing still until the end; 404 without. */
export async function holdReport(
  run: Command,
  { report, ...address }: KnownProject & { readonly report: string },
): Promise<HeldReport> {
  const number = requireNumber(report);
  const held = await holdProject(run, address);
  const { project, kind, subject } = held;
  const isAsked = number === null || plannedReports({ ...project, kind }).some(r => r.number === number);
  if (!mayReadReports(run.actor, subject) || !isAsked) throw notFound();
  return { held, number, found: await lockReport(run.tx, project, number) };
}

/** Who decides a report of a project while the Director reviews it. */
export const readDirectors = async (
  tx: Transaction,
  { project, subject }: Pick<HeldProject, 'project' | 'subject'>,
  makerIds: readonly string[],
): Promise<Holders> => reportHolders(await headsOf(tx, project.schoolId), subject, makerIds);
