import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ReasonField } from '../../../web/form/texts/reason-field.tsx';
import { messageOf } from '../../../web/problem-error.ts';
import { useWrite } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { ConfirmDialog } from '../../../web/ui/dialogs/confirm-dialog.tsx';
import { useGo } from '../../../web/ui/link.tsx';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { answerReview, type DeskReview, getReview, listReviews } from '../contract.ts';
import classes from './desk.module.css';

const ASKED = {
  decline: { label: 'Rechazar', title: 'Rechazar la invitación', confirm: 'Rechazar la invitación' },
  conflict: {
    label: 'Declarar conflicto de interés',
    title: 'Declarar conflicto de interés',
    confirm: 'Declarar conflicto',
  },
} as const;
type Asked = keyof typeof ASKED;

/** Nothing but title and summary is read before it. */
function Acceptance({ review }: { review: DeskReview }) {
  const [isSecret, setSecret] = useState(false);
  const [isFree, setFree] = useState(false);
  const accept = useWrite(answerReview, [getReview, listReviews]);
  const declares = isSecret && isFree;
  return (
    <Stack gap="sm" my="md" component="fieldset" className={classes.declaration ?? ''}>
      <legend>Antes de leer la propuesta</legend>
      <Checkbox
        label="Mantendré en reserva lo que lea y no lo usaré para nada más que evaluar."
        checked={isSecret}
        onChange={event => setSecret(event.currentTarget.checked)}
      />
      <Checkbox
        label="No tengo conflicto de interés: no participo en la propuesta ni en otra de su convocatoria, y nada me une a quienes creo que la presentan."
        checked={isFree}
        onChange={event => setFree(event.currentTarget.checked)}
      />
      {accept.error && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {messageOf(accept.error)}
        </Text>
      )}
      <Group>
        <ActionButton
          reason={declares ? null : 'Marca ambas declaraciones para aceptar.'}
          loading={accept.isPending}
          onClick={() =>
            accept.mutate({ params: { review: review.id }, body: { answer: 'accept', declares } })
          }
        >
          Aceptar la invitación
        </ActionButton>
      </Group>
    </Stack>
  );
}

/** Accept an invitation, or give it back with a reason. */
export function AnswerBar({ review }: { review: DeskReview }) {
  const go = useGo();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [reason, setReason] = useState('');
  const [suggestion, setSuggestion] = useState('');
  // The desk is gone once it is not theirs any more: only the list is read again then.
  const refuse = useWrite(answerReview, [listReviews]);
  const params = { review: review.id };
  const run = async (answer: Asked) => {
    await refuse.mutateAsync({ params, body: { answer, reason, suggestion, seen: review.state } });
    toasts.success(asHtml('Gracias por avisar. Se lo pediremos a otra persona.'));
    go(paths.reviews());
  };
  return (
    <>
      {review.mayAnswer && <Acceptance review={review} />}
      <Group gap="xs" my="md">
        {(Object.keys(ASKED) as Asked[]).map(key => (
          <Button
            key={key}
            size={review.mayAnswer ? 'sm' : 'compact-sm'}
            variant={review.mayAnswer ? 'default' : 'subtle'}
            onClick={() => setAsked(key)}
          >
            {ASKED[key].label}
          </Button>
        ))}
      </Group>
      <ConfirmDialog
        open={asked !== null}
        title={asked ? ASKED[asked].title : ''}
        confirm={asked ? ASKED[asked].confirm : ''}
        onConfirm={() => asked && run(asked)}
        onCancel={() => setAsked(null)}
      >
        <Stack>
          <ReasonField
            description="Al menos 10 caracteres. Lo lee la oficina."
            value={reason}
            onChange={setReason}
          />
          <TextInput
            label="A quién sugieres (opcional)"
            description="Nombre y unidad. Lo lee la oficina."
            maxLength={200}
            value={suggestion}
            onChange={event => setSuggestion(event.currentTarget.value)}
          />
        </Stack>
      </ConfirmDialog>
    </>
  );
}
