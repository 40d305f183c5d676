import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { ControlProps } from '../ficha/scope.tsx';
import { Columns } from './columns.tsx';
import { GroupFrame } from './field-frame.tsx';

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}
type Typed = { readonly [K in keyof Point]: number | null };

const AXES = [
  { key: 'latitude', label: 'Latitud', most: 90 },
  { key: 'longitude', label: 'Longitud', most: 180 },
] as const;

/** Latitude and longitude; stored once both are there. */
export function PointField({ field }: ControlProps) {
  // The stored one comes first: it may be restored, or somebody else's, after this was drawn.
  const stored = field.value as Point | null;
  const [half, setHalf] = useState<Typed>({ latitude: null, longitude: null });
  const typed = stored ?? half;
  const change = (next: Typed) => {
    setHalf(next);
    const { latitude, longitude } = next;
    field.set(latitude === null || longitude === null ? null : { latitude, longitude });
  };
  return (
    <GroupFrame field={field}>
      <Columns narrow>
        {AXES.map(({ key, label, most }) => (
          <NumberInput
            key={key}
            label={label}
            value={typed[key] ?? ''}
            onChange={next => change({ ...typed, [key]: next === '' ? null : Number(next) })}
            min={-most}
            max={most}
            decimalScale={6}
            decimalSeparator=","
            hideControls
          />
        ))}
      </Columns>
    </GroupFrame>
  );
}
