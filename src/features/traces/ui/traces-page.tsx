import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { TRACE_KINDS } from '../../../domain/privacy/traces.ts';
import { formatCount, labelIn, lowerFirst } from '../../../domain/text/format.ts';
import { request } from '../../../web/api.ts';
import { SelectField } from '../../../web/form/choices/select-field.tsx';
import { TextField } from '../../../web/form/fields.tsx';
import { Fields } from '../../../web/form/form.tsx';
import { paths } from '../../../web/routing/paths.ts';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { TextLink } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { ExportButton } from '../../privacy/ui/export-button.tsx';
import { Objections } from '../../privacy/ui/objections/objections.tsx';
import { PrivacyLinks } from '../../privacy/ui/privacy-links.tsx';
import { exportTraces, type TraceSearch, type Traces } from '../contract.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { FoundGroup } from './found-group.tsx';
import { type Chosen, countOf, erasableIn, type Search, useTraces } from './use-traces.tsx';

const soughtWords = ({ kind, value }: TraceSearch) =>
  `${kind === 'rut' ? 'RUT' : lowerFirst(labelIn(TRACE_KINDS, kind))} «${value}»`;

function SearchForm({ form, busy, problem, submit }: ReturnType<typeof useTraces>) {
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault();
        submit();
      }}
    >
      <Fields form={form}>
        <Stack gap="sm" maw="32rem">
          <SelectField name="kind" label="Buscar por" options={TRACE_KINDS} />
          <TextField
            name="value"
            label="Dato que entrega la persona"
            description="Un nombre se busca por todas sus palabras, con o sin acentos."
          />
          {problem && (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
          <Group>
            <Button type="submit" loading={busy}>
              Buscar
            </Button>
          </Group>
        </Stack>
      </Fields>
    </form>
  );
}

function Accounts({ accounts }: Pick<Traces, 'accounts'>) {
  if (accounts.length === 0) return null;
  return (
    <Alert color="cyan" title="También tiene una cuenta, o alguien que se llama igual">
      {accounts.map(({ id, name, email }) => (
        <Text size="sm" key={id}>
          <TextLink href={paths.users({ open: id })}>{name}</TextLink> · {email}
        </Text>
      ))}
      <Text size="sm">Lo de su cuenta se descarga y se anonimiza en Personas, con «Datos personales…».</Text>
    </Alert>
  );
}

interface ResultsProps {
  search: Search;
  chosen: Chosen | null;
  choose: (chosen: Chosen | null) => void;
  again: () => Promise<void>;
}

function Actions({ search: { sought, found }, chosen, choose, again }: ResultsProps) {
  const [asking, setAsking] = useState(false);
  const erasable = erasableIn(found);
  const none = countOf(erasable) === 0 ? 'Nada de esto se elimina aquí.' : null;
  return (
    <Group gap="xs">
      <ExportButton fetchData={() => request(exportTraces, { body: sought })} />
      {chosen === null ? (
        <ActionButton variant="default" reason={none} onClick={() => choose(erasable)}>
          Eliminar…
        </ActionButton>
      ) : (
        <>
          <ActionButton
            color="red"
            reason={countOf(chosen) === 0 ? 'Elige al menos un registro.' : null}
            onClick={() => setAsking(true)}
          >
            Eliminar {formatCount(countOf(chosen), 'registro', 'registros')}…
          </ActionButton>
          <Button variant="default" onClick={() => choose(null)}>
            No eliminar
          </Button>
          <EraseDialog
            open={asking}
            sought={sought}
            chosen={chosen}
            onErased={again}
            onClose={() => setAsking(false)}
          />
        </>
      )}
    </Group>
  );
}

function Results(props: ResultsProps) {
  const { search, chosen, choose } = props;
  const { sought, found } = search;
  if (found.groups.length === 0)
    return (
      <>
        <Accounts accounts={found.accounts} />
        <EmptyState
          title="No hay nada de esa persona"
          text={`Se buscó por ${soughtWords(sought)} en listas de asistencia, encuestas, certificados, contactos de socios, correos, planillas importadas, Fichas, reuniones, comprobantes, comisiones y solicitudes. Prueba con otro dato suyo.`}
        />
      </>
    );
  return (
    <>
      <Text role="status">
        Por {soughtWords(sought)}:{' '}
        {formatCount(
          found.groups.reduce((sum, g) => sum + g.total, 0),
          'registro',
          'registros',
        )}
        .
      </Text>
      <Accounts accounts={found.accounts} />
      <Actions {...props} />
      {found.groups.map(group => (
        <FoundGroup
          key={group.group}
          found={group}
          chosen={chosen === null ? undefined : (chosen[group.group] ?? [])}
          onChoose={ids => choose({ ...chosen, [group.group]: ids })}
        />
      ))}
    </>
  );
}

/** Finds, copies and erases what is kept of somebody who never had an account. */
export function TracesPage() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const traces = useTraces(() => setChosen(null));
  return (
    <Stack gap="lg">
      <PageHeader
        title="Personas sin cuenta"
        text="Responde a quien pide acceder a sus datos o que se eliminen y solo vino a una actividad, respondió una encuesta, recibió un certificado o es contacto de un socio. Cada búsqueda queda en la auditoría, sin decir a quién."
        actions={<PrivacyLinks at="dataTraces" />}
      />
      <SearchForm {...traces} />
      {traces.search && (
        <Results search={traces.search} chosen={chosen} choose={setChosen} again={traces.again} />
      )}
      <Objections />
    </Stack>
  );
}
