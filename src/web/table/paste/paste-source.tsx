import { Alert, Button, Group, Stack, Textarea } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { formatNumber } from '../../../domain/text/format.ts';
import { formatInstant } from '../../dates.ts';
import { t } from '../../i18n/i18n.ts';
import { readText } from './read-table.ts';
import type { Pasted } from './use-pasted.tsx';

interface Props<R> {
  pasted: Pasted<R>;
  description: string;
  /** Said where no row was found. */
  nobody: string;
  /** Rows added at once. */
  most: number;
  read: (text: string) => readonly R[];
  /** Where a file is read otherwise. */
  readFile?: (text: string) => readonly R[];
  /** What else is asked before it is read. */
  children?: ReactNode;
}

/** A list of people as text, pasted or out of a CSV. */
export function PasteSource<R>(props: Props<R>) {
  const { pasted, description, nobody, most, read, readFile = read, children } = props;
  const { text, restoredAt } = pasted;
  const [problem, setProblem] = useState<string | null>(null);
  const take = (rows: readonly R[]) => {
    if (rows.length === 0) return setProblem(nobody);
    if (rows.length > most)
      return setProblem(
        `Son ${formatNumber(rows.length)} personas: agrega como máximo ${formatNumber(most)} a la vez.`,
      );
    pasted.onRows(rows);
  };
  return (
    <Stack gap="sm">
      {restoredAt && text !== '' && (
        <Alert color="cyan">{t('draft.recovered', { when: formatInstant(restoredAt) })}</Alert>
      )}
      <Textarea
        label="Lista"
        description={description}
        autosize
        minRows={6}
        maxRows={14}
        data-autofocus
        value={text}
        error={problem}
        onChange={event => {
          pasted.onText(event.currentTarget.value);
          setProblem(null);
        }}
      />
      {children}
      <Group justify="space-between">
        <CsvButton onText={file => take(readFile(file))} />
        <Button onClick={() => take(read(text))}>Revisar la lista</Button>
      </Group>
    </Stack>
  );
}

function CsvButton({ onText }: { onText: (text: string) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept=".csv,.txt,.tsv"
        hidden
        aria-label="Archivo CSV"
        onChange={event => {
          const file = event.currentTarget.files?.[0];
          if (file) void readText(file).then(onText);
          event.currentTarget.value = '';
        }}
      />
      <Button variant="default" onClick={() => picker.current?.click()}>
        Elegir un CSV
      </Button>
    </>
  );
}
