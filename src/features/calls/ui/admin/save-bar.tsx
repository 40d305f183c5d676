import { Alert, Button, Text } from '@mantine/core';
import { ActionButton } from '../../../../web/ui/action-button.tsx';
import classes from './admin-call.module.css';
import { CALL_TABS } from './call-tabs.tsx';
import type { CallForm } from './use-call-form.tsx';

const PLACES: Readonly<Record<string, string>> = {
  ...CALL_TABS,
  quotas: CALL_TABS.lines,
  categoryCaps: CALL_TABS.lines,
  partnerMinimum: CALL_TABS.lines,
  studentMinimum: CALL_TABS.lines,
  instalments: CALL_TABS.lines,
  reportDates: CALL_TABS.lines,
  graceDays: CALL_TABS.lines,
  publicText: CALL_TABS.bases,
};
const placeOf = (path: string) => PLACES[path.split('.')[0] ?? ''] ?? CALL_TABS.dates;

function reasonOf({ dirty, newer }: CallForm): string | null {
  if (!dirty) return 'No hay cambios que guardar.';
  return newer ? 'Decide antes qué cambios quedan.' : null;
}

/** What is wrong and where, and the button that saves; always in view. */
export function SaveBar({ edited, refused }: { edited: CallForm; refused: string | null }) {
  const { errors, refusal, dirty, busy, save } = edited;
  return (
    <div className={classes.bar}>
      {(errors.length > 0 || refusal) && (
        <Alert color="red" role="alert" w="100%">
          {refusal && <Text size="sm">{refusal}</Text>}
          {errors.slice(0, 6).map(({ path, message }) => (
            <Text key={`${path}/${message}`} size="sm">
              {placeOf(path)}: {message}
            </Text>
          ))}
        </Alert>
      )}
      <ActionButton loading={busy} reason={refused ?? reasonOf(edited)} onClick={() => void save()}>
        Guardar cambios
      </ActionButton>
      {dirty && (
        <Button variant="default" onClick={() => edited.discard()}>
          Descartar cambios
        </Button>
      )}
      <Text role="status" size="sm" c="dimmed">
        {dirty ? 'Hay cambios sin guardar.' : 'Todo guardado.'}
      </Text>
    </div>
  );
}
