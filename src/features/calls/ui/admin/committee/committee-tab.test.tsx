import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { CALL_ID, StoredCall } from '../../../../../../test/jsdom/call.tsx';
import { ME, showAt, signIn } from '../../../../../../test/jsdom/render.tsx';
import { answer, requests } from '../../../../../../test/jsdom/server.tsx';
import { forgetDrafts } from '../../../../../web/drafts.ts';
import type { CallDetail } from '../../../contract.ts';
import { AdminCallPage } from '../admin-call-page.tsx';

const ANA = { id: '0190f000-0000-7000-8000-0000000000a1', label: 'Ana Soto', hint: 'ana.soto@u.cl' };
const LUIS = { id: '0190f000-0000-7000-8000-0000000000b2', label: 'Luis Pérez', hint: 'luis.perez@u.cl' };
const member = (n: number, name: string, role = '') => ({
  ...{
    id: `0190f000-0000-7000-8000-00000000000${n}`,
    userId: null,
    name,
    email: `persona${n}@fuera.cl`,
    role,
  },
});

const members = () =>
  within(screen.getByRole('list', { name: 'Integrantes de la comisión' })).getAllByRole('listitem');
const picker = () => screen.findByRole('combobox', { name: 'Agregar a alguien de la universidad' });
const save = () => screen.getByRole('button', { name: 'Guardar cambios' });
const sent = () => requests(`PUT /calls/${CALL_ID}`);

async function open(more: Partial<CallDetail> = {}) {
  const stored = new StoredCall(more);
  answer('GET /options/person', () => [ANA, LUIS]);
  const address = `/admin/calls/${CALL_ID}?tab=committee`;
  const { user } = await showAt(address, AdminCallPage, {}, '/admin/calls/$id');
  return { stored, user };
}

beforeEach(async () => {
  signIn();
  await forgetDrafts([], ME);
});

describe('the committee of a call', () => {
  test('is of accounts and of people from outside, each with a function, and has a quorum', async () => {
    const { stored, user } = await open({ state: 'evaluation' });
    expect(await screen.findByText('Sin comisión: resuelve la oficina.')).toBeTruthy();
    await user.click(await picker());
    await user.click(await screen.findByRole('option', { name: /Ana Soto/ }));
    expect(members()).toHaveLength(1);
    expect((await picker()).getAttribute('value')).toBe('');
    // Nobody sits twice.
    await user.click(await picker());
    expect(await screen.findByRole('option', { name: /Luis Pérez/ })).toBeTruthy();
    expect(screen.queryByRole('option', { name: /Ana Soto/ })).toBeNull();
    await user.keyboard('{Escape}');

    await user.click(screen.getByRole('combobox', { name: 'Función en la comisión' }));
    await user.click(await screen.findByRole('option', { name: 'Presidencia' }));
    await user.click(screen.getByRole('button', { name: 'Agregar a alguien de fuera' }));
    await user.type(screen.getByRole('textbox', { name: 'Nombre completo' }), 'Rosa Elgueta');
    await user.type(screen.getByRole('textbox', { name: 'Correo' }), 'rosa');
    const quorum = screen.getByRole('textbox', { name: 'Integrantes que deben estar presentes' });
    await user.type(quorum, '3');
    await user.click(save());
    const problems = (await screen.findAllByRole('alert')).map(alert => alert.textContent).join();
    expect(problems).toContain('Comisión: El quórum no puede superar a quienes integran la comisión.');
    expect(sent()).toEqual([]);

    await user.type(screen.getByRole('textbox', { name: 'Correo' }), '@barrio.cl');
    await user.clear(quorum);
    await user.type(quorum, '2');
    await user.click(save());
    await screen.findByText('Todo guardado.');
    expect(stored.call.committee).toMatchObject({
      quorum: 2,
      members: [
        { userId: ANA.id, name: 'Ana Soto', email: '', role: 'Presidencia' },
        { userId: null, name: 'Rosa Elgueta', email: 'rosa@barrio.cl', role: '' },
      ],
    });
  });

  test('somebody leaves it', async () => {
    const { stored, user } = await open({
      committee: { members: [member(1, 'Rosa Elgueta'), member(2, 'Pedro Muñoz')], quorum: null },
    });
    await user.click(await screen.findByRole('button', { name: 'Quitar a Rosa Elgueta' }));
    await user.click(save());
    await screen.findByText('Todo guardado.');
    expect(stored.call.committee.members.map(m => m.name)).toEqual(['Pedro Muñoz']);
  });

  test('stays as it was in the act', async () => {
    await open({ state: 'provisional', committee: { members: [member(1, 'Rosa Elgueta')], quorum: 1 } });
    expect(
      await screen.findByText('La convocatoria ya se resolvió: la comisión quedó como en su acta.'),
    ).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Nombre completo' }).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Quitar a Rosa Elgueta' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Agregar a alguien de fuera' })).toBeNull();
    const still =
      /Siguen abiertas las bases, los días de gracia, las fechas posteriores al cierre y la publicación de resultados\.$/;
    expect(screen.getByText(still)).toBeTruthy();
  });

  test('is said to be open until the act once the call has opened', async () => {
    await open({ state: 'open' });
    expect(await screen.findByText(/y, hasta el acta, la comisión\.$/)).toBeTruthy();
    expect(await picker()).toBeTruthy();
  });

  test('that somebody else saved meanwhile is told in words beside one’s own', async () => {
    const { stored, user } = await open({
      committee: { members: [member(1, 'Rosa Elgueta')], quorum: null },
    });
    await user.click(await screen.findByRole('button', { name: 'Agregar a alguien de fuera' }));
    await user.type(
      screen.getAllByRole('textbox', { name: 'Nombre completo' })[1] as HTMLElement,
      'Ema Ríos',
    );
    await user.type(screen.getAllByRole('textbox', { name: 'Correo' })[1] as HTMLElement, 'ema@rios.cl');
    const theirs = [member(1, 'Rosa Elgueta', 'Presidencia'), member(3, 'Pedro Muñoz')];
    stored.change({ committee: { members: theirs, quorum: 2 } });
    await user.click(save());
    expect(await screen.findByText('Cambió: Comisión.')).toBeTruthy();
    expect(
      screen.getByText('Comisión guardada: Rosa Elgueta (Presidencia) y Pedro Muñoz; quórum de 2.'),
    ).toBeTruthy();
    expect(screen.getByText('Tu comisión: Rosa Elgueta y Ema Ríos; sin quórum.')).toBeTruthy();
  });
});
