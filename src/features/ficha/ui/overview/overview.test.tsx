import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../../test/jsdom/render.tsx';
import { projectOf } from '../../../../../test/jsdom/reports.tsx';
import { answer } from '../../../../../test/jsdom/server.tsx';
import { BASE, idOf } from '../../../../../test/jsdom/spending.tsx';
import { FIRST_KINDS } from '../../../../domain/kinds/index.ts';
import { type SectionSlug, sectionOf } from '../../../../domain/sections/index.ts';
import type { ProjectSection } from '../../../project-record/detail/contract.ts';
import { ProjectProvider } from '../../../project-record/ui/project-context.tsx';
import { Ficha } from '../ficha.tsx';

const stored = (slug: SectionSlug, data: object, mayEdit = false): ProjectSection => ({
  ...{ slug, version: 1, updatedAt: null, updatedBy: null, mayEdit, reason: null },
  data: { ...sectionOf(slug).empty, ...data },
});
const SUMMARY = 'Talleres de autocuidado con la junta de vecinos.';
const PLAN = [
  {
    ...{ id: 'a1', name: 'Diagnóstico', description: '', objectiveId: null, responsible: 'Camila' },
    ...{ from: '2026-08-03', to: '2026-08-28', isMilestone: false },
  },
];
const sections = [
  stored('identification', { title: 'Autocuidado en Boca Sur', summary: SUMMARY, leadId: idOf(1) }),
  stored('diagnosis', { problem: 'Viven solas.' }),
  stored('team', {
    members: [1, 2, 3, 4, 5, 6].map(n => ({ id: `m${n}`, userId: idOf(n), role: 'academic' })),
  }),
  stored('participants', { internal: { students: { expected: 32, actual: null } } }),
  stored('plan', { activities: PLAN }),
  stored('contribution', {}),
];

const open = (own: ProjectSection[], search = '') => {
  const labels = Object.fromEntries([1, 2, 3, 4, 5, 6].map(n => [idOf(n), `Persona ${n}`]));
  const project = projectOf({
    ...{ status: 'director_review', definition: FIRST_KINDS.fexs, sections: own, labels },
    ...{ completeness: { missing: [], bySection: {} }, history: [], files: [], changes: [], receipts: [] },
    ...{ eligibility: [], actions: [], observations: [] },
  });
  answer(`GET ${BASE}`, () => project);
  answer('GET /catalogues', () => ({
    ...{ schools: [], themes: [], periods: [], regions: [], comunas: [], bordersLicense: null },
  }));
  return showAt(`${BASE}${search}`, () => (
    <ProjectProvider project={project}>
      <Ficha Tool={() => null} Remarks={() => null} Frozen={({ children }) => children} />
    </ProjectProvider>
  ));
};

beforeEach(() => signIn());
/** What waits to be seen comes when it is printed. */
const print = () => act(() => void window.dispatchEvent(new Event('beforeprint')));

test('a reader sees first what it is, who, how many and when, each once', async () => {
  await open(sections);
  const overview = within(await screen.findByRole('region', { name: 'El proyecto de un vistazo' }));
  expect(screen.getAllByText(SUMMARY)).toHaveLength(1);
  expect(overview.getByText(SUMMARY)).toBeTruthy();
  expect(overview.getByText('Persona 1, Persona 2, Persona 3, Persona 4 y 2 más')).toBeTruthy();
  expect(overview.getByText('Estudiantes').nextElementSibling?.textContent).toBe('32');
  await screen.findByRole('table', { name: /De la universidad/ });
  print();
  expect(await overview.findByRole('figure', { name: 'Carta Gantt' })).toBeTruthy();
  expect(screen.getAllByRole('figure', { name: 'Carta Gantt' })).toHaveLength(1);
});

test('what nobody filled in is named in one line, and what does not apply not at all', async () => {
  await open(sections);
  const diagnosis = within(await screen.findByRole('region', { name: 'Diagnóstico y pertinencia' }));
  expect(diagnosis.getByText('Viven solas.')).toBeTruthy();
  expect(diagnosis.getByText(/^Sin completar: /).textContent).toBe(
    'Sin completar: Línea base, Pertinencia, Co-diseño con el socio',
  );
  const identification = within(screen.getByRole('region', { name: 'Identificación' }));
  expect(identification.getByText(/^Sin completar: /).textContent).not.toMatch(/Proyecto anterior|Consiento/);
  // A box that is not ticked says no.
  expect(identification.getByText('No')).toBeTruthy();
});

test('who writes has the form and no overview', async () => {
  await open([stored('identification', { summary: SUMMARY }, true), ...sections.slice(1)], '?section=plan');
  await screen.findByRole('heading', { level: 2, name: 'Plan' });
  await screen.findByRole('table');
  print();
  expect(await screen.findByRole('figure', { name: 'Carta Gantt' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'El proyecto de un vistazo' })).toBeNull();
});
