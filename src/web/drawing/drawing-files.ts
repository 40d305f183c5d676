import type { DataTable, Drawing } from '../../domain/drawings/mark.ts';
import { toSvg } from '../../domain/drawings/to-svg.ts';
import { CSV_MARK, csvLine } from '../../domain/text/csv.ts';
import { plain } from '../../domain/text/plain.ts';

const FAMILY = "'Source Sans 3', 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
/** Pixels of the picture for each of the drawing: sharp on paper and on dense screens. */
const DENSITY = 2;

const csvOf = ({ columns, rows }: DataTable): Blob =>
  new Blob([CSV_MARK, csvLine(columns.map(c => c.title)), ...rows.map(csvLine)], { type: 'text/csv' });

const TYPE = 'image/svg+xml';
const textOf = (drawing: Drawing): string => toSvg(drawing, { family: FAMILY });
const svgOf = (drawing: Drawing): Blob => new Blob([textOf(drawing)], { type: TYPE });

async function pngOf(drawing: Drawing): Promise<Blob> {
  const picture = new Image();
  picture.src = `data:${TYPE};charset=utf-8,${encodeURIComponent(textOf(drawing))}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = drawing.width * DENSITY;
  canvas.height = drawing.height * DENSITY;
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('no canvas to draw the picture on');
  brush.fillStyle = '#ffffff';
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('the picture could not be written')))),
  );
}

const CONTENT = { png: pngOf, svg: svgOf, csv: (drawing: Drawing) => csvOf(drawing.table) };

/** The file of a drawing, named after its title. */
export async function fileOfDrawing(title: string, drawing: Drawing, kind: keyof typeof CONTENT) {
  const name = `${plain(title).replace(/[^a-z0-9]+/g, '-')}.${kind}`;
  return { blob: await CONTENT[kind](drawing), name };
}
