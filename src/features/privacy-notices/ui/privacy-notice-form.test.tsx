import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { showAt } from '../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../test/jsdom/server.tsx';
import { PROPOSED_NOTICE } from '../../../domain/privacy/notice.ts';
import { forgetDrafts, settleDrafts, unsavedWork } from '../../../web/drafts.ts';
import type { PrivacyNotice } from '../contract.ts';
import { PrivacyNoticeForm } from './privacy-notice-form.tsx';

const notice = (version: number, body = 'Aviso de privacidad con más de cincuenta letras, como se pide.') =>
  ({
    ...{ version, body, publishedBy: null, isProposal: body === PROPOSED_NOTICE },
    publishedAt: `2026-11-0${version}T12:00:00.000Z`,
  }) satisfies PrivacyNotice;

afterEach(async () => {
  cleanup();
  await settleDrafts();
  await forgetDrafts();
});

async function open() {
  answer('GET /privacy-notices', () => [notice(2), notice(1)]);
  const onSaved = vi.fn();
  const { user } = await showAt('/', () => <PrivacyNoticeForm onSaved={onSaved} />);
  const text = await screen.findByRole('textbox', { name: 'Texto' });
  return { user, text, onSaved };
}

const publish = () => screen.getByRole('button', { name: 'Publicar versión 3' });
const confirm = async () =>
  within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publicar' });

test('the current notice stands with its day, those before with their links', async () => {
  await open();
  expect(screen.getByText(/Versión 2, vigente desde el/).textContent).toContain('02-11-2026');
  const [before] = screen.getAllByRole('listitem');
  expect(before?.textContent).toBe('Versión 1, desde el 01-11-2026');
  const links = screen
    .getAllByRole('link')
    .map(link => [link.getAttribute('href'), link.getAttribute('target')]);
  expect(links).toEqual([
    ['/publico/privacidad?version=2', '_blank'],
    ['/publico/privacidad?version=1', '_blank'],
  ]);
});

test('a new version is published once that is confirmed; letters left are told, too few are refused', async () => {
  const { user, text, onSaved } = await open();
  expect(publish()).toHaveProperty('disabled', true);
  await user.clear(text);
  await user.type(text, 'Corto');
  expect(screen.getByText(/9\.995/)).toBeTruthy();
  await user.click(publish());
  expect(await screen.findByText('Escribe al menos 50 caracteres.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();

  const body = 'Otro aviso de privacidad, con más de cincuenta letras para que sirva.';
  await user.clear(text);
  await user.type(text, body);
  await user.click(publish());
  const yes = await confirm();
  expect(requests('POST /privacy-notices')).toEqual([]);
  answer('POST /privacy-notices', () => {
    answer('GET /privacy-notices', () => [notice(3, body), notice(2), notice(1)]);
    return notice(3, body);
  });
  await user.click(yes);
  await screen.findByText(/Versión 3, vigente desde el/);
  expect(requests('POST /privacy-notices').map(r => r.body)).toEqual([{ body, version: 2 }]);
  expect(onSaved).toHaveBeenCalledOnce();
});

test('what was typed survives that somebody else published meanwhile', async () => {
  const { user, text } = await open();
  await user.type(text, ' Y algo más.');
  answer('POST /privacy-notices', () =>
    refusal(409, { code: 'conflict', detail: 'Otra persona publicó la versión 3.' }),
  );
  await user.click(publish());
  await user.click(await confirm());
  expect(await screen.findByText('Otra persona publicó la versión 3.')).toBeTruthy();
  expect(text).toHaveProperty('value', expect.stringContaining('Y algo más.'));
});

const propose = () => screen.getByRole('button', { name: 'Usar el texto propuesto' });

test('the proposed text fills the editor; what was typed is asked for first, and nothing is published', async () => {
  const { user, text } = await open();
  await user.click(propose());
  expect(text).toHaveProperty('value', PROPOSED_NOTICE);
  expect(screen.queryByRole('dialog')).toBeNull();

  await user.clear(text);
  await user.type(text, 'Algo propio.');
  await user.click(propose());
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Cancelar' }));
  expect(text).toHaveProperty('value', 'Algo propio.');
  await user.click(propose());
  const again = within(await screen.findByRole('dialog'));
  await user.click(again.getByRole('button', { name: 'Reemplazar lo escrito' }));
  await waitFor(() => expect(text).toHaveProperty('value', PROPOSED_NOTICE));
  expect(requests('POST /privacy-notices')).toEqual([]);
});

test('where it is the notice already it is not offered', async () => {
  answer('GET /privacy-notices', () => [notice(1, PROPOSED_NOTICE)]);
  await showAt('/', () => <PrivacyNoticeForm onSaved={vi.fn()} />);
  await screen.findByRole('textbox', { name: 'Texto' });
  expect(screen.queryByRole('button', { name: 'Usar el texto propuesto' })).toBeNull();
});

test('what was typed is there after a look elsewhere, and no more once it was published', async () => {
  const first = await open();
  await first.user.type(first.text, ' Y algo más.');
  cleanup();
  await settleDrafts();

  const { user, text, onSaved } = await open();
  await waitFor(() => expect(text).toHaveProperty('value', expect.stringMatching(/ Y algo más\.$/)));
  expect(screen.queryByText(/después de que escribiste esto/)).toBeNull();
  answer('POST /privacy-notices', () => notice(3));
  await user.click(publish());
  await user.click(await confirm());
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  await act(settleDrafts);
  expect(await unsavedWork()).toEqual([]);
});

test('over a version that somebody has published since, that is said', async () => {
  const first = await open();
  await first.user.type(first.text, ' Y algo más.');
  cleanup();
  await settleDrafts();
  answer('GET /privacy-notices', () => [
    notice(3, 'Otro texto de otra persona, con más de cincuenta letras.'),
  ]);
  await showAt('/', () => <PrivacyNoticeForm onSaved={vi.fn()} />);
  await screen.findByText(/^Se publicó la versión 3 después de que escribiste esto/);
  expect(screen.getByRole('textbox', { name: 'Texto' })).toHaveProperty(
    'value',
    expect.stringMatching(/^Aviso de privacidad .* Y algo más\.$/),
  );
});
