import { expect, it } from 'vitest';
import { isMadeOf, keyOf } from './keys.ts';

const key = (words: string, taken: string[] = []) => keyOf(words, taken, 'pregunta');

it.each([
  ['¿Qué tan satisfecho estás?', 'que_tan_satisfecho_estas'],
  ['Años de estudio', 'anos_de_estudio'],
  ['   ¡SÍ!   ', 'si'],
  ['3 palabras', 'pregunta_3_palabras'],
  ['😀 🎓', 'pregunta'],
  ['', 'pregunta'],
  ['数字', 'pregunta'],
  ['<b>Nota</b>', 'b_nota_b'],
  ['En general, ¿cuánto aportó la actividad a tu organización?', 'en_general_cuanto_aporto_la_actividad_a'],
  ['x'.repeat(60), 'x'.repeat(40)],
])('%j comes to %s', (words, expected) => {
  expect(key(words)).toBe(expected);
  expect(key(words)).toMatch(/^[a-z][a-z0-9_]{0,39}$/);
});

it('is free, also where the longest is taken', () => {
  expect(key('Nota', ['nota', 'nota_2'])).toBe('nota_3');
  const long = 'x'.repeat(60);
  const second = key(long, [key(long)]);
  expect(second).toBe(`${'x'.repeat(38)}_2`);
  expect(key(long, [key(long), second])).toBe(`${'x'.repeat(38)}_3`);
});

it('is known again as made of its words, numbered or not', () => {
  expect(isMadeOf('nota', 'Nota', 'pregunta')).toBe(true);
  expect(isMadeOf('nota_12', 'Nota', 'pregunta')).toBe(true);
  expect(isMadeOf('pregunta_2', '', 'pregunta')).toBe(true);
  expect(isMadeOf(`${'x'.repeat(38)}_2`, 'x'.repeat(60), 'pregunta')).toBe(true);
  expect(isMadeOf('nota_final', 'Nota', 'pregunta')).toBe(false);
  expect(isMadeOf('p1', 'Nota', 'pregunta')).toBe(false);
});
