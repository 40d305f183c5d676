import { round } from '../sheet.ts';
import { OUTLINE } from './outline.ts';
import type { Line, View } from './view.ts';

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

/** Data of a path through closed lines; what lies far outside of the view is left out. */
export function pathOf(lines: readonly Line[], view: View, width: number, height: number): string {
  const touches = (spots: readonly (readonly [number, number])[]) => {
    const [xs, ys] = [spots.map(s => s[0]), spots.map(s => s[1])];
    return (
      Math.max(...xs) >= 0 && Math.min(...xs) <= width && Math.max(...ys) >= 0 && Math.min(...ys) <= height
    );
  };
  return lines
    .map(line => line.map(([longitude, latitude]) => view.at({ longitude, latitude })))
    .filter(touches)
    .map(spots => `M${spots.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`)
    .join('');
}
