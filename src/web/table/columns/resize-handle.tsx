import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { t } from '../../i18n/i18n.ts';
import { clampWidth, NARROWEST, WIDEST } from './memory.ts';
import type { ColumnMemory } from './use-columns.tsx';
import { preview, shownWidth, toRem } from './widths.ts';

interface Props {
  column: { key: string; title: string };
  memory: ColumnMemory;
}

interface Drag {
  fromX: number;
  width: number;
  now: number;
}

/** The right edge of a heading: dragged, or moved by arrow keys once focused. */
export function ResizeHandle({ column: { key, title }, memory }: Props) {
  const drag = useRef<Drag | null>(null);
  const width = memory.widths[key];

  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const now = shownWidth(event.currentTarget, key);
    event.currentTarget.setPointerCapture?.(event.pointerId);
    drag.current = { fromX: event.clientX, width: now, now };
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    const { current } = drag;
    if (!current) return;
    const moved = event.clientX - current.fromX;
    if (moved === 0) return;
    current.now = clampWidth(current.width + toRem(moved));
    // Cells take a width of their own once there is one.
    if (memory.widths[key] === undefined) memory.resize(key, current.now);
    preview(event.currentTarget, key, current.now);
  };
  const end = () => {
    const { current } = drag;
    drag.current = null;
    if (current && current.now !== current.width) memory.resize(key, current.now);
  };
  const byKey = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) memory.resize(key, (width ?? shownWidth(event.currentTarget, key)) + step);
    else if (event.key === 'Home') memory.resize(key, null);
    else return;
    event.preventDefault();
  };
  return (
    <hr
      className="no-print"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('list.columnWidth', { column: title })}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      aria-valuenow={width ?? NARROWEST}
      aria-valuetext={width === undefined ? t('list.usualWidth') : undefined}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => memory.resize(key, null)}
      onKeyDown={byKey}
    />
  );
}
