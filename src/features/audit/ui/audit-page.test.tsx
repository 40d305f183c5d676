import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { answer, requests } from '../../../../test/jsdom/server.tsx';
import type { AuditRow } from '../contract.ts';
import { AuditPage } from './audit-page.tsx';

const ID = '00000000-0000-4000-8000-000000000001';
const entryOf = (n: number, more: Partial<AuditRow> = {}): AuditRow => ({
  id: String(n),
  at: '2026-05-04T13:00:00.000Z',
  until: '2026-05-04T13:00:00.000Z',
  times: 1,
  actor: { id: ID, name: 'Camila Rojas' },
  action: 'project.save.identification',
  label: 'Guardado: Identificación',
  object: { type: 'project', id: ID, name: 'PAC-2026-0001 · Huertos', kind: 'pacs' },
  changes: [],
  address: '127.0.0.1',
  requestId: 'r1',
  ...more,
});
const RUN = entryOf(1, {
  ...{ times: 14, until: '2026-05-04T13:20:00.000Z' },
  changes: [{ field: 'Título', before: 'Huer', after: 'Huertos' }],
});

let rows: AuditRow[];
let page: Awaited<ReturnType<typeof showAt>>;
beforeEach(() => {
  signIn();
  rows = [RUN];
  answer('GET /audit', () => ({ rows, total: rows.length }));
});
const open = async (search = '') => {
  page = await showAt(`/admin/audit${search}`, AuditPage);
};
const cells = async () =>
  within((await screen.findAllByRole('row'))[1] as HTMLElement)
    .getAllByRole('cell')
    .map(cell => cell.textContent);

test('saves in a row are one line with how many they are and until when', async () => {
  await open();
  expect(await screen.findByText('Guardado: Identificación · 14 veces')).toBeTruthy();
  expect((await cells()).join()).toContain('04-05-2026 09:00 a 09:20');
});

test('each of them is asked for by a switch that the address keeps', async () => {
  await open();
  await page.user.click(await screen.findByRole('switch', { name: 'Cada guardado por separado' }));
  await screen.findByText('Guardado: Identificación · 14 veces');
  expect(requests('GET /audit').at(-1)?.query.get('each')).toBe('true');
});

test('an entry opened from the address is told whole, in words', async () => {
  await open('?open=1&each=true');
  const dialog = within(await screen.findByRole('dialog', { name: 'Registro de auditoría' }));
  expect(await dialog.findByText('Guardado: Identificación · 14 veces')).toBeTruthy();
  expect(
    requests('GET /audit')
      .find(({ query }) => query.get('entry') === '1')
      ?.query.get('each'),
  ).toBe('true');
  expect(screen.queryByText(/project\.save/)).toBeNull();
});

test.each<[AuditRow['object'], string]>([
  [{ type: 'mail', id: ID, name: null, kind: null }, 'Correo: ya no existe'],
  [{ type: 'person', id: ID, name: null, kind: null }, 'Persona sin cuenta'],
  [{ type: 'whatever', id: ID, name: null, kind: null }, 'Otro'],
])('what %o is about is told without its id', async (object, words) => {
  rows = [entryOf(1, { object })];
  await open();
  await screen.findByText('Guardado: Identificación');
  expect(await cells()).toContain(words);
  expect(screen.queryByText(new RegExp(ID))).toBeNull();
});
