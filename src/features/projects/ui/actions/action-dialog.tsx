import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { inputErrors, reasonLength } from '../../../../domain/workflow/demands.ts';
import { RETURNS } from '../../../../domain/workflow/transitions.ts';
import { useDraft } from '../../../../web/form/autosave/use-draft.ts';
import { useReturnFocus } from '../../../../web/form/dialog-focus.ts';
import { ReasonField } from '../../../../web/form/texts/reason-field.tsx';
import { t } from '../../../../web/i18n/i18n.ts';
import { useObserving } from '../../../observations/ui/observing/observing.tsx';
import { UnsentList } from '../../../observations/ui/observing/observing-bar.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { useAsk } from './action-context.tsx';
import { CONSEQUENCES, DESTRUCTIVE } from './action-words.tsx';
import { Checklist, useRequirements } from './checklist.tsx';
import { type Given, type Offer, refusalWords, useAction } from './use-action.tsx';

interface DialogProps {
  offer: Offer;
  open: boolean;
  onClose: () => void;
}

interface Typed {
  reason: string;
  comment: string;
  /** Requirements looked at. */
  checked: string[];
}
const NOTHING: Typed = { reason: '', comment: '', checked: [] };

/** It takes along what was written beside the sections. */
const returns = ({ action }: Offer) => RETURNS.includes(action);

function bodyOf(
  offer: Offer,
  { reason, comment, checked }: Typed,
  observations: Given['observations'],
  all: readonly string[],
): Given {
  const asks = (what: string) => offer.requires.some(r => r === what);
  return {
    ...(reasonLength(offer.requires) > 0 ? { reason } : {}),
    ...(comment.trim() ? { comment } : {}),
    ...(asks('observation>=1') ? { observations } : {}),
    ...(asks('checklist') ? { checklist: all.every(each => checked.includes(each)) } : {}),
    ...(asks('confirmation') ? { confirmed: true } : {}),
  };
}

function useActionForm({ offer, onClose }: DialogProps) {
  const { project } = useProject();
  const ask = useAsk();
  const requirements = useRequirements();
  const { take, busy } = useAction();
  const observing = useObserving();
  const [typed, setTyped] = useState(NOTHING);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const draft = useDraft({
    // Observations are kept where they are written.
    draftKey: returns(offer) ? undefined : ['project', project.id, 'action', offer.action],
    value: typed,
    changed: JSON.stringify(typed) !== JSON.stringify(NOTHING),
    onRestore: setTyped,
  });
  const close = () => {
    draft.clear();
    setTyped(NOTHING);
    setErrors({});
    onClose();
  };
  const submit = async () => {
    const observations = observing?.begun.map(({ section, text }) => ({ section, text }));
    const input = bodyOf(offer, typed, observations, requirements);
    const found = inputErrors(offer.requires, input);
    setErrors(Object.fromEntries(found.map(e => [e.path, e.message])));
    if (found.length > 0) return;
    try {
      await take(offer.action, input, () => ask('undo'));
      if (returns(offer)) observing?.clear();
      close();
    } catch (error) {
      setErrors({ form: refusalWords(error) });
    }
  };
  // What was wrong is judged again when it is sent again.
  const type = (more: Partial<Typed>) => {
    setTyped({ ...typed, ...more });
    setErrors({});
  };
  return { typed, type, errors, busy, submit, close };
}

/** Asks for what an action needs: a reason, a comment, observations, or only a yes. */
export function ActionDialog(props: DialogProps) {
  const { offer, open } = props;
  useReturnFocus(open);
  const observing = useObserving();
  const form = useActionForm(props);
  return (
    <Modal
      opened={open}
      onClose={form.close}
      title={offer.label}
      size={returns(offer) ? 'lg' : 'md'}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack gap="sm">
        {CONSEQUENCES[offer.action] && <Text size="sm">{CONSEQUENCES[offer.action]}</Text>}
        {offer.onBehalf && (
          <Text size="sm">Lo haces en nombre del responsable, y así quedará en el historial.</Text>
        )}
        {offer.lastResort && (
          <Text size="sm">
            Decides como última persona posible de la oficina: quedará señalado en la auditoría.
          </Text>
        )}
        {!returns(offer) && observing && observing.begun.length > 0 && (
          <Alert color="orange">Con esto no se envía lo que observaste: para eso devuelve el proyecto.</Alert>
        )}
        <ActionFields offer={offer} form={form} />
        {form.errors.form && (
          <Alert color="red" role="alert">
            {form.errors.form}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={form.close}>
            {t('action.cancel')}
          </Button>
          <Button
            color={DESTRUCTIVE.includes(offer.action) ? 'red' : 'cyan'}
            loading={form.busy}
            onClick={() => void form.submit()}
          >
            {offer.label}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** How much of a reason is still to be written. */
function reasonHelp(least: number, length: number): string {
  if (least <= 1) return '';
  const left = least - length;
  const wanted = `Al menos ${least} caracteres`;
  if (left <= 0) return `${wanted}: listo. `;
  return `${wanted}: ${left === 1 ? 'falta 1' : `faltan ${left}`}. `;
}

function ActionFields({ offer, form }: { offer: Offer; form: ReturnType<typeof useActionForm> }) {
  const { typed, type, errors } = form;
  const least = reasonLength(offer.requires);
  return (
    <>
      {returns(offer) && <UnsentList />}
      {offer.requires.includes('checklist') && (
        <Checklist checked={typed.checked} onChange={checked => type({ checked })} error={errors.checklist} />
      )}
      {least > 0 && (
        <ReasonField
          description={`${reasonHelp(least, typed.reason.trim().length)}Queda en el historial.`}
          data-autofocus
          value={typed.reason}
          error={errors.reason}
          onChange={reason => type({ reason })}
        />
      )}
      {offer.requires.includes('comment_optional') && (
        <ReasonField
          label="Comentario"
          description="Opcional. Lo leen el equipo y quienes revisan."
          withAsterisk={false}
          maxLength={4000}
          data-autofocus
          value={typed.comment}
          onChange={comment => type({ comment })}
        />
      )}
    </>
  );
}
