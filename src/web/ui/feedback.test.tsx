import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { show, showAt } from '../../../test/jsdom/render.tsx';
import { PageError } from '../layout/page-states.tsx';
import { OfflineError, problemFrom } from '../problem-error.ts';
import { PageLoadError } from '../routing/lazy-page.ts';
import { ActionButton } from './action-button.tsx';
import { ConfirmDialog } from './dialogs/confirm-dialog.tsx';
import { ErrorState } from './error-state.tsx';
import { asHtml, toasts } from './toasts/toasts.ts';

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
/** What a screen reader says besides the name. */
const description = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map(id => document.getElementById(id)?.textContent)
    .join(' ');

describe('short messages', () => {
  // Fetched with the first message, for which only real time counts.
  beforeAll(() => import('./toasts/toaster.tsx'));
  const shown = () => screen.queryAllByRole('alert').map(each => each.textContent);
  const say = async (words: string, more?: Parameters<typeof toasts.info>[1]) => {
    act(() => toasts.success(words, more));
    await screen.findByText(words.replace(/<[^>]+>/g, ''), { ignore: 'script' });
  };

  test('stand with the newest on top, each for 5 seconds', async () => {
    show(null);
    await say('Primero');
    await say('Segundo');
    expect(shown()).toEqual(['Segundo×', 'Primero×']);
    const bars = [...document.querySelectorAll<HTMLElement>('.Toastify__progress-bar[style]')];
    expect(bars.map(bar => bar.style.animationDuration)).toEqual(['5000ms', '5000ms']);
  });

  test('cannot run a script, whatever a name in them holds', async () => {
    show(null);
    act(() =>
      toasts.info('<img src="/x" onerror="window.ran=true"><script>window.ran=true</script><b>correo</b>'),
    );
    const bold = await screen.findByText('correo');
    expect(bold.tagName).toBe('B');
    const message = bold.closest('[role="alert"]');
    expect(message?.querySelector('script, [onerror]')).toBeNull();
    expect('ran' in window).toBe(false);
    act(() => toasts.info(asHtml('<b>Ana</b> & "Eva"')));
    expect(await screen.findByText('<b>Ana</b> & "Eva"')).toBeTruthy();
  });

  test('do what they offer once, and go', async () => {
    const { user } = show(null);
    const run = vi.fn();
    await say('Hecho', { label: 'Deshacer', run });
    await user.dblClick(button('Deshacer'));
    expect(run).toHaveBeenCalledOnce();
  });
});

describe('a button for what may be refused', () => {
  const click = vi.fn();
  beforeEach(() => void click.mockReset());

  test('stays reachable, says why, and does nothing', async () => {
    const onRefused = vi.fn();
    const { user } = show(
      <ActionButton reason="Falta el presupuesto." onClick={click} onRefused={onRefused}>
        Enviar
      </ActionButton>,
    );
    expect(button('Enviar').disabled).toBe(false);
    expect(button('Enviar').getAttribute('aria-disabled')).toBe('true');
    expect(description(button('Enviar'))).toContain('Falta el presupuesto.');
    await user.tab();
    expect(document.activeElement).toBe(button('Enviar'));
    await user.keyboard('{Enter}');
    expect([click.mock.calls.length, onRefused.mock.calls.length]).toEqual([0, 1]);
  });

  test.each([null, undefined])('with %s as the reason is like any other', async reason => {
    const { user } = show(
      <ActionButton reason={reason} onClick={click}>
        Enviar
      </ActionButton>,
    );
    expect(button('Enviar').getAttribute('aria-disabled')).toBeNull();
    expect(button('Enviar').getAttribute('aria-describedby')).toBeNull();
    await user.click(button('Enviar'));
    expect(click).toHaveBeenCalledOnce();
  });
});

describe('a question before something is done', () => {
  const onConfirm = vi.fn();
  const onCancel = vi.fn();
  beforeEach(() => {
    onConfirm.mockReset();
    onCancel.mockReset();
  });
  const ask = (more: object = {}) =>
    show(
      <ConfirmDialog
        open
        title="¿Eliminar «Una»?"
        confirm="Eliminar"
        onConfirm={onConfirm}
        onCancel={onCancel}
        {...more}
      >
        No se puede deshacer.
      </ConfirmDialog>,
    ).user;

  test('begins at the way back where it destroys something', async () => {
    ask({ destructive: true });
    await waitFor(() => expect(document.activeElement).toBe(button('Cancelar')));
  });

  test('is left by its button, its icon and Escape, which confirm nothing', async () => {
    const user = ask();
    await user.click(button('Cancelar'));
    await user.click(button('Cerrar'));
    await user.keyboard('{Escape}');
    expect(onCancel).toHaveBeenCalledTimes(3);
    expect(onConfirm).not.toHaveBeenCalled();
  });

  test('shows a refusal and stays; leaving forgets it', async () => {
    onConfirm.mockRejectedValueOnce(problemFrom(422, { code: 'rule', detail: 'Todavía se usa.' }));
    const user = ask();
    await user.click(button('Eliminar'));
    expect((await screen.findByRole('alert')).textContent).toBe('Todavía se usa.');
    await user.click(button('Eliminar'));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(onConfirm).toHaveBeenCalledTimes(2);
  });

  test('asks once while it is being done', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    onConfirm.mockReturnValue(promise);
    const user = ask();
    await user.click(button('Eliminar'));
    await user.click(button('Eliminar'));
    expect(onConfirm).toHaveBeenCalledOnce();
    await act(async () => resolve());
  });

  test('says why it cannot be confirmed yet', async () => {
    const user = ask({ reason: 'Escribe el motivo.' });
    await user.click(button('Eliminar'));
    expect(description(button('Eliminar'))).toContain('Escribe el motivo.');
    expect(onConfirm).not.toHaveBeenCalled();
  });
});

describe('something that could not be shown', () => {
  test.each([
    ['a refusal', problemFrom(403, undefined), 'No tienes permiso para hacer esto.'],
    ['no connection', new OfflineError('Sin conexión.'), 'Sin conexión.'],
    [
      'anything else',
      new Error('x'),
      'Algo no funcionó. Inténtalo de nuevo; si se repite, avisa a la oficina.',
    ],
    ['nothing known', undefined, 'No pudimos cargar los datos.'],
  ])('says what is the matter with %s', (_, error, words) => {
    show(<ErrorState error={error} />);
    expect(screen.getByRole('heading').textContent).toBe(words);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('a page that failed is logged and can be tried again', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const failure = new Error('broken');
    const reset = vi.fn();
    const { user } = await showAt('/x', () => <PageError error={failure} reset={reset} />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Algo no funcionó/);
    expect(logged).toHaveBeenCalledWith('A page failed', failure);
    await user.click(button('Reintentar'));
    expect(reset).toHaveBeenCalledOnce();
  });

  test('a page whose code does not come is tried again by a new document', async () => {
    const reload = vi.fn();
    const { user } = await showAt('/x', () => <PageError error={new PageLoadError('X')} reset={() => {}} />);
    vi.stubGlobal('location', { reload });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('No pudimos cargar esta página.');
    await user.click(button('Reintentar'));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });
});
