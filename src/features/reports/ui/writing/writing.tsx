import { Suspense, useMemo, useRef } from 'react';
import { formatInstant } from '../../../../web/dates.ts';
import { Fields } from '../../../../web/form/form.tsx';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { SaveSlot } from '../../../ficha/ui/editor/save-slot.tsx';
import { jumpTo, useJump } from '../../../ficha/ui/use-jump.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { usePlace } from '../../../project-record/ui/project-search.tsx';
import type { Report, ReportFields } from '../../contract.ts';
import { Recorded } from '../facts/recorded.tsx';
import { FinalRemarks } from '../final-remarks.tsx';
import classes from '../reports.module.css';
import { reportKey } from '../use-reports.tsx';
import { Waiting } from '../waiting.tsx';
import { Observed } from './observed.tsx';
import { PeoplePart } from './people-part.tsx';
import { PhotosPart } from './photos-part.tsx';
import { Missing, SendBox } from './send-box.tsx';
import { TextsPart } from './texts-part.tsx';
import { type ReportForm, useReportForm } from './use-report-form.tsx';

const ReportConflict = lazyPart(() => import('./report-conflict.tsx'), 'ReportConflict');

/** A report as it is written: what was recorded on one side, what its author adds on the other. */
export function Writing({ report }: { report: Report }) {
  const writing = useReportForm(report);
  const { saver, restoredAt } = writing;
  const { state } = saver;
  return (
    <>
      <SaveSlot state={state} savedAt={null} />
      {restoredAt && (
        <p className={classes.restored} role="status">
          Recuperamos lo que estabas escribiendo el {formatInstant(restoredAt)}.
        </p>
      )}
      {state.kind === 'conflict' ? (
        <Suspense fallback={<Waiting />}>
          <ReportConflict
            number={report.number}
            writing={writing}
            told={state.stored}
            base={state.from as ReportFields}
          />
        </Suspense>
      ) : (
        <Form report={report} writing={writing} />
      )}
    </>
  );
}

function Form({ report, writing }: { report: Report; writing: ReportForm }) {
  const { project } = useProject();
  const { place } = usePlace(project);
  const body = useRef<HTMLDivElement>(null);
  const ways = useRef<HTMLDivElement>(null);
  useJump(body, place.field);
  const { number, facts, recorded } = report;
  const isFinal = number === null;
  // What is being corrected stands beside it.
  const shown = useMemo(() => (isFinal ? { ...facts, people: recorded } : facts), [isFinal, facts, recorded]);
  return (
    <Fields form={writing.form} draftKey={reportKey(project.id, number)}>
      <div ref={body} className={classes.columns}>
        <div className={classes.column}>
          <h4 className={classes.columnTitle}>Lo que completas</h4>
          <div ref={ways} tabIndex={-1}>
            <Missing gaps={writing.gaps} onJump={path => jumpTo(body, path)} />
          </div>
          {isFinal && <FinalRemarks />}
          <TextsPart report={report} />
          {isFinal && <PeoplePart recorded={recorded} asked={place.field === 'people'} />}
          <PhotosPart report={report} />
          <SendBox report={report} writing={writing} onRefused={() => ways.current?.focus()} />
        </div>
        <div className={`${classes.column} ${classes.recorded}`}>
          <h4 className={classes.columnTitle}>Lo registrado</h4>
          <Observed report={report} isHere={part => part === 'recorded'} />
          <Recorded facts={shown} />
        </div>
      </div>
    </Fields>
  );
}
