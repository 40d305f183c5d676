import { expect, it } from 'vitest';
import { CONTENT } from '../../../test/certificates.ts';
import { pdfPages } from '../../../test/pdf.ts';
import { photoWith } from '../../../test/photos.ts';
import { mark } from '../../domain/drawings/mark.ts';
import type { PrintedDocument } from '../../domain/kinds/print/print.ts';
import type { Diploma } from './diploma.ts';
import { openDrawer, PdfError, pdfBytes } from './pdf.ts';

const DOCUMENT: PrintedDocument = {
  institution: 'Universidad',
  product: 'Vinculación',
  code: 'PAC-2026-0001',
  title: 'Turnos',
  kind: 'Prueba',
  facts: [],
  sections: [],
  signatures: [],
  printed: 'Hoy',
};
const asker = (person: string, gone = new AbortController().signal) => ({ person, gone });
const begins = (pdf: Buffer) => pdf.subarray(0, 5).toString();

it('what cannot be drawn, or is not waited for, gives its place back', async () => {
  const broken = JSON.parse('{"facts": 1}') as PrintedDocument;
  const unsendable = Object.assign(() => {}, DOCUMENT);
  for (const document of [broken, unsendable, broken, unsendable])
    await expect(pdfBytes(asker('a'), document)).rejects.toThrow();
  const leaving = new AbortController();
  const left = pdfBytes(asker('a', leaving.signal), DOCUMENT);
  const next = pdfBytes(asker('a'), DOCUMENT);
  leaving.abort();
  await expect(left).rejects.toThrow();
  expect(begins(await next)).toBe('%PDF-');
});

it('more than two at once are drawn one after the other', async () => {
  const all = await Promise.all(['a', 'b', 'c', 'd', 'a'].map(who => pdfBytes(asker(who), DOCUMENT)));
  expect(all.map(begins)).toEqual(Array(5).fill('%PDF-'));
});

it('photos are drawn with their captions, two in a row that stays on its page', async () => {
  const names = Array.from({ length: 9 }, (_, n) => `Foto ${n + 1}`);
  const photos = await Promise.all(
    names.map(async (name, n) => ({
      name,
      caption: n === 8 ? '' : `Taller número ${n + 1} en Ñuble`,
      image: n === 7 ? null : new Uint8Array(await photoWith()),
    })),
  );
  const images = photos.map(p => p.image);
  const pdf = await pdfBytes(asker('a'), {
    ...DOCUMENT,
    sections: [{ label: 'Fotos', blocks: [{ type: 'photos', photos }] }],
  });
  expect(pdf.toString('latin1').match(/\/Filter \/DCTDecode/g)).toHaveLength(8);
  const pages = pdfPages(pdf).map(page => page.replace(/\s+/g, ' '));
  expect(pages.map(page => names.filter(name => page.includes(name)).length)).toEqual([6, 3]);
  expect(pages[0]).toContain('Foto 1. Taller número 1 en Ñuble');
  expect(pages[1]?.match(/Foto no disponible/g)).toHaveLength(1);
  // Handed over, not copied.
  expect(images.map(image => image?.byteLength ?? null)).toEqual([0, 0, 0, 0, 0, 0, 0, null, 0]);
});

it('what is no photo fails, and is read from nowhere', async () => {
  const document = (name: string, image: Uint8Array): PrintedDocument => ({
    ...DOCUMENT,
    sections: [{ label: 'Fotos', blocks: [{ type: 'photos', photos: [{ name, caption: '', image }] }] }],
  });
  const text = new TextEncoder().encode('no es una foto');
  await expect(pdfBytes(asker('a'), document('Foto 1', text.slice()))).rejects.toThrow(/image/);
  await expect(pdfBytes(asker('a'), document(import.meta.filename, text.slice()))).rejects.toThrow(/image/);
});

it('what is made in its turn and fails, or is not waited for, gives its place back', async () => {
  for (let n = 0; n < 3; n += 1)
    await expect(pdfBytes(asker('a'), { make: () => Promise.reject(new Error('no store')) })).rejects.toThrow(
      'no store',
    );
  const leaving = new AbortController();
  const left = pdfBytes(asker('a', leaving.signal), {
    make: async gone => {
      leaving.abort();
      expect(gone.aborted).toBe(true);
      return DOCUMENT;
    },
  });
  await expect(left).rejects.toThrow();
  expect(begins(await pdfBytes(asker('a'), { make: async () => DOCUMENT }))).toBe('%PDF-');
});

const DIPLOMA: Diploma = {
  ...CONTENT,
  ...{ institution: 'Universidad', product: 'Vinculación', folio: '2026-000001', issued: '21-11-2026' },
  code: '7K3M-9QXF-2B8D-WT5H',
  address: 'https://uni.example/publico/certificado/7K3M-9QXF-2B8D-WT5H',
};

it('many are drawn one after the other, whatever becomes of one of them', async () => {
  const drawer = openDrawer(asker('a'));
  const named = (name: string) => drawer.draw({ ...DIPLOMA, name });
  const shows = (pdf: Buffer, name: string) => (pdfPages(pdf)[0] ?? '').includes(name);
  // All at once: each is of its own, and none gets a piece of another.
  const names = Array.from({ length: 5 }, (_, n) => `Persona${n}`);
  const all = await Promise.all(names.map(named));
  expect(all.map((pdf, n) => shows(pdf, names[n] ?? ''))).toEqual(names.map(() => true));
  const broken = JSON.parse('{"statement": 1, "address": ""}') as Diploma;
  await expect(drawer.draw(broken)).rejects.toThrow(PdfError);
  expect(shows(await named('Otra'), 'Otra')).toBe(true);
  // In between others get their turn.
  const [mine] = await Promise.all([named('Larga'), pdfBytes(asker('a'), DOCUMENT)]);
  expect(shows(mine, 'Larga')).toBe(true);
  drawer.close();
});

it('for who went away nothing more is drawn', async () => {
  const leaving = new AbortController();
  const drawer = openDrawer(asker('a', leaving.signal));
  await drawer.draw(DIPLOMA);
  const left = drawer.draw(DIPLOMA);
  leaving.abort();
  await expect(left).rejects.toThrow();
  await expect(drawer.draw(DIPLOMA)).rejects.toThrow();
  expect(begins(await pdfBytes(asker('a'), DOCUMENT))).toBe('%PDF-');
});

it('words of a drawing are in the typeface of its document', async () => {
  const drawing = {
    ...{ width: 400, height: 60, sentence: 'Van 12 personas.' },
    marks: [mark('text', { x: 10, y: 30, 'font-style': 'italic' }, 'Personas únicas')],
  };
  const pdf = await pdfBytes(asker('a'), {
    ...DOCUMENT,
    sections: [{ label: 'Gráfico', blocks: [{ type: 'drawing', drawing }] }],
  });
  expect(pdfPages(pdf).join(' ').replaceAll(/\s+/g, ' ')).toContain('Personas únicas');
  const faces = pdf.toString('latin1').match(/\/BaseFont \/\S+/g) ?? [];
  expect(faces.filter(face => !face.includes('Roboto'))).toEqual([]);
  // Nothing else of the document is slanted.
  expect(faces.some(face => face.endsWith('-Italic'))).toBe(true);
});
