import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PEOPLE } from '../../../../test/demo.ts';
import {
  type InsertedCall,
  insertCall,
  insertProposal,
  setCatalogue,
} from '../../../../test/published-results.ts';
import { openUniversity, server } from '../../../../test/university.ts';
import { CALL_STATE_SLUGS, FINAL_CALLS } from '../../../domain/calls/calls.ts';
import { AWARDED, STATUSES } from '../../../domain/kinds/statuses.ts';
import { callResultsPath, publicProjectPath } from '../../../domain/publishing/addresses.ts';

openUniversity({ rateLimit: 0 });

const LIST = '/publico/convocatorias';
const open = (url: string, headers = {}) => server.app.inject({ method: 'GET', url, headers });
const pageOf = async (call: { id: string }) => (await open(callResultsPath(call.id))).body;
const csvOf = async (call: { id: string }) => (await open(`${callResultsPath(call.id)}/csv`)).body;

afterEach(async () => {
  await sql`delete from projects`.execute(server.db);
  await sql`delete from calls`.execute(server.db);
  await setCatalogue(server.db, true);
});

describe('which calls publish their results', () => {
  it('none at first: the list says so', async () => {
    const { statusCode, body } = await open(LIST);
    expect(statusCode).toBe(200);
    expect(body).toContain('Todavía no hay resultados publicados.');
  });

  it('those that are set to, once their result is final; any other address answers alike', async () => {
    const shown: string[] = [];
    for (const state of CALL_STATE_SLUGS)
      for (const publishes of [true, false]) {
        const { id } = await insertCall(server.db, { state, publishes, name: `Fondo ${state} ${publishes}` });
        const isShown = publishes && FINAL_CALLS.includes(state);
        if (isShown) shown.push(`Fondo ${state} true`);
        for (const path of [callResultsPath(id), `${callResultsPath(id)}/csv`])
          expect([state, publishes, (await open(path)).statusCode]).toEqual([
            ...[state, publishes, isShown ? 200 : 404],
          ]);
      }
    const { body } = await open(LIST);
    expect([...body.matchAll(/>(Fondo \w+ \w+)</g)].map(m => m[1]).toSorted()).toEqual(shown.toSorted());
    expect(shown).toHaveLength(FINAL_CALLS.length);
  });

  it('nothing tells a hidden one from one that never was', async () => {
    const hidden = await insertCall(server.db, { state: 'provisional' });
    const pages = [hidden.id, randomUUID(), 'x', '%00', "'; select 1", `${hidden.id}x`].map(id =>
      open(`${LIST}/${id}`),
    );
    const answers = await Promise.all(pages);
    expect(new Set(answers.map(a => a.statusCode))).toEqual(new Set([404]));
    expect(new Set(answers.map(a => a.body)).size).toBe(1);
  });

  it('newest first, each with what came in and what it gave', async () => {
    const call = await insertCall(server.db, { name: 'Fondo A', year: 2025 });
    await insertCall(server.db, { name: 'Fondo B', year: 2026 });
    for (const status of ['running', 'closed', 'not_awarded', 'waitlisted', 'withdrawn'] as const)
      await insertProposal(server.db, call, { status });
    const { body } = await open(LIST);
    expect(body.match(/<h[23]>.*?<\/h[23]>/g)?.map(h => h.replaceAll(/<[^>]+>/g, ''))).toEqual([
      ...['2026', 'Fondo B', '2025', 'Fondo A'],
    ]);
    expect(body).toContain('Recibió 5 propuestas y adjudicó 2, por $2.000.000.');
    expect(body).toContain('Recibió 0 propuestas y no adjudicó ninguna.');
    expect(body).toContain(`<link rel="canonical" href="${server.env.publicUrl}${LIST}">`);
  });
});

describe('the result of a call', () => {
  let call: InsertedCall;
  beforeEach(async () => {
    call = await insertCall(server.db);
  });

  it('names what was awarded and is published, with a link while the catalogue is open', async () => {
    const { code } = await insertProposal(server.db, call);
    const link = `<a href="${publicProjectPath(code)}">Huertos de barrio</a>`;
    const page = await pageOf(call);
    expect(page).toContain(link);
    expect(page).toContain('>Escuela de Enfermería<');
    expect(page).toContain('En ejecución');
    expect(page).toContain('<a href="/publico/proyectos">');
    expect(page).not.toContain('Sin consentimiento');
    await setCatalogue(server.db, false);
    const closed = await pageOf(call);
    expect(closed).toContain('Huertos de barrio');
    expect(closed).not.toContain('/publico/proyectos');
    expect((await open(LIST)).body).not.toContain('/publico/proyectos');
  });

  it('shows the code alone of what its people did not publish or the office withholds, and says it once', async () => {
    const shy = await insertProposal(server.db, call, { consented: false, title: 'Título reservado' });
    const held = await insertProposal(server.db, call, { title: 'Título retirado' });
    await sql`insert into publications (project_id, withheld_at, withheld_by, withheld_reason, updated_by)
      select ${held.id}, now(), id, 'A pedido del socio.', id from users where email = ${PEOPLE.admin}`.execute(
      server.db,
    );
    const page = await pageOf(call);
    expect([shy, held].every(({ code }) => page.includes(code))).toBe(true);
    expect(page).not.toMatch(/Título|Enfermería|A pedido/);
    expect(page.match(/sin consentimiento para mostrar su título/g)).toHaveLength(1);
    expect(await csvOf(call)).not.toMatch(/Título|Enfermería/);
  });

  it('names nothing that has no award, and nobody at all', async () => {
    for (const status of STATUSES)
      await insertProposal(server.db, call, { status, title: `Sobre ${status}` });
    await insertProposal(server.db, call, { title: 'Sin dinero', awarded: 0 });
    const page = await pageOf(call);
    const named = [...page.matchAll(/>Sobre (\w+)</g)].map(m => m[1] ?? '');
    expect(named.toSorted()).toEqual([...AWARDED].toSorted());
    expect(page).not.toMatch(/Sin dinero|Camila|Rojas|biosur/);
    expect(page).toContain(`<dt>Propuestas recibidas</dt><dd>${STATUSES.length + 1}</dd>`);
    expect(page).toContain(`<dt>Propuestas adjudicadas</dt><dd>${AWARDED.length}</dd>`);
  });

  it('tells by line what there was, with moved money, and what was given, by code', async () => {
    for (const code of ['FEX-2026-0902', 'FEX-2026-0901']) await insertProposal(server.db, call, { code });
    const page = await pageOf(call);
    expect(page).toContain('Dinero de la línea: $4.500.000. Adjudicado: $2.000.000.');
    expect(page).toContain('Dinero de la línea: $2.500.000. Adjudicado: $0.');
    expect(page.match(/Ningún proyecto adjudicado/g)).toHaveLength(1);
    expect([...page.matchAll(/<code>(.*?)<\/code>/g)].map(m => m[1])).toEqual([
      ...['FEX-2026-0901', 'FEX-2026-0902'],
    ]);
    expect(page).toMatch(/<dt>Abrió<\/dt><dd><time datetime="2026-01-02T12:00:00.000Z">02-01-2026</);
  });

  it('describes itself to programs by what it shows', async () => {
    const { code } = await insertProposal(server.db, call);
    await insertProposal(server.db, call, { consented: false, title: 'Título reservado' });
    const [, data = ''] =
      /<script type="application\/ld\+json">(.*?)<\/script>/.exec(await pageOf(call)) ?? [];
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'ItemList',
      numberOfItems: 2,
      itemListElement: expect.arrayContaining([
        expect.objectContaining({
          identifier: code,
          name: 'Huertos de barrio',
          url: `${server.env.publicUrl}${publicProjectPath(code)}`,
          amount: { '@type': 'MonetaryAmount', currency: 'CLP', value: 1_000_000 },
        }),
      ]),
    });
    expect(data).not.toContain('Título');
  });

  it('is a table for spreadsheets, too, in which nothing is run', async () => {
    const evil = '=HYPERLINK("http://x";"a")';
    await insertProposal(server.db, call, { code: '=1+1', title: evil, line: call.lines[1] });
    await insertProposal(server.db, call, { code: 'FEX-2026-1000', consented: false, status: 'closed' });
    const { headers, body } = await open(`${callResultsPath(call.id)}/csv`);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="resultados Fondo de prueba.csv"',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    });
    expect(body.split('\r\n')).toEqual([
      '\uFEFFlinea;codigo;titulo;unidad;estado;monto_adjudicado',
      'Salud;FEX-2026-1000;;;Terminado;1000000',
      `Arte;'=1+1;"'=HYPERLINK(""http://x"";""a"")";Escuela de Enfermería;En ejecución;1000000`,
      '',
    ]);
  });

  it('takes hostile names for text, in every place', async () => {
    const hostile = `</script><script>alert(1)</script>"'&\u2028`;
    await sql`update calls set name = ${hostile}, publishes_results = true where id = ${call.id}`.execute(
      server.db,
    );
    await sql`update call_lines set name = ${hostile} where call_id = ${call.id}`.execute(server.db);
    await insertProposal(server.db, call, { code: `a/b?${hostile}`, title: hostile });
    const bodies = [await pageOf(call), (await open(LIST)).body];
    for (const body of bodies) {
      expect(body).not.toContain('<script>');
      expect(body.match(/<\/script>/g)).toHaveLength(1);
      expect(body).toContain('&lt;script&gt;alert(1)');
    }
    const { headers } = await open(`${callResultsPath(call.id)}/csv`);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[^"\r\n;]*"$/);
  });
});

describe('what browsers and the server remember', () => {
  it('is asked for again each time, and stays while nothing has changed', async () => {
    const call = await insertCall(server.db);
    for (const path of [LIST, callResultsPath(call.id), `${callResultsPath(call.id)}/csv`]) {
      const { headers } = await open(path);
      expect(headers['cache-control']).toBe('no-cache');
      const again = await open(path, { 'if-none-match': headers.etag });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
  });

  it('is gone at the next look when consent, money, words or the setting change', async () => {
    const call = await insertCall(server.db);
    const { id } = await insertProposal(server.db, call);
    const run = (query: ReturnType<typeof sql>) => query.execute(server.db);
    const changes = [
      [sql`update projects set consent_to_publish = false where id = ${id}`, 'Solo con su código'],
      [sql`update projects set amount_awarded = 777000 where id = ${id}`, '$777.000'],
      [sql`update projects set line_id = ${call.lines[1]} where id = ${id}`, '$4.500.000. Adjudicado: $0.'],
      [sql`update call_lines set moved = moved + 1000 where id = ${call.lines[0]}`, '$4.501.000'],
      [sql`update call_lines set name = 'Deporte' where id = ${call.lines[0]}`, 'Deporte'],
      [sql`update projects set status = 'closed' where id = ${id}`, 'Terminado'],
      [sql`update calls set name = 'Fondo renombrado' where id = ${call.id}`, 'Fondo renombrado'],
      [sql`update projects set call_id = null, line_id = null where id = ${id}`, '<dd>0</dd>'],
    ] as const;
    for (const [query, words] of changes) {
      expect(await pageOf(call)).not.toContain(words);
      await run(query);
      expect(await pageOf(call)).toContain(words);
    }
    const { etag } = (await open(callResultsPath(call.id))).headers;
    await run(sql`update calls set publishes_results = false where id = ${call.id}`);
    for (const path of [callResultsPath(call.id), `${callResultsPath(call.id)}/csv`])
      expect((await open(path, { 'if-none-match': etag })).statusCode).toBe(404);
    expect((await open(LIST)).body).toContain('Todavía no hay resultados');
  });
});
