import { act, screen, within } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { newUser, showAt, signIn } from '../../../../../test/jsdom/render.tsx';
import { type Data, StoredSection } from '../../../../../test/jsdom/section.tsx';
import { answer } from '../../../../../test/jsdom/server.tsx';
import { pass } from '../../../../../test/jsdom/session.tsx';
import { FIRST_KINDS } from '../../../../domain/kinds/index.ts';
import type { Status } from '../../../../domain/kinds/statuses.ts';
import { keyOf, type SectionField } from '../../../../domain/sections/field.ts';
import { sectionOf } from '../../../../domain/sections/index.ts';
import type { ProjectDetail } from '../../../project-record/detail/contract.ts';
import { ProjectProvider } from '../../../project-record/ui/project-context.tsx';
import { controlsReady } from '../fields/controls.tsx';
import { type Scope, ScopeProvider } from '../scope.tsx';
import { IndicatorsSection } from './indicators-section.tsx';

const OBJECTIVE = { id: 'o1', text: 'Bajar las caídas en casa' };
const entries = (given: readonly Data[]): Data => ({
  indicators: given.map((each, n) => ({ id: `i${n}`, objectiveId: 'o1', ...each })),
});

beforeEach(async () => {
  signIn();
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  await controlsReady(sectionOf('indicators').fields, true, false);
  answer('GET /catalogues/institutional-indicators', () => []);
  answer('GET /catalogues', () => ({ schools: [], themes: [], periods: [], comunas: [], regions: [] }));
});

async function edit(entry: Data) {
  const { indicators } = sectionOf('indicators').schema.parse(entries([entry])) as { indicators: Data[] };
  const stored = new StoredSection('indicators', { indicators });
  await stored.open();
  const user = newUser();
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${String(entry.name)}`) }));
  await act(() => pass(50));
  return { stored, user };
}

const chosen = (name: RegExp) => screen.getByRole<HTMLInputElement>('combobox', { name }).value;

/** What is asked, without the mark of what is required. */
const asked = () =>
  [...document.querySelectorAll('[data-field^="indicators.0."]')].map(
    place => place.querySelector('label, [class*="readLabel"]')?.textContent?.replace(' *', '') ?? '',
  );
const ALWAYS = [
  ...['Objetivo específico', 'Indicador institucional', 'Indicador', 'Tipo', 'Nivel', 'Ámbito'],
  'Medio de verificación',
];
const NO_BASELINE = ['Línea base', 'Por qué no hay línea base'];

test.each([
  [{ kind: 'number' }, ['Se espera', 'Unidad', 'Valor que cuenta', ...NO_BASELINE, 'Meta']],
  [{ kind: 'percentage' }, ['Se espera', 'Valor que cuenta', ...NO_BASELINE, 'Meta']],
  [
    { kind: 'ratio', baseline: 0 },
    ['Se espera', 'Unidad', 'Valor que cuenta', 'Línea base', 'Fecha de la línea base', 'Meta'],
  ],
  [
    { kind: 'scale' },
    [
      ...['Se espera', 'Valor que cuenta', 'Mínimo de la escala', 'Máximo de la escala'],
      ...[...NO_BASELINE, 'Meta'],
    ],
  ],
  [{ kind: 'milestone' }, []],
  [{ kind: 'qualitative' }, ['Qué se espera observar']],
])('an indicator with %j is asked what it needs', async (given, own) => {
  await edit({ name: 'Talleres', ...given });
  const labels = asked();
  expect(labels).toEqual(expect.arrayContaining([...ALWAYS, ...own]));
  const others = labels.filter(l => l !== '' && !ALWAYS.includes(l));
  expect(others).toEqual(own);
});

test('another kind brings its own questions, and the last value where points would be summed', async () => {
  const { stored, user } = await edit({ name: 'Talleres', kind: 'number', accumulates: 'sum' });
  screen.getAllByText('Una cantidad: talleres, horas, toneladas.');
  await user.click(screen.getByRole('combobox', { name: /^Tipo/ }));
  await user.click(await screen.findByRole('option', { name: /Escala/ }));
  await screen.findByLabelText('Máximo de la escala');
  expect(chosen(/^Valor que cuenta/)).toBe('Último');
  await act(() => pass(1500));
  expect(stored.data.indicators).toMatchObject([{ kind: 'scale', accumulates: 'last' }]);
});

test('an institutional indicator decides how it is measured; one of its own says it is not summed', async () => {
  await edit({ name: 'Talleres', kind: 'number', institutionalId: '00000000-0000-4000-8000-000000000009' });
  screen.getByText('Lo define el indicador institucional.');
  for (const name of ['Tipo', 'Nivel', 'Se espera', 'Valor que cuenta'])
    expect(screen.queryByRole('combobox', { name: new RegExp(`^${name}`) })).toBeNull();
  screen.getByText('Número');
  screen.getByLabelText(/^Meta/);
  expect(screen.queryByText(/^Indicador propio/)).toBeNull();
});

test('a new one begins as a number of its own', async () => {
  const stored = new StoredSection('indicators', { indicators: [] });
  await stored.open();
  const user = newUser();
  await user.click(await screen.findByRole('button', { name: 'Agregar indicador' }));
  await act(() => pass(50));
  expect(chosen(/^Tipo/)).toBe('Número');
  screen.getByText('Indicador propio: no se suma a los institucionales.');
  await act(() => pass(1500));
  expect(stored.data.indicators).toMatchObject([{ kind: 'number', direction: 'up', accumulates: 'last' }]);
  // Nothing was written into it: it goes without a question.
  await user.click(screen.getByRole('button', { name: 'Quitar Indicador 1' }));
  expect(screen.queryByRole('button', { name: 'Quitar Indicador 1' })).toBeNull();
});

const NEW = ['institutionalId', 'kind', 'direction', 'accumulates', 'scope', 'level', 'scaleFrom', 'scaleTo'];
const hide = (fields: readonly SectionField[], hidden: readonly string[]): SectionField[] =>
  fields.map(f => ({ ...f, fields: (f.fields ?? []).filter(each => !hidden.includes(keyOf(each))) }));

async function read(data: Data, { status = 'running', target = null, hidden = [] }: Reading = {}) {
  const project = {
    ...{ id: 'p1', kind: 'pacs', status, definition: FIRST_KINDS.pacs, files: [], labels: {} },
    sections: [{ slug: 'objectives', data: { specific: [OBJECTIVE] } }],
  } as Partial<Omit<ProjectDetail, 'sections'>> as ProjectDetail;
  const scope: Scope = {
    ...{ prefix: '', readOnly: true, target, errors: {}, set: () => undefined },
    slug: 'indicators',
    fields: hide(sectionOf('indicators').fields, hidden),
    values: sectionOf('indicators').schema.parse(data) as Data,
  };
  await showAt('/projects/pacs/p1', () => (
    <ProjectProvider project={project}>
      <Suspense>
        <ScopeProvider value={scope}>
          <IndicatorsSection />
        </ScopeProvider>
      </Suspense>
    </ProjectProvider>
  ));
  const table = await screen.findByRole('table');
  return within(table)
    .getAllByRole('row')
    .map(row => [...row.children].map(cell => cell.textContent));
}
interface Reading {
  readonly status?: Status;
  readonly target?: string | null;
  readonly hidden?: readonly string[];
}

const ALL = entries([
  {
    ...{
      name: 'Aprobación',
      kind: 'percentage',
      direction: 'keep',
      scope: 'external',
      accumulates: 'average',
    },
    ...{ target: 80, actual: 82.5, baseline: 79, baselineDay: '2026-03-02', verification: 'Actas' },
  },
  { name: 'Convenio', kind: 'milestone', scope: 'internal', actual: 1 },
  { name: 'Relatos', kind: 'qualitative', scope: 'external', goal: 'Que se cuente lo vivido' },
  { name: 'Caídas', unit: 'casos', direction: 'down', target: 5, noBaseline: 'Es la primera vez' },
]);

test('whoever reads has a table by objective, with values once it has begun', async () => {
  expect(await read(ALL)).toEqual([
    ['Indicador', 'Línea base', 'Meta', 'Valor logrado', 'Medio de verificación'],
    ['1. Bajar las caídas en casa'],
    [
      'AprobaciónResultado · Porcentaje · Externo · cuenta el promedio',
      '79 %, 02-03-2026',
      'Mantener 80 %',
      '82,5 %',
      'Actas',
    ],
    ['ConvenioResultado · Hito · Interno', '–', 'Alcanzarlo', 'Alcanzado', '–'],
    ['RelatosResultado · Cualitativo · Externo', '–', 'Que se cuente lo vivido', '–', '–'],
    ['CaídasResultado · Número · cuenta el último', 'Es la primera vez', 'Hasta 5 casos', '–', '–'],
  ]);
});

test('before that there are no values, and a version of before kinds shows none of them', async () => {
  const [heads, , first] = await read(ALL, {
    status: 'draft',
    hidden: [...NEW, 'baselineDay', 'noBaseline', 'goal'],
  });
  expect(heads).toEqual(['Indicador', 'Línea base', 'Meta', 'Medio de verificación']);
  expect(first).toEqual(['Aprobación', '79 %', '80 %', 'Actas']);
  expect(screen.queryByRole('link', { name: 'Ejecución' })).toBeNull();
});

test('what the final report lacks leads to the line that says where values are recorded', async () => {
  await read(ALL, { target: 'indicators.0.actual' });
  const link = screen.getByRole('link', { name: 'Ejecución' });
  expect(link.getAttribute('href')).toBe('/projects/pacs/p1?tab=execution');
  expect(link.closest('[data-field="indicators.0.actual"]')).not.toBeNull();
});
