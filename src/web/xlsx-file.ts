import { ZipWriter } from '@zip.js/zip.js/lib/zip-core-writer.js';
import {
  type Cell,
  SHEET_END,
  SHEET_TYPE,
  sheetHead,
  sheetPart,
  sheetRows,
  workbookParts,
} from '../domain/text/worksheet.ts';

/** No worker, which the page would have to load, and no records for huge files, which some programs do not read. */
const OPTIONS = { useWebWorkers: false, keepOrder: true, extendedTimestamp: false, zip64: false } as const;

const streamOf = (text: string) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });

/** Rows that the browser holds as a spreadsheet; what the server holds it writes itself. */
export async function xlsxFile(names: readonly string[], rows: readonly (readonly Cell[])[]): Promise<Blob> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const bytes = new Response(readable).arrayBuffer();
  const writer = new ZipWriter(writable, OPTIONS);
  const sheet = sheetHead(names) + sheetRows(rows, 2) + SHEET_END;
  for (const { name, content } of [...workbookParts(['Datos']), { name: sheetPart(1), content: sheet }])
    await writer.add(name, streamOf(content));
  await writer.close();
  return new Blob([await bytes], { type: SHEET_TYPE });
}
