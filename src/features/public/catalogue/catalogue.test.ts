import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { PEOPLE, schoolIdOf } from '../../../../test/demo.ts';
import { insertPublished } from '../../../../test/published-projects.ts';
import { keysOf } from '../../../domain/kit/look-up.ts';
import { cataloguePath } from '../../../domain/publishing/addresses.ts';
import { CATALOGUE_ORDERS, type CatalogueSearch } from '../../../domain/publishing/catalogue-search.ts';
import { PUBLIC_STATES, statusesOf } from '../../../domain/publishing/publication.ts';

let server: TestApp;
const KINDS = ['pacs', 'exts', 'cons', 'fexs', 'incs'] as const;
const STATUSES = [
  'approved',
  'running',
  'suspended',
  'final_report',
  'closed',
  'draft',
  'cancelled',
] as const;
const SCHOOLS = ['ENF', 'TSO', 'INF', 'ARQ', null] as const;
const COMUNAS = ['08101', '08110', '08301', '13101', '05101'] as const;
const CALLS = [
  'preparation',
  'open',
  'evaluation',
  'provisional',
  'resolved',
  'execution',
  'closed',
] as const;
const WORDS = ['Huerto escolar', 'Programación ñandú', 'Salud de pescadores', 'Energía solar', 'El huerto'];
const ROWS = 90;
const codeOf = (n: number) => `CAT-${n}`;

/** One in three of what could be is hidden, each for another reason. */
async function fill({ db }: TestApp): Promise<void> {
  await sql`update projects set consent_to_publish = false`.execute(db);
  const { rows } = await sql<{ id: string }>`
    insert into calls (name, year, kind, state, opens_at, closes_at, rubric)
    select state, 2026, 'incs', state, '2026-01-02', '2026-03-02', '{"criteria": []}'
    from unnest(${[...CALLS]}::text[]) with ordinality as x (state, n) order by n returning id`.execute(db);
  const of = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
  for (let n = 0; n < ROWS; n += 1) {
    const from = n % 8 === 7 ? null : `${2022 + (n % 4)}-0${1 + (n % 9)}-1${n % 10}`;
    const { id } = await insertPublished(db, {
      ...{ code: codeOf(n), kind: of(KINDS, n), status: of(STATUSES, Math.floor(n / 2)), from, to: null },
      ...{ title: `${of(WORDS, n)} ${n}`, summary: n % 3 ? `Un resumen con ${of(WORDS, n + 2)}.` : '' },
      ...{ school: of(SCHOOLS, n * 3), consent: n % 10 !== 9, goals: n % 6 ? [1 + (n % 3), 9] : [] },
      comunas: [...new Set([of(COMUNAS, n), of(COMUNAS, n * n)])].slice(0, n % 3),
      call: n % 4 ? null : (rows[(n / 4) % rows.length]?.id ?? null),
    });
    if (n % 11 === 5)
      await sql`insert into publications (project_id, withheld_at, withheld_by, withheld_reason, updated_by)
        select id, now(), lead_id, 'La oficina lo retiró.', lead_id from projects where id = ${id}`.execute(
        db,
      );
  }
}

beforeAll(async () => {
  server = await startApp();
  await fill(server);
});
afterAll(() => server.close());

async function open(address: string, headers: Record<string, string> = {}) {
  const { statusCode: status, headers: got, body } = await server.app.inject({ url: address, headers });
  return { status, headers: got, body };
}
const show = async (search: CatalogueSearch = {}) => (await open(cataloguePath(search))).body;
const codesIn = (body: string) =>
  [...body.matchAll(/<h3><a href="\/publico\/proyectos\/([^"]+)"/g)].map(([, code]) =>
    decodeURIComponent(code ?? ''),
  );
const headingOf = (body: string) => /<h2 id="encontrados">([^<]*)/.exec(body)?.[1];
const linkOf = (body: string, rel: string) =>
  new RegExp(`rel="${rel}" href="([^"]+)"`).exec(body)?.[1]?.replaceAll('&amp;', '&');

/** Codes over all pages, from the first on by the links. */
async function walk(search: CatalogueSearch): Promise<string[]> {
  const codes: string[] = [];
  let address: string | undefined = cataloguePath(search);
  while (address) {
    const { body } = await open(address);
    codes.push(...codesIn(body));
    address = linkOf(body, 'next');
  }
  return codes;
}

/** What is to be found, of the tables themselves, in the order asked for. */
async function expected(search: CatalogueSearch): Promise<string[]> {
  const { tipo, facultad, escuela, region, comuna, ods, anio, estado, orden = 'recientes' } = search;
  const orders = {
    recientes: sql`p.start_date desc nulls last, p.id`,
    antiguos: sql`p.start_date asc nulls last, p.id`,
    titulo: sql`lower(unaccent(p.title)), p.id`,
  };
  const asks = [
    ...(tipo ? [sql`p.kind = ${tipo}`] : []),
    ...(facultad ? [sql`s.faculty_id = ${facultad}`] : []),
    ...(escuela ? [sql`p.school_id = ${escuela}`] : []),
    ...(region
      ? [sql`${region} in (select left(comuna_code, 2) from project_comunas where project_id = p.id)`]
      : []),
    ...(comuna ? [sql`${comuna} in (select comuna_code from project_comunas where project_id = p.id)`] : []),
    ...(ods ? [sql`${ods} in (select goal from project_goals where project_id = p.id)`] : []),
    ...(anio ? [sql`to_char(p.start_date, 'YYYY') = ${String(anio)}`] : []),
    ...(estado ? [sql`p.status = any(${[...statusesOf(estado)]})`] : []),
  ];
  const { rows } = await sql<{ code: string }>`
    select p.code from projects p left join schools s on s.id = p.school_id left join calls c on c.id = p.call_id
    where p.consent_to_publish and p.status not in ('draft', 'cancelled')
      and (c.id is null or c.state in ('resolved', 'execution', 'closed'))
      and p.id not in (select project_id from publications where withheld_at is not null)
      and ${sql.join([sql`true`, ...asks], sql` and `)}
    order by ${orders[orden]}`.execute(server.db);
  return rows.map(({ code }) => code);
}

describe('the catalogue', () => {
  it('lists what is published, nothing else, over its pages and in its order', async () => {
    const all = await expected({});
    expect(all.length).toBeGreaterThan(24);
    expect(all.length).toBeLessThan(ROWS * 0.67);
    for (const orden of keysOf(CATALOGUE_ORDERS))
      expect([orden, await walk({ orden })]).toEqual([orden, await expected({ orden })]);
    expect(headingOf(await show())).toBe(`${all.length} proyectos`);
  });

  const faculty = async () =>
    (await sql<{ id: string }>`select faculty_id as id from schools where code = 'ENF'`.execute(server.db))
      .rows[0]?.id ?? '';
  it.each([
    ...KINDS.map(tipo => ({ tipo })),
    { escuela: schoolIdOf('TSO') },
    { region: '08' },
    { region: '05' },
    ...COMUNAS.map(comuna => ({ comuna })),
    { ods: 2 },
    { ods: 9 },
    { anio: 2022 },
    { anio: 2025 },
    ...keysOf(PUBLIC_STATES).map(estado => ({ estado })),
  ] satisfies CatalogueSearch[])('filters by %j, and counts what it finds', async search => {
    const [body, codes, all] = [await show(search), await expected(search), await expected({})];
    expect(codes.length).toBeGreaterThan(0);
    expect(codesIn(body)).toEqual(codes.slice(0, 24));
    expect(headingOf(body)).toBe(`${codes.length} de ${all.length} proyectos`);
    const [[name, value] = ['', '']] = Object.entries(search);
    // The number beside the chosen option is the same.
    const choice = new RegExp(`name="${name}">.*?<option value="${value}" selected>[^<]*\\((\\d+)\\)`, 's');
    expect(choice.exec(body)?.[1]).toBe(String(codes.length));
  });

  it('filters by faculty', async () => {
    const facultad = await faculty();
    expect(await walk({ facultad })).toEqual(await expected({ facultad }));
    expect((await expected({ facultad })).length).toBeGreaterThan(
      (await expected({ escuela: schoolIdOf('ENF') })).length,
    );
  });

  it('finds over all pages what the tables say, whatever is asked together', async () => {
    const facultad = await faculty();
    const search: fc.Arbitrary<CatalogueSearch> = fc.record(
      {
        tipo: fc.constantFrom(...KINDS),
        facultad: fc.constantFrom(facultad),
        escuela: fc.constantFrom(schoolIdOf('ENF'), schoolIdOf('INF')),
        region: fc.constantFrom('05', '08', '13', '99'),
        comuna: fc.constantFrom(...COMUNAS),
        ods: fc.constantFrom(1, 2, 9, 17),
        anio: fc.constantFrom(2022, 2023, 1900),
        estado: fc.constantFrom(...keysOf(PUBLIC_STATES)),
        orden: fc.constantFrom(...keysOf(CATALOGUE_ORDERS)),
      },
      { requiredKeys: [] },
    );
    const few = search.map(all => Object.fromEntries(Object.entries(all).slice(0, 3)) as CatalogueSearch);
    await fc.assert(
      fc.asyncProperty(few, async asked => {
        expect(await walk(asked)).toEqual(await expected(asked));
      }),
      { numRuns: 60 },
    );
  });
});

describe('words', () => {
  const found = async (q: string) => (await walk({ q })).toSorted();
  const titled = async (pattern: string) => {
    const all = await expected({});
    const { rows } = await sql<{ code: string }>`select code from projects
      where code = any(${all}) and unaccent(title || ' ' || summary) ~* ${pattern}`.execute(server.db);
    return rows.map(({ code }) => code).toSorted();
  };

  it.each([
    ['huerto', 'huerto'],
    ['HUERTOS', 'huerto'],
    ['huer', 'huerto'],
    ['programacion', 'programacion'],
    ['nandu', 'nandu'],
    ['ñand', 'nandu'],
    ['energia so', 'energia solar'],
    ['solar energía', 'energia solar'],
  ])('%j find what is meant, unfinished and without accents', async (q, pattern) => {
    const codes = await titled(pattern);
    expect(codes.length).toBeGreaterThan(0);
    expect(await found(q)).toEqual(codes);
  });

  it('find a project by its code', async () => {
    const { code } = await insertPublished(server.db, { code: 'PAC-2031-0042', title: 'Por su código' });
    for (const q of ['PAC-2031-0042', 'pac-2031', 'pac-2031-00'])
      expect([q, await found(q)]).toEqual([q, [code]]);
  });

  it.each(['xyzzy', '"', '-', '&', "'", ':*', '\\', '%', '😀', '!!', '()', 'de la', '<->'])(
    '%j break nothing',
    async q => {
      const { status, body } = await open(cataloguePath({ q }));
      expect([status, codesIn(body).length <= 24]).toEqual([200, true]);
    },
  );
});

describe('pages', () => {
  it('lead to each other, with addresses of their own', async () => {
    const [first, second] = [await show({ estado: 'en-ejecucion' }), await show({ pagina: 2 })];
    expect(linkOf(await show(), 'next')).toBe('/publico/proyectos?pagina=2');
    expect(linkOf(second, 'prev')).toBe('/publico/proyectos');
    expect(second).toContain(
      '<link rel="canonical" href="http://localhost:3000/publico/proyectos?pagina=2">',
    );
    expect(second).toContain('<title>Catálogo de proyectos, página 2 - ');
    expect(second).toMatch(/aria-current="page"><span class="unseen">Página <\/span>2</);
    expect(linkOf(first, 'prev')).toBeUndefined();
  });

  it('beyond the last one show the last, and say so', async () => {
    const last = await show({ pagina: 9999 });
    const pages = Math.ceil((await expected({})).length / 24);
    expect(last).toContain(`La página 9.999 no existe: esta es la última. Página ${pages} de ${pages}.`);
    expect(codesIn(last)).toEqual((await expected({})).slice(24 * (pages - 1)));
    const canonical = `<link rel="canonical" href="http://localhost:3000/publico/proyectos?pagina=${pages}">`;
    expect(last).toContain(canonical);
    const narrow = await show({ comuna: '08101', pagina: 50 });
    expect(codesIn(narrow)).toEqual((await expected({ comuna: '08101' })).slice(0, 24));
  });
});

describe('an address', () => {
  it('says what is filtered, and each filter can be taken off alone', async () => {
    const body = await show({ tipo: 'cons', comuna: '08101', orden: 'titulo' });
    expect(body).toContain('<h1>Catálogo de proyectos: Consultoría, Concepción</h1>');
    expect(body).toContain('href="/publico/proyectos?comuna=08101&amp;orden=titulo"');
    expect(body).toContain('href="/publico/proyectos?tipo=cons&amp;orden=titulo"');
    expect(body).toContain('href="/publico/proyectos?orden=titulo">Quitar filtros');
  });

  it('that finds nothing says what to do, and loses nothing that was asked', async () => {
    const facultad = '0190b0a4-7f3c-7a31-9d54-1f6f6a0c9b1e';
    const body = await show({ q: 'xyzzy', facultad });
    expect(headingOf(body)).toBe('Ningún proyecto coincide con lo que buscas');
    expect(body).toContain('Quita un filtro');
    expect(body).toContain(`<option value="${facultad}" selected>`);
    expect(body).toContain('value="xyzzy"');
    expect(body).toContain('<meta name="robots" content="noindex">');
  });

  it.each([
    '?q=a&q=b',
    '?q[]=a',
    '?q=%00',
    '?tipo=x&tipo=pacs',
    `?q=${'x'.repeat(3000)}`,
    '?pagina=-1',
    '?pagina=1e99',
    '?ods=<script>',
    '?anio=NaN',
    '?__proto__=x&constructor=y&toString=z',
    '?utm_source=correo',
    '?q=&tipo=&facultad=&orden=recientes',
    '?&&==&',
  ])('with %s is that of the whole catalogue', async query => {
    const { status, body } = await open(`/publico/proyectos${query}`);
    expect([status, codesIn(body)]).toEqual([200, (await expected({})).slice(0, 24)]);
    expect(body).toContain('<link rel="canonical" href="http://localhost:3000/publico/proyectos">');
  });

  it.each(['?q=%ED%A0%80', '?q=%zz', '?q=%', '?%00=%00&q=%C3'])(
    'with %s is read as far as it can be',
    async query => {
      const { status, headers } = await open(`/publico/proyectos${query}`);
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    },
  );

  it('is found by search engines where it says something of its own', async () => {
    const listed = async (search: CatalogueSearch) => !(await show(search)).includes('content="noindex"');
    expect(await listed({})).toBe(true);
    expect(await listed({ tipo: 'cons' })).toBe(true);
    expect(await listed({ region: '08', ods: 9 })).toBe(true);
    expect(await listed({ q: 'huerto' })).toBe(false);
    expect(await listed({ orden: 'titulo' })).toBe(false);
    expect(await listed({ region: '08', ods: 9, tipo: 'pacs' })).toBe(false);
  });
});

describe('around the list', () => {
  it('comunas are counted under what is filtered, on the map and beside it', async () => {
    for (const search of [{}, { tipo: 'pacs' }, { region: '08' }] satisfies CatalogueSearch[]) {
      const codes = await expected(search);
      const { rows } = await sql<{ code: string; name: string; n: number }>`
        select c.code, c.name, count(*)::int as n from project_comunas pc join comunas c on c.code = pc.comuna_code
        where pc.project_id in (select id from projects where code = any(${codes})) group by 1, 2`.execute(
        server.db,
      );
      const body = await show(search);
      expect(rows.length).toBeGreaterThan(0);
      expect([...body.matchAll(/<li><a href="\?[^"]*comuna=/g)]).toHaveLength(rows.length);
      for (const { code, name, n } of rows) {
        expect(body).toMatch(new RegExp(`comuna=${code}"[^>]*>${name}</a> ${n}</li>`));
        expect(body).toContain(`<title>${name}: ${n} proyecto${n === 1 ? '' : 's'}</title>`);
      }
    }
  });

  it('data for programs list the projects of the page by their full addresses', async () => {
    const body = await show({ ods: 9 });
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? '');
    expect(data).toMatchObject({ '@type': 'CollectionPage', inLanguage: 'es-CL' });
    expect(data.url).toBe('http://localhost:3000/publico/proyectos?ods=9');
    expect(data.mainEntity.itemListElement.map((item: { url: string }) => item.url)).toEqual(
      codesIn(body).map(code => `http://localhost:3000/publico/proyectos/${code}`),
    );
  });

  it('the document needs no script, loads nothing from elsewhere and has one main heading', async () => {
    const { headers, body } = await open('/publico/proyectos');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; img-src 'self'; style-src 'self'/,
    );
    expect(body).not.toMatch(/<script(?! type="application\/ld\+json")|<style|\son\w+=|\sstyle=/);
    expect(body.match(/<h1>/g)).toHaveLength(1);
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of body.matchAll(/ for="([^"]+)"/g)) expect(ids).toContain(id);
    expect(Buffer.byteLength(body)).toBeLessThan(120_000);
  });
});

describe('nobody is named', () => {
  it('neither found by the name of whoever leads, nor written', async () => {
    const { rows } = await sql<{
      name: string;
    }>`select name from users where email = ${PEOPLE.academic}`.execute(server.db);
    const name = rows[0]?.name ?? '';
    for (const q of [name, ...name.split(' ')]) expect([q, codesIn(await show({ q }))]).toEqual([q, []]);
    const pages = [await show(), await show({ orden: 'titulo' })].join('');
    expect(pages).not.toContain(name);
    expect(pages).not.toMatch(/@biosur\.example/);
  });
});
