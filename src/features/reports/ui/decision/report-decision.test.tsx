import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { signIn } from '../../../../../test/jsdom/render.tsx';
import { report as anyReport } from '../../../../../test/jsdom/reports.tsx';
import { answer, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import {
  ALLOWED,
  BASE,
  button,
  dialog,
  idOf,
  LEAD,
  MAY_DECIDE,
  OFFICE,
  reasonOf,
  Spending,
  showPart,
} from '../../../../../test/jsdom/spending.tsx';
import { forgetDrafts, unsavedWork } from '../../../../web/drafts.ts';
import { useRead } from '../../../../web/query.ts';
import { getReport, type Report } from '../../contract.ts';
import { ReportDecision } from './report-decision.tsx';

const ADDRESS = `${BASE}/reports/2`;
const DECIDE = `POST ${ADDRESS}/decision`;
const report = (more: Partial<Report> = {}): Report =>
  anyReport({
    ...{ number: 2, state: 'submitted', subStep: 'director', submittedBy: LEAD, version: 3, edit: null },
    ...{ due: '2100-01-01T02:59:00.000Z', submittedAt: '2026-11-12T12:00:00.000Z', submit: null },
    ...{ texts: { results: 'Se hizo.' }, decide: MAY_DECIDE },
    ...more,
  });

let stored = report();
function Screen() {
  const { data } = useRead(getReport, { params: { kind: 'fexs', id: 'p1', report: '2' } });
  return data && <ReportDecision report={data} address="2" />;
}

beforeEach(async () => {
  signIn();
  await forgetDrafts();
  new Spending().serve();
  stored = report();
  answer(`GET ${ADDRESS}`, () => stored);
  answer(DECIDE, () => {
    stored = report({ decide: null, version: 4 });
    return { version: 4, savedAt: '2026-11-26T12:00:00.000Z' };
  });
});

const open = (more: Partial<Report> = {}) => {
  stored = report(more);
  return showPart(<Screen />);
};
const box = (name: string | RegExp) => screen.findByRole<HTMLTextAreaElement>('textbox', { name });
const place = (n: number) =>
  screen.getByRole<HTMLSelectElement>('combobox', { name: `Parte de la observación ${n}` });

describe('a progress report that waits', () => {
  test('is accepted by the Director, who hands it on to the office', async () => {
    const { user } = await open();
    expect(await screen.findByText('Informe de avance 2 espera tu decisión.')).toBeTruthy();
    await user.click(await button('Aceptar informe'));
    const asked = await dialog('Aceptar informe');
    expect(asked.getByText(/^Pasa a la oficina/)).toBeTruthy();
    await user.type(asked.getByRole('textbox', { name: 'Comentario a todo el informe' }), 'Bien.');
    await user.click(asked.getByRole('button', { name: 'Aceptar informe' }));
    expect(await screen.findByText('Informe de avance 2 aceptado: pasa a la oficina.')).toBeTruthy();
    expect(requests(DECIDE).map(r => r.body)).toEqual([
      { version: 3, accept: true, observations: [], comment: 'Bien.' },
    ]);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Decisión' })).toBeNull());
  });

  test('the office accepts it for good', async () => {
    const { user } = await open({ subStep: 'office' });
    await user.click(await button('Aceptar informe'));
    const asked = await dialog('Aceptar informe');
    expect(asked.getByText(/Con él se liberan las cuotas/)).toBeTruthy();
    await user.click(asked.getByRole('button', { name: 'Aceptar informe' }));
    expect(await screen.findByText('Informe de avance 2 aceptado.')).toBeTruthy();
  });

  test('is returned with observations, each of a part and with words; errors stand at their place', async () => {
    const { user } = await open({ subStep: 'office' });
    await user.click(await button('Devolver con observaciones'));
    const asked = await dialog('Devolver con observaciones');
    expect(asked.getByText(/lo envía de nuevo a la oficina: tiene 10 días hábiles/)).toBeTruthy();
    const send = asked.getByRole('button', { name: 'Devolver con observaciones' });
    await user.click(send);
    expect(requests(DECIDE)).toEqual([]);
    expect(asked.getByText('Agrega al menos 1.')).toBeTruthy();
    await user.type(await box('Observación 1'), 'No');
    await user.click(send);
    expect(asked.getByText('Elige la parte.')).toBeTruthy();
    await user.selectOptions(place(1), 'Resultados');
    await user.click(send);
    expect((await box('Observación 1')).getAttribute('aria-invalid')).toBe('true');
    await user.type(await box('Observación 1'), ' se entiende la tabla.');
    await user.click(asked.getByRole('button', { name: 'Agregar observación' }));
    await user.selectOptions(place(2), 'Fotos');
    await user.click(send);
    expect(asked.getByText('Escribe la observación o quítala.')).toBeTruthy();
    await user.type(await box('Observación 2'), 'Faltan las de septiembre.');
    await user.click(send);
    expect(await screen.findByText('Informe de avance 2 devuelto con 2 observaciones.')).toBeTruthy();
    expect(requests(DECIDE).map(r => r.body)).toEqual([
      {
        ...{ version: 3, accept: false, comment: '' },
        observations: [
          { part: 'results', text: 'No se entiende la tabla.' },
          { part: 'photos', text: 'Faltan las de septiembre.' },
        ],
      },
    ]);
    expect((await unsavedWork()).length).toBe(0);
  });

  test('what the server refuses is told at its line, also behind an empty one', async () => {
    answer(DECIDE, () =>
      refusal(422, {
        code: 'invalid',
        errors: [
          { path: 'observations.0.text', message: 'Explícalo mejor.' },
          { path: 'comment', message: 'Sin nombres.' },
        ],
      }),
    );
    const { user } = await open();
    await user.click(await button('Devolver con observaciones'));
    const asked = await dialog('Devolver con observaciones');
    await user.click(asked.getByRole('button', { name: 'Agregar observación' }));
    await user.selectOptions(place(2), 'Dificultades');
    await user.type(await box('Observación 2'), 'Faltan detalles.');
    await user.click(asked.getByRole('button', { name: 'Devolver con observaciones' }));
    expect(await asked.findByText('Explícalo mejor.')).toBeTruthy();
    expect((await box('Observación 2')).getAttribute('aria-invalid')).toBe('true');
    expect(asked.getByText('Sin nombres.')).toBeTruthy();
  });

  test('what was written stays when the dialog is closed, and after a reload', async () => {
    const { user, unmount } = await open();
    await user.click(await button('Devolver con observaciones'));
    await dialog('Devolver con observaciones');
    await user.selectOptions(place(1), 'Lo registrado en Ejecución');
    await user.type(await box('Observación 1'), 'Falta un taller.');
    await user.keyboard('{Escape}');
    expect(await screen.findByText('1 observación escrita sin enviar.')).toBeTruthy();
    await waitFor(async () => expect((await unsavedWork()).length).toBe(1));
    unmount();
    const again = await open({ version: 4 });
    expect(await screen.findByText(/El informe cambió desde entonces/)).toBeTruthy();
    await again.user.click(await button('Aceptar informe'));
    expect((await dialog('Aceptar informe')).getByText(/al aceptar no se envía/)).toBeTruthy();
    await again.user.keyboard('{Escape}');
    await again.user.click(await button('Devolver con observaciones'));
    expect((await box('Observación 1')).value).toBe('Falta un taller.');
  });

  test('decided by somebody else meanwhile tells who, and nothing is decided twice', async () => {
    answer(DECIDE, () => {
      stored = report({ decide: null, subStep: 'office', version: 4 });
      const extra = { version: 4, updatedBy: OFFICE.name };
      return refusal(409, { code: 'conflict', detail: 'Luz Vera ya decidió este informe.', extra });
    });
    const { user } = await open();
    await user.click(await button('Aceptar informe'));
    await user.click((await dialog('Aceptar informe')).getByRole('button', { name: 'Aceptar informe' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Luz Vera ya decidió este informe.');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Decisión' })).toBeNull());
    expect(screen.getByRole('alert')).toBeTruthy();
  });

  test('the last possible one says why', async () => {
    const { user } = await open({ decide: { ...ALLOWED, lastResort: true } });
    await user.click(await button('Aceptar informe'));
    const asked = await dialog('Aceptar informe');
    expect(asked.getByText(/última persona posible/)).toBeTruthy();
    await user.type(asked.getByRole('textbox', { name: /Motivo/ }), 'Corto');
    await user.click(asked.getByRole('button', { name: 'Aceptar informe' }));
    expect(requests(DECIDE)).toEqual([]);
    await user.type(asked.getByRole('textbox', { name: /Motivo/ }), ', pero nadie más puede.');
    await user.click(asked.getByRole('button', { name: 'Aceptar informe' }));
    await waitFor(() => expect(requests(DECIDE)).toHaveLength(1));
  });

  test('is refused with the reason, and nothing is shown to who never decides it', async () => {
    const reason = 'Tú escribiste una parte de este informe: decide otra persona.';
    const { unmount } = await open({ decide: { allowed: false, reason, lastResort: false } });
    expect(reasonOf(await button('Aceptar informe'))).toBe(reason);
    unmount();
    await open({ decide: null });
    await waitFor(() => expect(requests(`GET ${ADDRESS}`).length).toBeGreaterThan(1));
    expect(screen.queryByRole('region', { name: 'Decisión' })).toBeNull();
  });

  test('one that came back answered says so', async () => {
    await open({
      observations: [{ id: idOf(1), part: 'results', text: 'Aclara.', answer: 'Aclarado.' }],
    });
    expect(await screen.findByText(/Vuelve con respuestas/)).toBeTruthy();
  });
});
