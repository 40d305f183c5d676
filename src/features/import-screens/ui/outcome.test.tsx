import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../test/jsdom/server.tsx';
import type { Piece } from '../../../domain/imports/obstacles.ts';
import type { Import } from '../../imports/contract.ts';
import { ImportPage } from './import-page.tsx';

const idOf = (n: number) => `00000000-0000-4000-8000-0000000000${n}`;
const DONE: Import = {
  ...{ id: idOf(10), noun: 'careers', fileName: 'carreras.xlsx', state: 'done', version: 2 },
  ...{ columns: [], mapping: {}, defaults: {}, missing: [], doubtful: [], facultyId: null, goodOnly: false },
  ...{ total: 15, progress: 15, counts: { new: 12, changed: 3, unchanged: 0, wrong: 0 }, newUnits: [] },
  ...{ sheet: null, otherSheets: [], notes: [], administrators: [] },
  ...{ faculty: null, problem: null, createdAt: '2026-03-02T15:00:00.000Z', createdBy: 'Eva Mora' },
  ...{ appliedAt: '2026-03-02T15:01:00.000Z', undoneAt: null, undone: null },
};
const UNDONE: Import = {
  ...DONE,
  ...{ state: 'undone', undoneAt: '2026-03-03T15:00:00.000Z' },
  undone: {
    ...{ by: 'Ana Pérez', now: 84, units: 2 },
    again: { id: idOf(11), fileName: 'otra.csv', at: '2026-03-04T15:00:00.000Z', rows: 10 },
  },
};
const say = (text: string): Piece => ({ text, place: null });
const OBSTACLES: Piece[][] = [
  [
    { text: '«Enfermería»', place: { of: 'careers', id: idOf(20) } },
    say(' se usa en 2 proyectos: '),
    { text: 'PAC-2026-0012 «Huertos»', place: { of: 'projects', id: idOf(21), kind: 'pacs' } },
    say('. Quítala ahí y vuelve a deshacer.'),
  ],
  [
    { text: '«Club»', place: { of: 'organisations', id: idOf(22) } },
    say(' la cambió Ana con la importación '),
    { text: '«b.csv»', place: { of: 'imports', id: idOf(23), noun: 'organisations' } },
  ],
];

let stored: Import;
const show = async () => {
  const page = await showAt(`/admin/careers/import?import=${DONE.id}`, () => <ImportPage />);
  await screen.findByRole('status');
  return page;
};
const undo = async ({ user }: Awaited<ReturnType<typeof show>>) => {
  await user.click(screen.getByRole('button', { name: 'Deshacer importación' }));
  const asked = within(await screen.findByRole('dialog', { name: '¿Deshacer toda la importación?' }));
  await user.click(asked.getByRole('button', { name: 'Deshacer importación' }));
  return asked;
};
const hrefs = (part: HTMLElement) =>
  within(part)
    .getAllByRole('link')
    .map(link => [link.textContent, link.getAttribute('href')]);

beforeEach(() => {
  signIn();
  stored = DONE;
  answer(`GET /imports/${DONE.id}`, () => stored);
  answer(`GET /imports/${DONE.id}/rows`, () => []);
});

test('a refused undo stays on the page, with each name leading to where it is', async () => {
  answer(`POST /imports/${DONE.id}/undo`, () =>
    refusal(422, { code: 'rule', detail: 'No se puede deshacer. …', extra: { obstacles: OBSTACLES } }),
  );
  const page = await show();
  await undo(page);
  const alert = await screen.findByRole('alert', { name: 'No se puede deshacer' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(alert.textContent).toContain(
    '«Enfermería» se usa en 2 proyectos: PAC-2026-0012 «Huertos». Quítala ahí y vuelve a deshacer.',
  );
  expect(hrefs(alert)).toEqual([
    ['«Enfermería»', `/admin/careers?open=${idOf(20)}`],
    ['PAC-2026-0012 «Huertos»', `/projects/pacs/${idOf(21)}`],
    ['«Club»', `/partners/${idOf(22)}`],
    ['«b.csv»', `/admin/organisations/import?import=${idOf(23)}`],
  ]);
  answer(`POST /imports/${DONE.id}/undo`, () => {
    stored = UNDONE;
    return UNDONE;
  });
  await undo(page);
  expect(await screen.findByText('La importación se deshizo')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('any other refusal is told where it was asked', async () => {
  answer(`POST /imports/${DONE.id}/undo`, () => refusal(422, { code: 'rule', detail: 'Ya no se puede.' }));
  const asked = await undo(await show());
  expect((await asked.findByRole('alert')).textContent).toBe('Ya no se puede.');
});

test('once undone it tells what is there now, and one click begins again', async () => {
  stored = UNDONE;
  answer('GET /imports', () => [UNDONE]);
  const page = await show();
  const status = screen.getByRole('status');
  expect(
    within(status)
      .getAllByRole('listitem')
      .map(item => item.textContent),
  ).toEqual([
    'La deshizo Ana Pérez el 03-03-2026 12:00.',
    'Hoy hay 84 carreras.',
    'Se eliminó lo que había creado: 12 carreras.',
    'También se eliminó lo que había creado con las filas: 2 unidades u organizaciones.',
    'Volvió a su valor anterior lo que había cambiado: 3 carreras.',
    '10 carreras de este archivo están también en una importación posterior: otra.csv, del 04-03-2026 12:00.',
  ]);
  expect(hrefs(status)).toEqual([
    ['hay 84 carreras', '/admin/careers'],
    ['otra.csv', `/admin/careers/import?import=${idOf(11)}`],
  ]);
  expect(screen.queryByRole('button', { name: 'Deshacer importación' })).toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'Importar otro archivo' }));
  expect(await screen.findByText(/^Sirve tu planilla como está/)).toBeTruthy();
  expect(page.address()).toBe('/admin/careers/import');
  expect(requests('POST /imports/careers')).toEqual([]);
});
