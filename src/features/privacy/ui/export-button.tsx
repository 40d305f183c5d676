import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSaving } from '../../../web/use-saving.ts';

/** Saves everything that is kept of a person, as it was fetched. */
export function ExportButton({ fetchData }: { fetchData: () => Promise<object> }) {
  const { saving, save } = useSaving();
  const download = () =>
    save(async () => {
      const blob = new Blob([JSON.stringify(await fetchData(), null, 2)], { type: 'application/json' });
      return { name: 'datos-personales.json', blob };
    });
  return (
    <Button
      variant="default"
      loading={saving}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void download()}
    >
      Descargar todo
    </Button>
  );
}
