import type { PeopleCounts } from '../execution/people.ts';
import type { WrittenReport } from './gaps.ts';
import type { KeptReport } from './planned.ts';

/** A report of which something is written, as the rules of its project need it. */
export interface BegunReport extends KeptReport, Pick<WrittenReport, 'written'> {
  /** Of the final one: people by group where it corrects them, and why. */
  readonly people: PeopleCounts;
  readonly peopleReason: string;
}

interface Begun {
  readonly reports: readonly BegunReport[];
}

/** The final report among those of a project; undefined while nothing of it is written. */
export const finalReportOf = ({ reports }: Begun): BegunReport | undefined =>
  reports.find(r => r.number === null);

/** What its completeness depends on. */
export function writtenFinal(reports: readonly BegunReport[]): WrittenReport | null {
  const final = finalReportOf({ reports });
  return final
    ? { written: final.written, countsPeople: Object.values(final.people).some(n => n > 0) }
    : null;
}
