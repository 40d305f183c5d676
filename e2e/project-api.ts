import { expect, type Page } from '@playwright/test';
import { FIRST_DAY, LAST_DAY } from '../test/days.ts';
import { asPerson } from './fixtures.ts';

/** A request of the person signed in on this page, for steps that a test is not about; a buffer is sent as it is. */
export async function request<T>(page: Page, method: string, path: string, data?: unknown): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem('auth-token'));
  const type = Buffer.isBuffer(data) ? 'application/octet-stream' : 'application/json';
  const response = await page.request.fetch(`/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    ...(data === undefined ? {} : { data }),
  });
  expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
  return (await response.json()) as T;
}

export interface ProjectRef {
  kind: string;
  id: string;
  code: string;
}
interface Detail {
  version: number;
  status: string;
  sections: { slug: string; version: number; data: Record<string, unknown> }[];
  completeness: { missing: { section: string; path: string; message: string }[] };
}

export const projectPath = ({ kind, id }: ProjectRef) => `/projects/${kind}/${id}`;

export const readProject = (page: Page, ref: ProjectRef) => request<Detail>(page, 'GET', projectPath(ref));

export const startProject = (page: Page, title: string, kind = 'pacs') =>
  request<ProjectRef>(page, 'POST', '/projects', { id: crypto.randomUUID(), kind, title });

/** Saves one section on top of what is stored; `data` replaces the fields it names. */
export async function fillSection(page: Page, ref: ProjectRef, slug: string, data: Record<string, unknown>) {
  const stored = (await readProject(page, ref)).sections.find(s => s.slug === slug);
  await saveSection(page, ref, slug, stored?.version ?? 0, { ...stored?.data, ...data });
}

const saveSection = (page: Page, ref: ProjectRef, slug: string, version: number, data: object) =>
  request(page, 'PUT', `${projectPath(ref)}/sections/${slug}`, { version, data });

export async function act(page: Page, ref: ProjectRef, action: string, given: Record<string, unknown> = {}) {
  const { version } = await readProject(page, ref);
  await request(page, 'POST', `${projectPath(ref)}/actions/${action}`, { version, ...given });
}

/** The office finds everything of the admissibility checklist in order. */
export async function checkAll(page: Page, ref: ProjectRef) {
  const path = `${projectPath(ref)}/checks`;
  const { version, items } = await request<{ version: number; items: { id: string }[] }>(page, 'GET', path);
  const all = Object.fromEntries(items.map(({ id }) => [id, { ok: true }]));
  await request(page, 'PUT', path, { version, items: all });
}

const first = async (page: Page, noun: string) => {
  const [option] = await request<{ id: string; label: string }[]>(page, 'GET', `/options/${noun}`);
  if (!option) throw new Error(`The demo has no ${noun}`);
  return option.id;
};

export const organisation = (page: Page, name: string) =>
  request<{ id: string; label: string }>(page, 'POST', '/organisations', {
    name,
    type: 'organizacion_social',
    confirmed: true,
  });

const IDENTIFICATION = {
  summary:
    'Estudiantes de tercer año acompañan a la junta de vecinos en un plan de autocuidado para personas mayores, con talleres quincenales, visitas domiciliarias y una guía escrita junto a quienes participan.',
  period: '2026-2',
  startDate: FIRST_DAY,
  endDate: LAST_DAY,
  modality: 'in_person',
  origin: 'new',
  keywords: ['personas mayores', 'autocuidado', 'salud comunitaria', 'aprendizaje-servicio'],
};

/** All sections of a community project but `except`, with contents such as people really write. */
export function completeSections(references: { offering: string; organisation: string; school: string }) {
  const objective = { diet: 'obj-alimentacion', falls: 'obj-caidas' };
  return {
    identification: { ...IDENTIFICATION, schoolId: references.school },
    diagnosis: {
      problem:
        'En el sector Boca Sur, 412 de las 1.830 personas mayores inscritas en el centro de salud familiar viven solas y 61 % declara no haber recibido orientación sobre alimentación o prevención de caídas en los últimos dos años.\n\nLa junta de vecinos organiza almuerzos semanales, pero no cuenta con apoyo profesional para transformar esa instancia en un espacio de autocuidado.',
      baseline:
        'Encuesta de la junta de vecinos, marzo de 2026: 96 personas, 38 % con al menos una caída en el último año.',
      relevance:
        'Responde a la prioridad comunal de envejecimiento activo y permite que la Escuela de Enfermería ponga en práctica el enfoque comunitario comprometido en su plan de estudios.',
      codesign:
        'Tres reuniones con la directiva y un conversatorio con 24 personas mayores definieron los temas y horarios.',
    },
    objectives: {
      general:
        'Fortalecer el autocuidado de las personas mayores del sector Boca Sur mediante talleres y visitas acompañadas por estudiantes de Enfermería.',
      specific: [
        {
          id: objective.diet,
          text: 'Mejorar los conocimientos sobre alimentación saludable de al menos 80 personas mayores.',
        },
        { id: objective.falls, text: 'Reducir los riesgos de caída en 40 hogares visitados.' },
      ],
      methodology:
        'Aprendizaje-servicio en tres etapas: diagnóstico participativo, intervención con talleres y visitas, y evaluación con devolución a la comunidad.\n\n1. Diagnóstico con entrevistas breves.\n2. Ocho talleres de 90 minutos.\n3. Visitas domiciliarias en duplas.\n4. Cierre con entrega de la guía.',
    },
    partners: {
      partners: [
        {
          id: 'socio-1',
          organisationId: references.organisation,
          contactName: 'Rosa Elgueta Painemal',
          contactEmail: 'directiva@juntadevecinos.example',
          contactPhone: '+56 9 8123 4567',
          role: 'codesign',
          commitment: 'Facilita la sede social, convoca a las personas mayores y acompaña las visitas.',
          letterFileId: null,
        },
      ],
    },
    courses: {
      courses: [
        {
          id: 'curso-1',
          offeringId: references.offering,
          serviceHours: 40,
          learningOutcomes:
            'Planifica cuidados comunitarios con enfoque de derechos y pertinencia territorial.',
          assessment: 'Rúbrica del informe de intervención (60 %) y evaluación del socio (40 %).',
          reflection: 'Bitácora quincenal y dos conversatorios guiados.',
          product: 'Guía de autocuidado impresa y digital.',
        },
      ],
    },
    participants: {
      internal: { students: { expected: 32 }, academics: { expected: 2 } },
      byAge: { age60plus: { expected: 96 } },
      bySex: { women: { expected: 64 }, men: { expected: 32 } },
      priority: { indigenous: { expected: 18 } },
      reach: { direct: { expected: 96 }, indirect: { expected: 280 } },
    },
    territory: {
      scope: 'local',
      comunaCodes: ['08108'],
      place: 'Sede social de la junta de vecinos N.º 12, Boca Sur',
    },
    goals: { goals: [3, 11], targets: ['3.8'] },
    plan: {
      activities: [
        {
          id: 'act-1',
          name: 'Diagnóstico participativo',
          responsible: 'Camila Rojas',
          from: '2026-08-03',
          to: '2026-08-28',
          objectiveId: objective.diet,
        },
        {
          id: 'act-2',
          name: 'Talleres de alimentación y autocuidado con personas mayores del sector',
          responsible: 'Estudiantes de ENF-310',
          from: '2026-09-07',
          to: '2026-11-13',
          objectiveId: objective.diet,
        },
        {
          id: 'act-3',
          name: 'Visitas domiciliarias en duplas',
          responsible: 'Matías Sepúlveda',
          from: '2026-09-21',
          to: '2026-11-27',
          objectiveId: objective.falls,
        },
        { id: 'act-4', name: 'Entrega de la guía', from: '2026-12-10', to: '2026-12-10', isMilestone: true },
      ],
    },
    indicators: {
      indicators: [
        {
          id: 'ind-1',
          objectiveId: objective.diet,
          name: 'Personas que mejoran su puntaje de conocimientos',
          unit: 'personas',
          baseline: 0,
          baselineDay: '2026-03-02',
          scope: 'external',
          target: 80,
          verification: 'Encuesta antes y después de los talleres',
        },
        {
          id: 'ind-2',
          objectiveId: objective.falls,
          name: 'Hogares con plan de prevención de caídas',
          unit: 'hogares',
          baseline: 0,
          baselineDay: '2026-03-02',
          scope: 'external',
          target: 40,
          verification: 'Pauta de visita firmada',
        },
      ],
    },
    budget: {
      lines: [
        {
          id: 'b-1',
          category: 'operation',
          description: 'Colaciones de los talleres',
          quantity: 8,
          unitCost: 45_000,
          source: 'unit',
        },
        {
          id: 'b-2',
          category: 'dissemination',
          description: 'Impresión de 300 guías a color',
          quantity: 300,
          unitCost: 1_850,
          source: 'unit',
        },
        {
          id: 'b-3',
          category: 'travel',
          description: 'Traslado de estudiantes',
          quantity: 20,
          unitCost: 12_500,
          source: 'unit',
        },
        {
          id: 'b-4',
          category: 'other',
          description: 'Uso de la sede social',
          quantity: 16,
          unitCost: 20_000,
          source: 'partner_in_kind',
        },
      ],
    },
    contribution: {
      teaching: 'Incorpora la práctica comunitaria a dos asignaturas obligatorias.',
      external: 'Las personas mayores cuentan con un espacio estable de autocuidado y con redes de apoyo.',
      sustainability: 'La junta de vecinos mantiene los talleres con monitoras formadas durante el proyecto.',
    },
  } as Record<string, Record<string, unknown>>;
}

/** Fills by request every section of the project that a community project has too, but those named. */
export async function fillRest(
  page: Page,
  ref: ProjectRef,
  { except = [] as string[], schoolName = 'Enfermería' } = {},
): Promise<void> {
  const [{ schools }, partner, offering, { sections: stored }] = await Promise.all([
    request<{ schools: { id: string; name: string }[] }>(page, 'GET', '/catalogues'),
    organisation(page, `Junta de Vecinos ${ref.code}`),
    first(page, 'offering'),
    readProject(page, ref),
  ]);
  const school = schools.find(s => s.name === `Escuela de ${schoolName}`)?.id ?? '';
  const complete = completeSections({ offering, organisation: partner.id, school });
  await Promise.all(
    stored
      .filter(({ slug }) => complete[slug] && !except.includes(slug))
      .map(({ slug, version, data }) =>
        saveSection(page, ref, slug, version, { ...data, ...complete[slug] }),
      ),
  );
}

/** A community project with every section filled but those named; the person signed in leads it. */
export async function completeProject(
  page: Page,
  title: string,
  options: { except?: string[]; schoolName?: string } = {},
): Promise<ProjectRef> {
  const ref = await startProject(page, title);
  await fillRest(page, ref, options);
  return ref;
}

/** A project of the person signed in, endorsed by director and dean. */
export async function approvedProject(page: Page, title: string): Promise<ProjectRef> {
  const ref = await completeProject(page, title);
  await act(page, ref, 'submit');
  await asPerson(page, 'patricia.contreras@biosur.example', other => act(other, ref, 'endorse'));
  await asPerson(page, 'marcela.figueroa@biosur.example', other => act(other, ref, 'endorse'));
  return ref;
}
