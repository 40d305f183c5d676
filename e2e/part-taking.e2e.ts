import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { admit, type CallRef, fillProposal, openCall, startProposal } from './evaluation-api.ts';
import { asPerson, expect, signInAs, test } from './fixtures.ts';
import { act, type ProjectRef, request } from './project-api.ts';

const [OFFICE, TAKES_PART, LEAD] = [
  'beatriz.navarrete@biosur.example',
  'tomas.espinoza@biosur.example',
  'valentina.oyarzun@biosur.example',
];

test.use({ actionTimeout: 10_000 });
test.slow();

async function proposalOf(page: Page, who: string, call: CallRef, schoolName: string): Promise<ProjectRef> {
  return asPerson(page, who, async lead => {
    const ref = await startProposal(lead, call, `Propuesta de ${schoolName}`);
    await fillProposal(lead, call, ref, { schoolName });
    return ref;
  });
}

test('an administrator who leads a proposal of a call decides nothing of it, another one does', async ({
  page,
}) => {
  await signInAs(page, OFFICE);
  const call = await openCall(page, `Fondo con partes ${Date.now()}`);
  const own = await proposalOf(page, TAKES_PART, call, 'Trabajo Social');
  const other = await proposalOf(page, LEAD, call, 'Ingeniería Informática');
  for (const ref of [own, other]) await admit(page, ref);
  const why = `Participas en ${own.code}, de la misma convocatoria: decide otra persona de la oficina.`;

  await asPerson(page, TAKES_PART, async part => {
    await part.goto(`/admin/calls/${call.id}`);
    await expect(part.getByRole('note').getByText(why)).toBeVisible();
    const extend = part.getByRole('button', { name: 'Ampliar plazo' });
    await expect(extend).toHaveAttribute('aria-disabled', 'true');
    await expect(extend).toHaveAccessibleDescription(why);
    await expectAccessible(part);
    await extend.focus();
    await expect(part.getByRole('tooltip')).toHaveText(why);
    await expect(part.getByRole('button', { name: 'Guardar cambios' })).toHaveAccessibleDescription(why);
    await expect(part.getByRole('textbox', { name: 'Evaluación hasta', exact: true })).toBeDisabled();

    await part.goto(`/admin/reviews?call=${call.id}`);
    await expect(
      part.getByText('No se muestran 2 propuestas: participas en ellas o en otras de su convocatoria.'),
    ).toBeVisible();
    await expect(part.getByText(other.code)).toHaveCount(0);

    await part.goto(`/admin/calls/${call.id}/ranking`);
    await expect(part.getByRole('heading', { name: 'Resuelve otra persona de la oficina' })).toBeVisible();
    await expect(part.getByText(why)).toBeVisible();
    await expectAccessible(part);
    await part.getByRole('link', { name: 'Ver la convocatoria' }).click();
    await expect(part.getByRole('heading', { level: 1, name: call.name })).toBeVisible();

    await part.goto(`/projects/${other.kind}/${other.id}`);
    await expect(part.getByRole('tab', { name: 'Historial' })).toBeVisible();
    await expect(part.getByRole('tab', { name: 'Evaluación' })).toHaveCount(0);
    await part.getByRole('button', { name: 'Más acciones' }).click();
    await expect(part.getByRole('menuitem', { name: 'Extender plazo' })).toContainText(why);
    await part.goto(`/projects/${other.kind}/${other.id}?tab=evaluation`);
    await expect(part.getByRole('heading', { name: 'No hay evaluaciones que puedas ver' })).toBeVisible();
  });

  await page.goto(`/admin/calls/${call.id}`);
  await expect(page.getByRole('button', { name: 'Ampliar plazo' })).not.toHaveAttribute('aria-disabled');
  await expect(page.getByRole('note')).toHaveCount(0);
  await page.goto(`/admin/reviews?call=${call.id}`);
  for (const { code } of [own, other]) await expect(page.getByRole('link', { name: code })).toBeVisible();
  await expect(page.getByText(/^No se muestra/)).toHaveCount(0);
  await page.goto(`/admin/calls/${call.id}/ranking`);
  await expect(page.getByRole('heading', { name: `Resolución: ${call.name}` })).toBeVisible();
});

test('the last possible administrator decides with a reason, which the audit shows', async ({ page }) => {
  await signInAs(page, OFFICE);
  const call = await openCall(page, `Fondo de la última persona ${Date.now()}`);
  const ref = await proposalOf(page, LEAD, call, 'Ingeniería Informática');
  await act(page, ref, 'override', {
    to: 'admissibility',
    reason: 'La propuesta llegó firmada en papel.',
  });
  // Everybody of the office takes part.
  await asPerson(page, TAKES_PART, part => startProposal(part, call, 'Propuesta de Tomás'));
  await startProposal(page, call, 'Propuesta de Beatriz');

  await page.goto(`/admin/admissibility?call=${call.id}`);
  await page.getByRole('button', { name: ref.code }).click();
  const drawer = page.getByRole('dialog', { name: 'Lista de admisibilidad' });
  await expect(drawer.getByRole('note')).toContainText('te pediremos el motivo');
  const [first, second] = [0, 1].map(n => drawer.getByRole('checkbox').nth(n));
  if (!first || !second) throw new Error('The checklist is empty');
  await first.click();
  const question = page.getByRole('dialog', { name: 'Participas en lo que decides' });
  await expect(question.getByText(/Como nadie más puede hacerlo, explica por qué decides tú/)).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(question).toHaveCount(0);
  await expect(drawer.getByRole('alert')).toContainText('explica por qué decides tú');
  await expect(first).not.toBeChecked();
  await expect(second).toBeEnabled();

  await first.click();
  await question.getByRole('textbox', { name: 'Por qué decides tú' }).fill('Toda la oficina postula.');
  await question.getByRole('button', { name: 'Decidir' }).click();
  await expect(first).toBeChecked();
  // The list is stored at each tick, and asked about once.
  await second.click();
  await expect(second).toBeChecked();
  const { items } = await request<{ items: { ok: boolean }[] }>(
    page,
    'GET',
    `/projects/${ref.kind}/${ref.id}/checks`,
  );
  expect(items.map(i => i.ok).slice(0, 3)).toEqual([true, true, false]);

  await page.goto('/admin/audit');
  const flagged = page.getByRole('row', { name: /Decidió la última persona posible, pese a participar/ });
  await expect(flagged.first()).toContainText(ref.code);
});
