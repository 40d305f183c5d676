import { describe, expect, test } from 'vitest';
import { RULES } from '../text/rule-messages.ts';
import { inviteeErrors, readPastedInvitees, repeatedInvitees, writeInvitees } from './pasted-invitees.ts';
import { MOST_INVITED } from './waves.ts';

const read = (text: string) => readPastedInvitees(text).map(({ name, email }) => [name, email]);

describe('a line of a pasted list', () => {
  test.each([
    ['Ana Soto; ana@x.cl', 'Ana Soto', 'ana@x.cl'],
    ['Ana Soto;ana@x.cl;', 'Ana Soto', 'ana@x.cl'],
    ['ana@x.cl', 'ana@x.cl', 'ana@x.cl'],
    ['Ana Soto\tana@x.cl', 'Ana Soto', 'ana@x.cl'],
    ['Ana\tSoto\tana@x.cl\tMunicipalidad', 'Ana Soto', 'ana@x.cl'],
    ['1\t12.345.678-5\tAna Soto\tana@x.cl\t+56 9 1234 5678', 'Ana Soto', 'ana@x.cl'],
    ['ana@x.cl; Ana Soto', 'Ana Soto', 'ana@x.cl'],
    ['ana@x.cl\tAna Soto\tMunicipalidad', 'Ana Soto', 'ana@x.cl'],
    ['Soto Rojas, Ana; ana@x.cl', 'Soto Rojas, Ana', 'ana@x.cl'],
    ['Soto Rojas, Ana, ana@x.cl', 'Soto Rojas, Ana', 'ana@x.cl'],
    ['"Soto Rojas, Ana" <ana@x.cl>', 'Soto Rojas, Ana', 'ana@x.cl'],
    ['Ana Soto <mailto:ana@x.cl>', 'Ana Soto', 'ana@x.cl'],
    ['<ana@x.cl>', 'ana@x.cl', 'ana@x.cl'],
    ['Ana Soto; <ana@x.cl>', 'Ana Soto', 'ana@x.cl'],
    ['Ana Soto ana@x.cl', 'Ana Soto', 'ana@x.cl'],
    ['"Ana Soto","ana@x.cl"', 'Ana Soto', 'ana@x.cl'],
    ['Ana Soto; ana@x.cl; otra@x.cl', 'Ana Soto', 'ana@x.cl'],
  ])('%s', (line, name, email) => {
    expect(read(line)).toEqual([[name, email]]);
    expect(inviteeErrors({ name, email })).toEqual({});
  });

  test('that has several people is read as all of them', () => {
    expect(read('Ana Soto <ana@x.cl>; "Vera, Luis" <luis@x.cl>, <eva@x.cl>')).toEqual([
      ['Ana Soto', 'ana@x.cl'],
      ['Vera, Luis', 'luis@x.cl'],
      ['eva@x.cl', 'eva@x.cl'],
    ]);
    expect(read('ana@x.cl; luis@x.cl;')).toEqual([
      ['ana@x.cl', 'ana@x.cl'],
      ['luis@x.cl', 'luis@x.cl'],
    ]);
  });
});

describe('a pasted list', () => {
  test('is read without its mark, its headings and what is empty', () => {
    expect(read('\ufeffNombre\tCorreo electrónico\r\n\r\nAna Soto\tana@x.cl\r\n;;\r\n')).toEqual([
      ['Ana Soto', 'ana@x.cl'],
    ]);
    expect(read('Nombre;E-mail\nAna Soto;ana@x.cl')).toEqual([['Ana Soto', 'ana@x.cl']]);
    expect(read('  \n\t\n')).toEqual([]);
  });

  test('keeps what cannot be read, to be mended', () => {
    const rows = readPastedInvitees('Ana Soto\nLuis; luis@\nEva <eva arroba x.cl>');
    expect(rows.map(({ name, email }) => [name, email])).toEqual([
      ['Ana Soto', ''],
      ['Luis', 'luis@'],
      ['Eva <eva arroba x.cl>', ''],
    ]);
    expect(rows.map(inviteeErrors)).toEqual([
      { email: RULES.email },
      { email: RULES.email },
      { email: RULES.email, name: 'Escribe el nombre sin los signos < y >.' },
    ]);
  });

  test('brings no markup in with a name', () => {
    const [row] = readPastedInvitees('<b>Ana</b>; ana@x.cl');
    expect(row).toMatchObject({ name: '<b>Ana</b>', email: 'ana@x.cl' });
    expect(row && inviteeErrors(row)).toEqual({ name: 'Escribe el nombre sin los signos < y >.' });
  });

  test('has each address once, however it is written', () => {
    const rows = readPastedInvitees('Ana; ana@x.cl\nAna Soto; ANA@x.cl\nLuis\nEva\nluis@x.cl');
    expect([...repeatedInvitees(rows)]).toEqual([2]);
  });

  test('tells more than may be added at once, and how long a name may be', () => {
    const text = Array.from({ length: MOST_INVITED + 1 }, (_, n) => `Persona ${n}; p${n}@x.cl`).join('\n');
    expect(readPastedInvitees(text)).toHaveLength(2001);
    expect(inviteeErrors({ name: 'a'.repeat(201), email: 'a@x.cl' })).toEqual({ name: RULES.maxLength(200) });
    expect(inviteeErrors({ name: ' ', email: 'a@x.cl' })).toEqual({ name: RULES.required });
  });

  test('is written so that it reads back alike', () => {
    const rows = readPastedInvitees('"Soto; Ana" <ana@x.cl>\nLuis\nVera, Eva; eva@x.cl\nfin@x.cl');
    expect(readPastedInvitees(writeInvitees(rows))).toEqual(rows);
  });
});
