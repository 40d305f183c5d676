import { useState } from 'react';
import { reportName } from '../../../../domain/reports/names.ts';
import { request } from '../../../../web/api.ts';
import { forgetDrafts } from '../../../../web/drafts.ts';
import { ProblemError, refusalInWords } from '../../../../web/problem-error.ts';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { type Report, submitReport } from '../../contract.ts';
import { reportKey, useReport, useReportParams, useReportsOutdated } from '../use-reports.tsx';
import type { ReportForm } from './use-report-form.tsx';

/** Who looks at it next: whoever gave it back, else the school. */
export const reviewerOf = ({ subStep }: Report): string =>
  subStep === 'office' ? 'la oficina' : 'Dirección';

/** Sends a progress report, once all that is written has arrived. */
export function useSend(report: Report, { saver, version, takeStored }: ReportForm) {
  const { project } = useProject();
  const params = useReportParams(report.number);
  const refresh = useReportsOutdated();
  const { refetch } = useReport(report.number);
  const [isAsking, setAsking] = useState(false);
  const send = async () => {
    if (!(await saver.flush()))
      throw refusalInWords('Lo último que escribiste todavía no se guarda. Revísalo y envía otra vez.');
    try {
      await request(submitReport, { params, body: { version: version() } });
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'conflict') throw error;
      // Nothing of one's own waits: what somebody else saved is what would be sent, and is to be looked at first.
      const { data } = await refetch();
      if (data) takeStored(data);
      throw refusalInWords(`${error.message} Ya está en pantalla: revísalo y envía otra vez.`);
    }
    void forgetDrafts(reportKey(project.id, report.number));
    toasts.success(`${reportName(report.number)} enviado a ${reviewerOf(report)}.`);
    setAsking(false);
    refresh();
  };
  return { isAsking, ask: () => setAsking(true), cancel: () => setAsking(false), send };
}
