import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FIRST_DAY, LAST_DAY } from '../../../../test/days.ts';
import { PEOPLE, schoolIdOf } from '../../../../test/demo.ts';
import { addPartner, openDocument, publicPacs } from '../../../../test/public-page.ts';
import { insertPublished, type PublishedRow } from '../../../../test/published-projects.ts';
import { insertCall, setCatalogue } from '../../../../test/published-results.ts';
import { countReading } from '../../../../test/rows.ts';
import { clients, openUniversity, refs, server } from '../../../../test/university.ts';
import { STATUSES } from '../../../domain/kinds/statuses.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import { cataloguePath, catalogueTablePath } from '../../../domain/publishing/addresses.ts';
import type { CatalogueSearch } from '../../../domain/publishing/catalogue-search.ts';
import { takeTurn, takeVisitorTurn } from '../../../server/http/turns.ts';

openUniversity({ rateLimit: 0 });
beforeEach(() => sql`update projects set consent_to_publish = false`.execute(server.db));
afterEach(() => setCatalogue(server.db, true));

const TABLE = '/publico/proyectos.csv';
const NAMES =
  'codigo;titulo;resumen;tipo;tipo_texto;estado;estado_texto;periodo;inicio;termino;escuela;facultad;' +
  'convocatoria;tema;alcance;comuna_codigos;comunas;regiones;ods;ods_nombres;socios;socios_tipo;carreras;cursos;direccion';

type Line = Record<string, string>;
const linesOf = (body: string) =>
  parse(body, { bom: true, delimiter: ';', columns: true, record_delimiter: '\r\n' }) as Line[];
async function lines(address = TABLE): Promise<Line[]> {
  const { status, body } = await openDocument(server, address);
  expect(status).toBe(200);
  return linesOf(body);
}
const codes = async (address?: string) => (await lines(address)).map(line => line.codigo);
const change = (columns: Record<string, unknown>, { id }: { id: string }) =>
  server.db.updateTable('projects').set(columns).where('id', '=', id).execute();

describe('the table of the catalogue', () => {
  it('has in each row what the page of a project tells of it, and nobody of its people', async () => {
    const project = await publicPacs(server, clients.academic, refs);
    const call = await insertCall(server.db, { name: 'Fondo Ñandú 2026' });
    await change({ title: '=SUMA(1;2) ¿Qué pasó?', summary: 'Línea "uno";\ny dos: ñ á 🎉' }, project);
    await change({ call_id: call.id, theme_id: null }, project);
    await sql`update projects set theme_id = (select id from themes order by name limit 1)
      where id = ${project.id}`.execute(server.db);
    await sql`insert into project_comunas values (${project.id}, '13101'), (${project.id}, '08101')`.execute(
      server.db,
    );
    const kept = await addPartner(server, project, { name: 'Ábaco Fundación', type: 'ong' });
    await addPartner(server, project, {
      name: 'Ábaco de antes',
      type: 'ong',
      merged_into: kept,
      kept_id: kept,
    });
    await addPartner(server, project, { name: 'Doña Rosa Marcada', type: 'persona' });
    const { rows } = await sql<Line>`select t.name as tema, f.name as facultad from projects p
      join themes t on t.id = p.theme_id join schools s on s.id = p.school_id join faculties f on f.id = s.faculty_id
      where p.id = ${project.id}`.execute(server.db);
    const { body } = await openDocument(server, TABLE);
    expect(body.split('\r\n')[0]).toBe(`\uFEFF${NAMES}`);
    expect(linesOf(body)).toEqual([
      {
        ...rows[0],
        codigo: project.code,
        // A spreadsheet would run it.
        titulo: `'=SUMA(1;2) ¿Qué pasó?`,
        resumen: 'Línea "uno";\ny dos: ñ á 🎉',
        ...{ tipo: 'pacs', tipo_texto: 'Proyecto académico-comunitario' },
        ...{ estado: 'por-comenzar', estado_texto: 'Por comenzar' },
        ...{ periodo: '2026-2', inicio: FIRST_DAY, termino: LAST_DAY },
        ...{ escuela: 'Escuela de Enfermería', convocatoria: 'Fondo Ñandú 2026', alcance: 'local' },
        ...{ comuna_codigos: '08101 | 08110 | 13101', comunas: 'Concepción | Talcahuano | Santiago' },
        regiones: 'Región del Biobío | Región Metropolitana de Santiago',
        ...{ ods: '3 | 10', ods_nombres: 'Salud y bienestar | Reducción de las desigualdades' },
        socios: 'Ábaco Fundación | Junta de Vecinos N.º 14 Los Cóndores',
        socios_tipo: 'ong | organizacion_social',
        ...{ carreras: 'Enfermería', cursos: 'Enfermería Comunitaria' },
        direccion: `${server.env.publicUrl}/publico/proyectos/${project.code}`,
      },
    ]);
    const { rows: people } = await sql<{ name: string }>`select name from users`.execute(server.db);
    expect(people.map(p => p.name).filter(name => body.includes(name))).toEqual([]);
    expect(body).not.toMatch(/@|Rosa Marcada|de antes/);
  });

  it('leaves empty what nobody said, and keeps addresses whole whatever signs a code has', async () => {
    const code = 'a/b;"c"?ñ';
    await insertPublished(server.db, { code, title: 'Casi nada', school: null, from: null, to: null });
    const [line = {}, ...others] = await lines();
    expect(others).toEqual([]);
    expect(Object.entries(line).filter(([, value]) => value !== '')).toEqual([
      ...[
        ['codigo', code],
        ['titulo', 'Casi nada'],
        ['tipo', 'pacs'],
      ],
      ...[
        ['tipo_texto', 'Proyecto académico-comunitario'],
        ['estado', 'en-ejecucion'],
      ],
      ['estado_texto', 'En ejecución'],
      ['direccion', `${server.env.publicUrl}/publico/proyectos/a%2Fb%3B%22c%22%3F%C3%B1`],
    ]);
  });

  it('without projects has the names of its columns alone', async () => {
    expect((await openDocument(server, TABLE)).body).toBe(`\uFEFF${NAMES}\r\n`);
  });

  it('is a file that is saved, kept by nobody and listed by no search engine', async () => {
    await insertPublished(server.db);
    const told = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="catalogo-${localDay(new Date())}.csv"`,
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    };
    const whole = await server.app.inject({ method: 'GET', url: TABLE });
    const asked = await server.app.inject({ method: 'HEAD', url: TABLE });
    expect([whole.statusCode, asked.statusCode, asked.body]).toEqual([200, 200, '']);
    expect(whole.headers).toMatchObject(told);
    expect(asked.headers).toMatchObject(told);
    for (const name of ['set-cookie', 'etag', 'content-length'])
      expect([name, whole.headers[name], asked.headers[name]]).toEqual([name, undefined, undefined]);
  });
});

const KINDS = ['pacs', 'exts', 'cons'] as const;
const SCHOOLS = ['ENF', 'TSO', 'INF', null] as const;
const COMUNAS = ['08101', '08110', '13101'] as const;
const SHOWN = ['approved', 'running', 'closed'] as const;
const WORDS = ['Huerto escolar', 'Programación ñandú', 'Energía solar'] as const;
const of = <T>(list: readonly T[], n: number) => list[n % list.length] as T;

async function fill(): Promise<void> {
  for (let n = 0; n < 60; n += 1)
    await insertPublished(server.db, {
      ...{ kind: of(KINDS, n), status: of(SHOWN, Math.floor(n / 2)), school: of(SCHOOLS, n) },
      ...{ title: `${of(WORDS, n)} ${n}`, summary: n % 4 ? '' : `Con ${of(WORDS, n + 1)}` },
      ...{ from: n % 7 ? `${2023 + (n % 3)}-0${1 + (n % 9)}-10` : null, to: null },
      ...{ comunas: n % 5 ? [of(COMUNAS, n)] : [...COMUNAS], goals: n % 6 ? [1 + (n % 3), 9] : [] },
    });
}

/** Codes over all pages, as their links lead on. */
async function walk(search: CatalogueSearch): Promise<(string | undefined)[]> {
  const found: (string | undefined)[] = [];
  let address: string | undefined = cataloguePath(search);
  while (address) {
    const { body } = await openDocument(server, address);
    found.push(...[...body.matchAll(/<h3><a href="\/publico\/proyectos\/([^"]+)"/g)].map(([, code]) => code));
    address = /rel="next" href="([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&');
  }
  return found;
}

describe('what it finds', () => {
  it('is what the pages of the same search list, in their order', async () => {
    await fill();
    const { rows } = await sql<{
      id: string;
    }>`select faculty_id as id from schools where code = 'ENF'`.execute(server.db);
    const searches: CatalogueSearch[] = [
      ...[{}, { orden: 'antiguos' as const }, { orden: 'titulo' as const }, { tipo: 'cons' as const }],
      ...[{ facultad: rows[0]?.id ?? '' }, { escuela: schoolIdOf('TSO') }, { region: '08' }],
      ...[{ comuna: '13101' }, { ods: 2 }, { anio: 2024 }, { estado: 'terminado' as const }],
      ...[{ q: 'nandu' }, { q: 'huerto', tipo: 'pacs' as const, orden: 'titulo' as const }],
      ...[{ region: '08', ods: 9, anio: 2023, estado: 'en-ejecucion' as const }],
    ];
    const sizes = new Set<number>();
    for (const search of searches) {
      const found = await codes(catalogueTablePath(search));
      expect([search, found]).toEqual([search, await walk(search)]);
      expect([search, found.length > 0]).toEqual([search, true]);
      sizes.add(found.length);
    }
    expect(await codes()).toHaveLength(60);
    expect(sizes.size).toBeGreaterThan(5);
    expect(await codes(catalogueTablePath({ q: 'xyzzy' }))).toEqual([]);
  });

  it.each([
    ...['?q=a&q=b', '?q=%00', `?q=${'x'.repeat(201)}`, '?ods=<script>', '?anio=NaN', '?tipo=x', '?&&==&'],
    ...['?comuna=1', '?__proto__=x&constructor=y', '?utm_source=correo', '?pagina=7', '?format=xlsx'],
  ])('with %s is the whole catalogue, as on the page', async query => {
    const rows = [await insertPublished(server.db), await insertPublished(server.db)];
    expect((await codes(`${TABLE}${query}`)).toSorted()).toEqual(rows.map(row => row.code).toSorted());
  });

  it.each(['?q=%ED%A0%80', '?q=%zz', '?%00=%00&q=%C3'])(
    'with %s is read as far as it can be',
    async query => {
      await insertPublished(server.db);
      const [table, page] = [
        await openDocument(server, TABLE + query),
        await openDocument(server, `/publico/proyectos${query}`),
      ];
      expect([table.status, page.status]).toEqual([200, 200]);
    },
  );
});

describe('what is not public', () => {
  it('is no row, by its status or as nobody agreed', async () => {
    for (const status of STATUSES) await insertPublished(server.db, { code: `TB-${status}`, status });
    await insertPublished(server.db, { code: 'TB-secreto', consent: false });
    expect((await codes()).toSorted()).toEqual(
      ['approved', 'closed', 'final_report', 'running', 'suspended'].map(status => `TB-${status}`),
    );
    expect((await lines()).map(line => line.estado)).not.toContain('suspended');
    await sql`delete from projects where code like 'TB-%'`.execute(server.db);
  });

  const ways: Record<string, (row: PublishedRow) => Promise<unknown>> = {
    'by its people': row => change({ consent_to_publish: false }, row),
    'by the office': ({ id }) =>
      sql`insert into publications (project_id, withheld_at, withheld_by, withheld_reason, updated_by)
        select id, now(), lead_id, 'La oficina lo retiró.', lead_id from projects where id = ${id}`.execute(
        server.db,
      ),
    'as it was given up': row => change({ status: 'cancelled' }, row),
    'as the result of its call is open again': async row => {
      const { id } = await insertCall(server.db);
      await change({ call_id: id }, row);
      expect(await codes()).toContain(row.code);
      await sql`update calls set state = 'provisional' where id = ${id}`.execute(server.db);
    },
  };
  it.each(Object.keys(ways))('withdrawn %s is gone from the next table', async way => {
    const stays = await insertPublished(server.db);
    const gone = await insertPublished(server.db, { from: '2026-01-01' });
    expect(await codes()).toEqual([stays.code, gone.code]);
    await ways[way]?.(gone);
    expect(await codes()).toEqual([stays.code]);
  });

  it('is all of it while the catalogue is closed, at once', async () => {
    const { code } = await insertPublished(server.db);
    expect(await codes()).toEqual([code]);
    await setCatalogue(server.db, false);
    for (const method of ['GET', 'HEAD'] as const)
      for (const url of [TABLE, `${TABLE}?q=${code}`]) {
        const { statusCode, headers, body } = await server.app.inject({ method, url });
        expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
        expect(headers['content-disposition']).toBeUndefined();
        expect(body.includes('No encontramos esta página')).toBe(method === 'GET');
        expect(body).not.toContain(code);
      }
  });
});

describe('the link on a page of the catalogue', () => {
  const linkOf = (body: string) =>
    /<a href="([^"]+)" rel="nofollow">Descargar la tabla \(CSV\)<\/a>/.exec(body)?.[1];

  it('keeps what is filtered and the order, and opens the table of it', async () => {
    await fill();
    const search: CatalogueSearch = { q: 'ñandú', ods: 9, orden: 'titulo' };
    const { body } = await openDocument(server, cataloguePath({ ...search, pagina: 2 }));
    const link = linkOf(body)?.replaceAll('&amp;', '&');
    expect(link).toBe(`${TABLE}?q=%C3%B1and%C3%BA&ods=9&orden=titulo`);
    const found = await codes(link);
    expect(found).toEqual(await walk(search));
    expect(found.length).toBeGreaterThan(1);
    expect(linkOf((await openDocument(server, cataloguePath())).body)).toBe(TABLE);
  });

  it('is not there where nothing is found', async () => {
    expect(linkOf((await openDocument(server, cataloguePath())).body)).toBeUndefined();
    await insertPublished(server.db);
    expect(linkOf((await openDocument(server, cataloguePath({ q: 'xyzzy' }))).body)).toBeUndefined();
  });
});

describe('who asks for it', () => {
  let held: (() => void)[] = [];
  afterEach(() => {
    for (const release of held) release();
    held = [];
  });
  const asker = (person: string) => ({ person, gone: new AbortController().signal });
  const open = () => countReading(server.db);

  it('waits for other visitors, and holds up nobody who works here', async () => {
    await insertPublished(server.db);
    const places = await Promise.all(['1', '2'].map(who => takeVisitorTurn('export', asker(who))));
    held.push(...places);
    let isAnswered = false;
    const waiting = lines().finally(() => {
      isAnswered = true;
    });
    const headers = { authorization: `Bearer ${clients.admin.token}` };
    const { status, bytes } = await openDocument(server, '/api/schools/export?format=csv', headers);
    await setTimeout(300);
    expect([status, bytes.length > 0, isAnswered]).toEqual([200, true, false]);
    places[0]?.();
    expect(await waiting).toHaveLength(1);
    held.push(...(await Promise.all(['a', 'b', 'c', 'd'].map(who => takeTurn('export', asker(who))))));
    expect(await lines()).toHaveLength(1);
  });

  it('goes away, and the connection is free for the next one', async () => {
    // More than what lies between server and reader holds.
    await sql`insert into projects (code, kind, kind_version, status, title, summary, lead_id, consent_to_publish,
        created_by, search_text)
      select 'LARGO-' || n, 'pacs', 1, 'running', 'Largo ' || n, repeat('x ', 5000), u.id, true, u.id, ''
      from generate_series(1, 2000) n, (select id from users where email = ${PEOPLE.academic}) u`.execute(
      server.db,
    );
    const asked = get(`${server.url}${TABLE}`, { agent: false });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    await once(answer, 'readable');
    expect(await open()).toBe(1);
    asked.destroy();
    await expect.poll(open, { timeout: 10_000 }).toBe(0);
    const whole = await fetch(`${server.url}${TABLE}`);
    expect((await whole.text()).match(/\r\nLARGO-/g)).toHaveLength(2000);
    expect(await open()).toBe(0);
  });
});
