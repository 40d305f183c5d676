import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { openCall, proposal } from '../../../../test/calls.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { nursing, PEOPLE } from '../../../../test/demo.ts';
import { act, detailOf, done, fillSections, type References } from '../../../../test/factories.ts';
import { pdfPages } from '../../../../test/pdf.ts';
import type { Problem } from '../../../domain/problem.ts';
import { runCalls } from '../../calls/jobs.ts';

type Who = 'academic' | 'colleague' | 'stranger' | 'director' | 'dean' | 'admin';
let server: TestApp;
let clients: Record<Who, Client>;
let refs: References;

beforeAll(async () => {
  server = await startApp();
  const who: Who[] = ['academic', 'colleague', 'stranger', 'director', 'dean', 'admin'];
  const entries = who.map(async each => [each, await clientAs(server, PEOPLE[each])]);
  clients = Object.fromEntries(await Promise.all(entries));
  refs = await nursing(clients.academic);
});
afterAll(() => server.close());

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
    expect(eligibility.filter(r => r.message).map(r => r.rule)).toEqual(['line']);
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
    await fillSections(clients.academic, made, { fund: { callId: id, lineId, amountRequested: null } });
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
    const open = async (who: Who) =>
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
    expect(refused.body.detail).toMatch(/^El responsable tiene informes finales atrasados: EXT-/);
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
      fund: { callId: next.id, lineId: next.lineId, amountRequested: 5000 },
    });
    const moved = await detailOf(clients.academic, project);
    expect(moved).toMatchObject({ call: { id: next.id }, turn: { due: moved.call?.closesAt } });
    const wrong = await clients.academic.put<Problem>(`/projects/fexs/${project.id}/sections/fund`, {
      version: moved.sections.find(s => s.slug === 'fund')?.version,
      data: { callId: first.id, lineId: next.lineId, amountRequested: 5000 },
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
      data: { callId: other.id, lineId: other.lineId, amountRequested: 5000 },
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

describe('the last minute', () => {
  it('200 at once: each in time is received with a receipt, however long it waits; late ones get the rule', async () => {
    const to = await call({ proposalsPerLead: 20 });
    const first = await draft(to);
    // Two hundred leads with a complete draft each: copies of one, by the database.
    await sql`insert into users (id, name, email, roles, state)
      select gen_random_uuid(), 'Postulante ' || n, 'postulante' || n || '@demo.example', '{Academic}', 'active'
      from generate_series(1, 200) n`.execute(server.db);
    await sql`insert into projects (id, code, kind, kind_version, title, summary, lead_id, school_id, period, start_date, end_date, created_by, call_id, line_id, amount_requested, due_at)
      select gen_random_uuid(), 'FEX-2000-' || lpad(row_number() over (order by u.email)::text, 4, '0'), p.kind, p.kind_version, p.title, p.summary, u.id, p.school_id, p.period, p.start_date, p.end_date, u.id, p.call_id, p.line_id, p.amount_requested, p.due_at
      from projects p, users u where p.id = ${first.id} and u.email like 'postulante%'`.execute(server.db);
    await sql`insert into project_sections (project_id, section, data)
      select p.id, s.section, s.data from projects p, project_sections s where s.project_id = ${first.id} and p.code like 'FEX-2000-%'`.execute(
      server.db,
    );
    const { rows } = await sql<{ id: string }>`select id from projects where code like 'FEX-2000-%'`.execute(
      server.db,
    );
    expect(rows).toHaveLength(200);
    // The call closes while they are all under way.
    const closing = new Date(Date.now() + 1500);
    await server.db.updateTable('calls').set({ closes_at: closing }).where('id', '=', to.id).execute();
    const send = ({ id }: { id: string }) =>
      clients.admin.post<Problem>(`/projects/fexs/${id}/actions/submit`, { version: 1 });
    const under = rows.map(send);
    await expect.poll(() => Date.now() > closing.getTime(), { timeout: 5000 }).toBe(true);
    await runCalls(server.db);
    const answers = await Promise.all(under);
    const late = await send({ id: first.id });
    expect(late.status).toBe(422);
    const ok = answers.filter(a => a.status === 200).length;
    const refused = answers.filter(a => a.status === 422);
    expect(ok + refused.length).toBe(200);
    expect(ok).toBeGreaterThan(0);
    for (const each of refused) expect(each.body.detail).toMatch(/^La convocatoria cerró el /);
    const { rows: kept } = await sql<{ received: number; receipts: number; late: number }>`
      select (select count(*)::int from projects where call_id = ${to.id} and submitted_at is not null) as received,
        (select count(*)::int from project_receipts where call_id = ${to.id}) as receipts,
        (select count(*)::int from project_receipts where call_id = ${to.id} and received_at >= ${closing}) as late`.execute(
      server.db,
    );
    expect(kept[0]).toEqual({ received: ok, receipts: ok, late: 0 });
  }, 60_000);
});
