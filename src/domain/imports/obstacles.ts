import { z } from 'zod';
import { KIND_SLUGS } from '../kinds/slugs.ts';
import { formatCount, formatDate } from '../text/format.ts';
import { id } from '../text/rules.ts';
import type { ImportKind } from './field.ts';
import { IMPORT_NOUNS } from './nouns.ts';

/** A screen that shows one thing. */
const place = z.discriminatedUnion('of', [
  z.object({ of: z.literal('projects'), id, kind: z.enum(KIND_SLUGS) }),
  z.object({ of: z.literal('imports'), id, noun: z.enum(IMPORT_NOUNS) }),
  z.object({
    of: z.enum(['faculties', 'schools', 'careers', 'courses', 'offerings', 'users', 'organisations']),
    id,
  }),
]);
export type Place = z.infer<typeof place>;

/** Part of a sentence: words, or a name that leads to its screen. */
const piece = z.object({ text: z.string(), place: place.nullable() });
export type Piece = z.infer<typeof piece>;

/** What stands in the way of an undo, a paragraph each: the `extra` of the refusal. */
export const obstaclesSchema = z.object({ obstacles: z.array(z.array(piece)) });

/** Names asked for, of however many there are. */
export const MOST_NAMES = 3;

/** The first of several things, and how many there are. */
export interface Named {
  readonly count: number;
  readonly first: readonly Piece[];
}

type Noun = Pick<ImportKind, 'one' | 'many' | 'ending'>;

const say = (text: string): Piece => ({ text, place: null });
/** As a sentence begins. */
const begin = ([first, ...rest]: readonly Piece[]): Piece[] =>
  first ? [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest] : [];
const LIST = new Intl.ListFormat('es');

/** `«A»`, `«A» y «B»`, `«A», «B», «C» y 4 más`. */
function listed({ count, first }: Named): Piece[] {
  const more = count - first.length;
  const all = more > 0 ? [...first, say(`${more} más`)] : [...first];
  let at = 0;
  return LIST.formatToParts(all.map(each => each.text)).map(part =>
    part.type === 'element' ? (all[at++] ?? say(part.value)) : say(part.value),
  );
}

/** Work of a person that would go with the import: nobody can be told to take it back. */
const KEEP = ' Ese trabajo no se deshace: corrige ahí lo que haga falta.';

/** Something written that is no longer as it was written. */
export interface Changed {
  readonly thing: Piece;
  readonly gone: boolean;
  readonly by: string | null;
  /** An instant. */
  readonly at: string | null;
  /** The later import that changed it. */
  readonly later: Piece | null;
}

function changeOf({ one, ending }: Noun, { thing, gone, by, at, later }: Changed): Piece[] {
  const day = at ? ` el ${formatDate(new Date(at))}` : '';
  const who = by ?? 'alguien';
  const it = `l${ending}`;
  if (gone) return [thing, say(by ? ` ya no está: ${it} eliminó ${who}${day}.` : ' ya no está.')];
  const whose = one === 'persona' ? [say('A '), thing] : [thing];
  const how = later ? [say(' con la importación '), later, say('.')] : [say('.')];
  return [...whose, say(` ${it} cambió ${who}${day}`), ...how];
}

/** What was changed or deleted since; `total` of which the first are told, those of no later import before the others. */
export function sayChanged(noun: Noun, total: number, changed: readonly Changed[]): Piece[] {
  const sentences = changed.flatMap((each, at) => [say(at > 0 ? ' ' : ''), ...changeOf(noun, each)]);
  const rest = total - changed.length;
  const more =
    rest > 0 ? say(` También cambió lo escrito en ${formatCount(rest, noun.one, noun.many)} más.`) : say('');
  const later = new Set(changed.map(each => each.later?.text));
  const advice = later.has(undefined)
    ? KEEP
    : ` Deshaz primero ${later.size === 1 ? 'esa importación' : 'esas importaciones'}.`;
  return begin([...sentences, more, say(advice)]);
}

/** Rows of one table that refer to what was written. */
export interface Use {
  readonly words: readonly [one: string, many: string];
  readonly count: number;
  /** What is used, and what those rows are of or are themselves. */
  readonly targets: Named;
  readonly things: Named;
  /** How the rows stand to the things: they are them, are of them, or are of what was written itself. */
  readonly relation: 'are' | 'of' | 'own';
  /** What to do, where taking it off there is not what helps. */
  readonly advice?: string | undefined;
}

export function sayUse(
  { one, ending }: Noun,
  { words, count, targets, things, relation, advice }: Use,
): Piece[] {
  const several = targets.count > 1;
  const n = several ? 'n' : '';
  const verb = relation === 'own' ? ` tiene${n} ` : one === 'persona' ? ` está${n} en ` : ` se usa${n} en `;
  const what = formatCount(relation === 'are' ? things.count : count, ...words);
  const which =
    relation === 'own' || things.count === 0
      ? []
      : [say(relation === 'are' ? ': ' : ' de '), ...listed(things)];
  const take = relation === 'own' ? 'Quita eso' : `Quítal${ending}${several ? 's' : ''} ahí`;
  return begin([
    ...listed(targets),
    say(`${verb}${what}`),
    ...which,
    say(`. ${advice ?? `${take} y vuelve a deshacer.`}`),
  ]);
}

/** Past projects whose sections somebody wrote. */
export const sayWorkedOn = (projects: Named): Piece[] => [
  say('Después se trabajó en '),
  ...listed(projects),
  say(`.${KEEP}`),
];

/** Past projects that later ones continue. */
export const sayContinued = (targets: Named, projects: Named): Piece[] => [
  ...listed(targets),
  say(targets.count > 1 ? ' continúan en ' : ' continúa en '),
  ...listed(projects),
  say('. Cambia ahí el proyecto anterior y vuelve a deshacer.'),
];

/** Indicators that the import brought and that something else has measured. */
export const sayMeasured = (indicators: Named, count: number): Piece[] => [
  ...listed(indicators),
  say(indicators.count > 1 ? ' tienen ' : ' tiene '),
  say(
    `${formatCount(count, 'medición', 'mediciones')} de otro origen. ${
      count > 1 ? 'Quítalas' : 'Quítala'
    } ahí, o deshaz la importación que ${count > 1 ? 'las' : 'la'} trajo, y vuelve a deshacer.`,
  ),
];

/** Indicators that the import brought and somebody has changed. */
export const sayRedefined = (indicators: Named): Piece[] => [
  ...listed(indicators),
  say(indicators.count > 1 ? ' cambiaron después.' : ' cambió después.'),
  say(KEEP),
];

/** All of it as one text. */
export const textOf = (obstacles: readonly (readonly Piece[])[]): string =>
  `No se puede deshacer. ${obstacles.map(pieces => pieces.map(each => each.text).join('')).join(' ')}`;
