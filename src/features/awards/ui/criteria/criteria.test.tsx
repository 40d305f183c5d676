import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../../test/jsdom/render.tsx';
import { answer, held, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import type { Criteria } from '../../criteria/contract.ts';
import { CriteriaSection } from './criteria-section.tsx';

const ASKED = 'GET /calls/c1/criteria';
const proposal = (n: number, means: (number | null)[]) => ({
  ...{ id: `p${n}`, kind: 'fexs' as const, code: `FEX-${n}`, title: `Propuesta ${n}`, means },
});
const told: Criteria = {
  criteria: [
    { id: 'a', name: 'Pertinencia' },
    { id: 'b', name: 'Impacto' },
    { id: 'c', name: 'Equipo' },
  ],
  proposals: [proposal(1, [80, 100, null]), proposal(2, [60, 33.33, 50])],
  total: 2,
};

const NAME = 'Puntajes por criterio';
const FIGURE = 'Promedio de cada propuesta por criterio';
const section = () => within(screen.getByRole('region', { name: NAME }));
async function unfold() {
  const { user } = await showAt('/x', () => <CriteriaSection call="c1" />, {}, '/x');
  const button = await screen.findByRole('button', { name: NAME });
  expect([requests(ASKED).length, button.getAttribute('aria-expanded')]).toEqual([0, 'false']);
  await user.click(button);
  return user;
}
const cells = () =>
  section()
    .getAllByRole('img')
    .map(cell => cell.getAttribute('aria-label'));

beforeEach(() => signIn());

test('is asked for when it is unfolded, and then says each mean', async () => {
  answer(ASKED, () => told);
  await unfold();
  await section().findByRole('figure', { name: FIGURE });
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
  expect(requests(ASKED)).toHaveLength(1);
});

test('says where they did best and worst, and is a table as well', async () => {
  answer(ASKED, () => told);
  const user = await unfold();
  const sentence = 'En promedio, lo más alto es «Pertinencia» (70 %) y lo más bajo «Equipo» (50 %).';
  expect(await section().findByText(sentence)).toBeTruthy();
  await user.click(section().getByRole('button', { name: 'Ver tabla' }));
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
  answer(ASKED, () => ({
    ...told,
    proposals: told.proposals.map(p => ({ ...p, means: [60.2, 59.9, 60] })),
  }));
  await unfold();
  expect(await section().findByText('En promedio, 60 % en cada criterio.')).toBeTruthy();
});

test('says how many of them are shown', async () => {
  answer(ASKED, () => ({ ...told, total: 1200 }));
  await unfold();
  expect(await section().findByText(/Se muestran las primeras 2 de 1\.200 propuestas\./)).toBeTruthy();
});

test('says that there is nothing yet', async () => {
  answer(ASKED, () => ({ ...told, proposals: [], total: 0 }));
  await unfold();
  expect(
    await section().findByRole('heading', { name: 'Todavía no hay evaluaciones confirmadas' }),
  ).toBeTruthy();
});

test('waits with its place kept, and a failure can be tried again', async () => {
  const { release } = held(ASKED, () => refusal(422, { code: 'rule', detail: 'No se pudo.' }));
  const user = await unfold();
  expect(document.querySelector('.mantine-Skeleton-root')).toBeTruthy();
  release();
  expect(await section().findByRole('alert')).toBeTruthy();
  answer(ASKED, () => told);
  await user.click(section().getByRole('button', { name: 'Reintentar' }));
  expect(await section().findByRole('figure', { name: FIGURE })).toBeTruthy();
});
