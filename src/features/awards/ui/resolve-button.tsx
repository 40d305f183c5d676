import { Button } from '@mantine/core';
import { useState } from 'react';
import { session as sessionRules } from '../../../domain/calls/committee.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { formatCount } from '../../../domain/text/format.ts';
import { useKitForm } from '../../../web/form/form.tsx';
import { ProblemError } from '../../../web/problem-error.ts';
import { outdate, queryClient, useWrite } from '../../../web/query.ts';
import { ConfirmDialog } from '../../../web/ui/dialogs/confirm-dialog.tsx';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { getCall } from '../../calls/contract.ts';
import { getProgress } from '../../calls/progress/contract.ts';
import { getRanking, type Ranked, resolveCall } from '../contract.ts';
import { type Choices, decisionOf } from './choices.tsx';
import { fieldOf, Sitting, type SittingValues, sittingRefusal } from './sitting.tsx';
import { WhatHappens } from './what-happens.tsx';

interface Props {
  call: string;
  ranking: OutputOf<typeof getRanking>;
  /** Proposals that wait. */
  rows: readonly Ranked[];
  choices: Choices;
  onDone: () => void;
}

const emptySitting = (): SittingValues => ({ day: localDay(new Date()), place: '', present: [], notes: '' });

/** One act for everything that waits; what the rules refuse is said beside the question, and nothing typed is lost. */
export function ResolveButton({ call, ranking, rows, choices, onDone }: Props) {
  const [open, setOpen] = useState(false);
  // Kept here: what was written about the session outlives a dialog that is closed to look something up.
  const form = useKitForm<SittingValues>(sessionRules, emptySitting());
  const resolve = useWrite(resolveCall, [getRanking, getCall, getProgress]);
  const { committee } = ranking;
  const sits = committee.members.length > 0;
  const decisions = rows.map(row => decisionOf(choices, row));
  const proposals = formatCount(decisions.length, 'propuesta', 'propuestas');
  const run = async () => {
    const { day, ...rest } = form.values;
    const session = sits && { session: { ...rest, day: day ?? '' } };
    try {
      const done = await resolve.mutateAsync({ params: { call }, body: { decisions, ...session } });
      setOpen(false);
      form.reset();
      onDone();
      const awarded = formatCount(done.awarded, 'adjudicada', 'adjudicadas');
      toasts.success(asHtml(`Resolviste ${proposals}: ${awarded}.`));
    } catch (error) {
      // Somebody else has acted: their ranking comes, with what was adjusted here still chosen.
      if (error instanceof ProblemError && error.code === 'conflict') {
        setOpen(false);
        toasts.warning(asHtml(error.message));
        return outdate(queryClient, getRanking);
      }
      if (error instanceof ProblemError)
        form.setErrors(Object.fromEntries(error.errors.map(e => [fieldOf(e.path, rest.present), e.message])));
      throw error;
    }
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Resolver la convocatoria</Button>
      <ConfirmDialog
        open={open}
        title="Resolver la convocatoria"
        confirm={`Resolver ${proposals}`}
        reason={sits ? sittingRefusal(committee, form.values) : null}
        size={sits ? 'lg' : 'sm'}
        persistent={sits}
        onConfirm={run}
        onCancel={() => setOpen(false)}
      >
        <WhatHappens state={ranking.state} />
        {sits && <Sitting committee={committee} form={form} />}
      </ConfirmDialog>
    </>
  );
}
