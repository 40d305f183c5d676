import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { act, type Created, detailOf, done } from '../../../test/factories.ts';
import { givenBack, pay, paymentsOf } from '../../../test/payments.ts';
import {
  anotherSpender,
  awardedProject,
  fund,
  openSpending,
  sendExpense,
  spender,
  spendingCall,
  TODAY,
} from '../../../test/spending.ts';
import { approve, send, spend } from '../../../test/statements.ts';
import { clients, refs, server } from '../../../test/university.ts';
import { addDays } from '../../domain/kit/calendar.ts';
import type { Result } from '../change-status/contract.ts';

openSpending();
const lead = () => clients.academic;
const office = () => clients.admin;
const REASON = 'Acuerdo del comité del 12 de noviembre.';

async function override(project: Created, to: string, more: object = {}) {
  const { version } = await detailOf(office(), project);
  const batch = randomUUID();
  const projects = [{ kind: project.kind, id: project.id, version, ...more }];
  const body = { batch, to, reason: REASON, projects };
  return { batch, ...done(await office().post<Result[]>('/change-status', body))[0] };
}
async function undo(batch: string, { kind, id }: Created) {
  const body = { reason: 'Me equivoqué de lista.', projects: [{ kind, id }] };
  return done(await office().post<Result[]>(`/change-status/batches/${batch}/undo`, body))[0];
}
const put = ({ id }: Created, columns: object) =>
  server.db.updateTable('projects').set(columns).where('id', '=', id).execute();

beforeEach(() => put(spender, { status: 'running', amount_awarded: 2_000_000, status_since: new Date() }));

describe('undoing', () => {
  it('does not take a start back whose money was paid', async () => {
    await put(spender, { status: 'approved' });
    const { batch } = await override(spender, 'running');
    done(await pay(office(), spender, { amount: 2_000_000 }));
    expect(await undo(batch, spender)).toMatchObject({
      ...{ done: false, status: null },
      message: 'Ya se le pagaron $2.000.000, y así se liberarían $0: registra antes el reintegro.',
    });
  });

  it('does not make a draft of what was paid, which its lead could delete', async () => {
    const project = await anotherSpender();
    await put(project, { status: 'draft', submitted_at: null, amount_awarded: null });
    await sql`delete from project_history where project_id = ${project.id}`.execute(server.db);
    const { batch } = await override(project, 'running', { amount: 100_000 });
    done(await pay(office(), project, { amount: 100_000 }));
    const sent = done(await send(lead(), project, [await spend(server, project)]));
    done(await approve(clients.otherAdmin, project, sent));
    expect(await undo(batch, project)).toMatchObject({
      message: 'Ya tiene gastos o pagos registrados desde entonces: si no sigue, cancélalo.',
    });
    await put(project, { status: 'draft', submitted_at: null });
    const gone = await act<{ detail: string }>(lead(), project, 'delete', { confirmed: true });
    expect([gone.status, gone.body.detail]).toEqual([
      422,
      'Ya tiene gastos o pagos registrados: no se elimina.',
    ]);
  });
});

describe('an override', () => {
  it('awards no less than releases what was paid', async () => {
    const instalments = [null, 1].map(report => ({ id: randomUUID(), share: 50, report }));
    const call = await spendingCall(server, office(), { instalments });
    const project = await awardedProject(server, lead(), refs, call);
    done(await pay(office(), project, { amount: 1_000_000 }));
    await override(project, 'cancelled');
    expect((await override(project, 'running', { amount: 1_000_000 })).message).toBe(
      'Ya se le pagaron $1.000.000, y así se liberarían $500.000: registra antes el reintegro.',
    );
    expect(await override(project, 'running', { amount: 2_000_000 })).toMatchObject({ done: true });
  });

  it('closes nothing of which money is not settled', async () => {
    const sent = done(await send(lead(), spender, [await spend(server, spender)]));
    expect((await override(spender, 'closed')).message).toBe(
      'Quedan 1 rendición y 1 gasto del fondo sin decidir.',
    );
    done(await approve(office(), spender, sent));
    done(await pay(office(), spender, { amount: 1_000_000 }));
    const { toReturn } = await paymentsOf(office(), spender);
    expect(toReturn).toBeGreaterThan(0);
    expect((await override(spender, 'closed')).message).toContain('por reintegrar');
    await givenBack(lead(), spender);
    expect((await override(spender, 'closed')).message).toContain('sin aceptar');
  });
});

describe('days of vouchers', () => {
  const issued = (day: string) => sendExpense(lead(), spender, { voucher: { issuedOn: day } });

  it('begin with no award that was taken back', async () => {
    const day = addDays(TODAY, -150);
    const told =
      () => sql`insert into project_history (project_id, at, action, from_status, to_status, undone_at)
      values (${spender.id}, now() - interval '200 days', 'override', 'resolution', 'approved', now())`;
    await told().execute(server.db);
    expect((await issued(day)).status).toBe(400);
    await sql`update project_history set undone_at = null where project_id = ${spender.id}`.execute(
      server.db,
    );
    expect((await issued(day)).status).toBe(200);
  });

  it('end with the project, also one that was cancelled', async () => {
    const setGrace = (days: number | null) =>
      sql`update calls set grace_days = ${days} where id = ${fund.id}`.execute(server.db);
    await setGrace(10);
    await put(spender, { status: 'cancelled', status_since: new Date(Date.now() - 20 * 86_400_000) });
    expect((await issued(addDays(TODAY, -9))).status).toBe(400);
    await setGrace(null);
  });
});
