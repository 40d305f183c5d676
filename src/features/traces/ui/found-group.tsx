import { Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { formatNumber } from '../../../domain/text/format.ts';
import { paths } from '../../../web/routing/paths.ts';
import { DateTime } from '../../../web/ui/format.tsx';
import { TextLink } from '../../../web/ui/link.tsx';
import type { TraceFound, TraceRow } from '../contract.ts';
import styles from './traces.module.css';

function Where({ row: { project, organisation } }: { row: TraceRow }) {
  return (
    <>
      {project && (
        <TextLink href={paths.project(project.kind, project.id)}>
          {project.code} · {project.title}
        </TextLink>
      )}
      {organisation && <TextLink href={paths.partner(organisation.id)}>{organisation.name}</TextLink>}
    </>
  );
}

interface RowProps {
  row: TraceRow;
  /** Undefined while nothing is being chosen. */
  checked: boolean | undefined;
  onCheck: (checked: boolean) => void;
}

function FoundRow({ row, checked, onCheck }: RowProps) {
  const name = row.name || 'Sin nombre';
  return (
    <li className={styles.row}>
      {checked !== undefined && row.refused === null && (
        <Checkbox
          aria-label={`Eliminar ${name}${row.detail && `, ${row.detail}`}`}
          checked={checked}
          onChange={event => onCheck(event.currentTarget.checked)}
        />
      )}
      <div className={styles.words}>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Text size="sm">{row.detail}</Text>
        <Group gap="xs" fz="sm">
          <Where row={row} />
          {row.at && (
            <Text size="sm" c="dimmed">
              <DateTime value={row.at} withTime />
            </Text>
          )}
        </Group>
        {row.refused && (
          <Text size="sm" c="dimmed">
            No se elimina aquí. {row.refused}
          </Text>
        )}
      </div>
    </li>
  );
}

interface Props {
  found: TraceFound;
  /** Ids chosen of it; undefined while nothing is being chosen. */
  chosen: readonly string[] | undefined;
  onChoose: (ids: readonly string[]) => void;
}

/** Where somebody was found, of one kind, and why it is kept. */
export function FoundGroup({ found: { label, why, total, rows }, chosen, onChoose }: Props) {
  const heading = useId();
  const check = (id: string, checked: boolean) =>
    onChoose(checked ? [...(chosen ?? []), id] : (chosen ?? []).filter(one => one !== id));
  return (
    <section aria-labelledby={heading}>
      <Stack gap={4}>
        <Title order={2} size="h4" id={heading}>
          {label} ({formatNumber(total)})
        </Title>
        <Text size="sm" c="dimmed">
          Para qué: {why}
        </Text>
      </Stack>
      <ul className={styles.rows}>
        {rows.map(row => (
          <FoundRow
            key={row.id}
            row={row}
            checked={chosen?.includes(row.id)}
            onCheck={checked => check(row.id, checked)}
          />
        ))}
      </ul>
      {total > rows.length && (
        <Text size="sm">
          Se muestran {formatNumber(rows.length)} de {formatNumber(total)}: elimina estos y busca de nuevo
          para ver los demás.
        </Text>
      )}
    </section>
  );
}
