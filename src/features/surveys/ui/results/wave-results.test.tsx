import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import { question } from '../../../../domain/surveys/questions.ts';
import type { Wave } from '../../contract.ts';
import type { Results } from '../../results/contract.ts';
import { WaveResults } from './wave-results.tsx';

const id = (n: number) => `00000000-0000-4000-8000-0000000000${n}`;
const WAVE: Wave = {
  ...{ id: id(10), title: 'Encuesta a socios', state: 'ready', audience: 'partners', anonymous: true },
  ...{ instrument: { id: id(20), name: 'Satisfacción' }, version: 1, lastDay: '2026-04-01' },
  project: { id: id(30), kind: 'pacs', code: 'PACS-1', title: 'Autocuidado' },
  ...{ openedAt: '2026-03-02T12:00:00.000Z', closesAt: '2026-04-02T02:59:59.999Z' },
  ...{
    invited: 50,
    declined: 1,
    answers: 40,
    message: '',
    reminderDays: [],
    questions: [],
    waiting: 0,
    objecting: 0,
  },
  ...{ remindedAt: null, roomUrl: null, mayManage: true },
  ...{ updatedAt: '2026-04-02T12:00:00.000Z', updatedBy: 'Eva' },
};
const QUESTIONS = [
  {
    ...{ key: 'genero', text: 'Género', kind: 'choice', divides: true },
    options: [
      { value: 'm', label: 'Mujeres' },
      { value: 'v', label: 'Varones' },
    ],
  },
  { key: 'nota', text: '¿Nos recomiendas?', kind: 'scale', from: 0, to: 10, low: 'No', high: 'Sí' },
  { key: 'idea', text: '¿Qué mejorarías?', kind: 'text' },
].map(q => question.parse(q));
const part = (label: string, answers: number, nota: Record<string, number>) => ({
  ...{ label, answers },
  tallies: { nota: Object.entries(nota).map(([value, count]) => ({ value, count })) },
});
const RESULTS: Results = {
  ...{ answers: 40, invited: 50, declined: 1, countedAt: '2026-04-02T12:00:00.000Z', questions: QUESTIONS },
  parts: [
    part('', 40, { '10': 19, '3': 19, '': 2 }),
    part('Mujeres', 30, { '10': 15, '3': 15 }),
    part('Varones', 10, { '10': 4, '3': 4, '': 2 }),
  ],
  comments: { idea: 25 },
};

let results: Results;
let page: Awaited<ReturnType<typeof showAt>>;

beforeEach(() => {
  signIn();
  results = RESULTS;
  answer(`GET /waves/${WAVE.id}/results`, () => results);
  answer(`GET /waves/${WAVE.id}/comments`, ({ query }) => {
    const first = (Number(query.get('page')) - 1) * 20;
    const count = Math.min(20, 25 - first);
    const rows = Array.from({ length: count }, (_, n) => ({ id: id(40 + n), text: `Idea ${first + n}` }));
    return { rows, total: 25 };
  });
});

const show = async (wave: Partial<Wave> = {}, search = '') => {
  page = await showAt(`/surveys/${WAVE.id}${search}`, () => <WaveResults wave={{ ...WAVE, ...wave }} />);
};
const marksOf = async (name: string) => {
  const figure = await screen.findByRole('figure', { name });
  return within(within(figure).getByRole('group'))
    .getAllByRole('img')
    .map(m => m.getAttribute('aria-label'));
};

describe('until it was counted', () => {
  test.each([
    ['draft', 'Todavía no hay resultados', 'Los habrá cuando'],
    ['open', 'Los resultados se muestran cuando la encuesta cierra.', 'Hasta ahora: 40 respuestas de 50'],
    ['closed', 'Se están contando las respuestas', 'en unos minutos'],
  ] as const)('a survey that is %s says so, and asks for nothing', async (state, title, words) => {
    await show({ state });
    expect(screen.getByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByText(new RegExp(words))).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Exportar' })).toBeNull();
    expect(requests()).toEqual([]);
  });

  test('answers with names can be fetched by who manages it', async () => {
    await show({ state: 'open', anonymous: false });
    await page.user.click(screen.getByRole('button', { name: 'Exportar' }));
    expect(await screen.findByRole('menuitem', { name: 'Respuestas con nombre (CSV)' })).toBeTruthy();
  });
});

describe('what it came to', () => {
  test('is drawn question by question, with counts, percents, base and mean', async () => {
    await show();
    const marks = await marksOf('¿Nos recomiendas?');
    expect(marks).toHaveLength(11);
    expect([marks[0], marks[3], marks[10]]).toEqual([
      '0 (No): 0 (0\u00a0%)',
      '3: 19 (50\u00a0%)',
      '10 (Sí): 19 (50\u00a0%)',
    ]);
    const words =
      '38 respondieron, 2 no. Promedio 6,5. Promotores (9 y 10): 50 %; detractores (0 a 6): 50 %.';
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByText(/^40 respuestas de 50 personas invitadas \(80 %\)/)).toBeTruthy();
    expect(screen.getByText(/1 persona no quiso responder/)).toBeTruthy();
    expect(screen.getByText(/menos de cinco respuestas se juntan con otros/)).toBeTruthy();
  });

  test('never is of more than all who were invited', async () => {
    results = { ...RESULTS, invited: 10, declined: 0 };
    await show();
    expect(await screen.findByText(/^40 respuestas, 10 personas invitadas\./)).toBeTruthy();
    expect(screen.queryByText(/400 %/)).toBeNull();
  });

  test('is shown by parts, which the address holds beside what else stands there', async () => {
    await show({}, '?tab=results');
    const select = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Mostrar' });
    expect(select.value).toBe('Todas las respuestas (40)');
    await page.user.click(select);
    await page.user.click(await screen.findByRole('option', { name: 'Varones (10)' }));
    await waitFor(() => expect(page.address()).toBe(`/surveys/${WAVE.id}?tab=results&part=2`));
    expect((await marksOf('¿Nos recomiendas?'))[3]).toBe('3: 4 (50\u00a0%)');
    expect(screen.getByText(/^8 respondieron, 2 no\./)).toBeTruthy();
    expect(screen.getByText(/Lo escrito es de todas las respuestas/)).toBeTruthy();
  });

  test('opens at the part of the address, and at all of it where there is none such', async () => {
    await show({}, '?part=1');
    expect((await screen.findByRole<HTMLInputElement>('combobox', { name: 'Mostrar' })).value).toBe(
      'Mujeres (30)',
    );
    page.unmount();
    await show({}, '?part=7');
    expect((await screen.findByRole<HTMLInputElement>('combobox', { name: 'Mostrar' })).value).toBe(
      'Todas las respuestas (40)',
    );
  });

  test('of fewer than five is not shown, and it is said why', async () => {
    results = { ...RESULTS, answers: 3, parts: [], comments: {} };
    await show({ answers: 3 });
    expect(await screen.findByText(/Respondieron menos de cinco personas/)).toBeTruthy();
    expect(screen.queryByRole('figure')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Exportar' })).toBeNull();
  });

  test('that could not be read can be asked for again', async () => {
    let isBroken = true;
    answer(`GET /waves/${WAVE.id}/results`, () =>
      isBroken ? refusal(422, { detail: 'No se pudo.' }) : RESULTS,
    );
    await show();
    const retry = await screen.findByRole('button', { name: 'Reintentar' });
    isBroken = false;
    await page.user.click(retry);
    expect(await screen.findByRole('figure', { name: 'Género' })).toBeTruthy();
  });
});

describe('what was written', () => {
  test('comes in pages', async () => {
    await show();
    expect(await screen.findByRole('heading', { name: '¿Qué mejorarías?' })).toBeTruthy();
    await screen.findByText('Idea 0');
    expect(screen.queryByText('Idea 20')).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'Ver más (5)' }));
    const last = await screen.findByText('Idea 24');
    // The keyboard goes on where the new ones begin.
    expect(document.activeElement).toBe(last.parentElement);
    expect(screen.getByText('Idea 0')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Ver más/ })).toBeNull();
    expect(requests(`GET /waves/${WAVE.id}/comments`).map(r => r.query.get('question'))).toEqual([
      ...['idea', 'idea'],
    ]);
  });

  test('may be nothing', async () => {
    results = { ...RESULTS, comments: {} };
    await show();
    expect(await screen.findByText('Nadie escribió nada.')).toBeTruthy();
    expect(requests(`GET /waves/${WAVE.id}/comments`)).toEqual([]);
  });
});

describe('files', () => {
  const offered = async () => {
    await page.user.click(await screen.findByRole('button', { name: 'Exportar' }));
    await screen.findByRole('menuitem', { name: 'Resultados (CSV)' });
    return screen.getAllByRole('menuitem').map(item => item.textContent);
  };
  test('are results and comments, and answers of those with names for who manages it', async () => {
    const common = ['Resultados (CSV)', 'Resultados (XLSX)', 'Comentarios (CSV)', 'Comentarios (XLSX)'];
    await show();
    expect(await offered()).toEqual(common);
    page.unmount();
    await show({ anonymous: false });
    expect(await offered()).toEqual([
      ...common,
      ...['Respuestas con nombre (CSV)', 'Respuestas con nombre (XLSX)'],
    ]);
    page.unmount();
    await show({ anonymous: false, mayManage: false });
    expect(await offered()).toEqual(common);
  });
});
