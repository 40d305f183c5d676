import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { parseNumber } from '../../../../domain/text/format.ts';
import { pasteNumber } from '../../../../web/form/paste-number.ts';
import type { ControlProps } from '../scope.tsx';
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

const DECIMALS = 6;

/** Both at once, as maps give them: `-36.8201, -73.0444`. */
function pastedPoint(text: string): Point | null {
  const [, ...parts] = /^\s*(-?\d+[.,]\d+)\s*[;,\s]\s*(-?\d+[.,]\d+)\s*$/.exec(text) ?? [];
  const [latitude, longitude] = parts.map(part => parseNumber(part, DECIMALS, false));
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : null;
}

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
            onPasteCapture={event => {
              const point = pastedPoint(event.clipboardData.getData('text'));
              if (!point)
                return pasteNumber(value => change({ ...typed, [key]: value }), DECIMALS, false)(event);
              event.preventDefault();
              event.stopPropagation();
              change(point);
            }}
            min={-most}
            max={most}
            decimalScale={DECIMALS}
            decimalSeparator=","
            hideControls
          />
        ))}
      </Columns>
    </GroupFrame>
  );
}
