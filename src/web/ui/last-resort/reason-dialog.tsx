import { Group, Stack, Text } from '@mantine/core';
import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { ReasonField } from '../../form/texts/reason-field.tsx';
import { t } from '../../i18n/i18n.ts';
import { CharactersLeft } from '../characters-left.tsx';
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';

const [LEAST, MOST] = [10, 2000];

interface ReasonDialogProps {
  /** The server's words. */
  detail: string;
  /** What was given as a reason for the same before. */
  before: string;
  onAnswer: (reason: string | null) => void;
}

/** Escape would also close the dialog in which the request was made: whatever has the focus here keeps it to itself. */
const keepEscape = ({ target }: FocusEvent<Element>) =>
  target.setAttribute('data-mantine-stop-propagation', 'true');

/** Asks whoever decides as the last possible person for the reason that the audit keeps. */
export function ReasonDialog({ detail, before, onAnswer }: ReasonDialogProps) {
  const [text, setText] = useState(before);
  const cancel = () => onAnswer(null);
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) cancel();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the dialog inside
    <div onFocusCapture={keepEscape} onKeyDown={leave}>
      <ConfirmDialog
        open
        title={t('lastResort.title')}
        confirm={t('lastResort.confirm')}
        reason={text.trim().length < LEAST ? t('lastResort.missing') : null}
        size="md"
        persistent
        onConfirm={() => onAnswer(text.trim())}
        onCancel={cancel}
      >
        <Stack gap="md">
          <Text size="sm">{detail}</Text>
          <div>
            <ReasonField
              label={t('lastResort.why')}
              description={t('lastResort.help')}
              minRows={4}
              maxLength={MOST}
              value={text}
              onChange={setText}
              data-autofocus
            />
            <Group justify="flex-end" mt={4} fz="xs" c="dimmed">
              <CharactersLeft length={text.length} max={MOST} />
            </Group>
          </div>
        </Stack>
      </ConfirmDialog>
    </div>
  );
}
