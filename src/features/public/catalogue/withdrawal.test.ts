import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { insertPublished, type PublishedRow } from '../../../../test/published-projects.ts';
import { STATUSES } from '../../../domain/kinds/statuses.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  await sql`update projects set consent_to_publish = false`.execute(server.db);
  await sql`update settings set value = '{"catalogue": true}' where key = 'publicPages'`.execute(server.db);
});

async function open(tag?: string, query = '') {
  const headers = tag ? { 'if-none-match': tag } : {};
  const {
    statusCode,
    headers: got,
    body,
  } = await server.app.inject({
    ...{ url: `/publico/proyectos${query}`, headers },
  });
  return { status: statusCode, tag: String(got.etag), body, headers: got };
}
const HOSTILE = [
  `</script><script>alert("1")</script>`,
  `<img src=x onerror=alert('1')>`,
  `"><svg onload=alert(1)>`,
  '<!-- & &lt; &amp; ]]>',
  '\u202eotnemelpmoc\u202c 👩‍👩‍👧 \u200f',
  `\u2028\u2029 \\" \\u003c/script>`,
];

describe('what was withdrawn', () => {
  const withhold = ({ id }: PublishedRow) =>
    sql`insert into publications (project_id, withheld_at, withheld_by, withheld_reason, updated_by)
      select id, now(), lead_id, 'La oficina lo retiró.', lead_id from projects where id = ${id}`.execute(
      server.db,
    );
  const provisional = async ({ id }: PublishedRow) => {
    await sql`insert into calls (id, name, year, kind, state, opens_at, closes_at, rubric)
      values (${id}, 'Fondo', 2026, 'pacs', 'resolved', '2026-01-02', '2026-03-02', '{"criteria": []}')`.execute(
      server.db,
    );
    await sql`update projects set call_id = ${id} where id = ${id}`.execute(server.db);
    expect((await open()).body).toContain('Se va');
    await sql`update calls set state = 'provisional' where id = ${id}`.execute(server.db);
  };
  const ways: Record<string, (row: PublishedRow) => Promise<unknown>> = {
    'by its people': ({ id }) =>
      sql`update projects set consent_to_publish = false where id = ${id}`.execute(server.db),
    'by the office': withhold,
    'as it was given up': ({ id }) =>
      sql`update projects set status = 'cancelled' where id = ${id}`.execute(server.db),
    'as the result of its call is open again': provisional,
    'for good': ({ id }) => sql`delete from projects where id = ${id}`.execute(server.db),
  };

  it.each(Object.keys(ways))('%s is gone at the next look of whoever has the page', async way => {
    const gone = await insertPublished(server.db, { title: 'Se va', comunas: ['08101'], goals: [13] });
    const stays = await insertPublished(server.db, { title: 'Se queda', comunas: ['08110'], goals: [4] });
    const before = await open();
    expect(before.body).toContain('Se va');
    expect((await open(before.tag)).status).toBe(304);
    await ways[way]?.(gone);
    const after = await open(before.tag);
    expect(after.status).toBe(200);
    expect(after.body).toContain(stays.code);
    for (const trace of [gone.code, 'Se va', 'Concepción', 'Acción por el clima'])
      expect([trace, after.body.includes(trace)]).toEqual([trace, false]);
    expect(after.body).toContain('>1 proyecto<');
  });

  it('comes back as soon as it is let back', async () => {
    const row = await insertPublished(server.db, { title: 'Va y vuelve' });
    await withhold(row);
    const { tag } = await open();
    await sql`update publications set withheld_at = null, withheld_by = null, withheld_reason = ''
      where project_id = ${row.id}`.execute(server.db);
    expect((await open(tag)).body).toContain('Va y vuelve');
  });

  it('is gone from a second copy of the server as well', async () => {
    const row = await insertPublished(server.db, { title: 'En dos copias' });
    const other = await startApp({}, server);
    const look = () => other.app.inject({ url: '/publico/proyectos' });
    expect((await look()).body).toContain('En dos copias');
    await open();
    await sql`update projects set consent_to_publish = false where id = ${row.id}`.execute(server.db);
    expect((await look()).body).not.toContain('En dos copias');
    await other.close();
  });
});

describe('what is not public', () => {
  it('are all statuses before the approval and ends without one', async () => {
    for (const status of STATUSES) await insertPublished(server.db, { code: `ST-${status}`, status });
    const { body } = await open();
    const shown = STATUSES.filter(status => body.includes(`ST-${status}`));
    expect(shown).toEqual(['approved', 'running', 'suspended', 'final_report', 'closed']);
  });

  it('are texts of a Ficha that the project itself does not tell', async () => {
    const { id } = await insertPublished(server.db, { title: 'Lo aprobado' });
    await sql`insert into project_sections (project_id, section, data) values
      (${id}, 'identification', '{"title": "Borrador secreto", "summary": "Texto a medias"}')`.execute(
      server.db,
    );
    expect((await open()).body).not.toMatch(/Borrador secreto|Texto a medias/);
    expect((await open(undefined, '?q=secreto')).body).toContain('Ningún proyecto coincide');
  });
});

describe('a catalogue', () => {
  it('without projects says so', async () => {
    const { status, body } = await open();
    expect(status).toBe(200);
    expect(body).toContain('Todavía no hay proyectos publicados.');
    expect(body).not.toMatch(/<form|<svg/);
  });

  it('that is closed is none, at once, and tells nothing of what it held', async () => {
    const { code } = await insertPublished(server.db, { title: 'Detrás de la puerta' });
    const { tag } = await open();
    await sql`update settings set value = '{"catalogue": false}' where key = 'publicPages'`.execute(
      server.db,
    );
    for (const query of ['', `?q=${code}`, '?tipo=pacs']) {
      const closed = await open(tag, query);
      expect([closed.status, closed.headers['cache-control']]).toEqual([404, 'no-store']);
      expect(closed.body).toContain('No encontramos esta página');
      expect(closed.body).not.toContain('Detrás');
    }
  });
});

describe('texts from anybody', () => {
  it.each(HOSTILE)('%j stay texts, wherever they stand', async text => {
    const comuna = '08101';
    const { code } = await insertPublished(server.db, {
      ...{ code: `X/${text}?#`, title: text, summary: `Antes ${text} después`, comunas: [comuna] },
    });
    await sql`update schools set name = ${text} where code = 'ENF'`.execute(server.db);
    for (const query of ['', '?tipo=pacs', `?q=${encodeURIComponent(text)}`]) {
      const { status, body } = await open(undefined, query);
      expect(status).toBe(200);
      expect(body).not.toMatch(/<img|<svg onload|<!--|alert\(1\)>|<script>/);
      expect(body.match(/<script/g)?.length ?? 0).toBeLessThan(2);
      const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)?.[1];
      if (data) {
        const [item] = JSON.parse(data).mainEntity.itemListElement;
        expect(item.name).toBe(text);
        expect(decodeURIComponent(item.url.split('/proyectos/')[1])).toBe(code);
      } else expect(query).toMatch(/q=/);
    }
  });
});
