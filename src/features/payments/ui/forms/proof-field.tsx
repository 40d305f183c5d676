import { Group, Input, Select, Text } from '@mantine/core';
import { isRejected } from '../../../../domain/files/file-states.ts';
import { useFormScope } from '../../../../web/form/form.tsx';
import { t } from '../../../../web/i18n/i18n.ts';
import { PickButton } from '../../../attachments/ui/uploads/pick-button.tsx';
import { UploadList } from '../../../attachments/ui/uploads/upload-list.tsx';
import type { Uploads } from '../../../attachments/ui/uploads/use-uploads.tsx';
import { useFiles } from '../../../attachments/ui/use-files.tsx';
import type { Refund } from '../../contract.ts';

const NAME = 'versionId';

interface Props {
  uploads: Uploads;
  /** As it was sent before: a version that may not count any more keeps its name. */
  stored: Refund['proof'] | undefined;
}

/** The proof of a refund: a file of this computer, or one that the project has. */
export function ProofField({ uploads, stored }: Props) {
  const scope = useFormScope();
  const { data } = useFiles();
  const chosen = String(scope.getValue(NAME) ?? '');
  const files = (data?.files ?? []).filter(f => !isRejected(f));
  const known = files.find(f => f.versionId === chosen)?.name;
  const name = known ?? (stored?.versionId === chosen ? stored.name : 'Archivo');
  const options = files.map(f => ({ value: f.versionId, label: f.name }));
  const error = scope.errorOf(NAME);
  return (
    <Input.Wrapper label="Comprobante" labelElement="div" withAsterisk error={error}>
      {chosen !== '' && (
        <Text size="sm" component="p" m={0} mb={6} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
      )}
      <Group gap="xs">
        <PickButton
          label={chosen === '' ? 'Subir comprobante' : 'Subir otro'}
          onPick={file => uploads.start(file, 'expense')}
        />
        {options.length > 0 && (
          <Select
            size="xs"
            aria-label="Elegir un archivo del proyecto"
            placeholder="Elegir un archivo del proyecto"
            data={options}
            value={null}
            searchable
            nothingFoundMessage={t('form.nothingFound')}
            onChange={versionId => versionId && scope.setValue(NAME, versionId)}
          />
        )}
      </Group>
      <UploadList uploads={uploads} />
    </Input.Wrapper>
  );
}
