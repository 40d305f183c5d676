// @vitest-environment jsdom
import { act, createElement as h } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const kept = vi.hoisted(() => new Map<string, unknown>());
vi.mock('../drafts.ts', () => ({
  draftOwner: () => 'ana',
  getDraft: async (_: string, key: string[]) => kept.get(key.join('/')),
  putDraft: async (_: string, key: string[], value: unknown) =>
    void kept.set(key.join('/'), { value, at: '' }),
  dropDraft: async (_: string, key: string[]) => void kept.delete(key.join('/')),
}));
const { useDraft } = await import('./use-draft.ts');

const restored = vi.fn();
function Typing({ text }: { text: string }) {
  useDraft({ draftKey: ['answer'], value: text, changed: text !== '', onRestore: restored });
  return null;
}

let root: Root;
const type = (text: string) => act(async () => root.render(h(Typing, { text })));

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  kept.clear();
  restored.mockClear();
  root = createRoot(document.createElement('div'));
});
afterEach(() => act(async () => root.unmount()));

test('what is typed is kept, and what is taken back no longer', async () => {
  await type('');
  await type('s');
  expect(kept.get('answer')).toEqual({ value: 's', at: '' });
  await type('');
  expect(kept.size).toBe(0);
});

test('a form that was never changed leaves the work of an earlier visit alone', async () => {
  kept.set('answer', { value: 'de antes', at: '' });
  await type('');
  expect(restored).toHaveBeenCalledWith('de antes', undefined);
  expect(kept.get('answer')).toEqual({ value: 'de antes', at: '' });
});
