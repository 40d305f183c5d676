import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showAt } from '../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../test/jsdom/server.tsx';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { getSystemStatus } from '../../system/contract.ts';
import type { Setup } from '../contract.ts';
import { Installation } from './installation.tsx';
import { SetupGuide } from './setup-guide.tsx';

const AT = '2026-11-29T12:00:00.000Z';
const NO_ENDS: Setup['ends'] = {
  ...{ unassignedSchools: 0, headlessSchools: 0, headlessFaculties: 0, rolelessPeople: 0 },
};
const SETUP: Setup = {
  ends: { ...NO_ENDS, unassignedSchools: 2, headlessFaculties: 1 },
  unassignedFaculty: 'f0',
  steps: [
    { step: 'units', state: 'open', found: '2 escuelas sin facultad' },
    { step: 'heads', state: 'open', found: '1 facultad sin Decanato' },
    { step: 'people', state: 'done', found: '30 personas pueden proponer' },
    { step: 'call', state: 'open', found: 'Todavía no hay ninguna' },
    { step: 'mail', state: 'settled', found: 'Sin servidor: los correos se guardan y no salen' },
  ],
  progress: { settled: ['mail'], closed: false, updatedAt: AT },
};
const show = (setup = SETUP) => showAt('/', () => <SetupGuide setup={setup} />);
const linesIn = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(line => {
      const [state, link] = [within(line).getByRole('img'), within(line).getByRole('link')];
      return [state.getAttribute('aria-label'), link.textContent, link.getAttribute('href')];
    });
const saved = () => requests('PUT /settings/setup').map(each => each.body);

test('every step has its state and one place to go on: what is open of it before all else', async () => {
  await show();
  expect(linesIn('Pasos pendientes')).toEqual([
    ['Pendiente', 'Asignar facultad', '/admin/schools?faculty=f0&state=active'],
    ['Pendiente', 'Nombrar Decanato', '/admin/faculties?headless=true'],
    ['Pendiente', 'Preparar convocatoria', '/admin/calls'],
  ]);
  expect(linesIn('Pasos listos')).toEqual([
    ['Listo', 'Personas', '/admin/users'],
    ['Se deja así', 'Correo', '/admin/mail'],
  ]);
  expect(screen.getByText('2 de 5 pasos listos')).toBeTruthy();
});

test('a step is left as it is and taken up again, over the version it was read in', async () => {
  answer('PUT /settings/setup', () => ({ settled: [], closed: false, updatedAt: AT, updatedBy: null }));
  const { user } = await show();
  await user.click(screen.getByRole('button', { name: 'Dejar así: Primera convocatoria' }));
  await user.click(screen.getByRole('button', { name: 'Retomar: Correo' }));
  expect(saved()).toEqual([
    { settled: ['mail', 'call'], closed: false, updatedAt: AT },
    { settled: [], closed: false, updatedAt: AT },
  ]);
});

test('closing says where the guide is, and a refusal is told', async () => {
  const message = 'Otra persona guardó cambios mientras editabas.';
  answer('PUT /settings/setup', () => refusal(409, { code: 'conflict', detail: message }));
  const { user } = await show();
  await user.click(screen.getByRole('button', { name: 'Ocultar la guía' }));
  expect(await screen.findByText(message)).toBeTruthy();
  answer('PUT /settings/setup', () => ({ settled: [], closed: true, updatedAt: AT, updatedBy: null }));
  await user.click(screen.getByRole('button', { name: 'Ocultar la guía' }));
  const where = await screen.findByRole('link', { name: 'Configuración, Instalación' });
  expect(where.getAttribute('href')).toBe('/admin/settings?part=installation');
  expect(saved()).toContainEqual({ settled: ['mail'], closed: true, updatedAt: AT });
});

test('with nothing open the guide is to be finished', async () => {
  const steps = SETUP.steps.filter(({ state }) => state !== 'open');
  await show({ ...SETUP, ends: NO_ENDS, steps });
  expect(screen.queryByRole('list', { name: 'Pasos pendientes' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Terminar' })).toBeTruthy();
});

const STATUS: OutputOf<typeof getSystemStatus> = {
  ...{ lastBackup: null, databaseVersion: '18.4', databaseBytes: 1024, hasOwnDatabase: true },
  ...{ providers: ['google'], mail: null, files: 'local', hasScanner: false },
};

test('the last backup is told with what is in it', async () => {
  const lastBackup = { at: AT, bytes: 2048, rows: 1, files: 1200 };
  answer('GET /system/status', () => ({ ...STATUS, lastBackup }));
  answer('GET /settings/setup', () => ({ settled: [], closed: false, updatedAt: AT, updatedBy: null }));
  await showAt('/', Installation);
  const backup = (await screen.findByText('Respaldo')).nextElementSibling;
  expect(backup?.textContent).toMatch(/: 2 kB, 1 fila y 1\.200 archivos\. En el servidor/);
});

test('what the environment sets is told with the variables that are missing, and the guide comes back', async () => {
  answer('GET /system/status', () => STATUS);
  const stored = { settled: ['mail'], updatedAt: AT, updatedBy: null };
  answer('GET /settings/setup', () => ({ ...stored, closed: true }));
  answer('PUT /settings/setup', () => ({ ...stored, closed: false }));
  const { user } = await showAt('/', Installation);
  const factOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
  expect(await screen.findByText('Ingreso con Microsoft')).toBeTruthy();
  expect(factOf('Ingreso con Microsoft')).toBe(
    'Sin configurar. Se define con MICROSOFT_CLIENT_ID y MICROSOFT_TENANT_ID.',
  );
  expect(factOf('Ingreso con Google')).toBe('Configurado');
  expect(factOf('Correo')).toMatch(/^Sin servidor.*SMTP_URL y MAIL_FROM/);
  expect(factOf('Respaldo')).toMatch(/^Nunca se ha hecho\..*npm run db:backup/);
  await user.click(await screen.findByRole('button', { name: 'Mostrar la guía de puesta en marcha' }));
  expect(saved()).toEqual([{ settled: ['mail'], closed: false, updatedAt: AT }]);
});
