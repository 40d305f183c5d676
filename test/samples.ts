import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** An archive of uncompressed entries, as office documents begin. */
function zip(entries: Record<string, string>): Buffer {
  const parts: Buffer[] = [];
  const index: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const data = Buffer.from(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    index.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, tail, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(index);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(index.length, 4);
  end.writeUInt16LE(index.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, directory, Buffer.from('PK\x05\x06'), end]);
}

const office = (folder: string, type: string) =>
  zip({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${folder}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`,
    [folder]: '<x/>',
  });
const openDocument = (type: string) =>
  zip({ mimetype: `application/vnd.oasis.opendocument.${type}`, 'content.xml': '<x/>' });

const mp4 = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypmp42'),
  Buffer.alloc(4),
  Buffer.from('mp42isom'),
  Buffer.alloc(32),
]);
/** Photos of a few pixels that decode; what follows their end is read by nobody. */
const jpg = Buffer.from(
  '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAGAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAT/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCMAQP/2Q==',
  'base64',
);
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const webp = Buffer.from(
  'UklGRiwAAABXRUJQVlA4ICAAAAAwAQCdASoIAAYAA4BaJaAAA3AA/uX4v/0K9ZffTFwAAA==',
  'base64',
);

/** The smallest file of each kind that may be uploaded; every call makes other bytes. */
export const sampleFiles = (): Record<string, Buffer> => {
  const unlike = randomBytes(8).toString('hex');
  return {
    pdf: Buffer.from(`%PDF-1.4\n% ${unlike}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`),
    jpg: Buffer.concat([jpg, Buffer.from(unlike)]),
    png: Buffer.concat([png, Buffer.from(unlike)]),
    webp: Buffer.concat([webp, Buffer.from(unlike)]),
    docx: office('word/document.xml', 'wordprocessingml.document'),
    xlsx: office('xl/workbook.xml', 'spreadsheetml.sheet'),
    pptx: office('ppt/presentation.xml', 'presentationml.presentation'),
    odt: openDocument('text'),
    ods: openDocument('spreadsheet'),
    mp4: Buffer.concat([mp4, Buffer.from(unlike)]),
    zip: zip({ 'leeme.txt': `hola ${unlike}` }),
  };
};

/** What must not get in, whatever it calls itself. */
export const disguisedFiles = (): Record<string, Buffer> => ({
  executable: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(300, 1)]),
  elf: Buffer.concat([Buffer.from('\x7fELF'), Buffer.from([2, 1, 1, 0]), Buffer.alloc(300)]),
  html: Buffer.from('<!doctype html><script>alert(1)</script>'),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  script: Buffer.from('#!/bin/sh\nrm -rf /\n'),
  text: Buffer.from('solo texto'),
});

/** A valid PDF of this many bytes. */
export const largePdf = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(bytes - 9)]);
