import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useScope } from '../ficha/scope.tsx';
import { Field } from '../fields/field.tsx';

/** Without a published call there is nothing to pick: only what is asked for. */
export function FundSection() {
  const { values, readOnly } = useScope();
  return (
    <>
      {values.callId ? (
        <>
          <Field name="callId" />
          <Field name="lineId" />
        </>
      ) : (
        <Alert
          color="cyan"
          variant="light"
          icon={<IconInfoCircle aria-hidden />}
          title="La convocatoria la asigna la oficina"
          maw="36rem"
          mb="md"
        >
          {readOnly
            ? 'Este proyecto todavía no tiene una convocatoria y una línea.'
            : 'Todavía no hay convocatorias publicadas en la plataforma. Indica cuánto solicitas: la oficina asocia tu propuesta a la convocatoria y línea que corresponden, y revisa el tope en la admisibilidad. Puedes enviar el proyecto igual.'}
        </Alert>
      )}
      <Field name="amountRequested" />
    </>
  );
}
