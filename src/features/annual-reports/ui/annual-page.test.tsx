import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../test/jsdom/server.tsx';
import { AWARDED } from '../../../domain/kinds/statuses.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { Download } from '../../downloads/contract.ts';
import type { countAnnual } from '../contract.ts';
import { AnnualPage } from './annual-page.tsx';

const FACULTY = '00000000-0000-7000-8000-00000000000f';
const AT = '2026-11-28T15:03:10.000Z';
const TITLE = 'Memoria 2026 · Toda la universidad';
const DOWNLOAD: Download = {
  ...{ id: '00000000-0000-7000-8000-000000000001', title: TITLE, state: 'waiting', done: 0, total: null },
  ...{ problem: null, fileName: null, size: null, sha256: null },
  ...{ askedAt: AT, endedAt: null, expiresAt: null },
};

let counted: OutputOf<typeof countAnnual>;
let downloads: Download[];
beforeEach(() => {
  signIn();
  counted = { scope: 'all', projects: 12, closed: 3 };
  downloads = [];
  answer('GET /annual-reports', () => counted);
  answer('GET /downloads', () => ({ downloads }));
  answer('GET /catalogues', () => ({
    faculties: [{ id: FACULTY, name: 'Salud', isActive: true }],
    schools: [],
    ...{ themes: [], periods: ['2026-2', '2026-1', '2025-2'], regions: [], comunas: [] },
    ...{ bordersLicense: null, uploadLimitBytes: 1 },
  }));
});

const shown = (search = '?year=2026') => showAt(`/reports/annual${search}`, () => <AnnualPage />);
const until = (check: () => void) => vi.waitFor(() => act(async () => check()));
const foreword = () => screen.findByRole('textbox', { name: 'Presentación' });
const wordsOf = async () => ((await foreword()) as HTMLTextAreaElement).value;

describe('the memoria', () => {
  test('says of what it will be, and is asked for with what was typed', async () => {
    answer('POST /annual-reports', () => {
      downloads = [DOWNLOAD];
      return DOWNLOAD;
    });
    const { user } = await shown(`?year=2026&faculty=${FACULTY}`);
    const count = await screen.findByText(
      '2026 · Toda la universidad · 12 proyectos, 3 con informe final aceptado',
    );
    expect(count.getAttribute('role')).toBe('status');
    await user.type(await foreword(), 'Un año bueno.');
    await user.click(screen.getByRole('button', { name: 'Preparar PDF' }));
    const mine = within(await screen.findByRole('region', { name: 'Tus descargas' }));
    expect(await mine.findByText(TITLE)).toBeTruthy();
    const [sent] = requests('POST /annual-reports');
    expect(sent?.query.toString()).toBe(`year=2026&faculty=${FACULTY}`);
    expect(sent?.body).toEqual({ id: expect.any(String), format: 'pdf', foreword: 'Un año bueno.' });
  });

  test('leads to its figures: year, unit and statuses are those it tells of', async () => {
    await shown(`?year=2026&faculty=${FACULTY}`);
    const link = await screen.findByRole('link', { name: 'Ver las cifras' });
    const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'http://x');
    expect(pathname).toBe('/reports');
    expect(searchParams.get('period')).toBe('2026');
    expect(searchParams.get('faculty')).toBe(FACULTY);
    expect(searchParams.getAll('status')).toEqual([...AWARDED]);
  });

  test('each year has words of its own, and they outlive a visit', async () => {
    const { user } = await shown();
    const choose = async (year: number) => {
      await user.click(screen.getByRole('combobox', { name: 'Año' }));
      await user.click(await screen.findByRole('option', { name: `Año ${year}` }));
    };
    await user.type(await foreword(), ' De 2026');
    const typed = await wordsOf();
    await choose(2025);
    await until(() => expect(requests('GET /annual-reports').at(-1)?.query.get('year')).toBe('2025'));
    await vi.waitFor(async () => expect(await wordsOf()).toBe(''));
    await choose(2026);
    await vi.waitFor(async () => expect(await wordsOf()).toBe(typed));
  });

  test('of a year without projects is not offered', async () => {
    counted = { scope: 'units', projects: 0, closed: 0 };
    await shown('?year=1999');
    expect(await screen.findByText('Ningún proyecto de ese año')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Preparar/ })).toBeNull();
  });

  test('is refused in words, and what was typed stays', async () => {
    const detail = 'Ya tienes 3 descargas en preparación: espera a que termine una, o cancélala.';
    answer('POST /annual-reports', () => refusal(422, { code: 'rule', detail }));
    const { user } = await shown('?year=2024');
    await user.type(await foreword(), 'Queda');
    await user.click(screen.getByRole('button', { name: 'Preparar página web' }));
    expect(await screen.findByText(detail)).toBeTruthy();
    expect(await wordsOf()).toBe('Queda');
  });

  test('is for whoever looks after a unit', async () => {
    const detail = 'No tienes permiso para preparar la memoria.';
    answer('GET /annual-reports', () => refusal(403, { code: 'forbidden', detail }));
    await shown();
    expect(await screen.findByText(detail)).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Presentación' })).toBeNull();
  });
});
