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
import { type ProjectRef, projectPath, readProject, request } from './project-api.ts';
import { expectToast } from './toasts.ts';

const OFFICE = 'beatriz.navarrete@biosur.example';
const LEAD = 'valentina.oyarzun@biosur.example';
const REVIEWER = 'nicolas.vergara@biosur.example';
const MEMBER = 'antonia.quezada@biosur.example';

test.use({ actionTimeout: 10_000 });

/** A proposal that scored this many points of five in everything, and waits for the resolution. */
async function scoredProposal(
  office: Page,
  call: CallRef,
  title: string,
  points: number,
): Promise<ProjectRef> {
  const ref = await asPerson(office, LEAD, async lead => {
    const mine = await startProposal(lead, call, title);
    await fillProposal(lead, call, mine, { schoolName: 'Ingeniería Informática' });
    return mine;
  });
  await admit(office, ref);
  const people = await request<{ rows: { id: string }[] }>(office, 'GET', `/users?q=${REVIEWER}`);
  const pairs = [{ projectId: ref.id, userId: people.rows[0]?.id }];
  await request(office, 'POST', '/admin/reviews', { pairs });
  await asPerson(office, REVIEWER, reviewer => reviewWith(reviewer, ref, points));
  return ref;
}

/** One of the university and one from outside, who decide together. */
async function writeCommittee(office: Page, call: CallRef): Promise<void> {
  const { rows } = await request<{ rows: { name: string }[] }>(office, 'GET', `/users?q=${MEMBER}`);
  const name = rows[0]?.name ?? '';
  await office.goto(`/admin/calls/${call.id}?tab=committee`);
  await expect(office.getByText('Sin comisión: resuelve la oficina.')).toBeVisible();
  await expectAccessible(office);
  await office.getByRole('combobox', { name: 'Agregar a alguien de la universidad' }).fill(name);
  await office.getByRole('option', { name }).click();
  const role = office.getByRole('combobox', { name: 'Función en la comisión' });
  await role.click();
  await office.getByRole('option', { name: 'Presidencia' }).click();
  await expect(role).toHaveValue('Presidencia');
  await office.getByRole('button', { name: 'Agregar a alguien de fuera' }).click();
  await office.getByRole('textbox', { name: 'Nombre completo' }).fill('Rosa Elgueta Painemal');
  await office.getByRole('textbox', { name: 'Correo' }).fill('rosa.elgueta@juntadevecinos.example');
  const quorum = office.getByRole('textbox', { name: 'Integrantes que deben estar presentes' });
  await quorum.fill('3');
  await office.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(
    office.getByText('Comisión: El quórum no puede superar a quienes integran la comisión.'),
  ).toBeVisible();
  await expectAccessible(office);
  await quorum.fill('2');
  await office.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(office.getByText('Todo guardado.')).toBeVisible();
}

/** Refused below the quorum, with words; with it, one act. */
async function resolveInSession(office: Page): Promise<void> {
  await office.getByRole('button', { name: 'Resolver la convocatoria' }).click();
  const dialog = office.getByRole('dialog', { name: 'Resolver la convocatoria' });
  await dialog.getByRole('textbox', { name: 'Lugar' }).fill('Sala de consejo');
  await dialog.getByRole('checkbox', { name: 'Rosa Elgueta Painemal' }).check();
  const confirm = dialog.getByRole('button', { name: 'Resolver 2 propuestas' });
  await expect(confirm).toHaveAccessibleDescription(
    'La comisión resuelve con al menos 2 integrantes presentes, y se marcó 1.',
  );
  await expectAccessible(office);
  await dialog.getByRole('checkbox', { name: /\(Presidencia\)$/ }).check();
  await dialog
    .getByRole('textbox', { name: 'Observaciones para el acta' })
    .fill('Se resolvió por unanimidad.');
  await confirm.click();
  await expectToast(office, 'Resolviste 2 propuestas: 1 adjudicada');
}

test('a committee resolves with its quorum, and the call goes on once its appeals are over @both', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const stamp = Date.now();
  await signInAs(page, OFFICE);
  const call = await openCall(page, `Fondo con comisión ${stamp}`, { blind: false, proposalsPerLead: 2 });
  const good = await scoredProposal(page, call, `Radio comunitaria ${stamp}`, 4);
  const weak = await scoredProposal(page, call, `Feria del libro ${stamp}`, 2);
  await writeCommittee(page, call);

  await page.goto(`/admin/calls/${call.id}/ranking`);
  await expect(page.getByRole('row', { name: new RegExp(good.code) })).toContainText('80');
  await passClosing(page, call);
  await resolveInSession(page);
  await expect(page.getByText(/^Resultado provisional\. Por puntaje final/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Acta N.º 1' })).toBeVisible();

  // What the days to appeal hold back, then an appeal, then the proposal it brought back.
  await page.getByRole('link', { name: 'Ver la convocatoria' }).click();
  const held = page.getByRole('region', { name: 'Qué falta para seguir' });
  await expect(
    held.getByText(/^Resultado provisional: se puede apelar hasta el .* por sí sola\.$/),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Comisión' }).click();
  await expect(page.getByText('la comisión quedó como en su acta.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Nombre completo' })).toBeDisabled();
  await expectAccessible(page);
  await asPerson(page, LEAD, lead =>
    request(lead, 'POST', `${projectPath(weak)}/appeal`, { text: 'El diagnóstico está en la sección 3.' }),
  );
  await page.goto('/');
  const waiting = page.getByRole('list', { name: 'Te toca a ti' }).getByRole('listitem');
  await expect(waiting.filter({ hasText: weak.code })).toContainText('Apelación por responder');
  await page.goto(`/admin/calls/${call.id}`);
  await expect(held.getByRole('listitem')).toContainText(/Apelación por responder, vence el/);
  await expectAccessible(page);
  await held.getByRole('link', { name: weak.code }).click();
  await expect(page.getByText(/^La oficina la responde hasta el/)).toBeVisible();
  await expectAccessible(page);

  await request(page, 'POST', `${projectPath(weak)}/appeal/answer`, {
    version: (await readProject(page, weak)).version,
    ...{ upheld: true, answer: 'El diagnóstico está: se revisa el resultado.' },
  });
  await page.goto(`/admin/calls/${call.id}`);
  await expect(held.getByRole('listitem')).toContainText('En resolución');
  await page.getByRole('link', { name: 'Ranking y resolución' }).click();
  await expect(page.getByRole('row', { name: new RegExp(weak.code) })).toContainText('Apelación acogida');
  await expectAccessible(page);
});
