/** Where things of these widths stand one after the other, in as many lines as they need; `line` counts from 0. */
export function flow(
  widths: readonly number[],
  gap: number,
  room: number,
): readonly { readonly x: number; readonly line: number }[] {
  let x = 0;
  let line = 0;
  return widths.map(width => {
    if (x > 0 && x + width > room) {
      x = 0;
      line += 1;
    }
    const place = { x, line };
    x += width + gap;
    return place;
  });
}
