import { act, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ME, signIn } from '../../../../../test/jsdom/render.tsx';
import { StoredSection } from '../../../../../test/jsdom/section.tsx';
import { answer, held, refusal, refusedConnection, requests } from '../../../../../test/jsdom/server.tsx';
import { pass } from '../../../../../test/jsdom/session.tsx';
import { forgetDrafts, settleDrafts, unsavedWork } from '../../../../web/drafts.ts';
import { clearSession } from '../../../../web/storage.ts';

const later = (ms: number) => act(() => pass(ms));
const place = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Lugar' });
/** Of the section, not of one of its fields. */
const status = () =>
  screen
    .getAllByRole('status')
    .filter(each => !each.closest('[data-field]'))
    .map(each => each.textContent);

let stored: StoredSection;
let page: Awaited<ReturnType<StoredSection['open']>>;

// Fetched when first needed, for which only real time counts.
beforeAll(() => import('./conflict-panel.tsx'));

beforeEach(async () => {
  signIn();
  await forgetDrafts([], ME);
  stored = new StoredSection('territory', { place: 'Lota', scope: 'local' });
});

async function write(text: string) {
  await page.user.clear(place());
  await page.user.paste(text);
}

/** The document goes away, and is opened again. */
async function reload() {
  page.unmount();
  await later(0);
  page = await stored.open();
  await later(0);
}

describe('what is typed', () => {
  beforeEach(async () => {
    page = await stored.open();
  });

  test('is sent once, a second after the last letter, over the version it started from', async () => {
    await page.user.type(place(), ' y Coronel');
    expect(status()).toEqual(['Cambios sin guardar']);
    await later(999);
    expect(requests(stored.path)).toEqual([]);
    await later(1);
    expect(requests(stored.path)).toMatchObject([
      { body: { version: 1, data: { place: 'Lota y Coronel', scope: 'local' } } },
    ]);
    expect(status()).toEqual([expect.stringMatching(/^Guardado a las \d\d:\d\d$/)]);
    expect(await unsavedWork()).toEqual([]);
    await write('Arauco');
    await later(1000);
    expect(requests(stored.path)).toHaveLength(2);
    expect(stored).toMatchObject({ version: 3, data: { place: 'Arauco' } });
  });

  test('changes what is missing at once; the project is asked for again only when how much is missing did', async () => {
    const asked = () => requests(`GET /projects/${stored.kind}/p1`).length;
    const progress = () => screen.getByTitle('Avance').textContent;
    expect([progress(), asked()]).toEqual(['0 de 1', 1]);
    await write('Coronel');
    await later(1000);
    expect([progress(), asked()]).toEqual(['0 de 1', 1]);
    const { release } = held(`GET /projects/${stored.kind}/p1`);
    await page.user.click(screen.getByRole('combobox', { name: 'Alcance' }));
    await page.user.click(screen.getByRole('option', { name: 'Internacional' }));
    await later(1000);
    await later(1);
    expect([progress(), asked()]).toEqual(['0 de 0', 2]);
    release();
  });

  test('stays in this browser without a connection, and goes when it is back', async () => {
    answer(stored.path, refusedConnection);
    await write('Coronel');
    await later(1000);
    expect(status()).toEqual([
      'Sin conexión. Guardamos tus cambios en este equipo y los enviaremos al volver.',
    ]);
    expect(await unsavedWork()).toMatchObject([{ key: ['project', 'p1', 'territory'] }]);
    answer(stored.path, ({ body }) => stored.take(body as Parameters<typeof stored.take>[0]));
    act(() => void window.dispatchEvent(new Event('online')));
    await later(0);
    expect(stored.data.place).toBe('Coronel');
    expect(status()).toEqual([expect.stringMatching(/^Guardado a las/)]);
    expect(await unsavedWork()).toEqual([]);
  });

  test('is sent on leaving the section, without waiting', async () => {
    await write('Coronel');
    page.unmount();
    await later(0);
    expect(stored.data.place).toBe('Coronel');
    expect(await unsavedWork()).toEqual([]);
  });

  test('is sent though the storage of the browser does not answer', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockReturnValue({} as IDBRequest);
    await reload();
    await write('Coronel');
    await later(1000);
    expect(stored.data.place).toBe('Coronel');
    // Nor is the next reload held up by it.
    await settleDrafts();
  });

  test('survives a reload: it is shown, and sent by itself', async () => {
    answer(stored.path, refusedConnection);
    await write('Coronel');
    await later(0);
    await reload();
    expect(place().value).toBe('Coronel');
    expect(status()).toContainEqual(expect.stringMatching(/^Recuperamos lo que estabas escribiendo el /));
    answer(stored.path, ({ body }) => stored.take(body as Parameters<typeof stored.take>[0]));
    await later(15_000);
    expect(stored).toMatchObject({ version: 2, data: { place: 'Coronel' } });
  });

  test('survives the end of the session, and waits for the same person', async () => {
    vi.stubGlobal('location', { origin: window.location.origin, reload: () => {} });
    vi.spyOn(console, 'info').mockImplementation(() => {});
    answer(stored.path, () => refusal(401, { code: 'unauthenticated', detail: 'Tu sesión expiró.' }));
    await write('Coronel');
    await later(1000);
    expect(localStorage.getItem('auth-token')).toBeNull();
    answer(stored.path, ({ body }) => stored.take(body as Parameters<typeof stored.take>[0]));
    signIn('00000000-0000-4000-8000-000000000003');
    await reload();
    expect(place().value).toBe('Lota');
    clearSession();
    signIn();
    await reload();
    expect(place().value).toBe('Coronel');
    await later(1000);
    expect(stored.data.place).toBe('Coronel');
  });

  test('and refused says why, at its field', async () => {
    const errors = [{ path: 'data.place', message: 'Escribe un lugar de la región.' }];
    answer(stored.path, () =>
      refusal(400, { code: 'invalid', detail: 'Revisa los datos marcados.', errors }),
    );
    await write('Coronel');
    await later(60_000);
    expect(status()).toEqual(['Revisa los datos marcados.']);
    expect(screen.getByText('Escribe un lugar de la región.')).toBeTruthy();
    expect(requests(stored.path)).toHaveLength(1);
  });
});

describe('saved by somebody else meanwhile', () => {
  const panel = (name: string) => screen.getByRole('region', { name });
  const field = (name: string) => within(screen.getByRole('radiogroup', { name }));
  const chosen = (name: string) =>
    field(name)
      .getAllByRole<HTMLInputElement>('radio')
      .filter(radio => radio.checked)
      .map(radio => radio.value);
  const press = (name: string) => page.user.click(screen.getByRole('button', { name }));

  async function collide(by = stored.by) {
    page = await stored.open();
    stored.change({ place: 'Penco', scope: 'regional' }, by);
    await write('Coronel');
    await later(1000);
  }

  test('shows both values of each field that differs, with who saved it', async () => {
    await collide();
    panel('Otra persona guardó cambios mientras editabas');
    expect(screen.getByRole('alert').textContent).toMatch(/guardada por Matías Sepúlveda el 22-11-2026/);
    field('Lugar').getByText('Coronel');
    field('Lugar').getByText('Penco');
    field('Lugar').getByRole('radio', { name: 'Lo guardado por Matías Sepúlveda' });
    field('Alcance').getByText('Regional');
    expect(screen.getAllByRole('radiogroup')).toHaveLength(2);
    await later(60_000);
    expect(requests(stored.path)).toHaveLength(1);
    expect(stored.data.place).toBe('Penco');
  });

  test('or by oneself in another window is told as such', async () => {
    await collide({ id: ME, name: 'Ana Soto' });
    panel('Guardaste cambios en otra ventana mientras editabas');
    field('Lugar').getByRole('radio', { name: 'Lo guardado por ti en otra ventana' });
  });

  test('proposes one’s own where one has changed it, else what was saved', async () => {
    await collide();
    expect([chosen('Lugar'), chosen('Alcance')]).toEqual([['mine'], ['stored']]);
    await press('Guardar lo elegido');
    await later(0);
    expect(stored.data).toMatchObject({ place: 'Coronel', scope: 'regional' });
    expect(place().value).toBe('Coronel');
    expect(status()).toEqual([expect.stringMatching(/^Guardado a las/)]);
  });

  test('lets each field be chosen', async () => {
    await collide();
    await page.user.click(field('Lugar').getByRole('radio', { name: /^Lo guardado/ }));
    await page.user.click(field('Alcance').getByRole('radio', { name: 'Lo mío' }));
    await press('Guardar lo elegido');
    await later(0);
    expect(stored.data).toMatchObject({ place: 'Penco', scope: 'local' });
    expect(place().value).toBe('Penco');
  });

  test.each([
    ['Conservar lo mío', { place: 'Coronel', scope: 'local' }, 3],
    ['Usar lo guardado', { place: 'Penco', scope: 'regional' }, 2],
  ])('%s takes all of one side', async (button, data, version) => {
    await collide();
    await press(button);
    await later(0);
    expect(stored).toMatchObject({ data, version });
    expect(place().value).toBe(data.place);
    expect(await unsavedWork()).toEqual([]);
    // What is typed next goes over what is stored now.
    await write('Arauco');
    await later(1000);
    expect(stored.data.place).toBe('Arauco');
  });

  test('knows after a reload what both started from', async () => {
    await collide();
    stored.change({ place: 'Tomé' });
    await reload();
    await later(1000);
    field('Lugar').getByText('Coronel');
    field('Lugar').getByText('Tomé');
    expect([chosen('Lugar'), chosen('Alcance')]).toEqual([['mine'], ['stored']]);
    await press('Guardar lo elegido');
    await later(0);
    expect(stored.data).toMatchObject({ place: 'Coronel', scope: 'regional' });
  });

  test('the same as one’s own is no conflict', async () => {
    page = await stored.open();
    stored.change({ place: 'Coronel' });
    await write('Coronel');
    await later(1000);
    expect(screen.queryByRole('region')).toBeNull();
    expect(status()).toEqual(['Guardado a las 12:00']);
  });
});
