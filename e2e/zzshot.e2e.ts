import { randomUUID } from 'node:crypto';
import { MEMORY_MEASURED } from '../src/demo/seed/measurements.ts';
import { asPerson, signInAs, test } from './fixtures.ts';
import { act, completeProject, fillSection, projectPath, readProject, request } from './project-api.ts';

test('shots @both', async ({ page }, info) => {
  test.setTimeout(180_000);
  await signInAs(page, 'camila.rojas@biosur.example');
  const ref = await completeProject(page, 'Memoria y futuro del barrio Los Cóndores');
  const p = await readProject(page, ref);
  const objectives = p.sections.find(x => x.slug === 'objectives')!.data as any;
  const o = objectives.specific[0].id;
  const first = {
    id: 'i1',
    name: 'Historias de vida registradas',
    unit: 'historias',
    scope: 'external',
    baseline: 0,
    baselineDay: '2026-03-01',
    target: 20,
    verification: 'Registro del equipo',
  };
  const inds = [first, ...MEMORY_MEASURED.indicators].map((i: any, n) => ({
    ...i,
    objectiveId: objectives.specific[n % objectives.specific.length].id ?? o,
  }));
  await fillSection(page, ref, 'indicators', { indicators: inds });
  await act(page, ref, 'submit');
  for (const who of ['patricia.contreras@biosur.example', 'marcela.figueroa@biosur.example'])
    await asPerson(page, who, other => act(other, ref, 'endorse'));
  const ids: string[] = [];
  const today = new Date().toLocaleDateString('sv', { timeZone: 'America/Santiago' });
  for (const m of MEMORY_MEASURED.measurements) {
    const { indicator, ago, url, corrects, accepted, returned, ...f } = m;
    const id = randomUUID();
    ids.push(id);
    const day = new Date(Date.now() - Math.min(ago, 1) * 86400000).toLocaleDateString('sv', {
      timeZone: 'America/Santiago',
    });
    await request(page, 'POST', `/projects/${ref.kind}/${ref.id}/measurements`, {
      ...f,
      id,
      indicatorId: indicator,
      day,
      replacesId: corrects === undefined ? null : ids[corrects],
      evidence: url ? [{ url, seenOn: today }] : [],
    });
    if (accepted || returned)
      await asPerson(page, 'patricia.contreras@biosur.example', other =>
        request(other, 'POST', `/projects/${ref.kind}/${ref.id}/measurements/decision`, {
          accept: !!accepted,
          reason: returned ?? '',
          measurements: [{ id, version: 1 }],
        }),
      );
  }
  const shoot = async (pg: typeof page, name: string) => {
    for (const scheme of ['light', 'dark'] as const) {
      await pg.emulateMedia({ colorScheme: scheme });
      await pg.goto(`${projectPath(ref)}?tab=execution`);
      const part = pg.getByRole('region', { name: 'Indicadores', exact: true });
      await part.scrollIntoViewIfNeeded();
      await pg.waitForTimeout(2500);
      await part.screenshot({ path: `/tmp/shots/x-${info.project.name}-${name}-${scheme}.png` });
      if (name === 'lead') {
        await part.getByRole('button', { name: /Registrar medición de Asistentes/ }).click();
        await pg.getByRole('textbox', { name: 'Casos que cumplen' }).fill('19');
        await pg.getByRole('textbox', { name: 'Total de casos' }).fill('24');
        await pg.getByRole('button', { name: 'Agregar dirección' }).click();
        await pg.waitForTimeout(1200);
        await pg.screenshot({ path: `/tmp/shots/x-${info.project.name}-form-${scheme}.png` });
      }
    }
  };
  await shoot(page, 'lead');
  await asPerson(page, 'patricia.contreras@biosur.example', async other => {
    await other.setViewportSize(page.viewportSize()!);
    await shoot(other, 'director');
  });
});
