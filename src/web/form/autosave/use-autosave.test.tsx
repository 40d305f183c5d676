import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { pass } from '../../../../test/jsdom/session.tsx';
import { forgetDrafts, unsavedWork } from '../../drafts.ts';
import { OfflineError } from '../../problem-error.ts';
import { useAutosave } from './use-autosave.ts';

interface Value {
  title: string;
}

let isOnline: boolean;
let sent: string[];
let restored: string[];

beforeEach(async () => {
  await forgetDrafts();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  isOnline = false;
  sent = [];
  restored = [];
});

async function save({ title }: Value) {
  sent.push(title);
  if (!isOnline) throw new OfflineError('Sin conexión');
  return { version: 2 };
}
const UNO = { title: 'uno' };
const open = () =>
  renderHook(
    ({ value }) =>
      useAutosave<Value>({
        ...{ draftKey: ['project', 'p1', 'goals'], value, saved: UNO, version: 1, save },
        onRestore: ({ title }) => restored.push(title),
      }),
    { initialProps: { value: UNO } },
  );
const wait = (ms: number) => act(() => pass(ms));

/** Changed, tried once while it was open and once as it was left. */
async function leaveWithoutConnection() {
  const screen = open();
  screen.rerender({ value: { title: 'dos' } });
  await wait(1000);
  screen.unmount();
  await wait(0);
  expect(sent).toEqual(['dos', 'dos']);
}

test('what a screen could not send as it was left is sent once the connection is back', async () => {
  await leaveWithoutConnection();
  isOnline = true;
  await wait(15_000);
  expect(sent).toEqual(['dos', 'dos', 'dos']);
  expect(await unsavedWork()).toEqual([]);
});

test('a screen that is opened again is the only one that goes on sending', async () => {
  await leaveWithoutConnection();
  const { rerender } = open();
  await wait(0);
  expect(restored).toEqual(['dos']);
  isOnline = true;
  rerender({ value: { title: 'tres' } });
  await wait(60_000);
  expect(sent).toEqual(['dos', 'dos', 'tres']);
  expect(await unsavedWork()).toEqual([]);
});
