import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { CALL_ID, callDetail } from '../../../../../../test/jsdom/call.tsx';
import { showAt, signIn } from '../../../../../../test/jsdom/render.tsx';
import { answer, requests } from '../../../../../../test/jsdom/server.tsx';
import type { CallDetail } from '../../../contract.ts';
import type { Figures } from '../../../figures/contract.ts';
import type { Received } from '../../../progress/contract.ts';
import { FiguresTab } from '../figures-tab.tsx';

const ASKED = `GET /calls/${CALL_ID}/received`;
const NAME = 'Propuestas recibidas';

const figures = (received: number): Figures => ({
  total: { received, admitted: 0, reviewed: 0, awarded: 0, asked: 0, granted: 0 },
  ...{ budget: 0, left: 0, faculties: [], lines: [] },
});
const DAYS: Received['days'] = [
  { day: '2026-11-05', received: 2 },
  { day: '2026-11-20', received: 5 },
];

async function open(days: Received['days'], more: Partial<CallDetail> = {}) {
  answer(`GET /calls/${CALL_ID}/figures`, () => figures(days.at(-1)?.received ?? 0));
  answer(ASKED, () => ({ days }));
  const call = callDetail({ state: 'open', ...more });
  const { user } = await showAt('/x', () => <FiguresTab call={call} />, {}, '/x');
  await screen.findByText('Recibidas', { selector: 'dt' });
  return user;
}
const said = async () => {
  const figure = within(await screen.findByRole('figure', { name: NAME }));
  return figure.getAllByRole('img').map(m => m.getAttribute('aria-label'));
};

beforeEach(() => signIn());

test('grows from the opening on, holds until today, and the closing is marked', async () => {
  await open(DAYS);
  expect(await said()).toEqual([
    'Cierre: 02-12-2026',
    '02-11-2026: 0',
    '05-11-2026: 2',
    '20-11-2026: 5',
    '24-11-2026: 5',
  ]);
  expect(screen.getByText('5 propuestas recibidas hasta el 20-11-2026.')).toBeTruthy();
});

test('ends with the closing, and says how many came on that day', async () => {
  const last = { day: '2026-12-02', received: 12 };
  await open([...DAYS, last], { now: '2027-01-10T12:00:00.000Z' });
  expect((await said()).at(-1)).toBe('02-12-2026: 12');
  expect(screen.getByText('12 propuestas recibidas hasta el 02-12-2026, 7 el día del cierre.')).toBeTruthy();
});

test('begins before the first ones where there was no opening, and has no mark without a closing', async () => {
  await open([{ day: '2026-11-24', received: 1 }], { opensAt: null, closesAt: null });
  expect(await said()).toEqual(['23-11-2026: 0', '24-11-2026: 1']);
  expect(screen.getByText('1 propuesta recibida hasta el 24-11-2026.')).toBeTruthy();
});

test('is not asked for before any came', async () => {
  await open([]);
  expect(screen.queryByRole('figure', { name: NAME })).toBeNull();
  expect(requests(ASKED)).toEqual([]);
});
