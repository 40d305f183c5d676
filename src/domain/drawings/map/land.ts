import { round } from '../sheet.ts';
import { OUTLINE } from './outline.ts';
import type { Place, View } from './view.ts';

/** Units of the outline in a degree. */
const UNITS = 100;

function ringOf(steps: string): Place[] {
  let [x, y] = [0, 0];
  return steps.split(' ').map(step => {
    const [dx = 0, dy = 0] = step.split(',').map(Number);
    x += dx;
    y += dy;
    return { longitude: x / UNITS, latitude: y / UNITS };
  });
}

let rings: readonly (readonly Place[])[] | null = null;

/** The parts of the country, each a closed line; read once. */
export function landRings(): readonly (readonly Place[])[] {
  rings ??= OUTLINE.map(ringOf);
  return rings;
}

/** Data of a path through closed lines; what lies far outside of the view is left out. */
export function pathOf(
  lines: readonly (readonly Place[])[],
  view: View,
  width: number,
  height: number,
): string {
  const touches = (spots: readonly (readonly [number, number])[]) => {
    const [xs, ys] = [spots.map(s => s[0]), spots.map(s => s[1])];
    return (
      Math.max(...xs) >= 0 && Math.min(...xs) <= width && Math.max(...ys) >= 0 && Math.min(...ys) <= height
    );
  };
  return lines
    .map(line => line.map(view.at))
    .filter(touches)
    .map(spots => `M${spots.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`)
    .join('');
}
