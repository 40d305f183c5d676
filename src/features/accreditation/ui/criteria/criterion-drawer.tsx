import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { EVIDENCE, EVIDENCE_NAMES } from '../../../../domain/accreditation/evidence.ts';
import { type Criterion, criterion, MOST, type Statement } from '../../../../domain/accreditation/matrix.ts';
import { forgetDrafts } from '../../../../web/drafts.ts';
import { MultiSelectField } from '../../../../web/form/choices/several-field.tsx';
import { TextField } from '../../../../web/form/fields.tsx';
import { type KitForm, useKitForm } from '../../../../web/form/form.tsx';
import { FormDrawer } from '../../../../web/form/form-drawer.tsx';
import { TextAreaField } from '../../../../web/form/texts/text-area-field.tsx';
import classes from './criteria.module.css';
import type { Criteria } from './use-criteria.tsx';

const OPTIONS = EVIDENCE_NAMES.map(value => ({ value, label: EVIDENCE[value].label }));

const newStatement = (): Statement => ({
  ...{ key: crypto.randomUUID(), text: '', evidence: [], links: [], note: '' },
});
const newCriterion = (): Criterion => ({
  ...{ key: crypto.randomUUID(), code: '', name: '', statements: [newStatement()] },
});

type Form = KitForm<Criterion>;

function Links({ form, n }: { form: Form; n: number }) {
  const at = `statements.${n}.links`;
  const links = form.values.statements[n]?.links ?? [];
  return (
    <>
      {links.map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link has nothing but its place
        <Group key={place} gap="xs" align="flex-start" wrap="nowrap">
          <div className={classes.link}>
            <TextField name={`${at}.${place}.title`} label={`Título del enlace ${place + 1}`} />
            <TextField name={`${at}.${place}.url`} label={`Dirección del enlace ${place + 1}`} />
          </div>
          <Button
            variant="subtle"
            color="gray"
            mt={24}
            aria-label={`Quitar el enlace ${place + 1}`}
            onClick={() => form.removeListItem(at, place)}
          >
            Quitar
          </Button>
        </Group>
      ))}
      {links.length < MOST.links && (
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => form.insertListItem(at, { title: '', url: '' })}
          >
            Agregar enlace
          </Button>
        </div>
      )}
    </>
  );
}

function StatementFields({ form, n }: { form: Form; n: number }) {
  const at = `statements.${n}`;
  return (
    <fieldset className={classes.statement}>
      <legend>Enunciado {n + 1}</legend>
      <Stack gap="sm">
        <TextAreaField name={`${at}.text`} label="Texto" />
        <MultiSelectField
          name={`${at}.evidence`}
          label="Evidencia"
          description="Con qué se muestra: se busca en los proyectos de la unidad y los años de cada paquete."
          options={OPTIONS}
        />
        <Links form={form} n={n} />
        <TextAreaField name={`${at}.note`} label="Nota" description="Opcional. Se lee en el índice." />
        <div>
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={() => form.removeListItem('statements', n)}
          >
            Quitar enunciado {n + 1}
          </Button>
        </div>
      </Stack>
    </fieldset>
  );
}

interface Props {
  /** Null for a new one. */
  row: Criterion | null;
  criteria: Criteria;
  onClose: () => void;
}

/** A criterion with its statements, in the office's own words. */
export function CriterionDrawer({ row: given, criteria, onClose }: Props) {
  // Somebody else may take it away meanwhile.
  const [row] = useState(given);
  const form = useKitForm<Criterion>(criterion, row ?? newCriterion());
  const draftKey = ['accreditation-criterion', row?.key ?? `new-${criteria.matrix}`];
  const submit = async (values: Criterion) => {
    if (!(await criteria.put(values))) return;
    void forgetDrafts(draftKey);
    onClose();
  };
  return (
    <FormDrawer
      open
      size="44rem"
      title={row ? `Criterio ${row.code}` : 'Nuevo criterio'}
      form={form}
      onSubmit={values => void submit(values)}
      onClose={onClose}
      loading={criteria.busy}
      submitError={criteria.error}
      submit={row ? 'Guardar criterio' : 'Agregar criterio'}
      draftKey={draftKey}
    >
      {criteria.isOutdated && (
        <Alert color="orange">
          La matriz ya se leyó de nuevo. Si guardas otra vez, este criterio queda como lo escribiste aquí y
          los demás, como están ahora.
        </Alert>
      )}
      <TextField name="code" label="Código" description="Como lo numera quien acredita." />
      <TextAreaField name="name" label="Nombre" />
      {form.values.statements.map((statement, n) => (
        <StatementFields key={statement.key} form={form} n={n} />
      ))}
      {form.values.statements.length === 0 && (
        <Text size="sm" c="dimmed">
          Sin enunciados no hay qué mostrar.
        </Text>
      )}
      {form.values.statements.length < MOST.statements && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => form.insertListItem('statements', newStatement())}
          >
            Agregar enunciado
          </Button>
        </div>
      )}
    </FormDrawer>
  );
}
