import { expect, it } from 'vitest';
import { pdfPages } from '../../../test/pdf.ts';
import type { Block, PrintedDocument } from '../../domain/kinds/print/print.ts';
import { pdfBytes } from './pdf.ts';

const LONG = 'Familias y estudiantes trabajaron juntos en el barrio. '.repeat(40);
const table = (label: string, first: string): Block => ({
  type: 'table',
  label,
  columns: [
    { title: `Columna ${first}`, weight: 1 },
    { title: 'Otra', weight: 1 },
  ],
  rows: [
    [first, 'Dos líneas que no caben en una sola, porque son bastante más largas que la mitad de la hoja'],
    ['Segunda', ''],
  ],
});

/** Blocks of every kind that may break over pages; each begins with `first`. */
const BEGINNINGS: readonly ((first: string) => Block)[] = [
  first => ({ type: 'text', label: '', text: `${first} ${LONG}` }),
  first => ({ type: 'text', label: 'Rótulo', text: `${first} ${LONG}` }),
  first => ({ type: 'items', label: 'Lista', items: [first, LONG] }),
  first => table('', first),
  first => table('Tabla', first),
  first => ({ type: 'facts', facts: [{ label: 'Dato', text: `${first} ${LONG}` }] }),
  first => ({ type: 'entry', title: 'Proyecto', blocks: [table('Tabla', first)] }),
  first => ({
    type: 'entry',
    title: 'Proyecto',
    blocks: [
      { type: 'facts', facts: [{ label: 'Dato', text: first }] },
      { type: 'text', label: 'Después', text: LONG },
    ],
  }),
];

it('a heading stands where what it is of begins, in every place of a page, in a document of hundreds', async () => {
  const count = BEGINNINGS.length * 40;
  const sections = Array.from({ length: count }, (_, n): PrintedDocument['sections'][number] => ({
    label: `Cabecera ${n}.`,
    blocks: [
      ...BEGINNINGS.slice(n % BEGINNINGS.length)
        .slice(0, 1)
        .map(make => make(`Principio ${n}.`)),
      // So that the next one begins somewhere else.
      { type: 'text', label: '', text: Array.from({ length: (n * 7) % 31 }, () => 'Línea').join('\n') },
    ],
  }));
  const began = performance.now();
  const pdf = await pdfBytes(
    { person: 'a', gone: new AbortController().signal },
    {
      ...{ institution: 'Universidad', product: 'Vinculación', code: '2026', title: 'Larga', kind: 'Prueba' },
      ...{ facts: [], sections, signatures: [], printed: 'Hoy' },
    },
  );
  // Laid out anew for each heading that is moved, it would take minutes.
  expect(performance.now() - began).toBeLessThan(30_000);
  const pages = pdfPages(pdf).map(page => page.replace(/\s/g, ''));
  const pageOf = (words: string) => pages.findIndex(page => page.includes(words));
  const places = sections.map((_, n) => [pageOf(`Cabecera${n}.`), pageOf(`Principio${n}.`)]);
  expect(places.every(([heading]) => heading !== -1)).toBe(true);
  expect(places.filter(([heading, beginning]) => heading !== beginning)).toEqual([]);
});
