import type { Ink } from '../../domain/drawings/sheet.ts';

const colour = (name: string) => `var(--mantine-color-${name})`;

/** Colours that follow the scheme of the page; `contrast.test.ts` proves each against what it stands on. */
export const SCREEN_INK: Ink = {
  text: colour('text'),
  dim: colour('dimmed'),
  line: 'var(--line)',
  ground: 'var(--surface)',
  shade: 'var(--surface-sunken)',
  series: [colour('cyan-text'), colour('orange-text'), colour('magenta-text'), colour('green-text')],
  accent: colour('magenta-text'),
};

/** Pixels: `xs` of the theme. */
export const SCREEN_SIZE = 13;
