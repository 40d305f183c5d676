import { toSvg } from '../../domain/drawings/to-svg.ts';
import { PAPER_WIDTH } from '../../domain/kinds/print/drawings.ts';
import type {
  Block,
  DrawingBlock,
  PrintedDocument,
  PrintedPhoto,
  Signature,
} from '../../domain/kinds/print/print.ts';
import { textWidth } from '../../domain/text/text-width.ts';
import { columnWidths } from './column-widths.ts';
import { headed, kept, spaced } from './keep-together.ts';
import { photoRows } from './photo-rows.ts';
import { printable, UNDRAWN } from './printable.ts';

/** The part of pdfmake's language used here; its own types bring the browser's along. */
type Margin = readonly [number, number, number, number];
export interface Content {
  readonly text?: string | readonly Content[];
  readonly svg?: string;
  readonly qr?: string;
  /** How much of a QR may be hidden or damaged: 7 or 15 in a hundred. */
  readonly eccLevel?: 'L' | 'M';
  /** Name of a photo of the document. */
  readonly image?: string;
  readonly fit?: number | readonly [width: number, height: number];
  readonly stack?: readonly Content[];
  readonly columns?: readonly Content[];
  readonly columnGap?: number;
  readonly ol?: readonly string[];
  readonly canvas?: readonly object[];
  readonly table?: {
    readonly headerRows: number;
    readonly keepWithHeaderRows: number;
    readonly dontBreakRows: boolean;
    readonly widths: readonly number[];
    readonly body: readonly (readonly Content[])[];
  };
  readonly layout?: keyof typeof LAYOUTS;
  readonly style?: 'label' | 'head' | 'entry' | 'section';
  readonly unbreakable?: boolean;
  readonly preserveLeadingSpaces?: boolean;
  readonly bold?: boolean;
  readonly fontSize?: number;
  readonly lineHeight?: number;
  readonly color?: string;
  readonly characterSpacing?: number;
  readonly link?: string;
  readonly alignment?: 'left' | 'right' | 'center';
  readonly width?: number | '*';
  readonly margin?: Margin;
}
export const INK = '#111111';
export const DIM = '#555555';
const LINE = '#c8c8c8';
export const ACCENT = '#0b7285';
const WIDTH = PAPER_WIDTH;
const SIGNATURES_IN_A_ROW = 3;
/** Beyond this a row may break over pages: it could be taller than one. */
const LONG_CELL = 600;
const CELL_PADDING = 8;
/** Points: half a page, where the first row of a table is that tall. */
const MOST_ROOM = 360;
const UNDRAWN_NOTE = `${UNDRAWN} está donde el texto tiene un emoji u otro signo que no se puede imprimir.`;

const label = (text: string): Content => ({ text: printable(text), style: 'label' });

/** Pairs of name and value, two a line; a long one has the line to itself. */
function facts(pairs: readonly { readonly label: string; readonly text: string }[]): Content[] {
  const cell = (pair: (typeof pairs)[number]): Content => ({
    stack: [label(pair.label), { text: printable(pair.text) }],
    margin: [0, 0, 12, 6],
  });
  const rows: Content[] = [];
  for (let n = 0; n < pairs.length; n += 1) {
    const [one, two] = [pairs[n], pairs[n + 1]];
    if (!one) break;
    const beside = two && one.text.length <= 60 && two.text.length <= 60;
    const row: Content = { columns: beside ? [cell(one), cell(two)] : [cell(one)] };
    rows.push(...(one.text.length < 400 ? [{ ...row, unbreakable: true }] : kept([], row)));
    if (beside) n += 1;
  }
  return rows;
}

const CELL_SIZE = 8.5;
const HEAD_SIZE = 8;
const LINE_HEIGHT = 1.2;
const ROW_PADDING = 3;

/** Points that a row takes at most. */
function rowHeight(row: readonly string[], widths: readonly number[], size: number): number {
  const lines = row.map((cell, n) =>
    cell
      .split('\n')
      .reduce((sum, line) => sum + Math.max(1, Math.ceil(textWidth(line, size) / (widths[n] ?? 1))), 0),
  );
  return Math.max(1, ...lines) * size * LINE_HEIGHT + 2 * ROW_PADDING;
}

/** Below a heading there is room for its head and its first row, which are never broken. */
function table({ label: name, columns, rows, total }: Extract<Block, { type: 'table' }>): Content[] {
  const room = WIDTH - columns.length * CELL_PADDING;
  const all = total ? [...rows, total] : rows;
  const { widths, scale } = columnWidths({ columns, rows: all, room, size: CELL_SIZE, headSize: HEAD_SIZE });
  const sizes = { cell: CELL_SIZE * scale, head: HEAD_SIZE * scale };
  const body = (row: readonly string[], bold = false): Content[] =>
    columns.map((c, n) => ({
      text: printable(row[n] ?? ''),
      alignment: c.number ? 'right' : 'left',
      bold,
    }));
  const heads: Content[] = columns.map(c => ({
    text: printable(c.title),
    style: 'head',
    fontSize: sizes.head,
    alignment: c.number ? 'right' : 'left',
  }));
  const titles = columns.map(c => c.title);
  const below = rowHeight(titles, widths, sizes.head) + rowHeight(all[0] ?? [], widths, sizes.cell);
  const content: Content = {
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: !rows.some(row => row.some(cell => cell.length > LONG_CELL)),
      widths,
      body: [heads, ...rows.map(row => body(row)), ...(total ? [body(total, true)] : [])],
    },
    layout: 'ruled',
    fontSize: sizes.cell,
    margin: [0, 2, 0, 10],
  };
  return kept(name ? [label(name)] : [], content, Math.min(below, MOST_ROOM));
}

/** What it begins with is never broken. */
function blockContent(block: Block | DrawingBlock): Content[] {
  switch (block.type) {
    case 'facts':
      return facts(block.facts);
    case 'text': {
      const words = { text: printable(block.text), preserveLeadingSpaces: true, lineHeight: 1.25 };
      return spaced(kept(block.label ? [label(block.label)] : [], words), 8);
    }
    case 'items':
      return spaced(kept([label(block.label)], { ol: block.items.map(printable), lineHeight: 1.2 }), 8);
    case 'table':
      return table(block);
    case 'drawing':
      return [drawingContent(block)];
    case 'entry':
      return spaced(
        headed([{ text: printable(block.title), style: 'entry' }], block.blocks.flatMap(blockContent)),
        6,
      );
  }
}

/** A drawing with its sentence, on one page. */
function drawingContent({ drawing }: DrawingBlock): Content {
  return {
    stack: [
      { svg: toSvg(drawing, { family: 'Roboto', write: printable }), width: drawing.width },
      ...(drawing.sentence
        ? [{ text: printable(drawing.sentence), color: DIM, fontSize: 8, margin: [0, 3, 0, 0] } as const]
        : []),
    ],
    unbreakable: true,
    margin: [0, 2, 0, 10],
  };
}

const rule = (color: string, margin: Margin): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: WIDTH, y2: 0, lineWidth: 0.75, lineColor: color }],
  margin,
});

const heading = (name: string): Content[] => [
  { text: printable(name), style: 'section' },
  rule(LINE, [0, 2, 0, 8]),
];

const section = (name: string, content: readonly Content[]): Content[] =>
  headed(heading(name), content.length > 0 ? content : [{ text: 'Sin datos.', color: DIM }]);

/** Rows of photos each for itself, so that the heading stays with the first. */
const sectionContent = ({ label, blocks }: PrintedDocument['sections'][number]): Content[] =>
  section(
    label,
    blocks.flatMap(block => (block.type === 'photos' ? photoRows(block.photos, WIDTH) : blockContent(block))),
  );

/** A line to each, three side by side, never over the edge of a page. */
function signatures(given: readonly Signature[]): Content[] {
  const boxes = given.map<Content>(({ what, name, at }) => ({
    stack: [
      {
        canvas: [{ type: 'line', x1: 0, y1: 0, x2: 150, y2: 0, lineWidth: 0.75, lineColor: INK }],
        margin: [0, 18, 0, 4],
      },
      { text: printable(name) || ' ', bold: true },
      { text: printable(what) },
      { text: at, color: DIM },
    ],
    width: WIDTH / SIGNATURES_IN_A_ROW,
  }));
  const rows: Content[] = [];
  for (let n = 0; n < boxes.length; n += SIGNATURES_IN_A_ROW)
    rows.push({ columns: boxes.slice(n, n + SIGNATURES_IN_A_ROW), unbreakable: true });
  return rows;
}

/** Signatures with what they stand under. */
function signed({ signatures: given, closing }: Pick<PrintedDocument, 'signatures' | 'closing'>): Content[] {
  if (given.length === 0) return [];
  const rows = signatures(given);
  if (!closing) return section('Firmas y vistos buenos', rows);
  const all = [...heading('Firmas'), { text: printable(closing) }, ...rows];
  return [{ stack: all, unbreakable: true, margin: [0, 0, 0, 12] }];
}

/** Lines between rows only. */
export const LAYOUTS = {
  ruled: {
    hLineWidth: (line: number, node: { table: { body: unknown[] } }) =>
      line === 0 || line === node.table.body.length ? 0 : line === 1 ? 0.75 : 0.5,
    vLineWidth: () => 0,
    hLineColor: (line: number) => (line === 1 ? INK : LINE),
    paddingLeft: () => 0,
    paddingRight: () => CELL_PADDING,
    paddingTop: () => ROW_PADDING,
    paddingBottom: () => ROW_PADDING,
  },
};

function contentOf({ kind, title, ...doc }: PrintedDocument): Content[] {
  const content: Content[] = [
    { text: printable(kind), color: DIM, fontSize: 10 },
    { text: printable(title), bold: true, fontSize: 18, margin: [0, 2, 0, 6] },
    rule(ACCENT, [0, 0, 0, 10]),
    ...facts(doc.facts),
    ...doc.sections.flatMap(sectionContent),
    ...signed(doc),
    ...(doc.annexes ?? []).flatMap(sectionContent),
  ];
  if (JSON.stringify(content).includes(UNDRAWN))
    content.push({ text: UNDRAWN_NOTE, color: DIM, fontSize: 8, margin: [0, 10, 0, 0] });
  return content;
}

/** Photos of a document that can be shown, each under a name of its own. */
export const photosOf = ({ sections, annexes = [] }: PrintedDocument): PrintedPhoto[] =>
  [...sections, ...annexes]
    .flatMap(s => s.blocks.flatMap(block => (block.type === 'photos' ? block.photos : [])))
    .filter(photo => photo.image !== null);

/** How a printed document looks on A4: institution and code above, page numbers below. */
export function pdfLayout(doc: PrintedDocument) {
  const { institution, product, code, title, printed } = doc;
  return {
    pageSize: 'A4',
    pageMargins: [50, 66, 50, 56],
    language: 'es-CL',
    displayTitle: true,
    info: {
      title: `${code} ${printable(title)}`,
      author: institution,
      creator: product,
      ...(doc.madeAt && { creationDate: doc.madeAt }),
    },
    defaultStyle: { font: 'Roboto', fontSize: 9.5, color: INK },
    styles: {
      label: { fontSize: 8, color: DIM, bold: true, margin: [0, 0, 0, 1] },
      head: { fontSize: HEAD_SIZE, bold: true },
      entry: { bold: true, fontSize: 10, margin: [0, 2, 0, 3] },
      section: { bold: true, fontSize: 13, color: ACCENT, margin: [0, 12, 0, 0] },
    },
    header: (): Content => ({
      columns: [
        { text: printable(`${institution} · ${product}`), width: '*' },
        { text: code, bold: true, color: INK, alignment: 'right', width: 110 },
      ],
      margin: [50, 30, 50, 0],
      fontSize: 8,
      color: DIM,
    }),
    footer: (page: number, pages: number): Content => ({
      columns: [
        { text: printable(printed), width: '*' },
        { text: `página ${page} de ${pages}`, alignment: 'right', width: 90 },
      ],
      margin: [50, 20, 50, 0],
      fontSize: 8,
      color: DIM,
    }),
    content: contentOf(doc),
    // Their bytes are put beside it, each under its name.
    images: Object.fromEntries(photosOf(doc).map(({ name }) => [name, name])),
  };
}
