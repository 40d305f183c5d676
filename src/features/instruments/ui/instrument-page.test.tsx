import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import * as instrument from '../../../../test/jsdom/instrument.tsx';
import { ME } from '../../../../test/jsdom/render.tsx';
import { answer, refusal } from '../../../../test/jsdom/server.tsx';
import type { Question } from '../../../domain/surveys/questions.ts';
import { saveSession } from '../../../web/storage.ts';

const { at, click, fill, freeze, keep, person, reload, save, saved, show, titles, visit } = instrument;
const { ID, IDEAS, NOTE, PUT, ROLE, sentBodies, server } = instrument;

beforeEach(instrument.openInstrument);

describe('versions', () => {
  test('that were sent are read; a new one starts from the latest and can be given up', async () => {
    freeze();
    await show();
    expect(screen.getByText('Versión 1, enviada el 12-03-2026')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Guardar preguntas' })).toBeNull();
    await click('Preparar una versión nueva');
    const choice = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Versión' });
    expect([...choice().options].map(o => o.text)).toEqual([
      'Versión 2, en preparación',
      'Versión 1, enviada el 12-03-2026',
    ]);
    expect(titles()).toEqual(['1. ¿Qué nota le pones?', '2. Tu rol']);
    await click('Quitar Tu rol');
    await click('Descartar cambios');
    expect(screen.queryByRole('button', { name: 'Guardar preguntas' })).toBeNull();
    await click('Preparar una versión nueva');
    await click('Quitar Tu rol');
    await save();
    expect(await saved()).toEqual([NOTE]);
    await person().selectOptions(choice(), '1');
    expect(screen.getByText('2. Tu rol')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Guardar preguntas' })).toBeNull();
  });

  test('are only looked at by others', async () => {
    saveSession({ token: 't', user: { id: ME, email: 'ana@u.cl', name: 'Ana', roles: ['Director'] } });
    await show();
    expect(screen.getByText('Versión 1, en preparación')).toBeTruthy();
    expect(screen.getByText('1. ¿Qué nota le pones?')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Guardar|Agregar|Editar|Desactivar/ })).toBeNull();
  });
});

describe('somebody else', () => {
  const conflict = (theirs: Question[]) => {
    answer(PUT, ({ body }) => {
      const { questions, updatedAt } = body as { questions: Question[]; updatedAt: string };
      if (updatedAt === at(5)) return keep(questions);
      const versions = [{ number: 1, frozenAt: null, questions: theirs }];
      server.versions = { versions, updatedAt: at(5), updatedBy: 'Eva' };
      return refusal(409, {
        code: 'conflict',
        detail: 'Otra persona guardó.',
        extra: { stored: server.versions },
      });
    });
  };

  test('saved first: both are shown, and mine may be kept', async () => {
    conflict([NOTE, { ...ROLE, text: 'Tu papel' }]);
    await show();
    await click('2. Tu rol');
    await fill('Pregunta', 'Tu función');
    await save();
    const told = within(await screen.findByRole('alert'));
    expect(told.getByText('Tu papel')).toBeTruthy();
    expect(told.getByText('Tu función')).toBeTruthy();
    await person().click(told.getByRole('button', { name: 'Guardar lo mío' }));
    expect((await saved())?.[1]?.text).toBe('Tu función');
    expect(screen.queryByText(/Otra persona guardó cambios/)).toBeNull();
  });

  test('saved first: theirs may be taken', async () => {
    conflict([NOTE, { ...ROLE, text: 'Tu papel' }, IDEAS]);
    await show();
    await click('Quitar Tu rol');
    await save();
    await person().click(await screen.findByRole('button', { name: 'Usar lo guardado' }));
    expect(titles()).toEqual(['1. ¿Qué nota le pones?', '2. Tu papel', '3. ¿Qué mejorarías?']);
    expect(screen.getByText('Todo guardado.')).toBeTruthy();
  });

  test('changed the name meanwhile: that is in nobody’s way', async () => {
    conflict([NOTE, ROLE]);
    await show();
    await click('Quitar Tu rol');
    await save();
    expect(await saved()).toEqual([NOTE]);
    expect(sentBodies().map(b => b.updatedAt)).toEqual([at(0), at(5)]);
  });
});

describe('the page', () => {
  test('keeps what was typed through a reload', async () => {
    await show();
    await click('2. Tu rol');
    await fill('Pregunta', 'Tu función');
    await reload();
    expect(await screen.findByText(/^Recuperamos lo que estabas escribiendo/)).toBeTruthy();
    expect(titles()).toEqual(['1. ¿Qué nota le pones?', '2. Tu función']);
    await save();
    expect((await saved())?.[1]?.text).toBe('Tu función');
  });

  test('keeps it while name and purpose are edited', async () => {
    await show();
    await click('2. Tu rol');
    await fill('Pregunta', 'Tu función');
    await click('Editar datos');
    const form = within(await screen.findByRole('dialog', { name: 'Editar instrumento' }));
    await person().click(form.getByRole('button', { name: 'Cancelar' }));
    await reload();
    await waitFor(() => expect(titles()).toEqual(['1. ¿Qué nota le pones?', '2. Tu función']));
  });

  test('keeps a new version that nobody has saved yet, too', async () => {
    freeze();
    await show();
    await click('Preparar una versión nueva');
    await click('Quitar Tu rol');
    await reload();
    await waitFor(() => expect(titles()).toEqual(['1. ¿Qué nota le pones?']));
    await save();
    expect(await saved()).toEqual([NOTE]);
  });

  test('takes the instrument out of use, and back', async () => {
    answer('POST /instruments/bulk/active', ({ body }) => {
      const [change] = (body as { rows: { id: string; value: boolean }[] }).rows;
      server.row = { ...server.row, active: change?.value === true };
      return { rows: [{ id: ID, before: !server.row.active, refused: null }] };
    });
    await show();
    await click('Desactivar');
    expect(await screen.findByText(/Este instrumento está inactivo/)).toBeTruthy();
    await person().click(await screen.findByRole('button', { name: 'Deshacer' }));
    await waitFor(() => expect(screen.queryByText(/Este instrumento está inactivo/)).toBeNull());
  });

  test('of one that is deleted leads to the list', async () => {
    answer(`DELETE /instruments/${ID}`, () => {
      answer(`GET /instruments/${ID}`, () => refusal(404, { code: 'not_found' }));
      answer(`GET /instruments/${ID}/versions`, () => refusal(404, { code: 'not_found' }));
      return { id: ID };
    });
    const { address } = await show();
    await click('Editar datos');
    const form = within(await screen.findByRole('dialog', { name: 'Editar instrumento' }));
    await person().click(form.getByRole('button', { name: 'Eliminar' }));
    const asked = within(await screen.findByRole('dialog', { name: /^¿Eliminar/ }));
    await person().click(asked.getByRole('button', { name: 'Eliminar' }));
    await waitFor(() => expect(address()).toBe('/surveys/instruments'));
  });

  test('that could not be read is asked for again', async () => {
    answer(`GET /instruments/${ID}`, () => refusal(503, { code: 'unavailable', detail: 'Espera un poco.' }));
    await visit();
    const retry = await screen.findByRole('button', { name: 'Reintentar' });
    answer(`GET /instruments/${ID}`, () => server.row);
    await person().click(retry);
    expect(await screen.findByRole('heading', { name: 'Satisfacción' })).toBeTruthy();
  });

  test('that is not there is not asked for again', async () => {
    answer(`GET /instruments/${ID}`, () => refusal(404, { code: 'not_found', detail: 'No existe.' }));
    await visit();
    const words = 'No encontramos lo que buscas, o no tienes acceso.';
    expect(await screen.findByRole('heading', { level: 1, name: words })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
  });
});
