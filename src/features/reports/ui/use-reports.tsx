import { useQueryClient } from '@tanstack/react-query';
import { reportAddress } from '../../../domain/reports/names.ts';
import type { DraftKey } from '../../../web/drafts.ts';
import { outdate, useRead } from '../../../web/query.ts';
import { useSessionUser } from '../../../web/storage.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { getReport, getReports } from '../contract.ts';

/** Before the links of small pictures end, after ten minutes. */
const LINKS_MS = 9 * 60_000;

export function useReports() {
  const { project } = useProject();
  return useRead(getReports, { params: { kind: project.kind, id: project.id } });
}

/** Where one report of the project on screen is asked for. */
export function useReportParams(number: number | null) {
  const { project } = useProject();
  return { kind: project.kind, id: project.id, report: reportAddress(number) };
}

export function useReport(number: number | null) {
  const params = useReportParams(number);
  return useRead(getReport, { params }, { refetchInterval: LINKS_MS });
}

/** Reads again whatever shows the reports, whom they wait for and what they release, and the project. */
export function useReportsOutdated(): () => void {
  const client = useQueryClient();
  const { cache } = useProject();
  return () => {
    for (const what of [getReports, getReport, 'projects', 'spending'] as const) void outdate(client, what);
    void cache.refresh();
  };
}

/** The reader answers for the project; the office writes its reports for them. */
export function useIsOwn(): boolean {
  const { project } = useProject();
  const reader = useSessionUser();
  return reader?.id === project.lead.id || reader?.id === project.alternate?.id;
}

/** Where what is typed into a report is kept. */
export const reportKey = (project: string, number: number | null): DraftKey => [
  ...['project', project, 'report', reportAddress(number)],
];
