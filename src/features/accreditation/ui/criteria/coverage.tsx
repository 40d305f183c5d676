import { Anchor, Badge, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import {
  type Criterion,
  type Found,
  isGap,
  type Statement,
} from '../../../../domain/accreditation/matrix.ts';
import { evidenceWords } from '../../../../domain/accreditation/pack-index.ts';
import { Tool } from '../../../../web/ui/tools/tool.tsx';
import classes from './criteria.module.css';

function StatementRow({ statement, found }: { statement: Statement; found: Found | undefined }) {
  const { text, note, evidence, links } = statement;
  return (
    <li className={classes.row}>
      <Text size="sm">{text}</Text>
      {found && isGap(statement, found) && (
        <Badge color="orange" variant="light" leftSection={<IconAlertTriangle size={12} aria-hidden />}>
          Sin evidencia
        </Badge>
      )}
      <ul className={classes.evidence}>
        {evidence.map(name => (
          <li key={name}>{evidenceWords(name, found ?? {})}</li>
        ))}
        {links.map(({ title, url }) => (
          <li key={url}>
            <Anchor href={url} size="sm" target="_blank" rel="noreferrer">
              {title}
            </Anchor>
          </li>
        ))}
      </ul>
      {note && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </li>
  );
}

export interface CriterionTools {
  onEdit: () => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

interface Props {
  criterion: Criterion;
  /** From 1 on. */
  place: number;
  of: number;
  found: Found | undefined;
  /** Null for who only reads. */
  tools: CriterionTools | null;
}

/** A criterion with what shows each of its statements, in this unit and these years. */
export function CriterionCard({ criterion, place, of, found, tools }: Props) {
  const { key, code, name, statements } = criterion;
  return (
    <section className={classes.card} aria-labelledby={key}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <h2 id={key}>
          {code} · {name}
        </h2>
        {tools && (
          <Group gap={2} wrap="nowrap" className="no-print">
            <Tool label={`Editar ${code}`} icon={IconPencil} onClick={tools.onEdit} />
            <Tool
              label={`Subir ${code}`}
              icon={IconArrowUp}
              isOff={place === 1}
              onClick={() => tools.onMove(-1)}
            />
            <Tool
              label={`Bajar ${code}`}
              icon={IconArrowDown}
              isOff={place === of}
              onClick={() => tools.onMove(1)}
            />
            <Tool label={`Quitar ${code}`} icon={IconTrash} onClick={tools.onRemove} />
          </Group>
        )}
      </Group>
      {statements.length === 0 ? (
        <Text size="sm" c="dimmed">
          Sin enunciados.
        </Text>
      ) : (
        <ol className={classes.rows}>
          {statements.map(statement => (
            <StatementRow key={statement.key} statement={statement} found={found} />
          ))}
        </ol>
      )}
    </section>
  );
}
