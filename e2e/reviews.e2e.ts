import { asPerson, expect, expectNoAxeViolations, signInAs, test } from './fixtures.ts';
import { act, fillSection, startProject } from './project-api.ts';

const ACADEMIC = 'camila.rojas@biosur.example';
const REVIEWER = 'soledad.cifuentes@biosur.example';
const CRITERIA = ['Innovación', 'Vínculo con la comunidad', 'Factibilidad', 'Equipo'];

test('a blind review: the office invites, the reviewer reads without names, writes, confirms @phone', async ({
  page,
}) => {
  test.slow();
  const project = await asPerson(page, ACADEMIC, async academic => {
    const started = await startProject(academic, `Huerta ciega ${Date.now()}`, 'incs');
    await fillSection(academic, started, 'diagnosis', {
      problem: 'La profesora Camila Rojas Fuentes lo vio en terreno.',
    });
    return started;
  });
  await signInAs(page, 'Admin');
  await page.goto('/icon.svg');
  await act(page, project, 'override', { to: 'evaluation', reason: 'Para probar la evaluación a ciegas.' });

  await page.goto(`/admin/reviews?q=${project.code}`);
  await page.getByRole('button', { name: `Invitar a alguien a evaluar ${project.code}` }).click();
  await page.getByRole('combobox', { name: 'Quién evalúa' }).fill('Soledad');
  await page.getByRole('option', { name: /^Soledad Cifuentes/ }).click();
  await page.getByRole('switch', { name: 'Evaluación a ciegas' }).check();
  await page.getByRole('button', { name: 'Invitar', exact: true }).last().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('row', { name: new RegExp(project.code) })).toContainText('Invitado');
  await expectNoAxeViolations(page);

  await asPerson(page, REVIEWER, async reviewer => {
    await reviewer.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
    await reviewer.goto(`/reviews?q=${project.code}`);
    await expectNoAxeViolations(reviewer);
    await reviewer.getByRole('link', { name: project.code }).click();
    await expect(reviewer.getByText('La profesora [nombre oculto] lo vio en terreno.')).toBeVisible();
    await expect(reviewer.getByText('Camila')).toHaveCount(0);
    await reviewer.getByRole('button', { name: 'Aceptar la invitación' }).click();
    for (const name of CRITERIA) {
      await reviewer
        .getByRole('radiogroup', { name: `Puntaje de ${name}` })
        .getByRole('radio', { name: '4' })
        .check();
      await reviewer
        .getByRole('textbox', { name: `Justificación de ${name}` })
        .fill(`Bien fundado: ${name}.`);
    }
    await reviewer.getByRole('textbox', { name: 'Comentario para el autor' }).fill('Buena propuesta.');
    await expect(reviewer.getByText('80 de 100')).toBeVisible();
    await expect(reviewer.getByText(/^Guardado/)).toBeVisible();
    await reviewer.reload();
    await expect(reviewer.getByRole('textbox', { name: 'Comentario para el autor' })).toHaveValue(
      'Buena propuesta.',
    );
    await expectNoAxeViolations(reviewer);
    await reviewer.getByRole('radio', { name: 'Adjudicar', exact: true }).check();
    await reviewer.getByRole('button', { name: 'Confirmar evaluación' }).click();
    await reviewer.getByRole('dialog').getByRole('button', { name: 'Confirmar evaluación' }).click();
    await expect(reviewer.getByText('Confirmada')).toBeVisible();
  });

  await page.reload();
  await expect(page.getByRole('row', { name: new RegExp(project.code) })).toContainText('Confirmada');
  await page.getByRole('link', { name: project.code }).click();
  await expect(page.getByText('Comentario para el autor. Buena propuesta.')).toBeVisible();
  await expectNoAxeViolations(page);
});
