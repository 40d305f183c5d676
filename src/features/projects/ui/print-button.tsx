import { Button } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { download } from '../../../web/api.ts';
import { messageOf } from '../../../web/problem-error.ts';
import { saveFile } from '../../../web/save-file.ts';
import { asHtml, toasts } from '../../../web/ui/toasts.ts';
import { printProject } from '../print/contract.ts';
import { useProject } from './ficha/project-context.tsx';

/** The project on paper, as the reader sees it; what is still being typed is sent first. */
export function PrintButton() {
  const { project, flush } = useProject();
  const [busy, setBusy] = useState(false);
  const print = async () => {
    setBusy(true);
    try {
      await flush();
      const { kind, id } = project;
      const { blob, name } = await download(printProject, { params: { kind, id } });
      saveFile(name, blob);
    } catch (error) {
      toasts.error(asHtml(messageOf(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconFileDownload size={16} aria-hidden />}
      onClick={() => void print()}
    >
      Descargar PDF
    </Button>
  );
}
