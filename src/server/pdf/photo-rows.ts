import type { PrintedPhoto } from '../../domain/kinds/print/print.ts';
import type { Content } from './pdf-layout.ts';
import { printable } from './printable.ts';

const DIM = '#555555';
const LINE = '#c8c8c8';
const IN_A_ROW = 2;
const GAP = 16;
/** Three rows with captions fit on a page. */
const HEIGHT = 178;
const SIZE = 8.5;

/** An empty frame where a photo cannot be shown, lower than one. */
const frame = (width: number): Content => ({
  canvas: [{ type: 'rect', x: 0, y: 0, w: width, h: 60, lineWidth: 0.75, lineColor: LINE }],
});

function photoCell({ name, caption, image }: PrintedPhoto, width: number): Content {
  const words = [
    { text: `${name}${caption ? '. ' : ''}`, bold: true },
    { text: printable(caption) },
    ...(image ? [] : [{ text: caption ? ' Foto no disponible.' : '. Foto no disponible.', color: DIM }]),
  ];
  return {
    stack: [
      image ? { image: name, fit: [width, HEIGHT] } : frame(width),
      { text: words, fontSize: SIZE, margin: [0, 4, 0, 0] },
    ],
    width,
  };
}

/** Photos with their captions below, two in a row that is never broken. */
export function photoRows(photos: readonly PrintedPhoto[], room: number): Content[] {
  const width = (room - GAP) / IN_A_ROW;
  const rows: Content[] = [];
  for (let n = 0; n < photos.length; n += IN_A_ROW)
    rows.push({
      columns: photos.slice(n, n + IN_A_ROW).map(photo => photoCell(photo, width)),
      columnGap: GAP,
      unbreakable: true,
      margin: [0, 2, 0, 12],
    });
  return rows;
}
