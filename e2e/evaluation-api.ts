import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { DEMO_ACCOUNTS } from '../src/demo/seed/university.ts';
import { expect } from './fixtures.ts';
import { installationAt } from './installation.ts';
import { act, checkAll, fillRest, fillSection, type ProjectRef, request } from './project-api.ts';

export interface CallRef {
  id: string;
  name: string;
  lineId: string;
}
const SETTINGS = [
  'name year opensAt closesAt endorseUntil correctionDays evaluationUntil resolutionAt appealDays executionFrom',
  'executionTo waitlistUntil answerDays invitationDays committee blind reviews minimum gap consensusDays proposalsPerLead blocksOverdue lines quotas rubric questions documents publicText',
  'categoryCaps partnerMinimum studentMinimum instalments graceDays reportDates publishesResults',
]
  .join(' ')
  .split(' ');

/** Only people of the demonstration review from now on: whom other stories have made reviewers cannot sign in. */
export async function keepDemoReviewers(office: Page): Promise<void> {
  const { db } = installationAt(new URL(office.url()).origin);
  await sql`update users set roles = array_remove(roles, 'Reviewer')
    where email <> all(${DEMO_ACCOUNTS.map(account => account.email)})`.execute(db);
}

/** On an invitation: both declarations, then accepted. */
export async function acceptInvitation(reviewer: Page): Promise<void> {
  await reviewer.getByRole('checkbox', { name: /^Mantendré en reserva/ }).check();
  await reviewer.getByRole('checkbox', { name: /^No tengo conflicto/ }).check();
  await reviewer.getByRole('button', { name: 'Aceptar la invitación' }).click();
}

/** Everything a call stores, with `more` in its place. */
export async function callSettings(office: Page, id: string, more: object): Promise<object> {
  const stored = await request<Record<string, unknown>>(office, 'GET', `/calls/${id}`);
  return { ...Object.fromEntries(SETTINGS.map(key => [key, stored[key]])), ...more };
}

/** The office opens a blind call of one line with money for one project, which closes tomorrow. */
export async function openCall(office: Page, name: string, more: object = {}): Promise<CallRef> {
  const { id } = await request<{ id: string }>(office, 'POST', '/calls', { name, year: 2026, kind: 'fexs' });
  const lineId = crypto.randomUUID();
  const settings = await callSettings(office, id, {
    ...{ blind: true, reviews: 1 },
    opensAt: new Date(Date.now() - 3_600_000).toISOString(),
    closesAt: new Date(Date.now() + 86_400_000).toISOString(),
    lines: [{ id: lineId, name: 'Línea única', cap: 2_000_000, budget: 2_500_000 }],
    ...more,
  });
  await request(office, 'PUT', `/calls/${id}`, { version: 1, settings });
  await request(office, 'POST', `/calls/${id}/state`, { version: 2, to: 'open' });
  return { id, name, lineId };
}

/** The day of the call's closing has come, before which nothing is resolved; shows the resolution anew. */
export async function passClosing(office: Page, { id }: CallRef): Promise<void> {
  const ranking = () => request<{ refusal: string | null }>(office, 'GET', `/calls/${id}/ranking`);
  expect((await ranking()).refusal).not.toBeNull();
  const { db } = installationAt(new URL(office.url()).origin);
  const closed = new Date(Date.now() - 1000).toISOString();
  await db.updateTable('calls').set({ closes_at: closed }).where('id', '=', id).execute();
  expect((await ranking()).refusal).toBeNull();
  await office.reload();
}

interface Proposal {
  schoolName: string;
  problem?: string;
}

/** Drafts are started while the call takes them. */
export const startProposal = (page: Page, call: CallRef, title: string) =>
  request<ProjectRef>(page, 'POST', '/projects', {
    ...{ id: crypto.randomUUID(), kind: 'fexs', title, callId: call.id },
  });

/** Everything a proposal is asked for. */
export async function fillProposal(
  page: Page,
  call: CallRef,
  ref: ProjectRef,
  { schoolName, problem }: Proposal,
) {
  await fillRest(page, ref, { schoolName });
  await fillSection(page, ref, 'fund', { callId: call.id, lineId: call.lineId });
  await fillSection(page, ref, 'budget', { lines: [askedLine(2_000_000)] });
  if (problem) await fillSection(page, ref, 'diagnosis', { problem });
}

/** Its days put within the execution of its call, and a budget that asks the fund for that much. */
export async function askFund(page: Page, ref: ProjectRef, amount: number): Promise<void> {
  const path = `/projects/${ref.kind}/${ref.id}`;
  const { call, sections } = await request<{
    call: { id: string };
    sections: { slug: string; data: { activities?: object[] } }[];
  }>(page, 'GET', path);
  const { executionFrom: day } = await request<{ executionFrom: string }>(page, 'GET', `/calls/${call.id}`);
  await fillSection(page, ref, 'identification', { startDate: day, endDate: day });
  const activities = sections.find(s => s.slug === 'plan')?.data.activities ?? [];
  await fillSection(page, ref, 'plan', { activities: activities.map(a => ({ ...a, from: day, to: day })) });
  await fillSection(page, ref, 'budget', { lines: [askedLine(amount)] });
}

const askedLine = (unitCost: number) => ({
  ...{ id: 'fondo', category: 'operation', description: 'Materiales', quantity: 1 },
  ...{ unitCost, source: 'fund' },
});

const ON_PAPER = { to: 'admissibility', reason: 'La propuesta llegó firmada en papel.' };

/** The office receives a proposal with its endorsements on paper, and finds it in order. */
export async function admit(office: Page, ref: ProjectRef): Promise<void> {
  await act(office, ref, 'override', ON_PAPER);
  await checkAll(office, ref);
  await act(office, ref, 'admit', { checklist: true });
}

/** The same on screen: each requirement is looked at before. */
export async function admitOnScreen(office: Page, ref: ProjectRef): Promise<void> {
  await act(office, ref, 'override', ON_PAPER);
  await office.goto(`/admin/admissibility?q=${ref.code}`);
  await office.getByRole('button', { name: ref.code }).click();
  const desk = office.getByRole('dialog', { name: 'Lista de admisibilidad' });
  await expect(desk.getByRole('status')).toContainText('Falta revisar');
  for (const box of await desk.getByRole('checkbox').all()) {
    await expect(box).toBeEnabled();
    await box.click();
    await expect(box).toBeChecked();
  }
  await desk.getByRole('link', { name: 'Ir a decidir' }).click();
  await office.getByRole('button', { name: 'Declarar admisible' }).last().click();
  const dialog = office.getByRole('dialog', { name: 'Declarar admisible' });
  await dialog.getByRole('button', { name: 'Declarar admisible', exact: true }).click();
  await expect(office.getByRole('main').getByText('En evaluación', { exact: true }).first()).toBeVisible();
}

const CRITERIA = ['Pertinencia', 'Trabajo con el socio', 'Coherencia', 'Contribución', 'Presupuesto'];

/** On the desk: these points for every criterion, with what may be written about it, and a recommendation. */
export async function score(reviewer: Page, points: string, justification?: string): Promise<void> {
  // A phone shows the proposal or the rubric.
  const rubric = reviewer.getByRole('radiogroup', { name: 'Qué se ve' }).getByText('Pauta');
  await expect(rubric.or(reviewer.getByRole('radiogroup', { name: /^Puntaje de/ })).first()).toBeVisible();
  if (await rubric.isVisible()) await rubric.click();
  for (const name of CRITERIA) {
    await reviewer
      .getByRole('radiogroup', { name: `Puntaje de ${name}` })
      .getByRole('radio', { name: points, exact: true })
      .check();
    if (justification)
      await reviewer.getByRole('textbox', { name: `Justificación de ${name}` }).fill(justification);
  }
  await reviewer.getByRole('radio', { name: 'Adjudicar', exact: true }).check();
}

export async function confirmOnDesk(reviewer: Page): Promise<void> {
  await reviewer.getByRole('button', { name: 'Confirmar evaluación' }).click();
  await reviewer.getByRole('dialog').getByRole('button', { name: 'Confirmar evaluación' }).click();
  await expect(reviewer.getByText('Confirmada').first()).toBeVisible();
}

const pathOfReview = async (reviewer: Page, { code }: ProjectRef) => {
  const { rows } = await request<{ rows: { id: string }[] }>(reviewer, 'GET', `/reviews?q=${code}`);
  return `/reviews/${rows[0]?.id}`;
};

/** The reviewer signed in accepts, gives every criterion these points with a justification, and hands it in. */
export async function reviewWith(reviewer: Page, ref: ProjectRef, points: number): Promise<void> {
  const path = await pathOfReview(reviewer, ref);
  await request(reviewer, 'POST', `${path}/answer`, { answer: 'accept', declares: true });
  await handIn(reviewer, ref, points);
}

/** The same of a review that was accepted before. */
export async function handIn(reviewer: Page, ref: ProjectRef, points: number): Promise<void> {
  const path = await pathOfReview(reviewer, ref);
  const { version, criteria } = await request<{ version: number; criteria: { id: string }[] }>(
    reviewer,
    'GET',
    path,
  );
  const marks = Object.fromEntries(criteria.map(c => [c.id, { points, justification: 'Bien fundado.' }]));
  const draft = { marks, authorComment: 'Buena idea.', officeComment: '', recommendation: 'award' };
  const saved = await request<{ version: number }>(reviewer, 'PUT', path, { version, draft });
  await request(reviewer, 'POST', `${path}/confirm`, { version: saved.version });
}
