import { createElement, type ReactNode } from 'react';
import { cleanHtml } from '../../../domain/text/richtext.ts';
import classes from './call-terms.module.css';

const show = (node: Node, key: number): ReactNode => {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.tagName.toLowerCase();
  const link = tag === 'a' && {
    href: node.getAttribute('href') ?? '',
    rel: 'noopener noreferrer',
    target: '_blank',
  };
  const inside = [...node.childNodes].map(show);
  return createElement(tag, { key, ...link }, ...(inside.length > 0 ? inside : []));
};

/** Rich text as elements of the page: only what cleaning leaves is ever made. */
export function RichText({ html }: { html: string }) {
  const { body } = new DOMParser().parseFromString(cleanHtml(html), 'text/html');
  return <div className={classes.text}>{[...body.childNodes].map(show)}</div>;
}
