import type { Page } from '@playwright/test';
import { acceptInvitation } from './evaluation-api.ts';
import { asPerson, expect, person, signInAs, test } from './fixtures.ts';
import { act, type ProjectRef, projectPath, readProject, request, startProject } from './project-api.ts';
import { watchRequests } from './requests.ts';

const OFFICE = 'beatriz.navarrete@biosur.example';
const ACADEMIC = 'camila.rojas@biosur.example';
const DIRECTOR = 'hernan.bustos@biosur.example';
const REVIEWER = 'antonia.quezada@biosur.example';

const idOf = async (office: Page, email: string) => {
  const { rows } = await request<{ rows: { id: string }[] }>(office, 'GET', `/users?q=${email}`);
  return rows[0]?.id ?? '';
};

/** A proposal whose author the reviewer may know, to read as a project. */
async function openProposal(page: Page, title: string): Promise<ProjectRef> {
  const project = await asPerson(page, ACADEMIC, lead => startProject(lead, title, 'incs'));
  await asPerson(page, OFFICE, async office => {
    await act(office, project, 'override', { to: 'evaluation', reason: 'Llegó firmada en papel.' });
    const pairs = [{ projectId: project.id, userId: await idOf(office, REVIEWER) }];
    await request(office, 'POST', '/admin/reviews', { pairs, blind: false });
  });
  return project;
}

/** Requests of the page that the server did not answer well. */
function refusalsOf(page: Page): string[] {
  const refused: string[] = [];
  page.on('response', response => {
    if (response.url().includes('/api/') && response.status() >= 400)
      refused.push(`${response.status()} ${response.url()}`);
  });
  return refused;
}

test('an external reviewer opens every screen they have, and none asks for what is not theirs', async ({
  page,
}) => {
  const title = `Vivero ${Date.now()}`;
  const project = await openProposal(page, title);
  await signInAs(page, REVIEWER);
  const refused = refusalsOf(page);
  const requests = watchRequests(page);

  await page.goto('/');
  await expect(
    page.getByRole('list', { name: 'Te toca a ti' }).getByRole('link', { name: title }),
  ).toBeVisible();
  await page.goto('/projects');
  await page.getByRole('button', { name: 'Más filtros' }).click();
  await expect(page.getByRole('combobox', { name: 'Facultad' })).toBeVisible();
  for (const name of ['Socio', 'Responsable'])
    await expect(page.getByRole('combobox', { name, exact: true })).toHaveCount(0);
  // An address that somebody passed on.
  await page.goto(`/projects?lead=${project.id}&partner=${project.id}`);
  for (const name of ['Socio', 'Responsable'])
    await expect(page.getByRole('button', { name: `Quitar filtro ${name}` })).toBeVisible();

  // The project can be read once confidentiality is declared.
  await page.goto(`/reviews?q=${project.code}`);
  await page.getByRole('link', { name: project.code }).click();
  await acceptInvitation(page);
  await expect(page.getByRole('radiogroup', { name: /^Puntaje de/ }).first()).toBeAttached();
  await page.goto(projectPath(project));
  await expect(page.getByRole('tab', { name: 'Historial' })).toBeVisible();
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await requests.settle();
  }
  await page.goto('/projects/pacs/new');
  await expect(page.getByRole('heading', { name: 'No tienes acceso a esta página' })).toBeVisible();
  for (const [path, name] of [
    ['/calls', 'Convocatorias'],
    ['/notifications', 'Notificaciones'],
    ['/profile', 'Mi perfil'],
    [`/reviews?q=${project.code}`, 'Evaluaciones'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await requests.settle();
  }
  await page.getByRole('link', { name: project.code }).click();
  await expect(page.getByRole('radiogroup', { name: /^Puntaje de/ }).first()).toBeAttached();
  await requests.settle();
  expect(refused).toEqual([]);
});

test('who leads a project picks people by name and school, whatever their role; nobody names them deputy', async ({
  page,
}) => {
  const { name } = person(REVIEWER);
  const project = await asPerson(page, OFFICE, async office =>
    request<ProjectRef>(office, 'POST', '/projects', {
      ...{ id: crypto.randomUUID(), kind: 'pacs', title: `Encargado ${Date.now()}` },
      leadId: await idOf(office, REVIEWER),
    }),
  );
  await signInAs(page, REVIEWER);
  const refused = refusalsOf(page);
  await page.goto(projectPath(project));
  const field = page.getByRole('combobox', { name: 'Responsable alterno' });
  await field.fill('matias sep');
  const option = page.getByRole('option', { name: /^Matías Sepúlveda Araya/ });
  await expect(option).toContainText('Escuela de Enfermería');
  await expect(option).not.toContainText('@');
  await option.click();
  await expect(field).toHaveValue('Matías Sepúlveda Araya');
  const alternate = async () =>
    (await readProject(page, project)).sections.find(s => s.slug === 'identification')?.data.alternateId;
  await expect.poll(alternate).toBeTruthy();
  expect(refused).toEqual([]);

  await asPerson(page, DIRECTOR, async head => {
    await head.goto('/profile');
    await head.getByRole('button', { name: 'Nombrar subrogante' }).click();
    const deputy = head.getByRole('dialog').getByRole('combobox', { name: 'Subrogante' });
    await deputy.fill('matias');
    await expect(head.getByRole('option', { name: /^Matías Sepúlveda Araya/ })).toBeVisible();
    await deputy.fill(name);
    await expect(head.getByText('Sin resultados')).toBeVisible();
  });
});
