import { expect, it } from 'vitest';
import type { Call } from './calls.ts';
import { eligibilityAgain, unmetRules } from './eligibility.ts';

const CALL = {
  documents: [{ type: 'letter', label: 'Carta', help: '', required: true, anonymous: false }],
  lines: [{ id: 'one', name: 'Única', cap: 1000, budget: 5000 }],
} satisfies Partial<Call>;
const DUE = new Date('2026-05-08T03:59:59Z');
const before = new Date(DUE.getTime() - 1);
const after = new Date(DUE.getTime() + 1);
const good = { lineId: 'one', amount: 1000, documents: ['letter'], reviews: false };

it.each([
  ['as it was', good, before, []],
  ['without a date', good, null, []],
  [
    'over the cap',
    { ...good, amount: 1001 },
    before,
    ['El tope de la línea «Única» es $1.000 y pides $1.001.'],
  ],
  ['without its line', { ...good, lineId: null }, before, ['Elige una línea de la convocatoria.']],
  ['without a document', { ...good, documents: [] }, before, ['Falta subir: Carta.']],
  [
    'whose people review another one',
    { ...good, reviews: true },
    before,
    ['Una persona que participa en la propuesta evalúa otra de esta convocatoria.'],
  ],
  ['too late', good, after, ['El plazo para corregir venció el 07-05-2026 23:59.']],
])('a corrected proposal %s', (_, applying, at, unmet) => {
  const when = { due: at && DUE, at: at ?? after };
  expect(unmetRules(eligibilityAgain(CALL, applying, when))).toEqual(unmet);
});
