import { Group, Textarea } from '@mantine/core';
import { t } from '../../../../web/i18n/i18n.ts';
import { CharactersLeft } from '../../../../web/ui/characters-left.tsx';
import { MOST_ASKED } from '../../questions/contract.ts';

interface QuestionFieldProps {
  label: string;
  description: string;
  value: string;
  onChange: (text: string) => void;
}

/** A question or an answer. What is pasted is kept whole: too much of it is told, not cut. */
export function QuestionField({ onChange, ...props }: QuestionFieldProps) {
  return (
    <div>
      <Textarea
        {...props}
        withAsterisk
        autosize
        minRows={4}
        maxRows={12}
        onChange={event => onChange(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt={4} fz="xs" c="dimmed">
        <CharactersLeft length={props.value.length} max={MOST_ASKED} />
      </Group>
    </div>
  );
}

/** Why it cannot be sent yet; null when it can. `missing` says what is to be written. */
export function refusalOf(text: string, missing: string): string | null {
  const { length } = text.trim();
  if (length === 0) return missing;
  return length > MOST_ASKED ? `${t('form.charactersOver', { count: length - MOST_ASKED })}.` : null;
}
