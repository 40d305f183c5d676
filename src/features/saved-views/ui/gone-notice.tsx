import { Alert } from '@mantine/core';
import classes from './views.module.css';

/** Says why the list shows everything. */
export function GoneNotice({ onClose }: { onClose: () => void }) {
  return (
    <Alert
      className={classes.gone ?? ''}
      color="orange"
      role="status"
      withCloseButton
      closeButtonLabel="Cerrar el aviso"
      onClose={onClose}
    >
      Esa vista ya no existe o no se comparte contigo.
    </Alert>
  );
}
