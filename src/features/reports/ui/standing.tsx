import { IconArrowBackUp, IconCheck, IconHourglass, IconPencil, type TablerIcon } from '@tabler/icons-react';
import { isFinal, isRunning } from '../../../domain/kinds/statuses.ts';
import { endOfDay } from '../../../domain/kit/calendar.ts';
import {
  isAcceptedReport,
  isOpenReport,
  isReturnedReport,
  isSubmittedReport,
  REPORT_LABELS,
  type ReportState,
  wasSent,
} from '../../../domain/reports/report-states.ts';
import { formatList } from '../../../domain/text/format.ts';
import { formatDay } from '../../../web/dates.ts';
import { Pill, type Tone } from '../../../web/ui/status/pill.tsx';
import { Due } from '../../../web/ui/status/whose-turn.tsx';
import type { ProjectDetail } from '../../project-record/detail/contract.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import type { Report, ReportRow } from '../contract.ts';
import { useIsOwn } from './use-reports.tsx';

const LOOKS: Readonly<Record<ReportState, { icon: TablerIcon; tone: Tone }>> = {
  draft: { icon: IconPencil, tone: 'quiet' },
  submitted: { icon: IconHourglass, tone: 'review' },
  returned: { icon: IconArrowBackUp, tone: 'attention' },
  accepted: { icon: IconCheck, tone: 'good' },
};

type Standing = Omit<ReportRow, 'releases' | 'written' | 'asked'>;

/** Until when it is sent, corrected or decided; null where nothing is awaited. */
function dueOf({ state, dueOn, due }: Standing): string | null {
  if (!wasSent({ state })) return dueOn === null ? null : endOfDay(dueOn).toISOString();
  return isAcceptedReport({ state }) ? null : due;
}

/** Where a report stands, and until when. */
export function StandingLine({ report }: { report: Standing }) {
  const { project } = useProject();
  const due = dueOf(report);
  // Nothing is late of what stands still or has ended.
  const runs = isRunning(project.status) || isSubmittedReport(report);
  return (
    <>
      <Pill {...LOOKS[report.state]}>{REPORT_LABELS[report.state]}</Pill>
      {due &&
        (runs ? (
          <Due due={due} overdue={new Date(due) < new Date(project.now)} />
        ) : (
          !isFinal(project.status) && <span>{`Para el ${formatDay(due)}`}</span>
        ))}
    </>
  );
}

/** Who has it now, in words; empty where nobody has. */
export function useHolder(report: Standing, deciders?: Report['deciders']): string {
  const { project } = useProject();
  const isOwn = useIsOwn();
  if (isAcceptedReport(report)) return '';
  if (isFinal(project.status)) return 'No se envió';
  if (isOpenReport(report)) {
    const corrects = isReturnedReport(report);
    if (isOwn) return corrects ? 'Lo corriges tú' : 'Lo escribes tú';
    return `${corrects ? 'Lo corrige' : 'Lo escribe'} ${project.lead.name}`;
  }
  const people = decidersOf(project, report, deciders);
  if (people) return people.length === 0 ? 'Lo revisa la oficina' : `Lo revisa ${formatList(people)}`;
  return report.subStep === 'office' ? 'Lo revisa la oficina' : 'Lo revisa Dirección';
}

/** Names of those who decide it; of the final report whoever holds the project does. */
function decidersOf({ turn }: ProjectDetail, { number }: Standing, deciders: Report['deciders'] | undefined) {
  const people = number === null ? turn.people : deciders;
  return people?.map(p => p.name);
}

/** When and by whom it was sent and decided. */
export function courseOf(report: Standing): string[] {
  const { submittedAt, submittedBy, decidedAt, decidedBy } = report;
  const by = (person: Standing['decidedBy']) => (person ? ` por ${person.name}` : '');
  const outcome = isAcceptedReport(report) ? 'aceptado' : isReturnedReport(report) ? 'devuelto' : null;
  return [
    ...(submittedAt ? [`Enviado el ${formatDay(submittedAt)}${by(submittedBy)}`] : []),
    ...(outcome && decidedAt ? [`${outcome} el ${formatDay(decidedAt)}${by(decidedBy)}`] : []),
  ];
}
