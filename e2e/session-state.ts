import { expect, type Page, type Request } from '@playwright/test';
import { storedState } from './fixtures.ts';

export const MINUTE = 60_000;
export const HALF_HOUR = 30 * MINUTE;
export const EXPIRED = 'Tu sesión expiró. Inicia sesión nuevamente.';

export const AUTH_CALL = /\/api\/auth\/(microsoft|google)$/;
export const isAuthCall = (request: Request) => AUTH_CALL.test(request.url());
export const token = async (page: Page) => (await storedState(page))['auth-token'];

export async function expectSignedOut(page: Page): Promise<void> {
  await expect(page).toHaveURL('/auth/login');
  expect(await storedState(page)).toMatchObject({
    'auth-token': null,
    'auth-user': null,
    'auth-google-account': null,
    'auth-microsoft-account': null,
  });
}
