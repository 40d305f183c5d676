import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import { formatInstant } from '../../dates.ts';
import classes from './conflict.module.css';

export type Side = 'mine' | 'stored';

/** Something that both sides have, and not the same. */
export interface Difference {
  readonly key: string;
  readonly label: string;
  /** As it is written; empty where nothing is. */
  readonly mine: string;
  readonly stored: string;
  /** Proposed until the person chooses: the one that changed it. */
  readonly proposed: Side;
}

interface Saved {
  /** Name of who saved meanwhile; null where nobody knows. */
  readonly by: string | null;
  /** It was the reader, in another window. */
  readonly isOwn: boolean;
  /** Instant; left out where it is not known. */
  readonly at?: string | null;
}

interface ChoiceProps {
  /** What was saved, as it begins a sentence: `Esta sección fue guardada`. */
  what: string;
  saved: Saved;
  differences: readonly Difference[];
  /** Saves what is on screen over what is stored. */
  onKeep: () => void;
  onUseStored: () => void;
  /** Saves each of the differences from the side that was chosen for it. */
  onMerge: (sideOf: (key: string) => Side) => void;
}

/** Somebody else, or the reader in another window, saved meanwhile: both values side by side, nothing is lost until one is chosen. */
export function ConflictChoice({ what, saved, differences, onKeep, onUseStored, onMerge }: ChoiceProps) {
  const [picked, setPicked] = useState<Readonly<Record<string, Side>>>({});
  const sideOf = (key: string): Side =>
    picked[key] ?? differences.find(d => d.key === key)?.proposed ?? 'stored';
  const who = saved.isOwn ? 'ti en otra ventana' : (saved.by ?? 'otra persona');
  return (
    <section className={classes.panel} aria-labelledby="conflict-title">
      <h3 id="conflict-title" className={classes.title}>
        {saved.isOwn
          ? 'Guardaste cambios en otra ventana mientras editabas'
          : 'Otra persona guardó cambios mientras editabas'}
      </h3>
      <p className={classes.text} role="alert">
        {what} por {who}
        {saved.at && ` el ${formatInstant(saved.at)}`}. No se perdió nada: elige qué conservar.
      </p>
      <div className={classes.actions}>
        <Button size="xs" variant="default" onClick={onKeep}>
          Conservar lo mío
        </Button>
        <Button size="xs" variant="default" onClick={onUseStored}>
          Usar lo guardado
        </Button>
      </div>
      {differences.map(difference => (
        <ConflictField
          key={difference.key}
          difference={difference}
          who={who}
          side={sideOf(difference.key)}
          onPick={side => setPicked({ ...picked, [difference.key]: side })}
        />
      ))}
      <Button onClick={() => onMerge(sideOf)}>Guardar lo elegido</Button>
    </section>
  );
}

interface FieldProps {
  difference: Difference;
  who: string;
  side: Side;
  onPick: (side: Side) => void;
}

function ConflictField({ difference: { label, mine, stored }, who, side, onPick }: FieldProps) {
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
          <div className={classes.value}>{mine || 'Vacío'}</div>
        </div>
        <div className={classes.side} data-chosen={side === 'stored' || undefined}>
          <Radio value="stored" size="xs" label={`Lo guardado por ${who}`} />
          <div className={classes.value}>{stored || 'Vacío'}</div>
        </div>
      </div>
    </Radio.Group>
  );
}
