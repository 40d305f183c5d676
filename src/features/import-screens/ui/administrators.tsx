import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import type { Import } from '../../imports/contract.ts';
import type { Flow } from './use-import.tsx';

/** Who would administer everything is confirmed by name: the title of a position says nothing of it. */
export function Administrators({ flow, seen }: { flow: Flow; seen: Import }) {
  const { administrators } = seen;
  if (administrators.length === 0) return null;
  const confirmed = administrators.filter(each => each.confirmed).map(each => each.email);
  const others = administrators.filter(each => !each.confirmed);
  const { confirm, edit } = flow.mending;
  return (
    <Alert
      color="orange"
      title={
        administrators.length === 1
          ? 'Una persona administraría todo el sistema'
          : `${administrators.length} personas administrarían todo el sistema`
      }
    >
      <Stack gap="xs">
        <Text size="sm">
          Confirma por su nombre a quien corresponda. El nombre de un cargo, como «Administrador», no basta.
        </Text>
        {administrators.map(({ line, name, email, confirmed: isConfirmed }) => (
          <Checkbox
            key={line}
            label={`${name} (${email}), fila ${line}`}
            checked={isConfirmed}
            onChange={event =>
              confirm(
                event.currentTarget.checked
                  ? [...confirmed, email]
                  : confirmed.filter(each => each !== email),
              )
            }
          />
        ))}
        {others.length > 0 && (
          <Group>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                for (const { line } of others) edit(line, 'roles', '');
              }}
            >
              {confirmed.length > 0
                ? 'Importar a las demás sin ese rol'
                : administrators.length === 1
                  ? 'Importarla sin ese rol'
                  : 'Importarlas sin ese rol'}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
