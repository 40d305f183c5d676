import { useState } from 'react';
import { SwitchField, TextField } from '../../../web/form/fields.tsx';
import { useKitForm } from '../../../web/form/form.tsx';
import { FormDrawer } from '../../../web/form/form-drawer.tsx';
import { ConfirmDialog } from '../../../web/ui/dialogs/confirm-dialog.tsx';
import { type SavedView, viewFields } from '../contract.ts';
import { useKeeping } from './use-keeping.tsx';
import type { Doing, Views } from './use-views.tsx';

const form = viewFields.omit({ query: true });

/** What another one is called at first, cut so that it fits. */
const copyOf = (name: string | undefined) =>
  name === undefined ? '' : `${name.slice(0, 72).trim()} (copia)`;

interface NameFormProps {
  views: Views;
  /** The one that gets another name; else a new one is kept. */
  view: SavedView | undefined;
  onClose: () => void;
}

function NameForm({ views, view, onClose }: NameFormProps) {
  const [id] = useState(() => crypto.randomUUID());
  const fields = useKitForm(form, {
    name: view?.name ?? copyOf(views.active?.name),
    shared: view?.shared ?? false,
  });
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { create, rename } = useKeeping(views);
  const send = async ({ name, shared }: { name: string; shared: boolean }) => {
    if (sending) return;
    setSending(true);
    setError(null);
    try {
      await (view ? rename(view, name) : create({ id, name, shared }));
      onClose();
    } catch (failure) {
      setError(failure);
    } finally {
      setSending(false);
    }
  };
  return (
    <FormDrawer
      open
      title={view ? 'Cambiar el nombre de la vista' : 'Guardar vista'}
      submit={view ? 'Cambiar nombre' : 'Guardar vista'}
      form={fields}
      loading={sending}
      submitError={error}
      onClose={onClose}
      onSubmit={values => void send(values)}
    >
      <TextField
        name="name"
        label="Nombre"
        {...(view
          ? {}
          : { description: 'Guarda los filtros, el orden, los grupos y las columnas que ves ahora.' })}
      />
      {!view && views.read.data?.mayShare && (
        <SwitchField
          name="shared"
          label="Compartir con quienes usan esta lista"
          description="Cada persona ve con ella solo lo que puede ver por sí misma."
        />
      )}
    </FormDrawer>
  );
}

interface ViewDialogsProps {
  views: Views;
  doing: Doing;
  onEnd: () => void;
}

/** What is asked for before something is done with a view; gone as it ends, which gives the keyboard back. */
export function ViewDialogs({ views, doing, onEnd }: ViewDialogsProps) {
  const { remove } = useKeeping(views);
  if (doing.what !== 'remove')
    return <NameForm views={views} view={doing.what === 'rename' ? doing.view : undefined} onClose={onEnd} />;
  const { view } = doing;
  return (
    <ConfirmDialog
      open
      title={`Eliminar la vista «${view.name}»`}
      confirm="Eliminar vista"
      destructive
      onConfirm={async () => {
        await remove(view);
        onEnd();
      }}
      onCancel={onEnd}
    >
      {view.shared && 'Dejan de verla quienes usan esta lista. '}
      Lo que la lista muestra queda como está.
    </ConfirmDialog>
  );
}
