import { Alert, Skeleton } from '@mantine/core';
import { useMemo, useState } from 'react';
import { isReady } from '../../../../domain/files/file-states.ts';
import { awaitsOffice, isReturnedStatement } from '../../../../domain/spending/expense-states.ts';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { FileViewer } from '../../../attachments/ui/preview/file-viewer.tsx';
import type { ProjectExpenses } from '../../../expenses/contract.ts';
import { useExpenses } from '../../../expenses/ui/use-expenses.tsx';
import type { Statement } from '../../contract.ts';
import { rowsOf } from '../statement-rows.tsx';
import { Answering } from './answering.tsx';
import { Reading } from './reading.tsx';
import { Review } from './review.tsx';

/** The lines of a statement with what the reader may do about them. */
export function StatementDetail({ statement }: { statement: Statement }) {
  const { data, error, refetch } = useExpenses();
  if (data) return <Lines statement={statement} data={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} headingLevel={3} />;
  return <Skeleton h={160} mt="sm" aria-busy />;
}

function Lines({ statement, data }: { statement: Statement; data: ProjectExpenses }) {
  // Stays when what is shown below changes with it.
  const [conflict, setConflict] = useState<string | null>(null);
  const rows = useMemo(() => rowsOf(data, statement.id), [data, statement.id]);
  const files = useMemo(() => rows.flatMap(r => r.expense.papers.filter(isReady)), [rows]);
  const shared = { statement, data, rows, onConflict: setConflict };
  return (
    <FileViewer files={files}>
      {conflict && (
        <Alert color="orange" role="alert" mt="sm" withCloseButton onClose={() => setConflict(null)}>
          {conflict}
        </Alert>
      )}
      {awaitsOffice(statement) && statement.decide?.allowed ? (
        <Review key={statement.version} {...shared} />
      ) : isReturnedStatement(statement) && statement.answer?.allowed ? (
        <Answering key={statement.version} {...shared} />
      ) : (
        <Reading {...shared} />
      )}
    </FileViewer>
  );
}
