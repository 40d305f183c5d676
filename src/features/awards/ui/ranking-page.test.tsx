import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../test/jsdom/server.tsx';
import type { BodyOf, OutputOf } from '../../../domain/kit/endpoint.ts';
import type { getRanking, Ranked, resolveCall } from '../contract.ts';
import { RankingPage } from './ranking-page.tsx';

type Ranking = OutputOf<typeof getRanking>;
type Body = BodyOf<typeof resolveCall>;

const CALL = 'c1';
const [ARTS, HEALTH] = ['linea-artes', 'linea-salud'];
const row = (n: number, more: Partial<Ranked> = {}): Ranked => ({
  ...{ id: `p${n}`, code: `FEX-${n}`, kind: 'fexs', title: `Propuesta ${n}`, status: 'resolution' },
  ...{
    version: 3,
    school: null,
    faculty: null,
    lineId: ARTS,
    amount: 900_000,
    awarded: null,
    budgeted: null,
  },
  ...{ score: 80, spread: 0, scores: [80, 80], reviewsNeeded: null, criteria: {}, rank: n },
  ...{ heaviest: 0.8, submittedAt: `2026-03-01T12:0${n}:00.000Z` },
  ...{ proposed: 'award', proposedLineId: null, upheld: false, reason: 'Por su lugar en la lista.' },
  ...more,
});
const rosa = { id: '0190f000-0000-7000-8000-000000000001', name: 'Rosa Elgueta', role: 'Presidencia' };
const luis = { id: '0190f000-0000-7000-8000-000000000002', name: 'Luis Pérez', role: '' };

const ranking = (more: Partial<Ranking> = {}): Ranking => ({
  ...{ name: 'Fondo 2026', year: 2026, state: 'evaluation', minimum: 60, reviews: 2, quotas: [] },
  ...{ refusal: null, criteria: [] },
  lines: [
    { id: ARTS, name: 'Artes', budget: 1_000_000, cap: 1_000_000, awarded: 0 },
    { id: HEALTH, name: 'Salud', budget: 2_000_000, cap: 1_000_000, awarded: 0 },
  ],
  rows: [row(1)],
  acts: [],
  committee: { members: [], quorum: null },
  appeals: [],
  ...more,
});

async function open(more: Partial<Ranking> = {}) {
  answer(`GET /calls/${CALL}/ranking`, () => ranking(more));
  answer(`POST /calls/${CALL}/resolution`, () => ({ id: 'a1', awarded: 1, waitlisted: 0, notAwarded: 0 }));
  const address = `/admin/calls/${CALL}/ranking`;
  const { user } = await showAt(address, RankingPage, {}, '/admin/calls/$id/ranking');
  await screen.findByRole('heading', { level: 1 });
  return user;
}
const sent = () => requests(`POST /calls/${CALL}/resolution`).map(r => r.body as Body);
const dialog = () => within(screen.getByRole('dialog', { name: 'Resolver la convocatoria' }));
const confirm = () => dialog().getByRole('button', { name: /^Resolver \d/ });
const reason = () => document.getElementById(confirm().getAttribute('aria-describedby') ?? '')?.textContent;
const openDialog = async (user: Awaited<ReturnType<typeof open>>) => {
  await user.click(screen.getByRole('button', { name: 'Resolver la convocatoria' }));
  await screen.findByRole('dialog', { name: 'Resolver la convocatoria' });
};

beforeEach(() => signIn());

describe('resolving', () => {
  test('without a committee asks for no session, and says that the result is provisional', async () => {
    const user = await open();
    await openDialog(user);
    expect(
      dialog().getByText(/El resultado es provisional hasta que terminen las apelaciones\./),
    ).toBeTruthy();
    expect(dialog().getByText(/Cada responsable recibe su carta/)).toBeTruthy();
    expect(dialog().queryByRole('textbox')).toBeNull();
    await user.click(confirm());
    await screen.findByText('Resolviste 1 propuesta: 1 adjudicada.');
    expect(sent()).toEqual([{ decisions: [{ id: 'p1', version: 3, result: 'award', reason: '' }] }]);
  });

  test('with one needs its quorum, of whoever was there; nobody is ticked beforehand', async () => {
    const user = await open({ committee: { members: [rosa, luis], quorum: 2 } });
    await openDialog(user);
    expect(dialog().getByText('Quórum: 2 de 2.')).toBeTruthy();
    for (const box of dialog().getAllByRole<HTMLInputElement>('checkbox')) expect(box.checked).toBe(false);
    expect(reason()).toBe('La comisión resuelve con al menos 2 integrantes presentes, y se marcaron 0.');
    await user.click(dialog().getByRole('checkbox', { name: 'Rosa Elgueta (Presidencia)' }));
    expect(reason()).toBe('La comisión resuelve con al menos 2 integrantes presentes, y se marcó 1.');
    // Also where no pointer shows the reason of a button.
    expect(dialog().getByText('Presentes: 1 de 2; falta 1 para resolver')).toBeTruthy();
    await user.click(confirm());
    expect(sent()).toEqual([]);
    await user.click(dialog().getByRole('checkbox', { name: 'Luis Pérez' }));
    expect(dialog().getByText('Presentes: 2 de 2')).toBeTruthy();
    await user.type(dialog().getByRole('textbox', { name: 'Lugar' }), 'Sala de consejo');
    await user.type(dialog().getByRole('textbox', { name: /Observaciones/ }), 'Por unanimidad.');
    const day = dialog().getByRole<HTMLInputElement>('textbox', { name: 'Día de la sesión' });
    expect(day.value).toMatch(/^\d\d-\d\d-\d{4}$/);
    await user.clear(day);
    expect(reason()).toBe('Escribe el día de la sesión.');
    await user.type(day, '20-11-2026');
    await user.click(confirm());
    await screen.findByText('Resolviste 1 propuesta: 1 adjudicada.');
    expect(sent()[0]?.session).toEqual({
      ...{ day: '2026-11-20', place: 'Sala de consejo', notes: 'Por unanimidad.' },
      present: [rosa.id, luis.id],
    });
  });

  test('without a quorum takes at least one', async () => {
    const user = await open({ committee: { members: [rosa, luis], quorum: null } });
    await openDialog(user);
    expect(reason()).toBe('La comisión resuelve con al menos un integrante presente, y se marcaron 0.');
    await user.click(dialog().getByRole('checkbox', { name: 'Luis Pérez' }));
    expect(confirm().getAttribute('aria-disabled')).toBeNull();
  });

  test('what the server refuses stands at its field, and what was typed stays', async () => {
    const user = await open({ committee: { members: [rosa, luis], quorum: null } });
    const barred = 'Luis Pérez participa en una propuesta de esta convocatoria: no puede sesionar.';
    answer(`POST /calls/${CALL}/resolution`, () =>
      refusal(422, {
        code: 'rule',
        detail: barred,
        errors: [
          { path: 'session.present.1', message: barred },
          { path: 'session.day', message: 'La sesión no puede ser posterior a hoy.' },
        ],
      }),
    );
    await openDialog(user);
    for (const name of [/Rosa/, /Luis/]) await user.click(dialog().getByRole('checkbox', { name }));
    await user.type(dialog().getByRole('textbox', { name: 'Lugar' }), 'Sala de consejo');
    await user.click(confirm());
    expect((await screen.findByRole('alert')).textContent).toBe(barred);
    const box = dialog().getByRole('checkbox', { name: /Luis/ });
    expect(box.closest('.mantine-Checkbox-root')?.textContent).toContain(barred);
    expect(
      dialog().getByRole('checkbox', { name: /Rosa/ }).closest('.mantine-Checkbox-root')?.textContent,
    ).toBe('Rosa Elgueta (Presidencia)');
    expect(dialog().getByText('La sesión no puede ser posterior a hoy.')).toBeTruthy();
    // Also when the dialog is closed to look something up.
    await user.click(dialog().getByRole('button', { name: 'Cancelar' }));
    await openDialog(user);
    expect(dialog().getByRole<HTMLInputElement>('textbox', { name: 'Lugar' }).value).toBe('Sala de consejo');
    await user.click(dialog().getByRole('checkbox', { name: /Luis/ }));
    expect(dialog().queryByText(barred)).toBeNull();
    expect(dialog().getByRole<HTMLInputElement>('checkbox', { name: /Rosa/ }).checked).toBe(true);
  });
});

test('overtaken by somebody else, one learns of it, reads the ranking anew and keeps what was adjusted', async () => {
  const user = await open();
  const why = 'Tomás Espinoza Garrido ya actuó sobre este proyecto. Revisa cómo quedó antes de seguir.';
  answer(`POST /calls/${CALL}/resolution`, () => refusal(409, { code: 'conflict', detail: why }));
  const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Monto a adjudicar a FEX-1' });
  await user.clear(amount());
  await user.type(amount(), '700000');
  answer(`GET /calls/${CALL}/ranking`, () => ranking({ rows: [row(1, { version: 4 })] }));
  await openDialog(user);
  await user.click(confirm());
  expect(await screen.findByText(why)).toBeTruthy();
  await vi.waitFor(() => expect(requests(`GET /calls/${CALL}/ranking`)).toHaveLength(2));
  expect(amount().value).toBe('$700.000');
  expect(screen.queryByRole('dialog')).toBeNull();
});

describe('a proposal whose appeal was upheld', () => {
  const upheld = row(2, { upheld: true, proposedLineId: HEALTH });
  const spent = () => screen.getAllByText(/ de \$/).map(each => each.textContent);

  test('is marked, and takes its money from the line proposed, or another one', async () => {
    const user = await open({ state: 'provisional', rows: [row(1, { amount: 500_000 }), upheld] });
    expect(screen.getAllByText('Apelación acogida')).toHaveLength(1);
    expect(screen.queryByRole('combobox', { name: 'Línea que paga FEX-1' })).toBeNull();
    const line = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Línea que paga FEX-2' });
    expect(line.value).toBe(HEALTH);
    expect(spent()).toEqual([
      'Artes: $500.000 de $1.000.000 (50\u00a0%)',
      'Salud: $900.000 de $2.000.000 (45\u00a0%)',
    ]);
    await openDialog(user);
    await user.click(confirm());
    await screen.findByText(/^Resolviste 2 propuestas/);
    expect(sent()[0]?.decisions.map(d => [d.id, d.lineId])).toEqual([
      ['p1', undefined],
      ['p2', HEALTH],
    ]);
  });

  test('with its own line chosen names none, nor without an award', async () => {
    const user = await open({ state: 'provisional', rows: [upheld] });
    const line = () => screen.getByRole('combobox', { name: 'Línea que paga FEX-2' });
    await user.selectOptions(line(), ARTS);
    expect(spent()).toEqual([
      'Artes: $900.000 de $1.000.000 (90\u00a0%)',
      'Salud: $0 de $2.000.000 (0\u00a0%)',
    ]);
    await openDialog(user);
    await user.click(confirm());
    await screen.findByText(/^Resolviste 1 propuesta/);
    expect(sent()[0]?.decisions[0]?.lineId).toBeUndefined();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Resultado de FEX-2' }), 'not_award');
    expect(screen.queryByRole('combobox', { name: 'Línea que paga FEX-2' })).toBeNull();
    await openDialog(user);
    await user.click(confirm());
    expect(sent()[1]?.decisions[0]?.lineId).toBeUndefined();
  });
});

test('acts after the first are supplementary; those of the waitlist are nobody’s', async () => {
  const at = '2026-11-24T12:00:00.000Z';
  await open({
    acts: [
      { id: 'a1', number: 1, at, by: 'Beatriz Navarrete' },
      { id: 'a2', number: 2, at, by: null },
    ],
  });
  const acts = within(screen.getByRole('region', { name: 'Actas' }));
  expect(acts.getAllByRole('button').map(b => b.textContent)).toEqual([
    'Acta N.º 1',
    'Acta suplementaria N.º 2',
  ]);
  expect(acts.getByText(/^Beatriz Navarrete,/)).toBeTruthy();
  expect(acts.getByText(/^Por la lista de espera,/)).toBeTruthy();
});

test('appeals that wait say until when, and which are late', async () => {
  const appeal = (n: number) => ({
    ...{ id: `p${n}`, kind: 'fexs' as const, code: `FEX-${n}`, title: `Propuesta ${n}` },
    at: '2026-11-20T12:00:00.000Z',
  });
  await open({
    appeals: [
      { ...appeal(1), due: '2026-01-02T02:59:00.000Z', upheld: null, overdue: true },
      { ...appeal(2), due: '2100-01-29T02:59:00.000Z', upheld: null, overdue: false },
      { ...appeal(3), due: '2026-01-02T02:59:00.000Z', upheld: true, overdue: false },
    ],
  });
  const shown = within(screen.getByRole('region', { name: 'Apelaciones' }));
  const [late, soon, answered] = shown.getAllByRole('listitem');
  expect(late?.textContent).toBe('FEX-1 Propuesta 1 · por responder, venció el 01-01-2026');
  expect(late?.querySelector('[data-state="overdue"]')).toBeTruthy();
  expect(soon?.textContent).toBe('FEX-2 Propuesta 2 · por responder, vence el 28-01-2100');
  expect(soon?.querySelector('[data-state="overdue"]')).toBeNull();
  expect(answered?.textContent).toBe('FEX-3 Propuesta 3 · acogida');
});

describe('while reviews are pending', () => {
  const refusal = 'Todavía hay propuestas que no llegan a la resolución: 3 «En evaluación».';
  const pending = (n: number, more: Partial<Ranked> = {}) =>
    row(n, {
      ...{ status: 'evaluation', proposed: null, reason: '', reviewsNeeded: 2, amount: 400_000 },
      ...more,
    });
  const awarded = row(1, { status: 'approved', proposed: null, awarded: 300_000, score: 95 });
  const best = pending(2, { score: 90, scores: [90] });
  const waits = row(3, { amount: 200_000, score: 85 });
  const next = pending(4, { score: 75, scores: [75] });
  const unread = pending(5, { score: null, scores: [], rank: null });
  const lines: Ranking['lines'] = [
    { id: ARTS, name: 'Artes', budget: 1_000_000, cap: 1_000_000, awarded: 300_000 },
  ];
  const openPending = (rows: Ranked[], more: Partial<Ranking> = {}) =>
    open({ refusal, lines, rows, ...more });
  const all = [awarded, best, waits, next, unread];
  const budget = () => within(screen.getByRole('region', { name: 'Presupuesto por línea' }));
  const parts = () =>
    within(budget().getByRole('listitem'))
      .getAllByText(/\S/)
      .map(e => e.textContent);
  const rowTexts = () =>
    within(screen.getByRole('region', { name: 'Propuestas por puntaje' }))
      .getAllByRole('row')
      .slice(1)
      .map(r => r.textContent);

  test('says so calmly, and leads to whom it waits for', async () => {
    await openPending(all);
    const said = screen.getByText(/^Faltan 4 evaluaciones de 3 propuestas/);
    expect(said.textContent).toBe(
      'Faltan 4 evaluaciones de 3 propuestas: puntajes, lugares y corte son provisionales. Asignar evaluadores',
    );
    expect(within(screen.getByRole('alert')).getByText(refusal)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Asignar evaluadores' }).getAttribute('href')).toBe(
      `/admin/reviews?call=${CALL}`,
    );
    expect(screen.getByText(/^En evaluación\. Por puntaje hasta ahora/)).toBeTruthy();
  });

  test('a single one is spoken of in the singular', async () => {
    await openPending([best]);
    expect(screen.getByText(/^Falta 1 evaluación de 1 propuesta:/)).toBeTruthy();
  });

  test('one that has its reviews is still in evaluation until that ends', async () => {
    await openPending([pending(1, { scores: [80, 80] })]);
    expect(screen.getByText(/^Sigue en evaluación 1 propuesta:/)).toBeTruthy();
  });

  test('with all of them in evaluation the page shows them, and nothing can be resolved', async () => {
    const user = await openPending([best, next]);
    expect(screen.queryByText('Todavía no hay propuestas en evaluación')).toBeNull();
    const resolve = screen.getByRole('button', { name: 'Resolver la convocatoria' });
    expect(resolve.getAttribute('aria-disabled')).toBe('true');
    await user.click(resolve);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  test('each has its score so far, how many reviews it has, and what would come of it', async () => {
    await openPending(all);
    const [, first, , , last] = rowTexts().filter(text => !text?.startsWith('Corte'));
    expect(first).toContain('Provisional');
    expect(first).toContain('901 de 2 evaluaciones');
    expect(first).toContain('Proyectado: Adjudicado. Por su lugar en la lista.');
    expect(last).toContain('—0 de 2 evaluaciones');
    expect(last).toContain('Sin evaluaciones confirmadas.');
    expect(last?.startsWith('—')).toBe(true);
    expect(screen.getAllByRole('combobox')).toHaveLength(1);
  });

  test('the bar adds what is awarded, chosen and projected, and follows what is chosen', async () => {
    const user = await openPending(all);
    const projected = (money: string, left: string, chosen = '') =>
      `Adjudicado: $300.000 · ${chosen}Proyectado: ${money} · Queda: ${left}`;
    expect(parts()).toContain('Artes: $900.000 de $1.000.000 (90\u00a0%)');
    expect(parts()).toContain(projected('$400.000, 1 propuesta', '$100.000', 'Elegido ahora: $200.000 · '));
    expect(parts()).toContain('Corte proyectado: 85');
    // The money of what waits is then for the next in evaluation.
    await user.selectOptions(screen.getByRole('combobox'), 'waitlist');
    expect(parts()).toContain('Artes: $700.000 de $1.000.000 (70\u00a0%)');
    expect(parts()).toContain(projected('$400.000, 1 propuesta', '$300.000'));
    expect(parts()).toContain('Corte proyectado: 90');
  });

  test('what is chosen beyond the money is told in words', async () => {
    const user = await openPending(all);
    const amount = screen.getByRole('textbox', { name: 'Monto a adjudicar a FEX-3' });
    await user.clear(amount);
    await user.type(amount, '800000');
    expect(parts()).toContain('Artes: $1.100.000 de $1.000.000 (110\u00a0%): no alcanza, faltan $100.000');
    expect(rowTexts().find(text => text?.includes('FEX-2'))).toContain(
      'Proyectado: Lista de espera. No alcanza el presupuesto de su línea.',
    );
  });

  test('a row marks the cut-off of each line, where the last one is awarded', async () => {
    const health = { id: HEALTH, name: 'Salud', budget: 2_000_000, cap: 1_000_000, awarded: 0 };
    await openPending([...all, pending(6, { score: 70, scores: [70], lineId: HEALTH })], {
      lines: [...lines, health],
    });
    const texts = rowTexts();
    const cut = (line: string) => texts.findIndex(text => text?.startsWith(`Corte proyectado de ${line}`));
    expect([texts[cut('Artes')], texts[cut('Salud')]]).toEqual([
      'Corte proyectado de Artes: 85',
      'Corte proyectado de Salud: 70',
    ]);
    expect(texts[cut('Artes') - 1]).toContain('FEX-3');
    expect(texts[cut('Salud') - 1]).toContain('FEX-6');
  });

  test('once nothing is pending the cut-off is no longer projected', async () => {
    await open({ lines, rows: [awarded, waits] });
    expect(parts()).toContain('Corte: 85');
    expect(rowTexts()).toContain('Corte de Artes: 85');
    expect(screen.queryByText(/provisionales/)).toBeNull();
    expect(screen.getByText(/Por puntaje final/)).toBeTruthy();
  });
});

test('without any proposal the page leads to where they come from', async () => {
  await open({ rows: [] });
  expect(screen.getByRole('heading', { name: 'Todavía no hay propuestas en evaluación' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Asignar evaluadores' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Severidad/ })).toBeNull();
});
