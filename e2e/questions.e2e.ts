import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { acceptInvitation, admit, fillProposal, openCall, startProposal } from './evaluation-api.ts';
import { asPerson, expect, signInAs, test } from './fixtures.ts';
import { projectPath, request } from './project-api.ts';

const OFFICE = 'beatriz.navarrete@biosur.example';
const LEAD = 'valentina.oyarzun@biosur.example';
const REVIEWER = 'nicolas.vergara@biosur.example';
const QUESTION = '¿Quién mantiene el archivo cuando termina el proyecto? 🗂️';
const ANSWER = 'Lo mantiene Valentina Oyarzún con la junta de vecinos.';

test.use({ actionTimeout: 10_000 });

/** The rubric, which a phone shows in place of the proposal. */
async function openRubric(reviewer: Page, code: string): Promise<void> {
  await reviewer.goto(`/reviews?q=${code}`);
  await reviewer.getByRole('link', { name: code }).click();
  const accept = reviewer.getByRole('button', { name: 'Aceptar la invitación' });
  const rubric = reviewer.getByRole('radiogroup', { name: 'Qué se ve' }).getByText('Pauta');
  const points = reviewer.getByRole('radiogroup', { name: /^Puntaje de/ }).first();
  await expect(accept.or(rubric).or(points).first()).toBeVisible();
  if (await accept.isVisible()) await acceptInvitation(reviewer);
  await expect(rubric.or(points).first()).toBeVisible();
  if (await rubric.isVisible()) await rubric.click();
  await expect(points).toBeVisible();
}

test('a blind reviewer asks the author one question, who answers it without knowing whom @both', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const stamp = Date.now();
  const viewport = page.viewportSize() ?? { width: 1440, height: 900 };
  const beside = (who: string, run: (other: Page) => Promise<void>) =>
    asPerson(page, who, async other => {
      await other.setViewportSize(viewport);
      await run(other);
    });
  await signInAs(page, OFFICE);
  const call = await openCall(page, `Fondo que pregunta ${stamp}`);
  const proposal = await asPerson(page, LEAD, async lead => {
    const mine = await startProposal(lead, call, `Archivo vivo ${stamp}`);
    await fillProposal(lead, call, mine, { schoolName: 'Ingeniería Informática' });
    return mine;
  });
  await admit(page, proposal);
  const { rows } = await request<{ rows: { id: string }[] }>(page, 'GET', `/users?q=${REVIEWER}`);
  const pairs = [{ projectId: proposal.id, userId: rows[0]?.id }];
  await request(page, 'POST', '/admin/reviews', { pairs });

  await beside(REVIEWER, async reviewer => {
    await openRubric(reviewer, proposal.code);
    await reviewer.getByRole('button', { name: 'Preguntar al autor' }).click();
    const dialog = reviewer.getByRole('dialog');
    await expect(dialog.getByText(/^Es la única pregunta/)).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Tu pregunta' }).fill(QUESTION);
    await expect(dialog.getByText(/^Quedan 1\.4\d\d caracteres$/)).toBeVisible();
    await expectAccessible(reviewer);
    await dialog.getByRole('button', { name: 'Enviar la pregunta' }).click();
    const asked = reviewer.getByRole('region', { name: 'Tu pregunta al autor' });
    await expect(asked).toContainText('Espera respuesta');
    await expect(asked).toContainText(QUESTION);
    await expect(reviewer.getByRole('button', { name: 'Preguntar al autor' })).toHaveCount(0);
    await expectAccessible(reviewer);
  });

  await beside(LEAD, async lead => {
    await lead.goto('/');
    const waiting = lead.getByRole('list', { name: 'Te toca a ti' }).getByRole('listitem');
    const line = waiting.filter({ hasText: proposal.code });
    await expect(line).toContainText('Quien evalúa te pregunta');
    await line.getByRole('link').click();
    const notice = lead.getByRole('region', { name: 'Preguntas de quienes evalúan' });
    await expect(notice).toContainText(QUESTION);
    await expect(lead.getByText('Nicolás')).toHaveCount(0);
    await notice.getByRole('textbox', { name: 'Tu respuesta' }).fill(ANSWER);
    await expectAccessible(lead);
    await notice.getByRole('button', { name: 'Enviar la respuesta' }).click();
    await notice.getByRole('button', { name: 'Ver la pregunta de quienes evalúan' }).click();
    await expect(notice).toContainText('Respondida');
    await expect(notice).toContainText(ANSWER);
    await expectAccessible(lead);
    await lead.goto('/');
    await expect(lead.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(waiting.filter({ hasText: proposal.code })).toHaveCount(0);
  });

  await beside(REVIEWER, async reviewer => {
    await openRubric(reviewer, proposal.code);
    const asked = reviewer.getByRole('region', { name: 'Tu pregunta al autor' });
    await expect(asked).toContainText('Lo mantiene [nombre oculto] con la junta de vecinos.');
    await expectAccessible(reviewer);
  });

  await page.goto(`${projectPath(proposal)}?tab=evaluation`);
  const review = page.getByRole('region', { name: /^Nicolás/ });
  await expect(review).toContainText(QUESTION);
  await expect(review).toContainText(ANSWER);
  await expectAccessible(page);
});
