import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { showAt } from '../../../../test/jsdom/render.tsx';
import { answer, held, refusal, refusedConnection, requests } from '../../../../test/jsdom/server.tsx';
import {
  accountOf,
  closeDocument,
  googleAnswer,
  gsi,
  idToken,
  msal,
  openDocument,
  pass,
} from '../../../../test/jsdom/session.tsx';

const FAILED = 'No pudimos completar el ingreso. Inténtalo de nuevo.';
const IN_MICROSOFT = 'Sigue en la ventana de Microsoft que se abrió.';
const IN_GOOGLE = 'Sigue en la ventana de Google que se abrió.';
const MINUTE = 60_000;
const USER = { id: 'u1', email: 'ana@u.cl', name: 'Ana', roles: ['Academic'] };

let app: Awaited<ReturnType<typeof openDocument>>;
let said: MockInstance<typeof console.info>;
let page: Awaited<ReturnType<typeof showAt>>;

const microsoft = () => screen.getByRole('button', { name: 'Ingresar con Microsoft' });
const google = () => screen.findByRole('button', { name: 'Acceder con Google' });
const busy = () => microsoft().getAttribute('aria-disabled') === 'true';
const later = (ms: number) => act(() => pass(ms));
const setFocus = (has: boolean) => vi.spyOn(document, 'hasFocus').mockReturnValue(has);

async function googleAnswers(nonce?: string) {
  act(() => googleAnswer(nonce));
  await later(0);
}

async function open() {
  const { LoginPage } = await import('./login-page.tsx');
  page = await showAt('/auth/login', LoginPage);
}

beforeEach(async () => {
  app = await openDocument();
  said = vi.spyOn(console, 'info').mockImplementation(() => {});
  setFocus(true);
  msal.accounts = [];
  msal.popup.mockReset().mockReturnValue(new Promise(() => {}));
  for (const provider of ['microsoft', 'google'])
    answer(`POST /auth/${provider}`, () => ({ token: 'new', user: USER }));
});
afterEach(closeDocument);

/** Microsoft's window answers, for the sign-in that asked. */
const popupAnswer = (nonce?: string) =>
  msal.popup.mockImplementationOnce(async request => ({
    account: accountOf('ana'),
    idToken: idToken({ nonce: nonce ?? (request as { nonce: string }).nonce }),
  }));

describe("Microsoft's button", () => {
  beforeEach(open);

  test('opens a window that asks to choose an account, with no scope of ours; then the home page', async () => {
    popupAnswer();
    await page.user.click(microsoft());
    await later(0);
    expect(msal.popup.mock.calls).toMatchObject([[{ prompt: 'select_account', scopes: [] }]]);
    expect(requests()).toMatchObject([{ path: '/auth/microsoft' }]);
    expect(page.address()).toBe('/');
    expect(msal.active).toEqual(accountOf('ana'));
  });

  test('says where to go on, and opens no second window', async () => {
    await page.user.click(microsoft());
    expect(screen.getByText(IN_MICROSOFT)).toBeTruthy();
    expect(microsoft().getAttribute('aria-busy')).toBe('true');
    await page.user.dblClick(microsoft());
    expect(msal.popup).toHaveBeenCalledOnce();
  });

  test.each(['user_cancelled', 'access_denied'])('%s is no error', async errorCode => {
    msal.popup.mockRejectedValueOnce(Object.assign(new Error(), { errorCode }));
    await page.user.click(microsoft());
    await later(0);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByText(IN_MICROSOFT)).toBeNull();
    expect(said).toHaveBeenCalledWith('Sign-in cancelled by the person', errorCode);
    popupAnswer();
    await page.user.click(microsoft());
    await later(0);
    expect(page.address()).toBe('/');
  });

  test.each([
    ['timed_out', FAILED],
    ['popup_window_error', /Tu navegador bloqueó la ventana de ingreso/],
  ])('%s is told', async (errorCode, words) => {
    msal.popup.mockRejectedValueOnce(Object.assign(new Error(), { errorCode }));
    await page.user.click(microsoft());
    await later(0);
    expect(screen.getByRole('alert').textContent).toMatch(words);
    expect(busy()).toBe(false);
  });

  test('an ID token issued for another sign-in is not sent to the server', async () => {
    popupAnswer('of-another-sign-in');
    await page.user.click(microsoft());
    await later(0);
    expect(screen.getByRole('alert').textContent).toBe(FAILED);
    expect(requests()).toEqual([]);
  });

  test('shows the call to our server, during which nothing else begins', async () => {
    const { release } = held('POST /auth/microsoft', () => ({ token: 'new', user: USER }));
    popupAnswer();
    await page.user.click(microsoft());
    await later(0);
    expect(screen.getByText('Ingresando…')).toBeTruthy();
    await page.user.dblClick(microsoft());
    release();
    await later(0);
    expect(requests()).toHaveLength(1);
    expect(msal.popup).toHaveBeenCalledOnce();
    expect(page.address()).toBe('/');
  });

  test.each([
    [
      'a refusal, in its words',
      () => refusal(403, { code: 'forbidden', detail: 'Tu cuenta está bloqueada.' }),
      'Tu cuenta está bloqueada.',
    ],
    ['a server that does not answer', refusedConnection, FAILED],
  ])('tells %s', async (_, how, words) => {
    answer('POST /auth/microsoft', how);
    popupAnswer();
    await page.user.click(microsoft());
    await later(0);
    expect(screen.getByRole('alert').textContent).toBe(words);
    expect(app.getToken()).toBeNull();
  });
});

describe("after a click on Google's button", () => {
  beforeEach(async () => {
    await open();
    await page.user.click(await google());
  });

  test("Microsoft's is ignored until Google's answer, refused or not", async () => {
    expect(screen.getByText(IN_GOOGLE)).toBeTruthy();
    expect(busy()).toBe(true);
    await page.user.click(microsoft());
    expect(msal.popup).not.toHaveBeenCalled();
    answer('POST /auth/google', () =>
      refusal(403, { code: 'forbidden', detail: 'Tu cuenta está bloqueada.' }),
    );
    await googleAnswers();
    expect(screen.getByRole('alert').textContent).toBe('Tu cuenta está bloqueada.');
    expect(busy()).toBe(false);
  });

  test('until our page has had the focus again for a second', async () => {
    setFocus(false);
    await later(10_000);
    // Back for a moment only: the person has looked at something.
    setFocus(true);
    await later(600);
    setFocus(false);
    await later(600);
    setFocus(true);
    await later(600);
    expect(busy()).toBe(true);
    await later(600);
    expect(busy()).toBe(false);
  });

  test('also where only an event tells of the focus', async () => {
    await later(10_000);
    expect(busy()).toBe(true);
    act(() => void window.dispatchEvent(new Event('focus')));
    await later(900);
    expect(busy()).toBe(true);
    await later(300);
    expect(busy()).toBe(false);
  });

  test('for five minutes at most', async () => {
    setFocus(false);
    await later(5 * MINUTE - 200);
    expect(busy()).toBe(true);
    await later(200);
    expect(busy()).toBe(false);
  });

  test('Google can be asked again at once, and its answer enters', async () => {
    await page.user.click(await google());
    expect(gsi.windows).toBe(2);
    await googleAnswers();
    expect(page.address()).toBe('/');
    expect(app.getAccount('google')).toEqual({ credential: expect.any(String), select_by: 'btn' });
    expect(app.getProvider()).toBe('google');
  });

  test("an answer that comes while Microsoft's window is open changes nothing", async () => {
    setFocus(false);
    await later(1000);
    setFocus(true);
    await later(2000);
    const window = Promise.withResolvers<string>();
    msal.popup.mockImplementationOnce(async request => ({
      account: accountOf('ana'),
      idToken: idToken({ nonce: (request as { nonce: string }).nonce, by: await window.promise }),
    }));
    await page.user.click(microsoft());
    expect(screen.getByText(IN_MICROSOFT)).toBeTruthy();
    await googleAnswers();
    expect(said).toHaveBeenCalledWith(expect.stringContaining('Ignored an answer of Google'), '');
    expect(requests()).toEqual([]);
    window.resolve('ana');
    await later(0);
    expect(page.address()).toBe('/');
    expect([app.getProvider(), app.getAccount('google')]).toEqual(['microsoft', null]);
  });

  test('an ID token issued for another sign-in is not sent, and the next one has a nonce of its own', async () => {
    const first = gsi.options?.nonce;
    await googleAnswers('of-another-sign-in');
    expect(screen.getByRole('alert').textContent).toBe(FAILED);
    expect(requests()).toEqual([]);
    expect(gsi.options?.nonce).not.toBe(first);
    // The nonce is spent with its answer.
    await googleAnswers(first);
    expect(requests()).toEqual([]);
  });
});

describe('the page', () => {
  test('says once what a lost session or a guard wants said', async () => {
    sessionStorage.setItem('auth-message', 'Tu sesión expiró. Inicia sesión nuevamente.');
    await open();
    expect(screen.getByRole('alert').textContent).toBe('Tu sesión expiró. Inicia sesión nuevamente.');
    expect(sessionStorage.getItem('auth-message')).toBeNull();
  });

  test('leads to the page wanted first, with its search', async () => {
    sessionStorage.setItem('start-page', '/projects?q=agua&sort=title');
    await open();
    await page.user.click(await google());
    await googleAnswers();
    expect(page.address()).toBe('/projects?q=agua&sort=title');
  });

  test('asks for a Google script that did not come again, by a click or when the connection is back', async () => {
    gsi.fails = true;
    await open();
    await later(0);
    const again = await screen.findByRole('button', { name: 'Reintentar con Google' });
    expect(screen.getByRole('alert').textContent).toMatch(/No pudimos cargar el ingreso con Google/);
    await page.user.click(again);
    await later(0);
    expect(screen.getByRole('button', { name: 'Reintentar con Google' })).toBeTruthy();
    gsi.fails = false;
    act(() => void window.dispatchEvent(new Event('online')));
    await later(0);
    expect(await google()).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each(['Microsoft', 'Google'])(
    'refuses %s where it is not configured, with the reason',
    async provider => {
      const { config } = await import('../../../web/config.ts');
      Object.assign(config(), { [provider.toLowerCase()]: null });
      await open();
      const button = screen.getByRole('button', { name: `Ingresar con ${provider}` });
      expect(button.getAttribute('aria-disabled')).toBe('true');
      const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
      expect(reason?.textContent).toBe(`El ingreso con ${provider} no está configurado en esta instalación.`);
      await page.user.click(button);
      expect(msal.popup).not.toHaveBeenCalled();
    },
  );
});
