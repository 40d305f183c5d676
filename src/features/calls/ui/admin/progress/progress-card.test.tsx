import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { CALL_ID, StoredCall } from '../../../../../../test/jsdom/call.tsx';
import { ME, showAt, signIn } from '../../../../../../test/jsdom/render.tsx';
import { answer, requests } from '../../../../../../test/jsdom/server.tsx';
import type { CallState } from '../../../../../domain/calls/calls.ts';
import { forgetDrafts } from '../../../../../web/drafts.ts';
import type { CallDetail } from '../../../contract.ts';
import type { Hold } from '../../../progress/contract.ts';
import { AdminCallPage } from '../admin-call-page.tsx';

const proposal = (n: number, more: Partial<Hold> = {}): Hold => ({
  ...{ id: `p${n}`, kind: 'fexs', code: `FEX-${n}`, title: `Propuesta ${n}` },
  ...{ status: 'evaluation', appeal: null },
  ...more,
});
const many = (count: number) => Array.from({ length: count }, (_, n) => proposal(n));
const READ_AT = '2026-11-24T12:00:00.000Z';

async function open(
  state: CallState,
  progress: Partial<StoredCall['progress']> = {},
  more: Partial<CallDetail> = {},
) {
  const stored = new StoredCall({ state, now: READ_AT, ...more });
  stored.progress = { next: null, appealsUntil: null, holds: [], total: 0, ...progress };
  const { user } = await showAt(`/admin/calls/${CALL_ID}`, AdminCallPage, {}, '/admin/calls/$id');
  await screen.findByRole('heading', { level: 1 });
  return { stored, user };
}
const card = () => screen.findByRole('region', { name: 'Qué falta para seguir' });
const button = (name: string) => screen.getByRole('button', { name });
const reasonOf = (name: string) => {
  const id = button(name).getAttribute('aria-describedby');
  return id === null ? null : document.getElementById(id)?.textContent;
};

beforeEach(async () => {
  signIn();
  await forgetDrafts([], ME);
});

describe('what holds a call back', () => {
  test('appeals with their due date and proposals where they stand, each with its link', async () => {
    const holds = [
      proposal(1, { status: 'not_awarded', appeal: { due: '2026-11-20T12:00:00.000Z' } }),
      proposal(2, { status: 'not_awarded', appeal: { due: '2100-01-29T12:00:00.000Z' } }),
      proposal(3),
    ];
    await open('evaluation', { next: 'provisional', holds, total: 3 });
    const shown = within(await card());
    expect(shown.getByText(/Antes de pasar a «Resultado provisional» faltan 3 propuestas/)).toBeTruthy();
    const [late, soon, plain] = shown.getAllByRole('listitem');
    expect(late?.textContent).toMatch(/^FEX-1 Propuesta 1Apelación por responder, venció /);
    expect(late?.querySelector('[data-state="overdue"]')).toBeTruthy();
    expect(soon?.textContent).toContain('Apelación por responder, vence el 29-01-2100');
    expect(soon?.querySelector('[data-state="overdue"]')).toBeNull();
    expect(plain?.textContent).toBe('FEX-3 Propuesta 3En evaluación');
    expect(shown.getByRole('link', { name: 'FEX-3' }).getAttribute('href')).toBe('/projects/fexs/p3');
  });

  test('some at first, all at a click, and how many there are where not all came', async () => {
    const { user } = await open('execution', { next: 'closed', holds: many(100), total: 132 });
    const shown = within(await card());
    expect(shown.getAllByRole('listitem')).toHaveLength(5);
    expect(shown.getByText('Se muestran 5 de 132.')).toBeTruthy();
    await user.click(shown.getByRole('button', { name: 'Mostrar las primeras 100' }));
    expect(shown.getAllByRole('listitem')).toHaveLength(100);
    expect(shown.getByText('Se muestran 100 de 132.')).toBeTruthy();
    expect(shown.getByRole('link', { name: 'Ver las propuestas' })).toBeTruthy();
  });

  test('of a provisional result the days to appeal, after which it goes on by itself', async () => {
    await open('provisional', { next: 'resolved', appealsUntil: '2026-12-01T02:59:00.000Z' });
    const text = (await card()).textContent;
    expect(text).toContain('Resultado provisional: se puede apelar hasta el 30-11-2026 23:59;');
    expect(text).toContain('quedará resuelta por sí sola');
    expect(text).not.toContain('Nada la detiene.');
    // By the clock alone: nobody moves it by hand.
    for (const name of ['Dar por resuelta', 'Cerrar convocatoria'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('of one that nobody may appeal any more what is left', async () => {
    const holds = [proposal(1, { status: 'resolution' })];
    await open('provisional', { next: 'resolved', holds, total: 1 });
    const text = (await card()).textContent;
    expect(text).toContain(
      'nadie más puede apelar; quedará resuelta por sí sola cuando termine lo que sigue.',
    );
    expect(text).toContain('Antes de pasar a «Resuelta» falta 1 propuesta o apelación:');
  });

  test('nothing, which is said', async () => {
    await open('resolved', { next: 'closed' });
    expect(within(await card()).getByText('Nada la detiene.')).toBeTruthy();
  });

  test.each(['preparation', 'open', 'closed'] as const)(
    'is no question of a call that is %s',
    async state => {
      await open(state);
      expect(screen.queryByText('Qué falta para seguir')).toBeNull();
      expect(requests(`GET /calls/${CALL_ID}/progress`)).toEqual([]);
    },
  );
});

describe('moving a call on', () => {
  test.each(['resolved', 'execution'] as const)(
    'it is closed from %s once nothing is unfinished',
    async state => {
      const { user, stored } = await open(state, { next: 'closed', holds: many(1), total: 1 });
      await card();
      expect(reasonOf('Cerrar convocatoria')).toBe('Queda 1 propuesta o apelación sin terminar.');
      await user.click(button('Cerrar convocatoria'));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(screen.queryByRole('button', { name: 'Pasar a ejecución' })).toBeNull();
      expect(screen.queryByRole('button', { name: 'Volver a resuelta' })).toBeNull();
      expect(stored.call.state).toBe(state);
    },
  );

  test('closed, it may be opened again', async () => {
    const { user, stored } = await open('execution', { next: 'closed' });
    answer(`POST /calls/${CALL_ID}/state`, ({ body }) => {
      stored.change({ state: (body as { to: CallState }).to });
      return { id: CALL_ID, version: stored.call.version };
    });
    await card();
    await user.click(button('Cerrar convocatoria'));
    const dialog = await screen.findByRole('dialog', { name: '¿Cerrar la convocatoria?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cerrar convocatoria' }));
    expect(await screen.findByRole('button', { name: 'Reabrir' })).toBeTruthy();
    expect(reasonOf('Reabrir')).toBeNull();
  });

  test('without an act only where no proposal waits for a result, nor an appeal for an answer', async () => {
    const counts = { drafts: 3, received: 0, inEvaluation: 2, decided: 4 };
    const appealed = proposal(1, { status: 'rejected', appeal: { due: '2100-01-29T12:00:00.000Z' } });
    await open('evaluation', { next: 'provisional', holds: [appealed], total: 1 }, { counts });
    await card();
    expect(reasonOf('Dar por resuelta')).toBe('Quedan 3 propuestas o apelaciones sin terminar.');
  });
});
