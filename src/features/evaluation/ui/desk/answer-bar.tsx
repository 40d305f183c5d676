import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { ReasonField } from '../../../../web/form/texts/reason-field.tsx';
import { messageOf } from '../../../../web/problem-error.ts';
import { useWrite } from '../../../../web/query.ts';
import { paths } from '../../../../web/routing/paths.ts';
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx';
import { useGo } from '../../../../web/ui/link.tsx';
import { asHtml, toasts } from '../../../../web/ui/toasts/toasts.ts';
import { answerReview, type DeskReview, getReview, listReviews } from '../../desk/contract.ts';

const ASKED = {
  decline: { label: 'Rechazar', title: 'Rechazar la invitación', confirm: 'Rechazar la invitación' },
  conflict: {
    label: 'Declarar conflicto de interés',
    title: 'Declarar conflicto de interés',
    confirm: 'Declarar conflicto',
  },
} as const;
type Asked = keyof typeof ASKED;

/** Accept an invitation, or give it back with a reason. */
export function AnswerBar({ review }: { review: DeskReview }) {
  const go = useGo();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [reason, setReason] = useState('');
  // The desk is gone once it is not theirs any more: only the list is read again then.
  const accept = useWrite(answerReview, [getReview, listReviews]);
  const refuse = useWrite(answerReview, [listReviews]);
  const params = { review: review.id };
  const run = async (answer: Asked) => {
    await refuse.mutateAsync({ params, body: { answer, reason } });
    toasts.success(asHtml('Gracias por avisar. La oficina buscará a otra persona.'));
    go(paths.reviews());
  };
  return (
    <>
      <Group gap="xs" my="md">
        {review.mayAnswer && (
          <Button
            loading={accept.isPending}
            onClick={() =>
              accept.mutate(
                { params, body: { answer: 'accept', reason: '' } },
                { onError: error => toasts.error(asHtml(messageOf(error))) },
              )
            }
          >
            Aceptar la invitación
          </Button>
        )}
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
        <ReasonField
          description="Al menos 10 caracteres. Lo lee la oficina."
          value={reason}
          onChange={setReason}
        />
      </ConfirmDialog>
    </>
  );
}
