import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { CALL_ID, callDetail, StoredCall } from '../../../../../test/jsdom/call.tsx';
import { ME, showAt } from '../../../../../test/jsdom/render.tsx';
import { answer, refusal } from '../../../../../test/jsdom/server.tsx';
import type { Role } from '../../../../domain/kit/actor.ts';
import { saveSession } from '../../../../web/storage.ts';
import type { CallDetail } from '../../contract.ts';
import { CallPage } from './call-page.tsx';

const enterAs = (role: Role) =>
  saveSession({ token: 'token-1', user: { id: ME, email: 'ana@u.cl', name: 'Ana Soto', roles: [role] } });
beforeEach(() => enterAs('Academic'));

const LINE = {
  id: '0190f000-0000-7000-8000-0000000000b1',
  name: 'Barrios',
  cap: 2_000_000,
  budget: 9_000_000,
};
const CRITERION = {
  id: 'c1',
  name: 'Pertinencia',
  help: 'Necesidad y territorio.',
  justificationRequired: true,
};
const OPEN: Partial<CallDetail> = {
  ...{ state: 'open', taking: true, resolutionAt: '2027-01-30T15:00:00.000Z' },
  lines: [{ ...LINE, moved: 500_000 }],
  rubric: { criteria: [{ ...CRITERION, maxPoints: 5, weight: 100 }] },
};
async function open(more: Partial<CallDetail> = {}) {
  const stored = new StoredCall({ ...OPEN, ...more });
  const shown = await showAt(`/calls/${CALL_ID}`, CallPage, {}, '/calls/$id');
  await screen.findByRole('heading', { level: 1, name: stored.call.name });
  return shown;
}
const part = (name: string) => within(screen.getByRole('region', { name }));
const texts = (all: HTMLElement[]) => all.map(each => each.textContent);

describe('a call that is open', () => {
  test('is started from, with today between what is over and what comes', async () => {
    await open();
    const start = screen.getByRole('link', { name: 'Empezar una propuesta' });
    expect(start.getAttribute('href')).toBe(`/projects/fexs/new?call=${CALL_ID}`);
    const dates = part('Fechas').getAllByRole('listitem');
    expect(texts(dates)).toEqual([
      'Apertura02-11-2026 09:00 (ya pasó)',
      'Hoy, 24-11-2026: abierta',
      'Cierre02-12-2026 12:00 · faltan 8 días',
      'Resultados30-01-2027 12:00Se puede apelar: 5 días hábiles desde el resultado.',
    ]);
    expect(dates.map(each => each.getAttribute('aria-current'))).toEqual([null, 'date', null, null]);
  });

  test('says what there is of each line, and what each criterion counts', async () => {
    await open();
    const cells = (name: string) => texts(part(name).getAllByRole('row')).slice(1);
    expect(cells('Líneas')).toEqual(['Barrios$2.000.000$9.500.000']);
    expect(cells('Pauta de evaluación')).toEqual(['PertinenciaNecesidad y territorio.0 a 5100 %']);
  });

  test('leads to the reader’s own proposals, and nobody but the office to its administration', async () => {
    const { unmount } = await open({
      mine: [{ id: 'p1', code: 'FEX-1', title: 'Murales', status: 'draft' }],
    });
    const mine = part('Mis propuestas').getByRole('link', { name: 'FEX-1 Murales' });
    expect(mine.getAttribute('href')).toBe('/projects/fexs/p1');
    expect(screen.queryByRole('link', { name: 'Administrar' })).toBeNull();
    unmount();
    enterAs('Admin');
    await open();
    const manage = screen.getByRole('link', { name: 'Administrar' });
    expect(manage.getAttribute('href')).toBe(`/admin/calls/${CALL_ID}`);
  });
});

test('one that takes nothing says why, in sight and at the button', async () => {
  const why = 'La convocatoria cerró el 02-12-2026 12:00.';
  await open({ state: 'evaluation', taking: false, startRefusal: why });
  const start = screen.getByRole('button', { name: 'Empezar una propuesta' });
  expect(start.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getAllByText(why).length).toBe(2);
});

test('one that is not there, or not to be seen, leads home', async () => {
  answer(`GET /calls/${CALL_ID}`, () => refusal(404, { code: 'not_found' }));
  await showAt(`/calls/${CALL_ID}`, CallPage, {}, '/calls/$id');
  expect(await screen.findByText('No encontramos lo que buscas, o no tienes acceso.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Volver al inicio' }).getAttribute('href')).toBe('/');
});

test('one that cannot be read now is asked for again', async () => {
  let isDown = true;
  answer('GET /kinds', () => []);
  answer(`GET /calls/${CALL_ID}`, () => (isDown ? refusal(500, { code: 'internal' }) : callDetail(OPEN)));
  const { user } = await showAt(`/calls/${CALL_ID}`, CallPage, {}, '/calls/$id');
  const retry = await screen.findByRole('button', { name: /[Rr]eintentar|de nuevo/ });
  isDown = false;
  await user.click(retry);
  await waitFor(() => expect(screen.getByRole('region', { name: 'Fechas' })).toBeTruthy());
});
