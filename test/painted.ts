import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  luminance,
  mergeMantineTheme,
  toRgba,
} from '@mantine/core';
import { cssVariables, theme } from '../src/web/theme/theme.ts';

/** For tests: which colours reach the page, read from the theme and from the style sheets without a browser. */

export type Scheme = 'light' | 'dark';

export const root = resolve(import.meta.dirname, '..');
export const read = (file: string) => readFileSync(resolve(root, file), 'utf8');

// As MantineProvider merges them.
const merged = mergeMantineTheme(DEFAULT_THEME, theme);
const { variables, light, dark } = deepMerge(defaultCssVariablesResolver(merged), cssVariables(merged));
const tokens: Record<Scheme, Record<string, string>> = {
  light: { ...variables, ...light },
  dark: { ...variables, ...dark },
};

interface Rule {
  selectors: string[];
  declarations: Map<string, string>;
}

/** The innermost rules of a sheet. */
export function rulesOf(css: string): Rule[] {
  const rules = css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{([^{}]*)\}/g);
  return [...rules].map(([, head = '', body = '']) => ({
    selectors: head
      .trim()
      .split(/,(?![^()]*\))/)
      .map(selector => selector.trim()),
    declarations: new Map(
      [...body.matchAll(/([\w-]+):([^;]+)/g)].map(([, name = '', value = '']) => [name, value.trim()]),
    ),
  }));
}

// A `:where()` around the whole of a rule's selectors comes off: it only takes their weight away.
export const ours = rulesOf(read('src/web/theme/base.css').replace(/^:where\((.*?)\) \{$/gms, '$1 {'));
export const library = ['core', 'dropzone'].flatMap(name =>
  rulesOf(read(`node_modules/@mantine/${name}/styles.css`)),
);

export function declared(
  rules: Rule[],
  scheme: Scheme,
  selector: string,
  property: string,
): string | undefined {
  const attribute = `[data-mantine-color-scheme='${scheme}']`;
  const forms = [selector, `:where(${attribute}) ${selector}`, `${attribute} ${selector}`];
  const rule = rules.findLast(
    ({ selectors, declarations }) =>
      declarations.has(property) && selectors.some(each => forms.includes(each)),
  );
  return rule?.declarations.get(property);
}

/** What `base.css` says by one selector or else the library by the other: its sheets lie in a layer, so ours win. */
export function style(scheme: Scheme, property: string, own: string, theirs: string): string {
  const value = declared(ours, scheme, own, property) ?? declared(library, scheme, theirs, property);
  if (!value) throw new Error(`Nothing gives ${own} (${theirs}) its ${property}`);
  return value;
}

/** The colour of a token (`--surface`) or of a declared value, whose variables fall back as in CSS. */
export function colour(scheme: Scheme, value: string): string {
  const [, name, fallback] = /^(?:var\()?(--[\w-]+)(?:,\s*(.*))?$/s.exec(value.replace(/\)$/, '')) ?? [];
  if (name) {
    // A variable of a component's own is declared beside its rules.
    const own = library.find(({ declarations }) => declarations.has(name))?.declarations.get(name);
    const next = tokens[scheme][name] ?? fallback ?? own;
    if (!next) throw new Error(`${name} has no value`);
    return colour(scheme, next);
  }
  if (!/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value)) throw new Error(`Not a plain colour: ${value}`);
  return value;
}

/** One colour seen through `opacity` over another. */
export function over(top: string, opacity: number, below: string): string {
  const [a, b] = [toRgba(top), toRgba(below)];
  const mix = (part: 'r' | 'g' | 'b') => Math.round(a[part] * opacity + b[part] * (1 - opacity));
  return `rgb(${mix('r')}, ${mix('g')}, ${mix('b')})`;
}

export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}
