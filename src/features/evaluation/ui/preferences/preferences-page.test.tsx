import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../../test/jsdom/render.tsx';
import { answer, held, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import type { AskedProposal, OwnPreferences } from '../../preferences/contract.ts';
import { PreferencesPage } from './preferences-page.tsx';

const asked = (n: number, preference: AskedProposal['preference'] = null): AskedProposal => ({
  ...{ id: `p${n}`, code: `INC-${n}`, title: `Propuesta ${n}`, summary: n === 1 ? 'Agua de lluvia.' : '' },
  preference,
});
const PATH = 'PUT /reviews/preferences/c1';

async function open(proposals: AskedProposal[], more: Partial<OwnPreferences> = {}, search = '') {
  const shown: OwnPreferences = {
    ...{ call: { id: 'c1', name: 'Fondo' }, until: '2100-01-29T02:59:00.000Z', isOpen: true, proposals },
    ...more,
  };
  answer('GET /reviews/preferences/c1', () => shown);
  const opened = await showAt(
    `/reviews/preferences/c1${search}`,
    PreferencesPage,
    {},
    '/reviews/preferences/$call',
  );
  await screen.findByRole('heading', { name: 'Qué quieres evaluar de Fondo' });
  return opened;
}
const choices = (code: string) =>
  within(screen.getByRole('radiogroup', { name: `Tu preferencia para ${code}` }));
const radio = (code: string, name: string) => choices(code).getByRole<HTMLInputElement>('radio', { name });
const sent = (id: string) =>
  requests(`${PATH}/${id}`).map(({ body }) => (body as { preference: string }).preference);

beforeEach(() => signIn());

test('an answer is shown at once, saved by itself, and counted', async () => {
  const server = held(`${PATH}/p1`);
  const { user } = await open([asked(1), asked(2, 'no')]);
  expect(screen.getByText('1 de 2 respondidas')).toBeTruthy();
  expect(radio('INC-2', 'Prefiero no').checked).toBe(true);
  await user.click(radio('INC-1', 'Quiero evaluarla'));
  expect(radio('INC-1', 'Quiero evaluarla').checked).toBe(true);
  expect(screen.getByText('Guardando…')).toBeTruthy();
  await waitFor(() => expect(sent('p1')).toEqual(['want']));
  server.release();
  expect(await screen.findByText('2 de 2 respondidas')).toBeTruthy();
  expect(screen.getByText('Guardado')).toBeTruthy();
});

test('of quick changes the last one stays, whatever is on its way', async () => {
  const server = held(`${PATH}/p1`);
  const { user } = await open([asked(1)]);
  await user.click(radio('INC-1', 'Quiero evaluarla'));
  await user.click(radio('INC-1', 'Prefiero no'));
  await waitFor(() => expect(sent('p1')).toEqual(['no']));
  await user.click(radio('INC-1', 'Puedo evaluarla'));
  expect(sent('p1')).toEqual(['no']);
  server.release();
  await waitFor(() => expect(sent('p1')).toEqual(['no', 'can']));
  await waitFor(() => expect(screen.getByText('Guardado')).toBeTruthy());
  expect(radio('INC-1', 'Puedo evaluarla').checked).toBe(true);
});

test('what was not saved says so, stays chosen and is sent again', async () => {
  answer(`${PATH}/p1`, () => refusal(422, { code: 'rule', detail: 'El plazo para responder terminó.' }));
  const { user } = await open([asked(1, 'can')]);
  await user.click(radio('INC-1', 'Tengo conflicto de interés'));
  expect((await screen.findByRole('alert')).textContent).toBe('El plazo para responder terminó.');
  expect(radio('INC-1', 'Tengo conflicto de interés').checked).toBe(true);
  answer(`${PATH}/p1`, () => ({}));
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  await waitFor(() => expect(sent('p1')).toEqual(['conflict', 'conflict']));
  expect(await screen.findByText('Guardado')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('search and what is unanswered live in the address; what is answered here stays in sight', async () => {
  answer(`${PATH}/p2`, () => ({}));
  const { user, address } = await open([asked(1), asked(2), asked(3, 'want')], {}, '?unanswered=true');
  const codes = () => screen.getAllByRole('radiogroup');
  expect(codes()).toHaveLength(2);
  await user.click(radio('INC-2', 'Puedo evaluarla'));
  expect(await screen.findByText('2 de 3 respondidas')).toBeTruthy();
  expect(codes()).toHaveLength(2);
  await user.type(screen.getByRole('searchbox'), 'lluvia');
  await waitFor(() => expect(codes()).toHaveLength(1));
  expect(address()).toBe('/reviews/preferences/c1?unanswered=true&q=lluvia');
  await user.type(screen.getByRole('searchbox'), ' ácida');
  await user.click(await screen.findByRole('button', { name: 'Quitar los filtros' }));
  await waitFor(() => expect(codes()).toHaveLength(3));
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
});

test('after the end it can only be read', async () => {
  await open([asked(1, 'want')], { isOpen: false, until: '2026-01-29T02:59:00.000Z' });
  expect(screen.getByRole('note').textContent).toContain('El plazo terminó el 28-01-2026 23:59');
  expect(radio('INC-1', 'Quiero evaluarla').disabled).toBe(true);
});

test('where nothing is asked it says so', async () => {
  await open([]);
  expect(screen.getByText('No hay propuestas que puedas evaluar')).toBeTruthy();
});
