import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTeam } from '../imports/team.ts';
import { USERS } from '../imports/users.ts';
import { team } from '../sections/team.ts';
import { cleanFileName, cleanName } from './clean-names.ts';
import { asFileName } from './file-names.ts';
import { nameFor } from './file-types.ts';
import { fileName, personName } from './rules.ts';

/** Control, direction, zero width, joiners, tags. */
const UNSEEN =
  '\u0000\u0007\u001f\u007f\u0085\u009f\u00ad\u034f\u061c\u115f\u180e\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufeff\ufff9\u{e0001}\u{e0041}\u{e007f}';
const character = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  fc.constantFrom(
    ...UNSEEN,
    '\ud83d',
    '\ude00',
    '/',
    '\\',
    ':',
    '.',
    ' ',
    '"',
    '<',
    '\u0338',
    'e\u0301',
    '👩‍🏫',
    '\n',
    '\t',
    'C:\\',
    '../../',
  ),
);
const anyText = fc
  .oneof(
    { weight: 3, arbitrary: fc.array(character, { maxLength: 40 }) },
    fc.array(character, { maxLength: 400 }),
  )
  .map(parts => parts.join(''));
const bytesOf = (text: string) => Buffer.byteLength(text);

function expectClean(name: string): void {
  expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
  expect([...UNSEEN].filter(sign => name.includes(sign))).toEqual([]);
  expect(name.isWellFormed()).toBe(true);
  expect(name).toBe(name.normalize('NFC'));
  expect(name).toBe(name.trim());
  expect(name).not.toMatch(/\s\s/);
}

describe('names', () => {
  it.each([
    ['a line break or a tab parts words', 'Ana\tMaría\r\nPérez\u2028Soto', 'Ana María Pérez Soto'],
    ['what turns text round', 'Ana \u202eterroC\u202c \u2066x\u2069\u200f\u061c', 'Ana terroC x'],
    ['what has no width', '\ufeffAn\u200ba\u00ad Pé\u2060rez\u{e0041}\u180e', 'Ana Pérez'],
    ['control characters', 'A\u0000n\u0007a\u007f\u009b', 'Ana'],
    ['accents written apart', 'Jose\u0301 Mun\u0303oz', 'José Muñoz'],
    ['an accent behind something unseen', 'Jose\u200d\u0301', 'José'],
    ['half a pair', 'Ana \ud83d', 'Ana'],
    ['wide and many blanks', '  Ana \u00a0\u3000 Pérez ', 'Ana Pérez'],
    ['letters of any script stay', 'Ñandú ÇĞ 東京 Ωμέγα O’Higgins', 'Ñandú ÇĞ 東京 Ωμέγα O’Higgins'],
  ])('%s', (_title, raw, clean) => {
    expect(cleanName(raw)).toBe(clean);
  });

  it('of any text are clean, and stay what they are', () => {
    fc.assert(
      fc.property(anyText, raw => {
        const name = cleanName(raw);
        expectClean(name);
        expect(cleanName(name)).toBe(name);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['marks in the wrong order', '\u0301'.repeat(200_000) + '\u0316'.repeat(200_000)],
    ['points', ` .${'.'.repeat(400_000)}x`],
    ['blanks', `${' .'.repeat(200_000)}x`],
  ])('made of endless %s take no time', (_title, raw) => {
    const began = process.cpuUsage();
    expect(bytesOf(asFileName(cleanFileName(raw)))).toBeLessThanOrEqual(255);
    expect(personName(200, 1).safeParse(raw).success).toBe(false);
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(1000);
  });

  it('of people are judged once they are clean', () => {
    const message = (value: string) => personName(5, 1).safeParse(value).error?.issues[0]?.message;
    expect(message('\u200b\u202e \u0000')).toBe('Este campo es obligatorio.');
    expect(message('A\u200b\u200b\u200b\u200b\u200b\u200bna')).toBeUndefined();
    expect(message('Ana Pérez')).toBe('Escribe como máximo 5 caracteres.');
  });

  it('in a team and in lists that are imported are the same', () => {
    const dirty = 'Ana\u200b Pé\u202erez\u0000\tSoto';
    const members = [{ id: 'a', name: dirty, organisation: dirty }];
    expect(team.schema.parse({ members }).members[0]).toMatchObject({
      name: 'Ana Pérez Soto',
      organisation: 'Ana Pérez Soto',
    });
    expect(readTeam(`${dirty} <ana@x.cl\u200b>; \u2067Luis\u0007`)).toEqual([
      { name: 'Ana Pérez Soto', email: 'ana@x.cl' },
      { name: 'Luis', email: '' },
    ]);
    const read = USERS.fields.find(field => field.key === 'name')?.read;
    expect(read?.('MAR\u200bÍA GON\u00adZÁLEZ\u202e')).toEqual({ value: 'María González' });
    expect(read?.('\u200b\u202e')).toEqual({ error: 'Este campo es obligatorio.' });
  });
});

describe('names of files', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ana\\informe.pdf', 'informe.pdf'],
    ['C:informe.pdf', 'informe.pdf'],
    ['\\\\servidor\\compartida\\acta.docx', 'acta.docx'],
    ['/tmp/a.pdf', 'a.pdf'],
    ['/tmp/carpeta/', 'carpeta'],
    ['..', 'archivo'],
    ['../../..', 'archivo'],
    ['\u200b\u202e', 'archivo'],
    ['.pdf', 'pdf'],
    ['.htaccess', 'htaccess'],
    ['informe\u202efdp.exe', 'informefdp.exe'],
    ['informe.pdf. . ', 'informe.pdf'],
    ['Acta 12:30 <final>? "sí"|no*.pdf', 'Acta 12_30 _final__ _sí__no_.pdf'],
    ['informe.pdf:oculto.exe', 'informe.pdf_oculto.exe'],
    ['consulta.pdf', 'consulta.pdf'],
    ['línea\r\nuno.pdf', 'línea uno.pdf'],
    ['👩‍🏫 ñandú.pdf', '👩🏫 ñandú.pdf'],
    ['informe final.tar.gz', 'informe final.tar.gz'],
  ])('%j is %j', (raw, clean) => {
    expect(cleanFileName(raw)).toBe(clean);
  });

  it.each([
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['Lpt1 .pdf', '_Lpt1 .pdf'],
    ['consulta.pdf', 'consulta.pdf'],
    ['VCM/2019/014.pdf', 'VCM_2019_014.pdf'],
  ])('%j is kept as %j', (name, kept) => {
    expect(asFileName(name)).toBe(kept);
  });

  it('too long lose of their end, not of their extension', () => {
    const long = asFileName(`${'ñ'.repeat(300)}.docx`);
    expect(long).toBe(`${'ñ'.repeat(125)}.docx`);
    expect(asFileName(`${'😀'.repeat(100)}.pdf`)).toBe(`${'😀'.repeat(62)}.pdf`);
    expect(nameFor(long, 'application/pdf')).toBe(`${'ñ'.repeat(125)}.pdf`);
  });

  it('that are missing are asked for', () => {
    const message = (value: string) => fileName.safeParse(value).error?.issues.map(issue => issue.message);
    expect(message(' ')).toEqual(['Este campo es obligatorio.']);
    expect(fileName.parse('../\u202e')).toBe('archivo');
  });

  it('of any text fit every system, and stay what they are', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.constantFrom('application/pdf', 'application/zip', 'image/jpeg'),
        (raw, type) => {
          const clean = cleanFileName(raw);
          const kept = [asFileName(raw), asFileName(clean), nameFor(clean, type), nameFor(raw, type)];
          for (const name of [clean, ...kept]) {
            expectClean(name);
            expect(name).not.toBe('');
            expect(name).not.toMatch(/[<>:"/\\|?*]|^\.|[. ]$/);
            expect(cleanFileName(name)).toBe(name);
          }
          for (const name of kept) {
            expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
            expect(bytesOf(name)).toBeLessThanOrEqual(255);
            expect(asFileName(name)).toBe(name);
          }
        },
      ),
      { numRuns: 3000 },
    );
  });
});
