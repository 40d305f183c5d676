import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { chosen, isOn, LEAD, photo, StoredPublication } from '../../../../../test/jsdom/publication.tsx';
import { ME, signIn } from '../../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import { idOf, PROJECT } from '../../../../../test/jsdom/surveys.tsx';
import { MOST_PUBLISHED_PHOTOS } from '../../../../domain/publishing/publication.ts';
import { draftOwner, forgetDrafts, getDraft } from '../../../../web/drafts.ts';
import { queryClient } from '../../../../web/query.ts';
import type { ProjectDetail } from '../../../project-record/detail/contract.ts';
import type { Publication } from '../../contract.ts';
import { publicationTab } from '../slots.tsx';

let stored: StoredPublication;
let page: Awaited<ReturnType<StoredPublication['show']>>;

const show = async (more: Partial<Publication> = {}, readsPublication = true) => {
  page = await stored.show(more, readsPublication);
};
const press = (name: string) => page.press(name);
const tick = async (name: string) => page.user.click(await screen.findByRole('checkbox', { name }));
const toggle = async (name: RegExp) => page.user.click(await screen.findByRole('switch', { name }));
const caption = (n: number) =>
  screen.findByRole<HTMLInputElement>('textbox', { name: `Pie de foto de foto-${n}.jpg` });
const order = () =>
  within(screen.getByRole('list', { name: 'Fotos elegidas, en su orden' }))
    .getAllByRole<HTMLInputElement>('textbox')
    .map(box => box.value);
const sent = () => requests(`PUT ${stored.at}`).map(({ body }) => body);
const focused = () => document.activeElement?.getAttribute('aria-label');
const CATALOGUE = /^Publicarlo en el catálogo público/;
const RESULTS = /^Mostrar también sus resultados/;

beforeEach(async () => {
  signIn();
  await forgetDrafts([], ME);
  stored = new StoredPublication();
});

describe('whether it is public', () => {
  test('says what hinders it, and once nothing does where it is', async () => {
    await show();
    const box = within(await screen.findByRole('region', { name: 'Este proyecto no es público' }));
    expect(box.getByRole('listitem').textContent).toBe('Falta el consentimiento para publicarlo.');
    expect(screen.queryByRole('link', { name: /^https/ })).toBeNull();
    await toggle(CATALOGUE);
    await press('Guardar publicación');
    await screen.findByRole('region', { name: 'Este proyecto es público' });
    const link = screen.getByRole('link', { name: /^https/ });
    expect(link.getAttribute('href')).toBe(stored.publication.address);
    expect(link.getAttribute('target')).toBe('_blank');
    await press('Copiar dirección');
    expect(await navigator.clipboard.readText()).toBe(stored.publication.address);
    expect(sent()).toEqual([{ consented: true, showsResults: false, photos: [], version: 0 }]);
    expect(await screen.findByText('Todo guardado.')).toBeTruthy();
  });

  test('is offered to whom the server says, and read by nobody else', async () => {
    const offered = (readsPublication: boolean) =>
      publicationTab.isOffered?.({ readsPublication } as Partial<ProjectDetail> as ProjectDetail, false);
    expect([offered(true), offered(false)]).toEqual([true, false]);
    await show({}, false);
    expect(await screen.findByText('No hay nada de su publicación que puedas ver')).toBeTruthy();
    expect(requests()).toEqual([]);
    page.unmount();
    answer(`GET ${stored.at}`, () => refusal(404, { code: 'not_found' }));
    await show();
    expect(await screen.findByText('No hay nada de su publicación que puedas ver')).toBeTruthy();
  });

  test('a reading that fails is said, and tried again', async () => {
    answer(`GET ${stored.at}`, () => refusal(422, { code: 'rule', detail: 'No se pudo leer.' }));
    await show();
    expect(await screen.findByText('No se pudo leer.')).toBeTruthy();
    answer(`GET ${stored.at}`, () => stored.publication);
    await press('Reintentar');
    expect(await screen.findByRole('region', { name: 'Qué se muestra' })).toBeTruthy();
  });
});

describe('what is saved', () => {
  test('a refusal is said, and nothing of it is lost', async () => {
    await show();
    answer(`PUT ${stored.at}`, () =>
      refusal(422, { code: 'rule', detail: 'Se decide desde que está aprobado.' }),
    );
    await toggle(RESULTS);
    await press('Guardar publicación');
    expect((await screen.findByRole('alert')).textContent).toBe('Se decide desde que está aprobado.');
    expect(isOn(RESULTS)).toBe(true);
    await press('Descartar cambios');
    expect(isOn(RESULTS)).toBe(false);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('what was not saved is there after a reload', async () => {
    await show();
    await toggle(CATALOGUE);
    // Kept as soon as it was looked whether an earlier visit left anything.
    const kept = () => getDraft(draftOwner(), ['project', PROJECT.id, 'publication']);
    await waitFor(async () => expect(await kept()).toBeTruthy());
    page.unmount();
    await show();
    expect(await screen.findByText(/^Recuperamos/)).toBeTruthy();
    expect(isOn(CATALOGUE)).toBe(true);
    await press('Guardar publicación');
    await waitFor(() => expect(stored.publication.consented).toBe(true));
  });

  test.each([
    ['Guardar lo mío', true, false],
    ['Usar lo guardado', false, true],
  ])('what somebody else saved meanwhile is shown: «%s»', async (choice, consented, showsResults) => {
    await show();
    await toggle(CATALOGUE);
    stored.change({ showsResults: true, photos: [chosen(1, 0, 'Huerta en marzo')], version: 4 });
    await press('Guardar publicación');
    const told = await screen.findByRole('alert');
    expect(told.textContent).toContain(
      'Dejó: publicarlo, no; mostrar sus resultados, sí; 1 foto: «Huerta en marzo».',
    );
    expect(isOn(CATALOGUE)).toBe(true);
    expect(screen.getByRole('button', { name: 'Guardar publicación' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await press(choice);
    await waitFor(() => expect(screen.queryByText(/^Otra persona guardó/)).toBeNull());
    await waitFor(() => expect(stored.publication).toMatchObject({ consented, showsResults }));
    expect([isOn(CATALOGUE), isOn(RESULTS)]).toEqual([consented, showsResults]);
    expect(await screen.findByText('Todo guardado.')).toBeTruthy();
  });

  test('what was decided of the name alone is in nobody’s way', async () => {
    await show();
    await toggle(CATALOGUE);
    stored.change({ lead: { ...LEAD, isShown: true }, version: 7 });
    await press('Guardar publicación');
    await waitFor(() => expect(stored.publication).toMatchObject({ consented: true, version: 8 }));
    expect(screen.queryByText(/^Otra persona guardó/)).toBeNull();
  });

  test('whoever has changed nothing sees what others saved', async () => {
    await show();
    await screen.findByRole('switch', { name: CATALOGUE });
    stored.change({ consented: true, version: 2 });
    await queryClient.invalidateQueries();
    await waitFor(() => expect(isOn(CATALOGUE)).toBe(true));
    expect(screen.getByText('Todo guardado.')).toBeTruthy();
  });
});

describe('the photos', () => {
  test('without any it says where they come from', async () => {
    await show();
    expect(await screen.findByText('El proyecto no tiene fotos')).toBeTruthy();
    const hrefs = screen.getAllByRole('link').map(link => link.getAttribute('href'));
    expect(hrefs).toEqual([
      `/projects/pacs/${PROJECT.id}?tab=files`,
      `/projects/pacs/${PROJECT.id}?tab=execution`,
    ]);
  });

  test('one is chosen with what it shows, which is asked for', async () => {
    await show({ photos: [photo(1), photo(2)] });
    expect(await screen.findByText(/^0 fotos elegidas de un máximo de 12/)).toBeTruthy();
    await tick('Mostrar foto-2.jpg');
    await waitFor(async () => expect(document.activeElement).toBe(await caption(2)));
    expect(screen.getByText('«foto-2.jpg» es la 1 de 1.')).toBeTruthy();
    await page.user.keyboard('Ho');
    await press('Guardar publicación');
    const words = 'Escribe al menos 3 caracteres.';
    expect((await screen.findByRole('alert')).textContent).toBe(`Foto 1: ${words}`);
    await waitFor(async () => expect(document.activeElement).toBe(await caption(2)));
    expect((await caption(2)).getAttribute('aria-invalid')).toBe('true');
    expect((await caption(2)).maxLength).toBe(200);
    expect(sent()).toEqual([]);
    await page.user.keyboard('jas de acelga ');
    await press('Guardar publicación');
    await waitFor(() =>
      expect(sent()).toMatchObject([{ photos: [{ file: idOf(42), caption: 'Hojas de acelga ' }] }]),
    );
    // What stays on screen is what is stored.
    await waitFor(async () => expect((await caption(2)).value).toBe('Hojas de acelga'));
  });

  test('their order is changed by the keyboard, which stays on what it moved', async () => {
    await show({ photos: [chosen(1, 0, 'Uno'), chosen(2, 1, 'Dos'), chosen(3, 2, 'Tres')] });
    await press('Bajar foto-1.jpg');
    expect(order()).toEqual(['Dos', 'Uno', 'Tres']);
    expect(screen.getByText('«foto-1.jpg» es ahora la 2 de 3.')).toBeTruthy();
    await waitFor(() => expect(focused()).toBe('Bajar foto-1.jpg'));
    await page.user.keyboard('{Enter}');
    expect(order()).toEqual(['Dos', 'Tres', 'Uno']);
    // At the end of the list there is no way down.
    await waitFor(() => expect(focused()).toBe('Subir foto-1.jpg'));
    await page.user.keyboard('{Enter}');
    expect(order()).toEqual(['Dos', 'Uno', 'Tres']);
    await press('Guardar publicación');
    await waitFor(() =>
      expect(sent()).toMatchObject([
        { photos: [{ caption: 'Dos' }, { caption: 'Uno' }, { caption: 'Tres' }] },
      ]),
    );
  });

  test('what is wrong of one moves with it, and goes with it', async () => {
    await show({ photos: [chosen(1, 0, 'Uno'), chosen(2, 1, 'Dos')] });
    await page.user.clear(await caption(2));
    await press('Guardar publicación');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Foto 2: /);
    await press('Subir foto-2.jpg');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Foto 1: /);
    await tick('Mostrar foto-2.jpg');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.getByText('«foto-2.jpg» ya no está entre las elegidas.')).toBeTruthy();
    const left = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Mostrar foto-2.jpg' });
    await waitFor(() => expect(document.activeElement).toBe(left));
    await press('Guardar publicación');
    await waitFor(() => expect(sent()).toMatchObject([{ photos: [{ file: idOf(41) }] }]));
  });

  test('one that may not be shown says why and where that is answered', async () => {
    const refused = 'Nadie ha dicho si se reconocen personas.';
    await show({ photos: [{ ...chosen(1, 0, 'Uno'), refusal: refused }, photo(2, { refusal: refused })] });
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Mostrar foto-2.jpg' });
    expect(box.disabled).toBe(true);
    const [own] = within(screen.getByRole('list', { name: 'Otras fotos del proyecto' })).getAllByRole(
      'listitem',
    );
    expect(own?.textContent).toContain(`${refused} Míralo en la pestaña Archivos.`);
    // One that was chosen before may be taken off.
    await tick('Mostrar foto-1.jpg');
    await press('Guardar publicación');
    await waitFor(() => expect(sent()).toMatchObject([{ photos: [] }]));
  });

  test('no more than twelve are chosen', async () => {
    const full = Array.from({ length: MOST_PUBLISHED_PHOTOS }, (_, n) => chosen(n, n, `Foto ${n}`));
    await show({ photos: [...full, photo(20)] });
    expect(await screen.findByText(/^12 fotos elegidas de un máximo de 12: quita una para elegir otra\./));
    const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Mostrar foto-20.jpg' });
    expect(box().disabled).toBe(true);
    await tick('Mostrar foto-3.jpg');
    await waitFor(() => expect(box().disabled).toBe(false));
  });

  test('one whose file is gone is told, and no longer sent once it is taken off', async () => {
    await show({ photos: [chosen(1, 0, 'Uno'), chosen(2, 1, 'Dos')] });
    await page.user.type(await caption(1), ' más');
    stored.change({ photos: [chosen(1, 0, 'Uno')] });
    await queryClient.invalidateQueries();
    expect(await screen.findByText(/^Ya no está entre las fotos del proyecto/)).toBeTruthy();
    await tick('Mostrar Foto');
    await press('Guardar publicación');
    await waitFor(() => expect(sent()).toMatchObject([{ photos: [{ caption: 'Uno más' }] }]));
  });
});
