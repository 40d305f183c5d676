import { download } from '../../../web/api.ts';
import { messageOf } from '../../../web/problem-error.ts';
import { saveFile } from '../../../web/save-file.ts';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { asHtml, toasts } from '../../../web/ui/toasts.ts';
import { openCallFile } from '../contract.ts';

/** A file of the bases, to be kept on this computer. */
export function CallFileButton({ call, file }: { call: string; file: { id: string; name: string } }) {
  const open = () =>
    download(openCallFile, { params: { call, file: file.id } })
      .then(({ blob, name }) => saveFile(name, blob))
      .catch((error: unknown) => toasts.error(asHtml(messageOf(error))));
  return (
    <ActionButton variant="default" size="compact-sm" reason={null} onClick={() => void open()}>
      {file.name}
    </ActionButton>
  );
}
