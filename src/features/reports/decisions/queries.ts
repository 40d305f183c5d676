import type { Transaction } from '../../../db/pool.ts';
import { reportHolders } from '../../../domain/access/reports.ts';
import type { Holders } from '../../../domain/workflow/holders.ts';
import type { HeldProject } from '../../project-record/held/queries.ts';
import { headsOf } from '../../workflow/transitions/queries.ts';

/** Who decides a report of a project while the Director reviews it. */
export const readDirectors = async (
  tx: Transaction,
  { project, subject }: Pick<HeldProject, 'project' | 'subject'>,
  makerIds: readonly string[],
): Promise<Holders> => reportHolders(await headsOf(tx, project.schoolId), subject, makerIds);
