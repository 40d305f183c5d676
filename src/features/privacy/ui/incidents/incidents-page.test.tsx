import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { ME, showAt, signIn } from '../../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import { incidentGaps } from '../../../../domain/privacy/incidents.ts';
import { forgetDrafts } from '../../../../web/drafts.ts';
import type { Incident } from '../../incidents/contract.ts';
import { IncidentsPage } from './incidents-page.tsx';

const id = (n: number) => `00000000-0000-4000-8000-0000000000${n}`;
const FIELDS = {
  ...{ title: 'Notebook robado', detectedOn: '2026-11-20', happenedOn: null, natures: ['availability'] },
  ...{ description: 'Lo robaron de un auto.', dataConcerned: 'Listas de asistencia', special: ['minors'] },
  ...{ people: 40, effects: '', measures: '', risk: 'some', agencyToldOn: null, agencyReference: '' },
  ...{ peopleToldOn: null, peopleToldHow: '', whyNotTold: '' },
} satisfies Partial<Incident>;
const OPEN: Incident = {
  ...{ ...FIELDS, natures: ['availability'], special: ['minors'], risk: 'some' },
  ...{
    id: id(10),
    code: 'ID-2026-0002',
    state: 'open',
    gaps: incidentGaps({ ...FIELDS, special: ['minors'] }),
  },
  ...{ closedAt: null, closedBy: null, updatedAt: '2026-11-22T15:00:00.000Z', updatedBy: 'Eva' },
};
const CLOSED: Incident = {
  ...{ ...OPEN, id: id(11), code: 'ID-2026-0001', state: 'closed', gaps: [], effects: 'Ninguno' },
  ...{ closedAt: '2026-11-23T15:00:00.000Z', closedBy: 'Eva' },
};
let stored: Incident[];
let page: Awaited<ReturnType<typeof showAt>>;

beforeEach(async () => {
  signIn();
  await forgetDrafts([], ME);
  stored = [OPEN, CLOSED];
  answer('GET /data-incidents', () => ({ rows: stored, total: stored.length }));
  for (const row of stored)
    answer(`GET /data-incidents/${row.id}`, () => stored.find(r => r.id === row.id) ?? refusal(404));
});
const show = async (search = '') => {
  page = await showAt(`/admin/privacy/incidents${search}`, IncidentsPage);
};
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
type Found = Awaited<ReturnType<typeof dialog>>;
const type = async (form: Found, name: RegExp, text: string) => {
  const field = form.getByRole('textbox', { name });
  await page.user.clear(field);
  await page.user.type(field, text);
};

describe('the list', () => {
  test('tells state, risk and all that is lacking', async () => {
    await show();
    const [, first, second] = await waitFor(() => {
      const rows = screen.getAllByRole('row');
      expect(rows).toHaveLength(3);
      return rows;
    });
    for (const words of [
      'Notebook robado',
      '20-11-2026',
      'Abierto',
      'Con riesgo para las personas',
      ...OPEN.gaps,
    ])
      expect(first?.textContent).toContain(words);
    expect(second?.textContent).toContain('Cerrado');
  });

  test('says what belongs here while there is nothing, and is narrowed as its address says', async () => {
    stored = [];
    await show('?state=open&risk=some');
    await waitFor(() => {
      const [asked] = requests('GET /data-incidents');
      expect([asked?.query.get('state'), asked?.query.get('risk')]).toEqual(['open', 'some']);
    });
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Riesgo' }).value).toBe(
      'Con riesgo para las personas',
    );
    await show();
    expect(await screen.findByText('Todavía no hay incidentes')).toBeTruthy();
  });
});

describe('an incident', () => {
  test('is recorded with what is known', async () => {
    answer('POST /data-incidents', ({ body }) => ({ ...OPEN, ...(body as object) }));
    await show();
    await page.user.click(await screen.findByRole('button', { name: 'Nuevo incidente' }));
    const form = await dialog('Nuevo incidente');
    expect(
      form
        .getAllByRole('group')
        .map(g => g.querySelector('legend')?.textContent)
        .filter(Boolean),
    ).toEqual(['Qué pasó', 'Datos y personas', 'Riesgo, efectos y medidas', 'A quién se comunicó']);
    await page.user.click(form.getByRole('button', { name: 'Registrar incidente' }));
    expect(form.getAllByText('Escribe al menos 3 caracteres.')).toHaveLength(2);
    expect(requests('POST /data-incidents')).toEqual([]);
    await type(form, /^Título/, 'Correo a otra lista');
    await type(form, /^Descripción/, 'Se envió a quien no correspondía.');
    await type(form, /^Qué datos/, 'Nombres y correos');
    await page.user.click(form.getByRole('checkbox', { name: 'Acceso o difusión sin autorización' }));
    await page.user.click(form.getByRole('button', { name: 'Registrar incidente' }));
    await gone();
    expect(requests('POST /data-incidents').map(r => r.body)).toEqual([
      expect.objectContaining({
        ...{ title: 'Correo a otra lista', natures: ['confidentiality'], special: [], people: null },
        ...{ risk: 'unknown', agencyToldOn: null },
      }),
    ]);
  });

  test('that somebody changed since shows both, and nothing typed is lost', async () => {
    const newer = { ...OPEN, measures: 'Se cambió la clave', updatedAt: '2026-11-23T09:00:00.000Z' };
    answer(`PUT /data-incidents/${OPEN.id}`, ({ body }) =>
      (body as Incident).updatedAt === newer.updatedAt
        ? newer
        : refusal(409, { code: 'conflict', extra: { stored: newer } }),
    );
    await show(`?open=${OPEN.id}`);
    const form = await dialog('Incidente ID-2026-0002');
    await type(form, /^Medidas/, 'Se avisó a la policía');
    await page.user.click(form.getByRole('button', { name: 'Guardar' }));
    const conflict = within(await form.findByRole('alert'));
    expect(conflict.getByText(/Se cambió la clave.*Se avisó a la policía/)).toBeTruthy();
    await page.user.click(conflict.getAllByRole('button').at(-1) ?? document.body);
    await gone();
    expect(requests(`PUT /data-incidents/${OPEN.id}`).at(-1)?.body).toMatchObject({
      ...{ measures: 'Se avisó a la policía', updatedAt: newer.updatedAt },
    });
  });

  test('is not closed while something is missing, which is listed', async () => {
    await show(`?open=${OPEN.id}`);
    await page.user.click(
      (await dialog('Incidente ID-2026-0002')).getByRole('button', { name: 'Cerrar incidente' }),
    );
    const asked = await dialog('El incidente ID-2026-0002 todavía no se puede cerrar');
    expect(asked.getAllByRole('listitem').map(i => i.textContent)).toEqual(OPEN.gaps);
    await page.user.click(asked.getByRole('button', { name: 'Cerrar incidente' }));
    expect(requests(`POST /data-incidents/${OPEN.id}/closing`)).toEqual([]);
  });

  test('is closed once nothing is missing', async () => {
    stored = [{ ...OPEN, gaps: [] }];
    answer(`POST /data-incidents/${OPEN.id}/closing`, () => CLOSED);
    await show(`?open=${OPEN.id}`);
    await page.user.click(
      (await dialog('Incidente ID-2026-0002')).getByRole('button', { name: 'Cerrar incidente' }),
    );
    const asked = await dialog('Cerrar el incidente ID-2026-0002');
    await page.user.click(asked.getByRole('button', { name: 'Cerrar incidente' }));
    await gone();
    expect(requests(`POST /data-incidents/${OPEN.id}/closing`).map(r => r.body)).toEqual([
      { updatedAt: OPEN.updatedAt },
    ]);
  });

  test('that is closed is read, and opened again with a reason', async () => {
    answer(`POST /data-incidents/${CLOSED.id}/reopening`, () => OPEN);
    await show(`?open=${CLOSED.id}`);
    const view = await dialog('Incidente ID-2026-0001');
    expect(view.getByText('Datos de menores de 14 años')).toBeTruthy();
    expect(view.queryAllByRole('textbox')).toEqual([]);
    await page.user.click(view.getByRole('button', { name: 'Reabrir incidente' }));
    const asked = await dialog('Reabrir el incidente ID-2026-0001');
    const [send] = asked.getAllByRole('button').slice(-1);
    await page.user.click(send ?? document.body);
    expect(requests(`POST /data-incidents/${CLOSED.id}/reopening`)).toEqual([]);
    await page.user.type(asked.getByRole('textbox'), 'Aparecieron más personas');
    await page.user.click(send ?? document.body);
    await gone();
    expect(requests(`POST /data-incidents/${CLOSED.id}/reopening`).map(r => r.body)).toEqual([
      { updatedAt: CLOSED.updatedAt, reason: 'Aparecieron más personas' },
    ]);
  });
});
