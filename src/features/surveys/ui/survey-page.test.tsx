import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { ME, showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { answer, held, refusal, requests } from '../../../../test/jsdom/server.tsx';
import { idOf, OPEN, waveOf } from '../../../../test/jsdom/surveys.tsx';
import { forgetDrafts, getDraft } from '../../../web/drafts.ts';
import type { Wave } from '../contract.ts';
import type { Invitation } from '../invitations/contract.ts';
import { SurveyPage } from './survey-page.tsx';

const ID = idOf(10);
const WAVE = `/waves/${ID}`;
let stored: Wave;
let invited: Invitation[];
let page: Awaited<ReturnType<typeof showAt>>;

const person = (n: number, name: string, state: Invitation['state'] = null): Invitation => ({
  ...{ id: idOf(n), name, email: `p${n}@x.cl`, organisation: null, state },
});
const show = async (more: Partial<Wave> = {}, search = '') => {
  stored = waveOf(more);
  page = await showAt(`/surveys/${ID}${search}`, SurveyPage, {}, '/surveys/$id');
  await screen.findByRole('heading', { level: 1 });
};
const press = (name: string) => page.user.click(screen.getByRole('button', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const confirm = async (title: string, name: string) =>
  page.user.click((await dialog(title)).getByRole('button', { name }));
const bodies = (what: string) => requests(what).map(({ body }) => body);

beforeEach(async () => {
  signIn();
  await forgetDrafts([], ME);
  invited = [person(50, 'Eva Mora'), person(51, 'Luis Vera')];
  answer(`GET ${WAVE}`, () => stored);
  answer(`GET ${WAVE}/invitations`, () => ({ rows: invited, total: invited.length }));
  answer('GET /instruments', () => ({ rows: [], total: 0 }));
  answer('GET /options/awarded', () => []);
});

describe('a draft', () => {
  test('is sent after it was said to how many, until when and how it is answered', async () => {
    await show();
    expect(screen.getByText('Gracias por participar.')).toBeTruthy();
    await press('Enviar');
    const asked = await dialog('Enviar la encuesta');
    expect(
      asked.getByText(/correo con un enlace personal a 40 personas\..*hasta el 31-12-2090/),
    ).toBeTruthy();
    expect(asked.getByText(/^Es anónima: nadie sabrá/)).toBeTruthy();
    expect(asked.getByText(/^No se puede deshacer/)).toBeTruthy();
    const { release } = held(`POST ${WAVE}/opening`, () => {
      stored = waveOf(OPEN);
      return stored;
    });
    const button = asked.getByRole('button', { name: 'Enviar' });
    await page.user.click(button);
    await page.user.click(button);
    release();
    expect(await screen.findByText('Encuesta enviada a 40 personas.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Recordar' })).toBeTruthy();
    expect(bodies(`POST ${WAVE}/opening`)).toEqual([{ updatedAt: stored.updatedAt }]);
  });

  test('that somebody changed meanwhile is not sent, and shown as it is stored', async () => {
    await show();
    answer(`POST ${WAVE}/opening`, () => {
      stored = waveOf({ title: 'Otro título', updatedAt: '2026-11-23T15:00:00.000Z' });
      return refusal(409, { code: 'conflict', detail: 'Otra persona la cambió.', extra: { stored } });
    });
    await press('Enviar');
    await confirm('Enviar la encuesta', 'Enviar');
    expect(await screen.findByText('Otra persona la cambió.')).toBeTruthy();
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1, hidden: true }).textContent).toBe('Otro título'),
    );
  });

  test.each([
    [{ questions: [] }, 'El instrumento todavía no tiene preguntas.'],
    [{ lastDay: '2020-01-01' }, 'El último día para responder ya pasó: cámbialo antes de enviar.'],
  ])('is not sent while something is lacking', async (more, words) => {
    await show(more);
    const button = screen.getByRole('button', { name: 'Enviar' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText(words)).toBeTruthy();
    await page.user.click(button);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is edited over what somebody else saved only once that was chosen', async () => {
    await show();
    await press('Editar');
    const form = await dialog('Editar encuesta');
    const title = form.getByRole<HTMLInputElement>('textbox', { name: /^Título/ });
    await page.user.clear(title);
    await page.user.type(title, 'Mi título');
    const other = waveOf({ title: 'Su título', updatedAt: '2026-11-23T15:00:00.000Z' });
    answer(`PUT ${WAVE}`, () =>
      refusal(409, { code: 'conflict', detail: 'Otra persona la cambió.', extra: { stored: other } }),
    );
    await page.user.click(form.getByRole('button', { name: 'Guardar' }));
    expect((await form.findByRole('alert')).textContent).toMatch(/Su título.*Mi título/);
    answer(`PUT ${WAVE}`, () => other);
    await page.user.click(form.getByRole('button', { name: /mío/i }));
    await gone();
    expect(bodies(`PUT ${WAVE}`).at(-1)).toMatchObject({ title: 'Mi título', updatedAt: other.updatedAt });
  });

  test('is deleted, which leads to the list', async () => {
    await show();
    await press('Editar');
    await page.user.click((await dialog('Editar encuesta')).getByRole('button', { name: 'Eliminar' }));
    answer(`DELETE ${WAVE}`, () => {
      answer(`GET ${WAVE}`, () => refusal(404, { code: 'not_found', detail: 'No existe.' }));
      return { id: ID };
    });
    await confirm('¿Eliminar «Socios 2026»?', 'Eliminar');
    await waitFor(() => expect(page.address()).toBe('/surveys'));
  });
});

describe('an open survey', () => {
  test('reminds who has not answered; what the server refuses is told', async () => {
    await show(OPEN);
    answer(`POST ${WAVE}/reminder`, () =>
      refusal(422, { code: 'rule', detail: 'Ya enviaste un recordatorio hoy.' }),
    );
    await press('Recordar');
    const asked = await dialog('Recordar');
    expect(asked.getByText(/a 28 personas que no han respondido/)).toBeTruthy();
    await page.user.click(asked.getByRole('button', { name: 'Enviar recordatorio' }));
    expect(await asked.findByText('Ya enviaste un recordatorio hoy.')).toBeTruthy();
    answer(`POST ${WAVE}/reminder`, () => ({ reminded: 28 }));
    await page.user.click(asked.getByRole('button', { name: 'Enviar recordatorio' }));
    expect(await screen.findByText('28 recordatorios enviados.')).toBeTruthy();
  });

  test('counts who wants no mails apart, and reminds nobody where they are all who are left', async () => {
    await show({ ...OPEN, objecting: 1 });
    await press('Recordar');
    const asked = await dialog('Recordar');
    expect(asked.getByText(/a 27 personas que no han respondido/)).toBeTruthy();
    expect(asked.getByText(/^A 1 persona de la lista no se le escribe/)).toBeTruthy();
    await page.user.click(asked.getByRole('button', { name: 'Cancelar' }));
    page.unmount();
    await show({ ...OPEN, waiting: 2, objecting: 2 });
    expect(screen.getByRole('button', { name: 'Recordar' }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText('Quienes faltan por responder no quieren recibir correos.')).toBeTruthy();
  });

  test('is closed for good after a question, and says that answers are counted', async () => {
    await show(OPEN);
    await press('Cerrar ahora');
    const asked = await dialog('Cerrar la encuesta ahora');
    expect(asked.getByText(/28 personas todavía no.*no se vuelve a abrir/)).toBeTruthy();
    answer(`POST ${WAVE}/closing`, () => {
      stored = waveOf({ ...OPEN, state: 'closed' });
      return stored;
    });
    await page.user.click(asked.getByRole('button', { name: 'Cerrar ahora' }));
    expect(await screen.findByText(/^Se están contando las respuestas/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Recordar' })).toBeNull();
  });

  test('lets only title, last day and reminders be changed', async () => {
    await show(OPEN);
    await press('Editar');
    const form = await dialog('Editar encuesta');
    expect(form.getAllByRole('textbox').map(each => each.getAttribute('name'))).toEqual(['title', 'lastDay']);
    expect(form.queryByRole('radio')).toBeNull();
    expect(form.queryByRole('button', { name: 'Eliminar' })).toBeNull();
  });

  test('has a code for the room, which is made and taken back', async () => {
    await show(OPEN, '?tab=room');
    const url = 'https://x.cl/publico/encuesta/abc';
    answer(`POST ${WAVE}/room`, () => {
      stored = waveOf({ ...OPEN, roomUrl: url });
      return { url };
    });
    await page.user.click(await screen.findByRole('button', { name: 'Crear código' }));
    expect(await screen.findByText(url)).toBeTruthy();
    expect(screen.getByText(/es solo una marca en el navegador/)).toBeTruthy();
    answer(`DELETE ${WAVE}/room`, () => {
      stored = waveOf(OPEN);
      return {};
    });
    await press('Quitar código');
    await confirm('Quitar el código', 'Quitar código');
    expect(await screen.findByRole('button', { name: 'Crear código' })).toBeTruthy();
  });
});

describe('who is asked', () => {
  test('is looked up, chosen and taken off', async () => {
    await show({ ...OPEN, anonymous: false });
    invited = [person(50, 'Eva Mora', 'answered'), person(51, 'Luis Vera', 'waiting')];
    await page.user.type(await screen.findByRole('textbox', { name: 'Buscar en la lista' }), 'vera');
    await waitFor(() => expect(requests(`GET ${WAVE}/invitations`).at(-1)?.query.get('q')).toBe('vera'));
    expect((await screen.findByRole('row', { name: /Eva Mora/ })).textContent).toContain('Respondió');
    await page.user.click(screen.getByRole('checkbox', { name: /^Elegir a todas/ }));
    // Whoever answered stays.
    await press('Quitar de la lista a 1 persona');
    answer(`POST ${WAVE}/invitations/removal`, () => ({ removed: 1 }));
    await confirm('Quitar de la lista', 'Quitar de la lista');
    expect(await screen.findByText('Se quitó 1 persona.')).toBeTruthy();
    expect(bodies(`POST ${WAVE}/invitations/removal`)).toEqual([{ ids: [idOf(51)] }]);
  });

  test('of an anonymous survey is not shown with what became of them', async () => {
    await show(OPEN);
    await screen.findByRole('row', { name: /Eva Mora/ });
    expect(screen.queryByRole('columnheader', { name: 'Respuesta' })).toBeNull();
    expect(screen.getByText(/aquí no se ve quién respondió/)).toBeTruthy();
  });

  test('is added from those who are known', async () => {
    const known = (n: number, name: string, from: string) => ({
      ...{ name, email: `k${n}@x.cl`, organisationId: n === 1 ? idOf(60) : null, from },
      objects: n === 3,
    });
    answer(`GET ${WAVE}/candidates`, () => ({
      rows: [
        known(1, 'Ana Paz', 'Municipalidad de Tomé'),
        known(2, 'Ema Ríos', 'Taller de mayo'),
        known(3, 'Luz Tome', 'Taller de mayo'),
      ],
    }));
    answer(`POST ${WAVE}/invitations`, () => ({ added: 1, known: 1, objecting: 2 }));
    await show();
    await page.user.click(await screen.findByRole('button', { name: 'Agregar de los conocidos' }));
    const choice = await dialog('Agregar de los conocidos');
    await page.user.type(await choice.findByRole('textbox', { name: 'Buscar' }), 'tome');
    await page.user.click(choice.getByRole('checkbox', { name: 'Las que coinciden: 1 persona' }));
    const luz = choice.getByRole<HTMLInputElement>('checkbox', { name: 'Luz Tome' });
    expect([luz.checked, luz.disabled]).toEqual([false, true]);
    expect(choice.getByText('k3@x.cl · Taller de mayo · no quiere recibir correos')).toBeTruthy();
    await page.user.clear(choice.getByRole('textbox', { name: 'Buscar' }));
    await page.user.click(choice.getByRole('checkbox', { name: 'Ema Ríos' }));
    await page.user.click(choice.getByRole('button', { name: 'Agregar 2 personas' }));
    await gone();
    expect(
      await screen.findByText(
        '1 persona agregada. 1 ya estaba. 2 personas no quieren recibir correos y no se agregaron.',
      ),
    ).toBeTruthy();
    expect(bodies(`POST ${WAVE}/invitations`)).toEqual([
      {
        rows: [
          { name: 'Ana Paz', email: 'k1@x.cl', organisationId: idOf(60) },
          { name: 'Ema Ríos', email: 'k2@x.cl', organisationId: null },
        ],
      },
    ]);
  });
});

describe('a pasted list', () => {
  const open = async (text: string) => {
    await show();
    await page.user.click(await screen.findByRole('button', { name: 'Pegar lista' }));
    const form = await dialog('Pegar lista');
    await page.user.click(form.getByRole('textbox', { name: 'Lista' }));
    await page.user.paste(text);
    await page.user.click(form.getByRole('button', { name: 'Revisar la lista' }));
    return form;
  };
  const draft = () => getDraft(ME, ['wave', ID, 'paste']);

  test('is mended before it is sent, and nothing of it is lost meanwhile', async () => {
    const form = await open('Ana Paz; ana@x.cl\nEma Ríos\nAna; ANA@x.cl');
    expect(form.getByText('3 personas · 1 fila repetida que no se agrega · 1 por corregir')).toBeTruthy();
    const cell = () => form.getByRole<HTMLInputElement>('textbox', { name: 'Correo, fila 2' });
    expect(cell().getAttribute('aria-invalid')).toBe('true');
    await page.user.type(cell(), 'ema@x.cl');
    answer(`POST ${WAVE}/invitations`, () => refusal(422, { code: 'rule', detail: 'Son demasiadas.' }));
    await page.user.click(form.getByRole('button', { name: 'Agregar 2 personas' }));
    expect(await form.findByText('Son demasiadas.')).toBeTruthy();
    expect(cell().value).toBe('ema@x.cl');
    await waitFor(async () => expect((await draft())?.value).toContain('ema@x.cl'));
    answer(`POST ${WAVE}/invitations`, () => ({ added: 2, known: 0 }));
    await page.user.click(form.getByRole('button', { name: 'Agregar 2 personas' }));
    await gone();
    expect(bodies(`POST ${WAVE}/invitations`).at(-1)).toEqual({
      rows: [
        { name: 'Ana Paz', email: 'ana@x.cl', organisationId: null },
        { name: 'Ema Ríos', email: 'ema@x.cl', organisationId: null },
      ],
    });
    await waitFor(async () => expect(await draft()).toBeUndefined());
  });

  test('sends the good ones first, and what is still to be mended stays', async () => {
    const form = await open('Ana Paz; ana@x.cl\nEma Ríos');
    answer(`POST ${WAVE}/invitations`, () => ({ added: 1, known: 0 }));
    await page.user.click(form.getByRole('button', { name: 'Agregar 1 y corregir 1' }));
    expect(await form.findByText('1 persona · 1 por corregir')).toBeTruthy();
  });

  test('may be a CSV, whose quotes hold signs that divide cells', async () => {
    await show();
    await page.user.click(await screen.findByRole('button', { name: 'Pegar lista' }));
    const form = await dialog('Pegar lista');
    const csv = 'Nombre;Correo\r\n"Paz; Ana";ana@x.cl\r\n';
    await page.user.upload(form.getByLabelText('Archivo CSV'), new File([csv], 'lista.csv'));
    expect(await form.findByDisplayValue('Paz; Ana')).toBeTruthy();
    expect(form.getByText('1 persona')).toBeTruthy();
  });

  test('of too many or of nobody is told at its field', async () => {
    const form = await open(Array.from({ length: 2001 }, (_, n) => `p${n}@x.cl`).join('\n'));
    expect(form.getByText('Son 2.001 personas: agrega como máximo 2.000 a la vez.')).toBeTruthy();
    await page.user.clear(form.getByRole('textbox', { name: 'Lista' }));
    await page.user.click(form.getByRole('button', { name: 'Revisar la lista' }));
    expect(form.getByText(/^No hay nadie en lo que pegaste/)).toBeTruthy();
  });
});

describe('who may only read it', () => {
  test('sees facts, questions and results, and nothing to do', async () => {
    await show({ ...OPEN, mayManage: false });
    expect(screen.getAllByRole('tab').map(tab => tab.textContent)).toEqual(['Preguntas', 'Resultados']);
    expect(await screen.findByText(/^1\. ¿Cómo fue el trato\?/)).toBeTruthy();
    expect(screen.getByText('5: Bueno')).toBeTruthy();
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(requests(`GET ${WAVE}/invitations`)).toEqual([]);
  });

  test('is shown results first once there are any', async () => {
    answer(`GET ${WAVE}/results`, () => refusal(422, { code: 'rule', detail: 'Aún no.' }));
    await show({ ...OPEN, state: 'ready', mayManage: false });
    expect(screen.getByRole('tab', { name: 'Resultados' }).getAttribute('aria-selected')).toBe('true');
  });

  test('is told that there is none under the address', async () => {
    answer(`GET ${WAVE}`, () => refusal(404, { code: 'not_found', detail: 'No existe.' }));
    page = await showAt(`/surveys/${ID}`, SurveyPage, {}, '/surveys/$id');
    expect(await screen.findByText('No encontramos lo que buscas, o no tienes acceso.')).toBeTruthy();
  });
});

describe('a survey of names', () => {
  test('shows who answered what, and has no code for a room', async () => {
    const answers = { trato: '5' };
    const row = {
      id: idOf(70),
      name: 'Eva Mora',
      email: 'p50@x.cl',
      answeredAt: '2026-11-23T15:00:00.000Z',
      answers,
    };
    answer(`GET ${WAVE}/answers`, () => ({
      rows: [row, { ...row, id: idOf(71), name: 'Luis Vera', answers: {} }],
      total: 2,
    }));
    await show({ ...OPEN, anonymous: false }, '?tab=answers');
    expect(screen.queryByRole('tab', { name: 'Código en sala' })).toBeNull();
    await page.user.click(await screen.findByText('Eva Mora'));
    expect(screen.getByText('5', { selector: 'dd' })).toBeTruthy();
    expect(screen.getByText('Sin respuesta')).toBeTruthy();
  });

  test('that is anonymous offers no such list', async () => {
    await show({ ...OPEN });
    expect(screen.queryByRole('tab', { name: 'Respuestas' })).toBeNull();
    expect(screen.getByRole('tab', { name: 'Código en sala' })).toBeTruthy();
  });
});

test('what it came to leads to its years', async () => {
  answer(`GET ${WAVE}/results`, () => refusal(422));
  await show({ ...OPEN, state: 'ready', closesAt: '2026-11-24T15:00:00.000Z' });
  expect(screen.getByRole('link', { name: 'Resultados por año' }).getAttribute('href')).toBe(
    `/surveys/series/${idOf(30)}?project=${idOf(20)}`,
  );
});
