import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { signIn } from '../../../../test/jsdom/render.tsx';
import { answer, held, refusal, requests } from '../../../../test/jsdom/server.tsx';
import {
  ALLOWED,
  BASE,
  button,
  dialog,
  idOf,
  LEAD,
  MAY_DECIDE,
  OFFICE,
  payment,
  payments,
  reasonOf,
  refund,
  Spending,
  showPart,
} from '../../../../test/jsdom/spending.tsx';
import { isRestDue, STATUSES, type Status } from '../../../domain/kinds/statuses.ts';
import { forgetDrafts } from '../../../web/drafts.ts';
import type { ProjectPayments } from '../contract.ts';
import { PaymentsPart } from './payments-part.tsx';

let server = new Spending();
beforeEach(async () => {
  signIn();
  await forgetDrafts();
  server = new Spending();
  server.serve();
});
async function open(more: Partial<ProjectPayments> = {}, status: Status = 'running') {
  server.status = status;
  server.serve();
  server.payments = payments(more);
  const shown = await showPart(<PaymentsPart />);
  await screen.findByRole('heading', { name: 'Reintegros' });
  return shown;
}
const figure = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
const field = (form: ReturnType<typeof within>, name: RegExp) =>
  form.getByRole('textbox', { name }) as HTMLInputElement;

describe('what is shown', () => {
  test('figures, instalments and payments; who only reads changes nothing', async () => {
    await open(
      { refunds: [refund({ state: 'accepted', decidedBy: OFFICE, decidedAt: '2026-11-14' })] },
      'final_report',
    );
    expect(figure('Adjudicado')).toBe('$900.000');
    expect(figure('Por devolver')).toBe('$150.000');
    const instalments = within(screen.getByRole('table', { name: 'Cuotas' }));
    expect(instalments.getByRole('row', { name: 'Cuota 1 60 % $540.000 Al inicio Liberada' })).toBeTruthy();
    expect(
      instalments.getByRole('row', {
        name: 'Cuota 2 40 % $360.000 Con el informe de avance 1 Sin liberar',
      }),
    ).toBeTruthy();
    expect(screen.getByRole('row', { name: '01-10-2026 $300.000 Transferencia 77 Luz Vera' })).toBeTruthy();
    expect(screen.getByText(/aceptado el 14-11-2026 por Luz Vera/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Registrar|Editar|Eliminar|Retirar|Aceptar/ })).toBeNull();
  });

  test('without an award one sentence says so', async () => {
    server.payments = payments({ awarded: null, instalments: [], payments: [] });
    await showPart(<PaymentsPart />);
    expect(await screen.findByText(/no tiene un monto adjudicado/)).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.queryByText('Adjudicado')).toBeNull();
  });

  test('what cannot be read is asked for again', async () => {
    answer(`GET ${BASE}/payments`, () => refusal(503));
    const { user } = await showPart(<PaymentsPart />);
    const again = await button('Reintentar');
    server.serve();
    await user.click(again);
    expect(await screen.findByRole('table', { name: 'Pagos' })).toBeTruthy();
  });
});

describe('the office pays', () => {
  const RECORD = `POST ${BASE}/payments`;

  test('never above what is released, told by the form and by the server', async () => {
    const { user } = await open({ pay: MAY_DECIDE });
    expect(screen.getByText('Se pueden pagar $240.000')).toBeTruthy();
    await user.click(await button('Registrar pago'));
    const form = await dialog('Registrar pago');
    expect(field(form, /^Fecha/).value).toBe('20-11-2026');
    await user.type(field(form, /^Monto/), '240001');
    await user.type(field(form, /^Referencia/), 'Transferencia 78');
    await user.click(form.getByRole('button', { name: 'Guardar pago' }));
    expect(await form.findByText('Supera lo liberado: se pueden pagar $240.000.')).toBeTruthy();
    expect(requests(RECORD)).toHaveLength(0);
    await user.clear(field(form, /^Monto/));
    await user.type(field(form, /^Monto/), '240000');
    answer(RECORD, () =>
      refusal(422, {
        code: 'invalid',
        errors: [{ path: 'amount', message: 'Lo liberado ya se pagó: quedan $0.' }],
      }),
    );
    await user.click(form.getByRole('button', { name: 'Guardar pago' }));
    expect(await form.findByText('Lo liberado ya se pagó: quedan $0.')).toBeTruthy();
    expect(field(form, /^Monto/).getAttribute('aria-invalid')).toBe('true');
    answer(RECORD, ({ body }) => ({ id: (body as { id: string }).id, version: 1 }));
    await user.dblClick(form.getByRole('button', { name: 'Guardar pago' }));
    expect(await screen.findByText('Pago registrado.')).toBeTruthy();
    const bodies = requests(RECORD).map(r => r.body as { id: string });
    expect(bodies.at(-1)).toEqual({
      ...{ id: expect.any(String), day: '2026-11-20', amount: 240_000 },
      ...{ reference: 'Transferencia 78', note: '' },
    });
    expect(new Set(bodies.map(b => b.id)).size).toBe(1);
  });

  test('a payment is corrected over its version, its own amount counted as free', async () => {
    const path = `PUT ${BASE}/payments/${idOf(70)}`;
    answer(path, () => ({ id: idOf(70), version: 2 }));
    const { user } = await open({ pay: MAY_DECIDE, paid: 540_000, payments: [payment({ amount: 540_000 })] });
    expect(reasonOf(await button('Registrar pago'))).toBe('No queda nada liberado por pagar.');
    await user.click(await button('Editar el pago del 01-10-2026'));
    const form = await dialog('Editar pago');
    expect(form.getByText(/Se pueden pagar hasta \$540\.000/)).toBeTruthy();
    await user.clear(field(form, /^Referencia/));
    await user.type(field(form, /^Referencia/), 'Cheque 5');
    await user.click(form.getByRole('button', { name: 'Guardar pago' }));
    expect(await screen.findByText('Pago guardado.')).toBeTruthy();
    expect(requests(path)[0]?.body).toMatchObject({ version: 1, amount: 540_000, reference: 'Cheque 5' });
  });

  test('mended after a lost answer, it is told and saved over what is there the second time', async () => {
    const { user } = await open({ pay: MAY_DECIDE });
    await user.click(await button('Registrar pago'));
    const form = await dialog('Registrar pago');
    await user.type(field(form, /^Monto/), '40000');
    await user.type(field(form, /^Referencia/), 'Cheque 5');
    const detail = 'Este pago ya se había registrado: $400.000 el 20-11-2026.';
    answer(RECORD, () =>
      refusal(409, { code: 'conflict', detail, extra: { version: 1, updatedBy: 'Luz Vera' } }),
    );
    await user.click(form.getByRole('button', { name: 'Guardar pago' }));
    expect(await form.findByText(/\$400\.000 el 20-11-2026\. Lo que escribiste sigue aquí/)).toBeTruthy();
    const [id = ''] = requests(RECORD).map(r => (r.body as { id: string }).id);
    const path = `PUT ${BASE}/payments/${id}`;
    answer(path, () => ({ id, version: 2 }));
    await user.click(form.getByRole('button', { name: 'Guardar pago' }));
    expect(await screen.findByText('Pago registrado.')).toBeTruthy();
    expect(requests(path).map(r => r.body)).toMatchObject([{ version: 1, amount: 40_000 }]);
  });

  test('removing one asks, tells a refusal, and of the last possible person why', async () => {
    const path = `DELETE ${BASE}/payments/${idOf(70)}`;
    answer(path, () =>
      refusal(422, { code: 'rule', detail: 'Ya se reintegró más de lo que quedaría pagado.' }),
    );
    const { user } = await open({ pay: { ...MAY_DECIDE, lastResort: true } });
    await user.click(await button('Eliminar el pago del 01-10-2026'));
    const asked = await dialog('Eliminar pago');
    const confirm = asked.getByRole('button', { name: 'Eliminar pago' });
    expect(confirm.getAttribute('aria-disabled')).toBe('true');
    await user.type(asked.getByRole('textbox', { name: /Motivo/ }), 'Se registró dos veces.');
    await user.click(asked.getByRole('button', { name: 'Eliminar pago' }));
    expect(await asked.findByText('Ya se reintegró más de lo que quedaría pagado.')).toBeTruthy();
    answer(path, () => ({}));
    await user.click(asked.getByRole('button', { name: 'Eliminar pago' }));
    expect(await screen.findByText('Pago eliminado.')).toBeTruthy();
    expect(requests(path).at(-1)?.query.get('lastResort')).toBe('Se registró dos veces.');
  });

  test('who may not pay now is told why', async () => {
    const reason = 'Se paga desde que el proyecto se inicia hasta que se cierra.';
    await open({ pay: { allowed: false, reason, lastResort: false } });
    expect(reasonOf(await button('Registrar pago'))).toBe(reason);
    expect(screen.queryByRole('button', { name: /^(Editar|Eliminar)/ })).toBeNull();
  });
});

describe('money is given back', () => {
  const SEND = `POST ${BASE}/refunds`;
  const uploaded = {
    ...{ id: idOf(77), version: 1, state: 'ready', reason: null, documentType: 'expense' },
    ...{ name: 'deposito.pdf', size: 3, contentType: 'application/pdf', sha256: 'ab', uploadedBy: LEAD },
    uploadedAt: '2026-11-20T12:00:00.000Z',
  };

  test('the amount is what is missing, and the form waits for its proof', async () => {
    const { user } = await open({ giveBack: ALLOWED, refunds: [refund()] }, 'cancelled');
    // Of $150.000, another refund of $50.000 is on its way.
    expect(screen.getByText('Falta devolver $100.000')).toBeTruthy();
    await user.click(await button('Registrar reintegro'));
    const form = await dialog('Registrar reintegro');
    expect(field(form, /^Monto/).value).toBe('$100.000');
    await user.click(form.getByRole('button', { name: 'Enviar reintegro' }));
    // Told with what else is missing.
    expect(await form.findByText('Este campo es obligatorio.')).toBeTruthy();
    expect(form.getByText('Adjunta el comprobante del reintegro.')).toBeTruthy();
    await user.type(field(form, /^Referencia/), 'Depósito 13');
    await user.click(form.getByRole('button', { name: 'Enviar reintegro' }));
    expect(await form.findByText('Adjunta el comprobante del reintegro.')).toBeTruthy();
    expect(requests(SEND)).toHaveLength(0);

    // All of it has arrived before; only its end is asked for.
    answer(`POST ${BASE}/uploads`, () => ({ id: idOf(78), received: 3, chunkBytes: 1e6 }));
    const listed = { ...uploaded, versionId: idOf(77), thumbnail: null, versions: [], mayDelete: true };
    answer(`GET ${BASE}/files`, () => ({ files: [listed], expiresAt: '2100-01-01T00:00:00.000Z' }));
    const finish = held(`POST ${BASE}/uploads/${idOf(78)}/finish`, () => ({
      ...{ file: uploaded, versionId: idOf(77), known: false },
    }));
    const extra = { version: 1, state: 'submitted', updatedBy: 'Ana Soto' };
    const detail = 'Este reintegro ya se había enviado: $90.000 el 20-11-2026.';
    answer(SEND, () => refusal(409, { code: 'conflict', detail, extra }));
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!input) throw new Error('No file can be chosen');
    fireEvent.change(input, { target: { files: [new File(['abc'], 'deposito.pdf')] } });
    await waitFor(() =>
      expect(requests(`POST ${BASE}/uploads`)[0]?.body).toMatchObject({ documentType: 'expense' }),
    );
    await user.click(form.getByRole('button', { name: 'Enviar reintegro' }));
    finish.release();
    // The answer to what was sent before it was mended was lost: the second time goes over that.
    expect(await form.findByText(/\$90\.000 el 20-11-2026\. Lo que escribiste sigue aquí/)).toBeTruthy();
    const [first] = requests(SEND).map(r => r.body as { id: string });
    expect(first).toEqual({
      ...{ id: expect.any(String), day: '2026-11-20', amount: 100_000, reference: 'Depósito 13' },
      ...{ note: '', versionId: idOf(77) },
    });
    const { id = '', ...rest } = first ?? {};
    answer(`PUT ${BASE}/refunds/${id}`, () => ({ id, version: 2 }));
    await user.click(form.getByRole('button', { name: 'Enviar reintegro' }));
    expect(await screen.findByText(/Reintegro enviado/)).toBeTruthy();
    expect(requests(`PUT ${BASE}/refunds/${id}`).map(r => r.body)).toEqual([{ ...rest, version: 1 }]);
  });

  test('a project that still spends is told of no debt, and gives back what it wants', async () => {
    const { user } = await open({ giveBack: ALLOWED });
    expect(figure('Pagado sin rendición aprobada')).toBe('$150.000');
    expect(screen.queryByText(/[Dd]evolver/)).toBeNull();
    await user.click(await button('Registrar reintegro'));
    const form = await dialog('Registrar reintegro');
    expect(field(form, /^Monto/).value).toBe('');
    expect(form.getByText('Al terminar se devuelve lo que no se rindió.')).toBeTruthy();
    expect(STATUSES.filter(s => !isRestDue(s))).toEqual(['approved', 'running', 'suspended']);
  });

  test('what came back says why, is mended and sent again', async () => {
    const path = `PUT ${BASE}/refunds/${idOf(75)}`;
    answer(path, () => ({ id: idOf(75), version: 3 }));
    const { user } = await open({
      giveBack: ALLOWED,
      refunds: [refund({ state: 'returned', reason: 'No se lee.', decidedBy: OFFICE, mayEdit: true })],
    });
    expect(screen.getByText(/No se lee\./)).toBeTruthy();
    await user.click(await button('Editar el reintegro del 12-11-2026'));
    const form = await dialog('Editar reintegro');
    expect(form.getByText('deposito.pdf')).toBeTruthy();
    await user.type(field(form, /^Nota/), 'Ahora se lee.');
    await user.click(form.getByRole('button', { name: 'Enviar reintegro' }));
    expect(await screen.findByText(/Reintegro enviado/)).toBeTruthy();
    expect(requests(path)[0]?.body).toEqual({
      ...{ version: 2, day: '2026-11-12', amount: 50_000, reference: 'Depósito 12' },
      ...{ note: 'Ahora se lee.', versionId: idOf(77) },
    });
  });

  test('the office accepts it, or returns it with a reason; who sent it takes it back', async () => {
    const decision = `POST ${BASE}/refunds/${idOf(75)}/decision`;
    answer(decision, () => ({ id: idOf(75), version: 3 }));
    const { user } = await open({ refunds: [refund({ decide: MAY_DECIDE, mayEdit: true })] });
    await user.click(await button('Devolver el reintegro del 12-11-2026'));
    const back = await dialog('Devolver reintegro');
    await user.click(back.getByRole('button', { name: 'Devolver reintegro' }));
    expect(await back.findByText('Este campo es obligatorio.')).toBeTruthy();
    await user.type(back.getByRole('textbox', { name: /Motivo/ }), 'No se lee.');
    await user.click(back.getByRole('button', { name: 'Devolver reintegro' }));
    expect(await screen.findByText('Reintegro devuelto.')).toBeTruthy();
    await user.click(await button('Aceptar el reintegro del 12-11-2026'));
    const accepted = await dialog('Aceptar reintegro');
    await user.click(accepted.getByRole('button', { name: 'Aceptar reintegro' }));
    expect(await screen.findByText('Reintegro aceptado.')).toBeTruthy();
    expect(requests(decision).map(r => r.body)).toEqual([
      { version: 2, accept: false, reason: 'No se lee.' },
      { version: 2, accept: true, reason: '' },
    ]);
    const removal = `DELETE ${BASE}/refunds/${idOf(75)}`;
    answer(removal, () => ({}));
    await user.click(await button('Retirar el reintegro del 12-11-2026'));
    const asked = await dialog('Retirar reintegro');
    await user.click(asked.getByRole('button', { name: 'Retirar reintegro' }));
    expect(await screen.findByText('Reintegro retirado.')).toBeTruthy();
    expect(requests(removal)).toHaveLength(1);
  });
});
