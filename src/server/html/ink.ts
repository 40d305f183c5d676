import type { Sheet } from '../../domain/drawings/sheet.ts';

/** Colours of the page, which follow the scheme that the system asks for. */
const PAGE_INK: Sheet['ink'] = {
  text: 'var(--text)',
  dim: 'var(--dim)',
  line: 'var(--line)',
  ground: 'var(--surface)',
  shade: 'var(--ground)',
  series: ['var(--action)', 'var(--warm)', 'var(--accent)', 'var(--good)'],
  accent: 'var(--accent)',
};

/** What drawings of public documents are made on. `name` is its own in its document. */
export const pageSheet = (width: number, name: string): Sheet => ({ width, size: 14, ink: PAGE_INK, name });
