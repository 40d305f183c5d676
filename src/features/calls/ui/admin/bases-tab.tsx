import { Stack, Text, Title } from '@mantine/core';
import { download, request } from '../../../../web/api.ts';
import { RichTextField } from '../../../../web/form/texts/rich-text-field.tsx';
import { SmallFiles } from '../../../../web/ui/files/small-files.tsx';
import { upload } from '../../../../web/upload.ts';
import { addCallFile, type CallDetail, openCallFile, removeCallFile } from '../../contract.ts';
import { RichText } from '../page/rich-text.tsx';
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

/** Files are added and removed at once, apart from the form. */
function Files({ call: { id: call, files }, refused }: BasesProps) {
  return (
    <SmallFiles
      title="Archivos de las bases"
      files={files}
      fetchFile={file => download(openCallFile, { params: { call, file } })}
      change={
        refused === null
          ? {
              add: async file => {
                await upload(addCallFile, { params: { call }, query: { name: file.name } }, file);
                await readAgain();
              },
              remove: async file => {
                await request(removeCallFile, { params: { call, file } });
                await readAgain();
              },
              hint: 'Se publican al agregarlos si la convocatoria ya abrió.',
              whatRemovalDoes: 'deja de verse en las bases',
            }
          : null
      }
    />
  );
}
