import { toSvg } from '../../domain/drawings/to-svg.ts';
import { PAPER_WIDTH } from '../../domain/kinds/print/drawings.ts';
import type {
  Block,
  DrawingBlock,
  PrintedDocument,
  PrintedPhoto,
  Signature,
} from '../../domain/kinds/print/print.ts';
import { columnWidths } from './column-widths.ts';
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
  readonly headlineLevel?: number;
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
interface NodesAfter {
  getFollowingNodesOnPage(): readonly { readonly headlineLevel?: number }[];
}

/** How far down its page something begins, 0–1. */
interface Placed {
  readonly startPosition: { readonly verticalRatio: number };
}

export const INK = '#111111';
export const DIM = '#555555';
const LINE = '#c8c8c8';
export const ACCENT = '#0b7285';
const WIDTH = PAPER_WIDTH;
const SIGNATURES_IN_A_ROW = 3;
/** Lower than this a heading has no room for the head of a table and its first row. */
const LAST_HEADING = 0.88;
/** Beyond this a row may break over pages: it could be taller than one. */
const LONG_CELL = 600;
const CELL_PADDING = 8;
const UNDRAWN_NOTE = `${UNDRAWN} está donde el texto tiene un emoji u otro signo que no se puede imprimir.`;

const label = (text: string): Content => ({ text: printable(text), style: 'label' });

/** Pairs of name and value, two a line; a long one has the line to itself. */
function facts(pairs: readonly { readonly label: string; readonly text: string }[]): Content {
  const cell = (pair: (typeof pairs)[number]): Content => ({
    stack: [label(pair.label), { text: printable(pair.text) }],
    margin: [0, 0, 12, 6],
  });
  const rows: Content[] = [];
  for (let n = 0; n < pairs.length; n += 1) {
    const [one, two] = [pairs[n], pairs[n + 1]];
    if (!one) break;
    const beside = two && one.text.length <= 60 && two.text.length <= 60;
    rows.push({ columns: beside ? [cell(one), cell(two)] : [cell(one)], unbreakable: one.text.length < 400 });
    if (beside) n += 1;
  }
  return { stack: rows };
}

const CELL_SIZE = 8.5;
const HEAD_SIZE = 8;

function table({ columns, rows, total }: Extract<Block, { type: 'table' }>): Content {
  const room = WIDTH - columns.length * CELL_PADDING;
  const all = total ? [...rows, total] : rows;
  const { widths, scale } = columnWidths({ columns, rows: all, room, size: CELL_SIZE, headSize: HEAD_SIZE });
  const body = (row: readonly string[], bold = false): Content[] =>
    columns.map((c, n) => ({
      text: printable(row[n] ?? ''),
      alignment: c.number ? 'right' : 'left',
      bold,
    }));
  const heads: Content[] = columns.map(c => ({
    text: printable(c.title),
    style: 'head',
    fontSize: HEAD_SIZE * scale,
    alignment: c.number ? 'right' : 'left',
  }));
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: !rows.some(row => row.some(cell => cell.length > LONG_CELL)),
      widths,
      body: [heads, ...rows.map(row => body(row)), ...(total ? [body(total, true)] : [])],
    },
    layout: 'ruled',
    fontSize: CELL_SIZE * scale,
    margin: [0, 2, 0, 10],
  };
}

function blockContent(block: Block | DrawingBlock): Content {
  switch (block.type) {
    case 'facts':
      return facts(block.facts);
    case 'text':
      return {
        stack: [
          ...(block.label ? [{ ...label(block.label), headlineLevel: 2 }] : []),
          { text: printable(block.text), preserveLeadingSpaces: true, lineHeight: 1.25 },
        ],
        margin: [0, 0, 0, 8],
      };
    case 'items':
      return {
        stack: [label(block.label), { ol: block.items.map(printable), lineHeight: 1.2 }],
        margin: [0, 0, 0, 8],
      };
    case 'table':
      return {
        stack: [...(block.label ? [{ ...label(block.label), headlineLevel: 2 }] : []), table(block)],
      };
    case 'drawing':
      return drawingContent(block);
    case 'entry':
      return {
        stack: [
          { text: printable(block.title), style: 'entry', headlineLevel: 2 },
          ...block.blocks.map(blockContent),
        ],
        margin: [0, 0, 0, 6],
      };
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

/** A heading and what it is of; with a drawing, which moves whole to the next page, it stays together. */
function section(name: string, content: readonly Content[]): Content[] {
  const heading: Content[] = [
    { text: printable(name), style: 'section', headlineLevel: 1 },
    { ...rule(LINE, [0, 2, 0, 8]), headlineLevel: 1 },
  ];
  const [first, ...rest] = content;
  if (!first) return [...heading, { text: 'Sin datos.', color: DIM }];
  return first.unbreakable
    ? [{ stack: [...heading.map(unranked), first], unbreakable: true }, ...rest]
    : [...heading, ...content];
}

/** Rows of photos each for itself, so that the heading stays with the first. */
const sectionContent = ({ label, blocks }: PrintedDocument['sections'][number]): Content[] =>
  section(
    label,
    blocks.flatMap(block =>
      block.type === 'photos' ? photoRows(block.photos, WIDTH) : [blockContent(block)],
    ),
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
  const all = [...section('Firmas', []).slice(0, 2).map(unranked), { text: printable(closing) }, ...rows];
  return [{ stack: all, unbreakable: true, margin: [0, 0, 0, 12] }];
}
/** Held together with what follows already. */
const unranked = ({ headlineLevel: _, ...content }: Content): Content => content;

/** Lines between rows only. */
export const LAYOUTS = {
  ruled: {
    hLineWidth: (line: number, node: { table: { body: unknown[] } }) =>
      line === 0 || line === node.table.body.length ? 0 : line === 1 ? 0.75 : 0.5,
    vLineWidth: () => 0,
    hLineColor: (line: number) => (line === 1 ? INK : LINE),
    paddingLeft: () => 0,
    paddingRight: () => CELL_PADDING,
    paddingTop: () => 3,
    paddingBottom: () => 3,
  },
};

function contentOf({ kind, title, ...doc }: PrintedDocument): Content[] {
  const content: Content[] = [
    { text: printable(kind), color: DIM, fontSize: 10 },
    { text: printable(title), bold: true, fontSize: 18, margin: [0, 2, 0, 6] },
    rule(ACCENT, [0, 0, 0, 10]),
    facts(doc.facts),
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
    info: { title: `${code} ${printable(title)}`, author: institution, creator: product },
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
    // A heading never stands alone at the foot of a page.
    pageBreakBefore: (node: Content & Placed, nodes: NodesAfter) =>
      node.headlineLevel !== undefined &&
      (node.startPosition.verticalRatio > LAST_HEADING ||
        nodes.getFollowingNodesOnPage().filter(n => n.headlineLevel === undefined).length === 0),
  };
}
