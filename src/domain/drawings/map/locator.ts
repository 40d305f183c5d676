import { type Mark, mark } from '../mark.ts';
import { round, type Sheet } from '../sheet.ts';
import { landPath } from './land.ts';
import { type Box, boxOf, meet, type Named } from './names.ts';
import { COUNTRY, type Frame, frameOf, viewOf } from './view.ts';

/** Where the country stands on a map of a part of it: the upper right corner, or the left one where that hides less. */
export function locate({ size, width }: Sheet, height: number, signs: readonly Named[]): Box {
  const [wide, high, away] = [size * 4.2, Math.min(height - size, size * 14), size * 0.4];
  const at = (left: number): Box => ({ left, top: away, right: left + wide, bottom: away + high });
  const hidden = (box: Box) => signs.filter(sign => meet(boxOf(sign), box)).length;
  const [right, left] = [at(width - wide - away), at(away)];
  return hidden(right) > hidden(left) ? left : right;
}

/** The country in its box, with the frame of the map in it. */
export function locatorMarks(box: Box, frame: Frame, { ink }: Sheet): Mark[] {
  const [wide, high] = [box.right - box.left, box.bottom - box.top];
  const small = viewOf(frameOf(COUNTRY), wide, high);
  const scale = wide / small.frame.wide;
  const corner = (n: 0 | 1, { middle, wide: w, high: h }: Frame) => middle[n] - (n === 0 ? w : h) / 2;
  const [x, y] = [0, 1].map(n => (corner(n as 0 | 1, frame) - corner(n as 0 | 1, small.frame)) * scale) as [
    number,
    number,
  ];
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
  const [left, top] = [within(x, wide - 3), within(y, high - 3)];
  const seen = {
    x: round(left),
    y: round(top),
    width: round(Math.max(3, within(x + frame.wide * scale, wide) - left)),
    height: round(Math.max(3, within(y + frame.high * scale, high) - top)),
  };
  return [
    mark('g', { transform: `translate(${round(box.left)} ${round(box.top)})` }, [
      mark('rect', { width: round(wide), height: round(high), fill: ink.ground, stroke: ink.line }),
      mark('path', { d: landPath(small, wide, high), fill: ink.dim, 'fill-opacity': 0.55 }),
      mark('rect', {
        ...seen,
        fill: ink.accent,
        'fill-opacity': 0.15,
        stroke: ink.accent,
        'stroke-width': 1.5,
      }),
    ]),
  ];
}
