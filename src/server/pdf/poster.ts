import { type Content, DIM, INK } from './pdf-layout.ts';
import { printable } from './printable.ts';

/** A page to project or hang up, which a camera reads. */
export interface Poster {
  readonly institution: string;
  readonly product: string;
  readonly code: string;
  readonly title: string;
  /** Below the title. */
  readonly lines: readonly string[];
  /** What to do with it. */
  readonly call: string;
  /** Read by the camera, and written out for who has none. */
  readonly address: string;
}

/** Points: read from the last row of a room. */
const QR_SIZE = 420;
/** Longer titles are set smaller, so that all of it stays on one page. */
const LONG_TITLE = 90;

const words = ({ institution, product, title, lines, call }: Poster): Content[] => [
  { text: printable(`${institution} · ${product}`), color: DIM, fontSize: 10, margin: [0, 0, 0, 10] },
  {
    text: printable(title),
    bold: true,
    fontSize: title.length > LONG_TITLE ? 17 : 26,
    margin: [0, 0, 0, 14],
  },
  ...lines.map((line): Content => ({ text: printable(line), fontSize: 12, margin: [0, 0, 0, 8] })),
  { text: printable(call), bold: true, fontSize: 18, margin: [0, 16, 0, 0] },
];

/** How it looks on A4 across: what to do at the left, the code at the right, its address below. */
export const posterLayout = (poster: Poster) => ({
  pageSize: 'A4',
  pageOrientation: 'landscape',
  pageMargins: [50, 40, 50, 30],
  language: 'es-CL',
  displayTitle: true,
  info: {
    title: `${poster.code} ${printable(poster.title)}`,
    author: poster.institution,
    creator: poster.product,
  },
  defaultStyle: { font: 'Roboto', fontSize: 12, color: INK },
  content: [
    {
      columns: [
        { stack: words(poster), width: '*', margin: [0, 0, 24, 0] },
        { qr: poster.address, fit: QR_SIZE, width: QR_SIZE },
      ],
    },
    { text: 'O escribe esta dirección', color: DIM, fontSize: 11, margin: [0, 24, 0, 2] },
    { text: poster.address, bold: true, fontSize: 15 },
  ] satisfies Content[],
});
