import { createElement, type ReactNode } from 'react';
import { safeLink } from '../../../../domain/text/richtext.ts';
import { richNodes } from '../../../../web/ui/rich-text/sanitise.ts';
import classes from './rich-text.module.css';

const show = (node: Node, key: number): ReactNode => {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.tagName.toLowerCase();
  const link = tag === 'a' && {
    href: safeLink(node.getAttribute('href') ?? ''),
    rel: 'noopener noreferrer',
    target: '_blank',
  };
  const inside = [...node.childNodes].map(show);
  return createElement(tag, { key, ...link }, ...(inside.length > 0 ? inside : []));
};

/** Rich text as elements of the page: only what the editor makes is ever made. */
export function RichText({ html }: { html: string }) {
  return <div className={classes.text}>{richNodes(html).map(show)}</div>;
}
