import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  BASE,
  expense,
  idOf,
  openExpenses,
  openForm,
  paper,
  startSpending,
} from '../../../../../test/jsdom/expenses.tsx';
import { answer, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import type { NewExpense } from '../../contract.ts';

const PATH = `PUT ${BASE}/expenses/${idOf(12)}`;
const sentPapers = () => (requests(PATH)[0]?.body as NewExpense | undefined)?.papers;

async function openStored(more: Parameters<typeof expense>[1] = {}) {
  const { user } = await openExpenses({ expenses: [expense(12, more)] }, `&open=${idOf(12)}`);
  await screen.findByRole('dialog', { name: 'Factura 12' });
  const form = await openForm(user, 'Editar', 'Editar gasto');
  return { form, save: () => user.click(form.getByRole('button', { name: 'Guardar gasto' })), user };
}

beforeEach(startSpending);

test('a paper that its type has no more is one more; one refused meanwhile is told where it stands', async () => {
  const papers = [paper(1, 'guía.pdf', 'gone'), paper(2, 'factura.pdf')];
  const { form, save } = await openStored({ papers });
  const message = 'Ese respaldo no es de este tipo de comprobante.';
  answer(PATH, () => refusal(400, { code: 'invalid', errors: [{ path: 'papers.1.paper', message }] }));
  await save();
  const words = await form.findByText(message);
  expect(words.closest('li')?.textContent).toContain('factura.pdf');
  expect(sentPapers()).toEqual([
    { paper: '', versionId: idOf(701) },
    { paper: 'invoice', versionId: idOf(702) },
  ]);
  const others = within(form.getByRole('group', { name: 'Otros respaldos' }));
  expect(others.getByText('guía.pdf')).toBeTruthy();
});

test('a file of the project is taken for a paper, and taken off again', async () => {
  answer(`GET ${BASE}/files`, () => ({
    files: [
      {
        id: idOf(801),
        versionId: idOf(801),
        name: 'boleta.pdf',
        documentType: 'expense',
        state: 'ready',
        versions: [],
      },
      {
        id: idOf(802),
        versionId: idOf(802),
        name: 'carta.pdf',
        documentType: 'other',
        state: 'ready',
        versions: [],
      },
    ],
    expiresAt: '2100-01-01T00:00:00.000Z',
  }));
  const { form, save, user } = await openStored();
  const place = within(form.getByRole('group', { name: 'Factura' }));
  await user.click(await place.findByRole('combobox', { name: /Elegir un archivo/ }));
  expect(screen.queryByRole('option', { name: 'carta.pdf' })).toBeNull();
  await user.click(screen.getByRole('option', { name: 'boleta.pdf' }));
  const remove = await place.findByRole('button', { name: 'Quitar boleta.pdf de Factura' });
  answer(PATH, () => refusal(503));
  await save();
  await waitFor(() => expect(sentPapers()).toEqual([{ paper: 'invoice', versionId: idOf(801) }]));
  await user.click(remove);
  expect(place.queryByRole('button', { name: /^Quitar/ })).toBeNull();
});
