import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signIn } from '../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../test/jsdom/server.tsx';
import {
  ALLOWED,
  BASE,
  button,
  creditNote,
  dialog,
  expense,
  idOf,
  OFFICE,
  reasonOf,
  Spending,
  showPart,
  spent,
  stated,
  statement,
} from '../../../../test/jsdom/spending.tsx';
import { forgetDrafts } from '../../../web/drafts.ts';
import type { NewStatement } from '../contract.ts';
import { StatementsPart } from './statements-part.tsx';

let server = new Spending();
beforeEach(async () => {
  signIn();
  await forgetDrafts();
  server = new Spending();
  server.serve();
});
const open = (search = '') => showPart(<StatementsPart />, search);
const SEND = `POST ${BASE}/statements`;

describe('the list', () => {
  test('tells where each stands and what it comes to; its files are fetched', async () => {
    server.statements.statements = [
      statement({
        ...{ state: 'approved', total: 80_000, approved: 50_000, expenses: 3, comment: 'Faltó orden.' },
        ...{ decidedBy: OFFICE, decidedAt: '2026-11-18T12:00:00.000Z' },
      }),
    ];
    const { user } = await open();
    const card = within(await screen.findByRole('article', { name: 'Rendición 1' }));
    expect(card.getByText('Aprobada')).toBeTruthy();
    expect(card.getByText(/3 gastos · aprobado \$50\.000/)).toBeTruthy();
    expect(
      card.getByText(/Enviada el 10-11-2026 por Ana Soto · aprobada el 18-11-2026 por Luz Vera/),
    ).toBeTruthy();
    expect(card.getByText(/Faltó orden\./)).toBeTruthy();
    const files: string[] = [];
    for (const path of ['document', 'export', 'papers'])
      answer(`GET ${BASE}/statements/${idOf(80)}/${path}`, ({ query }) => {
        files.push([path, query.get('format')].filter(Boolean).join(' '));
        return refusal(503, { code: 'unavailable', detail: 'El archivo no está disponible ahora.' });
      });
    for (const name of ['PDF', 'Excel', 'Respaldos (ZIP)'])
      await user.click(card.getByRole('button', { name: `${name} de la rendición 1` }));
    await waitFor(() => expect(files).toEqual(['document', 'export xlsx', 'papers']));
    expect((await screen.findAllByText('El archivo no está disponible ahora.')).length).toBeGreaterThan(0);
  });

  test('without any it says what one is; whoever never may send sees no button', async () => {
    await open();
    expect(await screen.findByText('Todavía no hay rendiciones.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Enviar rendición' })).toBeNull();
  });

  test('whoever may not send now is told why', async () => {
    const reason = 'El proyecto está cerrado: ya no se registran gastos ni rendiciones.';
    server.statements.send = { allowed: false, reason };
    await open();
    expect(reasonOf(await button('Enviar rendición'))).toBe(reason);
    expect(screen.getByText(/Elige los gastos que tienen todos sus respaldos/)).toBeTruthy();
  });

  test('what cannot be read is asked for again', async () => {
    answer(`GET ${BASE}/statements`, () => refusal(503, { detail: 'Vuelve en un momento.' }));
    const { user } = await open();
    const again = await button('Reintentar');
    server.serve();
    await user.click(again);
    expect(await screen.findByText('Todavía no hay rendiciones.')).toBeTruthy();
  });

  test('a link opens its statement; who only reads sees results and can decide nothing', async () => {
    const [fine = expense(1), refused = expense(2)] = stated(idOf(80), [expense(1), expense(2)], 'approved');
    server.statements.statements = [statement({ state: 'approved' })];
    server.expenses = spent([
      fine,
      { ...refused, state: 'refused', observation: 'Es de otro proyecto.', answer: 'Es nuestro.' },
    ]);
    const { user, address } = await open(`&field=${idOf(80)}`);
    const table = within(await screen.findByRole('table', { name: 'Gastos de la rendición 1' }));
    expect(table.getByRole('row', { name: /^1 Factura 101.*Aprobado/ })).toBeTruthy();
    const row = table.getByRole('row', { name: /^2 Factura 102/ });
    expect(row.textContent).toMatch(/Rechazado.*Observación: Es de otro proyecto\..*Respuesta: Es nuestro\./);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /^(Aprobar|Devolver|Reabrir|Enviar)/ })).toBeNull();
    await user.click(screen.getByRole('switch', { name: 'Solo con observación' }));
    expect(table.getAllByRole('row')).toHaveLength(2);
    await user.click(await button('Rendición 1'));
    expect(address()).not.toContain('field=');
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('a linked statement', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('is brought back to the top while the page above still grows, until the person moves it', async () => {
    let grow: () => void = () => {};
    class Growing {
      #isOn = false;
      constructor(tell: () => void) {
        this.tell = tell;
      }
      readonly tell: () => void;
      observe(what: Element) {
        if (what !== document.body) return;
        this.#isOn = true;
        grow = () => this.#isOn && this.tell();
      }
      unobserve() {}
      disconnect() {
        this.#isOn = false;
      }
    }
    vi.stubGlobal('ResizeObserver', Growing);
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
    server.statements.statements = [statement({ state: 'approved' })];
    server.expenses = spent(stated(idOf(80), [expense(1)], 'approved'));
    const { user } = await open(`&field=${idOf(80)}`);
    const card = await screen.findByRole('article', { name: 'Rendición 1' });
    const times = () => scroll.mock.contexts.filter(on => on === card).length;
    expect(times()).toBe(1);
    grow();
    expect(times()).toBe(2);
    fireEvent.wheel(window);
    grow();
    expect(times()).toBe(2);
    // Whoever closes and opens it sees it already.
    await user.click(await button('Rendición 1'));
    await user.click(await button('Rendición 1'));
    await screen.findByRole('table', { name: 'Gastos de la rendición 1' });
    expect(times()).toBe(2);
  });
});

describe('sending', () => {
  beforeEach(() => {
    server.statements.send = ALLOWED;
    // The latest day of issue first, as the server gives them.
    server.expenses = spent([
      creditNote(4, idOf(1), -4_000),
      expense(3, { papers: [] }),
      expense(2),
      expense(1),
      expense(5, { state: 'approved', statementId: idOf(80) }),
    ]);
    answer(SEND, ({ body }) => ({ id: (body as { id: string }).id, number: 2, version: 1 }));
  });

  test('takes what is complete, in order of its day; what lacks papers is named and stays', async () => {
    const { user } = await open();
    await user.click(await button('Enviar rendición'));
    const form = await dialog('Enviar rendición');
    expect(form.getByText(/3 gastos elegidos/).textContent).toContain('$26.000');
    expect(form.getByText(/Nota de crédito: corrige Factura 101/)).toBeTruthy();
    const lacking = within(form.getByRole('list', { name: 'Gastos sin todos sus respaldos' }));
    expect(lacking.getByRole('listitem').textContent).toMatch(/Factura 103.*Falta La factura\./);
    expect(lacking.queryByRole('checkbox')).toBeNull();
    await user.click(form.getByRole('checkbox', { name: 'Factura 101, Gasto 1' }));
    expect(form.getByText(/2 gastos elegidos/).textContent).toContain('$16.000');
    await user.click(form.getByRole('checkbox', { name: 'Factura 101, Gasto 1' }));
    await user.dblClick(form.getByRole('button', { name: 'Enviar rendición' }));
    expect(await screen.findByText(/Rendición 2 enviada/)).toBeTruthy();
    expect(requests(SEND).map(r => r.body)).toEqual([
      { id: expect.any(String), expenseIds: [idOf(1), idOf(2), idOf(4)] },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(requests(`GET ${BASE}/expenses`).length).toBeGreaterThan(1);
  });

  test('a rejected paper keeps its expense back, and with it the credit note over it', async () => {
    const held = expense(2);
    server.expenses = spent([
      creditNote(4, idOf(2), -4_000),
      { ...held, papers: held.papers.map(p => ({ ...p, state: 'rejected' })) },
      expense(1),
    ]);
    const { user } = await open();
    await user.click(await button('Enviar rendición'));
    const form = await dialog('Enviar rendición');
    expect(form.getByText(/1 gasto elegido/).textContent).toContain('$10.000');
    expect(form.getByText(/La revisión rechazó «factura-2\.pdf»/)).toBeTruthy();
    const note = form.getByRole<HTMLInputElement>('checkbox', { name: 'Nota de crédito 104, Gasto 4' });
    expect(note.checked).toBe(false);
  });

  test('one at least; what the server refuses stands at its line', async () => {
    const { user } = await open();
    await user.click(await button('Enviar rendición'));
    const form = await dialog('Enviar rendición');
    const all = form.getByRole('checkbox', { name: 'Elegir todos (3)' });
    await user.click(all);
    await user.click(form.getByRole('button', { name: 'Enviar rendición' }));
    expect(await form.findByText('Elige al menos un gasto.')).toBeTruthy();
    await user.click(all);
    answer(SEND, () =>
      refusal(422, {
        ...{ code: 'invalid', detail: 'Revisa los campos marcados.' },
        errors: [{ path: 'expenseIds.1', message: 'Ya está en la rendición 3.' }],
      }),
    );
    await user.click(form.getByRole('button', { name: 'Enviar rendición' }));
    const words = await form.findByText('Ya está en la rendición 3.');
    expect(words.closest('li')?.textContent).toContain('Factura 102');
    const ids = () => requests(SEND).map(({ body }) => (body as { id: string }).id);
    server.serve();
    answer(SEND, ({ body }) => ({ id: (body as { id: string }).id, number: 2, version: 1 }));
    await user.click(form.getByRole('checkbox', { name: 'Factura 102, Gasto 2' }));
    await user.click(form.getByRole('button', { name: 'Enviar rendición' }));
    expect(await screen.findByText(/Rendición 2 enviada/)).toBeTruthy();
    expect(new Set(ids()).size).toBe(1);
  });

  test('after a lost answer others are chosen: it is told, and what is left goes into another one', async () => {
    const { user } = await open();
    await user.click(await button('Enviar rendición'));
    const form = await dialog('Enviar rendición');
    await user.click(form.getByRole('checkbox', { name: 'Factura 102, Gasto 2' }));
    answer(SEND, () => refusal(503));
    await user.click(form.getByRole('button', { name: 'Enviar rendición' }));
    await form.findByRole('alert');
    await user.click(form.getByRole('checkbox', { name: 'Factura 102, Gasto 2' }));
    const detail = 'La rendición 1 ya se había enviado, con otros gastos: ábrela para verlos.';
    answer(SEND, () => {
      const [one = expense(1)] = stated(idOf(81), [expense(1)], 'submitted');
      server.expenses = spent([expense(2), one]);
      return refusal(409, { code: 'conflict', detail, extra: { version: 1, updatedBy: 'Ana Soto' } });
    });
    await user.click(form.getByRole('button', { name: 'Enviar rendición' }));
    expect(await form.findByText(detail)).toBeTruthy();
    await waitFor(() => expect(form.queryByRole('checkbox', { name: /Factura 101/ })).toBeNull());
    answer(SEND, ({ body }) => ({ id: (body as { id: string }).id, number: 2, version: 1 }));
    await user.click(form.getByRole('button', { name: 'Enviar rendición' }));
    expect(await screen.findByText(/Rendición 2 enviada/)).toBeTruthy();
    const [first, again, other] = requests(SEND).map(r => r.body as NewStatement);
    expect(again?.id).toBe(first?.id);
    expect(other?.id).not.toBe(first?.id);
    expect(other?.expenseIds).toEqual([idOf(2)]);
  });

  test('where nothing is recorded there is nothing to send', async () => {
    server.expenses = spent([expense(5, { state: 'approved', statementId: idOf(80) })]);
    await open();
    await waitFor(async () =>
      expect(reasonOf(await button('Enviar rendición'))).toBe('No hay gastos sin rendir.'),
    );
  });
});
