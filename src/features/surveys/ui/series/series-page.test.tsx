import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import { question } from '../../../../domain/surveys/questions.ts';
import type { Series } from '../../series/contract.ts';
import { SeriesPage } from './series-page.tsx';

const ID = '00000000-0000-4000-8000-000000000020';
const PROJECT = '00000000-0000-4000-8000-000000000030';
const scale = (to: number, low = '') =>
  question.parse({ key: 'nota', text: `Nota hasta ${to}`, kind: 'scale', from: 1, to, low });
const medium = question.parse({
  ...{ key: 'medio', text: '¿Cómo supiste?', kind: 'multiple' },
  options: [
    { value: 'r', label: 'Radio' },
    { value: 'w', label: 'Web' },
  ],
});
const SERIES: Series = {
  ...{ instrument: 'Satisfacción', project: null, waves: 4, answers: 30 },
  series: [
    {
      key: 'nota',
      lines: [
        {
          question: scale(5, 'Mal'),
          points: [
            { year: 2023, waves: 1, answers: 10, counts: { '4': 10 } },
            { year: 2024, waves: 2, answers: 8, counts: { '4': 4, '5': 4 } },
          ],
        },
        { question: scale(7), points: [{ year: 2025, waves: 1, answers: 6, counts: { '6': 6 } }] },
      ],
    },
    {
      key: 'medio',
      lines: [
        {
          question: medium,
          points: [
            { year: 2024, waves: 2, answers: 8, counts: { r: 2, w: 8 } },
            { year: 2025, waves: 1, answers: 0, counts: {} },
          ],
        },
      ],
    },
  ],
};

let series: Series;
let page: Awaited<ReturnType<typeof showAt>>;
beforeEach(() => {
  signIn();
  series = SERIES;
  answer(`GET /instruments/${ID}/series`, () => series);
});
const show = async (search = '') => {
  page = await showAt(`/surveys/series/${ID}${search}`, SeriesPage, {}, '/surveys/series/$id');
};
const cells = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map(r => [...r.children].map(c => c.textContent));

test('a change of scale is shown: in words, as a mark, and in lines of their own', async () => {
  await show();
  expect(await screen.findByRole('heading', { level: 1, name: 'Satisfacción' })).toBeTruthy();
  const part = within(screen.getByRole('region', { name: 'Nota hasta 7' }));
  const words = part.getByText((_, node) => node?.tagName === 'P' && /^Cambió/.test(node.textContent ?? ''));
  expect(words.textContent).toBe(
    'Cambió la escala en 2025. Antes: 1 (Mal) a 5. Después: 1 a 7. Lo de antes y lo de después no se compara.',
  );
  const figure = part.getByRole('figure', { name: 'Promedio por año: Nota hasta 7' });
  const labels = within(within(figure).getByRole('group'))
    .getAllByRole('img')
    .map(m => m.getAttribute('aria-label'));
  expect(labels).toEqual([
    'Cambió la escala: 2025',
    '2023, Escala 1 a 5: 4,0',
    '2024, Escala 1 a 5: 4,5',
    '2025, Escala 1 a 7: 6,0',
  ]);
  const tables = part.getAllByRole('table');
  expect(tables).toHaveLength(2);
  expect(cells(tables[0] as HTMLElement)).toEqual([
    ['Año', '2023', '2024'],
    ['Encuestas', '1', '2'],
    ['Respondieron', '10', '8'],
    ['Promedio', '4,0', '4,5'],
    ['1 (Mal)', '0\u00a0%', '0\u00a0%'],
    ['2', '0\u00a0%', '0\u00a0%'],
    ['3', '0\u00a0%', '0\u00a0%'],
    ['4', '100\u00a0%', '50\u00a0%'],
    ['5', '0\u00a0%', '50\u00a0%'],
  ]);
});

test('options are a table of percents, and nobody is no percent', async () => {
  await show();
  const part = within(await screen.findByRole('region', { name: '¿Cómo supiste?' }));
  expect(part.queryByRole('figure')).toBeNull();
  expect(part.queryByText(/Cambió/)).toBeNull();
  expect(cells(part.getByRole('table'))).toEqual([
    ['Año', '2024', '2025'],
    ['Encuestas', '2', '1'],
    ['Respondieron', '8', '0'],
    ['Radio', '25\u00a0%', '–'],
    ['Web', '100\u00a0%', '–'],
  ]);
});

test('filters live in the address, and the project is taken off it', async () => {
  series = { ...SERIES, project: { code: 'PACS-1', title: 'Autocuidado' } };
  await show(`?project=${PROJECT}`);
  await page.user.click(await screen.findByRole('button', { name: 'Quitar filtro PACS-1 Autocuidado' }));
  await waitFor(() => expect(page.address()).toBe(`/surveys/series/${ID}`));
  expect(screen.queryByRole('button', { name: /Quitar filtro/ })).toBeNull();
  await page.user.click(screen.getByRole('combobox', { name: 'Destinatarios' }));
  await page.user.click(await screen.findByRole('option', { name: 'Estudiantes' }));
  await waitFor(() => expect(page.address()).toBe(`/surveys/series/${ID}?audience=students`));
  const asked = requests(`GET /instruments/${ID}/series`).map(r => r.query.toString());
  expect(asked).toEqual([`project=${PROJECT}`, '', 'audience=students']);
});

test('without any survey it says which are missing and leads to them', async () => {
  series = { ...SERIES, waves: 0, answers: 0, series: [] };
  await show();
  expect(
    await screen.findByRole('heading', { name: 'Todavía no hay encuestas con resultados' }),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver sus encuestas' }).getAttribute('href')).toBe(
    `/surveys?instrument=${ID}`,
  );
  page.unmount();
  await show('?audience=students');
  expect(await screen.findByRole('heading', { name: /coincide con los filtros/ })).toBeTruthy();
});

test('an instrument that is not there, and what could not be read', async () => {
  answer(`GET /instruments/${ID}/series`, () => refusal(404, { code: 'not_found' }));
  await show();
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
  page.unmount();
  answer(`GET /instruments/${ID}/series`, () => refusal(422, { detail: 'No se pudo.' }));
  await show();
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeTruthy();
});
