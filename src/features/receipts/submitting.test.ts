import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openCall, proposal } from '../../../test/calls.ts';
import { clientOf } from '../../../test/client.ts';
import type { Clients } from '../../../test/demo.ts';
import { act, detailOf, done, fillSections } from '../../../test/factories.ts';
import { pdfPages } from '../../../test/pdf.ts';
import { countWaiting } from '../../../test/rows.ts';
import { clients, openUniversity, refs, server } from '../../../test/university.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import { openSession } from '../../server/sign-in/session.ts';
import { runCalls } from '../calls/jobs.ts';

openUniversity();

const HOUR = 3_600_000;
const call = (more: Parameters<typeof openCall>[1] = {}) => openCall(clients.admin, more);
const draft = (to: { id: string; lineId: string }, amount?: number) =>
  proposal(clients.academic, refs, to, amount);
const submit = (project: { kind: string; id: string }) => act<Problem>(clients.academic, project, 'submit');
const closeNow = (id: string) =>
  server.db.updateTable('calls').set({ closes_at: new Date() }).where('id', '=', id).execute();

describe('starting a proposal', () => {
  it('needs an open call for a fund, and none for an incubation', async () => {
    await server.db.updateTable('calls').set({ state: 'closed' }).execute();
    const start = (kind: string, callId?: string) =>
      clients.academic.post<Problem>('/projects', { id: randomUUID(), kind, title: 'Propuesta', callId });
    expect((await start('fexs')).status).toBe(422);
    expect((await start('incs')).status).toBe(200);
    const { id } = await call();
    expect((await start('incs', id)).status).toBe(422);
    expect((await start('fexs', randomUUID())).status).toBe(422);
    const made = done(
      await clients.academic.post<{ kind: string; id: string }>('/projects', {
        id: randomUUID(),
        kind: 'fexs',
        title: 'Propuesta',
      }),
    );
    const { call: applied, turn, eligibility } = await detailOf(clients.academic, made);
    expect(applied?.id).toBe(id);
    expect(turn.due).toBe(applied?.closesAt);
    expect(eligibility.filter(r => r.message).map(r => r.rule)).toEqual(['line', 'cap']);
  });

  it('of several open calls takes the one chosen, or waits for the choice', async () => {
    const [one, two] = [await call({ name: 'Una abierta' }), await call({ name: 'Otra abierta' })];
    const start = async (callId: string | null) => {
      const body = { id: randomUUID(), kind: 'fexs', title: 'Propuesta', callId };
      const made = done(await clients.academic.post<{ kind: string; id: string }>('/projects', body));
      return detailOf(clients.academic, made);
    };
    for (const { id } of [one, two]) expect((await start(id)).call?.id).toBe(id);
    const undecided = await start(null);
    expect([undecided.call, undecided.sections.some(s => s.slug === 'fund')]).toEqual([null, true]);
  });

  it('an incubation may join a call while it is open, and go without', async () => {
    const { id, lineId } = await call({ kind: 'incs' });
    const made = done(
      await clients.academic.post<{ kind: string; id: string }>('/projects', {
        id: randomUUID(),
        kind: 'incs',
        title: 'Idea',
      }),
    );
    const before = await detailOf(clients.academic, made);
    expect(before.sections.some(s => s.slug === 'fund')).toBe(true);
    expect(before.completeness.missing.some(m => m.section === 'fund')).toBe(false);
    await fillSections(clients.academic, made, { fund: { callId: id, lineId } });
    const after = await detailOf(clients.academic, made);
    expect(after.call?.id).toBe(id);
    expect(after.completeness.missing.filter(m => m.section === 'fund').map(m => m.path)).toEqual([
      'amountRequested',
    ]);
  });

  it('asks what the call asks for besides', async () => {
    const to = await call({
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
      documents: [
        { type: 'signed_bases', label: 'Bases firmadas', help: '', required: true, anonymous: false },
      ],
    });
    const project = await draft(to);
    const answer = await submit(project);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toContain('Falta subir: Bases firmadas.');
    expect(answer.body.errors?.map(e => e.path)).toEqual([
      'attachments.documents.signed_bases',
      'questions.answers.why',
    ]);
  });
});

describe('submitting', () => {
  it('gives a receipt that is the same each time, for those it is about', async () => {
    const to = await call();
    const project = await draft(to);
    done(await submit(project));
    const { status, receipts, turn } = await detailOf(clients.academic, project);
    expect(status).toBe('director_review');
    expect(turn.office).toBe(false);
    expect(receipts).toHaveLength(1);
    const open = async (who: keyof Clients) =>
      fetch(`${server.url}/api/projects/fexs/${project.id}/receipts/${receipts[0]?.id}`, {
        headers: { authorization: `Bearer ${clients[who].token}` },
      });
    const pdf = async () => Buffer.from(await (await open('academic')).arrayBuffer());
    const [first, second] = [await pdf(), await pdf()];
    expect(first.equals(second)).toBe(true);
    const text = pdfPages(first).join('').replace(/\s/g, '');
    expect(text).toContain('Comprobantederecepción');
    expect(text).toContain(receipts[0]?.contentHash);
    expect(text).toContain('$2.000.000');
    expect((await open('admin')).status).toBe(200);
    expect((await open('director')).status).toBe(404);
    expect((await open('stranger')).status).toBe(404);
  });

  it('is refused late, over the cap and beyond the proposals per lead, with the rule', async () => {
    const to = await call({ name: 'Con reglas' });
    const over = await draft(to, 3_000_001);
    const refused = await submit(over);
    expect(refused.status).toBe(422);
    expect(refused.body.detail).toContain(
      'El tope de la línea «Línea general» es $3.000.000 y pides $3.000.001.',
    );
    const one = await draft(to);
    const two = await draft(to);
    done(await submit(one));
    const second = await submit(two);
    expect(second.status).toBe(422);
    expect(second.body.detail).toBe('La convocatoria admite 1 propuesta por responsable y ya hay 1 enviada.');
    done(await act(clients.academic, one, 'withdraw', { reason: 'Me equivoqué' }));
    await closeNow(to.id);
    const late = await submit(two);
    expect(late.status).toBe(422);
    expect(late.body.detail).toMatch(
      /^La convocatoria cerró el \d\d-\d\d-\d{4} \d\d:\d\d: puedes pasar el borrador a otra/,
    );
    expect(await detailOf(clients.academic, two)).toMatchObject({ status: 'draft', receipts: [] });
  });

  it('of two of one lead sent at once one is received', async () => {
    const to = await call();
    const drafts = [await draft(to), await draft(to), await draft(to)];
    const answers = await Promise.all(drafts.map(submit));
    expect(answers.map(a => a.status).sort()).toEqual([200, 422, 422]);
  });

  it('waits for its lead before it holds the project, as handing over does', async () => {
    const project = await draft(await call());
    const { lead } = await detailOf(clients.academic, project);
    const { sent } = await server.db.transaction().execute(async tx => {
      await sql`select from users where id = ${lead.id} for no key update`.execute(tx);
      const answer = submit(project);
      await expect.poll(() => countWaiting(server.db)).toBe(1);
      // Held by the one who waits, it would be a deadlock.
      await sql`select from projects where id = ${project.id} for no key update nowait`.execute(tx);
      return { sent: answer };
    });
    done(await sent);
  });

  it('is refused while a final report of the lead is overdue, unless the call does not mind', async () => {
    const running = done(
      await clients.academic.post<{ id: string }>('/projects', {
        id: randomUUID(),
        kind: 'exts',
        title: 'Atrasado',
      }),
    );
    await server.db
      .updateTable('projects')
      .set({ status: 'running', due_at: new Date(Date.now() - HOUR) })
      .where('id', '=', running.id)
      .execute();
    const refused = await submit(await draft(await call()));
    expect(refused.status).toBe(422);
    expect(refused.body.detail).toMatch(/^El responsable tiene informes atrasados: EXT-/);
    done(await submit(await draft(await call({ blocksOverdue: false }))));
    await server.db.deleteFrom('projects').where('id', '=', running.id).execute();
  });

  it('a draft whose call closed goes to another, and no further once it was sent', async () => {
    const first = await call();
    const project = await draft(first);
    await closeNow(first.id);
    await runCalls(server.db);
    const next = await call();
    await fillSections(clients.academic, project, {
      fund: { callId: next.id, lineId: next.lineId },
    });
    const moved = await detailOf(clients.academic, project);
    expect(moved).toMatchObject({ call: { id: next.id }, turn: { due: moved.call?.closesAt } });
    const wrong = await clients.academic.put<Problem>(`/projects/fexs/${project.id}/sections/fund`, {
      version: moved.sections.find(s => s.slug === 'fund')?.version,
      data: { callId: first.id, lineId: next.lineId },
    });
    expect([wrong.status, wrong.body.errors?.[0]?.path]).toEqual([400, 'callId']);
    done(await submit(project));
    done(
      await act(clients.director, project, 'return', {
        observations: [{ section: 'fund', text: 'Revisa el monto.' }],
      }),
    );
    const other = await call();
    const { sections } = await detailOf(clients.academic, project);
    const bound = await clients.academic.put<Problem>(`/projects/fexs/${project.id}/sections/fund`, {
      version: sections.find(s => s.slug === 'fund')?.version,
      data: { callId: other.id, lineId: other.lineId },
    });
    expect(bound.body.errors?.[0]?.message).toBe('La propuesta ya se envió a esta convocatoria.');
  });

  it('steps are due by the dates of the call', async () => {
    const at = (days: number) => new Date(Date.now() + days * 24 * HOUR).toISOString();
    const endorseUntil = at(5);
    const to = await call({ endorseUntil, correctionDays: 3 });
    const project = await draft(to);
    done(await submit(project));
    done(await act(clients.director, project, 'endorse'));
    expect((await detailOf(clients.academic, project)).turn.due).toBe(endorseUntil);
  });
});

/** So many leads with a session of their own and a copy of that draft each, every other one over the cap. */
async function crowd(first: { id: string }, size: number) {
  const { rows: people } = await sql<{ id: string; account: string }>`
    with u as (
      insert into users (name, email, roles, state)
      select 'Postulante ' || n, 'postulante' || n || '@demo.example', '{Academic}', 'active'
      from generate_series(1, ${size}::int) n returning id, email
    ), a as (
      insert into user_accounts (user_id, provider, subject)
      select id, 'google', email from u returning id, user_id
    ) select u.id, a.id as account from u join a on a.user_id = u.id`.execute(server.db);
  const now = new Date();
  return Promise.all(
    people.map(async ({ id, account }, n) => {
      const token = await openSession(server.db, { userId: id, accountId: account, signedInAt: now, now });
      const project = randomUUID();
      const over = n % 2 === 1;
      const amount = over ? 3_000_001 : 2_000_000;
      await sql`with p as (
          insert into projects (id, code, kind, kind_version, title, summary, lead_id, school_id, period, start_date,
            end_date, created_by, call_id, line_id, due_at)
          select ${project}, ${`FEX-2000-${String(n).padStart(4, '0')}`}, kind, kind_version, title, summary, ${id},
            school_id, period, start_date, end_date, ${id}, call_id, line_id, due_at
          from projects where id = ${first.id} returning id
        ), h as (
          insert into project_holders (project_id, user_id, via) select id, ${id}, 'lead' from p
        )
        insert into project_sections (project_id, section, data)
        select p.id, section, case section
          when 'budget' then jsonb_set(data, '{lines,0,unitCost}', to_jsonb(${amount}::int))
          when 'identification' then jsonb_set(data, '{leadId}', to_jsonb(${id}::text)) else data end
        from p, project_sections where project_id = ${first.id}`.execute(server.db);
      return { client: clientOf(server.url, token), project: { kind: 'fexs', id: project }, over };
    }),
  );
}

describe('the last minute', () => {
  it('200 people at once: each has a receipt or a reason, and nobody loses anything', async () => {
    const to = await call();
    const first = await draft(to);
    const people = await crowd(first, 200);
    const before = await Promise.all(people.map(p => detailOf(p.client, p.project)));
    const send = async (person: (typeof people)[number]) => ({
      ...person,
      answer: await person.client.post<Problem>(`/projects/fexs/${person.project.id}/actions/submit`, {
        version: 1,
      }),
    });
    // The call closes while most are under way; the last quarter sends just after.
    const closing = new Date(Date.now() + 1500);
    await server.db.updateTable('calls').set({ closes_at: closing }).where('id', '=', to.id).execute();
    const under = people.slice(0, 150).map(send);
    await expect.poll(() => Date.now() > closing.getTime(), { timeout: 5000 }).toBe(true);
    const late = people.slice(150).map(send);
    await runCalls(server.db);
    const [inTime, afterwards] = [await Promise.all(under), await Promise.all(late)];

    for (const { answer } of afterwards) {
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatch(/^La convocatoria cerró el /);
    }
    const OVER = 'El tope de la línea «Línea general» es $3.000.000 y pides $3.000.001.';
    for (const { over, answer } of inTime) {
      const closed = answer.body.detail?.startsWith('La convocatoria cerró el ') ?? false;
      if (over)
        expect(answer).toMatchObject({ status: 422, body: { detail: expect.stringContaining(OVER) } });
      else expect([answer.status, closed]).toEqual(closed ? [422, true] : [200, false]);
    }
    expect(inTime.filter(p => p.answer.status === 200).length).toBeGreaterThan(0);

    const all = [...inTime, ...afterwards];
    const details = await Promise.all(all.map(p => detailOf(p.client, p.project)));
    for (const [n, { status, receipts, sections, turn }] of details.entries()) {
      const received = all[n]?.answer.status === 200;
      expect([status, receipts.length]).toEqual(received ? ['director_review', 1] : ['draft', 0]);
      for (const { receivedAt } of receipts) expect(Date.parse(receivedAt)).toBeLessThan(closing.getTime());
      expect(sections.map(s => s.data)).toEqual(before[n]?.sections.map(s => s.data));
      expect(turn.mine).toBe(!received);
    }
  });
});
