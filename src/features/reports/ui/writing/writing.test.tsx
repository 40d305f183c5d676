import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { signIn } from '../../../../../test/jsdom/render.tsx';
import {
  facts,
  finalReport,
  photo,
  projectOf,
  report,
  StoredReports,
  saved,
} from '../../../../../test/jsdom/reports.tsx';
import { answer, held, refusal, refusedConnection, requests } from '../../../../../test/jsdom/server.tsx';
import { button, dialog, idOf, OFFICE, reasonOf } from '../../../../../test/jsdom/spending.tsx';
import { forgetDrafts, settleDrafts, unsavedWork } from '../../../../web/drafts.ts';
import type { ProjectDetail } from '../../../project-record/detail/contract.ts';

beforeEach(async () => {
  signIn();
  await forgetDrafts();
});

const returned = (more = {}) =>
  report({
    ...{ state: 'returned', subStep: 'office', due: '2026-12-09T02:59:59.999Z', version: 4 },
    texts: { results: 'Ocho talleres.', difficulties: 'Ninguna.' },
    observations: [
      { id: idOf(1), part: 'results', text: '¿Cuántos llegaron?', answer: '' },
      { id: idOf(2), part: 'recorded', text: 'Falta el taller de mayo.', answer: 'Ya está.' },
      { id: idOf(3), part: 'photos', text: 'Elige mejores.', answer: '' },
    ],
    ...more,
  });
const field = (name: string | RegExp) => screen.findByRole<HTMLTextAreaElement>('textbox', { name });
const answerTo = async (n: number) => {
  const card = await screen.findByRole('article', { name: `Observación ${n}` });
  return within(card).getByRole<HTMLTextAreaElement>('textbox', { name: /Tu respuesta/ });
};
const missing = () =>
  within(screen.getByRole('region', { name: 'Lo que falta' }))
    .getAllByRole('button')
    .map(b => b.textContent);

describe('what is written', () => {
  test('is saved by itself, over what it started from, and tells what is missing', async () => {
    const stored = new StoredReports(returned());
    const { user } = await stored.open();
    await user.click(await answerTo(1));
    expect(missing()).toEqual(['Observación: Resultados', 'Observación: Fotos']);
    expect(screen.getByText('Faltan 2 respuestas')).toBeTruthy();
    await user.paste('Llegaron 80.');
    expect(missing()).toEqual(['Observación: Fotos']);
    await saved();
    expect(requests(`PUT ${stored.at}`)).toMatchObject([
      { body: { version: 4, answers: [{ answer: 'Llegaron 80.' }, { answer: 'Ya está.' }, { answer: '' }] } },
    ]);
    await waitFor(async () => expect(await unsavedWork()).toEqual([]));
    // What is missing of the project is told anew.
    expect(requests('GET /projects/fexs/p1').length).toBeGreaterThan(1);
  });

  test('asks a progress report for its texts alone, each opened over the page', async () => {
    const stored = new StoredReports();
    const { user } = await stored.open();
    expect(await button('Editar Resultados')).toBeTruthy();
    expect(missing()).toEqual(['Resultados', 'Dificultades']);
    expect(screen.queryByRole('region', { name: 'Corregir personas' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Dificultades' }));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Editar Dificultades');
    await user.click(await button('Editar Resultados'));
    expect(await dialog('Resultados')).toBeTruthy();
  });

  test('survives a lost connection and a reload', async () => {
    const stored = new StoredReports(returned());
    answer(`PUT ${stored.at}`, refusedConnection);
    const page = await stored.open();
    await page.user.click(await answerTo(3));
    await page.user.paste('Cambiadas.');
    await waitFor(() => expect(requests(`PUT ${stored.at}`)).toHaveLength(1));
    await act(async () => void (await settleDrafts()));
    page.unmount();
    answer(`PUT ${stored.at}`, ({ body }) => stored.take(body as Parameters<typeof stored.take>[0]));
    await stored.open();
    expect(await screen.findByText(/^Recuperamos lo que estabas escribiendo el /)).toBeTruthy();
    expect((await answerTo(3)).value).toBe('Cambiadas.');
    await waitFor(() => expect(stored.report.observations[2]?.answer).toBe('Cambiadas.'));
  });

  test('saved by somebody else meanwhile is shown on both sides, and nothing is lost', async () => {
    const stored = new StoredReports(returned());
    const { user } = await stored.open();
    await user.click(await answerTo(1));
    stored.change({ texts: { results: 'Nueve talleres.', difficulties: 'Ninguna.' } });
    await user.paste('Llegaron 80.');
    const text = within(await screen.findByRole('radiogroup', { name: 'Resultados' }));
    expect(text.getByText('Nueve talleres.')).toBeTruthy();
    expect(text.getByText('Ocho talleres.')).toBeTruthy();
    expect(screen.getByRole('radiogroup', { name: 'Respuesta: Resultados' })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toMatch(/Este informe fue guardado por Luz Vera\./);
    await user.click(await button('Guardar lo elegido'));
    await waitFor(() =>
      expect(stored.report).toMatchObject({
        texts: { results: 'Nueve talleres.' },
        observations: [{ answer: 'Llegaron 80.' }, {}, {}],
      }),
    );
    expect((await answerTo(1)).value).toBe('Llegaron 80.');
  });

  test('refused stands at its field', async () => {
    const stored = new StoredReports(returned());
    answer(`PUT ${stored.at}`, () =>
      refusal(400, {
        ...{ code: 'invalid', detail: 'Revisa los datos marcados.' },
        errors: [{ path: 'answers.0.answer', message: 'Dilo de otro modo.' }],
      }),
    );
    const { user } = await stored.open();
    await user.click(await answerTo(1));
    await user.paste('Llegaron 80.');
    expect(await screen.findByText('Dilo de otro modo.')).toBeTruthy();
  });

  test('is no more theirs where it was sent in another window', async () => {
    const stored = new StoredReports(returned());
    const { user } = await stored.open();
    await user.click(await answerTo(1));
    stored.report = { ...stored.report, edit: { allowed: false, reason: 'El informe ya se envió.' } };
    answer(`PUT ${stored.at}`, () =>
      refusal(403, { code: 'forbidden', detail: 'No puedes escribir este informe.' }),
    );
    await user.paste('Tarde.');
    expect(await screen.findByText('El informe ya se envió.')).toBeTruthy();
    expect(await screen.findByText('No puedes escribir este informe.')).toBeTruthy();
  });
});

describe('photos', () => {
  const withPhotos = () =>
    report({
      choosable: [photo(3), photo(2), photo(1)],
      photos: [
        { ...photo(1), caption: 'Primera' },
        { ...photo(2), caption: '' },
      ],
      version: 2,
    });
  const order = () =>
    within(screen.getByRole('list', { name: 'Fotos elegidas' }))
      .getAllByRole('textbox')
      .map(box => box.getAttribute('name') && (box as HTMLInputElement).value);

  test('are chosen among those of the project, and keep what is said of them', async () => {
    const stored = new StoredReports(withPhotos());
    const { user } = await stored.open();
    await user.click(await button('Elegir fotos'));
    const chooser = await dialog('Elegir fotos');
    expect(chooser.getAllByRole('button', { pressed: true })).toHaveLength(2);
    await user.click(chooser.getByRole('button', { name: 'foto-3.jpg' }));
    await user.click(chooser.getByRole('button', { name: 'foto-2.jpg' }));
    expect(chooser.getByText('2 elegidas de hasta 60')).toBeTruthy();
    expect(chooser.getByRole('link', { name: 'Ejecución' })).toBeTruthy();
    await user.click(chooser.getByRole('button', { name: 'Aceptar' }));
    await user.type(await field(/foto-3\.jpg/), 'El cierre');
    await waitFor(() =>
      expect(stored.report.photos.map(p => [p.name, p.caption])).toEqual([
        ['foto-1.jpg', 'Primera'],
        ['foto-3.jpg', 'El cierre'],
      ]),
    );
  });

  test('are ordered and removed by buttons that keep the focus', async () => {
    const stored = new StoredReports(withPhotos());
    const { user } = await stored.open();
    await user.click(await button('Bajar foto-1.jpg'));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Subir foto-1.jpg'));
    expect(order()).toEqual(['', 'Primera']);
    expect(screen.getByText('«foto-1.jpg» es ahora la 2 de 2.')).toBeTruthy();
    await user.click(await button('Quitar foto-2.jpg'));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Quitar foto-1.jpg'));
    await waitFor(() => expect(stored.report.photos.map(p => p.name)).toEqual(['foto-1.jpg']));
  });

  test('where there are none are said where to be added', async () => {
    const { user } = await new StoredReports().open();
    await user.click(await button('Elegir fotos'));
    const chooser = await dialog('Elegir fotos');
    expect(chooser.getByText('El proyecto no tiene fotos')).toBeTruthy();
    expect(chooser.getByRole('link', { name: 'Archivos' })).toBeTruthy();
  });
});

describe('a progress report is sent', () => {
  const whole = () => report({ texts: { results: 'Ocho talleres.', difficulties: 'Ninguna.' }, version: 4 });

  test('not before it is complete: the button says what is missing and leads there', async () => {
    const { user } = await new StoredReports().open();
    const send = await button('Enviar a Dirección');
    expect(reasonOf(send)).toBe('Faltan 2 textos.');
    await user.click(send);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement?.textContent).toMatch(/Faltan 2 textos/);
  });

  test('with what was typed last, and is then only read', async () => {
    const stored = new StoredReports(returned({ subStep: 'director' }));
    let sentVersion = 0;
    answer(`POST ${stored.at}/submission`, ({ body }) => {
      sentVersion = (body as { version: number }).version;
      stored.change({
        ...{ state: 'submitted', edit: { allowed: false, reason: 'El informe ya se envió.' } },
        ...{ submit: null, submittedAt: '2026-11-26T12:00:00.000Z' },
      });
      return { version: stored.report.version, savedAt: '2026-11-26T12:00:00.000Z' };
    });
    const { user } = await stored.open();
    for (const n of [1, 3]) {
      await user.click(await answerTo(n));
      await user.paste(`Respuesta ${n}.`);
    }
    await user.click(await button('Enviar a Dirección'));
    const asked = await dialog('Enviar Informe de avance 1');
    await user.click(asked.getByRole('button', { name: 'Enviar a Dirección' }));
    expect(await screen.findByText('Informe de avance 1 enviado a Dirección.')).toBeTruthy();
    expect(await screen.findByText('El informe ya se envió.')).toBeTruthy();
    expect(sentVersion).toBe(5);
    expect(screen.getByText(/Respuesta 3\./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Enviar/ })).toBeNull();
    expect(await unsavedWork()).toEqual([]);
  });

  test('to the office where that gave it back, in the name of the lead where the office writes', async () => {
    const stored = new StoredReports({ ...whole(), state: 'returned', subStep: 'office' });
    stored.project = projectOf({ lead: OFFICE });
    const { user } = await stored.open();
    await user.click(await button('Enviar a la oficina'));
    const asked = await dialog('Enviar Informe de avance 1');
    expect(asked.getByText(/en nombre del responsable/)).toBeTruthy();
  });

  test('not unseen where somebody changed it since', async () => {
    const stored = new StoredReports(whole());
    answer(`POST ${stored.at}/submission`, () =>
      refusal(409, {
        ...{ code: 'conflict', detail: 'Luz Vera cambió este informe.' },
        extra: { version: stored.report.version, updatedBy: 'Luz Vera' },
      }),
    );
    const { user } = await stored.open();
    await button('Enviar a Dirección');
    stored.change({ texts: { results: 'Nueve talleres.', difficulties: 'Ninguna.' } });
    await user.click(await button('Enviar a Dirección'));
    const asked = await dialog('Enviar Informe de avance 1');
    await user.click(asked.getByRole('button', { name: 'Enviar a Dirección' }));
    expect(await asked.findByText(/Luz Vera cambió este informe.*revísalo y envía otra vez/)).toBeTruthy();
    await waitFor(() => expect(screen.getByText('Nueve talleres.')).toBeTruthy());
  });

  test('not while what was typed has not arrived', async () => {
    const stored = new StoredReports(whole());
    const { user } = await stored.open();
    await button('Enviar a Dirección');
    answer(`PUT ${stored.at}`, refusedConnection);
    stored.report.choosable.push(photo(1));
    await user.click(await button('Elegir fotos'));
    await user.click(await button('Cancelar'));
    await user.click(await button('Enviar a Dirección'));
    const asked = await dialog('Enviar Informe de avance 1');
    const sending = held(`POST ${stored.at}/submission`, () => refusal(400, { code: 'rule', detail: 'No.' }));
    await user.click(asked.getByRole('button', { name: 'Enviar a Dirección' }));
    sending.release();
    expect(await asked.findByText('No.')).toBeTruthy();
  });
});

describe('the final report', () => {
  const observation: ProjectDetail['observations'][number] = {
    ...{ id: idOf(5), text: 'Di quién lo adoptó.', author: OFFICE, mayAnswer: true, mayResolve: false },
    ...{ section: 'report', state: 'open', createdAt: '2026-11-20T12:00:00.000Z', answers: [] },
  };
  const final = () =>
    finalReport({
      ...{ recorded: { direct: 20 }, facts: facts({ expected: { direct: 30 }, people: { direct: 20 } }) },
      gaps: [{ part: 'people', label: 'Personas', message: 'Anota personas.' }],
    });

  test('asks for all texts, and is sent as a step of the project', async () => {
    const stored = new StoredReports(final());
    stored.project = projectOf({
      observations: [observation],
      actions: [
        { action: 'submit_final_report', label: 'Enviar informe final', reason: 'Todavía no termina.' },
      ] as ProjectDetail['actions'],
    });
    await stored.open();
    expect(await screen.findByText('Di quién lo adoptó.')).toBeTruthy();
    expect(missing()).toHaveLength(8);
    expect(screen.getByText(/Se envía con «Enviar informe final».*Todavía no termina\./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Enviar a/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Responder' })).toBeTruthy();
  });

  test('corrects people beside what was recorded, and says why', async () => {
    const stored = new StoredReports(final());
    const { user } = await stored.open();
    await user.click(await button('Corregir cantidades'));
    expect(screen.queryByLabelText(/Por qué se corrigen/)).toBeNull();
    const direct = await screen.findByLabelText('Beneficiarios, Directos: corregidas');
    await user.click(direct);
    await user.paste('25');
    expect(missing()).not.toContain('Personas');
    await user.click(await screen.findByLabelText(/Por qué se corrigen/));
    await user.paste('Faltó una lista de mayo.');
    await waitFor(() =>
      expect(stored.report).toMatchObject({
        people: { direct: 25 },
        peopleReason: 'Faltó una lista de mayo.',
      }),
    );
    // Empty again is not corrected any more.
    await user.clear(direct);
    await waitFor(() => expect(stored.report.people).toEqual({}));
  });

  test('opens at what an address names', async () => {
    const stored = new StoredReports(final());
    await stored.open('&informe=final&field=texts.continuity');
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Editar Continuidad'),
    );
  });

  test('draws what was recorded once it is about to be seen', async () => {
    const stored = new StoredReports(
      finalReport({
        facts: facts({
          indicators: [
            {
              ...{ id: 'n1', name: 'Talleres', kind: 'number', unit: 'talleres', direction: 'up' },
              ...{ baseline: 0, target: 8, actual: 6 },
              words: { baseline: '0', target: '8 talleres', actual: '6 talleres' },
            },
          ],
        }),
      }),
    );
    await stored.open();
    await screen.findByRole('region', { name: 'Indicadores' });
    act(() => void fireEvent(window, new Event('beforeprint')));
    expect(await screen.findByRole('figure', { name: 'Avance de los indicadores' })).toBeTruthy();
    expect(screen.getByText(/^De 1 indicador, ninguno llegó a su meta/)).toBeTruthy();
  });
});
