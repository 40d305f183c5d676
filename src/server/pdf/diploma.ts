import type { CertificateContent } from '../../domain/certificates/certificates.ts';
import { textWidth } from '../../domain/text/text-width.ts';
import { ACCENT, type Content, DIM, INK } from './pdf-layout.ts';
import { printable } from './printable.ts';
import { READ_ONCE } from './typefaces.ts';

/** A certificate on paper: one page that somebody may frame. */
export interface Diploma extends CertificateContent {
  readonly institution: string;
  readonly product: string;
  readonly folio: string;
  /** Day of issue, in words. */
  readonly issued: string;
  /** In groups. */
  readonly code: string;
  /** Where anybody checks it. */
  readonly address: string;
}

/** Points, across. */
const PAGE = { width: 841.89, height: 595.28 } as const;
const MARGIN = { side: 74, top: 56, foot: 176 } as const;
const ROOM = PAGE.width - 2 * MARGIN.side;
const HEIGHT = PAGE.height - MARGIN.top - MARGIN.foot;
/** Of a line of Roboto, in its size. */
const LINE = 1.18;
const FRAMES = [
  { inset: 26, lineWidth: 1.6 },
  { inset: 32, lineWidth: 0.5 },
] as const;
/** Modules are whole points, so that what is drawn is 90 to 123 of these, however long the address. */
const QR_SIZE = 123;
const GAP = 18;
const SIGNED_WIDTH = 250;
const NAME_SIZES = { most: 38, least: 22 } as const;
/** All of it is set smaller by this, until it fits. */
const SMALLER = 0.95;

const DETAIL_GAP = 24;
const HALF = (ROOM - DETAIL_GAP) / 2;

/** Signs beyond those that names are mostly of; the mark of what cannot be printed is one of them. */
const RARE = /[^\0-\u017f]|[ÆæŒœĲ]/gu;
const MOST_OF_RARE = 1.2;
const widthOf = (text: string, size: number): number =>
  textWidth(text.replaceAll(RARE, ''), size) + (text.match(RARE)?.length ?? 0) * MOST_OF_RARE * size;

/** Lines that a text without ends of line takes at most. */
export function countLines(text: string, size: number, room: number): number {
  let [lines, used] = [1, 0];
  for (const word of text.split(' ')) {
    const width = widthOf(`${word} `, size);
    if (used > 0 && used + width > room) {
      lines += 1;
      used = 0;
    }
    // A word longer than a line is broken.
    lines += Math.max(0, Math.ceil(width / room) - 1);
    used += width % room;
  }
  return lines;
}

/** Something below something else, and the height it takes at most. */
interface Part {
  readonly content: Content;
  readonly height: number;
}

interface Words extends Pick<Content, 'bold' | 'color' | 'alignment' | 'characterSpacing' | 'link'> {
  readonly text: string;
  readonly size: number;
  /** Below it. */
  readonly after: number;
  readonly room?: number;
}

/** A text in a measure of its own, in the middle of the page. */
function wordsOf({ text, size, after, room = ROOM, ...look }: Words): Part {
  const side = (ROOM - room) / 2;
  const spacing = (look.characterSpacing ?? 0) * text.length;
  const lines = countLines(text, size, room - spacing);
  return {
    content: { text, fontSize: size, alignment: 'center', ...look, margin: [side, 0, side, after] },
    height: lines * size * LINE + after,
  };
}

type Line = CertificateContent['lines'][number];

/** Name and value of a line, with the height it takes in this room. */
function detail({ label, value }: Line, room: number, scale: number): Part {
  const [small, size, after] = [7.5 * scale, 10.5 * scale, 5 * scale];
  return {
    content: {
      stack: [
        { text: label, fontSize: small, color: DIM },
        { text: value, fontSize: size },
      ],
      width: room,
      margin: [0, 0, 0, after],
    },
    height: small * LINE + countLines(value, size, room) * size * LINE + after,
  };
}

/** All lines in their order, two beside each other where both are short. */
function details(lines: readonly Line[], scale: number): Part[] {
  const isShort = (line: Line | undefined) =>
    line !== undefined && countLines(line.value, 10.5 * scale, HALF) === 1;
  const parts: Part[] = [];
  for (let n = 0; n < lines.length; n += 1) {
    const [one, two] = [lines[n], lines[n + 1]];
    if (!one) break;
    if (!two || !isShort(one) || !isShort(two)) {
      parts.push(detail(one, ROOM, scale));
      continue;
    }
    const pair = [detail(one, HALF, scale), detail(two, HALF, scale)];
    parts.push({
      content: { columns: pair.map(p => p.content), columnGap: DETAIL_GAP },
      height: Math.max(...pair.map(p => p.height)),
    });
    n += 1;
  }
  return parts;
}

/** What stands above the foot, as large as this scale says. */
function partsAt(d: Diploma, scale: number): Part[] {
  const nameSize = Math.min(NAME_SIZES.most, Math.max(NAME_SIZES.least, ROOM / widthOf(d.name, 1)));
  const head: Words[] = [
    { text: d.institution, size: 14, after: 10, bold: true, characterSpacing: 1.2 },
    { text: d.title, size: 27, after: 9, color: ACCENT },
    { text: 'certifica que', size: 12, after: 8, color: DIM },
    { text: d.name, size: nameSize, after: 3, bold: true },
    ...(d.document === '' ? [] : [{ text: d.document, size: 11, after: 0, color: DIM }]),
  ];
  const statement = wordsOf({ text: d.statement, size: 14 * scale, after: 14 * scale, room: 600 });
  return [
    ...head.map(w => wordsOf({ ...w, size: w.size * scale, after: w.after * scale })),
    { content: space(9 * scale), height: 9 * scale + 2 },
    statement,
    rule(ROOM, 9 * scale),
    ...details(d.lines, scale),
  ];
}

const rule = (width: number, after: number, before = 0): Part => ({
  content: {
    canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.6, lineColor: ACCENT }],
    margin: [0, before, 0, after],
  },
  height: 1 + before + after,
});

const heightOf = (parts: readonly Part[]): number => parts.reduce((sum, part) => sum + part.height, 0);

/** What is as high as `room` at most, in the smaller scale that this takes, and what is left of the room. */
function shrink(partsOf: (scale: number) => Part[], room: number): { content: Content[]; free: number } {
  let parts = partsOf(1);
  for (let scale = SMALLER; heightOf(parts) > room; scale *= SMALLER) parts = partsOf(scale);
  return { content: parts.map(part => part.content), free: Math.max(0, room - heightOf(parts)) };
}

const space = (height: number): Content => ({ text: '', fontSize: 1, margin: [0, height, 0, 0] });

/** All of it on the page, in the middle of what is free. */
function bodyOf(diploma: Diploma): Content[] {
  const { content, free } = shrink(scale => partsAt(diploma, scale), HEIGHT - 2);
  return [space(free / 2), ...content];
}

/** Who signs, if anybody does, above a line, and when it was issued below. */
function signedAt({ signer, position, folio, issued }: Diploma, scale: number): Part[] {
  const words = (text: string, size: number, look: Pick<Content, 'bold' | 'color'>): Part => ({
    content: { text, fontSize: size * scale, alignment: 'center', ...look },
    height: countLines(text, size * scale, SIGNED_WIDTH) * size * scale * LINE,
  });
  const day = words(`Folio ${folio} · Emitido el ${issued}`, 9, { color: DIM });
  if (signer === '') return [day];
  const office = position === '' ? [] : [words(position, 9, { color: DIM })];
  return [words(signer, 12, { bold: true }), ...office, rule(SIGNED_WIDTH, 6, 6), day];
}

/** It ends where the QR does. */
function signed(diploma: Diploma): Content {
  const { content, free } = shrink(scale => signedAt(diploma, scale), QR_SIZE - 2);
  return { stack: [space(free), ...content], width: SIGNED_WIDTH };
}

const foot = (diploma: Diploma): Content => ({
  columns: [
    { qr: diploma.address, fit: QR_SIZE, eccLevel: 'M', width: QR_SIZE },
    {
      stack: [
        { text: 'Comprueba este certificado en', fontSize: 9, color: DIM },
        {
          text: diploma.address,
          fontSize: 9,
          color: ACCENT,
          link: diploma.address,
          margin: [0, 2, 0, 10],
        },
        { text: 'Código', fontSize: 9, color: DIM },
        { text: diploma.code, fontSize: 12, bold: true, characterSpacing: 0.6, margin: [0, 2, 0, 0] },
      ],
      width: '*',
    },
    signed(diploma),
  ],
  columnGap: GAP,
  margin: [MARGIN.side, 0, MARGIN.side, 0],
});

const frame = (): Content => ({
  canvas: FRAMES.map(({ inset, lineWidth }) => ({
    ...{ type: 'rect', x: inset, y: inset, lineWidth, lineColor: ACCENT },
    ...{ w: PAGE.width - 2 * inset, h: PAGE.height - 2 * inset },
  })),
});

/** In one paragraph, with a mark in place of each sign that the typeface has not. */
const wordsIn = (text: string): string => printable(text).replace(/\s+/g, ' ').trim();

const printableOf = (d: Diploma): Diploma => ({
  ...d,
  institution: wordsIn(d.institution),
  title: wordsIn(d.title),
  name: wordsIn(d.name),
  document: wordsIn(d.document),
  statement: wordsIn(d.statement),
  lines: d.lines.map(({ label, value }) => ({ label: wordsIn(label), value: wordsIn(value) })),
  signer: wordsIn(d.signer),
  position: wordsIn(d.position),
});

/** How it looks on A4 across, within a frame. */
export function diplomaLayout(given: Diploma) {
  const diploma = printableOf(given);
  return {
    pageSize: 'A4',
    pageOrientation: 'landscape',
    pageMargins: [MARGIN.side, MARGIN.top, MARGIN.side, MARGIN.foot],
    language: 'es-CL',
    displayTitle: true,
    info: {
      title: `${diploma.title} ${diploma.folio}`,
      subject: diploma.name,
      author: diploma.institution,
      creator: diploma.product,
    },
    defaultStyle: { font: READ_ONCE, fontSize: 11, color: INK },
    background: frame,
    content: bodyOf(diploma),
    footer: () => foot(diploma),
  };
}
