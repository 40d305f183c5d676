import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { showAt } from '../../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import { config } from '../../../../web/config.ts';
import { forgetDrafts } from '../../../../web/drafts.ts';
import { useConfig } from '../../../../web/routing/use-config.ts';
import type { StoredInstitution } from '../../institution/contract.ts';
import { InstitutionForm } from './institution-form.tsx';

const STORED: StoredInstitution = {
  ...{ name: 'Universidad de Demostración', colour: '#0aa8c4', logo: null },
  ...{ updatedAt: '2026-11-01T12:00:00.000Z', updatedBy: null },
};
const SAVED_AT = '2026-11-02T12:00:00.000Z';
const LOGO = '/publico/logo.png?v=0123456789ab';

beforeEach(() => forgetDrafts());

/** Beside it, as the top bar: what follows the configuration. */
function Screen({ onSaved }: { onSaved: () => void }) {
  const { institution } = useConfig();
  return (
    <>
      <header>{institution}</header>
      <InstitutionForm onSaved={onSaved} />
    </>
  );
}

async function open(stored: Partial<StoredInstitution> = {}) {
  answer('GET /settings/institution', () => ({ ...STORED, ...stored }));
  answer('PUT /settings/institution', ({ body }) => ({
    ...{ ...STORED, ...stored, ...(body as object) },
    ...{ updatedAt: SAVED_AT, updatedBy: 'Ana Soto' },
  }));
  const onSaved = vi.fn();
  const { user } = await showAt('/', () => <Screen onSaved={onSaved} />);
  const name = await screen.findByRole('textbox', { name: 'Nombre' });
  const colour = screen.getByRole('textbox', { name: 'Color' });
  /** All at once, as it is pasted. */
  const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
  return { user, name, colour, type, onSaved };
}
const save = () => screen.getByRole('button', { name: 'Cambiar nombre y color' });

test('what is saved shows in this page at once, and the form goes on from there', async () => {
  const { user, name, colour, type, onSaved } = await open();
  type(name, 'Universidad del Sur');
  await user.clear(colour);
  await user.type(colour, '#00693E');
  await user.tab();
  expect(colour).toHaveProperty('value', '#00693e');
  await user.click(save());
  expect((await screen.findByRole('banner')).textContent).toBe('Universidad del Sur');
  expect(requests('PUT /settings/institution').map(({ body }) => body)).toEqual([
    { name: 'Universidad del Sur', colour: '#00693e', updatedAt: STORED.updatedAt },
  ]);
  expect(config()).toMatchObject({ institution: 'Universidad del Sur', colour: '#00693e' });
  expect(onSaved).toHaveBeenCalledOnce();
  expect(await screen.findByText(/Último cambio: Ana Soto/)).toBeTruthy();
  type(screen.getByRole('textbox', { name: 'Nombre' }), 'Universidad del Norte');
  await user.click(save());
  await waitFor(() =>
    expect(requests('PUT /settings/institution').at(-1)?.body).toMatchObject({ updatedAt: SAVED_AT }),
  );
});

test('a text that is no colour is told where it stands, and nothing is sent', async () => {
  const { user, name, colour, type } = await open();
  type(colour, 'rojo');
  type(name, ' ');
  await user.click(save());
  expect(await screen.findByText(/Escribe un color como #0aa8c4/)).toBeTruthy();
  expect(colour).toHaveProperty('value', 'rojo');
  expect(name.getAttribute('aria-invalid')).toBe('true');
  expect(requests('PUT /settings/institution')).toEqual([]);
});

test('the preview says when a tone had to change to be read', async () => {
  const { colour, type } = await open();
  const [darker, lighter] = [/la banda usa un tono más oscuro/, /la franja usa un tono más claro/];
  for (const [value, isDarker, isLighter] of [
    ['#ffe600', true, false],
    ['#000000', false, true],
    ['#c8102e', false, false],
  ] as const) {
    type(colour, value);
    expect([screen.queryByText(darker) !== null, screen.queryByText(lighter) !== null]).toEqual([
      ...[isDarker, isLighter],
    ]);
  }
});

test('somebody else saved meanwhile: that is said, and the second time it is saved over', async () => {
  const { user, name, type } = await open();
  const newer = { ...STORED, name: 'Otra', updatedAt: '2026-11-03T12:00:00.000Z', updatedBy: 'Otro' };
  answer('PUT /settings/institution', () =>
    refusal(409, { code: 'conflict', detail: 'Otra persona guardó cambios.', extra: { stored: newer } }),
  );
  type(name, 'Mía');
  await user.click(save());
  expect(await screen.findByText(/Si guardas de nuevo, queda lo tuyo\./)).toBeTruthy();
  await user.click(save());
  await waitFor(() =>
    expect(requests('PUT /settings/institution').at(-1)?.body).toMatchObject({ updatedAt: newer.updatedAt }),
  );
});

test('the logo stands there and is removed at once', async () => {
  const { user, onSaved } = await open({ logo: LOGO });
  expect(screen.getByRole('img', { name: 'Logo actual' }).getAttribute('src')).toBe(LOGO);
  answer(`GET ${LOGO.split('?')[0]}`, () => new Response(new Blob(['png'])));
  answer('DELETE /settings/institution/logo', () => ({ logo: null }));
  await user.click(screen.getByRole('button', { name: 'Cambiar logo' }));
  await user.click(await screen.findByRole('button', { name: 'Quitar logo' }));
  expect(await screen.findByText('Logo quitado.')).toBeTruthy();
  expect(screen.queryByRole('img', { name: 'Logo actual' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Deshacer' })).toBeTruthy();
  expect(config().logo).toBeNull();
  expect(onSaved).toHaveBeenCalledOnce();
});
