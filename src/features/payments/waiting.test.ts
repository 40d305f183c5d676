import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import { setStatus } from '../../../test/execution.ts';
import { done } from '../../../test/factories.ts';
import { decideRefund, givenBack, pay, removeRefund, saveRefund } from '../../../test/payments.ts';
import { openSpending, spender } from '../../../test/spending.ts';
import { clients, server } from '../../../test/university.ts';
import { readHolidays } from '../../db/holidays.ts';
import { addWorkingDays, localDay, momentOf } from '../../domain/kit/calendar.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { STATEMENT_DAYS } from '../../domain/spending/expense-states.ts';
import type { getHome } from '../home/contract.ts';
import { runDue } from '../workflow/transitions/jobs.ts';
import { paymentEffects } from './effects.ts';

openSpending();
type Who = keyof typeof PEOPLE;
type Home = OutputOf<typeof getHome>;
const lead = () => clients.academic;
const office = () => clients.admin;
const WHY = { reason: 'El comprobante no se lee.' };

/** The stranger is the alternate of each project. */
beforeEach(async () => {
  await sql`update projects set alternate_id = ${userIdOf(PEOPLE.stranger)} where id = ${spender.id}`.execute(
    server.db,
  );
  await server.db.deleteFrom('notifications').execute();
});

const nameOf = new Map(Object.entries(PEOPLE).map(([who, email]) => [userIdOf(email), who]));
/** For whom something of the project waits. */
async function waiting(): Promise<string[]> {
  const found: string[] = [];
  for (const who of Object.keys(PEOPLE) as Who[])
    for (const r of done(await clients[who].get<Home>('/home')).refunds)
      if (r.project.id === spender.id) found.push(`${who} ${r.isReturned ? 'mends' : 'decides'} ${r.count}`);
  return found;
}
async function notices(type: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; title: string; text: string }>`
    select user_id as id, title, text from notifications
    where project_id = ${spender.id} and type = ${type} order by id`.execute(server.db);
  return rows.map(({ id, title, text }) => `${nameOf.get(id)}: ${title}. ${text}`).sort();
}

it('refunds wait for the office, and once they came back for lead and alternate', async () => {
  done(await pay(office(), spender));
  const [first, second] = [await givenBack(lead(), spender), await givenBack(lead(), spender)];
  expect(await waiting()).toEqual(['admin decides 2', 'otherAdmin decides 2']);
  const [mine] = done(await office().get<Home>('/home')).refunds;
  expect(mine).toEqual({
    project: { id: spender.id, kind: 'fexs', code: spender.code, title: 'Propuesta al fondo' },
    ...{ count: 2, isReturned: false, overdue: false },
    ...{ since: expect.any(String), due: expect.any(String) },
  });
  done(await decideRefund(office(), spender, first, WHY));
  expect(await waiting()).toEqual([
    'academic mends 1',
    'stranger mends 1',
    'admin decides 1',
    'otherAdmin decides 1',
  ]);
  await sql`update refunds set due_at = now() - interval '1 minute' where id = ${first.id}`.execute(
    server.db,
  );
  expect(done(await lead().get<Home>('/home')).refunds).toMatchObject([{ overdue: true }]);
  done(await saveRefund(lead(), spender, first.id, first.versionId, { version: 2 }));
  done(await decideRefund(office(), spender, second));
  expect(await waiting()).toEqual(['admin decides 1', 'otherAdmin decides 1']);
  await setStatus(server, spender, 'closed');
  expect(await waiting()).toEqual([]);
  await setStatus(server, spender, 'cancelled');
  done(await removeRefund(lead(), spender, first.id));
  expect(await waiting()).toEqual([]);
});

it('who of the office made one leaves it to the others', async () => {
  done(await pay(office(), spender));
  await givenBack(office(), spender);
  expect(await waiting()).toEqual(['otherAdmin decides 1']);
  expect(await notices('turn')).toEqual([
    'otherAdmin: Te toca revisar un reintegro. Beatriz Navarrete Olea envió un reintegro de $100.000.',
  ]);
});

it('people are told of what happens', async () => {
  done(await pay(office(), spender));
  const paid = 'Pago registrado. Beatriz Navarrete Olea registró un pago de $500.000.';
  expect(await notices('decision')).toEqual([`academic: ${paid}`, `stranger: ${paid}`]);
  const sent = await givenBack(lead(), spender);
  const turn = 'Te toca revisar un reintegro. Camila Rojas Fuentes envió un reintegro de $100.000.';
  expect(await notices('turn')).toEqual([`admin: ${turn}`, `otherAdmin: ${turn}`]);
  done(await decideRefund(office(), spender, sent, WHY));
  const back = 'Reintegro devuelto. Beatriz Navarrete Olea devolvió el reintegro de $100.000.';
  expect(await notices('turn')).toEqual([`academic: ${back}`, `stranger: ${back}`]);
  done(await saveRefund(lead(), spender, sent.id, sent.versionId, { version: 2 }));
  expect(await notices('turn')).toEqual([`admin: ${turn}`, `otherAdmin: ${turn}`]);
  done(await removeRefund(lead(), spender, sent.id));
  expect(await notices('turn')).toEqual([]);
});

it('whoever it waits for is reminded on the last day, once', async () => {
  done(await pay(office(), spender));
  const sent = await givenBack(lead(), spender);
  await setStatus(server, spender, 'suspended');
  const holidays = await readHolidays(server.db);
  const last = momentOf(localDay(addWorkingDays(new Date(), STATEMENT_DAYS, holidays)), '10:00');
  const remindedOn = async (at: Date) => {
    await server.db.deleteFrom('notifications').execute();
    await runDue({ db: server.db, effects: [paymentEffects] }, at);
    return (await notices('reminder'))
      .filter(n => n.includes('reintegro'))
      .map(n => n.slice(0, n.indexOf(':')));
  };
  expect(await remindedOn(last)).toEqual(['admin', 'otherAdmin']);
  expect(await remindedOn(last)).toEqual([]);
  done(await decideRefund(office(), spender, sent, WHY));
  await sql`delete from turn_reminders`.execute(server.db);
  expect(await remindedOn(last)).toEqual(['academic', 'stranger']);
});
