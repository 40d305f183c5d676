import { download } from '../../../web/api.ts';
import { FileButton } from '../../../web/ui/files/file-button.tsx';
import { openCallFile } from '../contract.ts';

/** A file of the bases, to be kept on this computer. */
export const CallFileButton = ({ call, file }: { call: string; file: { id: string; name: string } }) => (
  <FileButton
    name={file.name}
    fetchFile={() => download(openCallFile, { params: { call, file: file.id } })}
  />
);
