import { expect, test } from 'vitest';
import type { ProjectDetail } from '../detail/contract.ts';
import { FIRST_TAB } from './project-search.tsx';
import { type ProjectTab, tabToShow } from './project-slots.tsx';

const Panel = () => null;
const TABS: readonly ProjectTab[] = [
  { value: 'files', label: 'Archivos', Panel },
  { value: 'spending', label: 'Gastos', isOffered: project => project.readsSpending, Panel },
  { value: 'changes', label: 'Cambios', isOffered: (_project, isOpen) => isOpen, Panel },
];

test.each([
  ['files', 'files', 'files'],
  ['spending', 'spending', FIRST_TAB],
  // One that nobody is offered until it is open.
  ['changes', 'changes', 'changes'],
  ['unheard-of', FIRST_TAB, FIRST_TAB],
])('an address with the tab %s opens %s, and %s for whoever may not see money', (asked, seen, unseen) => {
  const shown = (readsSpending: boolean) =>
    tabToShow(TABS, { readsSpending } as Partial<ProjectDetail> as ProjectDetail, asked);
  expect(shown(true)).toBe(seen);
  expect(shown(false)).toBe(unseen);
});
