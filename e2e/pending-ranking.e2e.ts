import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import {
  admit,
  type CallRef,
  fillProposal,
  openCall,
  passClosing,
  reviewWith,
  startProposal,
} from './evaluation-api.ts';
import { asPerson, expect, signInAs, test } from './fixtures.ts';
import { type ProjectRef, request } from './project-api.ts';

const OFFICE = 'beatriz.navarrete@biosur.example';
const LEAD = 'valentina.oyarzun@biosur.example';
const REVIEWERS = ['nicolas.vergara@biosur.example', 'soledad.cifuentes@biosur.example'];

test.use({ actionTimeout: 10_000 });

/** A proposal in evaluation, with a review of so many points of five by each of the first reviewers. */
async function proposalWith(
  office: Page,
  call: CallRef,
  title: string,
  points: readonly number[],
): Promise<ProjectRef> {
  const ref = await asPerson(office, LEAD, async lead => {
    const mine = await startProposal(lead, call, title);
    await fillProposal(lead, call, mine, { schoolName: 'Ingeniería Informática' });
    return mine;
  });
  await admit(office, ref);
  for (const [n, given] of points.entries()) await review(office, ref, n, given);
  return ref;
}

async function review(office: Page, ref: ProjectRef, reviewer: number, points: number): Promise<void> {
  const email = REVIEWERS[reviewer] ?? '';
  const people = await request<{ rows: { id: string }[] }>(office, 'GET', `/users?q=${email}`);
  await request(office, 'POST', '/admin/reviews', {
    pairs: [{ projectId: ref.id, userId: people.rows[0]?.id }],
  });
  await asPerson(office, email, who => reviewWith(who, ref, points));
}

test('the office sees what a call comes to before its reviews are all in @both', async ({ page }) => {
  test.setTimeout(240_000);
  const stamp = Date.now();
  await signInAs(page, OFFICE);
  const call = await openCall(page, `Fondo en curso ${stamp}`, {
    ...{ blind: false, reviews: 2, proposalsPerLead: 3 },
  });
  const unread = await proposalWith(page, call, `Radio escolar ${stamp}`, []);
  const best = await proposalWith(page, call, `Huerto del barrio ${stamp}`, [4]);
  await page.goto(`/admin/calls/${call.id}/ranking`);
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('Faltan 3 evaluaciones de 2 propuestas');
  await expect(page.getByRole('button', { name: 'Resolver la convocatoria' })).toBeDisabled();

  const ready = await proposalWith(page, call, `Feria del libro ${stamp}`, [3, 3]);
  await page.reload();
  const rowOf = ({ code }: ProjectRef) => page.getByRole('row', { name: new RegExp(code) });
  await expect(rowOf(best)).toContainText('1 de 2 evaluaciones');
  await expect(rowOf(best)).toContainText('Proyectado: Adjudicado');
  await expect(rowOf(unread)).toContainText('Sin evaluaciones confirmadas.');
  await expect(page.getByRole('row', { name: 'Corte proyectado de Línea única: 80' })).toBeVisible();
  const budget = page.getByRole('region', { name: 'Presupuesto por línea' });
  await expect(budget).toContainText('Línea única: $2.000.000 de $2.500.000 (80 %)');
  await expectAccessible(page);
  await rowOf(ready).getByRole('combobox').selectOption('Adjudicado');
  await expect(budget).toContainText('Elegido ahora: $2.000.000');
  await expect(budget).toContainText('Corte proyectado: 60');
  await expect(rowOf(best)).toContainText('Proyectado: Lista de espera');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Severidad de quienes evalúan' }).click();
  const panel = page.getByRole('region', { name: 'Severidad de quienes evalúan' });
  await expect(panel.getByText('Es información: no cambia puntajes ni resultados.')).toBeVisible();
  await expect(panel.getByRole('row', { name: new RegExp(best.code) })).toContainText('igual');
  await expectAccessible(page);

  await notice.getByRole('link', { name: 'Asignar evaluadores' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Asignar evaluadores' })).toBeVisible();
  await review(page, best, 1, 4);
  for (const n of [0, 1]) await review(page, unread, n, 2);
  await page.goto(`/admin/calls/${call.id}/ranking`);
  await passClosing(page, call);
  await expect(page.getByRole('row', { name: 'Corte de Línea única: 80' })).toBeVisible();
  await expect(page.getByText(/son provisionales/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Resolver la convocatoria' })).toBeEnabled();
  await expectAccessible(page);
});
