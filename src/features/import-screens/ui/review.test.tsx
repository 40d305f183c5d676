import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { answer, requests } from '../../../../test/jsdom/server.tsx';
import type { Import, ImportValues, PreviewRow } from '../../imports/contract.ts';
import { ImportPage } from './import-page.tsx';

const ID = '00000000-0000-4000-8000-000000000010';
const READY: Import = {
  ...{ id: ID, noun: 'users', fileName: 'nomina.xlsx', state: 'ready', version: 2 },
  columns: [
    { title: 'NOMBRES', sample: 'ANA' },
    { title: 'APELLIDO PATERNO', sample: 'SOTO' },
    { title: 'CORREO', sample: 'ana@u.example' },
    { title: 'CARGO', sample: 'JEFA' },
    { title: 'RUT', sample: '1-9' },
  ],
  mapping: { name: [0, 1], email: [2], roles: [3] },
  ...{ defaults: {}, missing: [], doubtful: [], facultyId: null, goodOnly: false },
  ...{ sheet: 'Nómina', otherSheets: [], notes: ['1 fila quedó fuera porque es un total o una nota: 9.'] },
  ...{ total: 2, progress: 0, counts: { new: 1, changed: 0, unchanged: 0, wrong: 1 } },
  newUnits: [{ kind: 'school', name: 'Administración Central' }],
  administrators: [
    { line: 2, name: 'Ana Soto', email: 'ana@u.example', confirmed: false },
    { line: 3, name: 'Luis Peña', email: 'luis@u.example', confirmed: false },
  ],
  ...{ faculty: null, problem: null, createdAt: '2026-03-02T15:00:00.000Z', createdBy: 'Eva Mora' },
  ...{ appliedAt: null, undoneAt: null, undone: null },
};
const ROW: PreviewRow = {
  ...{ line: 4, result: 'wrong', changes: {}, edited: [] },
  values: { name: 'Eva Mora', email: '', roles: 'JEFA' },
  errors: [{ field: 'email', message: 'Escribe un correo válido.' }],
};
const VALUES: ImportValues = {
  unknown: [
    { field: 'roles', text: 'JEFA', rows: 2, canCreate: false, isLikely: false, suggestions: [] },
    {
      ...{ field: 'school', text: 'Esc. Enfermerya', rows: 1, canCreate: true, isLikely: true },
      suggestions: [{ value: 'Escuela de Enfermería', label: 'Escuela de Enfermería' }],
    },
  ],
  said: [{ field: 'school', text: 'Prensa', value: '' }],
};

let stored: Import;
const sent = (what: string) => requests(`PUT /imports/${ID}/${what}`).map(each => each.body);
const review = async () => {
  const page = await showAt(`/admin/${stored.noun}/import?import=${ID}`, () => <ImportPage />);
  await screen.findByRole('region', { name: 'Vista previa' });
  await screen.findByRole('region', { name: 'Palabras por aclarar' });
  return page;
};
const press = async ({ user }: Awaited<ReturnType<typeof review>>, name: string | RegExp) =>
  user.click(screen.getByRole('button', { name }));

beforeEach(() => {
  signIn();
  stored = READY;
  answer('GET /catalogues', () => ({ schools: [], faculties: [], periods: [] }));
  answer(`GET /imports/${ID}`, () => stored);
  answer(`GET /imports/${ID}/rows`, () => [ROW]);
  answer(`GET /imports/${ID}/values`, () => VALUES);
  answer(`GET /imports/${ID}/suggestions`, () => []);
  for (const what of ['words', 'administrators', 'mapping'])
    answer(`PUT /imports/${ID}/${what}`, () => stored);
  answer(`PUT /imports/${ID}/rows/4`, () => ({ row: ROW, import: stored }));
});

test('columns are told in a line, joined ones together, and what is not used of the file', async () => {
  const page = await review();
  expect(screen.getByText(/NOMBRES \+ APELLIDO PATERNO/).textContent).toContain(
    'Nombre: NOMBRES + APELLIDO PATERNO',
  );
  expect(screen.getByText('Una columna no se usa: RUT.')).toBeTruthy();
  expect(screen.getByText(/1 fila quedó fuera/)).toBeTruthy();
  await press(page, 'Cambiar las columnas');
  await page.user.click(screen.getByLabelText('Quitar la columna de Nombre'));
  expect(sent('mapping')).toMatchObject([{ mapping: { name: [0], email: [2], roles: [3] }, version: 2 }]);
});

test('a cell is mended in place, and a key of escape leaves it', async () => {
  const page = await review();
  await press(page, 'Correo de la fila 4: –');
  await page.user.keyboard('eva@u.example{Escape}');
  expect(sent('rows/4')).toEqual([]);
  await press(page, 'Correo de la fila 4: –');
  await page.user.keyboard('eva@u.example{Enter}');
  expect(sent('rows/4')).toEqual([{ field: 'email', text: 'eva@u.example' }]);
});

test('a word is said once: by its suggestion, as another one, and forgotten again', async () => {
  const page = await review();
  await press(page, 'Escuela de Enfermería');
  await press(page, 'Crear «Esc. Enfermerya»');
  await press(page, 'Se recuerdan 1 significado');
  await press(page, 'Olvidar «Prensa»');
  expect(sent('words')).toEqual([
    { words: [{ field: 'school', text: 'Esc. Enfermerya', value: 'Escuela de Enfermería' }] },
    { words: [{ field: 'school', text: 'Esc. Enfermerya', value: 'Esc. Enfermerya' }] },
    { words: [{ field: 'school', text: 'Prensa', value: null }] },
  ]);
});

test('who would administer is confirmed by name, the others lose that role', async () => {
  const page = await review();
  const alert = screen.getByRole('alert', { name: '2 personas administrarían todo el sistema' });
  await page.user.click(within(alert).getByRole('checkbox', { name: 'Ana Soto (ana@u.example), fila 2' }));
  expect(sent('administrators')).toEqual([{ emails: ['ana@u.example'] }]);
  for (const line of [2, 3])
    answer(`PUT /imports/${ID}/rows/${line}`, () => ({ row: { ...ROW, line }, import: stored }));
  await page.user.click(within(alert).getByRole('button', { name: 'Importarlas sin ese rol' }));
  await expect
    .poll(() => [...sent('rows/2'), ...sent('rows/3')])
    .toEqual([
      { field: 'roles', text: '' },
      { field: 'roles', text: '' },
    ]);
});

test('what would be made is not, where somebody says so', async () => {
  const page = await review();
  expect(screen.getByText('Se creará una escuela: Administración Central.')).toBeTruthy();
  await press(page, 'Corregir lo que se creará');
  await press(page, 'No crear «Administración Central»');
  expect(sent('words')).toEqual([
    { words: [{ field: 'school', text: 'Administración Central', value: '' }] },
  ]);
});

test('a column that is no school by its title says so, and becomes the faculty', async () => {
  stored = {
    ...READY,
    ...{ noun: 'careers', doubtful: ['school'], administrators: [] },
    columns: ['codigo', 'nombre', 'area'].map(title => ({ title, sample: 'x' })),
    mapping: { officialCode: [0], name: [1], school: [2] },
  };
  const page = await review();
  expect(screen.getByText(/«area» no dice que sea una escuela/)).toBeTruthy();
  await press(page, 'Usarla como facultad');
  expect(sent('mapping')).toMatchObject([{ mapping: { officialCode: [0], name: [1], faculty: [2] } }]);
});
