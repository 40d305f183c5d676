import { useSaving } from '../../use-saving.ts';
import { ActionButton } from '../action-button.tsx';

interface FileButtonProps {
  name: string;
  fetchFile: () => Promise<{ blob: Blob; name: string }>;
}

/** A file, to be kept on this computer. */
export function FileButton({ name, fetchFile }: FileButtonProps) {
  const { saving, save } = useSaving();
  return (
    <ActionButton
      variant="default"
      size="compact-sm"
      reason={null}
      loading={saving}
      onClick={() => void save(fetchFile)}
    >
      {name}
    </ActionButton>
  );
}
