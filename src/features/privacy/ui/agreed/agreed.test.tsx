import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import type { AgreedRow, Agreed as Answer } from '../../agreed/contract.ts';
import { Agreed } from './agreed.tsx';

const id = (n: number) => `00000000-0000-4000-8000-0000000000${n}`;
const ROW: AgreedRow = {
  ...{ id: id(10), what: 'Taller abierto (12-11-2026)', since: '2026-11-12T15:00:00.000Z' },
  where: { title: 'Huertos', project: { id: id(20), kind: 'pacs', code: 'PAC-2026-0001' } },
  ...{ noticeVersion: 2, withdrawal: 'now', note: 'Tu nombre se borra. Quedan las cantidades.' },
};
const CALENDAR: AgreedRow = {
  ...{ ...ROW, id: id(11), what: 'Tus plazos', where: null, noticeVersion: null, withdrawal: null },
  note: 'La quitas en «Calendario».',
};
const WITHDRAW = 'POST /personal-data/agreed/withdrawals';
let groups: Answer['groups'];

beforeEach(() => {
  signIn();
  groups = [
    {
      kind: 'attendance',
      rows: [ROW, { ...ROW, id: id(12), what: 'Cierre', where: { title: 'Otro', project: null } }],
    },
    { kind: 'calendar', rows: [CALENDAR] },
  ];
  answer('GET /personal-data/agreed', () => ({ groups }));
});
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Retirar autorización' }));

test('it is told by kind, with the notice that was accepted and a way to withdraw', async () => {
  await showAt('/profile', Agreed);
  expect(await screen.findByRole('heading', { name: 'Listas de asistencia' })).toBeTruthy();
  const [first, second, calendar] = screen.getAllByRole('listitem');
  expect(first?.textContent).toContain('Desde el 12-11-2026, con la versión 2 del aviso de privacidad');
  expect(within(first ?? document.body).getByRole('link', { name: 'PAC-2026-0001 · Huertos' })).toBeTruthy();
  // Of a project that they may not open its title alone.
  expect(within(second ?? document.body).queryByRole('link')).toBeNull();
  expect(second?.textContent).toContain('Otro');
  expect(calendar?.textContent).toContain('La quitas en «Calendario».');
  expect(screen.getAllByRole('button').map(b => b.getAttribute('aria-label'))).toEqual([
    `Retirar: ${ROW.what}`,
    'Retirar: Cierre',
  ]);
});

test('a withdrawal says what stays, and is sent once it is confirmed', async () => {
  const { user } = await showAt('/profile', Agreed);
  await user.click(await screen.findByRole('button', { name: `Retirar: ${ROW.what}` }));
  const asked = await dialog();
  expect(asked.getByText(`${ROW.what}, en «Huertos»`)).toBeTruthy();
  expect(asked.getByText(ROW.note)).toBeTruthy();
  expect(requests(WITHDRAW)).toEqual([]);
  answer(WITHDRAW, () => {
    groups = [];
    return { groups };
  });
  await user.click(asked.getByRole('button', { name: 'Retirar' }));
  expect(await screen.findByText('Autorización retirada.')).toBeTruthy();
  expect(requests(WITHDRAW).map(r => r.body)).toEqual([{ kind: 'attendance', id: ROW.id }]);
  expect(await screen.findByText(/^No hay nada que retirar/)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a refusal is shown in the dialog, and the list is read again', async () => {
  const { user } = await showAt('/profile', Agreed);
  await user.click(await screen.findByRole('button', { name: 'Retirar: Cierre' }));
  const words = 'No está entre lo que autorizaste: quizás ya lo retiraste.';
  answer(WITHDRAW, () => refusal(404, { code: 'not_found', detail: words }));
  groups = [];
  await user.click((await dialog()).getByRole('button', { name: 'Retirar' }));
  expect((await (await dialog()).findByRole('alert')).textContent).toBe(words);
  await waitFor(() => expect(requests('GET /personal-data/agreed')).toHaveLength(2));
});
