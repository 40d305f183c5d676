import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { show, signIn } from '../../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import { loadConfig } from '../../../../web/config.ts';
import type { PairSide } from '../../merging/contract.ts';
import { MergeDialog } from './merge-dialog.tsx';

const HERE = '00000000-0000-4000-8000-000000000001';
const THERE = '00000000-0000-4000-8000-000000000002';
const MERGE = '00000000-0000-4000-8000-000000000003';
const side = (id: string, name: string, more: Partial<PairSide> = {}): PairSide => ({
  ...{ id, name, rut: null, type: 'ong', comuna: 'Penco', active: true, projects: 0, agreements: 0 },
  ...{ contact: '', ...more },
});
const here = side(HERE, 'Fundación Reciclar', { rut: '65002000-6', projects: 2 });
const there = side(THERE, 'Fundacion Reciclar Chile', { projects: 1, agreements: 2, active: false });

let user: ReturnType<typeof show>['user'];
const onMerged = vi.fn();

function Page({ other }: { other?: { id: string; name: string } }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      <MergeDialog
        id={HERE}
        name={here.name}
        {...(other && { other })}
        open={open}
        onClose={() => setOpen(false)}
        onMerged={onMerged}
      />
    </>
  );
}

const previewOf = (merged: PairSide, into: PairSide, more: object = {}) =>
  answer(`GET /partners/${merged.id}/merge`, () => ({
    ...{ merged, into, taken: [], hasOtherRut: false, ...more },
  }));

beforeEach(async () => {
  await loadConfig();
  signIn();
  onMerged.mockReset();
  answer('GET /partners', () => ({
    rows: [here, there].map(({ projects, agreements: _, contact: __, comuna, ...row }) => ({
      ...row,
      ...{ projects, comuna: { code: '08107', name: comuna, region: '08' }, since: null, until: null },
      ...{ agreement: null, lastSurvey: null, updatedAt: '2026-11-22T15:00:00.000Z', updatedBy: null },
    })),
    total: 2,
  }));
  previewOf(there, here, {
    taken: [
      { field: 'contactEmail', value: 'contacto@reciclar.example' },
      { field: 'point', value: '-36,7400, -72,9900' },
    ],
  });
  previewOf(here, there);
});

const open = async (other?: { id: string; name: string }) => {
  ({ user } = show(<Page {...(other && { other })} />));
  await user.click(screen.getByRole('button', { name: 'Abrir' }));
  return within(await screen.findByRole('dialog', { name: 'Unir organizaciones' }));
};
const given = { id: THERE, name: there.name };
const submit = (dialog: ReturnType<typeof within>) =>
  dialog.getByRole('button', { name: 'Unir organizaciones' });

describe('merging', () => {
  test('waits for the other one, which is looked for in the whole directory but for itself', async () => {
    const dialog = await open();
    expect(submit(dialog).getAttribute('aria-disabled')).toBe('true');
    await user.click(submit(dialog));
    await user.click(dialog.getByRole('combobox', { name: /^Unir con/ }));
    const options = await screen.findAllByRole('option');
    expect(options.map(option => option.textContent)).toEqual([
      'Fundacion Reciclar ChileONG · Penco · Inactiva',
    ]);
    await user.click(options[0] as HTMLElement);
    expect(await dialog.findByText(/Lo que tiene «Fundacion Reciclar Chile»/)).toBeTruthy();
    expect(requests().filter(r => r.method === 'POST')).toEqual([]);
  });

  test('tells which is kept, what it takes over, what is shown as its own, and that it can be undone', async () => {
    const dialog = await open(given);
    expect(await dialog.findByText('Correo de contacto: contacto@reciclar.example')).toBeTruthy();
    expect(dialog.getByText('Ubicación: -36,7400, -72,9900')).toBeTruthy();
    expect(
      dialog.getByText(
        'Lo que tiene «Fundacion Reciclar Chile» (1 proyecto y 2 convenios) se verá como de «Fundación Reciclar». «Fundacion Reciclar Chile» deja de aparecer en el directorio, y su nombre seguirá encontrando a «Fundación Reciclar».',
      ),
    ).toBeTruthy();
    expect(dialog.getByText(/puedes deshacerlo cuando quieras/)).toBeTruthy();
    expect(dialog.getByText('65002000-6 · ONG · Penco · 2 proyectos')).toBeTruthy();
    expect(dialog.queryByText('Tienen RUT distintos')).toBeNull();
  });

  test('can go the other way round', async () => {
    answer(`POST /partners/${HERE}/merge`, () => ({ merge: MERGE, into: THERE }));
    const dialog = await open(given);
    await dialog.findByText(/Correo de contacto/);
    await user.click(dialog.getByRole('radio', { name: there.name }));
    expect(await dialog.findByText(/Lo que tiene «Fundación Reciclar» \(2 proyectos\)/)).toBeTruthy();
    expect(dialog.queryByText(/Correo de contacto/)).toBeNull();
    await user.click(submit(dialog));
    await waitFor(() => expect(onMerged).toHaveBeenCalledWith({ merge: MERGE, merged: HERE, into: THERE }));
    expect(requests(`POST /partners/${HERE}/merge`).map(r => r.body)).toEqual([{ into: THERE }]);
  });

  test('warns of two RUTs that differ', async () => {
    previewOf(there, here, { hasOtherRut: true });
    const dialog = await open(given);
    expect(await dialog.findByText('Tienen RUT distintos')).toBeTruthy();
    expect(dialog.getByText(/«Fundación Reciclar» conserva su RUT, 65002000-6/)).toBeTruthy();
  });

  test('done, it closes, gives the keyboard back, and the toast takes it back', async () => {
    answer(`POST /partners/${THERE}/merge`, () => ({ merge: MERGE, into: HERE }));
    answer(`POST /partners/merges/${MERGE}/undo`, () => ({ merged: THERE, into: HERE }));
    const dialog = await open(given);
    await dialog.findByText(/Correo de contacto/);
    await user.click(submit(dialog));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const told = await screen.findByText(/«Fundacion Reciclar Chile» se unió con «Fundación Reciclar»/);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Abrir' })));
    // Other toasts are still there from the tests before.
    await user.click(within(told.parentElement as HTMLElement).getByRole('button', { name: 'Deshacer' }));
    expect(await screen.findByText(/vuelve a ser una organización aparte/)).toBeTruthy();
    expect(requests(`POST /partners/merges/${MERGE}/undo`)).toHaveLength(1);
  });

  test('refused, it says why and stays', async () => {
    answer(`POST /partners/${THERE}/merge`, () =>
      refusal(422, { code: 'rule', detail: 'Ya se unió con Reciclar SpA.' }),
    );
    const dialog = await open(given);
    await dialog.findByText(/Correo de contacto/);
    await user.click(submit(dialog));
    expect((await dialog.findByRole('alert')).textContent).toBe('Ya se unió con Reciclar SpA.');
    expect(onMerged).not.toHaveBeenCalled();
  });

  test('what it would do cannot be read: said, with another try, and nothing is merged blindly', async () => {
    answer(`GET /partners/${THERE}/merge`, () => refusal(404, { code: 'not_found', detail: 'No existe.' }));
    const dialog = await open(given);
    expect(await dialog.findByText('No existe.')).toBeTruthy();
    expect(submit(dialog).getAttribute('aria-disabled')).toBe('true');
    previewOf(there, here);
    await user.click(dialog.getByRole('button', { name: 'Reintentar' }));
    expect(await dialog.findByText(/Lo que tiene/)).toBeTruthy();
  });
});
