import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { callSettings, openCall } from '../../../../test/calls.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { done } from '../../../../test/factories.ts';
import type { CallState } from '../../../domain/calls/calls.ts';
import type { Problem } from '../../../domain/kit/problem.ts';
import type { CallDetail } from '../contract.ts';
import type { Figures } from '../figures/contract.ts';

let server: TestApp;
let admin: Client;
beforeAll(async () => {
  server = await startApp();
  admin = await clientAs(server, PEOPLE.admin);
});
afterAll(() => server.close());

const REASON = 'Nadie postuló a la otra línea.';
type Saved = { id: string; version: number } & Pick<Problem, 'errors' | 'detail'>;

const newLines = () => [
  { id: randomUUID(), name: 'Barrios', cap: 5_000_000, budget: 9_000_000 },
  { id: randomUUID(), name: 'Escuelas', cap: 5_000_000, budget: 6_000_000 },
];
const detail = async (id: string, who = admin) => done(await who.get<CallDetail>(`/calls/${id}`));

/** An open call of two lines, and what moves money from its first to its second one. */
async function withTwoLines(more: object = {}) {
  const { id } = await openCall(admin, { lines: newLines(), ...more });
  const { lines, version } = await detail(id);
  const [from = '', to = ''] = lines.map(l => l.id);
  const move = (body: object = {}, who = admin) =>
    who.post<Saved>(`/calls/${id}/transfers`, {
      ...{ version, from, to, amount: 1_000_000, reason: REASON },
      ...body,
    });
  return { id, version, from, to, move };
}

let codes = 0;
async function award(call: string, line: string, money: { asked: number; awarded: number | null }) {
  const [lead, code] = [userIdOf(PEOPLE.academic), `FEX-1991-${String(++codes).padStart(4, '0')}`];
  await sql`insert into projects (id, code, kind, kind_version, title, lead_id, created_by, status, submitted_at,
      call_id, line_id, amount_requested, amount_awarded)
    values (new_id(), ${code}, 'fexs', 1, 'Propuesta', ${lead}, ${lead}, 'running', now(), ${call}, ${line},
      ${money.asked}, ${money.awarded})`.execute(server.db);
}

const setState = (id: string, state: CallState) =>
  server.db.updateTable('calls').set({ state }).where('id', '=', id).execute();

describe('money between lines', () => {
  it('moves with a reason, and is told to the office with what the bases gave', async () => {
    const { id, version, from, to, move } = await withTwoLines();
    await award(id, from, { asked: 4_000_000, awarded: 3_000_000 });
    expect(done(await move())).toEqual({ id, version: version + 1 });
    done(await move({ version: version + 1, from: to, to: from, amount: 250_000 }));
    const call = await detail(id);
    expect(call.lines).toMatchObject([
      { name: 'Barrios', budget: 9_000_000, moved: -750_000 },
      { name: 'Escuelas', budget: 6_000_000, moved: 750_000 },
    ]);
    expect(call.funds?.awarded).toEqual([
      { lineId: from, amount: 3_000_000 },
      { lineId: to, amount: 0 },
    ]);
    expect(call.funds?.transfers).toMatchObject([
      { from: 'Escuelas', to: 'Barrios', amount: 250_000 },
      { from: 'Barrios', to: 'Escuelas', amount: 1_000_000, reason: REASON, by: expect.any(String) },
    ]);
    const figures = done(await admin.get<Figures>(`/calls/${id}/figures`));
    expect(figures).toMatchObject({ budget: 15_000_000, left: 12_000_000 });
    expect(figures.total).toMatchObject({ asked: 4_000_000, granted: 3_000_000 });
    expect(figures.lines.map(l => [l.budget, l.left])).toEqual([
      [8_250_000, 5_250_000],
      [6_750_000, 6_750_000],
    ]);
    const { rows } = await sql<{ changes: object }>`
      select changes from audit where action = 'call.transfer' and object_id = ${id} order by id`.execute(
      server.db,
    );
    expect(rows[0]?.changes).toEqual({
      transfer: [null, '$1.000.000 de «Barrios» a «Escuelas»'],
      reason: [null, REASON],
    });
  });

  it('never takes from a line what was awarded in it, all of an award that says no amount', async () => {
    const { id, version, from, to, move } = await withTwoLines();
    await award(id, from, { asked: 4_000_000, awarded: 3_000_000 });
    await award(id, from, { asked: 2_000_000, awarded: null });
    await award(id, to, { asked: 5_000_000, awarded: 5_000_000 });
    const refused = await move({ amount: 4_000_001 });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([
      {
        path: 'amount',
        message: 'De la línea «Barrios» se pueden mover hasta $4.000.000: lo demás está adjudicado.',
      },
    ]);
    done(await move({ amount: 4_000_000 }));
    const again = await move({ version: version + 1, amount: 1 });
    expect(again.body.errors?.[0]?.message).toContain('hasta $0');
  });

  it('is refused before the opening and after the end', async () => {
    const { id, move } = await withTwoLines();
    for (const [state, detail] of [
      ['preparation', 'La convocatoria está en preparación: cambia el presupuesto en sus líneas.'],
      ['closed', 'La convocatoria está cerrada: reábrela para mover dinero.'],
    ] as const) {
      await setState(id, state);
      const answer = await move();
      expect([answer.status, answer.body.detail]).toEqual([422, detail]);
    }
    await setState(id, 'execution');
    done(await move());
  });

  it('asks for two different lines of the call, a whole amount and a reason', async () => {
    const { from, to, move } = await withTwoLines();
    const other = await withTwoLines();
    const wrong: [object, string][] = [
      [{ to: from }, 'to'],
      [{ from: to }, 'to'],
      [{ from: other.from }, 'from'],
      [{ to: other.to }, 'to'],
      [{ to: randomUUID() }, 'to'],
      [{ to: 'otra' }, 'to'],
      ...[0, -1, 1.5, 2 ** 53 + 2, 1e30, 1e300, '5', null].map((amount): [object, string] => [
        { amount },
        'amount',
      ]),
      [{ amount: 999_999_999_999 }, 'amount'],
      [{ reason: 'corta' }, 'reason'],
      [{ reason: `${' '.repeat(20)}corta` }, 'reason'],
    ];
    for (const [body, path] of wrong) {
      const answer = await move(body);
      const paths = [...new Set(answer.body.errors?.map(e => e.path))];
      expect([answer.status, paths], JSON.stringify(body)).toEqual([400, [path]]);
    }
    const { rows } = await sql`select from call_transfers where from_line_id = ${from}`.execute(server.db);
    expect(rows).toEqual([]);
  });

  it('happens once by a double click, and of two that exceed what is free exactly one wins', async () => {
    const one = await withTwoLines();
    const clicks = await Promise.all([one.move(), one.move()]);
    expect(clicks.map(a => a.status).sort()).toEqual([200, 409]);
    const two = await withTwoLines();
    const both = await Promise.all([two.move({ amount: 5_000_000 }), two.move({ amount: 6_000_000 })]);
    expect(both.map(a => a.status).sort()).toEqual([200, 409]);
    // Whoever looks again first and asks once more is told what is left.
    const { version } = await detail(two.id);
    expect((await two.move({ version, amount: 5_000_000 })).status).toBe(400);
  });

  it('is the office’s, and not of who takes part', async () => {
    const { id, move } = await withTwoLines();
    for (const who of [PEOPLE.academic, PEOPLE.director, PEOPLE.dean, PEOPLE.reviewer])
      expect((await move({}, await clientAs(server, who))).status).toBe(403);
    const academic = await detail(id, await clientAs(server, PEOPLE.academic));
    expect(academic.funds).toBeNull();
    await sql`insert into projects (id, code, kind, kind_version, title, lead_id, created_by, call_id)
      values (new_id(), 'FEX-1991-9999', 'fexs', 1, 'Mía', ${userIdOf(PEOPLE.admin)}, ${userIdOf(PEOPLE.admin)}, ${id})`.execute(
      server.db,
    );
    const barred = await move();
    expect(barred.status).toBe(403);
    expect((await detail(id)).funds?.transfers).toEqual([]);
  });

  it('keeps the call from going back to preparation, and its settings from seeming changed', async () => {
    const { id, version, move } = await withTwoLines();
    done(await move());
    const back = await admin.post<Saved>(`/calls/${id}/state`, { version: version + 1, to: 'preparation' });
    expect([back.status, back.body.detail]).toEqual([
      422,
      'Ya se movió dinero entre líneas: la convocatoria no vuelve a preparación.',
    ]);
    const call = await detail(id);
    const settings = callSettings(call, { publicText: '<p>Más claro</p>' });
    const lines = settings.lines.map(({ id: line, name, cap, budget }) => ({ id: line, name, cap, budget }));
    done(await admin.put(`/calls/${id}`, { version: call.version, settings: { ...settings, lines } }));
    const { rows } = await sql<{ changes: object }>`
      select changes from audit where action = 'call.updated' and object_id = ${id} order by id desc limit 1`.execute(
      server.db,
    );
    expect(rows[0]?.changes).toEqual({});
    expect((await detail(id)).lines.map(l => l.moved)).toEqual([-1_000_000, 1_000_000]);
  });
});

describe('the limits of a call', () => {
  const LIMITS = {
    categoryCaps: [
      { category: 'fees' as const, share: 30 },
      { category: 'equipment' as const, share: 20 },
    ],
    partnerMinimum: 15,
    studentMinimum: 12,
  };

  it('are saved, told to everybody, copied, and fixed once it opened', async () => {
    const { id } = await withTwoLines(LIMITS);
    expect(await detail(id, await clientAs(server, PEOPLE.academic))).toMatchObject(LIMITS);
    const call = await detail(id);
    const save = (more: object) =>
      admin.put<Saved>(`/calls/${id}`, {
        version: call.version,
        settings: callSettings(call, { ...LIMITS, ...more }),
      });
    const refused = await save({ categoryCaps: [], partnerMinimum: null, studentMinimum: 11 });
    expect(refused.status).toBe(422);
    expect(refused.body.errors?.map(e => e.path).sort()).toEqual([
      'settings.categoryCaps',
      'settings.partnerMinimum',
      'settings.studentMinimum',
    ]);
    done(await save({}));
    const copy = done(await admin.post<Saved>(`/calls/${id}/copy`, { name: 'La copia', year: 2027 }));
    const copied = await detail(copy.id);
    expect(copied).toMatchObject(LIMITS);
    const none = { categoryCaps: [], partnerMinimum: null, studentMinimum: null };
    const settings = callSettings(copied, none);
    done(await admin.put(`/calls/${copy.id}`, { version: copied.version, settings }));
    expect(await detail(copy.id)).toMatchObject(none);
  });

  it('are whole, within what makes sense, and one a category', async () => {
    const { id, version } = done(
      await admin.post<Saved>('/calls', { name: 'Con topes', year: 2026, kind: 'fexs' }),
    );
    const stored = await detail(id);
    const wrong: [object, string][] = [
      [{ categoryCaps: [{ category: 'fees', share: 101 }] }, 'categoryCaps.0.share'],
      [{ categoryCaps: [{ category: 'fees', share: 0 }] }, 'categoryCaps.0.share'],
      [{ categoryCaps: [{ category: 'sweets', share: 5 }] }, 'categoryCaps.0.category'],
      [{ categoryCaps: [1, 2].map(share => ({ category: 'fees', share })) }, 'categoryCaps'],
      [{ partnerMinimum: 0.5 }, 'partnerMinimum'],
      [{ partnerMinimum: 1001 }, 'partnerMinimum'],
      [{ studentMinimum: 0 }, 'studentMinimum'],
      [{ studentMinimum: 2 ** 31 }, 'studentMinimum'],
    ];
    for (const [more, path] of wrong) {
      const answer = await admin.put<Saved>(`/calls/${id}`, {
        version,
        settings: callSettings(stored, { ...LIMITS, ...more }),
      });
      expect(
        answer.body.errors?.map(e => e.path),
        path,
      ).toContain(`settings.${path}`);
    }
  });
});
