import DOMPurify from 'dompurify';
import { RICH_ELEMENTS } from '../../../domain/text/richtext.ts';

/** HTML without anything that could run or take over the page. */
export const sanitise = (html: string): string =>
  DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button'],
  });

/** Rich text as nodes: only what the editor makes, and of its attributes where links lead. */
export const richNodes = (html: string): Node[] => [
  ...DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...RICH_ELEMENTS],
    ALLOWED_ATTR: ['href'],
    RETURN_DOM_FRAGMENT: true,
  }).childNodes,
];
