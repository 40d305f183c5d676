import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import {
  editedOption,
  linesOf,
  moved,
  type OptionDraft,
  withOptions,
} from '../../../../domain/surveys/drafts.ts';
import { Tool } from '../../../../web/ui/tools/tool.tsx';
import classes from './editor.module.css';
import { newId } from './use-questions.tsx';

interface OptionsProps {
  options: readonly OptionDraft[];
  onChange: (options: OptionDraft[]) => void;
  /** Message at a path below the question. */
  errorAt: (path: string) => string | undefined;
}

/** Puts the keyboard into the field of an option, once it is there. */
function useOptionFocus() {
  const list = useRef<HTMLOListElement>(null);
  const focus = (index: number) =>
    void requestAnimationFrame(() => list.current?.querySelectorAll('input')[index]?.focus());
  return { list, focus };
}

/** What may be chosen: typed one by one, or pasted from elsewhere, a line each. */
export function OptionsEditor({ options, onChange, errorAt }: OptionsProps) {
  const { list, focus } = useOptionFocus();
  const add = (at: number, labels: readonly string[] = ['']) => {
    onChange(withOptions(options, at, labels, newId));
    focus(at + labels.length - 1);
  };
  const paste = (index: number) => (event: ClipboardEvent) => {
    const lines = linesOf(event.clipboardData.getData('text'));
    const option = options[index];
    if (lines.length < 2 || !option) return;
    event.preventDefault();
    const isEmpty = option.label.trim() === '';
    const [first = '', ...rest] = lines;
    const filled = isEmpty ? editedOption(options, option.id, { label: first }) : options;
    onChange(withOptions(filled, index + 1, isEmpty ? rest : lines, newId));
  };
  const error = errorAt('options');
  return (
    <fieldset className={classes.fieldset}>
      <Text component="legend" size="sm" fw={500}>
        Opciones
      </Text>
      <ol ref={list} className={classes.options}>
        {options.map((option, n) => (
          <OptionLine
            key={option.id}
            option={option}
            place={n + 1}
            of={options.length}
            error={errorAt(`options.${n}.label`)}
            onLabel={label => onChange(editedOption(options, option.id, { label }))}
            onMove={by => onChange(moved(options, option.id, by))}
            onRemove={() => {
              onChange(options.filter(o => o.id !== option.id));
              focus(Math.max(0, n - 1));
            }}
            onNext={() => (options[n + 1]?.label === '' ? focus(n + 1) : add(n + 1))}
            onPaste={paste(n)}
          />
        ))}
      </ol>
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      <AddOptions onOne={() => add(options.length)} onSeveral={lines => add(options.length, lines)} />
    </fieldset>
  );
}

interface LineProps {
  option: OptionDraft;
  place: number;
  of: number;
  error: string | undefined;
  onLabel: (label: string) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  onNext: () => void;
  onPaste: (event: ClipboardEvent) => void;
}

function OptionLine({ option, place, of, error, onLabel, onMove, onRemove, onNext, onPaste }: LineProps) {
  const name = option.label || `opción ${place}`;
  const press = (event: KeyboardEvent) => {
    // Enter that ends a composed letter is not meant for the list.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onNext();
  };
  return (
    <li className={classes.option}>
      <TextInput
        aria-label={`Opción ${place}`}
        value={option.label}
        error={error}
        onChange={event => onLabel(event.currentTarget.value)}
        onKeyDown={press}
        onPaste={onPaste}
      />
      <Tool label={`Subir ${name}`} isOff={place === 1} icon={IconArrowUp} onClick={() => onMove(-1)} />
      <Tool label={`Bajar ${name}`} isOff={place === of} icon={IconArrowDown} onClick={() => onMove(1)} />
      <Tool label={`Quitar ${name}`} icon={IconX} onClick={onRemove} />
    </li>
  );
}

interface AddProps {
  onOne: () => void;
  onSeveral: (lines: string[]) => void;
}

function AddOptions({ onOne, onSeveral }: AddProps) {
  const [isPasting, setPasting] = useState(false);
  const [pasted, setPasted] = useState('');
  const lines = linesOf(pasted);
  const add = () => {
    if (lines.length > 0) onSeveral(lines);
    setPasted('');
    setPasting(false);
  };
  return (
    <Stack gap="xs" mt="xs">
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={onOne}
        >
          Agregar opción
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={isPasting}
          onClick={() => setPasting(!isPasting)}
        >
          Pegar varias
        </Button>
      </Group>
      {isPasting && (
        <>
          <Textarea
            label="Varias opciones"
            description="Una en cada línea."
            autosize
            minRows={3}
            maxRows={10}
            value={pasted}
            onChange={event => setPasted(event.currentTarget.value)}
          />
          <div>
            <Button size="compact-sm" onClick={add}>
              {lines.length === 1 ? 'Agregar 1 opción' : `Agregar ${lines.length} opciones`}
            </Button>
          </div>
        </>
      )}
    </Stack>
  );
}
