import type { Content } from './pdf-layout.ts';

/** Points of a page that some lines of text take. */
const LINES = 45;

/**
 * Heading and content that may go on over pages: the heading is where there is room below it for the beginning, of so
 * many points. Room is taken together with the heading and then given back to the content. What pdfmake has for this,
 * `pageBreakBefore`, lays the whole document out anew for each heading that it moves: minutes for one of hundreds.
 */
export const kept = (heading: readonly Content[], content: Content, room = LINES): Content[] => [
  { stack: [{ stack: heading, margin: [0, 0, 0, room] }], unbreakable: true },
  { stack: [content], margin: [0, -room, 0, 0] },
];

/** A heading before what begins with something that is never broken. */
export const headed = (heading: readonly Content[], [first, ...rest]: readonly Content[]): Content[] =>
  first ? [{ stack: [...heading, first], unbreakable: true }, ...rest] : [...heading];

/** The same with so much room below. */
export const spaced = (content: readonly Content[], below: number): Content[] =>
  content.map((each, n) =>
    n < content.length - 1
      ? each
      : { stack: [each], unbreakable: each.unbreakable ?? false, margin: [0, 0, 0, below] },
  );
