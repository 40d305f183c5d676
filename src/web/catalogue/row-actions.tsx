import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AnyEndpoint } from '../../domain/kit/endpoint.ts';
import { t } from '../i18n/i18n.ts';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx';
import { asHtml, toasts } from '../ui/toasts/toasts.ts';
import { ask, type CatalogueForm, type CatalogueRow, useReadAgain, useSetActive } from './catalogue.ts';

interface RowActionsProps<R extends CatalogueRow, V extends object> {
  screen: CatalogueForm<R, V>;
  row: R;
  done: () => void;
}

function ActivationButton<R extends CatalogueRow, V extends object>({
  screen,
  row,
  done,
}: RowActionsProps<R, V>) {
  const [asking, setAsking] = useState(false);
  const setActive = useSetActive(screen.endpoints.setActive, screen.nameOf);
  const change = async () => {
    await setActive(row, !row.active);
    setAsking(false);
    done();
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t(row.active ? 'catalogue.deactivate' : 'catalogue.reactivate')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t(row.active ? 'catalogue.deactivateTitle' : 'catalogue.reactivateTitle', {
          name: screen.nameOf(row),
        })}
        confirm={t(row.active ? 'catalogue.deactivate' : 'catalogue.reactivate')}
        onConfirm={change}
        onCancel={() => setAsking(false)}
      >
        {t(row.active ? 'catalogue.deactivateText' : 'catalogue.reactivateText')}
      </ConfirmDialog>
    </>
  );
}

function RemoveButton<R extends CatalogueRow, V extends object>({
  screen,
  row,
  done,
  endpoint,
}: RowActionsProps<R, V> & { endpoint: AnyEndpoint }) {
  const [asking, setAsking] = useState(false);
  const readAgain = useReadAgain();
  const name = screen.nameOf(row);
  const remove = async () => {
    await ask(endpoint, { params: { id: row.id } });
    setAsking(false);
    done();
    toasts.success(t('catalogue.removed', { name: asHtml(name) }));
    await readAgain();
  };
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        {t('catalogue.remove')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('catalogue.removeTitle', { name })}
        confirm={t('catalogue.remove')}
        destructive
        onConfirm={remove}
        onCancel={() => setAsking(false)}
      >
        {t('catalogue.removeText')}
      </ConfirmDialog>
    </>
  );
}

export function RowActions<R extends CatalogueRow, V extends object>(props: RowActionsProps<R, V>) {
  const { screen, row, done } = props;
  const isFixed = screen.isFixed?.(row) ?? false;
  return (
    <>
      {!isFixed && screen.endpoints.setActive && <ActivationButton {...props} />}
      {screen.rowActions?.(row, done)}
      {!isFixed && screen.endpoints.remove && <RemoveButton {...props} endpoint={screen.endpoints.remove} />}
    </>
  );
}
