import { Alert } from '@mantine/core';
import { Suspense, useState } from 'react';
import { reportName } from '../../../../domain/reports/names.ts';
import { formatCount } from '../../../../domain/text/format.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { ActionButton } from '../../../../web/ui/action-button.tsx';
import type { Report } from '../../contract.ts';
import classes from './decision.module.css';
import { useReview } from './use-review.tsx';

const DecisionDialog = lazyPart(() => import('./decision-dialog.tsx'), 'DecisionDialog');

interface Props {
  report: Report;
  /** How its address names it. */
  address: string;
}

/**
 * What a progress report asks of whoever decides it; nothing for everybody else. It stays mounted when the report
 * changes, as it tells that somebody else decided meanwhile.
 */
export function ReportDecision({ report, address }: Props) {
  const [conflict, setConflict] = useState<string | null>(null);
  return (
    <>
      {conflict && (
        <Alert color="orange" role="alert" withCloseButton onClose={() => setConflict(null)}>
          {conflict}
        </Alert>
      )}
      {report.decide && <Waiting report={report} address={address} onConflict={setConflict} />}
    </>
  );
}

function Waiting({ report, address, onConflict }: Props & { onConflict: (words: string) => void }) {
  const review = useReview(report, address);
  const [deciding, setDeciding] = useState<'accept' | 'return' | null>(null);
  const reason = report.decide?.allowed ? null : report.decide?.reason;
  const count = review.begun.length;
  return (
    <section className={`${classes.waiting} no-print`} aria-label="Decisión">
      <div className={classes.words}>
        <p>
          {reason ?? `${reportName(report.number)} espera tu decisión.`}
          {isAgain(report) && ' Vuelve con respuestas a lo que se observó.'}
        </p>
        {count > 0 && (
          <p role="status">
            {formatCount(count, 'observación escrita', 'observaciones escritas')} sin enviar.
            {review.isOlder && ' El informe cambió desde entonces: revisa que todavía corresponda.'}
          </p>
        )}
      </div>
      <div className={classes.buttons}>
        <ActionButton variant="default" reason={reason} onClick={() => setDeciding('return')}>
          Devolver con observaciones
        </ActionButton>
        <ActionButton reason={reason} onClick={() => setDeciding('accept')}>
          Aceptar informe
        </ActionButton>
      </div>
      <Suspense>
        {deciding && (
          <DecisionDialog
            {...{ report, address, review, onConflict }}
            accept={deciding === 'accept'}
            onClose={() => setDeciding(null)}
          />
        )}
      </Suspense>
    </section>
  );
}

const isAgain = ({ observations }: Report) => observations.some(o => o.answer !== '');
