import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { startDemoProjects } from '../../src/demo/projects.ts';
import { IMPORT_NOUNS } from '../../src/domain/imports/nouns.ts';
import { addDays, localDay } from '../../src/domain/kit/calendar.ts';
import { forgetKinds } from '../../src/features/kinds/queries.ts';
import type { TestApp } from '../app.ts';
import { openCall, proposal } from '../calls.ts';
import type { Client } from '../client.ts';
import { type Clients, nursing, PEOPLE, userIdOf } from '../demo.ts';
import { callToResolve, proposalInEvaluation, reviewersOf, reviewOf } from '../evaluation.ts';
import {
  act,
  type Created,
  completePacs,
  detailOf,
  done,
  type References,
  submittedPacs,
} from '../factories.ts';
import { sampleFiles } from '../samples.ts';

/** A file of the project, and an upload that broke off. */
async function uploadFiles(academic: Client, { kind, id }: Created): Promise<void> {
  const base = `/projects/${kind}/${id}/uploads`;
  const pdf = sampleFiles().pdf ?? Buffer.alloc(0);
  const start = async (name: string) =>
    done(
      await academic.post<{ id: string }>(base, {
        name,
        size: pdf.length,
        documentType: 'other',
        fingerprint: name,
      }),
    );
  await start('a-medias.pdf');
  const upload = await start('acta.pdf');
  done(await academic.put(`${base}/${upload.id}/chunks/0`, pdf));
  done(await academic.post(`${base}/${upload.id}/finish`));
}

/** Returned with an observation. */
async function returnedProject(clients: Clients, refs: References): Promise<void> {
  const project = await submittedPacs(clients.academic, refs);
  const observations = [{ section: 'diagnosis', text: 'Falta la fuente de los datos.' }];
  done(
    await act(clients.director, project, 'return', { reason: 'Falta la fuente de los datos.', observations }),
  );
}

/** One awarded, the others not, one of which appeals. */
async function resolve(
  { admin, academic }: Clients,
  { call, projects }: Awaited<ReturnType<typeof callToResolve>>,
) {
  const decisions = await Promise.all(
    projects.map(async (project, n) => ({
      id: project.id,
      version: (await detailOf(admin, project)).version,
      result: n === 0 ? 'award' : 'not_award',
      reason: 'Así lo acordó el comité de evaluación.',
    })),
  );
  done(await admin.post(`/calls/${call}/resolution`, { decisions }));
  const appealed = projects.at(-1);
  const text = 'El puntaje de pertinencia no considera el diagnóstico adjunto a la propuesta.';
  done(await academic.post(`/projects/incs/${appealed?.id}/appeal`, { text }));
}

/** Two are asked to review, of whom one has accepted. */
async function reviewing(server: TestApp, { academic, director, admin }: Clients, refs: References) {
  const project = await proposalInEvaluation(academic, director, refs, 'Propuesta en evaluación');
  const { first, second } = await reviewersOf(server);
  const pairs = [first, second].map(({ id }) => ({ projectId: project.id, userId: id }));
  done(await admin.post('/admin/reviews', { pairs }));
  const { id } = await reviewOf(first.client, project);
  done(await first.client.post(`/reviews/${id}/answer`, { answer: 'accept', declares: true }));
}

/** A call asks its reviewers what they would like to review. */
async function asking(server: TestApp, { academic, director, admin }: Clients, refs: References) {
  const { call } = await callToResolve(server, { admin, lead: academic, director }, refs, []);
  const project = await proposalInEvaluation(academic, director, refs, 'Propuesta por asignar');
  await sql`update projects set call_id = ${call} where id = ${project.id}`.execute(server.db);
  done(await admin.post(`/calls/${call}/preferences`, { until: addDays(localDay(new Date()), 30) }));
}

async function changeStatus(admin: Client, project: Created): Promise<void> {
  const { version } = await detailOf(admin, project);
  const change = { batch: randomUUID(), to: 'approved', reason: 'Aprobado por el consejo.', notify: true };
  done(
    await admin.post('/change-status', { ...change, projects: [{ kind: 'pacs', id: project.id, version }] }),
  );
}

/** Approved by the office, with two changes asked for. */
async function approvedProject({ academic, admin }: Clients, refs: References): Promise<void> {
  const project = await completePacs(academic, refs);
  await changeStatus(admin, project);
  const { sections } = await detailOf(academic, project);
  const reason = 'Cambió el calendario del socio.';
  for (const [section, data] of Object.entries({ team: { members: [] }, budget: { lines: [] } })) {
    const { version = 0 } = sections.find(s => s.slug === section) ?? {};
    const wish = { id: randomUUID(), section, version, data, reason };
    done(await academic.post(`/projects/pacs/${project.id}/changes`, wish));
  }
}

/** Every catalogue's own template, read as an import that waits for its preview. */
async function readImports(admin: Client): Promise<void> {
  for (const noun of IMPORT_NOUNS) {
    const template = await fetch(`${admin.url}/api/imports/templates/${noun}?format=csv`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const bytes = Buffer.from(await template.arrayBuffer());
    done(await admin.post(`/imports/${noun}?name=${noun}.csv`, bytes));
  }
}

/** One with a question, and one that asks nothing yet. */
async function writeInstruments(admin: Client): Promise<void> {
  const questions = [{ kind: 'scale', key: 'nota', text: 'Nota', from: 1, to: 7 }];
  await admin.post('/instruments', { name: 'Vacío' });
  const { id, updatedAt } = done(
    await admin.post<{ id: string; updatedAt: string }>('/instruments', { name: 'Satisfacción' }),
  );
  done(await admin.put(`/instruments/${id}/questions`, { questions, updatedAt }));
}

/** Writes something of everything into the demo university, by the requests that people send. */
export async function fillUniversity(server: TestApp, clients: Clients): Promise<void> {
  const { academic, admin, director } = clients;
  const refs = { ...(await nursing(academic)), memberId: userIdOf(PEOPLE.colleague) };
  await startDemoProjects(server);
  // Whatever begins after the demo is asked for no report half way, as by the kind as it comes.
  await sql`update kind_versions set definition = jsonb_set(definition, '{progressReports}', '[]')
    where slug = 'pacs'`.execute(server.db);
  forgetKinds(server.db);
  await uploadFiles(academic, await completePacs(academic, refs));
  await returnedProject(clients, refs);
  await approvedProject(clients, refs);
  const call = await openCall(admin);
  done(await act(academic, await proposal(academic, refs, call), 'submit'));
  const office = { admin, lead: academic, director };
  await resolve(clients, await callToResolve(server, office, refs, [5, 1]));
  await callToResolve(server, office, refs, [3]);
  await reviewing(server, clients, refs);
  await asking(server, clients, refs);
  const today = new Date().toISOString().slice(0, 10);
  done(
    await director.post('/deputations', {
      principalId: userIdOf(PEOPLE.director),
      deputyId: userIdOf(PEOPLE.colleague),
      firstDay: today,
      lastDay: today,
      reason: 'Comisión de servicio',
    }),
  );
  await readImports(admin);
  await writeInstruments(admin);
  const { definition } = done(await admin.get<{ definition: object }>('/kinds/pacs'));
  done(await admin.put('/kinds/pacs/draft', { version: 0, definition }));
}
