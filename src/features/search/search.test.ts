import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { organisationIdOf } from '../../../test/demo.ts';
import { done, fillSections, pacsSections, startDraft } from '../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../test/university.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { MOST_TYPED, type Searched, type search } from './contract.ts';

openUniversity({ rateLimit: 0 });

type Answer = OutputOf<typeof search>;
type Who = (typeof clients)['admin'];
const ask = (q: string, who: Who = clients.admin) => who.get<Answer>(`/search?q=${encodeURIComponent(q)}`);
const find = async (q: string, who?: Who) => done(await ask(q, who));
const hitsOf = async (object: Searched, q: string, who?: Who, maybe = false) =>
  (await find(q, who)).groups.find(g => g.object === object && g.maybe === maybe)?.hits ?? [];
const titlesOf = async (object: Searched, q: string, who?: Who, maybe = false) =>
  (await hitsOf(object, q, who, maybe)).map(hit => hit.title);

describe('a project', () => {
  let code = '';
  let id = '';
  beforeAll(async () => {
    const project = await startDraft(clients.academic, 'pacs', { title: 'Huertos circulares en Ñuble' });
    ({ code, id } = project);
    await startDraft(clients.academic, 'pacs', { title: 'Otra cosa: huertos' });
  });

  it.each([
    ['its code, however it is written', () => [code, code.toLowerCase(), `  ${code} `]],
    ['words of its title in any order, the last one unfinished', () => ['ñuble huert', 'CIRCULARES huertos']],
    ['their stems, without accents', () => ['huerto ñuble', 'huertos NUBLE']],
    ['its lead', () => ['camila circulares']],
  ])('is found by %s', async (_by, typed) => {
    for (const q of typed()) expect([q, (await hitsOf('project', q)).map(hit => hit.id)]).toEqual([q, [id]]);
    expect(await hitsOf('project', code)).toEqual([
      { id, kind: 'pacs', code, title: 'Huertos circulares en Ñuble', detail: 'Borrador' },
    ]);
  });

  it('is found perhaps, where words are misspelt', async () => {
    for (const q of ['guertos sirculares', 'guerto de circulo']) {
      expect(await titlesOf('project', q)).toEqual([]);
      expect(await titlesOf('project', q, undefined, true)).toEqual(['Huertos circulares en Ñuble']);
    }
  });

  it('is in the search as soon as it is saved, and as its title is', async () => {
    const project = await startDraft(clients.academic, 'pacs', { title: 'Telares mapuche' });
    await fillSections(clients.academic, project, pacsSections(refs, 'Cerámica tradicional'));
    expect(await titlesOf('project', 'telares', clients.academic)).toEqual([]);
    expect(await titlesOf('project', 'ceramicas', clients.academic)).toEqual(['Cerámica tradicional']);
  });

  it('that is deleted is found no more', async () => {
    const project = await startDraft(clients.academic, 'pacs', { title: 'Efímero' });
    expect(await titlesOf('project', 'efímero', clients.academic)).toEqual(['Efímero']);
    await sql`delete from projects where id = ${project.id}`.execute(server.db);
    expect(await titlesOf('project', 'efímero', clients.academic)).toEqual([]);
  });

  it('of somebody else is found by nobody who may not open it, not even perhaps', async () => {
    for (const q of [code, 'ñuble circulares', 'guertos sirculares'])
      for (const who of [clients.colleague, clients.reviewer, clients.otherDirector])
        expect([q, (await find(q, who)).groups.filter(g => g.object === 'project')]).toEqual([q, []]);
  });
});

describe('who finds what else', () => {
  it('partners by words and by a whole RUT, also of one that was merged; not by a part of it', async () => {
    const { rows } = await sql<{ id: string; name: string }>`
      select id, name from organisations where id = ${organisationIdOf('65000014-5')}`.execute(server.db);
    const name = rows[0]?.name ?? '';
    for (const who of [clients.admin, clients.academic]) {
      expect(await titlesOf('partner', '65.000.014-5', who)).toEqual([name]);
      expect(await titlesOf('partner', '65000014-5', who)).toEqual([name]);
      expect(await titlesOf('partner', '65000014', who)).toEqual([]);
    }
    expect(await titlesOf('partner', '65.000.014-5', clients.reviewer)).toEqual([]);
  });

  it('people only where their page may be opened', async () => {
    for (const [who, client] of Object.entries(clients)) {
      const found = await titlesOf('person', 'rojas', client);
      expect([who, found.includes('Camila Rojas Fuentes')]).toEqual([who, /admin/i.test(who)]);
    }
    expect(await titlesOf('person', 'camila.rojas@')).toEqual(['Camila Rojas Fuentes']);
  });

  it('courses by code and by name only where their page may be opened', async () => {
    for (const [who, client] of Object.entries(clients)) {
      const found = (await hitsOf('course', 'enf-31', client)).map(hit => hit.code);
      expect([who, found.includes('ENF-310')]).toEqual([who, /admin/i.test(who)]);
    }
  });

  it('calls that are in preparation only in the office', async () => {
    await sql`insert into calls (name, year, kind, created_by)
      select 'Fondo Xilema', 2031, 'fexs', id from users limit 1`.execute(server.db);
    expect(await titlesOf('call', 'xilema 2031')).toEqual(['Fondo Xilema']);
    expect(await titlesOf('call', 'xilema', clients.academic)).toEqual([]);
    expect(await titlesOf('call', 'silema', clients.academic, true)).toEqual([]);
  });
});

describe('what is typed', () => {
  it.each([
    ...(["'", '%', '&|!():*', '🎉', '   ', '\\', '"- -"', '<b></b>'.replaceAll('b', '')] as const).map(
      q => [q, 'signs'] as const,
    ),
    ...(['ab', 'x y', 'a-b'] as const).map(q => [q, 'short'] as const),
    ...(['de la', 'para los', 'CON', '¿qué?'] as const).map(q => [q, 'common'] as const),
  ])('«%s» is not looked for: %s', async (q, refused) => {
    expect(await find(q)).toEqual({ groups: [], refused });
  });

  it('signs among words mean nothing', async () => {
    const project = await startDraft(clients.academic, 'pacs', {
      title: 'Jardines <b>verticales</b> & 100% 🎉',
    });
    for (const q of [
      "jardines' & !verticales",
      '"jardines verticales" -100',
      'jardines:* (100%)',
      '🎉 jardines',
    ])
      expect([q, (await hitsOf('project', q)).map(hit => hit.id)]).toEqual([q, [project.id]]);
  });

  it('more than anybody types is refused in words', async () => {
    const answer = await ask('x'.repeat(MOST_TYPED + 1));
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining('200')]);
    expect((await ask('ñ'.repeat(1500))).status).toBe(400);
    expect((await ask('x'.repeat(10_000))).status).toBe(400);
  });

  it('asks who it is', async () => {
    const response = await fetch(`${server.url}/api/search?q=huerto`);
    expect(response.status).toBe(401);
  });
});
