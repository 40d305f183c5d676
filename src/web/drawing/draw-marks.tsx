import { createElement, type ReactNode } from 'react';
import type { Mark } from '../../domain/drawings/mark.ts';

/** Where what is shown leads to; null where it leads nowhere. */
export interface FigureLinks {
  /** Of a mark, by its `id`. */
  readonly ofMark: (id: string) => string | null;
  readonly go: (href: string) => void;
}

const property = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Marks as elements. Those that say something are images of their own, or links, which the keyboard can reach. */
export function drawMarks(marks: readonly Mark[], links?: FigureLinks, path = ''): ReactNode {
  return marks.map(({ tag, attributes, content, label, id }, n) => {
    const key = `${path}${n}`;
    const given = Object.fromEntries(Object.entries(attributes).map(([k, v]) => [property(k), v]));
    const inside = typeof content === 'string' ? content : drawMarks(content, links, `${key}.`);
    if (label === null) return createElement(tag, { key, ...given }, inside);
    const href = id && links?.ofMark(id);
    const said = {
      'aria-label': label,
      'data-mark': '',
      tabIndex: -1,
      ...(href ? { href } : { role: 'img' }),
    };
    return createElement(href ? 'a' : tag, { key, ...given, ...said }, inside);
  });
}
