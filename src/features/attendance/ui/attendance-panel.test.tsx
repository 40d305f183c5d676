import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ADD, LIST, listed, openPanel, person, sentRows } from '../../../../test/jsdom/attendance.tsx';
import { signIn } from '../../../../test/jsdom/render.tsx';
import { answer, refusal, refusedConnection, requests } from '../../../../test/jsdom/server.tsx';
import { getDraft } from '../../../web/drafts.ts';

const PASTED = [
  'Taller abierto',
  'RUT\tNombre\tEstamento',
  '12.345.678-9\tAna Soto\tEstudiante',
  '\t\t',
  '7.654.321-6\tLuis Vera\t',
  '76543216\tVERA LUIS\t',
].join('\n');

const draft = () => getDraft('00000000-0000-4000-8000-000000000001', ['attendance', 'a1', 'paste']);

async function openPaste(text = PASTED) {
  const { user } = await openPanel();
  await user.click(screen.getByRole('button', { name: 'Pegar lista o CSV' }));
  const dialog = await screen.findByRole('dialog', { name: 'Pegar lista o CSV' });
  const within_ = within(dialog);
  await user.click(within_.getByRole('textbox', { name: 'Lista' }));
  await user.paste(text);
  await user.click(within_.getByRole('button', { name: 'Revisar la lista' }));
  return { user, dialog: within_ };
}
type Dialog = Awaited<ReturnType<typeof openPaste>>['dialog'];
const accept = (dialog: Dialog) => dialog.getByRole('checkbox', { name: /aviso de privacidad/ });
const identification = (dialog: Dialog) => dialog.getByRole('textbox', { name: 'Identificación, fila 3' });

test('counts stand before the list; people on it are looked up, chosen and taken off', async () => {
  const rows = [person('1', 'Ana Soto'), person('2', 'Luis Vera', { source: 'code', activities: 3 })];
  const tally = { attendances: 128, people: 97, unidentified: 15 };
  const { user } = await openPanel({ rows, total: 128, tally });
  const panel = screen.getByRole('region', { name: 'Asistencia' });
  expect(panel.textContent).toContain('128 asistencias · 97 personas únicas · 12 % sin identificar');
  expect(within(panel).getByRole('row', { name: /Luis Vera/ }).textContent).toContain('Código3');
  await user.type(screen.getByRole('textbox', { name: 'Buscar en la lista' }), 'vera');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Grupo' }), 'Estudiantes');
  await waitFor(() =>
    expect(requests(`GET ${LIST}`).at(-1)?.query.toString()).toMatch(/q=vera.*group=students/),
  );
  answer(`POST ${LIST}/removal`, () => ({ removed: 2 }));
  await user.click(screen.getByRole('checkbox', { name: /^Elegir a todas/ }));
  await user.click(screen.getByRole('button', { name: 'Quitar de la lista a 2 personas' }));
  await user.click(await screen.findByRole('button', { name: 'Quitar de la lista' }));
  await waitFor(() =>
    expect(requests(`POST ${LIST}/removal`).map(r => r.body)).toEqual([{ ids: ['1', '2'] }]),
  );
});

test('who may only read sees neither ways to add nor to take off; of a deleted list the counts', async () => {
  const tally = { attendances: 30, people: 30, unidentified: 0 };
  await openPanel({ mayEdit: false, tally, purgedAt: '2026-11-20T12:00:00.000Z' });
  const panel = screen.getByRole('region', { name: 'Asistencia' });
  expect(panel.textContent).toContain('30 asistencias');
  expect(panel.textContent).toContain('La lista se eliminó el 20-11-2026 según el plazo de conservación');
  expect(within(panel).queryAllByRole('button')).toEqual([]);
});

test('whoever was forgotten stands there without an identifier and is only taken off', async () => {
  const rows = [person('1', 'Persona anonimizada', { identifierKind: 'forgotten', identifier: '' })];
  await openPanel({ rows, total: 1 });
  const row = within(screen.getByRole('row', { name: /Persona anonimizada/ }));
  expect(row.getAllByRole('cell')[1]?.textContent).toBe('–');
  expect(row.getAllByRole('button').map(b => b.getAttribute('aria-label'))).toEqual([
    'Quitar a Persona anonimizada de la lista',
  ]);
});

test('from a page that is no longer there the last one is shown', async () => {
  const first = [person('1', 'Ana Soto')];
  const { user } = await openPanel({ rows: first, total: 51 });
  answer(`GET ${LIST}`, ({ query }) =>
    listed(query.get('page') === '2' ? { rows: [], total: 1 } : { rows: first, total: 1 }),
  );
  await user.click(screen.getByRole('button', { name: 'Siguiente' }));
  expect(await screen.findByRole('row', { name: /Ana Soto/ })).toBeTruthy();
  expect(screen.queryByText(/coincide con la búsqueda/)).toBeNull();
});

test('a pasted list is mended in place: a row stays while it is, whoever is repeated goes once', async () => {
  signIn();
  const { user, dialog } = await openPaste();
  expect(dialog.getByText('3 personas · 1 fila repetida que no se agrega · 1 por corregir')).toBeTruthy();
  expect(dialog.getAllByRole('textbox', { name: /^Nombre/ })).toHaveLength(1);
  await user.clear(identification(dialog));
  await user.type(identification(dialog), '12.345.678-5');
  // Right by now, and still under the fingers.
  expect(identification(dialog)).toHaveProperty('value', '12.345.678-5');
  expect(dialog.queryByText(/por corregir$/)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Agregar 2 personas' }));
  expect(dialog.getByText('Confirma que aceptaron el aviso de privacidad.')).toBeTruthy();
  expect(requests(ADD)).toEqual([]);

  answer(ADD, refusedConnection);
  await user.click(accept(dialog));
  await user.click(dialog.getByRole('button', { name: 'Agregar 2 personas' }));
  expect(await dialog.findByRole('alert')).toBeTruthy();
  expect(identification(dialog)).toHaveProperty('value', '12.345.678-5');
  await waitFor(async () => expect((await draft())?.value).toContain('Ana Soto\t12.345.678-5'));

  answer(ADD, () => ({ added: 2, known: 0 }));
  await user.click(dialog.getByRole('button', { name: 'Agregar 2 personas' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sentRows().at(-1)).toEqual([
    { name: 'Ana Soto', identifierKind: 'rut', identifier: '12345678-5', group: 'students', guardian: '' },
    { name: 'Luis Vera', identifierKind: 'rut', identifier: '7654321-6', group: 'external', guardian: '' },
  ]);
  // Whoever was added is not kept in the browser.
  await waitFor(async () => expect(await draft()).toBeUndefined());
});

test('the good ones go first, and what is still to be mended stays', async () => {
  signIn();
  const { user, dialog } = await openPaste();
  answer(ADD, () => ({ added: 1, known: 0 }));
  await user.click(accept(dialog));
  await user.click(dialog.getByRole('button', { name: 'Agregar 1 y corregir 1' }));
  expect(await dialog.findByText('1 persona · 1 por corregir')).toBeTruthy();
  await waitFor(async () => expect((await draft())?.value).not.toContain('Luis Vera'));
  await user.click(dialog.getByRole('button', { name: 'Volver a la lista' }));
  expect(dialog.getByRole('textbox', { name: 'Lista' })).toHaveProperty(
    'value',
    expect.stringContaining('Ana Soto\t12.345.678-9'),
  );
});

test('of a notice that changed meanwhile the team has to say again that it was accepted', async () => {
  const { user, dialog } = await openPaste('Ana Soto');
  answer(ADD, () => {
    answer(`GET ${LIST}`, () => listed({ noticeVersion: 2 }));
    return refusal(422, { code: 'rule', detail: 'El aviso de privacidad cambió: revisa la versión 2.' });
  });
  await user.click(accept(dialog));
  await user.click(dialog.getByRole('button', { name: 'Agregar 1 persona' }));
  expect(await dialog.findByText('El aviso de privacidad cambió: revisa la versión 2.')).toBeTruthy();
  await dialog.findByRole('checkbox', { name: /versión 2/ });
  expect(accept(dialog)).toHaveProperty('checked', false);
  answer(ADD, () => ({ added: 1, known: 0 }));
  await user.click(accept(dialog));
  await user.click(dialog.getByRole('button', { name: 'Agregar 1 persona' }));
  await waitFor(() => expect(requests(ADD).at(-1)?.body).toMatchObject({ noticeVersion: 2 }));
});

test('a file of an old spreadsheet is read with its accents', async () => {
  const { user } = await openPanel();
  await user.click(screen.getByRole('button', { name: 'Pegar lista o CSV' }));
  const bytes = Uint8Array.from('Nombre;Correo\r\n"Nu\u00f1ez; Mar\u00eda";m@u.cl', letter =>
    letter.charCodeAt(0),
  );
  await user.upload(await screen.findByLabelText('Archivo CSV'), new File([bytes], 'lista.csv'));
  expect(await screen.findByDisplayValue('Nuñez; María')).toBeTruthy();
});

test('people are typed one after the other; their kind is guessed, a guardian asked for the young', async () => {
  const { user } = await openPanel();
  await user.click(screen.getByRole('button', { name: 'Agregar persona' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Agregar persona' }));
  const type = (name: string, text: string) => user.type(drawer.getByRole('textbox', { name }), text);
  answer(ADD, () => ({ added: 1, known: 0 }));
  await user.click(accept(drawer));
  await type('Nombre y apellidos', 'Rosa Díaz');
  await type('RUT', 'rosa@correo.cl');
  await user.click(drawer.getByRole('checkbox', { name: 'Tiene menos de 14 años' }));
  await type('Correo', '{Enter}');
  expect(await drawer.findByText('Este campo es obligatorio.')).toBeTruthy();
  expect(requests(ADD)).toEqual([]);
  await type('Adulto que autoriza', 'Ana Soto{Enter}');
  await waitFor(() => expect(sentRows()).toHaveLength(1));
  expect(sentRows()[0]).toEqual([
    expect.objectContaining({ identifierKind: 'email', identifier: 'rosa@correo.cl', guardian: 'Ana Soto' }),
  ]);
  expect(await screen.findByRole('dialog', { name: 'Agregar persona (1 agregada)' })).toBeTruthy();
  expect(document.activeElement).toBe(drawer.getByRole('textbox', { name: 'Nombre y apellidos' }));
  expect(drawer.queryByRole('textbox', { name: 'Adulto que autoriza' })).toBeNull();
  expect(accept(drawer)).toHaveProperty('checked', true);
});

test('the code of the room shows its address and answers, and is closed before its time', async () => {
  const { user } = await openPanel();
  const code = {
    url: 'https://vinculacion.example/publico/asistencia/abc',
    ...{ opensAt: '2026-11-24T12:00:00.000Z', closesAt: '2026-11-24T14:00:00.000Z', answers: 1 },
  };
  answer('POST /projects/pacs/p1/activities/a1/attendance-code', () => {
    answer(`GET ${LIST}`, () => listed({ code }));
    return code;
  });
  await user.click(screen.getByRole('button', { name: 'Código en la sala' }));
  await user.click(await screen.findByRole('radio', { name: 'Cuatro horas' }));
  await user.click(screen.getByRole('button', { name: 'Abrir código' }));
  expect(await screen.findByText(code.url)).toBeTruthy();
  expect(screen.getByText(/1 respuesta/)).toBeTruthy();
  expect(requests('POST /projects/pacs/p1/activities/a1/attendance-code')[0]?.body).toEqual({ minutes: 240 });
  answer('DELETE /projects/pacs/p1/activities/a1/attendance-code', () => {
    answer(`GET ${LIST}`, () => listed());
    return {};
  });
  await user.click(screen.getByRole('button', { name: 'Cerrar código' }));
  await waitFor(() => expect(screen.queryByText(code.url)).toBeNull());
});
