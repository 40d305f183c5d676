import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../../test/jsdom/render.tsx';
import { answer, held, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import type { OutputOf } from '../../../../domain/kit/endpoint.ts';
import type { getHarshness } from '../../harshness/contract.ts';
import { HarshnessSection } from './harshness-section.tsx';

type Harshness = OutputOf<typeof getHarshness>;
const ASKED = 'GET /calls/c1/harshness';

const proposal = (n: number, score: number, adjusted: number, adjustedRank: number) => ({
  ...{ id: `p${n}`, kind: 'fexs' as const, code: `FEX-${n}`, title: `Propuesta ${n}` },
  ...{ score, rank: n, adjusted, adjustedRank },
});
const told: Harshness = {
  mean: 70.5,
  reviewers: [
    { id: 'r1', name: 'Ana Soto', reviews: 4, mean: 60, difference: -10.5, adjusted: true },
    { id: 'r2', name: 'Luis Pérez', reviews: 1, mean: 70.5, difference: 0, adjusted: false },
    { id: 'r3', name: 'Rosa Elgueta', reviews: 3, mean: 75.75, difference: 5.25, adjusted: true },
  ],
  proposals: [proposal(1, 80, 75, 3), proposal(2, 79, 80, 1), proposal(3, 78, 78, 2), proposal(4, 60, 60, 4)],
};

const section = () => within(screen.getByRole('region', { name: 'Severidad de quienes evalúan' }));
const button = () => section().getByRole('button', { name: 'Severidad de quienes evalúan' });
const start = () => showAt('/x', () => <HarshnessSection call="c1" />, {}, '/x');
async function unfold() {
  const { user } = await start();
  await user.click(await screen.findByRole('button', { name: 'Severidad de quienes evalúan' }));
  return user;
}
const cells = (table: string) =>
  within(section().getByRole('region', { name: table }))
    .getAllByRole('row')
    .slice(1)
    .map(row =>
      within(row)
        .getAllByRole('cell')
        .map(cell => cell.textContent),
    );

beforeEach(() => signIn());

test('is asked for when it is unfolded, not before', async () => {
  answer(ASKED, () => told);
  const { user } = await start();
  await screen.findByRole('button', { name: 'Severidad de quienes evalúan' });
  expect([requests(ASKED).length, button().getAttribute('aria-expanded')]).toEqual([0, 'false']);
  await user.click(button());
  await section().findByText('Ana Soto');
  expect([requests(ASKED).length, button().getAttribute('aria-expanded')]).toEqual([1, 'true']);
  await user.click(button());
  expect(section().queryByText('Ana Soto')).toBeNull();
});

test('says how it is worked out, and that nothing follows from it', async () => {
  answer(ASKED, () => told);
  await unfold();
  expect(await section().findByText('Es información: no cambia puntajes ni resultados.')).toBeTruthy();
  expect(section().getByText(/se le suma el promedio de la convocatoria \(70,5\)/)).toBeTruthy();
  expect(section().getByText(/Con menos de 3 evaluaciones confirmadas no se ajusta/)).toBeTruthy();
});

test('tells each reviewer beside the call, and who is not adjusted', async () => {
  answer(ASKED, () => told);
  await unfold();
  await section().findByText('Ana Soto');
  expect(cells('Promedio de cada persona')).toEqual([
    ['Ana Soto', '4', '60', '-10,5'],
    ['Luis PérezSin ajuste: 1 evaluación', '1', '70,5', '0'],
    ['Rosa Elgueta', '3', '75,75', '+5,25'],
  ]);
});

test('tells the places before and after, in words too', async () => {
  answer(ASKED, () => told);
  await unfold();
  await section().findByText('Ana Soto');
  expect(cells('Lista ajustada')).toEqual([
    ['1', 'FEX-1 Propuesta 1', '80', '75', '3', '▼2baja 2 lugares'],
    ['2', 'FEX-2 Propuesta 2', '79', '80', '1', '▲1sube 1 lugar'],
    ['3', 'FEX-3 Propuesta 3', '78', '78', '2', '▲1sube 1 lugar'],
    ['4', 'FEX-4 Propuesta 4', '60', '60', '4', 'igual'],
  ]);
});

test('says that there is nothing yet', async () => {
  answer(ASKED, () => ({ mean: null, reviewers: [], proposals: [] }));
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
  expect(await section().findByText('Ana Soto')).toBeTruthy();
});
