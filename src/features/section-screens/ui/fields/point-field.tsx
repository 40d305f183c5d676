import { Button, Skeleton, TextInput } from '@mantine/core';
import { type ClipboardEvent, Suspense, useState } from 'react';
import { parseNumber } from '../../../../domain/text/format.ts';
import { pasteNumber } from '../../../../web/form/paste-number.ts';
import { useTypedNumber } from '../../../../web/form/typed-number.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { type ControlProps, useScope } from '../scope.tsx';
import { GroupFrame } from './field-frame.tsx';
import classes from './fields.module.css';

/** The country's outline alone is a fifteenth of what a screen may weigh. */
const PointMap = lazyPart(() => import('./point-map.tsx'), 'PointMap');

export interface Point {
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

interface DegreesProps {
  label: string;
  most: number;
  value: number | null;
  onChange: (value: number | null) => void;
  /** Takes both at once, and says whether it did. */
  onPastePair: (event: ClipboardEvent<HTMLInputElement>) => boolean;
}

function Degrees({ label, most, value, onChange, onPastePair }: DegreesProps) {
  const set = (next: number | null) => onChange(next === null ? null : Math.min(most, Math.max(-most, next)));
  const typed = useTypedNumber({ value, set, decimals: DECIMALS, hasThousands: false });
  const paste = (event: ClipboardEvent<HTMLInputElement>) =>
    onPastePair(event) || pasteNumber(set, DECIMALS, false)(event);
  return <TextInput label={label} {...typed} onPasteCapture={paste} />;
}

interface PointInputProps {
  value: Point | null;
  onChange: (point: Point | null) => void;
  /** Comunas around which the map is seen at first. */
  codes: readonly string[];
}

/** Latitude and longitude, typed, pasted or by a map; told once both are there. */
export function PointInput({ value: stored, onChange, codes }: PointInputProps) {
  const [half, setHalf] = useState<Typed>({ latitude: null, longitude: null });
  const [isMapOpen, setMapOpen] = useState(false);
  // The stored one comes first: it may be restored, or somebody else's, after this was drawn.
  const typed = stored ?? half;
  const change = (next: Typed) => {
    setHalf(next);
    const { latitude, longitude } = next;
    onChange(latitude === null || longitude === null ? null : { latitude, longitude });
  };
  const pastePair = (event: ClipboardEvent<HTMLInputElement>) => {
    const point = pastedPoint(event.clipboardData.getData('text'));
    if (!point) return false;
    event.preventDefault();
    event.stopPropagation();
    change(point);
    return true;
  };
  return (
    <>
      <Button
        variant="default"
        size="xs"
        mt="xs"
        aria-expanded={isMapOpen}
        onClick={() => setMapOpen(!isMapOpen)}
      >
        {isMapOpen ? 'Ocultar el mapa' : stored ? 'Ver en el mapa' : 'Marcar en el mapa'}
      </Button>
      {isMapOpen && (
        <Suspense fallback={<Skeleton className={classes.map ?? ''} mt="xs" />}>
          <PointMap
            codes={codes}
            point={stored}
            onChange={point => change(point ?? { latitude: null, longitude: null })}
          />
        </Suspense>
      )}
      <div className={`${classes.columns} ${classes.pair}`}>
        {AXES.map(({ key, label, most }) => (
          <Degrees
            key={key}
            label={label}
            most={most}
            value={typed[key]}
            onChange={value => change({ ...typed, [key]: value })}
            onPastePair={pastePair}
          />
        ))}
      </div>
    </>
  );
}

/** The point of a project, among its comunas. */
export function PointField({ field }: ControlProps) {
  const { values } = useScope();
  return (
    <GroupFrame field={field}>
      <PointInput
        value={field.value as Point | null}
        onChange={field.set}
        codes={(values.comunaCodes ?? []) as readonly string[]}
      />
    </GroupFrame>
  );
}
