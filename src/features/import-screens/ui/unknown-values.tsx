import { Button, Group, Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatNumber } from '../../../domain/text/format.ts';
import { useRead } from '../../../web/query.ts';
import cards from '../../../web/table/cards.module.css';
import { type Import, type ImportValues, listImportValues } from '../../imports/contract.ts';
import { TextPicker } from './text-picker.tsx';
import type { Flow } from './use-import.tsx';

interface Panel {
  flow: Flow;
  seen: Import;
}
type Unknown = ImportValues['unknown'][number];

/** What stands for the text most probably: found by likeness, never one of a short list of words; of people all. */
function likelyOf({ kind }: Flow, { field, suggestions }: Unknown) {
  const reference = kind.fields.find(each => each.key === field)?.reference;
  if (reference === undefined) return [];
  return reference === 'person' || reference === 'people' ? suggestions : suggestions.slice(0, 1);
}

function Row({ flow, seen, value }: Panel & { value: Unknown }) {
  const { field, text, rows, canCreate, suggestions } = value;
  const label = flow.kind.fields.find(each => each.key === field)?.label ?? field;
  const say = (meaning: string) => flow.mending.say([{ field, text, value: meaning }]);
  const likely = likelyOf(flow, value);
  return (
    <Table.Tr>
      <Table.Td data-first>{label}</Table.Td>
      <Table.Td data-label="Dice el archivo" style={{ overflowWrap: 'anywhere' }}>
        <span>{text}</span>
      </Table.Td>
      <Table.Td data-label="Filas" className="figures">
        <span>{formatNumber(rows)}</span>
      </Table.Td>
      <Table.Td data-label="Significa">
        <Group gap="xs" wrap="wrap">
          {likely.map(each => (
            <Button
              key={each.value}
              size="compact-sm"
              variant="light"
              h="auto"
              mih="1.75rem"
              maw="100%"
              styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
              onClick={() => say(each.value)}
            >
              {each.label}
            </Button>
          ))}
          {canCreate && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => say(text)}
              aria-label={`Crear «${text}»`}
            >
              Es otra: crearla
            </Button>
          )}
          <TextPicker
            importId={seen.id}
            field={field}
            label={`Qué significa «${text}»`}
            first={suggestions}
            placeholder={likely.length > 0 ? 'Otra…' : 'Elige qué significa'}
            onPick={say}
          />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

/** What was said before, of this file or another; forgotten with one click. */
function Said({ flow, said }: { flow: Flow; said: ImportValues['said'] }) {
  const [open, setOpen] = useState(false);
  if (said.length === 0) return null;
  const labelOf = (key: string) => flow.kind.fields.find(each => each.key === key)?.label ?? key;
  return (
    <Stack gap="xs">
      <Group>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={open}
          onClick={() => setOpen(before => !before)}
        >
          {open
            ? 'Ocultar lo que se recuerda'
            : `Se recuerdan ${formatCount(said.length, 'significado', 'significados')}`}
        </Button>
      </Group>
      {open && (
        <Stack gap={4} component="ul" style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
          {said.map(({ field, text, value }) => (
            <li key={`${field} ${text}`}>
              <Group gap="xs" wrap="nowrap">
                <Text size="sm">
                  {labelOf(field)}: «{text}» es{' '}
                  {value === '' ? 'nada' : value === text ? 'nuevo' : `«${value}»`}
                </Text>
                <Button
                  variant="subtle"
                  size="compact-xs"
                  leftSection={<IconArrowBackUp size={14} aria-hidden />}
                  aria-label={`Olvidar «${text}»`}
                  onClick={() => flow.mending.say([{ field, text, value: null }])}
                >
                  Olvidar
                </Button>
              </Group>
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  );
}

/** Says many at once: what is most probable, and positions that are no role here. */
function SayMany({ flow, unknown }: { flow: Flow; unknown: readonly Unknown[] }) {
  const likely = unknown.flatMap(({ field, text, suggestions: [best], isLikely }) =>
    best && isLikely ? [{ field, text, value: best.value }] : [],
  );
  const roleless = unknown.filter(({ suggestions }) => suggestions.some(each => each.value === ''));
  return (
    <Group gap="xs">
      {likely.length > 1 && (
        <Button size="compact-sm" onClick={() => flow.mending.say(likely)}>
          Aceptar {likely.length} sugerencias
        </Button>
      )}
      {roleless.length > 1 && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => flow.mending.say(roleless.map(({ field, text }) => ({ field, text, value: '' })))}
        >
          Dejar {roleless.length} sin rol
        </Button>
      )}
    </Group>
  );
}

const TITLES = ['Campo', 'Dice el archivo', 'Filas', 'Significa'];

function UnknownTable({ flow, seen, unknown }: Panel & { unknown: readonly Unknown[] }) {
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4">
          Palabras por aclarar: {formatNumber(unknown.length)}
        </Title>
        <SayMany flow={flow} unknown={unknown} />
      </Group>
      <Text size="sm" c="dimmed">
        Di una vez qué significa cada una: vale para todas sus filas y queda recordado para otros archivos.
      </Text>
      <div className={cards.cards ?? ''}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {TITLES.map(title => (
                <Table.Th key={title} scope="col">
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {unknown.map(value => (
              <Row key={`${value.field} ${value.text}`} flow={flow} seen={seen} value={value} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </>
  );
}

/** Texts that are not understood, each said once for all rows that have it and for files to come. */
export function UnknownValues({ flow, seen }: Panel) {
  const { data } = useRead(listImportValues, { params: { id: seen.id } }, { keepPrevious: true });
  // Room is kept where something is to be clarified, so that nothing jumps.
  if (!data) return (seen.counts.wrong ?? 0) > 0 ? <Skeleton h={160} /> : null;
  const { unknown, said } = data;
  if (unknown.length === 0 && said.length === 0) return null;
  return (
    <Paper withBorder p="md" component="section" aria-label="Palabras por aclarar">
      <Stack gap="sm">
        {unknown.length > 0 && <UnknownTable flow={flow} seen={seen} unknown={unknown} />}
        <Said flow={flow} said={said} />
      </Stack>
    </Paper>
  );
}
