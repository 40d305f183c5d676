import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showAt } from '../../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import type { OutputOf } from '../../../../domain/kit/endpoint.ts';
import { OUTCOME_INFO } from '../../../../domain/notices/letters/result-letters.ts';
import { OUTCOMES } from '../../../../domain/notices/outcomes.ts';
import type { getProjectLetters } from '../../contract.ts';
import type { CallLetter, getCallLetters } from '../../letters/contract.ts';
import { LetterDrawer } from './letter-drawer.tsx';
import { LetterNotice } from './letter-notice.tsx';
import { LettersPage } from './letters-page.tsx';

const original = (outcome: CallLetter['outcome']): CallLetter => ({
  ...{ outcome, updatedAt: null, updatedBy: null },
  ...OUTCOME_INFO[outcome].original,
});
const AT = '2026-11-22T15:00:00.000Z';
const OWN: CallLetter = {
  ...{ ...original('not_award'), subject: 'Gracias, {nombre_completo}' },
  ...{ updatedAt: AT, updatedBy: 'Beatriz Navarrete Olea' },
};
const PATH = '/calls/c1/letters/not_award';
const subject = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Asunto' });

async function open(stored: CallLetter, readOnly = false) {
  const onClose = vi.fn();
  const { user } = await showAt('/', () => (
    <LetterDrawer call="c1" stored={stored} readOnly={readOnly} onClose={onClose} />
  ));
  await screen.findByText('Vista previa con datos de ejemplo');
  return { user, onClose };
}

test('what is typed is seen with sample data; a wrong placeholder is named and nothing is sent', async () => {
  const { user } = await open(original('award'));
  expect(screen.getByText('FEX-2026-0042: tu propuesta fue adjudicada')).toBeTruthy();
  await user.clear(subject());
  await user.type(subject(), '{{codigo}: lugar {{lugar} y {{apodo}');
  expect(screen.getByText('FEX-2026-0042: lugar 3 de 24 y {apodo}')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Guardar carta' }));
  expect(await screen.findByText('No existe: {apodo}.')).toBeTruthy();
  expect(requests().filter(r => r.method === 'PUT')).toEqual([]);
  const preview = screen.getByRole('region', { name: 'Vista previa con datos de ejemplo' });
  expect(within(preview).getByTitle('Correo con formato').getAttribute('sandbox')).not.toContain(
    'same-origin',
  );
});

test('over what somebody else has saved it is told, and the next time it goes on from there', async () => {
  const { user, onClose } = await open(OWN);
  const newer = '2026-11-23T10:00:00.000Z';
  answer(`PUT ${PATH}`, ({ body }) =>
    (body as { updatedAt: string }).updatedAt === newer
      ? OWN
      : refusal(409, { code: 'conflict', extra: { stored: { ...OWN, updatedAt: newer } } }),
  );
  await user.type(subject(), '!');
  await user.click(screen.getByRole('button', { name: 'Guardar carta' }));
  await waitFor(() => expect(requests(`PUT ${PATH}`)).toHaveLength(1));
  expect((await screen.findByRole('alert')).textContent).toBe('x');
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Guardar carta' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(requests(`PUT ${PATH}`).map(r => r.body)).toMatchObject([
    { subject: 'Gracias, {nombre_completo}!', updatedAt: AT },
    { subject: 'Gracias, {nombre_completo}!', updatedAt: newer },
  ]);
});

test('the original comes back, and that can be undone', async () => {
  answer(`DELETE ${PATH}`, () => original('not_award'));
  answer(`PUT ${PATH}`, () => OWN);
  const { user, onClose } = await open(OWN);
  await user.click(screen.getByRole('button', { name: 'Volver al texto original' }));
  await user.click(await screen.findByRole('button', { name: 'Volver al original' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  await waitFor(() => expect(requests(`PUT ${PATH}`)).toHaveLength(1));
  expect(requests(`PUT ${PATH}`)[0]?.body).toEqual({ subject: OWN.subject, body: OWN.body, updatedAt: null });
});

test('where nobody may change it, it is only shown', async () => {
  await open(OWN, true);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /Guardar|original/ })).toBeNull();
});

async function page(more: Partial<OutputOf<typeof getCallLetters>>) {
  const shown: OutputOf<typeof getCallLetters> = {
    call: { name: 'Fondo de prueba', year: 2026 },
    letters: OUTCOMES.map(outcome => (outcome === 'not_award' ? OWN : original(outcome))),
    ...{ refusal: null, barred: null, ...more },
  };
  answer('GET /calls//letters', () => shown);
  const { user } = await showAt('/', () => <LettersPage />);
  await screen.findByRole('heading', { level: 1, name: 'Cartas de resultado' });
  return user;
}

test('the page says which letters are the call’s own, and why they cannot be changed', async () => {
  const closed = 'La convocatoria está cerrada: reábrela para cambiar sus cartas.';
  await page({ refusal: closed, barred: { reason: 'Participas en FEX-1.', last: false } });
  const items = screen.getAllByRole('listitem');
  expect(items.map(item => item.textContent?.includes('Texto propio'))).toEqual([false, false, true, false]);
  expect(items[2]?.textContent).toContain('Beatriz Navarrete Olea');
  expect(screen.getByText(closed)).toBeTruthy();
  expect(screen.getByText(/Participas en FEX-1\./)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Ver la carta: Adjudicado' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Editar/ })).toBeNull();
});

test('each letter opens from the page', async () => {
  const user = await page({});
  await user.click(screen.getByRole('button', { name: 'Editar la carta: Declarado inadmisible' }));
  expect(await screen.findByRole('dialog', { name: 'Carta: Declarado inadmisible' })).toBeTruthy();
});

test('an author opens the letter in a frame without scripts, and prints it', async () => {
  const letter: OutputOf<typeof getProjectLetters>[number] = {
    ...{ outcome: 'award', subject: 'FEX-1: tu propuesta fue adjudicada', text: 'Hola', at: AT },
    html: '<!doctype html><html><head></head><body>Hola</body></html>',
  };
  answer('GET /projects/fexs/p1/letters', () => [letter]);
  const { user } = await showAt('/', () => <LetterNotice project={{ kind: 'fexs', id: 'p1' }} />);
  await user.click(await screen.findByRole('button', { name: 'Ver la carta: Adjudicado, 22-11-2026' }));
  const frame = await screen.findByTitle<HTMLIFrameElement>('Correo con formato');
  expect(frame.getAttribute('sandbox')).not.toContain('allow-scripts');
  expect(frame.getAttribute('srcdoc')).toContain('Hola');
  const print = vi.fn();
  Object.assign(frame.contentWindow ?? {}, { print });
  await user.click(screen.getByRole('button', { name: 'Imprimir' }));
  expect(print).toHaveBeenCalledOnce();
});

test('without letters nothing is shown', async () => {
  answer('GET /projects/fexs/p1/letters', () => []);
  await showAt('/', () => <LetterNotice project={{ kind: 'fexs', id: 'p1' }} />);
  await waitFor(() => expect(requests('GET /projects/fexs/p1/letters')).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Carta de resultado' })).toBeNull();
});
