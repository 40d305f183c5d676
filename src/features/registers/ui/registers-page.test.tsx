import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../test/jsdom/server.tsx';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { Download } from '../../downloads/contract.ts';
import type { countRegisters } from '../contract.ts';
import { RegistersPage } from './registers-page.tsx';

const ID = '00000000-0000-7000-8000-000000000001';
const AT = '2026-11-28T15:03:10.000Z';
const DOWNLOAD: Download = {
  ...{ id: ID, title: 'Proyectos · Toda la universidad', state: 'preparing', done: 250, total: 1000 },
  ...{ problem: null, fileName: null, size: null, sha256: null },
  ...{ askedAt: AT, endedAt: null, expiresAt: null },
};
const READY: Download = {
  ...{ ...DOWNLOAD, state: 'ready', done: 1000, fileName: 'registro-proyectos-2026-11-28.xlsx' },
  ...{ size: 2_500_000, sha256: 'ab'.repeat(32), endedAt: AT, expiresAt: '2026-12-05T15:03:10.000Z' },
};

let counted: OutputOf<typeof countRegisters>;
let downloads: Download[];
beforeEach(() => {
  signIn();
  counted = { scope: 'all', scopes: ['all', 'mine'], projects: 12 };
  downloads = [];
  answer('GET /registers', () => counted);
  answer('GET /downloads', () => ({ downloads }));
  answer('GET /kinds', () => []);
  answer('GET /catalogues', () => ({
    ...{ faculties: [], schools: [], themes: [], periods: ['2026-1', '2025-2'], regions: [], comunas: [] },
    ...{ bordersLicense: null, uploadLimitBytes: 1 },
  }));
});

const shown = (search = '') => showAt(`/reports/registers${search}`, () => <RegistersPage />);
const until = (check: () => void) => vi.waitFor(() => act(async () => check()));
const register = async (name: string) => within(await screen.findByRole('region', { name }));
const mine = async () => within(await screen.findByRole('region', { name: 'Tus descargas' }));

describe('registers', () => {
  test('are asked for with the filters of the address, each form with an id of its own', async () => {
    answer('POST /registers/activities', () => {
      downloads = [DOWNLOAD];
      return DOWNLOAD;
    });
    const { user } = await shown('?period=2026-1');
    expect((await screen.findByText('12 proyectos')).getAttribute('role')).toBe('status');
    await user.click((await register('Actividades')).getByRole('button', { name: 'Actividades en Excel' }));
    const bar = await (await mine()).findByRole('progressbar', { name: `Avance de ${DOWNLOAD.title}` });
    expect(bar.getAttribute('aria-valuenow')).toBe('25');
    expect((await mine()).getByText('Preparándose · 25 %')).toBeTruthy();
    await user.click((await register('Actividades')).getByRole('button', { name: 'Actividades en CSV' }));
    await until(() => expect(requests('POST /registers/activities')).toHaveLength(2));
    const [first, second] = requests('POST /registers/activities');
    expect(first?.query.toString()).toBe('period=2026-1');
    expect([first?.body, second?.body]).toEqual([
      { id: expect.any(String), format: 'xlsx' },
      { id: expect.any(String), format: 'csv' },
    ]);
    expect(first?.body).not.toEqual({ ...(second?.body as object), format: 'xlsx' });
  });

  test('say what each column means', async () => {
    const { user } = await shown();
    await user.click(await screen.findByRole('button', { name: 'Columnas de Presupuesto y gastos' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Columnas de Presupuesto y gastos' }));
    expect((await drawer.findAllByRole('heading', { level: 3 })).map(h => h.textContent)).toEqual([
      ...['Presupuesto', 'Gastos', 'Pagos', 'Reintegros'],
    ]);
    const [row] = drawer.getAllByRole('row', { name: /^rut_del_proveedor/ });
    expect(row?.textContent).toContain('a quién se pagó');
  });

  test('are those of the scope, with its tables alone', async () => {
    counted = { scope: 'units', scopes: ['units'], projects: 1 };
    await shown();
    expect(await (await register('Presupuesto y gastos')).findByText(/^Una fila por ítem/)).toBeTruthy();
    expect(screen.queryByText(/nota de crédito|notas de crédito/)).toBeNull();
    expect(screen.queryByRole('region', { name: 'Evaluaciones' })).toBeNull();
    expect(screen.queryByRole('radiogroup', { name: 'Alcance' })).toBeNull();
  });

  test('without projects say so, without a bar of empty files', async () => {
    counted = { ...counted, projects: 0 };
    await shown('?period=2025-2');
    expect(await screen.findByText('Ningún proyecto cumple estos filtros')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Excel/ })).toBeNull();
  });

  test('what the server refuses is told, and nothing stands under way', async () => {
    const detail = 'Ya tienes 3 descargas en preparación: espera a que termine una, o cancélala.';
    answer('POST /registers/steps', () => refusal(422, { code: 'rule', detail }));
    const { user } = await shown();
    await user.click(await screen.findByRole('button', { name: 'Tiempo por paso en Excel' }));
    expect(await screen.findByText(detail)).toBeTruthy();
    expect(await (await mine()).findByText('Lo que pidas aparece aquí y se guarda 7 días.')).toBeTruthy();
  });
});

describe('what was asked for', () => {
  test('is told when it is ready, without anybody asking again', async () => {
    downloads = [DOWNLOAD];
    await shown();
    await (await mine()).findByText('Preparándose · 25 %');
    downloads = [READY];
    expect(await screen.findByText(`${READY.title}: lista para descargar.`)).toBeTruthy();
    expect((await mine()).getByText(/^2,4 MB · hasta el /)).toBeTruthy();
    expect((await mine()).getByRole('button', { name: `Descargar ${READY.title}` })).toBeTruthy();
  });

  test('is cancelled while it is made, and taken from the list once it has ended', async () => {
    downloads = [DOWNLOAD];
    answer(`POST /downloads/${ID}/cancel`, () => {
      downloads = [{ ...DOWNLOAD, state: 'cancelled', endedAt: AT }];
      return downloads[0];
    });
    answer(`DELETE /downloads/${ID}`, () => {
      downloads = [];
      return { id: ID };
    });
    const { user } = await shown();
    await user.click(await (await mine()).findByRole('button', { name: `Cancelar ${DOWNLOAD.title}` }));
    expect(await (await mine()).findByText('Cancelada')).toBeTruthy();
    await user.click((await mine()).getByRole('button', { name: `Quitar ${DOWNLOAD.title}` }));
    expect(await (await mine()).findByText(/^Lo que pidas aparece aquí/)).toBeTruthy();
  });

  test('that failed says why, and is asked for once more', async () => {
    downloads = [{ ...DOWNLOAD, state: 'failed', problem: 'Se interrumpió varias veces.', endedAt: AT }];
    answer(`POST /downloads/${ID}/retry`, () => {
      downloads = [DOWNLOAD];
      return DOWNLOAD;
    });
    const { user } = await shown();
    expect(await (await mine()).findByText('Se interrumpió varias veces.')).toBeTruthy();
    await user.click((await mine()).getByRole('button', { name: `Pedir de nuevo ${DOWNLOAD.title}` }));
    expect(await (await mine()).findByText('Preparándose · 25 %')).toBeTruthy();
  });

  test('is shown as far as it leaves the registers in sight; what is under way always', async () => {
    const ids = Array.from({ length: 7 }, (_, n) => ID.replace(/1$/, `${n}`));
    downloads = ids.map((id, n) => ({ ...(n === 6 ? DOWNLOAD : READY), id, title: `Registro ${n}` }));
    const { user } = await shown();
    await (await mine()).findByRole('button', { name: 'Cancelar Registro 6' });
    expect((await mine()).getAllByRole('button', { name: /^Descargar / })).toHaveLength(4);
    await user.click((await mine()).getByRole('button', { name: 'Ver 2 descargas anteriores' }));
    expect((await mine()).getAllByRole('button', { name: /^Descargar / })).toHaveLength(6);
  });

  test('that may be opened no more is refused in words', async () => {
    downloads = [READY];
    const detail = 'Lo que puedes ver cambió desde que se preparó: pídelo de nuevo.';
    answer(`POST /downloads/${ID}/link`, () => refusal(403, { code: 'forbidden', detail }));
    const { user } = await shown();
    await user.click(await (await mine()).findByRole('button', { name: `Descargar ${READY.title}` }));
    expect(await screen.findByText(detail)).toBeTruthy();
  });
});
