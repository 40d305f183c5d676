import { between, type Folded, fold, LOOSE, TIGHT, word } from './fold.ts';
import type { Person } from './people.ts';
import { endOfWord, type Span, startsOf } from './starts.ts';

/** What the addresses of a team are made of. */
export interface Addresses {
  /** What stands before the at-sign, letters alone, with the domains it is known at. */
  readonly known: ReadonlyMap<string, readonly string[]>;
  readonly domains: readonly string[];
  /** What people make of their names before an at-sign; worked out for the first, as few texts have one. */
  readonly handles: () => ReadonlySet<string>;
}

/** Before the at-sign these lead to an office, and to somebody only with the domain that is known. */
const GENERIC = new Set(
  'admin administracion ayuda biblioteca comunicaciones consulta consultas contacto contactos correo decanato direccion directora director escuela extension gerencia hola info informaciones mail municipio noreply oficina oficinadepartes oirs partes postulaciones presidencia prensa recepcion rectoria secretaria soporte ventas vinculacion web'.split(
    ' ',
  ),
);
const lettersOf = (text: string): string => {
  const folded = fold(text);
  return word(folded, 0, folded.length);
};
const withoutNumber = (local: string) => local.replace(/^\d+|\d+$/g, '');
const SHORTEST = 3;

/** `camilarojas`, `crojas`, `rojasc`, `camilar`, `crojasf`; a surname alone unless it is a word. */
function handlesOf({ words, givenInitials, surnameInitials }: Person): string[] {
  const given = words.filter(w => w.isGiven).map(w => w.letters);
  const surnames = words.filter(w => !w.isGiven).map(w => w.letters);
  const alone = words.filter(w => !w.isGiven && !w.isWord).map(w => w.letters);
  const first = givenInitials.charAt(0);
  const pairs = surnames.flatMap(s => [
    ...given.flatMap(g => [g + s, s + g, g.charAt(0) + s, s + g.charAt(0), g + s.charAt(0)]),
    ...[givenInitials + s, s + givenInitials],
  ]);
  const [surname = ''] = surnames;
  const longer = [
    ...[first + surname + surnameInitials.slice(1, 2), given.join('') + surnames.join('')],
    ...[(given[0] ?? '') + surnames.join(''), first + surnames.join(''), surnames.join('')],
  ];
  return [...pairs, ...(surnames.length > 1 ? longer : []), ...alone].filter(h => h.length > SHORTEST);
}

export function addressesOf(people: readonly Person[], mails: readonly string[]): Addresses {
  const known = new Map<string, string[]>();
  for (const mail of mails) {
    const [local = '', domain = ''] = mail.split('@').map(lettersOf);
    if (local && domain) known.set(local, [...(known.get(local) ?? []), domain]);
  }
  let handles: ReadonlySet<string> | undefined;
  return {
    known,
    domains: [...new Set([...known.values()].flat())],
    handles: () => {
      handles ??= new Set(people.flatMap(handlesOf));
      return handles;
    },
  };
}

/** Ways to write an at-sign in words; `at` and `(a)` are told by what stands around. */
const WORDS = startsOf(['arroba', 'at'].map(w => [w, w] as const));
const JOINING = new Set('punto dot guion guionbajo bajo underscore subguion menos'.split(' '));
const LONGEST = 64;
const MOST_WORDS = 10;

/** An at-sign, or what is written for one, between the letters `left` and `right`. */
interface At {
  readonly left: number;
  readonly right: number;
  /** Could be something else: a domain has to follow. */
  readonly isWeak: boolean;
}

function atsIn(folded: Folded): At[] {
  const { gaps, length, starts, words } = folded;
  const found: At[] = folded.ats.map(n => ({ left: n, right: n, isWeak: gaps[n] === LOOSE }));
  for (let n = 1; n < words; n += 1) {
    const index = starts[n] ?? 0;
    if (starts[n + 1] === index + 1 && (gaps[index + 1] ?? 0) >= TIGHT) {
      if (isBracketed(folded, index)) found.push({ left: index, right: index + 1, isWeak: true });
    } else if (WORDS.mayBegin(folded, index) && (gaps[index] ?? 0) >= TIGHT)
      for (const at of WORDS.at(folded, index)) {
        const end = endOfWord(folded, at, index);
        if (end > 0 && end < length && (gaps[end] ?? 0) >= TIGHT)
          found.push({ left: index, right: end, isWeak: true });
      }
  }
  return found.length > 1 ? found.sort((a, b) => a.left - b.left) : found;
}

const isBracketed = (folded: Folded, index: number) =>
  folded.letters[index] === 0x61 &&
  /[([{<]\s*$/.test(between(folded, index)) &&
  /^\s*[)\]}>]/.test(between(folded, index + 1));

/** Where the word begins that ends here. */
function startOf({ gaps }: Folded, end: number): number {
  let start = end - 1;
  while (start > 0 && (gaps[start] ?? 0) < TIGHT && end - start < LONGEST) start -= 1;
  return start;
}

interface Local {
  readonly from: number;
  /** Where it has to stand; null when it leads to somebody anywhere. */
  readonly domains: readonly string[] | null;
}

/** The longest run of words before an at-sign that is somebody's. */
function localBefore(folded: Folded, left: number, { known, handles }: Addresses): Local | null {
  let local = '';
  let found: Local | null = null;
  let end = left;
  for (let n = 0; n < MOST_WORDS && end > 0 && local.length < LONGEST; n += 1) {
    const from = startOf(folded, end);
    const part = word(folded, from, end);
    if (n === 0 || !JOINING.has(part)) local = part + local;
    const own = withoutNumber(local);
    const domains = known.get(local);
    if (handles().has(own) || (domains && !GENERIC.has(local) && local.length > SHORTEST))
      found = { from, domains: null };
    else if (domains && !found) found = { from, domains };
    end = from;
  }
  return found;
}

/** The words of the domain that begins here, and how many they are. */
function domainAfter(folded: Folded, right: number, isExpected: (letters: string) => boolean) {
  const { gaps, length } = folded;
  const endAfter = (from: number) => {
    let end = from + 1;
    while (end < length && (gaps[end] ?? 0) < TIGHT) end += 1;
    return end;
  };
  let end = endAfter(right);
  let letters = word(folded, right, end);
  let parts = 1;
  for (let n = 0; n < MOST_WORDS && end < length; n += 1) {
    let from = end;
    const afterNext = endAfter(from);
    const isJoint = JOINING.has(word(folded, from, afterNext)) && afterNext < length;
    if (isJoint) from = afterNext;
    const next = endAfter(from);
    const longer = letters + word(folded, from, next);
    const isTight = /^[.\p{Pd}_]$/u.test(between(folded, from));
    const isSpread = /^\s*[([{]?[.·][)\]}]?\s*$/.test(between(folded, from)) && isExpected(longer);
    if (!isJoint && !isTight && !isSpread) break;
    end = next;
    letters = longer;
    parts += 1;
  }
  return { end, letters, parts };
}

/** Where the signs of an address begin that end here. */
function runBefore({ text, at }: Folded, left: number): number {
  let index = left;
  for (let n = 0; n < LONGEST && index > 0; n += 1) {
    const place = at[index - 1] ?? 0;
    const signs = text.slice(place + 1, at[index] ?? text.length);
    if (index < left && /[^\p{M}\p{Cf}._+-]/u.test(signs)) break;
    index -= 1;
  }
  return index;
}

/** `named` ends where the name ends that begins last before the at-sign. */
function addressAt(folded: Folded, at: At, addresses: Addresses, named: number): Span | null {
  if (at.left === 0 || at.right >= folded.length) return null;
  const { domains } = addresses;
  const local = localBefore(folded, at.left, addresses);
  const run = at.left === at.right && folded.gaps[at.right] !== LOOSE ? runBefore(folded, at.left) : at.left;
  if (!local && named <= run) return null;
  const domain = domainAfter(folded, at.right, letters => domains.some(d => d.startsWith(letters)));
  const leads = named > run || !local?.domains;
  if (!leads && !local?.domains?.includes(domain.letters)) return null;
  if (at.isWeak && domain.parts < 2 && !domains.includes(domain.letters)) return null;
  const from = Math.min(local?.from ?? at.left, leads ? run : at.left);
  return { from, to: domain.end, shown: from };
}

/** `@crojas`, and what follows the slash of an address: names as handles, with nothing before to tell them by. */
function handleAt(folded: Folded, index: number, { handles, known }: Addresses): Span | null {
  if (index >= folded.length) return null;
  let end = index + 1;
  while (end < folded.length && !/[^\p{M}\p{Cf}._-]/u.test(between(folded, end))) {
    if (folded.gaps[end] === LOOSE || end - index > LONGEST) break;
    end += 1;
  }
  const handle = word(folded, index, end);
  const isTheirs = handles().has(withoutNumber(handle)) || (known.has(handle) && !GENERIC.has(handle));
  return isTheirs && handle.length > SHORTEST ? { from: index, to: end, shown: index } : null;
}

/** Every address and handle that leads to somebody. `named` are the places of names, some of them in addresses. */
export function addressesIn(folded: Folded, addresses: Addresses, named: readonly Span[]) {
  const mails: Span[] = [];
  const handles: Span[] = [];
  const keep = (spans: Span[], span: Span | null) => span && spans.push(span);
  let next = 0;
  for (const at of atsIn(folded)) {
    while ((named[next]?.from ?? at.left) < at.left) next += 1;
    keep(mails, addressAt(folded, at, addresses, named[next - 1]?.to ?? 0));
  }
  for (const index of folded.ats) keep(handles, handleAt(folded, index, addresses));
  for (const index of folded.slashes)
    if (isInAddress(folded, index)) keep(handles, handleAt(folded, index, addresses));
  return { mails, handles };
}

/** A slash of an address rather than `y/o`. */
function isInAddress({ text, at }: Folded, index: number): boolean {
  const place = at[index];
  return place !== undefined && /\.\p{L}{2,}\/\S*$/u.test(text.slice(Math.max(0, place - LONGEST), place));
}
