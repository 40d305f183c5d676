import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleAtEnd } from './axe.ts';
import { fillProposal, openCall, startProposal } from './evaluation-api.ts';
import { asPerson, expect, signInAs, test } from './fixtures.ts';
import {
  act,
  checkAll,
  fillSection,
  type ProjectRef,
  projectPath,
  readProject,
  request,
} from './project-api.ts';
import { expectToast } from './toasts.ts';

const OFFICE = 'beatriz.navarrete@biosur.example';
const CAMILA = 'camila.rojas@biosur.example';
const DIRECTOR = 'patricia.contreras@biosur.example';
const DEAN = 'marcela.figueroa@biosur.example';
const REASON = 'El equipo también debe quedar al día.';

const section = (ref: ProjectRef, slug: string) => `${projectPath(ref)}?section=${slug}`;
const checklist = async (office: Page, { code }: ProjectRef) => {
  await office.goto(`/admin/admissibility?q=${code}`);
  await office.getByRole('button', { name: code }).click();
  return office.getByRole('dialog', { name: 'Lista de admisibilidad' });
};

/** Every observation answered, a smaller budget, sent again. */
async function correct(lead: Page, ref: ProjectRef): Promise<void> {
  const { observations } = await request<{ observations: { id: string }[] }>(lead, 'GET', projectPath(ref));
  for (const { id } of observations)
    await request(lead, 'POST', `${projectPath(ref)}/observations/${id}/answers`, { text: 'Corregido.' });
  const { sections } = await readProject(lead, ref);
  const lines = sections.find(s => s.slug === 'budget')?.data.lines as { unitCost: number }[];
  await fillSection(lead, ref, 'budget', { lines: lines.map(l => ({ ...l, unitCost: 1_900_000 })) });
  await act(lead, ref, 'submit');
}

test('a correction changes what was observed, the office opens more, and the desk looks again @both', async ({
  page: office,
}) => {
  test.slow();
  await signInAs(office, OFFICE);
  const call = await openCall(office, `Fondo de correcciones ${Date.now()}`);
  const title = `Huerta que se corrige ${Date.now()}`;
  const ref = await asPerson(office, CAMILA, async lead => {
    const mine = await startProposal(lead, call, title);
    await fillProposal(lead, call, mine, { schoolName: 'Enfermería' });
    await act(lead, mine, 'submit');
    return mine;
  });
  await asPerson(office, DIRECTOR, other => act(other, ref, 'endorse'));
  await asPerson(office, DEAN, other => act(other, ref, 'endorse'));
  await checkAll(office, ref);
  const drawer = await checklist(office, ref);
  await expect(drawer.getByText('Recibida')).toBeVisible();
  await expect(drawer.getByText('Visto bueno de Dirección')).toBeVisible();
  await expect(drawer.getByText('Visto bueno de Decanato')).toBeVisible();
  await expectAccessible(office);
  await act(office, ref, 'return', {
    observations: [{ section: 'budget', text: 'Detalla los materiales.' }],
  });

  await asPerson(office, CAMILA, async lead => {
    await lead.goto(section(ref, 'team'));
    await expect(lead.getByText('La oficina puede abrir esta también.').first()).toBeVisible();
    await expectAccessibleAtEnd(lead);
  });
  await office.goto(projectPath(ref));
  await office.getByRole('button', { name: 'Más acciones' }).click();
  await office.getByRole('menuitem', { name: 'Abrir más secciones' }).click();
  const opening = office.getByRole('dialog', { name: 'Abrir más secciones' });
  await opening.getByRole('button', { name: 'Abrir secciones' }).click();
  await expect(opening.getByText('Elige al menos una sección.')).toBeVisible();
  await opening.getByRole('combobox', { name: 'Secciones' }).click();
  await office.getByRole('option', { name: 'Equipo', exact: true }).click();
  await office.keyboard.press('Escape');
  await opening.getByRole('textbox', { name: 'Motivo' }).fill(REASON);
  await expectAccessible(office);
  await opening.getByRole('button', { name: 'Abrir secciones' }).click();
  await expectToast(office, 'Las secciones quedaron abiertas para corregir.');

  await asPerson(office, CAMILA, async lead => {
    await lead.goto(section(ref, 'team'));
    await expect(lead.getByRole('heading', { name: 'Equipo' }).first()).toBeVisible();
    await expect(lead.getByText('La oficina puede abrir esta también.')).toHaveCount(0);
    await correct(lead, ref);
  });
  const again = await checklist(office, ref);
  await expect(again.getByText('Presupuesto: lo que depende de eso se revisa de nuevo.')).toBeVisible();
  await expect(again.getByRole('checkbox', { name: 'La línea y el monto corresponden' })).not.toBeChecked();
  await expect(again.getByRole('checkbox', { name: 'Llegó dentro del plazo' })).toBeChecked();
});

test('the final report waits for the end of the project, unless the office lets it come early @both', async ({
  page: office,
}) => {
  test.slow();
  await signInAs(office, OFFICE);
  const ref = await asPerson(office, CAMILA, async lead => {
    const project = await request<ProjectRef>(lead, 'POST', '/projects', {
      ...{ id: crypto.randomUUID(), kind: 'pacs', title: 'Huerta que termina antes' },
    });
    const end = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
    await fillSection(lead, project, 'identification', { startDate: '2026-08-03', endDate: end });
    return project;
  });
  await act(office, ref, 'override', { to: 'running', reason: 'Se aprobó en papel.' });
  await asPerson(office, CAMILA, async lead => {
    await lead.goto(projectPath(ref));
    await expect(lead.getByText('En curso').first()).toBeVisible();
  });
  await office.goto(projectPath(ref));
  await office.getByRole('button', { name: 'Más acciones' }).click();
  await office.getByRole('menuitem', { name: 'Permitir informe anticipado' }).click();
  const dialog = office.getByRole('dialog', { name: 'Permitir informe anticipado' });
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('El convenio terminó antes.');
  await expectAccessible(office);
  await dialog.getByRole('button', { name: 'Permitir' }).click();
  await expectToast(office, 'El informe final ya se puede enviar.');
  await asPerson(office, CAMILA, async lead => {
    await lead.goto(projectPath(ref));
    await expect(lead.getByText('Te toca a ti').first()).toBeVisible();
  });
});
