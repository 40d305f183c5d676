import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { organisationIdOf, PEOPLE, schoolIdOf, userIdOf } from '../../../../test/demo.ts';
import { done } from '../../../../test/factories.ts';
import { pdfPages } from '../../../../test/pdf.ts';
import { insertPublished } from '../../../../test/published-projects.ts';
import { clients, openUniversity, server } from '../../../../test/university.ts';
import { figureOf, figuresOf, TOPIC_NAMES, TOPICS } from '../../../domain/figures/figures.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { Problem } from '../../../domain/kit/problem.ts';
import { formatDay } from '../../../domain/text/format.ts';
import type { getDashboard } from '../contract.ts';

openUniversity();

const open = (who: Pick<Client, 'token'>, address: string) =>
  fetch(`${server.url}/api/dashboards/${address}`, { headers: { authorization: `Bearer ${who.token}` } });

const solid = (text: string) => text.replace(/\s/g, '');
/** All words of the document, without gaps: lines are broken to fit. */
async function print(who: Client, address: string): Promise<string> {
  const answer = await open(who, address);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return solid(pdfPages(Buffer.from(await answer.arrayBuffer())).join('\n'));
}
function expectWords(text: string, words: readonly string[], there = true): void {
  for (const each of words) expect([each, text.includes(solid(each))]).toEqual([each, there]);
}
const refusal = async (who: Client, address: string): Promise<[number, string]> => {
  const answer = await open(who, address);
  const { detail, errors } = (await answer.json()) as Problem;
  return [answer.status, [detail, ...(errors ?? []).map(e => e.message)].join(' ')];
};
const setPeriod = (id: string, period: string) =>
  server.db.updateTable('projects').set({ period, submitted_at: new Date() }).where('id', '=', id).execute();

describe('before there is any project', () => {
  it.each(TOPIC_NAMES)('%s says what it would tell, and that there is nothing', async topic => {
    const text = await print(clients.admin, `${topic}/pdf`);
    expectWords(text, [
      'Universidad de Demostración',
      `Reportes: ${TOPICS[topic]}`,
      'Toda la universidad',
      'Filtros Ninguno',
      `Leído el ${formatDay(localDay(new Date()))} a las`,
      'Beatriz Navarrete',
      'Sin datos.',
      ...figuresOf(topic, 'all').map(name => figureOf(name).title),
    ]);
  });
});

describe('with projects', () => {
  it('has the figures of the screen, drawn, in a sentence and in a table', async () => {
    for (const [n, school] of ['ENF', 'ENF', 'TSO', 'INF'].entries()) {
      const place = { comunas: ['08110'], goals: [3] };
      const { id } = await insertPublished(server.db, { title: `Título secreto ${n}`, school, ...place });
      await setPeriod(id, n === 0 ? '2025-1' : '2026-1');
    }
    const screen = done(await clients.admin.get<OutputOf<typeof getDashboard>>('/dashboards/portfolio'));
    const text = await print(clients.admin, 'portfolio/pdf');
    for (const { name, rows } of screen.figures) {
      expectWords(text, [figureOf(name).title]);
      for (const { label, across, values } of rows)
        expectWords(text, [`${label}${across ?? ''}${values[0] ?? ''}`]);
    }
    expectWords(text, [
      'Proyectos 4',
      'La escuela con más proyectos es Escuela de Enfermería, con 2 de 4 (50 %).',
    ]);
    expectWords(text, ['Título secreto'], false);
    expectWords(await print(clients.admin, 'places/pdf'), [
      'Talcahuano: 4 proyectos. De los proyectos aprobados en adelante.',
      // Written nowhere but on the map.
      'Hualpén',
    ]);
  });

  it('is a download named after topic, figure and day', async () => {
    const nameOf = async (address: string) => {
      const answer = await open(clients.admin, address);
      await answer.arrayBuffer();
      return answer.headers.get('content-disposition');
    };
    const today = localDay(new Date());
    expect(await nameOf('portfolio/pdf')).toBe(`attachment; filename="reportes-cartera-${today}.pdf"`);
    expect(await nameOf('places/pdf?figure=projects_by_goal')).toBe(
      `attachment; filename="reportes-socios-y-territorio-proyectos-por-ods-${today}.pdf"`,
    );
  });

  it('says filters and what is compared in words', async () => {
    const query = new URLSearchParams([
      ['school', schoolIdOf('ENF')],
      ['period', '2026-1'],
      ['kind', 'pacs'],
      ['kind', 'exts'],
      ['status', 'running'],
      ['region', '08'],
      ['comuna', '08110'],
      ['goal', '3'],
      ['lead', userIdOf(PEOPLE.academic)],
      ['historic', 'false'],
      ['otherPeriod', '2025-1'],
    ]);
    const text = await print(clients.admin, `portfolio/pdf?${query}`);
    expectWords(text, [
      'Escuela Escuela de Enfermería',
      'Período 2026-1',
      'Tipo Proyecto académico-comunitario y Actividad de extensión',
      'Estado En ejecución',
      'Región Biobío',
      'Comuna Talcahuano',
      'ODS ODS 3: Salud y bienestar',
      'Responsable Camila Rojas Fuentes',
      'Históricos Sin históricos',
      'Comparación 2026-1 frente a 2025-1',
      'Proyectos 1 frente a 1',
      'Proyectos · 2025-1',
    ]);
    expectWords(text, ['Filtros Ninguno'], false);
  });

  it('names partner, theme, call and what is gone, and no call that the reader may not see', async () => {
    const gone = randomUUID();
    const { rows } = await sql<{ id: string }>`
      insert into calls (name, year, kind, state) values ('Fondo en preparación', 2026, 'incs', 'preparation')
      returning id`.execute(server.db);
    const query = `partner=${organisationIdOf('69000001-6')}&theme=${gone}&faculty=${gone}&overdue=true&call=${rows[0]?.id}`;
    const words = [
      'Socio Municipalidad de Talcahuano',
      'Tema Tema que ya no existe',
      'Facultad Facultad que ya no existe',
      'Plazo Solo vencidos',
    ];
    expectWords(await print(clients.admin, `portfolio/pdf?${query}`), [...words, 'Fondo en preparación']);
    const text = await print(clients.academic, `portfolio/pdf?${query}`);
    expectWords(text, [...words, 'Convocatoria que ya no existe']);
    expectWords(text, ['Fondo en preparación'], false);
  });

  it.each([
    [`otherSchool=${schoolIdOf('TSO')}`, 'Todas las escuelas frente a Escuela de Trabajo Social'],
    [
      `school=${schoolIdOf('ENF')}&otherSchool=${schoolIdOf('TSO')}`,
      'Escuela de Enfermería frente a Escuela de Trabajo Social',
    ],
    ['otherKind=exts', 'Todos los tipos frente a Actividad de extensión'],
    ['otherPeriod=2025-1', 'Todos los períodos frente a 2025-1'],
  ])('%s is compared as %s', async (query, words) => {
    expectWords(await print(clients.admin, `results/pdf?${query}`), [words]);
  });

  it('prints one figure alone', async () => {
    const text = await print(clients.admin, 'portfolio/pdf?figure=projects_by_school');
    expectWords(text, ['Proyectos por escuela', 'Escuela de Enfermería']);
    expectWords(text, ['Proyectos por estado', 'Facultades y períodos'], false);
  });

  it('refuses in words what is not there to print', async () => {
    expect(await refusal(clients.admin, 'people/pdf?figure=projects_by_school')).toEqual([
      400,
      expect.stringContaining('Elige un gráfico de «Personas».'),
    ]);
    expect((await refusal(clients.admin, 'portfolio/pdf?figure=nothing'))[0]).toBe(400);
    expect((await refusal(clients.admin, 'nothing/pdf'))[0]).toBe(400);
    expect((await refusal(clients.director, 'money/pdf?scope=units&figure=fund_by_period'))[0]).toBe(404);
    expect((await refusal(clients.director, 'portfolio/pdf?scope=all'))[0]).toBe(403);
    expect((await open({ token: '' }, 'portfolio/pdf')).status).toBe(401);
  });
});

describe('who reads what', () => {
  it('a head has the own units alone', async () => {
    const own = await print(clients.director, 'portfolio/pdf');
    expectWords(own, ['Mis unidades', 'Proyectos 2', 'Escuela de Enfermería']);
    expectWords(own, ['Ingeniería'], false);
    const other = await print(clients.otherDirector, 'portfolio/pdf');
    expectWords(other, ['Mis unidades']);
    expectWords(other, ['Enfermería'], false);
  });

  it('nothing of a project that the reader reviews blindly', async () => {
    const { id } = await insertPublished(server.db, { status: 'evaluation', school: 'ARQ' });
    await setPeriod(id, '2026-2');
    expectWords(await print(clients.admin, 'portfolio/pdf'), ['2026-2']);
    await server.db
      .insertInto('reviews')
      .values({ project_id: id, user_id: userIdOf(PEOPLE.admin), blind: true, due_at: new Date() })
      .execute();
    expectWords(await print(clients.admin, 'portfolio/pdf'), ['2026-2', 'En evaluación'], false);
  });

  it('a reviewer has the own reviews, and nothing else to print', async () => {
    const text = await print(clients.reviewer, 'reviews/pdf?scope=reviews');
    expectWords(text, ['Mis evaluaciones', 'Evaluaciones por estado']);
    expect((await refusal(clients.reviewer, 'portfolio/pdf?scope=reviews'))[0]).toBe(404);
    expect((await refusal(clients.reviewer, `reviews/pdf?scope=reviews&lead=${randomUUID()}`))[0]).toBe(400);
  });
});

it('a large university is printed whole: 60 schools in a year, projects in every comuna', async () => {
  const { db } = server;
  await sql`insert into schools (code, name, faculty_id)
    select 'S' || n, 'Escuela grande ' || n, (select id from faculties limit 1) from generate_series(1, 60) n`.execute(
    db,
  );
  await sql`with p as (
      insert into projects (code, kind, kind_version, status, title, lead_id, created_by, school_id, period, submitted_at)
      select 'PAC-2026-9' || s.code, 'pacs', 1, 'running', 'Grande', u.id, u.id, s.id, '2026-1', now()
      from schools s, users u where s.name like 'Escuela grande %' and u.email = ${PEOPLE.academic} returning id)
    insert into project_comunas (project_id, comuna_code)
    select (select id from p limit 1), code from comunas`.execute(db);
  const began = performance.now();
  const text = await print(clients.admin, `portfolio/pdf?otherPeriod=2025-1`);
  expectWords(text, ['Otras (', ...Array.from({ length: 60 }, (_, n) => `Escuela grande ${n + 1}`)]);
  const places = await print(clients.admin, 'places/pdf?figure=projects_by_comuna');
  expectWords(places, ['Arica', 'Cabo de Hornos', 'Juan Fernández']);
  expect(performance.now() - began).toBeLessThan(30_000);
});
