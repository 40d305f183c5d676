import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { callSettings, openCall } from '../../../test/calls.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import { done } from '../../../test/factories.ts';
import { auditField } from '../../domain/audit/words.ts';
import { localDay } from '../../domain/kit/calendar.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import { formatDateTime } from '../../domain/text/format.ts';
import { type CallDetail, type CallRow, callSettings as settingsSchema } from './contract.ts';
import { runCalls } from './jobs.ts';

type Who = 'academic' | 'colleague' | 'stranger' | 'director' | 'reviewer' | 'admin';
interface Saved {
  id: string;
  version: number;
}
let server: TestApp;
let clients: Record<Who, Client>;

beforeAll(async () => {
  server = await startApp();
  const who: Who[] = ['academic', 'colleague', 'stranger', 'director', 'reviewer', 'admin'];
  const entries = who.map(async each => [each, await clientAs(server, PEOPLE[each])]);
  clients = Object.fromEntries(await Promise.all(entries));
});
afterAll(() => server.close());

const HOUR = 3_600_000;
/** Everybody sees a call of it in the demo: one in preparation lends no other year to the office. */
const YEAR = Number(localDay(new Date()).slice(0, 4));
const at = (ms: number) => new Date(Date.now() + ms).toISOString();
const create = async (name = 'Fondo de extensión', kind = 'fexs') =>
  done(await clients.admin.post<Saved>('/calls', { name, year: YEAR, kind }));
const detail = async (id: string, who: Who = 'admin') =>
  done(await clients[who].get<CallDetail>(`/calls/${id}`));
const save = (id: string, version: number, settings: object) =>
  clients.admin.put<Saved & Pick<Problem, 'errors'>>(`/calls/${id}`, { version, settings });
const rows = async (who: Who, query = '') =>
  done(await clients[who].get<{ rows: CallRow[]; total: number }>(`/calls?size=200${query}`)).rows;

describe('preparing a call', () => {
  it('starts with the rubric of its kind and keeps every setting', async () => {
    const { id, version } = await create('Fondo con todo');
    const first = await detail(id);
    expect(first.state).toBe('preparation');
    expect(first.rubric.criteria.map(c => c.weight).reduce((a, b) => a + b, 0)).toBe(100);
    expect(first.missing).toEqual(['la fecha de apertura', 'la fecha de cierre', 'al menos una línea']);
    const settings = callSettings(first, {
      opensAt: at(HOUR),
      closesAt: at(48 * HOUR),
      endorseUntil: at(72 * HOUR),
      blind: true,
      proposalsPerLead: 2,
      questions: [
        {
          id: 'why',
          type: 'long_text',
          label: '¿Por qué ahora?',
          help: '',
          required: true,
          options: [],
          columns: [],
        },
      ],
      documents: [{ type: 'commitment_letter', label: 'Carta', help: '', required: true, anonymous: false }],
      publicText: '<h2>Bases</h2><p onclick="x()">Hola <b>a todos</b><script>alert(1)</script></p>',
    });
    done(await save(id, version, settings));
    const { publicText: _, ...asked } = settings;
    const { publicText, ...stored } = await detail(id);
    expect(stored).toMatchObject({ ...asked, version: 2, missing: [] });
    expect(publicText).toBe('<h2>Bases</h2><p>Hola <strong>a todos</strong></p>');
  });

  it('lends its year to the lists’ filter, for whoever may see it', async () => {
    done(await clients.admin.post('/calls', { name: 'Fondo de otra época', year: 2031, kind: 'fexs' }));
    const years = async (who: Who) => done(await clients[who].get<{ years: number[] }>('/calls/years')).years;
    const all = await years('admin');
    expect(all[0]).toBe(2031);
    expect(all).toEqual([...new Set(all)].sort((a, b) => b - a));
    expect(await years('academic')).toEqual(all.filter(y => y !== 2031));
    expect((await rows('admin', '&year=2031')).map(r => r.name)).toEqual(['Fondo de otra época']);
  });

  it('refuses weights that do not add up, dates out of order and caps over the budget, all at once', async () => {
    const { id, version } = await create();
    const call = await detail(id);
    const [first, ...others] = call.rubric.criteria;
    const wrong = callSettings(call, {
      opensAt: at(HOUR),
      closesAt: at(0),
      rubric: { criteria: [{ ...first, weight: (first?.weight ?? 0) + 1 }, ...others] },
      lines: [{ id: randomUUID(), name: 'Única', cap: 10, budget: 5 }],
    });
    const answer = await save(id, version, wrong);
    expect(answer.status).toBe(400);
    const { errors } = answer.body;
    expect(errors?.map(e => e.path)).toEqual([
      'settings.rubric.criteria',
      'settings.closesAt',
      'settings.lines.0.cap',
    ]);
    expect(errors?.[0]?.message).toBe('Las ponderaciones deben sumar 100.');
  });

  it.each([0, -1, 1.5, 2 ** 53 + 2, 1e300])('refuses a line of %s pesos', async money => {
    const { id, version } = await create();
    const call = await detail(id);
    const lines = [{ id: randomUUID(), name: 'Única', cap: money, budget: money }];
    const answer = await save(id, version, callSettings(call, { lines }));
    const paths = new Set(answer.body.errors?.map(e => e.path));
    expect([answer.status, [...paths].sort()]).toEqual([
      400,
      ['settings.lines.0.budget', 'settings.lines.0.cap'],
    ]);
    expect((await detail(id)).lines).toEqual([]);
  });

  it('gives a month of grace at first and keeps instalments that add up, in their order', async () => {
    const { id, version } = await create('Fondo en cuotas');
    const call = await detail(id);
    expect(call).toMatchObject({ graceDays: 30, instalments: [] });
    const part = (share: number, report: number | null) => ({ id: randomUUID(), share, report });
    const messages = async (instalments: object[], graceDays: number | null = 0) => {
      const { status, body } = await save(id, version, callSettings(call, { instalments, graceDays }));
      return [status, body.errors?.map(e => [e.path, e.message])];
    };
    const at = 'settings.instalments';
    const once = part(50, null);
    expect(await messages([once, part(49, 1)])).toEqual([400, [[at, 'Las cuotas deben sumar 100 %.']]]);
    expect(await messages([once, once])).toEqual([400, [[at, 'Hay cuotas repetidas.']]]);
    const unordered = 'Ordena las cuotas: primero las del inicio, después las de cada informe.';
    expect(await messages([part(50, 1), once])).toEqual([400, [[at, unordered]]]);
    const wrong = await messages([{ ...once, share: 0 }, part(100, 21)], 366);
    expect((wrong[1] as string[][]).map(([path]) => path)).toEqual(
      expect.arrayContaining([`${at}.0.share`, `${at}.1.report`, 'settings.graceDays']),
    );
    const instalments = [once, part(30, 1), part(20, 2)];
    done(await save(id, version, callSettings(call, { instalments, graceDays: 0 })));
    expect(await detail(id)).toMatchObject({ instalments, graceDays: 0 });
    const copy = done(await clients.admin.post<Saved>(`/calls/${id}/copy`, { name: 'Otra vez', year: 2027 }));
    expect(await detail(copy.id)).toMatchObject({ instalments, graceDays: 0 });
  });

  it('tells the second of two editors', async () => {
    const { id, version } = await create();
    const settings = callSettings(await detail(id));
    done(await save(id, version, settings));
    expect((await save(id, version, settings)).status).toBe(409);
  });

  it('is the office’s alone until it opens', async () => {
    const { id } = await create('Secreta todavía');
    for (const who of ['academic', 'director', 'reviewer'] as const) {
      expect((await clients[who].get(`/calls/${id}`)).status).toBe(404);
      expect((await rows(who)).some(r => r.id === id)).toBe(false);
      expect((await clients[who].post('/calls', { name: 'Mía', year: 2026, kind: 'fexs' })).status).toBe(403);
      for (const path of ['copy', 'state', 'extend'])
        expect((await clients[who].post(`/calls/${id}/${path}`, {})).status).toBe(403);
      expect((await clients[who].put(`/calls/${id}`, {})).status).toBe(403);
      expect((await clients[who].delete(`/calls/${id}`)).status).toBe(403);
    }
    expect((await rows('admin')).some(r => r.id === id)).toBe(true);
  });

  it('is copied whole but for its dates, and deleted while nobody applies', async () => {
    const { id } = await openCall(clients.admin, { name: 'Del año pasado', publicText: '<p>Bases</p>' });
    const copy = done(
      await clients.admin.post<Saved>(`/calls/${id}/copy`, { name: 'De este año', year: 2027 }),
    );
    const [from, to] = [await detail(id), await detail(copy.id)];
    expect(to).toMatchObject({
      name: 'De este año',
      year: 2027,
      state: 'preparation',
      opensAt: null,
      closesAt: null,
      publicText: '<p>Bases</p>',
      rubric: from.rubric,
      copiedFrom: { id, name: 'Del año pasado' },
    });
    expect(to.lines.map(l => l.name)).toEqual(from.lines.map(l => l.name));
    expect(to.lines[0]?.id).not.toBe(from.lines[0]?.id);
    expect((await clients.admin.delete(`/calls/${id}`)).status).toBe(422);
    done(await clients.admin.delete(`/calls/${copy.id}`));
    expect((await clients.admin.get(`/calls/${copy.id}`)).status).toBe(404);
  });
});

describe('by the clock', () => {
  it('opens when it is time and complete, closes when it is time, once', async () => {
    const { id, version } = await create('Por reloj');
    const settings = callSettings(await detail(id), { opensAt: at(-1000), closesAt: at(HOUR) });
    done(await save(id, version, { ...settings, lines: [] }));
    await runCalls(server.db);
    expect((await detail(id)).state).toBe('preparation');
    done(await save(id, version + 1, settings));
    await Promise.all([runCalls(server.db), runCalls(server.db)]);
    expect(await detail(id, 'academic')).toMatchObject({ state: 'open', taking: true, startRefusal: null });
    await runCalls(server.db, new Date(Date.now() + 2 * HOUR));
    expect(await detail(id)).toMatchObject({ state: 'evaluation', version: version + 4 });
  });

  it('takes nothing after its minute though the job has not run', async () => {
    const { id } = await openCall(clients.admin, { name: 'Cierra sola' });
    await server.db
      .updateTable('calls')
      .set({ closes_at: new Date(Date.now() - 1) })
      .where('id', '=', id)
      .execute();
    const { state, taking, startRefusal } = await detail(id, 'academic');
    expect({ state, taking }).toEqual({ state: 'open', taking: false });
    expect(startRefusal).toMatch(/^La convocatoria cerró el /);
    const open = done(await clients.academic.get<{ calls: { id: string }[] }>('/open-calls'));
    expect(open.calls.some(c => c.id === id)).toBe(false);
  });
});

describe('once it is open', () => {
  it('the form stands still; later dates and the text do not', async () => {
    const { id } = await openCall(clients.admin, { name: 'Congelada' });
    const call = await detail(id);
    const refused = await save(id, call.version, callSettings(call, { minimum: 10, lines: [] }));
    expect(refused.status).toBe(422);
    const { errors } = refused.body;
    expect(errors?.map(e => e.path).sort()).toEqual(['settings.lines', 'settings.minimum']);
    done(
      await save(
        id,
        call.version,
        callSettings(call, { publicText: '<p>Más claro</p>', resolutionAt: at(999 * HOUR) }),
      ),
    );
    expect((await detail(id)).publicText).toBe('<p>Más claro</p>');
  });

  it('instalments stand still, days of grace do not', async () => {
    const instalments = [{ id: randomUUID(), share: 100, report: 1 }];
    const { id } = await openCall(clients.admin, { name: 'En una cuota', instalments });
    const call = await detail(id, 'academic');
    expect(call).toMatchObject({ instalments, graceDays: 30 });
    for (const changed of [[], [{ ...instalments[0], report: null }]]) {
      const refused = await save(id, call.version, callSettings(call, { instalments: changed }));
      expect([refused.status, refused.body.errors?.map(e => e.path)]).toEqual([
        422,
        ['settings.instalments'],
      ]);
    }
    done(await save(id, call.version, callSettings(call, { graceDays: 45 })));
    expect(await detail(id, 'academic')).toMatchObject({ instalments, graceDays: 45 });
  });

  it('moves by hand only where it may', async () => {
    const { id } = await openCall(clients.admin, { name: 'De vuelta' });
    const move = (to: string, version: number) =>
      clients.admin.post<Saved>(`/calls/${id}/state`, { version, to });
    const { version } = await detail(id);
    expect((await move('closed', version)).status).toBe(422);
    done(await move('preparation', version));
    expect(await detail(id)).toMatchObject({ state: 'preparation', opensAt: null });
    expect((await move('open', version)).status).toBe(409);
    done(await move('open', version + 1));
    expect((await detail(id)).state).toBe('open');
  });

  it('is extended with a reason, later only, and says so', async () => {
    const { id } = await openCall(clients.admin, { name: 'Más plazo' });
    const { version, closesAt } = await detail(id);
    const extend = (body: object) => clients.admin.post<Saved>(`/calls/${id}/extend`, { version, ...body });
    expect((await extend({ closesAt: at(99 * HOUR), reason: 'corta' })).status).toBe(400);
    expect((await extend({ closesAt, reason: 'Igual que antes, nada más.' })).status).toBe(400);
    done(await extend({ closesAt: at(99 * HOUR), reason: 'Hubo un corte de luz en el campus.' }));
    const { extensions } = await detail(id, 'academic');
    expect(extensions).toMatchObject([{ closedAt: closesAt, reason: 'Hubo un corte de luz en el campus.' }]);
  });
});

describe('an extension', () => {
  const start = (who: Who, callId: string) =>
    clients[who].post<{ id: string }>('/projects', {
      id: randomUUID(),
      kind: 'fexs',
      title: 'Borrador',
      callId,
    });
  const told = async (name: string) => {
    const rows = await server.db.selectFrom('mails').select(['user_id', 'subject', 'text']).execute();
    return rows.filter(mail => mail.text.includes(name));
  };

  it('is written to everybody with a draft in it, lead and alternate, once, and moves their date', async () => {
    const { id } = await openCall(clients.admin, { name: 'Con borradores' });
    const [one, two, sent, other] = [
      done(await start('academic', id)),
      done(await start('director', id)),
      done(await start('stranger', id)),
      done(await start('colleague', (await openCall(clients.admin, { name: 'Otra abierta' })).id)),
    ];
    const alternate = userIdOf(PEOPLE.colleague);
    const edit = server.db.updateTable('projects');
    await edit.set({ alternate_id: alternate }).where('id', 'in', [one.id, two.id]).execute();
    // Whoever has sent it already needs no more time.
    await edit
      .set({ status: 'director_review', submitted_at: new Date() })
      .where('id', '=', sent.id)
      .execute();
    const { version } = await detail(id);
    const closesAt = at(99 * HOUR);
    const extended = done(
      await clients.admin.post<Saved & { told: number }>(`/calls/${id}/extend`, {
        version,
        closesAt,
        reason: 'Hubo un corte de luz en el campus.',
      }),
    );
    expect(extended.told).toBe(3);
    const mails = await told('Con borradores');
    const expected = [PEOPLE.academic, PEOPLE.director, PEOPLE.colleague].map(userIdOf);
    expect(mails.map(m => m.user_id).sort()).toEqual(expected.sort());
    for (const mail of mails) {
      expect(mail.subject).toContain('Más plazo para tu borrador');
      expect(mail.text).toContain(
        `Con borradores ahora cierra el ${formatDateTime(new Date(closesAt))}. Hubo un corte de luz en el campus.`,
      );
    }
    const { rows } = await sql<{ id: string; due: Date }>`
      select id, due_at as due from projects where id in (${one.id}, ${two.id}, ${other.id})`.execute(
      server.db,
    );
    const moved = rows.filter(r => new Date(r.due).toISOString() === closesAt).map(r => r.id);
    expect(moved.sort()).toEqual([one.id, two.id].sort());
  });
});

describe('files of the bases', () => {
  const PDF = new TextEncoder().encode('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF\n');
  it('are added by the office, read by everybody, refused by content', async () => {
    const { id } = await openCall(clients.admin, { name: 'Con archivos' });
    const path = `/calls/${id}/files?name=${encodeURIComponent('Bases año 2026.pdf')}`;
    expect((await clients.academic.put(path, PDF)).status).toBe(403);
    expect((await clients.admin.put(path, new TextEncoder().encode('<html>'))).status).toBe(415);
    const file = done(await clients.admin.put<{ id: string; name: string }>(path, PDF));
    expect((await clients.admin.put(path, PDF)).status).toBe(422);
    expect((await detail(id, 'academic')).files).toMatchObject([
      { name: 'Bases año 2026.pdf', size: PDF.length },
    ]);
    const answer = await fetch(`${server.url}/api/calls/${id}/files/${file.id}`, {
      headers: { authorization: `Bearer ${clients.academic.token}` },
    });
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(PDF);
    done(await clients.admin.delete(`/calls/${id}/files/${file.id}`));
    expect((await clients.admin.get(`/calls/${id}/files/${file.id}`)).status).toBe(404);
  });
});

it('every write is in the audit', async () => {
  const actions = await server.db
    .selectFrom('audit')
    .select('action')
    .where('object_type', '=', 'call')
    .where('actor_id', '=', userIdOf(PEOPLE.admin))
    .distinct()
    .execute();
  expect(actions.map(a => a.action).sort()).toEqual([
    'call.copy',
    'call.created',
    'call.deleted',
    'call.extend',
    'call.file_add',
    'call.file_remove',
    'call.move',
    'call.updated',
  ]);
});

it('each of its settings has words in the audit', () => {
  const untold = Object.keys(settingsSchema.shape).filter(key => auditField('call.updated', key) === key);
  expect(untold).toEqual([]);
});
