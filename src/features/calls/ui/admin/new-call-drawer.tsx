import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { id } from '../../../../domain/text/rules.ts';
import { request } from '../../../../web/api.ts';
import { forgetDrafts } from '../../../../web/drafts.ts';
import { SelectField } from '../../../../web/form/choices/select-field.tsx';
import { TextField } from '../../../../web/form/fields.tsx';
import { useKitForm } from '../../../../web/form/form.tsx';
import { FormDrawer } from '../../../../web/form/form-drawer.tsx';
import { NumberField } from '../../../../web/form/number-field.tsx';
import { keyOf } from '../../../../web/query.ts';
import { paths } from '../../../../web/routing/paths.ts';
import { useGo } from '../../../../web/ui/link.tsx';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { copyCall, createCall, listCalls } from '../../contract.ts';
import { useCallKinds, useCallOptions } from '../call-filter.tsx';

const schema = z.object({
  ...(createCall.body as NonNullable<typeof createCall.body>).shape,
  /** The call whose settings it begins with. */
  from: id.nullable(),
});
type Values = { name: string; year: number | null; kind: string; from: string | null };

interface NewCallProps {
  /** Copies this one, e.g. last year's. */
  from?: { id: string; name: string; year: number; kind: string };
  onClose: () => void;
}

/** Starts a call from nothing or from an earlier one; then its page opens. */
export function NewCallDrawer({ from, onClose }: NewCallProps) {
  const go = useGo();
  const client = useQueryClient();
  const kinds = useCallKinds();
  const options = useCallOptions();
  const year = from ? from.year + 1 : new Date().getFullYear();
  const form = useKitForm<Values>(schema, {
    name: from ? from.name.replaceAll(String(from.year), String(year)) : '',
    year,
    kind: from?.kind ?? 'fexs',
    from: from?.id ?? null,
  });
  const draftKey = ['call', 'new', from?.id ?? ''];
  const create = useMutation({
    mutationFn: ({ from: copied, kind, ...rest }: Values) => {
      const body = { ...rest, year: rest.year ?? year };
      if (copied) return request(copyCall, { params: { call: copied }, body });
      return request(createCall, { body: { ...body, kind: kind === 'incs' ? 'incs' : 'fexs' } });
    },
    onSuccess: async made => {
      void forgetDrafts(draftKey);
      await client.invalidateQueries({ queryKey: keyOf(listCalls) });
      toasts.success('Convocatoria creada. Queda en preparación hasta que la abras.');
      onClose();
      go(paths.adminCall(made.id));
    },
  });
  return (
    <FormDrawer
      open
      title={from ? 'Copiar convocatoria' : 'Nueva convocatoria'}
      submit={form.values.from ? 'Crear copia' : 'Crear convocatoria'}
      form={form}
      draftKey={draftKey}
      loading={create.isPending}
      submitError={create.error}
      onClose={onClose}
      onSubmit={values => create.mutate(values)}
    >
      {!from && (
        <SelectField
          name="from"
          label="Copiar de"
          description="Toma sus líneas, pauta, preguntas, documentos, reglas y bases; las fechas y los archivos no."
          options={options}
        />
      )}
      <TextField name="name" label="Nombre" />
      <NumberField name="year" label="Año" grouped={false} />
      {form.values.from ? (
        <Text size="sm">Será para el mismo tipo de proyecto. Las fechas quedan en blanco.</Text>
      ) : (
        <SelectField name="kind" label="Tipo de proyecto" options={kinds} />
      )}
    </FormDrawer>
  );
}
