import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ME, showAt } from '../../../test/jsdom/render.tsx';
import { answer } from '../../../test/jsdom/server.tsx';
import { closeDocument, openDocument, pass } from '../../../test/jsdom/session.tsx';

let app: Awaited<ReturnType<typeof openDocument>>;
let drafts: typeof import('../drafts.ts');
let page: Awaited<ReturnType<typeof showAt>>;

async function open(meta: { logoutFallback?: string } = {}) {
  const { UserMenu } = await import('./user-menu.tsx');
  page = await showAt('/profile', UserMenu, meta);
}
async function signOut() {
  await page.user.click(screen.getByRole('button', { name: 'Menú de Ana Soto' }));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Cerrar sesión' }));
  await act(() => pass(0));
}
const press = async (name: string) => {
  await page.user.click(screen.getByRole('button', { name }));
  await act(() => pass(0));
};

beforeEach(async () => {
  app = await openDocument();
  drafts = await import('../drafts.ts');
  app.setProvider('google');
  app.saveSession({ token: 'old', user: { id: ME, email: 'ana@u.cl', name: 'Ana Soto', roles: ['Admin'] } });
  await drafts.forgetDrafts([], ME);
  answer('POST /auth/logout', () => ({}));
});
afterEach(closeDocument);

test('signing out leaves for the login page', async () => {
  await open();
  await signOut();
  await waitFor(() => expect(app.assign).toHaveBeenCalledWith('/auth/login'));
  expect(app.getToken()).toBeNull();
});

test('or for the fallback of the page', async () => {
  await open({ logoutFallback: '/' });
  await signOut();
  await waitFor(() => expect(app.assign).toHaveBeenCalledWith('/'));
});

describe('with work that the server does not have', () => {
  beforeEach(async () => {
    await drafts.putDraft(ME, ['project', 'x', 'need'], 'texto');
    await open();
    await signOut();
    await screen.findByRole('dialog', { name: 'Tienes cambios sin guardar' });
  });

  test('it asks first, and staying keeps it', async () => {
    await press('Seguir en la sesión');
    expect(app.getToken()).toBe('old');
    expect(await drafts.unsavedWork(ME)).toHaveLength(1);
    expect(app.assign).not.toHaveBeenCalled();
  });

  test('going on deletes it', async () => {
    await press('Cerrar sesión y borrarlos');
    await vi.waitFor(() => expect(app.assign).toHaveBeenCalledOnce());
    expect(app.getToken()).toBeNull();
    expect(await drafts.unsavedWork(ME)).toEqual([]);
  });
});
