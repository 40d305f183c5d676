import { describe, expect, it } from 'vitest';
import { IMPORTS } from './index.ts';
import { type Changed, type Named, type Piece, sayChanged, sayUse, textOf, type Use } from './obstacles.ts';

const named = (count: number, ...names: string[]): Named => ({
  count,
  first: names.map(text => ({ text, place: null })),
});
const wordsOf = (pieces: Piece[]) => pieces.map(each => each.text).join('');
const USE: Use = {
  words: ['proyecto', 'proyectos'],
  count: 1,
  targets: named(1, '«Danza»'),
  things: named(1, 'PAC-1'),
  relation: 'are',
};

describe('what uses something', () => {
  it.each<[noun: keyof typeof IMPORTS, use: Partial<Use>, said: string]>([
    ['careers', {}, '«Danza» se usa en 1 proyecto: PAC-1. Quítala ahí y vuelve a deshacer.'],
    [
      'careers',
      { targets: named(5, '«A»', '«B»', '«C»'), things: named(3, 'P1', 'P2', 'P3') },
      '«A», «B», «C» y 2 más se usan en 3 proyectos: P1, P2 y P3. Quítalas ahí y vuelve a deshacer.',
    ],
    [
      'users',
      { targets: named(2, 'Ana Soto', 'Luis Mora'), things: named(1, 'PAC-1') },
      'Ana Soto y Luis Mora están en 1 proyecto: PAC-1. Quítalas ahí y vuelve a deshacer.',
    ],
    [
      'organisations',
      { words: ['gasto', 'gastos'], count: 4, things: named(2, 'P1', 'P2'), relation: 'of' },
      '«Danza» se usa en 4 gastos de P1 y P2. Quítala ahí y vuelve a deshacer.',
    ],
    [
      'projects',
      { words: ['archivo', 'archivos'], count: 2, targets: named(1, 'a/1'), relation: 'own' },
      'A/1 tiene 2 archivos. Quita eso y vuelve a deshacer.',
    ],
    [
      'users',
      { words: ['otro registro', 'otros registros'], relation: 'of', things: named(0), advice: 'Eso queda.' },
      '«Danza» está en 1 otro registro. Eso queda.',
    ],
  ])('of %s is told', (noun, use, said) => {
    expect(wordsOf(sayUse(IMPORTS[noun], { ...USE, ...use }))).toBe(said);
  });
});

describe('what changed since', () => {
  const CHANGED: Changed = {
    thing: { text: '«Danza»', place: null },
    ...{ gone: false, by: 'Ana Pérez', at: '2026-03-03T15:00:00.000Z', later: null },
  };
  const later = (text: string) => ({ ...CHANGED, later: { text, place: null } });
  it('names who and when, and asks for nothing that would lose it', () => {
    expect(wordsOf(sayChanged(IMPORTS.careers, 1, [CHANGED]))).toBe(
      '«Danza» la cambió Ana Pérez el 03-03-2026. Ese trabajo no se deshace: corrige ahí lo que haga falta.',
    );
    expect(
      wordsOf(sayChanged(IMPORTS.courses, 1, [{ ...CHANGED, gone: true, by: null, at: null }])),
    ).toContain('«Danza» ya no está.');
    expect(
      wordsOf(sayChanged(IMPORTS.users, 1, [{ ...CHANGED, thing: { text: 'Eva', place: null } }])),
    ).toContain('A Eva la cambió Ana Pérez');
  });
  it('asks to undo later imports first, where nothing else changed it', () => {
    expect(wordsOf(sayChanged(IMPORTS.careers, 2, [later('«b.csv»')]))).toMatch(
      /con la importación «b\.csv»\. También cambió lo escrito en 1 carrera más\. Deshaz primero esa importación\.$/,
    );
    expect(wordsOf(sayChanged(IMPORTS.careers, 2, [later('«b.csv»'), later('«c.csv»')]))).toMatch(
      /Deshaz primero esas importaciones\.$/,
    );
    expect(wordsOf(sayChanged(IMPORTS.careers, 2, [CHANGED, later('«b.csv»')]))).toMatch(/no se deshace/);
  });
  it('is one text with the rest', () => {
    const [a, b] = [sayUse(IMPORTS.careers, USE), sayChanged(IMPORTS.careers, 1, [CHANGED])];
    expect(textOf([a, b])).toBe(`No se puede deshacer. ${wordsOf(a)} ${wordsOf(b)}`);
  });
});
