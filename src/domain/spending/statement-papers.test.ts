import { expect, it } from 'vitest';
import { paperNames, papersNote } from './statement-papers.ts';

const paper = (place: number, name: string, type = 'Factura', number = '12') => ({
  place,
  type,
  number,
  name,
});

it('names say place, type and number, in the order of the statement', () => {
  expect(
    paperNames([
      paper(0, 'boleto.pdf'),
      paper(1, 'Ñandú día.PDF', 'Nota de crédito', 'N° 00/7-B'),
      paper(999, 'firma.jpg', 'Declaración jurada', ''),
    ]),
  ).toEqual([
    '001-factura-12-boleto.pdf',
    '002-nota-de-credito-n-00-7-b-Ñandú día.PDF',
    '1000-declaracion-jurada-firma.jpg',
  ]);
});

it('no two are the same, whatever capitals or accents they are typed with', () => {
  const twice = [
    'a.pdf',
    'A.pdf',
    'a (2).pdf',
    'a.pdf',
    'di\u0301a.pdf',
    'd\u00eda.pdf',
    'sin punto',
    'sin punto',
  ];
  const names = paperNames(twice.map(name => paper(0, name)));
  expect(new Set(names.map(name => name.normalize('NFC').toLowerCase())).size).toBe(twice.length);
  expect(names.slice(0, 2)).toEqual(['001-factura-12-a.pdf', '001-factura-12-A (2).pdf']);
  expect(names.at(-1)).toBe('001-factura-12-sin punto (2)');
});

it('none leaves its folder or is too long, also of two that are the same', () => {
  const long = `${'ñ'.repeat(300)}.pdf`;
  const names = paperNames([
    ...[paper(0, '../../etc/passwd'), paper(0, 'C:\\a\\b.pdf'), paper(0, long), paper(0, long)],
    paper(0, '.', '..', '/'),
  ]);
  for (const name of names) {
    expect(name).not.toMatch(/[/\\:]/);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(name).toMatch(/^001-/);
  }
  expect(new Set(names).size).toBe(names.length);
  expect(names[3]).toMatch(/ \(2\)\.pdf$/);
});

it('the note tells each that is left out, one a line', () => {
  const note = papersNote({ code: 'FEXS-1', number: 3 }, [{ name: '001-a.pdf', reason: 'Está dañado.' }]);
  expect(note.split('\r\n')).toContain('- 001-a.pdf: Está dañado.');
  expect(papersNote({ code: 'FEXS-1', number: 3 }, [])).toContain('no tiene respaldos');
});
