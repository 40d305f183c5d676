import { ActionIcon, Button, Group, Select, Text } from '@mantine/core';
import { IconLink, IconX } from '@tabler/icons-react';
import type { Evidence } from '../../../../domain/execution/measurements.ts';
import { isRejected } from '../../../../domain/files/file-states.ts';
import { DateField } from '../../../../web/form/dates/date-field.tsx';
import { TextField } from '../../../../web/form/fields.tsx';
import { useFormScope } from '../../../../web/form/form.tsx';
import { t } from '../../../../web/i18n/i18n.ts';
import type { ListedFile } from '../../../attachments/contract.ts';
import { PickButton } from '../../../attachments/ui/uploads/pick-button.tsx';
import { UploadList } from '../../../attachments/ui/uploads/upload-list.tsx';
import type { Uploads } from '../../../attachments/ui/uploads/use-uploads.tsx';
import { useFiles } from '../../../attachments/ui/use-files.tsx';
import type { Measurement } from '../../contract.ts';
import classes from '../indicators.module.css';

interface Props {
  uploads: Uploads;
  today: string;
  /** As it was sent before: versions that may not count any more keep their names. */
  stored: Measurement['evidence'];
}

/** What shows that it is true: files, each in the version it has now, and addresses. */
export function EvidenceField({ uploads, today, stored }: Props) {
  const scope = useFormScope();
  const items = (scope.getValue('evidence') ?? []) as readonly Evidence[];
  const set = (next: readonly Evidence[]) => scope.setValue('evidence', next);
  const { data } = useFiles();
  const files = (data?.files ?? []).filter(f => !isRejected(f));
  const nameOf = (versionId: string) =>
    files.find(f => f.versionId === versionId)?.name ??
    stored.find(e => e.file?.versionId === versionId)?.file?.name ??
    'Archivo';
  const error = scope.errorOf('evidence');
  return (
    <div>
      <Text size="sm" fw={500} component="p" m={0}>
        Evidencia
      </Text>
      <Text size="xs" c="dimmed" component="p" m={0} mb={6}>
        Queda unida a la versión que eliges hoy, aunque después se suba otra.
      </Text>
      <Ways
        uploads={uploads}
        files={files.filter(f => !items.some(e => e.versionId === f.versionId))}
        onFile={versionId => set([...items, { versionId, url: '', seenOn: null }])}
        onAddress={() => set([...items, { versionId: null, url: '', seenOn: today }])}
      />
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
          {error}
        </Text>
      )}
      <UploadList uploads={uploads} />
      {items.length > 0 && (
        <ul className={classes.chosen} aria-label="Evidencia">
          {items.map((item, n) => (
            <Item
              // An address has nothing else that stays while it is typed.
              key={item.versionId ?? `address ${n}`}
              {...{ item, n, today }}
              name={item.versionId === null ? 'la dirección' : nameOf(item.versionId)}
              onRemove={() => set(items.filter((_, i) => i !== n))}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface WaysProps {
  uploads: Uploads;
  /** Of the project, not chosen yet. */
  files: readonly ListedFile[];
  onFile: (versionId: string) => void;
  onAddress: () => void;
}

/** A file of this computer, one that the project has, or an address. */
function Ways({ uploads, files, onFile, onAddress }: WaysProps) {
  return (
    <Group gap="xs">
      <PickButton label="Subir archivo" several size="xs" onPick={file => uploads.start(file, 'evidence')} />
      {files.length > 0 && (
        <Select
          size="xs"
          aria-label="Elegir un archivo del proyecto"
          placeholder="Elegir un archivo del proyecto"
          data={files.map(f => ({ value: f.versionId, label: f.name }))}
          value={null}
          searchable
          nothingFoundMessage={t('form.nothingFound')}
          onChange={versionId => versionId && onFile(versionId)}
        />
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconLink size={16} aria-hidden />}
        onClick={onAddress}
      >
        Agregar dirección
      </Button>
    </Group>
  );
}

interface ItemProps {
  item: Evidence;
  n: number;
  name: string;
  today: string;
  onRemove: () => void;
}

function Item({ item, n, name, today, onRemove }: ItemProps) {
  const scope = useFormScope();
  const wrong = scope.errorOf(`evidence.${n}.versionId`);
  return (
    <li>
      {item.versionId === null ? (
        <div className={classes.address}>
          <TextField
            name={`evidence.${n}.url`}
            label="Dirección"
            type="url"
            placeholder="https://"
            required
          />
          <DateField name={`evidence.${n}.seenOn`} label="Vista el" max={today} />
        </div>
      ) : (
        <span>
          {name}
          {wrong && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {wrong}
            </Text>
          )}
        </span>
      )}
      <ActionIcon
        size="sm"
        variant="default"
        aria-label={`Quitar ${name} de la evidencia`}
        onClick={onRemove}
      >
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </li>
  );
}
