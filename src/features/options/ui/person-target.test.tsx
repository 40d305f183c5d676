import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show } from '../../../../test/jsdom/render.tsx';
import { answer, held, requests } from '../../../../test/jsdom/server.tsx';
import { pass } from '../../../../test/jsdom/session.tsx';
import { loadConfig } from '../../../web/config.ts';
import { PersonTarget } from './person-target.tsx';

const SEARCH = 'GET /options/person';
const person = (name: string) => ({ id: `id of ${name}`, label: name, hint: 'Escuela de Enfermería' });
const names = () => screen.queryAllByRole('option').map(each => each.firstElementChild?.textContent ?? '');
const chosen = vi.fn();
let user: ReturnType<typeof show>['user'];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  chosen.mockReset();
  await loadConfig();
  answer(SEARCH, () => ['Ana Soto', 'Matías Sepúlveda'].map(person));
  ({ user } = show(<PersonTarget label="Docente" value={null} onChange={chosen} />));
  await user.click(screen.getByRole('combobox', { name: 'Docente' }));
  await act(() => pass(0));
  expect(names()).toHaveLength(2);
});

test('until the server answers, the list keeps only what fits; what is chosen then stays in its place', async () => {
  const answered = held(SEARCH, () => ['Matías Sepúlveda', 'Matilde Rojas'].map(person));
  await user.keyboard('mati');
  expect(names()).toEqual(['Matías SepúlvedaEscuela de Enfermería']);
  const option = screen.getByRole('option');
  await act(() => pass(200));
  expect(requests(SEARCH).at(-1)?.query.get('q')).toBe('mati');
  answered.release();
  await act(() => pass(0));
  expect(names()).toHaveLength(2);
  expect(screen.getAllByRole('option')[0]).toBe(option);
  await user.click(option);
  expect(chosen.mock.calls[0]?.[0]).toBe('id of Matías Sepúlveda');
});

test('while nothing fits it says that it searches, and that there is nothing only once the server has said so', async () => {
  answer(SEARCH, () => []);
  await user.keyboard('zu');
  expect(screen.getByText('Buscando…')).toBeTruthy();
  await act(() => pass(200));
  await act(() => pass(0));
  expect(screen.getByText('Sin resultados')).toBeTruthy();
});
