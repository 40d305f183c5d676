import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showAt } from '../../../../test/jsdom/render.tsx';
import { answer, requests } from '../../../../test/jsdom/server.tsx';
import { FIRST_KINDS } from '../../../domain/kinds/index.ts';
import type { BodyOf } from '../../../domain/kit/endpoint.ts';
import type { ProjectRow } from '../../project-record/contract.ts';
import type { applyChange, Effect, Result } from '../contract.ts';
import { awardErrors } from './awards.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { certificateWords } from './effect-words.tsx';

const LINES = [
  { id: 'salud', name: 'Salud', left: 1_000_000 },
  { id: 'arte', name: 'Arte', left: 500_000 },
];
const effect = (id: string, more: Partial<Effect> = {}): Effect => ({
  ...{ id, version: 1, from: 'resolution', refused: null, before: null, note: null, mailed: [], frees: 0 },
  after: { people: [], office: false, due: null },
  money: { needed: true, lineId: 'salud', amount: 600_000, lines: LINES },
  ...{ suspends: 0, reinstates: 0 },
  ...more,
});
const turn: ProjectRow['turn'] = {
  ...{ people: [], reviewers: 0, office: true, since: '2026-11-22T15:00:00.000Z', due: null },
  ...{ overdue: false, now: true, mine: false, next: '' },
};
const project = (id: string): ProjectRow => ({
  ...{ id, code: `INC-${id}`, kind: 'incs', status: 'resolution', subStep: null, title: `Proyecto ${id}` },
  ...{ historic: false, period: null, startDate: null, endDate: null, school: null, faculty: null },
  lead: { id: 'l', name: 'Camila Rojas' },
  turn,
  ...{ submittedAt: null, updatedAt: '2026-11-22T15:00:00.000Z' },
});
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const confirm = () => screen.getByRole('button', { name: /^Cambiar \d+ proyecto/ });

const sentBodies = () => requests('POST /change-status').map(r => r.body as BodyOf<typeof applyChange>);

async function open(effects: readonly Effect[]) {
  answer('GET /kinds', () => [{ definition: FIRST_KINDS.incs, published: true }]);
  answer('POST /change-status/preview', () => effects);
  const shown = await showAt('/', () => (
    <ChangeDialog projects={effects.map(e => project(e.id))} onClose={vi.fn()} />
  ));
  const { user } = shown;
  await user.click(await screen.findByRole('combobox', { name: 'Nuevo estado' }));
  await user.click(await screen.findByRole('option', { name: 'Aprobado' }));
  await screen.findByText('Qué pasará');
  await user.type(screen.getByRole('textbox', { name: /Motivo/ }), 'Acuerdo del comité de hoy.');
  return user;
}

test('what is suggested is filled in; two projects share a line, and what is typed survives a refusal', async () => {
  const user = await open([effect('1'), effect('2')]);
  expect(field('Monto adjudicado de INC-1').value).toBe('$600.000');
  expect(screen.getByText(/Se adjudican \$600\.000 de la línea «Salud»\./)).toBeTruthy();
  // Together they exceed the line: the second says so, and nothing is sent.
  expect(
    screen.getByText('A la línea le quedan $400.000 después de los otros proyectos de este cambio.'),
  ).toBeTruthy();
  expect(confirm().getAttribute('aria-disabled')).toBe('true');
  expect(confirm().getAttribute('aria-describedby')).toBeTruthy();
  expect(screen.getAllByText('Revisa la línea y el monto de INC-2.').length).toBeGreaterThan(0);
  await user.click(confirm());
  expect(requests('POST /change-status')).toEqual([]);

  await user.clear(field('Monto adjudicado de INC-2'));
  expect(screen.getByText('Escribe un monto de $1 o más.')).toBeTruthy();
  await user.type(field('Monto adjudicado de INC-2'), '400000');
  expect(confirm().getAttribute('aria-disabled')).toBeNull();
  const message = 'A la línea «Salud» le quedan $0 y se le pondrían $400.000.';
  const results: Result[] = [
    { id: '1', done: true, status: 'approved', code: null, message: null, errors: [] },
    { id: '2', done: false, status: null, code: 'rule', message, errors: [] },
  ];
  answer('POST /change-status', () => results);
  await user.click(confirm());
  expect(await screen.findByText(message)).toBeTruthy();
  const [sent] = sentBodies();
  expect(sent?.projects).toEqual([
    { id: '1', kind: 'incs', version: 1, lineId: 'salud', amount: 600_000 },
    { id: '2', kind: 'incs', version: 1, lineId: 'salud', amount: 400_000 },
  ]);

  answer('POST /change-status/preview', () => [
    effect('2', {
      money: {
        needed: true,
        lineId: 'salud',
        amount: 600_000,
        lines: [{ ...LINES[0], left: 0 }, LINES[1]] as typeof LINES,
      },
    }),
  ]);
  await user.click(screen.getByRole('button', { name: 'Revisar el que no cambió' }));
  await waitFor(() => expect(field('Monto adjudicado de INC-2').value).toBe('$400.000'));
  expect(screen.getByText('A la línea le quedan $0.')).toBeTruthy();
  await user.click(screen.getByRole('combobox', { name: 'Línea de INC-2' }));
  await user.click(await screen.findByRole('option', { name: 'Arte (quedan $500.000)' }));
  expect(confirm().getAttribute('aria-disabled')).toBeNull();
  await user.click(confirm());
  await waitFor(() => expect(requests('POST /change-status')).toHaveLength(2));
  const [, again] = sentBodies();
  expect(again?.projects).toEqual([{ id: '2', kind: 'incs', version: 1, lineId: 'arte', amount: 400_000 }]);
  expect(again?.reason).toBe('Acuerdo del comité de hoy.');
  expect(again?.batch).not.toBe(sent?.batch);
});

test('money that is freed is told, and who needs none is asked for none', async () => {
  const lines = { needed: false, lineId: 'salud', amount: 600_000, lines: LINES };
  await open([effect('1', { money: lines, frees: 250_000 }), effect('2', { money: null })]);
  const [first, second] = within(screen.getByRole('list', { name: 'Efectos del cambio' })).getAllByRole(
    'listitem',
  );
  expect(first?.textContent).toContain('Se liberan $250.000.');
  expect(second?.textContent).not.toContain('$');
  expect(screen.queryByRole('textbox', { name: /Monto/ })).toBeNull();
  expect(confirm().getAttribute('aria-disabled')).toBeNull();
});

test('certificates that are suspended or valid again are told, of each project and of all', async () => {
  const plain = { money: null, from: 'closed' } as const;
  await open([
    effect('1', { ...plain, suspends: 12 }),
    effect('2', { ...plain, suspends: 1 }),
    effect('3', plain),
  ]);
  const rows = within(screen.getByRole('list', { name: 'Efectos del cambio' })).getAllByRole('listitem');
  expect(rows.map(row => /Se suspenden?.*?\./.exec(row.textContent ?? '')?.[0])).toEqual([
    'Se suspenden 12 certificados.',
    'Se suspende 1 certificado.',
    undefined,
  ]);
  expect(screen.getByRole('status').textContent).toBe('3 proyectos cambiarán. Se suspenden 13 certificados.');
  expect(certificateWords([{ suspends: 0, reinstates: 2 }])).toBe('Vuelven a estar vigentes 2 certificados.');
  expect(certificateWords([{ suspends: 0, reinstates: 1 }])).toBe('Vuelve a estar vigente 1 certificado.');
});

test('an empty amount, none, and a line nobody chose are errors at their fields', () => {
  const none = effect('1', { money: { needed: true, lineId: null, amount: null, lines: LINES } });
  const amount = 'Escribe un monto de $1 o más.';
  expect(awardErrors([none], new Map()).get('1')).toEqual({ lineId: 'Elige una línea.', amount });
  const zero = new Map([['1', { lineId: 'arte', amount: 0 }]]);
  expect(awardErrors([none], zero).get('1')).toEqual({ amount });
  const all = new Map([['1', { lineId: 'arte', amount: 500_000 }]]);
  expect(awardErrors([none], all).size).toBe(0);
  expect(awardErrors([effect('1', { refused: 'No.' })], new Map()).size).toBe(0);
});
