import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { ME, showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../test/jsdom/server.tsx';
import type { Role } from '../../../domain/kit/actor.ts';
import { forgetDrafts } from '../../../web/drafts.ts';
import { saveSession } from '../../../web/storage.ts';
import type { Agreement } from '../contract.ts';
import { AgreementsPage } from './agreements-page.tsx';
import { PartnerAgreements } from './partner-agreements.tsx';

const id = (n: number) => `00000000-0000-4000-8000-0000000000${n}`;
const TOME = { id: id(20), name: 'Municipalidad de Tomé' };
const FILE = { id: id(40), name: 'firmado.pdf', size: 2048, contentType: 'application/pdf' };
const SIGNED: Agreement = {
  ...{ id: id(10), organisation: TOME, school: null, number: '12/2024', kind: 'framework' },
  ...{ subject: 'Trabajo en los cerros', note: 'Se renueva cada año', clauses: ['gender_violence'] },
  ...{ signedOn: '2024-02-20', startsOn: '2024-02-24', endsOn: '2027-02-24', state: 'ending' },
  ...{ lacks: [], files: [FILE], updatedAt: '2026-11-22T15:00:00.000Z', updatedBy: 'Eva' },
};
const BARE: Agreement = {
  ...{ ...SIGNED, id: id(11), number: '3', signedOn: null, startsOn: null, endsOn: null, clauses: [] },
  ...{ state: 'current', lacks: ['file', 'signed', 'start', 'clause'], files: [], note: '' },
};
let stored: Agreement[];
let page: Awaited<ReturnType<typeof showAt>>;

beforeEach(async () => {
  signIn();
  await forgetDrafts([], ME);
  stored = [SIGNED, BARE];
  answer('GET /agreements', () => ({ rows: stored, total: stored.length }));
  for (const row of stored)
    answer(`GET /agreements/${row.id}`, () => stored.find(r => r.id === row.id) ?? refusal(404));
  answer('GET /options/organisation', () => [{ id: TOME.id, label: TOME.name, hint: 'Sector público' }]);
  answer('GET /catalogues', () => ({
    ...{ faculties: [], schools: [{ id: id(30), name: 'Enfermería', facultyId: id(31) }], themes: [] },
    ...{ periods: [], regions: [], comunas: [], bordersLicense: null, uploadLimitBytes: 1 },
  }));
});

const as = (...roles: Role[]) =>
  saveSession({ token: 'token-1', user: { id: ME, email: 'ana@u.cl', name: 'Ana Soto', roles } });
const show = async (search = '') => {
  page = await showAt(`/partners/agreements${search}`, AgreementsPage);
};
const showPartner = async (mayManage: boolean) => {
  page = await showAt('/partners/x', () => <PartnerAgreements organisation={TOME} mayManage={mayManage} />);
};
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }));
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const add = () => page.user.click(screen.getByRole('button', { name: 'Nuevo convenio' }));

describe('the list of agreements', () => {
  test('says state, time and what is lacking in words', async () => {
    await show();
    const [, first, second] = await waitFor(() => {
      const rows = screen.getAllByRole('row');
      expect(rows[1]?.textContent).toContain('12/2024');
      return rows;
    });
    for (const words of [TOME.name, 'Marco', '24-02-2024 al 24-02-2027', 'Por vencer'])
      expect(first?.textContent).toContain(words);
    expect(second?.textContent).toContain('Vigente');
    expect(second?.textContent).toContain('Sin fechas');
    expect(second?.textContent).toContain(
      'El documento firmado, la fecha de firma, la fecha de inicio y la cláusula de la Ley 21.369',
    );
  });

  test('is narrowed as its address says', async () => {
    await show('?state=open&lack=any');
    await screen.findByText('12/2024');
    const [asked] = requests('GET /agreements');
    expect([asked?.query.get('state'), asked?.query.get('lack')]).toEqual(['open', 'any']);
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Estado' }).value).toBe(
      'Todos menos los vencidos',
    );
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Le falta' }).value).toBe(
      'Algo de lo anterior',
    );
  });

  test('is shown to others without a way to change anything', async () => {
    as('Academic');
    await show(`?open=${SIGNED.id}`);
    const view = await dialog('Convenio 12/2024');
    expect(screen.queryByRole('button', { name: 'Nuevo convenio' })).toBeNull();
    for (const words of ['Trabajo en los cerros', 'Se renueva cada año', '20-02-2024'])
      expect(view.getByText(words)).toBeTruthy();
    expect(view.getByText('Acoso, violencia y discriminación de género (Ley 21.369)')).toBeTruthy();
    expect(view.getByRole('button', { name: 'firmado.pdf' })).toBeTruthy();
    expect(view.queryAllByRole('textbox')).toEqual([]);
    expect(view.queryByRole('button', { name: /Guardar|Eliminar|Quitar/ })).toBeNull();
    await page.user.keyboard('{Escape}');
    await gone();
    expect(page.address()).toBe('/partners/agreements');
  });

  test('opens no form for others, and tells them what will stand there', async () => {
    as('Director');
    stored = [];
    await show('?open=new');
    expect(await screen.findByText('No hay convenios que puedas ver')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the form of an agreement', () => {
  const fill = async (form: Awaited<ReturnType<typeof dialog>>, name: RegExp, text: string) => {
    const field = form.getByRole('textbox', { name });
    await page.user.clear(field);
    await page.user.type(field, text);
  };

  test('creates one with its organisation, days and clauses', async () => {
    answer('POST /agreements', ({ body }) => ({ ...BARE, ...(body as object) }));
    await show();
    await screen.findByText('12/2024');
    await add();
    const form = await dialog('Nuevo convenio');
    await page.user.click(form.getByRole('button', { name: 'Crear convenio' }));
    expect(form.getAllByText('Este campo es obligatorio.')).toHaveLength(2);
    await page.user.click(form.getByRole('combobox', { name: /^Organización/ }));
    await page.user.click(await screen.findByRole('option', { name: /Municipalidad de Tomé/ }));
    await fill(form, /^Número/, '77/2026');
    await fill(form, /^Inicio/, '01-03-2026');
    await fill(form, /^Término/, '28-02-2026');
    await page.user.click(form.getByRole('checkbox', { name: /Ley 21\.369/ }));
    await page.user.click(form.getByRole('button', { name: 'Crear convenio' }));
    expect(await form.findByText('El término no puede ser antes del inicio.')).toBeTruthy();
    expect(requests('POST /agreements')).toEqual([]);
    await fill(form, /^Término/, '28-02-2028');
    await page.user.click(form.getByRole('button', { name: 'Crear convenio' }));
    await gone();
    expect(requests('POST /agreements')[0]?.body).toEqual({
      ...{ organisationId: TOME.id, number: '77/2026', kind: 'framework', subject: '', schoolId: null },
      ...{ signedOn: null, startsOn: '2026-03-01', endsOn: '2028-02-28', note: '' },
      clauses: ['gender_violence'],
    });
  });

  test('tells at its field that the number is taken', async () => {
    const message = 'Ya hay un convenio con ese número.';
    answer(`PUT /agreements/${BARE.id}`, () =>
      refusal(422, { code: 'rule', detail: message, errors: [{ path: 'number', message }] }),
    );
    await show(`?open=${BARE.id}`);
    const form = await dialog('Editar convenio');
    await fill(form, /^Número/, '12/2024');
    await page.user.click(form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() =>
      expect(form.getByRole('textbox', { name: /^Número/ }).getAttribute('aria-invalid')).toBe('true'),
    );
    expect(requests(`PUT /agreements/${BARE.id}`)[0]?.body).toMatchObject({
      ...{ number: '12/2024', organisationId: TOME.id, updatedAt: BARE.updatedAt },
    });
  });

  test('removes a file after a question, without touching what is typed', async () => {
    answer(`DELETE /agreements/${SIGNED.id}/files/${FILE.id}`, () => {
      stored = [{ ...SIGNED, files: [] }, BARE];
      return {};
    });
    await show(`?open=${SIGNED.id}`);
    const form = await dialog('Editar convenio');
    await fill(form, /^Asunto/, 'A medias');
    await page.user.click(form.getByRole('button', { name: 'Quitar firmado.pdf' }));
    const asked = await dialog('¿Quitar el archivo?');
    expect(asked.getByText(/deja de estar en el convenio/)).toBeTruthy();
    await page.user.click(asked.getByRole('button', { name: 'Quitar archivo' }));
    await waitFor(() => expect(form.queryByRole('button', { name: 'firmado.pdf' })).toBeNull());
    expect(form.getByRole<HTMLInputElement>('textbox', { name: /^Asunto/ }).value).toBe('A medias');
    expect(requests(`PUT /agreements/${SIGNED.id}`)).toEqual([]);
  });

  test('takes no more files than may be', async () => {
    const files = Array.from({ length: 10 }, (_, n) => ({ ...FILE, id: id(50 + n), name: `${n}.pdf` }));
    stored = [{ ...SIGNED, files }, BARE];
    await show(`?open=${SIGNED.id}`);
    const form = await dialog('Editar convenio');
    expect(await form.findByText('Un convenio tiene como máximo 10 archivos.')).toBeTruthy();
  });
});

describe('agreements on the page of a partner', () => {
  test('are those with it, and open', async () => {
    await showPartner(true);
    await page.user.click(await screen.findByRole('button', { name: '12/2024' }));
    await dialog('Editar convenio');
    expect(requests('GET /agreements')[0]?.query.get('organisation')).toBe(TOME.id);
  });

  test('begin with the partner filled in', async () => {
    stored = [];
    await showPartner(true);
    expect(await screen.findByText('Todavía no hay convenios con esta organización.')).toBeTruthy();
    await add();
    const form = await dialog('Nuevo convenio');
    const field = form.getByRole<HTMLInputElement>('combobox', { name: /^Organización/ });
    await waitFor(() => expect(field.value).toBe(TOME.name));
  });

  test('are only read by others', async () => {
    as('Academic');
    await showPartner(false);
    await page.user.click(await screen.findByRole('button', { name: '3' }));
    const view = await dialog('Convenio 3');
    expect(view.queryAllByRole('textbox')).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Nuevo convenio' })).toBeNull();
  });

  test('say so when they could not be read, and are asked for again', async () => {
    let isBroken = true;
    answer('GET /agreements', () =>
      isBroken ? refusal(422, { detail: 'No se pudo.' }) : { rows: [SIGNED], total: 1 },
    );
    await showPartner(false);
    const retry = await screen.findByRole('button', { name: 'Reintentar' });
    isBroken = false;
    await page.user.click(retry);
    expect(await screen.findByRole('button', { name: '12/2024' })).toBeTruthy();
  });
});
