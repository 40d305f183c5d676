import { expect, test } from 'vitest';
import { drawBars } from '../../domain/drawings/bars.ts';
import { fileOfDrawing } from './drawing-files.ts';
import { PAPER_SHEET } from './paper-sheet.ts';

const drawing = drawBars(
  {
    of: 'Grupo; tipo',
    series: ['Personas'],
    rows: [
      { label: '=Niñas & <niños>', values: [1.5] },
      { label: 'Otros', values: [null] },
    ],
    format: String,
    sentence: '',
  },
  PAPER_SHEET,
);

test('the figures as CSV, which runs nothing', async () => {
  const { blob, name } = await fileOfDrawing('Personas según región', drawing, 'csv');
  expect(name).toBe('personas-segun-region.csv');
  expect([...new Uint8Array(await blob.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect((await blob.text()).replace('\uFEFF', '')).toBe(
    `"Grupo; tipo";Personas\r\n'=Niñas & <niños>;1,5\r\nOtros;\r\n`,
  );
});

test('the drawing as SVG, in colours of paper', async () => {
  const { blob, name } = await fileOfDrawing('Personas', drawing, 'svg');
  expect([name, blob.type]).toEqual(['personas.svg', 'image/svg+xml']);
  const text = await blob.text();
  expect(text).toContain('=Niñas &amp; &lt;niños&gt;');
  expect(text).not.toContain('var(');
});
