import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { done, startDraft } from '../../../../test/factories.ts';
import { clients, openUniversity, server } from '../../../../test/university.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { Problem } from '../../../domain/kit/problem.ts';
import type { listMisses, reportMiss } from './contract.ts';

const LIST = '/search/misses';

openUniversity({ rateLimit: 0 });
afterEach(async () => {
  await server.db.deleteFrom('search_misses').execute();
});

type Who = (typeof clients)['admin'];
const report = (q: unknown, who: Who = clients.academic) =>
  who.post<OutputOf<typeof reportMiss> & Problem>(LIST, { q });
const counted = async () =>
  (await sql<{ n: number }>`select coalesce(sum(times), 0)::int as n from search_misses`.execute(server.db))
    .rows[0]?.n ?? 0;
/** Whether they were counted, which the answer does not tell. */
async function kept(q: string, who?: Who): Promise<boolean> {
  const before = await counted();
  expect(done(await report(q, who))).toEqual({});
  return (await counted()) > before;
}
const listed = async (query = '') =>
  done(await clients.admin.get<OutputOf<typeof listMisses>>(`${LIST}${query}`));
const words = async (query = '') => (await listed(query)).rows.map(row => row.words);
const dismiss = (what: unknown, who: Who = clients.admin) =>
  who.post<{ words: string } & Problem>(`${LIST}/dismissals`, { words: what });

/** Whatever stands in any row of the database, but for the table of misses. */
async function everythingElse(): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and table_name <> 'search_misses' order by 1`.execute(server.db);
  const texts = rows.map(async ({ name }) => {
    const { rows } = await sql<{ text: string | null }>`
      select string_agg(t::text, E'\n' order by t::text) as text from ${sql.raw(name)} t`.execute(server.db);
    return [name, rows[0]?.text ?? ''] as const;
  });
  return new Map(await Promise.all(texts));
}

describe('words that found nothing', () => {
  it('are kept plain, and counted with their first and last day', async () => {
    expect(await kept('  Cetáceos, ¡del   ESTRECHO!  ')).toBe(true);
    await sql`update search_misses set first_on = '2026-01-05', last_on = '2026-01-05'`.execute(server.db);
    expect(await kept('cetaceos del estrecho', clients.dean)).toBe(true);
    const { rows, total } = await listed();
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' }).format();
    expect([rows, total]).toEqual([
      [
        {
          ...{ id: 'cetaceos del estrecho', words: 'cetaceos del estrecho', times: 2 },
          ...{ firstOn: '2026-01-05', lastOn: today },
        },
      ],
      1,
    ]);
  });

  it('are counted each time, also at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => kept('Ballenas azules', n % 2 ? clients.dean : clients.academic)),
    );
    expect(answers).toEqual(Array(8).fill(true));
    expect((await listed()).rows).toMatchObject([{ words: 'ballenas azules', times: 8 }]);
  });

  it('leave nothing of who looked for them, nor themselves anywhere else', async () => {
    const before = await everythingElse();
    expect(await kept('xilofonia wagneriana')).toBe(true);
    const after = await everythingElse();
    expect([...after].filter(([name, text]) => before.get(name) !== text).map(([name]) => name)).toEqual([]);
    const { rows } = await sql<{ row: string }>`select m::text as row from search_misses m`.execute(
      server.db,
    );
    expect(rows.map(({ row }) => row)).toEqual([
      expect.stringMatching(/^\("xilofonia wagneriana",1,[\d-]{10},[\d-]{10}\)$/),
    ]);
  });

  it('are not kept where they find something after all, or something alike', async () => {
    await startDraft(clients.academic, 'pacs', { title: 'Murales de la caleta' });
    for (const found of ['murales caleta', 'MURAL', 'murrales'])
      expect([found, await kept(found)]).toEqual([found, false]);
    expect(await words()).toEqual([]);
  });

  it('are judged by what their reader may open', async () => {
    const [row] = (await clients.admin.get<{ rows: { name: string }[] }>('/courses?size=1')).body.rows;
    expect([await kept(row?.name ?? '', clients.admin), await kept(row?.name ?? '')]).toEqual([false, true]);
  });
});

describe('what may say who somebody is', () => {
  it.each([
    ...[
      'ana@junta.example',
      'ana＠junta',
      '12.345.678-5',
      '12 345 678 5',
      '5.126.663-k',
      '１２３４５',
      '12345',
    ],
    ...['+56 9 8765 4321', '(41) 220 1234', 'teléfono 412201234', 'pac-2026-0042'],
  ])('%s is dropped', async typed => {
    expect([await kept(typed), await words()]).toEqual([false, []]);
  });

  it('numbers that are few stay', async () => {
    expect(await kept('fondo zzyzx 2026')).toBe(true);
  });

  it('names are dropped, of accounts and of whom partners name, whole or among other words', async () => {
    await sql`update users set name = 'Ximena Quilapán Þór' where id = ${userIdOf(PEOPLE.stranger)}`.execute(
      server.db,
    );
    await sql`insert into organisations (name, type, contact_name)
      values ('Wenceslao Ibacache', 'persona', null), ('Kiosko Xul', 'empresa', 'Yolanda de la Zanja')`.execute(
      server.db,
    );
    // Who only reviews finds neither people nor partners.
    for (const name of [
      ...['quilapan', 'Ximena Quilapán', 'QUILAPÁN, Ximena', 'ximena qui', 'tesis de Ximena Quilapan'],
      ...['Wenceslao Ibacache', 'Yolanda de la Zanja', 'zanja yolanda', 'charla yolanda zan jah zanja'],
    ])
      expect([name, await kept(name, clients.reviewer)]).toEqual([name, false]);
    // A part of one, unfinished, says little; nor does one word of it among others, or what stands in no one name.
    for (const other of ['quila', 'zanja drenaje', 'ximena ibacache', 'kiosko xul'])
      expect([other, await kept(other, clients.reviewer)]).toEqual([other, true]);
  });

  it('what is left of who was forgotten is nobody', async () => {
    await sql`update users set name = 'Persona anonimizada' where id = ${userIdOf(PEOPLE.stranger)}`.execute(
      server.db,
    );
    expect(await kept('persona anonimizada', clients.reviewer)).toBe(true);
  });
});

describe('what is no words', () => {
  it.each(["'", '%', '&|!():*', '🎉', '', '   ', 'ab', 'el la los', '𠀀𠀁', '\\', '"- -"'])(
    '%s is not kept',
    async typed => {
      expect([await kept(typed), await words()]).toEqual([false, []]);
    },
  );

  it('signs among words are lost', async () => {
    expect(await kept("zorros' & | !(cole*ópteros):* %_ 🎉 <-> \\")).toBe(true);
    expect(await words()).toEqual(['zorros cole opteros']);
  });

  it('too much of it is refused in words, and what is longer than people type is not kept', async () => {
    const refused = await report('x'.repeat(10_000));
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: 'q', message: 'Escribe como máximo 200 caracteres.' }],
    ]);
    for (const wrong of [undefined, null, 7, ['a'], 'a\u0000b', '\ud800'])
      expect([wrong, (await report(wrong)).status]).toEqual([wrong, 400]);
    expect([await kept('zq'.repeat(51)), await kept('zq'.repeat(50))]).toEqual([false, true]);
  });

  it('five thousand are kept; more are not, and those known count on', async () => {
    await sql`insert into search_misses (words, first_on, last_on)
      select 'zz' || n, '2026-01-01', '2026-01-01' from generate_series(1, 4999) n`.execute(server.db);
    expect([await kept('vampiros'), await kept('licantropos'), await kept('vampiros')]).toEqual([
      true,
      false,
      true,
    ]);
    expect((await listed('?q=vampiros')).rows).toMatchObject([{ times: 2 }]);
    expect((await listed()).total).toBe(5000);
  });
});

describe('the list', () => {
  const some = () =>
    sql`insert into search_misses (words, times, first_on, last_on) values
      ('humedales urbanos', 3, '2026-03-01', '2026-03-09'), ('compostaje', 9, '2026-01-02', '2026-01-02'),
      ('abejas', 3, '2026-02-01', '2026-09-10')`.execute(server.db);

  it('stands by how often, or as asked; it is looked for and paged', async () => {
    await some();
    expect(await words()).toEqual(['compostaje', 'humedales urbanos', 'abejas']);
    expect(await words('?sort=words')).toEqual(['abejas', 'compostaje', 'humedales urbanos']);
    expect(await words('?sort=firstOn')).toEqual(['compostaje', 'abejas', 'humedales urbanos']);
    expect(await words('?sort=-lastOn')).toEqual(['abejas', 'humedales urbanos', 'compostaje']);
    expect(await words(`?q=${encodeURIComponent('ÚRBANOS hume')}`)).toEqual(['humedales urbanos']);
    expect(await words('?q=%25')).toEqual([]);
    expect([(await listed('?size=1&page=2')).total, await words('?size=1&page=2')]).toEqual([
      3,
      ['humedales urbanos'],
    ]);
  });

  it('is a file', async () => {
    await some();
    const file = await fetch(`${server.url}/api${LIST}/export?format=csv&q=abejas`, {
      headers: { authorization: `Bearer ${clients.admin.token}` },
    });
    expect(file.headers.get('content-disposition')).toMatch(/"?busquedas-[\d-]{10}\.csv/);
    expect((await file.text()).trim().split('\r\n')).toEqual([
      expect.stringMatching(/palabras;veces;primera_vez;ultima_vez$/),
      expect.stringMatching(/^abejas;3;.*02.*;.*09.*$/),
    ]);
  });

  it('loses what the office takes off, which comes back once it is looked for again', async () => {
    await kept('abejorros');
    expect([(await dismiss('abejorros')).status, (await dismiss('abejorros')).status, await words()]).toEqual(
      [200, 404, []],
    );
    const { rows } = await sql<{ row: string; mine: boolean }>`
      select to_jsonb(a)::text as row, actor_id = ${userIdOf(PEOPLE.admin)} as mine from audit a
      where action = 'searchMiss.deleted'`.execute(server.db);
    expect(rows).toEqual([{ row: expect.not.stringContaining('abejorros'), mine: true }]);
    expect([await kept('abejorros'), await words()]).toEqual([true, ['abejorros']]);
    expect((await dismiss('')).status).toBe(400);
    expect((await dismiss('x'.repeat(101))).status).toBe(400);
  });

  it('is the office’s, while everybody reports', async () => {
    const { admin, ...others } = clients;
    for (const [who, client] of Object.entries(others).filter(([name]) => name !== 'otherAdmin')) {
      const asked = [
        ...[await client.get(LIST), await client.get(`${LIST}/export?format=csv`)],
        await dismiss('abejas', client),
      ];
      expect([who, ...asked.map(a => a.status)]).toEqual([who, 403, 403, 403]);
      expect([who, await kept('ornitorrincos', client)]).toEqual([who, true]);
    }
    expect(await kept('ornitorrincos', admin)).toBe(true);
    for (const path of [LIST, `${LIST}/dismissals`]) {
      const answer = await fetch(`${server.url}/api${path}`, { method: 'POST' });
      expect([path, answer.status]).toEqual([path, 401]);
    }
  });
});
