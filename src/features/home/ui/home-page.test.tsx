import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { answer } from '../../../../test/jsdom/server.tsx';
import type { Status } from '../../../domain/kinds/statuses.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { getHome } from '../contract.ts';
import { HomePage } from './home-page.tsx';

type Home = OutputOf<typeof getHome>;
const nothing: Home = {
  ...{ myTurn: { rows: [], total: 0 }, changes: [], reviews: [], rounds: [] },
  ...{ questions: [], measurements: [], refunds: [], statements: [], reports: [], appeals: [] },
  ...{ dataRequests: [], mine: { rows: [], total: 0 }, deadlines: [], units: [], office: null, setup: null },
};
const appeal = (n: number, more: Partial<Home['appeals'][number]> = {}): Home['appeals'][number] => ({
  project: { id: `p${n}`, kind: 'fexs', code: `FEX-${n}`, title: `Propuesta ${n}` },
  ...{ at: '2026-11-20T12:00:00.000Z', due: '2100-01-29T02:59:00.000Z', overdue: false },
  ...more,
});

beforeEach(() => signIn());

test('appeals to answer are among what waits, and counted with it', async () => {
  answer('GET /kinds', () => []);
  const late = appeal(2, { due: '2026-01-02T02:59:00.000Z', overdue: true });
  answer('GET /home', () => ({ ...nothing, appeals: [appeal(1), late] }));
  await showAt('/', HomePage);
  const list = within(await screen.findByRole('list', { name: 'Te toca a ti' }));
  const [first, second] = list.getAllByRole('listitem');
  expect(first?.textContent).toContain('Propuesta 2Apelación por responderFEX-2');
  expect(first?.querySelector('[data-state="overdue"]')).toBeTruthy();
  expect(second?.querySelector('[data-state="overdue"]')).toBeNull();
  expect(list.getByRole('link', { name: 'Propuesta 1' }).getAttribute('href')).toBe('/projects/fexs/p1');
  expect(screen.getByRole('region', { name: 'Te toca a ti' }).firstChild?.textContent).toBe('Te toca a ti2');
});

test('requests about personal data are among what waits for the office, and lead to each', async () => {
  answer('GET /kinds', () => []);
  const asked = (n: number, overdue: boolean): Home['dataRequests'][number] => ({
    ...{ id: `d${n}`, code: `SD-2026-000${n}`, right: 'access', name: `Persona ${n}`, overdue },
    ...{ receivedOn: '2026-12-02', due: `2100-01-0${n}T02:59:00.000Z` },
  });
  answer('GET /home', () => ({ ...nothing, dataRequests: [asked(2, false), asked(1, true)] }));
  await showAt('/', HomePage);
  const list = within(await screen.findByRole('list', { name: 'Te toca a ti' }));
  const [first, second] = list.getAllByRole('listitem');
  expect(first?.textContent).toContain('Persona 1Solicitud de datos personalesSD-2026-0001 · Acceso');
  expect(first?.querySelector('[data-state="overdue"]')).toBeTruthy();
  // The day it came, by the clock of Chile.
  expect(first?.querySelector('time')?.title).toMatch(/^02-12-2026 /);
  expect(second?.querySelector('[data-state="overdue"]')).toBeNull();
  expect(list.getByRole('link', { name: 'Persona 2' }).getAttribute('href')).toBe('/admin/privacy?open=d2');
});

test('measurements to accept are among what waits, and lead to the execution of their project', async () => {
  answer('GET /kinds', () => []);
  const measured = (n: number, count: number): Home['measurements'][number] => ({
    project: { id: `p${n}`, kind: 'pacs', code: `PAC-${n}`, title: `Proyecto ${n}` },
    ...{ count, since: '2026-11-20T12:00:00.000Z', due: `2100-01-0${n}T02:59:00.000Z`, overdue: false },
  });
  answer('GET /home', () => ({ ...nothing, measurements: [measured(2, 3), measured(1, 1)] }));
  await showAt('/', HomePage);
  const list = within(await screen.findByRole('list', { name: 'Te toca a ti' }));
  const [first, second] = list.getAllByRole('listitem');
  expect(first?.textContent).toContain('Proyecto 11 medición por aceptarPAC-1');
  expect(second?.textContent).toContain('Proyecto 23 mediciones por aceptarPAC-2');
  expect(list.getByRole('link', { name: 'Proyecto 2' }).getAttribute('href')).toBe(
    '/projects/pacs/p2?tab=execution',
  );
});

test('refunds to decide or to mend are among what waits, and lead to the money of their project', async () => {
  answer('GET /kinds', () => []);
  const refunds = (n: number, count: number, isReturned: boolean): Home['refunds'][number] => ({
    project: { id: `p${n}`, kind: 'fexs', code: `FEX-${n}`, title: `Proyecto ${n}` },
    ...{ count, isReturned, overdue: n === 1 },
    ...{ since: '2026-11-20T12:00:00.000Z', due: `2100-01-0${n}T02:59:00.000Z` },
  });
  answer('GET /home', () => ({ ...nothing, refunds: [refunds(2, 1, true), refunds(1, 2, false)] }));
  await showAt('/', HomePage);
  const list = within(await screen.findByRole('list', { name: 'Te toca a ti' }));
  const [first, second] = list.getAllByRole('listitem');
  expect(first?.textContent).toContain('Proyecto 12 reintegros por aceptarFEX-1');
  expect(first?.querySelector('[data-state="overdue"]')).toBeTruthy();
  expect(second?.textContent).toContain('Proyecto 21 reintegro por corregirFEX-2');
  expect(list.getByRole('link', { name: 'Proyecto 2' }).getAttribute('href')).toBe(
    '/projects/fexs/p2?tab=spending',
  );
});

test('statements to revise or to answer are among what waits, and lead to it', async () => {
  answer('GET /kinds', () => []);
  const stated = (n: number, isReturned: boolean): Home['statements'][number] => ({
    id: `s${n}`,
    project: { id: `p${n}`, kind: 'fexs', code: `FEX-${n}`, title: `Proyecto ${n}` },
    ...{ number: n, isReturned, overdue: n === 1 },
    ...{ since: '2026-11-20T12:00:00.000Z', due: `2100-01-0${n}T02:59:00.000Z` },
  });
  answer('GET /home', () => ({ ...nothing, statements: [stated(2, true), stated(1, false)] }));
  await showAt('/', HomePage);
  const list = within(await screen.findByRole('list', { name: 'Te toca a ti' }));
  const [first, second] = list.getAllByRole('listitem');
  expect(first?.textContent).toContain('Proyecto 1Rendición 1: revisarFEX-1');
  expect(first?.querySelector('[data-state="overdue"]')).toBeTruthy();
  expect(second?.textContent).toContain('Proyecto 2Rendición 2: responder observacionesFEX-2');
  expect(list.getByRole('link', { name: 'Proyecto 2' }).getAttribute('href')).toBe(
    '/projects/fexs/p2?tab=spending&field=s2',
  );
});

test('progress reports to revise or to answer are among what waits, and lead to it', async () => {
  answer('GET /kinds', () => []);
  const told = (n: number, isReturned: boolean): Home['reports'][number] => ({
    id: `r${n}`,
    project: { id: `p${n}`, kind: 'fexs', code: `FEX-${n}`, title: `Proyecto ${n}` },
    ...{ number: n, isReturned, overdue: n === 1 },
    ...{ since: '2026-11-20T12:00:00.000Z', due: `2100-01-0${n}T02:59:00.000Z` },
  });
  answer('GET /home', () => ({ ...nothing, reports: [told(2, true), told(1, false)] }));
  await showAt('/', HomePage);
  const list = within(await screen.findByRole('list', { name: 'Te toca a ti' }));
  const [first, second] = list.getAllByRole('listitem');
  expect(first?.textContent).toContain('Proyecto 1Informe de avance 1: revisarFEX-1');
  expect(first?.querySelector('[data-state="overdue"]')).toBeTruthy();
  expect(second?.textContent).toContain('Proyecto 2Informe de avance 2: responder observacionesFEX-2');
  expect(list.getByRole('link', { name: 'Proyecto 2' }).getAttribute('href')).toBe(
    '/projects/fexs/p2?tab=informes&informe=2',
  );
});

test('what is due of a project that runs names its report', async () => {
  answer('GET /kinds', () => []);
  const due = (n: number, status: Status, report: number | null): Home['deadlines'][number] => ({
    project: { id: `p${n}`, kind: 'fexs', code: `FEX-${n}`, title: `Proyecto ${n}` },
    ...{ status, report, due: `2100-01-0${n}T02:59:00.000Z`, overdue: false },
  });
  const deadlines = [due(2, 'running', 3), due(3, 'running', null), due(4, 'approved', null)];
  answer('GET /home', () => ({ ...nothing, deadlines }));
  await showAt('/', HomePage);
  const part = within(await screen.findByRole('region', { name: 'Próximos plazos' }));
  expect(part.getAllByRole('listitem').map(each => each.textContent)).toEqual([
    expect.stringMatching(/Informe de avance 3 · .*Proyecto 2$/),
    expect.stringMatching(/Informe final · .*Proyecto 3$/),
    expect.stringMatching(/Inicio del proyecto · .*Proyecto 4$/),
  ]);
});
