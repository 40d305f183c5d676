import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { auditOf } from '../../../test/audit.ts';
import { type Client, clientOf } from '../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import type { Created } from '../../../test/factories.ts';
import { done } from '../../../test/factories.ts';
import {
  decideRefund,
  giveBack,
  givenBack,
  pay,
  paymentsOf,
  refundOf,
  removePayment,
  removeRefund,
  savePayment,
  saveRefund,
} from '../../../test/payments.ts';
import { anotherSpender, openSpending, spender, spendingPath } from '../../../test/spending.ts';
import { clients, server } from '../../../test/university.ts';

openSpending();
const lead = () => clients.academic;
const member = () => clients.colleague;
const office = () => clients.admin;
const WHY = 'Nadie más está en la oficina.';

/** Everything that is written of a project's payments and refunds, as this person asks for it. */
async function askAll(who: Client, project: Created) {
  const { id } = done(await pay(office(), project, { amount: 200_000 }));
  const back = await givenBack(lead(), project, { amount: 1 });
  return [
    await who.get(`${spendingPath(project)}/payments`),
    await pay(who, project),
    await savePayment(who, project, id),
    await removePayment(who, project, id),
    await giveBack(who, project, back.versionId),
    await saveRefund(who, project, back.id, back.versionId),
    await removeRefund(who, project, back.id),
    await decideRefund(who, project, back),
  ].map(answer => answer.status);
}

/** As if this person of the office were in the team. */
const join = ({ id }: Created, email: string) =>
  sql`with m as (insert into project_members (project_id, user_id) values (${id}, ${userIdOf(email)}))
    insert into project_parts (project_id, part, user_id) values (${id}, 'member', ${userIdOf(email)})`.execute(
    server.db,
  );
const leave = (email: string) =>
  sql`with m as (delete from project_members where user_id = ${userIdOf(email)})
    delete from project_parts where user_id = ${userIdOf(email)}`.execute(server.db);
/** The office but for this person is away, or back. */
const alone = (email: string, isAlone: boolean) =>
  sql`update users set state = ${isAlone ? 'blocked' : 'active'}
    where 'Admin' = any(roles) and id <> ${userIdOf(email)}`.execute(server.db);

describe('who does not account for a project', () => {
  it('learns nothing of its money, though they may read it', async () => {
    for (const who of [clients.stranger, clients.director, clients.dean])
      expect(await askAll(who, spender)).toEqual(Array(8).fill(404));
    expect(await askAll(clients.reviewer, spender)).toEqual(Array(8).fill(404));
    expect(await askAll(clientOf(server.url, ''), spender)).toEqual(Array(8).fill(401));
    expect((await paymentsOf(lead(), spender)).paid).toBe(1_000_000);
  });

  it('in the team reads it, pays nothing and gives nothing back', async () => {
    expect(await askAll(member(), spender)).toEqual([200, ...Array(7).fill(403)]);
    const read = await paymentsOf(member(), spender);
    expect([read.pay, read.giveBack, read.refunds.map(r => [r.mayEdit, r.decide])]).toEqual([
      ...[null, null],
      [[false, null]],
    ]);
  });
});

it('the lead gives money back and decides nothing', async () => {
  expect(await askAll(lead(), spender)).toEqual([200, 403, 403, 403, 200, 200, 200, 403]);
  const { id, version } = await givenBack(lead(), spender);
  expect((await decideRefund(lead(), spender, { id, version })).status).toBe(403);
  expect(await refundOf(lead(), spender, id)).toMatchObject({ mayEdit: true, decide: null });
});

describe('who takes part', () => {
  afterEach(async () => {
    await alone(PEOPLE.admin, false);
    await leave(PEOPLE.admin);
  });

  it('of the office neither pays nor decides', async () => {
    done(await pay(clients.otherAdmin, spender));
    const { id, version } = await givenBack(lead(), spender);
    await join(spender, PEOPLE.admin);
    const refused = await pay(office(), spender);
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'forbidden' }]);
    expect((await decideRefund(office(), spender, { id, version })).status).toBe(403);
    const read = await paymentsOf(office(), spender);
    expect(read.pay).toMatchObject({ allowed: false, lastResort: false });
    expect(read.refunds[0]?.decide).toMatchObject({ allowed: false, lastResort: false });
    // Nor gives it back as the office does for the lead.
    expect(read.giveBack).toBeNull();
  });

  it('in another proposal of the call neither pays nor decides', async () => {
    done(await pay(clients.otherAdmin, spender));
    const { id, version } = await givenBack(lead(), spender);
    const rival = await anotherSpender();
    await join(rival, PEOPLE.admin);
    const refused = await pay(office(), spender);
    expect(refused.body).toMatchObject({ code: 'forbidden' });
    expect(JSON.stringify(refused.body)).toContain(rival.code);
    expect((await decideRefund(office(), spender, { id, version })).status).toBe(403);
  });

  it('as the last possible one decides with a reason, which the audit flags', async () => {
    const { id: first } = done(await pay(clients.otherAdmin, spender));
    const back = await givenBack(lead(), spender);
    await join(spender, PEOPLE.admin);
    await alone(PEOPLE.admin, true);
    const silent = await pay(office(), spender);
    expect([silent.status, silent.body]).toMatchObject([403, { code: 'last_resort' }]);
    expect((await pay(office(), spender, { lastResort: 'corta' })).status).toBe(400);
    expect((await paymentsOf(office(), spender)).pay).toMatchObject({ allowed: true, lastResort: true });
    done(await pay(office(), spender, { lastResort: WHY, amount: 1 }));
    done(await savePayment(office(), spender, first, { lastResort: WHY, amount: 400_000 }));
    expect((await removePayment(office(), spender, first)).body).toMatchObject({ code: 'last_resort' });
    done(await pay(office(), spender, { lastResort: WHY, amount: 400_000 }));
    done(await removePayment(office(), spender, first, `?lastResort=${encodeURIComponent(WHY)}`));
    const flagged = await auditOf(server, spender.id, 'project.last_resort');
    expect(flagged.map(a => a.changes)).toEqual(
      Array(4).fill({ lastResort: [false, true], reason: [null, WHY] }),
    );
    expect((await refundOf(office(), spender, back.id)).decide).toMatchObject({ lastResort: true });
    expect((await decideRefund(office(), spender, back)).status).toBe(400);
    expect((await decideRefund(office(), spender, back, { accept: true, reason: 'corta' })).status).toBe(400);
    done(await decideRefund(office(), spender, back, { accept: true, reason: WHY }));
    const [accepted] = await auditOf(server, spender.id, 'refund.accept');
    expect(accepted?.changes).toMatchObject({ lastResort: [false, true] });
  });

  it('or made a refund leaves it to somebody else', async () => {
    done(await pay(office(), spender));
    const own = await givenBack(office(), spender);
    expect((await decideRefund(office(), spender, own)).status).toBe(403);
    const changed = await givenBack(lead(), spender);
    done(await saveRefund(office(), spender, changed.id, changed.versionId, { amount: 90_000 }));
    expect((await decideRefund(office(), spender, { ...changed, version: 2 })).status).toBe(403);
    done(await decideRefund(clients.otherAdmin, spender, own));
    await alone(PEOPLE.admin, true);
    const again = { ...changed, version: 2 };
    expect((await decideRefund(office(), spender, again)).status).toBe(400);
    done(await decideRefund(office(), spender, again, { accept: true, reason: WHY }));
  });
});

it('ids of other projects are unknown', async () => {
  done(await pay(office(), spender));
  const { id, version, versionId } = await givenBack(lead(), spender);
  const other = await anotherSpender();
  expect((await saveRefund(lead(), other, id, versionId)).status).toBe(404);
  expect((await removeRefund(lead(), other, id)).status).toBe(404);
  expect((await decideRefund(office(), other, { id, version })).status).toBe(404);
  expect((await removeRefund(lead(), spender, randomUUID())).status).toBe(404);
  expect((await removeRefund(lead(), spender, "1' or true")).status).toBe(404);
});
