import { ActionIcon, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { isPhoto } from '../../../../domain/text/file-types.ts';
import { fileUrl } from '../../../../web/config.ts';
import { useFormScope } from '../../../../web/form/form.tsx';
import { PickButton } from '../../../attachments/ui/uploads/pick-button.tsx';
import { UploadList } from '../../../attachments/ui/uploads/upload-list.tsx';
import type { Uploads } from '../../../attachments/ui/uploads/use-uploads.tsx';
import { useFiles } from '../../../attachments/ui/use-files.tsx';
import classes from '../execution.module.css';

/** Photos and files of the activity: sent at once, while the rest is filled in. */
export function PhotosField({ uploads }: { uploads: Uploads }) {
  const scope = useFormScope();
  const ids = (scope.getValue('fileIds') ?? []) as readonly string[];
  const { data } = useFiles();
  const files = ids.map(
    id => data?.files.find(f => f.id === id) ?? { id, name: '', contentType: '', thumbnail: null },
  );
  const errors = ['fileIds', ...ids.map((_, n) => `fileIds.${n}`)].flatMap(path => scope.errorOf(path) ?? []);
  const remove = (id: string) =>
    scope.setValue(
      'fileIds',
      ids.filter(each => each !== id),
    );
  return (
    <div>
      <PickButton
        label="Agregar fotos o archivos"
        several
        size="sm"
        onPick={file => uploads.start(file, 'evidence')}
      />
      {errors.length > 0 && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
          {errors[0]}
        </Text>
      )}
      <UploadList uploads={uploads} />
      {files.length > 0 && (
        <ul className={`${classes.photos} ${classes.chosen}`} aria-label="Fotos y archivos">
          {files.map(({ id, name, contentType, thumbnail }) => (
            <li key={id} className={classes.place}>
              <span className={classes.photo}>
                {isPhoto(contentType) && thumbnail ? (
                  <img src={fileUrl(thumbnail)} alt={name} loading="lazy" />
                ) : (
                  <small className={classes.caption}>{name || 'Archivo'}</small>
                )}
              </span>
              <ActionIcon
                className={classes.remove ?? ''}
                size="sm"
                variant="default"
                aria-label={`Quitar ${name || 'el archivo'} de la actividad`}
                onClick={() => remove(id)}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
