import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { showAt } from '../../../test/jsdom/render.tsx';
import { groupedBy, listQuery } from '../../domain/text/rules.ts';
import { type ListState, useListState } from './list-state.ts';

const QUERY = listQuery(['name', 'due'], 'name').extend({
  ...groupedBy(['school']).shape,
  state: z.enum(['active', 'inactive']).optional(),
});

let list: ListState;
function Screen() {
  list = useListState(QUERY);
  return null;
}

const FULL =
  '/things?q=a&state=active&sort=-due&group=school&cols=name&page=3&size=50&open=x&picked=y&view=z';

test('the conditions of a list are all that its address says but for where somebody is in it', async () => {
  await showAt(`${FULL}&no=such&constructor=x`, Screen);
  const conditions = { q: 'a', state: 'active', sort: '-due', group: 'school', cols: 'name' };
  expect(list.conditions()).toEqual(conditions);
  expect(list.conditions({ ...conditions, state: 'gone', group: ['x'], page: 2, no: 'such' })).toEqual({
    ...{ q: 'a', sort: '-due', cols: 'name' },
  });
});

test('another search replaces all of them, in a place of its own or in the same one', async () => {
  const { address, router } = await showAt('/things?q=first', Screen);
  await act(() => router.navigate({ href: FULL }));
  await act(() => list.replace({ state: 'inactive', view: 'w' }));
  expect(address()).toBe('/things?state=inactive&view=w');
  await act(() => list.replace({}, { replace: true }));
  expect(address()).toBe('/things');
  await act(async () => router.history.back());
  expect(address()).toBe(FULL);
});
