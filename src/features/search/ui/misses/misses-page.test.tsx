import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import { FIRST_PERIODS } from '../../../../domain/settings/retention.ts';
import type { SearchMiss } from '../../misses/contract.ts';
import { MissesPage } from './misses-page.tsx';

const LIST = '/search/misses';
const miss = (words: string, times: number): SearchMiss => ({
  ...{ id: words, words, times },
  ...{ firstOn: '2026-03-01', lastOn: '2026-11-09' },
});
let stored: SearchMiss[];

beforeEach(() => {
  signIn();
  stored = [miss('humedales urbanos', 1200), miss('abejas', 3)];
  answer(`GET ${LIST}`, () => ({ rows: stored, total: stored.length }));
  answer(`POST ${LIST}/dismissals`, ({ body }) => {
    const { words } = body as { words: string };
    stored = stored.filter(row => row.words !== words);
    return { words };
  });
  answer('GET /settings/retention', () => ({
    ...FIRST_PERIODS,
    ...{ missMonths: 7, updatedAt: '2026-11-01T12:00:00.000Z', updatedBy: null },
  }));
});

const show = (query = '') => showAt(`/admin/searches${query}`, MissesPage);
const row = (words: string) => screen.findByRole('row', { name: RegExp(words) });

describe('words that found nothing', () => {
  test('are listed with how often and when, and lead to the list of projects', async () => {
    const { user, address } = await show();
    expect((await row('humedales urbanos')).textContent).toMatch(/1\.?200.*01-03-2026.*09-11-2026/);
    const heads = screen.getAllByRole('columnheader').map(cell => cell.textContent);
    expect(heads.slice(0, 4)).toEqual(['Palabras', 'Veces', 'Primera vez', 'Última vez']);
    await user.click(screen.getByRole('link', { name: 'Buscar humedales urbanos en proyectos' }));
    await waitFor(() => expect(new URL(address(), 'http://x').pathname).toBe('/projects'));
    expect(new URL(address(), 'http://x').searchParams.get('q')).toBe('humedales urbanos');
  });

  test('the page says that nobody is named, and how long words are kept', async () => {
    await show();
    expect(await screen.findByText(/No se guarda quién buscó.*a los 7 meses de la última vez/)).toBeTruthy();
  });

  test('are sorted and looked for by the server, as the address says', async () => {
    const { user } = await show('?q=abe');
    await row('abejas');
    await user.click(screen.getByRole('button', { name: 'Última vez' }));
    await waitFor(() => {
      const asked = requests(`GET ${LIST}`).map(({ query }) => [query.get('q'), query.get('sort')]);
      expect([asked.at(0)?.[0], asked.at(-1)]).toEqual(['abe', ['abe', 'lastOn']]);
    });
  });

  test('where there are none it is said what the list is for, and that it names nobody', async () => {
    stored = [];
    await show();
    expect(await screen.findByText('Nadie ha buscado en vano')).toBeTruthy();
    expect(screen.getByText(/Sirven para ver qué falta.*Nunca dicen quién buscó/)).toBeTruthy();
  });
});

describe('one of them', () => {
  const ask = async () => {
    const shown = await show();
    await shown.user.click(await screen.findByRole('button', { name: 'Quitar abejas' }));
    return { ...shown, dialog: within(await screen.findByRole('dialog', { name: 'Quitar «abejas»' })) };
  };

  test('is taken off once that was confirmed, with a word on how it comes back', async () => {
    const { user, dialog } = await ask();
    expect(dialog.getByText(/Si alguien lo vuelve a buscar.*vuelve a aparecer/)).toBeTruthy();
    expect(requests(`POST ${LIST}/dismissals`)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Quitar de la lista' }));
    expect(await screen.findByText('«abejas» ya no está en la lista.')).toBeTruthy();
    expect(requests(`POST ${LIST}/dismissals`).map(({ body }) => body)).toEqual([{ words: 'abejas' }]);
    await waitFor(() => expect(screen.queryByRole('row', { name: /abejas/ })).toBeNull());
    expect(await row('humedales urbanos')).toBeTruthy();
  });

  test('stays where the server refuses, which is told where it was asked', async () => {
    const why = 'No encontramos lo que buscas, o no tienes acceso.';
    answer(`POST ${LIST}/dismissals`, () => refusal(404, { code: 'not_found', detail: why }));
    const { user, dialog } = await ask();
    await user.click(dialog.getByRole('button', { name: 'Quitar de la lista' }));
    expect(await dialog.findByText(why)).toBeTruthy();
  });
});
