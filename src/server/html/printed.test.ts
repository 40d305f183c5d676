import { expect, it } from 'vitest';
import { mark } from '../../domain/drawings/mark.ts';
import type { PrintedDocument } from '../../domain/kinds/print/print.ts';
import { printedHtml } from './printed.ts';

const HOSTILE = `"><script>alert('1')</script>`;
const DOCUMENT: PrintedDocument = {
  institution: HOSTILE,
  product: HOSTILE,
  code: HOSTILE,
  title: HOSTILE,
  kind: HOSTILE,
  facts: [{ label: HOSTILE, text: HOSTILE }],
  sections: [
    {
      label: HOSTILE,
      blocks: [
        { type: 'text', label: HOSTILE, text: HOSTILE },
        { type: 'items', label: HOSTILE, items: [HOSTILE] },
        {
          type: 'table',
          label: HOSTILE,
          columns: [
            { title: HOSTILE, weight: 1 },
            { title: 'n', weight: 1, number: true },
          ],
          rows: [[HOSTILE, '1']],
          total: ['Total', '1'],
        },
        {
          type: 'entry',
          title: HOSTILE,
          blocks: [{ type: 'facts', facts: [{ label: HOSTILE, text: HOSTILE }] }],
        },
        {
          type: 'drawing',
          drawing: {
            width: 10,
            height: 10,
            marks: [mark('text', { x: 1, y: 1 }, HOSTILE)],
            sentence: HOSTILE,
          },
        },
        {
          type: 'photos',
          photos: [
            { name: HOSTILE, caption: HOSTILE, image: Buffer.from('x') },
            { name: 'Foto 2', caption: '', image: null },
          ],
        },
      ],
    },
    { label: 'Vacía', blocks: [] },
  ],
  signatures: [{ what: HOSTILE, name: HOSTILE, at: HOSTILE }],
  closing: HOSTILE,
  annexes: [{ label: 'Anexo', blocks: [] }],
  printed: HOSTILE,
};

it('is one file in which nothing that was typed is more than text', () => {
  const page = [...printedHtml(DOCUMENT)].join('');
  expect(page.startsWith('<!doctype html>\n<html lang="es">')).toBe(true);
  expect(page).not.toContain('<script');
  expect(page).not.toContain('">&lt;script');
  expect(page.match(/<style>/g)).toHaveLength(1);
  // What it asks for stands in it.
  expect([...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, at = '']) => at.slice(0, 5))).toEqual([
    ...['#s', '#s0', '#s1', '#s2'],
    'data:',
  ]);
});

it('has each section in its contents, and says where there is nothing', () => {
  const page = [...printedHtml(DOCUMENT)].join('');
  expect([...page.matchAll(/<h2 id="(s\d)">/g)].map(([, id]) => id)).toEqual(['s0', 's1', 's2']);
  expect(page.match(/Sin datos\./g)).toHaveLength(2);
  expect(page).toContain('<tfoot><tr><th scope="row">Total</th><td class="number">1</td></tr></tfoot>');
});
