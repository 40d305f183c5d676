import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { nursing, PEOPLE } from '../../../test/demo.ts';
import { act, detailOf, done, submittedPacs } from '../../../test/factories.ts';
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

it('while running the lead fills in value and verifier, and reads what the report lacks', async () => {
  const project = await submittedPacs(lead, await nursing(lead));
  for (const who of [PEOPLE.director, PEOPLE.dean])
    done(await act(await clientAs(test, who), project, 'endorse'));
  done(await act(lead, project, 'start'));
  const before = await detailOf(lead, project);
  expect(before.reportGaps.map(g => g.path)).toEqual(['reach', 'indicators.0.actual', 'documents.evidence']);
  expect(before.mayRemoveFiles).toBe(false);
  const { version, list } = indicatorsOf(before);
  const [first] = list;
  const sent = { ...first, name: 'Otro nombre', actual: 7, verification: 'Actas firmadas' };
  const body = { version, data: { indicators: [sent] } };
  done(await lead.put(`${pathOf(project)}/sections/indicators`, body));
  const after = await detailOf(lead, project);
  expect(indicatorsOf(after).list).toEqual([{ ...first, actual: 7, verification: 'Actas firmadas' }]);
  expect(after.reportGaps.map(g => g.path)).toEqual(['reach', 'documents.evidence']);
  const refused = await act<{ detail: string }>(lead, project, 'submit_final_report');
  expect(refused.status).toBe(422);
  expect(refused.body.detail).toBe('Al informe final le faltan 2 datos: complétalos antes de enviar.');
});
