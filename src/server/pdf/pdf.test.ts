import { expect, it } from 'vitest';
import type { PrintedDocument } from '../../domain/kinds/print/print.ts';
import { pdfBytes } from './pdf.ts';

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
