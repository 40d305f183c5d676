import { OUTLINE } from './outline.ts';
import type { Line, Spot, View } from './view.ts';

/** Units of the outline in a degree. */
const UNITS = 100;

function ringOf(steps: string): Line {
  let [x, y] = [0, 0];
  return steps.split(' ').map(step => {
    const [dx = 0, dy = 0] = step.split(',').map(Number);
    x += dx;
    y += dy;
    return [x / UNITS, y / UNITS];
  });
}

let rings: readonly Line[] | null = null;

/** The parts of the country, each a closed line; read once. */
export function landRings(): readonly Line[] {
  rings ??= OUTLINE.map(ringOf);
  return rings;
}

/** Nearer to each other than this, in the sheet's unit, two bends of a line are one. */
const APART = 1;
const tenths = (length: number) => Math.round(length * 10);

/**
 * A closed line as steps from bend to bend, in tenths of the sheet's unit and without those that it is too small to
 * show: of the whole country, half are left.
 */
function stepsOf(spots: readonly Spot[]): string {
  const kept: Spot[] = [];
  for (const [x, y] of spots) {
    const last = kept.at(-1);
    if (!last || Math.hypot(x - last[0], y - last[1]) >= APART) kept.push([x, y]);
  }
  const bends = kept.map(([x, y]) => [tenths(x), tenths(y)] as const);
  const steps = bends.map(([x, y], n) => {
    const [fromX, fromY] = bends[n - 1] ?? [0, 0];
    return `${(x - fromX) / 10} ${(y - fromY) / 10}`;
  });
  return `m${steps.join(' ')}z`;
}

/** Data of a path through closed lines; what lies far outside of the view is left out. */
export function pathOf(lines: readonly Line[], view: View, width: number, height: number): string {
  const touches = (spots: readonly Spot[]) => {
    const [xs, ys] = [spots.map(s => s[0]), spots.map(s => s[1])];
    return (
      Math.max(...xs) >= 0 && Math.min(...xs) <= width && Math.max(...ys) >= 0 && Math.min(...ys) <= height
    );
  };
  return lines
    .map(line => line.map(([longitude, latitude]) => view.at({ longitude, latitude })))
    .filter(touches)
    .map(stepsOf)
    .join('');
}

const MOST_KEPT = 8;
const kept = new Map<string, string>();

/** Data of the country's path; of the views seen last it is remembered, as a server draws the same ones all day. */
export function landPath(view: View, width: number, height: number): string {
  const { middle, wide } = view.frame;
  const key = [...middle, wide, width, height].join(' ');
  const known = kept.get(key);
  if (known !== undefined) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const path = pathOf(landRings(), view, width, height);
  kept.set(key, path);
  return path;
}
