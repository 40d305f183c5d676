import { Text } from '@mantine/core';
import { isRevoked, replacementFields } from '../../../../domain/certificates/certificates.ts';
import { forgetDrafts } from '../../../../web/drafts.ts';
import { TextField } from '../../../../web/form/fields.tsx';
import { useKitForm } from '../../../../web/form/form.tsx';
import { FormDrawer } from '../../../../web/form/form-drawer.tsx';
import { TextAreaField } from '../../../../web/form/texts/text-area-field.tsx';
import { useWrite } from '../../../../web/query.ts';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { type Certificate, replaceCertificate } from '../../contract.ts';
import { useCertificatesOutdated } from '../use-certificates.tsx';

interface Props {
  certificate: Certificate;
  /** The one issued in its place. */
  onDone: (id: string) => void;
  onClose: () => void;
}

interface Values {
  name: string;
  document: string;
  reason: string;
}

const WORDS = {
  correct: {
    title: 'Corregir certificado',
    submit: 'Emitir el corregido',
    text: 'Se emite otro con folio y código nuevos, y este queda anulado para siempre. La persona recibe el aviso del nuevo.',
    reason: 'Al menos 10 caracteres. Se muestra en la página pública del que se anula.',
  },
  again: {
    title: 'Volver a emitir',
    submit: 'Volver a emitir',
    text: 'Se emite otro con folio y código nuevos en lugar de este, que sigue anulado. La persona recibe el aviso del nuevo.',
    reason: 'Al menos 10 caracteres. Queda en la auditoría.',
  },
};

/** Another certificate in the place of one, with name or document put right. */
export function CorrectDrawer({ certificate: { id, state, content }, onDone, onClose }: Props) {
  const words = isRevoked(state) ? WORDS.again : WORDS.correct;
  const draftKey = ['certificate', id, 'replace'];
  const form = useKitForm<Values>(replacementFields, {
    ...{ name: content.name, document: content.document, reason: '' },
  });
  const refresh = useCertificatesOutdated();
  const replace = useWrite(replaceCertificate);
  const send = (body: Values) =>
    replace.mutate(
      { params: { id }, body },
      {
        onSuccess: issued => {
          void forgetDrafts(draftKey);
          toasts.success(`Emitido el certificado ${issued.folio}.`);
          onClose();
          onDone(issued.id);
        },
        onSettled: () => void refresh(),
      },
    );
  return (
    <FormDrawer
      open
      title={words.title}
      submit={words.submit}
      form={form}
      draftKey={draftKey}
      loading={replace.isPending}
      submitError={replace.error}
      onClose={onClose}
      onSubmit={send}
    >
      <Text size="sm">{words.text}</Text>
      <TextField name="name" label="Nombre" />
      <TextField
        name="document"
        label="Documento"
        description="Como se imprime, por ejemplo RUT 12.345.678-5. Vacío: no se imprime ninguno."
      />
      <TextAreaField name="reason" label="Motivo" description={words.reason} />
    </FormDrawer>
  );
}
