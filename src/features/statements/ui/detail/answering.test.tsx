import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { signIn } from '../../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import {
  ALLOWED,
  BASE,
  button,
  expense,
  idOf,
  OFFICE,
  reasonOf,
  Spending,
  showPart,
  spent,
  stated,
  statement,
} from '../../../../../test/jsdom/spending.tsx';
import { forgetDrafts, unsavedWork } from '../../../../web/drafts.ts';
import { StatementsPart } from '../statements-part.tsx';

const ID = idOf(80);
const RESEND = `PUT ${BASE}/statements/${ID}`;
const returned = statement({
  ...{ state: 'returned', comment: 'Revisa los marcados.', decidedBy: OFFICE, answer: ALLOWED },
  decidedAt: '2026-11-18T12:00:00.000Z',
});
let server = new Spending();

beforeEach(async () => {
  signIn();
  await forgetDrafts();
  server = new Spending();
  server.serve();
  const [one = expense(1), two = expense(2), three = expense(3)] = stated(ID, [
    expense(1),
    expense(2),
    expense(3),
  ]);
  server.expenses = spent([
    one,
    { ...two, state: 'observed', observation: 'Falta el detalle.', mayEdit: true },
    { ...three, state: 'observed', observation: 'No se lee.', mayEdit: true },
  ]);
  server.statements.statements = [returned];
  answer(RESEND, () => ({ id: ID, number: 1, version: 4 }));
});

async function open() {
  const shown = await showPart(<StatementsPart />, `&field=${ID}`);
  await screen.findByRole('table', { name: 'Gastos observados' });
  return shown;
}
const reply = (n: number) =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name: `Respuesta sobre el gasto ${n}` });

describe('a statement that came back', () => {
  test('shows what was observed first, is answered and sent again', async () => {
    const { user } = await open();
    const tables = screen.getAllByRole('table').map(t => t.getAttribute('aria-label'));
    expect(tables).toEqual(['Gastos observados', 'Gastos sin observación']);
    expect(screen.getByText('Revisa los marcados.', { exact: false })).toBeTruthy();
    const send = await button('Enviar de nuevo');
    expect(reasonOf(send)).toBe('Falta responder 2 observaciones.');
    // Refused, it leads to what is missing.
    await user.click(send);
    await waitFor(() => expect(document.activeElement).toBe(reply(2)));
    await user.type(reply(2), 'Va el detalle.');
    expect(reasonOf(await button('Enviar de nuevo'))).toBe('Falta responder 1 observación.');
    await user.click(await button('Sacar el gasto 3 de la rendición'));
    expect(screen.getByText(/Sale de la rendición al enviarla/)).toBeTruthy();
    expect(screen.getByText('1 gasto sale de la rendición.')).toBeTruthy();
    await user.dblClick(await button('Enviar de nuevo'));
    expect(await screen.findByText('Rendición 1 enviada de nuevo.')).toBeTruthy();
    expect(requests(RESEND).map(r => r.body)).toEqual([
      {
        ...{ version: 3, leftOut: [idOf(3)] },
        answers: [{ expenseId: idOf(2), answer: 'Va el detalle.' }],
      },
    ]);
  });

  test('keeps answers through a reload', async () => {
    const first = await open();
    await first.user.type(reply(2), 'Va el detalle.');
    await first.user.click(await button('Sacar el gasto 3 de la rendición'));
    await waitFor(async () => expect(await unsavedWork()).toHaveLength(1));
    first.unmount();
    await open();
    expect(await screen.findByText('Recuperamos lo que habías escrito.')).toBeTruthy();
    expect(reply(2).value).toBe('Va el detalle.');
    expect(await button('Dejar el gasto 3 en la rendición')).toBeTruthy();
  });

  test('says which papers are missing, and marks what the server refuses', async () => {
    server.expenses = spent(server.expenses.expenses.map(e => (e.id === idOf(3) ? { ...e, papers: [] } : e)));
    const { user } = await open();
    expect(
      within(screen.getByRole('row', { name: /Factura 103/ })).getByText('Falta La factura.'),
    ).toBeTruthy();
    await user.type(reply(2), 'Va el detalle.');
    await user.type(reply(3), 'Va de nuevo.');
    expect(reasonOf(await button('Enviar de nuevo'))).toBe('1 gasto no tiene todos sus respaldos.');
    await user.click(await button('Sacar el gasto 3 de la rendición'));
    answer(RESEND, () =>
      refusal(422, {
        code: 'invalid',
        errors: [{ path: 'answers.0.answer', message: 'Responde otra cosa.' }],
      }),
    );
    await user.click(await button('Enviar de nuevo'));
    expect(await screen.findByText('Responde otra cosa.')).toBeTruthy();
    expect(reply(2).getAttribute('aria-invalid')).toBe('true');
  });

  test('what was not observed may leave with it; what is refused of no line is said below', async () => {
    const { user } = await open();
    await user.type(reply(2), 'Va el detalle.');
    await user.type(reply(3), 'Va de nuevo.');
    await user.click(await button('Sacar el gasto 1 de la rendición'));
    answer(RESEND, () =>
      refusal(422, {
        code: 'invalid',
        errors: [
          { path: 'leftOut.0', message: 'La nota de crédito «Gasto 9» lo corrige: sácala también.' },
          { path: 'answers', message: 'Responde la observación a «Gasto 8», o sácalo de la rendición.' },
        ],
      }),
    );
    await user.click(await button('Enviar de nuevo'));
    const row = within(screen.getByRole('row', { name: /Factura 101/ }));
    expect(await row.findByText(/La nota de crédito «Gasto 9» lo corrige/)).toBeTruthy();
    expect(screen.getByText(/Responde la observación a «Gasto 8»/)).toBeTruthy();
    expect(requests(RESEND)[0]?.body).toMatchObject({ leftOut: [idOf(1)] });
  });

  test('one at least stays in it', async () => {
    server.expenses = spent(server.expenses.expenses.filter(e => e.id === idOf(2)));
    const { user } = await open();
    await user.click(await button('Sacar el gasto 1 de la rendición'));
    expect(reasonOf(await button('Enviar de nuevo'))).toBe('Deja al menos un gasto en la rendición.');
  });

  test('an expense is changed from where it was observed', async () => {
    const { user } = await open();
    await user.click(await button('Editar el gasto 2'));
    expect(await screen.findByRole('dialog', { name: 'Editar gasto' })).toBeTruthy();
  });

  test('who cannot answer now is told why', async () => {
    const reason = 'El proyecto está cerrado: ya no se registran gastos ni rendiciones.';
    server.statements.statements = [{ ...returned, answer: { allowed: false, reason } }];
    await showPart(<StatementsPart />, `&field=${ID}`);
    expect(reasonOf(await button('Enviar de nuevo'))).toBe(reason);
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
