import { Button, Stack, Text } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useId } from 'react';
import { CASE_PARTS } from '../../../domain/case-files/case-file.ts';
import { formatList } from '../../../domain/text/format.ts';
import { request } from '../../../web/api.ts';
import { DownloadList } from '../../downloads/ui/download-list.tsx';
import { useAsking } from '../../downloads/ui/use-asking.tsx';
import type { PartProps } from '../../project-record/ui/project-slots.tsx';
import { askCaseFile } from '../contract.ts';

const PARTS = formatList(CASE_PARTS.map(([, label]) => label.charAt(0).toLowerCase() + label.slice(1)));

/** All of a project in one archive. */
export function CaseFileTab({ project }: PartProps) {
  const { asking, ask } = useAsking();
  const heading = useId();
  const { kind, id } = project;
  const send = () => request(askCaseFile, { params: { kind, id }, body: { download: crypto.randomUUID() } });
  return (
    <Stack gap="sm" maw="60rem">
      <Text size="sm">
        Un ZIP con {PARTS}, en carpetas, y un índice con los actos en orden y la huella (SHA-256) de cada
        archivo. Lleva lo que tú puedes ver.
      </Text>
      <div>
        <Button
          loading={asking !== null}
          leftSection={<IconArchive size={16} aria-hidden />}
          onClick={() => void ask('it', send)}
        >
          Preparar expediente
        </Button>
      </div>
      <section aria-labelledby={heading}>
        <h3 id={heading}>Tus descargas</h3>
        <DownloadList />
      </section>
    </Stack>
  );
}
