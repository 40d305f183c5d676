import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { CALL_ID, callDetail, StoredCall } from '../../../../../../test/jsdom/call.tsx';
import { ME, show, showAt, signIn } from '../../../../../../test/jsdom/render.tsx';
import { answer, requests } from '../../../../../../test/jsdom/server.tsx';
import { FIRST_KINDS } from '../../../../../domain/kinds/index.ts';
import { forgetDrafts } from '../../../../../web/drafts.ts';
import type { CallDetail } from '../../../contract.ts';
import { AwardTerms } from '../../page/call-terms.tsx';
import { AdminCallPage } from '../admin-call-page.tsx';

const HALF = { id: '0190f000-0000-7000-8000-0000000000a1', share: 50, report: 1 };
const REST = { id: '0190f000-0000-7000-8000-0000000000a2', share: 50, report: 2 };

async function open(more: Partial<CallDetail> = {}, progressReports: number[] = []) {
  const stored = new StoredCall(more);
  ofKind(progressReports);
  answer('GET /catalogues', () => ({ faculties: [] }));
  const { user } = await showAt(`/admin/calls/${CALL_ID}?tab=lines`, AdminCallPage, {}, '/admin/calls/$id');
  return { stored, user };
}
const ofKind = (progressReports: number[]) =>
  answer('GET /kinds', () => [{ definition: { ...FIRST_KINDS.fexs, progressReports }, published: true }]);

const part = async () => within(await screen.findByRole('region', { name: 'Informes de avance' }));
const day = (n: number) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^Informe de avance ${n}`) });
const save = () => screen.getByRole('button', { name: 'Guardar cambios' });

beforeEach(async () => {
  signIn();
  await forgetDrafts([], ME);
});

test('days are added in their order, told where they are wrong, taken out, and saved', async () => {
  const { stored, user } = await open({ executionFrom: '2027-03-01', executionTo: '2027-12-31' });
  const add = (await part()).getByRole('button', { name: 'Agregar informe' });
  await user.click(add);
  await user.click(add);
  await user.click(add);
  await user.type(day(1), '30-06-2027');
  await user.type(day(2), '30-05-2027');
  await user.click(save());
  expect(requests(`PUT /calls/${CALL_ID}`)).toEqual([]);
  // The empty one first; then their order.
  expect(day(3).getAttribute('aria-invalid')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Quitar informe 3' }));
  await user.click(save());
  expect((await part()).getByText('El informe 2 vence después del informe 1.')).toBeTruthy();
  expect(screen.getByText('Líneas y cupos: El informe 2 vence después del informe 1.')).toBeTruthy();
  expect(requests(`PUT /calls/${CALL_ID}`)).toEqual([]);
  await user.clear(day(2));
  await user.type(day(2), '15-01-2028');
  expect((await part()).getByText('Fuera de la ejecución de la convocatoria: informe 2.')).toBeTruthy();
  await user.click(save());
  await screen.findByText('Todo guardado.');
  expect(stored.call.reportDates).toEqual(['2027-06-30', '2028-01-15']);
});

test('a part that names a report without a date says so, and more are offered as they are asked for', async () => {
  const { user } = await open({ reportDates: ['2027-06-30'], instalments: [HALF, REST] });
  const hint = 'El informe 2 libera una cuota y no tiene fecha: se podrá enviar en cualquier momento.';
  expect(await screen.findByText(hint)).toBeTruthy();
  const [select] = screen.getAllByRole<HTMLSelectElement>('combobox', { name: 'La libera' });
  const offered = () => [...(select?.options ?? [])].map(o => o.text);
  const numbers = (n: number) => Array.from({ length: n }, (_, i) => `Informe de avance ${i + 1}`);
  expect(offered()).toEqual(['Inicio del proyecto', ...numbers(3)]);
  const add = (await part()).getByRole('button', { name: 'Agregar informe' });
  await user.click(add);
  expect(screen.queryByText(hint)).toBeNull();
  await user.click(add);
  expect(offered()).toEqual(['Inicio del proyecto', ...numbers(4)]);
});

test('without days those of the kind hold', async () => {
  await open({ instalments: [HALF, REST] }, [50]);
  expect(await (await part()).findByText(/rigen las de su tipo: al 50 % del tiempo/)).toBeTruthy();
  // The first one has its day by the kind.
  expect(screen.getAllByText(/libera una cuota y no tiene fecha/).map(e => e.textContent)).toEqual([
    'El informe 2 libera una cuota y no tiene fecha: se podrá enviar en cualquier momento.',
  ]);
});

test('once the call is open they are read', async () => {
  await open({ state: 'open', reportDates: ['2027-06-30'] });
  await part();
  expect(day(1).disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Agregar informe' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Quitar informe 1' })).toBeNull();
});

test('what somebody else changed of them meanwhile is named', async () => {
  const { stored, user } = await open();
  const add = (await part()).getByRole('button', { name: 'Agregar informe' });
  await user.click(add);
  await user.type(day(1), '30-06-2027');
  stored.change({ reportDates: ['2027-05-31'] });
  await user.click(save());
  expect(await screen.findByText(/También cambiaste tú: Fechas de los informes de avance/)).toBeTruthy();
});

test('whoever applies reads when reports are due', async () => {
  const termsOf = (more: Partial<CallDetail>) => show(<AwardTerms call={callDetail(more)} />).container;
  ofKind([50]);
  expect(termsOf({ reportDates: ['2027-06-30', '2027-09-30'] }).textContent).toContain(
    'Informe de avance 130-06-2027Informe de avance 230-09-2027',
  );
  const ofTheKind = termsOf({});
  expect(await within(ofTheKind).findByText('Al 50 % del tiempo del proyecto')).toBeTruthy();
});
