import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ME, show, signIn } from '../../../../test/jsdom/render.tsx';
import { forgetDrafts, unsavedWork } from '../../drafts.ts';
import { Fields, type KitForm, useKitForm } from '../../form/form.tsx';
import { LongTextField } from '../../form/texts/long-text-field.tsx';

const schema = z.object({ need: z.string().max(40) });
type Values = z.infer<typeof schema>;

let form: KitForm<Values>;
function Form({ text = '' }: { text?: string }) {
  form = useKitForm<Values>(schema, { need: text });
  return (
    <Fields form={form} draftKey={['project', 'p1', 'diagnosis']}>
      <LongTextField name="need" label="Necesidad" />
    </Fields>
  );
}

let user: ReturnType<typeof show>['user'];
let unmount: () => void;
const draw = (text?: string) => {
  ({ user, unmount } = show(<Form {...(text === undefined ? {} : { text })} />));
};
const dialog = () => screen.findByRole('dialog', { name: 'Necesidad' }, { timeout: 10_000 });
const press = async (name: string) => user.click(within(await dialog()).getByRole('button', { name }));
async function editor() {
  const host = await dialog();
  return waitFor(() => {
    const found = host.querySelector<HTMLElement>('.ql-editor');
    if (!found) throw new Error('The editor is not there yet');
    return found;
  });
}
async function open() {
  await user.click(screen.getByRole('button', { name: 'Editar Necesidad' }));
  return editor();
}
/** As typing does: the editor hears of a change of its document. */
async function write(html: string) {
  const area = await editor();
  await act(async () => {
    area.innerHTML = html;
    await new Promise(resolve => setTimeout(resolve));
  });
}
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

beforeEach(async () => {
  signIn();
  await forgetDrafts([], ME);
});

test('Aceptar hands over plain, trimmed text and closes', async () => {
  draw();
  expect(screen.getByText('Sin texto todavía')).toBeTruthy();
  await open();
  await write('<p>  <strong>Faltan espacios</strong> &lt;verdes&gt; &amp; agua  </p><p><br></p>');
  await press('Aceptar');
  await gone();
  expect(form.values.need).toBe('Faltan espacios <verdes> & agua');
  expect(screen.getByText('Faltan espacios <verdes> & agua')).toBeTruthy();
  await waitFor(async () => expect(await unsavedWork()).toEqual([]));
});

test.each(['Cancelar', 'Cerrar'])('%s changes nothing', async way => {
  draw('Como estaba');
  expect((await open()).textContent).toBe('Como estaba');
  await write('<p>Esto no queda</p>');
  await press(way);
  await gone();
  expect(form.values.need).toBe('Como estaba');
  await waitFor(async () => expect(await unsavedWork()).toEqual([]));
});

test('nothing else closes it', async () => {
  draw();
  await open();
  await write('<p>Sigo escribiendo</p>');
  await user.keyboard('{Escape}');
  const overlay = document.querySelector('.mantine-Modal-overlay');
  if (overlay) await user.click(overlay);
  expect((await editor()).textContent).toBe('Sigo escribiendo');
});

test('tells how many characters are left, and takes a longer text all the same', async () => {
  draw('x'.repeat(30));
  await open();
  const left = within(await dialog());
  expect(left.getByText('Quedan 10 caracteres')).toBeTruthy();
  await write(`<p>${'x'.repeat(41)}</p>`);
  expect(left.getByText('Sobra 1 carácter')).toBeTruthy();
  await press('Aceptar');
  await gone();
  expect(form.values.need).toHaveLength(41);
});

describe('left open by a reload', () => {
  test('it opens again with what was typed', async () => {
    draw('Como estaba');
    await open();
    await write('<p>A medio escribir</p>');
    await waitFor(async () => expect(await unsavedWork()).toHaveLength(1));
    unmount();
    draw('Como estaba');
    expect((await editor()).textContent).toBe('A medio escribir');
    await press('Aceptar');
    await gone();
    expect(form.values.need).toBe('A medio escribir');
  });

  test('by somebody else, it does not', async () => {
    draw();
    await open();
    await write('<p>A medio escribir</p>');
    await waitFor(async () => expect(await unsavedWork()).toHaveLength(1));
    unmount();
    signIn('00000000-0000-4000-8000-000000000003');
    draw();
    await act(async () => void (await unsavedWork()));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
