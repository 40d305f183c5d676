import { Button, Group, Modal, Skeleton, Text } from '@mantine/core';
import { Suspense, useEffect, useRef, useState } from 'react';
import { type DraftKey, draftOwner, dropDraft, getDraft, putDraft } from '../../drafts.ts';
import { useReturnFocus } from '../../form/dialog-focus.ts';
import { t } from '../../i18n/i18n.ts';
import { lazyPart } from '../../routing/lazy-page.ts';
import { CharactersLeft } from '../characters-left.tsx';
import type { Edited } from '../rich-text/quill.ts';

const RichEditor = lazyPart(() => import('../rich-text/rich-editor.tsx'), 'RichEditor');

export interface TextModalProps {
  /** The HTML text to edit. */
  content: string;
  title: string;
  open: boolean;
  /** The edited text, plain and trimmed. */
  onAccept: (text: string) => void;
  onClose: () => void;
  /** Longest text allowed; a longer one is accepted, and told by the field. */
  maxLength?: number | undefined;
  /** Keeps what is being typed through a reload; dropped on Aceptar and Cancelar. */
  draftKey?: DraftKey | undefined;
}

interface BodyProps extends Omit<TextModalProps, 'open'> {
  close: () => void;
}

/** Undefined until the browser's storage was asked. */
function useRestored(draftKey: DraftKey | undefined) {
  const [restored, setRestored] = useState<{ operations?: Edited['operations'] | undefined } | undefined>(
    draftKey ? undefined : {},
  );
  const asked = useRef(draftKey);
  useEffect(() => {
    const key = asked.current;
    if (key)
      void getDraft<Edited>(draftOwner(), key).then(draft =>
        setRestored({ operations: draft?.value.operations }),
      );
  }, []);
  return restored;
}

function TextModalBody({ content, title, onAccept, maxLength, draftKey, close }: BodyProps) {
  const restored = useRestored(draftKey);
  const edited = useRef<Edited | null>(null);
  const [length, setLength] = useState<number | null>(null);
  const [owner] = useState(draftOwner);
  const show = (next: Edited) => {
    edited.current = next;
    setLength(next.text.length);
  };
  const keep = (next: Edited) => {
    show(next);
    if (draftKey) void putDraft(owner, draftKey, next);
  };
  const leave = () => {
    if (draftKey) void dropDraft(owner, draftKey);
    close();
  };
  const accept = () => {
    if (edited.current) onAccept(edited.current.text);
    leave();
  };
  const waiting = <Skeleton h="13rem" />;
  return (
    <>
      <Modal.Header>
        <Modal.Title>{title}</Modal.Title>
        <Modal.CloseButton aria-label={t('action.close')} onClick={leave} />
      </Modal.Header>
      <Modal.Body>
        {restored ? (
          <Suspense fallback={waiting}>
            <RichEditor
              label={title}
              html={content}
              operations={restored.operations}
              onReady={show}
              onChange={keep}
            />
          </Suspense>
        ) : (
          waiting
        )}
        <Group justify="space-between" mt="md" gap="xs">
          <Text component="div" size="xs" c="dimmed">
            {maxLength !== undefined && length !== null && <CharactersLeft length={length} max={maxLength} />}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={leave}>
              {t('action.cancel')}
            </Button>
            <Button onClick={accept}>{t('action.accept')}</Button>
          </Group>
        </Group>
      </Modal.Body>
    </>
  );
}

/**
 * Edits a text: HTML in, plain text out. Persistent: only its buttons close it. Cancelar and the close icon change
 * nothing; Aceptar hands over the text, then closes.
 */
export function TextModal({ open, ...body }: TextModalProps) {
  useReturnFocus(open);
  return (
    <Modal.Root
      opened={open}
      onClose={body.onClose}
      size={800}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={body.title}>
        {open && <TextModalBody {...body} close={body.onClose} />}
      </Modal.Content>
    </Modal.Root>
  );
}
