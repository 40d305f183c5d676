import { ActionIcon, Text, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { FILE_TYPES } from '../../../domain/text/file-types.ts';
import { formatSize } from '../../../domain/text/format.ts';
import { messageOf } from '../../problem-error.ts';
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';
import { FileDropzone } from '../file-dropzone.tsx';
import { asHtml, toasts } from '../toasts/toasts.ts';
import { FileButton } from './file-button.tsx';
import classes from './small-files.module.css';

interface SmallFile {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
}

interface SmallFilesProps {
  title: string;
  files: readonly SmallFile[];
  fetchFile: (id: string) => Promise<{ blob: Blob; name: string }>;
  /** Null where the reader may change none of them. */
  change: {
    add: (file: File) => Promise<unknown>;
    remove: (id: string) => Promise<unknown>;
    /** Said below where files are dropped. */
    hint: string;
    /** What becomes of a removed one: `deja de verse en las bases`. */
    whatRemovalDoes: string;
    /** Why no more can be added; null as long as they can. */
    full?: string | null;
  } | null;
}

const ACCEPTED = Object.fromEntries(
  Object.entries(FILE_TYPES).map(([type, ending]) => [type, [`.${ending}`]]),
);
/** As much as arrives in one request. */
const MOST_MB = 5;

/** The few files of something, each of which arrives whole: added and removed at once, apart from any form. */
export function SmallFiles({ title, files, fetchFile, change }: SmallFilesProps) {
  const heading = useId();
  const [removing, setRemoving] = useState<SmallFile | null>(null);
  return (
    <section aria-labelledby={heading}>
      <Title order={2} size="h4" id={heading} mb="sm">
        {title}
      </Title>
      {files.length > 0 && (
        <ul className={classes.files}>
          {files.map(file => (
            <li key={file.id}>
              <span>
                <FileButton name={file.name} fetchFile={() => fetchFile(file.id)} />{' '}
                <Text span size="sm" c="dimmed">
                  {formatSize(file.size)}
                </Text>
              </span>
              {change && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={32}
                  aria-label={`Quitar ${file.name}`}
                  onClick={() => setRemoving(file)}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      {change ? (
        <Adding {...change} />
      ) : (
        files.length === 0 && (
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
        onConfirm={async () => {
          if (removing) await change?.remove(removing.id);
          setRemoving(null);
        }}
        onCancel={() => setRemoving(null)}
      >
        {removing?.name} {change?.whatRemovalDoes}. Puedes volver a subirlo.
      </ConfirmDialog>
    </section>
  );
}

function Adding({ add, hint, full }: NonNullable<SmallFilesProps['change']>) {
  const [busy, setBusy] = useState(false);
  const send = async (file: File) => {
    setBusy(true);
    try {
      await add(file);
    } catch (error) {
      toasts.error(asHtml(messageOf(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {!full && (
        <FileDropzone
          maxMb={MOST_MB}
          accept={ACCEPTED}
          multiple={false}
          disabled={busy}
          onFiles={([file]) => file && void send(file)}
        />
      )}
      <Text size="xs" c="dimmed" mt={4}>
        {full ?? hint}
      </Text>
    </>
  );
}
