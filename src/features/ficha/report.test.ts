import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { nursing, PEOPLE } from '../../../test/demo.ts';
import { act, detailOf, done, submittedPacs } from '../../../test/factories.ts';
import { decide, measure } from '../../../test/measurements.ts';
import { localDay } from '../../domain/kit/calendar.ts';
import { REPORT_PARTS } from '../../domain/reports/parts.ts';
import type { ProjectDetail } from '../project-record/detail/contract.ts';

let test: TestApp;
let lead: Client;
beforeAll(async () => {
  test = await startApp();
  lead = await clientAs(test, PEOPLE.academic);
});
afterAll(() => test.close());

const pathOf = ({ kind, id }: { kind: string; id: string }) => `/projects/${kind}/${id}`;
const indicatorsOf = (detail: ProjectDetail) => {
  const section = detail.sections.find(s => s.slug === 'indicators');
  if (!section) throw new Error('the kind has no indicators');
  return { version: section.version, list: section.data.indicators as Record<string, unknown>[] };
};

it('a version sent carries the names of what it refers to, also once the project no longer does', async () => {
  const project = await submittedPacs(lead, await nursing(lead));
  const { history } = await detailOf(lead, project);
  const entry = history.find(e => e.hasSnapshot);
  const snapshot = done(
    await lead.get<{ labels: Record<string, string> }>(`${pathOf(project)}/history/${entry?.id}`),
  );
  expect(Object.values(snapshot.labels)).toEqual(
    expect.arrayContaining([
      'Camila Rojas Fuentes',
      'Escuela de Enfermería',
      'Junta de Vecinos N.º 14 Los Cóndores',
    ]),
  );
});

it('while running the lead measures and shows what was measured, and reads what the report lacks', async () => {
  const project = await submittedPacs(lead, await nursing(lead));
  const director = await clientAs(test, PEOPLE.director);
  for (const who of [director, await clientAs(test, PEOPLE.dean)]) done(await act(who, project, 'endorse'));
  done(await act(lead, project, 'start'));
  const before = await detailOf(lead, project);
  const gaps = async () => (await detailOf(lead, project)).reportGaps.map(g => [g.path, g.label]);
  const reach = ['people', 'Personas'];
  const texts = REPORT_PARTS.map(p => [`texts.${p.value}`, p.label]);
  const evidence = ['documents.evidence', 'Evidencia'];
  const unmeasured = ['indicators.0.actual', 'Talleres realizados: medición'];
  const unproven = ['indicators.0.actual', 'Talleres realizados: evidencia'];
  expect(await gaps()).toEqual([reach, unmeasured, evidence, ...texts]);
  expect(before.mayRemoveFiles).toBe(false);
  // The section stays as it was approved: nobody types a value.
  const { version, list } = indicatorsOf(before);
  const [first] = list;
  const data = { indicators: [{ ...first, name: 'Otro nombre', actual: 7, verification: 'Actas firmadas' }] };
  expect((await lead.put(`${pathOf(project)}/sections/indicators`, { version, data })).status).toBe(403);
  expect(indicatorsOf(await detailOf(lead, project))).toEqual({ version, list: [first] });
  expect(first).toMatchObject({ actual: null, verification: 'Listas de asistencia' });
  const day = localDay(new Date());
  const given = { day, value: 7 };
  const { id } = done(await measure(lead, project, given));
  expect(await gaps()).toEqual([reach, unproven, evidence, ...texts]);
  const proof = { evidence: [{ url: 'https://universidad.example/actas', seenOn: day }] };
  done(await lead.put(`${pathOf(project)}/measurements/${id}`, { ...given, ...proof, version: 1 }));
  // What waits is enough to send the report; it counts once it is accepted.
  expect(await gaps()).toEqual([reach, evidence, ...texts]);
  expect(indicatorsOf(await detailOf(lead, project)).list).toEqual([first]);
  done(await decide(director, project, [{ id, version: 2 }], 'No se lee.'));
  expect(await gaps()).toEqual([reach, unmeasured, evidence, ...texts]);
  done(await lead.put(`${pathOf(project)}/measurements/${id}`, { ...given, ...proof, version: 3 }));
  done(await decide(director, project, [{ id, version: 4 }]));
  expect(await gaps()).toEqual([reach, evidence, ...texts]);
  expect(indicatorsOf(await detailOf(lead, project))).toEqual({ version, list: [{ ...first, actual: 7 }] });
  const refused = await act<{ detail: string }>(lead, project, 'submit_final_report');
  expect(refused.status).toBe(422);
  expect(refused.body.detail).toBe('Al informe final le faltan 9 datos: complétalos antes de enviar.');
});
