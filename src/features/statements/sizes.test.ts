import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { done } from '../../../test/factories.ts';
import { openSpending, spender as project } from '../../../test/spending.ts';
import { resend, send, sendBack, spend, statementOf } from '../../../test/statements.ts';
import { clients, server } from '../../../test/university.ts';
import { MOST_STATED } from './contract.ts';

openSpending();
const lead = () => clients.academic;
const office = () => clients.admin;

/** A statement with as many expenses as one takes, of a type that asks for no papers. */
async function sendLargest() {
  done(
    await office().post('/voucher-types', {
      ...{ name: 'Tique', hasNumber: true, needsSupplier: true, withholds: false, isCredit: false },
      ...{ papers: [], active: true },
    }),
  );
  const first = await spend(server, project, { type: 'Tique', share: 1 });
  const statement = done(await send(lead(), project, [first]));
  await sql`insert into expenses (id, project_id, voucher_id, budget_line_id, source, description, share, cost, state,
      statement_id, position, author_id, updated_by)
    select new_id(), project_id, voucher_id, budget_line_id, source, description, share, cost, state, statement_id, n,
      author_id, updated_by
    from expenses, generate_series(1, ${MOST_STATED - 1}::int) n where id = ${first}`.execute(server.db);
  const rows = await server.db
    .selectFrom('expenses')
    .select('id')
    .where('statement_id', '=', statement.id)
    .execute();
  return { statement, ids: rows.map(({ id }) => id) };
}

it('the longest note and the longest answer to every expense of the largest statement are taken', async () => {
  const { statement, ids } = await sendLargest();
  const each = (letter: string) => Object.fromEntries(ids.map(id => [id, letter.repeat(2000)]));
  // Three bytes each: what takes four counts as two letters.
  const back = done(await sendBack(office(), project, statement, each('中')));
  expect(done(await resend(lead(), project, back, each('“'))).version).toBe(3);
  expect(await statementOf(office(), project, statement.id)).toMatchObject({
    ...{ state: 'submitted', expenses: MOST_STATED },
  });
  const { rows } = await sql<{ observed: number; answered: number }>`
    select min(length(observation)) as observed, min(length(answer)) as answered from expenses`.execute(
    server.db,
  );
  expect(rows).toEqual([{ observed: 2000, answered: 2000 }]);
});
