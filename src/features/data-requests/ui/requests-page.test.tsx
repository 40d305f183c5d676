import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { dataRequestOf, requestId } from '../../../../test/jsdom/data-requests.tsx';
import { ME, showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { answer, held, refusal, requests } from '../../../../test/jsdom/server.tsx';
import { forgetDrafts } from '../../../web/drafts.ts';
import { LastResortHost } from '../../../web/ui/last-resort/last-resort-host.tsx';
import type { DataRequest } from '../contract.ts';
import { DataRequestsPage } from './requests-page.tsx';

const ONE = dataRequestOf();
const LATE = dataRequestOf({
  ...{
    id: requestId(61),
    code: 'SD-2026-0002',
    right: 'deletion',
    name: 'Luis Vera',
    channel: 'application',
  },
  ...{ due: '2026-01-02T02:59:59.999Z', overdue: true, user: { id: requestId(20), name: 'Luis Vera' } },
});
const DONE = dataRequestOf({
  ...{ id: requestId(62), code: 'SD-2026-0003', name: 'Ana Mella', state: 'answered', outcome: 'partly' },
  ...{ answer: 'Borramos su teléfono.', settledAt: '2026-12-05T15:00:00.000Z', settledBy: 'Eva Mora' },
  identity: 'Mostró su cédula.',
});
let stored: DataRequest[];
let page: Awaited<ReturnType<typeof showAt>>;

const show = async (search = '') => {
  page = await showAt(`/admin/privacy${search}`, () => (
    <>
      <DataRequestsPage />
      <LastResortHost />
    </>
  ));
};
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
/** The drawer of a request, opened by its address. */
const open = async (request: DataRequest) => {
  stored = [request];
  answer(`GET /data-requests/${request.id}`, () => stored[0]);
  await show(`?open=${request.id}`);
  return dialog(`Solicitud ${request.code}`);
};
type Dialog = Awaited<ReturnType<typeof dialog>>;
const text = (form: Dialog, name: RegExp) => form.getByRole<HTMLTextAreaElement>('textbox', { name });
/** All at once, as from the clipboard. */
const write = async (field: HTMLElement, words: string) => {
  await page.user.click(field);
  await page.user.paste(words);
};
const choose = async (form: Dialog, name: RegExp, option: string | RegExp) => {
  await page.user.click(form.getByRole('combobox', { name }));
  await page.user.click(await screen.findByRole('option', { name: option }));
};
const press = (form: Dialog, name: string) => page.user.click(form.getByRole('button', { name }));
const why = (form: Dialog, name: string) => describing(form.getByRole('button', { name }));
const describing = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent;
const sent = (what: string) => requests(what).map(({ body }) => body);

beforeEach(async () => {
  signIn();
  await forgetDrafts([], ME);
  stored = [LATE, ONE, DONE];
  answer('GET /data-requests', () => ({ rows: stored, total: stored.length }));
});

describe('the list of requests', () => {
  test('says who asks for what, until when, and what came of it', async () => {
    await show();
    const [, first, second, third] = await waitFor(() => {
      const rows = screen.getAllByRole('row');
      expect(rows[1]?.textContent).toContain('SD-2026-0002');
      return rows;
    });
    for (const words of ['Supresión', 'Luis Vera', '02-12-2026', 'Por responder'])
      expect(first?.textContent).toContain(words);
    expect(first?.querySelector('[data-state="overdue"]')?.textContent).toMatch(/^venció/);
    expect(second?.textContent).toContain('vence el 01-01-2100');
    expect(second?.querySelector('[data-state="overdue"]')).toBeNull();
    expect(third?.textContent).toContain('Acogida en parte');
    expect(third?.textContent).not.toContain('venc');
  });

  test('is narrowed as its address says, and names nobody there', async () => {
    await show('?state=overdue&right=deletion');
    await screen.findByText('SD-2026-0002');
    const [asked] = requests('GET /data-requests');
    expect([asked?.query.get('state'), asked?.query.get('right')]).toEqual(['overdue', 'deletion']);
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Estado' }).value).toBe('Vencidas');
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Derecho' }).value).toBe('Supresión');
    await page.user.click(screen.getByRole('button', { name: 'SD-2026-0002' }));
    expect(page.address()).toBe(`/admin/privacy?state=overdue&right=deletion&open=${LATE.id}`);
  });

  test('says what to do while there is none, and leads to the other pages', async () => {
    stored = [];
    await show();
    expect(await screen.findByText('Todavía no hay solicitudes')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Registrar solicitud' })).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'Incidentes' }).getAttribute('href')).toBe(
      '/admin/privacy/incidents',
    );
  });

  test('closes what is not there', async () => {
    answer(`GET /data-requests/${ONE.id}`, () => refusal(404, { code: 'not_found', detail: 'No existe.' }));
    await show(`?open=${ONE.id}`);
    expect(await screen.findByText('No existe.')).toBeTruthy();
    await waitFor(() => expect(page.address()).toBe('/admin/privacy'));
  });
});

describe('recording a request', () => {
  const fill = async (form: Dialog) => {
    await choose(form, /^Derecho/, /^Rectificación/);
    await write(text(form, /^Nombre/), 'Rosa Elgueta');
    await write(text(form, /^Qué pide/), 'Mi apellido está mal escrito.');
    await choose(form, /^Llegó por/, 'Carta');
  };

  test('asks for an address or a document, and says what a right means', async () => {
    await show('?open=new');
    const form = await dialog('Registrar solicitud');
    await fill(form);
    expect(describing(form.getByRole('combobox', { name: /^Derecho/ }))).toBe(
      'Corregir datos inexactos o incompletos.',
    );
    await press(form, 'Registrar solicitud');
    expect(await form.findByText(/sin ninguno no se sabe de quién son los datos/)).toBeTruthy();
    expect(requests('POST /data-requests')).toEqual([]);
    for (const name of [/^Nombre/, /^Qué pide/])
      expect(text(form, name).labels[0]?.textContent).toMatch(/\*$/);
  });

  test('does not take itself for another when its answer was lost', async () => {
    await show('?open=new');
    const form = await dialog('Registrar solicitud');
    await fill(form);
    await write(text(form, /^Correo/), 'Rosa@Correo.cl');
    answer('POST /data-requests', () => refusal(503));
    await press(form, 'Registrar solicitud');
    expect(await form.findByRole('alert')).toBeTruthy();
    answer('POST /data-requests', () => ONE);
    await press(form, 'Registrar solicitud');
    expect(await screen.findByText('«SD-2026-0001» quedó en la lista.')).toBeTruthy();
    const [first, second] = sent('POST /data-requests');
    expect(first).toEqual(second);
    expect(first).toMatchObject({
      ...{ right: 'rectification', name: 'Rosa Elgueta', email: 'rosa@correo.cl', document: '' },
      ...{ details: 'Mi apellido está mal escrito.', channel: 'paper' },
      id: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    await waitFor(() => expect(page.address()).toBe('/admin/privacy'));
  });

  test('offers no channel that only the person has', async () => {
    await show('?open=new');
    const form = await dialog('Registrar solicitud');
    await page.user.click(form.getByRole('combobox', { name: /^Llegó por/ }));
    const list = within(await screen.findByRole('listbox', { name: /^Llegó por/ }));
    const options = list.getAllByRole('option');
    expect(options.map(option => option.textContent)).toEqual(['Correo', 'Carta', 'En persona', 'Otro']);
  });
});

describe('a request beside the list', () => {
  test('shows what the office knows, and what to do where', async () => {
    const drawer = await open(ONE);
    for (const words of ['Rosa Elgueta', 'rosa@correo.cl', '12.345.678-5', ONE.details])
      expect(drawer.getByText(words)).toBeTruthy();
    expect(drawer.getByText(/por correo$/).textContent).toBe('02-12-2026, por correo');
    expect(drawer.getByText(/^Vence el/).textContent).toBe('Vence el 01-01-2100');
    expect(drawer.getByText(/^Descarga todo lo que se guarda/)).toBeTruthy();
    const link = drawer.getByRole('link', { name: 'Buscar entre las personas sin cuenta' });
    expect(link.getAttribute('href')).toBe('/admin/privacy/people');
    expect(why(drawer, 'Responder')).toBeUndefined();
  });

  test('of somebody with an account leads to it, is late, and is theirs to write', async () => {
    const drawer = await open(LATE);
    expect(drawer.getByRole('link', { name: 'Ver su cuenta' }).getAttribute('href')).toBe(
      `/admin/users?open=${requestId(20)}`,
    );
    expect(drawer.getByText('Hizo la solicitud desde su cuenta.')).toBeTruthy();
    expect(drawer.getByText(/^venció/)).toBeTruthy();
    expect(why(drawer, 'Ampliar plazo')).toMatch(/ya venció/);
    expect(why(drawer, 'Corregir')).toMatch(/desde su cuenta/);
    await press(drawer, 'Corregir');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });

  test('that was extended is not extended again', async () => {
    const drawer = await open({
      ...ONE,
      ...{ extendedAt: '2026-12-10T15:00:00.000Z', extensionReason: 'Hay que revisar archivos de papel.' },
    });
    expect(drawer.getByText(/archivos de papel/).textContent).toBe(
      '10-12-2026: Hay que revisar archivos de papel.',
    );
    expect(why(drawer, 'Ampliar plazo')).toBe('El plazo ya se amplió el 10-12-2026: se amplía una sola vez.');
  });

  test('that was answered says what, and takes no more', async () => {
    const drawer = await open(DONE);
    for (const words of ['Acogida en parte', 'Borramos su teléfono.', 'Mostró su cédula.'])
      expect(drawer.getByText(words)).toBeTruthy();
    expect(drawer.getByText(/por Eva Mora$/, { selector: 'dd' })).toBeTruthy();
    expect(drawer.queryByRole('button', { name: 'Responder' })).toBeNull();
    // They were written to.
    expect(drawer.queryByRole('button', { name: 'Copiar respuesta' })).toBeNull();
    expect(drawer.queryByText('Qué hacer')).toBeNull();
  });

  test('of one’s own is refused with the reason', async () => {
    const reason = 'Es tu solicitud: la responde otra persona de la oficina.';
    const drawer = await open({ ...ONE, bar: { reason, last: false } });
    for (const name of ['Responder', 'Ampliar plazo', 'Corregir', 'Desistida'])
      expect(why(drawer, name)).toBe(reason);
    await press(drawer, 'Responder');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });
});

describe('what the office decides of a request', () => {
  const ANSWER = 'Le enviamos el archivo con sus datos.';
  const path = `POST /data-requests/${ONE.id}/answer`;
  const answered = { ...ONE, state: 'answered', outcome: 'granted', answer: ANSWER } as const;
  const begin = async (request: DataRequest) => {
    const drawer = await open(request);
    await press(drawer, 'Responder');
    const form = await dialog(`Responder ${request.code}`);
    await choose(form, /^Resultado/, 'Acogida');
    await write(text(form, /^Respuesta/), ANSWER);
    return { drawer, form };
  };

  test('is answered once it says how it knows who asks, by a single click', async () => {
    const { drawer, form } = await begin(ONE);
    expect(form.getByText(/por correo a rosa@correo.cl/)).toBeTruthy();
    await press(form, 'Enviar respuesta');
    expect(text(form, /^Cómo se comprobó/).getAttribute('aria-invalid')).toBe('true');
    expect(requests(path)).toEqual([]);
    await write(text(form, /^Cómo se comprobó/), 'Mostró su cédula.');
    const { release } = held(path, () => {
      stored = [answered];
      return answered;
    });
    await page.user.dblClick(form.getByRole('button', { name: 'Enviar respuesta' }));
    release();
    expect(await screen.findByText('Solicitud SD-2026-0001 respondida.')).toBeTruthy();
    expect(sent(path)).toEqual([
      {
        ...{ outcome: 'granted', identity: 'Mostró su cédula.', answer: ANSWER },
        updatedAt: ONE.updatedAt,
      },
    ]);
    expect(await drawer.findByText(ANSWER)).toBeTruthy();
  });

  test('asks nothing of who they are of those who signed in', async () => {
    const { form } = await begin({ ...LATE, id: ONE.id });
    expect(form.queryByRole('textbox', { name: /^Cómo se comprobó/ })).toBeNull();
    answer(path, () => answered);
    await press(form, 'Enviar respuesta');
    await waitFor(() => expect(sent(path)).toHaveLength(1));
  });

  test('keeps what was typed when the request changed, and answers over how it is now', async () => {
    const { drawer, form } = await begin(ONE);
    await write(text(form, /^Cómo se comprobó/), 'Mostró su cédula.');
    const changed = {
      ...ONE,
      details: 'Quiero también mis certificados.',
      updatedAt: '2026-12-03T15:00:00.000Z',
    };
    answer(path, () => {
      stored = [changed];
      return refusal(409, { code: 'conflict', detail: 'Cambió.' });
    });
    await press(form, 'Enviar respuesta');
    expect((await form.findByRole('alert')).textContent).toMatch(/cambió mientras escribías/);
    expect(drawer.getByText(changed.details)).toBeTruthy();
    expect(text(form, /^Respuesta/).value).toBe(ANSWER);
    answer(path, () => answered);
    await press(form, 'Enviar respuesta');
    await screen.findByText('Solicitud SD-2026-0001 respondida.');
    expect(sent(path)).toMatchObject([{ updatedAt: ONE.updatedAt }, { updatedAt: changed.updatedAt }]);
  });

  test('is to be handed over where there is no address', async () => {
    const noMail = { ...ONE, email: '' };
    const { drawer, form } = await begin(noMail);
    expect(form.getByText(/la oficina le entrega la respuesta/)).toBeTruthy();
    await write(text(form, /^Cómo se comprobó/), 'Mostró su cédula.');
    answer(path, () => {
      stored = [{ ...answered, email: '' }];
      return stored[0];
    });
    await press(form, 'Enviar respuesta');
    await page.user.click(await drawer.findByRole('button', { name: 'Copiar respuesta' }));
    expect(await navigator.clipboard.readText()).toBe(ANSWER);
  });

  test('by the last possible person asks them why', async () => {
    const reason = 'Es tu solicitud.';
    const { drawer, form } = await begin({ ...ONE, bar: { reason, last: true } });
    expect(drawer.getByRole('note').textContent).toContain(reason);
    await write(text(form, /^Cómo se comprobó/), 'Soy yo, con mi cuenta.');
    answer(path, ({ body }) =>
      (body as { lastResort?: string }).lastResort
        ? answered
        : refusal(403, { code: 'last_resort', detail: 'Explica por qué decides tú.' }),
    );
    await press(form, 'Enviar respuesta');
    const asked = await dialog('Participas en lo que decides');
    await write(text(asked, /^Por qué decides tú/), 'Nadie más está en la oficina.');
    await press(asked, 'Decidir');
    await screen.findByText('Solicitud SD-2026-0001 respondida.');
    expect(sent(path)[1]).toMatchObject({ lastResort: 'Nadie más está en la oficina.', answer: ANSWER });
  });

  test('is extended with a reason, until the day it says', async () => {
    const drawer = await open(ONE);
    await press(drawer, 'Ampliar plazo');
    const asked = await dialog('Ampliar plazo');
    expect(asked.getByText(/hasta el 31-01-2100/)).toBeTruthy();
    await write(text(asked, /^Motivo/), 'Hay que revisar archivos de papel.');
    const extend = `POST /data-requests/${ONE.id}/extension`;
    answer(extend, () => {
      stored = [{ ...ONE, extendedAt: '2026-12-10T15:00:00.000Z' }];
      return stored[0];
    });
    await press(asked, 'Ampliar plazo');
    expect(await screen.findByText('Plazo de SD-2026-0001 ampliado.')).toBeTruthy();
    expect(sent(extend)).toEqual([
      { reason: 'Hay que revisar archivos de papel.', updatedAt: ONE.updatedAt },
    ]);
    await waitFor(() => expect(why(drawer, 'Ampliar plazo')).toMatch(/ya se amplió/));
  });

  test('is given up with a note, and stays as it is when refused', async () => {
    const drawer = await open(ONE);
    await press(drawer, 'Desistida');
    const asked = await dialog('Marcar como desistida');
    const drop = `POST /data-requests/${ONE.id}/withdrawal`;
    await write(text(asked, /^Motivo/), 'Corta.');
    await press(asked, 'Marcar como desistida');
    expect(await asked.findByText(/al menos 10 caracteres/i, { selector: '[class*="error"]' })).toBeTruthy();
    expect(requests(drop)).toEqual([]);
    await write(text(asked, /^Motivo/), ' Lo dijo por teléfono.');
    answer(drop, () => refusal(422, { code: 'rule', detail: 'Ya se respondió.' }));
    await press(asked, 'Marcar como desistida');
    expect((await asked.findByRole('alert')).textContent).toBe('Ya se respondió.');
    expect(text(asked, /^Motivo/).value).toBe('Corta. Lo dijo por teléfono.');
    // Escape is meant for the dialog above alone.
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Marcar como desistida' })).toBeNull());
    expect(screen.getByRole('dialog', { name: 'Solicitud SD-2026-0001' })).toBeTruthy();
  });

  test('is corrected; what somebody else saved meanwhile stands beside it', async () => {
    const drawer = await open(ONE);
    await press(drawer, 'Corregir');
    const form = await dialog('Corregir solicitud');
    await write(text(form, /^Nombre/), ' Painemal');
    const put = `PUT /data-requests/${ONE.id}`;
    const theirs = { ...ONE, name: 'Rosa E.', updatedAt: '2026-12-03T15:00:00.000Z' };
    answer(put, () => refusal(409, { code: 'conflict', detail: 'Cambió.', extra: { stored: theirs } }));
    await press(form, 'Guardar');
    expect(await form.findByText('Nombre: guardado «Rosa E.», tuyo «Rosa Elgueta Painemal»')).toBeTruthy();
    answer(put, () => ONE);
    await press(form, 'Guardar lo mío');
    expect(await screen.findByText('«SD-2026-0001» quedó guardado.')).toBeTruthy();
    expect(sent(put)).toMatchObject([
      { name: 'Rosa Elgueta Painemal', updatedAt: ONE.updatedAt },
      { name: 'Rosa Elgueta Painemal', updatedAt: theirs.updatedAt },
    ]);
  });
});
