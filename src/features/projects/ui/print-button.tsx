import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { download } from '../../../web/api.ts';
import { useSaving } from '../../../web/use-saving.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { printProject } from '../print/contract.ts';

/** The project on paper, as the reader sees it; what is still being typed is sent first. */
export function PrintButton() {
  const { project, flush } = useProject();
  const { saving, save } = useSaving();
  const print = () =>
    save(async () => {
      await flush();
      const { kind, id } = project;
      return download(printProject, { params: { kind, id } });
    });
  return (
    <Button
      variant="default"
      loading={saving}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void print()}
    >
      Descargar PDF
    </Button>
  );
}
