import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import {
  acceptInvitation,
  admit,
  type CallRef,
  fillProposal,
  keepDemoReviewers,
  openCall,
  passClosing,
  reviewWith,
  score,
  startProposal,
} from './evaluation-api.ts';
import { asPerson, expect, signInAs, test } from './fixtures.ts';
import { type ProjectRef, projectPath, request } from './project-api.ts';
import { expectToast } from './toasts.ts';

const OFFICE = 'beatriz.navarrete@biosur.example';
const [FIRST, SECOND] = ['valentina.oyarzun@biosur.example', 'diego.huenchulaf@biosur.example'];
const CRITERIA = ['Pertinencia', 'Trabajo con el socio', 'Coherencia', 'Contribución', 'Presupuesto'];

test.use({ actionTimeout: 10_000 });

/** Somebody else with a window as large as this test's. */
const beside = (page: Page, who: string, run: (other: Page) => Promise<void>) =>
  asPerson(page, who, async other => {
    await other.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
    await run(other);
  });

/** Where the button that confirms stands while what is typed is saved, from the left; and what was said of saving. */
async function typeWatching(reviewer: Page): Promise<{ lefts: number[]; said: string[] }> {
  const button = reviewer.getByRole('button', { name: 'Confirmar evaluación' });
  await expect(reviewer.getByText(/^Guardado/)).toBeVisible();
  await button.evaluate(node => {
    const seen = { lefts: new Set<number>(), said: new Set<string>() };
    const look = () => {
      seen.lefts.add(Math.round(node.getBoundingClientRect().left));
      seen.said.add(node.parentElement?.querySelector('[role=status]')?.textContent ?? '');
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { seen });
  });
  const told = () =>
    reviewer.evaluate(() => {
      const { lefts, said } = (window as unknown as { seen: { lefts: Set<number>; said: Set<string> } }).seen;
      return { lefts: [...lefts], said: [...said] };
    });
  await reviewer.getByRole('textbox', { name: 'Comentario confidencial' }).fill('Sin reparos.');
  await expect.poll(async () => (await told()).said).toContain('Guardando…');
  await expect(reviewer.getByText(/^Guardado/)).toBeVisible();
  return told();
}

interface Matrix {
  rows: { code: string; reviews: { userId: string; name: string; state: string }[] }[];
}
/** The mail of whoever was invited last to evaluate this proposal. */
async function reviewerOf(office: Page, call: string, code: string): Promise<string> {
  const { rows } = await request<Matrix>(office, 'GET', `/admin/reviews?call=${call}`);
  const review = rows.find(r => r.code === code)?.reviews.find(r => r.state === 'invited');
  const people = await request<{ rows: { id: string; email: string }[] }>(
    office,
    'GET',
    `/users?q=${encodeURIComponent(review?.name ?? '')}`,
  );
  return people.rows.find(p => p.id === review?.userId)?.email ?? '';
}

/** Two people start a proposal each while the call takes them; the first goes on with theirs. */
const startTwo = (
  page: Page,
  call: CallRef,
  [first, second]: [string, string],
  goOn: (lead: Page, mine: ProjectRef) => Promise<void>,
) =>
  asPerson(page, FIRST, async lead => {
    const mine = await startProposal(lead, call, first);
    const theirs = await asPerson(page, SECOND, other => startProposal(other, call, second));
    await goOn(lead, mine);
    return [mine, theirs] as const;
  });

/** What is asked is told by the budget while it is typed, and shown beside the call. */
async function askForMoney(lead: Page, ref: ProjectRef): Promise<void> {
  await lead.goto(`${projectPath(ref)}?section=budget`);
  const cost = lead.getByLabel('Costo unitario, ítem 1');
  await cost.fill('2000001');
  await expect(lead.getByText('El tope de la línea «Línea única» es $2.000.000: sobran $1.')).toBeVisible();
  await expectAccessible(lead);
  await cost.fill('2000000');
  await expect(lead.getByText('Pides al fondo $2.000.000 de hasta $2.000.000: quedan $0.')).toBeVisible();
  await expect(lead.getByText(/^Guardado/)).toBeVisible();
  await lead.goto(`${projectPath(ref)}?section=fund`);
  await expect(lead.getByText('$2.000.000 de hasta $2.000.000: quedan $0')).toBeVisible();
  await expect(lead.getByText('Monto de hasta $2.000.000: cumplido')).toBeVisible();
  await expectAccessible(lead);
}

/** Awarded less, the lead changes the lines of the fund until they come to it; then the budget closes. */
async function fitToAward(lead: Page, ref: ProjectRef): Promise<void> {
  await lead.goto(`${projectPath(ref)}?section=budget`);
  await expect(lead.getByText('Los ítems del fondo suman $2.000.000: sobran $500.000.')).toBeVisible();
  await expectAccessible(lead);
  await lead.getByLabel('Costo unitario, ítem 1').fill('1500000');
  await expect(lead.getByText(/^Adjudicado: \$1\.500\.000\. Puedes mover hasta \$150\.000/)).toBeVisible();
  await expect(lead.getByLabel('Costo unitario, ítem 1')).toHaveCount(0);
}

test('blind reviewers score beside the proposal, the office resolves the call, authors learn why @phone', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const stamp = Date.now();
  await signInAs(page, OFFICE);
  await keepDemoReviewers(page);
  const call = await openCall(page, `Fondo del Biobío ${stamp}`);
  const titles: [string, string] = [`Archivo vivo ${stamp}`, `Plaza nueva ${stamp}`];
  const [good, weak] = await startTwo(page, call, titles, async (lead, mine) => {
    await fillProposal(lead, call, mine, {
      schoolName: 'Ingeniería Informática',
      problem:
        'La profesora Valentina Oyarzún Pérez lo vio en terreno con la Escuela de Ingeniería Informática.',
    });
    await lead.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
    await lead.goto(projectPath(mine));
    await expect(lead.getByText('tus textos nombran personas o unidades')).toBeVisible();
    await expectAccessible(lead);
    await askForMoney(lead, mine);
  });
  await asPerson(page, SECOND, lead =>
    fillProposal(lead, call, weak, { schoolName: 'Arquitectura y Diseño' }),
  );
  for (const proposal of [good, weak]) await admit(page, proposal);

  await page.goto(`/admin/reviews?call=${call.id}`);
  await page.getByRole('button', { name: 'Proponer asignación' }).click();
  await page.getByRole('button', { name: 'Enviar 2 invitaciones' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Invitación enviada')).toHaveCount(2);
  await expectAccessible(page);

  await beside(page, await reviewerOf(page, call.id, good.code), async reviewer => {
    await reviewer.goto('/');
    const waiting = reviewer.getByRole('list', { name: 'Te toca a ti' });
    await expect(waiting.getByRole('link', { name: `Archivo vivo ${stamp}` })).toBeVisible();
    await reviewer.goto(`/reviews?q=${good.code}`);
    await reviewer.getByRole('link', { name: good.code }).click();
    await expect(reviewer.getByRole('region', { name: 'Invitación' })).toContainText('Resumen');
    await expect(reviewer.getByText('La profesora')).toHaveCount(0);
    await expectAccessible(reviewer);
    await acceptInvitation(reviewer);
    await expect(reviewer.getByText('La profesora [nombre oculto] lo vio en terreno')).toBeVisible();
    for (const secret of ['Valentina', 'Oyarzún', 'Informática'])
      await expect(reviewer.getByText(secret)).toHaveCount(0);
    await score(reviewer, '4');
    await reviewer.getByRole('textbox', { name: 'Comentario para el autor' }).fill('Propuesta sólida.');
    await expect(reviewer.getByText('80 de 100')).toBeVisible();
    await expect(reviewer.getByText(/^Guardado/)).toBeVisible();
    await reviewer.reload();
    await expect(reviewer.getByRole('textbox', { name: 'Comentario para el autor' })).toHaveValue(
      'Propuesta sólida.',
    );
    for (const name of CRITERIA)
      await reviewer
        .getByRole('textbox', { name: `Justificación de ${name}` })
        .fill(`Bien fundado: ${name}.`);
    // What moves while it is saved is missed by a finger.
    expect((await typeWatching(reviewer)).lefts).toHaveLength(1);
    await expectAccessible(reviewer);
    await reviewer.getByRole('button', { name: 'Confirmar evaluación' }).click();
    await reviewer.getByRole('dialog').getByRole('button', { name: 'Confirmar evaluación' }).click();
    await expect(reviewer.getByText('Confirmada').first()).toBeVisible();
    await reviewer.goto(projectPath(good));
    await expect(
      reviewer.getByRole('heading', { name: 'No encontramos lo que buscas, o no tienes acceso.' }),
    ).toBeVisible();
  });

  const first = await reviewerOf(page, call.id, weak.code);
  await beside(page, first, async reviewer => {
    await reviewer.goto(`/reviews?q=${weak.code}`);
    await reviewer.getByRole('link', { name: weak.code }).click();
    await reviewer.getByRole('button', { name: 'Rechazar', exact: true }).click();
    await reviewer.getByRole('textbox', { name: 'Motivo' }).fill('No tengo tiempo este mes.');
    await reviewer.getByRole('button', { name: 'Rechazar la invitación' }).click();
    await expect(reviewer).toHaveURL(/\/reviews$/);
  });
  await page.reload();
  await expect(page.getByText('No tengo tiempo este mes.')).toBeVisible();
  await page.getByRole('button', { name: `Invitar a alguien a evaluar ${weak.code}` }).click();
  await page.getByRole('combobox', { name: 'Quién evalúa' }).click();
  await page
    .getByRole('option', { name: /pendientes?/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Invitar', exact: true }).last().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await beside(page, await reviewerOf(page, call.id, weak.code), async reviewer => {
    await reviewer.goto(`/reviews?q=${weak.code}`);
    await reviewer.getByRole('link', { name: weak.code }).click();
    await acceptInvitation(reviewer);
    await score(reviewer, '2');
    for (const name of CRITERIA)
      await reviewer.getByRole('textbox', { name: `Justificación de ${name}` }).fill('Le falta sustento.');
    await reviewer.getByRole('textbox', { name: 'Comentario para el autor' }).fill('Falta el diagnóstico.');
    await reviewer.getByRole('button', { name: 'Confirmar evaluación' }).click();
    await reviewer.getByRole('dialog').getByRole('button', { name: 'Confirmar evaluación' }).click();
    await expect(reviewer.getByText('Confirmada').first()).toBeVisible();
  });

  await page.getByRole('link', { name: 'Ir a la resolución' }).click();
  await expect(page.getByRole('row', { name: new RegExp(good.code) })).toContainText('80');
  await passClosing(page, call);
  const awarded = page.getByRole('textbox', { name: `Monto a adjudicar a ${good.code}` });
  await awarded.fill('2000001');
  await expect(page.getByText('No puede superar lo que pide.')).toBeVisible();
  await awarded.fill('1500000');
  await expect(page.getByText('Línea única: $1.500.000 de $2.500.000')).toBeVisible();
  await page
    .getByRole('textbox', { name: `Motivo para ${good.code}` })
    .fill('El traslado lo pone la unidad.');
  await page.getByRole('button', { name: 'Resolver la convocatoria' }).click();
  await page.getByRole('button', { name: 'Resolver 2 propuestas' }).click();
  await expectToast(page, 'Resolviste 2 propuestas: 1 adjudicada');
  await expect(page.getByRole('row', { name: new RegExp(good.code) })).toContainText(
    'Adjudicado: $1.500.000',
  );
  await expect(page.getByRole('row', { name: new RegExp(good.code) })).toContainText('Aprobado');
  const act = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Acta N.º 1' }).click();
  expect((await act).suggestedFilename()).toMatch(/^Acta 1 Fondo del Biob.*\.pdf$/);
  await expectAccessible(page);

  await beside(page, FIRST, lead => fitToAward(lead, good));
  await beside(page, SECOND, async author => {
    await author.goto(`${projectPath(weak)}?tab=evaluation`);
    await expect(author.getByText('Falta el diagnóstico.')).toBeVisible();
    await expect(author.getByText('No adjudicado').first()).toBeVisible();
    await author.getByRole('button', { name: 'Apelar el resultado' }).click();
    await author
      .getByRole('textbox', { name: 'Por qué apelas' })
      .fill('El diagnóstico está en la sección 3.');
    await expectAccessible(author);
    await author.getByRole('button', { name: 'Enviar la apelación' }).click();
    await expect(author.getByText('Apelación por responder')).toBeVisible();
  });
  await page.reload();
  await page.getByRole('region', { name: 'Apelaciones' }).getByRole('link', { name: weak.code }).click();
  await page.getByRole('button', { name: 'Responder la apelación' }).click();
  await page.getByRole('radio', { name: /^Rechazar/ }).check();
  await page.getByRole('textbox', { name: 'Respuesta' }).fill('Revisamos la pauta: el puntaje se mantiene.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Enviar la respuesta' }).click();
  await expect(page.getByText('Apelación rechazada')).toBeVisible();
  await beside(page, SECOND, async author => {
    await author.goto(projectPath(weak));
    await expect(author.getByText('Revisamos la pauta: el puntaje se mantiene.')).toBeVisible();
  });
});

const [REVIEWER, OTHER_REVIEWER] = ['nicolas.vergara@biosur.example', 'antonia.quezada@biosur.example'];

test('a review given back is handed in again, the ranking leaves as files, and the waitlist moves up when somebody renounces', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const stamp = Date.now();
  await signInAs(page, OFFICE);
  const call = await openCall(page, `Fondo de la espera ${stamp}`, { blind: false, reviews: 2 });
  const titles: [string, string] = [`Huerto escolar ${stamp}`, `Cine de barrio ${stamp}`];
  const [winner, waiting] = await startTwo(page, call, titles, (lead, mine) =>
    fillProposal(lead, call, mine, { schoolName: 'Ingeniería Informática' }),
  );
  await asPerson(page, SECOND, lead =>
    fillProposal(lead, call, waiting, { schoolName: 'Arquitectura y Diseño' }),
  );
  for (const proposal of [winner, waiting]) await admit(page, proposal);
  const people = await Promise.all(
    [REVIEWER, OTHER_REVIEWER].map(
      async who => (await request<{ rows: { id: string }[] }>(page, 'GET', `/users?q=${who}`)).rows[0]?.id,
    ),
  );
  const pairs = [winner, waiting].flatMap(({ id }) => people.map(userId => ({ projectId: id, userId })));
  await request(page, 'POST', '/admin/reviews', { pairs });
  await asPerson(page, REVIEWER, async reviewer => {
    await reviewWith(reviewer, winner, 4);
    await reviewWith(reviewer, waiting, 3);
  });

  await page.goto(`/admin/reviews?call=${call.id}&q=${winner.code}`);
  await page.getByRole('button', { name: 'Devolver: Nicolás Vergara Ulloa' }).click();
  await page.getByRole('textbox', { name: 'Motivo' }).fill('Funda mejor el puntaje del presupuesto.');
  await page.getByRole('button', { name: 'Devolver la evaluación' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Reemplazar: Nicolás Vergara Ulloa' })).toBeVisible();
  await asPerson(page, REVIEWER, async reviewer => {
    await reviewer.goto(`/reviews?q=${winner.code}`);
    await expect(reviewer.getByText('Devuelta por la oficina')).toBeVisible();
    await reviewer.getByRole('link', { name: winner.code }).click();
    await expect(reviewer.getByText('Funda mejor el puntaje del presupuesto.')).toBeVisible();
    await reviewer
      .getByRole('textbox', { name: 'Justificación de Presupuesto' })
      .fill('Cada ítem tiene su cotización.');
    await expect(reviewer.getByText(/^Guardado/)).toBeVisible();
    await reviewer.getByRole('button', { name: 'Confirmar evaluación' }).click();
    await reviewer.getByRole('dialog').getByRole('button', { name: 'Confirmar evaluación' }).click();
    await expect(reviewer.getByText('Confirmada').first()).toBeVisible();
  });
  await asPerson(page, OTHER_REVIEWER, async reviewer => {
    await reviewWith(reviewer, winner, 4);
    await reviewWith(reviewer, waiting, 3);
  });

  // A proposal of a call offers no result of its own, but the way to where all of them get theirs.
  await page.goto(projectPath(winner));
  await expect(page.getByRole('button', { name: 'Reabrir evaluación' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Adjudicar' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Ir a la resolución' }).first().click();
  await expect(page.getByRole('row', { name: new RegExp(winner.code) })).toContainText('80');
  for (const [file, words] of [
    ['Lista por puntaje', `Huerto escolar ${stamp}`],
    ['Puntajes y comentarios por criterio', 'Cada ítem tiene su cotización.'],
    ['Carga y tiempos de cada evaluador', 'Nicolás Vergara Ulloa'],
  ] as const) {
    await page.getByRole('button', { name: 'Exportar' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: `${file} (CSV)` }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toContain(words);
  }
  await passClosing(page, call);
  await page.getByRole('button', { name: 'Resolver la convocatoria' }).click();
  await page.getByRole('button', { name: 'Resolver 2 propuestas' }).click();
  await expect(page.getByRole('row', { name: new RegExp(waiting.code) })).toContainText('En lista de espera');

  await asPerson(page, FIRST, async lead => {
    await lead.goto(projectPath(winner));
    await lead.getByRole('button', { name: 'Más acciones' }).first().click();
    await lead.getByRole('menuitem', { name: 'Renunciar' }).click();
    const dialog = lead.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Parto a otra universidad.');
    await dialog.getByRole('button', { name: 'Renunciar' }).click();
    await expect(lead.getByText('Retirado').first()).toBeVisible();
  });
  await asPerson(page, SECOND, async lead => {
    await lead.goto(`${projectPath(waiting)}?tab=history`);
    await expect(lead.getByText('Aprobado').first()).toBeVisible();
    await lead.goto('/notifications');
    await expect(lead.getByText(/subió desde la lista de espera/).first()).toBeVisible();
  });
  await page.reload();
  await expect(page.getByRole('row', { name: new RegExp(waiting.code) })).toContainText('Aprobado');
});
