import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { chosen, isOn, LEAD, StoredPublication } from '../../../../../test/jsdom/publication.tsx';
import { ME, signIn } from '../../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import { forgetDrafts } from '../../../../web/drafts.ts';

let stored: StoredPublication;
const sent = (below: string) => requests(`PUT ${stored.at}/${below}`).map(({ body }) => body);
const box = (name: string) => screen.findByRole('region', { name });
/** But for those of toasts. */
const buttons = () => screen.queryAllByRole('button').filter(each => each.className !== 'toast-close');
const OWN = /^Mostrar mi nombre como responsable/;
const READER = { mayManage: false, mayShowName: false };

beforeEach(async () => {
  signIn();
  await forgetDrafts([], ME);
  stored = new StoredPublication();
});

describe('whoever may not manage it', () => {
  test('reads what was decided, and why it is not theirs', async () => {
    await stored.show({
      ...{ ...READER, consented: true, photos: [chosen(1, 0, 'Huerta en marzo')] },
      manageRefusal: 'Se decide desde que el proyecto está aprobado.',
    });
    expect((await screen.findByRole('note')).textContent).toBe(
      'Se decide desde que el proyecto está aprobado.',
    );
    for (const each of screen.getAllByRole<HTMLInputElement>('switch')) expect(each.disabled).toBe(true);
    expect(isOn(/^Publicarlo/)).toBe(true);
    const photos = within(screen.getByRole('list', { name: 'Fotos que se muestran' }));
    expect(photos.getByRole('listitem').textContent).toContain('Huerta en marzo');
    expect(
      screen.getByText('No se muestra ningún nombre. Solo Ana Soto puede mostrar el suyo.'),
    ).toBeTruthy();
    for (const role of ['checkbox', 'textbox']) expect(screen.queryByRole(role)).toBeNull();
    expect(buttons()).toEqual([]);
  });

  test('is told of no photos, and whose name is shown', async () => {
    await stored.show({ ...READER, lead: { ...LEAD, isShown: true } });
    expect(await screen.findByText('No se muestran fotos.')).toBeTruthy();
    expect(screen.getByText('Se muestra el nombre de Ana Soto.')).toBeTruthy();
    expect(buttons()).toEqual([]);
  });
});

describe('the name of who leads it', () => {
  test('is shown at once by themselves alone; a refusal puts it back', async () => {
    const { user } = await stored.show();
    answer(`PUT ${stored.at}/name`, () => refusal(422, { code: 'rule', detail: 'Ya no lo diriges.' }));
    const own = await screen.findByRole('switch', { name: OWN });
    await user.click(own);
    expect(await screen.findByText('Ya no lo diriges.')).toBeTruthy();
    expect(isOn(OWN)).toBe(false);
    answer(`PUT ${stored.at}/name`, () => stored.change({ lead: { ...LEAD, isShown: true } }));
    await user.click(own);
    expect(await screen.findByText('Tu nombre se muestra.')).toBeTruthy();
    await waitFor(() => expect(isOn(OWN)).toBe(true));
    expect(screen.queryByText('Ya no lo diriges.')).toBeNull();
    expect(sent('name')).toEqual([{ shown: true }, { shown: true }]);
  });

  test('is taken off by who manages it, after being told that only its owner puts it back', async () => {
    const { press } = await stored.show({ mayShowName: false, lead: { ...LEAD, isShown: true } });
    await press('Quitar el nombre');
    const dialog = within(await screen.findByRole('dialog', { name: 'Quitar el nombre' }));
    expect(dialog.getByText(/Solo Ana Soto puede volver a mostrarlo/)).toBeTruthy();
    answer(`PUT ${stored.at}/name`, () => stored.change({ lead: { ...LEAD, isShown: false } }));
    await press('Quitar');
    expect(await screen.findByText(/^No se muestra ningún nombre/)).toBeTruthy();
    expect(sent('name')).toEqual([{ shown: false }]);
    expect(screen.queryByRole('button', { name: 'Quitar el nombre' })).toBeNull();
  });
});

describe('what the office withholds', () => {
  const WITHHELD = { at: '2026-11-20T15:00:00.000Z', by: 'Luz Vera', reason: 'Lo pidió la escuela socia.' };

  test('is told to its people with who, when and why; none of them lets it back', async () => {
    await stored.show({ withheld: WITHHELD, hindrances: ['La oficina lo retiró del catálogo público.'] });
    const shown = within(await box('Este proyecto no es público')).getByRole('note');
    expect(shown.textContent).toContain('Luz Vera, 20-11-2026 12:00');
    expect(shown.textContent).toContain('Lo pidió la escuela socia.');
    expect(screen.queryByRole('button', { name: 'Volver a mostrar' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Retirar del catálogo público' })).toBeNull();
  });

  test('is asked for a reason; a refusal keeps what was written', async () => {
    const { user, press } = await stored.show({ mayWithhold: true, isPublic: true, hindrances: [] });
    await press('Retirar del catálogo público');
    const dialog = within(await screen.findByRole('dialog', { name: 'Retirar del catálogo público' }));
    const send = () => user.click(dialog.getByRole('button', { name: 'Retirar del catálogo público' }));
    await user.type(dialog.getByRole('textbox'), 'Corto');
    await send();
    expect(sent('withholding')).toEqual([]);
    await user.type(dialog.getByRole('textbox'), ', pero ya no tanto');
    answer(`PUT ${stored.at}/withholding`, () =>
      refusal(422, { code: 'rule', detail: 'Formas parte de él.' }),
    );
    await send();
    expect((await dialog.findByRole('alert')).textContent).toBe('Formas parte de él.');
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Corto, pero ya no tanto');
    answer(`PUT ${stored.at}/withholding`, () => stored.change({ withheld: WITHHELD, isPublic: false }));
    await send();
    expect(await screen.findByRole('button', { name: 'Volver a mostrar' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('withholding').at(-1)).toEqual({ withheld: true, reason: 'Corto, pero ya no tanto' });
  });

  test('is let back once that is confirmed', async () => {
    const { user, press } = await stored.show({ mayWithhold: true, withheld: WITHHELD });
    await press('Volver a mostrar');
    const dialog = within(await screen.findByRole('dialog', { name: 'Volver a mostrar' }));
    expect(sent('withholding')).toEqual([]);
    answer(`PUT ${stored.at}/withholding`, () =>
      stored.change({ withheld: null, isPublic: true, hindrances: [] }),
    );
    await user.click(dialog.getByRole('button', { name: 'Volver a mostrar' }));
    expect(await box('Este proyecto es público')).toBeTruthy();
    expect(sent('withholding')).toEqual([{ withheld: false, reason: '' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
