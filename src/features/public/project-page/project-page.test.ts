import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { FIRST_DAY, LAST_DAY } from '../../../../test/days.ts';
import { PEOPLE, schoolIdOf, userIdOf } from '../../../../test/demo.ts';
import { type Created, startDraft } from '../../../../test/factories.ts';
import {
  addPartner,
  answeredPhoto,
  choosePhotos,
  openDocument,
  openProject,
  publicPacs,
  publish,
} from '../../../../test/public-page.ts';
import { clients, openUniversity, refs, server } from '../../../../test/university.ts';
import { publicPhotoPath, publicProjectPath } from '../../../domain/publishing/addresses.ts';
import { formatDay } from '../../../domain/text/format.ts';

openUniversity({ rateLimit: 0 });
let project: Created;
beforeEach(async () => {
  project = await publicPacs(server, clients.academic, refs);
});

const HOSTILE = `"><script>alert('1')</script> </script><!-- <b>&amp; 🎉`;
const ESCAPED =
  '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &lt;/script&gt;&lt;!-- &lt;b&gt;&amp;amp; 🎉';

const page = async (which: { code: string } = project) => (await openProject(server, which)).body;
/** Without what it tells programs. */
const textOf = (body: string) =>
  body
    .replace(/^[\s\S]*<body>|<script[\s\S]*?<\/script>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const dataOf = (body: string) => {
  const [, json = ''] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(body) ?? [];
  return JSON.parse(json)['@graph'] as Record<string, unknown>[];
};
const change = (columns: Record<string, unknown>, { id } = project) =>
  server.db.updateTable('projects').set(columns).where('id', '=', id).execute();
describe('the page of a project', () => {
  it('tells what anybody may know of it, and where else to look', async () => {
    const { status, headers, body } = await openProject(server, project);
    expect([status, headers['cache-control'], headers['content-security-policy']]).toEqual([
      200,
      'no-cache',
      expect.stringContaining("default-src 'none'; img-src 'self';"),
    ]);
    const text = textOf(body);
    for (const told of [
      ...['Autocuidado en Los Cóndores', 'Por comenzar', project.code, 'Proyecto académico-comunitario'],
      ...['Talleres de autocuidado con personas mayores', 'Escuela de Enfermería', '2026-2'],
      ...[
        `${formatDay(FIRST_DAY)} al ${formatDay(LAST_DAY)}`,
        'Local',
        'Talcahuano',
        'Región del Biobío',
        'ODS 3: Salud y bienestar',
      ],
      ...['Junta de Vecinos N.º 14 Los Cóndores', 'Organización social', 'Enfermería Comunitaria'],
    ])
      expect(text).toContain(told);
    for (const address of [
      '/publico/proyectos',
      ...['?tipo=pacs', `?escuela=${schoolIdOf('ENF')}`, '?comuna=08110', '?ods=10', '?region=08'].map(
        search => `/publico/proyectos${search}`,
      ),
    ])
      expect(body).toContain(`<a href="${address}">`);
    expect(text).not.toMatch(/Responsable|Qué se hizo|Fotos|Convocatoria/);
  });

  it('is one document with its headings in order, and loads nothing from elsewhere', async () => {
    await publish(server, project, { showsResults: true });
    const body = await page();
    expect([...body.matchAll(/<h(\d)/g)].map(m => Number(m[1])).join('')).toMatch(/^1(23*)+$/);
    expect(body.match(/<h1>/g)).toHaveLength(1);
    expect(body.match(/<script[^>]*>/g)).toEqual(['<script type="application/ld+json">']);
    expect(body.replace(/<script[\s\S]*?<\/script>/, '')).not.toMatch(/<style|\son\w+=|\sstyle=/);
    expect([...body.matchAll(/(?:src|href)="([^"]*)"/g)].map(m => m[1])).toSatisfy((all: string[]) =>
      all.every(
        a => a.startsWith('/publico/') || a === `${server.env.publicUrl}/publico/proyectos/${project.code}`,
      ),
    );
    const ids = [...body.matchAll(/\sid="([^"]*)"/g)].map(m => m[1]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of body.matchAll(/aria-labelledby="([^"]*)"/g)) expect(ids).toContain(id);
  });

  it('shows a map of its comunas, never the exact place', async () => {
    const point = { latitude: -36.712345, longitude: -73.112345 };
    await sql`update project_sections set data = data || ${JSON.stringify({ point, place: 'Casa de Rosa' })}::jsonb
      where project_id = ${project.id} and section = 'territory'`.execute(server.db);
    const body = await page();
    expect(body).toContain('aria-label="Comunas: Talcahuano."');
    expect(body).not.toMatch(/Punto marcado|73[.,]1123|36[.,]7123|Casa de Rosa/);
    await sql`delete from project_comunas where project_id = ${project.id}`.execute(server.db);
    expect(await page()).not.toMatch(/<svg|Comunas/);
  });

  it('leaves out what nobody said', async () => {
    await sql`delete from project_goals where project_id = ${project.id}`.execute(server.db);
    await sql`delete from project_partners where project_id = ${project.id}`.execute(server.db);
    await change({ summary: '', start_date: null, end_date: null, period: null, school_id: null });
    const body = await page();
    expect(textOf(body)).not.toMatch(/Resumen|Fechas|Período|Unidad|Facultad|Objetivos de|Organizaciones/);
    expect(body).toContain('<meta name="description" content="Autocuidado en Los Cóndores">');
    await change({ end_date: '2026-12-18' });
    expect(textOf(await page())).toContain('Hasta el 18-12-2026');
  });

  it('says how it stands in the words of visitors', async () => {
    for (const [status, words] of [
      ['running', 'En ejecución'],
      ['suspended', 'En ejecución'],
      ['final_report', 'En ejecución'],
      ['closed', 'Terminado'],
    ]) {
      await change({ status });
      const text = textOf(await page());
      expect(text).toContain(words);
      expect(text).not.toMatch(/Suspendido|Informe final|Cerrado/);
    }
  });

  it('names organisations as the one they were merged into, and nobody who is a person', async () => {
    const kept = await addPartner(server, project, { name: 'Fundación Quedada', type: 'ong' });
    await addPartner(server, project, {
      name: 'Fundación Unida Antes',
      type: 'ong',
      merged_into: kept,
      kept_id: kept,
    });
    await addPartner(server, project, { name: 'Doña Rosa Marcada', type: 'persona' });
    const body = await page();
    expect(body.match(/Fundación Quedada/g)).toHaveLength(1);
    expect(body).not.toMatch(/Unida Antes|Rosa Marcada|Persona/);
    await sql`delete from project_partners where project_id = ${project.id} and organisation_id in (
      select id from organisations where type <> 'persona')`.execute(server.db);
    expect(await page()).not.toContain('Organizaciones socias');
  });

  it('writes hostile words as words, for people and for programs', async () => {
    await addPartner(server, project, { name: `Org ${HOSTILE}`, type: 'ong' });
    await change({ title: `Título ${HOSTILE}`, summary: `Uno ${HOSTILE}\n\nDos` });
    await sql`update schools set name = ${`Escuela ${HOSTILE}`} where id = ${refs.schoolId}`.execute(
      server.db,
    );
    const photo = await answeredPhoto(server, clients.academic, project);
    await choosePhotos(server, project, [{ id: photo.id, caption: `Pie ${HOSTILE}` }]);
    const body = await page();
    for (const before of ['Título', 'Uno', 'Org', 'Escuela']) expect(body).toContain(`${before} ${ESCAPED}`);
    expect(body).toContain(`alt="Pie ${ESCAPED}"`);
    expect(body).toContain(`<meta name="description" content="Uno ${ESCAPED} Dos">`);
    expect(body.match(/<script|<!--|<b>/g)).toEqual(['<script']);
    expect(dataOf(body)[0]).toMatchObject({
      ...{ name: `Título ${HOSTILE}`, description: `Uno ${HOSTILE} Dos` },
    });
    await sql`update schools set name = 'Escuela de Enfermería' where id = ${refs.schoolId}`.execute(
      server.db,
    );
  });

  it('is told to programs with what stands on it', async () => {
    const photo = await answeredPhoto(server, clients.academic, project);
    await choosePhotos(server, project, [photo]);
    const body = await page();
    const url = server.env.publicUrl + publicProjectPath(project.code);
    const image = server.env.publicUrl + publicPhotoPath(project.code, photo.id, 'whole');
    expect(dataOf(body)).toEqual([
      {
        ...{
          '@type': 'Project',
          '@id': url,
          url,
          name: 'Autocuidado en Los Cóndores',
          identifier: project.code,
        },
        description:
          'Talleres de autocuidado con personas mayores de la población, diseñados con su junta de vecinos.',
        parentOrganization: { '@type': 'CollegeOrUniversity', name: server.env.firstInstitution },
        areaServed: [
          {
            ...{ '@type': 'AdministrativeArea', name: 'Talcahuano' },
            containedInPlace: { '@type': 'AdministrativeArea', name: 'Región del Biobío' },
          },
        ],
        keywords: ['ODS 3: Salud y bienestar', 'ODS 10: Reducción de las desigualdades'],
        ...{ foundingDate: FIRST_DAY, dissolutionDate: LAST_DAY, image },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          {
            '@type': 'ListItem',
            position: 1,
            name: 'Proyectos',
            item: `${server.env.publicUrl}/publico/proyectos`,
          },
          { '@type': 'ListItem', position: 2, name: 'Autocuidado en Los Cóndores', item: url },
        ],
      },
    ]);
    expect(body).toContain(`<link rel="canonical" href="${url}">`);
    expect(body).toContain(`<meta property="og:image" content="${image}">`);
    expect(body).not.toContain('content="noindex"');
    await change({ summary: 'palabra '.repeat(100) });
    const [, description = ''] = /name="description" content="([^"]*)"/.exec(await page()) ?? [];
    expect(description).toMatch(/^(palabra ){23,24}palabra…$/);
  });
});

describe('its address', () => {
  it('is its code, whatever signs that has', async () => {
    const photo = await answeredPhoto(server, clients.academic, project);
    await choosePhotos(server, project, [photo]);
    for (const code of [
      ...[
        'Ñandú 2019',
        'VcM/2019/7',
        '50% "a" & <b> ? # ;',
        'a+b=c',
        "it's",
        '🎉',
        'proyecto.1',
        'x/fotos/y',
      ],
      ...['á'.repeat(200), '/'.repeat(200)],
    ]) {
      await change({ code });
      expect([code, (await openProject(server, { code })).status]).toEqual([code, 200]);
      const address = publicPhotoPath(code, photo.id, 'small');
      expect([code, (await openDocument(server, address)).status]).toEqual([code, 200]);
    }
  });

  it('that leads nowhere is answered the same whatever the reason', async () => {
    const draft = await startDraft(clients.academic);
    const hidden = await publicPacs(server, clients.academic, refs);
    await publish(server, hidden, { consented: false });
    const unknown = await openDocument(server, '/publico/nada');
    const { code } = project;
    for (const path of [
      ...[draft.code, hidden.code, 'PAC-1999-0001', code.toLowerCase(), `${code}%20`, `%20${code}`],
      ...[`${code}%00`, '%00', '%ZZ', '%E0%A4%A', 'x'.repeat(201), 'x'.repeat(5000), `${code}/`, `${code}/x`],
      ...[`${code}/fotos`, `${code}/fotos/`, `${code}/fotos/x`, `${code}/fotos/%00/miniatura`],
      ...[`${code}/fotos/${project.id}`, `${hidden.code}/fotos/${project.id}`],
    ]) {
      const { status, headers, body } = await openDocument(server, `/publico/proyectos/${path}`);
      expect([path, status, headers['cache-control'], body]).toEqual([path, 404, 'no-store', unknown.body]);
      expect(headers).not.toHaveProperty('etag');
    }
  });
});

it('the name of who leads it stands there only while they let it', async () => {
  const NAME = 'Camila Rojas Fuentes';
  expect(await page()).not.toContain(NAME);
  await publish(server, project, { named: userIdOf(PEOPLE.academic) });
  expect(textOf(await page())).toContain(`Responsable ${NAME}`);
  // Somebody else leads it now, who was not asked.
  await change({ lead_id: userIdOf(PEOPLE.colleague) });
  expect(await page()).not.toMatch(/Responsable|Camila Rojas|Sepúlveda/);
  await change({ lead_id: userIdOf(PEOPLE.academic) });
  await sql`update users set anonymised_at = now(), state = 'blocked' where id = ${userIdOf(PEOPLE.academic)}`.execute(
    server.db,
  );
  expect(await page()).not.toMatch(/Responsable|Camila Rojas/);
  await sql`update users set anonymised_at = null, state = 'active' where id = ${userIdOf(PEOPLE.academic)}`.execute(
    server.db,
  );
  expect(await page()).toContain(NAME);
  await publish(server, project);
  expect(await page()).not.toContain(NAME);
});
