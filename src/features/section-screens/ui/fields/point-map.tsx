import { ActionIcon, Button, Group, Skeleton } from '@mantine/core';
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react';
import { drawMap, type MapBorders, type MapDrawing, placeText } from '../../../../domain/drawings/map/map.ts';
import { type Frame, frameOf, nearer, nearestOf, spotOf } from '../../../../domain/drawings/map/view.ts';
import { drawMarks } from '../../../../web/drawing/draw-marks.tsx';
import { SCREEN_INK, SCREEN_SIZE } from '../../../../web/drawing/screen-ink.ts';
import { useWidth } from '../../../../web/drawing/use-width.ts';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import classes from './fields.module.css';
import type { Point } from './point-field.tsx';
import { type Comuna, useComunas } from './use-comunas.tsx';

interface Props {
  codes: readonly string[];
  point: Point | null;
  onChange: (point: Point | null) => void;
}

/** Where to click for the point, around the comunas chosen. */
export function PointMap(props: Props) {
  const { chosen, all, borders, error, retry } = useComunas(props.codes);
  if (error) return <ErrorState error={error} onRetry={retry} headingLevel={3} />;
  if (!chosen) return <Skeleton className={classes.map ?? ''} mt="xs" />;
  // Other comunas are other surroundings.
  return <Picker key={props.codes.join()} {...props} chosen={chosen} all={all} borders={borders} />;
}

/** Pixels that an arrow key moves the point; with Shift. */
const STEP = 4;
const LONG_STEP = 32;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Degrees of longitude seen at least, and at most. */
const NEAREST = 0.05;
const FARTHEST = 70;

/** To a metre, which is finer than anybody points; the sheet may show more than the globe has. */
const degreesOf = (shown: number, most: number) =>
  Math.round(Math.min(most, Math.max(-most, shown)) * 1e5) / 1e5;

/** What is seen: around the comunas at first; zooming keeps the point in the middle. */
function useFrame(chosen: readonly Comuna[], point: Point | null) {
  const [start] = useState(() => frameOf([...chosen, ...(point ? [point] : [])]));
  const [frame, setFrame] = useState<Frame>(start);
  const zoom = (times: number) => {
    const next = nearer(frame, times, point ? spotOf(point) : frame.middle);
    if (next.wide >= NEAREST && next.wide <= FARTHEST) setFrame(next);
  };
  return { frame, zoom, reset: () => setFrame(start) };
}

interface PickerProps extends Props {
  chosen: readonly Comuna[];
  all: readonly Comuna[];
  borders: MapBorders | null;
}

function Picker({ point, onChange, chosen, all, borders }: PickerProps) {
  const { ref, width } = useWidth<HTMLDivElement>(480);
  const name = `map${useId().replace(/\W/g, '')}`;
  const { frame, zoom, reset } = useFrame(chosen, point);
  const sheet = { width, size: SCREEN_SIZE, ink: SCREEN_INK, name };
  const draw = (seen: Frame) => drawMap({ comunas: chosen, around: all, borders, point, frame: seen }, sheet);
  const first = draw(frame);
  const drawing = point && !first.view.shows(point) ? draw({ ...frame, middle: spotOf(point) }) : first;
  const set = (x: number, y: number) => {
    const { latitude, longitude } = drawing.view.placeAt(x, y);
    onChange({ latitude: degreesOf(latitude, 90), longitude: degreesOf(longitude, 180) });
  };
  const click = (event: MouseEvent<SVGSVGElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    set(event.clientX - left, event.clientY - top);
  };
  return (
    <div className={classes.mapFrame} ref={ref}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the pin is for the keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a map is no set of fields */}
      <svg
        role="group"
        aria-label={drawing.sentence}
        className={classes.mapDrawing}
        width={drawing.width}
        height={drawing.height}
        onClick={click}
      >
        {drawMarks(drawing.marks)}
      </svg>
      <Pin drawing={drawing} point={point} set={set} onClear={() => onChange(null)} />
      <Group gap="xs" mt="xs">
        <Zoom label="Acercar" icon={IconPlus} onClick={() => zoom(2)} />
        <Zoom label="Alejar" icon={IconMinus} onClick={() => zoom(0.5)} />
        <Zoom label="Volver a las comunas" icon={IconFocusCentered} onClick={reset} />
        {point && (
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(null)}>
            Quitar el punto
          </Button>
        )}
      </Group>
      <p className={classes.mapWords} role="status">
        {point ? (
          <PointWords point={point} chosen={chosen} all={all} />
        ) : (
          'Haz clic en el mapa para marcar el lugar.'
        )}
      </p>
    </div>
  );
}

function PointWords({
  point,
  chosen,
  all,
}: {
  point: Point;
  chosen: readonly Comuna[];
  all: readonly Comuna[];
}) {
  const nearest = nearestOf(point, all);
  const isChosen = chosen.some(c => c.code === nearest?.code);
  return (
    <>
      {placeText(point)}
      {nearest && `, cerca del centro de ${nearest.name}`}
      {nearest && !isChosen && ', que no está entre las comunas elegidas'}.
    </>
  );
}

interface ZoomProps {
  label: string;
  icon: typeof IconPlus;
  onClick: () => void;
}

const Zoom = ({ label, icon: Icon, onClick }: ZoomProps) => (
  <ActionIcon variant="default" aria-label={label} title={label} onClick={onClick}>
    <Icon size={16} aria-hidden />
  </ActionIcon>
);

interface PinProps {
  drawing: MapDrawing;
  point: Point | null;
  set: (x: number, y: number) => void;
  onClear: () => void;
}

/** The point as a button, which arrow keys move; without a point it stands in the middle and sets one there. */
function Pin({ drawing, point, set, onClear }: PinProps) {
  const { view, width, height } = drawing;
  const [x, y] = point ? view.at(point) : [width / 2, height / 2];
  const press = (event: KeyboardEvent) => {
    if (point && (event.key === 'Delete' || event.key === 'Backspace')) onClear();
    const [dx, dy] = ARROWS[event.key] ?? [];
    if (dx === undefined || dy === undefined) return;
    event.preventDefault();
    const step = event.shiftKey ? LONG_STEP : STEP;
    set(x + dx * step, y + dy * step);
  };
  return (
    <button
      type="button"
      className={classes.pin}
      style={{ left: x, top: y }}
      data-empty={point === null || undefined}
      aria-label={
        point
          ? `Punto en ${placeText(point)}. Las flechas lo mueven, con Mayús más lejos; Supr lo quita.`
          : 'Poner el punto en el centro del mapa'
      }
      onClick={() => point || set(x, y)}
      onKeyDown={press}
    />
  );
}
