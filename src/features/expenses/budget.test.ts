import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Answer, Client } from '../../../test/client.ts';
import { detailOf, done } from '../../../test/factories.ts';
import {
  anotherSpender,
  BUDGET,
  openSpending,
  removeExpenseAs,
  sendExpense,
  setExpenseState,
  spender,
  spendingPath,
} from '../../../test/spending.ts';
import { clients, server } from '../../../test/university.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import type { BudgetLine } from '../../domain/sections/budget.ts';

openSpending();
const lead = () => clients.academic;
const errorsOf = (answer: Answer<unknown>) =>
  ((answer.body as Problem).errors ?? []).map(e => `${e.path}: ${e.message}`);
const without = (id: string) => BUDGET.filter(line => line.id !== id);
const changed = (id: string, more: Partial<BudgetLine>) =>
  BUDGET.map(line => (line.id === id ? { ...line, ...more } : line));
const GONE = 'lines: «Ítem materials» tiene gastos registrados: no se puede quitar.';
const MOVED = 'lines: «Ítem materials» tiene gastos registrados: su fuente no cambia.';

async function versionOf(): Promise<number> {
  const { sections } = await detailOf(clients.admin, spender);
  return sections.find(s => s.slug === 'budget')?.version ?? 0;
}
const saveLines = async (who: Client, lines: readonly BudgetLine[]) =>
  who.put(`${spendingPath(spender)}/sections/budget`, { version: await versionOf(), data: { lines } });
const askFor = async (lines: readonly BudgetLine[]) =>
  lead().post(`${spendingPath(spender)}/changes`, {
    ...{
      id: randomUUID(),
      section: 'budget',
      version: await versionOf(),
      reason: 'Cambió el plan de compras.',
    },
    data: { lines },
  });

it('a line of which something is spent stays, with its source, whoever writes the budget', async () => {
  const { id } = done(await sendExpense(lead(), spender));
  for (const [lines, words] of [
    [without('materials'), GONE],
    [changed('materials', { source: 'unit' }), MOVED],
  ] as const) {
    for (const answer of [await saveLines(clients.admin, lines), await askFor(lines)])
      expect([answer.status, errorsOf(answer)]).toEqual([400, [words]]);
  }
  // The rest of it changes, and other lines go.
  done(await saveLines(clients.admin, changed('materials', { description: 'Materiales de taller' })));
  done(await saveLines(clients.admin, without('hall')));
  done(await removeExpenseAs(lead(), spender, id));
  done(await saveLines(clients.admin, without('materials')));
});

it('the lead who fits it to the award does not take such a line away', async () => {
  const project = await anotherSpender(lead(), { status: 'approved', awarded: 1_000_000 });
  done(await sendExpense(lead(), project));
  const save = async (lines: readonly BudgetLine[]) =>
    lead().put(`${spendingPath(project)}/sections/budget`, { version: 1, data: { lines } });
  expect(errorsOf(await save(without('materials')))).toEqual([GONE]);
  expect(errorsOf(await save(changed('materials', { source: 'unit' })))).toEqual([GONE]);
  done(await save(BUDGET.filter(line => line.source !== 'fund' || line.id === 'materials')));
});

it('what was refused holds no line', async () => {
  const { id } = done(await sendExpense(lead(), spender));
  await setExpenseState(server, id, 'refused');
  done(await saveLines(clients.admin, without('materials')));
});

it('a change that was asked for before is looked at again when it is accepted', async () => {
  const asked = done(await askFor(without('room')));
  expect(asked).toMatchObject({ applied: false });
  done(await sendExpense(lead(), spender, { budgetLineId: 'room' }));
  const { changes } = await detailOf(clients.admin, spender);
  const [change] = changes;
  const answer = await clients.admin.post(`${spendingPath(spender)}/changes/${change?.id}/decision`, {
    ...{ accept: true, version: change?.version },
  });
  expect([answer.status, errorsOf(answer)]).toEqual([
    400,
    ['lines: «Ítem room» tiene gastos registrados: no se puede quitar.'],
  ]);
});

it('a line that is taken away while something is spent of it leaves one of the two', async () => {
  for (let round = 0; round < 6; round += 1) {
    const id = `extra${round}`;
    const line: BudgetLine = {
      ...{ id, category: 'other', description: 'Ítem', quantity: 1, unitCost: 1000, source: 'unit' },
    };
    done(await saveLines(clients.admin, [...BUDGET, line]));
    const [saved, sent] = await Promise.all([
      saveLines(clients.admin, BUDGET),
      sendExpense(lead(), spender, { budgetLineId: id }),
    ]);
    expect([saved.status, sent.status].sort()).toEqual([200, 400]);
    await sql`delete from expenses where budget_line_id = ${id}`.execute(server.db);
  }
});
