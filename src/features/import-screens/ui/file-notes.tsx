import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { Import } from '../../imports/contract.ts';
import type { Flow } from './use-import.tsx';

/** What people should know of the file; other sheets of it are a click away while the file is at hand. */
export function FileNotes({ flow, seen }: { flow: Flow; seen: Import }) {
  const { notes, otherSheets } = seen;
  const { file, start } = flow;
  if (notes.length === 0) return null;
  return (
    <Alert color="blue" role="note" title="Sobre el archivo" p="sm">
      <Stack gap={4}>
        {notes.map(note => (
          <Text key={note} size="sm">
            {note}
          </Text>
        ))}
        {file && otherSheets.length > 0 && (
          <Group gap="xs">
            {otherSheets.map(sheet => (
              <Button
                key={sheet}
                size="compact-sm"
                variant="default"
                onClick={() => start.mutate({ file, sheet })}
              >
                Leer la hoja «{sheet}»
              </Button>
            ))}
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
