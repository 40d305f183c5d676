import { ActionIcon, Stack, Text, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { FILE_TYPES } from '../../../../domain/text/file-types.ts';
import { formatSize } from '../../../../domain/text/format.ts';
import { request } from '../../../../web/api.ts';
import { RichTextField } from '../../../../web/form/texts/rich-text-field.tsx';
import { messageOf } from '../../../../web/problem-error.ts';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import { FileDropzone } from '../../../../web/ui/file-dropzone.tsx';
import { asHtml, toasts } from '../../../../web/ui/toasts/toasts.ts';
import { upload } from '../../../../web/upload.ts';
import { addCallFile, type CallDetail, removeCallFile } from '../../contract.ts';
import { CallFileButton } from '../call-file.tsx';
import { RichText } from '../rich-text.tsx';
import classes from './admin-call.module.css';
import { readAgain } from './use-call-form.tsx';

interface BasesProps {
  call: CallDetail;
  /** Why the reader may change nothing of it. */
  refused: string | null;
}

/** The text everybody reads, with its files. */
export function BasesTab({ call, refused }: BasesProps) {
  return (
    <Stack gap="xl" maw="64rem">
      {refused === null ? (
        <RichTextField name="publicText" label="Texto de las bases" headings />
      ) : (
        <section aria-labelledby="call-text">
          <Title order={2} size="h4" id="call-text" mb="sm">
            Texto de las bases
          </Title>
          {call.publicText ? (
            <RichText html={call.publicText} />
          ) : (
            <Text size="sm" c="dimmed">
              Todavía no hay texto.
            </Text>
          )}
        </section>
      )}
      <Files call={call} refused={refused} />
    </Stack>
  );
}

const ACCEPTED = Object.fromEntries(
  Object.entries(FILE_TYPES).map(([type, ending]) => [type, [`.${ending}`]]),
);

type CallFile = CallDetail['files'][number];

interface FileListProps {
  call: CallDetail;
  /** Null where the reader may remove none. */
  onRemove: ((file: CallFile) => void) | null;
}

function FileList({ call, onRemove }: FileListProps) {
  return (
    <ul className={classes.files}>
      {call.files.map(file => (
        <li key={file.id}>
          <span>
            <CallFileButton call={call.id} file={file} />{' '}
            <Text span size="sm" c="dimmed">
              {formatSize(file.size)}
            </Text>
          </span>
          {onRemove && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={`Quitar ${file.name}`}
              onClick={() => onRemove(file)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Files are added and removed at once, apart from the form. */
function Files({ call, refused }: BasesProps) {
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState<CallFile | null>(null);
  const add = async (file: File) => {
    setBusy(true);
    try {
      await upload(addCallFile, { params: { call: call.id }, query: { name: file.name } }, file);
      await readAgain();
    } catch (error) {
      toasts.error(asHtml(messageOf(error)));
    } finally {
      setBusy(false);
    }
  };
  const remove = async () => {
    if (!removing) return;
    await request(removeCallFile, { params: { call: call.id, file: removing.id } });
    await readAgain();
    setRemoving(null);
  };
  return (
    <section aria-labelledby="call-files">
      <Title order={2} size="h4" id="call-files" mb="sm">
        Archivos de las bases
      </Title>
      {call.files.length > 0 && <FileList call={call} onRemove={refused === null ? setRemoving : null} />}
      {refused === null ? (
        <>
          <FileDropzone
            maxMb={5}
            accept={ACCEPTED}
            multiple={false}
            disabled={busy}
            onFiles={([file]) => file && void add(file)}
          />
          <Text size="xs" c="dimmed" mt={4}>
            Se publican al agregarlos si la convocatoria ya abrió.
          </Text>
        </>
      ) : (
        call.files.length === 0 && (
          <Text size="sm" c="dimmed">
            Todavía no hay archivos.
          </Text>
        )
      )}
      <ConfirmDialog
        open={removing !== null}
        title="¿Quitar el archivo?"
        confirm="Quitar archivo"
        destructive
        onConfirm={remove}
        onCancel={() => setRemoving(null)}
      >
        {removing?.name} deja de verse en las bases. Puedes volver a subirlo.
      </ConfirmDialog>
    </section>
  );
}
