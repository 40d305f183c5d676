import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { OUTCOME_INFO, resultLetterInput } from '../../../../domain/notices/letters/result-letters.ts';
import { addressLetter } from '../../../../domain/notices/letters.ts';
import { sampleResultLetter } from '../../../../domain/notices/mail-samples.ts';
import type { MailText } from '../../../../domain/notices/mail-texts.ts';
import type { Outcome } from '../../../../domain/notices/outcomes.ts';
import { config } from '../../../../web/config.ts';
import { forgetDrafts } from '../../../../web/drafts.ts';
import { newerThan } from '../../../../web/form/autosave/saved-form.tsx';
import { TextField } from '../../../../web/form/fields.tsx';
import { useKitForm } from '../../../../web/form/form.tsx';
import { FormDrawer } from '../../../../web/form/form-drawer.tsx';
import { RichTextField } from '../../../../web/form/texts/rich-text-field.tsx';
import { useWrite } from '../../../../web/query.ts';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { MailContent } from '../../../mail/ui/mail-content.tsx';
import {
  type CallLetter,
  getCallLetters,
  restoreCallLetter,
  saveCallLetter,
} from '../../letters/contract.ts';

interface DrawerProps {
  call: string;
  stored: CallLetter;
  /** Only shows what it would look like. */
  readOnly: boolean;
  onClose: () => void;
}

/** Subject and text of the letter of one outcome, with its placeholders and what it would look like. */
export function LetterDrawer({ call, stored, readOnly, onClose }: DrawerProps) {
  const { outcome, subject, body } = stored;
  const { label } = OUTCOME_INFO[outcome];
  const [base, setBase] = useState(stored.updatedAt);
  const form = useKitForm(resultLetterInput, { subject, body });
  const draftKey = ['call-letter', call, outcome];
  const save = useWrite(saveCallLetter, [getCallLetters]);
  const send = (values: MailText) =>
    save.mutate(
      { params: { call, outcome }, body: { ...values, updatedAt: base } },
      {
        onSuccess: () => {
          void forgetDrafts(draftKey);
          toasts.success('Carta guardada. Rige desde la próxima que se envíe.');
          onClose();
        },
        onError: error => setBase(newerThan(error) ?? base),
      },
    );
  return (
    <FormDrawer
      open
      size={760}
      title={`Carta: ${label}`}
      submit="Guardar carta"
      form={form}
      draftKey={draftKey}
      base={base ?? undefined}
      onBase={setBase}
      readOnly={readOnly}
      loading={save.isPending}
      submitError={save.error}
      onClose={onClose}
      onSubmit={send}
      extra={!readOnly && stored.updatedAt && <Restore call={call} stored={stored} onDone={onClose} />}
    >
      {!readOnly && <Inputs outcome={outcome} />}
      <Sample outcome={outcome} text={form.values} />
    </FormDrawer>
  );
}

const Inputs = ({ outcome }: { outcome: Outcome }) => (
  <>
    <TextField name="subject" label="Asunto" />
    <RichTextField
      name="body"
      label="Texto"
      description="Un párrafo cuyos marcadores no tengan nada que decir no se envía."
      marksTitle="Marcadores"
      marks={OUTCOME_INFO[outcome].placeholders.map(({ name, help, block }) => ({
        text: `{${name}}`,
        help: block ? `${help}; en un párrafo propio` : help,
      }))}
    />
  </>
);

function Sample({ outcome, text }: { outcome: Outcome; text: MailText }) {
  const letter = sampleResultLetter(outcome, text);
  return (
    <>
      <Text size="sm">
        Asunto con datos de ejemplo: <strong>{letter.subject}</strong>
      </Text>
      <MailContent
        title="Vista previa con datos de ejemplo"
        letter={addressLetter(letter, { publicUrl: location.origin, productName: config().product })}
      />
    </>
  );
}

function Restore({ call, stored, onDone }: { call: string; stored: CallLetter; onDone: () => void }) {
  const [asking, setAsking] = useState(false);
  const { outcome, subject, body } = stored;
  const restore = useWrite(restoreCallLetter, [getCallLetters]);
  const again = useWrite(saveCallLetter, [getCallLetters]);
  const params = { call, outcome };
  const run = async () => {
    await restore.mutateAsync({ params });
    void forgetDrafts(['call-letter', call, outcome]);
    toasts.success('Volvió el texto original.', {
      label: 'Deshacer',
      run: () => again.mutate({ params, body: { subject, body, updatedAt: null } }),
    });
    onDone();
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Volver al texto original
      </Button>
      <ConfirmDialog
        open={asking}
        title="Volver al texto original"
        confirm="Volver al original"
        destructive
        onCancel={() => setAsking(false)}
        onConfirm={run}
      >
        El texto propio queda en la auditoría.
      </ConfirmDialog>
    </>
  );
}
