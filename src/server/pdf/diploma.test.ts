import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { CONTENT } from '../../../test/certificates.ts';
import { pdfPages } from '../../../test/pdf.ts';
import { countLines, type Diploma } from './diploma.ts';
import { openDrawer } from './pdf.ts';
import { UNDRAWN } from './printable.ts';

const DIPLOMA: Diploma = {
  ...CONTENT,
  ...{
    institution: 'Universidad del Sur',
    product: 'Vinculación',
    folio: '2026-000123',
    issued: '21-11-2026',
  },
  code: '7K3M-9QXF-2B8D-WT5H',
  address: 'https://vinculacion.universidad.example/publico/certificado/7K3M-9QXF-2B8D-WT5H',
};
const drawer = openDrawer({ person: 'a', gone: new AbortController().signal });
afterAll(() => drawer.close());

const solid = (text: string) => text.replace(/\s/g, '');
const pagesOf = async (more: Partial<Diploma>) =>
  pdfPages(await drawer.draw({ ...DIPLOMA, ...more })).map(solid);

const long = (length: number, words = 'Formación comunitaria de vecinas y vecinos, ') =>
  words.repeat(Math.ceil(length / words.length)).slice(0, length);
const LABELS = [
  ...['Calidad', 'Vínculo', 'Actividad', 'Fecha', 'Horario', 'Lugar'],
  ...['Proyecto', 'Tipo', 'Unidad', 'Asistencia', 'Período del proyecto'],
];

/** More than any certificate says. */
const fullOf = (words?: string): Partial<Diploma> => ({
  name: long(150, words),
  document: `Documento ${long(50, 'A1B2C3')}`,
  statement: `participó en la actividad «${long(200, words)}» del proyecto «${long(300, words)}».`,
  lines: LABELS.map((label, n) => ({
    label,
    value: n === 6 ? long(320, words) : long(n % 3 === 0 ? 20 : 200, words),
  })),
  signer: long(120, words),
  position: long(160, words),
});

it('has all that it says on one page, however much that is', async () => {
  const full = fullOf();
  const [page = '', ...more] = await pagesOf(full);
  expect(more).toEqual([]);
  const { name, document, statement, lines, signer, position } = { ...DIPLOMA, ...full };
  for (const words of [name, document, statement, signer, position, ...lines.flatMap(Object.values)])
    expect([words, page.includes(solid(words))]).toEqual([words, true]);
});

it.each(['🌱', 'W', '王', 'Ѿ Щ ', 'a\n'])(
  'stays on one page with what is wider than usual: %s',
  async words => {
    const pages = await pagesOf(fullOf(words));
    expect(pages).toHaveLength(1);
  },
);

it('marks what cannot be printed', async () => {
  const [page = ''] = await pagesOf({ name: 'Ana 🌱 Pérez' });
  expect(page).toContain(`Ana${UNDRAWN}Pérez`);
});

it('can be read and searched, whatever was drawn before it', async () => {
  const accented = 'ÁÀÂÄÃ ÉÈÊË ÍÌÎÏ ÓÒÔÖÕ ÚÙÛÜ ÑÇÝ áàâäã éèêë íìîï óòôöõ úùûü ñçý fi ffl fl';
  const plain = 'AEIOUNCY aeiouncy ı fi ffl fl';
  const all = await Promise.all(
    [accented, plain].map(name => pagesOf({ name, statement: name, signer: name })),
  );
  expect(all.map(([page = '']) => page.split(solid(accented)).length)).toEqual([4, 1]);
  expect(all.map(([page = '']) => page.split(solid(plain)).length)).toEqual([1, 4]);
});

it('says nothing of who signs where nobody does', async () => {
  const [page = ''] = await pagesOf({ signer: '', position: 'Directora' });
  expect(page).not.toContain('Directora');
  expect(page).toContain(solid('Folio 2026-000123 · Emitido el 21-11-2026'));
});

it('whatever stands in it, all of it is on one page', async () => {
  const words = (most: number) => fc.string({ unit: 'grapheme', maxLength: most });
  const line = fc.record({ label: fc.constantFrom(...LABELS), value: words(200) });
  await fc.assert(
    fc.asyncProperty(
      words(150),
      words(500),
      fc.array(line, { maxLength: 11 }),
      async (name, statement, lines) => {
        expect(await pagesOf({ name: `A${name}`, statement, lines })).toHaveLength(1);
      },
    ),
    { numRuns: 40 },
  );
});

it('counts the lines of a text, also of one word that is longer than a line', () => {
  expect(countLines('', 10, 100)).toBe(1);
  expect(countLines('Hola', 10, 100)).toBe(1);
  expect(countLines('Hola '.repeat(10), 10, 100)).toBeGreaterThanOrEqual(3);
  expect(countLines('x'.repeat(100), 10, 100)).toBeGreaterThanOrEqual(5);
});
