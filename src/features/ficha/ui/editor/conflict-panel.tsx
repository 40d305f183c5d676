import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import { keyOf } from '../../../../domain/sections/field.ts';
import { sectionOf } from '../../../../domain/sections/index.ts';
import { showValue } from '../../../../domain/sections/show.ts';
import { formatInstant } from '../../../../web/dates.ts';
import { useSessionUser } from '../../../../web/storage.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import type { staleSection } from '../../contract.ts';
import type { ShownSection } from '../section-list.tsx';
import classes from './conflict.module.css';

type Data = Record<string, unknown>;
type Side = 'mine' | 'stored';

interface ConflictProps {
  section: ShownSection;
  /** What both started from. */
  base: Data;
  mine: Data;
  stored: z.output<typeof staleSection>;
  /** Saves these values on top of the stored ones. */
  onKeep: (values: Data) => void;
  onUseStored: (values: Data) => void;
}

const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);

/** Somebody else, or the reader in another window, changed the section: both values of each field side by side, nothing is lost until one is chosen. */
export function ConflictPanel({ section, base, mine, stored, onKeep, onUseStored }: ConflictProps) {
  const theirs: Data = { ...sectionOf(section.slug).empty, ...stored.data };
  const fields = section.fields.filter(f => differs(mine[keyOf(f)], theirs[keyOf(f)]));
  const [picked, setPicked] = useState<Readonly<Record<string, Side>>>({});
  // Where only one side changed something, that side is proposed.
  const sideOf = (key: string): Side => picked[key] ?? (differs(mine[key], base[key]) ? 'mine' : 'stored');
  const mergeSides = () =>
    Object.fromEntries(Object.keys(mine).map(k => [k, (sideOf(k) === 'mine' ? mine : theirs)[k]]));
  const reader = useSessionUser();
  const isOwn = stored.updatedBy?.id === reader?.id;
  const who = isOwn ? 'ti en otra ventana' : (stored.updatedBy?.name ?? 'otra persona');
  return (
    <section className={classes.panel} aria-labelledby="conflict-title">
      <h3 id="conflict-title" className={classes.title}>
        {isOwn
          ? 'Guardaste cambios en otra ventana mientras editabas'
          : 'Otra persona guardó cambios mientras editabas'}
      </h3>
      <p className={classes.text} role="alert">
        Esta sección fue guardada por {who}
        {stored.updatedAt && ` el ${formatInstant(stored.updatedAt)}`}. No se perdió nada: elige qué
        conservar.
      </p>
      <div className={classes.actions}>
        <Button size="xs" variant="default" onClick={() => onKeep(mine)}>
          Conservar lo mío
        </Button>
        <Button size="xs" variant="default" onClick={() => onUseStored(theirs)}>
          Usar lo guardado
        </Button>
      </div>
      {fields.map(field => (
        <ConflictField
          key={field.path}
          label={field.label}
          mine={showOf(field, mine)}
          stored={showOf(field, theirs)}
          who={who}
          side={sideOf(keyOf(field))}
          onPick={side => setPicked({ ...picked, [keyOf(field)]: side })}
        />
      ))}
      <Button onClick={() => onKeep(mergeSides())}>Guardar lo elegido</Button>
    </section>
  );
}

const showOf = (field: ShownSection['fields'][number], data: Data) => ({ field, value: data[keyOf(field)] });

interface FieldProps {
  label: string;
  mine: ReturnType<typeof showOf>;
  stored: ReturnType<typeof showOf>;
  who: string;
  side: Side;
  onPick: (side: Side) => void;
}

function ConflictField({ label, mine, stored, who, side, onPick }: FieldProps) {
  const { nameOf } = useProject();
  const text = ({ field, value }: ReturnType<typeof showOf>) => showValue(field, value, nameOf) || 'Vacío';
  return (
    <Radio.Group
      className={classes.field ?? ''}
      label={label}
      value={side}
      onChange={next => onPick(next as Side)}
    >
      <div className={classes.sides}>
        <div className={classes.side} data-chosen={side === 'mine' || undefined}>
          <Radio value="mine" size="xs" label="Lo mío" />
          <div className={classes.value}>{text(mine)}</div>
        </div>
        <div className={classes.side} data-chosen={side === 'stored' || undefined}>
          <Radio value="stored" size="xs" label={`Lo guardado por ${who}`} />
          <div className={classes.value}>{text(stored)}</div>
        </div>
      </div>
    </Radio.Group>
  );
}
