import { createElement, type ReactNode } from 'react';
import type { Mark } from '../../domain/drawings/mark.ts';

const property = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Marks as elements. Those that say something are images of their own, which the keyboard can reach. */
export function drawMarks(marks: readonly Mark[], path = ''): ReactNode {
  return marks.map(({ tag, attributes, content, label }, n) => {
    const key = `${path}${n}`;
    const given = Object.fromEntries(Object.entries(attributes).map(([k, v]) => [property(k), v]));
    const inside = typeof content === 'string' ? content : drawMarks(content, `${key}.`);
    if (label === null) return createElement(tag, { key, ...given }, inside);
    const said = { role: 'img', 'aria-label': label, 'data-mark': '', tabIndex: -1 };
    return createElement(tag, { key, ...given, ...said }, inside);
  });
}
