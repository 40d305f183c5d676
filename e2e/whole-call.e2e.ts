import type { Page } from '@playwright/test';
import {
  acceptInvitation,
  admit,
  admitOnScreen,
  type CallRef,
  confirmOnDesk,
  fillProposal,
  handIn,
  keepDemoReviewers,
  openCall,
  passClosing,
  reviewWith,
  score,
  startProposal,
} from './evaluation-api.ts';
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

const mail = (name: string) => `${name}@biosur.example`;
const OFFICE = mail('beatriz.navarrete');
/** Who leads, of which school, in which line, and what the two reviewers give of 5. */
const PROPOSALS = [
  { title: 'Salud en el barrio', lead: 'camila.rojas', school: 'Enfermería', line: 0, points: [5, 4] },
  { title: 'Red de cuidadoras', lead: 'matias.sepulveda', school: 'Enfermería', line: 0, points: [4, 4] },
  { title: 'Memoria del puerto', lead: 'francisca.munoz', school: 'Trabajo Social', line: 1, points: [4, 3] },
  {
    title: 'Software libre',
    lead: 'valentina.oyarzun',
    school: 'Ingeniería Informática',
    line: 1,
    points: [],
  },
  { title: 'Plaza viva', lead: 'diego.huenchulaf', school: 'Arquitectura y Diseño', line: 0, points: [4, 3] },
  {
    title: 'Taller de oficios',
    lead: 'diego.huenchulaf',
    school: 'Arquitectura y Diseño',
    line: 0,
    points: [2, 2],
  },
] as const;
const LINES = [
  { id: crypto.randomUUID(), name: 'Territorio', cap: 2_000_000, budget: 4_500_000 },
  { id: crypto.randomUUID(), name: 'Innovación', cap: 2_000_000, budget: 4_000_000 },
] as const;
const COMMITTEE = ['Pilar Soto', 'Rosa Elgueta'].map((name, n) => ({
  ...{ id: crypto.randomUUID(), userId: null, name, email: `integrante${n}@fuera.example`, role: '' },
}));

test.use({ actionTimeout: 10_000 });

/** Sent back with an observation, it asks for less and is admitted. */
async function correct(office: Page, ref: ProjectRef, lead: string): Promise<void> {
  await act(office, ref, 'override', { to: 'admissibility', reason: 'La propuesta llegó firmada en papel.' });
  await act(office, ref, 'return', { observations: [{ section: 'budget', text: 'Sin el traslado.' }] });
  await asPerson(office, mail(lead), async page => {
    const { observations } = await request<{ observations: { id: string }[] }>(page, 'GET', projectPath(ref));
    for (const { id } of observations)
      await request(page, 'POST', `${projectPath(ref)}/observations/${id}/answers`, { text: 'Corregido.' });
    const { sections } = await readProject(page, ref);
    const lines = sections.find(s => s.slug === 'budget')?.data.lines as { unitCost: number }[];
    await fillSection(page, ref, 'budget', { lines: lines.map(l => ({ ...l, unitCost: 1_500_000 })) });
    await act(page, ref, 'submit');
  });
  await checkAll(office, ref);
  await act(office, ref, 'admit', { checklist: true });
}

interface Matrix {
  rows: {
    id: string;
    code: string;
    reviews: { id: string; userId: string; name: string; state: string }[];
  }[];
}
const reviewsOf = async (office: Page, call: CallRef, { code }: ProjectRef) => {
  const { rows } = await request<Matrix>(office, 'GET', `/admin/reviews?call=${call.id}&size=50`);
  return rows.find(row => row.code === code)?.reviews ?? [];
};

/** Mails of those who review the call, by their ids. */
async function readReviewers(office: Page, call: CallRef): Promise<ReadonlyMap<string, string>> {
  const { rows } = await request<Matrix>(office, 'GET', `/admin/reviews?call=${call.id}&size=50`);
  const names = new Set(rows.flatMap(row => row.reviews.map(r => r.name)));
  const found = [...names].map(async name => {
    const people = await request<{ rows: { id: string; email: string }[] }>(
      office,
      'GET',
      `/users?q=${encodeURIComponent(name)}`,
    );
    return [people.rows[0]?.id ?? '', people.rows[0]?.email ?? ''] as const;
  });
  return new Map(await Promise.all(found));
}

/** One reads the invitation, declares and writes on the desk; two far apart compare there, and a third is asked. */
async function evaluateOnDesk(
  office: Page,
  call: CallRef,
  ref: ProjectRef,
  mails: ReadonlyMap<string, string>,
) {
  const open = async (page: Page) => {
    await page.goto(`/reviews?q=${ref.code}`);
    await page.getByRole('link', { name: ref.code }).click();
  };
  const [high, low] = (await reviewsOf(office, call, ref)).map(r => mails.get(r.userId) ?? '');
  await asPerson(office, high ?? '', async reviewer => {
    await open(reviewer);
    await expect(reviewer.getByRole('region', { name: 'Invitación' })).toContainText('Resumen');
    await acceptInvitation(reviewer);
    await score(reviewer, '5', 'Está bien fundado.');
    await reviewer.getByRole('textbox', { name: 'Comentario para el autor' }).fill('Propuesta sólida.');
    await confirmOnDesk(reviewer);
  });
  await asPerson(office, low ?? '', async reviewer => {
    await reviewWith(reviewer, ref, 1);
    await open(reviewer);
    await expect(reviewer.getByRole('region', { name: 'Otra evaluación' })).toContainText('100 de 100');
    await reviewer.getByRole('button', { name: 'Revisar mi evaluación' }).click();
    await reviewer.getByRole('dialog').getByRole('button', { name: 'Revisar mi evaluación' }).click();
    await score(reviewer, '2');
    await expect(reviewer.getByText(/^Guardado/)).toBeVisible();
    await confirmOnDesk(reviewer);
  });
  await asPerson(office, high ?? '', async reviewer => {
    await open(reviewer);
    await reviewer.getByRole('button', { name: 'Mantener mi evaluación' }).click();
    await expectToast(reviewer, 'Mantuviste tu evaluación. Gracias por compararla.');
  });
  // It may be somebody who reviews nothing else of the call.
  const third = (await reviewsOf(office, call, ref)).find(r => r.state === 'invited');
  const known = await readReviewers(office, call);
  await asPerson(office, known.get(third?.userId ?? '') ?? '', page => reviewWith(page, ref, 4));
}

/** All that waits, in one session of the committee. */
async function resolveOnScreen(office: Page, waiting: string, made: string) {
  await office.getByRole('button', { name: 'Resolver la convocatoria' }).click();
  const dialog = office.getByRole('dialog', { name: 'Resolver la convocatoria' });
  await dialog.getByRole('textbox', { name: 'Lugar' }).fill('Sala de consejo');
  for (const { name } of COMMITTEE) await dialog.getByRole('checkbox', { name }).check();
  await dialog.getByRole('button', { name: `Resolver ${waiting}` }).click();
  await expect(office.getByRole('button', { name: made })).toBeVisible();
}

async function appealOnScreen(office: Page, ref: ProjectRef): Promise<void> {
  await asPerson(office, mail('diego.huenchulaf'), async author => {
    await author.goto(`${projectPath(ref)}?tab=evaluation`);
    await author.getByRole('button', { name: 'Apelar el resultado' }).click();
    await author.getByRole('textbox', { name: 'Por qué apelas' }).fill('Nadie leyó la carta del socio.');
    await author.getByRole('button', { name: 'Enviar la apelación' }).click();
    await expect(author.getByText('Apelación por responder')).toBeVisible();
  });
  await office.goto('/');
  const mine = office.getByRole('list', { name: 'Te toca a ti' }).getByRole('listitem');
  await expect(mine.filter({ hasText: ref.code })).toContainText('Apelación por responder');
  await office.goto(`${projectPath(ref)}?tab=evaluation`);
  await office.getByRole('button', { name: 'Responder la apelación' }).click();
  await office.getByRole('radio', { name: /^Acoger/ }).check();
  await office.getByRole('textbox', { name: 'Respuesta' }).fill('La carta estaba: se evalúa de nuevo.');
  await office.getByRole('button', { name: 'Enviar la respuesta' }).click();
  await expect(office.getByText('Apelación acogida').first()).toBeVisible();
}

test('a whole call: six proposals, a correction, reviews compared, a quota, the act, an appeal upheld, the waitlist', async ({
  page: office,
}) => {
  test.setTimeout(240_000);
  const stamp = Date.now();
  await signInAs(office, OFFICE);
  await keepDemoReviewers(office);
  const { faculties } = await request<{ faculties: { id: string; name: string }[] }>(
    office,
    'GET',
    '/catalogues',
  );
  const health = faculties.find(f => f.name.includes('Salud'))?.id;
  const call = await openCall(office, `Fondo completo ${stamp}`, {
    ...{
      lines: LINES,
      quotas: [{ facultyId: health, quota: 2 }],
      committee: { members: COMMITTEE, quorum: 2 },
    },
    ...{ reviews: 2, proposalsPerLead: 2 },
  });
  const refs: ProjectRef[] = [];
  for (const { title, lead, school, line } of PROPOSALS) {
    const own = { ...call, lineId: LINES[line].id };
    refs.push(
      await asPerson(office, mail(lead), async author => {
        const ref = await startProposal(author, own, `${title} ${stamp}`);
        await fillProposal(author, own, ref, { schoolName: school });
        return ref;
      }),
    );
  }
  const [barrio, cuidadoras, memoria, software, plaza, oficios] = refs as [
    ProjectRef,
    ProjectRef,
    ProjectRef,
    ProjectRef,
    ProjectRef,
    ProjectRef,
  ];
  await admitOnScreen(office, barrio);
  await correct(office, cuidadoras, 'matias.sepulveda');
  for (const ref of [memoria, software, plaza, oficios]) await admit(office, ref);

  await office.goto(`/admin/reviews?call=${call.id}`);
  await office.getByRole('button', { name: 'Proponer asignación' }).click();
  await office.getByRole('button', { name: 'Enviar 12 invitaciones' }).click();
  await expect(office.getByText('Invitación enviada')).toHaveCount(12);
  const mails = await readReviewers(office, call);
  await evaluateOnDesk(office, call, software, mails);
  const rows = await Promise.all(refs.map(ref => reviewsOf(office, call, ref)));
  for (const [id, email] of mails)
    await asPerson(office, email, async reviewer => {
      for (const [n, { points }] of PROPOSALS.entries()) {
        const given = points[rows[n]?.findIndex(r => r.userId === id) ?? -1];
        if (given) await reviewWith(reviewer, refs[n] as ProjectRef, given);
      }
    });

  await office.goto(`/admin/calls/${call.id}/ranking`);
  await passClosing(office, call);
  const row = (ref: ProjectRef) => office.getByRole('row', { name: new RegExp(ref.code) });
  await expect(row(software)).toContainText('73,33');
  await expect(row(memoria)).toContainText('Su facultad ya tiene el máximo de proyectos adjudicados.');
  await expect(row(plaza)).toContainText('No alcanza el presupuesto de su línea.');
  await expect(office.getByText('Territorio: $3.500.000 de $4.500.000')).toBeVisible();
  await resolveOnScreen(office, '6 propuestas', 'Acta N.º 1');
  await expect(office.getByText(/^Resultado provisional\./)).toBeVisible();
  for (const ref of [barrio, cuidadoras, software]) await expect(row(ref)).toContainText('Aprobado');
  for (const ref of [memoria, plaza]) await expect(row(ref)).toContainText('En lista de espera');
  await expect(row(oficios)).toContainText('No adjudicado');

  await appealOnScreen(office, oficios);
  await act(office, oficios, 'reopen_evaluation', { reason: 'La carta del socio no se había leído.' });
  const again = await reviewsOf(office, call, oficios);
  for (const { id } of again)
    await request(office, 'POST', `/admin/reviews/${id}/return`, { reason: 'Lee la carta del socio.' });
  for (const { userId } of again)
    await asPerson(office, mails.get(userId) ?? '', reviewer => handIn(reviewer, oficios, 4));

  await office.goto(`/admin/calls/${call.id}/ranking`);
  await expect(row(oficios)).toContainText('Apelación acogida');
  await resolveOnScreen(office, '1 propuesta', 'Acta suplementaria N.º 2');
  await expect(row(oficios)).toContainText('Aprobado');

  await asPerson(office, mail('camila.rojas'), lead =>
    act(lead, barrio, 'renounce', { reason: 'El socio no puede este año.' }),
  );
  await office.reload();
  await expect(office.getByRole('button', { name: 'Acta suplementaria N.º 3' })).toBeVisible();
  await expect(row(plaza)).toContainText('Aprobado');
  await expect(row(memoria)).toContainText('En lista de espera');
  await office.getByRole('link', { name: 'Ver la convocatoria' }).click();
  const held = office.getByRole('region', { name: 'Qué falta para seguir' });
  // Nobody is left who may appeal: the clock, which looks each minute, may have resolved the call already.
  await expect(held).toContainText(/Resultado provisional|Antes de pasar a «Cerrada»/);
});
