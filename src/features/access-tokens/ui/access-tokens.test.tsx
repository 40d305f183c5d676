import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../test/jsdom/render.tsx';
import {
  type Asked,
  answer,
  held,
  refusal,
  refusedConnection,
  requests,
} from '../../../../test/jsdom/server.tsx';
import { forgetDrafts } from '../../../web/drafts.ts';
import { type AccessToken, MOST_TOKENS } from '../contract.ts';
import { AccessTokens } from './access-tokens.tsx';

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const tokenOf = (n: number, more: Partial<AccessToken> = {}): AccessToken => ({
  id: idOf(n),
  name: `Token ${n}`,
  scopes: ['projects', 'calls'],
  createdAt: '2026-03-02T12:00:00.000Z',
  expiresAt: '2026-06-01T12:00:00.000Z',
  expired: false,
  lastUsedAt: null,
  ...more,
});
const SECRET = `vin_${'a1-_'.repeat(10)}xyz`;
const POST = 'POST /access-tokens';
const TAKEN = 'Ya tienes un token con ese nombre: elige otro.';

let stored: AccessToken[];
let page: Awaited<ReturnType<typeof showAt>>;
const create = ({ body }: Asked) => {
  const made = { ...tokenOf(9), ...(body as Pick<AccessToken, 'name' | 'scopes'>) };
  stored = [made, ...stored];
  return { ...made, token: SECRET };
};

beforeEach(async () => {
  signIn();
  await forgetDrafts(['access-token']);
  stored = [];
  answer('GET /access-tokens', () => ({ tokens: stored }));
  answer(POST, create);
});
const open = async () => {
  page = await showAt('/profile', AccessTokens);
};
const button = (name: string) => screen.findByRole('button', { name });
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Tus tokens de acceso' }))
    .getAllByRole('listitem')
    .map(row => row.textContent);
const drawer = () => screen.findByRole('dialog', { name: 'Crear token' });
async function fill(name: string): Promise<void> {
  await page.user.click(await button('Crear token'));
  await page.user.type(await within(await drawer()).findByRole('textbox', { name: /^Nombre/ }), name);
}
const send = async () => page.user.click(within(await drawer()).getByRole('button', { name: 'Crear token' }));

describe('the list', () => {
  test('tells what each reads, until when, and whether a program used it', async () => {
    stored = [
      tokenOf(1, { lastUsedAt: '2026-03-05T15:04:00.000Z' }),
      tokenOf(2, { scopes: ['figures'], expired: true, expiresAt: '2026-03-03T12:00:00.000Z' }),
    ];
    await open();
    expect(await rows()).toEqual([
      expect.stringMatching(
        /^Token 1Lee: Proyectos, ConvocatoriasVence el .+ · usado por última vez el .+12:04/,
      ),
      expect.stringMatching(/^Token 2VencidoLee: CifrasVenció el .+ · nunca usado/),
    ]);
  });

  test('asks again where it could not be read', async () => {
    answer('GET /access-tokens', () => refusal(503, { code: 'unavailable', detail: 'Ahora no.' }));
    await open();
    await screen.findByText('Ahora no.');
    stored = [tokenOf(1)];
    answer('GET /access-tokens', () => ({ tokens: stored }));
    await page.user.click(await button('Reintentar'));
    expect(await rows()).toHaveLength(1);
  });

  test('offers no further one at the most, and says why', async () => {
    stored = Array.from({ length: MOST_TOKENS }, (_, n) => tokenOf(n));
    await open();
    await page.user.click(await button('Crear token'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect((await button('Crear token')).getAttribute('aria-disabled')).toBe('true');
    expect(await screen.findAllByText(/Tienes 10, que es el máximo/)).not.toEqual([]);
  });
});

describe('a new one', () => {
  test('is shown once, with an example that is ready to be run', async () => {
    await open();
    await fill('Panel de la facultad');
    await page.user.click(within(await drawer()).getByRole('checkbox', { name: /^Cifras/ }));
    const answered = held(POST, create);
    await send();
    await send();
    answered.release();
    const shown = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Tu token/ });
    expect([shown.value, shown.readOnly]).toEqual([SECRET, true]);
    await screen.findByText(
      new RegExp(`^curl -H "Authorization: Bearer ${SECRET}" ".+/projects\\?size=50"$`),
    );
    expect(requests(POST).map(({ body }) => body)).toEqual([
      { name: 'Panel de la facultad', scopes: ['projects', 'figures'], days: '90' },
    ]);
    expect(await rows()).toHaveLength(1);
    await page.user.click(await button('Cerrar'));
    await waitFor(() => expect(document.body.textContent).not.toContain(SECRET));
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain(SECRET);
  });

  test('that is not ready says what is missing and asks the server for nothing', async () => {
    await open();
    await page.user.click(await button('Crear token'));
    await page.user.click(await within(await drawer()).findByRole('checkbox', { name: /^Proyectos/ }));
    await send();
    await screen.findByText('Elige al menos uno.');
    expect(requests(POST)).toEqual([]);
  });

  test('keeps what was entered when it is refused or the connection fails', async () => {
    answer(POST, () =>
      refusal(422, {
        ...{ code: 'rule', detail: 'Revisa los campos marcados.' },
        errors: [{ path: 'name', message: TAKEN }],
      }),
    );
    await open();
    await fill('Planilla');
    await send();
    await screen.findByText(TAKEN);
    answer(POST, refusedConnection);
    await page.user.type(within(await drawer()).getByRole('textbox', { name: /^Nombre/ }), ' 2');
    await send();
    await waitFor(() => expect(requests(POST)).toHaveLength(2));
    answer(POST, create);
    await send();
    await screen.findByRole('textbox', { name: /^Tu token/ });
    expect(requests(POST).at(-1)?.body).toMatchObject({ name: 'Planilla 2' });
  });
});

test('one is revoked after asking, and stays where that failed', async () => {
  stored = [tokenOf(1), tokenOf(2)];
  answer(`DELETE /access-tokens/${idOf(2)}`, () =>
    refusal(503, { code: 'unavailable', detail: 'Ahora no.' }),
  );
  await open();
  await page.user.click(await button('Revocar Token 2'));
  const dialog = await screen.findByRole('dialog', { name: '¿Revocar «Token 2»?' });
  await page.user.click(within(dialog).getByRole('button', { name: 'Revocar' }));
  await screen.findByText('Ahora no.');
  expect(stored).toHaveLength(2);
  answer(`DELETE /access-tokens/${idOf(2)}`, () => {
    stored = stored.filter(({ id }) => id !== idOf(2));
    return { id: idOf(2) };
  });
  await page.user.click(within(dialog).getByRole('button', { name: 'Revocar' }));
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  await screen.findByText('Revocaste el token: ya no lee nada.');
});
