import { expectAccessible } from './axe.ts';
import { admit, fillProposal, openCall, reviewWith, startProposal } from './evaluation-api.ts';
import { asPerson, expect, signInAs, test } from './fixtures.ts';
import { request } from './project-api.ts';

const OFFICE = 'beatriz.navarrete@biosur.example';
const LEAD = 'valentina.oyarzun@biosur.example';
const [HIGH, LOW] = ['nicolas.vergara@biosur.example', 'antonia.quezada@biosur.example'];

test.use({ actionTimeout: 10_000 });

test('two reviewers far apart read each other: one keeps, the other revises, and no third is asked @both', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const stamp = Date.now();
  await signInAs(page, OFFICE);
  const call = await openCall(page, `Fondo del consenso ${stamp}`, { reviews: 2 });
  const proposal = await asPerson(page, LEAD, async lead => {
    const mine = await startProposal(lead, call, `Archivo vivo ${stamp}`);
    await fillProposal(lead, call, mine, { schoolName: 'Ingeniería Informática' });
    return mine;
  });
  await admit(page, proposal);
  const people = await Promise.all(
    [HIGH, LOW].map(
      async who => (await request<{ rows: { id: string }[] }>(page, 'GET', `/users?q=${who}`)).rows[0]?.id,
    ),
  );
  const pairs = people.map(userId => ({ projectId: proposal.id, userId }));
  await request(page, 'POST', '/admin/reviews', { pairs });
  await asPerson(page, HIGH, reviewer => reviewWith(reviewer, proposal, 5));
  await asPerson(page, LOW, reviewer => reviewWith(reviewer, proposal, 2));

  await page.goto(`/admin/reviews?call=${call.id}`);
  await expect(page.getByText(/^En consenso hasta el/)).toBeVisible();
  await expect(page.getByText('Compara con la otra')).toHaveCount(2);
  await expectAccessible(page);

  const viewport = page.viewportSize() ?? { width: 1440, height: 900 };
  const openDesk = async (reviewer: typeof page) => {
    await reviewer.setViewportSize(viewport);
    await reviewer.goto('/');
    const line = reviewer.getByRole('list', { name: 'Te toca a ti' }).getByRole('listitem');
    await expect(line.filter({ hasText: proposal.code })).toContainText('Compara tu evaluación');
    await reviewer.goto(`/reviews?q=${proposal.code}`);
    await expect(reviewer.getByText('Compárala con la otra')).toBeVisible();
    await reviewer.getByRole('link', { name: proposal.code }).click();
    const rubric = reviewer.getByRole('radiogroup', { name: 'Qué se ve' }).getByText('Pauta');
    const other = reviewer.getByRole('region', { name: 'Otra evaluación' });
    await expect(rubric.or(other).first()).toBeVisible();
    if (await rubric.isVisible()) await rubric.click();
    return other;
  };
  await asPerson(page, HIGH, async reviewer => {
    const other = await openDesk(reviewer);
    await expect(other).toContainText('40 de 100');
    await expect(other.getByRole('row', { name: /^Pertinencia/ })).toContainText('52');
    await expect(reviewer.getByText('Antonia')).toHaveCount(0);
    await expectAccessible(reviewer);
    await reviewer.getByRole('button', { name: 'Mantener mi evaluación' }).click();
    await expect(reviewer.getByText('Mantuviste tu evaluación.').first()).toBeVisible();
    await expect(reviewer.getByRole('button', { name: 'Revisar mi evaluación' })).toHaveCount(0);
  });
  await asPerson(page, LOW, async reviewer => {
    await openDesk(reviewer);
    await reviewer.getByRole('button', { name: 'Revisar mi evaluación' }).click();
    const dialog = reviewer.getByRole('dialog');
    await expect(dialog).toContainText('confirmarla de nuevo');
    await expectAccessible(reviewer);
    await dialog.getByRole('button', { name: 'Revisar mi evaluación' }).click();
    await expect(reviewer.getByText(/^Estás revisando tu evaluación/)).toBeVisible();
    for (const group of await reviewer.getByRole('radiogroup', { name: /^Puntaje de/ }).all())
      await group.getByRole('radio', { name: '4', exact: true }).check();
    await expect(reviewer.getByText(/^Guardado/)).toBeVisible();
    await reviewer.getByRole('button', { name: 'Confirmar evaluación' }).click();
    await dialog.getByRole('button', { name: 'Confirmar evaluación' }).click();
    await expect(reviewer.getByText('Confirmada').first()).toBeVisible();
  });

  await page.goto(`/projects/fexs/${proposal.id}?tab=evaluation`);
  await expect(page.getByText('90 de 100', { exact: false }).first()).toBeVisible();
  await expect(page.getByText(/^Quienes evaluaron compararon sus evaluaciones/)).toBeVisible();
  await expect(page.getByText('La revisó')).toBeVisible();
  await page.getByText('1 versión anterior').click();
  await expect(page.getByRole('region', { name: /^Versión/ })).toContainText('40');
  await expectAccessible(page);
});
