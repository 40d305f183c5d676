import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ME, showAt, signIn } from '../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../test/jsdom/server.tsx';
import {
  activationEndpoint,
  catalogueEndpoints,
  catalogueName,
  lastChange,
} from '../../domain/catalogues/catalogue.ts';
import { listQuery } from '../../domain/text/rules.ts';
import { forgetDrafts, unsavedWork } from '../drafts.ts';
import { TextField } from '../form/fields.tsx';
import { CataloguePage } from './catalogue-page.tsx';
import { activeColumn } from './state.tsx';

const fields = z.object({ name: catalogueName, code: z.string().min(1) });
type Fields = z.infer<typeof fields>;
const row = z.object({ id: z.string(), ...fields.shape, active: z.boolean(), ...lastChange });
type Thing = z.infer<typeof row>;
const THINGS = '/things';
const endpoints = {
  ...catalogueEndpoints({
    path: THINGS,
    what: 'the things',
    manage: 'catalogues.manage',
    row,
    fields,
    query: listQuery(['name'], 'name'),
  }),
  setActive: activationEndpoint(THINGS, row),
};

const ID = '00000000-0000-4000-8000-000000000009';
const at = (minute: number) => `2026-11-22T15:0${minute}:00.000Z`;
/** What the server has. */
let stored: Thing | null;
let page: Awaited<ReturnType<typeof showAt>>;

const Screen = () => (
  <CataloguePage<Thing, typeof endpoints>
    noun="thing"
    title="Cosas"
    words={{ add: 'Nueva cosa', create: 'Crear cosa', edit: 'Editar cosa' }}
    endpoints={endpoints}
    columns={[{ key: 'name', title: 'Nombre', value: r => r.name }, activeColumn]}
    filters={null}
    empty={{ title: 'Todavía no hay cosas', text: 'Crea la primera.' }}
    initial={{ name: '', code: '' }}
    valuesOf={({ name, code }) => ({ name, code })}
    nameOf={r => r.name}
    labels={{ name: 'Nombre', code: 'Código' }}
    fields={() => (
      <>
        <TextField name="name" label="Nombre" />
        <TextField name="code" label="Código" />
      </>
    )}
  />
);

/** Saved somewhere, at this minute. */
function save(change: Partial<Thing>, minute: number) {
  stored = { ...(stored as Thing), ...change, updatedAt: at(minute) };
  return stored;
}

beforeEach(async () => {
  signIn();
  await forgetDrafts([], ME);
  stored = { id: ID, name: 'Una cosa', code: 'UNA', active: true, updatedAt: at(0), updatedBy: 'Eva' };
  answer(`GET ${THINGS}`, () => ({ rows: stored ? [stored] : [], total: stored ? 1 : 0 }));
  answer(`GET ${THINGS}/${ID}`, () => stored ?? refusal(404));
  answer(`POST ${THINGS}`, ({ body }) =>
    (body as Fields).code === 'UNA'
      ? refusal(422, {
          code: 'invalid',
          detail: 'Revisa los datos marcados.',
          errors: [{ path: 'code', message: 'Ya existe una cosa con ese código.' }],
        })
      : save(body as Fields, 1),
  );
  const stale = ({ body }: { body: unknown }) => (body as Thing).updatedAt !== stored?.updatedAt;
  const conflict = () => refusal(409, { code: 'conflict', extra: { stored } });
  answer(`PUT ${THINGS}/${ID}`, asked => (stale(asked) ? conflict() : save(asked.body as Fields, 5)));
  answer(`PUT ${THINGS}/${ID}/active`, asked =>
    stale(asked) ? conflict() : save({ active: (asked.body as Thing).active }, stored?.active ? 2 : 3),
  );
});

const open = async (search = '') => {
  page = await showAt(`${THINGS}${search}`, Screen);
};
const drawer = () => screen.findByRole('dialog', { name: /^(Nueva|Editar) cosa$/ });
const field = (name: string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) });
const press = async (name: string, dialog?: string | RegExp) => {
  const inside = dialog ? within(await screen.findByRole('dialog', { name: dialog })) : screen;
  await page.user.click(inside.getByRole('button', { name }));
};
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

async function fill(name: string, text: string) {
  await page.user.clear(field(name));
  await page.user.paste(text);
}

describe('a new row', () => {
  test('lacks what the schema asks for, is refused with the reason at its field, and then is in the list', async () => {
    await open();
    await press('Nueva cosa');
    expect(page.address()).toBe('/things?open=new');
    await drawer();
    await press('Crear cosa');
    expect(screen.getAllByText('Este campo es obligatorio.')).toHaveLength(2);
    await waitFor(() => expect(document.activeElement).toBe(field('Nombre')));
    expect(requests(`POST ${THINGS}`)).toEqual([]);
    await fill('Nombre', 'Otra cosa');
    await fill('Código', 'UNA');
    await press('Crear cosa');
    expect(await screen.findByText('Ya existe una cosa con ese código.')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('Revisa los datos marcados.');
    await fill('Código', 'OTRA');
    await press('Crear cosa');
    await gone();
    expect(await screen.findByText('«Otra cosa» quedó en la lista.')).toBeTruthy();
    expect(page.address()).toBe('/things');
    // What has arrived does not come back as unsent.
    await waitFor(async () => expect(await unsavedWork()).toEqual([]));
    await press('Nueva cosa');
    await drawer();
    expect(field('Código').value).toBe('');
  });
});

describe('unsaved changes', () => {
  beforeEach(async () => {
    await open('?open=new');
    await drawer();
  });

  test.each(['{Escape}', 'Cancelar'])('are not thrown away by %s without asking', async way => {
    await fill('Nombre', 'A medias');
    const leave = () => (way === '{Escape}' ? page.user.keyboard(way) : press(way));
    await leave();
    await press('Seguir editando', 'Tienes cambios sin guardar');
    expect(field('Nombre').value).toBe('A medias');
    await leave();
    await press('Descartar cambios', 'Tienes cambios sin guardar');
    await gone();
    expect(page.address()).toBe('/things');
    await waitFor(async () => expect(await unsavedWork()).toEqual([]));
  });

  test('are there again after a reload', async () => {
    await fill('Nombre', 'A medias');
    await waitFor(async () => expect(await unsavedWork()).toMatchObject([{ key: ['thing', 'new'] }]));
    page.unmount();
    await open('?open=new');
    await drawer();
    await waitFor(() => expect(field('Nombre').value).toBe('A medias'));
    expect(screen.getByText(/^Recuperamos lo que estabas escribiendo el /)).toBeTruthy();
  });

  test('taken back need no question', async () => {
    await fill('Nombre', 'x');
    await page.user.clear(field('Nombre'));
    await press('Cancelar');
    await gone();
  });
});

describe('what somebody else saved meanwhile', () => {
  const TOLD = 'Otra persona guardó cambios mientras editabas:';
  async function collide() {
    await open(`?open=${ID}`);
    await drawer();
    await fill('Nombre', 'La primera');
    save({ name: 'La segunda', code: 'DOS' }, 4);
    await press('Guardar');
    return screen.findByRole('alert', { name: TOLD });
  }

  test('is shown beside one’s own, which can be kept', async () => {
    const told = await collide();
    expect(told.textContent).toContain('Nombre: guardado «La segunda», tuyo «La primera»');
    expect(told.textContent).toContain('Código: guardado «DOS», tuyo «UNA»');
    expect(stored?.name).toBe('La segunda');
    await press('Guardar lo mío');
    await gone();
    expect(stored).toMatchObject({ name: 'La primera', code: 'UNA', updatedAt: at(5) });
  });

  test('can be taken instead, and changed from there', async () => {
    await collide();
    await press('Usar lo guardado');
    expect([field('Nombre').value, field('Código').value]).toEqual(['La segunda', 'DOS']);
    expect(screen.queryByRole('alert', { name: TOLD })).toBeNull();
    await fill('Nombre', 'La tercera');
    await press('Guardar');
    await gone();
    expect(stored).toMatchObject({ name: 'La tercera', code: 'DOS' });
  });

  test('is also told after a reload: restored work goes over the version it started from', async () => {
    await open(`?open=${ID}`);
    await drawer();
    await fill('Nombre', 'La primera');
    await waitFor(async () => expect(await unsavedWork()).toHaveLength(1));
    save({ name: 'La segunda' }, 4);
    page.unmount();
    await open(`?open=${ID}`);
    await drawer();
    await waitFor(() => expect(field('Nombre').value).toBe('La primera'));
    await press('Guardar');
    expect((await screen.findByRole('alert', { name: TOLD })).textContent).toContain('«La segunda»');
  });
});

describe('a row of the list', () => {
  beforeEach(async () => {
    await open(`?open=${ID}`);
    await drawer();
  });
  const state = () => screen.getByRole('row', { name: /Una cosa/ }).textContent;

  test('is deactivated after a question, and that is taken back once', async () => {
    await press('Desactivar');
    await press('Desactivar', '¿Desactivar «Una cosa»?');
    await gone();
    await waitFor(() => expect(state()).toContain('Inactivo'));
    await page.user.dblClick(await screen.findByRole('button', { name: 'Deshacer' }));
    await waitFor(() => expect(state()).not.toContain('Inactivo'));
    expect(requests(`PUT ${THINGS}/${ID}/active`)).toHaveLength(2);
  });

  test('is deleted after a question', async () => {
    answer(`DELETE ${THINGS}/${ID}`, () => {
      stored = null;
      return { id: ID };
    });
    await press('Eliminar');
    await press('Eliminar', '¿Eliminar «Una cosa»?');
    expect(await screen.findByText('Todavía no hay cosas')).toBeTruthy();
    expect(await screen.findByText('«Una cosa» se eliminó.')).toBeTruthy();
  });

  test('in use is not deleted, and the reason is said', async () => {
    answer(`DELETE ${THINGS}/${ID}`, () =>
      refusal(422, { code: 'rule', detail: '«Una cosa» todavía se usa en 2 escuelas.' }),
    );
    await press('Eliminar');
    await press('Eliminar', '¿Eliminar «Una cosa»?');
    const dialog = within(await screen.findByRole('dialog', { name: '¿Eliminar «Una cosa»?' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('todavía se usa en 2 escuelas');
    await page.user.click(dialog.getByRole('button', { name: 'Cancelar' }));
    expect(field('Nombre').value).toBe('Una cosa');
  });
});

test('a row of the address that is no longer there closes, and says so', async () => {
  stored = null;
  await open(`?open=${ID}`);
  await waitFor(() => expect(page.address()).toBe('/things'));
  expect(await screen.findByText(/no existe|No encontramos/i)).toBeTruthy();
});
