import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../../test/jsdom/render.tsx';
import { CriteriaSection } from './criteria-section.tsx';

type Shown = Parameters<typeof CriteriaSection>[0]['ranking'];

const proposal = (n: number, means: readonly number[]): Shown['rows'][number] => ({
  ...{ id: `p${n}`, code: `FEX-${n}`, title: `Propuesta ${n}`, scores: means.length > 0 ? [70, 80] : [] },
  criteria: Object.fromEntries(means.map((mean, c) => [['a', 'b', 'c'][c] ?? '', { mean, spread: 0 }])),
});
const criteria = [
  { id: 'a', name: 'Pertinencia', maxPoints: 5 },
  { id: 'b', name: 'Impacto', maxPoints: 3 },
  { id: 'c', name: 'Equipo', maxPoints: 10 },
];
const told: Shown = { criteria, rows: [proposal(1, [4, 3]), proposal(2, [3, 1, 5])] };

const NAME = 'Puntajes por criterio';
const FIGURE = 'Promedio de cada propuesta por criterio';
const section = () => within(screen.getByRole('region', { name: NAME }));
async function unfold(ranking: Shown = told) {
  const { user } = await showAt('/x', () => <CriteriaSection ranking={ranking} />, {}, '/x');
  const button = await screen.findByRole('button', { name: NAME });
  expect([screen.queryByRole('figure'), button.getAttribute('aria-expanded')]).toEqual([null, 'false']);
  await user.click(button);
  return user;
}
const cells = () =>
  section()
    .getAllByRole('img')
    .map(cell => cell.getAttribute('aria-label'));

beforeEach(() => signIn());

test('unfolded it says each mean, in percent of the criterion', async () => {
  await unfold();
  await section().findByRole('figure', { name: FIGURE });
  expect(section().getByText(/2 propuestas\./)).toBeTruthy();
  expect(cells()).toEqual([
    'Pertinencia',
    'Impacto',
    'Equipo',
    'FEX-1 Propuesta 1, Pertinencia: 80 %',
    'FEX-1 Propuesta 1, Impacto: 100 %',
    'FEX-1 Propuesta 1, Equipo: sin dato',
    'FEX-2 Propuesta 2, Pertinencia: 60 %',
    'FEX-2 Propuesta 2, Impacto: 33 %',
    'FEX-2 Propuesta 2, Equipo: 50 %',
  ]);
});

test('says where they did best and worst, and is a table as well', async () => {
  const user = await unfold();
  const sentence = 'En promedio, lo más alto es «Pertinencia» (70 %) y lo más bajo «Equipo» (50 %).';
  expect(await section().findByText(sentence)).toBeTruthy();
  await user.click(section().getByRole('button', { name: 'Ver tabla' }));
  await section().findByRole('table');
  const rows = section()
    .getAllByRole('row')
    .map(row => row.textContent);
  expect(rows).toEqual([
    'PropuestaPertinenciaImpactoEquipo',
    'FEX-1 Propuesta 180 %100 %—',
    'FEX-2 Propuesta 260 %33 %50 %',
  ]);
});

test('where all did alike it names no best and no worst', async () => {
  await unfold({ criteria, rows: [proposal(1, [3.01, 1.797, 6]), proposal(2, [3.01, 1.797, 6])] });
  expect(await section().findByText('En promedio, 60 % en cada criterio.')).toBeTruthy();
});

test('who has no confirmed review yet is left out', async () => {
  await unfold({ criteria, rows: [proposal(1, [4, 3, 8]), proposal(2, [])] });
  await section().findByRole('figure', { name: FIGURE });
  expect(cells().filter(c => c?.includes('FEX-2'))).toEqual([]);
  expect(cells().filter(c => c?.includes('FEX-1'))).toHaveLength(3);
});

test('says that there is nothing yet', async () => {
  await unfold({ criteria, rows: [proposal(1, [])] });
  expect(
    await section().findByRole('heading', { name: 'Todavía no hay evaluaciones confirmadas' }),
  ).toBeTruthy();
});
