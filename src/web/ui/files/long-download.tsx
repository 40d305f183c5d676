import { Alert, Progress as Bar, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { formatSize } from '../../../domain/text/format.ts';
import type { Progress } from '../../api.ts';
import { useReturnFocus } from '../../form/dialog-focus.ts';
import { t } from '../../i18n/i18n.ts';
import { messageOf } from '../../problem-error.ts';
import { saveFile } from '../../save-file.ts';
import { asHtml, toasts } from '../toasts/toasts.ts';

interface Transfer {
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}
type FetchFile = (transfer: Transfer) => Promise<{ blob: Blob; name: string }>;

/** Where it stands: begun, so far, or why it came to nothing. */
type Phase = { readonly progress?: Progress; readonly failure?: string };

function useLongDownload(fetchFile: FetchFile) {
  const [phase, setPhase] = useState<Phase | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const cancel = () => {
    running.current?.abort();
    setPhase(null);
  };
  const start = async () => {
    const own = new AbortController();
    running.current = own;
    // What comes of one that was cancelled is no longer of interest.
    const tell = (next: Phase | null) => own.signal.aborted || setPhase(next);
    tell({});
    try {
      const onProgress = (progress: Progress) => tell({ progress });
      const { blob, name } = await fetchFile({ onProgress, signal: own.signal });
      if (own.signal.aborted) return;
      saveFile(name, blob);
      tell(null);
      toasts.success(asHtml(t('file.saved', { name })));
    } catch (error) {
      tell({ failure: messageOf(error) });
    }
  };
  return { phase, start, cancel };
}

interface Props {
  /** What the button does, also the name of its dialog. */
  title: string;
  size?: 'xs' | 'sm';
  fetchFile: FetchFile;
}

/** A file that is written while it comes: the button for it, and how far it is, with the way to give it up. */
export function LongDownload({ title, size = 'sm', fetchFile }: Props) {
  const { phase, start, cancel } = useLongDownload(fetchFile);
  return (
    <>
      <Button
        variant="default"
        size={size}
        leftSection={<IconFileZip size={16} aria-hidden />}
        onClick={() => void start()}
      >
        {title}
      </Button>
      {phase && <State title={title} phase={phase} onRetry={() => void start()} onCancel={cancel} />}
    </>
  );
}

interface StateProps {
  title: string;
  phase: Phase;
  onRetry: () => void;
  onCancel: () => void;
}

function State({ title, phase: { progress, failure }, onRetry, onCancel }: StateProps) {
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onCancel}
      title={title}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t(failure === undefined ? 'action.cancel' : 'action.close') }}
    >
      <Stack gap="sm">
        {failure === undefined ? (
          <Running title={title} progress={progress} />
        ) : (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t(failure === undefined ? 'action.cancel' : 'action.close')}
          </Button>
          {failure !== undefined && <Button onClick={onRetry}>{t('action.retry')}</Button>}
        </Group>
      </Stack>
    </Modal>
  );
}

/** Its size is but expected: only its end is the whole. */
const percentOf = ({ received, expected }: Progress): number | null =>
  expected === null ? null : Math.min(99, Math.floor((received / expected) * 100));

const doingWords = (progress: Progress | undefined): string => {
  if (!progress) return t('file.preparing');
  return progress.files === null ? t('file.receiving') : t('file.receivingFiles', { count: progress.files });
};

function sizeWords({ received, expected }: Progress): string {
  const size = formatSize(received);
  return expected === null || received > expected
    ? size
    : t('file.received', { size, total: formatSize(expected) });
}

function Running({ title, progress }: { title: string; progress: Progress | undefined }) {
  const percent = progress ? percentOf(progress) : null;
  return (
    <>
      {/* Said once it changes, not at each part that comes. */}
      <Text size="sm" role="status">
        {doingWords(progress)}
      </Text>
      <Bar value={percent ?? 0} aria-label={title} transitionDuration={0} />
      <Group justify="space-between" className="figures" mih="1.375rem">
        <Text size="sm" c="dimmed">
          {progress && sizeWords(progress)}
        </Text>
        {percent !== null && <Text size="sm">{percent} %</Text>}
      </Group>
    </>
  );
}
