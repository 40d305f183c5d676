import '@mantine/dropzone/styles.layer.css';
import { Group, Text } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../i18n/i18n.ts';

interface FileDropzoneProps {
  maxMb: number;
  /** MIME types with their endings: `{ 'application/pdf': ['.pdf'] }`. The server checks the content again. */
  accept: Record<string, string[]>;
  onFiles: (files: File[]) => void;
  multiple?: boolean;
  disabled?: boolean;
}

function refusalOf({ file, errors }: FileRejection, mb: number): string {
  const tooLarge = errors.some(error => error.code === 'file-too-large');
  return tooLarge ? t('file.tooLarge', { name: file.name, mb }) : t('file.notAllowed', { name: file.name });
}

/** Takes files by drop or by choice; what is refused is told at once, with its name. */
export function FileDropzone({
  maxMb,
  accept,
  onFiles,
  multiple = true,
  disabled = false,
}: FileDropzoneProps) {
  const [refusals, setRefusals] = useState<string[]>([]);
  const endings = Object.values(accept).flat();
  return (
    <div>
      <Dropzone
        onDrop={files => {
          setRefusals([]);
          onFiles(files);
        }}
        onReject={rejected => setRefusals(rejected.map(each => refusalOf(each, maxMb)))}
        accept={accept}
        maxSize={maxMb * 1024 * 1024}
        multiple={multiple}
        disabled={disabled}
        p="md"
        inputProps={{ 'aria-label': t('file.drop') }}
      >
        <Group gap="sm" wrap="nowrap" style={{ pointerEvents: 'none' }}>
          <IconUpload size={24} stroke={1.5} aria-hidden />
          <div>
            <Text size="sm" fw={600}>
              {t('file.drop')}
            </Text>
            <Text size="xs" c="dimmed">
              {t('file.limit', { mb: maxMb })} · {t('file.accepted', { list: endings.join(', ') })}
            </Text>
          </div>
        </Group>
      </Dropzone>
      {refusals.length > 0 && (
        <div role="alert">
          {refusals.map(text => (
            <Text key={text} size="xs" c="var(--mantine-color-error)" mt={4}>
              {text}
            </Text>
          ))}
        </div>
      )}
    </div>
  );
}
