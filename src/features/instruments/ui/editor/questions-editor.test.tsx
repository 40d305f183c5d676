import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import * as instrument from '../../../../../test/jsdom/instrument.tsx';
import { answer, held, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import type { Question } from '../../../../domain/surveys/questions.ts';

const { addOf, button, click, field, fill, freeze, keep, person, save, saved, show, titles } = instrument;
const { NOTE, PUT, ROLE, sentBodies } = instrument;
const BLANK = { help: '', required: false };

beforeEach(instrument.openInstrument);

describe('writing questions', () => {
  test('adds one of each kind, with keys made of their words', async () => {
    keep([]);
    await show();
    expect(screen.getByText('Todavía no hay preguntas')).toBeTruthy();
    await addOf('Escala');
    await fill('Pregunta', '¿Cómo estuvo?');
    await fill('Qué significa el 1', 'Mal');
    await person().selectOptions(screen.getByRole('combobox', { name: 'Hasta' }), '7');
    await addOf('Una opción');
    await fill('Pregunta', 'Tu rol');
    await person().click(field('Opción 1'));
    await person().paste('- Socio\n- Estudiante\n- Otro');
    await person().click(button('Quitar opción 4'));
    await person().click(screen.getByRole('checkbox', { name: /^Separar resultados/ }));
    await addOf('Varias opciones');
    await fill('Pregunta', 'Medios');
    await fill('Opción 1', 'Correo{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(field('Opción 2')));
    await person().keyboard('Radio{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(field('Opción 3')));
    await person().keyboard('Afiche');
    await addOf('Texto');
    await fill('Pregunta', 'Comentarios');
    await person().click(screen.getByRole('checkbox', { name: 'Obligatoria' }));
    await save();
    const labels = (...all: [string, string][]) => all.map(([value, label]) => ({ value, label }));
    expect(await saved()).toEqual([
      {
        ...{ ...BLANK, kind: 'scale', key: 'como_estuvo', text: '¿Cómo estuvo?', from: 1, to: 7 },
        ...{ low: 'Mal', high: '' },
      },
      {
        ...{ ...BLANK, kind: 'choice', key: 'tu_rol', text: 'Tu rol', divides: true },
        options: labels(['socio', 'Socio'], ['estudiante', 'Estudiante'], ['otro', 'Otro']),
      },
      {
        ...{ ...BLANK, kind: 'multiple', key: 'medios', text: 'Medios' },
        options: labels(['correo', 'Correo'], ['radio', 'Radio'], ['afiche', 'Afiche']),
      },
      { kind: 'text', key: 'comentarios', text: 'Comentarios', help: '', required: true },
    ]);
    expect(sentBodies()[0]?.updatedAt).toBe(instrument.at(9));
  });

  test('moves, copies and removes, and takes back what was removed', async () => {
    await show();
    await click('Bajar ¿Qué nota le pones?');
    expect(titles()).toEqual(['1. Tu rol', '2. ¿Qué nota le pones?']);
    expect(screen.getByText('«¿Qué nota le pones?» ahora es la pregunta 2 de 2.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(button('Bajar ¿Qué nota le pones?')));
    await person().keyboard('{Enter}');
    expect(titles()).toEqual(['1. Tu rol', '2. ¿Qué nota le pones?']);
    await click('Duplicar Tu rol');
    expect(titles()).toEqual(['1. Tu rol', '2. Tu rol', '3. ¿Qué nota le pones?']);
    await click('Quitar ¿Qué nota le pones?');
    expect(titles()).toEqual(['1. Tu rol', '2. Tu rol']);
    await person().click(await screen.findByRole('button', { name: 'Deshacer' }));
    expect(titles()).toHaveLength(3);
    await save();
    const questions = await saved();
    expect(questions?.map(q => q.key)).toEqual(['rol', 'tu_rol', 'nota']);
    expect(questions?.map(q => q.kind === 'choice' && q.divides)).toEqual([true, false, false]);
  });

  test('options are pasted a line each, moved, and told apart', async () => {
    await show();
    await click('2. Tu rol');
    await click('Pegar varias');
    await person().type(field('Varias opciones'), 'Estudiante{Enter}Otro');
    await click('Agregar 2 opciones');
    await click('Subir Estudiante');
    await save();
    expect(await screen.findAllByText('Otra opción dice lo mismo.')).not.toEqual([]);
    expect(requests(PUT)).toEqual([]);
    await fill('Opción 4', 'Docente');
    await save();
    const role = (await saved())?.[1];
    expect(role && 'options' in role && role.options.map(o => [o.value, o.label])).toEqual([
      ['socio', 'Socio'],
      ['estudiante', 'Estudiante'],
      ['otro', 'Otro'],
      ['docente', 'Docente'],
    ]);
  });

  test('results are divided by one question: marking another says what it takes over', async () => {
    keep([ROLE, { ...ROLE, key: 'otra', text: 'Otra', divides: false } as Question]);
    await show();
    await click('2. Otra');
    expect(screen.getByText(/Ahora lo hace «Tu rol»/)).toBeTruthy();
    expect(screen.getByText(/grupos de cinco o más respuestas/)).toBeTruthy();
    await person().click(screen.getByRole('checkbox', { name: /^Separar resultados/ }));
    await save();
    expect((await saved())?.map(q => q.kind === 'choice' && q.divides)).toEqual([false, true]);
  });

  test('what is wrong is told at its question and field before anything is sent', async () => {
    await show();
    await click('1. ¿Qué nota le pones?');
    await fill('Pregunta', '');
    await click('2. Tu rol');
    await save();
    await waitFor(() => expect(document.activeElement).toBe(field('Pregunta')));
    expect(field('Pregunta').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('alert').textContent).toContain('Pregunta 1: Este campo es obligatorio.');
    expect(requests(PUT)).toEqual([]);
  });

  test('what the server refuses lands there too, and nothing typed is lost', async () => {
    const errors = [{ path: 'questions.1.options.0.label', message: 'No se puede.' }];
    answer(PUT, () => refusal(400, { code: 'invalid', detail: 'Revisa lo marcado.', errors }));
    await show();
    await click('2. Tu rol');
    await fill('Opción 1', 'Contraparte');
    await save();
    await waitFor(() => expect(field('Opción 1').getAttribute('aria-invalid')).toBe('true'));
    expect(field('Opción 1').value).toBe('Contraparte');
    expect(screen.getByRole('alert').textContent).toContain('Pregunta 2: No se puede.');
  });

  test('is sent once, however often it is clicked', async () => {
    const { release } = held(PUT, ({ body }) => keep((body as { questions: Question[] }).questions));
    await show();
    await click('Quitar Tu rol');
    await save();
    await save();
    release();
    expect(await saved()).toEqual([NOTE]);
    expect(requests(PUT)).toHaveLength(1);
  });

  test('shows the form as people will see it', async () => {
    await show();
    await person().click(screen.getByRole('tab', { name: 'Vista previa' }));
    const form = within(screen.getByRole('tabpanel'));
    for (const words of ['1. ¿Qué nota le pones?', '7: Buena', 'Socio'])
      expect(form.getByText(words)).toBeTruthy();
    expect(form.queryAllByRole('textbox')).toEqual([]);
  });
});

describe('keys', () => {
  test('follow the words until they are written by hand', async () => {
    await show();
    await addOf('Texto');
    await fill('Pregunta', 'Ideas');
    await person().click(screen.getByText('Avanzado'));
    expect(field('Clave').value).toBe('ideas');
    await fill('Clave', 'Mis ideas');
    await save();
    await waitFor(() => expect(field('Clave').getAttribute('aria-invalid')).toBe('true'));
    await fill('Clave', 'p3');
    await fill('Pregunta', 'Otras ideas');
    await save();
    expect((await saved())?.[2]).toMatchObject({ key: 'p3', text: 'Otras ideas' });
  });

  test('that were sent stay; another scale of them is warned of', async () => {
    freeze();
    await show();
    await click('Preparar una versión nueva');
    await click('1. ¿Qué nota le pones?');
    await fill('Pregunta', '¿Qué nota?');
    await person().click(screen.getByText('Avanzado'));
    expect(field('Clave').readOnly).toBe(true);
    expect(screen.queryByText(/^Cambia la escala/)).toBeNull();
    await person().selectOptions(screen.getByRole('combobox', { name: 'Hasta' }), '5');
    expect(
      screen.getByText(
        'Cambia la escala: los resultados de años anteriores no se compararán con los nuevos.',
      ),
    ).toBeTruthy();
    await save();
    expect((await saved())?.[0]).toMatchObject({ key: 'nota', text: '¿Qué nota?', to: 5 });
  });
});
