import { Button, Checkbox, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { Holding } from '../../../domain/workflow/reassignment.ts';
import { paths } from '../../../web/routing/paths.ts';
import { TextLink } from '../../../web/ui/link.tsx';
import { StatusPill } from '../../../web/ui/status/status-pill.tsx';
import workLines from '../../../web/ui/work-lines.module.css';
import { GROUPS } from '../../holdings/ui/groups.tsx';
import { PersonPicker } from '../../users/ui/person-picker.tsx';
import classes from './reassign.module.css';
import { type HeldRow, keyOfRow } from './use-choice.tsx';
import type { Reassign } from './use-reassign.tsx';

interface HeldGroupProps {
  holding: Holding;
  rows: readonly HeldRow[];
  state: Reassign;
}

/** Things of one sort: taken out or given to somebody else as a whole, or row by row. */
export function HeldGroup({ holding, rows, state }: HeldGroupProps) {
  const { selection, targets } = state;
  const chosen = rows.filter(selection.isIn).length;
  const title = GROUPS[holding];
  return (
    <section className={classes.group} aria-label={title}>
      <div className={classes.head}>
        <Checkbox
          label={
            <Title order={2}>
              {title} ({rows.length})
            </Title>
          }
          checked={chosen === rows.length}
          indeterminate={chosen > 0 && chosen < rows.length}
          onChange={event => selection.toggle(rows, event.currentTarget.checked)}
        />
        <PersonPicker
          label={`Otra persona para: ${title}`}
          hideLabel
          placeholder="Otra persona para este grupo"
          value={targets.ofGroup(holding)}
          onChange={to => targets.setGroup(holding, to)}
          activeOnly
        />
      </div>
      <ul className={workLines.lines}>
        {rows.map(row => (
          <Row key={keyOfRow(row)} row={row} state={state} />
        ))}
      </ul>
    </section>
  );
}

function Row({ row, state }: { row: HeldRow; state: Reassign }) {
  const { selection, targets, refusals } = state;
  const [asks, setAsks] = useState(false);
  const isIn = selection.isIn(row);
  const own = targets.ofRow(row);
  const refused = isIn ? refusals.get(keyOfRow(row)) : null;
  const name = `${row.code} ${row.name}`;
  return (
    <li className={classes.row}>
      <Checkbox
        size="xs"
        aria-label={`Reasignar ${name}`}
        checked={isIn}
        onChange={event => selection.toggle([row], event.currentTarget.checked)}
      />
      <span className={classes.name} title={row.name}>
        {row.kind ? (
          <TextLink href={paths.project(row.kind, row.id)}>{row.code}</TextLink>
        ) : (
          <b>{row.code}</b>
        )}{' '}
        {row.name}
      </span>
      {row.status ? <StatusPill status={row.status} /> : <span />}
      {asks || own ? (
        <span />
      ) : (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => setAsks(true)}
          aria-label={`Otra persona para ${name}`}
        >
          Otra persona
        </Button>
      )}
      {(asks || own) && (
        <div className={classes.other}>
          <PersonPicker
            label={`Otra persona para ${name}`}
            hideLabel
            placeholder="Busca por nombre o correo"
            value={own}
            onChange={to => {
              targets.setRow(row, to);
              setAsks(to !== null);
            }}
            activeOnly
          />
        </div>
      )}
      {refused && (
        <span className={classes.refused}>
          <IconAlertTriangle size={14} aria-hidden />
          {refused} Queda fuera.
        </span>
      )}
    </li>
  );
}
