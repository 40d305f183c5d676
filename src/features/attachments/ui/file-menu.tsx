import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconHistory, IconMapPin, IconTrash, IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { isReady } from '../../../domain/files/file-states.ts';
import { ConfirmDialog } from '../../../web/ui/dialogs/confirm-dialog.tsx';
import type { ListedFile } from '../contract.ts';
import { type PickHandle, PickInput } from './uploads/pick-button.tsx';
import { useFileActions } from './use-file-actions.tsx';

interface FileMenuProps {
  file: ListedFile;
  onReplace: ((chosen: File, file: ListedFile) => void) | undefined;
  unfolded: boolean;
  onVersions: () => void;
}

/** What is done with a file less often than opening it. */
export function FileMenu({ file, onReplace, unfolded, onVersions }: FileMenuProps) {
  const { open, remove } = useFileActions();
  const [removing, setRemoving] = useState(false);
  const picker = useRef<PickHandle>(null);
  const { versions, mayReplace, mayRemove, mayOpenOriginal } = file;
  return (
    <>
      <Menu position="bottom-end" width={250}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Más acciones de ${file.name}`}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={onVersions}>
            {unfolded ? 'Ocultar versiones' : `Ver versiones (${versions.length + 1})`}
          </Menu.Item>
          {mayOpenOriginal && isReady(file) && (
            <Menu.Item
              leftSection={<IconMapPin size={16} aria-hidden />}
              onClick={() => void open(file, { as: 'original' })}
            >
              Descargar la foto original
            </Menu.Item>
          )}
          {mayReplace && onReplace && (
            <Menu.Item
              leftSection={<IconUpload size={16} aria-hidden />}
              onClick={() => picker.current?.pick()}
            >
              Subir una versión nueva
            </Menu.Item>
          )}
          {mayRemove && (
            <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setRemoving(true)}>
              Eliminar archivo
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {onReplace && <PickInput ref={picker} onPick={chosen => onReplace(chosen, file)} />}
      <ConfirmDialog
        open={removing}
        title="Eliminar archivo"
        confirm="Eliminar archivo"
        destructive
        onCancel={() => setRemoving(false)}
        onConfirm={() => remove(file.id)}
      >
        Se elimina «{file.name}»{versions.length > 0 && ' con todas sus versiones'}. Esto no se puede
        deshacer.
      </ConfirmDialog>
    </>
  );
}
