import { act, fireEvent, screen, within } from '@testing-library/react';
import { Suspense, use, useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { newUser, showAt, signIn } from '../../../../../test/jsdom/render.tsx';
import { answer } from '../../../../../test/jsdom/server.tsx';
import { FIRST_KINDS } from '../../../../domain/kinds/index.ts';
import type { Status } from '../../../../domain/kinds/statuses.ts';
import { type SectionSlug, sectionOf } from '../../../../domain/sections/index.ts';
import { Fields, useKitForm } from '../../../../web/form/form.tsx';
import type { ProjectDetail } from '../../../project-record/detail/contract.ts';
import { ProjectProvider } from '../../../project-record/ui/project-context.tsx';
import { controlsReady, WRITING_FIELDS } from '../fields/controls.tsx';
import { ScopeProvider } from '../scope.tsx';
import { SECTION_SCREENS } from './screens.tsx';

type Data = Record<string, unknown>;
interface Shown {
  readonly slug: SectionSlug;
  readonly data: Data;
  readonly status?: Status;
  readonly readOnly?: boolean;
}

/** A path as the fields of the section name it: `lines.0.unitCost`. */
function changed(data: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown {
  if (key === '') return value;
  if (Array.isArray(data))
    return data.map((each, n) => (n === Number(key) ? changed(each, rest, value) : each));
  const known = data as Data;
  return { ...known, [key]: changed(known[key], rest, value) };
}

function Section({ slug, data, readOnly = false }: Shown) {
  const { schema, fields } = sectionOf(slug);
  use(controlsReady(fields, true, false));
  const [values, setValues] = useState(() => schema.parse(data) as Data);
  const form = useKitForm<Data>(schema, values);
  const Screen = SECTION_SCREENS[slug];
  const scope = { slug, prefix: '', fields, values, readOnly, target: null, errors: {}, ...WRITING_FIELDS };
  const set = (path: string, value: unknown) =>
    setValues(now => changed(now, path.split('.'), value) as Data);
  return (
    <Fields form={form}>
      <ScopeProvider value={{ ...scope, set }}>
        <Screen />
      </ScopeProvider>
    </Fields>
  );
}

async function open(shown: Shown) {
  const { slug, status = 'draft' } = shown;
  const project = {
    id: 'p1',
    kind: 'pacs',
    status,
    definition: FIRST_KINDS.pacs,
    sections: [{ slug, data: shown.data, version: 1, mayEdit: true }],
    call: null,
    amountAwarded: null,
    fitting: false,
    files: [],
    labels: {},
  } as Partial<Omit<ProjectDetail, 'sections'>> as ProjectDetail;
  await showAt('/projects/pacs/p1', () => (
    <ProjectProvider project={project}>
      <Suspense>
        <main>
          <Section {...shown} />
        </main>
      </Suspense>
    </ProjectProvider>
  ));
  await screen.findByRole('main');
  await screen.findAllByRole('table');
  await seeAll();
}

/** Nothing is near where nothing is laid out; for the printer everything comes. */
const seeAll = () => act(async () => void fireEvent(window, new Event('beforeprint')));
const figure = async (name: string) => within(await screen.findByRole('figure', { name }));
type Found = Awaited<ReturnType<typeof figure>>;
const labels = (found: Found) => found.getAllByRole('img').map(m => m.getAttribute('aria-label'));
const noFigure = async () => {
  await act(() => Promise.resolve());
  expect(screen.queryByRole('figure')).toBeNull();
};
async function fill(name: string, text: string) {
  const user = newUser();
  await user.tripleClick(screen.getByLabelText(name));
  await user.paste(text);
}
const rows = (found: Found) =>
  found.getAllByRole('row').map(row => [...row.children].map(cell => cell.textContent));

beforeEach(() => {
  signIn();
  answer('GET /catalogues', () => ({ schools: [], themes: [], periods: [], comunas: [], regions: [] }));
});

describe('the budget', () => {
  const TITLE = 'Presupuesto por categoría y fuente';
  const line = { id: 'l1', category: 'fees', source: 'unit', quantity: 2, unitCost: 1_000_000 };
  const more = { id: 'l2', category: 'travel', source: 'partner_cash', quantity: 1, unitCost: 500_000 };

  test('is drawn, said and told by category and source', async () => {
    await open({ slug: 'budget', data: { lines: [line, more] }, readOnly: true });
    const shown = await figure(TITLE);
    expect(labels(shown)).toEqual([
      'Honorarios: Unidad $2.000.000; total $2.000.000',
      'Viáticos y traslados: Socio, en dinero $500.000; total $500.000',
    ]);
    shown.getByText('El presupuesto suma $2.500.000; lo mayor es Honorarios, con 80 %.');
    await newUser().click(shown.getByRole('button', { name: 'Ver tabla' }));
    await shown.findByRole('table');
    expect(rows(shown)).toEqual([
      ['Categoría', 'Unidad', 'Socio, en dinero', 'Total'],
      ['Honorarios', '$2.000.000', '$0', '$2.000.000'],
      ['Viáticos y traslados', '$0', '$500.000', '$500.000'],
    ]);
  });

  test('follows what is typed', async () => {
    await open({ slug: 'budget', data: { lines: [line, more] } });
    await figure(TITLE);
    await fill('Costo unitario, ítem 2', '3.000.000');
    const shown = await figure(TITLE);
    shown.getByText('El presupuesto suma $5.000.000; lo mayor es Viáticos y traslados, con 60 %.');
    expect(labels(shown)[1]).toContain('total $3.000.000');
  });

  test('is not drawn as long as it comes to nothing', async () => {
    await open({ slug: 'budget', data: { lines: [{ ...line, unitCost: null }] } });
    await noFigure();
    await fill('Costo unitario, ítem 1', '5');
    await seeAll();
    expect(labels(await figure(TITLE))).toEqual(['Honorarios: $10']);
  });
});

describe('participants', () => {
  const expected = { internal: { students: { expected: 40 } } };
  const data = { internal: { students: { expected: 40, actual: 52 } } };

  test('are drawn as expected, and follow what is typed', async () => {
    await open({ slug: 'participants', data: expected });
    const shown = await figure('Personas esperadas por grupo');
    expect(labels(shown)).toEqual(['Estudiantes: 40']);
    await fill('0 a 14 años, externos por edad, esperados', '1200');
    expect(labels(shown)).toEqual(['Estudiantes: 40', 'Externos de 0 a 14 años: 1.200']);
    shown.getByText('Se espera a 1.240 personas: 40 de la universidad y 1.200 externas.');
  });

  test('have beside them those that were typed before activities were recorded', async () => {
    await open({ slug: 'participants', data, status: 'running' });
    const shown = await figure('Personas esperadas y reales por grupo');
    expect(labels(shown)).toEqual(['Estudiantes: Esperadas 40, Reales 52']);
    await fill('Estudiantes, de la universidad, registro anterior', '61');
    shown.getByText('Se esperaba a 40 personas: 40 de la universidad y 0 externas; participaron 61.');
    await newUser().click(shown.getByRole('button', { name: 'Ver tabla' }));
    await shown.findByRole('table');
    expect(rows(shown)).toEqual([
      ['Grupo', 'Esperadas', 'Reales'],
      ['Estudiantes', '40', '61'],
    ]);
  });

  test('are not drawn without a figure of those drawn', async () => {
    await open({ slug: 'participants', data: { bySex: { women: { expected: 3 } } } });
    await noFigure();
  });
});

describe('indicators', () => {
  const TITLE = 'Avance de los indicadores';
  const workshops = { id: 'i1', name: 'Talleres', unit: 'talleres', target: 40, actual: 12 };
  const data = { indicators: [workshops, { id: 'i2', name: 'Sin meta' }] };

  test('show how far they are to who reads a running project', async () => {
    await open({ slug: 'indicators', data, status: 'running', readOnly: true });
    const shown = await figure(TITLE);
    expect(labels(shown)).toEqual(['Talleres: 12 de 40 talleres (30 %)']);
    shown.getByText('De 1 indicador, ninguno llegó a su meta.');
    await newUser().click(shown.getByRole('button', { name: 'Ver tabla' }));
    await shown.findByRole('table');
    expect(rows(shown)[1]).toEqual(['Talleres', 'talleres', '—', '40', '12', '30']);
  });

  test('are not drawn before it begins', async () => {
    await open({ slug: 'indicators', data, readOnly: true });
    await noFigure();
  });

  test('are not drawn without a target', async () => {
    const none = { indicators: [{ ...workshops, target: null }] };
    await open({ slug: 'indicators', data: none, status: 'running', readOnly: true });
    await noFigure();
  });
});
