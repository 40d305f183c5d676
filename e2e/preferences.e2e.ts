import { expectAccessible } from './axe.ts';
import { admit, fillProposal, openCall, startProposal } from './evaluation-api.ts';
import { asPerson, expect, signInAs, test } from './fixtures.ts';
import { installationAt } from './installation.ts';
import { request } from './project-api.ts';
import { expectToast } from './toasts.ts';

const OFFICE = 'beatriz.navarrete@biosur.example';
const REVIEWER = 'antonia.quezada@biosur.example';
const AUTHORS = [
  ['valentina.oyarzun@biosur.example', 'Ingeniería Informática'],
  ['diego.huenchulaf@biosur.example', 'Arquitectura y Diseño'],
] as const;

test.use({ actionTimeout: 10_000 });

test('the office asks, a reviewer answers by keyboard, and the assignment follows @both', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const stamp = Date.now();
  await signInAs(page, OFFICE);
  const { db } = installationAt(new URL(page.url()).origin);
  await db
    .updateTable('users')
    .set({ expertise: ['Huerta'] })
    .where('email', '=', REVIEWER)
    .execute();
  const call = await openCall(page, `Fondo de huertas ${stamp}`);
  const titles = [`Huerta escolar ${stamp}`, `Huerta vecinal ${stamp}`];
  const proposals = [];
  for (const [n, [author, schoolName]] of AUTHORS.entries()) {
    const proposal = await asPerson(page, author, async lead => {
      const mine = await startProposal(lead, call, titles[n] ?? '');
      await fillProposal(lead, call, mine, { schoolName });
      return mine;
    });
    await admit(page, proposal);
    proposals.push(proposal);
  }
  const [wanted, refused] = proposals.map(p => p.code);

  await page.goto(`/admin/reviews?call=${call.id}`);
  const bar = page.getByRole('region', { name: 'Preferencias de quienes evalúan' });
  await bar.getByRole('button', { name: 'Pedir preferencias' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pedir preferencias' });
  await expect(dialog.getByRole('textbox', { name: 'Último día para responder' })).toHaveValue(
    /\d\d-\d\d-\d{4}/,
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Pedir preferencias' }).click();
  await expectToast(page, /^Avisamos a \d+ personas\.$/);
  await expect(bar).toContainText('Respondieron todo 0 de ');
  await expectAccessible(page);

  await asPerson(page, REVIEWER, async reviewer => {
    await reviewer.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
    await reviewer.goto('/reviews');
    await expect(reviewer.getByText('0 de 2 respondidas')).toBeVisible();
    await expectAccessible(reviewer);
    await reviewer.goto('/');
    await expect(reviewer.getByRole('list', { name: 'Te toca a ti' })).toContainText(
      '0 de 2 propuestas respondidas',
    );
    await reviewer.getByRole('link', { name: call.name }).focus();
    await reviewer.keyboard.press('Enter');
    const of = (code = '') => reviewer.getByRole('radiogroup', { name: `Tu preferencia para ${code}` });
    await expect(of(wanted)).toBeVisible();
    await expect(reviewer.getByText('Talleres').or(reviewer.getByText('Sin resumen.')).first()).toBeVisible();
    await expectAccessible(reviewer);
    await reviewer.getByRole('switch', { name: 'Sin responder' }).click();
    await expect(reviewer).toHaveURL(/unanswered=true/);
    await of(wanted).getByRole('radio').first().focus();
    await reviewer.keyboard.press('Space');
    await expect(reviewer.getByText('1 de 2 respondidas')).toBeVisible();
    // What is answered stays in sight, and the arrows stop at the last one.
    await of(refused).getByRole('radio').first().focus();
    for (let n = 0; n < 3; n++) await reviewer.keyboard.press('ArrowDown');
    await expect(of(refused).getByRole('radio', { name: 'Tengo conflicto de interés' })).toBeChecked();
    await expect(reviewer.getByText('2 de 2 respondidas')).toBeVisible();
    await expect(of(wanted).getByRole('radio', { name: 'Quiero evaluarla' })).toBeChecked();
    await expectAccessible(reviewer);
    await reviewer.reload();
    await expect(reviewer.getByText('Respondiste todas')).toBeVisible();
    await reviewer.goto('/');
    // Another call asks as well: once the list is there, what was answered has left it.
    const mine = reviewer.getByRole('list', { name: 'Te toca a ti' });
    await expect(mine.getByText('Di qué quieres evaluar')).toBeVisible();
    await expect(mine.getByRole('link', { name: call.name })).toHaveCount(0);
  });
  const answers = await db
    .selectFrom('review_preferences')
    .innerJoin('projects', 'projects.id', 'review_preferences.project_id')
    .select(['projects.code', 'preference'])
    .where('projects.call_id', '=', call.id)
    .execute();
  expect(new Map(answers.map(a => [a.code, a.preference]))).toEqual(
    new Map([
      [wanted, 'want'],
      [refused, 'conflict'],
    ]),
  );

  await page.reload();
  await expect(bar).toContainText('Respondieron todo 1 de ');
  await page.getByRole('button', { name: 'Proponer asignación' }).click();
  const row = page.getByRole('dialog').getByRole('row', { name: new RegExp(wanted ?? '') });
  await expect(row).toContainText('quiere evaluarla');
  await expectAccessible(page);
  const { pairs } = await request<{ pairs: { code: string; preference: string | null }[] }>(
    page,
    'POST',
    '/admin/reviews/proposal',
    { call: call.id },
  );
  expect(new Map(pairs.map(p => [p.code, p.preference]))).toEqual(
    new Map([
      [wanted, 'want'],
      [refused, null],
    ]),
  );
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Terminar ahora' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Terminar ahora' }).click();
  await expect(bar).toContainText('Quienes evalúan respondieron');
  await expect(bar.getByRole('button', { name: 'Pedir preferencias' })).toBeVisible();
});
