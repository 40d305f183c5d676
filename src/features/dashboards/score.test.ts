import { expect, it } from 'vitest';
import { done } from '../../../test/factories.ts';
import { clients, openUniversity, server } from '../../../test/university.ts';
import { FIRST_FORMULA, type ScoreFormula, scoreFormula } from '../../domain/settings/score-formula.ts';
import { RULES } from '../../domain/text/rule-messages.ts';
import { firstRun } from '../../first-run.ts';

openUniversity();

type Stored = ScoreFormula & { updatedAt: string; updatedBy: string | null };
interface Dashboard {
  readonly formula: ScoreFormula | null;
  readonly figures: readonly { readonly name: string }[];
}

const read = async () => done(await clients.admin.get<Stored>('/settings/score'));
const save = async (change: object) => {
  const { updatedAt, ...stored } = await read();
  return clients.admin.put<Stored>('/settings/score', {
    ...scoreFormula.parse(stored),
    updatedAt,
    ...change,
  });
};

it('the office changes the formula, which stands beside the score at once, and the audit says so', async () => {
  expect(await read()).toMatchObject(FIRST_FORMULA);
  expect(done(await save({ peopleWeight: 55, peopleGoal: 80 }))).toMatchObject({
    ...FIRST_FORMULA,
    ...{ peopleWeight: 55, peopleGoal: 80, updatedBy: 'Beatriz Navarrete Olea' },
  });
  const told = done(await clients.admin.get<Dashboard>('/dashboards/score'));
  expect(told.formula).toEqual({ ...FIRST_FORMULA, peopleWeight: 55, peopleGoal: 80 });
  expect(told.figures.map(({ name }) => name)).toEqual([
    'score_terms',
    'score_by_faculty',
    'score_by_school',
    'score_by_period',
  ]);
  const { rows } = done(await clients.admin.get<{ rows: unknown[] }>('/audit?object=setting'));
  expect(rows[0]).toMatchObject({
    action: 'setting.updated',
    object: { name: 'Puntaje compuesto' },
    changes: [
      { field: 'meta de personas (%)', before: '100', after: '80' },
      { field: 'peso de personas', before: '20', after: '55' },
    ],
  });
});

it('others read the formula with their own projects and change nothing of it', async () => {
  for (const who of ['academic', 'director', 'dean'] as const) {
    expect(done(await clients[who].get<Dashboard>('/dashboards/score')).formula).not.toBeNull();
    expect((await clients[who].get('/settings/score')).status).toBe(403);
    expect((await clients[who].put('/settings/score', FIRST_FORMULA)).status).toBe(403);
  }
  expect(done(await clients.admin.get<Dashboard>('/dashboards/money')).formula).toBeNull();
});

it('of two who change it from the same values one is told', async () => {
  const { updatedAt } = await read();
  const answers = [await save({ finishedWeight: 7 }), await save({ finishedWeight: 8, updatedAt })];
  expect(answers.map(a => a.status)).toEqual([200, 409]);
});

it('wrong values are named', async () => {
  for (const [change, path, message] of [
    [{ peopleWeight: 101 }, 'peopleWeight', RULES.max(100)],
    [{ partnersWeight: -1 }, 'partnersWeight', RULES.min(0)],
    [{ punctualGoal: 0 }, 'punctualGoal', RULES.min(1)],
    [{ activitiesGoal: 1.5 }, 'activitiesGoal', RULES.integer],
    [{ indicatorsGoal: '' }, 'indicatorsGoal', RULES.required],
  ] as const)
    expect(await save(change)).toMatchObject({ status: 400, body: { errors: [{ path, message }] } });
});

it('an installation of before gets the first formula at its next start and keeps the rest', async () => {
  await server.db.deleteFrom('settings').where('key', '=', 'score').execute();
  const others = await server.db.selectFrom('settings').selectAll().orderBy('key').execute();
  await firstRun(server.db, server.env);
  expect(await read()).toMatchObject(FIRST_FORMULA);
  const all = await server.db.selectFrom('settings').selectAll().orderBy('key').execute();
  expect(all.filter(s => s.key !== 'score')).toEqual(others);
});
