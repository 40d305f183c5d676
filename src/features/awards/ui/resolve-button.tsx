import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../domain/text/format.ts';
import { useWrite } from '../../../web/query.ts';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { getRanking, type Ranked, resolveCall } from '../contract.ts';
import { type Choices, choiceOf } from './ranking-page.tsx';

interface Props {
  call: string;
  rows: readonly Ranked[];
  choices: Choices;
  onDone: () => void;
}

/** One act for everything that waits; what the rules refuse is said beside the question. */
export function ResolveButton({ call, rows, choices, onDone }: Props) {
  const [open, setOpen] = useState(false);
  const resolve = useWrite(resolveCall, [getRanking]);
  const decisions = rows.map(row => {
    const { result, reason, amount } = choiceOf(choices, row);
    const less = result === 'award' && amount !== null && amount !== row.amount && { amount };
    return { id: row.id, version: row.version, result, reason, ...less };
  });
  const run = async () => {
    const done = await resolve.mutateAsync({ params: { call }, body: { decisions } });
    setOpen(false);
    onDone();
    const proposals = formatCount(decisions.length, 'propuesta', 'propuestas');
    toasts.success(
      asHtml(`Resolviste ${proposals}: ${formatCount(done.awarded, 'adjudicada', 'adjudicadas')}.`),
    );
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Resolver la convocatoria</Button>
      <ConfirmDialog
        open={open}
        title="Resolver la convocatoria"
        confirm={`Resolver ${formatCount(decisions.length, 'propuesta', 'propuestas')}`}
        onConfirm={run}
        onCancel={() => setOpen(false)}
      >
        Se resuelven todas en un solo acto, queda el acta, y cada responsable recibe su resultado con los
        comentarios. No se puede deshacer.
      </ConfirmDialog>
    </>
  );
}
