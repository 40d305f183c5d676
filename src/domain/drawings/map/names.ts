import { textWidth } from '../../text/text-width.ts';
import type { Mark } from '../mark.ts';
import { lettering, type Sheet } from '../sheet.ts';

/** A place on the sheet, with its name and the radius of its sign. */
export interface Named {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
export const meet = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
export const boxOf = ({ x, y, r }: Named): Box => ({ left: x - r, top: y - r, right: x + r, bottom: y + r });

/** Right of its sign, left, above, below: in the order tried. */
function boxesBeside({ name, x, y, r }: Named, size: number): Box[] {
  const [wide, half] = [textWidth(name, size), size * 0.6];
  const away = r + size * 0.4;
  return [
    { left: x + away, top: y - half, right: x + away + wide, bottom: y + half },
    { left: x - away - wide, top: y - half, right: x - away, bottom: y + half },
    { left: x - wide / 2, top: y - away - 2 * half, right: x + wide / 2, bottom: y - away },
    { left: x - wide / 2, top: y + away, right: x + wide / 2, bottom: y + away + 2 * half },
  ];
}

/** How small the names around are. */
const SMALL = 0.85;

/**
 * Names beside their signs, those of the first group before the others', which are small and dim. One that finds no room
 * is left out: its sign says it.
 */
export function nameMarks(
  [own, around]: readonly [readonly Named[], readonly Named[]],
  closed: readonly Box[],
  sheet: Sheet,
  height: number,
): Mark[] {
  const taken: Box[] = [...own.map(boxOf), ...closed];
  const isFree = (box: Box) =>
    box.left >= 0 &&
    box.right <= sheet.width &&
    box.top >= 0 &&
    box.bottom <= height &&
    !taken.some(t => meet(box, t));
  const place = (named: Named, dim: boolean): Mark[] => {
    const scale = dim ? SMALL : 1;
    const box = boxesBeside(named, sheet.size * scale).find(isFree);
    if (!box) return [];
    taken.push(box);
    const text = lettering(sheet, box.left, (box.top + box.bottom) / 2, named.name, { dim, scale });
    // Drawn twice, as not every reader of SVG knows to paint the edge first: readable on land, sea and borders.
    const edge = { stroke: sheet.ink.ground, 'stroke-width': 3, 'stroke-linejoin': 'round' };
    return [{ ...text, attributes: { ...text.attributes, ...edge } }, text];
  };
  return [...own.flatMap(n => place(n, false)), ...around.flatMap(n => place(n, true))];
}
