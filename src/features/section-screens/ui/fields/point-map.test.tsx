import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { ME, signIn } from '../../../../../test/jsdom/render.tsx';
import { StoredSection } from '../../../../../test/jsdom/section.tsx';
import { answer, requests } from '../../../../../test/jsdom/server.tsx';
import { pass } from '../../../../../test/jsdom/session.tsx';
import { forgetDrafts } from '../../../../web/drafts.ts';

const comuna = (code: string, name: string, latitude: number, longitude: number) => ({
  ...{ code, name, latitude, longitude, regionCode: '08' },
});
const COMUNAS = [
  comuna('08301', 'Los Ángeles', -37.47, -72.35),
  comuna('08305', 'Mulchén', -37.72, -72.24),
  comuna('08101', 'Concepción', -36.82, -73.04),
];
const catalogues = (more: object = {}) => ({
  ...{ schools: [], themes: [], periods: [], regions: [], comunas: COMUNAS, bordersLicense: null },
  ...more,
});

async function open(data: object, more: object = {}) {
  const stored = new StoredSection('territory', { scope: 'local', comunaCodes: ['08301'], ...data });
  answer('GET /catalogues', () => catalogues(more));
  const page = await stored.open();
  await page.user.click(await screen.findByRole('button', { name: /en el mapa$/ }));
  await screen.findByRole('button', { name: 'Acercar' });
  return { stored, user: page.user };
}
const map = () => screen.getByRole('group', { name: /^Comunas: |^Todavía/ });
const pin = () => screen.getByRole('button', { name: /^Punto en |^Poner el punto/ });
const later = () => act(() => pass(1000));
type Point = { latitude: number; longitude: number };
const pointOf = (stored: StoredSection) => stored.data.point as Point;

beforeEach(async () => {
  signIn();
  await forgetDrafts([], ME);
});

test('it shows the comunas chosen among the others, and makes room when asked to', async () => {
  const { user } = await open({});
  const names = [...map().querySelectorAll('text')].map(t => t.textContent);
  expect(new Set(names)).toEqual(new Set(['Los Ángeles', 'Mulchén', 'Concepción']));
  expect(within(map()).getByRole('img', { name: 'Los Ángeles' })).toBeTruthy();
  expect(screen.getByText('Haz clic en el mapa para marcar el lugar.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Ocultar el mapa' }));
  expect(screen.queryByRole('group', { name: /^Comunas: / })).toBeNull();
  expect(screen.getByRole('button', { name: 'Marcar en el mapa' })).toBeTruthy();
});

test('a click is the point, typed along, and says which comuna is near', async () => {
  const { stored } = await open({});
  fireEvent.click(map(), { clientX: 240, clientY: 180 });
  // The middle of the map is the only comuna chosen.
  expect(screen.getByLabelText<HTMLInputElement>('Latitud').value).toBe('-37,47');
  expect(screen.getByText('37,47° S, 72,35° O, cerca del centro de Los Ángeles.')).toBeTruthy();
  await later();
  expect(pointOf(stored)).toEqual({ latitude: -37.47, longitude: -72.35 });
});

test('near another comuna than those chosen it says so', async () => {
  await open({ point: { latitude: -37.7, longitude: -72.25 } });
  expect(
    screen.getByText(/cerca del centro de Mulchén, que no está entre las comunas elegidas\.$/),
  ).toBeTruthy();
});

describe('the keyboard', () => {
  test('puts the point in the middle, moves it by arrows, farther with Shift, and takes it away', async () => {
    const { user, stored } = await open({});
    act(() => pin().focus());
    await user.keyboard('{Enter}');
    await later();
    expect(pointOf(stored)).toEqual({ latitude: -37.47, longitude: -72.35 });
    await user.keyboard('{ArrowRight}');
    await later();
    const step = pointOf(stored).longitude + 72.35;
    expect(step).toBeGreaterThan(0);
    expect(pointOf(stored).latitude).toBeCloseTo(-37.47, 4);
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}{ArrowUp}');
    await later();
    expect(pointOf(stored).longitude).toBeCloseTo(-72.35 + step - 8 * step, 3);
    expect(pointOf(stored).latitude).toBeGreaterThan(-37.47);
    await user.keyboard('{Delete}');
    await later();
    expect(stored.data.point).toBeNull();
  });

  test('nearer, an arrow moves it less far', async () => {
    const { user, stored } = await open({ point: { latitude: -37.47, longitude: -72.35 } });
    const move = async () => {
      const { longitude } = pointOf(stored);
      act(() => pin().focus());
      await user.keyboard('{ArrowRight}');
      await later();
      return pointOf(stored).longitude - longitude;
    };
    const far = await move();
    await user.click(screen.getByRole('button', { name: 'Acercar' }));
    expect(far / (await move())).toBeCloseTo(2, 1);
  });
});

test('the globe ends where its degrees do', async () => {
  const { user, stored } = await open({ point: { latitude: 0, longitude: 179.95 } });
  act(() => pin().focus());
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await later();
  expect(pointOf(stored).longitude).toBe(180);
});

test('a point typed outside of what is shown is shown all the same', async () => {
  const { user } = await open({ point: { latitude: -37.47, longitude: -72.35 } });
  const input = screen.getByLabelText('Latitud');
  await user.tripleClick(input);
  await user.paste('-18.48, -70.32');
  expect(within(map()).getByRole('img', { name: 'Punto marcado: 18,48° S, 70,32° O' })).toBeTruthy();
});

test('borders come where the installation has them, with their licence', async () => {
  const lines = [
    [
      [-73, -37],
      [-72, -37],
      [-72, -38],
      [-73, -37],
    ],
  ];
  answer('GET /catalogues/borders', () => lines);
  await open({}, { bordersLicense: 'BCN, CC BY 4.0' });
  await waitFor(() => expect(map().textContent).toContain('Límites: BCN, CC BY 4.0'));
  expect(requests('GET /catalogues/borders')).toHaveLength(1);
});
