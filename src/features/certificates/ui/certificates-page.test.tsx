import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CODE, certificateOf, heldFile, REVOKED, SHOWN_CODE } from '../../../../test/jsdom/certificates.tsx';
import { ME, showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../test/jsdom/server.tsx';
import { idOf, PROJECT } from '../../../../test/jsdom/surveys.tsx';
import { forgetDrafts } from '../../../web/drafts.ts';
import { saveSession } from '../../../web/storage.ts';
import type { Certificate } from '../contract.ts';
import { CertificatesPage } from './certificates-page.tsx';

const ONE = certificateOf();
const OF_ACTIVITY = certificateOf({ id: idOf(51), folio: '2026-000124', activity: 'Taller de riego' });
const OF_REVIEWER = certificateOf({
  ...{ id: idOf(52), folio: '2026-000125', name: 'Luis Vera', role: 'reviewer', ...REVOKED },
  ...{ project: null, work: 'Fondo de Extensión 2026' },
});
let stored: Certificate[];
let page: Awaited<ReturnType<typeof showAt>>;

const asAcademic = () =>
  saveSession({
    token: 'token-1',
    user: { id: ME, email: 'ana@u.cl', name: 'Ana Soto', roles: ['Academic'] },
  });
const show = async (search = '') => {
  page = await showAt(`/certificates${search}`, CertificatesPage);
};
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
/** The drawer of a certificate, opened by its address. */
const open = async (certificate: Certificate) => {
  stored = [certificate];
  answer(`GET /certificates/${certificate.id}`, () => stored[0]);
  await show(`?open=${certificate.id}`);
  const drawer = await dialog(`Certificado ${certificate.folio}`);
  await drawer.findByText('Certificado de participación');
  return drawer;
};

beforeEach(async () => {
  signIn();
  await forgetDrafts([], ME);
  stored = [ONE, OF_ACTIVITY, OF_REVIEWER];
  answer('GET /certificates', () => ({ rows: stored, total: stored.length }));
  answer('GET /options/awarded', () => []);
});

describe('the list of certificates', () => {
  test('says whose, as what and of what each is, and where it stands', async () => {
    await show();
    const [, first, second, third] = await waitFor(() => {
      const rows = screen.getAllByRole('row');
      expect(rows[1]?.textContent).toContain('2026-000123');
      return rows;
    });
    for (const words of ['Rosa Elgueta', 'Participante', PROJECT.title, '22-11-2026', 'Vigente'])
      expect(first?.textContent).toContain(words);
    expect(second?.textContent).toContain('Taller de riego');
    for (const words of ['Par evaluador', 'Fondo de Extensión 2026', 'Anulado'])
      expect(third?.textContent).toContain(words);
    const [link] = screen.getAllByRole('link', { name: PROJECT.code });
    expect(link?.getAttribute('href')).toBe(`/projects/pacs/${PROJECT.id}?tab=certificates`);
  });

  test('asks no directory for who only reviews', async () => {
    saveSession({
      token: 'token-1',
      user: { id: ME, email: 'luis@u.cl', name: 'Luis Vera', roles: ['Reviewer'] },
    });
    stored = [OF_REVIEWER];
    await show();
    await screen.findByText('2026-000125');
    expect(screen.getByRole('combobox', { name: 'Calidad' })).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Proyecto' })).toBeNull();
    expect(requests('GET /options/awarded')).toEqual([]);
  });

  test('is narrowed as its address says, and its files are of what it finds', async () => {
    await show('?state=revoked&role=reviewer&year=2026&q=vera&page=2');
    await screen.findByText('2026-000123');
    const narrowed = { state: 'revoked', role: 'reviewer', year: '2026', q: 'vera' };
    expect(Object.fromEntries(requests('GET /certificates')[0]?.query ?? [])).toMatchObject(narrowed);
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Estado' }).value).toBe('Anulado');
    await page.user.click(screen.getByRole('switch', { name: 'Solo los míos' }));
    await waitFor(() => expect(page.address()).toContain('mine=true'));
    answer('GET /certificates/archive', () => refusal(422, { code: 'rule', detail: 'No hay ninguno.' }));
    await page.user.click(screen.getByRole('button', { name: 'Descargar PDF (ZIP)' }));
    await screen.findByText('No hay ninguno.');
    expect(Object.fromEntries(requests('GET /certificates/archive')[0]?.query ?? [])).toEqual({
      ...narrowed,
      mine: 'true',
    });
  });

  test('leads the office to what is missing, and others to nothing of the kind', async () => {
    stored = [];
    await show();
    expect(await screen.findByText('Todavía no hay certificados')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Emitir certificados' }).getAttribute('href')).toBe(
      '/certificates/issue',
    );
    expect(screen.getByRole('button', { name: 'Firma y opciones' })).toBeTruthy();
  });

  test('tells who has none when they get one', async () => {
    asAcademic();
    stored = [];
    await show();
    expect(await screen.findByText('Todavía no hay certificados que puedas ver')).toBeTruthy();
    expect(screen.getByText(/^Recibes uno cuando/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Emitir certificados' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Firma y opciones' })).toBeNull();
  });
});

describe('the archive', () => {
  const HEADERS = {
    ...{ 'content-type': 'application/zip', 'x-size-estimate': '2048', 'x-files': '3' },
    'content-disposition': 'attachment; filename="certificados-2026-12-01.zip"',
  };
  let file: ReturnType<typeof heldFile>;
  let saved: { name: string; size: number }[];
  const begin = async () => {
    answer('GET /certificates/archive', ({ signal }) => {
      file = heldFile(signal, HEADERS);
      return file.response;
    });
    await show();
    await page.user.click(screen.getByRole('button', { name: 'Descargar PDF (ZIP)' }));
    return dialog('Descargar PDF (ZIP)');
  };
  const isSaved = (size: number) =>
    waitFor(() => expect(saved).toEqual([{ name: 'certificados-2026-12-01.zip', size }]));

  beforeEach(() => {
    saved = [];
    let content: Blob;
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        content = blob;
        return 'blob:x';
      },
      revokeObjectURL: () => {},
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, size: content.size });
    });
  });

  test('shows how far it is, and is not done before its end', async () => {
    const state = await begin();
    expect(await state.findByText('Descargando 3 archivos…')).toBeTruthy();
    file.send(512);
    expect(await state.findByText('25 %')).toBeTruthy();
    expect(state.getByText('512 bytes de unos 2 kB')).toBeTruthy();
    expect(state.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
    file.send(4096);
    expect(await state.findByText('99 %')).toBeTruthy();
    expect(saved).toEqual([]);
    file.end();
    await isSaved(4608);
    expect(await screen.findByText('Se descargó certificados-2026-12-01.zip.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is given up by a click, and nothing is saved', async () => {
    const state = await begin();
    await state.findByText('Descargando 3 archivos…');
    file.send(512);
    await state.findByText('25 %');
    const [asked] = requests('GET /certificates/archive');
    await page.user.click(within(screen.getByRole('dialog')).getByText('Cancelar'));
    expect(asked?.signal?.aborted).toBe(true);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(saved).toEqual([]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('is given up when its reader leaves', async () => {
    const state = await begin();
    await state.findByText('Descargando 3 archivos…');
    page.unmount();
    expect(requests('GET /certificates/archive')[0]?.signal?.aborted).toBe(true);
  });

  test('says why it cannot be had, and is asked for again', async () => {
    const state = await begin();
    await state.findByText('Descargando 3 archivos…');
    await page.user.click(state.getByText('Cancelar'));
    const detail = 'Son más de 5.000: usa los filtros.';
    const before = requests('GET /certificates/archive').length;
    answer('GET /certificates/archive', () => refusal(422, { code: 'rule', detail }));
    await page.user.click(screen.getByRole('button', { name: 'Descargar PDF (ZIP)' }));
    expect((await screen.findByRole('alert')).textContent).toBe(detail);
    answer('GET /certificates/archive', ({ signal }) => {
      file = heldFile(signal, HEADERS);
      return file.response;
    });
    await page.user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await screen.findByText('Descargando 3 archivos…');
    expect(requests('GET /certificates/archive')).toHaveLength(before + 2);
    file.send(100);
    file.end();
    await isSaved(100);
  });
});

describe('a certificate beside the list', () => {
  test('shows all it certifies, who issued it, and where it is taken from', async () => {
    const drawer = await open(ONE);
    for (const words of [
      'Rosa Elgueta',
      'Vigente',
      SHOWN_CODE,
      'Beatriz Navarrete, Directora de Vinculación',
    ])
      expect(drawer.getByText(words)).toBeTruthy();
    expect(drawer.getByText(/participó en el proyecto «Huertas escolares»/).textContent).toContain(
      'RUT 12.345.678-5',
    );
    expect(drawer.getByText(/automáticamente/)).toBeTruthy();
    const link = (name: string) => drawer.getByRole('link', { name });
    expect(link('Descargar PDF').getAttribute('href')).toBe(`${ONE.publicUrl}/pdf`);
    expect(link('Open Badge').getAttribute('href')).toBe(ONE.badgeUrl);
    expect(link('Ver página pública').getAttribute('href')).toBe(ONE.publicUrl);
    expect(link('Ver página pública').getAttribute('target')).toBe('_blank');
    await page.user.click(drawer.getByRole('button', { name: 'Copiar código' }));
    expect(await navigator.clipboard.readText()).toBe(SHOWN_CODE);
  });

  test('offers no badge where the office has none, and others nothing to decide', async () => {
    asAcademic();
    const { revocationRefused: _, ...rest } = ONE;
    const drawer = await open({ ...rest, badgeUrl: null, issuedBy: 'Eva Mora' });
    expect(drawer.getByText(/por Eva Mora/)).toBeTruthy();
    expect(drawer.queryByRole('link', { name: 'Open Badge' })).toBeNull();
    expect(drawer.queryByRole('button', { name: 'Anular' })).toBeNull();
    expect(drawer.queryByRole('button', { name: 'Corregir' })).toBeNull();
  });

  test('hands out nothing that is suspended, and says until when', async () => {
    const drawer = await open(certificateOf({ state: 'suspended', suspendedAt: '2026-12-01T15:00:00.000Z' }));
    expect(drawer.getByText(/porque se reabrió su proyecto/)).toBeTruthy();
    expect(drawer.queryByRole('link', { name: 'Descargar PDF' })).toBeNull();
    expect(drawer.queryByRole('link', { name: 'Open Badge' })).toBeNull();
    expect(drawer.getByRole('link', { name: 'Ver página pública' })).toBeTruthy();
    const correct = drawer.getByRole('button', { name: 'Corregir' });
    expect(correct.getAttribute('aria-disabled')).toBe('true');
    expect(drawer.getByText(/se corrige cuando el proyecto vuelva a cerrarse/)).toBeTruthy();
  });

  test('of one’s own says why it cannot be decided', async () => {
    const refused = 'No puedes anular ni corregir un certificado tuyo.';
    const drawer = await open(certificateOf({ isMine: true, revocationRefused: refused }));
    for (const name of ['Anular', 'Corregir']) {
      const button = drawer.getByRole('button', { name });
      expect(button.getAttribute('aria-disabled')).toBe('true');
      const why = document.getElementById(button.getAttribute('aria-describedby') ?? '');
      expect(why?.textContent).toBe(refused);
      await page.user.click(button);
    }
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });

  test('is revoked with a reason that suffices', async () => {
    const drawer = await open(ONE);
    await page.user.click(drawer.getByRole('button', { name: 'Anular' }));
    const asked = await dialog('Anular certificado');
    expect(asked.getByText(/no se puede deshacer/)).toBeTruthy();
    const reason = asked.getByRole('textbox', { name: /^Motivo/ });
    await page.user.type(reason, 'Corto');
    await page.user.click(asked.getByRole('button', { name: 'Anular certificado' }));
    expect(await asked.findByText(/al menos 10 caracteres/i, { selector: '[class*="error"]' })).toBeTruthy();
    const path = `POST /certificates/${ONE.id}/revocation`;
    expect(requests(path)).toEqual([]);
    await page.user.type(reason, ' no, ahora sí alcanza.');
    answer(path, () => {
      stored = [{ ...ONE, ...REVOKED }];
      return stored[0];
    });
    await page.user.click(asked.getByRole('button', { name: 'Anular certificado' }));
    expect(await screen.findByText('Certificado 2026-000123 anulado.')).toBeTruthy();
    expect(requests(path).map(({ body }) => body)).toEqual([{ reason: 'Corto no, ahora sí alcanza.' }]);
    expect(await drawer.findByText('El nombre estaba mal.')).toBeTruthy();
    expect(drawer.queryByRole('link', { name: 'Descargar PDF' })).toBeNull();
    expect(drawer.queryByRole('button', { name: 'Anular' })).toBeNull();
  });

  test('stays with what was typed when it cannot be revoked', async () => {
    const drawer = await open(ONE);
    await page.user.click(drawer.getByRole('button', { name: 'Anular' }));
    const asked = await dialog('Anular certificado');
    await page.user.type(asked.getByRole('textbox', { name: /^Motivo/ }), 'Se emitió por error.');
    answer(`POST /certificates/${ONE.id}/revocation`, () =>
      refusal(422, { code: 'rule', detail: 'Ya está anulado.' }),
    );
    await page.user.click(asked.getByRole('button', { name: 'Anular certificado' }));
    expect((await asked.findByRole('alert')).textContent).toBe('Ya está anulado.');
    expect(asked.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Se emitió por error.');
    // Escape is meant for the dialog above alone.
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Anular certificado' })).toBeNull());
    expect(screen.getByRole('dialog', { name: 'Certificado 2026-000123' })).toBeTruthy();
  });

  test('is corrected, and the new one opens', async () => {
    const drawer = await open(ONE);
    const next = certificateOf({
      id: idOf(59),
      folio: '2026-000130',
      name: 'Rosa Elgueta Painemal',
      replaces: ONE.folio,
    });
    answer(`GET /certificates/${next.id}`, () => next);
    await page.user.click(drawer.getByRole('button', { name: 'Corregir' }));
    const form = await dialog('Corregir certificado');
    const field = (name: RegExp) => form.getByRole<HTMLInputElement>('textbox', { name });
    expect([field(/^Nombre/).value, field(/^Documento/).value]).toEqual(['Rosa Elgueta', 'RUT 12.345.678-5']);
    await page.user.type(field(/^Nombre/), ' Painemal');
    await page.user.clear(field(/^Documento/));
    const path = `POST /certificates/${ONE.id}/replacement`;
    await page.user.click(form.getByRole('button', { name: 'Emitir el corregido' }));
    expect(field(/^Motivo/).getAttribute('aria-invalid')).toBe('true');
    expect(requests(path)).toEqual([]);
    await page.user.type(field(/^Motivo/), 'Faltaba un apellido.');
    answer(path, () => next);
    await page.user.click(form.getByRole('button', { name: 'Emitir el corregido' }));
    const opened = await dialog('Certificado 2026-000130');
    expect(await opened.findByText('Reemplaza al')).toBeTruthy();
    expect(page.address()).toContain(`open=${next.id}`);
    expect(requests(path).map(({ body }) => body)).toEqual([
      { name: 'Rosa Elgueta Painemal', document: '', reason: 'Faltaba un apellido.' },
    ]);
  });

  test('that was revoked may be issued again, once', async () => {
    const drawer = await open(certificateOf(REVOKED));
    await page.user.click(drawer.getByRole('button', { name: 'Volver a emitir' }));
    const form = await dialog('Volver a emitir');
    expect(form.getByText(/que sigue anulado/)).toBeTruthy();
    page.unmount();
    const replaced = await open(certificateOf({ ...REVOKED, replacedBy: '2026-000130' }));
    expect(replaced.getByText('2026-000130')).toBeTruthy();
    expect(replaced.getByRole('button', { name: 'Volver a emitir' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    expect(replaced.getByText('Ya se emitió otro en su lugar.')).toBeTruthy();
  });

  test('that is not there says so, and closes', async () => {
    answer(`GET /certificates/${idOf(77)}`, () => refusal(404, { code: 'not_found', detail: 'No existe.' }));
    await show(`?open=${idOf(77)}`);
    const drawer = await dialog('Certificado');
    expect(await drawer.findByText('No existe.')).toBeTruthy();
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(page.address()).toBe('/certificates'));
  });
});

test('a code is shown as it is printed', async () => {
  await show('?cols=folio,code');
  expect(await screen.findAllByText(SHOWN_CODE)).toHaveLength(3);
  expect(screen.queryByText(CODE)).toBeNull();
});
