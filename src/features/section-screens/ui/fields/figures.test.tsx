import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { ME, signIn } from '../../../../../test/jsdom/render.tsx';
import { StoredSection } from '../../../../../test/jsdom/section.tsx';
import { pass } from '../../../../../test/jsdom/session.tsx';
import { forgetDrafts } from '../../../../web/drafts.ts';

const later = (ms: number) => act(() => pass(ms));
const input = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
let page: Awaited<ReturnType<StoredSection['open']>>;

async function paste(name: string, text: string) {
  await page.user.tripleClick(input(name));
  await page.user.paste(text);
}

beforeEach(async () => {
  signIn();
  await forgetDrafts([], ME);
});

describe('a point on the map', () => {
  test.each([
    [' -37.470250, -72.3537 ', { latitude: -37.47025, longitude: -72.3537 }],
    ['-37,47025; -72,3537', { latitude: -37.47025, longitude: -72.3537 }],
  ])('is pasted as maps give it: %s', async (text, point) => {
    const stored = new StoredSection('territory', {
      scope: 'local',
      point: { latitude: -1, longitude: -2 },
    });
    page = await stored.open();
    await paste('Latitud', text);
    expect([input('Latitud').value, input('Longitud').value]).toEqual(['-37,47025', '-72,3537']);
    await later(1000);
    expect(stored.data.point).toEqual(point);
  });

  test('takes one degree after the other, and is stored once both are there', async () => {
    const stored = new StoredSection('territory');
    page = await stored.open();
    await paste('Latitud', '-36.8201');
    await later(1000);
    expect([input('Latitud').value, stored.data.point]).toEqual(['-36,8201', undefined]);
    await paste('Longitud', '-73.044');
    await later(1000);
    expect(stored.data.point).toEqual({ latitude: -36.8201, longitude: -73.044 });
  });
});

test('a budget counts with decimals typed and thousands pasted', async () => {
  const stored = new StoredSection('budget', { lines: [] });
  page = await stored.open();
  await page.user.click(screen.getByRole('button', { name: 'Agregar ítem' }));
  await paste('Cantidad, ítem 1', '1.5');
  await paste('Costo unitario, ítem 1', '12.500');
  expect(screen.getAllByText('$18.750').length).toBeGreaterThan(0);
  await later(1000);
  expect(stored.data).toMatchObject({ lines: [{ quantity: 1.5, unitCost: 12_500 }] });
});
