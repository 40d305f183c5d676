import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { CALL_ID, callDetail, StoredCall } from '../../../../../../test/jsdom/call.tsx';
import { ME, show, showAt, signIn } from '../../../../../../test/jsdom/render.tsx';
import { answer, requests } from '../../../../../../test/jsdom/server.tsx';
import { forgetDrafts } from '../../../../../web/drafts.ts';
import type { CallDetail } from '../../../contract.ts';
import { AwardTerms } from '../../page/call-terms.tsx';
import { AdminCallPage } from '../admin-call-page.tsx';

const START = { id: '0190f000-0000-7000-8000-0000000000a1', share: 60, report: null };
const REPORT = { id: '0190f000-0000-7000-8000-0000000000a2', share: 40, report: 1 };

async function open(more: Partial<CallDetail> = {}) {
  const stored = new StoredCall(more);
  answer('GET /catalogues', () => ({ faculties: [] }));
  const { user } = await showAt(`/admin/calls/${CALL_ID}?tab=lines`, AdminCallPage, {}, '/admin/calls/$id');
  return { stored, user };
}

const part = () => screen.findByRole('region', { name: 'Cuotas' });
const add = async () =>
  within(await part()).getByRole<HTMLButtonElement>('button', { name: 'Agregar cuota' });
const shares = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Parte de lo adjudicado' });
const releases = () => screen.getAllByRole<HTMLSelectElement>('combobox', { name: 'La libera' });
const save = () => screen.getByRole('button', { name: 'Guardar cambios' });
const grace = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Días de gracia' });

beforeEach(async () => {
  signIn();
  await forgetDrafts([], ME);
});

test('parts of an award follow each other, add up or are told not to, and are saved', async () => {
  const { stored, user } = await open();
  await user.click(await add());
  expect(shares()[0]?.value).toBe('100 %');
  const [first] = shares();
  if (first) await user.clear(first);
  if (first) await user.type(first, '60');
  await user.click(await add());
  // What is left, released by what comes next.
  expect(shares().map(s => s.value)).toEqual(['60 %', '40 %']);
  expect(releases().map(r => r.selectedOptions[0]?.text)).toEqual([
    'Inicio del proyecto',
    'Informe de avance 1',
  ]);
  expect(within(await part()).getByRole('status').textContent).toBe('Suman 100 %.');
  await user.click(screen.getByRole('button', { name: 'Quitar cuota 1' }));
  expect(within(await part()).getByRole('status').textContent).toBe('Suman 40 %: deben sumar 100 %.');
  await user.click(save());
  expect(within(await part()).getByRole('alert').textContent).toBe('Las cuotas deben sumar 100 %.');
  expect(screen.getByText('Líneas y cupos: Las cuotas deben sumar 100 %.')).toBeTruthy();
  expect(requests(`PUT /calls/${CALL_ID}`)).toEqual([]);
  await user.click(await add());
  await user.selectOptions(releases()[1] as HTMLSelectElement, 'Informe de avance 3');
  await user.type(await grace(), '45');
  await user.click(save());
  await screen.findByText('Todo guardado.');
  expect(stored.call.instalments).toMatchObject([
    { share: 40, report: 1 },
    { share: 60, report: 3 },
  ]);
  expect(stored.call.graceDays).toBe(45);
});

test('once the call is open the parts are read, the days of grace may still move', async () => {
  const { stored, user } = await open({ state: 'open', instalments: [START, REPORT], graceDays: 30 });
  await part();
  expect(shares().every(s => s.disabled)).toBe(true);
  expect(releases().every(r => r.disabled)).toBe(true);
  expect(screen.queryByRole('button', { name: 'Agregar cuota' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Quitar cuota 1' })).toBeNull();
  const days = await grace();
  await user.clear(days);
  await user.click(save());
  await screen.findByText('Todo guardado.');
  expect(stored.call.graceDays).toBeNull();
});

test('whoever takes part in the call changes neither', async () => {
  const barred = { reason: 'Participas en una propuesta.', last: false };
  await open({ barred, instalments: [START, REPORT], graceDays: 30 });
  expect((await grace()).disabled).toBe(true);
  expect(shares().every(s => s.disabled)).toBe(true);
});

test('whoever applies reads how the award is handed over and until when it is spent', () => {
  const termsOf = (more: Partial<CallDetail>) => show(<AwardTerms call={callDetail(more)} />).container;
  const { textContent } = termsOf({ instalments: [START, REPORT], graceDays: 30 });
  expect(textContent).toContain('Cuotas60 %: inicio del proyecto40 %: informe de avance 1');
  expect(textContent).toContain('Días de gracia30 días después del término');
  expect(termsOf({ graceDays: 0 }).textContent).toContain('los comprobantes llegan hasta el término');
  expect(termsOf({}).textContent).not.toMatch(/Cuotas|gracia/);
});
