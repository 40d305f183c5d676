import { Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { callTitle } from '../../../../domain/catalogues/call-title.ts';
import { useRead, useWrite } from '../../../../web/query.ts';
import cards from '../../../../web/table/cards.module.css';
import plain from '../../../../web/table/plain-table.module.css';
import { ActionButton } from '../../../../web/ui/action-button.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { asHtml, toasts } from '../../../../web/ui/toasts/toasts.ts';
import { listCertificates } from '../../contract.ts';
import { issueForReviewers, listReviewedWork, type ReviewedWork } from '../../issuing/contract.ts';
import { certificatesWords, issuedWords, shareWords } from '../looks.tsx';
import { leftOf, NotifySwitch, nothingLeft } from './issued.tsx';
import classes from './issuing.module.css';

const keyOfWork = ({ callId, kind, year }: ReviewedWork) => callId ?? `${kind}/${year}`;

/** Works whose reviews are over, of which reviewers who have none are issued their certificate. */
export function ReviewedWorks() {
  const { data, error, refetch } = useRead(listReviewedWork);
  const [asked, setAsked] = useState<ReviewedWork | null>(null);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={240} aria-busy />;
  if (data.length === 0)
    return (
      <EmptyState
        title="Todavía no hay evaluaciones terminadas"
        text="Aquí aparecen las convocatorias con resultado definitivo, y cada año que termina con evaluaciones fuera de convocatoria."
      />
    );
  return (
    <>
      <div className={cards.cards}>
        <table className={`${plain.table} ${classes.works}`} aria-label="Evaluaciones terminadas">
          <thead>
            <tr>
              <th scope="col">Convocatoria o tipo</th>
              <th scope="col">Año</th>
              <th scope="col" data-number>
                Con certificado
              </th>
              <th scope="col">
                <span className="visually-hidden">Acciones</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map(work => (
              <WorkRow key={keyOfWork(work)} work={work} onIssue={() => setAsked(work)} />
            ))}
          </tbody>
        </table>
      </div>
      {asked && <Confirmation work={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function WorkRow({ work, onIssue }: { work: ReviewedWork; onIssue: () => void }) {
  const { name, year, callId } = work;
  return (
    <tr>
      <th scope="row" data-first>
        <div>
          {name}
          {callId === null && <small>Fuera de convocatoria</small>}
        </div>
      </th>
      <td data-label="Año" className="figures">
        {year}
      </td>
      <td data-label="Con certificado" data-number className="figures">
        {shareWords(work)}
      </td>
      <td data-number>
        <ActionButton
          size="compact-sm"
          variant="default"
          aria-label={`Emitir los de ${callTitle(work)}`}
          reason={nothingLeft(work)}
          onClick={onIssue}
        >
          Emitir…
        </ActionButton>
      </td>
    </tr>
  );
}

function Confirmation({ work, onClose }: { work: ReviewedWork; onClose: () => void }) {
  const [notify, setNotify] = useState(false);
  const issue = useWrite(issueForReviewers, [listReviewedWork, listCertificates]);
  const { callId, kind, year } = work;
  const left = leftOf(work);
  return (
    <ConfirmDialog
      open
      title={`Emitir certificados de ${callTitle(work)}`}
      confirm={`Emitir ${certificatesWords(left)}`}
      onCancel={onClose}
      onConfirm={async () => {
        const { issued } = await issue.mutateAsync({ body: { callId, kind, year, notify } });
        toasts.success(asHtml(`${issuedWords(issued)}.`));
        onClose();
      }}
    >
      <Stack gap="md">
        <p>
          {left === 1 ? 'Falta el de 1 persona' : `Faltan los de ${left} personas`} que evaluaron. Un
          certificado dice cuántas propuestas evaluó, nunca cuáles. No se borra: si hay un error, se anula con
          un motivo.
        </p>
        <NotifySwitch value={notify} onChange={setNotify} />
      </Stack>
    </ConfirmDialog>
  );
}
