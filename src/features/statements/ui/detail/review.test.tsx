import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { signIn } from '../../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import {
  BASE,
  button,
  dialog,
  expense,
  idOf,
  MAY_DECIDE,
  reasonOf,
  Spending,
  showPart,
  spent,
  stated,
  statement,
} from '../../../../../test/jsdom/spending.tsx';
import { forgetDrafts, unsavedWork } from '../../../../web/drafts.ts';
import type { Statement } from '../../contract.ts';
import { StatementsPart } from '../statements-part.tsx';

const ID = idOf(80);
const DECIDE = `POST ${BASE}/statements/${ID}/decision`;
let server = new Spending();

beforeEach(async () => {
  signIn();
  await forgetDrafts();
  server = new Spending();
  server.serve();
  server.expenses = spent(stated(ID, [expense(1), expense(2), expense(3)]));
  server.statements.statements = [statement({ decide: MAY_DECIDE, total: 60_000, expenses: 3 })];
  answer(DECIDE, () => ({ id: ID, number: 1, version: 4 }));
});

async function open(more: Partial<Statement> = {}) {
  server.statements.statements = server.statements.statements.map(s => ({ ...s, ...more }));
  const shown = await showPart(<StatementsPart />, `&field=${ID}`);
  await screen.findByRole('table', { name: 'Gastos de la rendición 1' });
  return shown;
}
const note = (n: number) =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name: `Observación al gasto ${n}` });

describe('a statement under review', () => {
  test('is returned with what was noted of its expenses, which is counted and filtered', async () => {
    const { user } = await open();
    expect(reasonOf(await button('Devolver con observaciones'))).toBe(
      'Escribe antes al menos una observación.',
    );
    const looks = (name: string) => screen.getByRole('button', { name }).dataset.variant;
    expect([looks('Devolver con observaciones'), looks('Aprobar')]).toEqual(['default', 'filled']);
    await user.type(note(2), 'Falta el detalle. ');
    await user.type(note(3), 'No se lee.');
    expect(screen.getByText('2 con observación de 3')).toBeTruthy();
    // Asking comes before refusing for good.
    expect([looks('Devolver con 2 observaciones'), looks('Aprobar rechazando 2 gastos')]).toEqual([
      'filled',
      'default',
    ]);
    await user.type(note(1), 'No se lee.');
    expect(looks('Rechazar todos los gastos')).toBe('default');
    await user.clear(note(1));
    expect(screen.getByText('Con observación: $50.000 de $60.000.')).toBeTruthy();
    await user.click(screen.getByRole('switch', { name: 'Solo con observación' }));
    expect(screen.queryByRole('textbox', { name: 'Observación al gasto 1' })).toBeNull();
    // Emptied, a line stays in sight until the filter is set anew.
    await user.clear(note(3));
    expect(note(3).value).toBe('');
    await user.click(await button('Devolver con 1 observación'));
    const asked = await dialog('Devolver con 1 observación');
    expect(
      asked.getByText(
        'El responsable responde tu observación o saca ese gasto, y envía la rendición de nuevo. Nada se aprueba todavía.',
      ),
    ).toBeTruthy();
    await user.type(asked.getByRole('textbox', { name: 'Comentario a toda la rendición' }), 'Revisa.');
    await user.click(asked.getByRole('button', { name: 'Devolver con 1 observación' }));
    expect(await screen.findByText('Rendición 1 devuelta con 1 observación.')).toBeTruthy();
    expect(requests(DECIDE).map(r => r.body)).toEqual([
      {
        ...{ version: 3, approve: false, comment: 'Revisa.' },
        notes: [{ expenseId: idOf(2), text: 'Falta el detalle.' }],
      },
    ]);
  });

  test('keeps what was written through a reload, and forgets it once it is decided', async () => {
    const first = await open();
    await first.user.type(note(2), 'Falta el detalle.');
    await waitFor(async () => expect(await unsavedWork()).toHaveLength(1));
    first.unmount();
    const again = await open();
    expect(await screen.findByText(/Recuperamos lo que habías escrito \(1 observación\)/)).toBeTruthy();
    expect(note(2).value).toBe('Falta el detalle.');
    await again.user.click(await button('Devolver con 1 observación'));
    const asked = await dialog('Devolver con 1 observación');
    await again.user.click(asked.getByRole('button', { name: 'Devolver con 1 observación' }));
    await screen.findByText('Rendición 1 devuelta con 1 observación.');
    again.unmount();
    await open();
    await waitFor(() => expect(note(2).value).toBe(''));
  });

  test('what was written before it was sent again is said to be older', async () => {
    const first = await open();
    await first.user.type(note(2), 'Falta el detalle.');
    await waitFor(async () => expect(await unsavedWork()).toHaveLength(1));
    first.unmount();
    await open({ version: 5 });
    expect(await screen.findByText(/La rendición cambió desde entonces/)).toBeTruthy();
  });

  test('is approved with what was noted refused, after the sums were shown', async () => {
    const { user } = await open();
    await user.type(note(3), 'Es de otro proyecto.');
    await user.click(await button('Aprobar rechazando 1 gasto'));
    const asked = await dialog('Aprobar rechazando 1 gasto');
    expect(asked.getByText('2 gastos por $30.000')).toBeTruthy();
    expect(asked.getByText('1 gasto por $30.000')).toBeTruthy();
    expect(asked.getByText(/^Se aprueban/).textContent).toBe('Se aprueban 2 gastos por $30.000.');
    expect(asked.getByText(/^Se rechaza/).textContent).toBe(
      'Se rechaza 1 gasto por $30.000, con tu observación como motivo: deja de contar como gasto.',
    );
    await user.dblClick(asked.getByRole('button', { name: 'Aprobar rechazando 1 gasto' }));
    expect(await screen.findByText('Rendición 1 aprobada.')).toBeTruthy();
    expect(requests(DECIDE)).toHaveLength(1);
    expect(requests(DECIDE)[0]?.body).toMatchObject({
      ...{ approve: true, comment: '' },
      notes: [{ expenseId: idOf(3), text: 'Es de otro proyecto.' }],
    });
  });

  test('an observation that says too little, or that the server refuses, is marked at its line', async () => {
    const { user } = await open();
    await user.type(note(2), 'no');
    const send = async () => {
      await user.click(await button('Devolver con 1 observación'));
      const asked = await dialog('Devolver con 1 observación');
      await user.click(asked.getByRole('button', { name: 'Devolver con 1 observación' }));
    };
    await send();
    expect(await screen.findByText('Escribe al menos 3 caracteres.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(note(2)));
    expect(requests(DECIDE)).toHaveLength(0);
    await user.type(note(2), ' se lee');
    answer(DECIDE, () =>
      refusal(422, {
        code: 'invalid',
        errors: [{ path: 'notes.0.expenseId', message: 'Ya no está en la rendición.' }],
      }),
    );
    await send();
    expect(await screen.findByText('Ya no está en la rendición.')).toBeTruthy();
    expect(note(2).getAttribute('aria-invalid')).toBe('true');
    expect(note(2).value).toBe('no se lee');
  });

  test('somebody was faster: who is said, and it is shown as it is now', async () => {
    const { user } = await open();
    answer(DECIDE, () => {
      server.statements.statements = [statement({ state: 'approved', version: 4 })];
      return refusal(409, {
        ...{ code: 'conflict', detail: 'Pedro Rojas ya decidió esta rendición.' },
        extra: { version: 4, updatedBy: 'Pedro Rojas' },
      });
    });
    await user.click(await button('Aprobar'));
    const asked = await dialog('Aprobar');
    await user.click(asked.getByRole('button', { name: 'Aprobar' }));
    expect(await screen.findByText('Pedro Rojas ya decidió esta rendición.')).toBeTruthy();
    expect(await screen.findByText('Aprobada')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect(screen.getByText('Pedro Rojas ya decidió esta rendición.')).toBeTruthy();
  });

  test('whoever takes part is told why they cannot decide, and writes nothing', async () => {
    const reason = 'Participas en el proyecto: decide otra persona.';
    await open({ decide: { allowed: false, reason, lastResort: false } });
    expect(reasonOf(await button('Aprobar'))).toBe(reason);
    expect(reasonOf(await button('Devolver con observaciones'))).toBe(reason);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('the last possible person says why', async () => {
    const { user } = await open({ decide: { allowed: true, reason: null, lastResort: true } });
    await user.click(await button('Aprobar'));
    const asked = await dialog('Aprobar');
    await user.click(asked.getByRole('button', { name: 'Aprobar' }));
    expect(await asked.findByText('Este campo es obligatorio.')).toBeTruthy();
    await user.type(asked.getByRole('textbox', { name: /Motivo/ }), 'No hay nadie más en la oficina.');
    await user.click(asked.getByRole('button', { name: 'Aprobar' }));
    await screen.findByText('Rendición 1 aprobada.');
    expect(requests(DECIDE)[0]?.body).toMatchObject({ comment: 'No hay nadie más en la oficina.' });
  });

  test('what was observed before stands beside its answer, and can be said again', async () => {
    const [first = expense(1), second = expense(2)] = server.expenses.expenses;
    server.expenses = spent([first, { ...second, observation: 'Falta el detalle.', answer: 'Va adjunto.' }]);
    const { user } = await open();
    const row = within(screen.getByRole('row', { name: /Factura 102/ }));
    expect(row.getByText(/Va adjunto\./)).toBeTruthy();
    await user.click(row.getByRole('button', { name: 'Repetir la observación al gasto 2' }));
    expect(note(2).value).toBe('Falta el detalle.');
  });
});

test('an approved one is reopened with a reason', async () => {
  const path = `POST ${BASE}/statements/${ID}/reopen`;
  answer(path, () => ({ id: ID, number: 1, version: 4 }));
  const { user } = await open({ state: 'approved', decide: null, reopen: MAY_DECIDE });
  await user.click(await button('Reabrir'));
  const asked = await dialog('Reabrir rendición 1');
  await user.type(asked.getByRole('textbox', { name: /Motivo/ }), 'Corto');
  await user.click(asked.getByRole('button', { name: 'Reabrir rendición 1' }));
  expect(await asked.findByText('Escribe al menos 10 caracteres.')).toBeTruthy();
  await user.type(asked.getByRole('textbox', { name: /Motivo/ }), ', pero fue un error.');
  await user.click(asked.getByRole('button', { name: 'Reabrir rendición 1' }));
  expect(await screen.findByText('Rendición 1 reabierta: espera otra decisión.')).toBeTruthy();
  expect(requests(path).map(r => r.body)).toEqual([{ version: 3, reason: 'Corto, pero fue un error.' }]);
});
