import { IconReportAnalytics } from '@tabler/icons-react';
import { REPORTS_TAB, reportName } from '../../../../domain/reports/names.ts';
import { formatList } from '../../../../domain/text/format.ts';
import { TextLink } from '../../../../web/ui/link.tsx';
import { reportPlace, usePlace } from '../../../project-record/ui/project-search.tsx';
import type { PartProps } from '../../../project-record/ui/project-slots.tsx';
import classes from './notice.module.css';

type Waiting = PartProps['project']['waitingReports'];

const namesOf = (reports: Waiting) => formatList(reports.map(r => reportName(r.number).toLowerCase()));

function wordsFor(reports: Waiting): string {
  const [mended, decided] = [reports.filter(r => r.isReturned), reports.filter(r => !r.isReturned)];
  return [
    decided.length > 0 && `Te toca decidir: ${namesOf(decided)}.`,
    mended.length > 0 && `Te toca responder lo observado: ${namesOf(mended)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Tells, wherever on the project's page they are, whom a progress report waits for. */
export function WaitingNotice({ project }: PartProps) {
  const { place, hrefOf } = usePlace(project);
  const { waitingReports } = project;
  const [first] = waitingReports;
  if (!first || place.tab === REPORTS_TAB) return null;
  return (
    <p className={`${classes.notice} no-print`} role="status">
      <IconReportAnalytics size={18} aria-hidden />
      <span>
        {wordsFor(waitingReports)}{' '}
        <TextLink href={hrefOf(reportPlace(first.number))}>
          {first.isReturned ? 'Ver y responder' : 'Ver y decidir'}
        </TextLink>
      </span>
    </p>
  );
}
