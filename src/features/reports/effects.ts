import { finalDecisionRefusal } from '../../domain/access/reports.ts';
import { refusedPhoto } from '../../domain/reports/gaps.ts';
import { finalState, isSubmittedReport } from '../../domain/reports/report-states.ts';
import type { TransitionAction } from '../../domain/workflow/transitions.ts';
import type { Command } from '../../server/commands/command.ts';
import type { StoredProject } from '../project-record/subject/queries.ts';
import type { Effects } from '../workflow/effects.ts';
import { extendReturned } from './decisions/commands.ts';
import { keepDecision, keepFinal } from './final/commands.ts';
import { lockReport } from './queries.ts';
import { dueReports } from './waiting/queries.ts';

/** Steps that decide a final report, whichever way. */
const DECIDES: readonly TransitionAction[] = ['accept_final_report', 'return_final_report', 'override'];

/** Whoever wrote a part of it decides nothing of it, unless nobody else could. */
async function refuseMakers({ tx, actor }: Command, project: StoredProject): Promise<string | null> {
  const found = await lockReport(tx, project, null);
  if (!found) return null;
  const deciderIds = [...project.holderIds, ...found.freeIds];
  return finalDecisionRefusal(actor, { makerIds: found.makerIds, deciderIds });
}

/** What it shows is what whoever decides it may see. */
async function refusePhotos({ tx }: Command, project: StoredProject): Promise<string | null> {
  const [name] = (await lockReport(tx, project, null))?.refusedPhotos ?? [];
  return name === undefined ? null : refusedPhoto(name);
}

export const reportEffects: Effects = {
  waiting: dueReports,
  refuse: async (run, { project, action }) => {
    if (action === 'submit_final_report') return refusePhotos(run, project);
    return DECIDES.includes(action) && isSubmittedReport({ state: finalState(project) })
      ? refuseMakers(run, project)
      : null;
  },
  after: async (run, { project, action }) => {
    if (action === 'submit_final_report') await keepFinal(run, project);
    if (action === 'accept_final_report' || action === 'return_final_report')
      await keepDecision(run, project);
  },
  // A project that is due with a report that came back gives it the same time; who holds it is told as of any step.
  extend: async (run, project, due) => {
    await extendReturned(run, project, due);
    return false;
  },
};
