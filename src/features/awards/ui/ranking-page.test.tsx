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
  ...{ score: 80, spread: 0, scores: [80], criteria: {}, rank: n },
  ...{ proposed: 'award', proposedLineId: null, upheld: false, reason: 'Por su lugar en la lista.' },
  ...more,
});
const rosa = { id: '0190f000-0000-7000-8000-000000000001', name: 'Rosa Elgueta', role: 'Presidencia' };
const luis = { id: '0190f000-0000-7000-8000-000000000002', name: 'Luis Pérez', role: '' };

const ranking = (more: Partial<Ranking> = {}): Ranking => ({
  ...{ name: 'Fondo 2026', year: 2026, state: 'evaluation', minimum: 60, refusal: null, criteria: [] },
  lines: [
    { id: ARTS, name: 'Artes', budget: 1_000_000, cap: 1_000_000, awarded: 100_000 },
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
    expect(spent()).toEqual(['Artes: $600.000 de $1.000.000', 'Salud: $900.000 de $2.000.000']);
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
    expect(spent()).toEqual(['Artes: $1.000.000 de $1.000.000', 'Salud: $0 de $2.000.000']);
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
