import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../test/jsdom/server.tsx';
import type { TraceRow, Traces } from '../contract.ts';
import { TracesPage } from './traces-page.tsx';

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const RUT = '12345678-5';
const rowOf = (n: number, more: Partial<TraceRow> = {}): TraceRow => ({
  ...{ id: idOf(n), name: 'Ana <b>Soto</b>', detail: `${RUT} · Taller`, organisation: null },
  ...{ at: '2026-05-04T12:00:00Z', refused: null },
  project: { id: idOf(900), kind: 'pacs', code: 'PAC-2026-1', title: 'Huerta' },
  ...more,
});
const FOUND: Traces = {
  groups: [
    {
      group: 'attendances',
      label: 'Listas de asistencia',
      why: 'Contar.',
      total: 2,
      rows: [rowOf(1), rowOf(2)],
    },
    {
      ...{ group: 'contacts', label: 'Contactos de socios', why: 'Hablar.', total: 1 },
      rows: [rowOf(3, { project: null, organisation: { id: idOf(7), name: 'Junta 12' } })],
    },
    {
      ...{ group: 'suppliers', label: 'Comprobantes de gastos', why: 'Respaldar.', total: 1 },
      rows: [rowOf(4, { refused: 'Respaldo contable: se conserva por obligación legal.' })],
    },
  ],
  accounts: [{ id: idOf(50), name: 'Ana Soto', email: 'ana@u.cl' }],
};
const NOTHING: Traces = { groups: [], accounts: [] };

let page: Awaited<ReturnType<typeof showAt>>;
let found: Traces;
const press = async (name: RegExp | string) => page.user.click(await screen.findByRole('button', { name }));
const look = async (value = '12.345.678-5') => {
  await page.user.type(screen.getByLabelText(/Dato que entrega/), value);
  await press('Buscar');
};
beforeEach(async () => {
  signIn();
  found = FOUND;
  answer('POST /data-traces/search', () => found);
  page = await showAt('/admin/privacy/people', TracesPage);
});

test('what is wrong is told at the field, before anything is asked', async () => {
  await look('12.345.678-0');
  expect(await screen.findByText(/revisa el dígito verificador/)).toBeTruthy();
  expect(requests('POST /data-traces/search')).toEqual([]);
});

test('shows what was found and where it belongs, nothing of it in the address', async () => {
  await look();
  await screen.findByRole('heading', { name: 'Listas de asistencia (2)' });
  expect(requests('POST /data-traces/search').map(r => r.body)).toEqual([{ kind: 'rut', value: RUT }]);
  expect(page.address()).toBe('/admin/privacy/people');
  const contacts = screen.getByRole('region', { name: /Contactos de socios/ });
  expect(within(contacts).getByRole('link').getAttribute('href')).toBe(`/partners/${idOf(7)}`);
  expect(screen.getAllByRole('link', { name: /PAC-2026-1/ })).toHaveLength(3);
  expect(screen.getByRole('link', { name: 'Ana Soto' }).getAttribute('href')).toContain(idOf(50));
  expect(screen.getByText(/No se elimina aquí. Respaldo contable/)).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('says what was looked for where nothing is found', async () => {
  found = NOTHING;
  await look();
  expect(await screen.findByText('No hay nada de esa persona')).toBeTruthy();
  expect(screen.getByText(/Se buscó por RUT «12345678-5»/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Eliminar…' })).toBeNull();
});

test('erases what is chosen once it is typed again, then looks again', async () => {
  answer('POST /data-traces/erase', () => ({ erased: { attendances: 1, contacts: 1 } }));
  await look();
  await press('Eliminar…');
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map(box => box.checked)).toEqual([true, true, true]);
  await page.user.click(boxes[0] as HTMLInputElement);
  await press('Eliminar 2 registros…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Eliminar 2 registros' }));
  const confirm = () => page.user.click(dialog.getByRole('button', { name: 'Eliminar para siempre' }));
  await confirm();
  await confirm();
  expect(requests('POST /data-traces/erase')).toEqual([]);
  await page.user.type(dialog.getByLabelText(/Para confirmar/), '12345678-5');
  await page.user.type(dialog.getByLabelText(/Solicitud/), 'SD-2026-0007');
  found = NOTHING;
  await confirm();
  await screen.findByText('No hay nada de esa persona');
  expect(requests('POST /data-traces/erase').map(r => r.body)).toEqual([
    {
      ...{ kind: 'rut', value: RUT, confirmation: '12345678-5', request: 'SD-2026-0007' },
      ids: { attendances: [idOf(2)], contacts: [idOf(3)] },
    },
  ]);
});

test('a refusal is told in the dialog, which stays', async () => {
  answer('POST /data-traces/erase', () =>
    refusal(409, { code: 'conflict', detail: 'Los datos cambiaron: busca de nuevo.' }),
  );
  await look();
  await press('Eliminar…');
  await press('Eliminar 3 registros…');
  const dialog = within(await screen.findByRole('dialog'));
  await page.user.type(dialog.getByLabelText(/Para confirmar/), RUT);
  await page.user.click(dialog.getByRole('button', { name: 'Eliminar para siempre' }));
  await waitFor(() => expect(dialog.getByRole('alert').textContent).toContain('busca de nuevo'));
});
