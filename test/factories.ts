import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import type { KindSlug } from '../src/domain/kinds/slugs.ts';
import { localDay } from '../src/domain/kit/calendar.ts';
import type { OutputOf } from '../src/domain/kit/endpoint.ts';
import { REPORT_PART_SLUGS } from '../src/domain/reports/parts.ts';
import {
  SECTIONS,
  type SectionData,
  type SectionInput,
  type SectionSlug,
  sectionOf,
} from '../src/domain/sections/index.ts';
import type { ProjectIndicators } from '../src/features/indicators/contract.ts';
import type { ProjectDetail } from '../src/features/project-record/detail/contract.ts';
import type { createProject } from '../src/features/projects/contract.ts';
import type { Answer, Client } from './client.ts';
import { FIRST_DAY, LAST_DAY } from './days.ts';

/** Rows of the university that a project points at. */
export interface References {
  leadId: string;
  schoolId: string;
  offeringId: string;
  organisationId: string;
  careerId?: string;
  memberId?: string;
}

/** Each with what was left out of it. */
const whole = (sections: Partial<SectionInput>) =>
  Object.fromEntries(
    Object.entries(sections).map(([slug, data]) => [slug, sectionOf(slug as SectionSlug).schema.parse(data)]),
  ) as Partial<SectionData>;

/** Sections of a `pacs` with everything that submitting asks for, and what is optional in part. */
export function pacsSections(refs: References, title: string): Partial<SectionData> {
  const { empty } = SECTIONS.participants;
  return whole({
    identification: {
      ...SECTIONS.identification.empty,
      title,
      summary:
        'Talleres de autocuidado con personas mayores de la población, diseñados con su junta de vecinos.',
      period: '2026-2',
      startDate: FIRST_DAY,
      endDate: LAST_DAY,
      leadId: refs.leadId,
      schoolId: refs.schoolId,
      careerIds: refs.careerId ? [refs.careerId] : [],
      modality: 'in_person',
      origin: 'new',
      keywords: ['salud', 'personas mayores'],
    },
    diagnosis: {
      ...SECTIONS.diagnosis.empty,
      problem:
        'Las personas mayores del sector viven solas y consultan tarde.\n\nLo dice el diagnóstico del CESFAM.',
      relevance: 'Es el principal problema de salud del territorio y un contenido central de la carrera.',
      codesign: 'Dos asambleas con la junta de vecinos.',
    },
    objectives: {
      general: 'Fortalecer el autocuidado de las personas mayores del sector.',
      specific: [{ id: 'o1', text: 'Realizar ocho talleres de autocuidado.' }],
      methodology: 'Aprendizaje-servicio en tres etapas: diagnóstico, talleres y cierre.',
    },
    partners: {
      partners: [
        {
          id: 'p1',
          organisationId: refs.organisationId,
          contactName: 'Ramón Gatica',
          contactEmail: 'ramon@contacto.example',
          contactPhone: '',
          role: 'codesign',
          commitment: 'Facilita la sede y convoca.',
          letterFileId: null,
        },
      ],
    },
    team: {
      members: refs.memberId
        ? [
            {
              id: 'm1',
              userId: refs.memberId,
              name: '',
              email: '',
              organisation: '',
              role: 'academic',
              hoursPerWeek: 4,
              from: null,
              to: null,
            },
          ]
        : [],
    },
    courses: {
      courses: [
        {
          id: 'c1',
          offeringId: refs.offeringId,
          serviceHours: 30,
          learningOutcomes: 'Planifica intervenciones comunitarias.',
          assessment: 'Rúbrica y bitácora.',
          reflection: 'Tres jornadas.',
          product: 'Cuadernillo de autocuidado.',
        },
      ],
    },
    participants: {
      ...empty,
      internal: { ...empty.internal, students: { expected: 24, actual: null } },
      reach: { ...empty.reach, direct: { expected: 60, actual: null } },
    },
    territory: { scope: 'local', comunaCodes: ['08110'], place: 'Sede vecinal Los Cóndores', point: null },
    goals: { goals: [3, 10], targets: ['3.4'] },
    plan: {
      activities: [
        {
          id: 'a1',
          name: 'Talleres',
          description: '',
          responsible: 'Equipo docente',
          from: '2026-08-10',
          to: '2026-11-27',
          objectiveId: 'o1',
          isMilestone: false,
        },
      ],
    },
    indicators: {
      indicators: [
        {
          id: 'i1',
          objectiveId: 'o1',
          name: 'Talleres realizados',
          unit: 'talleres',
          baseline: 0,
          baselineDay: '2026-03-02',
          scope: 'external',
          target: 8,
          actual: null,
          verification: 'Listas de asistencia',
        },
      ],
    },
    budget: {
      lines: [
        {
          id: 'b1',
          category: 'operation',
          description: 'Materiales',
          quantity: 8,
          unitCost: 25_000,
          source: 'unit',
        },
      ],
    },
  });
}

export type Created = OutputOf<typeof createProject>;

/** Must have gone well: a test that builds on it fails here, with the answer. */
export function done<T>(answer: Answer<T>): T {
  if (answer.status !== 200)
    throw new Error(`expected 200, got ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export const startDraft = async (
  client: Client,
  kind: KindSlug = 'pacs',
  more: { title?: string; leadId?: string; schoolId?: string } = {},
): Promise<Created> =>
  done(
    await client.post<Created>('/projects', {
      id: randomUUID(),
      kind,
      title: 'Autocuidado en Los Cóndores',
      ...more,
    }),
  );

export const detailOf = async (
  client: Client,
  project: { kind: string; id: string },
): Promise<ProjectDetail> => done(await client.get<ProjectDetail>(`/projects/${project.kind}/${project.id}`));

/** Saves each section given over whatever is stored. */
export async function fillSections(
  client: Client,
  project: { kind: string; id: string },
  sections: Partial<SectionInput>,
): Promise<void> {
  const { sections: stored } = await detailOf(client, project);
  const versions = new Map(stored.map(s => [s.slug, s.version]));
  const saves = Object.entries(sections).map(([section, data]) =>
    client.put(`/projects/${project.kind}/${project.id}/sections/${section}`, {
      version: versions.get(section as SectionSlug) ?? 0,
      data,
    }),
  );
  for (const answer of await Promise.all(saves)) done(answer);
}

/** A `pacs` draft that can be submitted at once. */
export async function completePacs(
  client: Client,
  refs: References,
  title = 'Autocuidado en Los Cóndores',
): Promise<Created> {
  const project = await startDraft(client, 'pacs', { title, leadId: refs.leadId, schoolId: refs.schoolId });
  await fillSections(client, project, pacsSections(refs, title));
  return project;
}

/** Takes a step on the project as it stands now. */
export async function act<T = { status: string; version: number }>(
  client: Client,
  project: { kind: string; id: string },
  action: string,
  given: Record<string, unknown> = {},
): Promise<Answer<T>> {
  const { version } = await detailOf(client, project);
  return client.post<T>(`/projects/${project.kind}/${project.id}/actions/${action}`, { version, ...given });
}

/** Status and who holds it, in words. */
export async function standingOf(client: Client, project: Created) {
  const { status, turn } = await detailOf(client, project);
  return { status, holds: turn.office ? 'oficina' : turn.people.map(p => p.name).join(', ') };
}

/** A complete `pacs` sent to its first step. */
export async function submittedPacs(client: Client, refs: References): Promise<Created> {
  const project = await completePacs(client, refs);
  done(await act(client, project, 'submit'));
  return project;
}

/** Sets the last day `yyyy-mm-dd` of a project and its activities, as if it had been planned so. */
export async function endOn(db: Database, { id }: Created, day: string): Promise<void> {
  await sql`update projects set end_date = ${day} where id = ${id}`.execute(db);
  await sql`update project_sections set data = jsonb_set(data, '{activities}', (
      select jsonb_agg(a || jsonb_build_object('to', ${day}::text)) from jsonb_array_elements(data -> 'activities') a))
    where project_id = ${id} and section = 'plan' and data -> 'activities' <> '[]'`.execute(db);
}

/** Every text that a report asks for. */
export const REPORT_TEXTS = Object.fromEntries(
  REPORT_PART_SLUGS.map(part => [part, `Lo que hay que decir de ${part}.`]),
);

/** Everything a final report asks for. */
export async function fillReport(
  db: Database,
  client: Client,
  project: Created,
  refs: References,
): Promise<void> {
  const report = {
    ...{ version: 0, texts: REPORT_TEXTS, photos: [] },
    ...{ people: { direct: 61 }, peopleReason: 'No se pasó lista en dos talleres.' },
  };
  done(await client.put(`/projects/${project.kind}/${project.id}/reports/final`, report));
  const url = 'https://universidad.example/actas';
  const measured = { id: crypto.randomUUID(), indicatorId: 'i1', day: localDay(new Date()), value: 8 };
  const evidence = [{ url, seenOn: measured.day }];
  done(await client.post(`/projects/${project.kind}/${project.id}/measurements`, { ...measured, evidence }));
  await db
    .insertInto('files')
    .values({
      project_id: project.id,
      document_type: 'evidence',
      name: 'foto.png',
      size: 1,
      content_type: 'image/png',
      sha256: Buffer.alloc(32),
      storage_key: `files/${project.id}/evidence`,
      uploaded_by: refs.leadId,
    })
    .execute();
}

/** Answers every observation that is open, as the lead does. */
export async function answerAll(client: Client, project: Created): Promise<void> {
  const path = `/projects/${project.kind}/${project.id}/observations`;
  for (const { id, state } of (await detailOf(client, project)).observations)
    if (state === 'open') done(await client.post(`${path}/${id}/answers`, { text: 'Corregido.' }));
}

/** Whoever decides them accepts all measurements of a project. */
export async function acceptMeasurements(client: Client, { kind, id }: Created): Promise<void> {
  const path = `/projects/${kind}/${id}`;
  const { measurements } = done(await client.get<ProjectIndicators>(`${path}/indicators`));
  const all = measurements.map(m => ({ id: m.id, version: m.version }));
  done(await client.post(`${path}/measurements/decision`, { accept: true, measurements: all }));
}
