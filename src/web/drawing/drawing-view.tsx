import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Drawing } from '../../domain/drawings/mark.ts';
import type { Sheet } from '../../domain/drawings/sheet.ts';
import { drawMarks, type FigureLinks } from './draw-marks.tsx';
import classes from './drawing.module.css';
import { SCREEN_INK, SCREEN_SIZE } from './screen-ink.ts';
import { useWidth } from './use-width.ts';

const USUAL_WIDTH = 640;
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

interface Props {
  readonly draw: (sheet: Sheet) => Drawing;
  /** Always the same ones, or all is drawn anew. */
  readonly links?: FigureLinks | undefined;
}

const labelAt = (target: EventTarget) =>
  (target as Element).closest('[data-mark]')?.getAttribute('aria-label') ?? null;

function follow(event: MouseEvent | KeyboardEvent, links: FigureLinks | undefined) {
  const href = (event.target as Element).closest('a')?.getAttribute('href');
  // With one of these keys the browser opens a window of its own.
  if (!links || !href || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  links.go(href);
}

function walk(event: KeyboardEvent, all: readonly SVGElement[]) {
  const at = all.indexOf(document.activeElement as SVGElement);
  if (at < 0) return;
  const step = STEPS[event.key];
  const to = step ? at + step : event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : null;
  if (to === null) return;
  event.preventDefault();
  all[to]?.focus();
}

/**
 * A drawing as wide as its place. One stop of the keyboard: arrows, `Home` and `End` walk what it shows; what the mark
 * reached, or under the pointer, says stands below. Those that lead somewhere are links: a click, Enter or space.
 */
export function DrawingView({ draw, links }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>(USUAL_WIDTH);
  const [said, setSaid] = useState<string | null>(null);
  const name = `drawing${useId().replace(/\W/g, '')}`;
  // Not again for what is said below: a large table has more than a thousand marks.
  const { drawing, elements } = useMemo(() => {
    const sheet = { width, size: SCREEN_SIZE, ink: SCREEN_INK, name };
    const drawn = draw(sheet);
    return { drawing: drawn, elements: drawMarks(drawn.marks, links) };
  }, [draw, links, width, name]);
  const svg = useRef<SVGSVGElement>(null);
  const marks = () => [...(svg.current?.querySelectorAll<SVGElement>('[data-mark]') ?? [])];
  // What is drawn anew has to have its stop again.
  useEffect(() => {
    const all = marks();
    if (!all.some(m => m.tabIndex === 0)) all[0]?.setAttribute('tabindex', '0');
  });
  const press = (event: KeyboardEvent) => {
    if (event.key === ' ') follow(event, links);
    else walk(event, marks());
  };
  const reach = (event: FocusEvent) => {
    for (const m of marks()) m.setAttribute('tabindex', m === event.target ? '0' : '-1');
    setSaid(labelAt(event.target));
  };
  return (
    <>
      <div className={classes.place} ref={ref}>
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing is no set of fields */}
        <svg
          ref={svg}
          className={classes.drawing}
          width={drawing.width}
          height={drawing.height}
          viewBox={`0 0 ${drawing.width} ${drawing.height}`}
          role="group"
          aria-label={drawing.sentence}
          onClick={event => follow(event, links)}
          onKeyDown={press}
          onFocus={reach}
          onBlur={() => setSaid(null)}
          onPointerOver={(event: PointerEvent) => setSaid(labelAt(event.target))}
          onPointerLeave={() => setSaid(null)}
        >
          {elements}
        </svg>
      </div>
      <p className={classes.said} aria-hidden>
        {said}
      </p>
    </>
  );
}
