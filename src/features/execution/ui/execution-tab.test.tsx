import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { answer, refusal, refusedConnection, requests } from '../../../../test/jsdom/server.tsx';
import { FIRST_KINDS } from '../../../domain/kinds/index.ts';
import type { SectionSlug } from '../../../domain/sections/index.ts';
import { forgetDrafts } from '../../../web/drafts.ts';
import type { ProjectDetail, ProjectSection } from '../../project-record/detail/contract.ts';
import { useProjectQuery } from '../../project-record/ui/project-cache.tsx';
import { ProjectProvider } from '../../project-record/ui/project-context.tsx';
import type { ActivityRow, Execution, Meeting } from '../contract.ts';
import { ExecutionTab } from './execution-tab.tsx';
import { fileOfActivities } from './parts/activity-file.tsx';

const TODAY = '2026-11-20';
const BASE = '/projects/cons/p1';
const ME = { id: '00000000-0000-4000-8000-000000000001', name: 'Ana Soto' };
const idOf = (n: number) => `0190f000-0000-7000-8000-00000000000${n}`;

const ITEM = { responsible: '', isMilestone: false, objectiveId: null };
const PLAN = [
  { ...ITEM, id: 'a1', name: 'Diagnóstico', from: '2026-11-01', to: '2026-11-17' },
  { ...ITEM, id: 'a2', name: 'Entrega de la guía', from: '2026-12-01', to: '2026-12-01', isMilestone: true },
];
const section = (slug: SectionSlug, data: Record<string, unknown>): ProjectSection => ({
  ...{ slug, version: 1, data, updatedAt: null, updatedBy: null },
  ...{ mayEdit: false, reason: null },
});
const TURN = {
  ...{ people: [ME], reviewers: 0, office: false, since: '2026-11-01T12:00:00.000Z', due: null },
  ...{ overdue: false, now: true, mine: true, next: '' },
};
const project = (more: object = {}) =>
  ({
    ...{ id: 'p1', kind: 'cons', code: 'CON-2026-0001', status: 'running', historic: false },
    ...{ definition: FIRST_KINDS.cons, lead: ME, alternate: null, turn: TURN },
    ...{
      observations: [],
      reportGaps: [],
      nextReport: null,
      waitingReports: [],
      files: [],
      labels: {},
      completeness: { missing: [], bySection: {} },
    },
    sections: [
      section('plan', { activities: PLAN }),
      section('contract', {
        currency: 'UF',
        deliverables: [{ id: 'd1', name: 'Informe', dueDate: '2026-11-10', payment: 12.5 }],
      }),
      section('participants', { reach: { direct: { expected: 40, actual: null } } }),
    ],
    ...more,
  }) as Partial<ProjectDetail> as ProjectDetail;

const entry = { author: ME, updatedAt: '2026-11-18T12:00:00.000Z', version: 3, mayEdit: true };
const NOBODY = { attendances: 0, people: 0, unidentified: 0 };
const activity = (n: number, more: Partial<ActivityRow> = {}): ActivityRow => ({
  ...{ ...entry, id: idOf(n), name: `Taller ${n}`, day: '2026-11-18', planItemId: null },
  ...{ startsAt: '', endsAt: '', place: '', link: '', comuna: null, counts: {}, completes: false },
  ...{ photos: 0, documents: 0, attendance: NOBODY },
  ...more,
});
const meeting = (more: Partial<Meeting> = {}): Meeting => ({
  ...{ ...entry, id: idOf(8), organisation: null, day: '2026-11-12', startsAt: '', place: '', link: '' },
  ...{ attendees: '', summary: 'Calendario', actionItems: [] },
  ...more,
});
const execution = (more: Partial<Execution> = {}): Execution => ({
  measurementsOpen: 0,
  ...{
    activities: [],
    meetings: [],
    deliverables: [],
    people: {},
    attendance: NOBODY,
    corrected: null,
    purgedAt: null,
  },
  ...{ record: { allowed: true, reason: null }, mayEditAll: true, mayReadAttendance: false },
  ...{ earliest: null, today: TODAY },
  ...more,
});

let stored = execution();

function Screen() {
  const { data } = useProjectQuery({ kind: 'cons', id: 'p1' });
  return (
    data && (
      <ProjectProvider project={data}>
        <ExecutionTab />
      </ProjectProvider>
    )
  );
}

async function open(more: Partial<Execution> = {}) {
  stored = execution(more);
  const shown = await showAt(`${BASE}?tab=execution`, Screen);
  await screen.findByRole('heading', { name: 'Lo que viene' });
  return shown;
}
const part = (name: string) => within(screen.getByRole('region', { name }));
const button = (name: string | RegExp) => screen.findByRole('button', { name });
/** Opens the form anew from the head of the tab, and gives what stands in it. */
async function openForm(user: Awaited<ReturnType<typeof open>>['user'], name = 'Registrar actividad') {
  await user.click(await button(name));
  return within(await screen.findByRole('dialog', { name }));
}
const SAVE = `POST ${BASE}/activities`;

beforeEach(async () => {
  signIn();
  await forgetDrafts();
  answer(`GET ${BASE}`, () => project());
  answer(`GET ${BASE}/execution`, () => stored);
  answer(`GET ${BASE}/files`, () => ({ files: [], expiresAt: '2100-01-01T00:00:00.000Z' }));
  answer('GET /catalogues', () => ({
    ...{ schools: [], themes: [], periods: [], regions: [], bordersLicense: null, uploadLimitBytes: 1e8 },
    comunas: [{ code: '08108', name: 'San Pedro de la Paz' }],
  }));
});

describe('who may record', () => {
  test('whoever never may sees no button, nor meetings of others', async () => {
    await open({ record: null, mayEditAll: false, activities: [activity(1, { mayEdit: false })] });
    expect(screen.queryByRole('button', { name: /^(Registrar|Actualizar)/ })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Reuniones y acuerdos' })).toBeNull();
    expect(part('Actividades').getByRole('button', { name: 'Taller 1' })).toBeTruthy();
  });

  test('whoever may not now is told why, and nothing opens', async () => {
    const reason = 'Se registra hasta que se envía el informe final.';
    const { user } = await open({ record: { allowed: false, reason } });
    const record = await button('Registrar actividad');
    expect(record.getAttribute('aria-disabled')).toBe('true');
    await user.click(record);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.getElementById(record.getAttribute('aria-describedby') ?? '')?.textContent).toBe(reason);
    expect(part('Plan y avance').queryByRole('button', { name: /^Registrar/ })).toBeNull();
  });

  test('what cannot be read is asked for again', async () => {
    answer(`GET ${BASE}/execution`, () => refusal(503, { detail: 'Vuelve en un momento.' }));
    const { user } = await showAt(`${BASE}?tab=execution`, Screen);
    const again = await button('Reintentar');
    answer(`GET ${BASE}/execution`, () => stored);
    await user.click(again);
    await screen.findByRole('heading', { name: 'Lo que viene' });
  });
});

describe('what is planned beside what was done', () => {
  const DONE = activity(1, { planItemId: 'a1', counts: { direct: 24 } });
  const LISTED = activity(2, { attendance: { attendances: 9, people: 7, unidentified: 1 }, photos: 3 });

  test('the table tells state and activities of each, and what was outside of the plan', async () => {
    const { user, address } = await open({ activities: [LISTED, DONE], people: { direct: 33 } });
    const cells = (name: RegExp) => part('Plan y avance').getByRole('row', { name }).textContent;
    expect(cells(/^Diagnóstico/)).toContain('Atrasada');
    expect(cells(/^Diagnóstico/)).toContain('hace 3 días');
    expect(cells(/Entrega de la guía/)).toContain('01-12-2026');
    expect(cells(/Entrega de la guía/)).not.toContain('01-12-2026 a');
    expect(cells(/^Fuera del plan/)).toContain('Taller 2');
    const line = part('Actividades').getAllByRole('listitem')[0];
    expect(line?.textContent).toContain('9 asistencias · 7 personas únicas · Ana Soto');
    expect(part('Personas').getByRole('row', { name: 'Directos 40 33' })).toBeTruthy();
    answer(`GET ${BASE}/activities/${idOf(1)}`, () => refusal(404));
    await user.click(part('Plan y avance').getByRole('button', { name: '18-11-2026 Taller 1' }));
    expect(address()).toContain(`field=${idOf(1)}`);
  });

  test('people say where the final report corrects them, and why', async () => {
    const corrected = { people: { direct: 30, students: 4 }, reason: 'Tres vinieron dos veces.' };
    await open({ people: { direct: 33 }, corrected });
    const row = (name: RegExp) => part('Personas').getByRole('row', { name }).textContent;
    expect(row(/^Directos/)).toBe('Directos4030 (corregido; registradas: 33)');
    expect(row(/^Estudiantes/)).toBe('Estudiantes–4 (corregido; registradas: –)');
    expect(
      part('Personas').getByText('Corregido en el informe final: Tres vinieron dos veces.'),
    ).toBeTruthy();
  });

  test('what is late comes first; more than eight are folded', async () => {
    const items = Array.from({ length: 8 }, (_, n) => ({
      ...{ id: idOf(n), text: `Acuerdo ${n}`, responsible: ME, responsibleName: '', dueDay: '2026-12-24' },
      ...{ doneAt: null, doneBy: null, maySettle: true },
    }));
    const { user } = await open({ meetings: [meeting({ actionItems: items })] });
    const lines = () => part('Lo que viene').getAllByRole('listitem');
    expect(lines()).toHaveLength(8);
    expect(lines()[0]?.textContent).toMatch(/10-11-2026.*atraso de 10 días.*Entregable.*Informe/);
    await user.click(part('Lo que viene').getByRole('button', { name: 'Ver todo (11)' }));
    expect(lines()).toHaveLength(11);
    answer(`PUT ${BASE}/action-items/${idOf(0)}/state`, () => ({}));
    await user.click(part('Lo que viene').getByRole('checkbox', { name: 'Hecho: Acuerdo 0' }));
    await waitFor(() =>
      expect(requests(`PUT ${BASE}/action-items/${idOf(0)}/state`)[0]?.body).toEqual({ done: true }),
    );
  });

  test('the file has columns that stay, and whole rows', async () => {
    const { blob, name } = fileOfActivities('CON-1', [{ ...LISTED, name: '=1;2' }], new Map());
    expect(name).toBe('actividades-CON-1.csv');
    const [head, row] = (await blob.text()).split('\r\n').map(line => line.split(';'));
    expect(head?.slice(0, 5)).toEqual([
      expect.stringMatching(/codigo_proyecto$/),
      'fecha',
      'inicio',
      'termino',
      'nombre',
    ]);
    expect(row?.slice(0, 2)).toEqual(['CON-1', '2026-11-18']);
    expect(row?.join(';')).toContain(`"'=1;2"`);
  });
});

describe('an activity is recorded', () => {
  test('from the plan with its name, today, and a milestone as done', async () => {
    const { user } = await open();
    answer(SAVE, ({ body }) => ({ id: (body as { id: string }).id, version: 1 }));
    await user.click(part('Lo que viene').getByRole('button', { name: 'Registrar Entrega de la guía' }));
    const form = within(await screen.findByRole('dialog', { name: 'Registrar actividad' }));
    await user.type(form.getByRole('textbox', { name: 'Personas que participaron' }), '38');
    await user.dblClick(form.getByRole('button', { name: 'Guardar actividad' }));
    expect(await screen.findByText('Actividad registrada.')).toBeTruthy();
    expect(requests(SAVE)).toHaveLength(1);
    expect(requests(SAVE)[0]?.body).toMatchObject({
      ...{
        planItemId: 'a2',
        name: 'Entrega de la guía',
        day: TODAY,
        completes: true,
        counts: { direct: 38 },
      },
    });
  });

  test('what is wrong in a folded part unfolds it', async () => {
    const { user } = await open();
    const form = await openForm(user);
    await user.type(form.getByRole('textbox', { name: /Qué se hizo/ }), 'Feria');
    answer(SAVE, () =>
      refusal(422, { code: 'invalid', errors: [{ path: 'endsAt', message: 'Termina antes de comenzar.' }] }),
    );
    expect(form.queryByRole('textbox', { name: 'Hasta' })).toBeNull();
    await user.click(form.getByRole('button', { name: 'Guardar actividad' }));
    expect(await form.findByText('Termina antes de comenzar.')).toBeTruthy();
    expect(form.getByRole('textbox', { name: 'Hasta' }).getAttribute('aria-invalid')).toBe('true');
  });

  test('after a lost answer and a reload it is still the same one', async () => {
    const { user, unmount } = await open();
    answer(SAVE, refusedConnection);
    const form = await openForm(user);
    await user.type(form.getByRole('textbox', { name: /Qué se hizo/ }), 'Feria de la salud');
    await user.click(form.getByRole('button', { name: 'Guardar actividad' }));
    await waitFor(() => expect(requests(SAVE)).not.toHaveLength(0));
    await form.findByRole('alert');
    unmount();
    const again = await open();
    expect(await screen.findByText(/Quedó algo sin guardar/)).toBeTruthy();
    await again.user.click(await button('Seguir'));
    const restored = within(await screen.findByRole('dialog', { name: 'Registrar actividad' }));
    await waitFor(() =>
      expect(restored.getByRole<HTMLInputElement>('textbox', { name: /Qué se hizo/ }).value).toBe(
        'Feria de la salud',
      ),
    );
    answer(SAVE, ({ body }) => ({ id: (body as { id: string }).id, version: 1 }));
    await again.user.click(restored.getByRole('button', { name: 'Guardar actividad' }));
    expect(await screen.findByText('Actividad registrada.')).toBeTruthy();
    const ids = requests(SAVE).map(({ body }) => (body as { id: string }).id);
    expect(new Set(ids).size).toBe(1);
    expect(screen.queryByText(/Quedó algo sin guardar/)).toBeNull();
  });
});

describe('a meeting', () => {
  const PATH = `${BASE}/meetings/${idOf(8)}`;

  test('somebody else saved it: who is said, what was typed stays and goes over it the second time', async () => {
    const { user } = await open({ meetings: [meeting()] });
    await user.click(part('Reuniones y acuerdos').getByRole('button', { name: 'Editar' }));
    const form = within(await screen.findByRole('dialog', { name: 'Editar reunión' }));
    const summary = form.getByRole<HTMLTextAreaElement>('textbox', { name: 'De qué se habló' });
    await user.type(summary, ' de talleres');
    const detail = 'Matías guardó esta reunión mientras la editabas.';
    answer(`PUT ${PATH}`, () =>
      refusal(409, { code: 'conflict', detail, extra: { version: 4, updatedBy: 'Matías' } }),
    );
    await user.click(form.getByRole('button', { name: 'Guardar reunión' }));
    expect(await form.findByText(new RegExp(`${detail} Lo que escribiste sigue aquí`))).toBeTruthy();
    expect(summary.value).toBe('Calendario de talleres');
    answer(`PUT ${PATH}`, () => ({ id: idOf(8), version: 5 }));
    await user.click(form.getByRole('button', { name: 'Guardar reunión' }));
    expect(await screen.findByText('Reunión guardada.')).toBeTruthy();
    expect(requests(`PUT ${PATH}`).map(r => (r.body as { version: number }).version)).toEqual([3, 4]);
  });

  test('what was agreed needs somebody who answers for it, and is taken off again', async () => {
    const { user } = await open();
    const form = await openForm(user, 'Registrar reunión');
    await user.click(form.getByRole('button', { name: 'Agregar acuerdo' }));
    await user.click(form.getByRole('button', { name: 'Agregar acuerdo' }));
    await user.click(form.getByRole('button', { name: 'Quitar el acuerdo 1' }));
    await user.type(form.getByRole('textbox', { name: /Qué se acordó/ }), 'Enviar el acta');
    await user.click(form.getByRole('button', { name: 'Guardar reunión' }));
    expect(await form.findByText('Este campo es obligatorio.')).toBeTruthy();
    await user.type(form.getByRole('textbox', { name: 'U otra persona' }), 'Rosa Elgueta');
    answer(`POST ${BASE}/meetings`, ({ body }) => ({ id: (body as { id: string }).id, version: 1 }));
    await user.click(form.getByRole('button', { name: 'Guardar reunión' }));
    expect(await screen.findByText('Reunión registrada.')).toBeTruthy();
    expect(requests(`POST ${BASE}/meetings`)[0]?.body).toMatchObject({
      actionItems: [{ text: 'Enviar el acta', responsibleName: 'Rosa Elgueta', dueDay: '2026-11-27' }],
    });
  });
});

test('a deliverable shows what it pays and how late it is, and is told of', async () => {
  const { user } = await open();
  const line = part('Entregables').getByRole('listitem');
  expect(line.textContent).toMatch(/10-11-2026.*Informe.*pago de UF 12,5.*Atrasado/);
  await user.click(await button('Actualizar Informe'));
  const form = within(await screen.findByRole('dialog', { name: 'Entregable: Informe' }));
  await user.type(form.getByRole('textbox', { name: 'Entregado el' }), '20-11-2026');
  await user.tab();
  answer(`PUT ${BASE}/deliverables/d1`, () => ({ version: 1 }));
  await user.click(form.getByRole('button', { name: 'Guardar entregable' }));
  expect(await screen.findByText('Entregable guardado.')).toBeTruthy();
  expect(requests(`PUT ${BASE}/deliverables/d1`)[0]?.body).toMatchObject({ deliveredOn: TODAY, version: 0 });
});
