import { download } from '../../../web/api.ts';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { useSaving } from '../../../web/use-saving.ts';
import { openCallFile } from '../contract.ts';

/** A file of the bases, to be kept on this computer. */
export function CallFileButton({ call, file }: { call: string; file: { id: string; name: string } }) {
  const { saving, save } = useSaving();
  return (
    <ActionButton
      variant="default"
      size="compact-sm"
      reason={null}
      loading={saving}
      onClick={() => void save(() => download(openCallFile, { params: { call, file: file.id } }))}
    >
      {file.name}
    </ActionButton>
  );
}
