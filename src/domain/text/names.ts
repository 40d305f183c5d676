import { PERSONAL, SPELLING, UNACCENTED } from './spelling.ts';

const SMALL = new Set(
  'a al ante bajo con contra de del desde e el en entre hacia hasta la las los mención menciones o para por según sin sobre tras u un una y'.split(
    ' ',
  ),
);
/** An article after one of these opens a place's name: `Sede Los Ángeles`. */
const BEFORE_PLACE = new Set('sede campus ciudad comuna provincia región filial'.split(' '));
/** Places whose article is part of the name wherever they stand. */
const PLACES = new Set('ángeles serena condes andes araucanía calera ligua'.split(' '));
const ACRONYMS = new Set(
  'aiep bim cft ceia duoc epja eunacom gps ia inacap iot mba ods pyme sence sig stem ti tic tics ucsc ubb uc udec udd uoh usa usach utem vcm'.split(
    ' ',
  ),
);
const NUMERAL = /^(?=[ivx])x{0,3}(ix|iv|v?i{0,3})$/;
const hasNoVowel = (word: string) => word.length > 1 && !/[aeiouáéíóúüy]/.test(word);

/** What carries the accent: `[ending, replacement]`, first match wins; `s` for plurals where they keep it. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/([cstx])ion$/, '$1ión'],
  [/icol([oa]s?)$/, 'ícol$1'],
  [/isim([oa]s?)$/, 'ísim$1'],
  [/(log|graf|metr|nom|sof|iatr|tom|pat|gog|fon|crom|scop|er)ia(s?)$/, '$1ía$2'],
  [/([aeo])log([oa]s?)$/, '´$1log$2'],
  [/([aeio])graf([oa]s?)$/, '´$1graf$2'],
  [/onom([oa]s?)$/, '´onom$1'],
  [/on$/, 'ón'],
];
const ACUTE: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' };

/** `-ico`, `-ica`: the vowel before carries the accent (`eléctrica`, `náutico`), unless it stands right before (`laico`). */
function accentBeforeIc(word: string): string {
  const match = /^(.*?)([aeiou]+)([^aeiou]+)(ic[oa]s?)$/.exec(word);
  if (!match) return word;
  const [, head = '', vowels = '', consonants = '', ending = ''] = match;
  // In a diphthong the open vowel carries it, in a hiatus the last one: náutica, oceánica.
  const open = vowels.search(/[aeo][^aeo]*$/);
  const at = open >= 0 ? open : vowels.length - 1;
  const accented = vowels.slice(0, at) + ACUTE[vowels.charAt(at)] + vowels.slice(at + 1);
  return head + accented + consonants + ending;
}

/** A lower-case word without accents, as it is spelled. */
function spell(word: string): string {
  const bare = word.replaceAll('ü', 'u');
  // Schools and clubs are called after people.
  const known = SPELLING.get(bare) ?? PERSONAL.get(bare);
  if (known) return known;
  if (UNACCENTED.has(word)) return word;
  if (/ic[oa]s?$/.test(word)) return accentBeforeIc(word);
  for (const [ending, replacement] of ENDINGS)
    if (ending.test(word))
      return word.replace(ending, replacement).replace(/´(.)/, (_, vowel: string) => ACUTE[vowel] ?? vowel);
  return word;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function readable(upper: string, before: string, after: string, first: boolean): string {
  if (/\d/.test(upper)) return upper;
  const lower = upper.toLowerCase();
  if (upper.length === 1 && /^[.'’]/.test(after)) return upper;
  if (NUMERAL.test(lower) || ACRONYMS.has(lower) || hasNoVowel(lower)) return upper;
  const word = /[áéíóú]/.test(lower) ? lower : spell(lower);
  if (first || !SMALL.has(word) || before.endsWith('.')) return capital(word);
  return word;
}

/** Articles that belong to a place's name get their capital back. */
const withPlaces = (name: string) =>
  name.replace(/(\p{L}+) (el|la|las|los) (\p{L}+)/gu, (all, a: string, article: string, b: string) =>
    BEFORE_PLACE.has(a.toLowerCase()) || PLACES.has(b.toLowerCase()) ? `${a} ${capital(article)} ${b}` : all,
  );

/**
 * A name as people write it, from one in capitals without accents: `EDUCACION BASICA` → `Educación Básica`.
 * Text that already has lower-case letters is left alone, and so are accents already there.
 */
export function readableName(raw: string): string {
  const name = raw.trim().replace(/\s+/g, ' ');
  if (/\p{Ll}/u.test(name)) return name;
  let first = true;
  let end = 0;
  const spelled = name.replace(/[\p{L}\p{N}]+/gu, (word, at: number) => {
    const before = name.slice(end, at);
    const result = readable(word, before, name.slice(at + word.length), first);
    first = false;
    end = at + word.length;
    // O'Higgins, D'Halmar: what follows a single letter and an apostrophe is a name of its own.
    return /['’]$/.test(before) ? capital(result) : result;
  });
  return withPlaces(spelled);
}

const TITLE =
  /^(?:(?:dr|dra|prof|profa|sr|sra|srta|mg|mgs|ing|lic|abog|arq|ps|phd|ph\.d)(?:\.|\(a\)\.?|(?= ))|(?:doctora?|profesora?|don|doña)(?= )) */i;
const DEGREE = /^(ph\.? ?d|m\.? ?sc|mba|mg|mgs|dra?|ing|lic|prof|magíster|magister|doctora?)\.?$/i;
/** What a person is addressed by; kept where nothing else would be left. */
function withoutTitle(name: string): string {
  const rest = name.replace(TITLE, '');
  return rest === '' || rest === name ? name : withoutTitle(rest);
}

/**
 * A person's name, given names first and without titles: `Pérez Soto, Dra. Ana` → `Ana Pérez Soto`. Letters stay as they
 * are, so that it finds whoever it names; see `readablePerson`.
 */
export function bareName(raw: string): string {
  const name = withoutTitle(raw.trim().replace(/\s+/g, ' '));
  const [surnames = '', given = '', ...more] = name.split(',').map(part => part.trim());
  if (given === '' || more.length > 0) return name;
  return DEGREE.test(given) ? surnames : `${withoutTitle(given)} ${withoutTitle(surnames)}`;
}

/** They stand between a person's names in small letters, and before a surname alone, too. */
const PARTICLES = new Set('de del la las los y von van der den da das do dos di du'.split(' '));

function personal(upper: string): string {
  const lower = upper.toLowerCase();
  if (PARTICLES.has(lower)) return lower;
  if (/^i{2,3}$/.test(lower)) return upper;
  const word = /[áéíóú]/.test(lower) ? lower : (PERSONAL.get(lower.replaceAll('ü', 'u')) ?? lower);
  // No Spanish word begins like this.
  return /^mc\p{L}{3}/u.test(word) ? `Mc${capital(word.slice(2))}` : capital(word);
}

/**
 * A person's name as people write it, from one in capitals: `PEREZ SOTO, ANA MARIA` → `Ana María Pérez Soto`. Only known
 * names get an accent: surnames come from everywhere. One with lower-case letters is only put in order, see `bareName`.
 */
export function readablePerson(raw: string): string {
  const name = bareName(raw);
  if (/\p{Ll}/u.test(name)) return name;
  return name
    .replace(/(?<!\p{L})MC (?=\p{L}{2})/gu, 'MC')
    .replace(/\p{L}+/gu, (word, at: number, all: string) => {
      const isInitial = word.length === 1 && !(word === 'Y' && / \p{L}/u.test(all.slice(at + 1, at + 3)));
      if (isInitial) return word;
      // D'Alencon, O'Higgins: what follows an apostrophe is a name of its own.
      return /['’]/.test(all.charAt(at - 1)) ? capital(personal(word)) : personal(word);
    });
}
