import { Button, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useId, useState } from 'react';
import { SavedSwitch } from '../../../../web/form/choices/saved-switch.tsx';
import { TextField } from '../../../../web/form/fields.tsx';
import { Fields, showProblem, useKitForm } from '../../../../web/form/form.tsx';
import { useRead, useWrite } from '../../../../web/query.ts';
import cards from '../../../../web/table/cards.module.css';
import { DownloadMenu } from '../../../../web/table/download-menu.tsx';
import { Pager } from '../../../../web/table/paging/pager.tsx';
import { useSearchedPage } from '../../../../web/table/paging/use-searched-page.tsx';
import plain from '../../../../web/table/plain-table.module.css';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { DateTime } from '../../../../web/ui/format.tsx';
import { asHtml, toasts } from '../../../../web/ui/toasts/toasts.ts';
import {
  checkObjection,
  listObjections,
  noteObjection,
  type Objection,
  objectionFields,
  removeObjection,
} from '../../objections/contract.ts';

const SHOWN = [checkObjection, listObjections];

/** Whether somebody wants no mails of surveys and certificates, to be noted or taken back. */
export function MailObjection({ email }: { email: string }) {
  const { data, error, refetch } = useRead(checkObjection, { body: { email } });
  const note = useWrite(noteObjection, SHOWN);
  const allow = useWrite(removeObjection, SHOWN);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} headingLevel={3} />;
  if (!data) return <Skeleton h={48} aria-busy />;
  return (
    <SavedSwitch
      label="No escribirle más de encuestas ni certificados"
      description={`Vale para ${email}. Las respuestas a sus solicitudes le llegan igual.`}
      checked={data.objects}
      save={objects => (objects ? note : allow).mutateAsync({ body: { email } })}
    />
  );
}

/** Addresses on one page of the list. */
const AT_ONCE = 50;

/** Everybody who wants no mails, with a way to add an address and to take one back. */
export function Objections() {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h3" id={heading}>
          No quieren recibir correos
        </Title>
        <DownloadMenu files={[{ list: listObjections }]} params={{}} />
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        A estas direcciones no se envían encuestas ni certificados, aunque alguien las agregue a una lista.
        Los avisos de quien tiene cuenta se eligen en su perfil. Al eliminar los datos de una persona su
        dirección se queda aquí: sin ella se le volvería a escribir.
      </Text>
      <NewObjection />
      <ObjectionList />
    </section>
  );
}

function NewObjection() {
  const form = useKitForm(objectionFields, { email: '' });
  const note = useWrite(noteObjection, SHOWN);
  const submit = form.onSubmit(async ({ email }) => {
    if (note.isPending) return;
    try {
      await note.mutateAsync({ body: { email } });
      form.reset();
      toasts.success(asHtml(`No se escribirá más a ${email}.`));
    } catch (error) {
      const message = showProblem(form, error);
      form.setFieldError('email', message);
    }
  });
  return (
    <form noValidate onSubmit={event => void submit(event)}>
      <Stack gap="xs" align="flex-start" maw="24rem" mb="md">
        <div style={{ width: '100%' }}>
          <Fields form={form}>
            <TextField name="email" type="email" label="Correo de quien no quiere recibir más" />
          </Fields>
        </div>
        <Button type="submit" variant="default" loading={note.isPending}>
          Anotar
        </Button>
      </Stack>
    </form>
  );
}

function ObjectionList() {
  const { typed, type, page, setPage, lastOf, query } = useSearchedPage(AT_ONCE);
  const { data, error, refetch } = useRead(listObjections, { query }, { keepPrevious: true });
  const last = lastOf(data?.total);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} headingLevel={3} />;
  if (!data) return <Skeleton h={120} aria-busy />;
  if (data.total === 0 && typed === '') return <Text size="sm">Nadie lo ha pedido.</Text>;
  return (
    <>
      <TextInput
        size="xs"
        mb="xs"
        maw="20rem"
        aria-label="Buscar una dirección"
        placeholder="Parte del correo"
        value={typed}
        onChange={event => type(event.currentTarget.value)}
      />
      {data.total === 0 ? (
        <Text size="sm">Ninguna dirección coincide con la búsqueda.</Text>
      ) : (
        <ObjectionTable rows={data.rows} />
      )}
      <Pager page={page} last={last} onPage={setPage} />
    </>
  );
}

function ObjectionTable({ rows }: { rows: readonly Objection[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <div className={cards.cards}>
      <table className={plain.table}>
        <thead>
          <tr>
            <th scope="col">Correo</th>
            <th scope="col">Desde</th>
            <th scope="col">Anotado por</th>
            <th scope="col">
              <span className="visually-hidden">Quitar</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ email, notedAt, notedBy }) => (
            <tr key={email}>
              <th scope="row" data-first style={{ overflowWrap: 'anywhere' }}>
                {email}
              </th>
              <td data-label="Desde">
                <DateTime value={notedAt} withTime />
              </td>
              <td data-label="Anotado por">{notedBy ?? 'La propia persona'}</td>
              <td data-label="">
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  aria-label={`Quitar ${email}`}
                  onClick={() => setChosen(email)}
                >
                  Quitar
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <RemoveDialog email={chosen} onClose={() => setChosen(null)} />
    </div>
  );
}

function RemoveDialog({ email, onClose }: { email: string | null; onClose: () => void }) {
  const allow = useWrite(removeObjection, SHOWN);
  const remove = async () => {
    if (email === null) return;
    await allow.mutateAsync({ body: { email } });
    toasts.success(asHtml(`Se puede escribir otra vez a ${email}.`));
    onClose();
  };
  return (
    <ConfirmDialog
      open={email !== null}
      destructive
      title="Volver a escribirle"
      confirm="Quitar de la lista"
      onConfirm={remove}
      onCancel={onClose}
    >
      {email} podrá recibir encuestas y certificados otra vez. Hazlo solo si la persona lo pidió.
    </ConfirmDialog>
  );
}
