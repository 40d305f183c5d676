// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import { KEYS } from './session-keys.ts';
import {
  AUTH_MESSAGE,
  clearSession,
  getAccount,
  getProvider,
  getToken,
  getUser,
  saveSession,
  setAccount,
  setProvider,
  takeAuthMessage,
} from './storage.ts';

const user = { id: 'u1', email: 'ana@u.cl', name: 'Ana', roles: ['Academic' as const] };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('the names are those that other versions of the product have stored', () => {
  expect(Object.values(KEYS).sort()).toEqual([
    'auth-google-account',
    'auth-microsoft-account',
    'auth-provider',
    'auth-token',
    'auth-user',
  ]);
});

test('Microsoft unless Google was chosen', () => {
  expect(getProvider()).toBe('microsoft');
  localStorage.setItem('auth-provider', 'somebody');
  expect(getProvider()).toBe('microsoft');
  setProvider('google');
  expect(localStorage.getItem('auth-provider')).toBe('google');
});

test('clearing forgets token, user and both accounts, not the provider', () => {
  setProvider('google');
  saveSession({ token: 't', user });
  setAccount('google', { sub: '1' });
  setAccount('microsoft', { oid: '2' });
  expect([getToken(), getUser(), getAccount('google')]).toEqual(['t', user, { sub: '1' }]);
  clearSession();
  expect({ ...localStorage }).toEqual({ 'auth-provider': 'google' });
});

describe('a stored user that cannot be read is nobody', () => {
  test.each(['', '{', 'null', '[]', '{"id":1}'])('%s', stored => {
    localStorage.setItem('auth-user', stored);
    expect(getUser()).toBeNull();
  });
  test('unknown roles are left out, a missing name is the address', () => {
    localStorage.setItem('auth-user', JSON.stringify({ id: 'u', email: 'a@u.cl', roles: ['Admin', 'Root'] }));
    expect(getUser()).toEqual({ id: 'u', email: 'a@u.cl', name: 'a@u.cl', roles: ['Admin'] });
  });
});

test('the message for the login page is shown once', () => {
  sessionStorage.setItem(AUTH_MESSAGE, 'Tu sesión expiró. Inicia sesión nuevamente.');
  expect(takeAuthMessage()).toBe('Tu sesión expiró. Inicia sesión nuevamente.');
  expect(takeAuthMessage()).toBeNull();
});
