import { Button, type ButtonProps } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type Ref, useImperativeHandle, useRef } from 'react';
import { useRead } from '../../../../web/query.ts';
import { asHtml, toasts } from '../../../../web/ui/toasts/toasts.ts';
import { getCatalogues } from '../../../options/contract.ts';

/** Types accepted; the server looks at the content all the same. */
const ACCEPTED = '.pdf,.jpg,.jpeg,.png,.webp,.docx,.xlsx,.pptx,.odt,.ods,.mp4,.zip';
const MEGABYTE = 1024 * 1024;

export interface PickHandle {
  /** Opens the browser's dialog. */
  pick(): void;
}

interface PickInputProps {
  onPick: (file: File) => void;
  /** Several may be chosen at once. */
  several?: boolean;
  ref: Ref<PickHandle>;
}

/** Chooses a file of this computer; one too large or empty is refused before anything is sent. */
export function PickInput({ onPick, several = false, ref }: PickInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({ pick: () => input.current?.click() }), []);
  const { data } = useRead(getCatalogues);
  const limit = data?.uploadLimitBytes ?? Number.POSITIVE_INFINITY;
  const pick = (files: FileList | null) => {
    for (const file of files ?? []) {
      if (file.size > limit)
        toasts.error(`${asHtml(file.name)} supera el máximo de ${Math.round(limit / MEGABYTE)} MB.`);
      else if (file.size === 0) toasts.error(`${asHtml(file.name)} está vacío.`);
      else onPick(file);
    }
    // The same file can be chosen again, e.g. after a refusal.
    if (input.current) input.current.value = '';
  };
  return (
    <input
      ref={input}
      type="file"
      accept={ACCEPTED}
      multiple={several}
      hidden
      onChange={event => pick(event.currentTarget.files)}
    />
  );
}

interface PickProps extends ButtonProps {
  label: string;
  onPick: (file: File) => void;
  several?: boolean;
  'aria-label'?: string;
}

export function PickButton({ label, onPick, several = false, ...rest }: PickProps) {
  const picker = useRef<PickHandle>(null);
  return (
    <>
      <PickInput ref={picker} onPick={onPick} several={several} />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden />}
        onClick={() => picker.current?.pick()}
        {...rest}
      >
        {label}
      </Button>
    </>
  );
}
