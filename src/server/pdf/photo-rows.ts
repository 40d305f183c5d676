import type { PrintedPhoto } from '../../domain/kinds/print/print.ts';
import type { Content } from './pdf-layout.ts';
import { printable } from './printable.ts';

const DIM = '#555555';
const LINE = '#c8c8c8';
const IN_A_ROW = 2;
const GAP = 16;
/** That of most cameras; three rows with their captions fit on a page. */
const SHAPE = 3 / 4;
const SIZE = 8.5;

/** Where a photo cannot be shown, lower than one. */
const missing = (width: number): Content[] => [
  { canvas: [{ type: 'rect', x: 0, y: 0, w: width, h: 60, lineWidth: 0.75, lineColor: LINE }] },
  { text: 'Foto no disponible', color: DIM, alignment: 'center', fontSize: SIZE, margin: [0, -36, 0, 25] },
];

function photoCell({ name, caption, image }: PrintedPhoto, width: number): Content {
  const words: Content[] = [
    { text: caption ? `${name}. ` : name, bold: true },
    ...(caption ? [{ text: printable(caption) }] : []),
  ];
  return {
    stack: [
      ...(image ? [{ image: name, fit: [width, width * SHAPE] } as const] : missing(width)),
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
