import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { signIn } from '../../../../test/jsdom/render.tsx';
import {
  facts,
  finalReport,
  photo,
  projectOf,
  report,
  rowOf,
  StoredReports,
} from '../../../../test/jsdom/reports.tsx';
import { answer, refusal, requests } from '../../../../test/jsdom/server.tsx';
import { BASE, idOf, LEAD, OFFICE } from '../../../../test/jsdom/spending.tsx';
import { forgetDrafts } from '../../../web/drafts.ts';

beforeEach(async () => {
  signIn();
  await forgetDrafts();
});

const card = async (name: string) =>
  (await screen.findByRole('link', { name })).closest('li')?.textContent ?? '';
const heading = (name: string) => screen.findByRole('heading', { name });

describe('the reports of a project', () => {
  test('are listed with their state, how late they are, who has them and what they release', async () => {
    const stored = new StoredReports();
    stored.rows = [
      rowOf(report({ state: 'accepted', submittedBy: LEAD, submittedAt: '2026-09-01T12:00:00.000Z' })),
      rowOf(
        report({
          ...{ number: 2, state: 'submitted', subStep: 'director', due: '2026-12-05T02:59:59.999Z' },
          ...{ submittedBy: LEAD, submittedAt: '2026-11-20T12:00:00.000Z' },
        }),
      ),
      rowOf(report({ number: 3, texts: { results: 'Bien.' } }), { releases: 50 }),
      rowOf(finalReport()),
    ];
    await stored.open('');
    expect(await card('Informe de avance 1')).toMatch(/Aceptado.*Enviado el 01-09-2026 por Ana Soto/);
    expect(await card('Informe de avance 2')).toMatch(/En revisión.*Lo revisa Dirección/);
    const late = await card('Informe de avance 3');
    expect(late).toMatch(/Por enviar.*venció/);
    expect(late).toMatch(/Lo escribes tú · 1 de 2 textos/);
    expect(late).toMatch(/Libera 50 % de lo adjudicado/);
    expect(await card('Informe final')).toMatch(/0 de 7 textos/);
  });

  test('are of nobody’s who may not read them', async () => {
    const stored = new StoredReports();
    stored.project = projectOf({ readsReports: false });
    await stored.open('');
    expect(await screen.findByText('No hay informes que puedas ver')).toBeTruthy();
    expect(requests(`GET ${BASE}/reports`)).toEqual([]);
  });

  test('open in the address, from where one comes back', async () => {
    const stored = new StoredReports();
    const { user, address, router } = await stored.open('');
    await user.click(await screen.findByRole('link', { name: 'Informe de avance 1' }));
    const title = await heading('Informe de avance 1');
    expect(document.activeElement === title).toBe(true);
    expect(address()).toBe(`${BASE}?tab=informes&informe=1`);
    act(() => router.history.back());
    const link = await screen.findByRole('link', { name: 'Informe de avance 1' });
    await waitFor(() => expect(document.activeElement === link).toBe(true));
    expect(address()).toBe(`${BASE}?tab=informes`);
  });

  test.each(['otro', '99'])('do not include whatever an address names: %s', async name => {
    answer(`GET ${BASE}/reports/99`, () => refusal(404, { code: 'not_found' }));
    await new StoredReports().open(`&informe=${name}`);
    expect(await screen.findByText('Ese informe no existe')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Todos los informes' })).toBeTruthy();
  });

  test('say why they cannot be read, and are asked for once more', async () => {
    const stored = new StoredReports();
    answer(`GET ${stored.at}`, () => refusal(400, { code: 'invalid', detail: 'No se pudo.' }));
    const { user } = await stored.open();
    const again = await screen.findByRole('button', { name: /reintentar|de nuevo|otra vez/i });
    answer(`GET ${stored.at}`, () => stored.report);
    await user.click(again);
    expect(await heading('Informe de avance 1')).toBeTruthy();
  });
});

describe('a report that was sent', () => {
  const sent = report({
    ...{ state: 'submitted', subStep: 'office', due: '2026-12-05T02:59:59.999Z', version: 4 },
    ...{ edit: { allowed: false, reason: 'El informe ya se envió.' }, submit: null },
    ...{ submittedBy: LEAD, submittedAt: '2026-11-20T12:00:00.000Z', comment: 'Muy bien\nencaminado.' },
    texts: { results: 'Se hicieron ocho talleres.' },
    observations: [{ id: idOf(1), part: 'results', text: 'Falta la comuna.', answer: 'Fue Lota.' }],
    photos: [{ ...photo(1), caption: 'El taller' }],
    facts: facts({
      activities: [
        {
          ...{ name: 'Taller uno', day: '2026-09-02', place: 'Sede', planItemId: 'i1', completes: true },
          ...{ counts: { direct: 12 }, attendances: 20 },
        },
      ],
      plan: [
        {
          ...{ id: 'i1', name: 'Talleres', from: '2026-09-01', to: '2026-09-30', isMilestone: false },
          doneOn: '2026-09-02',
        },
        {
          ...{ id: 'i2', name: 'Cierre', from: '2026-11-01', to: '2026-11-02', isMilestone: true },
          doneOn: null,
        },
      ],
      ...{ meetings: 2, expected: { direct: 30, women: 10 }, people: { direct: 20 } },
      attendance: { attendances: 20, people: 15, unidentified: 5 },
      money: {
        ...{ awarded: 900_000, paid: 500_000, spent: 200_000, approved: 0, refunded: 0 },
        categories: [{ label: 'Honorarios', planned: 400_000, spent: 200_000 }],
      },
    }),
  });
  const rows = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('row')
      .map(row => [...row.querySelectorAll('th, td')].map(cell => cell.textContent));

  test('shows what was recorded, what was written and what was said of it, and is not changed', async () => {
    await new StoredReports(sent).open();
    expect(await screen.findByText('Se hicieron ocho talleres.')).toBeTruthy();
    expect(screen.getByText('El informe ya se envió.')).toBeTruthy();
    expect(screen.getByText(/Lo revisa la oficina/)).toBeTruthy();
    expect(screen.getByText(/Muy bien\s+encaminado/)).toBeTruthy();
    expect(screen.getByText('Falta la comuna.').closest('article')?.textContent).toMatch(
      /Respuesta: Fue Lota\./,
    );
    expect(screen.getByRole('button', { name: 'El taller' }).textContent).toBe('');
    expect(screen.getByText('Sin completar')).toBeTruthy();
    expect(rows('Actividades')).toContainEqual(['Taller unoSede', '02-09-2026', 'TalleresLa completa', '20']);
    expect(
      rows('Plan y avance')
        .slice(1)
        .map(r => r.at(-1)),
    ).toEqual(['Hecha el 02-09-2026', 'Atrasada']);
    expect(rows('Personas')).toContainEqual(['Directos', '30', '20']);
    expect(rows('Personas')).toContainEqual(['Mujeres', '10', '–']);
    expect(screen.getByText(/20 asistencias · 15 personas únicas · 25 % sin identificación/)).toBeTruthy();
    expect(rows('Dinero')).toContainEqual(['Honorarios', '$400.000', '$200.000']);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /^(Escribir|Editar|Enviar)/ })).toBeNull();
  });

  test('tells nothing of money to who may not read that', async () => {
    await new StoredReports({ ...sent, facts: facts() }).open();
    await screen.findByText('Se hicieron ocho talleres.');
    expect(screen.queryByRole('region', { name: 'Dinero' })).toBeNull();
    expect(screen.getByText('En este período no se registraron actividades.')).toBeTruthy();
  });

  test('sets the corrected number of people beside what was recorded, with the reason', async () => {
    const final = finalReport({
      ...{ state: 'accepted', edit: null, recorded: { direct: 20, women: 3 }, people: { direct: 25 } },
      ...{ peopleReason: 'Faltó una lista.', decidedBy: OFFICE, decidedAt: '2026-11-20T12:00:00.000Z' },
      facts: facts({ expected: { direct: 30 }, people: { direct: 25, women: 4 } }),
    });
    await new StoredReports(final).open();
    expect(await screen.findByText('Faltó una lista.')).toBeTruthy();
    expect(rows('Personas')).toContainEqual(['Directos', '30', '20', '25']);
    // Recorded more since it was sent: that is no correction.
    expect(rows('Personas')).toContainEqual(['Mujeres', '–', '4', '']);
    expect(screen.getByText(/aceptado el 20-11-2026 por Luz Vera/)).toBeTruthy();
  });

  test('is also a document', async () => {
    const stored = new StoredReports(sent);
    let asked = 0;
    answer(`GET ${stored.at}/document`, () => {
      asked += 1;
      return refusal(503, { code: 'unavailable', detail: 'Ahora no.' });
    });
    const { user } = await stored.open();
    await user.click(await screen.findByRole('button', { name: 'Descargar PDF de Informe de avance 1' }));
    expect(await screen.findByText('Ahora no.')).toBeTruthy();
    expect(asked).toBeGreaterThan(0);
  });

  test('shows what others observed of the final one as part of the project', async () => {
    const stored = new StoredReports(finalReport({ state: 'submitted', edit: null }));
    stored.project = projectOf({
      observations: [
        {
          ...{
            id: idOf(5),
            text: 'Di quién lo adoptó.',
            author: OFFICE,
            mayAnswer: false,
            mayResolve: false,
          },
          ...{ section: 'report', state: 'open', createdAt: '2026-11-20T12:00:00.000Z', answers: [] },
        },
      ],
    });
    await stored.open();
    expect(await screen.findByText('Di quién lo adoptó.')).toBeTruthy();
  });
});
