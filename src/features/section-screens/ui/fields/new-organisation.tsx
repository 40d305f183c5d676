import { Button, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { ORGANISATION_TYPES } from '../../../../domain/catalogues/organisations.ts';
import { request } from '../../../../web/api.ts';
import { useReturnFocus } from '../../../../web/form/dialog-focus.ts';
import { t } from '../../../../web/i18n/i18n.ts';
import { messageOf, ProblemError } from '../../../../web/problem-error.ts';
import { createOrganisation } from '../../../organisations/contract.ts';

interface Created {
  id: string;
  label: string;
}
interface NewProps {
  /** What was searched for, most likely the name; `null` while nothing is being added. */
  typed: string | null;
  onClose: () => void;
  onCreated: (organisation: Created) => void;
}

/** Adds an organisation to the directory without leaving the project. */
export function NewOrganisation({ typed, onClose, onCreated }: NewProps) {
  useReturnFocus(typed !== null);
  return (
    <Modal
      opened={typed !== null}
      onClose={onClose}
      title="Nueva organización"
      size="md"
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {typed !== null && (
        <OrganisationForm
          typed={typed}
          onDone={created => {
            onClose();
            onCreated(created);
          }}
        />
      )}
    </Modal>
  );
}

const similarIn = z.object({
  similar: z.array(z.object({ id: z.string(), label: z.string(), hint: z.string() })),
});
type Similar = z.output<typeof similarIn>['similar'];

interface Fields {
  name: string;
  rut: string;
  type: string | null;
}

/** Adds the organisation; what the server says against it, and those it may already be. */
function useCreate(onDone: (created: Created) => void) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [similar, setSimilar] = useState<Similar>([]);
  const [busy, setBusy] = useState(false);
  const save = async (fields: Fields, confirmed: boolean) => {
    setBusy(true);
    setErrors({});
    try {
      const type = fields.type as (typeof ORGANISATION_TYPES)[number]['value'];
      onDone(await request(createOrganisation, { body: { ...fields, type, confirmed } }));
    } catch (error) {
      const found = error instanceof ProblemError ? similarIn.safeParse(error.extra) : null;
      setSimilar(found?.success ? found.data.similar : []);
      const marked = error instanceof ProblemError ? error.errors : [];
      setErrors(
        marked.length > 0
          ? Object.fromEntries(marked.map(e => [e.path, e.message]))
          : { form: messageOf(error) },
      );
    } finally {
      setBusy(false);
    }
  };
  return { errors, similar, busy, save };
}

function OrganisationForm({ typed, onDone }: { typed: string; onDone: (created: Created) => void }) {
  const [fields, setFields] = useState<Fields>({ name: typed, rut: '', type: null });
  const { errors, similar, busy, save } = useCreate(onDone);
  return (
    <Stack gap="sm">
      <TextInput
        label="Nombre"
        withAsterisk
        data-autofocus
        value={fields.name}
        error={errors.name}
        onChange={e => setFields({ ...fields, name: e.currentTarget.value })}
      />
      <TextInput
        label="RUT"
        description="Si lo conoces. Por ejemplo 76.123.456-0."
        value={fields.rut}
        error={errors.rut}
        onChange={e => setFields({ ...fields, rut: e.currentTarget.value })}
      />
      <Select
        label="Tipo"
        withAsterisk
        data={[...ORGANISATION_TYPES]}
        value={fields.type}
        error={errors.type}
        onChange={type => setFields({ ...fields, type })}
        comboboxProps={{ zIndex: 2500 }}
      />
      {errors.form && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {errors.form}
        </Text>
      )}
      {similar.length > 0 && <SimilarList similar={similar} onPick={onDone} />}
      <Button loading={busy} onClick={() => void save(fields, similar.length > 0)}>
        {similar.length > 0 ? 'Es otra: agregar organización' : 'Agregar organización'}
      </Button>
    </Stack>
  );
}

function SimilarList({ similar, onPick }: { similar: Similar; onPick: (one: Created) => void }) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        ¿Es una de estas?
      </Text>
      {similar.map(one => (
        <Button key={one.id} variant="default" justify="flex-start" onClick={() => onPick(one)}>
          {one.label}
          {one.hint && ` · ${one.hint}`}
        </Button>
      ))}
    </Stack>
  );
}
