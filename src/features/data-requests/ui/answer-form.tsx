import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { answerFields, REQUEST_OUTCOMES, type RequestOutcome } from '../../../domain/privacy/requests.ts';
import { text } from '../../../domain/text/rules.ts';
import { request as send } from '../../../web/api.ts';
import { forgetDrafts } from '../../../web/drafts.ts';
import { SelectField } from '../../../web/form/choices/select-field.tsx';
import { useKitForm } from '../../../web/form/form.tsx';
import { FormDrawer } from '../../../web/form/form-drawer.tsx';
import { TextAreaField } from '../../../web/form/texts/text-area-field.tsx';
import { toasts } from '../../../web/ui/toasts/toasts.ts';
import { answerDataRequest, type DataRequest } from '../contract.ts';
import { isRecorded } from './looks.tsx';
import { useSeen } from './use-seen.tsx';

interface Values {
  outcome: RequestOutcome | null;
  identity: string;
  answer: string;
}

/** Of what came by mail, on paper or in person the office says how it knows who asks. */
const identified = answerFields.extend({ identity: text(500, 1) });

const told = ({ email }: DataRequest) =>
  email
    ? `La respuesta se le envía por correo a ${email}. Después no se puede cambiar.`
    : 'No tiene correo: la oficina le entrega la respuesta, que podrás copiar. Después no se puede cambiar.';

interface Props {
  request: DataRequest;
  onClose: () => void;
}

/** Answers a request, for good. */
export function AnswerForm({ request, onClose }: Props) {
  const isByOffice = isRecorded(request);
  const draftKey = ['data-request-answer', request.id];
  const { seen, setSeen, send: over, readAgain } = useSeen(request);
  const form = useKitForm<Values>(isByOffice ? identified : answerFields, {
    ...{ outcome: null, identity: '', answer: '' },
  });
  const answer = useMutation({
    mutationFn: (values: Values) =>
      over(updatedAt =>
        send(answerDataRequest, {
          params: { id: request.id },
          body: { ...answerFields.parse(values), updatedAt },
        }),
      ),
    onSuccess: () => {
      void forgetDrafts(draftKey);
      toasts.success(`Solicitud ${request.code} respondida.`);
      onClose();
    },
    onSettled: readAgain,
  });
  return (
    <FormDrawer
      open
      title={`Responder ${request.code}`}
      submit="Enviar respuesta"
      form={form}
      draftKey={draftKey}
      base={seen}
      onBase={setSeen}
      loading={answer.isPending}
      submitError={answer.error}
      onClose={onClose}
      onSubmit={values => answer.mutate(values)}
    >
      <SelectField name="outcome" label="Resultado" options={REQUEST_OUTCOMES} />
      {isByOffice && (
        <TextAreaField
          name="identity"
          label="Cómo se comprobó su identidad"
          description="Por ejemplo: mostró su cédula. No se le envía."
        />
      )}
      <TextAreaField
        name="answer"
        label="Respuesta"
        description="Qué se hizo, o por qué no. Al menos 10 caracteres."
      />
      <Text size="sm">{told(request)}</Text>
    </FormDrawer>
  );
}
