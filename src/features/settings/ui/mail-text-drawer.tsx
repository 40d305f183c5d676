import { Button, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { addressLetter } from '../../../domain/notices/letters.ts';
import { sampleLetter } from '../../../domain/notices/mail-samples.ts';
import { mailTextInput } from '../../../domain/notices/mail-text-input.ts';
import { MAIL_TEMPLATE_INFO, type MailTemplate, type MailText } from '../../../domain/notices/mail-texts.ts';
import { config } from '../../../web/config.ts';
import { forgetDrafts } from '../../../web/drafts.ts';
import { newerThan } from '../../../web/form/autosave/saved-form.tsx';
import { TextField } from '../../../web/form/fields.tsx';
import { useKitForm } from '../../../web/form/form.tsx';
import { FormDrawer } from '../../../web/form/form-drawer.tsx';
import { RichTextField } from '../../../web/form/texts/rich-text-field.tsx';
import { useWrite } from '../../../web/query.ts';
import { ConfirmDialog } from '../../../web/ui/dialogs/confirm-dialog.tsx';
import { toasts } from '../../../web/ui/toasts/toasts.ts';
import { MailContent } from '../../mail/ui/mail-content.tsx';
import { getMailTexts, type StoredMailText } from '../contract.ts';
import { restoreMailText, saveMailText } from '../mail-texts/contract.ts';
import { SettingHistory } from './history.tsx';

interface DrawerProps {
  stored: StoredMailText;
  onClose: () => void;
  onSaved: () => void;
}

/** Subject and text of one mail, with its placeholders, what it would look like, and what it said before. */
export function MailTextDrawer({ stored, onClose, onSaved }: DrawerProps) {
  const { template, subject, body } = stored;
  const { label, placeholders } = MAIL_TEMPLATE_INFO[template];
  const [base, setBase] = useState(stored.updatedAt);
  const form = useKitForm(mailTextInput, { template, subject, body });
  const draftKey = ['mail-text', template];
  const save = useWrite(saveMailText, [getMailTexts]);
  return (
    <FormDrawer
      open
      size={760}
      title={`Correo: ${label}`}
      submit="Guardar texto"
      form={form}
      draftKey={draftKey}
      base={base ?? undefined}
      onBase={setBase}
      loading={save.isPending}
      submitError={save.error}
      onClose={onClose}
      onSubmit={values =>
        save.mutate(
          { body: { ...values, updatedAt: base } },
          {
            onSuccess: () => {
              void forgetDrafts(draftKey);
              toasts.success('Texto guardado. Rige desde el próximo correo.');
              onSaved();
            },
            onError: error => setBase(newerThan(error) ?? base),
          },
        )
      }
      extra={stored.updatedAt && <Restore stored={stored} onDone={onSaved} />}
    >
      <TextField name="subject" label="Asunto" />
      <RichTextField
        name="body"
        label="Texto"
        description="Un párrafo cuyos marcadores no tengan nada que decir no se envía."
        marksTitle="Marcadores"
        marks={placeholders.map(({ name, help, block }) => ({
          text: `{${name}}`,
          help: block ? `${help}; en un párrafo propio` : help,
        }))}
      />
      <SampleMail template={template} text={form.values} />
      <section aria-label="Historial de este correo">
        <Title order={3} size="h4" mb="xs">
          Historial
        </Title>
        <SettingHistory id={`mail.${template}`} />
      </section>
    </FormDrawer>
  );
}

function SampleMail({ template, text }: { template: MailTemplate; text: MailText }) {
  const letter = sampleLetter(template, text);
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

function Restore({ stored, onDone }: { stored: StoredMailText; onDone: () => void }) {
  const [asking, setAsking] = useState(false);
  const { template, subject, body } = stored;
  const restore = useWrite(restoreMailText, [getMailTexts]);
  const again = useWrite(saveMailText, [getMailTexts]);
  const run = async () => {
    await restore.mutateAsync({ params: { template } });
    toasts.success('Volvió el texto original.', {
      label: 'Deshacer',
      run: () => again.mutate({ body: { template, subject, body, updatedAt: null } }),
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
        El texto propio queda en el historial.
      </ConfirmDialog>
    </>
  );
}
