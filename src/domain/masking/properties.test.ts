import fc from 'fast-check';
import { expect, it } from 'vitest';
import { finder, hider } from './masker.ts';

const GIVEN = [
  'Camila',
  'Matías',
  'Íñigo',
  'Ana',
  'Rosa',
  'Bárbara',
  'José',
  'Li',
  'Ximena',
  'Ángel',
  'Begoña',
];
const COMMON = [
  'Rojas',
  'Sepúlveda',
  'Muñoz',
  'Flores',
  'Ibáñez',
  'Campos',
  'Agüero',
  'Wu',
  'Paz',
  'Cid',
  'Núñez',
];
const RARE = [
  'Ñancupil',
  'Quilapán',
  'Huichalaf',
  'Llancao',
  'Wittgenstein',
  'Müllendorf',
  'Echazarreta',
  'Zwingli',
];
/** No word of it begins or ends a name, or a title. */
const ORDINARY =
  'el taller busca fortalecer redes entre barrios, con 25 jornadas (2026); quedan 3 cupos.'.split(' ');

interface Member {
  readonly given: string;
  readonly surname: string;
  readonly second: string;
  readonly rare: string;
}
const member: fc.Arbitrary<Member> = fc.record({
  given: fc.constantFrom(...GIVEN),
  surname: fc.constantFrom(...COMMON),
  second: fc.constantFrom(...COMMON),
  rare: fc.constantFrom(...RARE),
});
const nameOf = (m: Member) => `${m.given} ${m.surname} ${m.second} ${m.rare}`;
const initial = (word: string) => word.charAt(0);

const UNSEEN = [
  '\u00ad',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u2060',
  '\u2063',
  '\ufeff',
  '\u202b',
  '\u2069',
  '\u061c',
  '\ufe0f',
  '\u034f',
];
const BETWEEN = [
  ' ',
  '-',
  '.',
  '_',
  '\u2010',
  '\u2011',
  '–',
  '—',
  '\u00a0',
  '\u2009',
  '\n',
  ' - ',
  ', ',
  '/',
  "'",
  '\u00ad ',
  ' \u200b',
];
/** Few are drawn, so that many names have some. */
const unseen = fc.array(fc.constantFrom(...UNSEEN), { maxLength: 2 }).map(signs => signs.join(''));
const between = fc.tuple(unseen, fc.constantFrom(...BETWEEN), unseen).map(signs => signs.join(''));
const unaccented = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

/** What may happen to the letters of a name: capitals, accents, normal form, signs that nobody sees among them. */
interface Style {
  readonly letters: (word: string) => string;
  /** Each letter great or small. */
  readonly anyCase: (word: string) => string;
  readonly gap: () => string;
}
const style: fc.Arbitrary<Style> = fc
  .record({
    capitals: fc.constantFrom<(t: string) => string>(
      t => t,
      t => t.toUpperCase(),
    ),
    accents: fc.constantFrom<(t: string) => string>(
      t => t,
      unaccented,
      t => t.normalize('NFD'),
    ),
    signs: fc.infiniteStream(
      fc.oneof({ weight: 4, arbitrary: fc.constant('') }, { weight: 1, arbitrary: unseen }),
    ),
    gaps: fc.infiniteStream(between),
    isGreat: fc.infiniteStream(fc.boolean()),
  })
  .map(({ capitals, accents, signs, gaps, isGreat }) => {
    const signed = (word: string) => [...accents(word)].map(c => c + (signs.next().value ?? '')).join('');
    const anyCase = (word: string) =>
      [...word].map(c => (isGreat.next().value ? c.toUpperCase() : c.toLowerCase())).join('');
    return {
      letters: word => signed(capitals(word)),
      anyCase: word => signed(anyCase(word)),
      gap: () => gaps.next().value ?? ' ',
    };
  });

/** Ways to write somebody, each with what of it must not be left. */
const WAYS: readonly ((m: Member, s: Style) => { text: string; traces: string[] })[] = [
  ...(
    [
      m => [m.given, m.surname, m.second, m.rare],
      m => [m.surname, m.second, m.rare, m.given],
      m => [m.given, m.rare],
      m => [m.rare, m.given],
      m => [m.surname, m.rare],
    ] as ((m: Member) => string[])[]
  ).map(words => (m: Member, s: Style) => ({
    text: words(m).reduce((text, w) => text + (text && s.gap()) + s.anyCase(w), ''),
    traces: [words(m).join('')],
  })),
  (m, s) => ({ text: s.letters(m.rare), traces: [m.rare] }),
  (m, s) => ({ text: s.anyCase(m.rare), traces: [m.rare] }),
  (m, s) => ({ text: `${initial(m.given)}. ${s.letters(m.surname)}`, traces: [m.surname] }),
  (m, s) => ({ text: `${s.letters(m.surname)}, ${initial(m.given)}.`, traces: [m.surname] }),
  (m, s) => ({ text: `${s.letters(m.given)} ${initial(m.surname)}.`, traces: [m.given] }),
  (m, s) => ({ text: `la Dra. ${s.letters(m.surname)}`, traces: [m.surname] }),
  (m, s) => ({ text: `${s.letters('profesor')} ${s.letters(m.surname)}`, traces: [m.surname] }),
  (m, s) => ({ text: s.anyCase(m.given + m.rare), traces: [m.given + m.rare] }),
  (m, s) => ({
    text: `${s.anyCase(m.given)}.${s.anyCase(m.rare)} ${s.anyCase('arroba')} sitio ${s.letters('punto')} example`,
    traces: [m.given + m.rare, 'arroba', 'example'],
  }),
  (m, s) => ({ text: `${s.letters(initial(m.given) + m.rare)}@otra.example`, traces: [m.rare, 'example'] }),
];

/** Read as no part of the program reads it: the letters of the base alphabet alone. */
const traceOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

it('no way to write somebody leaves a trace, and the author is told of it', () => {
  const ordinary = fc.array(fc.constantFrom(...ORDINARY), { maxLength: 6 }).map(words => words.join(' '));
  fc.assert(
    fc.property(
      fc.array(member, { minLength: 1, maxLength: 5 }),
      fc.nat(),
      fc.constantFrom(...WAYS),
      style,
      ordinary,
      ordinary,
      (team, nth, write, how, before, after) => {
        const who = team[nth % team.length] ?? team[0];
        if (!who) return;
        const secrets = { people: team.map(nameOf), mails: [], units: [] };
        const { text, traces } = write(who, how);
        const whole = `${before} ${text} ${after}`;
        const hidden = traceOf(hider(secrets)(whole).replace(/\[\w+ oculto\]/g, '#'));
        for (const trace of traces) expect(hidden).not.toContain(traceOf(trace));
        expect(hidden).toContain(traceOf(after));
        const found = finder(secrets)(whole);
        expect(found.length).toBeGreaterThan(0);
        expect(found.join()).not.toMatch(/\p{Cf}|\n/u);
      },
    ),
    { numRuns: 3000 },
  );
});

it('units and known mails are found whatever is put into them', () => {
  const mail = 'proyecto.salud@biosur.example';
  const unit = 'Escuela de Pedagogía en Ciencias';
  fc.assert(
    fc.property(style, how => {
      const secrets = { people: [], mails: [mail], units: [unit] };
      const written = unit.split(' ').reduce((text, w) => text + (text && how.gap()) + how.letters(w), '');
      const address = mail
        .split(/(?=[@.])/)
        .map(how.letters)
        .join('');
      const shown = hider(secrets)(`La ${written} dice: ${address} va`).replace(/\p{DI}/gu, '');
      expect(shown).toBe('La [unidad oculta] dice: [correo oculto] va');
    }),
  );
});

it('a text that names nobody of the team comes back as it was', () => {
  const sign = fc.constantFrom(
    ...ORDINARY,
    ...UNSEEN,
    ...BETWEEN,
    '👩‍👩‍👧',
    '❤️',
    '\r\n',
    '- ',
    '1. ',
    'a@b.example',
  );
  fc.assert(
    fc.property(fc.array(member, { maxLength: 5 }), fc.array(sign, { maxLength: 40 }), (team, signs) => {
      const text = signs.join('').normalize();
      expect(hider({ people: team.map(nameOf), mails: [], units: [] })(text)).toBe(text);
    }),
  );
});
