import { Alert, Button, Group, Radio, Stack, Text, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import {
  RECOMMENDATION_LABELS,
  RECOMMENDATIONS,
  type ReviewDraft,
  reviewGaps,
  scoreOf,
} from '../../../domain/calls/scoring.ts';
import { formatNumber } from '../../../domain/text/format.ts';
import { SaveStatus } from '../../../web/form/autosave/save-status.tsx';
import { keyOf, queryClient, useWrite } from '../../../web/query.ts';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { ConfirmDialog } from '../../../web/ui/dialogs/confirm-dialog.tsx';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { confirmReview, type DeskReview, getReview, listReviews } from '../contract.ts';
import { ConsensusPanel } from './consensus-panel.tsx';
import classes from './desk.module.css';
import { useReview } from './use-review.tsx';

type Criterion = DeskReview['criteria'][number];

/** The rubric at the side of the proposal; saved by itself, confirmed once. */
export function RubricForm({ review }: { review: DeskReview }) {
  const { draft, setDraft, change, mark, saver } = useReview(review);
  const { mayEdit } = review;
  const errors = reviewGaps(review.criteria, draft);
  const [tried, setTried] = useState(false);
  const errorOf = (path: string) => (tried ? errors.find(e => e.path === path)?.message : undefined);
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h3">
          Pauta
        </Title>
        <Text fw={600} className="figures" aria-live="polite">
          {formatNumber(scoreOf(review.criteria, draft.marks), 2)} de 100
        </Text>
      </Group>
      {review.returned && review.returnedReason && (
        <Alert color="orange" title="La oficina te la devolvió">
          {review.returnedReason}
        </Alert>
      )}
      {review.consensus && <ConsensusPanel review={{ ...review, ...draft }} consensus={review.consensus} />}
      {saver.state.kind === 'conflict' && (
        <Stale stored={saver.state.stored} mine={draft} saver={saver} show={setDraft} />
      )}
      <div>
        {review.criteria.map(criterion => (
          <CriterionField
            key={criterion.id}
            criterion={criterion}
            value={draft.marks[criterion.id]}
            disabled={!mayEdit}
            errorOf={errorOf}
            onChange={more => mark(criterion.id, more)}
          />
        ))}
      </div>
      <Closing draft={draft} change={change} disabled={!mayEdit} errorOf={errorOf} />
      {mayEdit && (
        <Group justify="space-between" className={classes.closing ?? ''}>
          <SaveStatus state={saver.state} savedAt={review.savedAt} />
          <Confirm
            review={review}
            flush={saver.flush}
            gaps={errors.length}
            onRefused={() => setTried(true)}
          />
        </Group>
      )}
    </Stack>
  );
}

interface CriterionFieldProps {
  criterion: Criterion;
  value: ReviewDraft['marks'][string] | undefined;
  disabled: boolean;
  errorOf: (path: string) => string | undefined;
  onChange: (more: Partial<ReviewDraft['marks'][string]>) => void;
}

function CriterionField({ criterion, value, disabled, errorOf, onChange }: CriterionFieldProps) {
  const { id, name, help, maxPoints, weight, justificationRequired } = criterion;
  const points = Array.from({ length: maxPoints + 1 }, (_, n) => String(n));
  const error = errorOf(`marks.${id}.points`);
  return (
    <fieldset className={classes.criterion}>
      <legend>{`${name} · ${weight}\u00a0%`}</legend>
      {help && (
        <Text size="sm" c="dimmed">
          {help}
        </Text>
      )}
      <Radio.Group
        label={`Puntaje de ${name}`}
        labelProps={{ className: 'visually-hidden' }}
        value={value?.points == null ? null : String(value.points)}
        onChange={chosen => onChange({ points: Number(chosen) })}
        error={error}
      >
        <div className={classes.points}>
          {points.map(n => (
            <Radio key={n} value={n} label={n} disabled={disabled} />
          ))}
        </div>
      </Radio.Group>
      <Textarea
        label={`Justificación de ${name}`}
        autosize
        minRows={2}
        maxLength={4000}
        withAsterisk={justificationRequired}
        disabled={disabled}
        value={value?.justification ?? ''}
        error={errorOf(`marks.${id}.justification`)}
        onChange={event => onChange({ justification: event.currentTarget.value })}
      />
    </fieldset>
  );
}

interface ClosingProps {
  draft: ReviewDraft;
  change: (more: Partial<ReviewDraft>) => void;
  disabled: boolean;
  errorOf: (path: string) => string | undefined;
}

function Closing({ draft, change, disabled, errorOf }: ClosingProps) {
  return (
    <>
      <Textarea
        label="Comentario para el autor"
        description="Lo lee cuando se resuelve, sin tu nombre."
        autosize
        minRows={3}
        maxLength={8000}
        withAsterisk
        disabled={disabled}
        value={draft.authorComment}
        error={errorOf('authorComment')}
        onChange={event => change({ authorComment: event.currentTarget.value })}
      />
      <Textarea
        label="Comentario confidencial"
        description="Solo lo lee la oficina."
        autosize
        minRows={2}
        maxLength={8000}
        disabled={disabled}
        value={draft.officeComment}
        onChange={event => change({ officeComment: event.currentTarget.value })}
      />
      <Radio.Group
        label="Recomendación"
        withAsterisk
        value={draft.recommendation}
        error={errorOf('recommendation')}
        onChange={value => change({ recommendation: RECOMMENDATIONS.find(r => r === value) ?? null })}
      >
        <Stack gap={6} mt={6}>
          {RECOMMENDATIONS.map(r => (
            <Radio key={r} value={r} label={RECOMMENDATION_LABELS[r]} disabled={disabled} />
          ))}
        </Stack>
      </Radio.Group>
    </>
  );
}

interface ConfirmProps {
  review: DeskReview;
  flush: () => Promise<boolean>;
  gaps: number;
  onRefused: () => void;
}

function Confirm({ review, flush, gaps, onRefused }: ConfirmProps) {
  const [open, setOpen] = useState(false);
  const params = { review: review.id };
  const confirm = useWrite(confirmReview, [getReview, listReviews]);
  const reason =
    gaps === 0 ? null : gaps === 1 ? 'Falta 1 dato de la pauta.' : `Faltan ${gaps} datos de la pauta.`;
  const run = async () => {
    if (!(await flush())) throw new Error('No pudimos guardar lo último que escribiste. Inténtalo de nuevo.');
    const stored = queryClient.getQueryData<DeskReview>(keyOf(getReview, { params }));
    await confirm.mutateAsync({ params, body: { version: stored?.version ?? review.version } });
    setOpen(false);
    toasts.success(asHtml('Confirmaste tu evaluación. Gracias.'));
  };
  return (
    <>
      <ActionButton reason={reason} onRefused={onRefused} onClick={() => setOpen(true)}>
        Confirmar evaluación
      </ActionButton>
      <ConfirmDialog
        open={open}
        title="Confirmar evaluación"
        confirm="Confirmar evaluación"
        onConfirm={run}
        onCancel={() => setOpen(false)}
      >
        Después de confirmarla ya no puedes cambiarla, salvo que la oficina te la devuelva.
        {review.question?.waits && ' El autor ya no tendrá que responder tu pregunta.'}
      </ConfirmDialog>
    </>
  );
}

interface StaleProps {
  stored: unknown;
  mine: ReviewDraft;
  saver: ReturnType<typeof useReview>['saver'];
  show: (draft: ReviewDraft) => void;
}

/** Saved from another window meanwhile: one of the two is kept. */
function Stale({ stored, mine, saver, show }: StaleProps) {
  const { version, data } = stored as { version: number; data: ReviewDraft };
  return (
    <Alert color="orange" title="Esta evaluación se guardó desde otra ventana">
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" onClick={() => void saver.overwrite(mine, version)}>
          Conservar lo que ves aquí
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            show(data);
            saver.adopt(data, version);
          }}
        >
          Usar lo guardado
        </Button>
      </Group>
    </Alert>
  );
}
