import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../test/jsdom/server.tsx';
import type { OwnQuestion } from '../../evaluation/questions/contract.ts';
import { AskAuthor } from './ask-author.tsx';

const asked = (more: Partial<OwnQuestion> = {}): OwnQuestion => ({
  ...{ question: '¿Quién riega?', askedAt: '2026-11-20T12:00:00.000Z', due: '2100-01-29T02:59:00.000Z' },
  ...{ waits: true, overdue: false, answer: null, answeredAt: null },
  ...more,
});
const late = () => document.querySelector('[data-state="overdue"]');

beforeEach(() => signIn());

describe('at the desk', () => {
  const open = (question: OwnQuestion | null, mayAsk = false) =>
    showAt('/', () => <AskAuthor review={{ id: 'r1', question, mayAsk }} />);
  const button = () => screen.getByRole('button', { name: 'Preguntar al autor' });
  const send = () => within(screen.getByRole('dialog')).getByRole('button', { name: 'Enviar la pregunta' });
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Tu pregunta/ });

  test('who cannot ask and has not asked is shown nothing', async () => {
    await open(null);
    expect(screen.queryByRole('region')).toBeNull();
  });

  test('it is told that there is one, how much is left, and what a refusal says; nothing typed is lost', async () => {
    let tries = 0;
    answer('POST /reviews/r1/question', () => {
      tries += 1;
      return tries === 1
        ? refusal(422, { code: 'rule', detail: 'Ya hiciste tu pregunta.' })
        : { due: asked().due };
    });
    const { user } = await open(null, true);
    await user.click(button());
    // The dialog is fetched when it is first asked for.
    expect(await screen.findByText(/^Es la única pregunta que puedes hacer/)).toBeTruthy();
    expect(send().getAttribute('aria-disabled')).toBe('true');
    await user.click(send());
    await user.click(field());
    await user.paste('x'.repeat(1501));
    expect(screen.getAllByText(/^Sobra/)).toHaveLength(2);
    await user.click(send());
    expect(requests('POST /reviews/r1/question')).toEqual([]);
    await user.clear(field());
    await user.paste('¿Quién riega?');
    expect(screen.getByText('Quedan 1.487 caracteres')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cancelar' }));
    expect(await screen.findByText('Tienes una pregunta sin enviar.')).toBeTruthy();
    await user.click(button());
    await user.click(send());
    expect((await screen.findByText('Ya hiciste tu pregunta.')).getAttribute('role')).toBe('alert');
    expect(field().value).toBe('¿Quién riega?');
    await user.click(send());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requests('POST /reviews/r1/question').map(r => r.body)).toEqual(
      [1, 2].map(() => ({ question: '¿Quién riega?' })),
    );
  });

  test('asked it is read only, with its due date until it is answered', async () => {
    await open(asked());
    expect(screen.getByRole('region', { name: 'Tu pregunta al autor' }).textContent).toContain(
      'Espera respuesta',
    );
    // What an earlier test said may still be on its way out.
    const own = screen.queryAllByRole('button').filter(button => !button.closest('.Toastify'));
    expect(own).toEqual([]);
    expect(late()).toBeNull();
  });

  test('late, with a mark', async () => {
    await open(asked({ due: '2026-01-02T02:59:00.000Z', overdue: true }));
    expect(late()?.textContent).toContain('01-01-2026');
  });

  test('answered, with the answer; and without one once it waits no more', async () => {
    const { unmount } = await open(
      asked({ waits: false, answer: 'Riega [nombre oculto].', answeredAt: '2026-11-22T12:00:00.000Z' }),
    );
    const { textContent } = screen.getByRole('region');
    expect(textContent).toContain('Respondida');
    expect(textContent).toContain('Respuesta del 22-11-2026');
    expect(textContent).toContain('Riega [nombre oculto].');
    unmount();
    await open(asked({ waits: false }));
    expect(screen.getByRole('region').textContent).toContain('Sin respuesta');
    expect(late()).toBeNull();
  });

  test('a long one is folded', async () => {
    const { user } = await open(asked({ question: 'x'.repeat(401) }));
    const text = screen.getByText('x'.repeat(401));
    expect(text.dataset.folded).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Ver todo' }));
    expect(text.dataset.folded).toBeUndefined();
  });
});
